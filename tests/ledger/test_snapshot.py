"""Snapshots: whatever a table is, its record comes back from its text deeply the same."""

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from random import Random
from typing import Any, cast, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.errors import CommandRefused
from pitboss.ledger import snapshot
from pitboss.ledger.fold import Rulesets, Shuffle, TableRecord
from pitboss.ledger.snapshot import read_record, write_record
from pitboss.ledger.table_status import TableStatus, Transfer
from pitboss.play import commands as c
from pitboss.play.message import TypedValue
from pitboss.rules.load import folders
from pitboss.rules.ruleset import Ruleset
from pitboss.table.decide import act
from pitboss.table.state import Table, new_table
from tests.properties.asking import any_command, chances, next_step
from tests.properties.houses import approved, houses
from tests.properties.test_offers import walked

HASH = bytes(range(32))
SHUFFLES = st.dictionaries(
    st.integers(0, 1), st.builds(Shuffle, st.text("0123456789abcdef"), st.text("0123456789abcdef"), st.booleans())
)
each_regulation = pytest.mark.parametrize("regulation_id", sorted(folders()))
many = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


class OneHouse:
    """Rules of a house that has one table."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset

    def of(self, seq: int, table: str) -> Ruleset:
        assert (seq, table) == (3, "one")
        return self._ruleset


def rules(ruleset: Ruleset) -> Rulesets:
    return cast(Rulesets, OneHouse(ruleset))


def deep(value: Any) -> Any:
    """A value with the type of everything in it; mappings by their items in order."""
    if isinstance(value, Mapping):
        return "mapping", [(deep(key), deep(item)) for key, item in value.items()]
    if isinstance(value, frozenset):
        return "frozenset", sorted(deep(item) for item in value)
    if isinstance(value, tuple | TypedValue):
        return type(value).__name__, [deep(item) for item in (value if isinstance(value, tuple) else value.as_tuple())]
    return type(value).__name__, value


def bare(record: TableRecord) -> tuple[Any, ...]:
    """All but the rules, which come from the house."""
    table = [value for name, value in record.table.as_dict().items() if name not in ("ruleset", "terms")]
    return deep((*table, *record.as_tuple()[1:]))  # type: ignore[no-any-return]


@each_regulation
@many
@given(data=st.data(), chance=chances, shuffles=SHUFFLES, dealers=st.dictionaries(st.text(), st.integers(0, 99)))
def test_a_record_comes_back_deeply_equal(
    regulation_id: str, data: st.DataObject, chance: Random, shuffles: dict[int, Shuffle], dealers: dict[str, int]
) -> None:
    table = walked(data.draw(houses(regulation_id)), chance)
    record = TableRecord(table, 7, 3, dealers, shuffles)
    text = write_record(record, HASH)
    back = read_record(text, "one", HASH, rules(table.ruleset))
    assert back == record
    assert bare(back) == bare(record)
    assert write_record(back, HASH) == text


@each_regulation
@many
@given(data=st.data(), chance=chances)
def test_a_table_that_came_back_goes_on_alike(regulation_id: str, data: st.DataObject, chance: Random) -> None:
    """Not only equal: whatever is asked next, both tables answer the same."""
    table = walked(data.draw(houses(regulation_id)), chance)
    record = read_record(write_record(TableRecord(table, 7, 3), HASH), "one", HASH, rules(table.ruleset))
    assert record
    back, seed = record.table, chance.getrandbits(64)
    own, other = Random(seed), Random(seed)
    for _ in range(12):
        table, events = asked(table, own)
        back, same = asked(back, other)
        assert (back, same) == (table, events)


def asked(table: Table, chance: Random) -> tuple[Table, object]:
    command = any_command(table, chance) if chance.random() < 0.3 else next_step(table, chance)
    try:
        return act(table, command)
    except CommandRefused as refused:
        return table, str(refused)


ONE = """
facility = "House of tests"
[tables.one]
regulation = "MD-TCP"
boxes = 3
device = "manual_shoe"
adjacent_boxes = 1
[tables.one.wagers]
ante = { minimum = "$10", maximum = "$500" }
pair_plus = { paytable = "A", minimum = "$5", maximum = "$100" }
[tables.one.awards]
ante_bonus = { paytable = "A" }
"""


def written() -> str:
    table = act(new_table(approved(ONE)), c.BuyChips("ann", 500))[0]
    return write_record(TableRecord(table, 7, 3), HASH)


def test_the_decisions_of_the_floor_are_written_field_by_field() -> None:
    table = new_table(approved(ONE))
    transfers = Transfer("t", "fill", 100, "flo", "max"), Transfer("u", "credit", 1, "flo")
    record = TableRecord(table, 7, 3, {}, {0: Shuffle("c", "s", True)}, TableStatus("closing", transfers))
    text = write_record(record, HASH)
    waiting = [["t", "fill", 100, "flo", "max", "", []], ["u", "credit", 1, "flo", "", "", []]]
    assert json.loads(text)["standing"] == ["closing", waiting, [], "", [], ["", 0, [], None, [], [], 0]]
    assert json.loads(text)["shuffles"] == [[0, ["c", "s", True]]]
    assert read_record(text, "one", HASH, rules(table.ruleset)) == record


def test_a_record_at_another_entry_or_by_other_rules_is_none() -> None:
    ours = rules(approved(ONE))
    assert read_record(written(), "one", HASH, ours)
    assert read_record(written(), "one", bytes(32), ours) is None
    assert read_record(written(), "one", HASH, rules(approved(ONE.replace("$500", "$600")))) is None


def test_a_record_of_another_form_is_none() -> None:
    other = json.dumps({**json.loads(written()), "form": "0" * 64})
    assert read_record(other, "one", HASH, rules(approved(ONE))) is None


def test_the_form_names_these_fields() -> None:
    """A changed field takes another FORM, and then this digest: an old snapshot would be read as what it is not."""
    shapes = [[*map(str, get_type_hints(kind).items())] for kind in snapshot.KINDS]
    bare_names = re.sub(r"(\w+\.)+", "", str(shapes))
    assert sha256(bare_names.encode()).hexdigest()[:16] == "b8e9ed18b56e3375"
    assert snapshot.FORM.startswith("b8e9ed18")
