"""A ledger as a house writes it, small enough to be tampered with often, and a storage that lets it happen."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple, cast

import apsw

from pitboss.evidence.heads import Head, SigningKey
from pitboss.evidence.merkle import Frontier
from pitboss.ledger.derived import DerivedMark, DerivedTables
from pitboss.ledger.entry import NOTHING, Draft, Entry, seal
from pitboss.ledger.sqlite import SqliteStore
from pitboss.ledger.store import SCHEMA, HeadRow, ReadOnly, Store

KEY = SigningKey(bytes(range(32)))
OTHER_KEY = SigningKey(bytes(32))
ORIGIN = KEY.public.origin("Harbour Club")
START = 1_790_000_000_000
_TABLES = ("LIR 1", "TCP 2", "T5 é")


def drafts(number: int) -> list[Draft]:
    """The drafts of so many entries: the house opens, tables play rounds, a link's meter goes with some of them."""
    opened = {"event": "HouseOpened", "facility": "Harbour Club", "public_key": str(KEY.public)}
    made = [Draft("house", None, {"at": START, "by": "system", "events": [opened]})]
    turn = 0
    while len(made) < number:
        table, step = _TABLES[turn % 3], turn // 3
        command = {"at": START + 700 * turn, "by": "dana", "role": "dealer", "id": f"c-{turn:05}"}
        events, said = _events(step, turn)
        made.append(Draft(f"table {table}", None, {**command, "command": said, "events": events}))
        if step % 4 == 1:
            meter = {"event": "MeterRaised", "meter": "main", "amount": 14, "cite": "MD-TCP 12.E(3)(a)"}
            made.append(Draft("link harbour", None, {**command, "events": [meter]}))
        turn += 1
    return made[:number]


