"""What clients send, checked before anything else looks at it; and what they are answered, described."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Line = Annotated[str, StringConstraints(min_length=1, max_length=2000, pattern=r"^[^\x00-\x1f\x7f]+$")]
Id = Annotated[str, StringConstraints(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9._:-]+$")]
Number = Annotated[int, Field(ge=0, lt=10**15)]


def fault(errors: Sequence[Any]) -> str:
    """What is wrong with a message, and where; in letters that every log and screen can show."""
    first = errors[0]
    return f"{'.'.join(ascii(part).strip(chr(39)) for part in first['loc'])}: {first['msg']}"[:300]


class Strict(BaseModel):
    """Unknown keys are errors, and a number is not a text."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


# Sent


class SignIn(Strict):
    name: Line
    password: Line


class Guest(Strict):
    """Someone who plays at a practice house without a password."""

    name: Line


class CommandSent(Strict):
    """A command in the notation of the table. The id makes it safe to send again."""

    id: Id
    command: Line
    round: Number | None = None


# Answered


class Problem(BaseModel):
    """An answer that says no."""

    code: str
    """Stable, for programs."""
    reason: str
    clause: str | None = None
    open_now: str | None = None


class PersonShown(BaseModel):
    """Who is signed in. `tables` are the only tables; empty means every table."""

    name: str
    role: str
    tables: list[str]


class SessionOpened(PersonShown):
    """The token is also set as a cookie, which pages use."""

    token: str


class HouseShown(BaseModel):
    """The tables by name, each with its regulation; the key that signs the ledger."""

    facility: str
    tables: dict[str, str]
    public_key: str
    suspended: bool


class Answered(BaseModel):
    """What a command did. `again`: it had been done before, and was not done twice."""

    table: str
    seq: int
    again: bool
    events: list[dict[str, Any]]


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
    """Empty where the table is open; else `closing` or `closed`."""


class Lobby(BaseModel):
    facility: str
    practice: bool
    address: str
    """Where phones in the network reach the house; empty where they cannot."""
    tables: list[LobbyTable]


PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": told}
    for status, told in {
        400: "The message cannot be used as it is.",
        401: "Nobody is signed in, or no longer.",
        403: "This is not for this person, or comes from another page.",
        404: "There is no such thing.",
        409: "The regulation forbids this now; the clause says why.",
        413: "The message is too large.",
        429: "Too many requests.",
        503: "The ledger cannot keep anything now, or the house is closing or busy.",
    }.items()
}
"""The answers that say no, the same everywhere."""
TEXT: dict[str, Any] = {"content": {"text/plain": {"schema": {"type": "string"}}}}
"""An answer that is a plain text."""
