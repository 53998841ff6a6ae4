"""A settlement in the JSON form that `pitboss settle` answers with."""

from typing import Any

from pitboss.play.settlement_input import SettledLine, Settlement


def answer(settlement: Settlement) -> dict[str, Any]:
    return {
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
