"""The promises of store.py, sentence by sentence, on SQLite and on a real PostgreSQL server."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from threading import Barrier
from typing import Any

import apsw
import psycopg
import pytest

from pitboss.errors import InputError
from pitboss.ledger.entry import NOTHING, Draft, Entry, leaf_hash
from pitboss.ledger.open_store import open_store
from pitboss.ledger.row_form import PACKED
from pitboss.ledger.sql import SqlStore
from pitboss.ledger.store import Conflict, HeadRow, Person, Session, SnapshotRow, Store
from tests.ledger.another import another_process, sql

# Appending


def test_streams_count_from_1_and_positions_from_0(store: Store) -> None:
    first = store.append([Draft("a", 0, {"n": 1}), Draft("b", 0, {"n": 2})])
    second = store.append([Draft("a", 1, {"n": 3})])
    assert [(e.position, e.stream, e.seq, e.content["n"]) for e in (*first, *second)] == [
        (0, "a", 1, 1), (1, "b", 1, 2), (2, "a", 2, 3),
    ]  # fmt: skip
    assert tuple(store.entries()) == (*first, *second)
    assert store.size() == 3
    assert [store.last(name) for name in ("a", "b", "c")] == [2, 1, 0]


def test_each_entry_names_the_hash_of_the_one_before(store: Store) -> None:
    store.append([Draft("a", 0, {}), Draft("b", 0, {}), Draft("a", 1, {})])
    store.append([Draft("a", None, {})])
    before = NOTHING.hex()
    for entry in store.stream("a"):
        assert entry.content["prev"] == before
        assert entry.hash == leaf_hash(entry.body)
        before = entry.hash.hex()


def test_several_drafts_of_one_stream_follow_each_other(store: Store) -> None:
    entries = store.append([Draft("a", 0, {}), Draft("a", 1, {}), Draft("a", None, {})])
    assert [entry.seq for entry in entries] == [1, 2, 3]
    with pytest.raises(Conflict, match="a is at 4, not at 3"):
        store.append([Draft("a", 3, {}), Draft("a", 3, {})])
    assert store.last("a") == 3


@pytest.mark.parametrize("after", [0, 2, 5])
def test_a_stream_that_is_elsewhere_is_a_conflict_and_nothing_is_appended(store: Store, after: int) -> None:
    store.append([Draft("table", 0, {})])
    with pytest.raises(Conflict, match=f"table is at 1, not at {after}"):
        store.append([Draft("meter", 0, {}), Draft("table", after, {}), Draft("other", 0, {})], "lost")
    assert store.size() == 1
    assert store.streams() == ("table",)
    assert store.by_command("lost") is None
    assert [entry.position for entry in store.append([Draft("table", 1, {}), Draft("meter", 0, {})])] == [1, 2]


def test_an_append_that_cannot_be_written_leaves_nothing(store: Store) -> None:
    with pytest.raises(TypeError):
        store.append([Draft("a", 0, {}), Draft("b", 0, {"cannot": object()})])
    assert store.size() == 0
    assert len(store.append([Draft("a", 0, {})])) == 1


def test_an_append_of_nothing_is_nothing(store: Store) -> None:
    assert store.append([]) == ()
    assert store.size() == 0


def test_people_and_sessions_are_saved_with_the_entries_or_not_at_all(store: Store) -> None:
    person, session = Person("al", "dealer", ("t 1",), "x"), Session("d", "al", 1, 2)
    with pytest.raises(Conflict):
        store.append([Draft("people", 3, {})], "c", [person, session])
    assert (store.people(), store.sessions()) == ((), ())
    store.append([Draft("people", 0, {})], "c", [person, session])
    store.append([Draft("people", 0, {})], "c", [Person("bo", "manager", (), "y")])
    assert (store.people(), store.sessions()) == ((person,), (session,)), "a known command saves nothing"
    store.append([], rows=[session.replace(until=9)])
    assert store.sessions() == (Session("d", "al", 1, 9),)


# Deciding under the turn


def test_nobody_appends_between_the_reading_and_the_append(store: SqlStore, reopen: Callable[[], Store]) -> None:
    other = reopen()
    with ThreadPoolExecutor(1) as pool:
        waiting: list[Future[tuple[Entry, ...]]] = []

        def decide() -> list[Draft]:
            last = store.last("a")
            waiting.append(pool.submit(other.append, [Draft("a", None, {"by": "other"})]))
            with pytest.raises(TimeoutError):
                waiting[0].result(0.3)
            return [Draft("a", last, {"by": "me"})]

        (mine,) = store.append_decided(decide, "c")
        assert (mine.seq, waiting[0].result(30)[0].seq) == (1, 2)
        assert store.append_decided(decide, "c") == (mine,), "a known command is not decided again"
    assert len(waiting) == 1


def test_a_refusal_while_deciding_appends_nothing(store: SqlStore, reopen: Callable[[], Store]) -> None:
    def refuse() -> list[Draft]:
        raise InputError(f"{store.size()} is too few")

    with pytest.raises(InputError, match="0 is too few"):
        store.append_decided(refuse, "c")
    with pytest.raises(Conflict):
        store.append_decided(lambda: [Draft("b", 0, {}), Draft("a", 7, {})], "c")
    assert store.by_command("c") is None
    assert reopen().append([Draft("a", 0, {})])


# Commands


def test_a_command_twice_has_one_effect_and_the_same_answer(store: Store, reopen: Callable[[], Store]) -> None:
    first = store.append([Draft("table", 0, {"bet": 500}), Draft("meter", 0, {"cents": 5})], "c-1")
    assert store.append([Draft("table", 0, {"bet": 900})], "c-1") == first[:1]
    assert reopen().append([Draft("elsewhere", None, {})], "c-1") == first[:1]
    assert store.by_command("c-1") == first[0]
    assert store.by_command("c-2") is None
    assert store.by_command("") is None
    assert store.size() == 2


def test_entries_without_a_command_id_are_many(store: Store) -> None:
    store.append([Draft("a", None, {})])
    store.append([Draft("a", None, {})])
    assert store.size() == 2


def test_a_command_at_once_by_many_threads_and_stores_has_one_effect(store: Store, reopen: Callable[[], Store]) -> None:
    stores = [store, store, *(reopen() for _ in range(4))]
    start = Barrier(len(stores))

    def ask(one: Store) -> list[tuple[Entry, ...]]:
        start.wait()
        return [one.append([Draft(f"table {n}", None, {"n": n})], f"c-{n}") for n in range(10)]

    with ThreadPoolExecutor(len(stores)) as pool:
        answers = list(pool.map(ask, stores))
    assert all(answer == answers[0] for answer in answers)
    assert store.size() == 10


def test_a_command_at_once_by_several_processes_has_one_effect(ledger_url: str) -> None:
    # The ledger is not there yet: the processes also create it at once.
    processes = [another_process(ledger_url, f"table {n}", "c", 5) for n in range(4)]
    assert [process.wait(60) for process in processes] == [0, 0, 0, 0]
    with closing(open_store(ledger_url)) as store:
        assert store.size() == 5
        assert [entry.position for entry in store.entries()] == [0, 1, 2, 3, 4]
        assert all(store.by_command(f"c {n}") for n in range(5))


# Reading


def test_entries_come_in_order_over_many_pages(store: Store) -> None:
    for start in range(0, 1300, 100):
        store.append([Draft("even" if n % 2 == 0 else "odd", None, {"n": n}) for n in range(start, start + 100)])
    assert [entry.content["n"] for entry in store.entries()] == list(range(1300))
    assert [entry.content["n"] for entry in store.stream("odd")] == list(range(1, 1300, 2))
    assert [entry.seq for entry in store.stream("even", after=120)] == list(range(121, 651))
    assert [entry.position for entry in store.entries(497, 1003)] == list(range(497, 1003))
    assert list(store.entries(1300)) == list(store.entries(5, 5)) == list(store.stream("nobody")) == []
    assert [entry.position for entry in store.entries(1299, 5000)] == [1299]


def test_a_reader_does_not_hold_up_a_writer(store: Store) -> None:
    store.append([Draft("a", None, {}) for _ in range(600)])
    reader = store.entries()
    next(reader)
    store.append([Draft("a", None, {})])
    assert sum(1 for _ in reader) == 599, "entries() reads what was there when it began"


def test_streams_are_sorted_by_their_letters(store: Store) -> None:
    names = ["b", "B", "a", "Ä", "a-1", "a/1", "é", "10", "9", "牌", "🂡", ""]
    store.append([Draft(name, 0, {}) for name in names])
    assert store.streams() == tuple(sorted(names))


TEXTS = {
    "unicode": "Ünïcödé 牌 🂡 \u202e ٣",
    "quotes": """'; DROP TABLE entries; -- " \\ ` $$ %s %% {} ? ?""",
    "control characters": "a\tb\nc\r\x01\x7f\u2028",
    "long": "ß" * 2000,
    "JSON": '{"a": [1, null]}',
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_any_text_is_kept_as_it_is(store: Store, reopen: Callable[[], Store], text: str) -> None:
    store.append([Draft(text[:300], 0, {"said": text, text: 1})], text[:300])
    store.save_person(Person(text, "dealer", (text,), text))
    store.save_snapshot(SnapshotRow(text[:300], 1, text))
    other = reopen()
    entry = other.by_command(text[:300])
    assert entry is not None
    assert (entry.stream, entry.content["said"], entry.content[text]) == (text[:300], text, 1)
    assert other.people() == (Person(text, "dealer", (text,), text),)
    assert other.snapshot(text[:300]) == (text[:300], 1, text)


