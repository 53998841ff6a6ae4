"""A settlement in the JSON form that `pitboss settle` answers with."""

from typing import Any

from pitboss.play.settlement_input import SettledLine, Settlement
from pitboss.rules.regulation import Regulation


def answer(settlement: Settlement, regulation: Regulation) -> dict[str, Any]:
    """A settlement, with its regulation and edition named once: cites stay as the document prints them."""
    return {
        "edition": regulation.edition,
        "boxes": [
            {"box": box, "net": sum(line.net for line in lines), "lines": [_line(line) for line in lines]}
            for box, lines in settlement.boxes
        ],
        "meters": dict(settlement.meters),
    }


def _line(line: SettledLine) -> dict[str, Any]:
    return {
        "item": line.item,
        "stake": line.stake,
        "outcome": line.outcome,
        "returned": line.returned,
        "amount": line.amount,
        "pattern": line.pattern,
        "odds": line.odds,
        "cite": line.cite,
    }
