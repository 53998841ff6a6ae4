"""The index of rounds answers what reading the whole ledger answers, on SQLite and on a real PostgreSQL server."""

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from pitboss.books import round_index
from pitboss.books.gaming_day import Day, entries_on
from pitboss.books.round_index import RoundIndex
from pitboss.books.round_rows import ROUNDS, read_start
from pitboss.books.round_search import RoundSearch, find_rounds, search
from pitboss.books.rounds import RoundFilter, RoundSummary, table_names
from pitboss.ledger.fold import Rulesets, table_stream
from pitboss.ledger.open_store import open_store
from pitboss.ledger.store import Store
from tests.books.scanned_rounds import scanned_rounds
from tests.ledger.busy_house import HOURS
from tests.ledger.played import append_entries, played

EVERYTHING = RoundFilter()


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(round_index, "BATCH", 60)
    monkeypatch.setattr(round_index, "WAYPOINT", 25)


@pytest.fixture
def full(store: Store) -> Store:
    append_entries(store, played())
    return store


def _filters(chance: Random, found: list[RoundSummary]) -> Iterator[RoundFilter]:
    def one(*values: Any) -> Any:
        return chance.choice(values)

    times = [one.start for one in found]
    while True:
        yield RoundFilter(
            table=one("", "", "one", "bay"), since=one(None, None, chance.choice(times)),
            until=one(None, None, chance.choice(times)), player=one("", "", "ann", "bob", "nobody"),
            amount=one(0, 0, 1_000, 10_000, 123_456), irregularity=one(None, None, None, "", "wrong_number_of_cards"),
            jackpots=chance.random() < 0.1, void=chance.random() < 0.1, dealer=one("", "", "", "dora", "dan"),
            tables=one((), (), ("one", "five"), ("five", "nowhere")), also_player=one("", "", "", "bob"),
        )  # fmt: skip


def _agrees(store: Store, index: RoundIndex, chance: Random, questions: int) -> None:
    index.catch_up()
    searched, truth = RoundSearch(index), list(scanned_rounds(store))
    assert list(find_rounds(store)) == truth
    for one in chance.sample(truth, min(5, len(truth))):
        assert searched.round(one.table, one.number) == one
    for wanted, _ in zip(_filters(chance, truth), range(questions), strict=False):
        expected = [one for one in truth if wanted.holds(one)]
        over = [one for one in expected if one.end is not None]
        assert list(searched.all(wanted)) == expected, wanted
        assert list(searched.find(wanted, newest_first=True)) == over[::-1], wanted
        assert searched.total(wanted) == len(expected)
        if over:
            middle = chance.choice(over).last.position
            page = searched.find(wanted, newest_first=True, before=middle)
            assert list(page) == [one for one in over[::-1] if one.last.position < middle]


def test_the_index_answers_what_the_entries_say_while_the_ledger_grows(
    store: Store, reopen: Callable[[], Store]
) -> None:
    chance, index, entries = Random(4), RoundIndex(store), played()
    cuts = sorted({0, *chance.sample(range(100, len(entries)), 3), len(entries)})
    for begin, end in pairwise(cuts):
        append_entries(store, entries[begin:end])
        _agrees(store, index, chance, 12)
        _agrees(store, RoundIndex(reopen()), chance, 6)
    assert index.size > len(entries) - 2 * round_index.BATCH


def test_two_processes_that_catch_up_at_once_neither_double_nor_skip(store: Store, reopen: Callable[[], Store]) -> None:
    entries, ours, theirs = played(), RoundIndex(store), RoundIndex(reopen())
    for begin in range(0, 900, 150):
        append_entries(store, entries[begin : begin + 150])
        ours.catch_up(most=70)
        theirs.catch_up(most=90)
    assert ours.catch_up()
    assert theirs.catch_up()
    for index in (ours, theirs):
        assert [*RoundSearch(index).all(EVERYTHING)] == [*scanned_rounds(store)]