def test_a_body_of_a_megabyte_is_kept(store: Store) -> None:
    content = {"cards": "As Kd 牌 " * 100_000, "nul": "\0", "large": 2**80}
    (entry,) = store.append([Draft("a", 0, content)])
    assert len(entry.body) > 1_000_000
    assert next(iter(store.stream("a"))) == entry
    assert {key: entry.content[key] for key in content} == content


@pytest.mark.parametrize("bad", ["a\0b", "\ud800"])
def test_what_no_database_keeps_is_refused_with_a_sentence(store: Store, bad: str) -> None:
    attempts: list[Callable[[], Any]] = [
        lambda: store.append([Draft("ok", 0, {}), Draft(bad, 0, {})]),
        lambda: store.append([Draft("ok", 0, {})], bad),
        lambda: store.save_person(Person(bad, "player", (), "")),
        lambda: store.save_session(Session("x", bad, 1, 2)),
        lambda: store.save_snapshot(SnapshotRow("a", 1, bad)),
        lambda: store.by_command(bad),
    ]
    for attempt in attempts:
        with pytest.raises(InputError, match="has a character that a ledger cannot store; leave it out"):
            attempt()
    assert store.size() == 0
    assert store.append([Draft("ok", 0, {})])


def test_half_a_character_inside_an_entry_is_refused(store: Store) -> None:
    with pytest.raises(InputError, match="table: the entry has a character that cannot be written"):
        store.append([Draft("table", 0, {"name": "\ud800"})])
    assert store.size() == 0


