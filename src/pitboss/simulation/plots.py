"""Plots of a simulation. Each has a title and a text that explains it; no information is in colour alone."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator, PercentFormatter

from pitboss.simulation.drawing import BAR, DIM, HATCH, INK, Drawing, write
from pitboss.simulation.histogram import bars_of, draw_bars, draw_mark, nice
from pitboss.simulation.result_records import MeterResult, Shifts, WagerResult, quantiles
from pitboss.simulation.results import SimulationResults
from pitboss.text import show_percentage

_LINES = {1: ":", 5: "-.", 25: "--", 50: "-", 75: "--", 95: "-.", 99: ":"}
"""How the line of each quantile is drawn."""
_MINUS = "\N{MINUS SIGN}"


def plots(results: SimulationResults) -> tuple[Drawing, ...]:
    """All plots with data: shifts if one was played to its end, jackpots if there is a meter."""
    found = [wagers(results)]
    if results.shifts:
        found += [fan(results.shifts), hold(results.shifts), ruin(results.shifts)]
    if results.meters:
        found.append(jackpots(results))
    return tuple(found)


def save(results: SimulationResults, folder: str, kinds: Sequence[str] = ("svg", "png")) -> tuple[str, ...]:
    """Writes `fan.svg`, `fan.png` and so on to a folder and returns their names; an InputError if it cannot."""
    return tuple(write(drawing, folder, kind) for drawing in plots(results) for kind in kinds)


def money(cents: float) -> str:
    """Dollars for reading, with cents only if they matter."""
    dollars = abs(cents) / 100
    text = f"${dollars:,.2f}" if dollars < 10 and cents % 100 else f"${dollars:,.0f}"
    return _MINUS + text if cents < 0 else text


# Where box 1 stands


def fan(shifts: Shifts) -> Drawing:
    """The quantiles of where box 1 stands, by hour."""
    by_hour = [quantiles(hour) for hour in shifts.fan]
    lines = {percent: [0, *(hour[str(percent)] for hour in by_hour)] for percent in _LINES}

    def draw(figure: Figure) -> None:
        axes, hours = figure.subplots(), list(range(shifts.hours + 1))
        for (low, high), opacity in (((1, 99), 0.10), ((5, 95), 0.14), ((25, 75), 0.20)):
            axes.fill_between(hours, _dollars(lines[low]), _dollars(lines[high]), color=BAR, alpha=opacity, linewidth=0)
        for percent, stands in lines.items():
            width = 2.2 if percent == 50 else 1.2
            axes.plot(hours, _dollars(stands), color=BAR, linestyle=_LINES[percent], linewidth=width)
        axes.axhline(0, color=DIM, linewidth=1)
        axes.set_xlim(0, shifts.hours)
        _label_ends(axes, {percent: stands[-1] for percent, stands in lines.items()})
        axes.set_xlabel(f"hours played, {shifts.rounds_an_hour} rounds an hour")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        _in_dollars(axes.yaxis)

    last = by_hour[-1]
    says = (
        f"After {shifts.hours} hours box 1 stands at {money(last['50'])} or less in half of {shifts.number:,} shifts, "
        f"between {money(last['25'])} and {money(last['75'])} in the middle half, at {money(last['5'])} or less in 5 % "
        f"and above {money(last['95'])} in 5 %. Solid: half of the shifts; dashed: 25 and 75 %; dash-dotted: 5 and "
        "95 %; dotted: 1 and 99 %."
    )
    return Drawing("fan", "Where box 1 stands, by hour of a shift", says, 4.4, draw)


def _label_ends(axes: Axes, ends: Mapping[int, int]) -> None:
    """Labels each line at its end; labels keep apart even if the lines do not."""
    low, high = axes.get_ylim()
    gap, at = (high - low) / 20, low
    for percent, cents in ends.items():
        at = max(cents / 100, at + gap)
        axes.annotate(
            f"{percent} %: {money(cents)}",
            (1.012, at),
            xycoords=("axes fraction", "data"),
            va="center",
            color=INK,
            annotation_clip=False,
        )


# What the house holds


def hold(shifts: Shifts) -> Drawing:
    """What the house wins in a shift, the shifts that it loses hatched."""
    marks = quantiles(shifts.house)
    low, middle, high = (marks[name] for name in ("25", "50", "75"))
    # A jackpot is many times what a shift brings: the bars stay where most shifts are.
    reach = 4 * max(high - low, shifts.width)
    first, last = max(min(shifts.house), low - reach), min(max(shifts.house), high + reach)
    step = -(-nice((last - first) / 50) // shifts.width) * shifts.width
    bars = bars_of(shifts.house, step, first, last)

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        draw_bars(axes, bars, lambda cents: cents < 0, 100)
        for name, height in (("5", 1.02), ("50", 1.09), ("95", 1.02)):
            if first <= marks[name] <= last:
                draw_mark(axes, marks[name] / 100, f"{name} %: {money(marks[name])}", _LINES[int(name)], height)
        axes.axvline(0, color=DIM, linewidth=1)
        axes.set_xlabel(f"won by the house in a shift{bars.tails(money)}")
        axes.set_ylabel("shifts")
        axes.annotate(f"hatched: the house loses, {loses}", (0.01, 0.93), xycoords="axes fraction", color=INK)
        _in_dollars(axes.xaxis)

    loses = f"{_percent(shifts.house_loses or 0.0, 1)} of shifts"
    says = (
        f"Of {shifts.number:,} shifts of {shifts.hours} hours half bring {money(middle)} or less, the middle half "
        f"between {money(low)} and {money(high)}. The house loses in {loses}: the hatched bars."
    )
    return Drawing("hold", "What the house wins in a shift", says, 4.0, draw)


# How long a bankroll lasts


def ruin(shifts: Shifts) -> Drawing:
    """The share of shifts in which box 1 loses a bankroll, by the bankroll."""
    lost = sorted(-cents for cents in shifts.lows if cents < 0)
    shares = [shifts.ruin(cents) for cents in lost]
    marks = {}
    for share in (0.5, 0.1, 0.01):
        found = next(((cents, at) for cents, at in zip(lost, shares, strict=True) if at <= share), None)
        if found:
            marks[found[0]] = found[1]
    told = [f"{money(cents)} in {_percent(share, 1)}" for cents, share in marks.items()]

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        axes.step(_dollars([0, *lost]), [1.0, *shares], where="pre", color=BAR, linewidth=2)
        axes.set_xlim(0, max([*lost, 100]) / 100 * 1.02)
        axes.set_ylim(0, 1.04)
        for cents, share in marks.items():
            far = cents > 0.7 * lost[-1]
            axes.plot([cents / 100], [share], "o", color=BAR, markersize=6)
            axes.annotate(
                f"{money(cents)} is lost in {_percent(share, 1)}",
                (cents / 100, share),
                xytext=(0, 12) if far else (8, 6),
                textcoords="offset points",
                ha="center" if far else "left",
                color=INK,
            )
        axes.set_xlabel(f"what box 1 brings to a shift of {shifts.hours} hours")
        axes.set_ylabel("shifts in which it is lost")
        axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))
        _in_dollars(axes.xaxis)

    says = f"Lost within a shift: {'; '.join(told)} of shifts." if told else "Box 1 never falls below where it began."
    return Drawing("ruin", "How often box 1 loses its bankroll within a shift", says, 3.8, draw)


# Jackpots


def jackpots(results: SimulationResults) -> Drawing:
    """For each meter the rounds from hit to hit, and what it showed then."""
    meters, rounds = results.meters, results.rounds

    def draw(figure: Figure) -> None:
        rows = figure.subplots(len(meters), 2, squeeze=False)
        for (between, shown), meter in zip(rows, meters, strict=True):
            run = meter.running
            between.set_title(_meter_name(meter), loc="left", pad=22 if run.hits else 4, weight="bold")
            if run.hits:
                _spread(between, run.between, "{:,}".format, 1)
                between.set_xlabel("rounds from hit to hit" + between.get_xlabel())
                _spread(shown, run.shown, money, 100)
                shown.set_xlabel("shown at the hit" + shown.get_xlabel())
            else:
                between.annotate(f"not hit in {rounds:,} rounds", (0, 0.7), xycoords="axes fraction", color=INK)
                for axes in (between, shown):
                    axes.set_axis_off()

    says = "; ".join(f"{_meter_name(meter)}: {_told(meter, rounds)}" for meter in meters) + "."
    return Drawing("jackpots", "Jackpots: how far apart, and how high", says, 0.4 + 2.5 * len(meters), draw)


def _meter_name(meter: MeterResult) -> str:
    return f"{meter.name.replace('_', ' ')}, of {meter.wager.replace('_', ' ')}"


def _told(meter: MeterResult, rounds: int) -> str:
    run = meter.running
    if not run.hits:
        return f"not hit in {rounds:,} rounds"
    between, shown = quantiles(run.between)["50"], quantiles(run.shown)["50"]
    hits = f"{run.hits:,} {'hit' if run.hits == 1 else 'hits'} in {rounds:,} rounds"
    return f"{hits}, half of them {between:,} rounds or less after the one before and at {money(shown)} or less"


def _spread(axes: Axes, histogram: Mapping[int, int], say: Callable[[int], str], unit: int) -> None:
    """A histogram of numbers that are known to two figures, its last hundredth gathered in a bar."""
    marks = quantiles(histogram)
    first, last = min(histogram), marks["99"]
    bars = bars_of(histogram, nice((last - first) / 24, 10 ** max(0, len(str(last)) - 2)), first, last)
    draw_bars(axes, bars, lambda _: False, unit)
    draw_mark(axes, marks["50"] / unit, f"half up to {say(marks['50'])}", "-")
    axes.set_ylabel("hits")
    axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))
    axes.xaxis.set_major_locator(MaxNLocator(4))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: say(round(value * unit))))
    axes.set_xlabel(bars.tails(say).replace(" (", "\n("))


# Wagers


def wagers(results: SimulationResults) -> Drawing:
    """The mean of each wager with its interval, beside the exact value."""
    found = results.wagers
    several = len({wager.strategy for wager in found}) > 1
    names = [wager.wager.replace("_", " ") + (f", {wager.strategy}" if several else "") for wager in found]

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        for place, wager in enumerate(found):
            mean, error = float(wager.mean), 1.96 * wager.error
            axes.errorbar([mean], [place], xerr=[error], fmt="o", color=BAR, capsize=4, linewidth=1.5, markersize=5)
            if wager.exact is not None:
                axes.plot([float(wager.exact)], [place], "D", mfc="none", mec=HATCH, mew=1.4, markersize=10)
            axes.annotate(
                _found(wager), (1.012, place), xycoords=("axes fraction", "data"), va="center", annotation_clip=False
            )
        axes.set_yticks(range(len(found)), names, color=INK)
        axes.set_ylim(len(found) - 0.4, -0.6)
        axes.axvline(0, color=DIM, linewidth=1)
        axes.set_xlabel("won per unit first staked\ndot and whisker: mean and 95 % interval; diamond: exact")
        axes.xaxis.set_major_locator(MaxNLocator(5))
        axes.xaxis.set_major_formatter(FuncFormatter(lambda share, _: _percent(share, 0)))

    says = "; ".join(f"{name} {_found(wager)}" for name, wager in zip(names, found, strict=True)) + "."
    return Drawing("wagers", "What each wager wins, beside the exact value", says, 1.2 + 0.36 * len(found), draw)


def _found(wager: WagerResult) -> str:
    exact = "" if wager.exact is None else f", exact {_percent(float(wager.exact))}"
    return f"{_percent(float(wager.mean))} ± {_percent(1.96 * wager.error)}{exact}"


def _percent(share: float, places: int = 2) -> str:
    return show_percentage(share, places).replace("-", _MINUS)


# Axes


def _dollars(cents: Sequence[int]) -> list[float]:
    return [each / 100 for each in cents]


def _in_dollars(axis: Any) -> None:
    axis.set_major_formatter(FuncFormatter(lambda value, _: money(100 * value)))
