"""Tiles: proofs from them are those of the whole tree; they read few rows; a wrong tile is noticed and made again."""

from collections.abc import Callable
from random import Random
from typing import Any, cast

import pytest

from pitboss.evidence import tiles
from pitboss.evidence.heads import Head
from pitboss.evidence.merkle import Tree
from pitboss.evidence.proofs import check_bundle, make_bundle
from pitboss.evidence.tiles import TileTree, WrongTiles, keep_tiles, stored_tree
from pitboss.ledger.entry import Draft
from pitboss.ledger.sqlite import SqliteStore
from pitboss.ledger.store import HeadRow, ReadOnly, Store
from tests.ledger.sample import KEY, ORIGIN, START, drafts

SIZE = 700


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tiles of four hashes, so that a small ledger has four levels of them."""
    monkeypatch.setattr(tiles, "WIDTH", 4)
    monkeypatch.setattr(tiles, "HEIGHT", 2)
    monkeypatch.setattr(tiles, "_BATCH", 64)


def grown(store: Store, size: int) -> Store:
    made = [
        draft._replace(content={key: it for key, it in draft.content.items() if key != "id"})
        for draft in drafts(size)[store.size() :]
    ]
    store.append(made)
    return store


def sign(store: Store, tree: Tree) -> HeadRow:
    head = HeadRow(len(tree), KEY.sign(Head(ORIGIN, len(tree), tree.root(), START)))
    store.add_head(head)
    return head


def test_every_proof_is_that_of_the_whole_tree() -> None:
    store = SqliteStore(":memory:")
    for size in (0, 1, 3, 4, 5, 63, 64, 65, 257, SIZE):
        grown(store, size)
        tree, ours = Tree(store.hashes(0, size)), stored_tree(store, size)
        assert isinstance(ours, TileTree)
        assert ours.root() == tree.root()
        random = Random(size)
        for _ in range(60 if size else 0):
            index, old = random.randrange(size), random.randint(0, size)
            part = random.randint(index + 1, size)
            assert ours.inclusion(index, part) == tree.inclusion(index, part)
            assert ours.consistency(old) == tree.consistency(old)
    stored = store.read_derived("SELECT level, count(*), sum(length(hashes)) FROM derived_tiles GROUP BY level")
    assert stored == [(1, 44, 175 * 32), (2, 11, 43 * 32), (3, 3, 10 * 32), (4, 1, 2 * 32)]


class Counting:
    """A store that counts the rows that are read from it."""

    def __init__(self, store: Store) -> None:
        self._store, self.read = store, 0

    def __getattr__(self, name: str) -> Any:
        ask = getattr(self._store, name)
        return self._counted(ask) if name in ("hashes", "page", "read_derived", "entries", "heads") else ask

    def _counted(self, ask: Callable[..., Any]) -> Callable[..., Any]:
        def asked(*values: Any) -> Any:
            rows = [*ask(*values)]
            self.read += len(rows)
            return rows

        return asked


def test_a_proof_reads_few_rows_of_a_long_ledger() -> None:
    read = []
    for size in (63, 1023, 4095):
        store = grown(SqliteStore(":memory:"), size)
        older = sign(store, Tree(store.hashes(0, 41)))
        sign(store, Tree(store.hashes(0, size)))
        keep_tiles(store, size)
        counting = Counting(store)
        make_bundle(cast(Store, counting), [7], older.text)
        read.append(counting.read)
    assert read[2] <= read[0] + 2 * 3 * 6


CHANGES = [
    "UPDATE derived_tiles SET hashes = zeroblob(length(hashes)) WHERE level = 1",
    "UPDATE derived_tiles SET hashes = zeroblob(length(hashes)) WHERE level = 3",
    "UPDATE derived_tiles SET hashes = x'' WHERE level = 2 AND number = 0",
    "UPDATE derived_tiles SET hashes = x'00' WHERE level = 2",
    "DELETE FROM derived_tiles WHERE level = 1 AND number = 3",
    "DELETE FROM derived_tiles",
    "DELETE FROM derived_marks",
    "UPDATE derived_marks SET hash = zeroblob(32)",
    "UPDATE derived_marks SET size = 640",
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_wrong_tile_is_noticed_and_made_again(change: str) -> None:
    store = SqliteStore(":memory:")
    grown(store, 300)
    older = sign(store, Tree(store.hashes(0, 300)))
    keep_tiles(store, 300)
    grown(store, SIZE)
    sign(store, Tree(store.hashes(0, SIZE)))
    right = make_bundle(store, [0, 14, 350, 699], older.text)
    store._run(change)
    assert make_bundle(store, [0, 14, 350, 699], older.text) == right
    assert check_bundle(right, KEY.public, older.text)
    # They go on from there.
    grown(store, SIZE + 200)
    sign(store, Tree(store.hashes(0, SIZE + 200)))
    assert check_bundle(make_bundle(store, range(0, 900, 50)), KEY.public)


def test_two_processes_add_the_same_tiles(tmp_path: Any) -> None:
    one = grown(SqliteStore(str(tmp_path / "ledger.db")), SIZE)
    other = SqliteStore(str(tmp_path / "ledger.db"))

    class Late(Counting):
        """Between its reading and its writing, the other process has written."""

        def write_derived(self, *values: Any) -> bool:
            keep_tiles(other, SIZE)
            return bool(self._store.write_derived(*values))

    keep_tiles(cast(Store, Late(one)), SIZE)
    assert stored_tree(one, SIZE).inclusion(123) == Tree(one.hashes(0, SIZE)).inclusion(123)
    one.close()
    other.close()


def test_where_nothing_can_be_written_the_whole_tree_is_read() -> None:
    store = grown(SqliteStore(":memory:"), SIZE)

    class Fixed(Counting):
        def create_derived(self, *_: object) -> None:
            raise ReadOnly

    tree = stored_tree(cast(Store, Fixed(store)), SIZE)
    assert isinstance(tree, Tree)
    assert len(tree) == SIZE


def test_both_databases_keep_tiles(store: Store) -> None:
    grown(store, SIZE)
    assert stored_tree(store, SIZE).inclusion(321) == Tree(store.hashes(0, SIZE)).inclusion(321)
    store.append([Draft("table X", None, {"at": 0, "events": []})])
    with pytest.raises(WrongTiles):
        TileTree(store, SIZE * 9).full(12, 0)
