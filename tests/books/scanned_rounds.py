"""The rounds of a ledger by reading all of it: what the index of rounds must answer."""

from collections.abc import Iterator

from pitboss.books.rounds import RoundFilter, RoundSummary, table_entries
from pitboss.books.table_scan import TableScan
from pitboss.ledger.store import Store


def scanned_rounds(store: Store, wanted: RoundFilter | None = None) -> Iterator[RoundSummary]:
    """The rounds that match, in the order in which they ended; rounds that are not over come last."""
    wanted, scans = wanted or RoundFilter(), dict[str, TableScan]()
    for name, entry in table_entries(store):
        over = scans.setdefault(name, TableScan(name)).take(entry, entry.content)
        if over and wanted.holds(over):
            yield over
    for scan in scans.values():
        found = scan.under_way()
        if found and wanted.holds(found):
            yield found
