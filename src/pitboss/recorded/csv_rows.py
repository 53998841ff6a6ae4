"""Recorded rounds as CSV: one row a box, rows of a round together, compound cells like `ante=1000 pair_plus=500`."""

import csv
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pitboss.play.json_values import DocumentFault
from pitboss.rules.schema import suggestion

_WHOLE = re.compile(r"-?[0-9]{1,18}", re.ASCII)


def _number(text: str) -> str | int:
    """A whole number as an integer; anything else stays text, and is refused if a number is expected."""
    return int(text) if _WHOLE.fullmatch(text) else text


def _yes_or_no(text: str) -> str | bool:
    return {"true": True, "false": False}.get(text, text)


def _pairs(text: str, read: Callable[[str], str | int]) -> dict[str, str | int]:
    found: dict[str, str | int] = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if not equals:
            raise ValueError(f"expected name=value, found {word[:40]!r}")
        if key in found:
            raise ValueError(f"{key[:40]!r} appears twice")
        found[key] = read(value)
    return found


def _amounts(text: str) -> dict[str, str | int]:
    return _pairs(text, _number)


def _names(text: str) -> dict[str, str | int]:
    return _pairs(text, str)


_OF_THE_ROUND: Mapping[str, Callable[[str], object]] = {
    "round": str, "regulation": str, "edition": str, "at": str, "paytables": _names, "options": _amounts,
    "meters": _amounts, "seeds": _amounts, "dealer": str.split, "community": str.split, "bonus_box": str.split,
    "payout_limit": _number, "version": str,
}  # fmt: skip
_OF_THE_BOX: Mapping[str, Callable[[str], object]] = {
    "box": _number, "player": str, "cards": str.split, "hand": _number, "decisions": str.split, "wagers": _amounts,
    "match_play": _amounts, "abandoned": _yes_or_no,
}  # fmt: skip
COLUMNS = (*_OF_THE_ROUND, *_OF_THE_BOX, "paid")


def read_row(line: str) -> list[str]:
    """The cells of one line. A cell never spans lines, so a line number identifies a row."""
    try:
        return next(csv.reader([line], strict=True), [])
    except csv.Error as error:
        raise ValueError(f"expected comma-separated cells: {error}") from None


def read_header(line: str) -> tuple[str, ...]:
    """The columns, in any order; `regulation`, `box` and `wagers` are required."""
    columns = tuple(cell.strip() for cell in read_row(line))
    for column in columns:
        if column not in COLUMNS:
            raise ValueError(f"unknown column {column[:40]!r}{suggestion(column[:40], COLUMNS)}")
        if columns.count(column) > 1:
            raise ValueError(f"the column {column} appears twice")
    for column in ("regulation", "box", "wagers"):
        if column not in columns:
            raise ValueError(f"the column {column} is missing; the first line names the columns")
    return columns


def document_of(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> dict[str, Any]:
    """The document of one round, built from its rows; empty cells are left out.

    The first row holds the values of the whole round; further rows repeat them or leave them empty.
    """
    document: dict[str, Any] = {}
    boxes: list[dict[str, Any]] = []
    for index, cells in enumerate(rows):
        try:
            if len(cells) != len(columns):
                raise ValueError(f"expected {len(columns)} cells, found {len(cells)}")
            row = dict(zip(columns, map(str.strip, cells), strict=True))
            boxes.append(_read(row, _OF_THE_BOX))
            given = _read(row, _OF_THE_ROUND)
            for key, value in given.items():
                if boxes[1:] and document.get(key) != value:
                    raise ValueError(f"{key}: expected the same in every row of a round, found {row[key][:40]!r}")
            document |= given
            if "paid" in columns:
                document.setdefault("paid", {})[str(boxes[-1].get("box"))] = _cell("paid", row["paid"], _amounts)
        except ValueError as error:
            raise DocumentFault(str(error), ("boxes", index)) from None
    return {**document, "boxes": boxes}


def _read(row: Mapping[str, str], readers: Mapping[str, Callable[[str], object]]) -> dict[str, Any]:
    return {key: _cell(key, row[key], read) for key, read in readers.items() if row.get(key)}


def _cell(key: str, text: str, read: Callable[[str], object]) -> object:
    try:
        return read(text)
    except ValueError as error:
        raise ValueError(f"{key}: {error}") from None
