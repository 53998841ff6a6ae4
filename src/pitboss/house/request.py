"""What people ask of a live table: the engine's commands, and two that the house completes with entropy and clock."""

from functools import lru_cache
from typing import NamedTuple

from pitboss.play.commands import Command
from pitboss.play.message import Message
from pitboss.play.notation import parse_command, show_command


class ShuffleByHouse(Message):
    """The house's own shuffle; the house brings the order."""


class OpenBetsNow(Message):
    """A round begins; the house brings the time."""


Asked = Command | ShuffleByHouse | OpenBetsNow
_TEXTS: dict[str, Asked] = {"dealer shuffles": ShuffleByHouse(), "dealer opens bets": OpenBetsNow()}


class CommandRequest(NamedTuple):
    """A command on its way to a table. The same id twice has one effect and the same answer."""

    id: str
    table: str
    command: Asked
    round: int | None = None
    """The round that it is meant for: a late click never reaches the next one."""


@lru_cache(maxsize=4096)
def parse_asked(text: str) -> Asked:
    """The command in a line; a ValueError says how one is written."""
    return _TEXTS.get(text.strip()) or parse_command(text)


def show_asked(asked: Asked) -> str:
    """The line that `parse_asked` reads as this command."""
    if isinstance(asked, ShuffleByHouse | OpenBetsNow):
        return next(text for text, known in _TEXTS.items() if known == asked)
    return show_command(asked)
