"""The kernel of Three Card Poker, compiled by numba. `tables.py` beside it counts the same in numpy."""

import numpy as np
from numba import njit

from pitboss.games.three_card_poker.hand_bits import PLAYED, VALUE
from pitboss.simulation.compiled import (
    THREE_SETS,
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
from pitboss.simulation.hands import codes

CODES = codes()
_VALUE, _PLAYED, _PLACE = np.uint64(VALUE), np.uint64(1 << PLAYED), np.uint64((1 << PLAYED) - 1)


@njit(cache=True, nogil=True)
def play(first, count, key, hour, shift, t, places, _highest, hours, lows, hits):
    """Plays `count` rounds from the round `first` on, and returns how many times a meter paid."""
    deck, dealt, at = np.empty(64, np.uint32), np.empty(64, np.uint32), np.empty(8, np.uint64)
    dips, counted, boxes, found = np.zeros(len(hours), np.int64), places.reshape(-1), t.boxes, 0
    hands, rows, sets, step = t.hands.reshape(-1), box_rows(t.players, t.hands.shape[1]), t.sets, u64(t.outcome_step)
    for begin in range(0, count, hour):
        house, box_1, dip = 0, 0, 0
        for number in range(first + begin, first + min(begin + hour, count)):
            deal(deck, dealt, CODES, key, number, t.cards)
            dealer, pair = hand_code(dealt, 3 * boxes), u64(0)
            others = rank_set(sets, dealer)
            value = u64(hands[kind_of_three(dealer, others)]) >> _VALUE
            # 0 is folded; then come five for an unqualified and five for a qualified dealer, `equal` in their middle.
            theirs, equal = value >> u64(1), step * (u64(3) + u64(5) * (value & u64(1)))
            others *= THREE_SETS
            if t.has_five:
                pair = u64(dealt[u64(3 * boxes + 3)]) + u64(dealt[u64(3 * boxes + 4)])
            fifth = THREE_SETS * rank_set(sets, pair)
            for box in range(boxes):
                hand = hand_code(dealt, 3 * box)
                three = rank_set(sets, hand)
                kind = u64(hands[rows[u64(box)] + kind_of_three(hand, three)])
                mine = kind >> (_VALUE + u64(1))
                outcome = equal + step if mine > theirs else equal - step
                outcome = equal if mine == theirs else outcome
                place = (kind & _PLACE) + (outcome if kind & _PLAYED else u64(0))
                if t.has_six:
                    six, full = u64(t.six[others + three]), filled_suit(hand + dealer)
                    if full:
                        six = filled_class(t.six_filled, sets, full, dealt, 3 * box, 3 * boxes, 3)
                    place += u64(t.six_step) * six
                if t.has_five:
                    five, full = u64(t.five[fifth + three]), filled_suit(hand + pair)
                    if full:
                        five = filled_class(t.five_filled, sets, full, dealt, 3 * box, 3 * boxes + 3, 2)
                    place += five
                at[u64(box)] = place
            won, own, unusual = count_places(at, t.prices.worth, boxes, counted)
            if unusual:
                won, own, found = note_hits(number, at, boxes, t.prices, hits, won, own, found)
            house, box_1 = house - won, box_1 + own
            dip = min(dip, box_1)
        if begin + hour <= count:
            hours[begin // hour, 0], hours[begin // hour, 1], dips[begin // hour] = house, box_1, dip
    shift_lows(hours, dips, shift, lows)
    return found
