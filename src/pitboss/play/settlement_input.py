"""The facts of a round that settlement needs, and the lines that it returns."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from pitboss.play.terms import Cards
from pitboss.rules.clause import Clause

Outcome = Literal["paid", "returned", "collected", "forfeited"]
NOTHING: Mapping[str, int] = MappingProxyType({})


class BoxFacts(NamedTuple):
    """One box with cards: its player, its stakes and its decisions."""

    box: int
    player: str | None
    """None if the record names no player; each such box then has a player of its own."""
    cards: Cards
    wagers: Mapping[str, int]
    choices: Mapping[str, str] = MappingProxyType({})
    """The choice made at each decision that was due."""
    match_play: Mapping[str, int] = NOTHING
    abandoned: bool = False
    """A floorperson declared the wagers abandoned."""


class RoundFacts(NamedTuple):
    """All boxes in ascending order, the cards on the table, and the meters as settlement begins."""

    boxes: tuple[BoxFacts, ...]
    dealer: Cards = ()
    community: Cards = ()
    """The community cards in play; a burned card is kept separately."""
    burned: Cards = ()
    bonus_box: Cards = ()
    meters: Mapping[str, int] = NOTHING


class SettledLine(NamedTuple):
    """One settled wager or award of a box. `amount` is what the house pays on top of the stake that it returns."""

    item: str
    stake: int
    outcome: Outcome
    returned: int
    amount: int
    pattern: str | None
    odds: str | None
    cite: Clause
    meter: str = ""
    """The meter that pays, if one does."""
    resets: bool = False
    hand_of: int = 0
    """The box whose hand earns an award."""

    @property
    def net(self) -> int:
        return self.returned + self.amount - self.stake


class Settlement(NamedTuple):
    """The lines of each box, boxes in the order of settlement, and the meters afterwards."""

    boxes: tuple[tuple[int, tuple[SettledLine, ...]], ...]
    meters: Mapping[str, int]

    def net(self, box: int) -> int:
        return sum(line.net for number, lines in self.boxes if number == box for line in lines)
