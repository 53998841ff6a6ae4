"""Snapshots: a table's record as JSON and back, so that a restart does not fold years of entries.

A snapshot is a cache. It names its entry by hash, and is signed. A snapshot that does not match its entry, its rules or
this form is ignored, and the table is folded from its entries instead.
"""

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from pitboss.cards import Card
from pitboss.ledger.entry import canonical
from pitboss.ledger.fold import LinkRecord, Rulesets, Shuffle, TableRecord
from pitboss.ledger.rack import OwedPayout, Rack, RackCount
from pitboss.ledger.table_status import LimitNotice, TableStatus, Transfer
from pitboss.play.message import TypedValue
from pitboss.play.round import Box, Locked, Reported, Round, Settled
from pitboss.play.terms import Terms
from pitboss.table.meters import Meter
from pitboss.table.state import DeckState, Table

_RULES = ("ruleset", "terms")
KINDS = (
    Table,
    DeckState,
    Round,
    Box,
    Settled,
    Locked,
    Reported,
    Shuffle,
    TableStatus,
    Transfer,
    LimitNotice,
    Rack,
    RackCount,
    OwedPayout,
)
"""The kinds that a snapshot consists of."""
FORM = "b8e9ed18b56e3375e6f060ebf390aee57cdab27a184ad387d6c45fc3f2face85"
"""Identifies the fields of these kinds and their meaning. If either changes, so must this name."""
LINK_FORM = "link 1"


def write_record(record: TableRecord, hash_: bytes) -> str:
    """A record as text, at the entry with a hash."""
    table = {name: _plain(value) for name, value in record.table.as_dict().items() if name not in _RULES}
    return canonical({
        "form": FORM, "hash": hash_.hex(), "seq": record.seq, "house": record.house,
        "dealers": _plain(record.dealers), "shuffles": _plain(record.shuffles),
        "standing": _plain(record.standing), "digest": record.table.ruleset.digest, "table": table,
    }).decode()  # fmt: skip


def read_record(text: str, name: str, hash_: bytes, rulesets: Rulesets) -> TableRecord | None:
    """The record in a snapshot; None if the entry, the rules or the form do not match."""
    written = json.loads(text)
    if written.get("form") != FORM:
        return None
    ruleset = rulesets.of(written["house"], name)
    if (written["hash"], written["digest"]) != (hash_.hex(), ruleset.digest):
        return None
    hints = _hints(Table)
    fields = {field: _shaped(hints[field], value) for field, value in written["table"].items()}
    table = Table(ruleset, Terms.of(ruleset), **fields)
    shuffles = _shaped(Mapping[int, Shuffle], written["shuffles"])
    dealers = _shaped(Mapping[str, int], written["dealers"])
    standing = _shaped(TableStatus, written["standing"])
    return TableRecord(table, written["seq"], written["house"], dealers, shuffles, standing)


def write_link(record: LinkRecord, hash_: bytes) -> str:
    """A link's meters as text, at the entry with a hash."""
    meters = {name: [meter.amount, str(meter.carry)] for name, meter in record.meters.items()}
    return canonical({"form": LINK_FORM, "hash": hash_.hex(), "seq": record.seq, "meters": meters}).decode()


def read_link(text: str, hash_: bytes) -> LinkRecord | None:
    """The meters in a snapshot; None if the entry or the form do not match."""
    written = json.loads(text)
    if (written.get("form"), written.get("hash")) != (LINK_FORM, hash_.hex()):
        return None
    meters = {name: Meter(amount, Fraction(carry)) for name, (amount, carry) in written["meters"].items()}
    return LinkRecord(written["seq"], meters)


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _plain(value: Any) -> Any:
    if isinstance(value, Card):
        return int(value)
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return [[key, _plain(item)] for key, item in value.items()]
    if isinstance(value, frozenset):
        return [_plain(item) for item in sorted(value)]
    if isinstance(value, tuple | TypedValue):
        return [_plain(item) for item in (value if isinstance(value, tuple) else value.as_tuple())]
    return value


def _shaped(hint: Any, value: Any) -> Any:
    """The inverse of `_plain`, by the type of a field."""
    origin, inner = get_origin(hint), get_args(hint)
    if isinstance(hint, UnionType):
        kinds = [kind for kind in inner if kind is not NoneType]
        return None if value is None else _shaped(kinds[0], value)
    if origin is tuple and inner[-1] is Ellipsis:
        return tuple(_shaped(inner[0], item) for item in value)
    if origin is tuple:
        return tuple(_shaped(kind, item) for kind, item in zip(inner, value, strict=True))
    if origin is frozenset:
        return frozenset(_shaped(inner[0], item) for item in value)
    if origin is Mapping or (isinstance(origin, type) and issubclass(origin, Mapping)):
        return {_shaped(inner[0], key): _shaped(inner[1], item) for key, item in value}
    if hint is Fraction or hint is Card:
        return hint(value)
    if isinstance(hint, type) and issubclass(hint, tuple | TypedValue):
        fields = _hints(hint).values()
        return hint(*(_shaped(kind, item) for kind, item in zip(fields, value, strict=True)))
    assert origin is Literal or hint in (int, str, bool), hint
    return value
