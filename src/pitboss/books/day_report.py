"""DayReport: one table on one gaming day. It holds the stakes, payments and win, the theoretical win, and everything
else that a manager answers for. Money is in cents.
"""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Literal, NamedTuple, get_args

from pitboss.books.accounts import MovementKind
from pitboss.books.gaming_day import Day
from pitboss.books.result_law import Probability
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
    resets: int = 0
    """The part of it that filled meters up after they were won."""
    theory: Chance = Chance()
    expected_resets: Fraction = Fraction(0)
    """What resets cost on average: the chance of each wager to win a meter whole, times its reset amount then."""
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
        """The theoretical win: less the contributions and coupons of the day, and what resets cost on average."""
        return self.theory.mean - (self.to_meters - self.resets) - self.expected_resets - self.on_coupons

    @property
    def surplus(self) -> Fraction:
        """The win less the theoretical win, with the resets as they happened on both sides."""
        return self.win + self.to_meters + self.on_coupons - self.theory.mean

    @property
    def lost_by_players(self) -> int:
        """What players lost in chips: the win, before meters took their share, less what meters paid."""
        return self.win + self.to_meters - self.from_meters

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
            self.resets + other.resets,
            self.theory.plus(other.theory),
            self.expected_resets + other.expected_resets,
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


class CountDifference(NamedTuple):
    """A count of a drop or an inventory that was not what the books had; negative if money was missing."""

    at: int
    by: str
    counted: str
    amount: int


class DayPart(NamedTuple):
    """Some rounds of a day: those of a table, a game, a shift or a dealer."""

    completed: int = 0
    void: int = 0
    whole: WagerDay = WagerDay("all")
    most_variance: Fraction = Fraction(0)
    drop: int = 0

    def plus(self, other: "DayPart") -> "DayPart":
        return DayPart(
            self.completed + other.completed,
            self.void + other.void,
            self.whole.plus(other.whole),
            self.most_variance + other.most_variance,
            self.drop + other.drop,
        )


class ToDate(NamedTuple):
    """Drop and win over a period: the statistical data of COMAR 36.05.03.25 A. A round counts when it ends."""

    rounds: int = 0
    void: int = 0
    drop: int = 0
    win: int = 0
    """What players lost in chips, less corrections, with the differences of counts."""

    @property
    def win_to_drop(self) -> Fraction | None:
        return Fraction(self.win, self.drop) if self.drop else None

    def plus(self, other: "ToDate") -> "ToDate":
        return ToDate(*(one + more for one, more in zip(self, other, strict=True)))


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
    probability: Probability | None = None
    """How likely the win is, if that was asked for and wagers have odds."""
    chips: Mapping[ChipFlow, ChipTotal] = NO_CHIPS
    jackpots: tuple[Jackpot, ...] = ()
    irregular: tuple[IrregularityRecord, ...] = ()
    corrections: tuple[PaymentCorrection, ...] = ()
    meters: Mapping[tuple[str, str], Mapping[MovementKind, int]] = {}
    """The movements of meters that the table's rounds caused, by link and meter."""
    refused: Mapping[str, int] = {}
    """Commands that were refused, by code."""
    rack_change: int = 0
    """What the chips in the table inventory container gained, fills and credits included."""
    differences: tuple[CountDifference, ...] = ()
    to_date: Mapping[str, ToDate] = {}
    """By period: `day`, `month` and `year`, up to the end of the day."""
    before: tuple[str, ToDate] | None = None
    """The year before, in the first year the month before: what COMAR 36.05.03.25 B(2) compares with."""
    shifts: Mapping[str, DayPart] = {}
    dealers: Mapping[str, DayPart] = {}
    """By who gave the last command of a round as its dealer; `house` if nobody did."""

    @property
    def whole(self) -> WagerDay:
        """All wagers together; the theoretical win treats them as independent."""
        whole = WagerDay("all")
        for one in self.wagers:
            whole = whole.plus(one)
        return whole

    @property
    def part(self) -> DayPart:
        return DayPart(self.completed, self.void, self.whole, self.most_variance, self.drop)

    @property
    def drop(self) -> int:
        """What is in the drop box: what players paid for chips, as far as it was counted by the count."""
        return self.chips["bought"].amount + sum(one.amount for one in self.differences if one.counted == "drop")

    @property
    def net_revenue(self) -> int:
        """By the formula of COMAR 36.05.03.15 D: ending inventory, credits and drop, less beginning inventory and
        fills. No promotional instruments are excluded."""
        return self.rack_change + self.chips["credited"].amount + self.drop - self.chips["filled"].amount

    @property
    def corrected(self) -> int:
        """The sum of all corrections, from the players' side."""
        return sum(one.amount for one in self.corrections)
