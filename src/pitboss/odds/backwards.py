"""The exact value of every choice, for any script: the tree of a round, walked from its ends to its beginning.

Values are sums over all orders of the cards to come, in whole cents; each end is settled once by the engine.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import islice, pairwise
from math import factorial, lcm, prod
from typing import NamedTuple

from pitboss.cards import DECK
from pitboss.errors import InputError
from pitboss.odds.distribution import Distribution
from pitboss.odds.many_classes import NEEDS_NUMBA, DealEnds, can_run, is_for
from pitboss.play.terms import Cards
from pitboss.tree.card_classes import CardClass
from pitboss.tree.chance import CardChances
from pitboss.tree.ends import End, SettledBlock, blocks
from pitboss.tree.stages import Path, RoundStages


class EndOfRound(NamedTuple):
    """One way for a round to end under the best play, and how many deals lead to it."""

    path: Path
    end: End
    settled: SettledBlock
    staked: int
    deals: int


class Backwards:
    """One box with its wagers: the value of every choice, and the round under the best play.

    Of two choices of equal value the player takes the one that stakes less.
    """

    def __init__(self, stages: RoundStages, meters: Mapping[str, int] | None = None) -> None:
        self.stages = stages
        self._chance = CardChances(stages, blocks(stages, meters or {}))
        self._last = len(stages.stages) - 1
        self._known: dict[tuple[CardClass, Path], tuple[int, str]] = {}
        self._settled: dict[tuple[int, Path], dict[End, int]] = {}
        self._open: dict[Path, tuple[str, ...]] = {}

    @property
    def chance(self) -> CardChances:
        """The cards of the round."""
        return self._chance

    @property
    def is_whole(self) -> bool:
        """Whether one block has everything that the choices touch, so that the distribution is known too."""
        return len(self._chance.blocks) == 1

    def choices(self, path: Path) -> tuple[str, ...]:
        """The choices that are open after some choices, the smallest stake first; empty if none is due."""
        found = self._open.get(path)
        if found is None:
            known = self.stages.choices(path)
            found = tuple(sorted(known, key=lambda choice: self.stages.staked((*path, choice)))) or ("",)
            self._open[path] = found
        return found

    def _allowed(self, found: CardClass, path: Path) -> tuple[str, ...]:
        """The choices that the cards of a class leave open."""
        choices = self.choices(path)
        if not self.stages.allowing or choices == ("",):
            return choices
        allowed = self.stages.allowed(path, self._chance.shown(found, len(path))["player"])
        return tuple(choice for choice in choices if choice in allowed)

    def best(self, piles: Mapping[str, Cards], path: Path) -> str:
        """The best choice with the cards that are seen."""
        return self._best(self._chance.seen(piles), path)[1]

    def values(self, piles: Mapping[str, Cards], path: Path) -> dict[str, Fraction]:
        """What the wagers that choices touch win with each choice, in cents, given the cards that are seen."""
        found = self._chance.seen(piles)
        orders = self._orders(len(path)) * self._scale
        return {choice: Fraction(self._chosen(found, path, choice), orders) for choice in self._allowed(found, path)}

    @cached_property
    def _scale(self) -> int:
        """The deals that lead from the last decision to an end, as a multiple that suits all blocks."""
        return lcm(*self._totals)

    @cached_property
    def _totals(self) -> tuple[int, ...]:
        """For each block, the number of deals from the last decision to its ends."""
        # It is the same for all cards that are seen, so any will do.
        deck, sees = iter(DECK), self.stages.stages[self._last].sees
        found = self._chance.seen({pile: tuple(islice(deck, number)) for pile, number in sees.items()})
        return tuple(self._chance.ends(at, found, self._last).total for at in range(len(self._chance.blocks)))

    @property
    def orders(self) -> int:
        """The orders in which the cards of one deal can come, those that no decision tells apart."""
        seen = [sum(stage.sees.values()) for stage in self.stages.stages]
        return prod(factorial(after - before) for before, after in pairwise([0, *seen]))

    def _orders(self, stage: int) -> int:
        """The orders of cards from a decision to the last one."""
        return prod(self._chance.orders(later) for later in range(stage + 1, self._last + 1))

    def _chosen(self, found: CardClass, path: Path, choice: str) -> int:
        """What a choice wins, summed over everything that may come; cards are seen up to the decision."""
        after = (*path, choice)
        if len(path) < self._last:
            following = self._chance.next(len(after), found)
            return sum([number * self._best(one, after)[0] for one, number in following.items()])
        total = 0
        for at in range(len(self._chance.blocks)):
            ends, nets = self._chance.ends(at, found, self._last), self._nets(at, after)
            won = 0
            for end, number in ends.counts.items():
                net = nets.get(end)
                if net is None:
                    net = nets[end] = self._chance.blocks[at].settled(end, after, ends.examples[end]).net
                won += number * net
            total += won * (self._scale // ends.total)
        return total

    def _nets(self, block: int, path: Path) -> dict[End, int]:
        """What a block wins at the ends that were met so far after some choices."""
        return self._settled.setdefault((block, path), {})

    def _best(self, found: CardClass, path: Path) -> tuple[int, str]:
        """The value of the best choice, and the choice; of equal ones the first, which stakes least."""
        key = found, path
        known = self._known.get(key)
        if known is None:
            best = None
            for choice in self._allowed(found, path):
                value = self._chosen(found, path, choice)
                if best is None or value > best[0]:
                    best = value, choice
            assert best
            known = self._known[key] = best
        return known

    @cached_property
    def ends(self) -> tuple[EndOfRound, ...]:
        """How rounds end under the best play; an InputError if what the choices touch falls into several blocks."""
        if not self.is_whole:
            items = "; ".join(", ".join(block.items) for block in self._chance.blocks)
            raise InputError(f"no distribution: these are valued apart, by different cards: {items}")
        (block,) = self._chance.blocks
        many = is_for(self.stages, self._chance)
        if many and can_run():
            from pitboss.odds.every_deal import EveryDeal  # noqa: PLC0415 - numpy and numba are of the extra sim

            found = EveryDeal(self.stages, block, self.choices(())).ends()
        else:
            found = self._walked(NEEDS_NUMBA if many else "")
        return tuple(
            EndOfRound(path, end, block.settled(end, path, example), self.stages.staked(path), deals)
            for path, end, example, deals in found
        )

    def _walked(self, instead: str = "") -> Iterator[DealEnds]:
        """The ends that the walk from the beginning comes to; `instead` says what to do if there are too many."""
        reached: dict[tuple[CardClass, Path], int] = {(self._chance.root(), ()): 1}
        for stage in range(self._last + 1):
            before, reached = reached, {}
            for (found, path), deals in before.items():
                try:
                    following = self._chance.next(stage, found)
                except InputError as error:
                    raise InputError(error.reason + instead) from None
                for after, number in following.items():
                    key = after, (*path, self._best(after, path)[1])
                    reached[key] = reached.get(key, 0) + deals * number
        tally: dict[tuple[Path, End], int] = {}
        examples: dict[tuple[Path, End], Mapping[str, Cards]] = {}
        for (found, path), deals in reached.items():
            counts, shown, _ = self._chance.ends(0, found, self._last)
            for end, number in counts.items():
                tally[path, end] = tally.get((path, end), 0) + deals * number
                examples[path, end] = shown[end]
        for (path, end), deals in tally.items():
            yield DealEnds(path, end, examples[path, end], deals)

    def distribution(self, unit: int) -> Distribution:
        """The net wins under the best play, per unit first staked."""
        return Distribution.counted((Fraction(end.settled.net, unit), end.deals) for end in self.ends)

    def average_stake(self, unit: int) -> Fraction:
        """The average stake under the best play, per unit first staked."""
        total = sum(end.deals for end in self.ends)
        return Fraction(sum(end.staked * end.deals for end in self.ends), total * unit)

    def situations(self, stage: int) -> Iterator[tuple[Mapping[str, Cards], int]]:
        """An example of each class of cards seen at a decision, and how many orders of cards lead to the class."""
        level = {self._chance.root(): 1}
        for number in range(stage + 1):
            before, level = level, {}
            for found, orders in before.items():
                for after, more in self._chance.next(number, found).items():
                    level[after] = level.get(after, 0) + orders * more
        yield from ((self._chance.shown(found, stage), orders) for found, orders in level.items())
