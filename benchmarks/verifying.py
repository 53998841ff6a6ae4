"""The rate of verifying a ledger beside bare reading and SHA-256 on the same core: at least half.

Bare reading unpacks every entry. `pitboss verify --all` also compares the index of rounds with the entries, so it is
measured with and without that. A ledger of 1,000 rounds of `growth.py`, Python 3.11: 0.55 without the index, 0.39
with it. With several processes the index is compared beside the reading.

python benchmarks/verifying.py LEDGER
"""

import sys
import time
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256

from pitboss.books.index_check import IndexCheck
from pitboss.evidence.verify import verify_store
from pitboss.ledger.open_store import open_store
from pitboss.ledger.store import Store

GOAL = 0.5


def read_bare(store: Store) -> None:
    """Reads every entry, and hashes its body."""
    for entry in store.entries():
        sha256(b"\x00" + entry.body).digest()


def verify_entries(store: Store) -> None:
    verify_store(store)


def verify_all(store: Store) -> None:
    """Verifies the entries, and the index of rounds beside them."""
    index = IndexCheck(store)
    verify_store(store, reader=index.take)
    index.result()


def ratio(store: Store, verify: Callable[[Store], None], turns: int = 3) -> float:
    """The rate of verifying everything, divided by that of bare reading; the best of some turns of each."""
    bare, ours = [], []
    for _ in range(turns):
        bare.append(_seconds(lambda: read_bare(store)))
        ours.append(_seconds(lambda: verify(store)))
    return min(bare) / min(ours)


def _seconds(work: Callable[[], object]) -> float:
    """The processor's time, which a busy machine disturbs least."""
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    with closing(open_store(sys.argv[1])) as store:
        print(f"beside bare reading, {store.size():,} entries")
        for name, verify in (("the entries", verify_entries), ("entries and index of rounds", verify_all)):
            found = ratio(store, verify)
            print(f"{name:30}{found:8.2f}  {'' if found >= GOAL else f'below {GOAL}'}".rstrip())


if __name__ == "__main__":
    main()
