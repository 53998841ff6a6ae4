"""The values in a recorded round, read strictly: nothing is converted, guessed or left out.

Whatever is wrong is a ValueError with one sentence: where, what was expected, what was found.
"""

from collections.abc import Collection, Mapping
from typing import Any

from pitboss.cards import parse_card, show_cards
from pitboss.cards.card import repeated
from pitboss.play.terms import Cards
from pitboss.rules.shape import suggestion

MOST_CENTS = 10**14 - 1
"""As much as can be written as money."""


def as_object(value: object, where: str, known: Collection[str]) -> Mapping[str, Any]:
    """An object with known keys only."""
    if not isinstance(value, dict):
        raise ValueError(f"{where}: expected an object, found {shown(value)}")
    for key in value:
        if key not in known:
            raise ValueError(f"{where}: unknown key {shown(key)}{suggestion(str(key)[:40], tuple(known))}")
    return value


def as_cents(value: object, where: str, least: int = 1) -> int:
    """Whole cents; neither `10.0` nor `true` nor `"10"` is a number of cents."""
    if type(value) is not int or not least <= value <= MOST_CENTS:
        most = " and at most $999,999,999,999.99" if type(value) is int and value > MOST_CENTS else ""
        raise ValueError(f"{where}: expected whole cents, at least {least}{most}, found {shown(value)}")
    return value


def as_cards(value: object, where: str) -> Cards:
    """Cards in the order given, each once."""
    if not isinstance(value, list):
        raise ValueError(f"{where}: expected an array of cards, found {shown(value)}")
    try:
        return tuple(map(parse_card, value))
    except (ValueError, TypeError):
        raise ValueError(f"{where}: {_no_card(value)}") from None


def _no_card(values: list[object]) -> str:
    for value in values:
        if not isinstance(value, str):
            return f'expected a card such as "As", found {shown(value)}'
        try:
            parse_card(value[:40])
        except ValueError as error:
            return str(error)
    raise AssertionError("each of them is a card")


def check_distinct(cards: Cards) -> None:
    """A ValueError where a card lies on the table twice."""
    if len(set(cards)) < len(cards):
        raise ValueError(f"{show_cards(repeated(cards))} lies on the table twice: expected each card once")


def shown(value: object) -> str:
    """What was found, in few words."""
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
