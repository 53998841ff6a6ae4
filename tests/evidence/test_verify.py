"""Verifying: a whole ledger is whole, and whatever is changed in it is found at the first place that is bad."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from shutil import copy
from typing import Any, cast

import apsw
import pytest

from pitboss.errors import LedgerBroken
from pitboss.evidence import verify
from pitboss.evidence.heads import Head, read_head
from pitboss.evidence.merkle import EMPTY
from pitboss.evidence.page_check import StreamTip
from pitboss.evidence.verify import LedgerVerification, verify_store
from pitboss.ledger.entry import NOTHING, Draft, Entry, canonical, leaf_hash
from pitboss.ledger.entry_body import EntryBody, read_sealed
from pitboss.ledger.sqlite import SqliteStore
from pitboss.ledger.store import HeadRow
from tests.ledger.another import sql
from tests.ledger.sample import (
    KEY,
    ORIGIN,
    OTHER_KEY,
    START,
    Ledger,
    drafts,
    head_at,
    root_of,
    sample,
    sealed,
    write_sqlite,
)

SIZE, EVERY, STEP = 520, 50, 10
WHOLE = sample(SIZE, EVERY)
PUBLIC = KEY.public


def cut(ledger: Ledger, size: int) -> Ledger:
    """A ledger as it was when it had so many entries."""
    return ledger._replace(rows=ledger.rows[:size], signed=tuple(head for head in ledger.signed if head.size <= size))


def fault(ledger: Ledger, since: LedgerVerification | None = None, **given: Any) -> LedgerBroken | None:
    try:
        verify_store(ledger.store, since=since, **given)
    except LedgerBroken as broken:
        return broken
    return None


def found(ledger: Ledger, **given: Any) -> LedgerBroken:
    broken = fault(ledger, **given)
    assert broken is not None, "nothing was found"
    return broken


@pytest.fixture(scope="module")
def trusted() -> dict[int, LedgerVerification]:
    """What was verified at every tenth size, so that a change is looked for from just before it."""
    known: dict[int, LedgerVerification] = {}
    for size in range(0, SIZE, STEP):
        known[size] = verify_store(cut(WHOLE, size).store, since=known.get(size - STEP))
    return known


# Whole


def test_a_whole_ledger_is_whole() -> None:
    told: list[tuple[int, int]] = []
    whole = verify_store(WHOLE.store, PUBLIC, progress=lambda done, size: told.append((done, size)))
    assert (whole.size, whole.heads, whole.key) == (SIZE, SIZE // EVERY, PUBLIC)
    assert whole.root == root_of(row.hash for row in WHOLE.rows)
    assert whole.newest == Head(ORIGIN, 500, root_of(row.hash for row in WHOLE.rows[:500]), START)
    assert whole.streams == {
        name: StreamTip(WHOLE.last(name), [*WHOLE.stream(name)][-1].hash) for name in WHOLE.streams()
    }
    assert told == [(500, SIZE), (SIZE, SIZE)]
    assert verify_store(WHOLE.store) == whole


def test_it_goes_on_from_what_was_verified_before(trusted: dict[int, LedgerVerification]) -> None:
    whole = verify_store(WHOLE.store)
    assert all(verify_store(WHOLE.store, since=before) == whole for before in trusted.values())
    assert verify_store(WHOLE.store, since=whole) == whole
    broken = found(cut(WHOLE, 495), since=trusted[510])
    assert broken.position == 495
    with pytest.raises(ValueError, match="begins at 510"):
        verify_store(WHOLE.store, since=trusted[510], older_head=WHOLE.signed[0].text)


def test_an_empty_ledger_is_whole() -> None:
    empty = Ledger((), (), {})
    assert verify_store(empty.store) == LedgerVerification(0, EMPTY, 0, {}, None, None, (), "")
    first = HeadRow(0, KEY.sign(Head(ORIGIN, 0, EMPTY, START)))
    assert verify_store(empty._replace(signed=(first,)).store, PUBLIC).heads == 1
    assert verify_store(WHOLE._replace(signed=(first, *WHOLE.signed)).store).heads == 11


def test_a_ledger_that_grows_meanwhile_is_whole() -> None:
    class Growing(Ledger):
        sizes = iter((300, 301))

        def size(self) -> int:
            return next(self.sizes)

    growing = Growing(WHOLE.rows, cut(WHOLE, 300).signed, WHOLE.commands)
    assert verify_store(growing.store).size == 300


# A byte


def changed(data: bytes, random: Random) -> bytes:
    """The data with one byte other than it was."""
    place = random.randrange(len(data))
    return data[:place] + bytes([data[place] ^ random.randrange(1, 256)]) + data[place + 1 :]


def tampered(kind: str, random: Random) -> tuple[Ledger, int, str]:
    """The ledger with one byte changed, the entry or head that was, and what the finding must begin with."""
    if kind == "head":
        number = random.randrange(len(WHOLE.signed))
        size, text = WHOLE.signed[number]
        # What SQLite hands over where the bytes are no longer UTF-8 is an error: see below.
        head = HeadRow(size, changed(text.encode(), random).decode(errors="surrogateescape"))
        signed = (*WHOLE.signed[:number], head, *WHOLE.signed[number + 1 :])
        return WHOLE._replace(signed=signed), size - 1, f"the signed head of {size} entries: "
    place = random.randrange(SIZE)
    row = WHOLE.rows[place]
    value = changed(row.body if kind == "body" else row.hash, random)
    return WHOLE.replaced(place, **{kind: value}), place, f"entry {place} ({row.stream} {row.seq}): "


def missed(kind: str, number: int, trusted: dict[int, LedgerVerification]) -> int:
    """How many of so many changed bytes are not found, or not where they are."""
    random = Random(f"{kind} {number}")
    count = 0
    for turn in range(number):
        ledger, place, says = tampered(kind, random)
        # One in fifty from the beginning, the rest from just before, which is the same answer sooner.
        broken = fault(ledger, None if turn % 50 == 0 else trusted[place - place % STEP])
        count += broken is None or not str(broken).startswith(says)
    return count


@pytest.mark.parametrize(("kind", "number"), [("body", 10_000), ("hash", 4_000), ("head", 2_000)])
def test_every_changed_byte_is_found_where_it_is(
    kind: str, number: int, trusted: dict[int, LedgerVerification]
) -> None:
    assert missed(kind, number, trusted) == 0


def test_a_verification_without_hashes_misses_changed_bytes(
    trusted: dict[int, LedgerVerification], monkeypatch: pytest.MonkeyPatch
) -> None:
    def unhashed(entry: Entry) -> EntryBody:
        return read_sealed(entry.body, *entry[:3])

    monkeypatch.setattr(verify, "check_body", unhashed)
    # Hashes are looked at a second time where entries are read by stream.
    monkeypatch.setattr(verify, "_check_streams", lambda *_: None)
    assert missed("body", 100, trusted) > 0
    assert missed("hash", 100, trusted) > 0


def test_a_verification_without_signatures_misses_changed_bytes(
    trusted: dict[int, LedgerVerification], monkeypatch: pytest.MonkeyPatch
) -> None:
    def unsigned(text: str, _: object) -> Head:
        return read_head(text)

    monkeypatch.setattr(verify, "check_head", unsigned)
    assert missed("head", 100, trusted) > 0


@pytest.mark.parametrize("place", [0, 1, 49, 50, 333, 519])
def test_a_changed_column_is_found(place: int) -> None:
    row = WHOLE.rows[place]
    for ledger in (
        WHOLE.replaced(place, stream=row.stream + "x"),
        WHOLE.replaced(place, stream="link harbour" if row.stream != "link harbour" else "house"),
        WHOLE.replaced(place, seq=row.seq + 1),
        WHOLE.replaced(place, seq=0),
    ):
        assert found(ledger).position == place


# Rows


def rechained(made: list[Draft]) -> Ledger:
    """What a forger leaves behind who recomputes every hash, but cannot sign."""
    return WHOLE._replace(rows=tuple(sealed(made)))


@pytest.mark.parametrize("place", [0, 1, 7, 49, 50, 51, 250, 499, 518])
def test_a_deleted_entry_is_missing(place: int) -> None:
    broken = found(WHOLE._replace(rows=WHOLE.rows[:place] + WHOLE.rows[place + 1 :]))
    assert (broken.position, broken.reason.split(":")[0]) == (place, "it is missing")


@pytest.mark.parametrize("place", range(0, 500, 7))
def test_a_deleted_entry_whose_followers_move_up_is_found(place: int) -> None:
    row = WHOLE.rows[place]
    broken = found(WHOLE.renumbered(WHOLE.rows[:place] + WHOLE.rows[place + 1 :]), key=PUBLIC)
    head = place - place % EVERY + EVERY
    follower = next((later.position - 1 for later in WHOLE.stream(row.stream, row.seq)), SIZE)
    of_its_command = [later.position - 1 for later in WHOLE.rows[place + 1 : place + 2] if _same_command(row, later)]
    if (first := min([follower, *of_its_command])) < head:
        assert broken.position == first
    else:
        assert broken.position is None
        assert broken.reason.startswith(f"the signed head of {head} entries: ")


def _same_command(one: Entry, other: Entry) -> bool:
    return "id" in one.content and one.content["id"] == other.content.get("id")


def test_an_inserted_entry_is_found() -> None:
    for place in (1, 120, 490):
        # Into a stream of its own, it is only the head that knows.
        stranger = sealed([Draft("table X", None, {"at": START, "events": []})])[0]
        broken = found(WHOLE.renumbered([*WHOLE.rows[:place], stranger, *WHOLE.rows[place:]]))
        head = place - place % EVERY + EVERY
        assert f"the signed head of {head} entries: " in broken.reason
        assert f"One of the entries {head - EVERY} to {head - 1} was changed, moved, added or left out" in broken.reason
        # Into a stream that goes on, its next entry no longer follows.
        tip = next(row for row in reversed(WHOLE.rows[:place]) if row.stream != "link harbour")
        body = canonical({"v": 1, "stream": tip.stream, "seq": tip.seq + 1, "prev": tip.hash.hex(), "events": []})
        forged = Entry(place, tip.stream, tip.seq + 1, body, leaf_hash(body))
        broken = found(WHOLE.renumbered([*WHOLE.rows[:place], forged, *WHOLE.rows[place:]]))
        follower = next((row.position + 1 for row in WHOLE.stream(tip.stream, tip.seq)), SIZE)
        assert broken.position == follower if follower < head else str(head) in broken.reason


def test_swapped_entries_are_found() -> None:
    for one, other in [(10, 11), (60, 90), (200, 499)]:
        rows = list(WHOLE.rows)
        rows[one], rows[other] = rows[other], rows[one]
        # As they are: the first of the two stands out of its place.
        assert found(WHOLE._replace(rows=tuple(rows))).position == one
        # With the positions made to fit.
        broken = found(WHOLE.renumbered(rows))
        assert broken.position is None or one <= broken.position <= other
        assert broken.position is not None or f"head of {one - one % EVERY + EVERY} entries" in broken.reason


def test_neighbours_of_different_streams_are_held_in_order_by_the_head() -> None:
    one = next(
        row.position
        for row, after in zip(WHOLE.rows[100:], WHOLE.rows[101:], strict=False)
        if row.stream != after.stream and not _same_command(row, after)
    )
    rows = list(WHOLE.rows)
    rows[one], rows[one + 1] = rows[one + 1], rows[one]
    assert found(WHOLE.renumbered(rows)).reason.startswith("the signed head of 150 entries: the entries do not have")


def test_a_renumbered_entry_is_found() -> None:
    assert found(WHOLE.replaced(519, position=600)).position == 519
    assert found(WHOLE.replaced(300, position=299)).position == 299
    assert found(WHOLE._replace(rows=WHOLE.rows[1:])).position == 0
    moved = tuple(row._replace(position=row.position + 1) for row in WHOLE.rows)
    assert found(WHOLE._replace(rows=moved)).position == 0


def test_a_tail_that_was_cut_off_is_missing() -> None:
    for size in (0, 1, 450, 499):
        broken = found(cut(WHOLE, size)._replace(signed=WHOLE.signed), key=PUBLIC)
        assert broken.position == size
        head = next(head.size for head in WHOLE.signed if head.size > size)
        assert f"the signed head of {head} entries was signed for {head} entries" in broken.reason


def test_a_tail_that_was_cut_off_with_its_heads_is_found_by_a_head_kept_elsewhere() -> None:
    kept = WHOLE.signed[-1].text
    assert verify_store(WHOLE.store, older_head=kept).heads == 11
    assert fault(cut(WHOLE, 480)) is None, "nobody can know, without a head kept elsewhere"
    broken = found(cut(WHOLE, 480), older_head=kept)
    assert (broken.position, "entries 480 to 499 are missing" in broken.reason) == (480, True)
    assert found(cut(WHOLE, 499), older_head=kept).reason.startswith("it is missing")
    assert found(Ledger((), (), {}), older_head=kept, key=PUBLIC).position == 0


# Forgeries


@pytest.mark.parametrize("place", [1, 30, 49, 50, 177, 499])
def test_a_forgery_with_all_hashes_recomputed_is_found_by_the_next_head(place: int) -> None:
    made = drafts(SIZE)
    made[place] = made[place]._replace(content={**made[place].content, "by": "nobody"})
    head = place - place % EVERY + EVERY
    broken = found(rechained(made))
    assert broken.position is None
    assert broken.reason.startswith(f"the signed head of {head} entries: the entries do not have the root")
    assert f"One of the entries {head - EVERY} to {head - 1} " in broken.reason
    kept = found(rechained(made)._replace(signed=()), older_head=WHOLE.signed[-1].text)
    assert kept.reason.startswith("the head kept elsewhere: ")


def test_a_forgery_passes_where_no_head_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify._Heads, "check", lambda heads, _: heads._due.clear())
    made = drafts(SIZE)
    made[177] = made[177]._replace(content={**made[177].content, "by": "nobody"})
    assert fault(rechained(made)) is None


def test_a_forger_who_signs_with_another_key_is_found() -> None:
    entries = sealed(drafts(SIZE))
    heads = tuple(head_at(entries, size, OTHER_KEY) for size in range(EVERY, SIZE, EVERY))
    assert found(WHOLE._replace(signed=heads)).reason == (
        f"the signed head of 50 entries: it is not signed by the key pitboss+{PUBLIC.id}"
    )


def test_a_forger_who_replaces_the_key_too_is_found_by_who_has_the_right_one() -> None:
    made = drafts(SIZE)
    opened = {"event": "HouseOpened", "facility": "Harbour Club", "public_key": str(OTHER_KEY.public)}
    made[0] = made[0]._replace(content={**made[0].content, "events": [opened]})
    entries = sealed(made)
    heads = tuple(head_at(entries, size, OTHER_KEY) for size in range(EVERY, SIZE, EVERY))
    forged = WHOLE._replace(rows=tuple(entries), signed=heads)
    assert verify_store(forged.store).key == OTHER_KEY.public, "the ledger alone cannot tell"
    broken = found(forged, key=PUBLIC)
    assert broken.position == 0
    assert "not the" in broken.reason
    assert found(forged, older_head=WHOLE.signed[0].text).reason.startswith("the head kept elsewhere: it is not signed")


def forged_bodies(place: int) -> dict[str, tuple[bytes, str]]:
    """Bodies that are not as an entry's body is written, and what is said of each."""
    body, content = WHOLE.rows[place].body, WHOLE.rows[place].content
    backwards = dict(reversed(content.items()))
    lacking = "does not name its stream"

    def other(**changes: object) -> bytes:
        return canonical({**content, **changes})

    return {
        "unknown version": (other(v=2), "its format is 2"),
        "version as a truth": (other(v=True), "its format is true"),
        "no version": (canonical({key: value for key, value in content.items() if key != "v"}), "its format is null"),
        "a space": (body.replace(b",", b", ", 1), "canonical"),
        "keys in another order": (
            json.dumps(backwards, separators=(",", ":"), ensure_ascii=False).encode(),
            "canonical",
        ),
        "a key twice": (b'{"v":1,' + body[1:], "canonical"),
        "escapes": (body.replace(b'"at"', b'"\\u0061t"'), "canonical"),
        "not JSON": (b"{", "not JSON"),
        "not UTF-8": (b'"\xff"', "not JSON"),
        "not a number": (body.replace(b'"v":1', b'"v":1,"w":NaN'), "not JSON"),
        "a huge number": (b'{"v":1,"x":' + b"9" * 5000 + b"}", "not JSON"),
        "a lone surrogate": (b'{"v":1,"x":"\\ud800"}', "not JSON"),
        "very deep": (b"[" * 100_000, "not JSON"),
        "an array": (b"[]", "not an object"),
        "nothing": (b"", "not JSON"),
        "no stream": (canonical({"v": 1}), lacking),
        "number as a text": (other(seq="3"), lacking),
        "number as a truth": (other(seq=True), lacking),
        "hash in capitals": (other(prev="AB" * 32), lacking),
        "hash cut short": (other(prev="ab" * 31), lacking),
        "another stream": (other(stream="table Y"), "its body says"),
        "another number": (other(seq=1), "its body says"),
        "follows nothing": (other(prev=NOTHING.hex()), "does not follow entry"),
    }


