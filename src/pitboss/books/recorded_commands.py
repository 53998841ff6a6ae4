"""Commands as the ledger has them, and what was refused during a round or corrected after it."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pitboss.books.rounds import EntryPlace
from pitboss.evidence.receipt import parse_round
from pitboss.ledger.entry import Entry
from pitboss.ledger.fold import REFUSALS, table_stream
from pitboss.ledger.store import Store
from pitboss.play import events as e
from pitboss.play.encoding import event_from_json

_SHUFFLES = "dealer shuffles"


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
    return RecordedCommand(place, content["at"], content["by"], content["role"], str(content.get("id", "")), command)


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


def corrections_of(store: Store, round_id: str, end: int) -> Iterator[RecordedCorrection]:
    """Corrections after the end of a round that name it.

    Older corrections name no round: those before the next bets count, and those whose reason names it.
    """
    table, next_round = parse_round(round_id)[0], False
    for entry in store.stream(table_stream(table), end):
        next_round = next_round or b'"BetsOpened"' in entry.body
        if b'PaymentCorrected"' not in entry.body:
            continue
        content = entry.content
        for document in content["events"]:
            event = event_from_json(document)
            match event:
                case e.BoxPaymentCorrected() if f"{table}/{event.round}" == round_id:
                    yield RecordedCorrection(source_of(entry, content), event)
                case e.PaymentCorrected() if not next_round or _names(event.reason, round_id):
                    yield RecordedCorrection(source_of(entry, content), event)


def _names(reason: str, round_id: str) -> bool:
    """Whether a reason names a round."""
    return round_id in (word.strip(".,;:()'\"") for word in reason.split())
