"""The kernels, compiled by numba: one deal after the other, tables that fit the cache, branches for rare hands only.

Each does what its namesake in `vectorised` does, to the last count. The deck is one of codes, see `hands`.
"""

import numpy as np
from numba import njit

from pitboss.simulation.card_stream import BITS, DRAWS, FIRST, GAMMA, SECOND, WORDS
from pitboss.simulation.hands import THREES, codes, high_codes
from pitboss.simulation.tables import PLAYED, VALUE

_CODES, _HIGH_CODES = codes(), high_codes()
_GAMMA, _FIRST, _SECOND, _WORDS = np.uint64(GAMMA), np.uint64(FIRST), np.uint64(SECOND), np.uint64(WORDS)
_S30, _S27, _S31, _S58, _S6 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(BITS), np.uint64(64 - BITS)
_FRACTION = np.uint64((1 << BITS) - 1)
_at = np.uint64
"""An index that is never negative costs nothing to check."""
_RANKS, _THREES, _SUITED_FOURS = np.uint64(16), np.uint64(len(THREES)), np.uint64(13 * len(THREES))
_VALUE, _PLAYED, _PLACE = np.uint64(VALUE), np.uint64(1 << PLAYED), np.uint64((1 << PLAYED) - 1)
_TO_THREE, _TO_FIVE, _REACHED = np.uint64(0x5555), np.uint64(0x3333), np.uint64(0x8888)
"""What lifts a suit's three or five cards to eight, and the bits that are then set."""


@njit(inline="always")
def _word(counter):
    mixed = (counter ^ (counter >> _S30)) * _FIRST
    mixed = (mixed ^ (mixed >> _S27)) * _SECOND
    return mixed ^ (mixed >> _S31)


@njit(inline="always")
def _deal(deck, dealt, codes, key, number, cards):
    """The first cards of a round's deck, and up to three more: all that a word deals."""
    for place in range(52):
        deck[_at(place)] = codes[_at(place)]
    counter = key + np.uint64(number) * _WORDS * _GAMMA
    for begin in range(0, cards, DRAWS):
        fraction = _word(counter) >> _S6
        counter += _GAMMA
        for place in range(begin, begin + DRAWS):
            drawn = fraction * np.uint64(52 - place)
            picked, fraction = drawn >> _S58, drawn & _FRACTION
            dealt[_at(place)] = deck[picked]
            deck[picked] = deck[_at(51 - place)]


@njit(inline="always")
def _hand(dealt, begin):
    """The code of three cards."""
    return _at(dealt[_at(begin)]) + _at(dealt[_at(begin + 1)]) + _at(dealt[_at(begin + 2)])


@njit(inline="always")
def _set(sets, code):
    return _at(sets[code >> _RANKS])


@njit(inline="always")
def _kind(code, three):
    """The index of three cards, given their set."""
    # The suit that they share is one of four bits; this makes it 1, 2, 3 or 4, times 512.
    return three + (((((code + _TO_THREE) & _REACHED) * _at(0x1234)) >> _at(6)) & _at(0xE00))


@njit(inline="always")
def _full(code):
    """Not 0 where five cards or more share a suit: its bit."""
    return (code + _TO_FIVE) & _REACHED


@njit
def _filled(filled, sets, full, dealt, begin, other, cards):
    """The class of three cards and some others that fill a suit."""
    # Kernels ask whether one is filled themselves: an inlined function in which only a branch uses an array has its
    # references counted, hand by hand.
    suit = _at(full > _at(8)) + _at(full > _at(0x80)) + _at(full > _at(0x800))
    bits = _at(0)
    for card in range(3 + cards):
        code = _at(dealt[begin + card if card < 3 else other + card - 3])
        bits |= ((code >> _at(4) * suit) & _at(1)) << _set(sets, code)
    return _at(filled[_at(8192) * suit + bits])


@njit(inline="always")
def _rows(players, size):
    """Where each box's own part of a table begins."""
    rows = np.empty(8, np.uint64)
    for box in range(len(players)):
        rows[box] = players[box] * size
    return rows


@njit(inline="always")
def _count(at, worth, boxes, places):
    """Counts what befell each box. What all boxes won, what box 1 won, and whether any of it is out of the ordinary."""
    won, marks, row = 0, 0, _at(0)
    for box in range(boxes):
        place = at[_at(box)]
        places[row + place] += 1
        row += _at(len(worth))
        won += worth[place] >> 1
        marks |= worth[place]
    return won, worth[at[_at(0)]] >> 1, marks & 1