# Evidence stays


@pytest.mark.parametrize("statement", [
    "UPDATE entries SET hash = body", "UPDATE entries SET position = position + 10", "DELETE FROM entries",
    "UPDATE heads SET text = 'x'", "DELETE FROM heads", "DELETE FROM entries WHERE position = 0",
])  # fmt: skip
def test_entries_and_heads_can_be_neither_changed_nor_deleted(store: Store, ledger_url: str, statement: str) -> None:
    entries = store.append([Draft("a", 0, {}), Draft("b", 0, {})])
    store.add_head(HeadRow(2, "signed"))
    with pytest.raises((apsw.ConstraintError, psycopg.errors.RaiseException), match="are never"):
        sql(ledger_url, statement)
    assert tuple(store.entries()) == entries
    assert store.heads() == (HeadRow(2, "signed"),)


@pytest.mark.parametrize("statement", ["UPDATE names SET name = 'x'", "DELETE FROM names"])
def test_names_can_be_neither_changed_nor_deleted(store: Store, ledger_url: str, statement: str) -> None:
    if store.schema() < PACKED:
        pytest.skip("this form has no names")
    entries = store.append([Draft("a", 0, {"by": "ann"})])
    with pytest.raises((apsw.ConstraintError, psycopg.errors.RaiseException), match="are never"):
        sql(ledger_url, statement)
    assert tuple(store.entries()) == entries


