"""What a fair shuffle makes how often, by exact counting."""

from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from tests.counts.reader import read_counts

N = 52
Chances = NDArray[np.float64]
FIVE = ("straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind", "two_pair", "pair",
        "high_card")  # fmt: skip
THREE = ("straight_flush", "three_of_a_kind", "straight", "flush", "pair", "high_card")


@cache
def colour_run_chances() -> Chances:
    """How many runs 26 red and 26 black cards make, 0 to 52: each run of a colour is a part of its 26."""
    ways = [0] * (N + 1)
    for reds in range(1, 27):
        for blacks in (reds - 1, reds, reds + 1):
            if 1 <= blacks <= 26:
                first = 2 if blacks == reds else 1
                ways[reds + blacks] += first * comb(25, reds - 1) * comb(25, blacks - 1)
    assert sum(ways) == comb(52, 26)
    return np.array([number / comb(52, 26) for number in ways])


@cache
def ascent_chances() -> Chances:
    """How many of 51 steps go up, 0 to 51: the Eulerian numbers."""
    row = [1]
    for n in range(2, N + 1):
        left, right = [0, *row], [*row, 0]
        row = [(n - k) * left[k] + (k + 1) * right[k] for k in range(n)]
    return np.array([number / sum(row) for number in row])


@cache
def stay_chances() -> Chances:
    """How many of 52 cards keep their place, 0 to 52: choose them, and derange the others."""
    derangements = [1, 0]
    for n in range(2, N + 1):
        derangements.append((n - 1) * (derangements[n - 1] + derangements[n - 2]))
    ways = [comb(N, stay) * derangements[N - stay] for stay in range(N + 1)]
    return np.array([number / sum(ways) for number in ways])


@cache
def hand_chances(classes: tuple[str, ...]) -> Chances:
    counts = read_counts("five_card" if classes is FIVE else "three_card")
    ways = [
        counts[name] + (counts["royal_flush"] if name == "straight_flush" and classes is FIVE else 0)
        for name in classes
    ]
    assert sum(ways) == counts["total"]
    return np.array([number / counts["total"] for number in ways])
