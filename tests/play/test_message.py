"""Typed values: two kinds are never equal, and no field can be set."""

import pickle
import subprocess
import sys
from itertools import combinations
from typing import Any, get_args

import pytest

from pitboss.house.request import CountByHouse, OpenBetsNow, ShuffleByHouse
from pitboss.ledger.fold import LinkRecord, Shuffle, TableRecord
from pitboss.ledger.incidents import Incident
from pitboss.ledger.people_records import PeopleRecord, PersonAdded, SignInFailed
from pitboss.ledger.rack import OwedPayout, Rack, RackCount
from pitboss.ledger.records import (
    FloorDecision,
    HouseOpened,
    LinkOpened,
    RulesRecorded,
    TableOpened,
    TableReopened,
    TransferRequested,
)
from pitboss.ledger.slips import SlipRecord
from pitboss.ledger.store import Person, Session
from pitboss.ledger.table_status import LimitNotice, TableStatus, Transfer
from pitboss.play import event_groups
from pitboss.play import events as e
from pitboss.play.commands import Command
from pitboss.play.message import Message, TypedValue, message_from_json, message_to_json
from pitboss.play.round import Box, Locked, Reported, Round, Settled
from pitboss.table.dry_run import DryRunTable
from pitboss.table.state import DeckState

KINDS: list[Any] = [
    *get_args(e.Event), *get_args(Command), *get_args(FloorDecision), *get_args(PeopleRecord),
    HouseOpened, RulesRecorded, TableOpened, LinkOpened, ShuffleByHouse, OpenBetsNow, CountByHouse,
    Person, Session, Transfer, LimitNotice, TableStatus, Rack, RackCount, OwedPayout, Shuffle, TableRecord, LinkRecord,
    *get_args(Incident), *get_args(SlipRecord), DryRunTable, DeckState, Round, Box, Settled, Locked, Reported,
]  # fmt: skip


def filled(kind: Any, value: object = "x") -> TypedValue:
    """A value with the same value in every field: no type is checked when one is made."""
    return kind(*[value] * len(kind.__struct_fields__))  # type: ignore[no-any-return]


def test_every_kind_of_value_is_here() -> None:
    def below(kind: type) -> set[type]:
        return {kind}.union(*map(below, kind.__subclasses__())) if kind.__subclasses__() else {kind}

    concrete = {
        kind for kind in below(TypedValue) if not kind.__subclasses__() and kind.__module__ != event_groups.__name__
    }
    assert {kind for kind in concrete if kind.__module__.startswith("pitboss.")} == set(KINDS)


def test_two_kinds_with_equal_fields_differ() -> None:
    pairs = list(combinations(map(filled, KINDS), 2))
    assert len(pairs) == len(KINDS) * (len(KINDS) - 1) // 2
    assert [pair for pair in pairs if pair[0] == pair[1]] == []
    assert len({*map(filled, KINDS)}) == len(KINDS), "and so they are different keys"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_value_is_equal_to_its_like_and_frozen(kind: Any) -> None:
    one = filled(kind)
    assert one == filled(kind)
    assert hash(one) == hash(filled(kind))
    assert pickle.loads(pickle.dumps(one)) == one
    for name in kind.__struct_fields__:
        assert one != one.replace(**{name: "y"})
        with pytest.raises(AttributeError):
            setattr(one, name, "y")
    with pytest.raises(TypeError):
        one[0]  # type: ignore[index]


RECORDS: dict[Message, dict[str, Any]] = {
    HouseOpened("Hall", "text", "d", "k", "0.2"): {
        "event": "HouseOpened", "facility": "Hall", "file": "text", "digest": "d", "public_key": "k", "version": "0.2",
    },
    TransferRequested("t-1", "fill", 500): {
        "event": "TransferRequested", "transfer": "t-1", "kind": "fill", "amount": 500,
    },
    TableReopened(): {"event": "TableReopened"},
    PersonAdded("ann", "dealer", ("one", "two")): {
        "event": "PersonAdded", "name": "ann", "role": "dealer", "tables": ["one", "two"],
    },
    SignInFailed("ann"): {"event": "SignInFailed", "name": "ann"},
    SignInFailed("", "a1b2c3"): {"event": "SignInFailed", "name": "", "unknown": "a1b2c3"},
}  # fmt: skip


@pytest.mark.parametrize(("record", "document"), RECORDS.items(), ids=lambda one: type(one).__name__)
def test_a_record_is_written_as_it_always_was(record: Message, document: dict[str, Any]) -> None:
    assert message_to_json(record) == document
    assert message_from_json(document, {type(record).__name__: type(record)}) == record


def test_a_link_opens_with_its_seeds() -> None:
    document = {"event": "LinkOpened", "meters": {"main": 100_000}}
    assert message_to_json(LinkOpened({"main": 100_000})) == document
    assert message_from_json(document, {"LinkOpened": LinkOpened}) == LinkOpened({"main": 100_000})


@pytest.mark.parametrize("command", [["rules"], ["odds", "MD-TCP", "pair_plus", "A"], ["strategy", "MD-TCP"]])
def test_commands_about_rules_and_odds_do_not_load_it(command: list[str]) -> None:
    """Importing msgspec takes longer than a bare interpreter's start."""
    code = f"import sys; from pitboss.cli.main import main; main({command}); sys.exit('msgspec' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=False).returncode == 0
