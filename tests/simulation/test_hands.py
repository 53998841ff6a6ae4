"""Codes of cards: a hand's sum says which ranks it has and which suit it fills, whatever the order of its cards."""

from itertools import combinations_with_replacement

import numpy as np

from pitboss.cards import Card
from pitboss.games.top_five_poker.high_cards import HIGH, high_codes
from pitboss.simulation import vectorised
from pitboss.simulation.hands import PAIRS, SUITED, THREES, WEIGHTS, codes, three_index


def hands(size: int) -> list[list[Card]]:
    """Some thousand, every one of another deck."""
    decks = vectorised.deal(5, vectorised.numbered(0, 5_000), size)
    return [[Card(card) for card in deck] for deck in decks.T.tolist()]


def test_no_two_sets_of_ranks_have_the_same_sum() -> None:
    sums = [sum(weights) for weights in combinations_with_replacement(WEIGHTS, 3)]
    assert len(set(sums)) == len(THREES) == 455
    assert three_index()[sums].tolist() == list(range(455))


def test_two_ranks_and_one_are_sets_with_the_lowest() -> None:
    index = three_index()
    assert index[list(WEIGHTS)].tolist() == list(range(13))
    pairs = [index[one + other] for one, other in combinations_with_replacement(WEIGHTS, 2)]
    assert sorted(pairs) == list(range(PAIRS))


def test_three_cards_are_found_by_their_sum() -> None:
    index = three_index()
    for hand in hands(3):
        code = int(codes()[hand].sum())
        number = THREES.index(tuple(sorted(card.rank for card in hand)))
        suits = {card.suit for card in hand}
        assert index[code >> 16] == number
        kind = vectorised.kind_of_three(np.array([code]), np.array([number]))
        assert kind == number + (SUITED * (1 + suits.pop()) if len(suits) == 1 else 0)


def test_a_filled_suit_is_seen_in_the_sum_of_six() -> None:
    seen = set()
    for hand in hands(6):
        numbers = [sum(card.suit == suit for card in hand) for suit in range(4)]
        full = int(codes()[hand].sum()) + 0x3333 & 0x8888
        assert full == sum(8 << 4 * suit for suit in range(4) if numbers[suit] >= 5)
        seen.add(full)
    assert seen == {0, 8, 0x80, 0x800, 0x8000}


def test_high_cards_are_counted_in_the_sum_of_seven() -> None:
    for hand in hands(7):
        high = [card for card in hand if card.rank >= HIGH]
        code = int(high_codes()[hand].sum())
        assert code >> 16 == sum(5 ** (card.rank - HIGH) for card in high)
        assert [code >> 4 * suit & 15 for suit in range(4)] == [sum(card.suit == s for card in high) for s in range(4)]
