"""Exact odds against published figures and against counts made another way."""

from fractions import Fraction
from math import comb

import pytest

import pitboss as pb
from pitboss.cards import RANKINGS
from pitboss.games.let_it_ride.solver import solve
from pitboss.odds.hand_classes import hand_classes
from pitboss.odds.paid_hands import row_counts
from pitboss.rules.load import load_regulation
from tests.counts.reader import read_counts


@pytest.mark.parametrize("size", [3, 5, 6])
def test_classes_cover_every_hand_once(size: int) -> None:
    classes = hand_classes(size)
    assert sum(number for _, number in classes) == comb(52, size)
    assert all(len(set(cards)) == size for cards, _ in classes)
    assert len({cards for cards, _ in classes}) == len(classes)


@pytest.mark.parametrize(("ranking", "size"), [("three_card", 3), ("five_card", 5), ("six_card", 6)])
def test_counts_by_class_are_the_exhaustive_counts(ranking: str, size: int) -> None:
    counts = read_counts(ranking)
    categories = RANKINGS[ranking].categories
    assert row_counts(ranking, size, categories)[:-1] == tuple(counts[name] for name in categories)


@pytest.mark.parametrize(
    ("regulation", "wager", "table", "edge"),
    [
        ("MD-TCP", "pair_plus", "A", Fraction(253, 5525)),
        ("MD-TCP", "pair_plus", "D", Fraction(2_3167, 1_000_000)),
        ("MA-LIR", "three_card_bonus", "D", Fraction(2_1357, 1_000_000)),
        ("MD-LIR", "five_card_bonus", "B", Fraction(13_07, 10_000)),
        ("MD-LIR", "five_card_bonus", "C", Fraction(13_77, 10_000)),
        ("MD-TCP", "six_card_bonus", "C", Fraction(10_2248, 1_000_000)),
    ],
)
def test_published_edges(regulation: str, wager: str, table: str, edge: Fraction) -> None:
    expected = pb.odds(regulation, wager, table).expected
    assert expected is not None
    assert abs(-expected - edge) < Fraction(1, 20_000)


@pytest.mark.parametrize(("table", "edge"), [("A", Fraction(37963, 1082900)), ("B", Fraction(1427, 41650))])
def test_let_it_ride_played_well(table: str, edge: Fraction) -> None:
    """Table A is published as 3.5057 %."""
    assert -solve(load_regulation("MD-LIR").paytables["base"][table].lines()).expected == edge
