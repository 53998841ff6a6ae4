"""The house file in force, coming changes, and the answer to a new file."""

from typing import Literal

from pitboss.errors import Violation
from pitboss.web.http.answers import AnswerModel
from pitboss.web.http.answers.derived import model_of


class HouseFileAnswer(AnswerModel):
    """Every violation of a house file, or what it changes at each table; and whether it is in force now."""

    approved: bool
    violations: list[model_of(Violation)]  # type: ignore[valid-type]
    tables: dict[str, Literal["new", "changed", "left out"]]
    in_force: bool


class FileInForce(AnswerModel):
    """Who put the house file in force, and when, in milliseconds; `house` if the house was started with it."""

    by: str
    role: str
    at: int
    digest: str


class EditionChangeJson(AnswerModel):
    """The edition of a table before a day and from that day on; the second is empty if none is in force."""

    before: str
    after: str


class ComingEditionsJson(AnswerModel):
    """A gaming day, and its beginning in milliseconds, from which tables run by other editions."""

    day: str
    at: int
    tables: dict[str, EditionChangeJson]
    approved: bool
    """Whether the house file is approved under them."""
    violations: list[model_of(Violation)]  # type: ignore[valid-type]


class WaitingTableJson(AnswerModel):
    """A table that has not taken the house file in force yet."""

    table: str
    edition: str
    edition_in_file: str
    is_played: bool
    ordered_by: str
    """Who has ordered that it takes the file after the round under way; empty if nobody has."""


class HouseChangesAnswer(AnswerModel):
    """The file in force, the coming editions, the tables that wait, and why no round begins at others."""

    today: str
    tables: list[str]
    file: FileInForce
    coming: ComingEditionsJson | None
    waiting: list[WaitingTableJson]
    blocked: dict[str, str]
