"""A round is put together again whole, settled anew, and tells nothing of any other deck."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from shutil import copyfile
from typing import Any, cast

import pytest

from pitboss.books import recorded_commands, round_index
from pitboss.books.export import replay_json, why_not_recorded
from pitboss.books.replay import Replay, replay_round, replays
from pitboss.books.resettlement import PaymentDifference, Resettlement
from pitboss.books.round_rows import ROUNDS
from pitboss.books.rounds import table_names
from pitboss.cards import DECK, UNREAD, show_cards
from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.deal_check import check_round
from pitboss.house.request import OpenBetsNow
from pitboss.ledger.entry import Entry, canonical
from pitboss.ledger.open_store import open_store
from pitboss.ledger.store import Store
from pitboss.play import commands as c
from pitboss.play import events as e
from tests.ledger.evening import DORA, Altered, Evening, evening, straight_flushes

Event = dict[str, Any]


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with closing(open_store(str(evening()))) as opened:
        yield opened


@pytest.fixture(scope="module")
def rounds(store: Store) -> list[Replay]:
    return [one for name in table_names(store) for one in replays(store, name)]


def orders(store: Store) -> Iterator[tuple[str, tuple[int, str], list[str]]]:
    """The table, the place and the order of every shuffle in the ledger."""
    for entry in store.entries():
        for event in entry.content["events"]:
            if event["event"] == "DeckShuffled" and event["order"]:
                yield entry.stream.removeprefix("table "), (entry.position, entry.content["command"]), event["order"]


# The course of a round


def test_it_begins_with_the_shuffle_of_its_own_deck(store: Store, rounds: list[Replay]) -> None:
    """The order, the cuts and the deal are those that the check of the deal finds by its own way."""
    for replay in rounds:
        first = replay.moments[0].event
        assert isinstance(first, e.DeckShuffled)
        checked = check_round(store, replay.id)
        assert checked.order == first.order
        cuts = [moment.event.depth for moment in replay.moments if isinstance(moment.event, e.DeckCut)]
        assert tuple(cuts) == checked.cuts
        assert replay.dealt == checked.dealt
        assert (replay.shuffle.commitment if replay.shuffle else "") == checked.commitment
        assert isinstance(replay.first.event, e.BetsOpened)
        assert replay.first.event.round == replay.final.number
    far = [one.first.source.place.seq - one.moments[0].source.place.seq for one in rounds]
    assert max(far) > 8, "with two decks, a shuffle lies a whole round before the bets"


def test_every_event_of_the_round_is_there_with_who_and_why(store: Store, rounds: list[Replay]) -> None:
    for replay in rounds:
        seqs = [moment.source.place.seq for moment in replay.moments[replay.opened :]]
        assert sorted(set(seqs)) == list(range(seqs[0], seqs[-1] + 1))
        recorded = [
            len(entry.content["events"])
            for entry in store.stream(f"table {replay.table}", seqs[0] - 1)
            if entry.seq <= seqs[-1]
        ]
        assert len(seqs) == sum(recorded)
        for moment in replay.moments:
            assert moment.source.by
            assert moment.source.role in ("player", "dealer", "floorperson")
            assert moment.gist, moment.event.cite


def test_hands_come_out_of_the_discard_rack(rounds: list[Replay]) -> None:
    for replay in rounds:
        rack = replay.rack
        known = [card for card in rack if card != UNREAD]
        assert len(set(known)) == len(known)
        assert len(known) + replay.unknown == len(DECK)
        for cards in replay.dealt.values():
            if UNREAD in cards:
                continue
            if not any(isinstance(event, e.CardDiscarded) for event in replay.events):
                burned = replay.final.burned
                stub = 0 if replay.unread else replay.final.in_stub()
                assert rack[stub : stub + len(burned)] == burned, "a burned card lies on the stub"
                held = [card for card in cards if card not in burned]
                places = sorted(rack.index(card) for card in held)
                assert places == list(range(places[0], places[0] + len(held))), "a hand lies together"


def test_cards_that_were_read_leave_an_unknown_stub(rounds: list[Replay]) -> None:
    read = [replay for replay in rounds if replay.unread]
    assert read
    for replay in read:
        dealt = sum(map(len, replay.dealt.values()))
        assert (len(replay.rack), replay.unknown) == (dealt, 52 - dealt)
        assert replay.shuffle is None


def test_chips_seats_refusals_and_cards_found_during_it(store: Store) -> None:
    replay = replay_round(store, "three-card/9")
    kinds = {type(event) for event in replay.events}
    assert {e.ChipsBought, e.SeatTaken, e.SeatLeft, e.IrregularityFound, e.CardDiscarded} <= kinds
    assert [(one.code, one.source.by) for one in replay.refused] == [("bets-closed", "dee")]
    assert replay.final.boxes[6].left


def test_corrections_that_followed(store: Store) -> None:
    eighth, ninth = replay_round(store, "top-five/8"), replay_round(store, "top-five/9")
    told = [(one.event.player, one.event.amount, one.source.by) for one in eighth.corrections]
    assert told == [("ann", 500, "flo"), ("bob", -100, "flo")], "one before the next bets, one that names the round"
    assert [one.event.player for one in ninth.corrections] == ["bob"]
    assert replay_round(store, "top-five/6").corrections == ()


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Store]:
    """A copy of the evening, whose index may be changed."""
    with closing(open_store(copyfile(str(evening()), str(tmp_path / "own.db")))) as opened:
        yield opened


def test_corrections_are_found_by_the_index_where_much_follows(own: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = [f"top-five/{number}" for number in range(1, 10)]
    read = [replay_round(own, one).corrections for one in rounds]
    monkeypatch.setattr(recorded_commands, "_RECENT", 0)
    for batch in (10**6, 10):
        monkeypatch.setattr(round_index, "BATCH", batch)
        assert [replay_round(own, one).corrections for one in rounds] == read, "from memory, then written"
    assert sum(map(len, read)) > 2
    assert own.read_derived("SELECT count(*) FROM derived_corrections")[0][0] == 1


def test_a_correction_that_the_index_invents_is_not_shown(own: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    read = replay_round(own, "top-five/8").corrections
    monkeypatch.setattr(recorded_commands, "_RECENT", 0)
    monkeypatch.setattr(round_index, "BATCH", 10)
    assert replay_round(own, "top-five/8").corrections == read
    mark, last = own.derived_mark(ROUNDS), own.last("table top-five")
    assert mark
    for seq in (last - 3, last + 1000):
        invented = "INSERT INTO derived_corrections (stream, number, seq) VALUES ('table top-five', 8, ?)"
        now = own.derived_mark(ROUNDS)
        assert now
        own.write_derived(ROUNDS, now, now, [(invented, seq)])
        assert replay_round(own, "top-five/8").corrections == read
    assert own.derived_mark(ROUNDS) != mark, "it was built again"


# What is withheld


def test_no_other_deck_is_told(store: Store, rounds: list[Replay]) -> None:
    every = list(orders(store))
    for replay in rounds:
        text = json.dumps(replay_json(replay))
        own = replay.moments[0].event
        assert isinstance(own, e.DeckShuffled)
        for table, _, order in every:
            if table != replay.table or order != [str(card) for card in own.order]:
                assert json.dumps(order)[1:-1] not in text
                assert " ".join(order) not in text
    assert len(every) > len(rounds)


def test_a_deck_that_is_shuffled_during_a_round_keeps_its_order(tmp_path: Path) -> None:
    """With two decks and a shuffler, the next deck is shuffled while this one is played."""
    one = Evening(tmp_path / "ledger.db")
    one.seat("three-card", 2)
    one.play("three-card")
    one.do(DORA, "three-card", c.LoadShuffler())
    one.do(DORA, "three-card", OpenBetsNow())
    one.bet("three-card", lambda table: table.ruleset.least_wagers)
    order = tuple(one.chance.sample(DECK, 52))
    one.do(DORA, "three-card", c.RecordShuffle(order, "device"))
    one.finish("three-card")
    replay = replay_round(one.store, "three-card/2")
    shuffles = [moment for moment in replay.moments[replay.opened :] if isinstance(moment.event, e.DeckShuffled)]
    assert [(moment.event.order, moment.source.command) for moment in shuffles] == [((), "dealer shuffles")]  # type: ignore[union-attr]
    text = json.dumps(replay_json(replay))
    assert show_cards(order[10:13]) not in text
    assert json.dumps([str(card) for card in order[10:13]])[1:-1] not in text
    assert show_cards(order[10:13]) in json.dumps([entry.content for entry in one.store.entries()])
    one.house.close()


def test_a_round_under_way_is_refused_without_a_card(store: Store) -> None:
    with pytest.raises(InputError, match="commonwealth/9 is not over") as caught:
        replay_round(store, "commonwealth/9")
    assert not re.search(r"\b[2-9TJQKA][cdhs]\b", str(caught.value))
    assert [one.final.number for one in replays(store, "commonwealth")] == list(range(1, 9))


@pytest.mark.parametrize(
    ("round_id", "says"),
    [
        ("three-card/99", "three-card/1 to three-card/9"),
        ("three-card/0", "three-card/1 to three-card/9"),
        ("roulette/1", "no table 'roulette'"),
        ("three-card", "TABLE/NUMBER"),
        ("/1", "TABLE/NUMBER"),
        ("three-card/x", "TABLE/NUMBER"),
    ],
)
def test_a_round_that_is_not_there(store: Store, round_id: str, says: str) -> None:
    with pytest.raises(InputError, match=re.escape(says)):
        replay_round(store, round_id)


# Settled anew


def test_an_evening_was_paid_as_due(rounds: list[Replay]) -> None:
    lines = 0
    for replay in rounds:
        reckoning = Resettlement(replay)
        assert reckoning.differences == (), replay.id
        lines += len(reckoning.lines)
        assert bool(reckoning.lines) != replay.void
        for name, moves in reckoning.meters.items():
            left = moves.before + moves.raised - moves.paid + moves.filled - moves.lowered + moves.elsewhere
            assert left == moves.after == replay.after.meters()[name]
    assert lines > 500


def test_the_sums_are_shown(store: Store) -> None:
    sums = {one.sum for one in Resettlement(replay_round(store, "three-card/8")).lines}
    assert {"$10 lost", "$10 x 1 = $10", "$10 x 5 = $50", "$100"} <= sums
    assert any(re.fullmatch(r"100% of main at (\$[\d,.]+) = \1", one) for one in sums)
    meters = Resettlement(replay_round(store, "three-card/8")).meters
    assert meters["main"].elsewhere == 0, "the win was locked before the other table of the link went on"


def altered(store: Store, round_id: str, kind: str, change: Callable[[Event], Event]) -> Store:
    """The ledger with the first event of a kind in a round changed, as by somebody who can write it anew."""
    replay = replay_round(store, round_id)
    seq = next(m.source.place.seq for m in replay.moments if type(m.event).__name__ == kind)
    done: list[int] = []

    def edit(entry: Entry) -> Entry:
        if (entry.stream, entry.seq) != (f"table {replay.table}", seq):
            return entry
        content, changed = entry.content, False
        for index, event in enumerate(content["events"]):
            if event["event"] == kind and not changed:
                content["events"][index], changed = change(event), True
                done.append(index)
        return entry._replace(body=canonical(content))

    return cast(Store, Altered(store, edit))


@pytest.mark.parametrize(
    ("round_id", "kind", "change", "item"),
    [
        ("three-card/8", "WagerPaid", {"amount": 2000}, "ante"),
        ("three-card/8", "WagerPaid", {"returned": 0}, "ante"),
        ("three-card/8", "AwardPaid", {"amount": 9900}, "ante_bonus"),
        ("three-card/8", "MeterRaised", {"amount": 57}, "contribution to main"),
        ("three-card/8", "MeterReset", {"amount": 100_001}, "meter main"),
        ("let-it-ride/8", "WagerReturned", {"amount": 400}, "bet_1"),
        ("three-card/7", "WagerReturned", {"amount": 100}, "ante"),
        ("top-five/9", "WagerPaid", {"box": 1}, "ante"),
    ],
)
def test_a_changed_payment_is_named(store: Store, round_id: str, kind: str, change: Event, item: str) -> None:
    other = altered(store, round_id, kind, lambda event: {**event, **change})
    found = Resettlement(replay_round(other, round_id)).differences
    assert item in [one.item for one in found]
    assert all(one.due != one.paid and one.clause for one in found)
    assert Resettlement(replay_round(store, round_id)).differences == ()


def test_a_payment_that_is_left_out_is_named(store: Store) -> None:
    lost = {"event": "WagerCollected", "box": 4, "wager": "ante", "stake": 1000, "cite": "MD-TCP 11.D(3)(d)(i)"}
    other = altered(store, "three-card/8", "WagerPaid", lambda _: lost)
    found = Resettlement(replay_round(other, "three-card/8")).differences
    assert found == (PaymentDifference(4, "ante", 2000, 0, "MD-TCP 11.D(3)(c)"),)


def test_a_card_that_cannot_be_there_is_a_broken_ledger(store: Store) -> None:
    other = altered(store, "three-card/8", "CardsDealt", lambda event: {**event, "cards": ["Xx"]})
    with pytest.raises(LedgerBroken, match="cannot have happened"):
        replay_round(other, "three-card/8")


def test_a_meter_that_another_table_moves_between_two_payments(tmp_path: Path) -> None:
    """Each payment is a share of what the meter showed then, and the round cannot be said with one meter reading."""
    one = Evening(tmp_path / "ledger.db")
    for name in ("three-card", "three-card-b"):
        one.seat(name, 4)
    one.play("three-card-b")
    one.lay("three-card", straight_flushes())
    one.open_round("three-card")
    one.bet("three-card", lambda table: (*table.ruleset.least_wagers, ("five_card_progressive", 100)))
    one.do(DORA, "three-card", c.CloseBets())
    one.do(DORA, "three-card", c.DealCards())
    for box, player in one.table("three-card").seats.items():
        one.do(DORA._replace(name=player, role="player"), "three-card", c.Choose(box, "play"))
    while one.table("three-card").round:
        one.step("three-card")
        if one.table("three-card").round and one.round("three-card").asked - one.round("three-card").validated:
            one.open_round("three-card-b")
            one.bet("three-card-b", lambda table: (*table.ruleset.least_wagers, ("five_card_progressive", 500)))
            one.finish("three-card-b")
    reckoning = Resettlement(replay_round(one.store, "three-card/1"))
    paid = [line.line.amount for line in reckoning.lines if line.line.meter]
    assert len(paid) == 2
    assert len(reckoning.moved_meanwhile) == 1
    assert reckoning.differences == ()
    assert reckoning.meters["five_card_main"].elsewhere > 0
    assert "another table moved a meter" in why_not_recorded(reckoning)
    one.house.close()
