"""Folding: the streams alone make every table and link, from the start or from anywhere on the way."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pitboss.cards import DECK
from pitboss.errors import InputError, LedgerBroken
from pitboss.ledger.entry import Draft
from pitboss.ledger.fold import (
    HOUSE,
    LinkRecord,
    Rulesets,
    Shuffle,
    TableRecord,
    after,
    after_link,
    fold_table,
    link_stream,
    load_link,
    load_table,
    table_stream,
)
from pitboss.ledger.records import HouseOpened
from pitboss.ledger.sqlite import SqliteStore
from pitboss.ledger.store import Store
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.encoding import event_to_json
from pitboss.play.message import message_to_json
from pitboss.table.meters import Meter
from pitboss.table.state import DeckState, evolve, new_table
from tests.house.driving import ROYAL, SAMPLE, TWINS, Driven
from tests.properties.houses import approved

TWO_DECKS = """
facility = "House of tests"
[tables.one]
regulation = "MD-TCP"
boxes = 3
device = "automated_shoe"
shuffler = "counting"
decks = 2
backs = ["red", "blue"]
adjacent_boxes = 1
[tables.one.wagers]
ante = { minimum = "$10", maximum = "$500" }
pair_plus = { paytable = "A", minimum = "$5", maximum = "$100" }
[tables.one.awards]
ante_bonus = { paytable = "A" }
"""
CITE = "MD-TCP 5.A"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """What two tables of a link leave, with a jackpot each."""
    driven = Driven(tmp_path / "ledger.db", TWINS, ("east", "west"))
    for table in ("east", "west"):
        driven.seat(table)
        driven.closed(table, ROYAL)
        driven.to_the_win(table)
        driven.paid(table)
    driven.do("east", c.CorrectPayment("player 1", -100, "paid twice"))
    driven.house.store.close()
    store = SqliteStore(str(tmp_path / "ledger.db"))
    yield store
    store.close()


def test_every_entry_is_folded_once_and_in_order(store: Store) -> None:
    folded = list(fold_table(store, Rulesets(store), "east"))
    assert [one.entry for one in folded] == list(store.stream("table east"))
    assert folded[0].before is None
    assert all(one.before is other.after for other, one in pairwise(folded))
    assert [one.after.seq for one in folded] == list(range(1, len(folded) + 1))
    for one in folded[1:]:
        assert one.before
        table = one.before.table
        for event in one.events:
            table = evolve(table, event)
        assert one.after.table == table
        assert sum(table.accounts.values()) == 0


def test_a_fold_from_anywhere_ends_alike(store: Store) -> None:
    rulesets = Rulesets(store)
    whole = load_table(store, rulesets, "west")
    for one in fold_table(store, rulesets, "west"):
        assert load_table(store, rulesets, "west", one.after) == whole
    links = [LinkRecord()]
    for entry in store.stream(link_stream("harbor")):
        links.append(after_link(links[-1], entry.seq, entry.content))
    assert all(load_link(store, "harbor", link) == links[-1] for link in links)


def test_a_link_is_what_its_tables_say_of_it(store: Store) -> None:
    """Two contributions of 14.37 cents, two jackpots and two resets; the fractions of a cent wait."""
    link = load_link(store, "harbor")
    assert link.meters == {"main": Meter(100_000, Fraction(74, 100))}
    tables = [load_table(store, Rulesets(store), name).table for name in ("east", "west")]
    assert tables[1].meters() == {"main": 100_000}
    assert tables[1].carry == {"main": Fraction(74, 100)}


def test_a_table_that_is_not_there(store: Store) -> None:
    with pytest.raises(InputError, match="the ledger has no table 'roulette'"):
        load_table(store, Rulesets(store), "roulette")
    assert load_link(store, "roulette") == LinkRecord()


def noted(*events: Any) -> dict[str, Any]:
    return {"at": 0, "by": "house", "role": "house", "events": list(events)}


def test_a_table_that_acts_before_it_is_opened(tmp_path: Path) -> None:
    store = SqliteStore(str(tmp_path / "ledger.db"))
    store.append([Draft(table_stream("one"), 0, noted(event_to_json(e.TableFilled(100, CITE))))])
    with pytest.raises(
        LedgerBroken, match=r"entry 0 \(table one 1\): .*the table acts before it is opened.*run pitboss verify"
    ):
        load_table(store, Rulesets(store), "one")
    store.close()


def test_rules_that_are_not_in_the_ledger(tmp_path: Path) -> None:
    store = SqliteStore(str(tmp_path / "ledger.db"))
    store.append([Draft(table_stream("one"), 0, noted({"event": "TableOpened", "digest": "", "house": 4}))])
    with pytest.raises(LedgerBroken, match="the house has no entry 4"):
        load_table(store, Rulesets(store), "one")
    store.append([Draft(HOUSE, 0, noted(message_to_json(HouseOpened("", TWINS, "0" * 64, "", "0.0.1"))))])
    with pytest.raises(InputError, match=r"run by rules 000000000000 of pitboss 0\.0\.1"):
        Rulesets(store).house(1)
    store.close()


def test_rules_are_approved_once(tmp_path: Path) -> None:
    driven = Driven(tmp_path / "ledger.db", SAMPLE)
    rulesets = Rulesets(driven.house.store)
    assert rulesets.house(1) is rulesets.house(1)
    assert rulesets.of(1, "top-five").digest == driven.house.approved.tables["top-five"].digest


# Shuffles

RED, BLUE, NEW = (Shuffle(name, name, True) for name in ("red", "blue", "new"))
MADE = {"deck": 0, "commitment": "new", "salt": "new", "by_seed": True}


def with_decks(current: int = 0) -> TableRecord:
    """Two decks, both shuffled."""
    table = new_table(approved(TWO_DECKS))
    steps = len(table.opening_steps)
    table = table.replace(decks=(DeckState(steps, order=DECK), DeckState(steps, order=DECK[::-1])), current=current)
    return TableRecord(table, 9, 1, {}, {0: RED, 1: BLUE})


SHUFFLES: dict[str, tuple[int, Sequence[e.Event], bool, dict[int, Shuffle]]] = {
    "a shuffle takes the place of the one before": (
        0,
        [e.DeckShuffled(0, DECK, "device", CITE)],
        True,
        {0: NEW, 1: BLUE},
    ),
    "a shuffle that nobody knows has none": (1, [e.DeckShuffled(1, (), "device", CITE)], False, {0: RED}),
    "new decks have none": (0, [e.DecksReceived(2, False, CITE)], False, {}),
    "the first deck goes, the second is the first": (0, [e.DeckRemoved(0, CITE)], False, {0: BLUE}),
    "the second deck goes": (0, [e.DeckRemoved(1, CITE)], False, {0: RED}),
    "a deck that is found short is not shuffled": (
        0,
        [e.IrregularityFound("deck_not_52", "remove_deck", CITE), e.DeckRemoved(0, CITE)],
        True,
        {0: BLUE},
    ),
    "without a shuffler the deck in turn stays": (
        1,
        [e.DeviceTakenOut("shuffler", "covered", CITE)],
        False,
        {0: BLUE},
    ),
    "anything else changes nothing": (0, [e.DeckCut(20, CITE)], False, {0: RED, 1: BLUE}),
}


@pytest.mark.parametrize(("current", "events", "made", "shuffles"), SHUFFLES.values(), ids=SHUFFLES)
def test_a_shuffle_goes_with_its_deck(
    current: int, events: Sequence[e.Event], made: bool, shuffles: dict[int, Shuffle]
) -> None:
    """A commitment that stood for another deck would make an honest deal look false."""
    content = {"by": "dora", "role": "floorperson", **({"shuffle": MADE} if made else {})}
    record = after(with_decks(current), 10, content, tuple(events))
    assert record.shuffles == shuffles
    assert len(record.table.decks) >= len(shuffles)


def test_a_table_that_was_evolved_already_is_taken_as_it_is() -> None:
    record, events = with_decks(), (e.ChipsBought("ann", 500, CITE),)
    content = {"by": "ann", "role": "player"}
    ready = evolve(record.table, events[0])
    assert after(record, 10, content, events, ready) == after(record, 10, content, events)
