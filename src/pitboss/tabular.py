"""Columns of the Parquet files that are written here, each with what stands in it."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple


class Column(NamedTuple):
    """A column: its name, its type in Arrow, and what stands in it."""

    name: str
    kind: str
    says: str


def schema_of(columns: Iterable[Column], metadata: Mapping[str, str] | None = None) -> Any:
    """The schema of a file, in which every column says what stands in it."""
    import pyarrow  # type: ignore[import-untyped, unused-ignore]  # noqa: PLC0415 - an extra

    kinds = {
        "string": pyarrow.string(),
        "int64": pyarrow.int64(),
        "double": pyarrow.float64(),
        "timestamp": pyarrow.timestamp("ms", tz="UTC"),
    }
    fields = [pyarrow.field(each.name, kinds[each.kind], metadata={"description": each.says}) for each in columns]
    return pyarrow.schema(fields, metadata=metadata)
