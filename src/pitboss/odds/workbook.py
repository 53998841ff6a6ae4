"""Odds as sheets that mathematicians exchange: a workbook whose figures are live formulas, and plain CSV.

A spreadsheet computes in floating point. The exact fractions stand beside, as texts.
"""

import csv
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from io import BytesIO, StringIO
from typing import Any, NamedTuple

from pitboss.errors import InputError, install_command
from pitboss.odds.catalog import decision_solver, distribution_of
from pitboss.odds.paid_hands import net_win
from pitboss.odds.query import OddsQuery
from pitboss.odds.record import Odds
from pitboss.odds.wagers import decision_wager
from pitboss.rules.payout import Payout
from pitboss.rules.regulation import Regulation

CSV_HEAD = (
    "regulation", "wager", "paytable", "boxes", "stake_cents", "pattern", "pays", "count", "total", "expected",
    "house_edge", "clause",
)  # fmt: skip
_PLACES = 12
_MOST_NAME = 31
"""A sheet's name has no more characters."""
_EXACT = 10**15
"""A spreadsheet keeps no more than 15 digits."""
Part = tuple[Regulation, Sequence[Odds]]


def to_csv(parts: Sequence[Part]) -> str:
    """Every row of every paytable; edges are decimals with twelve places, beside the exact expected win."""
    text = StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(CSV_HEAD)
    for _, records in parts:
        for one in records:
            for row in one.rows:
                out.writerow([
                    one.regulation, one.wager, one.paytable, one.boxes or "", one.stake, row.pattern, row.pays or "",
                    row.count, one.total, "" if one.expected is None else str(one.expected),
                    "" if one.expected is None else _decimal(-one.expected), one.cite,
                ])  # fmt: skip
    return text.getvalue()


def _decimal(number: Fraction) -> str:
    """The number, rounded half to even, with as many places as a sheet shows."""
    scaled = round(number * 10**_PLACES)
    sign, digits = "-" * (scaled < 0), str(abs(scaled)).rjust(_PLACES + 1, "0")
    return f"{sign}{digits[:-_PLACES]}.{digits[-_PLACES:]}"


def to_workbook(parts: Sequence[Part], query: OddsQuery, changes: Mapping[str, str]) -> bytes:
    """A workbook: a summary, a sheet for each paytable, and the best play where players decide.

    InputError if the package that writes it is not installed.
    """
    try:
        import xlsxwriter  # type: ignore[import-untyped, unused-ignore]  # noqa: PLC0415 - an extra
    except ImportError:
        raise InputError(f"a workbook needs the package xlsxwriter: {install_command('data')}") from None
    out = BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        _Workbook(book, query, changes).write(parts)
    return out.getvalue()


class _SummaryLine(NamedTuple):
    """A paytable in the summary: the sheet that it stands on, and the cell of its expected win there."""

    record: Odds
    sheet: str
    cell: str


