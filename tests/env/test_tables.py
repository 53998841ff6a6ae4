"""All boxes: PettingZoo's checkers pass, boxes act in the regulation's order, and no cent comes or goes."""

from random import Random

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]

from pitboss.env import TableEnv, table_env
from pitboss.errors import CommandRefused, InputError
from pitboss.play.settle import settle
from tests.env.playing import REGULATIONS, random_play

each_regulation = pytest.mark.parametrize("regulation", REGULATIONS)
# The checker warns of every environment whose observations are dictionaries, which an action mask in them makes them;
# and of an agent without actions, which is what an agent is whose episode is over.
expected_warnings = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",
)


@each_regulation
@expected_warnings
@pytest.mark.parametrize("choices", [{}, {"rounds": 4, "bankroll": 7_000}], ids=["one round", "until chips run out"])
def test_the_checker_of_pettingzoo_passes(regulation: str, choices: dict[str, int]) -> None:
    api_test(table_env(regulation, render_mode="ansi", **choices), num_cycles=100)


@each_regulation
def test_a_seed_determines_everything(regulation: str) -> None:
    seed_test(lambda: table_env(regulation, rounds=3), num_cycles=20)


@pytest.mark.parametrize(("regulation", "boxes"), [("MA-LIR", 7), ("MD-LIR", 7), ("MD-TCP", 7), ("MD-TFP", 6)])
def test_every_box_bets_then_decides_clockwise(regulation: str, boxes: int) -> None:
    env = TableEnv(regulation)
    everybody = [f"box_{box}" for box in range(1, boxes + 1)]
    assert env.possible_agents == everybody
    env.reset(seed=1)
    best = env.best_play
    order = []
    for agent in env.agent_iter():
        seen, _, over, _, _ = env.last()
        if not over:
            order.append(agent)
        env.step(None if over else best.action(seen["observation"], seen["action_mask"]))
    decisions = len(env.observing.decisions) - 2
    assert order == everybody * (1 + decisions)
    assert env.agents == []


@each_regulation
def test_legal_play_at_random_neither_makes_nor_loses_money(regulation: str) -> None:
    """Over 200 rounds rewards, racks and a settlement of the whole round from its cards agree to the cent."""
    env = TableEnv(regulation, boxes=3, rounds=200, bankroll=10_000_000)
    env.reset(seed=7)
    game, chance, settled = env.game, Random(7), 0
    racks = dict.fromkeys(env.agents, 10_000_000)
    meters = game.table.meters()
    for _ in random_play(env, chance):
        last = game.table.last
        if last is not None and last.number > settled:
            settled = last.number
            assert sum(game.table.accounts.values()) == 0
            again = settle(game.table.terms, last.facts(game.table.terms, meters))
            for box, agent in enumerate(env.agents, 1):
                net, reward = game.rack(box) - racks[agent], env.rewards[agent]
                assert round(reward * game.unit, 6) == net == game.net(box) == env.infos[agent]["net"] == again.net(box)
                racks[agent] = game.rack(box)
        # What the meters show when settlement begins: they move when bets are closed, before anybody decides.
        meters = game.table.meters()
    assert settled == 200
    assert len(set(racks.values())) > 1


def test_a_box_without_chips_leaves_and_the_others_play_on() -> None:
    env = TableEnv("MD-LIR", boxes=3, rounds=500, bankroll=4_000)
    env.reset(seed=2)
    gone = [(env.game.table.rounds, agent) for agent in random_play(env, Random(1)) if env.terminations[agent]]
    assert sorted(agent for _, agent in gone) == ["box_1", "box_2", "box_3"]
    assert len({rounds for rounds, _ in gone}) > 1
    assert max(rounds for rounds, _ in gone) < 500


def test_an_action_that_is_not_open_is_refused_and_changes_nothing() -> None:
    env = table_env("MD-TCP", boxes=2)
    env.reset(seed=1)
    raw = env.unwrapped
    before = raw.game.table
    fold = raw.action_names.index("fold")
    assert not env.observe("box_1")["action_mask"][fold]
    with pytest.raises(CommandRefused, match="box 1 has nothing to decide now"):
        env.step(fold)
    for action, said in ((99, "is not an action"), (None, "box_1 is to act")):
        with pytest.raises(InputError, match=said):
            env.step(action)
    assert raw.game.table is before
    assert env.agent_selection == "box_1"
    assert not np.any(env.observe("box_2")["action_mask"])
    env.step(0)
    assert env.agent_selection == "box_2"


def test_out_of_order() -> None:
    with pytest.raises(ResetNeeded):
        TableEnv("MD-TFP").step(0)
    with pytest.raises(AttributeError, match="cannot be accessed before reset"):
        _ = table_env("MD-TFP").agent_selection
    with pytest.raises(InputError, match="1 to 6 boxes, not 7"):
        TableEnv("MD-TFP", boxes=7)
    with pytest.raises(NotImplementedError):
        TableEnv("MD-TFP").state()


def test_everybody_at_the_table_sees_the_same_text() -> None:
    env = TableEnv("MD-TCP", boxes=2, render_mode="ansi")
    env.reset(seed=1)
    env.step(0)
    env.step(0)
    text = env.render()
    assert text is not None
    assert text.splitlines()[5:] == [
        "  box 1: ?? ?? ??, ante $10",
        "  box 2: ?? ?? ??, ante $10",
        "  dealer: ?? ?? ??",
        "  box 1 decides play: play or fold",
    ]
    assert TableEnv("MD-TCP").render() is None
