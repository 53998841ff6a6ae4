"""What clients send, checked before anything else looks at it."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints

Line = Annotated[str, StringConstraints(min_length=1, max_length=2000, pattern=r"^[^\x00-\x1f\x7f]+$")]
Id = Annotated[str, StringConstraints(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9._:-]+$")]


class Strict(BaseModel):
    """Unknown keys are errors, and a number is not a text."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


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
    round: int | None = None