@pytest.mark.parametrize("name", forged_bodies(20))
def test_a_body_that_is_not_ours_is_found_though_its_hash_fits(name: str) -> None:
    for place in (20, 111):
        forged, reason = forged_bodies(place)[name]
        # A forged entry after it must not be hidden by it, nor found first.
        ledger = WHOLE.replaced(place, body=forged, hash=leaf_hash(forged)).replaced(place + 5, hash=bytes(32))
        broken = found(ledger)
        assert (broken.position, reason in broken.reason) == (place, True), broken


# Commands, streams, key, heads


def test_a_command_leads_to_its_entry_and_has_one_effect() -> None:
    name = WHOLE.rows[100].content["id"]
    without = {command: at for command, at in WHOLE.commands.items() if command != name}
    first = WHOLE.commands[name]
    assert found(WHOLE._replace(commands=without)).position == first
    assert found(WHOLE._replace(commands={**WHOLE.commands, name: 7})).position == first
    made = drafts(60)
    twice = Ledger(tuple(sealed([*made, made[20]])), (), WHOLE.commands)
    broken = found(twice)
    assert (broken.position, f"already made entry {WHOLE.commands[made[20].content['id']]}" in broken.reason) == (
        60,
        True,
    )


def test_an_entry_outside_the_positions_is_found() -> None:
    class Hiding(Ledger):
        def last(self, stream: str) -> int:
            return super().last(stream) + (stream == "house")

    broken = found(Hiding(*WHOLE))
    assert broken.reason == "the store ends the stream 'house' at 2, the ledger at 1"


