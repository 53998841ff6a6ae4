"""Bars of a histogram: as many as are readable, with the tails gathered at the ends."""

from collections.abc import Callable, Mapping
from math import ceil, floor, log10
from typing import NamedTuple

from matplotlib.axes import Axes

from pitboss.simulation.drawing import BAR, HATCH, INK, WEAK


class Histogram(NamedTuple):
    """Bars of equal width, each at least its start and less than the next."""

    step: int
    starts: tuple[int, ...]
    numbers: tuple[int, ...]
    below: int
    """How many values in the first bar lie below it."""
    above: int
    """How many values in the last bar lie above it."""

    def tails(self, say: Callable[[int], str]) -> str:
        """What the bars at the ends hold besides their own values."""
        found = []
        if self.below:
            found.append(f"first bar: with {self.below:,} below {say(self.starts[0])}")
        if self.above:
            found.append(f"last bar: with {self.above:,} from {say(self.starts[-1] + self.step)}")
        return f" ({'; '.join(found)})" if found else ""


def bars_of(histogram: Mapping[int, int], step: int, first: int, last: int) -> Histogram:
    """The bars between two values; what lies beyond them is counted in the bars at the ends."""
    low, high = first // step, last // step
    numbers = [0] * (high - low + 1)
    below = above = 0
    for at, number in histogram.items():
        place = at // step
        below += number * (place < low)
        above += number * (place > high)
        numbers[min(max(place, low), high) - low] += number
    return Histogram(step, tuple(step * at for at in range(low, high + 1)), tuple(numbers), below, above)


def nice(size: float, least: int = 1) -> int:
    """The next 1, 2 or 5 with zeros, from `least` on, which is such a number."""
    power = int(10 ** max(0, floor(log10(max(size, 1)))))
    return max(least, next(part * power for part in (1, 2, 5, 10) if part * power >= ceil(size)))


def draw_bars(axes: Axes, bars: Histogram, hatched: Callable[[int], bool], unit: int = 1) -> None:
    """Draws the bars; those whose start `hatched` accepts are hatched."""
    for start, number in zip(bars.starts, bars.numbers, strict=True):
        weak = hatched(start)
        axes.bar(
            [start / unit], [number], width=bars.step / unit * 0.9, align="edge", color=WEAK if weak else BAR,
            edgecolor=HATCH if weak else BAR, hatch="////" if weak else None, linewidth=0.6,
        )  # fmt: skip


def draw_mark(axes: Axes, at: float, text: str, line: str, height: float = 1.02) -> None:
    """A line across the bars, with its label above them."""
    axes.axvline(at, color=INK, linewidth=1.1, linestyle=line)
    axes.annotate(text, (at, height), xycoords=("data", "axes fraction"), ha="center", va="bottom", color=INK)
