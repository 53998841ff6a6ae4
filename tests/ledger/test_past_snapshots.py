"""Snapshots along a stream: a question about a round has one answer, with them, without them, and with bad ones."""

from base64 import b64encode
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any, cast

import pytest

from pitboss.books import recorded_commands, round_index
from pitboss.books import replay as replaying
from pitboss.books.replay import replay_round, replays
from pitboss.books.round_index import RoundIndex
from pitboss.books.round_search import find_rounds
from pitboss.books.rounds import table_names
from pitboss.errors import InputError
from pitboss.evidence import proofs, receipt, tiles
from pitboss.evidence.heads import SigningKey
from pitboss.evidence.proofs import positions_of_round
from pitboss.evidence.receipt import open_deal
from pitboss.evidence.snapshots import SNAPSHOTS
from pitboss.house import head_signing
from pitboss.house.past_snapshots import fill_snapshots
from pitboss.ledger.entry import Entry
from pitboss.ledger.fold import Rulesets, load_link, load_table
from pitboss.ledger.sqlite import SqliteStore
from pitboss.ledger.store import SnapshotRow, Store
from tests.house.driving import KEY, SAMPLE, TWINS, Driven
from tests.ledger.another import sql
from tests.ledger.busy_house import BusyHouse

TABLE = "three-card"


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(head_signing, "ROUNDS_A_SNAPSHOT", 2)


class Counting:
    """A store that counts the entries that are read from it."""

    def __init__(self, store: Store) -> None:
        self._store, self.read = store, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def stream(self, name: str, after: int = 0, until: int | None = None) -> Iterator[Entry]:
        for entry in self._store.stream(name, after, until):
            self.read += 1
            yield entry

    def entries(self, start: int = 0, stop: int | None = None) -> Iterator[Entry]:
        for entry in self._store.entries(start, stop):
            self.read += 1
            yield entry


def without(monkeypatch: pytest.MonkeyPatch, ask: Callable[[], Any]) -> Any:
    """An answer by reading from the beginning."""
    with monkeypatch.context() as patch:
        patch.setattr(replaying, "records_before", lambda *_: [None])
        patch.setattr(receipt, "records_before", lambda *_: [None])
        patch.setattr(proofs, "place_before", lambda *_: 0)
        return ask()


def answers(store: Store, round_id: str) -> tuple[Any, ...]:
    return replay_round(store, round_id), open_deal(store, round_id), positions_of_round(store, round_id)