def test_a_stream_that_reads_otherwise_by_itself_is_found() -> None:
    """Tables are read by stream: an order by stream that lies would show them a past that was never verified."""

    class Lying(Ledger):
        lie: Callable[[list[Entry]], list[Entry]]

        def stream(self, name: str, after: int = 0, until: int | None = None) -> Iterator[Entry]:
            rows = [*super().stream(name, 0, until)]
            return (row for row in (self.lie(rows) if name == "table TCP 2" else rows) if row.seq > after)

    def forged(rows: list[Entry]) -> list[Entry]:
        body = rows[5].body.replace(b"dana", b"anad")
        return [*rows[:5], rows[5]._replace(body=body, hash=leaf_hash(body)), *rows[6:]]

    for lie, says in [
        (lambda rows: [*rows[:5], rows[5]._replace(body=b"{}"), *rows[6:]], "found by its stream"),
        (lambda rows: [*rows[:5], rows[5]._replace(stream="table TCP 3"), *rows[6:]], "found by its stream"),
        (lambda rows: [*rows[:5], *rows[6:]], "found by its stream"),
        (lambda rows: [*rows[:5], rows[6], rows[5], *rows[7:]], "found by its stream"),
        (forged, "the stream 'table TCP 2', read by itself, differs"),
        (lambda rows: rows[:-1], "the stream 'table TCP 2', read by itself, differs"),
        (lambda _: [], "the stream 'table TCP 2', read by itself, differs"),
    ]:
        ledger = Lying(*WHOLE)
        Lying.lie = staticmethod(lie)
        broken = found(ledger)
        assert broken.reason.startswith(says)
        assert broken.position is None or (broken.stream, broken.seq) == ("table TCP 2", 6)


