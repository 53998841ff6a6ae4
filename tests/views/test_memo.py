"""The memo of views: what it returns depends on the arguments alone, and an equal value is the same object."""

from collections.abc import Callable

import pytest

from pitboss.views import memo as memo_module
from pitboss.views.memo import Part, ViewMemo


def counted() -> tuple[list[tuple[object, ...]], Callable[[list[int], int], list[int]]]:
    """A function, and the arguments that it was called with."""
    calls: list[tuple[object, ...]] = []

    def scaled(numbers: list[int], factor: int) -> list[int]:
        calls.append((numbers, factor))
        return [number * factor for number in numbers]

    return calls, scaled


def test_a_function_is_called_again_for_other_arguments_alone() -> None:
    memo, (calls, scaled) = ViewMemo(), counted()
    first = memo(scaled, [1, 2], 3)
    assert memo(scaled, [1, 2], 3) is first == [3, 6]
    assert len(calls) == 1
    assert memo(scaled, [1, 2], 4) == [4, 8]
    assert memo(scaled, [1, 2], 3) == [3, 6]
    assert len(calls) == 3


def test_an_equal_value_is_the_same_object() -> None:
    memo, (calls, scaled) = ViewMemo(), counted()
    first = memo(scaled, [2], 2)
    assert memo(scaled, [4], 1) is first
    assert len(calls) == 2


def test_slots_remember_several_values_and_never_decide_one() -> None:
    memo, (calls, scaled) = ViewMemo(), counted()
    values = [memo(scaled, [1], factor, slot=factor) for factor in (1, 2)]
    assert [memo(scaled, [1], factor, slot=factor) for factor in (1, 2)] == values == [[1], [2]]
    assert len(calls) == 2
    assert memo(scaled, [5], 1, slot=2) == [5]


def test_only_so_much_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memo_module, "_MOST", 3)
    memo, (_, scaled) = ViewMemo(), counted()
    for factor in range(10):
        assert memo(scaled, [1], factor, slot=factor) == [factor]
    assert len(memo._values) <= 5


def test_parts_that_come_out_equal_are_the_same_part() -> None:
    memo = ViewMemo()

    def tenth(_: str, number: int) -> list[int]:
        return [number // 10]

    first = memo.each(tenth, ("here",), {"a": 1, "b": 20})
    assert memo.each(tenth, ("here",), {"a": 2, "b": 20}) is memo.each(tenth, ("there",), {"a": 2, "b": 20}) is first
    second = memo.each(tenth, ("there",), {"a": 30, "b": 20, "c": 5})
    assert (second, second["b"] is first["b"]) == ({"a": [3], "b": [2], "c": [0]}, True)
    assert first == {"a": [0], "b": [2]}, "the earlier part stays as it was"


def test_parts_are_made_again_one_by_one() -> None:
    memo, made = ViewMemo(), []

    def part(name: str, number: int) -> Part:
        made.append(number)
        return Part(name=name, number=number)

    first = memo.each(part, ("box",), {"1": 1, "2": 2})
    assert first == {"1": {"name": "box", "number": 1}, "2": {"name": "box", "number": 2}}
    assert memo.each(part, ("box",), {"1": 1, "2": 2}) is first
    second = memo.each(part, ("box",), {"1": 1, "2": 3})
    assert second["1"] is first["1"]
    assert made == [1, 2, 3]
    assert memo.each(part, ("seat",), {"1": 1})["1"] == {"name": "seat", "number": 1}
    assert memo.each(part, ("seat",), {}) == {}
