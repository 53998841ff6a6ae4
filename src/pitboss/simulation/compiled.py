"""What the games' compiled kernels share: dealing, the codes of hands, and counting.

A kernel plays one deal after the other, with tables that fit the cache and branches for rare hands only. It counts
exactly what its game's tables lead to in numpy. A deck holds the codes of cards, see `hands`. Numba caches a kernel by
the time of its own file: after a change here, touch `games/*/kernel.py`.
"""

import numpy as np
from numba import njit

from pitboss.simulation.card_stream import BITS, DRAWS, FIRST, GAMMA, SECOND, WORDS
from pitboss.simulation.hands import THREES

_GAMMA, _FIRST, _SECOND, _WORDS = np.uint64(GAMMA), np.uint64(FIRST), np.uint64(SECOND), np.uint64(WORDS)
_S30, _S27, _S31, _S58, _S6 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(BITS), np.uint64(64 - BITS)
_FRACTION = np.uint64((1 << BITS) - 1)
u64 = np.uint64
"""An index that is never negative costs nothing to check."""
RANKS_FROM, THREE_SETS = np.uint64(16), np.uint64(len(THREES))
TO_THREE, TO_FIVE, REACHED = np.uint64(0x5555), np.uint64(0x3333), np.uint64(0x8888)
"""Adding one of the first two sets a suit's bit of `REACHED` if the suit has three or five cards."""


@njit(inline="always")
def _word(counter):
    mixed = (counter ^ (counter >> _S30)) * _FIRST
    mixed = (mixed ^ (mixed >> _S27)) * _SECOND
    return mixed ^ (mixed >> _S31)


@njit(inline="always")
def deal(deck, dealt, codes, key, number, cards):
    """Deals the first cards of a round's deck, and up to three more, since a word deals four."""
    for place in range(52):
        deck[u64(place)] = codes[u64(place)]
    counter = key + np.uint64(number) * _WORDS * _GAMMA
    for begin in range(0, cards, DRAWS):
        fraction = _word(counter) >> _S6
        counter += _GAMMA
        for place in range(begin, begin + DRAWS):
            drawn = fraction * np.uint64(52 - place)
            picked, fraction = drawn >> _S58, drawn & _FRACTION
            dealt[u64(place)] = deck[picked]
            deck[picked] = deck[u64(51 - place)]


@njit(inline="always")
def hand_code(dealt, begin):
    """The code of three cards."""
    return u64(dealt[u64(begin)]) + u64(dealt[u64(begin + 1)]) + u64(dealt[u64(begin + 2)])


@njit(inline="always")
def rank_set(sets, code):
    """The number of the set of ranks that up to three cards have."""
    return u64(sets[code >> RANKS_FROM])


@njit(inline="always")
def kind_of_three(code, three):
    """The index of three cards, given their set."""
    # The suit that they share is one of four bits; this turns it into 1, 2, 3 or 4, times 512.
    return three + (((((code + TO_THREE) & REACHED) * u64(0x1234)) >> u64(6)) & u64(0xE00))


@njit(inline="always")
def filled_suit(code):
    """The bit of the suit that five or more cards share, else 0."""
    return (code + TO_FIVE) & REACHED


@njit
def filled_class(filled, sets, full, dealt, begin, other, cards):
    """The class of three cards and some others that fill a suit."""
    # Kernels check for a filled suit themselves: numba would count references for every hand in an inlined function
    # that uses an array only in a branch.
    suit = u64(full > u64(8)) + u64(full > u64(0x80)) + u64(full > u64(0x800))
    bits = u64(0)
    for card in range(3 + cards):
        code = u64(dealt[begin + card if card < 3 else other + card - 3])
        bits |= ((code >> u64(4) * suit) & u64(1)) << rank_set(sets, code)
    return u64(filled[u64(8192) * suit + bits])


@njit(inline="always")
def box_rows(players, size):
    """The start of each box's row in a table with a row for each strategy."""
    rows = np.empty(8, np.uint64)
    for box in range(len(players)):
        rows[box] = players[box] * size
    return rows


@njit(inline="always")
def count_places(at, worth, boxes, places):
    """Counts the place of each box; returns what all boxes won, what box 1 won, and whether `note_hits` is needed."""
    won, marks, row = 0, 0, u64(0)
    for box in range(boxes):
        place = at[u64(box)]
        places[row + place] += 1
        row += u64(len(worth))
        won += worth[place] >> 1
        marks |= worth[place]
    return won, worth[at[u64(0)]] >> 1, marks & 1


@njit
def note_hits(number, at, boxes, prices, hits, won, own, found):
    """Notes the boxes that a meter pays; returns what all boxes and box 1 won with envy, and the number of notes."""
    envied = 0
    for box in range(boxes):
        place = at[box]
        envied += prices.envy[place]
        if prices.hit[place]:
            if found < len(hits):
                hits[found, 0], hits[found, 1], hits[found, 2] = number, box, place
            found += 1
    return won + envied * (boxes - 1), own + envied - prices.envy[at[0]], found


@njit
def shift_lows(hours, dips, shift, lows):
    """The furthest that box 1 fell in each shift, given how far it fell within each hour."""
    for number in range(len(lows)):
        since, low = 0, 0
        for hour in range(number * shift, number * shift + shift):
            low = min(low, since + dips[hour])
            since += hours[hour, 1]
        lows[number] = low
