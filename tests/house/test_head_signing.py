"""Signed heads and snapshots: what others hold the house to, and a cache that is used where it is ours and fits."""

from base64 import b64encode
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.errors import InputError
from pitboss.evidence.heads import SigningKey, check_head
from pitboss.evidence.merkle import Frontier
from pitboss.house import head_signing as evidence
from pitboss.house.head_signing import LedgerSigner
from pitboss.ledger.fold import Rulesets, load_table
from pitboss.ledger.store import SnapshotRow, Store
from pitboss.play import commands as c
from tests.house.driving import KEY, SAMPLE, Driven
from tests.ledger.sample import root_of

TABLE, STREAM = "three-card", "table three-card"
OTHER = SigningKey(bytes(32))


@pytest.fixture
def driven(tmp_path: Path) -> Driven:
    driven = Driven(tmp_path / "ledger.db", SAMPLE)
    driven.seat(TABLE)
    return driven


def made(store: Store, key: SigningKey = KEY) -> LedgerSigner:
    return LedgerSigner(store, key, "Chesapeake Sample Casino", lambda: 1_790_000_000_000)


# Heads


def test_a_head_signs_the_ledger_as_it_is(driven: Driven) -> None:
    store = driven.house.store
    for _ in range(3):
        driven.do(TABLE, c.BuyChips("player 1", 100))
        head = check_head(driven.house.signer.sign_head(), KEY.public)
        assert (head.size, head.root) == (store.size(), root_of(entry.hash for entry in store.entries()))
        assert head.origin == f"pitboss/chesapeake-sample-casino/{KEY.public.id}"
    assert [row.size for row in store.heads()] == [store.size() - 2, store.size() - 1, store.size()]


def test_nothing_new_is_not_signed_again(driven: Driven) -> None:
    first = driven.house.signer.sign_head()
    assert driven.house.signer.sign_head() == made(driven.house.store).sign_head() == first
    assert len(driven.house.store.heads()) == 1


def test_a_head_after_a_restart_reads_only_what_is_new(driven: Driven, monkeypatch: pytest.MonkeyPatch) -> None:
    driven.house.signer.sign_head()
    driven.do(TABLE, c.BuyChips("player 1", 100))
    store, leaves = driven.house.store, list[bytes]()
    append = Frontier.append

    def counted(frontier: Frontier, leaf: bytes) -> None:
        leaves.append(leaf)
        append(frontier, leaf)

    monkeypatch.setattr(Frontier, "append", counted)
    head = check_head(made(store).sign_head(), KEY.public)
    assert len(leaves) == 1
    monkeypatch.undo()
    assert head.root == root_of(entry.hash for entry in store.entries())


def test_another_key_is_not_the_house(driven: Driven) -> None:
    driven.house.signer.check_key(str(KEY.public))
    with pytest.raises(InputError, match=r"signed by the key pitboss\+\w+.*the key given is pitboss\+"):
        driven.house.signer.check_key(str(OTHER.public))


def test_a_tree_of_another_ledger_is_passed_over(driven: Driven, tmp_path: Path) -> None:
    """The same key may sign two ledgers, and somebody may carry the cache of one over to the other."""
    other = Driven(tmp_path / "other.db", SAMPLE)
    other.house.signer.sign_head()
    foreign = other.house.store.snapshot("the tree")
    assert foreign
    driven.house.store.save_snapshot(foreign)
    head = check_head(made(driven.house.store).sign_head(), KEY.public)
    assert head.root == root_of(entry.hash for entry in driven.house.store.entries())


# Snapshots


def signed(text: str, what: str = STREAM, key: SigningKey = KEY) -> str:
    return f"{b64encode(key.signature(f'pitboss snapshot of {what}' + chr(10) + text)).decode()}\n{text}"


def text_of(row: SnapshotRow | None) -> str:
    assert row
    return row.text.partition("\n")[2]


