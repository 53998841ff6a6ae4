"""A Three Card Poker hand against every set of dead cards, compiled by numba. Whole numbers only.

A worth is a number for each dealer hand: what playing gains over folding, or whether the player wins. The worth of what
is left is the sum over all dealer hands, less those that hold a dead card. The tables hold the sums over the dealer
hands that hold three, two or one given cards. The search takes one dead card after the other and keeps, for each card
that may be taken next, what taking it would remove.

No sum exceeds 13,983,816 sets of six cards times 18,424 dealer hands times the greatest gain, so 64 bits hold it.
"""

from collections.abc import Mapping, Sequence
from itertools import permutations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.cards import Card


def value_table(values: Mapping[tuple[Card, ...], int]) -> NDArray[np.int16]:
    """The value of every three cards, at their places in any order."""
    found = np.zeros((52, 52, 52), np.int16)
    for cards, value in values.items():
        for order in permutations(cards):
            found[order] = value
    return found


def search(
    values: NDArray[np.int16],
    deck: Sequence[int],
    mine: int,
    floor: int,
    gains: Sequence[int],
    wins: Sequence[int],
    dead: int,
) -> tuple[int, int, int]:
    """`sums_over_dead` for a hand of value `mine` and the deck without it."""
    cards = np.array(deck, np.int64)
    of_gains = worth_tables(values, cards, mine, floor, np.array(gains, np.int64))
    of_wins = worth_tables(values, cards, mine, floor, np.array(wins, np.int64))
    gain, won, times = sums_over_dead(*of_gains, *of_wins, dead)  # type: ignore[call-arg]
    return int(gain), int(won), int(times)


@njit(cache=True, nogil=True)
def worth_tables(values, deck, mine, floor, ends):
    """The worth of the dealer hands that hold three, two or one given cards; `ends` has it by how hands compare."""
    size = len(deck)
    threes = np.zeros((size, size, size), np.int64)
    pairs, ones = np.zeros((size, size), np.int64), np.zeros(size, np.int64)
    for one in range(size):
        for two in range(size):
            for three in range(size):
                if one not in (two, three) and two != three:
                    theirs = values[deck[one], deck[two], deck[three]]
                    end = 0 if theirs < floor else 1 if theirs < mine else 2 if theirs == mine else 3
                    threes[one, two, three] = ends[end]
                    pairs[one, two] += ends[end]
            ones[one] += pairs[one, two]
    return threes, pairs, ones // 2


@njit(cache=True, nogil=True)
def _remove(threes, pairs, removing, taken, depth, at):
    """What each further card removes once the card `at` is taken too."""
    for card in range(at + 1, pairs.shape[0]):
        less = pairs[at, card]
        for before in range(depth):
            less -= threes[taken[before], at, card]
        removing[depth + 1, card] = removing[depth, card] - less


@njit(cache=True, nogil=True)
def sums_over_dead(threes, pairs, ones, win_threes, win_pairs, win_ones, dead):
    """Over the sets of `dead` cards with a gain above zero: the sums of gains and of wins, and their number."""
    size = len(ones)
    taken = np.zeros(dead, np.int64)
    gain, win = np.zeros(dead, np.int64), np.zeros(dead, np.int64)
    removing, removing_wins = np.zeros((dead, size), np.int64), np.zeros((dead, size), np.int64)
    removing[0], gain[0] = ones, ones.sum() // 3
    removing_wins[0], win[0] = win_ones, win_ones.sum() // 3
    gained, won, times, depth, at = 0, 0, 0, 0, 0
    while True:
        if depth == dead - 1:
            for card in range(at, size):
                left = gain[depth] - removing[depth, card]
                if left > 0:
                    gained += left
                    won += win[depth] - removing_wins[depth, card]
                    times += 1
            at = size
        if size - at < dead - depth:
            if depth == 0:
                return gained, won, times
            depth -= 1
            at = taken[depth] + 1
            continue
        taken[depth] = at
        gain[depth + 1] = gain[depth] - removing[depth, at]
        win[depth + 1] = win[depth] - removing_wins[depth, at]
        _remove(threes, pairs, removing, taken, depth, at)
        _remove(win_threes, win_pairs, removing_wins, taken, depth, at)
        depth += 1
        at += 1
