"""Every field of a regulation is compared: whatever is changed in rules.toml is reported, and nothing else is."""

import copy
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, get_args

import pytest

from pitboss.errors import RulesError
from pitboss.rules.clause import Clause
from pitboss.rules.comparison import compare, fields_of
from pitboss.rules.load import folders, load_regulation
from pitboss.rules.record import Record
from pitboss.rules.regulation import Regulation
from pitboss.rules.rulings import Ruling
from pitboss.rules.schema import TomlPlace, shape

IDS = sorted(folders())
Path = tuple[str | int, ...]


@cache
def document(regulation_id: str) -> dict[str, Any]:
    return tomllib.loads(load_regulation(regulation_id).text.rules)


def with_value(regulation: Regulation, path: Path, value: object) -> Regulation | None:
    """The regulation with another value at a path of rules.toml; None if the schema refuses it."""
    key, written = str(path[0]), document(regulation.id)
    place = TomlPlace("rules.toml", regulation.id).at(key)
    new = replaced(written, path, value)[key]
    try:
        shaped = _shaped(fields_of(Regulation)[key], getattr(regulation, key), new, path[1:], place)
    except RulesError:
        return None
    return Regulation(**{**regulation.given(), key: shaped})


def _shaped(kind: Any, before: Any, new: Any, path: Path, place: TomlPlace) -> Any:
    """The shaped value; of a table or an array only the entry under the path is shaped again."""
    if path and isinstance(before, Mapping) and len(before) == len(new):
        inner = _shaped(get_args(kind)[1], before[path[0]], new[path[0]], path[1:], place)
        return MappingProxyType({**before, path[0]: inner})
    if path and isinstance(before, tuple) and len(before) == len(new) and isinstance(before[0], Record):
        inner = shape(get_args(kind)[0], new[path[0]], place)
        return tuple(inner if number == path[0] else row for number, row in enumerate(before))
    return shape(kind, new, place)


def canonical(value: Any) -> Any:
    """A value in which order counts."""
    if isinstance(value, Record):
        return [type(value).__name__, *map(canonical, value.given().values())]
    if isinstance(value, Mapping):
        return [[key, canonical(item)] for key, item in value.items()]
    return [canonical(item) for item in value] if isinstance(value, tuple) else value


# Changes of every kind


@cache
def words() -> tuple[str, ...]:
    """Every word of every vocabulary that rules.toml may use."""
    found: dict[str, None] = {}

    def walk(kind: Any, seen: set[Any]) -> None:
        if isinstance(kind, str):
            found[kind] = None
        elif isinstance(kind, type) and (issubclass(kind, Record) or hasattr(kind, "_fields")):
            if kind not in seen:
                for field in fields_of(kind).values():
                    walk(field, seen | {kind})
        else:
            for one in get_args(kind):
                walk(one, seen)

    walk(Regulation, set())
    return tuple(found)


_TAKEN: dict[str, dict[str, None]] = {}
"""The texts that the schema took for a key, which are tried first for the next."""


def amended(regulation: Regulation, path: Path) -> Regulation:
    """The regulation with another value at a path, the first that the schema takes."""
    value = at(document(regulation.id), path)
    known = _TAKEN.setdefault([key for key in path if isinstance(key, str)][-1], {})
    plain = ("99", "$77", "77 to 1", "3%", "7/3", "2031-01-31", "another")
    match value:
        case bool():
            others: tuple[Any, ...] = (not value,)
        case int():
            others = (value + 1,)
        case _:
            others = tuple(dict.fromkeys((*known, *plain, *words())))
    for other in others:
        if other != value and (found := with_value(regulation, path, other)):
            if isinstance(other, str):
                known[other] = None
            return found
    raise AssertionError(f"no other value found for {path}")


def leaves(value: object, path: Path = ()) -> Iterator[Path]:
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(item, (*path, key))
    else:
        yield path


def containers(value: object, path: Path = ()) -> Iterator[Path]:
    if isinstance(value, dict | list):
        yield path
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from containers(item, (*path, key))


def at(value: Any, path: Path) -> Any:
    for key in path:
        value = value[key]
    return value


def replaced(value: Any, path: Path, new: object) -> Any:
    """A copy with another value at a path."""
    if not path:
        return new
    found = copy.copy(value)
    found[path[0]] = replaced(value[path[0]], path[1:], new)
    return found


@pytest.mark.parametrize("regulation_id", IDS)
def test_every_changed_leaf_is_reported(regulation_id: str) -> None:
    regulation, written = load_regulation(regulation_id), document(regulation_id)
    changed = 0
    for path in leaves(written):
        found = compare(regulation, amended(regulation, path))
        assert found, f"{path}: {at(written, path)!r} was changed, and nothing differs"
        if path[0] != "id":
            assert {one.path[0] for one in found} == {path[0]}, path
        changed += 1
    assert changed > 400