def test_days_are_read_from_a_place_before_them(full: Store) -> None:
    index, rulesets, names = RoundIndex(full), Rulesets(full), table_names(full)
    index.catch_up()
    begin = next(full.entries()).content["at"]
    places = set()
    for first in range(0, 48, 7):
        days = [Day("a", begin + first * HOURS, begin + (first + 5) * HOURS)]
        for name in names:
            waypoint = index.waypoint(table_stream(name), days[0].start)
            places.add(waypoint.seq)
            beginning = read_start(waypoint.state)
            assert beginning.at < days[0].start
            # The round before the day may be read from further back.
            read, known = (
                [one for one in entries_on(full, rulesets, name, days, start) if one.day == 0]
                for start in (read_start(""), beginning)
            )
            assert read == known
    assert len(places) > 5


def test_an_index_that_another_process_builds_again_answers_as_before(full: Store, reopen: Callable[[], Store]) -> None:
    index, other = RoundIndex(full), RoundIndex(reopen())
    index.catch_up()
    other.catch_up()
    truth = [one for one in scanned_rounds(full) if one.end is not None]
    asked = RoundSearch(index).find(EVERYTHING, newest_first=True)
    first = [next(asked), next(asked)]
    other.rebuild("somebody asked for it")
    assert [*first, *asked] == truth[::-1]


def test_an_index_of_other_entries_is_built_again(full: Store, tmp_path: object) -> None:
    told: list[str] = []
    find = search(full)
    assert find.total(EVERYTHING)
    with closing(open_store(f"{tmp_path}/other.db", create=True)) as other:
        append_entries(other, played()[:100])
        found = RoundIndex(other, told.append)
        mark = full.derived_mark(ROUNDS)
        assert mark
        there = other.create_derived(ROUNDS)
        assert other.write_derived(ROUNDS, there, mark._replace(build=there.build), ())
        found.catch_up()
        assert [*RoundSearch(found).all(EVERYTHING)] == [*scanned_rounds(other)]
    assert told == ["it does not fit the entries"]


@pytest.mark.parametrize("ledger_url", ["sqlite"], indirect=True)
def test_no_question_reads_the_whole_table_of_rounds(full: Store) -> None:
    asked: list[tuple[str, tuple[object, ...]]] = []
    index = RoundIndex(full)
    index.catch_up()
    read = full.read_derived

    def noted(statement: str, *values: object) -> list[tuple[object, ...]]:
        asked.append((statement, values))
        return read(statement, *values)  # type: ignore[arg-type]

    object.__setattr__(full, "read_derived", noted)
    searched, truth = RoundSearch(index), list(scanned_rounds(full))
    for wanted, _ in zip(_filters(Random(1), truth), range(40), strict=False):
        list(searched.all(wanted))
        list(searched.find(wanted, newest_first=True))
        searched.total(wanted)
    searched.round("one", 3)
    index.waypoint("table one", 10**15)
    assert len({statement for statement, _ in asked}) > 20
    for statement, values in asked:
        plan = [str(row[3]) for row in read(f"EXPLAIN QUERY PLAN {statement}", *values)]  # type: ignore[arg-type]
        assert not [step for step in plan if step.startswith("SCAN") and step != "SCAN found"], (statement, plan)
        assert not [step for step in plan if "TEMP B-TREE" in step], (statement, plan)


def test_a_ledger_that_cannot_be_written_is_answered_from_memory(full: Store, ledger_url: str) -> None:
    truth = list(scanned_rounds(full))
    with closing(_read_only(ledger_url)) as reader:
        index = RoundIndex(reader)
        index.catch_up()
        assert index.size > 0
        assert [*RoundSearch(index).all(EVERYTHING)] == truth
        assert full.derived_mark(ROUNDS) is None
        # What another process has written serves a reader too, and what came since stays in memory.
        RoundIndex(full).catch_up(most=300)
        later = RoundIndex(reader)
        later.catch_up()
        assert later.place is reader
        assert 0 < later.size <= 300
        assert [*RoundSearch(later).all(EVERYTHING)] == truth
    assert list(find_rounds(full)) == truth


def _read_only(url: str) -> Store:
    if url.startswith("postgresql:"):
        return open_store(f"{url}&options=-c%20default_transaction_read_only%3Don")
    made = open_store(url)
    made.read_derived("PRAGMA query_only = ON")
    return made
