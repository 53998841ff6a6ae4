"""The closed vocabulary that several chapters share. A word that no regulation uses fails a test."""

import re
from fractions import Fraction
from typing import Annotated, Literal, NamedTuple

from pitboss.money import parse_money
from pitboss.rules.clause import Clause
from pitboss.rules.record import Record

Pile = Literal["player", "dealer", "community", "bonus_box"]
Device = Literal["manual_shoe", "hand", "automated_shoe", "reshuffling_shoe", "electronic"]
Shuffler = Literal["none", "automated", "counting", "reshuffling"]
Direction = Literal["clockwise", "counterclockwise"]
Person = Literal["dealer", "floorperson", "player"]

_RATIO = re.compile(r"([0-9]+)(?:/(0*[1-9][0-9]*))?")
_PERCENT = re.compile(r"([0-9]{1,9})(?:\.([0-9]{1,9}))?%")
_DAY = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_MINUTES = re.compile(r"([1-9][0-9]{0,4}) minutes?")
_CHOICE = re.compile(r"[a-z]+(?:_[a-z0-9]+)*")
_NOT_CHOICES = ("leave", "place")
"""Words of the notation that a box already has: `box 1 leaves`, `box 1 places ante $10`."""
_GAME = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")


def parse_ratio(text: str) -> Fraction:
    """`1`, `5` or `1/2`."""
    match = _RATIO.fullmatch(text)
    if match is None:
        raise ValueError(f'{text!r} is not a ratio: write "1", "5" or "1/2"')
    return Fraction(int(match[1]), int(match[2] or 1))


def parse_percent(text: str) -> Fraction:
    """`14%` or `2.5%`, as a fraction of one."""
    match = _PERCENT.fullmatch(text)
    if match is None:
        raise ValueError(f'{text!r} is not a percentage: write "14%" or "2.5%"')
    whole, decimals = match[1], match[2] or ""
    return Fraction(int(whole + decimals), 100 * 10 ** len(decimals))


def parse_minutes(text: str) -> int:
    """`30 minutes`."""
    match = _MINUTES.fullmatch(text)
    if match is None:
        raise ValueError(f'{text!r} is not a time in minutes: write "30 minutes"')
    return int(match[1])


def parse_game(text: str) -> str:
    """The name of a game, which is also the name of its folder: lower-case words, joined by `_`."""
    if not _GAME.fullmatch(text):
        raise ValueError(f'{text!r} is not the name of a game: write lower-case words joined by "_"')
    return text


def parse_choice(text: str) -> str:
    """The name of a choice: a verb, and what distinguishes it from others of the same verb: `fold`, `raise_3`."""
    if not _CHOICE.fullmatch(text) or text.partition("_")[0] in _NOT_CHOICES:
        raise ValueError(f'{text!r} is not the name of a choice: write a verb, such as "fold" or "raise_3"')
    return text


def spoken_choice(choice: str) -> str:
    """A choice as the notation writes it after the box: `folds`, `raises 3`."""
    verb, _, rest = choice.partition("_")
    return f"{verb}s {rest.replace('_', ' ')}".rstrip()


def named_choice(spoken: str) -> str:
    """The choice that `spoken_choice` writes as this text."""
    verb, *rest = spoken.split(" ")
    return "_".join((verb.removesuffix("s"), *rest))


def show_percent(share: Fraction) -> str:
    """The text of a finite decimal percentage, as `parse_percent` reads it."""
    scaled, places = share * 100, 0
    while scaled.denominator != 1:
        scaled, places = scaled * 10, places + 1
    digits = str(scaled.numerator).rjust(places + 1, "0")
    return (f"{digits[:-places]}.{digits[-places:]}" if places else digits) + "%"


def parse_day(text: str) -> str:
    """`2027-01-01`; days compare as texts."""
    match = _DAY.fullmatch(text)
    if match is None or not 1 <= int(match[3]) <= _days_in(int(match[1]), int(match[2])):
        raise ValueError(f'{text!r} is not a day: write "2027-01-31"')
    return text


def day_after(text: str) -> str:
    """The next day of the calendar."""
    year, month, day = map(int, text.split("-"))
    if day < _days_in(year, month):
        return f"{year:04}-{month:02}-{day + 1:02}"
    return f"{year:04}-{month + 1:02}-01" if month < 12 else f"{year + 1:04}-01-01"


def _days_in(year: int, month: int) -> int:
    """The days of a month; 0 if there is no such month."""
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return {4: 30, 6: 30, 9: 30, 11: 30}.get(month, 31) if 1 <= month <= 12 else 0


Day = Annotated[str, parse_day]
Money = Annotated[int, parse_money]
Minutes = Annotated[int, parse_minutes]
Ratio = Annotated[Fraction, parse_ratio]
Percent = Annotated[Fraction, parse_percent]
GameName = Annotated[str, parse_game]
ChoiceName = Annotated[str, parse_choice]


class Under(NamedTuple):
    """An option of a ruling and a value: the row that names it applies only if the option has this value."""

    option: str
    value: str


class Cited(Record):
    """Whatever a regulation says has an address; `also` lists further clauses that the same row meets."""

    cite: Clause
    also: tuple[Clause, ...] = ()
