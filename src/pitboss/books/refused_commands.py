"""How often commands were refused on gaming days, by code."""

from collections import Counter
from collections.abc import Mapping, Sequence

from pitboss.books.gaming_day import Day, day_of, time_of
from pitboss.books.round_rows import Waypoint
from pitboss.ledger.fold import REFUSALS
from pitboss.ledger.store import Store


def refused_on(store: Store, days: Sequence[Day], beginning: Waypoint) -> Mapping[tuple[str, int], Mapping[str, int]]:
    """The number of refused commands by code, for each table and index of a day."""
    found: dict[tuple[str, int], Counter[str]] = {}
    at = beginning.at
    for entry in store.stream(REFUSALS, beginning.seq):
        at = max(at, time_of(entry))
        if at >= days[-1].end:
            break
        if (place := day_of(at, days)) >= 0:
            with entry.being_read():
                content = entry.content
                found.setdefault((content.get("table", ""), place), Counter())[content["refused"]["code"]] += 1
    return found
