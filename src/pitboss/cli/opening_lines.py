"""What `pitboss serve` says about the house that it has opened, and the witnesses that it opens with."""

from typing import TYPE_CHECKING

from pitboss.cli.files import read_text
from pitboss.documents.approval import edition_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.house.live_house import LiveHouse


def be_witnessed(house: "LiveHouse", file: str | None) -> None:
    """Has the heads of a house cosigned by the witnesses of a policy file, if one is given."""
    if file:
        from pitboss.house.witnesses import MOST_BYTES, witnesses_of  # noqa: PLC0415 - for start-up time

        house.be_witnessed(witnesses_of(read_text(file, MOST_BYTES), file))


def opening_lines(house: "LiveHouse", file: str) -> "Iterator[str]":
    """Sentences about a house file other than the given one, editions that come into force, and absent witnesses."""
    coming = house.changes.coming
    if house.witnesses and house.witnesses.complaints:
        yield f"Not every witness has cosigned: {'; '.join(house.witnesses.complaints)}."
    if not house.runs_by_given_file:
        yield (
            f"The house runs by a file that was put in force while it was open, not by {file}. "
            "The floor's page has its text: save it as your house file."
        )
    if house.refused_today:
        yield (
            f"Today's rules refuse {file}, so the house goes on by the rules that approved it: "
            f"pitboss check {file} says what to change."
        )
    if coming is None:
        return
    yield from (f"From {coming.day} on, {line}." for line in edition_lines(coming.tables))
    if coming.house is None:
        yield f"The house file is not approved on that day: pitboss check {file} --on {coming.day} says why."
