"""Real cards through a live house: scanned after the shuffle or read at the deal, and two doors that do not mix."""

from pathlib import Path

import pytest

from pitboss.cards import DECK, parse_cards
from pitboss.errors import CommandRefused
from pitboss.evidence.deal_check import check_round
from pitboss.house.automatic_dealer import next_command
from pitboss.house.fill_in import fill_in
from pitboss.house.request import OpenBetsNow, ShuffleByHouse
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.rules.approve import approve_file
from pitboss.shuffle import check_opening
from pitboss.table.state import new_table
from tests.house.driving import NOTHING, TWINS, Driven

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
    with pytest.raises(CommandRefused, match="read the 6 cards of the deal first"):
        driven.do("east", c.DealCards())
    driven.do("east", c.ReadCards(SIX))
    finish(driven, "east")
    assert driven.house.record("east").shuffles == {}
    checked = check_round(driven.house.store, "east/1")
    assert (checked.way, checked.commitment) == ("read", "")


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
    command, beside = fill_in(table, ShuffleByHouse(), physical=False, now=0, random=lambda: bytes(32))
    assert isinstance(command, c.RecordShuffle)
    assert beside == {}
