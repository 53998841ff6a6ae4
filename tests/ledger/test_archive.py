"""A ledger of which a part is archived answers every question as it did before, on both databases, in every form."""

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import duckdb
import pytest

from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.archiving import archive, moved
from pitboss.evidence.segment_making import check_segment
from pitboss.evidence.verify import verify_store
from pitboss.ledger.entry import Draft
from pitboss.ledger.open_store import open_store
from pitboss.ledger.segments.index_files import IndexWriter
from pitboss.ledger.segments.segment import SegmentPlace
from pitboss.ledger.store import Conflict, Store, check_schema
from tests.ledger.archived import SIZE, TURN, answers, archive_turns, fill, rows_left, small_groups
from tests.ledger.sample import KEY, START, Ledger, head_at, sample

WHOLE = sample(SIZE)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    small_groups(monkeypatch)


@pytest.fixture
def filled(store: Store) -> Store:
    fill(store)
    return store


# The same answers


def test_every_question_is_answered_as_before(filled: Store, ledger_url: str, tmp_path: Path) -> None:
    before = answers(filled)
    first = archive_turns(filled, tmp_path / "2025", 150)
    assert [one.stop for one in first.segments][:1] == [100]
    stop = first.segments[-1].stop
    assert (rows_left(filled), first.reached) == (SIZE - stop, True)
    assert answers(filled) == before
    with closing(open_store(ledger_url)) as again:
        assert again.archived() == first.segments
        assert answers(again) == before
    second = archive_turns(filled, tmp_path / "2026", 300)
    assert filled.archived() == (*first.segments, *second.segments)
    assert second.segments[0].start == stop
    assert answers(filled) == before


def test_it_goes_on_as_if_nothing_had_left(filled: Store, ledger_url: str, tmp_path: Path) -> None:
    """A stream of which no entry is a row continues its chain, and an archived command has one effect."""
    archive_turns(filled, tmp_path, 10_000)
    assert rows_left(filled) < 25
    assert {"house"} - {row[0] for row in filled._run("SELECT stream FROM entries")} == {"house"}  # type: ignore[attr-defined]
    known = WHOLE.by_command("c-00004")
    assert known
    assert filled.append([Draft("table LIR 1", None, {})], "c-00004") == (known,)
    with pytest.raises(Conflict):
        filled.append_all([([Draft("table LIR 1", None, {})], "new"), ([Draft("house", None, {})], "c-00004")])
    assert filled.append_decided(lambda: [Draft("house", None, {})], "c-00004") == (known,)
    assert filled.by_command("new") is None
    (entry,) = filled.append([Draft("house", 1, {"at": START})], "new")
    assert (entry.position, entry.seq, entry.content["prev"]) == (SIZE, 2, WHOLE.rows[0].hash.hex())
    with closing(open_store(ledger_url)) as again:
        assert again.page(SIZE, SIZE + 1) == list(again.stream("house", 1)) == [entry]
        with pytest.raises(Conflict):
            again.append([Draft("house", 1, {})])
        assert verify_store(again, KEY.public).size == SIZE + 1


def test_what_is_read_later_is_read_from_the_segments(filled: Store, tmp_path: Path) -> None:
    """A test that compares a ledger with itself would hold without any segment."""
    archive_turns(filled, tmp_path / "a", 150)
    (tmp_path / "a").rename(tmp_path / "b")
    assert filled.page(SIZE - 5, SIZE) == list(WHOLE.rows[-5:])
    filled.close()
    with pytest.raises(InputError, match="a segment of the ledger is missing here"):
        # Not one of them was read before the folder was moved.
        list(filled._archive.entries(0, 5))  # type: ignore[attr-defined]


# Where it is cut


def test_it_is_cut_at_the_first_entry_of_the_day(filled: Store, tmp_path: Path) -> None:
    result = archive_turns(filled, tmp_path, 100)
    stop = result.segments[-1].stop
    ats = [row.content["at"] for row in WHOLE.rows]
    assert ats[stop - 1] < START + 100 * TURN <= ats[stop]
    assert archive_turns(filled, tmp_path, 100).segments == ()
    assert archive(filled, tmp_path, 0).segments == ()


def test_nothing_leaves_that_no_head_covers(store: Store, tmp_path: Path) -> None:
    for row in WHOLE.rows[:80]:
        content = {name: value for name, value in row.content.items() if name not in ("v", "stream", "seq", "prev")}
        store.append([Draft(row.stream, None, content)])
    with pytest.raises(InputError, match="no signed head covers any entry"):
        archive_turns(store, tmp_path, 400)
    store.add_head(head_at(WHOLE.rows, 41))
    result = archive_turns(store, tmp_path, 400)
    assert not result.reached
    stop = result.segments[-1].stop
    assert WHOLE.rows[stop - 1].content.get("id") != WHOLE.rows[stop].content.get("id")
    assert 39 <= stop <= 41
    store.add_head(head_at(WHOLE.rows, 80))
    archive_turns(store, tmp_path, 400)
    assert 0 < rows_left(store) < 4, "the last command stays"


def test_a_version_before_refuses_an_archived_ledger(filled: Store, tmp_path: Path) -> None:
    form = filled.schema()
    archive_turns(filled, tmp_path, 100)
    assert filled.schema() == form
    assert filled._mark() == 100 + form  # type: ignore[attr-defined]
    with pytest.raises(InputError, match="a later pitboss"):
        check_schema(203, "here")


# Other processes


