"""Any change of a tile, a snapshot or a mark beside the entries is noticed, or changes no answer.

The index of rounds is changed in `test_index_damage.py`, archived segments in `test_archive_failures.py`.
"""

from collections.abc import Callable, Iterator
from random import Random

import apsw
import pytest

from pitboss.books.replay import replay_round
from pitboss.errors import LedgerBroken
from pitboss.evidence import tiles
from pitboss.evidence.proofs import make_bundle, positions_of_round
from pitboss.evidence.receipt import open_deal
from pitboss.house import head_signing
from pitboss.house.head_signing import LedgerSigner
from pitboss.house.live_house import LiveHouse
from pitboss.ledger.fold import Rulesets
from pitboss.ledger.sqlite import SqliteStore
from pitboss.ledger.store import Conflict
from tests.house.driving import KEY, SAMPLE, Driven

TABLE, ROUNDS = "three-card", 9
COLUMNS = {
    "derived_tiles": ("level", "number", "hashes"),
    "derived_snapshots": ("stream", "rounds", "seq", "text"),
    "derived_marks": ("name", "form", "tables", "build", "size", "hash", "state"),
    "snapshots": ("stream", "seq", "text"),
}
Rows = list[tuple[object, ...]]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many tiles and snapshots of few entries."""
    monkeypatch.setattr(head_signing, "ROUNDS_A_SNAPSHOT", 2)
    monkeypatch.setattr(tiles, "WIDTH", 4)
    monkeypatch.setattr(tiles, "HEIGHT", 2)


@pytest.fixture
def played() -> Iterator[Driven]:
    driven = Driven(":memory:", SAMPLE)
    driven.seat(TABLE)
    for _ in range(ROUNDS):
        driven.play(TABLE, 1)
        driven.house.sign_head()
    yield driven
    driven.house.close()


def rows_of(store: SqliteStore) -> dict[str, Rows]:
    return {
        table: store.read_derived(f"SELECT {', '.join(columns)} FROM {table}") for table, columns in COLUMNS.items()
    }


def put_back(store: SqliteStore, rows: dict[str, Rows]) -> None:
    for table, those in rows.items():
        store._run(f"DELETE FROM {table}")
        for row in those:
            store._run(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", *row)


def tamper(store: SqliteStore, table: str, row: tuple[object, ...], chance: Random) -> str:
    """Changes or removes a row, or invents one like it."""
    at = chance.randrange(len(row))
    column, old = COLUMNS[table][at], row[at]
    new = changed(old, chance)
    where = " AND ".join(f"{name} = ?" for name in COLUMNS[table])
    way = chance.choice(("change", "change", "change", "remove", "invent"))
    if way == "remove":
        store._run(f"DELETE FROM {table} WHERE {where}", *row)
    elif way == "change":
        store._run(f"UPDATE {table} SET {column} = ? WHERE {where}", new, *row)
    else:
        store._run(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", *row[:at], new, *row[at + 1 :])
    return f"{way} {table}.{column} {str(old)[:60]!r} -> {str(new)[:60]!r}"


def changed(old: object, chance: Random) -> object:
    if isinstance(old, int):
        return old + chance.choice((-1000, -7, -1, 1, 2, 64, 10**6))
    if isinstance(old, bytes):
        place = chance.randrange(len(old) + 1)
        return old[:place] + chance.choice((b"", b"\x00", b"x")) + old[place + 1 :]
    place = chance.randrange(len(str(old)) + 1)
    return str(old)[:place] + chance.choice(("", "1", "x", '"')) + str(old)[place + 1 :]


def stored(house: LiveHouse) -> tuple[object, ...]:
    """What a house takes from the snapshots when it opens; None for each that it does not use."""
    signer, rulesets = LedgerSigner(house.store, KEY, "", house.clock), Rulesets(house.store)
    frontier = signer._stored_frontier()
    return signer.snapshot(TABLE, rulesets), signer.link("harbor"), frontier and frontier.root()


@pytest.mark.parametrize("number", [80, pytest.param(5_000, marks=pytest.mark.slow)])
def test_every_change_beside_the_entries_is_found_or_changes_nothing(played: Driven, number: int) -> None:
    store, chance = played.house.store, Random(number)
    assert isinstance(store, SqliteStore)
    ids = [f"{TABLE}/{one}" for one in range(1, ROUNDS + 1)]
    asked: dict[str, Callable[[str], object]] = {
        "derived_tiles": lambda id_: make_bundle(store, positions_of_round(store, id_)),
        "derived_snapshots": lambda id_: (replay_round(store, id_), open_deal(store, id_)),
    }
    right = {(table, id_): ask(id_) for table, ask in asked.items() for id_ in ids}
    opened, rows, found = stored(played.house), rows_of(store), 0
    assert all(opened)
    assert len(rows["derived_tiles"]) > 9
    assert len(rows["derived_snapshots"]) > 3
    for _ in range(number):
        table, id_ = chance.choice([*COLUMNS]), chance.choice(ids)
        try:
            what = tamper(store, table, chance.choice(rows[table]), chance)
        except (Conflict, apsw.ConstraintError):
            continue  # the database refused it
        try:
            for name in asked if table == "derived_marks" else asked.keys() & {table}:
                assert asked[name](id_) == right[name, id_], what
            if table == "snapshots":
                assert all(one in (None, before) for one, before in zip(stored(played.house), opened, strict=True)), (
                    what
                )
        except LedgerBroken:
            found += 1
        finally:
            put_back(store, rows)
    # Only a mark can name what is not to be dropped; everything else is computed again.
    assert found < number / 10
