"""Hidden hands: how many of the hands that another player may hold beat a hand, given the cards that are seen.

Hands that hold none of the seen cards are counted by inclusion and exclusion from the hands that hold some of them.
Those counts depend on the class of the cards that they hold, so few are needed.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable
from functools import cached_property, lru_cache
from itertools import accumulate
from math import factorial
from typing import NamedTuple

from pitboss.cards import RANKINGS, Card
from pitboss.cards.reads import Reads
from pitboss.cards.value import Value
from pitboss.errors import InputError
from pitboss.play.terms import Terms, compared
from pitboss.tree.card_classes import CardClass, CardClasses, Cards, HandReading
from pitboss.tree.pattern_reads import reads_of, value_reads

Compared = tuple[bool, str]
"""Whether the dealer qualifies, and how the player's hand compares."""


class DealerKind(NamedTuple):
    """Hands of the dealer that no outcome tells apart."""

    value: Value
    qualifies: bool
    example: Cards


class DealersHand(NamedTuple):
    """How the showdown looks at the dealer's hand."""

    ranking: str
    """The ranking that compares hands."""
    judged_by: str
    """The ranking of the pattern with which the dealer qualifies."""
    qualifies: str
    """The pattern; empty if the dealer plays with every hand."""
    numbers_first: bool
    """Whether the number of cards is compared before their rank."""
    size: int


class DealerKinds:
    """The kinds of hand that the dealer may hold, lowest first, and how a hand compares with each."""

    def __init__(self, kinds: Iterable[DealerKind], numbers_first: bool) -> None:
        self._numbers_first = numbers_first
        self.kinds = sorted(kinds)
        self._values = [kind.value for kind in self.kinds]
        self._runs: dict[Value, tuple[list[int], list[Compared]]] = {}
        marks = [(kind.qualifies, numbers_first and kind.value.category) for kind in self.kinds]
        # Whether the dealer qualifies, or the number of cards that count, changes here.
        self._edges = [place for place in range(1, len(marks)) if marks[place] != marks[place - 1]]

    def outcomes(self, value: Value) -> tuple[list[int], list[Compared]]:
        """Where the outcome changes as the dealer's hand gets higher, and last the number of kinds."""
        known = self._runs.get(value)
        if known is None:
            edges = {0, bisect_left(self._values, value), bisect_right(self._values, value), *self._edges}
            starts = sorted(edge for edge in edges if edge < len(self.kinds))
            outcomes = [self.outcome(value, self.kinds[start]) for start in starts]
            known = self._runs[value] = [*starts, len(self.kinds)], outcomes
        return known

    def outcome(self, value: Value, kind: DealerKind) -> Compared:
        """How a hand compares with the dealer's."""
        return kind.qualifies, compared(value, kind.value, self._numbers_first)


class _Holding:
    """The hands of the dealer that hold some cards, and those that hold one more."""

    def __init__(self, named: CardClass, left: int, places: list[int], sums: list[int]) -> None:
        self.named = named
        """The class of the cards; suits that matter keep their names."""
        self.left = left
        """How many cards a hand has besides."""
        self.places, self.sums = places, sums
        self.more: dict[Card, _Holding] = {}


