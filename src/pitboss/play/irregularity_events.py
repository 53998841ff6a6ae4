"""Events about Chapter 13: what is found, who confirms it, and what a void round gives back."""

from pitboss.play.event_groups import NotedEvent, PublicEvent, RoundEvent, StageEvent


class IrregularityReported(PublicEvent):
    """The dealer reports what would void the round; the table waits until the floorperson confirms or refuses it.

    `place` is a box number, a pile or `deck`, and `number` the cards found there; empty and -1 if it is not a number.
    """

    found: str
    place: str
    number: int
    cite: str


class ReportRefused(PublicEvent):
    """The floorperson did not find what was reported: the round goes on."""

    found: str
    cite: str


class IrregularityFound(PublicEvent):
    """`effects` names what follows, with commas between."""

    found: str
    effects: str
    cite: str


class RoundVoided(StageEvent):
    cite: str


class PaymentTakenBack(RoundEvent):
    box: int
    item: str
    amount: int
    meter: str
    cite: str


class CouponReturned(NotedEvent):
    """A void round gives a match play coupon back unused."""

    box: int
    wager: str
    amount: int
    cite: str


class WagersAbandoned(PublicEvent):
    box: int
    cite: str
