"""The cards of a simulated round: what the generator is known to give, and that every card is as likely as another."""

import numpy as np
import pytest

from pitboss.simulation import vectorised
from pitboss.simulation.card_stream import deal, key_of, word


def test_words_are_those_of_splitmix64() -> None:
    # The generator's published first words from state 1234567: a word's counter is one step ahead of the state.
    gamma, published = 0x9E3779B97F4A7C15, (6457827717110365317, 3203168211198807973, 9817491932198370423)
    assert tuple(word(1234567 + gamma, 0, index) for index in range(3)) == published


def test_four_cards_are_one_multiplication_of_a_word() -> None:
    # The words of one group of four cards follow each other, so how often each comes up differs by one word at most.
    groups = 52 * 51 * 50 * 49
    assert 2**58 // groups > 44 * 10**9
    for number in range(200):
        group = word(key_of(7), number, 0) // 2**6 * groups // 2**58
        picked = group // (49 * 50 * 51), group // (49 * 50) % 51, group // 49 % 50, group % 49
        deck = list(range(52))
        for card, place in zip(deal(key_of(7), number, 4), picked, strict=True):
            assert card == deck[place]
            deck[place] = deck[-1]
            deck.pop()


def test_the_fifth_card_is_of_the_next_word() -> None:
    for number in range(200):
        place, dealt = word(key_of(7), number, 1) * 48 // 2**64, deal(key_of(7), number, 5)
        # Only the last four cards have moved: any other lies at its own number until it is dealt.
        assert (dealt[4] == place) == (place not in dealt[:4])


def test_numpy_deals_what_plain_integers_deal() -> None:
    for first in (0, 10**9, 2**52):
        decks = vectorised.deal(key_of(7), vectorised.numbered(first, 5), 52)
        for number in range(5):
            assert tuple(decks[:, number].tolist()) == deal(key_of(7), first + number, 52)


def test_a_deck_has_each_card_once() -> None:
    decks = vectorised.deal(key_of(1), vectorised.numbered(0, 2_000), 52)
    assert (np.sort(decks, axis=0) == np.arange(52)[:, None]).all()


def test_each_card_is_as_likely_at_each_place() -> None:
    rounds, places = 200_000, 49
    decks = vectorised.deal(key_of(3), vectorised.numbered(0, rounds), places)[:places]
    expected = rounds / 52
    for place in decks:
        counts = np.bincount(place, minlength=52)
        # 51 degrees of freedom; 120 lies seven standard deviations out.
        assert ((counts - expected) ** 2 / expected).sum() < 120


@pytest.mark.parametrize("seed", [0, 1, 2**64, 2**200])
def test_seeds_begin_far_apart(seed: int) -> None:
    assert key_of(seed) != key_of(seed + 1)
    assert deal(key_of(seed), 0, 10) != deal(key_of(seed + 1), 0, 10)
