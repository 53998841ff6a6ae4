"""Day reports as JSON, for `pitboss report --json` and the reports page."""

from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from typing import Any, Literal, NamedTuple

from pitboss.books.day_report import DayPart, DayReport, ToDate, WagerDay
from pitboss.books.investigation import investigation
from pitboss.books.result_law import Probability


class ReportColumn(NamedTuple):
    """A figure of a wager on a day: in the JSON by its key, in the text and on the page under its title.

    A new column needs its value in `WagerDay` and one line here.
    """

    key: str
    title: str
    kind: Literal["count", "money", "signed", "share"]
    value: Callable[[WagerDay], int | float | Fraction | None]
    shown: Literal["nowhere", "in text", "everywhere"] = "everywhere"
    exact: bool = False
    """The JSON has the fraction as text, and a float beside it."""


COLUMNS = (
    ReportColumn("settled", "settled", "count", lambda one: one.number),
    ReportColumn("handle", "handle", "money", lambda one: one.handle),
    ReportColumn("withdrawn", "withdrawn", "money", lambda one: one.withdrawn, "nowhere"),
    ReportColumn("returned", "returned", "money", lambda one: one.returned, "in text"),
    ReportColumn("paid", "paid", "money", lambda one: one.paid, "in text"),
    ReportColumn("on_coupons", "on coupons", "money", lambda one: one.on_coupons, "nowhere"),
    ReportColumn("from_meters", "from meters", "money", lambda one: one.from_meters, "nowhere"),
    ReportColumn("to_meters", "to meters", "money", lambda one: one.to_meters, "in text"),
    ReportColumn("win", "win", "signed", lambda one: one.win),
    ReportColumn("hold", "of handle", "share", lambda one: one.hold, exact=True),
    ReportColumn("expected", "theory", "signed", lambda one: None if one.unpriced else one.expected, exact=True),
    ReportColumn("expected_hold", "theory of handle", "share", lambda one: one.expected_hold, exact=True),
    ReportColumn("surplus", "luck", "signed", lambda one: None if one.unpriced else one.surplus, "nowhere", exact=True),
    ReportColumn("standard_deviation", "deviation", "money", lambda one: sqrt(one.theory.variance), "in text"),
)
"""The figures of a wager, in the order of the table."""


class Deviation(NamedTuple):
    """How far a win is from theory, in standard deviations."""

    usual: float
    """If the wagers are independent."""
    least: float
    """If the hands of each round depend on each other as much as they can."""
    exact: float | None
    """By the exact variance of the whole win, if it was computed."""

    @classmethod
    def of(cls, whole: WagerDay, most_variance: Fraction, variance: Fraction | None = None) -> "Deviation | None":
        if whole.unpriced or not whole.theory.variance or not most_variance:
            return None
        far = float(whole.surplus)
        exact = far / sqrt(variance) if variance else None
        return cls(far / sqrt(whole.theory.variance), far / sqrt(most_variance), exact)


def day_report_json(report: DayReport, show: Callable[[int], str]) -> dict[str, Any]:
    """One table on one gaming day; `show` writes a time in the house's time zone."""
    whole = report.whole
    deviation = Deviation.of(whole, report.most_variance, report.variance)
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
            **(_exact(report, deviation) if report.exact else {}),
        },
        "wagers": [{"wager": one.wager, **_wager(one)} for one in report.wagers],
        "chips": {way: total._asdict() for way, total in report.chips.items()},
        "jackpots": [_placed(report, jackpot) for jackpot in report.jackpots],
        "irregularities": [_placed(report, found) for found in report.irregular],
        "corrections": [correction._asdict() for correction in report.corrections],
        "meters": [{"link": link, "meter": meter, **sums} for (link, meter), sums in report.meters.items()],
        "refused": dict(report.refused),
        "revenue": {
            "drop": report.drop,
            "fills": report.chips["filled"].amount,
            "credits": report.chips["credited"].amount,
            "rack_change": report.rack_change,
            "net_revenue": report.net_revenue,
            "win_to_drop": share_json(report.net_revenue, report.drop),
        },
        "to_date": {period: to_date_json(sums) for period, sums in report.to_date.items()},
        "shifts": [part_json(name, part) for name, part in sorted(report.shifts.items())],
        "dealers": [
            {key: value for key, value in part_json(name, part).items() if key != "drop"}
            for name, part in sorted(report.dealers.items())
        ],
        "differences": [difference._asdict() for difference in report.differences],
        "explanation": investigation(report, show),
    }


def to_date_json(sums: ToDate) -> dict[str, Any]:
    return {**sums._asdict(), "win_to_drop": share_json(sums.win, sums.drop)}


def part_json(name: str, part: DayPart) -> dict[str, Any]:
    """Some rounds of a day under their name: a shift or a dealer."""
    whole = part.whole
    return {
        "name": name, "completed": part.completed, "void": part.void, "handle": whole.handle, "win": whole.win,
        "expected": None if whole.unpriced else float(whole.expected), "drop": part.drop,
    }  # fmt: skip


def share_json(part: int, whole: int) -> float | None:
    """A share for reading; the exact numbers stand beside it."""
    return part / whole if whole else None


def _exact(report: DayReport, deviation: Deviation | None) -> dict[str, Any]:
    """The figures of a report that counts covariances, or why there are none."""
    return {
        "variance_exact": None if report.variance is None else str(report.variance),
        "deviations_exact": deviation.exact if deviation else None,
        "no_exact_variance": report.no_variance or None,
        "probability": probability_json(report.probability),
    }


def probability_json(found: Probability | None) -> dict[str, Any] | None:
    """The probability of a result as a number for reading, and how it was found."""
    if found is None:
        return None
    return {"value": float(found.value), "how": found.how, "is_outside": found.is_outside}


def page_report(report: DayReport, show: Callable[[int], str]) -> dict[str, Any]:
    """The same for a page, with the columns that it shows."""
    columns = [
        {"key": f"{one.key}_float" if one.exact else one.key, "title": one.title, "kind": one.kind}
        for one in COLUMNS
        if one.shown == "everywhere"
    ]
    return {**day_report_json(report, show), "columns": columns}


def _wager(one: WagerDay) -> dict[str, Any]:
    """Cents; fractions as text in lowest terms, with floats beside them for reading."""
    found: dict[str, Any] = {}
    for column in COLUMNS:
        if column.key == "standard_deviation":
            found["variance"] = str(one.theory.variance)
        value = column.value(one)
        found[column.key] = str(value) if isinstance(value, Fraction) else value
        if column.exact:
            found[f"{column.key}_float"] = None if value is None else float(value)
        if column.key == "handle":
            found["stakes"] = dict(one.stakes)
    return found


def _placed(report: DayReport, found: Any) -> dict[str, Any]:
    """With the round as other commands name it; null between rounds."""
    document: dict[str, Any] = found._asdict()
    return {**document, "round": f"{report.table}/{found.round}" if found.round else None}
