"""The Merkle tree, every size from 0 to 130, against the words of RFC 6962 and against another implementation."""

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256

import pytest
from pymerkle import InmemoryTree  # type: ignore[import-untyped]

from pitboss.evidence.merkle import (
    EMPTY,
    Frontier,
    Hashes,
    Tree,
    check_consistency,
    check_inclusion,
    node_hash,
)
from pitboss.ledger.entry import leaf_hash
from tests.ledger.sample import root_of

MOST = 130
BODIES = [f"entry {number}".encode() for number in range(MOST + 2)]
LEAVES = [leaf_hash(body) for body in BODIES]
TREE = Tree(LEAVES)
ROOTS = [TREE.root(size) for size in range(MOST + 2)]
OTHER = bytes(32)
SOME = [*range(1, 20), 31, 32, 33, 64, 100]
every_size = pytest.mark.parametrize(
    "sizes", [SOME, pytest.param(range(1, MOST + 1), marks=pytest.mark.slow)], ids=["some", "all"]
)


# Section 2.1 of RFC 6962, as it is written there


def split(number: int) -> int:
    k = 1
    while k * 2 < number:
        k *= 2
    return k


def mth(data: list[bytes]) -> bytes:
    if not data:
        return sha256(b"").digest()
    if len(data) == 1:
        return sha256(b"\x00" + data[0]).digest()
    k = split(len(data))
    return sha256(b"\x01" + mth(data[:k]) + mth(data[k:])).digest()


def audit_path(m: int, data: list[bytes]) -> list[bytes]:
    if len(data) == 1:
        return []
    k = split(len(data))
    if m < k:
        return [*audit_path(m, data[:k]), mth(data[k:])]
    return [*audit_path(m - k, data[k:]), mth(data[:k])]


def subproof(m: int, data: list[bytes], whole: bool) -> list[bytes]:
    if m == len(data):
        return [] if whole else [mth(data)]
    k = split(len(data))
    if m <= k:
        return [*subproof(m, data[:k], whole), mth(data[k:])]
    return [*subproof(m - k, data[k:], False), mth(data[:k])]


def test_every_root_is_that_of_the_rfc() -> None:
    for size in range(MOST + 1):
        assert TREE.root(size) == root_of(LEAVES[:size]) == Tree(LEAVES[:size]).root() == mth(BODIES[:size])
    assert ROOTS[0] == EMPTY == root_of([])
    assert len(set(ROOTS)) == MOST + 2


def test_every_proof_is_that_of_the_rfc() -> None:
    for size in range(1, MOST + 1):
        for number in range(size):
            assert list(TREE.inclusion(number, size)) == audit_path(number, BODIES[:size])
            assert list(TREE.consistency(number + 1, size)) == subproof(number + 1, BODIES[:size], True)


def test_pymerkle_agrees() -> None:
    oracle = InmemoryTree()
    for body in BODIES:
        oracle.append_entry(body)
    for size in range(1, MOST + 1):
        assert oracle.get_root(size) == ROOTS[size]
        for index in range(size):
            # Its path begins with the leaf.
            path = oracle.prove_inclusion(index + 1, size).path
            assert tuple(path) == (LEAVES[index], *TREE.inclusion(index, size))


def test_the_frontier_grows_as_the_tree_and_is_restored_at_any_size() -> None:
    frontier = Frontier()
    for size, leaf in enumerate(LEAVES):
        assert frontier.size == size
        assert frontier.root() == ROOTS[size]
        assert len(frontier.written()) == size.bit_count()
        frontier = Frontier.restored(size, frontier.written())
        frontier.append(leaf)


