"""Rounds as Parquet: one row for each event, in columns that do not change.

Rows leave memory in groups, so a day needs no more of it than an hour. The rows of a round are written when it is over.
A shuffle is written without its order, because the deck may wait for a round that is not over.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from pitboss.books.recorded_commands import RecordedCommand, without_cards
from pitboss.books.replay import Replay
from pitboss.books.rounds import EntryPlace, Progress, RoundFilter, table_entries
from pitboss.books.table_scan import OpenRound, TableScan
from pitboss.errors import InputError, install_command
from pitboss.ledger.store import Store
from pitboss.play.encoding import event_to_json
from pitboss.tabular import read_columns, schema_of

GROUP = 20_000
"""The number of rows that are written together."""


COLUMNS = read_columns("""
    table     string     the table
    round     int64      the number of the round; null between rounds
    seq       int64      the number of the entry in the table's stream
    position  int64      the position of the entry in the whole ledger
    part      int64      the place of the event in its entry, from 0
    at        timestamp  when, to the millisecond, in UTC
    by        string     who gave the command
    role      string     as what: player, dealer, floorperson, auditor, manager, house
    id        string     the id of the command
    command   string     the command in the notation
    event     string     the kind of event
    box       int64      the box that it concerns
    player    string     the player, or the player of the box
    item      string     the wager or award
    stake     int64      the stake in cents: as it lies, or as it is settled
    returned  int64      the stake that is given back, in cents
    amount    int64      the event's amount in cents: what is placed, paid, bought, added to a meter
    meter     string     the meter that moves or pays
    pattern   string     the hand that is paid
    odds      string     the payout as printed
    choice    string     what a player decided
    pile      string     the pile that the cards lie in, or the box that they are dealt to
    cards     string     the cards, in order
    found     string     the irregularity
    clause    string     the clause, with its regulation
    fields    string     the whole event as JSON
""")
Row = dict[str, Any]


class _RowEvent(NamedTuple):
    """An event in its JSON form, its index in the entry, and the player of its box."""

    part: int
    event: Mapping[str, Any]
    player: str | None


def rows_of(replay: Replay) -> Iterator[Row]:
    """The rows of one round; the shuffle of its own deck has its order."""
    for moment in replay.moments:
        event = event_to_json(moment.event)
        box = _box(event)
        there = replay.final.boxes.get(box) if box else None
        row_event = _RowEvent(moment.part, event, there.player if there else None)
        yield _row(replay.table, replay.final.number, moment.source, row_event)


def find_rows(store: Store, wanted: RoundFilter | None = None, progress: Progress | None = None) -> Iterator[Row]:
    """The rows of all matching rounds that are over, in order for each table.

    If every round of a table matches, the entries between rounds come too.
    """
    wanted = wanted or RoundFilter()
    scans: dict[str, TableScan] = {}
    held: dict[str, list[Row]] = {}
    for name, entry in table_entries(store, wanted.table, progress):
        scan = scans.setdefault(name, TableScan(name))
        content, opened = entry.content, scan.open
        over = scan.take(entry, content)
        round_ = scan.open or opened
        place = EntryPlace(entry.seq, entry.position)
        rows = _entry_rows(place, content, scan, round_)
        if round_ is None:
            if wanted.whole_tables and wanted.within(content["at"]):
                yield from rows
            continue
        held.setdefault(name, []).extend(rows)
        if over:
            found = held.pop(name)
            if wanted.holds(over):
                yield from found


def _entry_rows(
    place: EntryPlace, content: Mapping[str, Any], scan: TableScan, round_: OpenRound | None
) -> Iterator[Row]:
    given = (str(content.get(key, "")) for key in ("by", "role", "id", "command"))
    source = without_cards(RecordedCommand(place, content["at"], *given))
    for part, event in enumerate(content["events"]):
        shown = {**event, "order": []} if event["event"] == "DeckShuffled" else event
        box = _box(event)
        there = round_.boxes.get(box) if round_ and box else None
        player = there.player if there else scan.seats.get(box) if box else None
        yield _row(scan.name, round_.number if round_ else None, source, _RowEvent(part, shown, player))


def _row(table: str, number: int | None, source: RecordedCommand, row_event: _RowEvent) -> Row:
    part, event, player = row_event
    cards = [*event.get("cards", event.get("order", ())), *([event["card"]] if "card" in event else [])]
    placed = event["amount"] if event["event"] == "WagerPlaced" else None
    return {
        "table": table, "round": number, "seq": source.place.seq, "position": source.place.position, "part": part,
        "at": source.at, "by": source.by, "role": source.role, "id": source.id or None,
        "command": source.command or None,
        "event": event["event"], "box": _box(event), "player": event.get("player", player),
        "item": event.get("wager") or event.get("award") or event.get("item"), "stake": event.get("stake", placed),
        "returned": event.get("returned"), "amount": event.get("amount"), "meter": event.get("meter") or None,
        "pattern": event.get("pattern") or None, "odds": event.get("odds") or None, "choice": event.get("choice"),
        "pile": event.get("pile", event.get("to")), "cards": " ".join(cards) or None, "found": event.get("found"),
        "clause": event.get("cite"),
        "fields": json.dumps({key: value for key, value in event.items() if key != "event"}, sort_keys=True),
    }  # fmt: skip


def _box(event: Mapping[str, Any]) -> int | None:
    to = str(event.get("to", ""))
    return int(to) if to.isdecimal() else event.get("box")


# The file


class ParquetFile:
    """A Parquet file that is written group by group, and removed if writing fails."""

    def __init__(self, file: str) -> None:
        """Opens the file. InputError if it cannot be written or pyarrow is not installed."""
        try:
            import pyarrow  # type: ignore[import-untyped, unused-ignore]  # noqa: PLC0415 - an extra
            import pyarrow.parquet  # type: ignore[import-untyped, unused-ignore]  # noqa: PLC0415 - an extra
        except ImportError:
            raise InputError(f"Parquet needs the package pyarrow: {install_command('data')}", file) from None
        self.file, self.rows = file, 0
        self._arrow: Any = pyarrow
        self._schema = schema_of(COLUMNS)
        try:
            self._writer: Any = pyarrow.parquet.ParquetWriter(file, self._schema, compression="zstd")
        except OSError as error:
            raise InputError(f"cannot be written: {error.strerror or error}", file) from None

    def __enter__(self) -> "ParquetFile":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._writer.close()
        if kind is not None:
            with suppress(OSError):
                Path(self.file).unlink()

    def write(self, rows: Iterable[Row]) -> None:
        """Writes rows. InputError if the disk refuses them."""
        columns: dict[str, list[Any]] = {column.name: [] for column in COLUMNS}
        held = 0
        for row in rows:
            for name, values in columns.items():
                values.append(row[name])
            held += 1
            if held == GROUP:
                self._flush(columns, held)
                columns, held = {name: [] for name in columns}, 0
        if held:
            self._flush(columns, held)

    def _flush(self, columns: Mapping[str, list[Any]], number: int) -> None:
        try:
            self._writer.write_table(self._arrow.table(columns, schema=self._schema))
        except OSError as error:
            raise InputError(f"cannot be written: {error.strerror or error}", self.file) from None
        self.rows += number
