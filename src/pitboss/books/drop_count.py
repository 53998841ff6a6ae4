"""Whether a drop was counted: until then, those who may count it are not told what it is, nor what gives it away."""

from pitboss.books.gaming_day import time_of
from pitboss.ledger.entry import Entry
from pitboss.ledger.entry_body import events_of
from pitboss.ledger.fold import table_stream
from pitboss.ledger.store import Store

_MOVES = {"ChipsBought", "ChipsCashed", "DropEmptied"}
_COUNTED = "TableClosed"
_BOX_COUNTED = "a drop box that was taken away"
_NAMES = tuple(name.encode() for name in (*_MOVES, _COUNTED, "CountConfirmed"))
_AT_ONCE = 500


def uncounted_since(store: Store, table: str, start: int) -> int | None:
    """When players first bought or cashed chips after the last count of the drop; None if they did not.

    The stream is read backwards, to the last count or to the moment `start`.
    """
    name, since, is_box_counted = table_stream(table), None, False
    end = store.last(name)
    while end > 0:
        first = max(0, end - _AT_ONCE)
        for entry in reversed([*store.stream(name, first, end)]):
            if time_of(entry) < start:
                return since
            kinds = _kinds(entry)
            if _COUNTED in kinds:
                return since
            if is_box_counted and "DropEmptied" in kinds:
                return since
            is_box_counted |= _BOX_COUNTED in kinds
            if kinds & _MOVES:
                since = time_of(entry)
        end = first
    return since


def _kinds(entry: Entry) -> set[str]:
    """The kinds of the events in an entry, and of the floor's decision; empty for most entries, which are not read."""
    if not any(name in entry.body for name in _NAMES):
        return set()
    with entry.being_read():
        content = entry.content
        decision = content.get("floor", {"event": ""})
        if decision["event"] == "CountConfirmed" and decision["kind"] == "drop":
            return {_BOX_COUNTED}
        return {str(event["event"]) for event in (*events_of(content), decision)}
