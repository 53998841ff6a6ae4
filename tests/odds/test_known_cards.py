"""Cards that are known too early: what they are worth, and the clauses that keep them secret."""

from fractions import Fraction
from math import sqrt

import pytest

import pitboss as pb
from pitboss.cards import parse_cards
from pitboss.errors import InputError
from pitboss.games.let_it_ride import dead_cards as let_it_ride
from pitboss.games.let_it_ride.solver import solve
from pitboss.games.three_card_poker import dead_cards as three_card_poker
from pitboss.games.three_card_poker.solver import AnteShowdown
from pitboss.odds.known_cards import known_cards
from pitboss.odds.wagers import paytable_of, paytables
from pitboss.rules.load import load_regulation, regulations_in_force
from pitboss.rules.paytable import PaytableLine

LIR, TCP = load_regulation("MD-LIR"), load_regulation("MD-TCP")
PAYS = (1000, 200, 50, 11, 8, 5, 3, 2, 1, -1)
"""MD-LIR 12.A(1)."""
WITHIN = 3.5


def known(regulation: str, wager: str, word: str) -> Fraction:
    expected = pb.odds(regulation, wager, "A", known=word).expected
    assert expected is not None
    return expected


def lines(name: str = "A") -> tuple[PaytableLine, ...]:
    paytable = paytable_of(LIR, "base", name)
    assert paytable
    return paytable.lines()


@pytest.mark.parametrize("name", paytables(LIR, "base"))
def test_without_dead_cards_the_count_is_the_solver_s(name: str) -> None:
    bets = solve(lines(name))
    found = let_it_ride.with_dead_cards(lines(name), (0,))[0]
    assert (found.expected, found.average_stake) == (bets.expected, bets.average_stake)


def test_cards_that_are_known_are_never_worth_less() -> None:
    numbers = (0, 1, 3, 6, 9, 12, 15, 18)
    found = let_it_ride.with_dead_cards(lines(), numbers)
    values = [found[number].expected for number in numbers]
    assert values == sorted(set(values))
    both = known("MD-LIR", "base", "community:both")
    assert known("MD-LIR", "base", "community:first") < known("MD-LIR", "base", "community:second") < both
    plain = pb.odds("MD-TCP", "ante", "A").expected
    assert plain is not None
    assert plain < known("MD-TCP", "ante", "bottom:1")
    assert known("MD-TCP", "ante", "dealer:1") < known("MD-TCP", "ante", "dealer:all")


def test_who_sees_all_of_the_dealer_s_cards_wins_or_folds() -> None:
    """Published: 37.8773 % of the Ante."""
    assert abs(known("MD-TCP", "ante", "dealer:all") - Fraction("0.378773")) < Fraction(1, 10**6)


def test_the_search_over_dead_cards_and_the_direct_sum_agree() -> None:
    pytest.importorskip("numba")
    showdown = AnteShowdown(TCP, TCP.paytables["ante_bonus"]["A"], False)
    search = three_card_poker._search(showdown, 1)
    for cards in map(parse_cards, ("Qs 6d 4c", "Js 9s 2d", "Qh 5h 3c")):
        ends = three_card_poker.gains(showdown, cards)
        assert search(showdown, cards, ends) == three_card_poker._one_card(showdown, cards, ends)


def test_every_word_names_the_clauses_that_keep_the_cards_secret() -> None:
    assert [str(clause) for clause in known_cards(TCP)["dealer:1"]][-1] == "MD-TCP 13.E"
    assert "MD-TCP 11.A(3)" in map(str, known_cards(TCP)["boxes:7"])
    assert "MD-TFP 11.A(4)" in map(str, known_cards(load_regulation("MD-TFP"))["boxes:2"])
    assert list(map(str, known_cards(load_regulation("MA-LIR"))["burn:1"])) == ["MA-LIR 9(c)"]
    for regulation in regulations_in_force():
        for word, clauses in known_cards(regulation).items():
            assert clauses, f"{regulation.id} {word}"


def test_what_cannot_be_counted_is_refused_with_what_it_would_take() -> None:
    with pytest.raises(InputError, match="11,554,258,485,616 sets of 18 cards"):
        known("MD-TCP", "ante", "boxes:7")
    with pytest.raises(InputError, match="can be asked for dealer:1, dealer:all, bottom:1, boxes:2"):
        known("MD-TCP", "ante", "burn:1")


def far(sums: tuple[float, float], rounds: int, gain: Fraction) -> float:
    """How many standard errors a gain is from the mean of the rounds."""
    total, squares = sums
    mean = total / rounds
    return abs(mean - float(gain)) / sqrt((squares / rounds - mean**2) / rounds)


@pytest.mark.slow
@pytest.mark.parametrize("boxes", [2, 4, 7])
def test_let_it_ride_with_shown_hands_agrees_with_rounds(boxes: int) -> None:
    rounds_played = pytest.importorskip("tests.odds.dead_card_rounds")
    rounds = 100_000
    sums = rounds_played.let_it_ride(boxes, rounds, 3 * boxes - 3, rounds_played.np.array(PAYS))
    plain = solve(lines()).expected
    values = let_it_ride.with_dead_cards(lines(), (3 * boxes - 3, 3 * boxes))
    assert far(sums, rounds, values[3 * boxes - 3].expected - plain) < WITHIN
    assert far(sums, rounds, values[3 * boxes].expected - plain) > WITHIN, "the rounds cannot tell one box more"


@pytest.mark.slow
@pytest.mark.parametrize("boxes", [2, 3])
def test_three_card_poker_with_shown_hands_agrees_with_rounds(boxes: int) -> None:
    rounds_played = pytest.importorskip("tests.odds.dead_card_rounds")
    rounds = 100_000
    sums = rounds_played.three_card_poker(boxes, rounds, 3 * boxes - 3)
    plain = pb.odds("MD-TCP", "ante", "A").expected
    assert plain is not None
    gain = known("MD-TCP", "ante", f"boxes:{boxes}") - plain
    assert far(sums, rounds, gain) < WITHIN
    assert far(sums, rounds, gain * 2) > WITHIN, "the rounds cannot tell twice the gain"
