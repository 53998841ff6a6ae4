"""Day reports as JSON, for `pitboss report --json` and the reports page."""

from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

from pitboss.books.day_report import DayReport, WagerDay


class Deviation(NamedTuple):
    """How far a win is from theory, in standard deviations."""

    usual: float
    """Where no wager tells anything of another."""
    least: float
    """Where the hands of each round go together as much as they can."""

    @classmethod
    def of(cls, whole: WagerDay, most_variance: Fraction) -> "Deviation | None":
        if not whole.theory.variance or not most_variance:
            return None
        far = float(whole.win - whole.expected)
        return cls(far / sqrt(whole.theory.variance), far / sqrt(most_variance))


def day_report_json(report: DayReport, show: Callable[[int], str]) -> dict[str, Any]:
    """One table on one gaming day; `show` writes a moment in the house's time zone."""
    whole = report.whole
    deviation = Deviation.of(whole, report.most_variance)
    return {
        "table": report.table,
        "regulation": report.regulation or None,
        "day": report.day.name,
        "from": report.day.start,
        "to": report.day.end,
        "from_text": show(report.day.start),
        "rounds": {"completed": report.completed, "void": report.void},
        "total": {
            **_wager(whole),
            "variance_at_most": str(report.most_variance),
            "deviations": deviation.usual if deviation else None,
            "deviations_at_least": deviation.least if deviation else None,
        },
        "wagers": [{"wager": one.wager, **_wager(one)} for one in report.wagers],
        "chips": {way: total._asdict() for way, total in report.chips.items()},
        "jackpots": [_placed(report, jackpot) for jackpot in report.jackpots],
        "irregularities": [_placed(report, found) for found in report.irregular],
        "corrections": [correction._asdict() for correction in report.corrections],
        "meters": [{"link": link, "meter": meter, **sums} for (link, meter), sums in report.meters.items()],
        "refused": dict(report.refused),
    }


def _wager(one: WagerDay) -> dict[str, Any]:
    """Cents; fractions as texts in lowest terms, floats only for reading."""
    return {
        "settled": one.number,
        "handle": one.handle,
        "stakes": dict(one.stakes),
        "withdrawn": one.withdrawn,
        "returned": one.returned,
        "paid": one.paid,
        "on_coupons": one.on_coupons,
        "from_meters": one.from_meters,
        "to_meters": one.to_meters,
        "win": one.win,
        "hold": _text(one.hold),
        "hold_float": _float(one.hold),
        "expected": str(one.expected),
        "expected_float": float(one.expected),
        "expected_hold": _text(one.expected_hold),
        "expected_hold_float": _float(one.expected_hold),
        "variance": str(one.theory.variance),
        "standard_deviation": sqrt(one.theory.variance),
    }


def _placed(report: DayReport, found: Any) -> dict[str, Any]:
    """With the round as other commands name it; null between rounds."""
    document: dict[str, Any] = found._asdict()
    return {**document, "round": f"{report.table}/{found.round}" if found.round else None}


def _text(share: Fraction | None) -> str | None:
    return None if share is None else str(share)


def _float(share: Fraction | None) -> float | None:
    return None if share is None else float(share)
