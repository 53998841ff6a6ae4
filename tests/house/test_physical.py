"""Real cards through a live house: scanned after the shuffle or read at the deal, and two doors that do not mix."""

import json
from pathlib import Path

import pytest

from pitboss import settle
from pitboss.books.export import recorded_round
from pitboss.books.replay import replay_round
from pitboss.books.resettlement import Resettlement
from pitboss.cards import DECK, UNREAD, Card, parse_cards
from pitboss.errors import CommandRefused, LedgerBroken
from pitboss.evidence.deal_check import check_receipt, check_round
from pitboss.evidence.receipt import receipt
from pitboss.house.automatic_dealer import next_command
from pitboss.house.fill_in import fill_in
from pitboss.house.request import CommandRequest, OpenBetsNow, ShuffleByHouse
from pitboss.ledger.fold import table_stream
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.rules.approve import approve_file
from pitboss.shuffle import check_opening
from pitboss.table.state import new_table
from pitboss.views.staff import staff_view
from tests.house.driving import NOTHING, TWINS, Driven, asker

SIX = parse_cards(NOTHING)


@pytest.fixture
def driven(tmp_path: Path) -> Driven:
    """East deals real cards, west the house's."""
    driven = Driven(tmp_path / "ledger.db", TWINS, ["east"])
    for table in ("east", "west"):
        driven.seat(table)
        driven.do(table, c.ReceiveDecks(1, preshuffled=False))
        while isinstance(step := next_command(driven.table(table)), c.Perform):
            driven.do(table, step)
    return driven


def betting(driven: Driven, table: str) -> None:
    driven.do(table, c.CutCards(10))
    driven.do(table, OpenBetsNow())
    driven.do(table, c.PlaceWagers(1, (("ante", 1000),)))
    driven.do(table, c.CloseBets())


def finish(driven: Driven, table: str) -> None:
    driven.do(table, c.DealCards())
    driven.do(table, c.Choose(1, "play"))
    driven.do(table, c.Settle())
    assert driven.table(table).round is None


def test_the_house_does_not_shuffle_real_cards_nor_take_an_order_for_its_own(driven: Driven) -> None:
    drawn = driven.fate.drawn
    with pytest.raises(CommandRefused, match="dealt from real cards: enter their order") as refused:
        driven.do("east", ShuffleByHouse())
    assert refused.value.code == "cards-are-physical"
    for order in ((), DECK):
        with pytest.raises(CommandRefused, match="the house shuffles at this table: say `dealer shuffles`") as refused:
            driven.do("west", c.RecordShuffle(order, "hand"))
        assert refused.value.code == "cards-of-the-house"
    assert driven.fate.drawn == drawn
    assert not any(driven.table(table).decks[0].order for table in ("east", "west"))


def test_cards_that_nobody_knows_are_read_at_the_deal(driven: Driven) -> None:
    driven.do("east", c.RecordShuffle((), "hand"))
    betting(driven, "east")
    driven.do("east", c.ReadCards(SIX))
    finish(driven, "east")
    assert driven.house.record("east").shuffles == {}
    checked = check_round(driven.house.store, "east/1")
    assert (checked.way, checked.commitment) == ("read", "")


def test_a_house_knows_no_card_before_it_is_turned_up(driven: Driven, tmp_path: Path) -> None:
    """The ledger, its files and the record hold a card only after the dealer has read it; a folded hand never."""
    driven.do("east", c.RecordShuffle((), "hand"))
    betting(driven, "east")
    driven.do("east", c.DealCards())
    driven.do("east", c.Choose(1, "fold"))
    assert not cards_in(driven, tmp_path)
    driven.do("east", c.TurnCards("dealer", SIX[:3]))
    assert cards_in(driven, tmp_path) == set(SIX[:3])
    driven.do("east", c.Settle())
    assert driven.table("east").round is None
    assert cards_in(driven, tmp_path) == set(SIX[:3])
    replay = replay_round(driven.house.store, "east/1")
    assert (replay.dealt, replay.unknown) == ({"1": (UNREAD,) * 3, "dealer": SIX[:3]}, 49)
    resettled = Resettlement(replay)
    assert resettled.differences == ()
    assert settle(recorded_round(resettled))["boxes"][0]["net"] == -1000
    checked = check_round(driven.house.store, "east/1")
    assert (checked.way, checked.commitment, checked.dealt["1"]) == ("read", "", (UNREAD,) * 3)


def cards_in(driven: Driven, folder: Path) -> set[Card]:
    """The cards that anything written by the house names at the real table, or that its record holds."""
    written = b"".join(entry.body for entry in driven.house.store.stream(table_stream("east")))
    assert any(file.stat().st_size for file in folder.iterdir())
    round_ = driven.table("east").round
    held = [box.cards for box in round_.boxes.values()] + [*round_.piles.values()] if round_ else []
    known = {card for cards in held for card in cards if card != UNREAD}
    return known | {card for card in DECK if f'"{card}"'.encode() in written or f" {card}".encode() in written}


