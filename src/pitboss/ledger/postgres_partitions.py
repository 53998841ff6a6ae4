"""The partitions of the entries in PostgreSQL: ranges of positions, and so of time.

A pit of twenty tables fills one in a month. What is written goes into the newest one alone, so its indexes stay small
enough for memory, however old the ledger is; a period that leaves is dropped without touching the others. A partition
is made long before it is needed, by a process that may make tables; what has no partition goes into the last one, which
holds every other position.
"""

from collections.abc import Iterator

from pitboss.ledger.row_form import Rows, Run

WIDTH = 2**24
"""Entries in a partition."""
AHEAD = 3
"""Empty partitions that are kept ready."""
_REST = "entries_rest"
_THERE = (
    "SELECT relname, pg_get_expr(relpartbound, oid) FROM pg_inherits JOIN pg_class ON oid = inhrelid "
    "WHERE inhparent = 'entries'::regclass ORDER BY relname"
)


def of_entries(run: Run) -> Rows:
    """The partitions and their bounds; none if the table is not divided, as before form 2."""
    return run(_THERE)


def missing(run: Run, start: int, size: int) -> Iterator[str]:
    """The statements that divide a table that has entries from `start` on in no partition, and `size` in all."""
    if run("SELECT relkind FROM pg_class WHERE oid = 'entries'::regclass")[0][0] not in ("p", b"p"):
        return
    there = {name for name, _ in of_entries(run)}
    if _REST not in there:
        yield from _making(_REST, "DEFAULT")
    for number in range(-(-start // WIDTH), size // WIDTH + AHEAD + 1):
        if (name := f"entries_{number}") not in there:
            yield from _making(name, f"FOR VALUES FROM ({number * WIDTH}) TO ({(number + 1) * WIDTH})")


def leaving(run: Run, stop: int) -> Iterator[str]:
    """The statements that delete the entries before a position. Partitions that have only such are dropped."""
    for name, bound in of_entries(run):
        ((first, last),) = run(f"SELECT min(position), max(position) FROM {name}")  # noqa: S608 - our own names
        if first is None or first >= stop:
            continue
        yield f"ALTER TABLE entries DETACH PARTITION {name}"
        if last >= stop or name == _REST:
            yield f"ALTER TABLE {name} RENAME TO entries_before"
            yield from _making(name, bound)
            yield f"INSERT INTO entries SELECT * FROM entries_before WHERE position >= {stop}"  # noqa: S608 - a number
            yield "DROP TABLE entries_before"
        else:
            yield f"DROP TABLE {name}"


def _making(name: str, bound: str) -> Iterator[str]:
    yield f"CREATE TABLE {name} PARTITION OF entries {bound}"
    # The order of a stream is unique in each partition; that it is in all of them, the writer's turn sees to.
    yield f"CREATE UNIQUE INDEX ON {name} (stream, seq)"
    yield f"CREATE TRIGGER {name}_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON {name} EXECUTE FUNCTION stay()"
