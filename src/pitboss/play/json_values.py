"""The values in a recorded round, read strictly: nothing is converted, guessed or left out.

Every fault raises DocumentFault with one sentence: the place, what was expected, and what was found.
"""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from pitboss.cards import parse_dealt_card
from pitboss.play.terms import Cards
from pitboss.rules.schema import suggestion

MOST_CENTS = 10**14 - 1
"""The largest amount that can be written as money."""


Path = tuple[str | int, ...]
"""The keys that lead to a value in a document."""


class DocumentPlace(NamedTuple):
    """A place in a document: its name for people, and the keys that lead there."""

    name: str
    path: Path

    def at(self, key: str) -> "DocumentPlace":
        """The place of a key in the object that lies here."""
        return DocumentPlace(f"{self.name}: {key}" if self.path else key, (*self.path, key))

    def misread(self, reason: str, *key: str) -> "DocumentFault":
        """Raises DocumentFault for this place, or for a key of it."""
        return DocumentFault(f"{self.name}: {reason}", (*self.path, *key))


class DocumentFault(ValueError):
    """A value in a document is wrong; holds the keys that lead to it."""

    def __init__(self, text: str, path: Path = ()) -> None:
        super().__init__(text)
        self.path = path


ROUND = DocumentPlace("the round", ())


def as_object(value: object, where: DocumentPlace, known: Collection[str]) -> Mapping[str, Any]:
    """An object with known keys only."""
    if not isinstance(value, dict):
        raise where.misread(f"expected an object, found {shown(value)}")
    for key in value:
        if key not in known:
            raise where.misread(f"unknown key {shown(key)}{suggestion(str(key)[:40], tuple(known))}", key)
    return value


def as_cents(value: object, where: DocumentPlace, least: int = 1) -> int:
    """Whole cents; neither `10.0` nor `true` nor `"10"` is a number of cents."""
    if type(value) is not int or not least <= value <= MOST_CENTS:
        most = " and at most $999,999,999,999.99" if type(value) is int and value > MOST_CENTS else ""
        raise where.misread(f"expected whole cents, at least {least}{most}, found {shown(value)}")
    return value


def as_cards(value: object, where: DocumentPlace) -> Cards:
    """Cards in the order given."""
    if not isinstance(value, list):
        raise where.misread(f"expected an array of cards, found {shown(value)}")
    try:
        return tuple(map(parse_dealt_card, value))
    except (ValueError, TypeError):
        raise where.misread(_no_card(value)) from None


def _no_card(values: list[object]) -> str:
    for value in values:
        if not isinstance(value, str):
            return f'expected a card such as "As", found {shown(value)}'
        try:
            parse_dealt_card(value[:40])
        except ValueError as error:
            return str(error)
    raise AssertionError("each of them is a card")


def shown(value: object) -> str:
    """A short text for a value that was found."""
    match value:
        case None:
            return "nothing"
        case bool():
            return str(value).lower()
        case list():
            return "an array"
        case dict():
            return "an object"
        case str() if len(value) > 40:
            return f"{value[:37]!r}..."
    text = repr(value)
    return text if len(text) <= 44 else f"{text[:37]}..."
