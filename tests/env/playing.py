"""How tests play: the environments of each regulation, and legal play at random."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.env import SeatEnv, TableEnv
from pitboss.rules.load import folders

REGULATIONS = sorted(folders())


def some_open(mask: npt.NDArray[np.int8], chance: Random) -> int:
    """One of the actions that are open."""
    return int(chance.choice(np.flatnonzero(mask)))


def random_play(env: TableEnv, chance: Random) -> Iterator[str]:
    """An episode of legal play from a table that was reset; the agent before each step, and its action in its turn."""
    for agent in env.agent_iter():
        yield agent
        dead = env.terminations[agent]
        env.step(None if dead else some_open(env.observe(agent)["action_mask"], chance))


def random_episode(env: SeatEnv, seed: int) -> list[tuple[Any, ...]]:
    """Everything that an episode of legal play returns."""
    chance, (seen, info) = Random(seed), env.reset(seed=seed)
    told: list[tuple[Any, ...]] = [(seen, info)]
    over = False
    while not over:
        seen, reward, over, cut_off, info = env.step(some_open(info["action_mask"], chance))
        assert not cut_off
        told.append((seen, reward, over, info))
    return told
