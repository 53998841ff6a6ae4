"""Ledgers of which a part is archived, and everything that can be asked of a ledger."""

from collections.abc import Mapping
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitboss.evidence import archiving
from pitboss.evidence.archiving import ArchiveResult, archive
from pitboss.evidence.verify import verify_store
from pitboss.ledger.segments import segment, segment_writer
from pitboss.ledger.sql import SqlStore
from pitboss.ledger.store import Store
from tests.ledger.sample import START, drafts, sample

SIZE = 520
TURN = 700
"""Milliseconds between two commands of the sample."""


def small_groups(monkeypatch: pytest.MonkeyPatch, group: int = 16, most: int = 100) -> None:
    """Segments and groups so small that a few hundred entries take several."""
    for module in (segment, segment_writer):
        monkeypatch.setattr(module, "GROUP", group)
    monkeypatch.setattr(archiving, "MOST", most)


def fill(store: Store, number: int = SIZE) -> None:
    """The entries of the sample, each command in one append, and its heads."""
    for _, made in groupby(drafts(number), lambda draft: draft.content.get("id", "")):
        batch = list(made)
        store.append(batch, batch[0].content.get("id", ""))
    for head in sample(number).signed:
        store.add_head(head)


def archive_turns(store: Store, folder: Path, turn: int) -> ArchiveResult:
    """Archives what came before a turn of the sample."""
    return archive(store, folder, START + TURN * turn)


def rows_left(store: Store) -> int:
    assert isinstance(store, SqlStore)
    return int(store._run("SELECT count(*) FROM entries")[0][0])


def answers(store: Store, seed: int = 0) -> Mapping[str, Any]:
    """What a store answers to every question about entries, also in ranges by chance."""
    chance, size = Random(seed), store.size()
    found: dict[str, Any] = {"size": size, "streams": store.streams(), "all": list(store.entries())}
    names = (*store.streams(), "no such stream")
    for name in names:
        found[f"last {name}"], found[f"stream {name}"] = store.last(name), list(store.stream(name))
        for _ in range(6):
            after, until = chance.randrange(-1, store.last(name) + 3), chance.choice([None, chance.randrange(0, 400)])
            found[f"{name} {after} {until}"] = list(store.stream(name, after, until))
            found[f"count {name} {after}"] = store.count_entries(name, max(after, 0))
    for _ in range(25):
        start = chance.randrange(0, size + 2)
        stop = start + chance.choice([0, 1, 2, 40, 300])
        within = f"{start} {stop}"
        found[f"entries {within}"] = list(store.entries(start, stop))
        found[f"page {within}"], found[f"hashes {within}"] = store.page(start, stop), store.hashes(start, stop)
        found[f"commands {within}"], found[f"keys {within}"] = (
            store.commands(start, stop),
            store.command_keys(start, stop),
        )
        found[f"leads {within}"] = store.leads_to(start, stop)
    for number in range(0, 460, 7):
        found[f"command {number}"] = store.by_command(f"c-{number:05}")
    found["no command"] = store.by_command("c"), store.by_command("")
    found["verified"] = verify_store(store)
    return found