HOUSES: dict[str, tuple[dict[str, Any], str]] = {
    "no events": ({"events": "none"}, "should record that the house opened"),
    "another event": ({"events": [{"event": "TableOpened"}]}, "should record that the house opened"),
    "no key": ({"events": [{"event": "HouseOpened"}]}, "it records no public key"),
    "a bad key": ({"events": [{"event": "HouseOpened", "public_key": "x"}]}, "it records no public key"),
}


@pytest.mark.parametrize(("content", "reason"), HOUSES.values(), ids=HOUSES)
def test_the_house_records_its_key_first(content: dict[str, Any], reason: str) -> None:
    made = drafts(40)
    ledger = Ledger(
        tuple(sealed([made[1], Draft("house", None, content), *made[2:]])), (), {**WHOLE.commands, "c-00000": 0}
    )
    broken = found(ledger, key=PUBLIC)
    assert (broken.position, reason in broken.reason) == (1, True)


def test_a_ledger_without_a_key_has_no_heads() -> None:
    entries = sealed(drafts(40)[1:])
    commands = {command: at - 1 for command, at in WHOLE.commands.items()}
    without = Ledger(tuple(entries), (), commands)
    assert verify_store(without.store).key is None
    assert "records the public key" in found(without, key=PUBLIC).reason
    signed = without._replace(signed=(head_at(entries, 20),))
    assert found(signed).reason == "the signed head of 20 entries: the ledger does not record the key that signed it"


