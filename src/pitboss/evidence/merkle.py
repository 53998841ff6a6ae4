"""Merkle tree: a root of 32 bytes that commits to every entry and their order, and short proofs (RFC 6962).

A leaf is the hash of an entry. The left side of a node is the largest full tree that leaves something for the right, so
a growing ledger never changes a full tree. The check functions need only hashes, not a tree.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256

EMPTY = sha256(b"").digest()
"""The root of an empty tree."""
Hashes = tuple[bytes, ...]


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of a node; its first byte distinguishes it from a leaf."""
    return sha256(b"\x01" + left + right).digest()


class Frontier:
    """The right edge of a growing tree: enough for its root and for appending, one hash for each binary digit."""

    def __init__(self, size: int = 0, full: Sequence[bytes] = ()) -> None:
        if len(full) != size.bit_count() or any(len(node) != 32 for node in full):
            raise ValueError(f"the frontier of {size} leaves has {size.bit_count()} hashes of 32 bytes")
        self._size, self._full = size, list(full)

    @classmethod
    def restored(cls, size: int, written: Sequence[str]) -> "Frontier":
        """The frontier that `written` came from. ValueError if size and hashes contradict each other."""
        return cls(size, [bytes.fromhex(node) for node in written])

    @property
    def size(self) -> int:
        return self._size

    @property
    def nodes(self) -> Hashes:
        """The roots of the full trees, the largest first."""
        return tuple(self._full)

    def written(self) -> list[str]:
        """The same in hex."""
        return [node.hex() for node in self._full]

    def append(self, leaf: bytes) -> None:
        """Adds a leaf hash at the end."""
        self._append_full(leaf, 0)

    def extend(self, leaves: Sequence[bytes]) -> None:
        """Adds leaf hashes at the end, as `append` does one by one, but level by level."""
        nodes, level, edge = list(leaves), 0, list[bytes]()
        size, self._size = self._size, self._size + len(leaves)
        while nodes:
            if size >> level & 1:
                nodes.insert(0, self._full.pop())
            if len(nodes) & 1:
                edge.append(nodes.pop())
            nodes = [sha256(b"\x01" + left + right).digest() for left, right in zip(*[iter(nodes)] * 2, strict=True)]
            level += 1
        self._full += reversed(edge)

    def join(self, after: "Frontier") -> None:
        """Adds the leaves of another tree, which begins where this one ends: at a multiple of its largest full tree.

        ValueError if it cannot begin there.
        """
        left = after.size
        for node in after.nodes:
            level = left.bit_length() - 1
            if self._size & ((1 << level) - 1):
                raise ValueError(f"a full tree of {1 << level} leaves cannot begin after {self._size}")
            self._append_full(node, level)
            left -= 1 << level

    def copy(self) -> "Frontier":
        return Frontier(self._size, self._full)

    def _append_full(self, node: bytes, level: int) -> None:
        """Adds a full tree of 2^level leaves; the size is a multiple of that."""
        carried = self._size >> level
        while carried & 1:
            node = node_hash(self._full.pop(), node)
            carried >>= 1
        self._full.append(node)
        self._size += 1 << level

    def root(self) -> bytes:
        return _folded(self._full)


