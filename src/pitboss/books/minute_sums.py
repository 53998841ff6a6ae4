"""Sums of drop and win by the minute, kept in the index, so that a month or a year to date is one question."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pitboss.books.day_report import ToDate
from pitboss.books.rounds import RoundSummary

MINUTE = 60_000
"""Gaming days begin on whole minutes."""
_CORRECTIONS = ("PaymentCorrected", "BoxPaymentCorrected")


class MinuteSum(NamedTuple):
    """What a table took and won within a minute, in cents."""

    stream: str
    minute: int
    rounds: int = 0
    void: int = 0
    taken: int = 0
    won: int = 0

    @property
    def to_date(self) -> ToDate:
        return ToDate(*self[2:])

    def plus(self, more: "MinuteSum") -> "MinuteSum":
        sums = (one + other for one, other in zip(self[2:], more[2:], strict=True))
        return MinuteSum(self.stream, self.minute, *sums)


def minute_sum(stream: str, content: Mapping[str, Any], over: RoundSummary | None) -> MinuteSum | None:
    """What an entry of a table adds, with the round that it ends; None if that is nothing."""
    drop = win = 0
    for event in content["events"]:
        match event:
            case {"event": "ChipsBought", "amount": amount}:
                drop += amount
            case {"event": kind, "amount": amount} if kind in _CORRECTIONS:
                win -= amount
    for counted, amount in count_differences(content):
        drop += amount if counted == "drop" else 0
        win += amount
    if not (over or drop or win):
        return None
    void = over is not None and over.void
    win += over.staked - over.paid if over else 0
    return MinuteSum(stream, content["at"] // MINUTE, int(over is not None and not void), int(void), drop, win)


def count_differences(content: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """What was counted, and how much more or less it was than in the books, if an entry records such a count."""
    match content.get("floor"):
        case {"event": "TableClosed", "drop": due, "counted": counted, **more} if "confirmed" not in more:
            kind = "drop"
        case {"event": "CountConfirmed", "kind": kind, "expected": due, "counted": counted} if due >= 0:
            pass
        case _:
            return
    if counted != due:
        yield ("drop" if kind == "drop" else "inventory"), counted - due
