"""`pitboss diff --db`: what the rounds of a ledger would have paid under the other edition."""

import argparse
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from pitboss.books.other_edition import EditionMoney, RoundByOther, TwoAmounts, rounds_by_other
from pitboss.cli.calendars import calendar_of
from pitboss.cli.ledgers import opened
from pitboss.cli.output import heading, say, table
from pitboss.cli.progress import ProgressBar
from pitboss.errors import InputError
from pitboss.money import show_money
from pitboss.rules.regulation import Regulation
from pitboss.text import plural, show_signed

_NAMED = 8
"""The rounds that the text names of those that are not allowed; JSON has all of them."""


class LedgerMoney:
    """The rounds of a ledger that were played by one of two editions, settled by the other one."""

    def __init__(self, left: Regulation, right: Regulation, options: argparse.Namespace) -> None:
        if left.id != right.id:
            raise InputError("--db: a round can only be settled by another edition of its own regulation")
        calendar = calendar_of(options)
        self._others = {left.key: right.key, right.key: left.key}
        self._money = {edition.key: EditionMoney((*edition.wagers, *edition.awards)) for edition in (left, right)}
        with opened(options.db) as store, ProgressBar("entries") as bar:
            for one in rounds_by_other(store, (left, right), options.table, bar.show):
                self._money[one.edition].add(one, calendar.date_of(one.at).isoformat())

    def to_json(self) -> list[dict[str, Any]]:
        """For programs, the rounds of each edition. Money is in cents."""
        return [_edition_json(played, self._others[played], money) for played, money in self._money.items()]

    def show(self) -> None:
        """Prints the rounds of each edition that the ledger has."""
        print(heading("What the rounds of the ledger would have paid"))
        there = {played: money for played, money in self._money.items() if money.rounds or money.void or money.refused}
        for played, money in there.items():
            _show(played, self._others[played], money)
        if not there:
            say(f"No round of {' or '.join(self._money)} is over.", 2)


# For programs


def _edition_json(played: str, other: str, money: EditionMoney) -> dict[str, Any]:
    return {
        "played_by": played,
        "settled_by": other,
        "rounds": money.rounds,
        "changed": money.changed,
        "void": money.void,
        "total": _amounts(money.total),
        "wagers": {item: _amounts(amounts) for item, amounts in money.items.items()},
        "tables": [
            {"table": name, "day": day, "rounds": rounds, **_amounts(amounts)}
            for (name, day), (rounds, amounts) in sorted(money.days.items())
        ],
        "to_meters": dict(zip(("paid", "other"), map(str, money.contributed), strict=True)),
        "differences": [{"round": name, **found._asdict()} for name, found in money.differences],
        "not_allowed": [
            {"reason": reason, "rounds": [one.id for one in rounds], "paid": _paid(rounds)}
            for reason, rounds in money.refused.items()
        ],
    }


def _amounts(amounts: TwoAmounts) -> dict[str, int]:
    return {**amounts._asdict(), "change": amounts.change}


def _paid(rounds: Iterable[RoundByOther]) -> int:
    return sum(sum(one.paid.values()) for one in rounds)


# For people


def _show(played: str, other: str, money: EditionMoney) -> None:
    void = f", {money.void} void" if money.void else ""
    say(f"Played by {played}, settled by {other}: {plural(money.rounds, 'round')}{void}.", 2)
    if money.rounds:
        head = ("paid", f"by {other}", "change")
        rows = [(item, *_shown(amounts)) for item, amounts in (*money.items.items(), ("all", money.total))]
        print(table(("wager", *head), rows, right=(1, 2, 3), indent=4))
        print()
        days = [
            (name, day, f"{rounds:,}", *_shown(amounts))
            for (name, day), (rounds, amounts) in sorted(money.days.items())
        ]
        print(table(("table", "day", "rounds", *head), days, right=(2, 3, 4, 5), indent=4, keys=2))
        changed = plural(money.changed, "round") if money.changed else "No round"
        say(f"{changed} would have paid another amount. Stakes given back are included.", 4)
    own, least = money.contributed
    if own != least:
        say(f"Meters took {_cents(own)} of these wagers; by {other} they take at least {_cents(least)}.", 4)
    for reason, rounds in money.refused.items():
        named = ", ".join(one.id for one in rounds[:_NAMED])
        more = f" and {len(rounds) - _NAMED:,} more" if len(rounds) > _NAMED else ""
        does = "is" if len(rounds) == 1 else "are"
        paid = show_money(_paid(rounds))
        say(f"{plural(len(rounds), 'round')} {does} not allowed by {other} and not in these sums: {reason}.", 4)
        say(f"{paid} was paid in {named}{more}.", 6)


def _shown(amounts: TwoAmounts) -> tuple[str, str, str]:
    return show_money(amounts.paid), show_money(amounts.other), show_signed(amounts.change)


def _cents(amount: Fraction) -> str:
    """An amount in cents, to the nearest whole one."""
    return show_money(round(amount))
