"""Actions: the numbers that an agent plays, each a command for the engine."""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.errors import CommandRefused
from pitboss.money import show_money
from pitboss.play import commands as c
from pitboss.play.commands import Command
from pitboss.table.betting import place
from pitboss.table.playing import choose, pending
from pitboss.table.stakes import accepted_stakes
from pitboss.table.state import Table

Wagers = tuple[tuple[str, int], ...]
Mask = npt.NDArray[np.int8]


class Actions(NamedTuple):
    """First the sets of wagers, the smallest at 0; then the choices of the decisions, in the script's order."""

    bets: tuple[Wagers, ...]
    costs: tuple[int, ...]
    """The cents of each set of wagers."""
    choices: tuple[str, ...]

    @classmethod
    def of(cls, table: Table, box: int) -> "Actions":
        """Every set of wagers at least stakes that this table, open for bets, accepts from a box; and every choice."""
        bets = tuple(wagers for wagers in _sets(table) if _is_placed(table, _bet(table, box, wagers)))
        choices = (choice.choice for step in table.ruleset.regulation.script for choice in step.choices)
        costs = tuple(sum(cents for _, cents in wagers) for wagers in bets)
        return cls(bets, costs, tuple(dict.fromkeys(choices)))

    def __len__(self) -> int:
        return len(self.bets) + len(self.choices)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each action: `ante $10, pair_plus $5`, `fold`."""
        return (*(", ".join(f"{name} {show_money(cents)}" for name, cents in bet) for bet in self.bets), *self.choices)

    @property
    def least(self) -> int:
        """The fewest cents that a box needs to bet."""
        return min(self.costs)

    def command(self, table: Table, box: int, action: int) -> Command:
        """The command of a box's action, whether it is permitted now or not."""
        if action < len(self.bets):
            return _bet(table, box, self.bets[action])
        return c.Choose(box, self.choices[action - len(self.bets)])

    def mask(self, table: Table, box: int) -> Mask:
        """1 for each action that the engine accepts from a box whose turn it is."""
        mask, rack = np.zeros(len(self), np.int8), table.rack_of(table.seats.get(box, ""))
        if table.round and table.round.phase == "betting":
            # The rules were asked when the sets were made; chips are all that differs between rounds.
            mask[: len(self.bets)] = [cost <= rack for cost in self.costs]
        elif due := pending(table):
            for choice in due[0].choices:
                mask[len(self.bets) + self.choices.index(choice.choice)] = _is_chosen(table, box, choice.choice)
        return mask


def _sets(table: Table) -> Iterator[Wagers]:
    """The least wagers, then every other set of wagers before the deal, each at the least stake that is accepted."""
    ruleset = table.ruleset
    least = dict(ruleset.least_wagers)
    before = [name for name, wager in ruleset.wagers.items() if wager.placed == "before_deal"]
    stakes = {name: accepted_stakes(ruleset, name).least or 0 for name in before} | least
    yield tuple(least.items())
    for size in range(1, len(before) + 1):
        for names in combinations(before, size):
            if set(names) != set(least):
                yield tuple((name, stakes[name]) for name in names)


def _bet(table: Table, box: int, wagers: Wagers) -> c.PlaceWagers:
    """If hands are made of community cards, boxes share them in turn."""
    hands = table.community_hands
    return c.PlaceWagers(box, wagers, hand=1 + (box - 1) % hands if hands else 0)


def _is_placed(table: Table, command: c.PlaceWagers) -> bool:
    # The handlers are asked, not `decide`, which on a refusal works out everything else that is open.
    try:
        tuple(place(table, command))
    except CommandRefused:
        return False
    return True


def _is_chosen(table: Table, box: int, choice: str) -> bool:
    try:
        choose(table, c.Choose(box, choice))
    except CommandRefused:
        return False
    return True
