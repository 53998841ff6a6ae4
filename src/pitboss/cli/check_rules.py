"""`pitboss check-rules`: everything that is missing or wrong in a folder of regulations."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from pitboss.cli.excerpt import Excerpts
from pitboss.cli.output import heading, paint, say, table
from pitboss.rules.check_rules import check_rules
from pitboss.rules.edition_check import EditionCheck, RulesFault
from pitboss.rules.load import read_regulation
from pitboss.text import plural


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="DIR", help="a folder with regulations, or with one of them")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Returns 0 if the engine can run tables by these rules, else 1."""
    checks = check_rules(Path(options.folder))
    faults = [fault for check in checks for fault in check.faults]
    if options.json:
        notes = [note for check in checks for note in check.notes]
        answer = {
            "ok": not faults,
            "regulations": [check.key for check in checks if check.key],
            "faults": [_json(fault) for fault in faults],
            "notes": [_json(note) for note in notes],
        }
        print(json.dumps(answer, indent=2))
    elif faults:
        _show_faults(faults)
    else:
        for check in checks:
            _show_good(check, options.folder)
    return 1 if faults else 0


def _json(fault: RulesFault) -> dict[str, str | int | None]:
    place = {"file": fault.file, "line": fault.line or None, "column": fault.column or None}
    return {**place, "code": fault.code, "message": fault.message}


def _show_faults(faults: Sequence[RulesFault]) -> None:
    excerpts = Excerpts(faults)
    for fault in faults:
        excerpts.show(fault)
    files = len({fault.file for fault in faults})
    say(f"{paint('Not fit', 'red', 'bold')}: {plural(len(faults), 'fault')} in {plural(files, 'file')}.")


def _show_good(check: EditionCheck, folder: str) -> None:
    rules = read_regulation(check.folder / "rules.toml")
    tables = sum(map(len, rules.paytables.values()))
    said = f"{len(rules.wagers)} wagers, {plural(tables, 'paytable')}, {plural(len(rules.rulings), 'ruling')}"
    say(f"{paint('Fit', 'green', 'bold')}: {rules.key}, {rules.jurisdiction} {rules.title}: {said}")
    say(f"revision {rules.revision}, digest {rules.digest}", 2)
    if check.notes:
        print(heading("Left to do, according to comments in the files"))
        print(table(("", ""), [(f"{Path(note.file).name}:{note.line}", note.message) for note in check.notes]))
        print()
    say(f"pitboss rules {rules.id} --regulations {folder} shows them; every command takes --regulations.", 2)
