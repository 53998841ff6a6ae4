"""Events as JSON and as text. Encoding and decoding are inverse; any other form raises ValueError."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, get_args

from pitboss.cards import Card, parse_dealt_card
from pitboss.money import parse_money, show_money
from pitboss.play import events as e
from pitboss.play.message import message_from_json, message_to_json

EVENTS: Mapping[str, type[e.Event]] = {kind.__name__: kind for kind in get_args(e.Event)}
_MONEY = frozenset({"amount", "stake", "was", "returned"})
_TRUTH = {"yes": True, "no": False}
_NUMBER = re.compile(r"-?[0-9]{1,15}")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\S+')


def event_to_json(event: e.Event) -> dict[str, Any]:
    """`{"event": "WagerPaid", "box": 3, …}` with cards as texts."""
    return {**_encoded(event)}


@lru_cache(maxsize=1024)
def _encoded(event: e.Event) -> dict[str, Any]:
    """Cached: one event is encoded for the ledger, for every audience, and for the answer to the command."""
    return message_to_json(event)


def event_from_json(document: object) -> e.Event:
    """The event in a parsed JSON object."""
    return message_from_json(document, EVENTS)


def words_of(name: str) -> str:
    """`WagerPaid` as `wager paid`."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", name).lower()


def show_event(event: e.Event) -> str:
    """`wager forfeited 1 ante $10` and, after a gap, the clause without its regulation."""
    tokens = [words_of(type(event).__name__)]
    for name, value in event.as_dict().items():
        if name != "cite":
            tokens.append(_token(name, value))
    return f"{' '.join(token for token in tokens if token):<57} {event.cite.split(' ', 1)[-1]}"


def _token(name: str, value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name in _MONEY and isinstance(value, int) and not isinstance(value, Card):
        return show_money(value)
    return quoted(str(value))


def quoted(text: str) -> str:
    """A text as one token: as it is, or in quotes if it has spaces or is empty."""
    if text and not re.search(r'[\s"\\]', text):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def unquoted(token: str) -> str:
    return re.sub(r"\\(.)", r"\1", token[1:-1]) if token.startswith('"') else token


def tokens_of(text: str) -> list[str]:
    """The tokens of a line; a text in quotes is one token."""
    return _TOKEN.findall(text)


_NAMES = {tuple(words_of(name).split()): kind for name, kind in EVENTS.items()}


def parse_event(text: str, regulation: str) -> e.Event:
    """The event that `show_event` wrote, under a regulation."""
    tokens = tokens_of(text)
    for length in (2, 3, 1):
        kind = _NAMES.get(tuple(tokens[:length]))
        if kind:
            return _parse_fields(kind, tokens[length:], regulation)
    raise ValueError(f"{text.strip()!r} is not an event")


def _parse_fields(kind: Any, tokens: list[str], regulation: str) -> e.Event:
    hints = {name: hint for name, hint in kind.__annotations__.items() if name != "cite"}
    values: list[object] = []
    after = len(hints)
    for index, (name, hint) in enumerate(hints.items(), 1):
        if hint == e.Cards:
            # Everything up to the fields that follow, and the clause, is cards.
            taken = len(tokens) - (after - index) - 1
            values.append(tuple(parse_dealt_card(token) for token in tokens[:taken]))
            tokens = tokens[taken:]
        elif tokens:
            values.append(_parse_token(name, hint, tokens.pop(0)))
    if len(tokens) != 1 or len(values) != len(hints):
        raise ValueError(f"{words_of(kind.__name__)}: expected {', '.join(hints)} and a clause")
    return kind(*values, f"{regulation} {tokens[0]}")  # type: ignore[no-any-return]


def _parse_token(name: str, hint: Any, token: str) -> object:
    if hint is Card:
        return parse_dealt_card(token)
    if hint is bool and token in _TRUTH:
        return _TRUTH[token]
    if hint is int and name in _MONEY:
        return -parse_money(token[1:]) if token.startswith("-") else parse_money(token)
    if hint is int and _NUMBER.fullmatch(token):
        return int(token)
    if hint is str:
        return unquoted(token)
    raise ValueError(f"{token!r} is not the {name}: expected {'yes or no' if hint is bool else 'a whole number'}")
