"""The attack: an insider who knows the deck picks among deals after "no more bets". Every way to do so is tried."""

from pathlib import Path

import pytest

from pitboss.errors import CommandRefused, LedgerBroken
from pitboss.evidence.deal_check import check_receipt, check_round
from pitboss.evidence.receipt import receipt
from pitboss.house.automatic_dealer import next_command
from pitboss.house.request import OpenBetsNow, ShuffleByHouse
from pitboss.ledger.store import Conflict
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.rules.load import folders
from pitboss.table.committed_order import order_stays
from pitboss.views.memo import ViewMemo
from pitboss.views.permitted import staff_actions
from tests.clauses.small_houses import AWARDS, WAGERS
from tests.house.driving import DEALER, FLOOR, Driven, wagers
from tests.ledger.one_table import OneTable, by_seed, scanned

REGULATIONS = sorted(folders())
ATTACKS: dict[str, c.Command] = {
    "cut": c.CutCards(20),
    "recut": c.OrderRecut(),
    "face up": c.Report("card_face_up"),
}


def house(regulation: str) -> str:
    return f"""
        facility = "House of tests"
        [tables.one]
        regulation = "{regulation}"
        boxes = 6
        adjacent_boxes = 2
        device = "manual_shoe"
        shuffler = "{"counting" if regulation == "MA-LIR" else "none"}"
        [tables.one.wagers]
        {WAGERS[regulation]}
        {"[tables.one.awards]" if regulation in AWARDS else ""}
        {AWARDS.get(regulation, "")}
    """


def closed(path: Path, regulation: str, physical: tuple[str, ...] = ()) -> Driven:
    """A round after "no more bets", with ann's wagers on box 1."""
    driven = Driven(path, house(regulation), physical)
    driven.seat("one")
    while not isinstance(next_command(driven.table("one")), ShuffleByHouse):
        driven.step("one")
    driven.do("one", c.RecordShuffle((), "hand") if physical else ShuffleByHouse())
    while not isinstance(next_command(driven.table("one")), OpenBetsNow):
        driven.step("one")
    driven.do("one", OpenBetsNow())
    driven.do("one", c.PlaceWagers(1, wagers(driven.table("one"))))
    driven.do("one", c.CloseBets())
    return driven


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_nothing_that_a_person_says_chooses_another_deal(tmp_path: Path, regulation: str, attack: str) -> None:
    driven, command = closed(tmp_path / "ledger.db", regulation), ATTACKS[attack]
    round_ = driven.table("one").round
    assert round_
    committed, dealt, code = round_.stub, False, ""
    if isinstance(command, c.Report):
        # The top card would go to box 1.
        command = command.replace(card=committed[0])
    try:
        events = driven.do("one", command, FLOOR if attack == "recut" else DEALER).events
        assert e.RoundVoided in map(type, events)
        assert not any(isinstance(event, e.CardDiscarded) for event in events)
    except CommandRefused as refused:
        code = refused.code
        driven.do("one", c.DealCards())
        dealt = True
    if dealt:
        assert code in {"order-committed", "no-cut-due"}
        after = driven.table("one").round
        assert after
        assert after.stub == committed[-len(after.stub) :]
        while driven.table("one").round:
            driven.step("one")
    assert check_round(driven.house.store, "one/1").void is not dealt
    # The next round has a shuffle of its own.
    driven.play("one")
    assert check_round(driven.house.store, "one/2").order != check_round(driven.house.store, "one/1").order


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_no_such_thing_is_offered_and_a_face_up_card_says_that_it_voids(tmp_path: Path, regulation: str) -> None:
    table = closed(tmp_path / "ledger.db", regulation).table("one")
    shown = [staff_actions(table, person, "", ViewMemo(), physical=False) for person in ("floorperson", "dealer")]
    commands = [action.get("command", action.get("example", "")) for one in shown for action in one]
    assert not any("cut" in command for command in commands)
    (face_up,) = (action for action in shown[1] if "card_face_up" in str(action))
    assert "void" in str(face_up["confirm"]).lower()


def test_a_recut_is_ordered_between_rounds_and_real_cards_are_cut_again(tmp_path: Path) -> None:
    driven = closed(tmp_path / "real.db", "MD-TCP", ("one",))
    driven.do("one", c.OrderRecut())
    driven.do("one", c.CutCards(30))
    house_cards = Driven(tmp_path / "house.db", house("MD-TCP"))
    house_cards.seat("one")
    while not isinstance(next_command(house_cards.table("one")), OpenBetsNow):
        house_cards.step("one")
    house_cards.do("one", c.OrderRecut())
    house_cards.do("one", c.CutCards(30))
    assert order_stays(house_cards.table("one"), c.OrderRecut(), physical=False)
    house_cards.play("one")
    assert len(check_round(house_cards.house.store, "one/1").cuts) == 2


@pytest.mark.parametrize("change", ["cut", "discard"])
def test_a_round_whose_order_was_changed_after_bets_opened_does_not_pass(change: str) -> None:
    """As earlier versions recorded it, or a house whose program was changed."""
    for shuffling in (by_seed, scanned):
        one = OneTable(house("MD-TCP"))
        one.shuffling = shuffling
        one.prepare(boxes=1)
        one.open_bets()
        one.do(c.PlaceWagers(1, (("ante", 1000),)))
        one.do(c.CloseBets())
        if change == "cut":
            one.do(c.OrderRecut())
            one.do(c.CutCards(30))
        else:
            assert one.table.round
            one.do(c.Report("card_face_up", one.table.round.stub[0]))
        one.do(c.DealCards())
        one.settle()
        if shuffling is by_seed:
            with pytest.raises(LedgerBroken, match="changed after the bets on it were opened"):
                check_receipt(receipt(one.store, "one/1"))
        else:
            check_receipt(receipt(one.store, "one/1"))


# Every draw of entropy is an entry


def shuffles_next(path: Path) -> Driven:
    driven = Driven(path, house("MD-TCP"))
    driven.seat("one")
    while not isinstance(next_command(driven.table("one")), ShuffleByHouse):
        driven.step("one")
    return driven


def test_a_shuffle_that_is_refused_draws_nothing(tmp_path: Path) -> None:
    driven = shuffles_next(tmp_path / "ledger.db")
    drawn = driven.fate.drawn
    with pytest.raises(CommandRefused, match="the dealer does this"):
        driven.do("one", ShuffleByHouse(), FLOOR)
    driven.do("one", ShuffleByHouse())
    with pytest.raises(CommandRefused, match="no deck waits"):
        driven.do("one", ShuffleByHouse())
    assert driven.fate.drawn == drawn + 1


def test_a_shuffle_that_is_decided_again_keeps_its_draw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    driven = shuffles_next(tmp_path / "ledger.db")
    drawn, append, failing = driven.fate.drawn, driven.house.store.append, [True, True]

    def quicker(*given: object) -> object:
        if failing:
            failing.pop()
            raise Conflict("another process was quicker")
        return append(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(driven.house.store, "append", quicker)
    driven.do("one", ShuffleByHouse())
    assert driven.fate.drawn == drawn + 1
