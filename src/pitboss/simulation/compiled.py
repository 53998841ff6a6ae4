"""The kernels, compiled by numba: one deal after the other, tables that stay in the cache, no branch on a hand.

Each does what its namesake in `vectorised` does, to the last count. A card is `4 x rank + suit`, as everywhere.
"""

import numpy as np
from numba import njit

from pitboss.simulation.hands import HIGH
from pitboss.simulation.stream import BITS, DRAWS, FIRST, GAMMA, SECOND, WORDS

_GAMMA, _FIRST, _SECOND, _WORDS = np.uint64(GAMMA), np.uint64(FIRST), np.uint64(SECOND), np.uint64(WORDS)
_S30, _S27, _S31, _S58, _S6 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(BITS), np.uint64(64 - BITS)
_FRACTION = np.uint64((1 << BITS) - 1)
_at = np.uint64
"""An index that is never negative costs nothing to check."""


@njit(inline="always")
def _word(counter):
    mixed = (counter ^ (counter >> _S30)) * _FIRST
    mixed = (mixed ^ (mixed >> _S27)) * _SECOND
    return mixed ^ (mixed >> _S31)


@njit(inline="always")
def _deal(deck, dealt, key, number, cards):
    """The first cards of a round's deck, and up to three more: all that a word deals."""
    for place in range(52):
        deck[_at(place)] = place
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
def _three(dealt, begin):
    return np.int64(dealt[_at(begin)]), np.int64(dealt[_at(begin + 1)]), np.int64(dealt[_at(begin + 2)])


@njit(inline="always")
def _two(p, q):
    """Two cards that complete hands: their ranks as an index and as bits, and whether they share a suit."""
    return 13 * (p >> 2) + (q >> 2), (1 << (p >> 2)) | (1 << (q >> 2)), ((p ^ q) & 3) == 0


@njit(inline="always")
def _suit(a, b, c):
    """0 where three cards are of different suits, else one more than their suit."""
    return ((((a ^ b) | (a ^ c)) & 3) == 0) * (1 + (a & 3))


@njit(inline="always")
def _set(sets, a, b, c):
    return np.int64(sets[_at(169 * (a >> 2) + 13 * (b >> 2) + (c >> 2))])


@njit(inline="always")
def _bits(a, b, c):
    """Which ranks there are."""
    return (1 << (a >> 2)) | (1 << (b >> 2)) | (1 << (c >> 2))


@njit(inline="always")
def _suits(a, b, c):
    """How many cards there are of each suit, in eight bits each, three too many."""
    return (1 << 8 * (a & 3)) + (1 << 8 * (b & 3)) + (1 << 8 * (c & 3))


@njit(inline="always")
def _of_suit(a, b, c, suit):
    """The ranks of one suit, as bits."""
    return (((a & 3) == suit) << (a >> 2)) | (((b & 3) == suit) << (b >> 2)) | (((c & 3) == suit) << (c >> 2))


@njit(inline="always")
def _six(table, filled, sets, a, b, c, p, q, r, other):
    """The class of six cards, the last three being the set `other`."""
    full = (_suits(a, b, c) + _suits(p, q, r) + 0x03030303) & 0x08080808
    at = 0
    if full:
        suit = (full > 8) + (full > 0x800) + (full > 0x80000)
        at = 8192 * suit + (_of_suit(a, b, c, suit) | _of_suit(p, q, r, suit))
    # Both are looked up: an array that only a branch uses would have its references counted, hand by hand.
    by_ranks, by_suit = np.int64(table[_at(455 * _set(sets, a, b, c) + other)]), np.int64(filled[_at(at)])
    return by_suit if full else by_ranks


