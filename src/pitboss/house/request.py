"""CommandRequest: a command on its way to a table.

People give the engine's commands, and three more that the house completes: with entropy, the clock, and a
count of cards that nobody can hold.
"""

from functools import lru_cache
from typing import NamedTuple

from pitboss.play.commands import Command
from pitboss.play.message import Message
from pitboss.play.notation import parse_command, show_command


class ShuffleByHouse(Message):
    """The house shuffles: it draws the order."""


class OpenBetsNow(Message):
    """A round begins: the house reads the time."""


class CountByHouse(Message):
    """The house counts the cards of a table that has no real ones."""


HouseCommand = Command | ShuffleByHouse | OpenBetsNow | CountByHouse
_TEXTS: dict[str, HouseCommand] = {
    "dealer shuffles": ShuffleByHouse(),
    "dealer opens bets": OpenBetsNow(),
    "dealer counts stub": CountByHouse(),
}


class CommandRequest(NamedTuple):
    """A command for a table. The same id twice has one effect and the same result."""

    id: str
    table: str
    command: HouseCommand
    round: int | None = None
    """The round that the command is for, so that a late click never reaches the next one."""


def own_id(*parts: str | int) -> str:
    """An id of the house's own command. No client can use it up: an id that a client sends has no slash."""
    return "/".join(map(str, parts))


@lru_cache(maxsize=4096)
def parse_house_command(text: str) -> HouseCommand:
    """The command in a line; a ValueError says how commands are written."""
    return _TEXTS.get(text.strip()) or parse_command(text)


def show_house_command(command: HouseCommand) -> str:
    """The line that `parse_house_command` reads as this command."""
    if isinstance(command, ShuffleByHouse | OpenBetsNow | CountByHouse):
        return next(text for text, known in _TEXTS.items() if known == command)
    return show_command(command)
