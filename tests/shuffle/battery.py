"""Statistics of shuffles: counts that add up over batches, and exact expectations to compare them with.

Every test answers with a probability: how often a fair shuffle would look at least so odd. The expectations are exact
counts; where a statistic is not a plain chi-square, the docstring says why its scaling is right.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import stats  # type: ignore[import-untyped]

from tests.shuffle.chances import FIVE, THREE, N, ascent_chances, colour_run_chances, hand_chances, stay_chances

Orders = NDArray[np.uint8]
"""One shuffle a row: the cards from the top, as their numbers 0 to 51 (rank times four, and suit)."""
Counts = NDArray[np.int64]
_WEIGHTS = np.random.default_rng(8).integers(1, 2**63, N, dtype=np.uint64) | np.uint64(1)
HANDS = {
    "first five": (slice(0, 5), FIVE),
    "five in turn of three": (slice(1, 15, 3), FIVE),
    "first three": (slice(0, 3), THREE),
    "three in turn of seven": (slice(6, 21, 7), THREE),
    "last three": (slice(49, 52), THREE),
}
"""Hands as tables deal them: in stacks, or a card to each place in turn."""


class Answer(NamedTuple):
    name: str
    p: float


class Tally:
    """What has been counted in a series of shuffles; batches follow each other without a gap."""

    def __init__(self) -> None:
        self.shuffles = 0
        self.places = np.zeros((N, N), np.int64)
        """How often each card (row) came to each place (column)."""
        self.moves = np.zeros((N, N), np.int64)
        """How often the card at a place (row) came to a place (column) by the next shuffle."""
        self.pairs = np.zeros((N, N), np.int64)
        """How often a card (column) lay right beneath another (row)."""
        self.colour_runs = np.zeros(N + 1, np.int64)
        self.ascents = np.zeros(N, np.int64)
        self.stayed = np.zeros(N + 1, np.int64)
        """How many cards kept their place from one shuffle to the next."""
        self.red = np.zeros(N, np.int64)
        self.changes = np.zeros(N, np.int64)
        """How often the colour at a place changed from one shuffle to the next."""
        self.products = np.zeros(N, np.float64)
        """Sums of products of the centred card numbers at a place in consecutive shuffles."""
        self.hands = {name: np.zeros(len(classes), np.int64) for name, (_, classes) in HANDS.items()}
        self.digests: list[NDArray[np.uint64]] = []
        self._last: Orders | None = None

    def add(self, orders: Orders) -> "Tally":
        self.shuffles += len(orders)
        self.places += _crossed(orders, np.arange(N))
        self.pairs += _crossed_rows(orders[:, :-1], orders[:, 1:])
        red = ((orders & 3) == 1) | ((orders & 3) == 2)
        self.red += red.sum(axis=0)
        self.colour_runs += np.bincount(1 + (red[:, 1:] != red[:, :-1]).sum(axis=1), minlength=N + 1)
        self.ascents += np.bincount((orders[:, 1:] > orders[:, :-1]).sum(axis=1), minlength=N)
        for name, (cards, classes) in HANDS.items():
            self.hands[name] += _classes(orders[:, cards], classes)
        self.digests.append((orders.astype(np.uint64) * _WEIGHTS).sum(axis=1))
        chain = orders if self._last is None else np.concatenate([self._last, orders])
        self._add_consecutive(chain[:-1], chain[1:])
        self._last = orders[-1:]
        return self

    def _add_consecutive(self, before: Orders, after: Orders) -> None:
        places = np.argsort(after, axis=1).astype(np.uint8)
        self.moves += _crossed(np.take_along_axis(places, before, axis=1), np.arange(N)).T
        self.stayed += np.bincount((before == after).sum(axis=1), minlength=N + 1)
        red = [((orders & 3) == 1) | ((orders & 3) == 2) for orders in (before, after)]
        self.changes += (red[0] != red[1]).sum(axis=0)
        centred = [orders.astype(np.float64) - (N - 1) / 2 for orders in (before, after)]
        self.products += (centred[0] * centred[1]).sum(axis=0)

    def answers(self) -> Iterator[Answer]:
        """All tests, each at each card or place that it is about."""
        yield Answer("cards by places", _square(self.places, self.shuffles))
        for card in range(N):
            yield Answer(f"places of card {card}", _uniform(self.places[card]))
        for place in range(N):
            yield Answer(f"cards at place {place}", _uniform(self.places[:, place]))
        yield Answer("adjacent pairs", _pairs(self.pairs, self.shuffles))
        yield Answer("runs of colours in a deck", _compared(self.colour_runs, colour_run_chances()))
        yield Answer("runs up in a deck", _compared(self.ascents, ascent_chances()))
        yield from self._serial()
        for name, (_, classes) in HANDS.items():
            yield Answer(name, _compared(self.hands[name], hand_chances(classes)))
        yield Answer("no order twice", float(len(np.unique(np.concatenate(self.digests))) == self.shuffles))

    def _serial(self) -> Iterator[Answer]:
        steps = self.shuffles - 1
        yield Answer("places by next places", _square(self.moves, steps))
        yield Answer("cards that stay", _compared(self.stayed, stay_chances()))
        variance = (N * N - 1) / 12
        for place in range(N):
            correlation = self.products[place] / (variance * steps**0.5)
            yield Answer(f"serial correlation at place {place}", 2 * float(stats.norm.sf(abs(correlation))))
            yield Answer(
                f"runs of colours at place {place}", _runs(self.shuffles, self.red[place], self.changes[place])
            )


def rejected(answers: Iterator[Answer], level: float = 0.01) -> list[Answer]:
    """Holm's procedure: the answers that do not fit a fair shuffle, were all of them asked `level` times at most."""
    found: list[Answer] = []
    ordered = sorted(answers, key=lambda answer: answer.p)
    for index, answer in enumerate(ordered):
        if answer.p * (len(ordered) - index) >= level:
            break
        found.append(answer)
    return found


