import pickle
from collections.abc import Mapping
from types import MappingProxyType

import pytest

from pitboss.rules.record import Record


class Point(Record):
    x: int
    y: int = 0


class Named(Point):
    name: str
    table: Mapping[str, int] = MappingProxyType({})


class Other(Record):
    x: int
    y: int = 0


class Same(Point):
    """Adds no field."""


def test_fields_and_defaults() -> None:
    point = Point(x=1)
    assert (point.x, point.y) == (1, 0)
    assert Point(x=1, y=2).y == 2


def test_inherited_fields_come_first() -> None:
    assert list(Named.record_fields) == ["x", "y", "name", "table"]
    assert list(Named.record_defaults) == ["y", "table"]
    assert list(Point.record_fields) == ["x", "y"], "a subclass leaves its parent as it is"
    assert Named(x=1, name="a").y == 0
    assert list(Same.record_fields) == ["x", "y"]


def test_a_missing_field() -> None:
    with pytest.raises(TypeError, match=r"^Named needs 'name'$"):
        Named(x=1)  # type: ignore[call-arg]


def test_unknown_fields() -> None:
    with pytest.raises(TypeError, match=r"^Point has no 'z', 'w'$"):
        Point(x=1, z=2, w=3)  # type: ignore[call-arg]


def test_fields_have_names() -> None:
    with pytest.raises(TypeError):
        Point(1)  # type: ignore[call-arg]


def test_frozen() -> None:
    point = Point(x=1)
    with pytest.raises(AttributeError, match=r"^Point is frozen: 'x' cannot be set$"):
        point.x = 2  # type: ignore[misc]
    with pytest.raises(AttributeError, match=r"^Point is frozen: 'z' cannot be set$"):
        point.z = 2
    with pytest.raises(AttributeError, match=r"^Point is frozen: 'x' cannot be deleted$"):
        del point.x
    assert point == Point(x=1)


def test_equal_when_type_and_fields_are() -> None:
    assert Point(x=1) == Point(x=1, y=0)
    assert Point(x=1) != Point(x=2)
    assert Point(x=1) != Other(x=1)
    assert Point(x=1) != Same(x=1)
    assert Point(x=1) != {"x": 1, "y": 0}


def test_hash() -> None:
    assert hash(Point(x=1)) == hash(Point(x=1, y=0))
    assert len({Point(x=1), Point(x=1, y=0), Point(x=2), Other(x=1)}) == 3


@pytest.mark.parametrize("table", [{"a": 1}, MappingProxyType({"a": 1})], ids=["dict", "read-only"])
def test_a_table_counts_for_equality_and_not_for_the_hash(table: Mapping[str, int]) -> None:
    full, empty = Named(x=1, name="n", table=table), Named(x=1, name="n")
    assert full != empty
    assert hash(full) == hash(empty)


def test_repr_leaves_defaults_out() -> None:
    assert repr(Point(x=1, y=0)) == "Point(x=1)"
    assert repr(Named(x=1, y=2, name="n")) == "Named(x=1, y=2, name='n')"


def test_pickles() -> None:
    record = Named(x=1, name="n", table=MappingProxyType({"a": 1}))
    again = pickle.loads(pickle.dumps(record))
    assert again == record
    assert type(again.table) is MappingProxyType
    with pytest.raises(AttributeError):
        again.x = 2
