"""The kernels, the engine and each other: the same cards, the same place, the same cents."""

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from pitboss.cards import Card
from pitboss.play.settle import settle
from pitboss.play.settlement_input import BoxFacts, RoundFacts, SettledLine
from pitboss.simulation import vectorised
from pitboss.simulation.card_stream import deal, key_of
from pitboss.simulation.chunks import Job
from pitboss.simulation.game import Decide
from pitboss.simulation.setup import Setup, setup_of
from pitboss.simulation.strategies import Strategies
from tests.simulation.tables import REGULATIONS, rulesets

SEED = 11


@cache
def setup(regulation: str, boxes: int = 0, strategies: tuple[str, ...] = ("optimal",)) -> Setup:
    return setup_of(rulesets()[regulation], boxes=boxes, strategies=strategies)


@cache
def decides(regulation: str, strategy: str) -> Decide:
    """The strategy itself, not its table."""
    return Strategies(setup(regulation).terms).decide(strategy)


def facts_of(setup: Setup, cards: tuple[Card, ...]) -> RoundFacts:
    """A round as the engine sees it, dealt and decided without any table of the simulation."""
    game, boxes = setup.regulation.game, setup.boxes
    size = 7 if game == "top_five_poker" else 3
    hands = [cards[size * box : size * (box + 1)] for box in range(boxes)]
    rest = cards[size * boxes :]
    piles: dict[str, tuple[Card, ...]] = {}
    if game == "let_it_ride":
        burned = sum(step.step == "burn" for step in setup.regulation.script)
        piles = {"burned": rest[:burned], "community": rest[burned : burned + 2], "bonus_box": rest[burned + 2 :]}
    else:
        piles = {"dealer": rest[:size], "community": rest[size:]}
    found = []
    for box, (hand, name) in enumerate(zip(hands, setup.strategies, strict=True), 1):
        decide = decides(setup.regulation.id, name)
        if game == "let_it_ride":
            seen = {"bet_1": hand, "bet_2": (*hand, piles["community"][0])}
            choices = {decision: "ride" if decide(cards) else "withdraw" for decision, cards in seen.items()}
        else:
            choices = {"play": "play" if decide(hand) else "fold"}
        wagers = {name: stake for name, stake in setup.stakes.items() if name != "play" or choices["play"] == "play"}
        found.append(BoxFacts(box, f"p{box}", hand, wagers, choices))
    return RoundFacts(tuple(found), meters=setup.terms.seeds, **piles)


def cell_lines(setup: Setup, place: int) -> Iterator[SettledLine]:
    grid, _ = setup.grid_and_tables
    where = np.unravel_index(place, grid.shape)
    for part in grid.parts:
        shape = [grid.shape[axis] for axis in part.axes]
        yield from part.cells[int(np.ravel_multi_index([where[axis] for axis in part.axes], shape))].lines


def envy_of(setup: Setup, place: int) -> int:
    _, tables = setup.grid_and_tables
    return int(tables.prices.envy[place])


def disagreements(setup: Setup, first: int, rounds: int) -> list[str]:
    """What the engine settles otherwise than the grid says."""
    _, tables = setup.grid_and_tables
    places = vectorised.places(key_of(SEED), first, rounds, tables)
    faults = []
    for number in range(rounds):
        facts = facts_of(setup, deal(key_of(SEED), first + number, tables.cards))
        settled = dict(settle(setup.terms, facts).boxes)
        paid = [line.meter for lines in settled.values() for line in lines if line.meter]
        for box in range(setup.boxes):
            lines = {line.item: line for line in settled[box + 1]}
            for line in cell_lines(setup, int(places[box, number])):
                engine = lines.pop(line.item)
                # A meter that paid another box in the same round shows something else to this one.
                again = line.meter and paid.count(line.meter) > 1
                if (engine.net, engine.pattern, engine.outcome) != (line.net, line.pattern, line.outcome) and not again:
                    faults.append(f"round {first + number} box {box + 1}: {engine} {line}")
            lines.pop("cover_all", None)
            envy = sum(line.amount for line in settled[box + 1] if line.item.endswith("envy"))
            others = sum(envy_of(setup, int(places[other, number])) for other in range(setup.boxes) if other != box)
            if envy != others:
                faults.append(f"round {first + number} box {box + 1}: envy {envy}, {others}")
            faults += [f"round {first + number} box {box + 1}: {name}" for name in lines if not name.endswith("envy")]
    return faults


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_engine_settles_the_same_rounds_to_the_same_cent(regulation: str) -> None:
    assert disagreements(setup(regulation), 0, 400) == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_engine_settles_a_hundred_thousand_rounds(regulation: str, part: int) -> None:
    assert disagreements(setup(regulation), part * 10_000, 10_000) == []


def test_another_way_to_settle_is_noticed() -> None:
    ours, other = setup("MD-TCP"), setup_of(rulesets()["MD-TCP"], paytables={"pair_plus": "A"})
    grid_and_tables = ours.grid_and_tables
    wrong = Setup(**other.given())
    wrong.__dict__["grid_and_tables"] = grid_and_tables
    assert disagreements(wrong, 0, 200) != []


@pytest.mark.parametrize("boxes", [1, 0])
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_compiled_counts_what_numpy_counts(regulation: str, boxes: int) -> None:
    names = ("optimal", "always", "never", "optimal", "always", "never", "optimal")
    most = rulesets()[regulation].submission.boxes
    _, tables = setup(regulation, boxes, names[:most] if not boxes else ("optimal",)).grid_and_tables
    job = Job(tables, 5, 30_000, 60, 8, compiled=False)
    for mine, theirs in zip(job.play(range(1)), job._replace(compiled=True).play(range(1)), strict=True):
        assert mine.shape == theirs.shape
        assert (mine == theirs).all()


def test_cover_all_counts_what_the_engine_pays() -> None:
    table = setup("MA-LIR")
    _, tables = table.grid_and_tables
    job = Job(tables, SEED, 300, 60, 5, compiled=False)
    rows = [row.pattern for row in table.terms.paying("cover_all", table.boxes).rows]
    counted = [0] * (len(rows) + 1)
    for number in range(300):
        facts = facts_of(table, deal(key_of(SEED), number, tables.cards))
        (line,) = (line for line in dict(settle(table.terms, facts).boxes)[1] if line.item == "cover_all")
        counted[rows.index(line.pattern) if line.pattern else -1] += 1
    assert job.play(range(1)).highest.tolist() == counted


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_hours_and_lows_are_those_of_the_rounds(regulation: str) -> None:
    table = setup(regulation)
    _, tables = table.grid_and_tables
    counts = Job(tables, SEED, 240, 60, 2, compiled=True).play(range(1))
    own, house = [], []
    for number in range(240):
        settled = settle(table.terms, facts_of(table, deal(key_of(SEED), number, tables.cards)))
        own.append(settled.net(1))
        house.append(-sum(settled.net(box + 1) for box in range(table.boxes)))
    assert counts.hours[:, 1].tolist() == [sum(own[at : at + 60]) for at in range(0, 240, 60)]
    assert counts.hours[:, 0].tolist() == [sum(house[at : at + 60]) for at in range(0, 240, 60)]
    assert counts.lows.tolist() == [min(0, *np.cumsum(own[at : at + 120]).tolist()) for at in (0, 120)]