def test_a_head_in_the_wrong_place_is_found() -> None:
    first, second, *rest = WHOLE.signed
    assert found(WHOLE._replace(signed=(HeadRow(40, first.text), second, *rest))).reason == (
        "the signed head of 40 entries: it was signed for 50 entries"
    )
    assert "head of -1 entries" in found(WHOLE._replace(signed=(HeadRow(-1, first.text), *rest))).reason
    assert "head of 0 entries" in found(WHOLE._replace(signed=(HeadRow(0, first.text), *rest))).reason
    nothing = HeadRow(100, cast(str, None))
    assert "head of 100 entries: it is not a signed" in found(WHOLE._replace(signed=(first, nothing, *rest))).reason
    late = HeadRow(600, first.text)
    assert found(WHOLE._replace(signed=(*WHOLE.signed, late))).reason == (
        "the signed head of 600 entries: it was signed for 50 entries"
    )
    elsewhere = HeadRow(50, KEY.sign(Head(ORIGIN, 50, bytes(32), START)))
    assert "do not have the root" in found(WHOLE._replace(signed=(elsewhere, second, *rest))).reason


def test_the_first_bad_thing_is_named_be_it_entry_or_head() -> None:
    bad_head = WHOLE._replace(signed=(WHOLE.signed[0], HeadRow(100, "x"), *WHOLE.signed[2:]))
    assert found(bad_head.replaced(99, hash=bytes(32))).position == 99
    assert "head of 100 entries" in found(bad_head.replaced(100, hash=bytes(32))).reason


