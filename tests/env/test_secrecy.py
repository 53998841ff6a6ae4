"""Two worlds that differ only in cards hidden from a seat are the same world to it, until a card is turned up."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence

from pitboss.cards import DECK, Card, show_cards
from pitboss.env import SeatEnv, TableEnv
from pitboss.env.automatic_table import player_of
from pitboss.env.observation import Observation, Observing
from pitboss.play.round import Round
from pitboss.table.state import Table
from pitboss.views.seat import seat_view
from tests.env.playing import REGULATIONS

Cards = tuple[Card, ...]
each_regulation = pytest.mark.parametrize("regulation", REGULATIONS)
BOXES = 3


class Moment(NamedTuple):
    """What a seat is told at one time, and the cards that it may know by then, as the house's own views have it."""

    told: tuple[Any, ...]
    known: frozenset[str]
    over: bool


def known(table: Table, box: int) -> frozenset[str]:
    """Every card that stands anywhere in the view from a seat."""
    return frozenset(map(str, DECK)).intersection(_words(seat_view(table, player_of(box))))


def _words(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for item in value.values():
            yield from _words(item)
    elif isinstance(value, list):
        for item in value:
            yield from _words(item)
    elif isinstance(value, str):
        yield from value.split()


def whole_table(env: TableEnv, order: Cards, answers: list[int]) -> Iterator[tuple[Moment, ...]]:
    """What each box is told after each step of a round with these cards and answers."""
    env.reset(seed=1, options={"deck": show_cards(order)})
    for answer in answers:
        table = env.game.table
        yield tuple(
            Moment(
                (env.observe(agent), env.infos[agent], env.rewards[agent], env.agent_selection, env.render()),
                known(table, box),
                table.round is None,
            )
            for box, agent in enumerate(env.agents, 1)
        )
        if table.round is None:
            return
        actions = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        env.step(int(actions[answer % len(actions)]))


def one_seat(env: SeatEnv, order: Cards, answers: list[int]) -> Iterator[tuple[Moment, ...]]:
    """The same for one seat; other boxes decide by their own cards, which shows in where their chips lie."""
    seen, info = env.reset(seed=1, options={"deck": show_cards(order)})
    reward = 0.0
    for answer in answers:
        table = env.game.table
        yield (Moment((seen, info, reward), known(table, env.box), table.round is None),)
        if table.round is None:
            return
        actions = np.flatnonzero(info["action_mask"])
        seen, reward, _, _, info = env.step(int(actions[answer % len(actions)]))


def compare(worlds: Iterator[tuple[tuple[Moment, ...], ...]], swapped: set[str], in_stub: bool) -> int:
    """Asserts that two worlds look alike to each seat while it knows neither swapped card; how often with cards."""
    asked = 0
    for one, other in worlds:
        for mine, theirs in zip(one, other, strict=True):
            if swapped & (mine.known | theirs.known) or (mine.over and not in_stub):
                continue
            assert data_equivalence(mine.told, theirs.told, exact=True)
            asked += bool(mine.known)
    return asked


def two_worlds(play: Callable[[Cards, list[int]], Iterator[tuple[Moment, ...]]], dealt: int, seed: int) -> int:
    """Compares a random round with its twin, in which a card of the deal has changed places with any other card."""
    chance = Random(seed)
    order, answers = tuple(chance.sample(DECK, 52)), [chance.randrange(1000) for _ in range(100)]
    in_stub = seed % 4 == 0
    one, other = chance.sample(order[dealt:], 2) if in_stub else (chance.choice(order[:dealt]), chance.choice(order))
    twin = tuple({one: other, other: one}.get(card, card) for card in order)
    # One world after the other: both are played in the same environment.
    mine, theirs = list(play(order, answers)), list(play(twin, answers))
    return compare(zip(mine, theirs, strict=False), {str(one), str(other)}, in_stub)


def cards_of_a_deal(table: Table) -> int:
    """No more cards than this are dealt to so many boxes; those beneath stay in the stub."""
    rows = table.ruleset.regulation.dealing[table.device].deal
    return sum(row.cards * row.times * (len(row.to) + ("player" in row.to) * (BOXES - 1)) for row in rows)


def table_worlds(regulation: str, leak: Callable[[Observing], None] | None = None) -> int:
    env = TableEnv(regulation, boxes=BOXES, render_mode="ansi")
    if leak:
        leak(env.observing)
    dealt = cards_of_a_deal(env.game.table)
    return sum(two_worlds(lambda order, answers: whole_table(env, order, answers), dealt, seed) for seed in range(9))


@each_regulation
def test_no_box_is_told_of_a_hidden_card(regulation: str) -> None:
    assert table_worlds(regulation) > 40


@each_regulation
def test_a_seat_beside_others_is_told_of_no_hidden_card(regulation: str) -> None:
    env = SeatEnv(regulation, box=2, others=BOXES - 1)
    dealt = cards_of_a_deal(env.game.table)
    asked = [two_worlds(lambda order, answers: one_seat(env, order, answers), dealt, seed) for seed in range(16)]
    assert sum(asked) >= 8


@each_regulation
def test_an_observation_shows_the_cards_of_the_view_and_no_other(regulation: str) -> None:
    env, chance = SeatEnv(regulation, strict=True), Random(3)
    seen, info = env.reset(seed=5)
    over = False
    while not over:
        piles = [space for space in ("cards", "community", "dealer", "bonus_box") if space in seen]
        shown = {str(Card(int(place))) for pile in piles for place in seen[pile] if place < len(DECK)}
        assert shown == known(env.game.table, 1)
        seen, _, over, _, info = env.step(int(chance.choice(np.flatnonzero(info["action_mask"]))))


# Observations that leak, each in another way --------------------------------------------------------------------------


def leaking(found: Callable[[Round, int], tuple[Card, ...]]) -> Callable[[Observing], None]:
    """An observation that tells of some cards by the number of cents in a bankroll."""

    def patch(observing: Observing) -> None:
        honest = observing.of

        def of(table: Table, box: int, turn: int | None) -> Observation:
            seen = honest(table, box, turn)
            if table.round:
                seen["bankroll"] += sum(int(card) << place for place, card in enumerate(found(table.round, box)))
            return seen

        observing.of = of  # type: ignore[method-assign]

    return patch


LEAKS = {
    "cards face down": lambda round_, _: tuple(card for pile in round_.piles.values() for card in pile),
    "the hands of others": lambda round_, box: round_.boxes[BOXES if box == 1 else 1].cards,
    "the top of the stub": lambda round_, _: round_.stub[:4],
}


@each_regulation
@pytest.mark.parametrize("found", LEAKS.values(), ids=LEAKS)
def test_a_leak_is_found(regulation: str, found: Callable[[Round, int], tuple[Card, ...]]) -> None:
    with pytest.raises(AssertionError):
        table_worlds(regulation, leaking(found))
