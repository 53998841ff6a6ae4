"""Rounds in numpy, many at a time and without a compiler, and the operations on hands that the games' tables share.

The counts are exactly those of the compiled kernels.
"""

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation.card_stream import BITS, DRAWS, FIRST, GAMMA, SECOND, WORDS
from pitboss.simulation.hands import SUITED
from pitboss.simulation.tables import Bytes, Cards, Counts, KernelTables, Longs

BATCH = 1 << 13
"""Rounds at a time: few enough that the arrays stay in the cache."""


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


def hands_of_three(code: Cards, boxes: int) -> Cards:
    """[box, round]: the codes of each box's three cards."""
    return code[0 : 3 * boxes : 3] + code[1 : 3 * boxes : 3] + code[2 : 3 * boxes : 3]


def rank_set(sets: NDArray[np.uint16], code: Cards) -> Cards:
    """The number of the set of ranks that up to three cards have."""
    found: Cards = sets[code >> 16].astype(np.int64)
    return found


def kind_of_three(code: Cards, sets: Cards) -> Cards:
    """The index of three cards, given their set."""
    suits = code + 0x5555 & 0x8888
    return sets + sum(SUITED * (1 + suit) * (suits >> 4 * suit + 3 & 1) for suit in range(4))


def with_flushes(by_ranks: Bytes, filled: Bytes, code: Cards, cards: Iterable[Cards]) -> Cards:
    """The classes of hands: `by_ranks`, but hands that fill a suit are looked up in `filled`."""
    classes, full = by_ranks.astype(np.int64), code + 0x3333 & 0x8888
    at = np.nonzero(full)
    suit = sum((full[at] > 8 << 4 * lower).astype(np.int64) for lower in range(3))
    bits = np.zeros(len(at[0]), np.int64)
    for card in cards:
        here = np.broadcast_to(card, code.shape)[at]
        bits |= ((here & 3) == suit).astype(np.int64) << (here >> 2)
    classes[at] = filled[8192 * suit + bits]
    return classes


def places(key: int, first: int, count: int, tables: KernelTables) -> Cards:
    """[box, round]: the place of each box in the grid."""
    return tables.places(deal(key, numbered(first, count), tables.cards))[0]


def play(first: int, count: int, key: int, hour: int, shift: int, tables: KernelTables) -> Counts:
    """Plays `count` rounds from the round `first` on."""
    boxes, prices, highest_worth = tables.boxes, tables.prices, tables.highest_worth
    counted = np.zeros((boxes, len(prices.worth)), np.int64)
    highest = np.zeros(len(highest_worth), np.int64)
    won, own = np.zeros(count, np.int64), np.zeros(count, np.int64)
    hits: list[Longs] = []
    for begin, size in _batches(count):
        places, best = tables.places(deal(key, numbered(first + begin, size), tables.cards))
        for box in range(boxes):
            counted[box] += np.bincount(places[box], minlength=counted.shape[1])
        net, envy = prices.worth[places] >> 1, prices.envy[places]
        envied, here = envy.sum(axis=0), slice(begin, begin + size)
        won[here], own[here] = net.sum(axis=0) + envied * (boxes - 1), net[0] + envied - envy[0]
        if best is not None:
            highest += np.bincount(best, minlength=len(highest))
            won[here] += boxes * highest_worth[best]
            own[here] += highest_worth[best]
        found = np.argwhere(prices.hit[places.T] != 0)
        hits.append(np.column_stack([first + begin + found[:, 0], found[:, 1], places[found[:, 1], found[:, 0]]]))
    hours = np.stack([-_whole(won, hour).sum(axis=1), _whole(own, hour).sum(axis=1)], axis=1)
    lows = np.minimum(_whole(own, hour * shift).cumsum(axis=1).min(axis=1, initial=0), 0)
    return Counts(counted, highest, hours, lows, np.concatenate(hits).astype(np.int64))


def _batches(count: int) -> Iterator[tuple[int, int]]:
    for begin in range(0, count, BATCH):
        yield begin, min(BATCH, count - begin)


def _whole(rounds: Longs, length: int) -> Longs:
    """[period, round]: as many whole periods as there are."""
    periods = len(rounds) // length
    return rounds[: periods * length].reshape(periods, length)
