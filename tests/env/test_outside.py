"""Environments of a regulation from outside the package, as a program that names its folder finds them."""

import os
import subprocess
import sys

from tests.regulations.outside import PENNSYLVANIA

PROGRAM = """
import gymnasium
from pitboss.env import SeatEnv, names, table_env

assert names()["pitboss/ThreeCardPoker-PA-v0"] == "PA-TCP"
assert names()["pitboss/ThreeCardPoker-MD-v0"] == "MD-TCP"
seat = gymnasium.make("pitboss/ThreeCardPoker-PA-v0")
observation, info = seat.reset(seed=1)
terminated = False
while not terminated:
    mask = info["action_mask"]
    action = next(index for index in reversed(range(len(mask))) if mask[index])
    observation, reward, terminated, truncated, info = seat.step(action)
assert info["settled"]
table = table_env("PA-TCP", boxes=2)
table.reset(seed=1)
for agent in table.agent_iter():
    observation, _, terminated, truncated, _ = table.last()
    mask = observation["action_mask"]
    ended = terminated or truncated
    table.step(None if ended else next(index for index in range(len(mask)) if mask[index]))
print(SeatEnv("PA-TCP").game.table.ruleset.table)
"""


def test_a_seat_and_a_table() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False,
        env={**os.environ, "PITBOSS_REGULATIONS": str(PENNSYLVANIA)},
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "pa-1\n"), done.stderr