@njit(inline="always")
def _count(at, worth, places):
    """Counts what befell each box. What all boxes won, what box 1 won, and whether any of it is out of the ordinary."""
    won, marks = 0, 0
    for box in range(len(places)):
        place = _at(at[_at(box)])
        places[_at(box), place] += 1
        won += worth[place] >> 1
        marks |= worth[place]
    return won, worth[_at(at[0])] >> 1, marks & 1


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
def let_it_ride(first, count, key, hour, shift, t, places, cover, hours, lows, hits):
    """Plays rounds `first` and on, and returns how many times a meter paid."""
    deck, dealt, at, dips = (
        np.empty(64, np.uint8),
        np.empty(64, np.uint8),
        np.empty(8, np.int64),
        np.zeros(len(hours), np.int64),
    )
    boxes, found = t.boxes, 0
    shared, none = 3 * boxes + t.burned, np.int64(t.cover[len(t.cover) - 1])
    for begin in range(0, count, hour):
        house, box_1, dip = 0, 0, 0
        for number in range(first + begin, first + min(begin + hour, count)):
            _deal(deck, dealt, key, number, t.cards)
            p, q, _ = _three(dealt, shared)
            x, y, z = _three(dealt, shared + 2)
            rank = p >> 2
            pair, bits, one_suit = _two(p, q)
            bonus = _set(t.sets, x, y, z) if t.has_six else 0
            best = none
            for box in range(boxes):
                a, b, c = _three(dealt, 3 * box)
                three, suit, player = _set(t.sets, a, b, c), _suit(a, b, c), _at(t.players[_at(box)])
                like = (suit != 0) & (((a ^ p) & 3) == 0)
                five = np.int64(t.five[_at(169 * three + pair)])
                if like & one_suit:
                    five = np.int64(t.five_filled[_at(8192 * (a & 3) + (_bits(a, b, c) | bits))])
                place = t.first[player, _at(5 * three + suit)] + t.second[player, _at(26 * three + 13 * like + rank)]
                place += t.five_step * five
                if t.has_six:
                    place += _six(t.six, t.six_filled, t.sets, a, b, c, x, y, z, bonus)
                if t.has_cover:
                    best = min(best, np.int64(t.cover[_at(five)]))
                at[_at(box)] = place
            more = 0
            if t.has_cover:
                a = np.int64(dealt[_at(3 * boxes)])
                best = min(best, np.int64(t.cover_stack[_at(5 * _set(t.sets, a, p, q) + _suit(a, p, q))]))
                cover[_at(best)] += 1
                more = t.cover_worth[_at(best)]
            won, own, unusual = _count(at, t.prices.worth, places)
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
    deck, dealt, at, dips = (
        np.empty(64, np.uint8),
        np.empty(64, np.uint8),
        np.empty(8, np.int64),
        np.zeros(len(hours), np.int64),
    )
    boxes, found = t.boxes, 0
    for begin in range(0, count, hour):
        house, box_1, dip = 0, 0, 0
        for number in range(first + begin, first + min(begin + hour, count)):
            _deal(deck, dealt, key, number, t.cards)
            x, y, z = _three(dealt, 3 * boxes)
            p, q, _ = _three(dealt, 3 * boxes + 3)
            dealer = _set(t.sets, x, y, z)
            theirs = np.int64(t.value[_at(5 * dealer + _suit(x, y, z))])
            # Folded is 0; then five outcomes for each of two, a hand that compares as equal in their middle.
            qualified, theirs = 3 + 5 * (theirs & 1), theirs >> 1
            pair, bits, one_suit = _two(p, q)
            for box in range(boxes):
                a, b, c = _three(dealt, 3 * box)
                three, suit, player = _set(t.sets, a, b, c), _suit(a, b, c), _at(t.players[_at(box)])
                hand = _at(5 * three + suit)
                mine = np.int64(t.value[hand]) >> 1
                outcome = (qualified + (mine > theirs) - (mine < theirs)) * np.int64(t.plays[player, hand])
                place = np.int64(t.three[hand]) + t.outcome_step * outcome
                if t.has_six:
                    place += t.six_step * _six(t.six, t.six_filled, t.sets, a, b, c, x, y, z, dealer)
                if t.has_five:
                    five = np.int64(t.five[_at(169 * three + pair)])
                    if (suit != 0) & (((a ^ p) & 3) == 0) & one_suit:
                        five = np.int64(t.five_filled[_at(8192 * (a & 3) + (_bits(a, b, c) | bits))])
                    place += five
                at[_at(box)] = place
            won, own, unusual = _count(at, t.prices.worth, places)
            if unusual:
                won, own, found = _note(number, at, boxes, t.prices, hits, won, own, found)
            house, box_1 = house - won, box_1 + own
            dip = min(dip, box_1)
        if begin + hour <= count:
            hours[begin // hour, 0], hours[begin // hour, 1], dips[begin // hour] = house, box_1, dip
    _lows(hours, dips, shift, lows)
    return found


@njit(inline="always")
def _high(dealt, powers, spots, begin):
    """The index of the high cards among seven."""
    index, seen = 0, 0
    for place in range(7):
        card = _at(dealt[_at(begin + place)])
        index += powers[card]
        seen |= spots[card]
    return index + 3125 * (((seen + 0x01010101) & 0x20202020) != 0)


@njit(cache=True, nogil=True)
def top_five_poker(first, count, key, hour, shift, t, places, cover, hours, lows, hits):  # noqa: ARG001 - kernels are called alike
    """Plays rounds `first` and on, and returns how many times a meter paid."""
    deck, dealt, at, dips = (
        np.empty(64, np.uint8),
        np.empty(64, np.uint8),
        np.empty(8, np.int64),
        np.zeros(len(hours), np.int64),
    )
    boxes, found = t.boxes, 0
    powers, spots = np.zeros(52, np.int64), np.zeros(52, np.int64)
    for card in range(4 * HIGH, 52):
        powers[card] = 5 ** ((card >> 2) - HIGH)
        spots[card] = 1 << (8 * (card & 3) + (card >> 2) - HIGH)
    for begin in range(0, count, hour):
        house, box_1, dip = 0, 0, 0
        for number in range(first + begin, first + min(begin + hour, count)):
            _deal(deck, dealt, key, number, t.cards)
            theirs = np.int64(t.value[_at(_high(dealt, powers, spots, 7 * boxes))])
            qualified, dealer, theirs = 3 + 5 * (theirs & 1), theirs >> 16, (theirs & 0xFFFF) >> 1
            for box in range(boxes):
                player, hand = _at(t.players[_at(box)]), _at(_high(dealt, powers, spots, 7 * box))
                value = np.int64(t.value[hand])
                mine, cards = (value & 0xFFFF) >> 1, value >> 16
                outcome = qualified + (mine > theirs) - (mine < theirs) + (cards > dealer) - (cards < dealer)
                at[_at(box)] = np.int64(t.seven[hand]) + t.outcome_step * outcome * np.int64(t.plays[player, hand])
            won, own, unusual = _count(at, t.prices.worth, places)
            if unusual:
                won, own, found = _note(number, at, boxes, t.prices, hits, won, own, found)
            house, box_1 = house - won, box_1 + own
            dip = min(dip, box_1)
        if begin + hour <= count:
            hours[begin // hour, 0], hours[begin // hour, 1], dips[begin // hour] = house, box_1, dip
    _lows(hours, dips, shift, lows)
    return found
