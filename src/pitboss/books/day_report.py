"""DayReport: one table on one gaming day. It holds the stakes, payments and win, the theoretical win, and everything
else that a manager answers for. Money is in cents.
"""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Literal, NamedTuple, get_args

from pitboss.books.accounts import MovementKind
from pitboss.books.gaming_day import Day
from pitboss.books.theoretical_win import Chance


class WagerDay(NamedTuple):
    """A wager on a day, by the name that odds have for it: bets that share limits count together. Cents."""

    wager: str
    number: int = 0
    """How often it was settled: once for each box and round."""
    stakes: Mapping[str, int] = {}
    """The stakes settled on each betting area, without those that a player withdrew."""
    withdrawn: int = 0
    returned: int = 0
    """Stakes given back, with or without a win."""
    paid: int = 0
    on_coupons: int = 0
    """What the house paid on top, awards included, and the part of it that match play coupons won."""
    from_meters: int = 0
    to_meters: int = 0
    """Contributions to meters, and resets."""
    theory: Chance = Chance()
    unpriced: bool = False
    """True if the wager, or one of those added up here, has no odds: then there is no theoretical win."""

    @property
    def handle(self) -> int:
        return sum(self.stakes.values())

    @property
    def win(self) -> int:
        """What the house keeps. Money in a meter already belongs to the players, so a payment from it costs nothing."""
        return self.handle - self.returned - self.paid - self.to_meters

    @property
    def expected(self) -> Fraction:
        """The theoretical win, less the contributions, resets and coupons of the day."""
        return self.theory.mean - self.to_meters - self.on_coupons

    @property
    def hold(self) -> Fraction | None:
        return Fraction(self.win, self.handle) if self.handle else None

    @property
    def expected_hold(self) -> Fraction | None:
        return Fraction(self.expected, self.handle) if self.handle and not self.unpriced else None

    def plus(self, other: "WagerDay") -> "WagerDay":
        """The sum of both, under the name of the first."""
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
            self.unpriced or other.unpriced,
        )


class ChipTotal(NamedTuple):
    """How often chips or cash moved in one direction, and how much."""

    number: int = 0
    amount: int = 0

    def plus(self, amount: int) -> "ChipTotal":
        return ChipTotal(self.number + 1, self.amount + amount)


ChipFlow = Literal["bought", "cashed", "filled", "credited", "emptied"]
"""Players buy chips (the drop of the day) and cash them; the cage fills, credits and empties the drop box."""
CHIP_FLOWS: tuple[ChipFlow, ...] = get_args(ChipFlow)
NO_CHIPS: Mapping[ChipFlow, ChipTotal] = MappingProxyType(dict.fromkeys(CHIP_FLOWS, ChipTotal()))


class Jackpot(NamedTuple):
    """A win that a progressive meter paid."""

    round: int
    at: int
    box: int
    player: str
    wager: str
    pattern: str
    meter: str
    amount: int
    cite: str


class IrregularityRecord(NamedTuple):
    """An irregularity that was found; `round` is 0 between rounds."""

    round: int
    at: int
    found: str
    effects: str
    cite: str


class PaymentCorrection(NamedTuple):
    """A payment that the floorperson corrected; negative if the player gave chips back."""

    at: int
    by: str
    player: str
    amount: int
    reason: str
    cite: str


class DayReport(NamedTuple):
    """One table on one gaming day."""

    table: str
    day: Day
    regulation: str = ""
    completed: int = 0
    void: int = 0
    wagers: tuple[WagerDay, ...] = ()
    most_variance: Fraction = Fraction(0)
    """An upper bound of the variance of the whole win, however the hands of a round depend on each other."""
    exact: bool = False
    """Whether the exact variance of the whole win was asked for."""
    variance: Fraction | None = None
    """The exact variance of the whole win; None if it was not computed, and then `no_variance` says why."""
    no_variance: str = ""
    chips: Mapping[ChipFlow, ChipTotal] = NO_CHIPS
    jackpots: tuple[Jackpot, ...] = ()
    irregular: tuple[IrregularityRecord, ...] = ()
    corrections: tuple[PaymentCorrection, ...] = ()
    meters: Mapping[tuple[str, str], Mapping[MovementKind, int]] = {}
    """The movements of meters that the table's rounds caused, by link and meter."""
    refused: Mapping[str, int] = {}
    """Commands that were refused, by code."""

    @property
    def whole(self) -> WagerDay:
        """All wagers together; the theoretical win treats them as independent."""
        whole = WagerDay("all")
        for one in self.wagers:
            whole = whole.plus(one)
        return whole

    @property
    def corrected(self) -> int:
        """The sum of all corrections, from the players' side."""
        return sum(one.amount for one in self.corrections)
