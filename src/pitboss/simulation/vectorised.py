"""The kernels in numpy: many rounds at a time, nothing to compile. They count what `compiled` counts, to the last."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation.hands import HIGH
from pitboss.simulation.stream import BITS, DRAWS, FIRST, GAMMA, SECOND, WORDS
from pitboss.simulation.tables import Bytes, Counts, LetItRide, Longs, ThreeCard, TopFive

BATCH = 1 << 13
"""Rounds at a time: few enough that the arrays stay in the cache."""
Cards = NDArray[np.int64]


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


Hand = tuple[Cards, Cards, Cards]


def _suit(hand: Hand) -> Cards:
    """0 where three cards are of different suits, else one more than their suit."""
    a, b, c = hand
    return np.where((((a ^ b) | (a ^ c)) & 3) == 0, 1 + (a & 3), 0)


def _set(sets: NDArray[np.uint16], hand: Hand) -> Cards:
    a, b, c = hand
    found: Cards = sets[169 * (a >> 2) + 13 * (b >> 2) + (c >> 2)].astype(np.int64)
    return found


def _boxes(deck: Cards, boxes: int) -> Hand:
    """The three cards of every box: each [box, round]."""
    return deck[0 : 3 * boxes : 3], deck[1 : 3 * boxes : 3], deck[2 : 3 * boxes : 3]


def _five(table: Bytes, filled: Bytes, sets: Cards, hand: Hand, pair: tuple[Cards, Cards]) -> Cards:
    (a, b, c), (p, q) = hand, pair
    found: Cards = table[169 * sets + 13 * (p >> 2) + (q >> 2)].astype(np.int64)
    full = (((a ^ b) | (a ^ c) | (a ^ p) | (a ^ q)) & 3) == 0
    bits = sum((1 << (card >> 2) for card in (b, c, p + 0 * a, q + 0 * a)), 1 << (a >> 2))
    found[full] = filled[(8192 * (a & 3) + bits)[full]]
    return found


def _six(table: Bytes, filled: Bytes, sets: Cards, hand: Hand, others: Hand, other: Cards) -> Cards:
    found: Cards = table[455 * sets + other].astype(np.int64)
    for suit in range(4):
        numbers = sum((card & 3) == suit for card in (*hand, *others))
        full = np.asarray(numbers) >= 5
        bits = sum(((card & 3) == suit) << (card >> 2) for card in (*hand, *others))
        found[full] = filled[8192 * suit + np.asarray(bits)[full]]
    return found


Places = tuple[Cards, Cards | None]
"""[box, round]: the place of each box in the grid; and the row of Cover All, where it is in play."""


def _let_it_ride(deck: Cards, t: LetItRide) -> Places:
    hand, shared, player = _boxes(deck, t.boxes), 3 * t.boxes + t.burned, t.players[:, None]
    p, q = deck[shared], deck[shared + 1]
    sets, suit = _set(t.sets, hand), _suit(hand)
    like = (suit != 0) & (((hand[0] ^ p) & 3) == 0)
    five = _five(t.five, t.five_filled, sets, hand, (p, q))
    places = t.first[player, 5 * sets + suit].astype(np.int64)
    places += t.second[player, 26 * sets + 13 * like + (p >> 2)] + t.five_step * five
    if t.has_six:
        bonus = deck[shared + 2], deck[shared + 3], deck[shared + 4]
        places += _six(t.six, t.six_filled, sets, hand, bonus, _set(t.sets, bonus))
    if not t.has_cover:
        return places, None
    stack = deck[3 * t.boxes], p, q
    best = np.minimum(t.cover[five].min(axis=0), t.cover_stack[5 * _set(t.sets, stack) + _suit(stack)])
    return places, best.astype(np.int64)


def _three_card_poker(deck: Cards, t: ThreeCard) -> Places:
    hand, shared, player = _boxes(deck, t.boxes), 3 * t.boxes, t.players[:, None]
    dealer = deck[shared], deck[shared + 1], deck[shared + 2]
    sets, theirs = _set(t.sets, hand), _set(t.sets, dealer)
    index, value = 5 * sets + _suit(hand), t.value[5 * theirs + _suit(dealer)].astype(np.int64)
    mine, against = t.value[index] >> 1, value >> 1
    outcome = (3 + 5 * (value & 1) + (mine > against) - (mine < against)) * t.plays[player, index]
    places = t.three[index] + t.outcome_step * outcome.astype(np.int64)
    if t.has_six:
        places += t.six_step * _six(t.six, t.six_filled, sets, hand, dealer, theirs)
    if t.has_five:
        places += _five(t.five, t.five_filled, sets, hand, (deck[shared + 3], deck[shared + 4]))
    return places, None


_POWERS = np.array([5 ** (card // 4 - HIGH) if card // 4 >= HIGH else 0 for card in range(52)])
_SPOTS = np.array([1 << 8 * (card % 4) + card // 4 - HIGH if card // 4 >= HIGH else 0 for card in range(52)])


def _top_five_poker(deck: Cards, t: TopFive) -> Places:
    cards = deck[: t.cards].reshape(t.boxes + 1, 7, -1)
    seen = np.bitwise_or.reduce(_SPOTS[cards], axis=1)
    index = _POWERS[cards].sum(axis=1) + 3125 * (((seen + 0x01010101) & 0x20202020) != 0)
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
