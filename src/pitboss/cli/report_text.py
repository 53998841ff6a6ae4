"""The text of `pitboss report`: all tables and days in one table, then each in full."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from math import sqrt

from pitboss.books.accounts import MOVEMENT_KINDS
from pitboss.books.day_report import DayPart, DayReport, WagerDay
from pitboss.books.investigation import investigation
from pitboss.cli.output import heading, paint, paragraph, table
from pitboss.documents.titles import plain_words
from pitboss.money import show_money
from pitboss.text import listed, plural, printable, show_percentage
from pitboss.views.day_reports import COLUMNS, Deviation, ReportColumn

_IN_FULL = 12
"""The number of reports that a person reads in full at once."""
_UNUSUAL = 3
Show = Callable[[int], str]
_FLOWS = {
    "bought": "players bought chips (the drop)",
    "cashed": "players cashed chips",
    "filled": "fills from the cage",
    "credited": "credits to the cage",
    "emptied": "drop box emptied",
}
_KINDS = dict(
    zip(MOVEMENT_KINDS, ("seeds", "contributions", "given back", "wins", "wins undone", "resets"), strict=True)
)


def report_text(reports: Sequence[DayReport], show: Show, by: str = "table") -> str:
    """A table of all reports by table, game, shift or dealer, then each report in full."""
    busy = [report for report in reports if _is_busy(report)]
    lines = list(_summary(reports, by)) if len(reports) > 1 or by != "table" else []
    if len(reports) == 1 and not busy:
        lines += [paragraph(f"{printable(reports[0].table)}: nothing happened on {_day(reports[0], show)}.", 0)]
    if len(busy) <= _IN_FULL:
        for report in busy:
            lines += _full(report, show)
            if draft := investigation(report, show):
                lines += ["", *(f"  {line}" if line else "" for line in draft.splitlines())]
    elif len(reports) > 1:
        lines += ["", paragraph("pitboss report --table NAME --day DATE shows one of them in full.", 0)]
    if any(report.completed for report in busy):
        lines += ["", paragraph(_NOTE, 0)]
    return "\n".join(lines).strip("\n")


_NOTE = (
    "Theory: the exact odds of the table's own rules, players deciding as well as they can; contributions to meters "
    "and coupons as they were, resets of meters by the chance of winning them whole. A meter's wins are paid with what "
    "players put there. Win to date is what players lost in chips, less corrections, with the differences of counts."
)


def _is_busy(report: DayReport) -> bool:
    return bool(report.regulation or report.refused)


GROUPS = ("table", "game", "shift", "dealer")


def _summary(reports: Sequence[DayReport], by: str) -> Iterator[str]:
    parts = dict[tuple[str, str], DayPart]()
    for report in reports:
        for name, part in _parts(report, by):
            key = (name, report.day.name)
            parts[key] = parts[key].plus(part) if key in parts else part
    rows = [(printable(name), day, *_line(part, by)) for (name, day), part in parts.items()]
    whole = reduce(DayPart.plus, (report.part for report in reports))
    last = "-" if by == "dealer" else "drop"
    head = (by, "day", "rounds", "void", "handle", "win", "of handle", "theory", "of handle", "deviations", last)
    yield table(head, [*rows, ("all", "", *_line(whole, by))], right=range(2, 11), indent=0, keys=2)


def _parts(report: DayReport, by: str) -> Iterator[tuple[str, DayPart]]:
    match by:
        case "shift":
            yield from sorted(report.shifts.items())
        case "dealer":
            yield from sorted(report.dealers.items())
        case "game":
            yield report.regulation or "-", report.part
        case _:
            yield report.table, report.part


def _line(part: DayPart, by: str) -> tuple[str, ...]:
    """The figures of some rounds in the summary. A sale of chips is of no dealer's round."""
    deviation = Deviation.of(part.whole, part.most_variance)
    far = f"{deviation.usual:+.1f}" if deviation else "-"
    drop = "" if by == "dealer" else show_money(part.drop)
    return f"{part.completed:,}", f"{part.void:,}", *_won(part.whole), far, drop