class HashTree(ABC):
    """A tree that makes proofs for any of its sizes."""

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def full(self, level: int, index: int) -> bytes:
        """The root of a full tree of 2^level leaves, the index-th of this height."""

    def root(self, size: int | None = None) -> bytes:
        """The root of the first `size` leaves."""
        return self._over(0, self._upto(size))

    def inclusion(self, index: int, size: int | None = None) -> Hashes:
        """The proof that a leaf is at an index of the tree with `size` leaves."""
        size = self._upto(size)
        if not 0 <= index < size:
            raise ValueError(f"there is no leaf {index} among {size}")
        path, start, stop = [], 0, size
        while stop - start > 1:
            middle = start + _left(stop - start)
            if index < middle:
                path.append(self._over(middle, stop))
                stop = middle
            else:
                path.append(self._over(start, middle))
                start = middle
        return tuple(reversed(path))

    def consistency(self, old: int, size: int | None = None) -> Hashes:
        """The proof that the tree with `size` leaves begins with the whole tree of `old` leaves."""
        size = self._upto(size)
        if not 0 <= old <= size:
            raise ValueError(f"{old} leaves are not the beginning of {size}")
        if old in (0, size):
            return ()
        path, start, stop = [], 0, size
        while old != stop:
            middle = start + _left(stop - start)
            if old <= middle:
                path.append(self._over(middle, stop))
                stop = middle
            else:
                path.append(self._over(start, middle))
                start = middle
        # A checker knows the old root; it needs the last full tree of the old size only if that is a part of it.
        return tuple(reversed([*path, *([self._over(start, stop)] if start else [])]))

    def _upto(self, size: int | None) -> int:
        if size is not None and not 0 <= size <= len(self):
            raise ValueError(f"there are {len(self)} leaves, not {size}")
        return len(self) if size is None else size

    def _over(self, start: int, stop: int) -> bytes:
        """The root over leaves under one node; of the full trees within."""
        return _folded([*self._full(start, stop)])

    def _full(self, start: int, stop: int) -> Iterator[bytes]:
        while start < stop:
            level = (stop - start).bit_length() - 1
            yield self.full(level, start >> level)
            start += 1 << level


class Tree(HashTree):
    """A whole tree in memory."""

    def __init__(self, leaves: Iterable[bytes]) -> None:
        self._levels = [list(leaves)]
        while len(below := self._levels[-1]) > 1:
            pairs = zip(below[::2], below[1::2], strict=False)
            self._levels.append([node_hash(left, right) for left, right in pairs])

    def __len__(self) -> int:
        return len(self._levels[0])

    def full(self, level: int, index: int) -> bytes:
        return self._levels[level][index]


def _folded(full: Sequence[bytes]) -> bytes:
    """The root over adjacent full trees, the largest first."""
    if not full:
        return EMPTY
    *left, root = full
    for node in reversed(left):
        root = node_hash(node, root)
    return root


def _left(width: int) -> int:
    """How many of `width` leaves are on the left side: the largest power of two below `width`."""
    return 1 << ((width - 1).bit_length() - 1)


def check_inclusion(leaf: bytes, index: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Whether a leaf is at an index of the tree with this root.

    The size decides how the path turns, and is not itself proved: take size and root from one signed head.
    """
    if not 0 <= index < size:
        return False
    node, last = leaf, size - 1
    for beside in path:
        if last == 0:
            return False
        if index & 1 or index == last:
            node = node_hash(beside, node)
            # A node without a right neighbour moves up unchanged until it has a left one.
            while index and not index & 1:
                index, last = index >> 1, last >> 1
        else:
            node = node_hash(node, beside)
        index, last = index >> 1, last >> 1
    return last == 0 and node == root


def check_consistency(old: int, old_root: bytes, size: int, root: bytes, path: Sequence[bytes]) -> bool:
    """Whether the tree with this size and root begins with every leaf of the older tree, in the same order."""
    if not 0 <= old <= size:
        return False
    if old == 0:
        return not path and old_root == EMPTY
    if old == size:
        return not path and old_root == root
    index, last = old - 1, size - 1
    while index & 1:
        index, last = index >> 1, last >> 1
    # If nothing of its last index is left, the old tree is full and the path begins at its root.
    known = [old_root, *path] if index == 0 else list(path)
    if not known:
        return False
    before = now = known[0]
    for beside in known[1:]:
        if last == 0:
            return False
        if index & 1 or index == last:
            before, now = node_hash(beside, before), node_hash(beside, now)
            while index and not index & 1:
                index, last = index >> 1, last >> 1
        else:
            now = node_hash(now, beside)
        index, last = index >> 1, last >> 1
    return last == 0 and before == old_root and now == root
