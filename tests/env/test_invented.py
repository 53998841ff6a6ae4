"""Environments of games that the package does not know: every episode ends settled, whatever is chosen."""

import os
from collections.abc import Iterator
from random import Random

import pytest

from pitboss.env import SeatEnv
from pitboss.rules.editions import VARIABLE
from tests.regulations.outside import INVENTED, forget_regulations


@pytest.fixture(autouse=True)
def _invented(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(VARIABLE, os.pathsep.join(map(str, INVENTED.values())))
    forget_regulations()
    yield
    forget_regulations()


@pytest.mark.parametrize("name", INVENTED)
def test_random_play_comes_to_an_end(name: str) -> None:
    seat, random = SeatEnv(name), Random(1)
    for seed in range(15):
        _, info = seat.reset(seed=seed)
        is_over = False
        while not is_over:
            mask = info["action_mask"]
            action = random.choice([index for index in range(len(mask)) if mask[index]])
            observation, _, is_over, _, info = seat.step(action)
            assert seat.observation_space.contains(observation)
        assert info["settled"]
