"""Every entry is signed by who acted: a live house under random play, whose clock goes on when players do nothing."""

from pathlib import Path
from random import Random

import pytest

from pitboss.errors import CommandRefused
from pitboss.house.authority import Who
from pitboss.house.automatic_schedule import AutomaticSchedule
from pitboss.house.request import CommandRequest, HouseCommand
from pitboss.ledger.entry import Draft
from pitboss.ledger.fold import table_stream
from pitboss.ledger.store import Store
from pitboss.play import commands as c
from pitboss.table.playing import pending
from tests.house.driving import Driven, player, wagers

TABLES = ("let-it-ride", "three-card", "top-five", "commonwealth")


class Evening:
    """One automatic table. Players bet, decide, leave or do nothing; the house goes on when their time is over."""

    def __init__(self, path: Path, name: str, chance: Random) -> None:
        self.driven, self.name, self.chance = Driven(path, physical=()), name, chance
        self.schedule = AutomaticSchedule(Who("Dealer 1", "dealer"), Who("Floor 1", "floorperson"))
        self.given: dict[str, set[str]] = {}
        self.now = 1_000_000

    def give(self, who: Who, command: HouseCommand) -> None:
        request = CommandRequest(f"{self.now} {who.name} {self.chance.random()}", self.name, command)
        if who.role == "player":
            self.given.setdefault(who.name, set()).add(request.id)
        try:
            self.driven.house.do(who, request)
        except CommandRefused:
            return

    def play(self, steps: int) -> Store:
        for step in range(steps):
            table = self.driven.table(self.name)
            if self.chance.random() < 0.4:
                self._player()
            elif turn := self.schedule.next(table, self.now):
                self.now = max(self.now, turn.at)
                self.driven.house.do(turn.who, CommandRequest(f"auto {self.now} {step}", self.name, turn.asked))
            else:
                self._player()
            self.now += 500
        return self.driven.house.store

    def _player(self) -> None:
        """One player of three does something, or tries to."""
        box, table = self.chance.randint(1, 3), self.driven.table(self.name)
        who = player(box)
        if box not in table.seats:
            self.give(who, c.BuyChips(who.name, 100_000))
            self.give(who, c.TakeSeat(who.name, box))
        elif (due := pending(table)) and due[1][0] == box and self.chance.random() < 0.7:
            self.give(who, c.Choose(box, self.chance.choice(due[0].choices).choice))
        elif self.chance.random() < 0.1:
            self.give(who, c.LeaveSeat(box))
        else:
            self.give(who, c.PlaceWagers(box, wagers(table)))


def signature_faults(store: Store, table: str, given: dict[str, set[str]]) -> list[str]:
    """Entries that bear a player's name without a command of that player, and choices that somebody else recorded."""
    faults, owner = list[str](), dict[int, str]()
    for entry in store.stream(table_stream(table)):
        by, told = entry.content.get("by", ""), f"{entry.seq} {entry.content.get('command', '')}"
        if (entry.content.get("role") == "player" or by in given) and entry.content["id"] not in given.get(by, set()):
            faults.append(f"{told}: {by} never gave it")
        for event in entry.content.get("events", []):
            if event["event"] == "SeatTaken":
                owner[event["box"]] = event["player"]
            if event["event"] == "ChoiceMade" and owner[event["box"]] != by:
                faults.append(f"{told}: {by} chose for {owner[event['box']]}")
    return faults


@pytest.mark.parametrize("name", TABLES)
def test_no_entry_is_signed_by_somebody_who_did_not_act(tmp_path: Path, name: str) -> None:
    evening = Evening(tmp_path / "ledger.db", name, Random(name))
    store = evening.play(260)
    assert signature_faults(store, name, evening.given) == []
    kinds = {event["event"] for entry in store.stream(table_stream(name)) for event in entry.content.get("events", [])}
    assert {"ChoiceMade", "NoChoiceMade", "SeatFreed", "SeatLeft", "RoundCompleted"} <= kinds


def test_a_clock_that_signs_for_a_player_is_found(tmp_path: Path) -> None:
    """The control: the house leaves the box in the name of its player."""
    evening = Evening(tmp_path / "ledger.db", "three-card", Random(1))
    evening.play(60)
    leaving = Who("player 1", "player")
    if 1 not in evening.driven.table("three-card").seats:
        evening.driven.seat("three-card")
    evening.driven.house.do(leaving, CommandRequest("by the clock", "three-card", c.LeaveSeat(1)))
    faults = signature_faults(evening.driven.house.store, "three-card", evening.given)
    assert any("box 1 leaves: player 1 never gave it" in fault for fault in faults)


def test_a_choice_that_somebody_else_made_is_found(tmp_path: Path) -> None:
    """The control: an entry of the ledger in which another player chooses for the one at the box."""
    evening = Evening(tmp_path / "ledger.db", "three-card", Random("three-card"))
    store = evening.play(260)
    stream = table_stream("three-card")
    chosen = next(one for one in store.stream(stream) if any(e["event"] == "ChoiceMade" for e in one.content["events"]))
    owner, id_ = chosen.content["by"], "chosen-by-another"
    evening.given.setdefault("player 9", set()).add(id_)
    content = {key: chosen.content[key] for key in ("at", "role", "command", "events")}
    store.append([Draft(stream, None, {**content, "by": "player 9", "id": id_})])
    (fault,) = signature_faults(store, "three-card", evening.given)
    assert "player 9 chose for " in fault
    assert owner != "player 9"
