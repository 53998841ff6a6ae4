"""What must hold of a ledger that bots have played into, whatever happened on the way."""

import json
from collections import Counter
from collections.abc import Iterable

from pitboss.books.accounts import check_books
from pitboss.evidence.verify import verify_store
from pitboss.ledger.fold import Rulesets, load_table
from pitboss.ledger.store import Store
from tests.web.bots import Acked


def check_ledger(store: Store, acked: Iterable[Acked]) -> None:
    """Nothing acknowledged is lost, nothing is done twice, the books balance and the evidence holds."""
    verify_store(store, None)
    check_books(store)
    ids: Counter[str] = Counter()
    for entry in store.entries():
        content = entry.content
        if "id" in content:
            ids[content["id"]] += 1
    assert not [id_ for id_, times in ids.items() if times > 1]
    for ack in acked:
        found = store.by_command(ack.id)
        assert found is not None, f"{ack.id} was acknowledged and is lost"
        assert (found.stream, found.seq) == (f"table {ack.table}", ack.seq)
        told = [event["event"] for event in json.loads(ack.events)]
        recorded = [event["event"] for event in found.content["events"]]
        assert [name for name in recorded if name in told] == told
    rulesets = Rulesets(store)
    for stream in store.streams():
        if stream.startswith("table "):
            table = load_table(store, rulesets, stream.removeprefix("table ")).table
            assert sum(table.accounts.values()) == 0
            assert all(cents >= 0 for name, cents in table.accounts.items() if name not in ("inventory", "outside"))
