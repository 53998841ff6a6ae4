"""What holds of every paytable, and of the vocabulary that all regulations share."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, pairwise
from types import ModuleType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import pytest

from pitboss.cards import RANKINGS
from pitboss.cards.example_hands import example_hands, rows_that_pay
from pitboss.rules import dealing, paytable, procedures, regulation, script, wagers
from pitboss.rules import vocabulary as words
from pitboss.rules.load import folders, load_edition, load_regulation
from pitboss.rules.payout import Payout
from pitboss.rules.paytable import MeterRule, Paytable, PaytableLine
from pitboss.rules.record import Record
from pitboss.rules.regulation import Regulation
from pitboss.rules.wagers import Hand
from tests.regulations.outside import OUTSIDE, source_of

EXCEPTIONS = {
    # Paid for the hand it is, though at the least seed a lower hand wins more: 10% of $1,000, and $250, against 300.
    ("MD-LIR", "progressive", "A", "straight_flush"): "highest-hand-only",
    ("MD-LIR", "progressive", "D", "straight_flush"): "highest-hand-only",
    # No least seed is stated, so nothing is certain to be in the meter.
    ("MD-TCP", "five_card_progressive", "A", "royal_flush"): "meter-least-seed",
    ("MD-TCP", "five_card_progressive", "A", "straight_flush"): "meter-least-seed",
    ("MD-TCP", "five_card_progressive", "B", "royal_flush"): "meter-least-seed",
    ("MD-TCP", "five_card_progressive", "B", "straight_flush"): "meter-least-seed",
    ("MD-TCP", "five_card_progressive", "C", "royal_flush"): "meter-least-seed",
    ("MD-TCP", "five_card_progressive", "C", "straight_flush"): "meter-least-seed",
    ("MD-TCP", "five_card_progressive", "C", "four_of_a_kind"): "meter-least-seed",
    ("MA-LIR", "progressive", "TABLE1", "royal_flush"): "meter-least-seed",
    ("MA-LIR", "progressive", "TABLE1", "straight_flush"): "meter-least-seed",
}
"""Rows that may pay less than a row below them, and the ruling that says why."""


class Case(NamedTuple):
    regulation_id: str
    group: str
    name: str
    table: Paytable
    hand: Hand

    def __str__(self) -> str:
        return f"{self.regulation_id}-{self.group}-{self.name}"

    @property
    def columns(self) -> tuple[int | None, ...]:
        return self.table.by_boxes or self.table.by_stake or (None,)


def cases(regulation_id: str) -> Iterator[Case]:
    rules = load_regulation(regulation_id)
    payees = {wager.paytable: wager.hand for wager in rules.wagers.values()}
    payees |= {award.paytable: award.hand for award in rules.awards.values()}
    for group, tables in rules.paytables.items():
        for name, table in tables.items():
            yield Case(regulation_id, group, name, table, rules.hands[table.hand or payees[group]])


CASES = [case for regulation_id in folders() for case in cases(regulation_id)]
every_paytable = pytest.mark.parametrize("case", CASES, ids=str)


def worth(payout: Payout, meters: Mapping[str, MeterRule]) -> int:
    """What a payout is at least worth in cents to a stake of $1, the stake itself aside."""
    match payout.form:
        case "prize":
            return payout.number
        case "share":
            return payout.number * (meters[payout.meter].least_seed or 0) // 100
        case _:
            return payout.number * 100


def falling(lines: Iterable[PaytableLine], meters: Mapping[str, MeterRule]) -> set[str]:
    """Patterns that pay less than some row below them."""
    return {
        higher.pattern
        for higher, lower in combinations(lines, 2)
        if worth(higher.payout, meters) < worth(lower.payout, meters)
    }


def out_of_order(patterns: list[str], hand: Hand) -> list[str]:
    """Patterns after one that ranks below them; a pattern that the order does not list ranks as its highest hand."""
    order = list(hand.order)

    def place(pattern: str) -> int:
        if pattern in order:
            return order.index(pattern)
        holding = (held for held in example_hands(hand.ranking) if pattern in held)
        return min(order.index(name) for held in holding for name in held if name in order)

    return [later for earlier, later in pairwise(patterns) if place(later) < place(earlier)]


@pytest.mark.parametrize("name", sorted({case.hand.ranking for case in CASES}))
def test_every_pattern_has_an_example(name: str) -> None:
    assert {pattern for held in example_hands(name) for pattern in held} == set(RANKINGS[name].patterns)


@every_paytable
def test_no_row_is_shadowed(case: Case) -> None:
    patterns = [row.pattern for row in case.table.pays]
    assert rows_that_pay(patterns, case.hand.ranking) == set(range(len(patterns)))


@every_paytable
def test_a_higher_hand_never_pays_less(case: Case) -> None:
    found = {pattern for column in case.columns for pattern in falling(case.table.lines(column), case.table.meters)}
    known = {row for *key, row in EXCEPTIONS if tuple(key) == (case.regulation_id, case.group, case.name)}
    assert found == known


@pytest.mark.parametrize(("row", "ruling"), EXCEPTIONS.items(), ids=lambda value: "-".join(value) if value else "")
def test_every_exception_has_its_ruling(row: tuple[str, ...], ruling: str) -> None:
    assert ruling in load_regulation(row[0]).rulings


@every_paytable
def test_rows_follow_the_order_of_hands(case: Case) -> None:
    assert out_of_order([row.pattern for row in case.table.pays], case.hand) == []


@every_paytable
def test_a_wider_stake_never_pays_less(case: Case) -> None:
    """Columns by stake rise with the stake; columns by boxes fall with the number of boxes."""
    if case.columns != (None,):
        for row in case.table.pays:
            paid = [worth(payout, case.table.meters) for payout in row.payouts]
            assert paid == sorted(paid), row.pattern


def test_faults_of_a_paytable_are_found() -> None:
    rules = load_regulation("MD-TCP")
    table = rules.paytables["pair_plus"]["A"]
    patterns = [row.pattern for row in table.pays]
    assert rows_that_pay(["straight_flush", "mini_royal"], "three_card") == {0}
    assert rows_that_pay(["pair", *patterns], "three_card") == set(range(len(patterns)))
    assert out_of_order([patterns[1], patterns[0]], rules.hands["three_card"]) == ["straight_flush"]
    assert out_of_order(["straight", "mini_royal"], rules.hands["three_card"]) == ["mini_royal"]
    assert falling(table.lines()[::-1], {}) == {"pair", "flush", "straight", "three_of_a_kind"}
    meters = {"main": MeterRule(cite=table.cite, least_seed=100_000)}
    share = PaytableLine("mini_royal", Payout("share", 10, "main"), table.cite)
    fixed = PaytableLine("straight_flush", Payout("for", 300), table.cite)
    assert falling([share, fixed], meters) == {"mini_royal"}
    assert falling([fixed, share], meters) == set()


MODULES = (words, wagers, dealing, script, procedures, regulation, paytable)
Words = tuple[str, ...]


def vocabularies(hint: Any) -> Iterator[Words]:
    """Every closed vocabulary within a type."""
    origin = get_origin(hint)
    if origin is Literal:
        yield get_args(hint)
    elif origin is Annotated:
        yield from vocabularies(get_args(hint)[0])
    elif origin is not None:
        for arg in get_args(hint):
            yield from vocabularies(arg)


def declared(module: ModuleType) -> Iterator[Words]:
    """The vocabularies of a module: named ones, and those of its records' fields."""
    for value in vars(module).values():
        hints = getattr(value, "__annotations__", {}) if isinstance(value, type) else {"": value}
        for hint in hints.values():
            yield from vocabularies(hint)


