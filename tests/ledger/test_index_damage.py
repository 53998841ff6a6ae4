"""An index of rounds that is damaged, forged or half written is found or built again, and never costs an entry."""

from contextlib import closing, suppress
from pathlib import Path
from random import Random

import apsw
import pytest

from pitboss.books import round_index
from pitboss.books.index_check import IndexCheck, check_index
from pitboss.books.round_index import RoundIndex
from pitboss.books.round_rows import ROUNDS
from pitboss.books.round_search import RoundSearch, search
from pitboss.books.rounds import RoundFilter
from pitboss.errors import LedgerBroken
from pitboss.evidence.verify import verify_store
from pitboss.ledger.entry import Draft
from pitboss.ledger.fold import table_stream
from pitboss.ledger.sqlite import SqliteStore
from pitboss.ledger.store import Conflict, Store, StoreFailed
from tests.books.scanned_rounds import scanned_rounds
from tests.house.faulty_disk import FaultyDisk, Operation
from tests.house.recording import fast_folder
from tests.ledger.played import append_entries, played

ENTRIES = 300
QUESTIONS = (
    RoundFilter(), RoundFilter("one"), RoundFilter(player="ann"), RoundFilter(dealer="dora"), RoundFilter(amount=2_000),
    RoundFilter(irregularity=""), RoundFilter(void=True), RoundFilter(jackpots=True), RoundFilter("bay", player="bob"),
)  # fmt: skip
CORRECTION = {"at": 1_794_800_000_000, "by": "flo", "role": "floorperson", "command": ""}
CORRECTED = {
    "event": "BoxPaymentCorrected", "player": "ann", "box": 1, "item": "ante", "amount": 500, "reason": "short",
    "cite": "MD-TCP 11.E",
}  # fmt: skip
KEYS = {
    "derived_marks": "name", "derived_round_tags": "id", "derived_rounds": "position",
    "derived_tagged_rounds": "tag, position", "derived_waypoints": "stream, at, seq",
    "derived_corrections": "stream, number, seq",
    "derived_sums": "stream, minute",
}  # fmt: skip
COLUMNS = {
    "derived_marks": ("form", "tables", "build", "size", "hash", "state"),
    **{
        table: tuple(part.split()[0] for part in columns.split(", PRIMARY KEY")[0].split(", "))
        for table, columns in ROUNDS.tables.items()
    },
}


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(round_index, "BATCH", 40)
    monkeypatch.setattr(round_index, "WAYPOINT", 15)


def answers(store: Store) -> list[object]:
    """What the index answers, over the names of tables, players and places."""
    found = search(store)
    index = RoundIndex(store)
    index.catch_up()
    return [
        *([*found.all(wanted)] for wanted in QUESTIONS),
        *(found.total(wanted) for wanted in QUESTIONS),
        *(index.corrections("table one", number) for number in range(4)),
        *(index.sums(table_stream(name), 0, 10**15) for name in ("one", "bay")),
        *(index.waypoint(table_stream("one"), at) for at in range(1_794_700_000_000, 1_794_800_000_000, 9_999_999)),
    ]


def indexed(path: Path) -> list[object]:
    """Makes a ledger with an index; its answers."""
    with closing(SqliteStore(str(path))) as store:
        append_entries(store, played()[:ENTRIES])
        for number in (1, 2, 1):
            store.append([Draft("table one", None, {**CORRECTION, "events": [{**CORRECTED, "round": number}]})])
        store.append([Draft("notes", None, {"at": 0, "events": []})] * 60)
        right = answers(store)
        assert check_index(store)
        assert right[0] == [*scanned_rounds(store)]
    return right


