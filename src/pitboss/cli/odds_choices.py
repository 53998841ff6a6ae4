"""`pitboss odds HOUSE.toml --choices`: every lawful choice of each table, each with its edge."""

import argparse
import json
from collections.abc import Iterator

from pitboss.cli.output import heading, paint, paragraph, table
from pitboss.errors import InputError
from pitboss.money import show_money
from pitboss.odds.choices import LawfulChoice
from pitboss.odds.house_odds import named_tables
from pitboss.odds.least_and_greatest import Combination, TableChoices, table_choices
from pitboss.rules.approve import approve_file
from pitboss.text import plural, show_percentage


def show_choices(given: argparse.Namespace) -> int:
    """Shows the choices of a house that is approved."""
    if given.html:
        raise InputError("--html: a sheet shows a house as it is offered; leave out --choices or --html")
    house = approve_file(given.regulation)
    found = [table_choices(ruleset) for ruleset in named_tables(house, given.table or given.wager)]
    if given.json:
        answer = {"facility": house.submission.facility, "tables": [one.to_json() for one in found]}
        print(json.dumps(answer, indent=2))
    else:
        print(paint(house.submission.facility, "bold"))
        for one in found:
            print("\n".join(_table(one)))
    return 0


def _table(one: TableChoices) -> Iterator[str]:
    yield heading(f"{one.name}: {one.regulation}, {plural(one.boxes, 'box', 'boxes')}, version {one.version}")
    versions = list(dict.fromkeys(version for choice in one.priced.choices for version in choice.versions))
    rows = [
        (
            f"{choice.odds.wager} {choice.odds.paytable}",
            _reading(choice, versions),
            show_money(choice.odds.stake),
            show_percentage(-(choice.odds.expected or 0), 4),
            "yes" if choice.in_force else "",
            choice.odds.cite.split(" ", 1)[1],
        )
        for choice in one.priced.choices
    ]
    yield table(("wager, paytable", "choice", "stake", "edge", "in force", "clause"), rows, right=(2, 3), keys=1)
    for name, reason in one.priced.unpriced.items():
        yield paragraph(f"{name} has no edge here: {reason}.")
    yield from _together(one)


def _reading(choice: LawfulChoice, versions: list[str]) -> str:
    """What is chosen besides the paytable and the stake, if anything can be."""
    chosen = [f"{name} {value}" for name, value in choice.options.items() if isinstance(value, str)]
    others = [version for version in versions if version not in choice.versions]
    if others:
        few = min((choice.versions, others), key=len)
        chosen.append(f"{'not ' if few is others else ''}version {' or '.join(few)}")
    return ", ".join([*chosen, *([choice.note] if choice.note else [])])


def _together(one: TableChoices) -> Iterator[str]:
    found = {"least": one.least, "in force": one.chosen, "greatest": one.greatest}
    made = {name: combination for name, combination in found.items() if combination}
    if not made:
        yield paragraph("What all wagers lose together is not known: a wager has no edge as it is offered.")
        return
    yield heading("All wagers together, each at its least stake: expected loss of a box in a round")
    rows = [
        (
            name,
            f"${float(combination.loss) / 100:,.4f}",
            show_percentage(combination.loss / combination.staked, 4),
            combination.version,
            _choices(combination),
        )
        for name, combination in made.items()
    ]
    yield table(("", "loss", "edge", "version", "chosen"), rows, right=(1, 2))


def _choices(combination: Combination) -> str:
    return "; ".join(
        f"{show_money(combination.stakes[choice.odds.wager])} {choice.odds.wager} {choice.odds.paytable}"
        + "".join(f" {name} {value}" for name, value in choice.options.items() if isinstance(value, str))
        for choice in combination.choices
    )
