"""How often honest tables are flagged as unusual, and what a wrong paytable does.

A day is 40 rounds of seven boxes with equal bets at a table of Massachusetts Let It Ride. Days are drawn from simulated
rounds in which boxes share cards as they do; the probability of each result is that of `pitboss report --exact`. At a
level of 99 percent no more than 1.00 +- 0.05 percent of honest days may be flagged. The control pays pairs
of the Three Card Bonus like flushes.

python benchmarks/alarms.py [DAYS]
"""

import sys
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from pitboss.books.result_law import DayLaw, ResultLaw
from pitboss.books.round_variance import RoundVariance
from pitboss.rules.approve import approve_house
from pitboss.rules.house_file import HouseFile
from pitboss.simulation import vectorised
from pitboss.simulation.card_stream import key_of
from pitboss.simulation.setup import setup_of

HOUSE = """
facility = "Benchmark"
[tables.bay]
regulation = "MA-LIR"
boxes = 7
device = "automated_shoe"
shuffler = "counting"
shuffler_model = "i-Deal Plus"
shuffler_mode = "Let It Ride Cover All"
adjacent_boxes = 2
wagers.base = { minimum = "$15", maximum = "$100" }
wagers.three_card_bonus = { paytable = "D", minimum = "$1", maximum = "$50" }
"""
ROUNDS, BOXES, LEVEL = 40, 7, Fraction(1, 100)
STAKES = {"base": 1500, "three_card_bonus": 500}
DAYS = 250_000
CHUNK = 1 << 19


def main() -> None:
    days = int(sys.argv[1]) if len(sys.argv) > 1 else DAYS
    table = approve_house(HouseFile("benchmark.toml", HOUSE.encode())).tables["bay"]
    rules = RoundVariance.by(table)
    box = tuple(sorted({(rules._column(0, name), Fraction(stake, rules._unit(name))) for name, stake in  # noqa: SLF001
                        (("base", 1500), ("three_card_bonus", 500))}))  # fmt: skip
    round_ = (box,) * BOXES
    law = ResultLaw()
    law.add(rules, round_, ROUNDS)
    theory = rules._theory  # noqa: SLF001
    mean = ROUNDS * BOXES * (theory.chance("base", 1500).mean + theory.chance("three_card_bonus", 500).mean)
    day = law.day(mean, ROUNDS * rules.variance(round_))
    low, high = limits(day, int(mean))
    honest, biased = drawn(table, days)
    told("honest days", honest, low, high)
    told("a pair pays 4 to 1 instead of 1 to 1", biased, low, high)
    pooled = biased[: days // 250 * 250].reshape(-1, 250)
    shift = (biased - honest).mean()
    far = abs(pooled.mean(axis=1) - float(mean)) > 2.5758 * float(day_deviation(day)) / np.sqrt(250)
    print(
        f"  in 250 days ({ROUNDS * 250:,} rounds) it is found in {far.mean():.1%}; "
        f"it costs the house ${-shift / 100:.2f} a day"
    )


def day_deviation(day: DayLaw) -> float:
    _, variance = day.law.moments()
    return float(np.sqrt(float(variance)) * day.unit / float(day.stretched))


def limits(day: DayLaw, middle: int) -> tuple[int, int]:
    """The results next to the middle, on both sides, that are flagged."""
    found = []
    for way in (-1, 1):
        near, far = 0, 1
        while day.probability(middle + way * far).value > LEVEL:
            far *= 2
        while far - near > 1:
            between = (near + far) // 2
            if day.probability(middle + way * between).value > LEVEL:
                near = between
            else:
                far = between
        found.append(middle + way * far)
    return found[0], found[1]


def drawn(table: object, days: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """What the house wins on each day, honestly and with the control's payouts."""
    setup = setup_of(table, boxes=BOXES, wagers=("base", "three_card_bonus"), stakes=STAKES)  # type: ignore[arg-type]
    grid, tables = setup.grid_and_tables
    worth, pairs = np.zeros(grid.shape, np.int64), np.zeros(grid.shape, np.int64)
    for part in grid.parts:
        shape = [size if axis in part.axes else 1 for axis, size in enumerate(grid.shape)]
        worth += np.array([cell.net for cell in part.cells], np.int64).reshape(shape)
        paid = [
            sum(line.pattern == "pair" and line.item == "three_card_bonus" for line in cell.lines)
            for cell in part.cells
        ]
        pairs += np.array(paid, np.int64).reshape(shape)
    honest, biased = [], []
    needed, begin = days * ROUNDS, 0
    while begin < needed:
        places = vectorised.places(key_of(11), begin, CHUNK, tables)
        won = -worth.reshape(-1)[places].sum(axis=0)
        honest.append(won)
        biased.append(won - 3 * STAKES["three_card_bonus"] * pairs.reshape(-1)[places].sum(axis=0))
        begin += CHUNK
    return tuple(np.concatenate(one)[:needed].reshape(days, ROUNDS).sum(axis=1) for one in (honest, biased))


def told(name: str, won: NDArray[np.int64], low: int, high: int) -> None:
    flagged = float(((won <= low) | (won >= high)).mean())
    error = (flagged * (1 - flagged) / len(won)) ** 0.5
    print(f"{name}: {flagged:.3%} +- {error:.3%} of {len(won):,} days are outside 99 %")


if __name__ == "__main__":
    main()
