"""One answer, however a ledger is read: one by one, by pages, or by several processes."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import apsw
import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.errors import LedgerBroken
from pitboss.evidence import verify, verify_ahead
from pitboss.evidence.entry_check import check_body
from pitboss.evidence.merkle import Frontier
from pitboss.evidence.page_check import read_canonical
from pitboss.evidence.verify import Cores, LedgerVerification, verify_store
from pitboss.evidence.verify_ahead import RangeFound, check_range
from pitboss.ledger.entry import Entry, canonical, leaf_hash
from pitboss.ledger.entry_body import EntryBody
from pitboss.ledger.packing import PLAIN
from pitboss.ledger.sqlite import SqliteStore
from pitboss.ledger.store import Store
from tests.ledger.sample import KEY, drafts, sample, write_sqlite

SIZE, PAGE, RANGE = 300, 16, 32


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages and ranges of which a small ledger has many."""
    for module in (verify, verify_ahead):
        monkeypatch.setattr(module, "PAGE", PAGE)
        monkeypatch.setattr(module, "RANGE", RANGE)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteStore]:
    path = tmp_path_factory.mktemp("ledger") / "house.db"
    write_sqlite(path, SIZE)
    opened = SqliteStore(str(path), create=False)
    yield opened
    opened.close()


class ThisProcess:
    """Ranges as other processes find them, found here; counts those that were taken."""

    def __init__(self, store: Store) -> None:
        self.store, self.sure = store, 0

    def ranges(
        self, _: str, __: int, start: int, size: int, kept: int, *, reading: bool
    ) -> Iterator[RangeFound | None]:
        for first in range(start, size - RANGE + 1, RANGE):
            found = check_range(self.store, first, first + RANGE, kept, reading=reading)
            self.sure += found is not None
            yield found


def answer(store: Store, cores: Cores, older: str = "") -> LedgerVerification | tuple[object, ...]:
    try:
        return verify_store(store, KEY.public, older_head=older, cores=cores)
    except LedgerBroken as broken:
        return broken.reason, broken.position, broken.stream, broken.seq


def answers(store: Store, monkeypatch: pytest.MonkeyPatch, older: str = "") -> list[object]:
    """What is found one by one, by pages, and by ranges."""
    here = ThisProcess(store)
    monkeypatch.setattr(verify, "ranges_ahead", here.ranges)
    by_pages = answer(store, Cores("", 1), older)
    by_ranges = answer(store, Cores("", 2), older)
    with monkeypatch.context() as patch:
        patch.setattr(verify, "check_page", lambda *_: None)
        return [answer(store, Cores("", 1), older), by_pages, by_ranges]


