"""Top Five Poker the slow and obvious way: every deal of a small deck, and every set of high cards of the full one.

Hands are compared by the independent settlement of tests/oracle, not by the product's rankings.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

from pitboss.games.top_five_poker.hands import HighCardDeck
from tests.oracle.hands import CARDS
from tests.oracle.md_tfp import comparable, qualifies

HIGH = [rank + suit for suit in "cdhs" for rank in "TJQKA"]

Hand = tuple[str, ...]
Judge = Callable[[Hand, Hand], int]
"""What playing wins, by the high cards of player and dealer."""


def judge(by_cards: bool) -> Judge:
    """As 11.C has it."""
    value = cache(lambda high: comparable(high, by_cards))

    @cache
    def net(ours: Hand, theirs: Hand) -> int:
        return ((value(ours) > value(theirs)) - (value(ours) < value(theirs))) * (2 if qualifies(theirs) else 1)

    return net


def cards_of(deck: HighCardDeck) -> list[str]:
    high = [card for card in HIGH if card[1] in "cdhs"[: deck.suits]]
    return high + [card for card in CARDS if card[0] in "23456789"][: deck.low]


def every_deal(deck: HighCardDeck, net: Judge) -> Iterator[tuple[Hand, list[tuple[Hand, int]]]]:
    """Each hand of the player's with all that the dealer may have: the dealer's hand, and what playing wins."""
    cards = cards_of(deck)
    for hand in combinations(cards, deck.hand):
        rest, held = [card for card in cards if card not in hand], tuple(filter(HIGH.__contains__, hand))
        against = [
            (other, net(held, tuple(filter(HIGH.__contains__, other)))) for other in combinations(rest, deck.hand)
        ]
        yield hand, against


class Best(NamedTuple):
    """The best play, per Ante."""

    expected: Fraction
    average_stake: Fraction


def best_play(deck: HighCardDeck, net: Judge, known: int) -> Best:
    """Over every deal and every choice of `known` cards of the dealer's, one decision for all that looks the same."""
    won = staked = deals = 0
    for _, against in every_deal(deck, net):
        seen: dict[Hand, list[int]] = defaultdict(list)
        for other, wins in against:
            for cards in combinations(other, known):
                seen[cards].append(wins)
        for nets in seen.values():
            plays = sum(nets) > -len(nets)
            won += sum(nets) if plays else -len(nets)
            staked += (2 if plays else 1) * len(nets)
            deals += len(nets)
    return Best(Fraction(won, deals), Fraction(staked, deals))


def royal(cards: list[str]) -> bool:
    return any(sum(card[1] == suit for card in cards) == 5 for suit in "cdhs")


class HighSets:
    """Every set of at most seven high cards of the full deck, as rows of numpy arrays."""

    def __init__(self, np: Any, by_cards: bool) -> None:
        sets = [cards for number in range(8) for cards in combinations(range(20), number)]
        named = [[HIGH[card] for card in cards] for cards in sets]
        # Ranks and a royal flush tell any two sets apart that the oracle does: it is asked once for each kind.
        kinds = [("".join(sorted(card[0] for card in cards)), royal(cards)) for cards in named]
        value = {kind: comparable(cards, by_cards) for kind, cards in dict(zip(kinds, named, strict=True)).items()}
        place = {repr(found): index for index, found in enumerate(sorted(value.values()))}
        order = {kind: place[repr(found)] for kind, found in value.items()}
        self.np, self.sets = np, sets
        self.masks = np.array([sum(1 << card for card in cards) for cards in sets])
        self.numbers = np.array([len(cards) for cards in sets])
        self.values = np.array([order[kind] for kind in kinds])
        self.weights = np.array([2.0 if qualifies(cards) else 1.0 for cards in named])
        self.bits = (self.masks[:, None] >> np.arange(20) & 1).astype(float)

    def orbits(self) -> Mapping[tuple[int, ...], tuple[int, int]]:
        """Sets that differ only in the naming of suits: the row of one of them, and how many they are."""
        found: dict[tuple[int, ...], tuple[int, int]] = {}
        for row, mask in enumerate(self.masks.tolist()):
            suits = tuple(sorted(mask >> 5 * suit & 31 for suit in range(4)))
            first, number = found.get(suits, (row, 0))
            found[suits] = first, number + 1
        return found

    def against(self, row: int) -> tuple[Any, Any, int]:
        """The rows that leave a player's set alone: the dealer's hands in each, what playing wins, the player's hands.

        Low cards fill up both hands. All sums of these are below 2**53, and so exact as floats.
        """
        np, number = self.np, len(self.sets[row])
        rows = np.nonzero(self.masks & self.masks[row] == 0)[0]
        hands = np.array([float(comb(25 + number, 7 - other)) for other in range(8)])[self.numbers[rows]]
        wins = np.sign(self.values[row] - self.values[rows]) * self.weights[rows]
        return rows, (hands, wins), comb(32, 7 - number)