def test_a_head_kept_elsewhere_that_is_none_is_said_to_be_none() -> None:
    assert found(WHOLE, older_head="hello").reason.startswith("the head kept elsewhere: it is not a signed")


# In SQLite


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("ledger") / "house.db"
    write_sqlite(path, 120)
    return path


@pytest.fixture(scope="module")
def written_plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("plain") / "house.db"
    write_sqlite(path, 120, schema=1)
    return path


@pytest.fixture
def file(written: Path, tmp_path: Path) -> Path:
    """A ledger in SQLite whose owner has taken the triggers away."""
    return Path(copy(written, tmp_path))


@pytest.fixture
def plain_file(written_plain: Path, tmp_path: Path) -> Path:
    """The same ledger as versions before stored it, with every entry as it is."""
    return Path(copy(written_plain, tmp_path))


def opened(file: Path, change: str = "", *values: object) -> Iterator[SqliteStore]:
    if change:
        db = apsw.Connection(str(file))
        db.execute(change, values)
        db.close()
    store = SqliteStore(str(file), create=False)
    yield store
    store.close()


@pytest.mark.parametrize("which", ["file", "plain_file"])
def test_a_ledger_in_sqlite_is_whole(which: str, request: pytest.FixtureRequest) -> None:
    for store in opened(request.getfixturevalue(which)):
        whole = verify_store(store, PUBLIC)
        assert (whole.size, whole.heads) == (120, 2)
        assert whole == verify_store(cut(sample(120), 120).store)