def test_a_head_of_one_size_is_kept_once(store: Store) -> None:
    for size, text in ((30, "c"), (4, "a"), (4, "b")):
        store.add_head(HeadRow(size, text))
    assert store.heads() == (HeadRow(4, "a"), HeadRow(30, "c"))


# Beside the entries


def test_the_newest_snapshot_is_kept(store: Store) -> None:
    assert store.snapshot("a") is None
    for seq, text in ((5, "five"), (9, "nine"), (7, "seven")):
        store.save_snapshot(SnapshotRow("a", seq, text))
    assert store.snapshot("a") == SnapshotRow("a", 9, "nine")
    assert store.snapshot("b") is None


def test_people_are_added_and_replaced(store: Store) -> None:
    people = [
        Person("bo", "dealer", ("t 1", "t 2"), "x"),
        Person("Al", "manager", (), "y"),
        Person("Ö", "player", (), "z"),
    ]
    for person in people:
        store.save_person(person)
    store.save_person(Person("bo", "floorperson", (), "w"))
    assert store.people() == (people[1], Person("bo", "floorperson", (), "w"), people[2])


def test_sessions_are_kept_prolonged_and_ended(store: Store) -> None:
    sessions = [Session("d1", "bo", 10, 20), Session("d2", "al", 12, 22), Session("d3", "bo", 5, 2**40)]
    for session in sessions:
        store.save_session(session)
    assert store.sessions() == (sessions[1], sessions[2], sessions[0])
    store.save_session(Session("d1", "bo", 10, 50))
    assert store.session("d1") == Session("d1", "bo", 10, 50)
    assert store.session("none") is None
    assert store.end_sessions(before=23) == 1
    assert store.session("d2") is None
    assert store.end_sessions("bo") == 2
    assert store.end_sessions("bo") == 0
    assert store.sessions() == ()


def test_a_person_is_found_by_the_exact_name(store: Store) -> None:
    store.save_person(Person("Ö", "player", ("t",), "z"))
    assert store.person("Ö") == Person("Ö", "player", ("t",), "z")
    assert store.person("ö") is None


def test_rows_are_saved_with_their_entry_or_not_at_all(store: Store) -> None:
    person, session = Person("bo", "dealer", ("t",), "x"), Session("d", "bo", 1, 9)
    store.append([Draft("people", 0, {"n": 1})], rows=(person, session))
    assert (store.person("bo"), store.session("d")) == (person, session)
    with pytest.raises(Conflict):
        store.append([Draft("people", 0, {"n": 2})], rows=(person.replace(role="manager"), Session("e", "bo", 1, 9)))
    assert (store.person("bo"), store.session("e")) == (person, None)


def test_a_session_is_prolonged_only_as_it_was_read(store: Store) -> None:
    read = Session("d", "bo", 1, 9)
    store.save_session(read)
    assert store.prolong(read, 20)
    assert not store.prolong(read, 30)
    assert store.session("d") == Session("d", "bo", 1, 20)
    store.end_sessions("bo")
    assert not store.prolong(read.replace(until=20), 30)
    assert store.sessions() == ()
