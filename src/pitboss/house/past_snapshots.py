"""Snapshots of rounds that were played before snapshots were kept, or whose snapshots were lost."""

from collections.abc import Callable, Iterable, Iterator

from pitboss.evidence.heads import SigningKey
from pitboss.evidence.snapshots import keep_snapshot, kept_snapshots, records_before
from pitboss.house import head_signing
from pitboss.ledger.fold import Rulesets, fold_table, table_stream
from pitboss.ledger.store import Store
from pitboss.play import events as e

Progress = Callable[[int, int], None]
_STEP = 500


def fill_snapshots(store: Store, key: SigningKey, table: str, rounds: int, progress: Progress | None = None) -> int:
    """Adds the snapshots that a table lacks, which has played this number of rounds; returns how many were added."""
    stream, every, rulesets = table_stream(table), head_signing.ROUNDS_A_SNAPSHOT, Rulesets(store)
    kept, size, added = kept_snapshots(store, key.public, stream), store.last(stream), 0
    missing = [number for number in range(every, rounds + 1, every) if number not in kept]
    for first, last in _spans(missing, every):
        for folded in fold_table(store, rulesets, table, next(records_before(store, rulesets, table, first))):
            record = folded.after
            if progress and record.seq % _STEP == 0:
                progress(record.seq, size)
            if record.table.rounds > last:
                break
            ended = e.RoundCompleted in map(type, folded.events)
            if ended and record.table.rounds % every == 0 and record.table.round is None:
                keep_snapshot(store, head_signing.signed_snapshot(store, key, record), record.table.rounds)
                added += 1
    return added


def _spans(numbers: Iterable[int], step: int) -> Iterator[tuple[int, int]]:
    """The first and the last number of each run without a gap."""
    first = last = 0
    for number in numbers:
        if not first:
            first = number
        elif number != last + step:
            yield first, last
            first = number
        last = number
    if first:
        yield first, last