def test_a_whole_ledger_is_read_by_ranges(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    here, checked = ThisProcess(store), list[int]()

    def noticed(entry: Entry) -> EntryBody:
        checked.append(entry.position)
        return check_body(entry)

    monkeypatch.setattr(verify, "ranges_ahead", here.ranges)
    # Nothing is left to the reading one by one but the first entry.
    monkeypatch.setattr(verify, "check_body", noticed)
    whole = answer(store, Cores("", 2))
    assert isinstance(whole, LedgerVerification)
    assert (whole.size, whole.heads, here.sure, checked) == (SIZE, 6, SIZE // RANGE - 1, [0])
    assert whole == answer(store, Cores("", 1))
    for head in sample(SIZE).signed:
        assert len(set(map(str, answers(store, monkeypatch, head.text)))) == 1


@pytest.mark.parametrize("way", ["one by one", "by pages", "by ranges"])
def test_a_reader_is_given_every_entry_in_order(store: SqliteStore, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    given_ = list[tuple[Entry, object]]()
    monkeypatch.setattr(verify, "ranges_ahead", ThisProcess(store).ranges)
    if way == "one by one":
        monkeypatch.setattr(verify, "check_page", lambda *_: None)
    cores = Cores("", 2 if way == "by ranges" else 1)
    verify_store(store, cores=cores, reader=lambda entry, content: given_.append((entry, content)))
    # The first page is read one by one after all, for the key that the first entry records.
    assert [entry for entry, _ in given_] == [*store.entries()]
    assert all(entry.content == content for entry, content in given_)


def test_a_reader_may_be_given_the_entries_of_a_bad_page_again(store: SqliteStore) -> None:
    positions = list[int]()
    with changed(store) as db:
        db.execute("UPDATE entries SET hash = zeroblob(32) WHERE position = 200")
        with pytest.raises(LedgerBroken):
            verify_store(store, reader=lambda entry, _: positions.append(entry.position))
    assert sorted(set(positions)) == [*range(200)], "what is bad is never handed on"
    assert len(positions) > len(set(positions))


def test_processes_find_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.undo()
    path, size = str(tmp_path / "long.db"), 3 * verify_ahead.RANGE + 5
    store = SqliteStore(path)
    # Without command ids, so that the ledger is written in a few commits.
    bare = [one._replace(content={key: it for key, it in one.content.items() if key != "id"}) for one in drafts(size)]
    for start in range(0, size, 10_000):
        store.append(bare[start : start + 10_000])
    alone = verify_store(store)
    read = list[int]()
    assert verify_store(store, cores=Cores(path, 2), reader=lambda entry, _: read.append(entry.position)) == alone
    assert read == [*range(size)]
    db = apsw.Connection(path)
    db.execute("DROP TRIGGER entries_stay")
    db.execute("UPDATE entries SET hash = zeroblob(32) WHERE position IN (20000, 22000)")
    db.close()
    with pytest.raises(LedgerBroken) as broken:
        verify_store(store, cores=Cores(path, 2))
    assert broken.value.position == 20_000
    store.close()


def tampering(random: Random) -> str:
    """A statement that changes some row, mostly with nothing made to fit."""
    at, other = random.randrange(SIZE), random.randrange(SIZE)
    size = 50 * random.randint(1, 6)
    return random.choice([
        f"UPDATE entries SET hash = zeroblob(32) WHERE position = {at}",
        f"UPDATE entries SET body = zeroblob({random.randrange(60)}) WHERE position = {at}",
        f"UPDATE entries SET body = randomblob(60) WHERE position = {at}",
        f"UPDATE entries SET body = (SELECT body FROM entries WHERE position = {other}) WHERE position = {at}",
        f"UPDATE entries SET body = x'007b7d', hash = x'00' WHERE position = {at}",
        f"UPDATE entries SET body = CAST(substr(body, 1, 12) || 'x' || substr(body, 14) AS BLOB) WHERE position = {at}",
        f"UPDATE entries SET command = NULL WHERE position = {at}",
        f"UPDATE entries SET command = 7 WHERE position = {at}",
        f"UPDATE entries SET stream = 1 WHERE position = {at}",
        f"UPDATE entries SET stream = 999 WHERE position = {at}",
        f"UPDATE names SET name = name || 'x' WHERE id = {random.randint(1, 7)}",
        f"UPDATE names SET name = CAST(x'ff' AS TEXT) WHERE id = {random.randint(1, 7)}",
        f"DELETE FROM names WHERE id = {random.randint(1, 7)}",
        f"UPDATE entries SET seq = seq + 1000 WHERE position = {at}",
        f"UPDATE entries SET position = position + 1000 WHERE position = {at}",
        f"UPDATE entries SET position = -7 WHERE position = {at}",
        f"DELETE FROM entries WHERE position = {at}",
        f"DELETE FROM entries WHERE position BETWEEN {at} AND {at + 40}",
        f"DELETE FROM entries WHERE position >= {at}",
        f"UPDATE heads SET text = replace(text, 'harbour', 'harbor') WHERE size = {size}",
        f"UPDATE heads SET size = size + {random.randint(-60, 60)} WHERE size = {size}",
        f"DELETE FROM heads WHERE size = {size}",
    ])  # fmt: skip


@contextmanager
def changed(store: SqliteStore) -> Iterator[apsw.Connection]:
    """The store's own connection, on which everything is undone afterwards."""
    db = store._db
    assert db
    db.execute("BEGIN")
    try:
        yield db
    finally:
        db.execute("ROLLBACK")


@pytest.mark.parametrize("turn", range(10))
def test_a_tampered_ledger_has_one_first_bad_entry(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch, turn: int
) -> None:
    broken = 0
    for number in range(40):
        random = Random(f"{turn} {number}")
        older = random.choice(["", sample(SIZE).signed[random.randrange(6)].text])
        with changed(store) as db:
            for _ in range(random.randint(1, 3)):
                with suppress(apsw.ConstraintError):
                    db.execute(tampering(random))
            one, by_pages, by_ranges = answers(store, monkeypatch, older)
        assert by_pages == one
        assert by_ranges == one
        broken += isinstance(one, tuple)
    assert broken > 30


def test_forged_bodies_are_found_by_pages_too(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every hash made to fit its body: what is left to find is the form of the body and its place."""
    content = sample(SIZE).rows[200].content
    bodies = [
        canonical({**content, **other})
        for other in ({"v": True}, {"v": 1.0}, {"seq": True}, {"seq": float(content["seq"])}, {"x": 1e16}, {"x": 1e-5},
                      {"x": 0.5}, {"x": 10**30}, {"prev": "ab" * 32}, {"prev": content["prev"].upper()}, {"prev": 3},
                      {"stream": "table X"}, {"id": "c-00001"}, {"id": 3}, {"id": ""}, {"id": ["c"]}, {})
    ]  # fmt: skip
    plain = canonical(content)
    bodies += [plain.replace(b"{", b"{ ", 1), plain[:-1] + b',"v":1}', plain[:-1], b"[]", b"", b"\xff", b"1"]
    bodies += [plain[:-1] + b',"z":' + number + b"}" for number in (b"1e16", b"1e5", b"-0", b"1E5", b"0.50", b"-0.0")]
    for body in bodies:
        with changed(store) as db:
            db.execute("UPDATE entries SET body = ?, hash = ? WHERE position = 200", (PLAIN + body, leaf_hash(body)))
            assert len(set(map(str, answers(store, monkeypatch)))) == 1


# The parts

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.text(), VALUES), st.randoms())
def test_what_the_quick_reading_takes_is_canonical(content: dict[str, object], random: Random) -> None:
    try:
        body = canonical(content)
    except UnicodeEncodeError:
        return
    other = bytearray(body)
    other[random.randrange(len(other))] = random.choice(b'0123456789eE+-.,:[]{} "\\nut\x00\x1f\x7f')
    indented = json.dumps(content, indent=1).encode()
    for given_ in (body, bytes(other), indented, orjson.dumps(json.loads(body), option=orjson.OPT_SORT_KEYS)
                   if all(abs(number) < 2**63 for number in _whole_numbers(content)) else body):  # fmt: skip
        assert _quick(given_) in (None, _exact(given_))
    whole = all(-(2**63) <= number < 2**64 for number in _whole_numbers(content))
    assert _quick(body) == content or not whole or "e" in body.decode()


def _whole_numbers(value: object) -> Iterator[int]:
    if isinstance(value, dict):
        for item in value.values():
            yield from _whole_numbers(item)
    elif isinstance(value, list):
        for item in value:
            yield from _whole_numbers(item)
    elif isinstance(value, int):
        yield value


def _quick(body: bytes) -> object:
    try:
        return read_canonical(body)
    except ValueError:
        return None


def _exact(body: bytes) -> object:
    """What is canonical by the writer itself."""
    try:
        content = json.loads(body.decode())
        return content if isinstance(content, dict) and canonical(content) == body else "not canonical"
    except ValueError:
        return "not JSON"


def test_every_character_is_written_in_one_way() -> None:
    for code in [*range(0xD800), *range(0xE000, 0x11000)]:
        body = canonical({chr(code): chr(code)})
        assert read_canonical(body) == {chr(code): chr(code)}
    for code in range(0x20):
        for written in (f"\\u{code:04x}", f"\\u{code:04X}"):
            body = f'{{"a":"{written}"}}'.encode()
            assert (read_canonical(body) is not None) == (canonical(json.loads(body)) == body)


@given(st.lists(st.binary(min_size=32, max_size=32), max_size=80), st.integers(0, 80))
def test_a_frontier_grows_alike_in_every_way(leaves: list[bytes], cut: int) -> None:
    one, many, joined = Frontier(), Frontier(), Frontier()
    for leaf in leaves:
        one.append(leaf)
    many.extend(leaves[:cut])
    many.extend(leaves[cut:])
    assert (many.size, many.written(), many.root()) == (one.size, one.written(), one.root())
    for start in range(0, len(leaves), 16):
        part = Frontier()
        part.extend(leaves[start : start + 16])
        joined.join(part)
    assert joined.written() == one.written()


def test_a_full_tree_joins_only_where_it_may_begin() -> None:
    frontier, part = Frontier(), Frontier()
    frontier.extend([bytes(32)] * 3)
    part.extend([bytes(32)] * 2)
    with pytest.raises(ValueError, match="cannot begin after 3"):
        frontier.join(part)
