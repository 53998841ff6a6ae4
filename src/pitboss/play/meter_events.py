"""Events of progressive meters: what wagers and the house put into them, and what a win takes off."""

from pitboss.play.event_groups import MeterEvent, RoundEvent


class MeterRaised(MeterEvent):
    """Whole cents move to the meter; `carry` is the exact rest that waits, as a fraction of a cent."""

    meter: str
    amount: int
    carry: str
    cite: str


class MeterLowered(MeterEvent):
    """Undoes what a void round put into a meter, or took from it (a negative amount)."""

    meter: str
    amount: int
    carry: str
    cite: str


class MeterShown(MeterEvent):
    """What a shared meter shows at this table before the events that follow, because other tables have moved it."""

    meter: str
    amount: int
    carry: str
    cite: str


class MeterReset(RoundEvent):
    """The house fills the meter up to its reset amount."""

    meter: str
    amount: int
    cite: str


class JackpotLocked(RoundEvent):
    """A hand is up and wins from a meter: the amount leaves the meter and waits for the payment of this wager."""

    box: int
    wager: str
    meter: str
    amount: int
    cite: str


class JackpotReleased(RoundEvent):
    """A correction: a locked amount that is not paid goes back to its meter."""

    box: int
    wager: str
    meter: str
    amount: int
    cite: str