def _events(step: int, turn: int) -> tuple[list[dict[str, Any]], str]:
    placed = {"event": "WagerPlaced", "box": 1, "wager": "ante", "amount": 1000 + turn, "was": 0, "cite": "MD-TCP 7.C"}
    paid = {"event": "WagerPaid", "box": 1, "wager": "ante", "stake": 1000, "amount": 1000, "cite": "MD-TCP 11.D"}
    match step % 4:
        case 0:
            opened = {"event": "BetsOpened", "round": step // 4 + 1, "at": START + turn, "cite": "MD-TCP 7.B"}
            return [opened], "dealer opens bets"
        case 1:
            return [placed, {"event": "BetsClosed", "cite": "MD-TCP 7.D"}], "box 1 places ante $10"
        case 2:
            dealt = {"event": "CardsDealt", "pile": "1", "cards": ["As", "Kd", "Qh"], "cite": "MD-TCP 8.E(1)"}
            return [dealt], "dealer says “no more bets” \\ and deals"
    return [paid, {"event": "RoundCompleted", "cite": "MD-TCP 11.E"}], "dealer settles"


def sealed(made: Sequence[Draft]) -> list[Entry]:
    """The entries that drafts become, one after the other."""
    tips: dict[str, tuple[int, bytes]] = {}
    entries: list[Entry] = []
    for position, draft in enumerate(made):
        seq, prev = tips.get(draft.stream, (0, NOTHING))
        entries.append(seal(draft, position, seq + 1, prev))
        tips[draft.stream] = seq + 1, entries[-1].hash
    return entries


def root_of(leaves: Iterable[bytes]) -> bytes:
    """The root of the tree over leaf hashes, appended one by one."""
    frontier = Frontier()
    for leaf in leaves:
        frontier.append(leaf)
    return frontier.root()


def head_at(entries: Sequence[Entry], size: int, key: SigningKey = KEY) -> HeadRow:
    root = root_of(entry.hash for entry in entries[:size])
    return HeadRow(size, key.sign(Head(ORIGIN, size, root, START + size)))


class Ledger(NamedTuple):
    """Entries and heads as a storage holds them, whole or not. Only what verifying and proving read."""

    rows: tuple[Entry, ...]
    signed: tuple[HeadRow, ...]
    commands: dict[str, int]

    @property
    def store(self) -> Store:
        return cast(Store, self)

    def heads(self, after: int | None = None, limit: int | None = None) -> tuple[HeadRow, ...]:
        return tuple(row for row in self.signed if after is None or row.size > after)[:limit]

    def head(self, size: int | None = None) -> HeadRow | None:
        rows = [row for row in self.signed if size in (None, row.size)]
        return rows[-1] if rows else None

    def snapshot(self, stream: str) -> None:
        """Nothing is cached, and no witness cosigned."""

    def page(self, start: int, stop: int) -> list[Entry]:
        return [*self.entries(start, stop)]

    def command_keys(self, start: int, stop: int) -> dict[int, str]:
        return {at: command for command, at in self.commands.items() if start <= at < stop}

    def command_key(self, command: str) -> str:
        return command

    def hashes(self, start: int, stop: int) -> list[bytes]:
        return [entry.hash for entry in self.entries(start, stop)]

    def read_afresh(self) -> None:
        pass

    def leads_to(self, *_: int) -> bool:
        """Nobody can be certain here, so everything is read one by one."""
        return False

    def count_entries(self, stream: str, after: int = 0) -> int:
        return sum(row.stream == stream and row.seq > after for row in self.rows)

    def size(self) -> int:
        return max((row.position + 1 for row in self.rows), default=0)

    def entries(self, start: int = 0, stop: int | None = None) -> Iterator[Entry]:
        # Whoever tampers with rows keeps their number, or the few that changed are looked for one by one.
        stop = self.size() if stop is None else stop
        regular = start < len(self.rows) and self.rows[start].position == start
        return (row for row in self.rows[start if regular else 0 :] if start <= row.position < stop)

    def stream(self, name: str, after: int = 0, until: int | None = None) -> Iterator[Entry]:
        found = (row for row in self.rows if row.stream == name and row.seq > after)
        return found if until is None else (row for row in found if row.seq <= until)

    def check_archive(self, *_: object) -> None:
        """Nothing of it is archived."""

    def derived_mark(self, _: DerivedTables) -> None:
        """It keeps no derived tables, and none can be created."""

    def create_derived(self, *_: object) -> DerivedMark:
        raise ReadOnly("these entries can only be read")

    def streams(self) -> tuple[str, ...]:
        return tuple(sorted({row.stream for row in self.rows}))

    def last(self, stream: str) -> int:
        return max((row.seq for row in self.rows if row.stream == stream), default=0)

    def by_command(self, command: str) -> Entry | None:
        at = self.commands.get(command)
        return next((row for row in self.rows[at or 0 :] if row.position == at), None)

    def renumbered(self, rows: Sequence[Entry]) -> "Ledger":
        """Other rows, their positions made to fit, and the commands with them."""
        fitted = tuple(row._replace(position=position) for position, row in enumerate(rows))
        commands: dict[str, int] = {}
        for row in fitted:
            if (command := row.content.get("id")) and self.by_command(command) in rows:
                commands.setdefault(command, row.position)
        return self._replace(rows=fitted, commands=commands)

    def replaced(self, place: int, **changes: object) -> "Ledger":
        """With some columns of one row changed."""
        row = self.rows[place]._replace(**changes)  # type: ignore[arg-type]
        return self._replace(rows=(*self.rows[:place], row, *self.rows[place + 1 :]))


def sample(number: int = 520, every: int = 50) -> Ledger:
    """A whole ledger, with a head for every so many entries; what comes after the last is not signed yet."""
    made = drafts(number)
    entries = sealed(made)
    commands: dict[str, int] = {}
    for position, draft in enumerate(made):
        if "id" in draft.content:
            commands.setdefault(draft.content["id"], position)
    return Ledger(tuple(entries), tuple(head_at(entries, size) for size in range(every, number + 1, every)), commands)


def write_sqlite(path: Path, number: int, schema: int = SCHEMA) -> None:
    """The same ledger in SQLite, each command in one append, and without the triggers that guard it."""
    store = SqliteStore(str(path), schema=schema)
    for _, made in groupby(drafts(number), lambda draft: draft.content.get("id", "")):
        batch = list(made)
        store.append(batch, batch[0].content.get("id", ""))
    for head in sample(number).signed:
        store.add_head(head)
    store.close()
    db = apsw.Connection(str(path))
    for name in [row[0] for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall()]:
        db.execute(f"DROP TRIGGER {name}")
    # Without its log beside it, the file can be copied.
    db.execute("PRAGMA journal_mode = DELETE").fetchall()
    db.close()
