"""DayReport: a table on a gaming day. What was staked, paid and won, what the exact odds lead to expect, and everything
else that a manager answers for. Money is in cents.
"""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Literal, NamedTuple, get_args

from pitboss.books.accounts import Kind
from pitboss.books.gaming_day import Day
from pitboss.books.theoretical_win import Chance


class WagerDay(NamedTuple):
    """A wager on a day, as odds name it: Let It Ride's three bets are `base`, Ante and Play are `ante`. Cents."""

    wager: str
    number: int = 0
    """How often it was settled, once for each box and round."""
    stakes: Mapping[str, int] = {}
    """What was settled on each betting area; what a player withdrew is not in it."""
    withdrawn: int = 0
    returned: int = 0
    """Stakes given back, with a win or without."""
    paid: int = 0
    """What the house paid beside them, awards included."""
    on_coupons: int = 0
    """What of it was paid on match play coupons."""
    from_meters: int = 0
    to_meters: int = 0
    """Contributions and resets."""
    theory: Chance = Chance()

    @property
    def handle(self) -> int:
        return sum(self.stakes.values())

    @property
    def win(self) -> int:
        """What stays with the house. A meter's money is the players' already when the meter pays."""
        return self.handle - self.returned - self.paid - self.to_meters

    @property
    def expected(self) -> Fraction:
        """The theoretical win. Contributions, resets and coupons are taken as they were."""
        return self.theory.mean - self.to_meters - self.on_coupons

    @property
    def hold(self) -> Fraction | None:
        return Fraction(self.win, self.handle) if self.handle else None

    @property
    def expected_hold(self) -> Fraction | None:
        return Fraction(self.expected, self.handle) if self.handle else None

    def plus(self, other: "WagerDay") -> "WagerDay":
        """Both together under the name of the first."""
        return WagerDay(
            self.wager,
            self.number + other.number,
            {area: self.stakes.get(area, 0) + other.stakes.get(area, 0) for area in {**self.stakes, **other.stakes}},
            self.withdrawn + other.withdrawn,
            self.returned + other.returned,
            self.paid + other.paid,
            self.on_coupons + other.on_coupons,
            self.from_meters + other.from_meters,
            self.to_meters + other.to_meters,
            self.theory.plus(other.theory),
        )


class Total(NamedTuple):
    """Money that moved in one way: how often, and how much."""

    number: int = 0
    amount: int = 0

    def plus(self, amount: int) -> "Total":
        return Total(self.number + 1, self.amount + amount)


Way = Literal["bought", "cashed", "filled", "credited", "emptied"]
"""Players buy chips, which is the drop of the day, and cash them; the cage fills the table and takes chips back; the
drop box is emptied."""
WAYS: tuple[Way, ...] = get_args(Way)
NO_CHIPS: Mapping[Way, Total] = MappingProxyType(dict.fromkeys(WAYS, Total()))


class Jackpot(NamedTuple):
    """A win that a meter paid."""

    round: int
    at: int
    box: int
    player: str
    wager: str
    pattern: str
    meter: str
    amount: int
    cite: str


class Irregular(NamedTuple):
    """Something irregular that was found; `round` is 0 between rounds."""

    round: int
    at: int
    found: str
    effects: str
    cite: str


class Correction(NamedTuple):
    """A payment that the floorperson put right; negative where the player gave chips back."""

    at: int
    by: str
    player: str
    amount: int
    reason: str
    cite: str


class DayReport(NamedTuple):
    """A table on a gaming day."""

    table: str
    day: Day
    regulation: str = ""
    completed: int = 0
    void: int = 0
    wagers: tuple[WagerDay, ...] = ()
    most_variance: Fraction = Fraction(0)
    """What the variance of the whole win cannot exceed, however the hands of a round go together."""
    chips: Mapping[Way, Total] = NO_CHIPS
    jackpots: tuple[Jackpot, ...] = ()
    irregular: tuple[Irregular, ...] = ()
    corrections: tuple[Correction, ...] = ()
    meters: Mapping[tuple[str, str], Mapping[Kind, int]] = {}
    """What the table's rounds did to meters, by link and meter."""
    refused: Mapping[str, int] = {}
    """Commands that were refused, by code."""

    @property
    def whole(self) -> WagerDay:
        """All wagers together; theory takes each as telling nothing of the others."""
        whole = WagerDay("all")
        for one in self.wagers:
            whole = whole.plus(one)
        return whole

    @property
    def corrected(self) -> int:
        """What corrections gave players, all in all."""
        return sum(one.amount for one in self.corrections)
