"""Commands as the ledger has them, and what was refused during a round or corrected after it."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple

from pitboss.books.round_index import RoundIndex
from pitboss.books.rounds import EntryPlace, Progress
from pitboss.books.table_scan import rounds_named
from pitboss.errors import LedgerBroken
from pitboss.evidence.receipt import parse_round
from pitboss.ledger.entry import Entry
from pitboss.ledger.fold import REFUSALS, table_stream
from pitboss.ledger.store import Store
from pitboss.play import events as e
from pitboss.play.encoding import event_from_json

_SHUFFLES = "dealer shuffles"
_RECENT = 1_000
"""The last entries of a table, which are read rather than looked up in the index of rounds."""


class RecordedCommand(NamedTuple):
    """A command as the ledger has it: where, when (in milliseconds), who gave it, and its text."""

    place: EntryPlace
    at: int
    by: str
    role: str
    id: str
    command: str
    """Empty if the house recorded something itself, without a command."""


class RefusedCommand(NamedTuple):
    """A command that was refused during a round."""

    source: RecordedCommand
    code: str
    clause: str
    reason: str


class RecordedCorrection(NamedTuple):
    """A payment that was corrected after a round."""

    source: RecordedCommand
    event: e.PaymentCorrected | e.BoxPaymentCorrected


def source_of(entry: Entry, content: Mapping[str, Any]) -> RecordedCommand:
    place, command = EntryPlace(entry.seq, entry.position), str(content.get("command", ""))
    with entry.being_read():
        return RecordedCommand(
            place, content["at"], content["by"], content["role"], str(content.get("id", "")), command
        )


def without_cards(source: RecordedCommand) -> RecordedCommand:
    """A command without the order of a shuffle."""
    return source._replace(command=_SHUFFLES) if source.command.startswith(_SHUFFLES) else source


def refused_between(store: Store, table: str, first: int, last: int) -> Iterator[RefusedCommand]:
    """The commands refused at a table between two positions: the opening of the bets and the end of the round."""
    for entry in store.stream(REFUSALS, _number_before(store, REFUSALS, first)):
        if entry.position > last:
            return
        if entry.position > first:
            content = entry.content
            if content.get("table") == table and (why := content.get("refused")):
                source = without_cards(source_of(entry, content))
                yield RefusedCommand(source, why["code"], why["clause"], why["reason"])


def _number_before(store: Store, stream: str, position: int) -> int:
    """The number of the last entry of a stream before a position, or 0: found by halving."""
    low, high = 0, store.last(stream)
    while low < high:
        middle = (low + high + 1) // 2
        entry = next(store.stream(stream, middle - 1, middle), None)
        if entry is not None and entry.position < position:
            low = middle
        else:
            high = middle - 1
    return low


def corrections_of(
    store: Store, round_id: str, end: int, progress: Progress | None = None
) -> Iterator[RecordedCorrection]:
    """Corrections after the end of a round that name it.

    Older corrections name no round: those before the next bets count, and those whose reason names it.
    """
    table, number = parse_round(round_id)
    stream, last, next_round = table_stream(table), store.last(table_stream(table)), False
    for entry in store.stream(stream, end):
        next_round = next_round or b'"BetsOpened"' in entry.body
        if next_round and last - entry.seq > _RECENT:
            yield from _indexed(store, table, number, entry.seq - 1, progress)
            return
        yield from _corrections_in(entry, table, number, by_name=next_round)


def _indexed(
    store: Store, table: str, number: int, after: int, progress: Progress | None
) -> Iterator[RecordedCorrection]:
    """The corrections that name a round, found by the index of rounds. LedgerBroken if it does not fit the entries."""
    index, stream = RoundIndex(store), table_stream(table)
    for attempt in range(2):
        index.catch_up(progress)
        seqs = [seq for seq in index.corrections(stream, number) if seq > after]
        entries = [next(store.stream(stream, seq - 1, seq), None) for seq in seqs]
        found = [[*_corrections_in(entry, table, number, by_name=True)] if entry else [] for entry in entries]
        if all(found):
            yield from chain.from_iterable(found)
            return
        if attempt == 0:
            index.rebuild("it names corrections that are not there")
    raise LedgerBroken(f"the index of rounds does not fit the corrections of round {table}/{number}")


def _corrections_in(entry: Entry, table: str, number: int, *, by_name: bool) -> Iterator[RecordedCorrection]:
    """The corrections of a round in an entry; without `by_name`, also those that name no round."""
    if b'PaymentCorrected"' not in entry.body:
        return
    content = entry.content
    for document in content["events"]:
        with entry.being_read():
            event = event_from_json(document)
        match event:
            case e.BoxPaymentCorrected() if event.round == number:
                yield RecordedCorrection(source_of(entry, content), event)
            case e.PaymentCorrected() if not by_name or number in rounds_named(event.reason, table):
                yield RecordedCorrection(source_of(entry, content), event)