@pytest.mark.parametrize("seed", range(2))
def test_every_round_of_a_random_house_is_the_same(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    house = BusyHouse(seed).play(900).finish()
    ids = [one.id for one in find_rounds(house.store)]
    kept = house.store.read_derived("SELECT count(*) FROM derived_snapshots")[0][0]
    assert len(ids) > 20
    assert kept > 8
    for id_ in ids:
        assert answers(house.store, id_) == without(monkeypatch, partial(answers, house.store, id_))


@pytest.mark.parametrize("seed", range(2))
def test_any_choice_of_rounds_is_read_as_all_of_them_are(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    monkeypatch.setattr(replaying, "NEAR", 3)
    store, chance = BusyHouse(seed).play(900).finish().store, Random(seed)
    for table in table_names(store):
        every = [*replays(store, table)]
        for size in (1, 2, 5, len(every)):
            some = sorted(chance.sample(every, min(size, len(every))), key=lambda one: one.final.number)
            assert [*replays(store, table, {one.final.number for one in some})] == some


def played(url: str, rounds: int) -> Driven:
    driven = Driven(url, SAMPLE)
    driven.seat(TABLE)
    driven.play(TABLE, rounds)
    return driven


def test_both_databases_keep_them(ledger_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = played(ledger_url, 6).house.store
    kept = store.read_derived("SELECT rounds FROM derived_snapshots ORDER BY rounds")
    assert [row[0] for row in kept] == [2, 4, 6]
    for number in range(1, 7):
        ask = partial(answers, store, f"{TABLE}/{number}")
        assert ask() == without(monkeypatch, ask)
    store.close()


def test_the_cost_of_a_round_does_not_follow_the_length_of_the_ledger() -> None:
    reads = []
    for rounds in (8, 24):
        store = played(":memory:", rounds).house.store
        counting = Counting(store)
        for ask in (replay_round, open_deal, positions_of_round):
            ask(cast(Store, counting), f"{TABLE}/{rounds}")
        assert len([*replays(cast(Store, counting), TABLE, {rounds})]) == 1
        reads.append(counting.read)
        store.close()
    assert reads[1] <= reads[0] + 10


def test_an_early_round_costs_what_it_costs_however_much_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorded_commands, "_RECENT", 20)
    monkeypatch.setattr(round_index, "BATCH", 20)
    reads = []
    for rounds in (8, 24):
        store = played(":memory:", rounds).house.store
        RoundIndex(store).catch_up()
        counting = Counting(store)
        for ask in (replay_round, open_deal, positions_of_round):
            ask(cast(Store, counting), f"{TABLE}/2")
        reads.append(counting.read)
        store.close()
    # What is not yet in the index is read too, and less than a batch of it.
    assert reads[1] <= reads[0] + 20


@pytest.mark.parametrize("lost", ["rounds > 0", "rounds IN (2, 4, 10)", "damaged"])
def test_snapshots_that_are_missing_are_added_as_they_were(ledger_url: str, lost: str) -> None:
    store = played(ledger_url, 13).house.store
    asked = "SELECT stream, rounds, seq, text FROM derived_snapshots ORDER BY stream, rounds, seq"
    kept = store.read_derived(asked)
    assert [row[1] for row in kept] == [2, 4, 6, 8, 10, 12]
    mark = store.derived_mark(SNAPSHOTS)
    assert mark
    change = (
        "UPDATE derived_snapshots SET text = substr(text, 90) WHERE rounds IN (4, 6)"
        if lost == "damaged"
        else f"DELETE FROM derived_snapshots WHERE {lost}"
    )
    store.write_derived(SNAPSHOTS, mark, mark, [(change,)])
    differing = [row for row in kept if row not in store.read_derived(asked)]
    assert fill_snapshots(store, KEY, TABLE, 13) == len(differing)
    assert store.read_derived(asked) == kept
    assert fill_snapshots(store, KEY, TABLE, 13) == 0
    store.close()


def test_a_ledger_from_before_there_were_snapshots_is_given_them() -> None:
    store = played(":memory:", 7).house.store
    rows = store.read_derived("SELECT rounds FROM derived_snapshots")
    assert isinstance(store, SqliteStore)
    for statement in ("DROP TABLE derived_snapshots", "DELETE FROM derived_marks WHERE name = 'snapshots'"):
        store._run(statement)
    assert fill_snapshots(store, KEY, TABLE, 7) == len(rows) == 3
    assert fill_snapshots(store, KEY, TABLE, 1) == 0
    counting = Counting(store)
    replay_round(cast(Store, counting), f"{TABLE}/7")
    assert counting.read < store.last(f"table {TABLE}")
    store.close()


def signed(text: str, stream: str, key: SigningKey = KEY) -> str:
    return f"{b64encode(key.signature(f'pitboss snapshot of {stream}' + chr(10) + text)).decode()}\n{text}"


def test_a_bad_snapshot_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    store = played(":memory:", 9).house.store
    assert isinstance(store, SqliteStore)
    right = [answers(store, f"{TABLE}/{number}") for number in range(1, 10)]
    stream = f"table {TABLE}"
    rows = store.read_derived("SELECT rounds, seq, text FROM derived_snapshots WHERE stream = ?", stream)
    bare = [row[2].partition("\n")[2] for row in rows]
    other = Driven(":memory:", SAMPLE)
    other.seat(TABLE)
    other.play(TABLE, 4)
    foreign = other.house.store.read_derived("SELECT text FROM derived_snapshots")[0][0]
    changes: list[tuple[str, tuple[Any, ...]]] = [
        ("UPDATE derived_snapshots SET text = substr(text, 90)", ()),
        ("UPDATE derived_snapshots SET text = ''", ()),
        ("UPDATE derived_snapshots SET text = ? WHERE rounds = 6", (bare[2],)),
        ("UPDATE derived_snapshots SET text = ? WHERE rounds = 6", (signed(bare[2], stream, SigningKey(bytes(32))),)),
        ("UPDATE derived_snapshots SET text = ? WHERE rounds = 6", (signed(bare[2], "table top-five"),)),
        ("UPDATE derived_snapshots SET text = ? WHERE rounds = 2", (rows[3][2],)),
        ("UPDATE derived_snapshots SET text = ?", (foreign,)),
        ("UPDATE derived_snapshots SET seq = seq - 1", ()),
        ("UPDATE derived_snapshots SET seq = seq + 100000", ()),
        ("UPDATE derived_snapshots SET rounds = rounds - 3", ()),
        ("UPDATE derived_snapshots SET rounds = rounds + 3", ()),
        ("UPDATE derived_snapshots SET text = replace(text, '\"rounds\":4', '\"rounds\":2')", ()),
        ("DELETE FROM derived_snapshots", ()),
        ("DELETE FROM derived_marks", ()),
    ]
    for statement, values in changes:
        store._run("SAVEPOINT here")
        store._run(statement, *values)
        assert [answers(store, f"{TABLE}/{number}") for number in range(1, 10)] == right
        with pytest.raises(InputError, match="no round"):
            replay_round(store, f"{TABLE}/10")
        store._run("ROLLBACK TO here")
    store.close()


FULL = """
CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$
"""


def test_a_disk_too_full_for_snapshots_and_tiles_suspends_no_table(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tiles, "WIDTH", 4)
    monkeypatch.setattr(tiles, "HEIGHT", 2)
    driven = Driven(postgres_url, SAMPLE)
    driven.seat(TABLE)
    driven.play(TABLE, 2)
    driven.house.sign_head()
    kept = [f"SELECT count(*) FROM {table}" for table in ("derived_snapshots", "derived_tiles")]
    before = [driven.house.store.read_derived(one) for one in kept]
    sql(postgres_url, FULL, *(f"CREATE TRIGGER full_disk BEFORE INSERT ON {table} EXECUTE FUNCTION full_disk()"
                              for table in ("derived_snapshots", "derived_tiles")))  # fmt: skip
    driven.play(TABLE, 3)
    driven.house.sign_head()
    assert not driven.house.suspended
    assert [driven.house.store.read_derived(one) for one in kept] == before
    right = answers(driven.house.store, f"{TABLE}/5")
    sql(postgres_url, "DROP FUNCTION full_disk CASCADE")
    driven.play(TABLE, 1)
    driven.house.sign_head()
    assert all(now > then for now, then in zip(map(driven.house.store.read_derived, kept), before, strict=True))
    assert answers(driven.house.store, f"{TABLE}/5") == right
    driven.house.close()


# Links


def test_a_link_goes_on_from_its_snapshot(tmp_path: Any) -> None:
    path, tables = tmp_path / "ledger.db", ("east", "west")
    driven = Driven(path, TWINS, tables)
    for table in tables:
        driven.seat(table)
    for number in range(4):
        table = tables[number % 2]
        driven.closed(table, "As 2c Ks 4d Qs 6h")
        driven.to_the_win(table)
        driven.paid(table)
    store, signer = driven.house.store, driven.house.signer
    whole = load_link(store, "harbor")
    row = store.snapshot("link harbor")
    assert row
    assert row.seq == whole.seq, "both tables have stored it with their second round"
    assert signer.link("harbor") == whole
    table_there = driven.house.record("east")
    assert Driven(path, TWINS, tables).house.record("east") == table_there
    text = row.text.partition("\n")[2]
    for bad in (row.text.replace('"seq":', '"seq":1'), text, "", signed(text, "link other"),
                signed(text.replace('"form":"link 1"', '"form":"link 2"'), "link harbor"),
                signed(text, "link harbor", SigningKey(bytes(32)))):  # fmt: skip
        store._run("DELETE FROM snapshots WHERE stream = 'link harbor'")  # type: ignore[attr-defined]
        store.save_snapshot(SnapshotRow("link harbor", row.seq, bad))
        assert signer.link("harbor") is None
        assert Driven(path, TWINS, tables).house.record("east") == table_there


def test_an_old_ledger_stores_its_links_when_it_opens(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.house.startup._MANY", 3)
    monkeypatch.setattr(head_signing, "ROUNDS_A_SNAPSHOT", 10**9)
    path = tmp_path / "ledger.db"
    driven = Driven(path, TWINS, ("east",))
    driven.seat("east")
    for _ in range(3):
        driven.closed("east", "As 2c Ks 4d Qs 6h")
        driven.to_the_win("east")
        driven.paid("east")
    store = driven.house.store
    assert store.snapshot("link harbor") is None
    again = Driven(path, TWINS, ("east",))
    assert again.house.signer.link("harbor") == load_link(store, "harbor")
    assert load_table(store, Rulesets(store), "east") == driven.house._records["east"]
