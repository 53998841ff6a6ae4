"""`pitboss clauses`: every clause of a regulation and how it is met."""

import argparse
import json
from collections import Counter
from typing import Any

from pitboss.cli.arguments import add_on, add_regulations
from pitboss.cli.output import paint, paragraph, say, table
from pitboss.documents.clauses import clause_json
from pitboss.errors import InputError
from pitboss.rules.clause import address_parts
from pitboss.rules.clause_tests import find_clause_tests
from pitboss.rules.load import known_id, load_regulation
from pitboss.rules.register import clause_entries, surrounding_entries
from pitboss.rules.regulation import Regulation
from pitboss.rules.rules_file import FOLDER
from pitboss.rules.schema import suggestion
from pitboss.text import plural

_COLOURS = {"enforced": "green", "procedure": "cyan", "layout": "yellow"}


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "regulation", metavar="REGULATION", help="such as MD-TCP; COMAR is the law around Maryland's documents"
    )
    parser.add_argument("clause", nargs="?", metavar="CLAUSE", help="such as 11.C(3): that clause and those under it")
    add_regulations(parser)
    add_on(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    if options.regulation.upper() == "COMAR":
        return _surrounding(options.clause or "", as_json=options.json)
    regulation_id = known_id(options.regulation)
    addresses = _addresses(regulation_id, options.clause)
    found = [clause_json(regulation_id, address) for address in addresses]
    if options.json:
        print(json.dumps(found, indent=2))
    elif options.clause:
        for clause in found:
            _show_one(load_regulation(regulation_id), clause)
    else:
        _show_all(load_regulation(regulation_id), found)
    return 0


def _surrounding(wanted: str, *, as_json: bool) -> int:
    """Maryland's law around the documents, as far as it is cited: every clause, or those that begin as is wanted."""
    asked = wanted.removeprefix("COMAR ")
    tests = find_clause_tests(FOLDER)
    found = [
        {
            "id": name, "status": entry.status, "gist": entry.gist,
            "where": [], "tests": [*tests.get(name, ())], "rulings": [],
        }
        for name, entry in surrounding_entries().items()
        if name.removeprefix("COMAR ").startswith(asked)
    ]  # fmt: skip
    if not found:
        raise InputError(
            f"pitboss cites no clause {wanted[:40]!r} of COMAR: pitboss clauses COMAR lists those that it cites"
        )
    if as_json:
        print(json.dumps(found, indent=2))
    else:
        rows = [(str(row["id"]), str(row["status"]), str(len(row["tests"]) or "-"), str(row["gist"])) for row in found]
        print(table(("clause", "status", "tests", "gist"), rows, right=(2,)))
    return 0


def _addresses(regulation_id: str, wanted: str | None) -> list[str]:
    """The clause that was asked for and all under it."""
    known = list(clause_entries(regulation_id))
    if wanted is None:
        return known
    address = wanted.split()[-1] if wanted.split() else wanted
    # First as it is written, then in any case.
    for meant in (address, *(other for other in known if other.casefold() == address.casefold())):
        parts = address_parts(meant)
        found = [other for other in known if address_parts(other)[: len(parts)] == parts]
        if parts and found and "".join(parts) == meant:
            return found
    name = load_regulation(regulation_id).id
    advice = suggestion(address, known, f"pitboss clauses {name} lists them")
    raise InputError(f"{name} has no clause {wanted[:40]!r}{advice}")


def _show_all(regulation: Regulation, found: list[dict[str, Any]]) -> None:
    print(paint(f"{regulation.id}  {regulation.jurisdiction} {regulation.title}", "bold"))
    print()
    rows = [(clause["id"], clause["status"], str(len(clause["tests"]) or "-"), clause["gist"]) for clause in found]
    print(table(("clause", "status", "tests", "gist"), rows, right=(2,)))
    counts = Counter(clause["status"] for clause in found)
    tested = sum(1 for clause in found if clause["tests"])
    print()
    say(f"{plural(len(found), 'clause')}: {', '.join(f'{number} {status}' for status, number in counts.items())}.")
    say(f"{tested} have tests of their own; {len(regulation.rulings)} rulings say how unclear places are read.")
    say(f"pitboss clauses {regulation.id} {found[-1]['id']} shows one clause with its rows, tests and rulings.")


def _show_one(regulation: Regulation, clause: dict[str, Any]) -> None:
    status = paint(clause["status"], _COLOURS.get(clause["status"], "dim"))
    print(f"{paint(f'{regulation.id} ' + clause['id'], 'bold')}  {status}")
    print(paragraph(clause["gist"]))
    if clause["reason"]:
        print(paragraph(clause["reason"]))
    for label in ("where", "tests"):
        for item in clause[label]:
            say(f"{paint(label.removesuffix('s'), 'dim')}  {item}", 2, hang=4)
    for ruling_id in clause["rulings"]:
        ruling = regulation.rulings[ruling_id]
        print(f"  {paint('ruling', 'dim')}  {paint(ruling_id, 'cyan')}")
        print(paragraph(ruling.reading, 10))
    print()
