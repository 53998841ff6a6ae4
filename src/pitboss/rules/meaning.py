"""The digest of what a regulation means: canonical JSON of its shaped rows and options.

A field that has its default is left out, so that a new field of the schema changes no digest. Tables keep their order,
because order is meaning; the fields of a record are sorted, because their order is not.
"""

import json
from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.rules.payout import Payout
from pitboss.rules.record import MISSING, Record

if TYPE_CHECKING:
    from pitboss.rules.regulation import Regulation

ABOUT = frozenset({"effective", "until", "replaces", "revision", "rulings", "text"})
"""Fields that describe an edition and are not part of its meaning."""


def meaning_digest(regulation: "Regulation") -> str:
    """SHA-256 over the regulation's rows and options."""
    from hashlib import sha256  # noqa: PLC0415 - only approvals pay for it

    return sha256(meaning_text(regulation).encode()).hexdigest()


def meaning_text(regulation: "Regulation") -> str:
    """The canonical JSON that the digest covers."""
    rules = _given(regulation, ABOUT)
    options = {key: [list(ruling.values), ruling.default] for key, ruling in regulation.options.items()}
    return json.dumps({"rules": rules, "options": options}, sort_keys=True, separators=(",", ":"))


def _given(record: Record, without: Collection[str] = ()) -> dict[str, object]:
    """The fields that do not have their default."""
    return {
        name: _plain(value)
        for name, value in record.given().items()
        if name not in without and value != record.record_defaults.get(name, MISSING)
    }


def _plain(value: object) -> object:
    if isinstance(value, Record):
        return _given(value)
    if isinstance(value, Mapping):
        return [[key, _plain(item)] for key, item in value.items()]
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, Payout):
        return value.meaning()
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value
