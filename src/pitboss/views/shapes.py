"""The shapes of the views as JSON. The pages' types are generated from these."""

from typing import Literal, NotRequired, TypedDict

from pitboss.ledger.records import CountKind, PayoutMethod
from pitboss.rules.vocabulary import Person


class StepPart(TypedDict):
    """One part of a step, and its clause."""

    text: str
    cite: str


class NextStepView(TypedDict):
    """The next step that the regulation orders at a table. `command` takes it; None if players or cards come first."""

    by: Person
    title: str
    cite: str
    command: str | None
    says: str
    """The prescribed words."""
    steps: list[StepPart]
    reads: int
    """The number of cards to read first."""
    places: NotRequired[list[str]]
    """Where each card that is read goes."""
    turns: NotRequired[str]
    """What is turned up and read, as a command names it: `box 7`, `dealer`."""
    unread: NotRequired[str]
    """The command of a shuffle whose order nobody has read."""
    box: NotRequired[int]
    """The box that decides, whose hand is turned up, or that is paid."""
    action: NotRequired["ActionView"]
    """What a person enters to take the step, at a table of real cards: the number of a count."""


class FieldChoice(TypedDict):
    """One value that a field can take."""

    value: str
    label: str


class ActionField(TypedDict):
    """What a person enters to complete a command.

    `money` is written as `$10`, `text` is quoted if it has spaces, `cards` are written as `As Kd`, and `wagers` as
    `ante $10, pair_plus $5`.
    """

    name: str
    label: str
    kind: Literal["money", "number", "text", "cards", "wagers", "choice"]
    minimum: NotRequired[int]
    maximum: NotRequired[int]
    choices: NotRequired[list[FieldChoice]]


class ActionView(TypedDict):
    """Something that a person may do now."""

    kind: str
    """The kind of command: `PlaceWagers`, `LeaveSeat`."""
    command: str
    """The command, with `{name}` for each field."""
    label: str
    fields: NotRequired[list[ActionField]]
    example: NotRequired[str]
    """If there are fields: the command with something in each but cards, as the house would accept it now."""
    confirm: NotRequired[str]
    """What a person is told before they confirm the command, if it needs a confirmation."""
    tone: NotRequired[Literal["main", "danger"]]
    box: NotRequired[int]
    """The box that it is about."""
    choice: NotRequired[str]
    """The choice that it makes."""
    repeats: NotRequired[bool]
    """Whether it places the wagers of the last round again."""
    cite: NotRequired[str]
    """The clause of what it reports."""


class StubCount(TypedDict):
    """When the stub is counted next."""

    rounds: int
    """The number of rounds after this one; 0 in the round in which it is due."""
    text: str
    cite: str


class DeckAge(TypedDict):
    """How long a deck may stay in play."""

    deck: str
    hours: int
    change_by: int
    """The moment from which no round begins with it, in milliseconds."""
    cite: str


class PayLine(TypedDict):
    """The result of one wager or award of a box, for the dealer who pays and takes."""

    box: int
    item: str
    stake: int
    returned: int
    amount: int
    why: str
    cite: str
    player: str
    title: str
    does: str
    """`pay`, `return`, `take`, or `keep` a chip that is in the inventory already."""
    chips: list[list[int]]
    """Value and number of each kind of chip, largest first, then the coins."""
    validated: bool
    waits: bool
    """Whether the win waits for the floorperson."""
    done: bool


class ClearingStep(TypedDict):
    """Who still sits or holds chips at a table that closes, and the command that ends it."""

    text: str
    command: str
    cite: str


class RackCountView(TypedDict):
    """A count of a table inventory or a drop box that waits for a second person. Who only counts is told no amounts."""

    id: str
    kind: CountKind
    by: str
    amount: int | None
    chips: list[list[int]]


class PayoutView(TypedDict):
    """A payment that the desk owes, in cents. `missing` are the signatures that it takes, the next one first."""

    id: str
    round: int
    box: int
    title: str
    player: str
    amount: int
    hand: str
    missing: list[str]
    methods: list[PayoutMethod]
    """How it may be paid."""


class RackView(TypedDict):
    """The table inventory, if the house counts its racks: what it holds by the books, and the counts that wait."""

    state: Literal["", "open", "shut"]
    """Empty before the first count."""
    amount: int | None
    """In cents; None for those who count it."""
    box: bool
    """Whether a drop box was taken away and is not counted yet."""
    counts: list[RackCountView]
    payouts: list[PayoutView]


class ComingLimits(TypedDict):
    """Limits of a wager that were announced, in cents, and the moment from which they apply, in milliseconds."""

    id: str
    wager: str
    """Its name in the house file."""
    title: str
    minimum: int
    maximum: int
    stakes: str
    """The limits in words: `$5 to $1,000`."""
    effective: int
    law: str
    by: str