@pytest.mark.parametrize("regulation_id", IDS)
def test_everything_removed_or_turned_round_is_reported(regulation_id: str) -> None:
    """Each row, key and entry is taken out, and each array is turned round; what the schema still takes must differ."""
    regulation, written = load_regulation(regulation_id), document(regulation_id)
    tried = 0
    for path in containers(written):
        whole = at(written, path)
        fewer = [
            {key: item for key, item in whole.items() if key != gone} if isinstance(whole, dict)
            else [item for place, item in enumerate(whole) if place != gone]
            for gone in (whole if isinstance(whole, dict) else range(len(whole)))
        ]  # fmt: skip
        turned = [dict(reversed(whole.items())) if isinstance(whole, dict) else whole[::-1]]
        for new in [*fewer, *turned] if path else []:
            other, key = with_value(regulation, path, new), str(path[0])
            if other and canonical(getattr(other, key)) != canonical(getattr(regulation, key)):
                assert compare(regulation, other), (path, new)
                tried += 1
    assert tried > 200


@pytest.mark.parametrize("regulation_id", IDS)
def test_a_regulation_does_not_differ_from_itself(regulation_id: str) -> None:
    regulation = load_regulation(regulation_id)
    again = Regulation(**regulation.given())
    assert compare(regulation, again) == ()


@pytest.mark.parametrize("left", IDS)
@pytest.mark.parametrize("right", IDS)
def test_both_directions_report_the_same_places(left: str, right: str) -> None:
    there, back = (compare(*map(load_regulation, pair)) for pair in ((left, right), (right, left)))
    assert {one.path for one in there} == {one.path for one in back}
    assert {one.path: (one.left, one.right) for one in there} == {one.path: (one.right, one.left) for one in back}


def test_addresses_differ_within_one_document_only() -> None:
    tcp, tfp = load_regulation("MD-TCP"), load_regulation("MD-TFP")
    assert not [one for one in compare(tcp, tfp) if one.is_address]
    moved = with_value(tcp, ("decks", "cite"), "3.A(2)")
    assert moved is not None
    (found,) = compare(tcp, moved)
    assert (found.path, found.left, found.right) == (
        ("decks", "cite"), Clause("MD-TCP", "3.A(1)"), Clause("MD-TCP", "3.A(2)"),
    )  # fmt: skip
    assert found.is_address


def test_a_difference_has_the_clause_that_is_nearest() -> None:
    """The least rate of a meter has a clause of its own, beside that of the seed."""
    tcp = load_regulation("MD-TCP")
    raised = with_value(tcp, ("paytables", "progressive", "A", "meters", "main", "least_rate"), "15%")
    assert raised is not None
    (found,) = compare(tcp, raised)
    assert found.path == ("paytables", "progressive", "A", "meters", "main", "least_rate")
    assert (found.cite_left, found.cite_right) == ("MD-TCP 12.E(3)(a)", "MD-TCP 12.E(3)(a)")


def test_a_row_for_several_devices_stands_for_each_of_them() -> None:
    tcp = load_regulation("MD-TCP")
    other = with_value(tcp, ("decks", "life", 1, 0), ["manual_shoe"])
    assert other is not None
    assert [(one.path, one.right) for one in compare(tcp, other)] == [
        (("decks", "life", "automated_shoe"), None), (("decks", "life", "electronic"), None),
    ]  # fmt: skip


# Rulings


def with_ruling(regulation: Regulation, ruling_id: str, **changes: Any) -> Regulation:
    rulings = {**regulation.rulings, ruling_id: Ruling(**{**regulation.rulings[ruling_id].given(), **changes})}
    return Regulation(**{**regulation.given(), "rulings": rulings})


@pytest.mark.parametrize("field", fields_of(Ruling))
def test_every_field_of_a_ruling_is_compared(field: str) -> None:
    tcp = load_regulation("MD-TCP")
    other = {"clauses": (Clause("MD-TCP", "1.A"),), "default": 500}.get(field)
    if other is None:
        other = ("another",) if isinstance(getattr(tcp.rulings["ante-bonus-always"], field), tuple) else "another"
    found = compare(tcp, with_ruling(tcp, "ante-bonus-always", **{field: other}))
    assert found
    if field != "option":
        assert [one.path[-1] for one in found] == [field]


def test_the_wording_of_rulings_is_not_compared_between_documents() -> None:
    found = compare(load_regulation("MD-LIR"), load_regulation("MA-LIR"))
    assert {one.path for one in found if one.path[0] in ("options", "rulings")} == {
        ("options", "five_card_bonus_stake"), ("options", "six_card_precondition"), ("options", "cover_all_dealer"),
    }  # fmt: skip
