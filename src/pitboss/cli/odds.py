"""`pitboss odds`: exact odds of wagers and paytables."""

import argparse
import json
from collections.abc import Iterator
from fractions import Fraction

from pitboss.cli.text import heading, paint, table
from pitboss.errors import InputError
from pitboss.money import parse_money, show_money
from pitboss.odds.catalog import odds
from pitboss.odds.one_hand import Asked
from pitboss.odds.record import Odds
from pitboss.rules.load import folders, known_id, load_regulation


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("regulation", nargs="?", metavar="REGULATION", help="such as MD-TCP; all when not given")
    parser.add_argument("wager", nargs="?", default="", metavar="WAGER", help="such as pair_plus, base or ante")
    parser.add_argument("paytable", nargs="?", default="", metavar="PAYTABLE", help="such as A")
    parser.add_argument("--stake", default="$1", help="the stake that dollar prizes are set against, such as $5")
    parser.add_argument("--meter", action="append", default=[], metavar="NAME=AMOUNT", help="what a meter shows")
    parser.add_argument("--boxes", type=int, metavar="N", help="boxes in the round, for Cover All and the Envy Bonus")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="another reading")
    parser.add_argument("--known", default="", metavar="CARD", help="seen too early: dealer:1, community:first")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    asked = asked_for(given)
    names = [known_id(given.regulation)] if given.regulation else list(folders())
    found = [record for name in names for record in odds(load_regulation(name), asked, given.wager, given.paytable)]
    if given.json:
        answers = [record.to_json() for record in found]
        print(json.dumps(answers[0] if given.paytable and len(answers) == 1 else answers, indent=2))
    elif given.paytable and len(found) == 1:
        print("\n".join(_one(found[0])))
    else:
        print("\n".join(_all(found)))
    return 0


def asked_for(given: argparse.Namespace) -> Asked:
    """What the options of the command line ask for; an InputError names the one that cannot be read."""
    meters = {name: _amount(f"--meter {name}", text) for name, text in _pairs("--meter", given.meter)}
    chosen: dict[str, str | int] = {
        key: int(value) if value.isdecimal() else value for key, value in _pairs("--option", given.option)
    }
    stake = _amount("--stake", given.stake)
    if stake == 0:
        raise InputError("--stake: a stake is more than $0")
    return Asked(chosen, stake, meters, given.boxes, given.known)


def _pairs(option: str, texts: list[str]) -> Iterator[tuple[str, str]]:
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise InputError(f"{option} {text!r}: write it like NAME=VALUE")
        yield name, value


def _amount(where: str, text: str) -> int:
    try:
        return parse_money(text if text.startswith("$") else f"${text}")
    except ValueError as error:
        raise InputError(f"{where}: {error}") from None


def percent(share: Fraction, places: int = 4) -> str:
    """A fraction as a percentage, rounded for reading."""
    return f"{float(share) * 100:.{places}f} %"


def _all(found: list[Odds]) -> Iterator[str]:
    for regulation in dict.fromkeys(record.regulation for record in found):
        yield heading(regulation)
        rows = [
            (
                record.wager + (f" ({record.boxes} boxes)" if record.boxes else ""),
                record.paytable,
                "-" if record.expected is None else percent(-record.expected),
                percent(record.hit_frequency, 2),
                "-" if record.variance is None else f"{float(record.variance) ** 0.5:.2f}",
                "-" if record.element_of_risk is None else percent(record.element_of_risk),
                _even(record),
                record.cite.split(" ", 1)[1],
            )
            for record in found
            if record.regulation == regulation
        ]
        head = ("wager", "paytable", "house edge", "hits", "deviation", "of all staked", "break-even meter", "clause")
        yield table(head, rows, right=(2, 3, 4, 5, 6))


def _even(record: Odds) -> str:
    return "-" if record.break_even is None else show_money(round(record.break_even * 100))


def _one(record: Odds) -> Iterator[str]:
    yield paint(f"{record.regulation} {record.wager}, paytable {record.paytable}", "bold") + f"  ({record.cite})"
    total = record.total
    rows = [
        (row.pattern, row.pays or "-", f"{row.number:,}", percent(Fraction(row.number, total), 6))
        for row in record.rows
    ]
    yield table(("hand", "pays", "of " + f"{total:,}", "probability"), rows, right=(1, 2, 3))
    yield ""
    yield table(("", ""), list(_figures(record)))


def _figures(record: Odds) -> Iterator[tuple[str, str]]:
    if record.expected is not None:
        yield "expected net win", f"{record.expected} of the stake"
        yield "house edge", percent(-record.expected, 6)
    yield "hits", percent(record.hit_frequency)
    if record.variance is not None:
        yield "standard deviation", f"{float(record.variance) ** 0.5:.4f}"
    if record.average_stake is not None and record.element_of_risk is not None:
        yield "average stake", f"{record.average_stake} = {float(record.average_stake):.6f}"
        yield "edge of all staked", percent(record.element_of_risk, 6)
    if record.fixed is not None:
        yield "fixed pays, net", f"{record.fixed} = {percent(record.fixed)}"
        for name, share in record.meters.items():
            yield (
                f"meter {name}",
                f"paid {share} of it on average: one dollar more adds {percent(share * 100 / record.stake, 6)}",
            )
        for name, seed in record.seeds.items():
            yield f"supposes {name}", show_money(seed)
        if record.break_even is not None:
            yield "break-even meter", f"{record.break_even} = {_even(record)}"
        if record.envy_per_other_box is not None:
            yield "envy for each other box", f"{record.envy_per_other_box} = {percent(record.envy_per_other_box)}"
