"""One seat: it passes Gymnasium's checker, repeats by seed, refuses what is not open, and ends when it should."""

from pathlib import Path
from random import Random

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env, data_equivalence
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.cards import Card, parse_cards, show_cards
from pitboss.env import SeatEnv, find_ruleset, names
from pitboss.env.observation import NO_CARD, Observation
from pitboss.errors import CommandRefused, InputError, SubmissionRejected
from pitboss.table.decide import decide
from tests.env.playing import REGULATIONS, random_episode, some_open
from tests.properties.houses import approved, houses

EXAMPLES = Path(__file__).parents[2] / "examples"
each_regulation = pytest.mark.parametrize("regulation", REGULATIONS)


def lying(observation: Observation, pile: str) -> str:
    """The cards of a pile that an observation shows."""
    return show_cards(Card(int(place)) for place in observation[pile] if place != NO_CARD)


def test_the_names_that_are_registered() -> None:
    assert names() == {
        "pitboss/LetItRide-MA-v0": "MA-LIR",
        "pitboss/LetItRide-MD-v0": "MD-LIR",
        "pitboss/ThreeCardPoker-MD-v0": "MD-TCP",
        "pitboss/TopFivePoker-MD-v0": "MD-TFP",
    }
    assert names().keys() <= gymnasium.registry.keys()


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("others", [0, 2])
def test_the_checker_of_gymnasium_passes(name: str, others: int) -> None:
    env = gymnasium.make(name, others=others, render_mode="ansi")
    check_env(env.unwrapped)
    env.close()


def test_several_tables_at_once() -> None:
    envs = gymnasium.make_vec("pitboss/ThreeCardPoker-MD-v0", num_envs=3, rounds=2)
    seen, _ = envs.reset(seed=5)
    assert seen["cards"].shape == (3, 3)
    seen, rewards, *_ = envs.step(np.zeros(3, np.int64))
    assert (seen["decision"] == 1).all()
    assert (seen["cards"] != NO_CARD).all()
    assert len({tuple(cards) for cards in seen["cards"].tolist()}) == 3
    assert rewards.tolist() == [0, 0, 0]
    envs.close()


@each_regulation
def test_a_seed_determines_everything(regulation: str) -> None:
    env, twin = (SeatEnv(regulation, box=2, others=2, rounds=4) for _ in range(2))
    first = random_episode(env, 11)
    assert len(first) > 8
    assert data_equivalence(first, random_episode(twin, 11), exact=True)
    assert data_equivalence(first, random_episode(env, 11), exact=True)
    assert not data_equivalence(first, random_episode(twin, 12), exact=True)


def test_the_deck_of_a_round_can_be_written() -> None:
    env = SeatEnv("MD-TCP")
    env.reset(seed=1, options={"deck": "2s Kc 7d Kd 9h 4s"})
    seen, *_ = env.step(0)
    assert (lying(seen, "cards"), lying(seen, "dealer")) == ("2s 7d 9h", "")
    seen, reward, over, _, info = env.step(env.action_names.index("play"))
    assert (lying(seen, "dealer"), reward, over) == ("Kc Kd 4s", -2.0, True)
    assert info["settled"] == {"ante": -1000, "play": -1000}


def test_a_written_deck_lies_so_after_the_cut() -> None:
    """A manual shoe without a shuffler: these cards are cut by hand."""
    env, deck = SeatEnv("MD-TFP"), "As 2c Ks 3c Qs 4c Js 5c Ts 6c 9s 7c 8s 8c"
    env.reset(options={"deck": deck})
    env.step(0)
    seen, *_ = env.step(env.action_names.index("play"))
    cards = parse_cards(deck)
    assert list(seen["cards"]) == [int(card) for card in cards[::2]]
    assert list(seen["dealer"]) == [int(card) for card in cards[1::2]]


@pytest.mark.parametrize("deck", ["As As", "1s", 7])
def test_what_is_no_deck(deck: object) -> None:
    with pytest.raises(InputError, match="options\\['deck'\\]"):
        SeatEnv("MD-TCP").reset(options={"deck": deck})