def test_it_is_refused_while_another_process_has_it_open(
    filled: Store, reopen: Callable[[], Store], tmp_path: Path
) -> None:
    other = reopen()
    with pytest.raises(InputError, match="another process has this ledger open"):
        archive_turns(filled, tmp_path / "archive", 100)
    assert not (tmp_path / "archive").exists()
    other.append([Draft("house", 1, {})])
    other.close()
    assert archive_turns(filled, tmp_path / "archive", 100).segments
    assert reopen().size() == SIZE + 1


# Files


def test_other_tools_read_the_entries(filled: Store, tmp_path: Path) -> None:
    archive_turns(filled, tmp_path, 150)
    read = duckdb.sql(
        'SELECT position, stream, seq, epoch_ms("at"), command, kind, body, hash, '
        "body->>'$.by' "
        f"FROM read_parquet('{tmp_path}/*/entries.parquet') ORDER BY position"
    )
    assert read
    found = read.fetchall()
    assert len(found) > 100
    for row, (position, stream, seq, at, _, kind, body, hash_, by) in zip(WHOLE.rows, found, strict=False):
        assert (position, stream, seq, body.encode(), hash_) == tuple(row)
        assert (at, kind, by) == (row.content["at"], row.content["events"][0]["event"], row.content["by"])
    assert {row[0]: row[4] for row in found if row[4]} == filled.commands(0, len(found))
    filled.close()


def test_the_manifest_says_what_is_there(filled: Store, tmp_path: Path) -> None:
    one, two = archive_turns(filled, tmp_path, 150).segments
    manifest = json.loads((Path(two.place) / "manifest.json").read_bytes())
    assert (manifest["start"], manifest["stop"]) == (one.stop, two.stop)
    assert manifest["before"] == one.digest
    assert manifest["root"] == verify_store(cut(two.stop).store).root.hex()
    assert manifest["since"] == WHOLE.rows[one.stop].content["at"]
    assert manifest["until"] == WHOLE.rows[two.stop - 1].content["at"]
    assert manifest["head"] == WHOLE.signed[-1].text
    assert {file.name for file in Path(two.place).iterdir()} == {"manifest.json", *manifest["files"]}
    assert not [*tmp_path.rglob("*.partial")]


def cut(size: int) -> Ledger:
    return WHOLE._replace(rows=WHOLE.rows[:size], signed=())


def test_commands_with_the_same_key_are_told_apart(
    filled: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.ledger.segments.index_files.key_of", len)
    before = [filled.by_command(f"c-{number:05}") for number in range(300)]
    archive_turns(filled, tmp_path, 250)
    assert [filled.by_command(f"c-{number:05}") for number in range(300)] == before
    assert filled.by_command("d-00003") is None


def test_keys_are_sorted_in_all_buckets() -> None:
    writer = IndexWriter()
    for number in range(3_000):
        writer.add(number, "s", f"c{number}")
    data = b"".join(writer.commands_data())
    keys = memoryview(data)[: 8 * 3_000].cast("Q").tolist()
    assert keys == sorted(keys)
    assert sorted(memoryview(data)[8 * 3_000 :].cast("I").tolist()) == list(range(3_000))


# Moved


@pytest.fixture
def places(filled: Store, tmp_path: Path) -> Path:
    archive_turns(filled, tmp_path / "here", 150)
    return tmp_path


def test_a_folder_that_was_moved_is_found_again(filled: Store, ledger_url: str, places: Path) -> None:
    before = list(filled.entries())
    filled.close()
    (places / "here").rename(places / "there")
    with closing(open_store(ledger_url)) as store:
        with pytest.raises(InputError, match="pitboss archive --at DIR"):
            list(store.entries())
        store.move_archive(moved(store, places / "there"))
        assert list(store.entries()) == before
    with closing(open_store(ledger_url)) as store:
        assert list(store.entries()) == before
        with pytest.raises(InputError, match="no archived segment of this ledger is here"):
            moved(store, places)


def test_the_segments_of_another_ledger_are_not_taken(filled: Store, places: Path, tmp_path: Path) -> None:
    with closing(open_store(str(tmp_path / "other.db"), create=True)) as other:
        other.append([Draft("a", None, {"at": START + number}) for number in range(10)])
        other.add_head(head_at(list(other.entries()), 10))
        with pytest.raises(InputError, match="the segment of another ledger is here"):
            archive_turns(other, places / "here", 150)
        archive_turns(other, tmp_path / "others", 150)
        name = Path(filled.archived()[0].place).name
        (tmp_path / "others").joinpath(Path(other.archived()[0].place).name).rename(tmp_path / "others" / name)
        with pytest.raises(InputError, match="this is not the segment that left the ledger"):
            moved(filled, tmp_path / "others")


def test_a_segment_that_was_written_for_a_later_date_is_not_taken(filled: Store, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(filled), "move_out", _stop)
        with pytest.raises(KeyboardInterrupt):
            archive_turns(filled, tmp_path, 150)
    with pytest.raises(InputError, match="was written for a later date"):
        archive_turns(filled, tmp_path, 5)
    assert archive_turns(filled, tmp_path, 200).segments[0].stop == 100


def _stop(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_segment_that_differs_from_the_ledger_never_replaces_it(filled: Store, tmp_path: Path) -> None:
    """A hash that was changed in the database is not archived, and a file that was changed meanwhile is noticed."""
    before = list(filled.entries())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pitboss.evidence.archiving.check_segment", _change_and_check)
        with pytest.raises(LedgerBroken, match="was changed"):
            archive_turns(filled, tmp_path, 150)
    assert rows_left(filled) == SIZE
    assert list(filled.entries()) == before


def _change_and_check(store: Store, place: object, progress: object) -> None:
    assert isinstance(place, SegmentPlace)
    file = Path(place.place) / "streams.bin"
    data = bytearray(file.read_bytes())
    data[5] ^= 1
    file.write_bytes(data)
    check_segment(store, place)
