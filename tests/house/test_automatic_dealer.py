"""The croupier: what it says comes next is open, from a table without cards to the end of every round."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings

from pitboss.errors import CommandRefused
from pitboss.evidence.verify import verify_store
from pitboss.house.automatic_dealer import next_command
from pitboss.house.request import CountByHouse, OpenBetsNow, ShuffleByHouse
from pitboss.play import commands as c
from pitboss.play.commands import Command
from pitboss.table.decide import act
from pitboss.table.decks import cards_to_count, deck_to_shuffle, shuffle_ways
from pitboss.table.playing import pending
from pitboss.table.state import Table, new_table
from tests.house.driving import SAMPLE, Driven, wagers
from tests.properties.asking import chances, royal, shuffled
from tests.properties.houses import approved, houses


def test_two_hundred_rounds_at_four_tables_without_a_refusal(tmp_path: Path) -> None:
    driven = Driven(tmp_path / "ledger.db", SAMPLE)
    for name in driven.house.approved.tables:
        driven.seat(name, boxes=3, chips=100_000_000)
        driven.play(name, 50)
        table = driven.table(name)
        assert (table.rounds, table.round) == (50, None)
        for box in (1, 2, 3):
            driven.do(name, c.CashOut(f"player {box}", table.rack_of(f"player {box}")))
            driven.do(name, c.LeaveSeat(box))
        driven.do(name, c.EmptyDrop())
        assert driven.table(name).seats == {}
    store = driven.house.store
    assert store.last("refusals") == 0
    driven.house.signer.sign_head()
    assert verify_store(store).heads == 1
    again = Driven(tmp_path / "ledger.db", SAMPLE)
    for name in driven.house.approved.tables:
        assert again.house.record(name) == driven.house.record(name)


def completed(table: Table, chance: Random) -> Command | None:
    """What the croupier says, with the order and the time that a house would bring."""
    step = next_command(table)
    if isinstance(step, OpenBetsNow):
        return c.OpenBets(0)
    if isinstance(step, CountByHouse):
        return c.CountStub(cards_to_count(table))
    if isinstance(step, ShuffleByHouse):
        index = deck_to_shuffle(table)
        assert index is not None
        order = royal(table, chance) if chance.random() < 0.5 else shuffled(chance)
        return c.RecordShuffle(order, shuffle_ways(table, table.decks[index])[0])  # type: ignore[arg-type]
    return step


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(house=houses(), chance=chances)
def test_the_croupier_knows_the_way_at_any_table(house: str, chance: Random) -> None:
    """Any approved house; devices fail now and then; `act` raises where a step is refused."""
    table = new_table(approved(house))
    table = act(table, c.BuyChips("ann", 10_000_000))[0]
    table = act(table, c.TakeSeat("ann", 1))[0]
    while table.rounds < 8 or table.round:
        step = completed(table, chance)
        if step is None and (due := pending(table)):
            step = c.Choose(due[1][0], chance.choice(due[0].choices).choice)
        elif step is None:
            hand = 1 if table.device == "electronic" else 0
            step = c.PlaceWagers(1, wagers(table), hand=hand)
        table = act(table, step)[0]
        if table.round is None and chance.random() < 0.02:
            table = _without_device(table, chance)
    assert table.last


def _without_device(table: Table, chance: Random) -> Table:
    device = chance.choice(["shuffler", "dealing_shoe"])
    out = c.TakeOutOfService(device, "covered")  # type: ignore[arg-type]
    try:
        return act(table, out)[0]
    except CommandRefused:
        return table


@pytest.mark.parametrize(
    ("table", "hours"), [("three-card", 4), ("let-it-ride", 8), ("top-five", 8), ("commonwealth", 0)]
)
def test_cards_that_are_too_old_are_replaced(tmp_path: Path, table: str, hours: int) -> None:
    """Maryland's cards last four hours from the hand and eight from a shoe; Massachusetts says nothing."""
    driven = Driven(tmp_path / "ledger.db", SAMPLE)
    driven.seat(table)
    driven.play(table, 2)
    driven.fate.now += (hours or 1000) * 3_600_000
    driven.play(table, 2)
    assert driven.house.store.last("refusals") == 0
    entries = driven.house.store.stream(f"table {table}")
    received = [event for entry in entries for event in entry.content["events"] if event["event"] == "DecksReceived"]
    assert len(received) == (2 if hours else 1)


@pytest.mark.parametrize("phase", ["betting", "playing"])
def test_the_croupier_waits_for_players(tmp_path: Path, phase: str) -> None:
    driven = Driven(tmp_path / "ledger.db", SAMPLE)
    driven.seat("three-card")
    while driven.table("three-card").round is None:
        driven.step("three-card")
    if phase == "playing":
        driven.do("three-card", c.PlaceWagers(1, (("ante", 1000),)))
        driven.do("three-card", c.CloseBets())
        driven.do("three-card", c.DealCards())
    assert next_command(driven.table("three-card")) is None