def _crossed(rows: NDArray[np.uint8], columns: NDArray[np.int64]) -> Counts:
    """How often each value came in each column of an array."""
    flat = rows.astype(np.int64) * N + columns
    return np.bincount(flat.ravel(), minlength=N * N).reshape(N, N)


def _crossed_rows(first: Orders, second: Orders) -> Counts:
    flat = first.astype(np.int64) * N + second
    return np.bincount(flat.ravel(), minlength=N * N).reshape(N, N)


def _uniform(counts: Counts) -> float:
    """A plain chi-square: one card is at one place in each shuffle."""
    return float(stats.chisquare(counts).pvalue)


def _square(counts: Counts, shuffles: int) -> float:
    """Chi-square of a sum of permutation matrices.

    Each has covariance (I - J/52) ⊗ (I - J/52) / 51, so that 51/52 of the usual sum is a chi-square with 51² degrees.
    """
    expected = shuffles / N
    usual = float(((counts - expected) ** 2).sum()) / expected
    return float(stats.chi2.sf(usual * (N - 1) / N, (N - 1) ** 2))


def _pairs(counts: Counts, shuffles: int) -> float:
    """Chi-square of the pairs of neighbours, without what the first and the last place alone decide.

    Two pairs that can both occur do so in 1 of 52 · 51 decks; two that exclude each other (the same upper card, the
    same lower card, one the other's reverse) never. Times 52 · 51 the covariance maps a table X to 52X - its rows - its
    columns - X transposed + a constant: where margins are zero, that is 51 times a symmetric X, 53 times an
    antisymmetric one.
    """
    off = ~np.eye(N, dtype=bool)
    table = np.where(off, counts - shuffles / N, 0.0)
    even, odd = (table + table.T) / 2, (table - table.T) / 2
    rows = even.sum(axis=1)
    whole = rows.sum() / (2 * (N - 1))
    share = (rows - whole) / (N - 2)
    even = np.where(off, even - share[:, None] - share[None, :], 0.0)
    lean = odd.sum(axis=1) / N
    odd = np.where(off, odd - lean[:, None] + lean[None, :], 0.0)
    scaled = N * (N - 1) / shuffles * ((even**2).sum() / 51 + (odd**2).sum() / 53)
    return float(stats.chi2.sf(scaled, (N * (N - 1) // 2 - N) + (N * (N - 1) // 2 - (N - 1))))


def _runs(shuffles: int, red: int, changes: int) -> float:
    """The runs test of Wald and Wolfowitz, two-sided, for the colours at one place."""
    black = shuffles - red
    mean = 2.0 * red * black / shuffles
    variance = mean * (mean - 1) / (shuffles - 1)
    # Runs are changes and one more; the mean number of runs has that one too.
    return 2 * float(stats.norm.sf(abs(changes - mean) / variance**0.5))


def _compared(counts: Counts, chances: NDArray[np.float64]) -> float:
    """Chi-square against exact chances; cells at either end that expect less than 10 are taken together."""
    expected = chances * counts.sum()
    low = max(int(np.searchsorted(np.cumsum(expected), 10)), 0)
    high = len(expected) - 1 - int(np.searchsorted(np.cumsum(expected[::-1]), 10))
    found = np.concatenate([[counts[: low + 1].sum()], counts[low + 1 : high], [counts[high:].sum()]])
    wanted = np.concatenate([[expected[: low + 1].sum()], expected[low + 1 : high], [expected[high:].sum()]])
    return float(stats.chisquare(found, wanted * (found.sum() / wanted.sum())).pvalue)


def _classes(hands: Orders, classes: tuple[str, ...]) -> Counts:
    """How many hands are of each class, in the order of its names."""
    size = hands.shape[1]
    ranks = np.sort(hands >> 2, axis=1).astype(np.int64)
    equal = np.zeros(len(hands), np.int64)
    for one in range(size):
        for other in range(one):
            equal += ranks[:, one] == ranks[:, other]
    flush = ((hands & 3) == (hands[:, :1] & 3)).all(axis=1)
    wheel = np.array([*range(size - 1), 12])
    straight = ((ranks[:, -1] - ranks[:, 0] == size - 1) | (ranks == wheel).all(axis=1)) & (equal == 0)
    # By how many pairs of cards are equal in rank.
    kinds = {"pair": 1, "two_pair": 2, "three_of_a_kind": 3, "full_house": 4, "four_of_a_kind": 6}
    is_class = {name: equal == number for name, number in kinds.items()}
    is_class["straight_flush"] = straight & flush
    is_class["straight"] = straight & ~flush
    is_class["flush"] = flush & ~straight
    is_class["high_card"] = (equal == 0) & ~straight & ~flush
    return np.array([is_class[name].sum() for name in classes])