def test_what_a_seat_is_told_during_a_round() -> None:
    env = SeatEnv("MD-LIR", box=3, others=1, render_mode="ansi")
    seen, info = env.reset(seed=3)
    assert env.observing.decisions == ("bets", "bet_1", "bet_2", "")
    assert (seen["decision"], seen["bankroll"].tolist(), info["round"]) == (0, [100_000], 1)
    action = env.action_names.index("bet_1 $5, bet_2 $5, bet_3 $5, three_card_bonus $1, progressive $1")
    seen, *_ = env.step(action)
    stakes = dict(zip(env.observing.wagers, seen["stakes"].tolist(), strict=True))
    assert stakes == {
        **dict.fromkeys(("bet_1", "bet_2", "bet_3"), 500),
        **dict.fromkeys(("three_card_bonus", "progressive"), 100),
        **dict.fromkeys(("five_card_bonus", "six_card_bonus"), 0),
    }
    assert seen["in_play"].tolist() == [1, 0, 1, 0, 0, 0, 0]
    assert seen["bankroll"].tolist() == [98_300]
    assert seen["meters"].tolist() == [1_000_025]
    assert (seen["decision"], lying(seen, "community")) == (1, "")
    seen, reward, *_ = env.step(env.action_names.index("withdraw"))
    assert (seen["decision"], seen["stakes"].tolist()[:3], reward) == (2, [0, 500, 500], 0.0)
    assert len(lying(seen, "community").split()) == 1
    text = env.render()
    assert text is not None
    assert f"box 3: {lying(seen, 'cards')}, bet_1 $5 brings $5, bet_2 $5, bet_3 $5" in text
    assert "box 1: ?? ?? ??" in text
    assert text.endswith("box 3 decides bet_2: ride or withdraw")


@pytest.mark.parametrize(("regulation", "number"), [("MA-LIR", 18), ("MD-LIR", 18), ("MD-TCP", 26), ("MD-TFP", 6)])
def test_every_set_of_wagers_is_an_action(regulation: str, number: int) -> None:
    """The least wager with or without each side bet; at Three Card Poker also the Pair Plus without an Ante."""
    env = SeatEnv(regulation)
    assert len(set(env.action_names)) == number
    assert env.action_names[-2:] in {("ride", "withdraw"), ("play", "fold")}


@each_regulation
def test_the_mask_is_what_the_engine_accepts(regulation: str) -> None:
    env, chance = SeatEnv(regulation, rounds=6, bankroll=6_000), Random(9)
    _, info = env.reset(seed=2)
    over, closed = False, 0
    while not over:
        game = env.game
        accepted = []
        for action in range(len(game.actions)):
            try:
                decide(game.table, game.actions.command(game.table, 1, action))
                accepted.append(1)
            except CommandRefused:
                accepted.append(0)
        assert info["action_mask"].tolist() == accepted == env.action_masks().tolist()
        closed += accepted.count(0)
        _, _, over, _, info = env.step(some_open(info["action_mask"], chance))
    assert closed
    assert not info["action_mask"].any()


def test_an_action_that_is_not_open_changes_nothing_and_says_why() -> None:
    env, strict = SeatEnv("MA-LIR"), SeatEnv("MA-LIR", strict=True)
    for one in (env, strict):
        one.reset(seed=1)
        one.step(0)
    before, seen = env.game.table, env.observe()
    told, reward, over, cut_off, info = env.step(3)
    assert (reward, over, cut_off) == (0.0, False, False)
    assert 'wagers cannot change after "no more bets"' in info["refused"]
    assert "box 1 decides: ride" in info["refused"]
    assert env.game.table is before
    assert data_equivalence(seen, told, exact=True)
    before = strict.game.table
    with pytest.raises(CommandRefused, match="no more bets"):
        strict.step(3)
    assert strict.game.table is before
    strict.step(strict.action_names.index("ride"))


