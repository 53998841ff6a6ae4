"""The kernels in numpy: many rounds at a time, nothing to compile. They count what `compiled` counts, to the last."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation.card_stream import BITS, DRAWS, FIRST, GAMMA, SECOND, WORDS
from pitboss.simulation.hands import SUITED, codes, high_codes
from pitboss.simulation.tables import PLAYED, VALUE, Bytes, Counts, LetItRide, Longs, ThreeCard, TopFive

BATCH = 1 << 13
"""Rounds at a time: few enough that the arrays stay in the cache."""
Cards = NDArray[np.int64]
_CODES, _HIGH_CODES = codes().astype(np.int64), high_codes().astype(np.int64)


def numbered(first: int, count: int) -> NDArray[np.uint64]:
    """The numbers of rounds that follow each other."""
    return np.arange(first, first + count, dtype=np.uint64)


def deal(key: int, numbers: NDArray[np.uint64], cards: int) -> Cards:
    """[place, round]: the first cards of the deck of each round."""
    count = len(numbers)
    with np.errstate(over="ignore"):
        begin = np.uint64(key) + numbers * np.uint64(WORDS * GAMMA % 2**64)
        deck = np.repeat(np.arange(52, dtype=np.int64)[:, None], count, axis=1)
        dealt, columns = np.empty((cards, count), np.int64), np.arange(count)
        for place in range(cards):
            if place % DRAWS == 0:
                fraction = _mixed(begin + np.uint64(place // DRAWS * GAMMA % 2**64)) >> np.uint64(64 - BITS)
            fraction *= np.uint64(52 - place)
            picked = (fraction >> np.uint64(BITS)).astype(np.int64)
            fraction &= np.uint64((1 << BITS) - 1)
            dealt[place] = deck[picked, columns]
            deck[picked, columns] = deck[51 - place]
    return dealt


def _mixed(counter: NDArray[np.uint64]) -> NDArray[np.uint64]:
    mixed = (counter ^ (counter >> np.uint64(30))) * np.uint64(FIRST)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(SECOND)
    return mixed ^ (mixed >> np.uint64(31))


def _hands(code: Cards, boxes: int) -> Cards:
    """[box, round]: the codes of their three cards."""
    return code[0 : 3 * boxes : 3] + code[1 : 3 * boxes : 3] + code[2 : 3 * boxes : 3]


def _set(sets: NDArray[np.uint16], code: Cards) -> Cards:
    found: Cards = sets[code >> 16].astype(np.int64)
    return found


def _kind(code: Cards, sets: Cards) -> Cards:
    """The index of three cards, given their set."""
    suits = code + 0x5555 & 0x8888
    return sets + sum(SUITED * (1 + suit) * (suits >> 4 * suit + 3 & 1) for suit in range(4))


def _filled(found: Bytes, filled: Bytes, code: Cards, cards: Iterable[Cards]) -> Cards:
    """The classes of hands, of which those that fill a suit are looked up by it."""
    classes, full = found.astype(np.int64), code + 0x3333 & 0x8888
    at = np.nonzero(full)
    suit = sum((full[at] > 8 << 4 * lower).astype(np.int64) for lower in range(3))
    bits = np.zeros(len(at[0]), np.int64)
    for card in cards:
        here = np.broadcast_to(card, code.shape)[at]
        bits |= ((here & 3) == suit).astype(np.int64) << (here >> 2)
    classes[at] = filled[8192 * suit + bits]
    return classes


Places = tuple[Cards, Cards | None]
"""[box, round]: the place of each box in the grid; and the row of Cover All, where it is in play."""


def _let_it_ride(deck: Cards, t: LetItRide) -> Places:
    code, shared, player = _CODES[deck], 3 * t.boxes + t.burned, t.players[:, None]
    hand, (p, q) = _hands(code, t.boxes), code[shared : shared + 2]
    sets, boxes = _set(t.sets, hand), (deck[0 : 3 * t.boxes : 3], deck[1 : 3 * t.boxes : 3], deck[2 : 3 * t.boxes : 3])
    like = (hand + 0x5555 & 0x8888 & p << 3) != 0
    pair = t.five[455 * _set(t.sets, p + q) + sets]
    five = _filled(pair, t.five_filled, hand + p + q, (*boxes, *deck[shared : shared + 2]))
    places = t.first[player, _kind(hand, sets)].astype(np.int64)
    places += t.five_step * (five + t.second[player, 5915 * like + 455 * _set(t.sets, p) + sets])
    if t.has_six:
        bonus = code[shared + 2 : shared + 5].sum(axis=0)
        by_ranks = t.six[455 * _set(t.sets, bonus) + sets]
        places += _filled(by_ranks, t.six_filled, hand + bonus, (*boxes, *deck[shared + 2 : shared + 5]))
    if not t.has_cover:
        return places, None
    stack = code[3 * t.boxes] + p + q
    best = np.minimum(t.cover[five].min(axis=0), t.cover_stack[_kind(stack, _set(t.sets, stack))])
    return places, best.astype(np.int64)


def _three_card_poker(deck: Cards, t: ThreeCard) -> Places:
    code, shared, player = _CODES[deck], 3 * t.boxes, t.players[:, None]
    hand, dealer = _hands(code, t.boxes), code[shared : shared + 3].sum(axis=0)
    boxes = deck[0:shared:3], deck[1:shared:3], deck[2:shared:3]
    sets, theirs = _set(t.sets, hand), _set(t.sets, dealer)
    kind = t.hands[player, _kind(hand, sets)].astype(np.int64)
    value = t.hands[0, _kind(dealer, theirs)].astype(np.int64) >> VALUE
    mine, against = kind >> VALUE + 1, value >> 1
    outcome = (3 + 5 * (value & 1) + (mine > against) - (mine < against)) * (kind >> PLAYED & 1)
    places = (kind & (1 << PLAYED) - 1) + t.outcome_step * outcome
    if t.has_six:
        by_ranks = t.six[455 * theirs + sets]
        places += t.six_step * _filled(by_ranks, t.six_filled, hand + dealer, (*boxes, *deck[shared : shared + 3]))
    if t.has_five:
        pair = code[shared + 3] + code[shared + 4]
        by_ranks = t.five[455 * _set(t.sets, pair) + sets]
        places += _filled(by_ranks, t.five_filled, hand + pair, (*boxes, *deck[shared + 3 : shared + 5]))
    return places, None


def _top_five_poker(deck: Cards, t: TopFive) -> Places:
    code = _HIGH_CODES[deck].reshape(t.boxes + 1, 7, -1).sum(axis=1)
    index = (code >> 16) + 3125 * ((code + 0x3333 & 0x8888) != 0)
    value = t.value[index].astype(np.int64)
    rank, number = (value & 0xFFFF) >> 1, value >> 16
    mine, theirs, cards_mine, cards_theirs = rank[:-1], rank[-1], number[:-1], number[-1]
    outcome = 3 + 5 * (value[-1] & 1) + (mine > theirs) - (mine < theirs)
    outcome = outcome + (cards_mine > cards_theirs) - (cards_mine < cards_theirs)
    plays = t.plays[t.players[:, None], index[:-1]]
    return t.seven[index[:-1]] + t.outcome_step * outcome * plays, None


_GAMES: dict[type, Callable[[Cards, Any], Places]] = {
    LetItRide: _let_it_ride,
    ThreeCard: _three_card_poker,
    TopFive: _top_five_poker,
}


def places(key: int, first: int, count: int, t: LetItRide | ThreeCard | TopFive) -> Cards:
    """[box, round]: the place of each box in the grid."""
    return placed(deal(key, numbered(first, count), t.cards), t)[0]


def placed(deck: Cards, t: LetItRide | ThreeCard | TopFive) -> Places:
    """Where the rounds of these decks lead."""
    return _GAMES[type(t)](deck, t)


def play(first: int, count: int, key: int, hour: int, shift: int, t: LetItRide | ThreeCard | TopFive) -> Counts:
    """Plays rounds `first` and on."""
    boxes, prices = t.boxes, t.prices
    counted = np.zeros((boxes, len(prices.worth)), np.int64)
    cover_worth = t.cover_worth if isinstance(t, LetItRide) else np.zeros(1, np.int64)
    cover = np.zeros(len(cover_worth), np.int64)
    won, own = np.zeros(count, np.int64), np.zeros(count, np.int64)
    hits: list[Longs] = []
    for begin, size in _batches(count):
        places, best = placed(deal(key, numbered(first + begin, size), t.cards), t)
        for box in range(boxes):
            counted[box] += np.bincount(places[box], minlength=counted.shape[1])
        net, envy = prices.worth[places] >> 1, prices.envy[places]
        envied, here = envy.sum(axis=0), slice(begin, begin + size)
        won[here], own[here] = net.sum(axis=0) + envied * (boxes - 1), net[0] + envied - envy[0]
        if best is not None:
            cover += np.bincount(best, minlength=len(cover))
            won[here] += boxes * cover_worth[best]
            own[here] += cover_worth[best]
        found = np.argwhere(prices.hit[places.T] != 0)
        hits.append(np.column_stack([first + begin + found[:, 0], found[:, 1], places[found[:, 1], found[:, 0]]]))
    hours = np.stack([-_whole(won, hour).sum(axis=1), _whole(own, hour).sum(axis=1)], axis=1)
    lows = np.minimum(_whole(own, hour * shift).cumsum(axis=1).min(axis=1, initial=0), 0)
    return Counts(counted, cover, hours, lows, np.concatenate(hits).astype(np.int64))


def _batches(count: int) -> Iterator[tuple[int, int]]:
    for begin in range(0, count, BATCH):
        yield begin, min(BATCH, count - begin)


def _whole(rounds: Longs, length: int) -> Longs:
    """[period, round]: as many whole periods as there are."""
    periods = len(rounds) // length
    return rounds[: periods * length].reshape(periods, length)
