"""Submission: what the operator chose for a house and each of its tables (the Rules Submission).

These types are the schema of a house file: the keys are the fields, and a field without a default is required.
"""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Literal

from pitboss.rules.payout import Payout
from pitboss.rules.record import Record
from pitboss.rules.vocabulary import Device, Minutes, Money, Percent, Shuffler


class WagerOffer(Record):
    """A wager that a table offers, or an award whose paytable the operator selects."""

    paytable: str = ""
    minimum: Money | None = None
    maximum: Money | None = None
    stakes: tuple[Money, ...] = ()
    """The amounts accepted, if the regulation fixes them."""
    link: str = ""
    pays: Mapping[str, Payout] = MappingProxyType({})
    """Payouts above the printed ones, by pattern, if the regulation prints minimums."""


class Submission(Record):
    """One table."""

    regulation: str
    boxes: int
    device: Device
    shuffler: Shuffler = "none"
    shuffler_model: str = ""
    shuffler_mode: str = ""
    decks: int = 1
    backs: tuple[str, ...] = ()
    adjacent_boxes: int | None = None
    payout_limit: Money | None = None
    version: str = "standard"
    dealer_cards: Literal["layout", "shuffler"] = "layout"
    limit_notice: Minutes | None = None
    """How long in advance players are told of new limits."""
    wagers: Mapping[str, WagerOffer]
    awards: Mapping[str, WagerOffer] = MappingProxyType({})
    options: Mapping[str, str | int] = MappingProxyType({})

    def award(self, name: str) -> WagerOffer:
        """The entry for an award; an empty one if the file leaves it out because there is nothing to select."""
        return self.awards.get(name, WagerOffer())


class MeterChoice(Record):
    """The amounts at which a meter starts and resets (one amount if only one is given), and its share of each wager."""

    seed: Money
    reset: Money | None = None
    rate: Percent

    @property
    def resets_to(self) -> int:
        return self.seed if self.reset is None else self.reset


class Link(Record):
    """Progressive meters that one table has, or several share."""

    meters: Mapping[str, MeterChoice]


CORRECTION_LIMIT = 50_000
"""The limit of a house file that states none, in cents."""
BUY_IN_LIMIT = 1_000_000
"""As above, of one sale of chips. Larger cash transactions are reported to the Treasury: 31 CFR 1021.311."""


class DeskLimits(Record):
    """From which amounts the desk pays, surveillance is told, and a pit manager signs."""

    pays: Money = 2_500_000
    surveillance: Money = 2_500_000
    manager: Money = 5_000_000


class AlertLimits(Record):
    """From where on the floor is alerted."""

    correction: Money = 0
    """The least correction of a payment."""
    difference: Money = 1
    """The least difference of a count."""
    low_rack: Money = 0
    """A table inventory below this; 0 means never."""
    deck_notice: Minutes = 60
    """How long before cards become too old."""
    result: Percent = Fraction(1, 100)
    """A table's result that is less probable."""
    known_cards: int = 100_000
    """Decisions that fit a known card better than one honest evening in this number."""
    webhook: str = ""
    """Where alerts are sent; empty means nowhere."""


class HouseSubmission(Record):
    """A whole house file."""

    facility: str
    correction_limit: Money = CORRECTION_LIMIT
    """A floorperson alone corrects a payment up to this amount; a larger correction takes two people."""
    buy_in_limit: Money = BUY_IN_LIMIT
    """One person sells a player chips up to this amount; a larger sale takes two people."""
    denominations: tuple[Money, ...] = ()
    """The values of the chips of the house; if it states them, racks are counted by them, and slips are issued."""
    desk: DeskLimits = DeskLimits()
    alerts: AlertLimits = AlertLimits()
    tables: Mapping[str, Submission]
    links: Mapping[str, Link] = MappingProxyType({})
