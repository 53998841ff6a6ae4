"""Lines that the odds of a regulation and of a house have in common."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.cli.output import heading, table
from pitboss.money import show_money
from pitboss.odds.record import Odds
from pitboss.text import plural, show_percentage

if TYPE_CHECKING:
    from pitboss.odds.progressive import LongRun, MeterRun

SUMMARY = ("wager", "paytable", "house edge", "hits", "deviation", "of all staked", "break-even meter", "clause")


def summary(record: Odds) -> tuple[str, ...]:
    """A record as one line of a table."""
    boxes = f" ({record.boxes} {'box' if record.boxes == 1 else 'boxes'})" if record.boxes else ""
    return (
        record.wager + boxes,
        record.paytable,
        "-" if record.expected is None else show_percentage(-record.expected, 4),
        show_percentage(record.hit_frequency, 2),
        "-" if record.variance is None else f"{float(record.variance) ** 0.5:.2f}",
        "-" if record.element_of_risk is None else show_percentage(record.element_of_risk, 4),
        "-" if record.break_even is None else show_money(round(record.break_even * 100)),
        record.cite.split(" ", 1)[1],
    )


def envy_text(envy: Mapping[int, tuple[Fraction, ...]], wager: str = "") -> Iterator[str]:
    """What the Envy Bonus adds, a line for each stake."""
    if envy:
        yield heading(f"Envy Bonus{f' of {wager}' if wager else ''} by boxes in the round, of the stake")
        boxes = len(next(iter(envy.values())))
        rows = [(show_money(stake), *(show_percentage(share, 2) for share in shares)) for stake, shares in envy.items()]
        yield table(("stake", *(str(n) for n in range(1, boxes + 1))), rows, right=range(1, boxes + 1))


def long_run_text(run: "LongRun") -> Iterator[str]:
    """The long run of one wager."""
    yield heading(f"In the long run, {plural(run.boxes, 'box', 'boxes')} making the wager in each round")
    rows = [("house edge", f"{show_percentage(-run.expected, 6)}" + (" with envy" if run.boxes > 1 else ""))]
    for meter in run.meters:
        rows += _meter(meter, run.boxes)
    yield table(("", ""), rows)


def _meter(meter: "MeterRun", boxes: int) -> Iterator[tuple[str, str]]:
    from pitboss.odds.progressive import QUANTILES  # noqa: PLC0415 - for start-up time

    takes = f"takes {show_percentage(meter.rate)} of wagers"
    yield f"meter {meter.name}", f"from {show_money(meter.start)}, reset to {show_money(meter.reset)}, {takes}"
    rounds = f", {float(meter.rounds_between(boxes)):,.1f} rounds" if boxes > 1 else ""
    yield "  between hits", f"{float(meter.wagers_between):,.1f} wagers{rounds}"
    later = f", later hits {_dollars(meter.mean_at_hit(meter.reset))}" if meter.start != meter.reset else ""
    yield "  mean when hit", f"{_dollars(meter.mean_at_hit(meter.start))}{later}"
    within = [(level, found) for level in QUANTILES if (found := meter.quantile(level, meter.start))]
    for level, (wagers, amount) in within:
        yield f"  {show_percentage(level, 0)} hit within", f"{wagers:,} wagers, at {_dollars(amount)} or less"
    yield "  pays on average", f"{meter.paid_per_wager} = {show_percentage(meter.paid_per_wager, 4)} of each wager"


def _dollars(cents: Fraction) -> str:
    return f"${float(cents) / 100:,.2f}"
