"""`pitboss check`: a house file against the regulations."""

import argparse
import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from pitboss.cli.arguments import add_on, add_regulations
from pitboss.cli.excerpt import Excerpts
from pitboss.cli.output import heading, paint, say, table
from pitboss.documents.approval import approval_json, edition_lines, rejection_json
from pitboss.errors import SubmissionRejected, Violation
from pitboss.rules.approve import approve_house
from pitboss.rules.edition_change import changed_tables, next_change, pinned_otherwise
from pitboss.rules.house_file import HouseFile
from pitboss.rules.ruleset import House
from pitboss.rules.submission import HouseSubmission
from pitboss.rules.today import today
from pitboss.text import plural

if TYPE_CHECKING:
    from pitboss.odds.link_stakes import LinkStakes

Changed = Mapping[str, tuple[str, str]]
"""The edition of each table on two days."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("house", metavar="HOUSE.toml", help="the house file")
    add_regulations(parser)
    add_on(parser, "by_day")
    parser.set_defaults(run=run)


class _DayChecked(NamedTuple):
    """A house file, checked by the rules of a day."""

    house: House | None
    violations: tuple[Violation, ...]


def run(options: argparse.Namespace) -> int:
    now = today()
    day = options.by_day or now
    file = HouseFile.open(options.house)
    found = _check(file, day)
    changed = changed_tables(file.submission, now, day)
    # A violation that exists today is not new on that day.
    before = _check(HouseFile.open(options.house), now).violations if changed else found.violations
    new = [one for one in found.violations if one not in before]
    if options.json:
        print(json.dumps(_document(options, found, changed, new, file.submission), indent=2))
        return 0 if found.house else 1
    if found.house:
        _show_house(options.house, found.house)
        for one in _warnings(found.house):
            say(f"{paint('Warning', 'yellow')}: {one}.")
    else:
        show_violations(found.violations, dict.fromkeys(new, day))
    _show_editions(options, day, file.submission, changed)
    return 0 if found.house else 1


def _warnings(house: House) -> list["LinkStakes"]:
    """What the law around a regulation may object to, although no clause refuses it (ruling link-one-stake)."""
    if not any(ruleset.links for ruleset in house.tables.values()):
        return []
    from pitboss.odds.link_stakes import links_with_several_stakes  # noqa: PLC0415 - only progressive wagers need odds

    return list(links_with_several_stakes(house))


def _check(file: HouseFile, day: str) -> _DayChecked:
    try:
        return _DayChecked(approve_house(file, day), ())
    except SubmissionRejected as rejected:
        return _DayChecked(None, rejected.violations)


def _document(
    options: argparse.Namespace, found: _DayChecked, changed: Changed, new: list[Violation], house: HouseSubmission
) -> dict[str, object]:
    document: dict[str, object] = (
        {**approval_json(found.house), "tables": {name: rules.digest for name, rules in found.house.tables.items()}}
        if found.house
        else rejection_json(SubmissionRejected(found.violations))
    )
    if found.house:
        document["warnings"] = [
            {"code": "link-several-stakes", "message": str(one), "clause": one.clause} for one in _warnings(found.house)
        ]
    if options.by_day:
        marked = [{**one._asdict(), "new": one in new} for one in found.violations]
        document |= {"on": options.by_day, "editions": _editions_json(changed), "violations": marked}
    elif coming := next_change(house, today()):
        document["coming"] = {"day": coming.day, "editions": _editions_json(coming.tables)}
    return document


def _editions_json(changed: Changed) -> dict[str, dict[str, str]]:
    return {table: {"before": before, "after": after} for table, (before, after) in changed.items()}


def _show_editions(options: argparse.Namespace, day: str, house: HouseSubmission, changed: Changed) -> None:
    """The tables that run by another edition on the day, or will soon, and those that name one that is not in force."""
    for table_name, (pinned, in_force) in pinned_otherwise(house, day).items():
        other = f"{in_force} is in force" if in_force else "no edition is in force"
        say(f"{paint('Note', 'yellow')}: {table_name} names {pinned}; {other} on {day}.")
    if options.by_day:
        for line in edition_lines(changed):
            say(f"On {day} {line}.")
        return
    if coming := next_change(house, day):
        for line in edition_lines(coming.tables):
            say(f"{paint('Warning', 'yellow')}: from {coming.day} on, {line}.")
        say(f"pitboss check {options.house} --on {coming.day} says what must change by then.", 2)


def show_violations(violations: tuple[Violation, ...], new: Mapping[Violation, str] = MappingProxyType({})) -> None:
    """Each violation under the line that it is about; `new` are those that come on a day."""
    excerpts = Excerpts(violations)
    for violation in violations:
        excerpts.show(violation, violation.clause, f"New on {new[violation]}: " if violation in new else "")
    clauses = len({violation.clause for violation in violations if violation.clause})
    say(f"{paint('Rejected', 'red', 'bold')}: {plural(len(violations), 'violation')} of {plural(clauses, 'clause')}.")


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
