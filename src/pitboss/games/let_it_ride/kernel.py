"""The kernel of Let It Ride, compiled by numba. `tables.py` beside it counts the same in numpy."""

import numpy as np
from numba import njit

from pitboss.simulation.compiled import (
    REACHED,
    THREE_SETS,
    TO_THREE,
    box_rows,
    count_places,
    deal,
    filled_class,
    filled_suit,
    hand_code,
    kind_of_three,
    note_hits,
    rank_set,
    shift_lows,
    u64,
)
from pitboss.simulation.hands import THREES, codes

CODES = codes()
SUITED_FOURS = np.uint64(13 * len(THREES))
"""Where the decisions with four cards of one suit begin."""


@njit(cache=True, nogil=True)
def play(first, count, key, hour, shift, t, places, highest, hours, lows, hits):  # noqa: C901 - see filled_class
    """Plays `count` rounds from the round `first` on, and returns how many times a meter paid."""
    deck, dealt, at = np.empty(64, np.uint32), np.empty(64, np.uint32), np.empty(8, np.uint64)
    dips, counted, boxes, found = np.zeros(len(hours), np.int64), places.reshape(-1), t.boxes, 0
    ones, twos, sets = t.first.reshape(-1), t.second.reshape(-1), t.sets
    own_ones, own_twos = box_rows(t.players, t.first.shape[1]), box_rows(t.players, t.second.shape[1])
    shared, none = 3 * boxes + t.burned, np.int64(t.cover[len(t.cover) - 1])
    for begin in range(0, count, hour):
        house, box_1, dip = 0, 0, 0
        for number in range(first + begin, first + min(begin + hour, count)):
            deal(deck, dealt, CODES, key, number, t.cards)
            p, q, bonus = u64(dealt[u64(shared)]), u64(dealt[u64(shared + 1)]), u64(0)
            fourth, pair, others = THREE_SETS * rank_set(sets, p), THREE_SETS * rank_set(sets, p + q), u64(0)
            if t.has_six:
                bonus = hand_code(dealt, shared + 2)
                others = THREE_SETS * rank_set(sets, bonus)
            best = none
            for box in range(boxes):
                hand = hand_code(dealt, 3 * box)
                three = rank_set(sets, hand)
                two, five = own_twos[u64(box)] + fourth + three, u64(t.five[pair + three])
                if (hand + TO_THREE) & REACHED & (p << u64(3)):
                    two += SUITED_FOURS
                    full = filled_suit(hand + p + q)
                    if full:
                        five = filled_class(t.five_filled, sets, full, dealt, 3 * box, shared, 2)
                place = u64(ones[own_ones[u64(box)] + kind_of_three(hand, three)])
                place += u64(t.five_step) * (five + u64(twos[two]))
                if t.has_six:
                    six, full = u64(t.six[others + three]), filled_suit(hand + bonus)
                    if full:
                        six = filled_class(t.six_filled, sets, full, dealt, 3 * box, shared + 2, 3)
                    place += six
                if t.has_cover:
                    best = min(best, np.int64(t.cover[five]))
                at[u64(box)] = place
            more = 0
            if t.has_cover:
                stack = u64(dealt[u64(3 * boxes)]) + p + q
                best = min(best, np.int64(t.cover_stack[kind_of_three(stack, rank_set(sets, stack))]))
                highest[u64(best)] += 1
                more = t.highest_worth[u64(best)]
            won, own, unusual = count_places(at, t.prices.worth, boxes, counted)
            if unusual:
                won, own, found = note_hits(number, at, boxes, t.prices, hits, won, own, found)
            house, box_1 = house - won - more * boxes, box_1 + own + more
            dip = min(dip, box_1)
        if begin + hour <= count:
            hours[begin // hour, 0], hours[begin // hour, 1], dips[begin // hour] = house, box_1, dip
    shift_lows(hours, dips, shift, lows)
    return found
