"""The rate of verifying a ledger beside bare reading and SHA-256 on the same core: at least half.

python benchmarks/verifying.py LEDGER
"""

import sys
import time
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256

from pitboss.evidence.verify import verify_store
from pitboss.ledger.open_store import open_store
from pitboss.ledger.store import Store

GOAL = 0.5


def read_bare(store: Store) -> None:
    """Reads every entry, and hashes its body."""
    for entry in store.entries():
        sha256(b"\x00" + entry.body).digest()


def ratio(store: Store, turns: int = 3) -> float:
    """The rate of verifying everything, divided by that of bare reading; the best of some turns of each."""
    bare, ours = [], []
    for _ in range(turns):
        bare.append(_seconds(lambda: read_bare(store)))
        ours.append(_seconds(lambda: verify_store(store)))
    return min(bare) / min(ours)


def _seconds(work: Callable[[], object]) -> float:
    """The processor's time, which a busy machine disturbs least."""
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    with closing(open_store(sys.argv[1])) as store:
        found, name = ratio(store), f"verify beside bare reading, {store.size():,} entries"
        print(f"{name}{found:8.2f}  {'' if found >= GOAL else f'below {GOAL}'}".rstrip())


if __name__ == "__main__":
    main()