@pytest.mark.parametrize("choice", ["play", "fold"])
def test_a_reading_that_is_forged_is_found(driven: Driven, choice: str) -> None:
    """The check of a deal follows each reading: no card lies in two places, and only unread cards are read."""
    driven.do("east", c.RecordShuffle((), "hand"))
    betting(driven, "east")
    driven.do("east", c.DealCards())
    driven.do("east", c.Choose(1, choice))
    driven.do("east", c.TurnCards("dealer", SIX[:3]))
    if choice == "play":
        driven.do("east", c.TurnCards("1", SIX[3:]))
        driven.do("east", c.CorrectCards("1", parse_cards("As Ad Ac")))
    driven.do("east", c.Settle())
    right = receipt(driven.house.store, "east/1")
    assert check_receipt(right).dealt
    for number, entry in enumerate(right["entries"]):
        for event in entry["events"]:
            if event["event"] in ("CardsTurned", "CardsCorrected"):
                wrong = json.loads(json.dumps(right))
                twin = next(one for one in wrong["entries"][number]["events"] if one == event)
                twin["cards"][0] = twin["cards"][1]
                with pytest.raises(LedgerBroken, match="does not match the cards"):
                    check_receipt(wrong)


def test_an_order_that_was_scanned_is_committed_to_with_a_salt_of_its_own(driven: Driven) -> None:
    driven.do("east", c.RecordShuffle(DECK, "hand"))
    made = driven.house.record("east").shuffles[0]
    check_opening(made.commitment, bytes.fromhex(made.salt), DECK, made.by_seed)
    assert not made.by_seed
    betting(driven, "east")
    with pytest.raises(CommandRefused, match="no card is read"):
        driven.do("east", c.ReadCards(SIX))
    finish(driven, "east")
    assert check_round(driven.house.store, "east/1").way == "scanned"


def test_an_order_of_the_house_is_what_its_seed_makes(driven: Driven) -> None:
    shuffled = driven.do("west", ShuffleByHouse()).events[0]
    assert isinstance(shuffled, e.DeckShuffled)
    made = driven.house.record("west").shuffles[0]
    check_opening(made.commitment, bytes.fromhex(made.salt), shuffled.order, by_seed=True)
    betting(driven, "west")
    with pytest.raises(CommandRefused, match="no card is read"):
        driven.do("west", c.ReadCards(SIX))
    finish(driven, "west")
    assert check_round(driven.house.store, "west/1").way == "seed"


def test_a_commitment_does_not_outlive_its_shuffle(driven: Driven) -> None:
    """A shuffle that nobody knows has no commitment; the one before is not shown for it."""
    driven.do("east", c.RecordShuffle(DECK, "hand"))
    betting(driven, "east")
    finish(driven, "east")
    assert 0 in driven.house.record("east").shuffles
    driven.do("east", c.RecordShuffle((), "hand"))
    assert driven.house.record("east").shuffles == {}


def test_every_shuffle_has_entropy_of_its_own(driven: Driven) -> None:
    salts = []
    for _ in range(8):
        driven.play("west")
        salts.append(driven.house.record("west").shuffles[0].salt)
    assert len(set(salts)) == 8


def test_nothing_is_committed_to_where_no_deck_waits_for_a_shuffle(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(TWINS, encoding="utf-8")
    table = new_table(approve_file(str(file)).tables["west"])
    command, beside = fill_in(table, ShuffleByHouse(), physical=False, now=0, draw=lambda _: bytes(32))
    assert isinstance(command, c.RecordShuffle)
    assert beside == {}


def open_bets(driven: Driven, table: str) -> None:
    """Bets are open, and box 1 has a wager whose chip is counted when bets are closed."""
    driven.do(table, ShuffleByHouse() if table == "west" else c.RecordShuffle((), "hand"))
    driven.do(table, c.CutCards(10))
    driven.do(table, OpenBetsNow())
    driven.do(table, c.PlaceWagers(1, (("ante", 1000), ("progressive", 100))))


def test_a_person_counts_real_chips_and_no_view_proposes_the_number(driven: Driven) -> None:
    open_bets(driven, "east")
    seen = staff_view(driven.table("east"), "dealer", physical=True)
    (action,) = [action for action in seen["actions"] if action["kind"] == "CloseBets"]
    assert action["command"] == "dealer closes bets counting progressive {progressive}"
    assert action["example"] == "dealer closes bets"
    assert seen["next"]["command"] == "dealer closes bets"
    with pytest.raises(CommandRefused, match="count the chips of progressive and say how many") as refused:
        driven.house.do(asker(driven.table("east"), c.CloseBets()), CommandRequest("uncounted", "east", c.CloseBets()))
    assert (refused.value.code, refused.value.clause) == ("chips-not-counted", "MD-TCP 8.C(2)(b)")
    driven.do("east", c.CloseBets((("progressive", 0),)))
    waiting = staff_view(driven.table("east"), "floorperson", physical=True)
    assert waiting["next"]["by"] == "floorperson"
    assert waiting["next"]["title"].endswith("0 chips for 1 wager")
    told = [action["command"] for action in waiting["actions"]]
    assert {"floorperson refuses progressive of box 1", "floorperson counts progressive {number}"} <= {*told}
    with pytest.raises(CommandRefused) as refused:
        driven.do("east", c.DealCards())
    assert refused.value.code == "chips-do-not-agree"
    meter = driven.meters("east")
    driven.do("east", c.RefuseWager("progressive", 1))
    assert driven.meters("east") == meter
    assert driven.table("east").round.boxes[1].wagers == {"ante": 1000}  # type: ignore[union-attr]


def test_the_house_counts_the_chips_of_its_own_table_and_says_so(driven: Driven) -> None:
    open_bets(driven, "west")
    driven.do("west", c.CloseBets())
    *_, entry = driven.house.store.stream("table west")
    assert entry.content["command"] == "dealer closes bets"
    assert entry.content["counted_by"] == "house"
