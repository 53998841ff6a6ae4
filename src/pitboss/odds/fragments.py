"""Odds as HTML tables: what a notebook shows of a record, and parts of a sheet."""

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from pitboss.money import show_money
from pitboss.odds.endings import ENDINGS
from pitboss.odds.plots import percent

if TYPE_CHECKING:
    from pitboss.odds.progressive import LongRun
    from pitboss.odds.record import Odds


def record_fragment(record: "Odds") -> str:
    """One record as tables: the rows, then the figures."""
    total, paid = record.total, any(row.pays for row in record.rows)
    rows = [
        (
            spaced_name(row.pattern if paid else ENDINGS.get(row.pattern, row.pattern)),
            *((row.pays or "-",) if paid else ()),
            f"{row.count:,}" if total < 10**13 else f"{float(row.count):.4g}",
            percent(Fraction(row.count, total), 4),
        )
        for row in record.rows
    ]
    head = ("hand", "pays") if paid else ("the round ends",)
    return html_table((*head, "count", "probability"), rows, 1) + html_table((), list(record.figures()), 2)


def records_fragment(records: "Sequence[Odds]", runs: "Sequence[LongRun | None]" = ()) -> str:
    """Several records, one on each line."""
    rows = []
    for index, record in enumerate(records):
        run = runs[index] if runs else None
        rows.append((
            spaced_name(record.wager), record_label(record),
            "-" if record.expected is None else percent(-record.expected, 4), percent(record.hit_frequency),
            "-" if record.variance is None else f"{float(record.variance) ** 0.5:,.2f}",
            "-" if record.element_of_risk is None else percent(record.element_of_risk, 4),
            "-" if record.break_even is None else f"${float(record.break_even):,.2f}",
            *((("-" if run is None else percent(-run.expected, 4)),) if runs else ()),
            record.cite,
        ))  # fmt: skip
    head = ("wager", "paytable", "house edge", "hits", "deviation", "of all staked", "break-even meter")
    return html_table((*head, *(("edge in the long run",) if runs else ()), "clause"), rows, 2)


def html_table(head: Sequence[str], rows: Sequence[Sequence[str]], text: int) -> str:
    """Columns from `text` on hold numbers and are aligned right; a last column with clauses is not."""

    def kind(index: int, row: Sequence[str]) -> str:
        if head and head[-1] == "clause" and index == len(row) - 1:
            return ' class="c"'
        return ' class="n"' if index >= text else ""

    def cells(tag: str, row: Sequence[str]) -> str:
        return "".join(f"<{tag}{kind(index, row)}>{cell}</{tag}>" for index, cell in enumerate(row))

    top = f"<thead><tr>{cells('th', head)}</tr></thead>" if head else ""
    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return f'<div class="wide"><table>{top}<tbody>{body}</tbody></table></div>'


def spaced_name(key: str) -> str:
    return escape(key.replace("_", " "))


def record_label(record: "Odds") -> str:
    if record.boxes:
        return f"{record.boxes} {'box' if record.boxes == 1 else 'boxes'}"
    return record.paytable + (f" at {show_money(record.stake)}" if record.stake != 100 else "")
