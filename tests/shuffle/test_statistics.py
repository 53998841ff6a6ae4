"""Shuffles look fair at every card and place at 99 %, and shuffles that are not fair are found out by the same tests.

Seeds are fixed, so an answer never changes by itself. Holm's procedure keeps the chance that a fair shuffle is rejected
by any of the tests together at 1 %.
"""

from hashlib import sha256

import numpy as np
import pytest

from pitboss.cards import DECK
from pitboss.shuffle import shuffled
from tests.shuffle.battery import Answer, Orders, Tally, rejected
from tests.shuffle.chances import FIVE, THREE, N, ascent_chances, colour_run_chances, hand_chances, stay_chances
from tests.shuffle.sabotage import SABOTAGES, Maker, fair, seed_of_32_bits

FAST = 200_000
CONTROL = 50_000
SLOW = 10_000_000
BATCH = 10_000


def house_shuffles(series: str, start: int, number: int) -> Orders:
    """Shuffles as the house makes them, from seeds that are written down."""
    seeds = (sha256(f"{series} {index}".encode()).digest() for index in range(start, start + number))
    return np.frombuffer(b"".join(bytes(shuffled(seed)) for seed in seeds), np.uint8).reshape(number, N)


def tallied(series: str, number: int) -> Tally:
    tally = Tally()
    for start in range(0, number, BATCH):
        tally.add(house_shuffles(series, start, BATCH))
    return tally


def test_the_house_shuffles_fairly() -> None:
    tally = tallied("fast", FAST)
    answers = list(tally.answers())
    assert rejected(iter(answers)) == []
    check_spread(answers)


@pytest.mark.slow
def test_the_house_shuffles_fairly_ten_million_times() -> None:
    answers = list(tallied("slow", SLOW).answers())
    assert rejected(iter(answers)) == []
    check_spread(answers)


def check_spread(answers: list[Answer]) -> None:
    """Each test alone at 99 %: about one in a hundred may fall below, and so few do."""
    assert len(answers) == 4 * N + 12
    below = [answer for answer in answers if answer.p < 0.01]
    assert len(below) <= 8, below
    # A shuffle that is too even to be by chance is as wrong as one that is not even enough.
    assert sum(answer.p > 0.99 for answer in answers) <= 9


def test_a_fair_shuffle_by_another_hand_passes() -> None:
    assert rejected(Tally().add(fair(np.random.default_rng(1), CONTROL)).answers()) == []


@pytest.mark.parametrize("maker", SABOTAGES, ids=lambda maker: maker.__name__)
def test_a_wrong_shuffle_is_found_out(maker: Maker) -> None:
    # Repeated orders are few where seeds have 32 bits.
    orders = maker(np.random.default_rng(2), FAST if maker is seed_of_32_bits else CONTROL)
    assert (np.sort(orders[:100], axis=1) == np.arange(N)).all()
    assert {answer.name for answer in rejected(Tally().add(orders).answers())} >= set(SABOTAGES[maker])


def test_batches_add_up() -> None:
    orders = house_shuffles("batches", 0, 999)
    whole, parts = Tally().add(orders), Tally().add(orders[:10]).add(orders[10:11]).add(orders[11:])
    assert list(whole.answers()) == list(parts.answers())


@pytest.mark.slow
def test_the_tests_reject_a_fair_shuffle_as_seldom_as_they_say() -> None:
    """400 series of fair shuffles: the probabilities of each test are spread evenly, so its scaling is right."""
    series = [list(Tally().add(fair(np.random.default_rng(seed), 10_000)).answers()) for seed in range(400)]
    for answers in zip(*series, strict=True):
        if answers[0].name != "no order twice":
            assert 0.40 < float(np.mean([answer.p for answer in answers])) < 0.60, answers[0].name
    assert sum(bool(rejected(iter(answers))) for answers in series) <= 12


def test_the_exact_chances_are_chances() -> None:
    for chances in (colour_run_chances(), ascent_chances(), stay_chances(), hand_chances(FIVE), hand_chances(THREE)):
        assert float(chances.sum()) == pytest.approx(1)
        assert (chances >= 0).all()
    assert float((colour_run_chances() * np.arange(N + 1)).sum()) == pytest.approx(27)
    assert float((ascent_chances() * np.arange(N)).sum()) == pytest.approx(51 / 2)
    assert float((stay_chances() * np.arange(N + 1)).sum()) == pytest.approx(1)


def test_holm_rejects_as_it_should() -> None:
    def found(*ps: float) -> list[float]:
        return [answer.p for answer in rejected(Answer("x", p) for p in ps)]

    assert found(0.9, 0.004, 0.003) == [0.003, 0.004]
    assert found(0.9, 0.006, 0.003) == [0.003]
    assert found(0.9, 0.005, 0.0034) == []
    assert found() == []


def test_cards_are_counted_as_the_deck_numbers_them() -> None:
    assert bytes(DECK[:3]) == bytes([0, 4, 8])
    tally = Tally().add(np.frombuffer(bytes(DECK), np.uint8).reshape(1, N))
    assert tally.colour_runs[3] == 1
    assert tally.places[4, 1] == tally.pairs[0, 4] == 1
    assert {name: int(np.argmax(counts)) for name, counts in tally.hands.items()} == {
        "first five": 0, "five in turn of three": 8, "first three": 0, "three in turn of seven": 5, "last three": 0,
    }  # fmt: skip
