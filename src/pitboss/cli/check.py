"""`pitboss check`: a house file against the regulations."""

import argparse
import json
from pathlib import Path

from pitboss.cli.text import heading, paint, plural, table
from pitboss.errors import SubmissionRejected, Violation
from pitboss.rules.approve import approve_file
from pitboss.rules.ruleset import House


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("house", metavar="HOUSE.toml", help="the house file")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    try:
        house = approve_file(options.house)
    except SubmissionRejected as rejected:
        if options.json:
            violations = [violation._asdict() for violation in rejected.violations]
            print(json.dumps({"approved": False, "violations": violations}, indent=2))
        else:
            _show_violations(options.house, rejected.violations)
        return 1
    if options.json:
        tables = {name: ruleset.digest for name, ruleset in house.tables.items()}
        print(json.dumps({"approved": True, "violations": [], "digest": house.digest, "tables": tables}, indent=2))
    else:
        _show_house(options.house, house)
    return 0


def _show_violations(file: str, violations: tuple[Violation, ...]) -> None:
    """Each violation under the line that it is about."""
    lines = Path(file).read_text(encoding="utf-8").split("\n")
    margin = len(str(max(violation.line for violation in violations))) + 2
    for violation in violations:
        place = f"{violation.file}:{violation.line}:{violation.column}"
        print(f"{paint(place, 'bold')}  {paint(violation.code, 'red')}  {paint(violation.clause, 'cyan')}".rstrip())
        print(f"{violation.line:>{margin}} | {lines[violation.line - 1]}")
        print(f"{'':{margin}} | {' ' * (violation.column - 1)}{paint('^', 'red')} {violation.message}")
        print()
    clauses = len({violation.clause for violation in violations if violation.clause})
    print(f"{paint('Rejected', 'red', 'bold')}: {plural(len(violations), 'violation')} of {plural(clauses, 'clause')}.")


def _show_house(file: str, house: House) -> None:
    print(f"{paint('Approved', 'green', 'bold')}: {house.submission.facility} ({file})")
    rows = [
        (
            name,
            ruleset.regulation.id,
            str(ruleset.submission.boxes),
            ruleset.submission.device.replace("_", " "),
            " ".join(_offer(key, offer.paytable) for key, offer in ruleset.submission.wagers.items()),
        )
        for name, ruleset in house.tables.items()
    ]
    print(heading("Tables"))
    print(table(("table", "regulation", "boxes", "dealt from", "wagers and paytables"), rows, right=(2,)))
    print(f"\n  digest {house.digest}")


def _offer(name: str, paytable: str) -> str:
    return f"{name}:{paytable}" if paytable else name