def _damage(store: SqliteStore, chance: Random) -> str:
    """One row of the index is changed, removed or invented."""
    table = chance.choice([*KEYS, *COLUMNS])
    keys, columns = KEYS[table].split(", "), COLUMNS[table]
    rows = store.read_derived(f"SELECT {', '.join(columns)} FROM {table}")
    row = dict(zip(columns, chance.choice(rows), strict=True))
    column = chance.choice(columns)
    old = row[column]
    if isinstance(old, int):
        new: object = old + chance.choice([-1000, -7, -1, 1, 2, 64, 10**6])
    elif isinstance(old, bytes):
        new = bytes([old[0] ^ 1]) + old[1:]
    else:
        place = chance.randrange(len(old) + 1)
        new = old[:place] + chance.choice(["x", "1", ",", ""]) + old[place + 1 :]
    way = chance.choice(["change", "change", "change", "remove", "invent"])
    if table == "derived_marks" and way == "invent":
        way = "change"
    where = " AND ".join(f"{key} = ?" for key in keys if key in row) or "name = 'rounds'"
    place_of_row = [row[key] for key in keys if key in row]
    if way == "change":
        store._run(f"UPDATE {table} SET {column} = ? WHERE {where}", new, *place_of_row)
    elif way == "remove":
        store._run(f"DELETE FROM {table} WHERE {where}", *place_of_row)
    else:
        invented = {**row, column: new}
        marks = ", ".join("?" * len(columns))
        store._run(f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({marks})", *invented.values())
    return f"{way} {table}.{column} {old!r} -> {new!r}"


def _is_found(store: SqliteStore, right: list[object]) -> str:
    """How a damaged index shows itself: `found`, `dropped`, or `harmless` if it answers as before."""
    try:
        if check_index(store) is None:
            return "dropped"
    except LedgerBroken:
        return "found"
    return "harmless" if answers(store) == right else "LIES"


@pytest.mark.parametrize("number", [150, pytest.param(5_000, marks=pytest.mark.slow)])
def test_damage_is_found_or_changes_no_answer(tmp_path: Path, number: int) -> None:
    right, chance, seen = indexed(tmp_path / "ledger.db"), Random(number), dict[str, int]()
    with closing(SqliteStore(str(tmp_path / "ledger.db"))) as store:
        for _ in range(number):
            store._run("BEGIN IMMEDIATE")
            try:
                what = _damage(store, chance)
                shown = _is_found(store, right)
            except (apsw.ConstraintError, Conflict):
                continue  # the database itself refused it
            finally:
                store._run("ROLLBACK")
            assert shown != "LIES", what
            seen[shown] = seen.get(shown, 0) + 1
        assert answers(store) == right
    assert seen["found"] > number / 2, seen


@pytest.mark.parametrize(
    "damage",
    [
        "DROP TABLE derived_marks", "DELETE FROM derived_marks", "UPDATE derived_marks SET form = 99",
        "UPDATE derived_marks SET state = '{' || state", "UPDATE derived_marks SET size = size - 30",
        "UPDATE derived_marks SET hash = zeroblob(32)", "UPDATE derived_rounds SET largest = largest + 1",
        "UPDATE derived_rounds SET tie = 0", "UPDATE derived_rounds SET first = first + 2",
        "UPDATE derived_rounds SET boxes = '77'", "UPDATE derived_round_tags SET name = name || 's'",
        "UPDATE derived_rounds SET table_id = 999",
    ],
)  # fmt: skip
def test_damage_that_a_question_meets_is_mended(tmp_path: Path, damage: str) -> None:
    right, told = indexed(tmp_path / "ledger.db"), list[str]()
    with closing(SqliteStore(str(tmp_path / "ledger.db"))) as store:
        store._run(damage)
        found = search(store, rebuilding=told.append)
        assert [[*found.all(wanted)] for wanted in QUESTIONS[:1]] == right[:1]
        assert answers(store) == right
        assert check_index(store) is not None
        if "derived_marks SET form" not in damage and not damage.startswith(("DROP", "DELETE")):
            assert told


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("error", [apsw.FullError, apsw.IOError])
def test_a_disk_that_fails_at_any_write_leaves_an_index_that_goes_on(error: type[apsw.Error], step: int) -> None:
    """Every write, sync and truncation of catching up fails once; then a process opens the ledger again."""
    # The first time nothing fails, and the operations are counted.
    disk, attempts, number = FaultyDisk(f"index {error.__name__} {step}"), 0, -1
    with fast_folder() as folder:
        while number < attempts:
            path = Path(folder) / f"{number}.db"
            with closing(SqliteStore(str(path))) as store:
                append_entries(store, played()[:ENTRIES])
                truth = [*scanned_rounds(store)]
            with closing(SqliteStore(str(path), vfs=disk.name)) as store:
                begin, failing = disk.attempts, number

                def fault(_: Operation, begin: int = begin, failing: int = failing) -> apsw.Error | None:
                    return error("it fails") if disk.attempts - begin == failing + 1 else None

                disk.fault = fault
                with suppress(StoreFailed):
                    RoundIndex(store).catch_up()
                attempts = attempts or disk.attempts - begin
                disk.fault = None
            with closing(SqliteStore(str(path))) as store:
                index = RoundIndex(store)
                index.catch_up()
                assert [*RoundSearch(index).all(RoundFilter())] == truth
                assert check_index(store)
                assert len([*store.entries()]) == ENTRIES
            path.unlink()
            number += step
    assert attempts > 40


@pytest.mark.parametrize("written", [0, 120])
def test_a_full_disk_closes_nothing_and_the_index_answers_from_memory(tmp_path: Path, written: int) -> None:
    with closing(SqliteStore(str(tmp_path / "ledger.db"))) as store:
        append_entries(store, played()[:-60])
        truth, index = [*scanned_rounds(store)], RoundIndex(store)
        if written:
            index.catch_up(most=written)
        store._run(f"PRAGMA max_page_count = {store._run('PRAGMA page_count')[0][0]}")
        for _ in range(2):
            index.catch_up()
            assert [*RoundSearch(index).all(RoundFilter())] == truth
        assert written <= index.size < store.size() - 100
        assert index.unwritten if written else not store.derived_mark(ROUNDS)
        store._run("PRAGMA max_page_count = 1000000")
        append_entries(store, played()[-60:])
        index.catch_up()
        assert [*RoundSearch(index).all(RoundFilter())] == [*scanned_rounds(store)]
        assert index.size > store.size() - 60
        assert not index.unwritten
        assert check_index(store)


@pytest.mark.parametrize(
    ("lost", "says"),
    [
        ("DELETE FROM derived_tagged_rounds WHERE position = ?", "does not find the round at"),
        ("DELETE FROM derived_rounds WHERE position = ?", "does not have the round"),
        ("UPDATE derived_rounds SET position = position + 100000 WHERE position = ?", "does not have the round"),
    ],
)
def test_rounds_that_the_index_has_lost_are_found_by_verify_and_after_reindex(
    tmp_path: Path, lost: str, says: str
) -> None:
    path = tmp_path / "ledger.db"
    right = indexed(path)
    with closing(SqliteStore(str(path))) as store:
        last = [one for one in scanned_rounds(store, QUESTIONS[2]) if one.end][3]
        store._run(lost, last.last.position)
        assert last not in search(store).find(QUESTIONS[2], newest_first=True), "only the entries can tell"
        with pytest.raises(LedgerBroken, match=says):
            check_index(store)
        beside = IndexCheck(store)
        verify_store(store, reader=beside.take)
        with pytest.raises(LedgerBroken, match=says):
            beside.result()
        RoundIndex(store).rebuild()
        assert answers(store) == right
        assert check_index(store) is not None