class HiddenHands:
    """The dealer's hands of a game, by value."""

    def __init__(self, hand: DealersHand) -> None:
        judging = RANKINGS[hand.judged_by]
        self.reads: Reads = value_reads(RANKINGS[hand.ranking])
        if hand.qualifies:
            self.reads |= reads_of(judging, hand.qualifies)
        self.value_of = RANKINGS[hand.ranking].value_of
        self._size, self._numbers_first = hand.size, hand.numbers_first
        self._judged = judging.value_of
        self._qualifies = judging.patterns[hand.qualifies].holds if hand.qualifies else _always
        self._classes = CardClasses([HandReading(self.reads, (0,))], 1)
        self._named = CardClasses([HandReading(self.reads._replace(suits="named"), (0,))], 1)
        self._holdings: dict[tuple[CardClass, int], _Holding] = {}
        self._memo: dict[CardClass, dict[CardClass, int]] = {}
        self._sums: dict[CardClass, tuple[list[int], list[int]]] = {}

    @cached_property
    def _kinds(self) -> tuple[DealerKinds, dict[CardClass, int]]:
        """The kinds of hand, lowest first, and the kind of each class of hands."""
        root = self._classes.of(((), ()), (self._size,))
        found: dict[tuple[Value, bool], DealerKind] = {}
        keys: dict[CardClass, tuple[Value, bool]] = {}
        for end in self._completed(root, self._size):
            kind = self.kind(self._classes.example(end)[0])
            keys[end] = kind[:2]
            found.setdefault(kind[:2], kind)
        kinds = DealerKinds(found.values(), self._numbers_first)
        places = {kind[:2]: place for place, kind in enumerate(kinds.kinds)}
        return kinds, {_held(end): places[key] for end, key in keys.items()}

    def kind(self, cards: Cards) -> DealerKind:
        """The kind of a hand."""
        return DealerKind(self.value_of(cards), self._qualifies(self._judged(cards), cards), cards)

    def kinds(self, hands: Iterable[DealerKind]) -> DealerKinds:
        """Kinds found by looking at every hand, compared as the showdown does."""
        return DealerKinds({kind[:2]: kind for kind in hands}.values(), self._numbers_first)

    def _completed(self, found: CardClass, left: int) -> dict[CardClass, int]:
        """The whole hands that a class leads to, by how many orders of the cards to come."""
        if not left:
            return {found: 1}
        known = self._memo.get(found)
        if known is None:
            known = self._memo[found] = {}
            for after, number in self._classes.next(found, 0, (left - 1,)):
                for end, orders in self._completed(after, left - 1).items():
                    known[end] = known.get(end, 0) + number * orders
        return known

    def _up_to(self, found: CardClass, left: int) -> tuple[list[int], list[int]]:
        """Places of kinds, and how many hands of these kinds or lower ones hold the cards of a class."""
        known = self._sums.get(found)
        if known is None:
            numbers: dict[int, int] = {}
            orders = factorial(left)
            for end, number in self._completed(found, left).items():
                place = self._kinds[1][_held(end)]
                numbers[place] = numbers.get(place, 0) + number // orders
            places = sorted(numbers)
            known = self._sums[found] = places, [0, *accumulate(numbers[place] for place in places)]
        return known

    def example(self, own: Cards, outcome: Compared) -> Cards:
        """A hand of the dealer against which a hand has this outcome; it may hold the same cards."""
        value = self.value_of(own)
        return next(kind.example for kind in self._kinds[0].kinds if self._kinds[0].outcome(value, kind) == outcome)

    def find(self, own: Cards, outcome: Compared) -> Cards | None:
        """A hand of the dealer against which a hand has this outcome, if there is one; it may hold the same cards."""
        value = self.value_of(own)
        return next(
            (kind.example for kind in self._kinds[0].kinds if self._kinds[0].outcome(value, kind) == outcome), None
        )

    def examples(self) -> list[Cards]:
        """A hand of each kind, lowest first."""
        return [kind.example for kind in self._kinds[0].kinds]

    def against(self, own: Cards, known: Cards = (), gone: Cards = ()) -> dict[Compared, int]:
        """The dealer's hands that hold the known cards and none of the player's or of those that are gone."""
        seen = (*own, *gone)
        lowest, left = self.reads.lowest, self._size - len(known)
        blanks = sum(card.rank < lowest for card in seen)
        high = [card for card in seen if card.rank >= lowest]
        starts, outcomes = self._kinds[0].outcomes(self.value_of(own))
        signed = {self._holding(self._named.of((known, ()), (left,)), left, blanks): 1}
        for card in high:
            for held, number in list(signed.items()):
                if held.left:
                    more = self._more(held, blanks)[card]
                    signed[more] = signed.get(more, 0) - number
        counts = [0] * len(starts)
        for held, number in signed.items():
            for index, start in enumerate(starts):
                counts[index] += number * held.sums[bisect_left(held.places, start)]
        found: dict[Compared, int] = {}
        for outcome, before, after in zip(outcomes, counts, counts[1:], strict=False):
            if after > before:
                found[outcome] = found.get(outcome, 0) + after - before
        return found

    def _holding(self, named: CardClass, left: int, blanks: int) -> _Holding:
        """The hands that hold cards of a class while a number of blank cards has left the deck."""
        known = self._holdings.get((named, blanks))
        if known is None:
            alike = self._classes.fitting(named, (left,))
            places, sums = self._up_to(alike._replace(blanks=(named.blanks[0], blanks)), left)
            known = self._holdings[named, blanks] = _Holding(named, left, places, sums)
        return known

    def _more(self, held: _Holding, blanks: int) -> dict[Card, _Holding]:
        """The hands that hold one more card, by this card."""
        if not held.more:
            left = held.left - 1
            for cards, after in self._named.by_card(held.named, 0, (left,)):
                holding = self._holding(after, left, blanks)
                held.more.update((card, holding) for card in cards)
        return held.more


def hidden_hands(terms: Terms, size: int) -> HiddenHands:
    """The dealer's hands of this size; the same object for all terms that look at them alike."""
    showdown = terms.regulation.showdown
    assert showdown
    if terms.regulation.hands[showdown.hand].piles != ("player",):
        # Two hidden cards and what is turned up later are drawn together.
        raise InputError(
            "no exact solution: the dealer's hand is made of community cards too, which is not counted yet"
        )
    judged_by = terms.regulation.hands[showdown.hand].ranking
    return _known(
        DealersHand(terms.comparing_ranking.name, judged_by, showdown.qualifies, terms.script.numbers_first, size)
    )


@lru_cache(maxsize=8)
def _known(hand: DealersHand) -> HiddenHands:
    return HiddenHands(hand)


def _always(_value: Value, _cards: Collection[Card]) -> bool:
    return True


def _held(found: CardClass) -> CardClass:
    """The class of the hand alone, whatever else has left the deck."""
    return found._replace(blanks=(found.blanks[0], 0))