@pytest.mark.parametrize("action", [-1, 18, 1.5, None, "ride"])
def test_what_is_no_action(action: object) -> None:
    env = SeatEnv("MD-LIR")
    env.reset(seed=1)
    before = env.game.table
    with pytest.raises(InputError, match="is not an action: expected 0 to 17"):
        env.step(action)  # type: ignore[arg-type]
    assert env.game.table is before


def test_no_step_before_the_reset_or_after_the_end() -> None:
    env = SeatEnv("MD-TFP")
    with pytest.raises(ResetNeeded):
        env.step(0)
    random_episode(env, 3)
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_without_chips_for_it_a_hand_cannot_be_played() -> None:
    env = SeatEnv("MD-TCP", bankroll=1_000, rounds=5)
    _, info = env.reset(seed=1)
    within = {env.action_names[action] for action in np.flatnonzero(info["action_mask"])}
    assert "ante $10" in within
    assert {"ante" in name for name in within} == {True, False}
    assert not any("ante $10, " in name for name in within)
    seen, _, _, _, info = env.step(0)
    assert np.flatnonzero(info["action_mask"]).tolist() == [env.action_names.index("fold")]
    assert env.best_play.action(seen, info["action_mask"]) == env.action_names.index("fold")
    _, reward, over, _, info = env.step(env.action_names.index("fold"))
    assert (reward, over, info["net"]) == (-1.0, True, -1000)


def test_the_best_play_with_chips_for_a_side_bet_only() -> None:
    env = SeatEnv("MD-TCP", bankroll=700)
    seen, info = env.reset(seed=1)
    assert env.action_names[env.best_play.action(seen, info["action_mask"])] == "pair_plus $5"


@each_regulation
def test_an_episode_ends_with_the_chips(regulation: str) -> None:
    env = SeatEnv(regulation, rounds=10_000, bankroll=9_000)
    told = random_episode(env, 4)
    seen, *_, info = told[-1]
    assert seen["bankroll"][0] < env.game.actions.least
    assert info["round"] < 10_000
    assert round(sum(step[1] for step in told[1:]) * env.game.unit) == seen["bankroll"][0] - 9_000


WRONG = {
    "box": ({"box": 8}, "boxes 1 to 7, and no box 8"),
    "others": ({"others": 7}, "has 6 other boxes, not 7"),
    "rounds": ({"rounds": 0}, "at least one round, not 0"),
    "bankroll": ({"bankroll": 1_400}, r"\$14 is too small for the least wager, \$15"),
    "no bankroll": ({"bankroll": 0}, "more than 0"),
    "render_mode": ({"render_mode": "human"}, "'ansi'"),
    "table": ({"table": "moon"}, "no table 'moon' under MD-LIR; there are let-it-ride"),
}


@pytest.mark.parametrize(("choice", "said"), WRONG.values(), ids=WRONG)
def test_a_seat_that_cannot_be(choice: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        SeatEnv("MD-LIR", **choice)  # type: ignore[arg-type]


def test_a_seat_at_a_table_of_a_house_file() -> None:
    env = SeatEnv(house=str(EXAMPLES / "house.toml"), table="top-five", box=6)
    assert env.game.table.ruleset.regulation.id == "MD-TFP"
    assert SeatEnv(find_ruleset("md-tcp")).game.table.ruleset.table == "three-card"
    with pytest.raises(SubmissionRejected):
        SeatEnv(house=str(EXAMPLES / "broken.toml"))
    with pytest.raises(InputError, match="there is no regulation 'MD-WAR'"):
        SeatEnv("MD-WAR")


few = settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=8)


@each_regulation
@few
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_any_approved_table_can_be_played(regulation: str, data: st.DataObject, seed: int) -> None:
    """Every device, shuffler, version and set of wagers that a house may choose."""
    ruleset = approved(data.draw(houses(regulation)))
    others = min(2, ruleset.submission.boxes - 1)
    env = SeatEnv(ruleset, others=others, rounds=7, bankroll=1_000_000, strict=True, render_mode="ansi")
    for seen, *_ in random_episode(env, seed):
        assert seen in env.observation_space
    assert sum(env.game.table.accounts.values()) == 0
    assert env.render()
