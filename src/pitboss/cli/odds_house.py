"""`pitboss odds HOUSE.toml`: a whole house, table by table; and the long run of progressive meters in words."""

import argparse
import json
from collections.abc import Iterator
from fractions import Fraction

from pitboss.cli.files import write
from pitboss.cli.odds_choices import show_choices
from pitboss.cli.odds_text import SUMMARY, envy_text, summary
from pitboss.cli.output import heading, paint, paragraph, say, table
from pitboss.errors import InputError
from pitboss.money import show_money
from pitboss.odds.house_odds import HouseOdds, TableOdds, house_odds
from pitboss.odds.progressive import METER_HEAD
from pitboss.rules.approve import approve_file
from pitboss.text import plural, show_percentage

_OF_THE_FILE: dict[str, object] = {
    "stake": [],
    "meter": [],
    "rate": [],
    "reset": [],
    "boxes": None,
    "option": [],
    "known": "",
    "pays": [],
    "target_edge": None,
    "xlsx": None,
    "csv": None,
}
_OF_A_REGULATION = {"pays", "target_edge", "xlsx", "csv"}


def run_house(given: argparse.Namespace) -> int:
    """Shows the house; SubmissionRejected names every violation of its file."""
    for name, unset in _OF_THE_FILE.items():
        if getattr(given, name) != unset:
            told = "it is for a regulation" if name in _OF_A_REGULATION else "the house file sets it"
            raise InputError(f"--{name.replace('_', '-')}: leave it out; {told}", given.regulation)
    if given.paytable:
        raise InputError(f"{given.paytable!r}: after a house file only a table can be named", given.regulation)
    if given.table and given.wager not in ("", given.table):
        raise InputError("the table is named twice: by --table, and after the file", given.regulation)
    if given.choices:
        return show_choices(given)
    found = house_odds(approve_file(given.regulation), given.table or given.wager)
    if given.html:
        from pitboss.odds.sheet import house_sheet  # noqa: PLC0415 - only a sheet needs it

        write(given.html, house_sheet(found))
    if given.json:
        print(json.dumps(found.to_json(), indent=2))
    elif given.html:
        say(f"{given.html}: {plural(len(found.tables), 'table')}")
    else:
        print("\n".join(_house(found)))
    return 0


def _house(house: HouseOdds) -> Iterator[str]:
    yield paint(house.facility, "bold")
    for one in house.tables:
        options = "".join(f", {key} {value}" for key, value in one.options.items())
        title = f"{one.name}: {one.regulation.id}, {plural(one.boxes, 'box', 'boxes')}, version {one.version}{options}"
        yield heading(title)
        yield from _wagers(one)
        yield from _together(one)
        for wager, stakes in one.envy.items():
            yield from envy_text(stakes, wager)
        yield from _meters(one)


def _wagers(one: TableOdds) -> Iterator[str]:
    rows = []
    for offered in one.offered:
        wager, *rest, clause = summary(offered.odds)
        run = "-" if offered.long_run is None else show_percentage(-offered.long_run.expected, 4)
        rows.append((wager, show_money(offered.odds.stake), *rest, run, clause))
    head = (SUMMARY[0], "stake", *SUMMARY[1:-1], "long run", SUMMARY[-1])
    yield table(head, rows, right=(1, 3, 4, 5, 6, 7, 8), keys=3)
    for offered in one.offered:
        if offered.note:
            yield paragraph(f"{offered.odds.wager} at {show_money(offered.odds.stake)}: {offered.note}.")
    for wager, reason in one.unpriced.items():
        yield paragraph(f"{wager} has no odds. {reason}.")


def _together(one: TableOdds) -> Iterator[str]:
    if one.forfeits:
        yield heading("Forfeited by folding, under the best Ante strategy")
        rows = [
            (
                forfeit.wager,
                "-" if forfeit.loss is None else show_percentage(forfeit.loss, 4),
                "-" if forfeit.after.expected is None else show_percentage(-forfeit.after.expected, 4),
                "-" if forfeit.long_run is None else show_percentage(-forfeit.long_run.expected, 4),
                ", ".join(
                    f"{row.pattern} {show_percentage(Fraction(row.count, forfeit.total), 4)}"
                    for row in forfeit.folded
                    if row.count
                )
                or "no paid hand is folded",
            )
            for forfeit in one.forfeits
        ]
        yield table(("wager", "costs", "house edge then", "long run", "paid hands folded"), rows, right=(1, 2, 3))
    if one.combined:
        yield heading("Wagers together: expected loss over expected stake")
        rows = [
            (
                combined.title + (" (in force)" if combined.in_force and combined.cite != one.regulation.id else ""),
                show_percentage(combined.edge, 4),
                f"${float(combined.loss) / 100:,.4f}",
                f"${float(combined.staked) / 100:,.2f}",
                " + ".join(f"{show_money(stake)} {wager}" for wager, stake in combined.stakes.items()),
            )
            for combined in one.combined
        ]
        yield table(("", "edge", "loss a round", "staked a round", "first staked"), rows, right=(1, 2, 3))


def _meters(one: TableOdds) -> Iterator[str]:
    rows = [(wager, *meter.line(one.boxes)) for wager, meter in one.meters()]
    if rows:
        yield heading("Meters in the long run, every wager of the same stake, all boxes making it")
        yield table(("wager", *METER_HEAD), rows, right=range(2, 12), keys=3)
