"""Chips by denomination, as people count them."""

from collections.abc import Collection, Mapping

from pitboss.errors import CommandRefused
from pitboss.ledger.records import Chips
from pitboss.money import show_money

CURRENCY = (10_000, 5_000, 2_000, 1_000, 500, 200, 100)
"""The notes that a drop box may hold, in cents."""
_MOST = 1_000_000


def chips_of(values: Collection[int], counted: Mapping[int, int], law: str) -> Chips:
    """A count, largest value first. CommandRefused names a value that does not exist, or a number that cannot be."""
    for value, number in counted.items():
        if value not in values:
            known = ", ".join(map(show_money, sorted(values, reverse=True)))
            told = f"there is nothing worth {show_money(value)} to count here: there are {known}"
            raise CommandRefused("no-such-denomination", law, told)
        if not 0 <= number <= _MOST:
            raise CommandRefused("not-a-count", law, f"{number} of {show_money(value)} cannot be: count again")
    return tuple((value, counted[value]) for value in sorted(counted, reverse=True) if counted[value])


def total(chips: Chips) -> int:
    """What chips are worth, in cents."""
    return sum(value * number for value, number in chips)


def show_chips(chips: Chips) -> str:
    """`20 of $25, 100 of $5`."""
    return ", ".join(f"{number:,} of {show_money(value)}" for value, number in chips)