class _Workbook:
    def __init__(self, book: Any, query: OddsQuery, changes: Mapping[str, str]) -> None:
        self._book, self._query, self._changes = book, query, changes
        self._names = set[str]()
        self._bold = book.add_format({"bold": True})
        self._share = book.add_format({"num_format": "0.000000%"})
        self._number = book.add_format({"num_format": "#,##0"})
        self._figure = book.add_format({"num_format": "0.000000000"})

    def write(self, parts: Sequence[Part]) -> None:
        summary = self._sheet("Summary")
        lines = [line for regulation, records in parts for line in self._records(regulation, records)]
        place = self._headings(summary, parts)
        summary.write_row(
            place, 0, ("regulation", "wager", "paytable", "boxes", "house edge", "exact", "clause"), self._bold
        )
        for row, (record, sheet, cell) in enumerate(lines, place + 1):
            summary.write_row(row, 0, (record.regulation, record.wager, record.paytable, record.boxes or ""))
            if record.expected is not None:
                value = float(-record.expected)
                summary.write_formula(row, 4, f"=-'{sheet}'!{cell}", self._share, value)
                summary.write_string(row, 5, str(-record.expected))
            summary.write_string(row, 6, record.cite)
        summary.set_column(0, 6, 16)

    def _headings(self, summary: Any, parts: Sequence[Part]) -> int:
        """What was priced, and how; the row after it."""
        place = 0
        for regulation, _ in parts:
            summary.write_row(
                place, 0, (f"{regulation.id}@{regulation.edition}", regulation.title, "digest", regulation.digest)
            )
            place += 1
        for name, value in {**self._query.options, **self._changes}.items():
            summary.write_row(place, 0, ("what if" if name in self._changes else "option", name, value))
            place += 1
        summary.write_string(place, 0, "Every wager is priced for one unit staked; players play as well as they can.")
        return place + 2

    def _records(self, regulation: Regulation, records: Sequence[Odds]) -> Iterator[_SummaryLine]:
        for record in records:
            boxes = f" {record.boxes}" if record.boxes else ""
            name = self._name(f"{record.regulation} {record.wager} {record.paytable}{boxes}")
            sheet = self._sheet(name)
            sheet.write_string(0, 0, f"{record.regulation} {record.wager}, paytable {record.paytable}", self._bold)
            sheet.write_string(0, 3, record.cite)
            sheet.set_column(0, 0, 26)
            sheet.set_column(1, 6, 20)
            yield _SummaryLine(record, name, self._rows(sheet, regulation, record))
            if record.wager == decision_wager(regulation) and not record.known:
                self._strategy(regulation, record)

    def _sheet(self, name: str) -> Any:
        return self._book.add_worksheet(name)

    def _name(self, wanted: str) -> str:
        """A name that no other sheet has, in the length that a sheet's name may have."""
        name, number = wanted[:_MOST_NAME], 2
        while name.lower() in self._names:
            name = f"{wanted[: _MOST_NAME - 4]} ({number})"
            number += 1
        self._names.add(name.lower())
        return name

    def _rows(self, sheet: Any, regulation: Regulation, record: Odds) -> str:
        """The rows with their returns, and the figures below; the cell of the expected win."""
        if record.wager == decision_wager(regulation):
            return self._results(sheet, regulation, record)
        wins = _wins(regulation, record, self._query)
        sheet.write_row(2, 0, ("hand", "pays", "wins a unit", "count", "probability", "return"), self._bold)
        first, last = 4, 3 + len(record.rows)
        total = record.total
        for row, (one, win) in enumerate(zip(record.rows, wins, strict=True), 3):
            sheet.write_row(row, 0, (one.pattern, one.pays or ""))
            chance = Fraction(one.count, total)
            if total < _EXACT:
                sheet.write_number(row, 3, one.count, self._number)
                sheet.write_formula(row, 4, f"=D{row + 1}/SUM(D${first}:D${last})", self._share, float(chance))
            else:
                sheet.write_string(row, 3, str(one.count))
                sheet.write_number(row, 4, float(chance), self._share)
            if win is not None:
                sheet.write_number(row, 2, float(win), self._figure)
                sheet.write_formula(row, 5, f"=C{row + 1}*E{row + 1}", self._figure, float(win * chance))
        return self._figures(sheet, record, last + 2, (f"C{first}:C{last}", f"E{first}:E{last}"))

    def _results(self, sheet: Any, regulation: Regulation, record: Odds) -> str:
        """Where players decide: every result of a round with its probability."""
        sheet.write_row(2, 0, ("net result a unit", "exact", "wins a unit", "", "probability", "return"), self._bold)
        found = distribution_of(regulation, record, self._query)
        chances = found.chances if found else {}
        for row, (win, chance) in enumerate(chances.items(), 3):
            sheet.write_row(row, 0, (str(win), str(chance)))
            sheet.write_number(row, 2, float(win), self._figure)
            sheet.write_number(row, 4, float(chance), self._share)
            sheet.write_formula(row, 5, f"=C{row + 1}*E{row + 1}", self._figure, float(win * chance))
        last = 3 + len(chances)
        cell = self._figures(sheet, record, last + 2, (f"C4:C{last}", f"E4:E{last}"))
        ends = [(row.pattern, row.count, float(Fraction(row.count, record.total))) for row in record.rows]
        for place, (pattern, count, share) in enumerate(ends, last + 8):
            sheet.write_string(place, 0, pattern)
            sheet.write_string(place, 3, str(count))
            sheet.write_number(place, 4, share, self._share)
        return cell

    def _figures(self, sheet: Any, record: Odds, place: int, columns: tuple[str, str]) -> str:
        """Expected win, edge and deviation as formulas over the columns of wins and probabilities."""
        wins, chances = columns
        cell = f"B{place + 1}"
        expected = None if record.expected is None else float(record.expected)
        figures = (
            ("expected win", f"=SUMPRODUCT({wins},{chances})", self._figure, expected),
            ("house edge", f"=-{cell}", self._share, None if expected is None else -expected),
            ("variance", f"=SUMPRODUCT({wins},{wins},{chances})-{cell}^2", self._figure,
             None if record.variance is None else float(record.variance)),
            ("standard deviation", f"=SQRT(B{place + 3})", self._figure, record.standard_deviation),
        )  # fmt: skip
        for row, (name, formula, shape, value) in enumerate(figures, place):
            sheet.write_string(row, 0, name)
            if value is not None:
                sheet.write_formula(row, 1, formula, shape, value)
        if record.expected is not None:
            sheet.write_row(place, 2, ("exact", str(record.expected)))
        return cell

    def _strategy(self, regulation: Regulation, record: Odds) -> None:
        """The best play for a paytable, as rules."""
        solver = decision_solver(regulation, record.paytable, self._query)
        sheet = self._sheet(self._name(f"{record.regulation} {record.paytable} best play"))
        sheet.set_column(0, 0, 16)
        place = 0
        for decision, lines in solver.rules().items():
            sheet.write_string(place, 0, decision, self._bold)
            for line in lines:
                sheet.write_string(place, 1, line)
                place += 1
            place += 1


def _wins(regulation: Regulation, record: Odds, query: OddsQuery) -> list[Fraction | None]:
    """What each row wins for a unit staked; None if that depends on a meter whose amount is not known."""

    rule = regulation.wagers[record.wager]
    kept = rule.goes_to == "inventory" and not query.holds(rule.chip_returned_under)
    wins: list[Fraction | None] = []
    for row in record.rows:
        payout = Payout.parse(row.pays) if row.pays else None
        if payout is None:
            wins.append(Fraction(-1))
        elif payout.form == "share" and payout.meter not in record.shown:
            wins.append(None)
        else:
            wins.append(net_win(payout, record.stake, kept, record.shown, record.payout_limit))
    return wins
