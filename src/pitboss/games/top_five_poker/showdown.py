"""The outcomes of a hand of Top Five Poker against every hand that the dealer may have.

Different numbers of high cards are decided by their numbers, in closed form. Equal numbers, and numbers with which only
some of the dealer's hands qualify, are summed over what the dealer can have of each rank.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import groupby
from typing import NamedTuple

from pitboss.cards import RANKINGS, Value
from pitboss.games.top_five_poker.hands import HighCardDeck, Numbers, Seen, Unseen, all_numbers, example
from pitboss.rules.regulation import Regulation

COMPARED = ("fewer", "more", "lower", "higher", "equal")
OUTCOMES = tuple((qualified, compared) for qualified in (False, True) for compared in COMPARED)
"""Whether the dealer qualifies, and how the player's hand compares to the dealer's."""
_INDEX = {outcome: index for index, outcome in enumerate(OUTCOMES)}
Counts = list[int]
"""How many of the dealer's hands lead to each of `OUTCOMES`."""


class Worth(NamedTuple):
    """A hand in the showdown: whether it qualifies as the dealer's, and what it compares by."""

    qualified: bool
    value: Value


class _Group(NamedTuple):
    """The dealer's hands of one number of high cards that all qualify or all do not, from the lowest to the highest."""

    qualified: bool
    values: Sequence[Value]
    numbers: Sequence[Numbers]


class HighCardShowdown:
    """The comparison of two hands from one deck, by a regulation under its options."""

    def __init__(self, regulation: Regulation, options: Mapping[str, str | int], deck: HighCardDeck) -> None:
        assert regulation.showdown
        self.deck = deck
        hand, under = regulation.hands[regulation.showdown.hand], regulation.hands[regulation.showdown.hand].other_under
        self.ranking = RANKINGS[hand.ranking]
        other = under is not None and options.get(under.option) == under.value
        self.compares_by = RANKINGS[hand.other_ranking] if other else self.ranking
        self.qualifies = self.ranking.patterns[regulation.showdown.qualifies]
        self.numbers_first = any(row.hand == "fewer" for row in regulation.showdown.outcomes)

    def counts(self, held: Numbers, royal: bool, seen: Seen, open_suits: Iterable[frozenset[int]]) -> Counts:
        """The dealer's hands by outcome, for a player who holds `held` and has `seen` some of the dealer's cards.

        `open_suits` has an entry for each suit in which the player has no high card: the indices of the ranks that are
        seen in that suit. Hands are counted first as if a royal flush were no more than its ranks. Then the hands with
        one, which the dealer can have only in an open suit and in one at most, move to the outcome of the flush.
        """
        found = list(self._by_ranks(held, royal, seen))
        for suit in open_suits:
            for index, more in self._moved_by_royal(held, royal, seen, suit):
                found[index] += more
        return found

    @cache  # noqa: B019 - a showdown lives no longer than its solver
    def _by_ranks(self, held: Numbers, royal: bool, seen: Seen) -> Counts:
        unseen, value = Unseen(self.deck, held, seen), self.worth(held, royal).value
        ways, found = unseen.rank_ways(), [0] * len(OUTCOMES)
        for number, groups in self._dealer_hands.items():
            if number != sum(held) and len(groups) == 1:
                found[self._outcome(value, groups[0].qualified, groups[0].values[0])] += unseen.ways(number)
            elif low := unseen.low_ways(number):
                for group in groups:
                    for index, hands in self._split(value, group):
                        found[index] += low * _sum_of_products(ways, hands)
        return found

    @cache  # noqa: B019
    def _moved_by_royal(self, held: Numbers, royal: bool, seen: Seen, suit: frozenset[int]) -> list[tuple[int, int]]:
        unseen, value = Unseen(self.deck, held, seen), self.worth(held, royal).value
        ways, moved = unseen.rank_ways(suit), []
        for numbers, plain, flush in self._dealer_royals:
            without, having = self._outcome(value, *plain), self._outcome(value, *flush)
            if without != having and (low := unseen.low_ways(sum(numbers))):
                hands = low * _sum_of_products(ways, [numbers])
                moved += [(without, -hands), (having, hands)]
        return moved

    def _split(self, value: Value, group: _Group) -> Iterator[tuple[int, Sequence[Numbers]]]:
        """The hands of a group that are below the player's, equal to it and above it, each with its outcome."""
        low, high = bisect_left(group.values, value), bisect_right(group.values, value)
        for start, end in ((0, low), (low, high), (high, len(group.values))):
            if start < end:
                yield self._outcome(value, group.qualified, group.values[start]), group.numbers[start:end]

    def _outcome(self, ours: Value, qualified: bool, theirs: Value) -> int:
        if ours == theirs:
            return _INDEX[qualified, "equal"]
        if self.numbers_first and ours.category != theirs.category:
            return _INDEX[qualified, "more" if ours > theirs else "fewer"]
        return _INDEX[qualified, "higher" if ours > theirs else "lower"]

    @cache  # noqa: B019
    def worth(self, numbers: Numbers, royal: bool) -> Worth:
        """What any hand of these numbers is worth, with a royal flush or without."""
        cards = example(numbers, royal)
        qualified = self.qualifies.holds(self.ranking.value_of(cards), cards)
        return Worth(qualified, self.compares_by.value_of(cards))

    @cached_property
    def _dealer_hands(self) -> Mapping[int, Sequence[_Group]]:
        """Every hand by its numbers of the high ranks, grouped by the number of high cards."""
        return {number: self._groups(hands) for number, hands in groupby(all_numbers(self.deck), key=sum)}

    @cached_property
    def _dealer_royals(self) -> list[tuple[Numbers, Worth, Worth]]:
        """The numbers that can hold a royal flush, with their worth if they do not and if they do."""
        return [(n, self.worth(n, False), self.worth(n, True)) for n in all_numbers(self.deck) if all(n)]

    def _groups(self, hands: Iterable[Numbers]) -> list[_Group]:
        valued = sorted((self.worth(numbers, False), numbers) for numbers in hands)
        groups = []
        for qualified, members in groupby(valued, key=lambda hand: hand[0].qualified):
            worths, numbers = zip(*members, strict=True)
            groups.append(_Group(qualified, [worth.value for worth in worths], numbers))
        return groups


def _sum_of_products(ways: Sequence[Sequence[int]], hands: Iterable[Numbers]) -> int:
    """The sum over the hands of the product over the ranks of the ways to hold that number of the rank."""
    tens, jacks, queens, kings, aces = ways  # unrolled: everything else together takes less time than this line
    return sum([tens[t] * jacks[j] * queens[q] * kings[k] * aces[a] for t, j, q, k, a in hands])
