"""What differs between two regulations: every shaped field, in the order of the law.

Mappings are aligned by key and rows by their own key, such as the pattern of a paytable's row. A row for several
devices counts for each of them. Rows and keys that both have in another order differ too: order is meaning.

Two editions of one document differ by their clauses and by the wording of our rulings as well. Between two documents
these say nothing: every clause of the one has another address than in the other.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple, get_args

from pitboss.rules.clause import Clause
from pitboss.rules.record import Record
from pitboss.rules.regulation import Regulation
from pitboss.rules.rulings import Ruling

Path = tuple[str, ...]
Sides = tuple[Any, Any]
"""The values on the left and on the right."""
Cites = tuple[Clause | None, Clause | None]
"""The clauses around a place."""

ORDER = "order"
"""The last part of the path of a difference in order."""
OPTIONS, RULINGS = "options", "rulings"
"""The paths of the options of a submission, and of the other rulings."""
_CHOSEN = ("values", "default")
"""The fields of a ruling that say what an option may be."""
_CITES = ("cite", "also")


class RuleDifference(NamedTuple):
    """A field, row or table that differs. A side is None if it does not have it."""

    path: Path
    """`("paytables", "progressive", "A", "meters", "main", "least_rate")`."""
    owner: type | None
    """The type that declares the field; None for a row, a key or an order."""
    kind: Any
    """The declared type of the values."""
    left: Any
    right: Any
    cite_left: Clause | None = None
    cite_right: Clause | None = None
    is_row: bool = False
    """Whether it is a row of a table that one side does not have; its key ends the path."""

    @property
    def is_order(self) -> bool:
        """Whether both have the same rows or keys in another order."""
        return self.owner is None and self.path[-1] == ORDER

    @property
    def is_address(self) -> bool:
        """Whether only an address differs, and not what the clause says."""
        return self.left is not None and self.right is not None and _is_address(self.left, self.right)


def compare(left: Regulation, right: Regulation) -> tuple[RuleDifference, ...]:
    """Every difference; empty if both say the same."""
    walk = _Comparison(one_document=left.id == right.id)
    names = [name for name in fields_of(Regulation) if name not in (RULINGS, "text")]
    found = [*walk.fields((), (left, right), (None, None), names)]
    found += walk.rulings((OPTIONS,), left.options, right.options, _CHOSEN)
    if walk.one_document:
        wording = [name for name in fields_of(Ruling) if name not in _CHOSEN]
        found += walk.rulings((RULINGS,), left.rulings, right.rulings, wording)
    return tuple(found)


class _Comparison:
    """A walk through two regulations at once."""

    def __init__(self, one_document: bool) -> None:
        self.one_document = one_document

    def rulings(
        self, path: Path, left: Mapping[str, Ruling], right: Mapping[str, Ruling], names: Collection[str]
    ) -> Iterator[RuleDifference]:
        """These fields of rulings; their order does not matter."""
        for key in dict.fromkeys((*left, *right)):
            one, other = left.get(key), right.get(key)
            cites = one.clauses[0] if one else None, other.clauses[0] if other else None
            if one is None or other is None:
                yield RuleDifference((*path, key), None, Ruling, one, other, *cites)
            else:
                yield from self.fields((*path, key), (one, other), cites, names)

    def fields(self, path: Path, sides: Sides, cites: Cites, names: Collection[str]) -> Iterator[RuleDifference]:
        """These fields of two records or rows of one type."""
        left, right = sides
        owner = type(left)
        for name in names:
            values = getattr(left, name), getattr(right, name)
            if values[0] is not values[1] and (self.one_document or not _is_address(*values)):
                around = _field_cite(left, name) or cites[0], _field_cite(right, name) or cites[1]
                yield from self._values((*path, name), owner, fields_of(owner)[name], values, around)

    def _values(
        self, path: Path, owner: type | None, kind: Any, sides: Sides, cites: Cites
    ) -> Iterator[RuleDifference]:
        left, right = sides
        # Equal mappings, and the values around them, may have their keys in another order: only values are compared.
        if isinstance(left, Mapping) and isinstance(right, Mapping):
            yield from self._items(path, get_args(kind)[1], sides, cites)
        elif is_row(left) and is_row(right):
            yield from self.fields(path, sides, cites, fields_of(type(left)))
        elif _has_rows(left) or _has_rows(right):
            yield from self._rows(path, get_args(kind)[0], sides, cites)
        elif left != right:
            yield _difference(path, owner, kind, sides, cites)

    def _items(self, path: Path, kind: Any, mappings: Sides, cites: Cites) -> Iterator[RuleDifference]:
        left, right = mappings
        for key in dict.fromkeys((*left, *right)):
            sides = left.get(key), right.get(key)
            if isinstance(sides[0] or sides[1], Mapping):
                # A group of tables that one side does not have: each of its tables differs.
                yield from self._items((*path, key), get_args(kind)[1], (sides[0] or {}, sides[1] or {}), cites)
            elif None in sides:
                yield _difference((*path, key), None, kind, sides, cites)
            elif self.one_document or not _is_address(*sides):
                yield from self._values((*path, key), None, kind, sides, cites)
        yield from _order(path, left, right, cites)

    def _rows(self, path: Path, kind: Any, tables: Sides, cites: Cites) -> Iterator[RuleDifference]:
        left, right = map(keyed_rows, tables)
        names = [name for name in fields_of(kind) if name not in key_fields(kind)]
        for key in dict.fromkeys((*left, *right)):
            sides = left.get(key), right.get(key)
            if None in sides:
                yield _difference((*path, key), None, kind, sides, cites)._replace(is_row=True)
            else:
                yield from self.fields((*path, key), sides, cites, names)
        yield from _order(path, left, right, cites)


def _difference(path: Path, owner: type | None, kind: Any, sides: Sides, cites: Cites) -> RuleDifference:
    left, right = (None if value in ("", ()) else value for value in sides)
    return RuleDifference(path, owner, kind, left, right, _cite(left) or cites[0], _cite(right) or cites[1])


def _order(path: Path, left: Mapping[str, Any], right: Mapping[str, Any], cites: Cites) -> Iterator[RuleDifference]:
    """The order of what both have, if it differs."""
    ours, theirs = tuple(key for key in left if key in right), tuple(key for key in right if key in left)
    if ours != theirs:
        yield RuleDifference((*path, ORDER), None, tuple[str, ...], ours, theirs, *cites)


# Rows and their keys


def fields_of(kind: type) -> Mapping[str, Any]:
    """The fields of a record or row with their declared types."""
    fields: Mapping[str, Any] = kind.record_fields if issubclass(kind, Record) else kind.__annotations__
    return fields


def key_fields(kind: type) -> tuple[str, ...]:
    """The fields that distinguish rows of a type: those that the type names, else the first one."""
    named: tuple[str, ...] = getattr(kind, "row_key", ())
    return named or (next(name for name in fields_of(kind) if name not in _CITES),)


def keyed_rows(rows: tuple[Any, ...]) -> dict[str, Any]:
    """The rows by their keys, such as `stub_wrong+hand`; the second with the same key is `player#2`."""
    found: dict[str, Any] = {}
    for row in rows:
        for key in _row_keys(row):
            before = sum(other.partition("#")[0] == key for other in found)
            found[f"{key}#{before + 1}" if before else key] = row
    return found


def _row_keys(row: Any) -> Iterator[str]:
    names = key_fields(type(row))
    devices = row.devices if "devices" in names else ()
    for device in devices or ("",):
        values = (device if name == "devices" else getattr(row, name) for name in names)
        yield "+".join(filter(None, map(_key, values)))


def _key(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case tuple():
            return "_and_".join(value)
        case _:
            return str(value or "")


def is_row(value: object) -> bool:
    """Whether a value is a record or a row of a table; one that is written as a single text is neither."""
    return isinstance(value, Record) or (hasattr(value, "_fields") and _cite(value) is not None)


def _has_rows(value: object) -> bool:
    return isinstance(value, tuple) and bool(value) and is_row(value[0])


def _cite(value: Any) -> Clause | None:
    """The clause of a row; that of its first column if it has several."""
    if isinstance(value, Clause):
        return value
    cites: tuple[Clause, ...] | None = getattr(value, "cites", None)
    return cites[0] if cites else getattr(value, "cite", None)


def _field_cite(row: Any, name: str) -> Clause | None:
    """The clause of a field: `rate_cite` for `least_rate`, else that of the row."""
    own = (field for field in fields_of(type(row)) if field.endswith("_cite") and field.removesuffix("_cite") in name)
    return next((cite for cite in (getattr(row, field) for field in own) if cite), None) or _cite(row)


def _is_address(*values: object) -> bool:
    """Whether these are clauses and nothing else."""
    flat = [one for value in values for one in (value if isinstance(value, tuple) else (value,)) if one is not None]
    return bool(flat) and all(isinstance(one, Clause) for one in flat)
