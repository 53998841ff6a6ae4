"""Entries that hold a single record, such as an incident or a slip."""

from collections.abc import Mapping

from pitboss.errors import LedgerBroken
from pitboss.ledger.entry import Entry
from pitboss.play.message import Kind, message_from_json


def read_single(entry: Entry, kinds: Mapping[str, type[Kind]], name: str) -> Kind:
    """The record in an entry. LedgerBroken says where one stands that cannot be read, and what it should be."""
    try:
        (document,) = entry.content["events"]
        return message_from_json(document, kinds)
    except (ValueError, LookupError, TypeError) as error:
        raise LedgerBroken(f"it is not {name} ({error})", entry.position, entry.stream, entry.seq) from None
