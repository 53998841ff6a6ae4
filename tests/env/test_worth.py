"""Playing by exact strategy earns what exact odds say, within 4.5 standard errors; playing badly does not."""

from collections.abc import Callable
from math import sqrt
from random import Random

import numpy as np
import pytest

from pitboss.cards import DECK, show_cards
from pitboss.env import SeatEnv
from pitboss.env.actions import Mask
from pitboss.env.observation import NO_CARD, Observation
from pitboss.odds import Strategy, strategy_of
from tests.env.playing import REGULATIONS

each_regulation = pytest.mark.parametrize("regulation", REGULATIONS)
Policy = Callable[[Observation, Mask], int]


def strategy(regulation: str) -> Strategy:
    """That of the sample house's table, whose paytables are each regulation's first and whose readings are in force."""
    return strategy_of(regulation)


def standard_errors_off(env: SeatEnv, regulation: str, policy: Policy, number: int) -> float:
    """How far the mean reward of so many rounds is from the exact value."""
    odds = strategy(regulation).odds
    assert odds.expected is not None
    assert odds.variance is not None
    seen, info = env.reset(seed=2_024)
    won, rounds = 0.0, 0
    while rounds < number:
        seen, reward, over, _, info = env.step(policy(seen, info["action_mask"]))
        won += reward
        rounds += "net" in info
        assert not over or rounds == number
    return abs(won / number - float(odds.expected)) / sqrt(odds.variance / number)


def seat(regulation: str, number: int) -> SeatEnv:
    return SeatEnv(regulation, rounds=number, bankroll=10**9, strict=True)


@each_regulation
@pytest.mark.parametrize("number", [200, pytest.param(40_000, marks=pytest.mark.slow)])
def test_the_best_play_earns_the_exact_value(regulation: str, number: int) -> None:
    env = seat(regulation, number)
    assert standard_errors_off(env, regulation, env.best_play.action, number) < 4.5


@pytest.mark.parametrize(
    ("regulation", "number"),
    [
        ("MD-TCP", 150),
        ("MD-TFP", 150),
        pytest.param("MD-LIR", 20_000, marks=pytest.mark.slow),
        pytest.param("MA-LIR", 20_000, marks=pytest.mark.slow),
    ],
)
def test_the_worst_play_does_not(regulation: str, number: int) -> None:
    """The other choice each time: the bets of Let It Ride vary so much that this takes more rounds to show."""
    env = seat(regulation, number)

    def worst(seen: Observation, mask: Mask) -> int:
        best = env.best_play.action(seen, mask)
        return next((int(action) for action in np.flatnonzero(mask) if action != best), best) if seen["decision"] else 0

    assert standard_errors_off(env, regulation, worst, number) > 4.5


@each_regulation
def test_the_best_play_is_the_strategy_of_the_odds(regulation: str) -> None:
    env, chance, known = seat(regulation, 1), Random(5), strategy(regulation)
    empty, _ = env.reset(seed=1)
    sizes = {"bet_1": 3, "bet_2": 4, "play": len(empty["cards"])}
    for number, decision in enumerate(env.observing.decisions[1:-1], 1):
        for _ in range(6):
            cards = chance.sample(DECK, sizes[decision])
            own = len(empty["cards"])
            seen = {**empty, "cards": np.array([int(card) for card in cards[:own]]), "decision": number}
            if cards[own:]:
                rest = [NO_CARD] * (len(empty["community"]) - 1)
                seen["community"] = np.array([int(cards[own]), *rest])
            assert env.best_play.values(seen) == known.hand(show_cards(cards))
