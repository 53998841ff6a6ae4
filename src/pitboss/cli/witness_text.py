"""Heads and their witnesses, as `pitboss verify` shows them."""

from collections.abc import Mapping
from typing import Any

from pitboss.cli.times import show_when
from pitboss.evidence.heads import Head
from pitboss.evidence.policy import Witnessed
from pitboss.text import plural, printable


def witnessed_json(witnessed: Witnessed) -> Mapping[str, Any]:
    return {"size": witnessed.head.size, "cosigned": dict(witnessed.witnesses)}


def witness_lines(witnessed: Witnessed | None) -> list[tuple[str, str]]:
    """Who cosigned, and when; nothing if nobody was asked."""
    if witnessed is None:
        return []
    each = [f"{printable(name)} {show_when(at * 1000)} UTC" for name, at in sorted(witnessed.witnesses.items())]
    entries = plural(witnessed.head.size, "entry", "entries")
    return [("witnesses", f"{', '.join(each) or 'none, as the policy permits'}, over {entries}")]


def head_json(head: Head) -> Mapping[str, Any]:
    return {"origin": head.origin, "size": head.size, "root": head.root.hex(), "at": head.at}
