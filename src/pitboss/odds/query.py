"""OddsQuery: the circumstances that odds are computed for, besides the wager and its paytable."""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.rules.vocabulary import Under

Options = Mapping[str, str | int]
"""Ruling options by their keys."""


class OddsQuery(NamedTuple):
    """The options, stake, meters, boxes and known cards that odds are computed for."""

    options: Options
    """The options that the query sets; options that keep the reading in force are left out."""
    stake: int | None = None
    """In cents. A wager whose stake is fixed keeps its own."""
    meters: Mapping[str, int] = {}
    """What meters show, in cents; a meter that is not named shows its least seed."""
    boxes: int | None = None
    known: str = ""
    """A card that the player sees before deciding: `dealer:1`, `community:first`."""

    def holds(self, under: Under | None) -> bool:
        """Whether the query sets the option that a row of the rules depends on."""
        return under is not None and self.options.get(under.option) == under.value
