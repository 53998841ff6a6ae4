"""How often honest tables and honest players are flagged, and how soon a wrong paytable and a known card are found.

A day is 40 rounds of seven boxes with equal bets at a table of Massachusetts Let It Ride. Days are drawn from simulated
rounds in which boxes share cards as they do; the probability of each result is that of `pitboss report --exact`. At a
level of 99 percent no more than 1.00 +- 0.05 percent of honest days may be flagged. The control pays pairs
of the Three Card Bonus like flushes.

An evening is 300 rounds of Three Card Poker of one player. Honest players decide as well as they can, or as if a card
were the dealer's that is none, which is as erratic as a cheat. A cheat sees one of the dealer's cards. Evidence is
added up in floats here; the house counts in fractions (books/decision_evidence.py).

250,000 days: 0.933 +- 0.019 percent of honest days; the control in all spans of 250 days. 20,000 honest evenings: none.
A
cheat who sees the dealer's first card: 10,000 of 10,000, half of them by round 48; any card: 9,999, half by 121.

python benchmarks/alarms.py [DAYS] [EVENINGS]
"""

import sys
from fractions import Fraction
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from pitboss.books.result_law import DayLaw, ResultLaw
from pitboss.books.round_variance import RoundVariance
from pitboss.cards import Card
from pitboss.games.three_card_poker.game import GAME
from pitboss.rules.approve import approve_house
from pitboss.rules.house_file import HouseFile
from pitboss.rules.load import load_regulation
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
EVENINGS, EVENING, ONE_IN = 100_000, 300, 100_000


def main() -> None:
    days, evenings = (int(given) for given in (*sys.argv[1:], *(str(DAYS), str(EVENINGS))[len(sys.argv) - 1 :]))
    results(days)
    decisions(evenings)


def results(days: int) -> None:
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


# Decisions


def decisions(evenings: int) -> None:
    regulation = load_regulation("MD-TCP")
    solver = GAME.solver(regulation, regulation.paytables["ante_bonus"]["A"], {})
    plays = np.zeros((52 * 52 * 52, 52), bool)
    cards = [Card(number) for number in range(52)]
    for hand in combinations(cards, 3):
        one, two, three = hand
        row = [card not in hand and solver.knowing(hand, card) == "play" for card in cards]
        plays[(one * 52 + two) * 52 + three] = row
    chance = np.random.default_rng(5)
    for name, knows, varies, number in (
        ("honest evenings, best play", None, False, evenings // 2),
        ("honest evenings, erratic play", False, False, evenings - evenings // 2),
        ("evenings with the dealer's first card known", True, False, min(evenings, 10_000)),
        ("evenings with one of the dealer's cards known, never the same", True, True, min(evenings, 10_000)),
    ):
        rounds = np.concatenate([_found(plays, chance, knows, varies, 1_000) for _ in range(max(1, number // 1_000))])
        found = rounds[rounds > 0]
        middle = f", half of them by round {int(np.median(found))}" if len(found) else ""
        print(f"{name}: {len(found):,} of {len(rounds):,} told within {EVENING} rounds at {ONE_IN:,} to 1{middle}")


def _found(
    plays: NDArray[np.bool_], chance: np.random.Generator, knows: bool | None, varies: bool, number: int
) -> NDArray[np.int64]:
    """The round of each evening in which it is told of; 0 if it is not."""
    cards = np.empty((0, 6), np.int64)
    while len(cards) < number * EVENING:
        drawn_cards = chance.integers(0, 52, (number * EVENING, 6))
        ordered = np.sort(drawn_cards, axis=1)
        cards = np.concatenate([cards, drawn_cards[(ordered[:, 1:] != ordered[:, :-1]).all(axis=1)]])
    cards = cards[: number * EVENING]
    hand, dealer = np.sort(cards[:, :3], axis=1), cards[:, 3:]
    rows = (hand[:, 0] * 52 + hand[:, 1]) * 52 + hand[:, 2]
    wanted = plays[rows]
    if knows is None:
        # By the mean over the cards that the dealer may hold: nearly best play.
        play = wanted.sum(axis=1) * 2 > 49
    else:
        other = np.argmax(chance.random((len(rows), 52)) * ~_holds(hand), axis=1)
        seen = np.where(varies, dealer[np.arange(len(rows)), chance.integers(0, 3, len(rows))], dealer[:, 0])
        seen = seen if knows else other
        play = wanted[np.arange(len(rows)), seen]
    by_each = np.take_along_axis(wanted, dealer, axis=1).astype(float)
    by_each = np.concatenate([by_each, by_each.mean(axis=1, keepdims=True)], axis=1)
    by_each = np.where(play[:, None], by_each, 1 - by_each)
    by_any = wanted.sum(axis=1) / 49
    by_any = np.where(play, by_any, 1 - by_any)
    factor = (31 / 32 * by_each + 1 / 64) / (31 / 32 * by_any + 1 / 64)[:, None]
    held = np.exp(np.cumsum(np.log(factor).reshape(number, EVENING, 4), axis=1)).mean(axis=2)
    sums = held >= ONE_IN
    return np.where(sums.any(axis=1), sums.argmax(axis=1) + 1, 0)


def _holds(hand: NDArray[np.int64]) -> NDArray[np.bool_]:
    found = np.zeros((len(hand), 52), bool)
    np.put_along_axis(found, hand, values=True, axis=1)
    return found


if __name__ == "__main__":
    main()
