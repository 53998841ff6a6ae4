"""What clients send, checked before anything else reads it; and the answers about people, the house and its tables."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Line = Annotated[str, StringConstraints(min_length=1, max_length=2000, pattern=r"^[^\x00-\x1f\x7f]+$")]
Id = Annotated[str, StringConstraints(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9._:-]+$")]
"""An id that a client chose. It has no slash: ids with one are the house's own."""
Number = Annotated[int, Field(ge=0, lt=10**15)]


def fault(errors: Sequence[Any]) -> str:
    """What is wrong with a message, and where, in ASCII for every log and screen."""
    first = errors[0]
    return f"{'.'.join(ascii(part).strip(chr(39)) for part in first['loc'])}: {first['msg']}"[:300]


class Strict(BaseModel):
    """A message whose unknown keys are errors, and in which a number is not a text."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


# Sent


class SignIn(Strict):
    """A person with a password."""

    name: Line
    password: Line


class BadgeShown(Strict):
    """A person with a badge and a PIN, at a console."""

    badge: Line
    pin: Line


class Relief(BadgeShown):
    """A dealer who takes over the console of a table."""

    table: Line


class NewPassword(Strict):
    """A person's own new password, and the one until now."""

    old: Line
    new: Line


class GuestName(Strict):
    """A player at a practice house, without a password."""

    name: Line


class CommandSent(Strict):
    """A command in the notation of the table. The same id twice has one effect."""

    id: Id
    command: Line
    round: Number | None = None


class CardsSent(Strict):
    """Cards that a reading shoe, a camera or a scanner has read. The same id twice has one effect."""

    id: Id
    cards: Line
    """As `Qs 6d 4c`; the spaces may be left out."""
    place: Line | None = None
    """`box 7`, `dealer`, `community`; else the place that is turned up next, or all cards of the deal before it."""
    round: Number | None = None


# Answered


class Problem(BaseModel):
    """Why a request is refused or has failed."""

    code: str
    """Stable, for programs."""
    reason: str
    clause: str | None = None
    open_now: str | None = None


class PersonShown(BaseModel):
    """The person who is signed in. `tables` are the only tables; empty means every table."""

    name: str
    role: str
    tables: list[str]


class SessionOpened(PersonShown):
    """A new session. The token is also set as a cookie, for pages."""

    token: str


class SessionJson(BaseModel):
    """An open session."""

    name: str
    role: str
    tables: list[str]
    since: int
    until: int


class SupervisedJson(BaseModel):
    """A floorperson's tables, those that count, how many may, and the clause that says so."""

    name: str
    tables: list[str]
    counted: list[str]
    most: int
    clause: str
    within: bool


class SupervisionJson(BaseModel):
    """Who supervises which tables, and the tables that nobody supervises."""

    floorpersons: list[SupervisedJson]
    unsupervised: list[str]


class HouseShown(BaseModel):
    """The house: its tables, each with its regulation, and the key that signs its ledger."""

    facility: str
    tables: dict[str, str]
    public_key: str
    suspended: bool


class LobbyTable(BaseModel):
    """A table as the lobby lists it; amounts in cents."""

    name: str
    regulation: str
    title: str
    jurisdiction: str
    seats: dict[str, str]
    boxes: int
    minimum: int
    maximum: int
    meters: dict[str, int]
    phase: str | None
    rounds: int
    dealt: str
    closed: str
    """Empty if the table is open; else `closing` or `closed`."""


class Lobby(BaseModel):
    """The tables that a newcomer chooses from."""

    facility: str
    practice: bool
    address: str
    """The address at which phones in the network reach the house; empty if they cannot."""
    denominations: list[int]
    """The values of the chips, in cents, if the house counts its racks by them."""
    tables: list[LobbyTable]


PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": meaning}
    for status, meaning in {
        400: "The message has the wrong form.",
        401: "Nobody is signed in, or the session has ended.",
        403: "This person may not do this, or another site's page sent it.",
        404: "There is no such table, round, regulation or address.",
        409: "The regulation forbids this now; the clause says why.",
        413: "The message is too large.",
        429: "Too many requests.",
        503: "The ledger cannot store anything now, or the house is closing or busy.",
    }.items()
}
"""The answers to a request that is refused or has failed, the same for every operation."""
TEXT: dict[str, Any] = {"content": {"text/plain": {"schema": {"type": "string"}}}}
"""An answer in plain text."""
