"""Tiles: the nodes of the Merkle tree at every eighth level, so that a proof reads a few rows of a ledger of any size.

A tile holds up to 256 hashes: those of the full trees of 256 entries, of 65,536, and so on. The hashes of entries stand
in their own rows. Tiles are derived and never trusted: a proof is checked against a signed head before it is given, and
if it fails, the tiles are computed again.
"""

from collections.abc import Iterable

from pitboss.errors import LedgerBroken
from pitboss.evidence.merkle import Frontier, HashTree, Tree
from pitboss.ledger.derived import DerivedMark, DerivedTables, insertions
from pitboss.ledger.store import ReadOnly, Store

WIDTH, HEIGHT = 256, 8
TILES = DerivedTables(
    "tiles",
    1,
    {
        "derived_tiles": (
            "level INTEGER NOT NULL, number INTEGER NOT NULL, hashes BLOB NOT NULL, PRIMARY KEY (level, number)"
        )
    },
)
_BATCH = WIDTH * WIDTH
_ADD = "ON CONFLICT (level, number) DO UPDATE SET hashes = excluded.hashes"
_READ = "SELECT hashes FROM derived_tiles WHERE level = ? AND number = ?"
_HASH = 32


class WrongTiles(Exception):
    """A tile has not the hashes that it must have: it was changed or lost."""


def stored_tree(store: Store, size: int, *, again: bool = False) -> HashTree:
    """The tree over the first entries; the tiles that it lacks are added first. `again` computes all of them again.

    LedgerBroken if entries are missing.
    """
    try:
        keep_tiles(store, size, again=again)
        return TileTree(store, size)
    except ReadOnly:
        return Tree(_hashes(store, 0, size))


def keep_tiles(store: Store, size: int, *, again: bool = False) -> None:
    """Adds the tiles of what is new among the first entries."""
    mark = store.derived_mark(TILES)
    if mark is None or again or not _fits(store, mark):
        mark = store.create_derived(TILES, mark)
    while mark is not None and mark.size + WIDTH <= size:
        stop = min(size - size % WIDTH, mark.size + _BATCH)
        leaves = _hashes(store, mark.size, stop)
        to = mark._replace(size=stop, hash=leaves[-1])
        try:
            rows = [(*place, bytes(tile)) for place, tile in _grown(store, mark.size, leaves).items()]
        except WrongTiles:
            mark = store.create_derived(TILES, mark)
            continue
        kept = insertions("derived_tiles", ("level", "number", "hashes"), rows, _ADD)
        # Another process may have added the same ones meanwhile.
        mark = to if store.write_derived(TILES, mark, to, kept) else store.derived_mark(TILES)


def _fits(store: Store, mark: DerivedMark) -> bool:
    return mark.size == 0 or store.hashes(mark.size - 1, mark.size) == [mark.hash]


def _hashes(store: Store, start: int, stop: int) -> list[bytes]:
    found = store.hashes(start, stop)
    if len(found) < stop - start:
        raise LedgerBroken("entries are missing: verify the ledger")
    return found


def _grown(store: Store, start: int, leaves: list[bytes]) -> dict[tuple[int, int], bytearray]:
    """The tiles that change when these hashes of entries come after those before `start`."""
    tiles = dict[tuple[int, int], bytearray]()

    def add(level: int, number: int, node: bytes) -> None:
        place, at = (level, number // WIDTH), number % WIDTH
        if place not in tiles:
            tiles[place] = bytearray(_tile(store, *place) if at else b"")
        tile = tiles[place]
        if len(tile) < at * _HASH:
            raise WrongTiles
        tile[at * _HASH :] = node
        if at == WIDTH - 1:
            add(level + 1, number // WIDTH, _root(_parted(tile)))

    for first in range(0, len(leaves), WIDTH):
        add(1, (start + first) // WIDTH, _root(leaves[first : first + WIDTH]))
    return tiles


def _tile(store: Store, level: int, number: int) -> bytes:
    rows = store.read_derived(_READ, level, number)
    return bytes(rows[0][0]) if rows else b""


def _parted(tile: bytes | bytearray) -> list[bytes]:
    return [bytes(tile[at : at + _HASH]) for at in range(0, len(tile), _HASH)]


def _root(nodes: Iterable[bytes]) -> bytes:
    frontier = Frontier()
    frontier.extend([*nodes])
    return frontier.root()


class TileTree(HashTree):
    """The tree over the first entries of a ledger, read from its tiles and rows as it is asked."""

    def __init__(self, store: Store, size: int) -> None:
        self._store, self._size = store, size
        self._read: dict[tuple[int, int], list[bytes]] = {}

    def __len__(self) -> int:
        return self._size

    def full(self, level: int, index: int) -> bytes:
        width = 1 << level % HEIGHT
        first = index * width
        nodes = self._nodes(level // HEIGHT, first // WIDTH)[first % WIDTH : first % WIDTH + width]
        if len(nodes) < width:
            raise WrongTiles
        return _root(nodes)

    def _nodes(self, level: int, number: int) -> list[bytes]:
        """The hashes of a tile; those of level 0 are of entries."""
        place = level, number
        if place not in self._read:
            start = number * WIDTH
            self._read[place] = (
                _parted(_tile(self._store, level, number))
                if level
                else _hashes(self._store, start, min(start + WIDTH, self._size))
            )
        return self._read[place]