@pytest.mark.parametrize(
    ("size", "written"), [(1, []), (2, ["00" * 32] * 2), (1, ["00" * 31]), (1, ["zz" * 32]), (0, ["00" * 32])]
)
def test_a_frontier_that_does_not_fit_is_refused(size: int, written: list[str]) -> None:
    with pytest.raises(ValueError, match=r"frontier of|hexadecimal"):
        Frontier.restored(size, written)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: TREE.root(MOST + 3),
        lambda: TREE.root(-1),
        lambda: TREE.inclusion(5, 5),
        lambda: TREE.inclusion(-1, 5),
        lambda: TREE.consistency(6, 5),
        lambda: TREE.consistency(-1, 5),
    ],
)
def test_there_is_no_proof_of_what_is_not_there(ask: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"leaf|leaves"):
        ask()


# Checking


def wrong(path: Hashes) -> Iterator[Hashes]:
    """A path changed at each place, shortened, lengthened and swapped."""
    for place in range(len(path)):
        for bit in (0, 255):
            changed = bytearray(path[place])
            changed[bit // 8] ^= 1 << bit % 8
            yield (*path[:place], bytes(changed), *path[place + 1 :])
        yield (*path[:place], *path[place + 1 :])
        yield (*path[:place], OTHER, *path[place:])
    for place in range(len(path) - 1):
        yield (*path[:place], path[place + 1], path[place], *path[place + 2 :])
    yield (*path, OTHER)
    yield (*path, *path[-1:], OTHER)


def test_every_proof_holds() -> None:
    for size in range(1, MOST + 1):
        root = ROOTS[size]
        for index in range(size):
            assert check_inclusion(LEAVES[index], index, size, TREE.inclusion(index, size), root)
        for old in range(size + 1):
            assert check_consistency(old, ROOTS[old], size, root, TREE.consistency(old, size))


@every_size
def test_no_other_inclusion_proof_holds(sizes: Iterable[int]) -> None:
    for size in sizes:
        root = ROOTS[size]
        for index in range(size):
            leaf, path = LEAVES[index], TREE.inclusion(index, size)
            assert not any(check_inclusion(leaf, index, size, bad, root) for bad in wrong(path))
            assert not any(
                check_inclusion(leaf, other, size, path, root) for other in range(-1, size + 2) if other != index
            )
            assert not check_inclusion(LEAVES[size], index, size, path, root)
            assert not check_inclusion(leaf, index, size, path, ROOTS[size - 1])
            # With the root that another size has; the size alone is bound to its root by the signature over both.
            assert not any(check_inclusion(leaf, index, n, path, ROOTS[n]) for n in range(MOST) if n != size)


def test_a_node_does_not_pass_for_a_leaf() -> None:
    node = node_hash(LEAVES[0], LEAVES[1])
    assert not check_inclusion(leaf_hash(LEAVES[0] + LEAVES[1]), 0, 2, (node_hash(LEAVES[2], LEAVES[3]),), ROOTS[4])
    assert check_inclusion(node, 0, 2, (node_hash(LEAVES[2], LEAVES[3]),), ROOTS[4])  # why leaves are hashed otherwise


@every_size
def test_no_other_consistency_proof_holds(sizes: Iterable[int]) -> None:
    for size in sizes:
        for old in range(size + 1):
            path = TREE.consistency(old, size)
            assert not check_consistency(old, OTHER, size, ROOTS[size], path)
            assert old == 0 or not check_consistency(old, ROOTS[old], size, OTHER, path)
            assert not any(check_consistency(old, ROOTS[old], size, ROOTS[size], bad) for bad in wrong(path))
            for other in range(-1, size + 2):
                if other not in (old, 0, size):
                    assert not check_consistency(other, ROOTS[other], size, ROOTS[size], path), (old, other, size)
                    assert old in (0, size) or not check_consistency(other, ROOTS[old], size, ROOTS[size], path)
            assert old in (0, size) or not check_consistency(size, ROOTS[size], old, ROOTS[old], path)


def test_a_rewritten_past_has_no_consistency_proof() -> None:
    for changed in (0, 3, 6):
        forged = Tree([*LEAVES[:changed], OTHER, *LEAVES[changed + 1 :]])
        for old in range(changed + 1, 40):
            for size in range(old, 40):
                path = forged.consistency(old, size)
                assert not check_consistency(old, ROOTS[old], size, forged.root(size), path)