def test_a_table_is_cached_every_so_many_rounds(driven: Driven, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence, "ROUNDS_A_SNAPSHOT", 2)
    driven.play(TABLE)
    assert driven.house.store.snapshot(STREAM) is None
    driven.play(TABLE)
    row = driven.house.store.snapshot(STREAM)
    assert row
    assert row.seq == driven.house.record(TABLE).seq
    driven.play(TABLE)
    assert driven.house.store.snapshot(STREAM) == row
    assert Driven(driven.house.store.path).house.record(TABLE) == driven.house.record(TABLE)  # type: ignore[attr-defined]


@pytest.fixture
def cached(driven: Driven) -> Driven:
    """A table whose snapshot is two rounds old."""
    driven.play(TABLE)
    driven.house.signer.save_snapshot(driven.house.record(TABLE))
    driven.play(TABLE, 2)
    return driven


def test_a_snapshot_and_what_came_after_make_the_table(cached: Driven) -> None:
    store = cached.house.store
    rulesets = Rulesets(store)
    start = made(store).snapshot(TABLE, rulesets)
    assert start
    assert 0 < start.seq < store.last(STREAM)
    assert load_table(store, rulesets, TABLE, start) == load_table(store, rulesets, TABLE)


def test_a_snapshot_is_used(cached: Driven) -> None:
    """The control: one that the house itself signed falsely would be believed, so those below are truly passed over."""
    row = cached.house.store.snapshot(STREAM)
    assert row
    forged = text_of(row).replace('"rounds":1', '"rounds":99')
    _replaced(cached.house.store, row._replace(text=signed(forged)))
    start = made(cached.house.store).snapshot(TABLE, Rulesets(cached.house.store))
    assert start
    assert start.table.rounds == 99


Forging = Callable[[SnapshotRow], SnapshotRow]
FORGED: dict[str, Forging] = {
    "changed after it was signed": lambda row: row._replace(text=row.text.replace('"rounds":1', '"rounds":9')),
    "signature cut off": lambda row: row._replace(text=text_of(row)),
    "signature not base64": lambda row: row._replace(text=f"!!\n{text_of(row)}"),
    "signed by another key": lambda row: row._replace(text=signed(text_of(row), key=OTHER)),
    "signed for another table": lambda row: row._replace(text=signed(text_of(row), what="table top-five")),
    "of a form that is not ours": lambda row: row._replace(
        text=signed(text_of(row).replace('"form":"', '"form":"0')),
    ),
    "at another entry": lambda row: row._replace(seq=row.seq - 1),
    "at an entry that is not there": lambda row: row._replace(seq=row.seq + 10_000),
    "by other rules": lambda row: row._replace(text=signed(text_of(row).replace('"digest":"', '"digest":"0'))),
    "empty": lambda row: row._replace(text=""),
}


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED)
def test_a_snapshot_that_is_not_ours_or_does_not_fit_is_passed_over(cached: Driven, forge: Forging) -> None:
    store, before = cached.house.store, cached.house.record(TABLE)
    row = store.snapshot(STREAM)
    assert row
    forged = forge(row)
    assert forged != row
    _replaced(store, forged)
    assert made(store).snapshot(TABLE, Rulesets(store)) is None
    cached.house.resume()
    assert cached.house.record(TABLE) == before


def test_every_changed_character_of_a_snapshot_is_noticed(cached: Driven) -> None:
    store, rulesets = cached.house.store, Rulesets(cached.house.store)
    row = store.snapshot(STREAM)
    assert row
    ours, found = made(store), 0
    for place in range(0, len(row.text), 7):
        changed = row.text[:place] + chr(ord(row.text[place]) ^ 1) + row.text[place + 1 :]
        _replaced(store, row._replace(text=changed))
        found += ours.snapshot(TABLE, rulesets) is None
    assert found == len(range(0, len(row.text), 7)) > 250


def _replaced(store: Store, row: SnapshotRow) -> None:
    """Puts a row where the store would not take an older one."""
    store._run("DELETE FROM snapshots WHERE stream = ?", row.stream)  # type: ignore[attr-defined]
    store.save_snapshot(row)