@njit
def _note(number, at, boxes, prices, hits, won, own, found):
    """Notes the boxes that a meter pays and adds the envy that is due: what all boxes and box 1 won, and the notes."""
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
def _lows(hours, dips, shift, lows):
    """The furthest that box 1 fell in each shift, given how far it fell within each hour."""
    for number in range(len(lows)):
        since, low = 0, 0
        for hour in range(number * shift, number * shift + shift):
            low = min(low, since + dips[hour])
            since += hours[hour, 1]
        lows[number] = low


@njit(cache=True, nogil=True)
def let_it_ride(first, count, key, hour, shift, t, places, cover, hours, lows, hits):  # noqa: C901 - see _filled
    """Plays rounds `first` and on, and returns how many times a meter paid."""
    deck, dealt, at = np.empty(64, np.uint32), np.empty(64, np.uint32), np.empty(8, np.uint64)
    dips, counted, boxes, found = np.zeros(len(hours), np.int64), places.reshape(-1), t.boxes, 0
    ones, twos, sets = t.first.reshape(-1), t.second.reshape(-1), t.sets
    own_ones, own_twos = _rows(t.players, t.first.shape[1]), _rows(t.players, t.second.shape[1])
    shared, none = 3 * boxes + t.burned, np.int64(t.cover[len(t.cover) - 1])
    for begin in range(0, count, hour):
        house, box_1, dip = 0, 0, 0
        for number in range(first + begin, first + min(begin + hour, count)):
            _deal(deck, dealt, _CODES, key, number, t.cards)
            p, q, bonus = _at(dealt[_at(shared)]), _at(dealt[_at(shared + 1)]), _at(0)
            fourth, pair, others = _THREES * _set(sets, p), _THREES * _set(sets, p + q), _at(0)
            if t.has_six:
                bonus = _hand(dealt, shared + 2)
                others = _THREES * _set(sets, bonus)
            best = none
            for box in range(boxes):
                hand = _hand(dealt, 3 * box)
                three = _set(sets, hand)
                two, five = own_twos[_at(box)] + fourth + three, _at(t.five[pair + three])
                if (hand + _TO_THREE) & _REACHED & (p << _at(3)):
                    two += _SUITED_FOURS
                    full = _full(hand + p + q)
                    if full:
                        five = _filled(t.five_filled, sets, full, dealt, 3 * box, shared, 2)
                place = _at(ones[own_ones[_at(box)] + _kind(hand, three)])
                place += _at(t.five_step) * (five + _at(twos[two]))
                if t.has_six:
                    six, full = _at(t.six[others + three]), _full(hand + bonus)
                    if full:
                        six = _filled(t.six_filled, sets, full, dealt, 3 * box, shared + 2, 3)
                    place += six
                if t.has_cover:
                    best = min(best, np.int64(t.cover[five]))
                at[_at(box)] = place
            more = 0
            if t.has_cover:
                stack = _at(dealt[_at(3 * boxes)]) + p + q
                best = min(best, np.int64(t.cover_stack[_kind(stack, _set(sets, stack))]))
                cover[_at(best)] += 1
                more = t.cover_worth[_at(best)]
            won, own, unusual = _count(at, t.prices.worth, boxes, counted)
            if unusual:
                won, own, found = _note(number, at, boxes, t.prices, hits, won, own, found)
            house, box_1 = house - won - more * boxes, box_1 + own + more
            dip = min(dip, box_1)
        if begin + hour <= count:
            hours[begin // hour, 0], hours[begin // hour, 1], dips[begin // hour] = house, box_1, dip
    _lows(hours, dips, shift, lows)
    return found


@njit(cache=True, nogil=True)
def three_card_poker(first, count, key, hour, shift, t, places, cover, hours, lows, hits):  # noqa: ARG001 - kernels are called alike
    """Plays rounds `first` and on, and returns how many times a meter paid."""
    deck, dealt, at = np.empty(64, np.uint32), np.empty(64, np.uint32), np.empty(8, np.uint64)
    dips, counted, boxes, found = np.zeros(len(hours), np.int64), places.reshape(-1), t.boxes, 0
    hands, rows, sets, step = t.hands.reshape(-1), _rows(t.players, t.hands.shape[1]), t.sets, _at(t.outcome_step)
    for begin in range(0, count, hour):
        house, box_1, dip = 0, 0, 0
        for number in range(first + begin, first + min(begin + hour, count)):
            _deal(deck, dealt, _CODES, key, number, t.cards)
            dealer, pair = _hand(dealt, 3 * boxes), _at(0)
            others = _set(sets, dealer)
            value = _at(hands[_kind(dealer, others)]) >> _VALUE
            # Folded is 0; then five outcomes for each of two, a hand that compares as equal in their middle.
            theirs, equal = value >> _at(1), step * (_at(3) + _at(5) * (value & _at(1)))
            others *= _THREES
            if t.has_five:
                pair = _at(dealt[_at(3 * boxes + 3)]) + _at(dealt[_at(3 * boxes + 4)])
            fifth = _THREES * _set(sets, pair)
            for box in range(boxes):
                hand = _hand(dealt, 3 * box)
                three = _set(sets, hand)
                kind = _at(hands[rows[_at(box)] + _kind(hand, three)])
                mine = kind >> (_VALUE + _at(1))
                outcome = equal + step if mine > theirs else equal - step
                outcome = equal if mine == theirs else outcome
                place = (kind & _PLACE) + (outcome if kind & _PLAYED else _at(0))
                if t.has_six:
                    six, full = _at(t.six[others + three]), _full(hand + dealer)
                    if full:
                        six = _filled(t.six_filled, sets, full, dealt, 3 * box, 3 * boxes, 3)
                    place += _at(t.six_step) * six
                if t.has_five:
                    five, full = _at(t.five[fifth + three]), _full(hand + pair)
                    if full:
                        five = _filled(t.five_filled, sets, full, dealt, 3 * box, 3 * boxes + 3, 2)
                    place += five
                at[_at(box)] = place
            won, own, unusual = _count(at, t.prices.worth, boxes, counted)
            if unusual:
                won, own, found = _note(number, at, boxes, t.prices, hits, won, own, found)
            house, box_1 = house - won, box_1 + own
            dip = min(dip, box_1)
        if begin + hour <= count:
            hours[begin // hour, 0], hours[begin // hour, 1], dips[begin // hour] = house, box_1, dip
    _lows(hours, dips, shift, lows)
    return found


@njit(inline="always")
def _high(dealt, begin):
    """The index of the high cards among seven."""
    code = _at(0)
    for place in range(begin, begin + 7):
        code += _at(dealt[_at(place)])
    return (code >> _RANKS) + _at(3125) * _at(_full(code) != 0)


@njit(cache=True, nogil=True)
def top_five_poker(first, count, key, hour, shift, t, places, cover, hours, lows, hits):  # noqa: ARG001 - kernels are called alike
    """Plays rounds `first` and on, and returns how many times a meter paid."""
    deck, dealt, at = np.empty(64, np.uint32), np.empty(64, np.uint32), np.empty(8, np.uint64)
    dips, counted, boxes, found = np.zeros(len(hours), np.int64), places.reshape(-1), t.boxes, 0
    plays, rows = t.plays.reshape(-1), _rows(t.players, t.plays.shape[1])
    for begin in range(0, count, hour):
        house, box_1, dip = 0, 0, 0
        for number in range(first + begin, first + min(begin + hour, count)):
            _deal(deck, dealt, _HIGH_CODES, key, number, t.cards)
            theirs = np.int64(t.value[_high(dealt, 7 * boxes)])
            qualified, dealer, theirs = 3 + 5 * (theirs & 1), theirs >> 16, (theirs & 0xFFFF) >> 1
            for box in range(boxes):
                hand = _high(dealt, 7 * box)
                value = np.int64(t.value[hand])
                mine, cards = (value & 0xFFFF) >> 1, value >> 16
                outcome = qualified + (mine > theirs) - (mine < theirs) + (cards > dealer) - (cards < dealer)
                outcome *= t.outcome_step * np.int64(plays[rows[_at(box)] + hand])
                at[_at(box)] = _at(np.int64(t.seven[hand]) + outcome)
            won, own, unusual = _count(at, t.prices.worth, boxes, counted)
            if unusual:
                won, own, found = _note(number, at, boxes, t.prices, hits, won, own, found)
            house, box_1 = house - won, box_1 + own
            dip = min(dip, box_1)
        if begin + hour <= count:
            hours[begin // hour, 0], hours[begin // hour, 1], dips[begin // hour] = house, box_1, dip
    _lows(hours, dips, shift, lows)
    return found
