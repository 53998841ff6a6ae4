"""Several commands appended at once: the same entries as one by one, all of them or none."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.ledger.entry import Draft
from pitboss.ledger.open_store import open_store
from pitboss.ledger.store import Conflict, Store

COMMANDS = [
    ([Draft("a", 0, {"n": 1}), Draft("link", 0, {"n": 2})], "one"),
    ([Draft("b", 0, {"n": 3})], "two"),
    ([Draft("a", 1, {"n": 4}), Draft("link", 1, {"n": 5})], "three"),
]


def test_the_entries_are_those_of_one_append_after_the_other(store: Store, tmp_path: Path) -> None:
    single = open_store(str(tmp_path / "single.db"), create=True)
    apart = [single.append(drafts, command) for drafts, command in COMMANDS]
    assert store.append_all(COMMANDS) == apart
    assert tuple(store.entries()) == tuple(single.entries())
    assert [store.by_command(command) for _, command in COMMANDS] == [entries[0] for entries in apart]
    single.close()


def test_a_stream_that_has_moved_on_keeps_all_of_them_out(store: Store, reopen: Callable[[], Store]) -> None:
    reopen().append([Draft("link", 0, {"by": "another"})])
    with pytest.raises(Conflict, match="link is at 1, not at 0"):
        store.append_all(COMMANDS)
    assert store.size() == 1
    assert [store.by_command(command) for _, command in COMMANDS] == [None] * 3


def test_a_known_command_keeps_all_of_them_out(store: Store, reopen: Callable[[], Store]) -> None:
    reopen().append([Draft("elsewhere", 0, {})], "two")
    with pytest.raises(Conflict, match="already stored"):
        store.append_all(COMMANDS)
    assert store.streams() == ("elsewhere",)
