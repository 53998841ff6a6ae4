"""`pitboss check`: a house file against the regulations."""

import argparse
import json
from pathlib import Path

from pitboss.cli.arguments import add_regulations
from pitboss.cli.output import heading, paint, paragraph, say, table, width
from pitboss.cli.wrapping import display_width
from pitboss.documents.approval import approval_json, rejection_json
from pitboss.errors import SubmissionRejected, Violation
from pitboss.rules.approve import approve_file
from pitboss.rules.ruleset import House
from pitboss.text import plural


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("house", metavar="HOUSE.toml", help="the house file")
    add_regulations(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    try:
        house = approve_file(options.house)
    except SubmissionRejected as rejected:
        if options.json:
            print(json.dumps(rejection_json(rejected), indent=2))
        else:
            _show_violations(options.house, rejected.violations)
        return 1
    if options.json:
        tables = {name: ruleset.digest for name, ruleset in house.tables.items()}
        print(json.dumps({**approval_json(house), "tables": tables}, indent=2))
    else:
        _show_house(options.house, house)
    return 0


def _show_violations(file: str, violations: tuple[Violation, ...]) -> None:
    """Each violation under the line that it is about."""
    lines = Path(file).read_text(encoding="utf-8").split("\n")
    margin = len(str(max(violation.line for violation in violations))) + 2
    for violation in violations:
        place = f"{violation.file}:{violation.line}:{violation.column}"
        say(f"{paint(place, 'bold')}  {paint(violation.code, 'red')}  {paint(violation.clause, 'cyan')}".rstrip())
        line, mark = _excerpt(lines[violation.line - 1], violation.column - 1, width() - margin - 3)
        print(f"{violation.line:>{margin}} | {line}")
        print(f"{'':{margin}} | {' ' * mark}{paint('^', 'red')}")
        print(paragraph(violation.message, margin + 3))
        print()
    clauses = len({violation.clause for violation in violations if violation.clause})
    say(f"{paint('Rejected', 'red', 'bold')}: {plural(len(violations), 'violation')} of {plural(clauses, 'clause')}.")


def _excerpt(line: str, place: int, room: int) -> tuple[str, int]:
    """As much of a line as fits, and how far in it the place is that the message is about."""
    line = line.replace("\t", " ")
    start = max(0, min(place - room // 2, len(line) - room)) if len(line) > room else 0
    shown = line[start : start + room]
    while display_width(shown) > room:
        shown = shown[:-1]
    return shown, display_width(line[start:place])


def _show_house(file: str, house: House) -> None:
    say(f"{paint('Approved', 'green', 'bold')}: {house.submission.facility} ({file})")
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
    print()
    say(f"digest {house.digest}", 2)


def _offer(name: str, paytable: str) -> str:
    return f"{name}:{paytable}" if paytable else name