STATEMENTS = {
    "UPDATE entries SET body = x'007b7d' WHERE position = 0": 0,
    "UPDATE entries SET body = zeroblob(0) WHERE position = 30": 30,
    "UPDATE entries SET body = zeroblob(40) WHERE position = 31": 31,
    "UPDATE entries SET body = randomblob(60) WHERE position = 32": 32,
    "UPDATE entries SET body = CAST(x'02' || substr(body, 2) AS BLOB) WHERE position = 33": 33,
    "UPDATE entries SET body = substr(body, 1, 9) WHERE position = 34": 34,
    "UPDATE entries SET body = CAST(substr(body, 1, 20) || x'00' || substr(body, 21) AS BLOB) WHERE position = 35": 35,
    "UPDATE entries SET body = (SELECT body FROM entries WHERE position = 37) WHERE position = 40": 40,
    "UPDATE entries SET hash = zeroblob(32) WHERE position = 77": 77,
    "UPDATE entries SET hash = x'' WHERE position = 78": 78,
    "UPDATE entries SET stream = 999 WHERE position = 79": 79,
    "UPDATE entries SET seq = 999 WHERE position = 80": 80,
    "UPDATE names SET name = 'x' WHERE name = 'house'": 0,
    "UPDATE names SET name = CAST(x'ff' AS TEXT) WHERE name = 'table LIR 1'": 1,
    "UPDATE names SET name = 'anad' WHERE name = 'dana'": 1,
    "UPDATE names SET id = 999 WHERE name = 'table TCP 2'": 2,
    "DELETE FROM names": 0,
    "UPDATE entries SET command = NULL WHERE position = 40": 40,
    "UPDATE entries SET command = 7 WHERE position = 40": 40,
    "UPDATE entries SET position = 500 WHERE position = 12": 12,
    "UPDATE entries SET position = -1 WHERE position = 0": 0,
    "DELETE FROM entries WHERE position = 55": 55,
    "DELETE FROM entries WHERE position >= 90": 90,
    "DELETE FROM entries": 0,
    "UPDATE heads SET size = 60 WHERE size = 50": None,
    "UPDATE heads SET text = replace(text, 'harbour', 'harbor')": None,
    "UPDATE heads SET text = CAST(x'ff' AS TEXT) WHERE size = 100": None,
    "INSERT INTO entries (position, stream, seq, body, hash) VALUES (-5, 1, 2, x'007b7d', x'00')": None,
}


