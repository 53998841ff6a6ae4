"""Entries are packed to a fraction of their bytes and come back to the byte; damaged bytes are an error and no more."""

import json
from collections.abc import Callable
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path
from random import Random
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import LedgerBroken
from pitboss.ledger import compression
from pitboss.ledger.entry import Draft, canonical, leaf_hash, seal
from pitboss.ledger.open_store import open_store
from pitboss.ledger.packing import PLAIN, WHOLE, pack, unpack
from pitboss.ledger.shorthand import Place, person_of, restore, shorten
from pitboss.ledger.sqlite import SqliteStore
from tests.ledger.another import sql
from tests.ledger.evening import evening
from tests.ledger.sample import drafts, sealed

PREV = bytes(range(32))
PLACE = Place("table é 1", 7, PREV)
_digits = st.sampled_from(
    ["0" * 32, "ab" * 16, "ab" * 32, "0" * 63, str(UUID(int=5)), "AB" * 16, "c-1", "\x01\x1f", "é"]
)
_words = st.one_of(st.text(max_size=12), _digits, st.sampled_from(["As", "Td", "box 3 plays", "table é 1", "x" * 300]))
_values = st.recursive(
    st.one_of(_words, st.integers(-(10**15), 10**15), st.booleans(), st.none(), st.just(["As", "Kd"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_words, inner, max_size=4),
    max_leaves=12,
)
_KEYS = (
    "at",
    "by",
    "command",
    "id",
    "prev",
    "seq",
    "stream",
    "shuffle",
    "commitment",
    "salt",
    "cards",
    "box",
    "events",
)
_contents = st.dictionaries(st.sampled_from(_KEYS) | _words, _values, max_size=9)


def name_in(body: bytes) -> Callable[[int], str]:
    return lambda _: person_of(body)


def packed(body: bytes, place: Place = PLACE) -> bytes:
    return pack(body, place, 300 if person_of(body) else None, name_in(body))


@given(_contents, st.booleans())
def test_every_body_comes_back(content: dict[str, object], is_sealed: bool) -> None:
    body = seal(Draft(PLACE.stream, None, content), 0, 7, PREV).body if is_sealed else canonical(content)
    assert unpack(packed(body), PLACE, name_in(body)) == body


@given(_contents)
def test_what_is_shortened_is_put_back_where_it_was(content: dict[str, object]) -> None:
    """Whatever a body says: `pack` need not even look whether it comes back."""
    body = seal(Draft(PLACE.stream, None, content), 0, 7, PREV).body
    text, beside = shorten(body, PLACE, 300 if person_of(body) else None)
    assert restore(text, beside, PLACE, name_in(body)) == body


@given(st.binary(max_size=200))
def test_any_bytes_come_back(body: bytes) -> None:
    assert unpack(pack(body, PLACE, None, str), PLACE, str) == body


@given(st.binary(max_size=120), st.sampled_from([b"", b"\x01", b"\x01\x00", b"\x01\x06", b"\x02\x00", b"\x03"]))
def test_damaged_bytes_are_an_error_or_some_other_body(rest: bytes, first: bytes) -> None:
    with suppress(ValueError):
        assert len(unpack(first + rest, PLACE, str)) < 20 * compression.MOST


def test_a_changed_byte_is_an_error_or_gives_a_body_that_its_hash_tells_from_the_one_before() -> None:
    body, chance, found = sealed(drafts(6))[5].body, Random(3), 0
    whole = packed(body)
    for _ in range(2000):
        changed = bytearray(whole)
        changed[chance.randrange(len(whole))] ^= chance.randrange(1, 256)
        try:
            found += leaf_hash(unpack(bytes(changed), PLACE, name_in(body))) != leaf_hash(body)
        except ValueError:
            found += 1
    assert found > 1900, "the others change nothing that was recorded"


def test_a_body_that_would_fill_the_memory_is_an_error(tmp_path: Path) -> None:
    """A frame of a few bytes can stand for any number of the same letter."""
    bomb = compression.compress(b"x" * (compression.MOST + 1))
    with pytest.raises(ValueError, match="damaged"):
        unpack(b"\x01\x00" + bomb, PLACE, str)
    path = tmp_path / "ledger.db"
    store = SqliteStore(str(path))
    store.append([Draft("a", 0, {}), Draft("a", 1, {})])
    sql(str(path), "DROP TRIGGER entries_stay", f"UPDATE entries SET body = x'0100{bomb.hex()}' WHERE position = 1")
    with pytest.raises(LedgerBroken, match="its packed body is damaged") as broken:
        list(store.entries())
    assert (broken.value.position, broken.value.stream, broken.value.seq) == (1, "a", 2)
    store.close()


@pytest.mark.parametrize("packed", ["01ff", "ff", "ff000000ff41", "ff00000001ff0161", "016461" * 50])
def test_a_damaged_row_names_its_entry(tmp_path: Path, packed: str) -> None:
    path = tmp_path / "ledger.db"
    store = SqliteStore(str(path))
    store.append([Draft("a", 0, {"by": "ann"}), Draft("a", 1, {"by": "ann"})])
    sql(str(path), "DROP TRIGGER entries_stay", f"UPDATE entries SET body = x'{packed}' WHERE position = 1")
    with pytest.raises(LedgerBroken) as broken:
        list(store.entries())
    assert (broken.value.position, broken.value.stream, broken.value.seq) == (1, "a", 2)
    store.close()


def test_the_number_of_a_person_that_no_column_holds_is_an_error(tmp_path: Path) -> None:
    store = SqliteStore(str(tmp_path / "ledger.db"))
    content = {"at": 1_790_000_000_000, "by": "ann"}
    (entry,) = store.append([Draft("a", 0, content)])
    text, beside = shorten(entry.body, Place("a", 1, bytes(32)), 2)
    forged = beside[:5] + b"\xff" * 20 + b"\x01"
    row = b"\x01" + bytes([len(forged)]) + forged + compression.compress(text)
    sql(str(tmp_path / "ledger.db"), "DROP TRIGGER entries_stay", f"UPDATE entries SET body = x'{row.hex()}'")
    with pytest.raises(LedgerBroken, match="nothing has the name with the number"):
        list(store.entries())
    store.close()


def test_a_long_body_is_stored_as_it_is() -> None:
    body = canonical({"text": "ä" * compression.MOST})
    assert packed(body) == PLAIN + body


def test_what_an_evening_writes_is_packed() -> None:
    """Not one entry of a table falls back to its plain body."""
    store = open_store(str(evening()))
    rows = store._run("SELECT body FROM entries JOIN names ON id = stream WHERE name LIKE 'table %'")  # type: ignore[attr-defined]
    assert len(rows) > 300
    assert {row[0][:1] for row in rows} <= {b"\x01", WHOLE}
    store.close()


def test_what_is_written_most_needs_only_its_number() -> None:
    content = {
        "at": 1_790_000_000_000, "by": "ann", "command": "box 3 rides", "id": str(UUID(int=7)), "role": "player",
        "events": [{
            "event": "ChoiceMade", "box": 3, "decision": "bet_2", "choice": "ride", "cite": "MD-LIR 11.C(1)(a)",
        }],
    }  # fmt: skip
    body = seal(Draft(PLACE.stream, None, content), 0, 7, PREV).body
    short = packed(body)
    assert (short[:1], len(short)) == (WHOLE, 2 + 5 + 2 + 1 + 16)
    assert unpack(short, PLACE, name_in(body)) == body
    for damaged in (short + b"x", WHOLE + b"\xff" + short[2:], short[:2]):
        with pytest.raises(ValueError, match=r"more stands beside|names text 255|too short"):
            unpack(damaged, PLACE, name_in(body))
    assert leaf_hash(unpack(short[:-1], PLACE, name_in(body))) != leaf_hash(body)


def test_the_numbers_of_whole_texts_stay() -> None:
    found = compression.WHOLE_TEXTS
    assert len(found) == len(set(found)) == 48
    assert sha256(b"".join(found)).hexdigest() == "ded3757ec381dfa141010f7f1487f3c94a419100310cc61b53469c446d74cc2b"


def test_released_dictionaries_stay() -> None:
    """A ledger cannot be read without them: a better one gets a number of its own."""
    folder = Path(compression.__file__).parent / "dictionaries"
    found = {int(file.name.partition(".")[0]): sha256(file.read_bytes()).hexdigest() for file in folder.iterdir()}
    assert found == compression.DIGESTS
    assert found[1] == "ffe562fad81d7fbb37785900192485640dc6d0b7c028454e7bd6bb85c00daec3"


def test_an_id_with_the_same_number_as_another_is_another_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Commands are found by 32 bits of a digest, which a billion commands share now and then."""
    monkeypatch.setattr("pitboss.ledger.packed_rows.PackedRows.command_key", lambda *_: 7)
    store = SqliteStore(str(tmp_path / "ledger.db"))
    for number in range(4):
        told = {"id": f"c{number}"} if number % 2 else {}
        (entry,) = store.append([Draft("a", number, told)], f"c{number}")
        assert entry.seq == number + 1
    many = store.append_all([([Draft("a", 4, {})], "c4"), ([Draft("a", 5, {})], "c5")])
    assert [entry.seq for (entry,) in many] == [5, 6]
    for number in range(6):
        known = store.by_command(f"c{number}")
        assert known
        assert known.seq == number + 1
        assert store.append([Draft("a", None, {})], f"c{number}") == (known,)
    assert store.by_command("c6") is None
    store.close()


def test_the_packed_form_holds_the_same_entries(tmp_path: Path) -> None:
    plain = SqliteStore(str(tmp_path / "plain.db"), schema=1)
    for draft in drafts(200):
        plain.append([draft], str(json.loads(canonical(draft.content)).get("id", "")))
    size = plain.size()
    before, commands = list(plain.entries()), [plain.by_command(f"c-{turn:05}") for turn in range(200)]
    told = list[tuple[int, int]]()
    plain.pack(lambda done, size: told.append((done, size)))
    for store in (plain, SqliteStore(str(tmp_path / "plain.db"))):
        assert store.schema() == 2
        assert list(store.entries()) == before
        assert [store.by_command(f"c-{turn:05}") for turn in range(200)] == commands
        assert store.append([Draft("house", store.last("house"), {})])
        before = list(store.entries())
        store.close()
    assert told[-1] == (size, size)


def test_a_migration_that_fails_changes_nothing(tmp_path: Path) -> None:
    store = SqliteStore(str(tmp_path / "plain.db"), schema=1)
    store.append(drafts(100))
    before = list(store.entries())

    def stopped(done: int, size: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.pack(stopped)
    for again in (store, SqliteStore(str(tmp_path / "plain.db"))):
        assert again.schema() == 1
        assert list(again.entries()) == before
        again.close()


@pytest.mark.parametrize("schema", [1, 2])
def test_a_copy_of_a_server_has_its_form(postgres_url: str, tmp_path: Path, schema: int) -> None:
    target = str(tmp_path / "copy.db")
    with closing(open_store(postgres_url, create=True, schema=schema)) as store:
        for draft in drafts(40):
            store.append([draft], str(draft.content.get("id", "")))
        store.backup(target)
        with closing(open_store(target)) as copy:
            assert copy.schema() == store.schema() == schema
            assert list(copy.entries()) == list(store.entries())
            assert copy.by_command("c-00003") == store.by_command("c-00003") is not None
            assert copy.append([Draft("new", 0, {"by": "dana"})], "after")
        if schema == 1:
            before = list(store.entries())
            store.pack()
            assert list(store.entries()) == before
            assert store.schema() == 2
