"""Rounds whose cards fall into too many classes to walk: arrays of every deal answer for them if numba is installed."""

from collections.abc import Mapping
from importlib.util import find_spec
from math import comb, factorial
from typing import NamedTuple

from pitboss.cards import DECK
from pitboss.errors import install_command
from pitboss.play.terms import Cards
from pitboss.tree.chance import MOST_CLASSES, CardChances
from pitboss.tree.ends import End
from pitboss.tree.stages import Path, RoundStages

MOST_HANDS = 25_000_000
"""The most hands of one size that are held as an array."""

NEEDS_NUMBA = f"; with numba every deal is looked at instead: {install_command('sim')}"


class DealEnds(NamedTuple):
    """How often rounds end in some way under the best play."""

    path: Path
    end: End
    example: Mapping[str, Cards]
    deals: int


def is_for(stages: RoundStages, chance: CardChances) -> bool:
    """Whether arrays answer for a round, and a walk would have to look at too many classes."""
    if len(stages.stages) != 1 or len(chance.blocks) != 1 or not chance.blocks[0].compares:
        return False
    sees, dealt = stages.stages[0].sees, stages.dealt
    own, shown = sees["player"], sees.get("dealer", 0)
    readings = list(chance.readings(chance.blocks))
    return (
        set(sees) <= {"player", "dealer"}
        and all(hand.piles == ("player",) for hand in chance.blocks[0].hands)
        and own == dealt["player"]
        and shown + 2 <= dealt["dealer"]
        and all(one.reads.suits == "alike" and not one.reads.order for one in readings)
        and max(comb(len(DECK), own), comb(len(DECK), dealt["dealer"])) <= MOST_HANDS
        and comb(len(DECK), own) * comb(len(DECK) - own, shown) // factorial(4) > MOST_CLASSES
    )


def can_run() -> bool:
    """Whether numba is installed."""
    return find_spec("numba") is not None
