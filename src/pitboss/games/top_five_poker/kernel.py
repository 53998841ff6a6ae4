"""The kernel of Top Five Poker, compiled by numba. `tables.py` beside it counts the same in numpy."""

import numpy as np
from numba import njit

from pitboss.games.top_five_poker.high_cards import high_codes
from pitboss.simulation.compiled import (
    RANKS_FROM,
    box_rows,
    count_places,
    deal,
    filled_suit,
    note_hits,
    shift_lows,
    u64,
)

HIGH_CODES = high_codes()


@njit(inline="always")
def _high(dealt, begin):
    """The index of the high cards among seven."""
    code = u64(0)
    for place in range(begin, begin + 7):
        code += u64(dealt[u64(place)])
    return (code >> RANKS_FROM) + u64(3125) * u64(filled_suit(code) != 0)


@njit(cache=True, nogil=True)
def play(first, count, key, hour, shift, t, places, _highest, hours, lows, hits):
    """Plays `count` rounds from the round `first` on, and returns how many times a meter paid."""
    deck, dealt, at = np.empty(64, np.uint32), np.empty(64, np.uint32), np.empty(8, np.uint64)
    dips, counted, boxes, found = np.zeros(len(hours), np.int64), places.reshape(-1), t.boxes, 0
    plays, rows = t.plays.reshape(-1), box_rows(t.players, t.plays.shape[1])
    for begin in range(0, count, hour):
        house, box_1, dip = 0, 0, 0
        for number in range(first + begin, first + min(begin + hour, count)):
            deal(deck, dealt, HIGH_CODES, key, number, t.cards)
            theirs = np.int64(t.value[_high(dealt, 7 * boxes)])
            qualified, dealer, theirs = 3 + 5 * (theirs & 1), theirs >> 16, (theirs & 0xFFFF) >> 1
            for box in range(boxes):
                hand = _high(dealt, 7 * box)
                value = np.int64(t.value[hand])
                mine, cards = (value & 0xFFFF) >> 1, value >> 16
                outcome = qualified + (mine > theirs) - (mine < theirs) + (cards > dealer) - (cards < dealer)
                outcome *= t.outcome_step * np.int64(plays[rows[u64(box)] + hand])
                at[u64(box)] = u64(np.int64(t.seven[hand]) + outcome)
            won, own, unusual = count_places(at, t.prices.worth, boxes, counted)
            if unusual:
                won, own, found = note_hits(number, at, boxes, t.prices, hits, won, own, found)
            house, box_1 = house - won, box_1 + own
            dip = min(dip, box_1)
        if begin + hour <= count:
            hours[begin // hour, 0], hours[begin // hour, 1], dips[begin // hour] = house, box_1, dip
    shift_lows(hours, dips, shift, lows)
    return found
