"""Restarts: at whatever command a house stops, the next one goes on from exactly there, at every game."""

from pathlib import Path

import pytest

from pitboss.house import head_signing as evidence
from pitboss.ledger.fold import Rulesets, load_table
from pitboss.play import commands as c
from pitboss.play import events as e
from tests.house.driving import ROYAL, SAMPLE, TWINS, Driven

TABLES = ("let-it-ride", "three-card", "top-five", "commonwealth")


def again(driven: Driven, path: Path, text: str = SAMPLE, physical: tuple[str, ...] = ()) -> Driven:
    """The house is gone; another one takes its place and knows the same."""
    before = {name: driven.house.record(name) for name in driven.house.approved.tables}
    driven.house.store.close()
    driven = Driven(path, text, physical, driven.fate)
    for name, record in before.items():
        assert driven.house.record(name) == record
    return driven


@pytest.mark.parametrize("name", TABLES)
def test_a_restart_at_every_command_changes_nothing(tmp_path: Path, name: str) -> None:
    """The house that does the next command is always a new one."""
    path, phases = tmp_path / "ledger.db", set()
    driven = Driven(path, SAMPLE)
    driven.seat(name)
    while driven.table(name).rounds < 1 or driven.table(name).round:
        driven.step(name)
        driven = again(driven, path)
        round_ = driven.table(name).round
        phases.add(round_.phase if round_ else "between")
    assert phases >= {"between", "betting", "closed", "playing"}
    assert driven.house.store.last("refusals") == 0


def test_a_restart_between_a_win_and_its_payment(tmp_path: Path) -> None:
    """One table waits for the floorperson, the other is paid; each step is done by a new house."""
    path, tables = tmp_path / "ledger.db", ("east", "west")
    driven = Driven(path, TWINS, tables)
    for table in tables:
        driven.seat(table)
        driven.closed(table, ROYAL)
        driven.to_the_win(table)
        driven = again(driven, path, TWINS, tables)
        assert driven.table(table).round.phase == "settling"  # type: ignore[union-attr]
    paid = []
    for table in tables:
        driven.do(table, c.ValidateWin(1, "progressive"))
        driven = again(driven, path, TWINS, tables)
        events = driven.do(table, c.Settle()).events
        paid += [event.amount for event in events if isinstance(event, e.WagerPaid) and event.wager == "progressive"]
        driven = again(driven, path, TWINS, tables)
    # The first win is locked when its hand is up, before the second table feeds the meter.
    assert paid == [250_014, 100_014]


@pytest.mark.parametrize("name", TABLES)
def test_from_every_snapshot_the_same_table_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A snapshot after every command, also in the midst of rounds, against a fold of the whole stream."""
    driven = Driven(tmp_path / "ledger.db", SAMPLE)
    monkeypatch.setattr(evidence, "ROUNDS_A_SNAPSHOT", 10**9)
    driven.seat(name, boxes=2)
    store, rulesets = driven.house.store, Rulesets(driven.house.store)
    while driven.table(name).rounds < 2 or driven.table(name).round:
        driven.step(name)
        whole = load_table(store, rulesets, name)
        driven.house.signer.save_snapshot(whole)
        assert driven.house.signer.snapshot(name, rulesets) == whole
    assert whole.table.last
