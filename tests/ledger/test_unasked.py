"""A writer appends after what it knows of the streams, without asking; it is never wrong about where they end."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

import pytest

from pitboss.ledger.batch import Commands
from pitboss.ledger.entry import Draft
from pitboss.ledger.entry_rows import Question
from pitboss.ledger.open_store import open_store
from pitboss.ledger.row_form import Rows
from pitboss.ledger.sql import SqlStore
from pitboss.ledger.store import Conflict, Session, Store

STREAMS = ("a", "b", "link")


@contextmanager
def questions(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The commands before which any store asks where their streams end."""
    asked: list[str] = []
    whole = SqlStore._ask_ends

    def counted(self: SqlStore, commands: Commands, question: tuple[str, ...]) -> object:
        asked.append(commands[-1][1])
        return whole(self, commands, question)

    with monkeypatch.context() as patched:
        patched.setattr(SqlStore, "_ask_ends", counted)
        yield asked


def test_a_writer_asks_what_it_does_not_know_and_nothing_else(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with questions(monkeypatch) as asked:
        for number in range(6):
            store.append([Draft("a", number, {})], f"c{number}")
        store.append([Draft("a", 6, {}), Draft("new", 0, {})], "stream")
        store.append_all([([Draft("new", 1, {})], "x"), ([Draft("a", 7, {})], "y")])
        store.append([Draft("a", 0, {"other": 1})], "c3")
    assert asked == ["c0", "stream", "c3"]
    assert [entry.position for entry in store.entries()] == list(range(10))


def test_writers_with_streams_of_their_own_need_not_ask(
    store: Store, reopen: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = reopen()
    with questions(monkeypatch) as asked:
        for number in range(4):
            (one,) = store.append([Draft("a", number, {})], f"a{number}")
            many = other.append_all([([Draft("b", 2 * number + place, {})], f"b{number} {place}") for place in (0, 1)])
            found = [one.position, *(entry.position for entries in many for entry in entries)]
            assert found == [3 * number, 3 * number + 1, 3 * number + 2], "each is told where its entries lie"
        assert asked == ["a0", "b0 1"]
        asked.clear()
        store.append([Draft("b", 8, {})], "b8")
        other.append([Draft("b", 9, {})], "b9")
        assert asked == ["b8", "b9"], "the other's stream has gone on"
    assert [entry.seq for entry in store.stream("b")] == list(range(1, 11))


def test_a_writer_who_comes_too_late_makes_no_error_of_it(
    store: Store, reopen: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server notes an error with its statement, and a statement holds how cards lie."""
    assert isinstance(store, SqlStore)
    other, answers = reopen(), list[int]()
    for writer, number in ((store, 0), (other, 1)):
        writer.append([Draft("a", number, {})], f"known {number}")
    whole = store._write

    def counted(question: Question) -> Rows:
        found = whole(question)
        answers.append(len(found))
        return found

    monkeypatch.setattr(store, "_write", counted)
    assert [entry.seq for entry in store.append([Draft("a", None, {})], "late")] == [3]
    assert store.append([Draft("a", None, {})], "known 1")[0].seq == 2
    assert [entry.seq for entry in store.append([Draft("a", None, {})], "in time")] == [4]
    assert answers == [0, 0, 1], "twice somebody was there before, which was seen and not run into"


def test_more_entries_than_one_statement_takes_lie_in_a_row(store: Store) -> None:
    store.append([Draft("a", None, {}), Draft("b", None, {})], "first")
    commands = [([Draft("a", None, {"n": number}), Draft("b", None, {})], f"c{number}") for number in range(700)]
    appended = store.append_all(commands)
    assert [entry.position for entries in appended for entry in entries] == list(range(2, 1402))
    assert [entry for entries in appended for entry in entries] == list(store.entries(2))


def test_a_known_command_has_one_effect_for_a_writer_that_does_not_ask(store: Store) -> None:
    made = [store.append([Draft("a", None, {"n": number})], f"c{number}") for number in range(5)]
    assert store.append([Draft("a", 5, {})], "c2") == made[2]
    with pytest.raises(Conflict, match="already stored"):
        store.append_all([([Draft("a", 5, {})], "new"), ([Draft("a", 6, {})], "c4")])
    assert store.size() == 5
    assert store.append([], "c1") == made[1]


def test_a_draft_that_comes_too_late_is_a_conflict_and_leaves_no_trace(store: Store) -> None:
    for number in range(4):
        store.append([Draft("a", number, {})])
    for _ in range(2):
        with pytest.raises(Conflict, match="a is at 4, not at 3"):
            store.append([Draft("a", 3, {})])
        with pytest.raises(Conflict, match="a is at 5, not at 4"):
            store.append([Draft("a", 4, {}), Draft("a", 4, {})])
    assert [entry.seq for entry in store.append([Draft("a", 4, {})])] == [5]


def test_rows_go_with_the_entry_of_a_writer_that_does_not_ask(store: Store, reopen: Callable[[], Store]) -> None:
    for number in range(3):
        store.append([Draft("a", number, {})])
    reopen().append([Draft("a", 3, {})])
    with pytest.raises(Conflict):
        store.append([Draft("a", 3, {})], rows=[Session("lost", "p", 1, 2)])
    store.append([Draft("a", 4, {})], rows=[Session("asked", "p", 1, 2)])
    store.append([Draft("a", 5, {})], rows=[Session("kept", "p", 1, 2)])
    assert [session.digest for session in store.sessions()] == ["asked", "kept"]


@pytest.mark.parametrize("seed", range(3))
def test_writers_that_take_turns_at_random_write_what_one_would_have(
    store: Store, reopen: Callable[[], Store], seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    random = Random(seed)
    writers = [store, reopen(), reopen()]
    one = open_store(str(tmp_path_factory.mktemp("one") / "one.db"), create=True)
    writer = store
    for number in range(120):
        if random.random() < random.choice((0.05, 0.5)):
            writer = random.choice(writers)
        streams = random.sample(STREAMS, random.randint(1, 3))
        afters = [one.last(stream) - (random.random() < 0.05) for stream in streams]
        drafts = [Draft(stream, after, {"n": number}) for stream, after in zip(streams, afters, strict=True)]
        command = f"c{random.randint(0, number) if random.random() < 0.1 else number}"
        outcomes = [_outcome(which, drafts, command) for which in (writer, one)]
        assert outcomes[0] == outcomes[1]
    assert tuple(store.entries()) == tuple(one.entries())
    one.close()


def _outcome(store: Store, drafts: list[Draft], command: str) -> object:
    try:
        return store.append(drafts, command)
    except Conflict as conflict:
        return str(conflict)
