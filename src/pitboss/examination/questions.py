"""Questions: a round as numbered lines of what is done at a table, perhaps with one fault that a dealer must find."""

from typing import Literal, NamedTuple, get_args

from pitboss.documents.event_text import EventNarrator
from pitboss.documents.settled_text import SettlingEvent
from pitboss.documents.titles import item_title
from pitboss.examination.played_round import PlayedStep
from pitboss.money import show_money
from pitboss.play import events as e

Topic = Literal["payment", "order", "exposed card", "count"]
TOPICS: tuple[Topic, ...] = get_args(Topic)
Asks = Literal["", "amount", "consequence"]
_UNTOLD = (e.MeterRaised, e.MeterLowered, e.MeterReset, e.JackpotLocked, e.WagersCollected)


class Line(NamedTuple):
    """Something that is done. `asks` is what a dealer who says that it is wrong must say besides."""

    text: str
    cite: str
    asks: Asks = ""


class Question(NamedTuple):
    """A round, or its beginning, and what is wrong with it."""

    topic: Topic
    lines: tuple[Line, ...]
    choices: tuple[str, ...]
    """What can follow from a finding; empty if the question has none."""
    faults: tuple[int, ...]
    """The lines, counted from 1, of which each is a right answer; empty if nothing is wrong."""
    due: int | None
    """What is right instead: cents that the player gets back, or the place of a choice; None if the line is enough."""
    clause: str
    why: str
    """What is right, in words."""

    @property
    def points(self) -> int:
        return 1 + (self.due is not None)


class Told(NamedTuple):
    """A line, and the event that it tells."""

    line: Line
    step: PlayedStep


def told(steps: tuple[PlayedStep, ...]) -> list[Told]:
    """The events of a round as lines. Contributions to meters are left out: the dealer does not make them."""
    found = []
    for step in steps:
        if isinstance(step.event, _UNTOLD):
            continue
        if isinstance(step.event, SettlingEvent) and not isinstance(step.event, e.WagerForfeited):
            line = settled_line(step, *handed(step.event))
        else:
            line = Line(str(EventNarrator(step.after, sees_all=True).text(step.event)), cite_of(step.event))
        found.append(Told(line, step))
    return found


def cite_of(event: e.Event) -> str:
    return str(getattr(event, "cite", ""))


def handed(event: SettlingEvent) -> tuple[int, int]:
    """The stake that goes back to the player, and what is paid on top."""
    match event:
        case e.WagerPaid(returned=returned, amount=amount):
            return returned, amount
        case e.AwardPaid(amount=amount):
            return 0, amount
        case e.WagerReturned(amount=amount):
            return amount, 0
        case e.WagerCollected() | e.WagerForfeited():
            return 0, 0


def staked(event: SettlingEvent) -> int:
    match event:
        case e.WagerPaid(stake=stake) | e.WagerCollected(stake=stake) | e.WagerForfeited(stake=stake):
            return stake
        case e.WagerReturned(amount=amount):
            return amount
        case e.AwardPaid():
            return 0


def settled_line(step: PlayedStep, returned: int, paid: int) -> Line:
    """What the dealer does with a wager or for an award, in these amounts."""
    event = step.event
    assert isinstance(event, SettlingEvent)
    item = event.award if isinstance(event, e.AwardPaid) else event.wager
    stake = staked(event)
    named = item_title(step.before.ruleset.regulation, item) + (f" of {show_money(stake)}" if stake else "")
    if paid:
        gone = ", and the stake does not go back" if stake else ""
        stays = f", and {show_money(returned)} goes back" if returned else gone
        does = f"the dealer pays {show_money(paid)}{stays}"
    elif returned:
        does = f"the dealer gives {show_money(returned)} back"
    else:
        does = "the dealer takes it" if stake else "the dealer pays nothing"
    return Line(f"Box {event.box}: {named}, {does}", event.cite, "amount")
