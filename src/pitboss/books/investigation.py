"""The draft of the written explanation of an unusual result, which COMAR 36.05.03.25 B(2) and (3) order."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from pitboss.books.day_report import DayReport
from pitboss.money import show_money
from pitboss.text import plural, show_percentage

_HOW = {
    "exact": "exactly, from what was staked in each round",
    "approximate": "from what was staked in each round, boxes of a round counted as independent beside their shared "
    "cards and the whole stretched to its exact variance",
    "at most": "as a bound by the largest variance that there can be",
}
_MOST = 5
"""Of the largest wins that are named."""


def investigation(report: DayReport, show: Callable[[int], str]) -> str | None:
    """The draft, with everything that the ledger has to say and empty places for what people find out.

    None if the result lies inside the interval of 95 percent, or has no probability.
    """
    if report.probability is None or not report.probability.is_outside:
        return None
    return "\n".join(_lines(report, show))


def _lines(report: DayReport, show: Callable[[int], str]) -> Iterator[str]:
    assert report.probability
    whole, chance = report.whole, report.probability
    yield "Written explanation of a fluctuation (COMAR 36.05.03.25 B(2) and (3)) - DRAFT"
    yield f"Table {report.table}, {report.regulation}, gaming day {report.day.name} from {show(report.day.start)}"
    held = _percent(report.net_revenue, report.drop)
    yield f"Drop {show_money(report.drop)}, net revenue {show_money(report.net_revenue)}, win to drop {held}"
    if report.before:
        period, sums = report.before
        yield f"Win to drop of the {period} before: {_percent(sums.win, sums.drop)}"
    else:
        yield "Win to drop of the year or month before: the ledger has no rounds from then"
    yield (
        f"Win {show_money(whole.win)}, theoretical win {show_money(round(whole.expected))}, "
        f"luck {show_money(round(whole.surplus))}"
    )
    at_most = "at most " if chance.how == "at most" else ""
    yield f"Probability of a result as far out: {at_most}{show_percentage(chance.value, 4)}, {_HOW[chance.how]}"
    yield f"{plural(report.completed, 'round')} completed, {report.void} void"
    yield ""
    yield "What the ledger has of the day:"
    jackpots = sorted(report.jackpots, key=lambda one: -one.amount)
    for won in jackpots[:_MOST]:
        amount = show_money(won.amount)
        yield f"- round {won.round}: {won.player} won {amount} from the meter {won.meter} ({won.pattern})"
    for wager in sorted(report.wagers, key=lambda one: -abs(one.surplus))[:_MOST]:
        if not wager.unpriced:
            yield (
                f"- {wager.wager}: staked {show_money(wager.handle)}, won {show_money(wager.win)}, "
                f"in theory {show_money(round(wager.expected))}"
            )
    for found in report.irregular:
        where = f"round {found.round}" if found.round else "between rounds"
        yield f"- {where}: {found.found.replace('_', ' ')} ({found.cite})"
    for one in report.corrections:
        yield f"- corrected: {show_money(one.amount)} to {one.player} by {one.by}: {one.reason}"
    for off in report.differences:
        yield f"- the {off.counted} was counted {show_money(off.amount)} from the books by {off.by}"
    yield ""
    yield from ("Investigated by:", "Cause found:", "Date and signature:", "Copy sent to the Commission on:")


def _percent(part: int, whole: int) -> str:
    return show_percentage(Fraction(part, whole), 2) if whole else "-"
