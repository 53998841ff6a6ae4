"""A table as people see it: the view, its events and its layout."""

from typing import Annotated, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import Field, create_model

from pitboss.cards import Card
from pitboss.ledger.table_status import Transfer
from pitboss.play import events as e
from pitboss.views.shapes import (
    ActionView,
    ClearingStep,
    ComingLimits,
    DeckAge,
    NextStepView,
    PayLine,
    RackView,
    StubCount,
)
from pitboss.web.http.answers import AnswerModel
from pitboss.web.http.answers.derived import model_of


def _event_model(kind: type) -> type[AnswerModel]:
    """An event as JSON. Cards may be missing, because not everybody may see them; `number` then counts them."""
    fields: dict[str, object] = {"event": (Literal[kind.__name__], ...)}
    hints = get_type_hints(kind)
    for name, hint in hints.items():
        if hint is Card:
            fields[name] = (str, Field("", description="only if this person may see it"))
        elif get_origin(hint) is tuple:
            fields[name] = (list[str], Field([], description="only if this person may see them"))
        else:
            fields[name] = (hint, ...)
    if any(hint is Card or get_origin(hint) is tuple for hint in hints.values()):
        fields["number"] = (int, Field(0, description="how many cards, seen or not"))
    fields["subject"] = (str, Field("", description="whom it is about, if neither player nor box says so"))
    fields["text"] = (str, Field("", description="the event in words, if a player follows it in words"))
    return create_model(f"{kind.__name__}Json", __base__=AnswerModel, __doc__=kind.__doc__, **fields)  # type: ignore[call-overload, no-any-return]


EVENT_MODELS = tuple(_event_model(kind) for kind in get_args(e.Event))
EventJson = Annotated[Union[EVENT_MODELS], Field(discriminator="event")]  # type: ignore[valid-type]  # noqa: UP007


class CommandAnswer(AnswerModel):
    """The effect of a command. `again`: it was done before, and was not done again."""

    table: str
    seq: int
    again: bool
    events: list[EventJson]


class BoxSettlement(AnswerModel):
    returned: int
    amount: int


class BoxView(AnswerModel):
    """A box of a round. `cards` are those that this person may see, `name` is their hand; `down` counts the others."""

    player: str
    wagers: dict[str, int]
    coupons: dict[str, int]
    hand: int
    cards: list[str]
    name: str
    down: int
    choices: dict[str, str]
    left: bool
    abandoned: bool
    settled: dict[str, BoxSettlement]


class PileView(AnswerModel):
    cards: list[str]
    down: int


class RoundView(AnswerModel):
    number: int
    boxes: dict[str, BoxView]
    piles: dict[str, PileView]


class TurnView(AnswerModel):
    """The box that decides now."""

    box: int
    decision: str
    choices: list[str]


class TimerView(AnswerModel):
    """What an automatic table waits for, until when; times in milliseconds."""

    what: str
    ends_at: int
    now: int


class ChoiceValue(AnswerModel):
    """The exact value of a choice, and what it costs to prefer it to the best one."""

    value: str
    as_float: float = Field(alias="float")
    cost: float
    cost_exact: str


class AdviceView(AnswerModel):
    """At a practice house, what the choices of the player's own box are worth."""

    round: int
    box: int
    decision: str
    best: str
    asks: str
    stake: int
    choices: dict[str, ChoiceValue]


class ProspectView(AnswerModel):
    """At a practice house, what the player can expect of the round."""

    round: int
    staked: int
    mean: str
    as_float: float = Field(alias="float")
    deviation: float
    wagers: dict[str, float]


class PublicView(AnswerModel):
    """What anybody may see of a table; amounts in cents."""

    table: str
    regulation: str
    seats: dict[str, str]
    meters: dict[str, int]
    phase: str | None
    turn: TurnView | None
    round: RoundView | None
    last: RoundView | None
    seq: int
    rounds: int
    back: str | None
    closed: Literal["", "closing", "closed"]
    commitment: str | None
    rules: str
    """The digest of the rules: if it changes, the layout changes too."""
    coming_limits: list[model_of(ComingLimits)]  # type: ignore[valid-type]


class BesideView(AnswerModel):
    """What a person is shown besides the table itself."""

    timer: TimerView | None = None
    advice: AdviceView | None = None
    prospect: ProspectView | None = None


class TableView(PublicView, BesideView):
    """The table as the person who asks may see it: a player's own cards and chips, the staff's work."""

    player: str | None = None
    rack: int | None = None
    actions: list[model_of(ActionView)] | None = None  # type: ignore[valid-type]
    """What this person may do now, with label, fields and confirmation."""
    racks: dict[str, int] | None = None
    inventory: int | None = None
    counted_rack: model_of(RackView) | None = None  # type: ignore[valid-type]
    drop: int | None = None
    out_of_service: dict[str, str] | None = None
    waiting: list[list[int | str]] | None = None
    dealer: str | None = None
    transfers: list[model_of(Transfer, "TransferView")] | None = None  # type: ignore[valid-type]
    next: model_of(NextStepView) | None = None  # type: ignore[valid-type]
    pays: list[model_of(PayLine)] | None = None  # type: ignore[valid-type]
    clear: list[model_of(ClearingStep)] | None = None  # type: ignore[valid-type]
    stub_count: model_of(StubCount) | None = None  # type: ignore[valid-type]
    deck_age: list[model_of(DeckAge)] | None = None  # type: ignore[valid-type]


class FloorAnswer(AnswerModel):
    """`difference`: the counted drop less the drop in the books, in cents, if a drop was counted.

    `waits`: whether a correction waits for a second person.
    """

    difference: int | None = None
    waits: bool | None = None