def _won(one: WagerDay) -> tuple[str, ...]:
    expected = show_money(round(one.expected)) if one.handle and not one.unpriced else "-"
    return show_money(one.handle), show_money(one.win), _percent(one.hold), expected, _percent(one.expected_hold)


def _full(report: DayReport, show: Show) -> Iterator[str]:
    rounds = f"{plural(report.completed, 'round')} completed, {report.void:,} void"
    yield heading(f"{printable(report.table)}  {report.regulation}  {_day(report, show)}")
    yield paragraph(f"{rounds}; {plural(sum(report.refused.values()), 'command')} refused")
    if report.wagers:
        yield ""
        yield from _wagers(report)
    moved = [(_FLOWS[flow], total) for flow, total in report.chips.items() if total.number]
    if moved:
        rows = [(what, f"{total.number:,}", show_money(total.amount)) for what, total in moved]
        yield "\n" + table(("chips and cash", "times", "amount"), rows, right=(1, 2))
    yield from _revenue(report)
    yield from _meters(report)
    yield from _lists(report, show)


def _revenue(report: DayReport) -> Iterator[str]:
    if not _is_busy(report):
        return
    parts = (
        (report.rack_change, "change of the table inventory"),
        (report.chips["credited"].amount, "credits"),
        (report.drop, "drop"),
        (-report.chips["filled"].amount, "fills"),
    )
    told = ", ".join(f"{show_money(amount)} {what}" for amount, what in parts)
    yield "\n" + paragraph(f"Net revenue {show_money(report.net_revenue)} by COMAR 36.05.03.15 D: {told}.")
    rows = [
        (period, f"{sums.rounds:,}", f"{sums.void:,}", show_money(sums.drop), show_money(sums.win),
         _percent(sums.win_to_drop))
        for period, sums in report.to_date.items()
    ]  # fmt: skip
    yield "\n" + table(("to date", "rounds", "void", "drop", "win", "win to drop"), rows, right=range(1, 6))
    for title, parts_of in (("shift", report.shifts), ("dealer", report.dealers)):
        lines = [
            (printable(name), f"{part.completed:,}", f"{part.void:,}", *_won(part.whole))
            for name, part in sorted(parts_of.items())
        ]
        head = (title, "rounds", "void", "handle", "win", "of handle", "theory", "of handle")
        if len(lines) > 1:
            yield "\n" + table(head, lines, right=range(1, 8))


def _wagers(report: DayReport) -> Iterator[str]:
    whole = report.whole
    shown = [column for column in COLUMNS if column.shown != "nowhere"]
    rows = [(one.wager, *(_figure(column, one) for column in shown), _areas(one)) for one in (*report.wagers, whole)]
    head = ("wager", *(column.title for column in shown), "")
    yield table(head, rows, right=range(1, len(shown) + 1))
    if deviation := Deviation.of(whole, report.most_variance, report.variance):
        side = "above" if deviation.usual >= 0 else "below"
        sure = deviation.least if deviation.exact is None else deviation.exact
        text = (
            f"The win is {abs(deviation.usual):.1f} standard deviations {side} theory if wagers win independently of "
            f"each other, {abs(deviation.least):.1f} if all hands of a round win and lose together. "
            f"There is no exact number: {report.no_variance}."
            if deviation.exact is None
            else f"The win is {abs(deviation.exact):.2f} standard deviations {side} theory; the wagers and boxes of a "
            f"round share cards, which is counted exactly. The standard deviation of the whole is "
            f"{show_money(round(sqrt(report.variance or 0)))}."
        )
        yield "\n" + paint(paragraph(text), *(["yellow"] if abs(sure) > _UNUSUAL else []))
    yield from _probability(report)
    if unpriced := [one.wager for one in report.wagers if one.unpriced]:
        yield paragraph(f"There is no theory for {listed(unpriced)}: no solver knows the game as it is played here.")
    if report.corrections:
        yield paragraph(f"Corrections gave players {show_money(report.corrected)}; the win is before them.")
    if whole.on_coupons:
        yield paragraph(f"Match play coupons were paid {show_money(whole.on_coupons)}.")


