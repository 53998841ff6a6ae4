"""Rounds are found by what is asked for, add up to what players won and lost, and tell no card."""

import json
import re
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any, cast

import pytest

from pitboss.books import round_index
from pitboss.books.export import summary_json
from pitboss.books.replay import replays
from pitboss.books.round_search import find_rounds, no_such_round
from pitboss.books.rounds import RoundFilter, RoundSummary, table_names
from pitboss.errors import InputError, LedgerBroken
from pitboss.ledger.entry import Draft
from pitboss.ledger.open_store import open_store
from pitboss.ledger.store import Store
from pitboss.play import events as e
from tests.ledger.evening import PLAYERS, Altered, evening


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with closing(open_store(str(evening()))) as opened:
        yield opened


@pytest.fixture(scope="module")
def found(store: Store) -> list[RoundSummary]:
    return list(find_rounds(store))


def ids(store: Store, **wanted: Any) -> set[str]:
    return {one.id for one in find_rounds(store, RoundFilter(**wanted))}


def test_every_round_is_found_once_and_in_order(store: Store, found: list[RoundSummary]) -> None:
    for name in table_names(store):
        numbers = [one.number for one in found if one.table == name]
        assert numbers == list(range(1, len(numbers) + 1))
    assert len(found) >= 40
    over = [one.last.position for one in found if one.end is not None]
    assert over == sorted(over)
    assert {one.status for one in found} == {"completed", "void", "under way"}
    assert found[-1].status == "under way"


def test_net_is_what_the_racks_gained(store: Store, found: list[RoundSummary]) -> None:
    """The chips in front of each player, apart from what was bought and put right meanwhile, have moved by `net`."""
    known = {one.id: one for one in found}
    judged = 0
    for name in table_names(store):
        for replay in replays(store, name):
            summary = known[replay.id]
            for player, net in summary.net.items():
                bought = sum(
                    event.amount
                    for event in replay.events
                    if isinstance(event, e.ChipsBought | e.PaymentCorrected) and event.player == player
                )
                assert replay.after.rack_of(player) - replay.before.rack_of(player) - bought == net
                judged += 1
            assert summary.paid - summary.staked == sum(summary.net.values())
            assert (summary.start, summary.end) == (replay.first.source.at, replay.last.source.at)
            assert (summary.first, summary.last) == (replay.first.source.place, replay.last.source.place)
            assert summary.void == replay.void
            assert summary.regulation == replay.before.ruleset.regulation.id
    assert judged > 100


def test_a_round_under_way_is_listed_without_its_course(found: list[RoundSummary]) -> None:
    last = found[-1]
    assert (last.id, last.end, last.net) == ("commonwealth/9", None, {})
    assert last.staked > 0
    assert set(last.boxes.values()) == set(PLAYERS.values())


def test_no_card_is_told(found: list[RoundSummary]) -> None:
    text = json.dumps([summary_json(one) for one in found])
    assert not re.search(r"\b[2-9TJQKA][cdhs]\b", text)
    assert json.loads(text)[0]["boxes"] == {"1": "ann", "2": "ann", "3": "bob", "4": "Cy Lee, Jr."}


def test_by_table_and_time(store: Store, found: list[RoundSummary]) -> None:
    assert ids(store, table="top-five") == {one.id for one in found if one.id.startswith("top-five/")}
    middle = found[20].start
    early, late = ids(store, until=middle), ids(store, since=middle)
    assert early | late == {one.id for one in found}
    assert not early & late
    assert found[20].id in late
    assert ids(store, since=middle, until=middle + 1) == {found[20].id}


def test_by_player(store: Store) -> None:
    assert ids(store, player="dee") == {"three-card/9"}
    assert ids(store, player="nobody") == set()
    assert "commonwealth/9" in ids(store, player="Cy Lee, Jr.")


def test_by_amount(store: Store, found: list[RoundSummary]) -> None:
    assert ids(store, amount=1) == {one.id for one in found}
    large = ids(store, amount=1_000_000)
    assert "commonwealth/8" in large
    assert large == {one.id for one in found if one.largest >= 1_000_000}
    # The largest of a round counts and one cent more does not.
    one = found[0]
    assert one.id in ids(store, table=one.table, amount=one.largest)
    assert one.id not in ids(store, table=one.table, amount=one.largest + 1)


def test_by_irregularity_jackpot_and_void(store: Store, found: list[RoundSummary]) -> None:
    void = {f"{name}/7" for name in table_names(store)}
    assert ids(store, void=True) == void
    assert ids(store, irregularity="") == void | {"three-card/9"}
    assert ids(store, irregularity="card_face_up") == {"three-card/9"}
    assert ids(store, irregularity="rain") == set()
    assert {"three-card/8", "let-it-ride/8", "commonwealth/8"} <= ids(store, jackpots=True)
    won = next(one for one in found if one.id == "three-card/8").jackpots
    assert [(one.box, one.wager, one.meter) for one in won] == [
        (1, "progressive", "main"),
        (1, "five_card_progressive", "five_card_main"),
    ]
    assert ids(store, jackpots=True, void=True) == set()


def test_a_missing_round_is_told_by_those_there_are(store: Store) -> None:
    told = str(no_such_round(store, "top-five/99"))
    assert "top-five/1 to top-five/9" in told
    with pytest.raises(InputError, match="no table 'roulette': commonwealth, let-it-ride"):
        list(find_rounds(store, RoundFilter(table="roulette")))
    with pytest.raises(InputError, match="TABLE/NUMBER"):
        no_such_round(store, "top-five")


def test_an_entry_that_cannot_be_read_is_named(store: Store) -> None:
    bad = next(entry for entry in store.entries(50) if entry.stream.startswith("table "))

    def broken(body: bytes) -> Store:
        return cast(Store, Altered(store, lambda entry: entry._replace(body=body) if entry == bad else entry))

    for body in (b"{", b"[]", b'{"at": 1, "events": [{"event": "BetsOpened"}]}', b'{"at": 1, "events": [3]}'):
        with pytest.raises(LedgerBroken, match="run pitboss verify") as caught:
            list(find_rounds(broken(body)))
        assert caught.value.position == bad.position


def _long(rounds: int) -> Store:
    """A ledger of one table and so many rounds."""
    made = open_store(":memory:", create=True)
    events = [{"event": "SeatTaken", "box": 1, "player": "ann", "cite": "MD-TCP 7.C"}]
    for number in range(1, rounds + 1):
        events.append({"event": "BetsOpened", "round": number, "at": 0, "cite": "MD-TCP 7.D"})
        events.append({"event": "WagerPlaced", "box": 1, "wager": "ante", "amount": number})
        events.append({"event": "RoundCompleted"})
    for begin in range(0, len(events), 500):
        made.append([Draft("table one", None, {"at": 0, "events": [event]}) for event in events[begin : begin + 500]])
    return made


def _peak(ask: Callable[[], object]) -> int:
    tracemalloc.start()
    ask()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def test_memory_does_not_grow_with_the_ledger(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(round_index, "BATCH", 50)
    with closing(_long(1500)) as made:
        one_by_one = _peak(lambda: sum(one.number for one in find_rounds(made)))
        assert one_by_one < _peak(lambda: [*find_rounds(made)]) / 4
