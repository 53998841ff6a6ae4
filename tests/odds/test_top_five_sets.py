"""Top Five Poker, exact: against every set of high cards of the full deck, and against random deals of it."""

from fractions import Fraction
from functools import cache
from math import comb
from random import Random
from typing import Any

import pytest

from pitboss.cards import DECK, TEN, Card
from pitboss.games.top_five_poker.solver import AnteOdds, TopFive
from pitboss.rules.load import load_regulation
from tests.odds.top_five_deals import HighSets

DEALS = comb(52, 7) * comb(45, 7)
both_options = pytest.mark.parametrize("option", ["poker_rank", "high_cards"])


def game(option: str) -> TopFive:
    return TopFive(load_regulation("MD-TFP"), {"top_five_equal_counts": option})


@cache
def ante(option: str, known: int = 0) -> AnteOdds:
    return game(option).odds(known)


@cache
def high_sets(option: str) -> HighSets:
    return HighSets(pytest.importorskip("numpy"), option == "high_cards")


@both_options
def test_each_of_some_hands_against_every_set_of_high_cards(option: str) -> None:
    sets, random = high_sets(option), Random(3)
    low = [card for card in DECK if card.rank < TEN]
    played = game(option)
    chosen = [
        random.choice(row) for row in ([r for r, cards in enumerate(sets.sets) if len(cards) == n] for n in range(8))
    ]
    royal = sets.sets.index((0, 1, 2, 3, 4))
    for row in [*chosen, *chosen[5:], royal]:
        _, (hands, wins), _ = sets.against(row)
        high = [Card(4 * (TEN + card % 5) + card // 5) for card in sets.sets[row]]
        values = played.choices([*high, *low[: 7 - len(high)]])
        assert values["play"] == Fraction(int((hands * wins).sum()), comb(45, 7))


@pytest.mark.slow
@both_options
def test_every_hand_against_every_set_of_high_cards(option: str) -> None:
    """One set of each orbit under the naming of suits, against all sets: the whole game, and with one card known."""
    sets = high_sets(option)
    expected = staked = one_known = 0
    for row, sets_alike in sets.orbits().values():
        rows, (hands, wins), times = sets.against(row)
        won, total = int((hands * wins).sum()), comb(45, 7)
        plays = won > -total
        expected += sets_alike * times * (won if plays else -total)
        staked += sets_alike * times * total * (2 if plays else 1)
        low = 7 - sets.numbers[rows]
        by_card = [*(hands * wins @ sets.bits[rows]).tolist(), float((hands * wins * low).sum())]
        deals = [*(hands @ sets.bits[rows]).tolist(), float((hands * low).sum())]
        one_known += sets_alike * times * sum(int(max(w, -d)) for w, d in zip(by_card, deals, strict=True))
    assert ante(option).expected == Fraction(expected, DEALS)
    assert ante(option).average_stake == Fraction(staked, DEALS)
    assert ante(option, 1).expected == Fraction(one_known, 7 * DEALS)


@both_options
@pytest.mark.parametrize("deals", [1_000_000, pytest.param(100_000_000, marks=pytest.mark.slow)])
def test_random_deals(option: str, deals: int) -> None:
    """Each way for a round to end comes up as often as it should, within 4.5 standard errors."""
    np = pytest.importorskip("numpy")
    sets, generator = high_sets(option), np.random.default_rng(deals)
    row_of = np.zeros(1 << 20, dtype=np.int32)
    row_of[sets.masks] = np.arange(len(sets.masks))
    best = {line.holding.numbers: line.best == "play" for line in game(option).strategy()}
    plays = np.array([best[tuple(sum(c % 5 == r for c in cards) for r in range(5))] for cards in sets.sets])
    bit = np.array([1 << card if card < 20 else 0 for card in range(52)])
    found: dict[int, int] = dict.fromkeys(range(-2, 3), 0)
    for size in [500_000] * (deals // 500_000):
        dealt = [row_of[bit[hand].sum(axis=1)] for hand in shuffled(np, generator, size)]
        wins = np.sign(sets.values[dealt[0]] - sets.values[dealt[1]]) * sets.weights[dealt[1]]
        for net, number in zip(*np.unique(np.where(plays[dealt[0]], wins, -1), return_counts=True), strict=True):
            found[int(net)] += int(number)
    for net, number in found.items():
        share = float(sum(Fraction(row.deals, DEALS) for row in ante(option).rows if row.net == net))
        assert abs(number - deals * share) <= 4.5 * (deals * share * (1 - share)) ** 0.5


def shuffled(np: Any, generator: Any, size: int) -> tuple[Any, Any]:
    """So many deals of seven and seven cards: the first fourteen steps of a Fisher-Yates shuffle."""
    decks, every = np.tile(np.arange(52, dtype=np.int64), (size, 1)), np.arange(size)
    for place in range(14):
        other = generator.integers(place, 52, size)
        decks[:, place], decks[every, other] = decks[every, other], decks[:, place].copy()
    return decks[:, :7], decks[:, 7:14]