@pytest.mark.parametrize(("statement", "position"), STATEMENTS.items())
def test_what_is_changed_in_sqlite_is_found(file: Path, statement: str, position: int | None) -> None:
    check_found(file, statement, position)


@pytest.mark.parametrize(("statement", "position"), STATEMENTS.items())
def test_what_is_changed_under_an_open_ledger_is_found(file: Path, statement: str, position: int | None) -> None:
    """What this process remembers of rows, such as names, hides nothing."""
    for store in opened(file):
        verify_store(store, PUBLIC)
        sql(str(file), statement)
        with pytest.raises(LedgerBroken) as broken:
            verify_store(store, PUBLIC)
        assert broken.value.position == position


PLAIN_STATEMENTS = {
    "UPDATE entries SET body = CAST(replace(CAST(body AS TEXT), 'dana', 'anad') AS BLOB) WHERE position = 31": 31,
    "UPDATE entries SET hash = zeroblob(32) WHERE position = 77": 77,
    "UPDATE entries SET hash = x'' WHERE position = 78": 78,
    "UPDATE entries SET stream = CAST(x'ff' AS TEXT) WHERE position = 79": 79,
    "UPDATE entries SET command = NULL WHERE position = 40": 40,
    "UPDATE entries SET command = 'x' WHERE position = 40": 40,
    "UPDATE entries SET position = 500 WHERE position = 12": 12,
    "UPDATE entries SET position = -1 WHERE position = 0": 0,
    "DELETE FROM entries WHERE position = 55": 55,
    "DELETE FROM entries WHERE position >= 90": 90,
    "DELETE FROM entries": 0,
    "UPDATE heads SET size = 60 WHERE size = 50": None,
    "UPDATE heads SET text = replace(text, 'harbour', 'harbor')": None,
    "UPDATE heads SET text = CAST(x'ff' AS TEXT) WHERE size = 100": None,
    "INSERT INTO entries (position, stream, seq, body, hash) VALUES (-5, 'house', 2, x'7b7d', x'00')": None,
}


@pytest.mark.parametrize(("statement", "position"), PLAIN_STATEMENTS.items())
def test_what_is_changed_in_a_plain_ledger_is_found(plain_file: Path, statement: str, position: int | None) -> None:
    check_found(plain_file, statement, position)


@pytest.mark.parametrize("statement", [one for one in PLAIN_STATEMENTS if "x'ff'" not in one])
def test_what_was_changed_before_the_migration_is_found_after_it(plain_file: Path, statement: str) -> None:
    """It names the same entry, and neither loses nor mends one."""
    for store in opened(plain_file, statement):
        store.pack()
    check_found(plain_file, "", PLAIN_STATEMENTS[statement])


def check_found(file: Path, statement: str, position: int | None) -> None:
    for store in opened(file, statement):
        with pytest.raises(LedgerBroken) as broken:
            verify_store(store, PUBLIC)
        assert broken.value.position == position


class Unreadable(Ledger):
    """A storage whose file was changed beneath the database, so that some answers are errors."""

    def entries(self, start: int = 0, stop: int | None = None) -> Iterator[Entry]:
        for row in super().entries(start, stop):
            yield row._replace(body=bytes(row.body))
            if row.position == 69 and stop != 70:
                raise TypeError("a page holds more than one entry, and entry 70 is none")

    def streams(self) -> tuple[str, ...]:
        raise UnicodeDecodeError("utf-8", b"", 0, 1, "no text")


def test_an_entry_that_cannot_be_read_is_named() -> None:
    class Worse(Unreadable):
        def entries(self, start: int = 0, stop: int | None = None) -> Iterator[Entry]:
            if start <= 75 < (stop or SIZE) and stop == start + 1:
                raise MemoryError
            return super().entries(start, stop)

    broken = found(Worse(*WHOLE))
    assert (broken.position, "cannot be read" in broken.reason) == (75, True)
    # What can be read one by one is read, and what cannot be asked for is said.
    assert found(Unreadable(*WHOLE)).reason.startswith("the entries by stream cannot be read")
