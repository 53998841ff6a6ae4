"""Day reports. Times are milliseconds, amounts cents."""

from pydantic import Field, create_model

from pitboss.books.accounts import MOVEMENT_KINDS
from pitboss.books.day_report import ChipTotal, CountDifference, IrregularityRecord, Jackpot, PaymentCorrection
from pitboss.views.day_reports import COLUMNS
from pitboss.web.http.answers import AnswerModel
from pitboss.web.http.answers.derived import model_of


class WagerFiguresBase(AnswerModel):
    """The figures of a wager on a day: cents, fractions as text, and floats for reading."""

    stakes: dict[str, int]
    variance: str


def _figures() -> dict[str, object]:
    """A field for each column of the report."""
    fields: dict[str, object] = {}
    for column in COLUMNS:
        kind: object = (str | None) if column.exact else int if column.kind != "share" else float
        fields[column.key] = (kind if column.key != "standard_deviation" else float, Field(description=column.title))
        if column.exact:
            fields[f"{column.key}_float"] = (float | None, Field(description=f"{column.title}, for reading"))
    return fields


WagerFigures = create_model("WagerFigures", __base__=WagerFiguresBase, **_figures())  # type: ignore[call-overload]


class ProbabilityJson(AnswerModel):
    """The two-sided probability of a result: `exact`, `approximate`, or a bound (`at most`)."""

    value: float
    how: str
    is_outside: bool


class TotalFigures(WagerFigures):  # type: ignore[misc, valid-type]
    """All wagers together; the last four are there if they were asked for."""

    variance_at_most: str
    deviations: float | None
    deviations_at_least: float | None
    variance_exact: str | None = None
    deviations_exact: float | None = None
    no_exact_variance: str | None = None
    probability: ProbabilityJson | None = None


class NamedFigures(WagerFigures):  # type: ignore[misc, valid-type]
    wager: str


class ReportColumnJson(AnswerModel):
    key: str
    title: str
    kind: str


class RoundCounts(AnswerModel):
    completed: int
    void: int


class PlacedJackpot(model_of(Jackpot)):  # type: ignore[misc]
    round: str | None


class PlacedIrregularity(model_of(IrregularityRecord)):  # type: ignore[misc]
    round: str | None


class MeterLine(AnswerModel):
    link: str
    meter: str


MeterSums = create_model("MeterSums", __base__=MeterLine, **dict.fromkeys(MOVEMENT_KINDS, (int, ...)))  # type: ignore[call-overload]


class Revenue(AnswerModel):
    """Net revenue by the formula of COMAR 36.05.03.15 D: the change of the rack, credits and drop, less fills."""

    drop: int
    fills: int
    credits: int
    rack_change: int
    net_revenue: int
    win_to_drop: float | None


class PeriodToDate(AnswerModel):
    """Statistical drop and win up to the end of the day; `drop` is null as long as it is not counted."""

    rounds: int
    void: int
    drop: int | None
    win: int
    win_to_drop: float | None


class DealerPart(AnswerModel):
    """The rounds of a dealer."""

    name: str
    completed: int
    void: int
    handle: int
    win: int
    expected: float | None


class ShiftPart(DealerPart):
    """The rounds of a shift, and the drop of its hours."""

    drop: int | None


class DayReportJson(AnswerModel):
    """One table on one gaming day.

    `counted` is false while chips that players bought or cashed on the day wait for the count of the drop. Until then
    `chips` lacks `bought`, `cashed` and `emptied` for those who may count, and `revenue` is null.
    """

    table: str
    regulation: str | None
    day: str
    from_: int = Field(alias="from")
    to: int
    from_text: str
    rounds: RoundCounts
    columns: list[ReportColumnJson]
    total: TotalFigures
    wagers: list[NamedFigures]
    chips: dict[str, model_of(ChipTotal)]  # type: ignore[valid-type]
    jackpots: list[PlacedJackpot]
    irregularities: list[PlacedIrregularity]
    corrections: list[model_of(PaymentCorrection)]  # type: ignore[valid-type]
    meters: list[MeterSums]  # type: ignore[valid-type]
    refused: dict[str, int]
    revenue: Revenue | None
    to_date: dict[str, PeriodToDate]
    shifts: list[ShiftPart]
    dealers: list[DealerPart]
    differences: list[model_of(CountDifference)]  # type: ignore[valid-type]
    explanation: str | None
    """The draft of the written explanation of COMAR 36.05.03.25 B(2), if the result is outside 95 %."""
    counted: bool