def _probability(report: DayReport) -> Iterator[str]:
    if (found := report.probability) is None:
        return
    share = show_percentage(found.value, 3)
    told = {
        "exact": f"A result as far out has a probability of {share}, exactly, by what was staked.",
        "approximate": f"A result as far out has a probability of {share}, approximately: by the laws of what was "
        "staked, "
        "with boxes independent beside their shared cards, stretched to the exact variance.",
        "at most": f"A result as far out has a probability of at most {share}, by the largest variance there can be.",
    }[found.how]
    outside = " It is outside 95 %: investigate it (COMAR 36.05.03.25 B(2))." if found.is_outside else ""
    yield paint(paragraph(told + outside), *(["yellow"] if found.is_outside else []))


def _figure(column: ReportColumn, one: WagerDay) -> str:
    value = column.value(one)
    if value is None or (column.key == "expected" and not one.handle):
        return "-"
    if column.kind == "share":
        return show_percentage(Fraction(value), 2)
    return f"{value:,}" if column.kind == "count" else show_money(round(value))


def _areas(one: WagerDay) -> str:
    """The stakes on each betting area, if there are several."""
    parts = [f"{area} {show_money(stake)}" for area, stake in one.stakes.items()]
    if one.withdrawn:
        parts.append(f"withdrawn {show_money(one.withdrawn)}")
    return ", ".join(parts) if one.wager != "all" and len(parts) > 1 else ""


def _meters(report: DayReport) -> Iterator[str]:
    kinds = [kind for kind in MOVEMENT_KINDS if any(sums[kind] for sums in report.meters.values())]
    if kinds:
        rows = [
            (printable(f"{link} {meter}"), *(show_money(sums[kind]) for kind in kinds))
            for (link, meter), sums in report.meters.items()
        ]
        head = ("meter", *(_KINDS[kind] for kind in kinds))
        yield "\n" + table(head, rows, right=range(1, len(kinds) + 1))


def _lists(report: DayReport, show: Show) -> Iterator[str]:
    if report.jackpots:
        rows = [
            (show(one.at), f"{one.round}", f"{one.box}", printable(one.player), one.wager, one.pattern,
             show_money(one.amount), one.cite)
            for one in report.jackpots
        ]  # fmt: skip
        head = ("jackpot", "round", "box", "player", "wager", "hand", "amount", "clause")
        yield "\n" + table(head, rows, right=(1, 2, 6))
    if report.irregular:
        found = [
            (show(one.at), f"{one.round}" if one.round else "-", _effects(one.found), _effects(one.effects), one.cite)
            for one in report.irregular
        ]
        yield "\n" + table(("irregularity", "round", "found", "then", "clause"), found, right=(1,))
    if report.corrections:
        right = [
            (
                show(one.at),
                printable(one.by),
                printable(one.player),
                show_money(one.amount),
                one.cite,
                printable(one.reason),
            )
            for one in report.corrections
        ]
        yield "\n" + table(("correction", "by", "player", "amount", "clause", "reason"), right, right=(3,))
    if report.differences:
        off = [(show(one.at), printable(one.by), one.counted, show_money(one.amount)) for one in report.differences]
        yield "\n" + table(("difference", "by", "counted", "amount"), off, right=(3,))
    if report.refused:
        codes = sorted(report.refused.items(), key=lambda pair: (-pair[1], pair[0]))
        yield "\n" + table(("refused", "times"), [(code, f"{number:,}") for code, number in codes], right=(1,))


def _day(report: DayReport, show: Show) -> str:
    return f"gaming day {report.day.name}, from {show(report.day.start)}"


def _effects(words: str) -> str:
    return plain_words(words).replace(",", ", ")


def _percent(share: Fraction | None) -> str:
    return "-" if share is None else show_percentage(share, 2)
