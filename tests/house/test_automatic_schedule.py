"""Tables that deal themselves, on a clock that only the test moves."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random

import pytest

from pitboss.books.accounts import check_books
from pitboss.cards import parse_cards
from pitboss.errors import CommandRefused
from pitboss.evidence.verify import verify_store
from pitboss.house.authority import Who
from pitboss.house.automatic_schedule import AutomaticSchedule, Times, Turn
from pitboss.house.passwords import Cost
from pitboss.house.people import People
from pitboss.house.people_registry import AccessRefused
from pitboss.house.practice import BUY_IN, NAMES, SEATS_LEFT, Practice, advice, enrol
from pitboss.house.request import CommandRequest
from pitboss.play import commands as c
from pitboss.table.playing import pending
from pitboss.table.state import Table
from tests.house.driving import ROYAL, TWINS, Driven

TABLES = ("let-it-ride", "three-card", "top-five", "commonwealth")
TIMES = Times()
BOTS = tuple(Who(name, "player") for name in NAMES)


class Automatic:
    """A house whose tables deal themselves; time passes only from one turn to the next."""

    def __init__(self, driven: Driven, name: str, practice: Practice | None = None) -> None:
        self.driven, self.name, self.practice = driven, name, practice
        self.pace = AutomaticSchedule(Who("Dealer 1", "dealer", (name,)), Who("Floor 1", "floorperson"))
        self.now = 1_000_000
        self.done: list[Turn] = []
        self._ids = (f"turn-{name}-{number}" for number in count())

    @property
    def table(self) -> Table:
        return self.driven.table(self.name)

    def turn(self) -> Turn | None:
        """What comes next, by whoever is first."""
        found = [self.pace.next(self.table, self.now)]
        found += [self.practice.next(self.table, self.now)] if self.practice else []
        return min((turn for turn in found if turn), key=lambda turn: turn.at, default=None)

    def step(self) -> Turn | None:
        turn = self.turn()
        if turn:
            self.now = max(self.now, turn.at)
            self.driven.house.do(turn.who, CommandRequest(next(self._ids), self.name, turn.asked))
            self.done.append(turn)
        return turn

    def until(self, phase: str | None) -> "Automatic":
        while (self.table.round.phase if self.table.round else None) != phase:
            assert self.step(), f"nothing happens any more before {phase}"
        return self

    def waits(self) -> int:
        """How long until something happens."""
        turn = self.turn()
        assert turn
        return turn.at - self.now

    def rounds(self) -> Iterator[int]:
        """The clock at each step, round after round."""
        while self.step():
            yield self.now


@pytest.fixture
def driven(tmp_path: Path) -> Driven:
    return Driven(tmp_path / "ledger.db")


@pytest.mark.parametrize("table", TABLES)
def test_practice_players_play_three_rounds_without_anybody(driven: Driven, table: str) -> None:
    automatic = Automatic(driven, table, Practice(BOTS[:3], Random(table)))
    began = automatic.now
    for _ in automatic.rounds():
        if automatic.table.rounds == 4:
            break
    assert driven.house.store.last("refusals") == 0
    assert set(automatic.table.seats.values()) == set(NAMES[:3])
    assert min(automatic.table.seats) > SEATS_LEFT
    assert automatic.now - began < 3 * 60_000
    assert {turn.who.role for turn in automatic.done} >= {"player", "dealer"}
    verify_store(driven.house.store, None)
    check_books(driven.house.store)


def test_the_opening_takes_no_time(driven: Driven) -> None:
    for name in TABLES:
        automatic = Automatic(driven, name)
        driven.seat(name)
        began = automatic.now
        automatic.until("betting")
        assert automatic.now == began
        assert automatic.turn() is None


def betting(driven: Driven, boxes: int) -> Automatic:
    automatic = Automatic(driven, "three-card")
    driven.seat("three-card", boxes)
    return automatic.until("betting")


def bet(automatic: Automatic, box: int, amount: int = 1000) -> None:
    automatic.driven.do(automatic.name, c.PlaceWagers(box, (("ante", amount),)))


def test_bets_stay_open_for_a_while_after_the_first(driven: Driven) -> None:
    automatic = betting(driven, 2)
    automatic.now += 3_600_000
    assert automatic.turn() is None
    bet(automatic, 1)
    assert automatic.waits() == TIMES.bets
    automatic.now += 5_000
    bet(automatic, 1, 2000)
    assert automatic.waits() == TIMES.bets - 5_000


def test_bets_close_sooner_when_everybody_has_bet(driven: Driven) -> None:
    automatic = betting(driven, 2)
    bet(automatic, 1)
    assert automatic.waits() == TIMES.bets
    automatic.now += 2_000
    bet(automatic, 2)
    assert automatic.waits() == TIMES.all_bet
    automatic.now += 3_000
    bet(automatic, 2, 5000)
    assert automatic.waits() == TIMES.all_bet
    automatic.now += 3_000
    bet(automatic, 1, 5000)
    assert automatic.waits() == TIMES.bets - 8_000
    timer = automatic.pace.timer(automatic.table, automatic.now)
    assert timer == ("bets", automatic.now + TIMES.bets - 8_000)


def test_a_player_who_does_not_decide_counts_as_gone(driven: Driven) -> None:
    automatic = betting(driven, 2)
    bet(automatic, 1)
    bet(automatic, 2)
    automatic.until("playing")
    assert automatic.waits() == TIMES.decision
    turn = automatic.step()
    assert turn
    assert turn[1:] == (automatic.pace.floor, c.FreeSeat(1))
    *_, entry = driven.house.store.stream("table three-card")
    assert (entry.content["by"], entry.content["role"]) == (automatic.pace.floor.name, "floorperson")
    kinds = [event["event"] for event in entry.content["events"]]
    assert kinds[:2] == ["SeatFreed", "NoChoiceMade"]
    assert "ChoiceMade" not in kinds
    due = pending(automatic.table)
    assert due
    assert due[1] == [2]
    assert automatic.waits() == TIMES.decision
    driven.do("three-card", c.Choose(2, "play"))
    assert automatic.waits() == TIMES.step
    automatic.until(None)
    assert automatic.table.seats == {2: "player 2"}
    assert automatic.waits() == TIMES.result


def test_a_box_that_is_never_played_is_free_again(driven: Driven) -> None:
    automatic = betting(driven, 2)
    for _ in range(TIMES.sat_out + 1):
        automatic.until("betting")
        bet(automatic, 1)
        automatic.until("playing")
        driven.do("three-card", c.Choose(1, "fold"))
        automatic.until(None)
    automatic.until("betting")
    assert automatic.table.seats == {1: "player 1"}


def test_a_win_is_validated_by_somebody_who_did_not_deal(tmp_path: Path) -> None:
    driven = Driven(tmp_path / "ledger.db", TWINS, physical=("east",))
    driven.seat("east")
    driven.closed("east", ROYAL)
    driven.to_the_win("east")
    automatic = Automatic(driven, "east")
    turn = automatic.step()
    assert turn
    assert isinstance(turn.asked, c.ValidateWin)
    assert turn.who == automatic.pace.floor
    with pytest.raises(CommandRefused, match="not the dealer"):
        driven.do("east", turn.asked, automatic.pace.dealer)
    automatic.until(None)


def test_practice_players_buy_more_when_they_run_out(driven: Driven) -> None:
    practice = Practice(BOTS[:1], Random(1))
    automatic = Automatic(driven, "three-card", practice)
    name = NAMES[0]
    while name not in automatic.table.seats.values():
        automatic.step()
    automatic.until("betting")
    driven.do("three-card", c.CashOut(name, automatic.table.rack_of(name) - 500))
    turn = automatic.step()
    assert turn
    assert turn.asked == c.BuyChips(name, BUY_IN)


def test_a_name_is_kept_for_the_house(driven: Driven) -> None:
    people = People(driven.house.store, guests=True, cost=Cost(1, 8, 1))
    people.guest("Blaise")
    ada = Who("Ada", "player", ("three-card",))
    assert [enrol(driven.house.store, ada), enrol(driven.house.store, ada)] == [True, True]
    assert not enrol(driven.house.store, ada._replace(name="Blaise"))
    assert not enrol(driven.house.store, ada._replace(tables=("top-five",)))
    with pytest.raises(AccessRefused, match="is taken"):
        people.guest("ADA")


@pytest.mark.parametrize(
    ("cards", "best"), [("As 2c Ks 4d Qs 6h", "play"), ("2s 3c 5s 4d 9d 6h", "fold"), ("Qs 3c 6c 7d 4d 6h", "play")]
)
def test_the_advice_is_the_best_choice(tmp_path: Path, cards: str, best: str) -> None:
    driven = Driven(tmp_path / "ledger.db", TWINS, physical=("east",))
    driven.seat("east")
    driven.closed("east", cards, 100)
    assert advice(driven.table("east"), 1) is None
    driven.do("east", c.DealCards())
    values = advice(driven.table("east"), 1)
    assert values
    assert values.best == best
    round_ = driven.table("east").round
    assert round_
    # A card each at a time: the player has every other one.
    assert round_.boxes[1].cards == parse_cards(cards)[::2]
    assert advice(driven.table("east"), 2) is None


def test_practice_players_take_the_advice(driven: Driven) -> None:
    """Over many decisions each is the best one; a control that always takes the first would not be."""
    checked: set[tuple[str, str]] = set()
    for name in ("three-card", "let-it-ride"):
        automatic = Automatic(driven, name, Practice(BOTS[:2], Random(5)))
        while len([one for one in checked if one[0] == name]) < 2 and automatic.table.rounds < 12:
            table = automatic.table
            turn = automatic.step()
            if turn and isinstance(turn.asked, c.Choose) and (values := advice(table, turn.asked.box)):
                assert turn.asked.choice == values.best
                checked.add((name, values.best))
    assert len(checked) == 4
