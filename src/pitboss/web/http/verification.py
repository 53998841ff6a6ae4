"""Verification: checks the ledger in a thread of its own while the house runs, one run at a time."""

from threading import Lock, Thread
from typing import Any

from pitboss.books.accounts import check_books
from pitboss.books.index_check import IndexCheck
from pitboss.errors import LedgerBroken
from pitboss.evidence.heads import PublicKey
from pitboss.evidence.verify import verify_store
from pitboss.house.environment import wall_clock
from pitboss.ledger.store import Store, StoreFailed

State = dict[str, Any]


class Verification:
    """The run under way, or else the last one. `state` is `never`, `running`, `whole`, `broken` or `failed`."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._state: State = {"state": "never"}

    @property
    def state(self) -> State:
        """The progress of the run, or its outcome."""
        with self._lock:
            return dict(self._state)

    def start(self, store: Store, key: PublicKey, by: str, *, books: bool) -> bool:
        """Starts a run; False if one is under way already."""
        with self._lock:
            if self._state["state"] == "running":
                return False
            began = {"began": wall_clock(), "by": by, "books": books, "done": 0, "of": store.size()}
            self._state = {"state": "running", **began}
        Thread(target=self._run, args=(store, key, books), name="verification", daemon=True).start()
        return True

    def _run(self, store: Store, key: PublicKey, books: bool) -> None:
        try:
            index = IndexCheck(store)
            found = verify_store(store, key, progress=self._progress, reader=index.take)
            index.result()
            if books:
                check_books(store)
        except LedgerBroken as broken:
            place = {"position": broken.position, "stream": broken.stream or None, "seq": broken.seq or None}
            self._end("broken", reason=broken.reason, **place)
        except StoreFailed as failed:
            self._end("failed", reason=str(failed))
        except BaseException:
            self._end("failed", reason="the verification failed by an error of the server; see its log")
            raise
        else:
            self._end("whole", done=found.size, of=found.size, heads=found.heads, root=found.root.hex())

    def _progress(self, done: int, of: int) -> None:
        with self._lock:
            self._state |= {"done": done, "of": of}

    def _end(self, state: str, **found: object) -> None:
        with self._lock:
            self._state |= {"state": state, "ended": wall_clock(), **found}