def inside(hint: Any, value: object) -> Iterator[tuple[Any, object]]:
    """The values directly within a value, each with its type."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Annotated, Union, UnionType):  # Annotated[X, parser], X | None
        yield from [(args[0], value)] if value is not None else []
    elif isinstance(value, Record):
        yield from ((field, getattr(value, name)) for name, field in value.record_fields.items())
    elif isinstance(value, tuple) and hasattr(value, "_asdict"):
        yield from ((field, getattr(value, name)) for name, field in type(value).__annotations__.items())
    elif isinstance(value, tuple):
        yield from ((args[0], item) for item in value)
    elif isinstance(value, Mapping) and args:
        yield from (pair for key, item in value.items() for pair in zip(args, (key, item), strict=True))


def used(hint: Any, value: object) -> Iterator[tuple[Words, str]]:
    """Every word within a value of a type, with the vocabulary that it is from."""
    if get_origin(hint) is Literal:
        yield get_args(hint), str(value)
    for part in inside(hint, value):
        yield from used(*part)


def unused(known: Iterable[Words], spoken: Iterable[tuple[Words, str]]) -> set[str]:
    said = set(spoken)
    return {f"{word} ({', '.join(group)})" for group in known for word in group if (group, word) not in said}


def test_every_word_is_used_by_some_regulation() -> None:
    known = {group for module in MODULES for group in declared(module)}
    regulations = [load_regulation(name) for name in folders()] + [load_edition(source_of(name)) for name in OUTSIDE]
    spoken = [word for regulation in regulations for word in used(Regulation, regulation)]
    assert unused(known, spoken) == set()


def test_the_vocabularies_are_found() -> None:
    known = {group for module in MODULES for group in declared(module)}
    assert ("player", "dealer", "community", "bonus_box") in known
    assert ("clockwise", "counterclockwise") in known
    assert ("layout", "inventory") in known
    assert ("none", "preshuffled", "floor_orders") in known
    assert any("void_round" in group for group in known)
    assert any("chips_only" in group for group in known)


def test_an_unused_word_is_found() -> None:
    class Lamp(Record):
        colours: tuple[Literal["red", "green", "blue"], ...]
        shape: Literal["round", "square"] | None = None

    groups = [("red", "green", "blue"), ("round", "square")]
    assert list(vocabularies(Lamp.record_fields["colours"])) == groups[:1]
    lamps = [Lamp(colours=("red", "blue")), Lamp(colours=("red",), shape="square")]
    spoken = [word for lamp in lamps for word in used(Lamp, lamp)]
    assert unused(groups, spoken) == {"green (red, green, blue)", "round (round, square)"}
