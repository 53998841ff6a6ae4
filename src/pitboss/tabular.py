"""Tables for other programs: the columns of Parquet files, each with what it holds, and data frames."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pitboss.errors import InputError


class Column(NamedTuple):
    """A column: its name, its type in Arrow, and what it holds."""

    name: str
    kind: str
    says: str


def read_columns(text: str) -> tuple[Column, ...]:
    """The columns of a text, one on each line: its name, its type, and what it holds."""
    return tuple(Column(*line.split(maxsplit=2)) for line in text.strip().splitlines())


def schema_of(columns: Iterable[Column], metadata: Mapping[str, str] | None = None) -> Any:
    """The schema of a file, with a description of every column."""
    import pyarrow  # type: ignore[import-untyped, unused-ignore]  # noqa: PLC0415 - an extra

    kinds = {
        "string": pyarrow.string(),
        "int64": pyarrow.int64(),
        "double": pyarrow.float64(),
        "timestamp": pyarrow.timestamp("ms", tz="UTC"),
    }
    fields = [pyarrow.field(each.name, kinds[each.kind], metadata={"description": each.says}) for each in columns]
    return pyarrow.schema(fields, metadata=metadata)


def data_frame(rows: Sequence[Mapping[str, Any]]) -> Any:
    """Returns the rows as a data frame of pandas or, without pandas, of polars. InputError if neither is installed."""
    try:
        import pandas  # type: ignore[import-not-found, import-untyped, unused-ignore]  # noqa: PLC0415 - optional
    except ImportError:
        try:
            import polars  # type: ignore[import-not-found, unused-ignore]  # noqa: PLC0415 - optional
        except ImportError:
            raise InputError("to_frame needs pandas or polars: pip install pandas") from None
        return polars.DataFrame([dict(row) for row in rows], infer_schema_length=None)
    return pandas.DataFrame([dict(row) for row in rows])
