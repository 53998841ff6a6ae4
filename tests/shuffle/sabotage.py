"""Shuffles that are wrong, each in a way that real houses have got wrong, and a fair one beside them; all by numpy.

A maker answers with a batch of shuffles; batches do not depend on each other.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from tests.shuffle.battery import Orders
from tests.shuffle.chances import N

Chance = np.random.Generator
Maker = Callable[[Chance, int], Orders]


def _new(number: int) -> Orders:
    return np.tile(np.arange(N, dtype=np.uint8), (number, 1))


def _swap(orders: Orders, place: int, others: NDArray[np.int64]) -> None:
    rows = np.arange(len(orders))
    orders[rows, place], orders[rows, others] = orders[rows, others], orders[rows, place].copy()


def fair(chance: Chance, number: int) -> Orders:
    """Fisher and Yates as it should be."""
    orders = _new(number)
    for last in range(N - 1, 0, -1):
        _swap(orders, last, chance.integers(0, last + 1, number))
    return orders


def modulo_bias(chance: Chance, number: int) -> Orders:
    """A byte's remainder, without passing any byte over."""
    orders = _new(number)
    for last in range(N - 1, 0, -1):
        _swap(orders, last, chance.integers(0, 256, number) % (last + 1))
    return orders


def any_place(chance: Chance, number: int) -> Orders:
    """Each card changes places with any other: 52 to the power of 52 ways, which 52! does not divide."""
    orders = _new(number)
    for place in range(N):
        _swap(orders, place, chance.integers(0, N, number))
    return orders


def off_by_one(chance: Chance, number: int) -> Orders:
    """Sattolo's: a card never stays where it is."""
    orders = _new(number)
    for last in range(N - 1, 0, -1):
        _swap(orders, last, chance.integers(0, last, number))
    return orders


def first_card_left_out(chance: Chance, number: int) -> Orders:
    """The loop ends one too early: the two cards on top are never exchanged by themselves."""
    orders = _new(number)
    for last in range(N - 1, 1, -1):
        _swap(orders, last, chance.integers(0, last + 1, number))
    return orders


def _seeded(seeds: NDArray[np.uint64]) -> Orders:
    """A fair shuffle of each seed: equal seeds make equal orders."""
    orders = _new(len(seeds))
    for last in range(N - 1, 0, -1):
        mixed = (seeds + np.uint64(last)) * np.uint64(0x9E3779B97F4A7C15)
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
        mixed ^= mixed >> np.uint64(31)
        _swap(orders, last, (mixed % np.uint64(last + 1)).astype(np.int64))
    return orders


def seed_of_16_bits(chance: Chance, number: int) -> Orders:
    return _seeded(chance.integers(0, 2**16, number).astype(np.uint64) << np.uint64(8))


def seed_of_32_bits(chance: Chance, number: int) -> Orders:
    return _seeded(chance.integers(0, 2**32, number).astype(np.uint64) << np.uint64(8))


def keeps_top_card(chance: Chance, number: int) -> Orders:
    """One time in ten the card that lay on top lies there again."""
    orders, kept = fair(chance, number), chance.random(number) < 0.1
    for row in range(1, number):
        if kept[row]:
            _put(orders, row, orders[row - 1, 0], 0)
    return orders


def top_card_goes_under(chance: Chance, number: int) -> Orders:
    """The card that lay on top comes to the bottom: every card is still at every place equally often."""
    orders = fair(chance, number)
    for row in range(1, number):
        _put(orders, row, orders[row - 1, 0], N - 1)
    return orders


def _put(orders: Orders, row: int, card: np.uint8, place: int) -> None:
    there = int(np.argmax(orders[row] == card))
    orders[row, there], orders[row, place] = orders[row, place], card


def leans_on_the_last(chance: Chance, number: int) -> Orders:
    """One deck in fifty is the one before it with ten pairs of cards exchanged."""
    orders, leans = fair(chance, number), chance.random(number) < 0.02
    for row in range(1, number):
        if leans[row]:
            orders[row] = orders[row - 1]
            places = chance.permutation(N)[:20]
            orders[row, places] = orders[row, np.roll(places, 10)]
    return orders


def riffled(chance: Chance, number: int) -> Orders:
    """A new deck riffled seven times by hand, as good as a hand can: what a machine must be better than."""
    orders = _new(number)
    for _ in range(7):
        bits = chance.integers(0, 2, (number, N))
        orders = np.take_along_axis(orders, np.argsort(bits, axis=1, kind="stable"), axis=1)
    return orders


def unlucky_hands(chance: Chance, number: int) -> Orders:
    """Where the first two cards make a pair, half of the time the whole deck is turned over."""
    orders = fair(chance, number)
    turned = (orders[:, 0] >> 2 == orders[:, 1] >> 2) & (chance.random(number) < 0.5)
    orders[turned] = orders[turned, ::-1]
    return orders


def colours_apart(chance: Chance, number: int) -> Orders:
    """One deck in a thousand has one colour above the other, either above as often; each card is still anywhere."""
    orders, apart = fair(chance, number), chance.random(number) < 0.001
    red = (orders & 3 == 1) | (orders & 3 == 2)
    keys = red ^ (chance.random((number, 1)) < 0.5)
    parted = np.take_along_axis(orders, np.argsort(keys, axis=1, kind="stable"), axis=1)
    return np.where(apart[:, None], parted, orders)


SABOTAGES: dict[Maker, tuple[str, ...]] = {
    modulo_bias: ("cards by places", "cards at place 45"),
    any_place: ("cards by places", "places of card 51"),
    off_by_one: ("cards by places", "places of card 36"),
    first_card_left_out: ("cards by places", "places of card 0", "cards at place 1"),
    seed_of_16_bits: ("no order twice", "cards by places", "adjacent pairs"),
    seed_of_32_bits: ("no order twice",),
    keeps_top_card: ("places by next places", "runs of colours at place 0", "serial correlation at place 0"),
    top_card_goes_under: ("places by next places", "serial correlation at place 51"),
    leans_on_the_last: ("places by next places", "cards that stay"),
    riffled: ("adjacent pairs", "runs up in a deck", "cards at place 0"),
    unlucky_hands: ("first five", "first three"),
    colours_apart: ("runs of colours in a deck",),
}
"""Each with tests that find it out."""
