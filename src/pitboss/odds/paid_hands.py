"""Wagers decided by one hand and a paytable: exact counts of what the rows pay."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache

from pitboss.cards import RANKINGS, Card
from pitboss.cards.reads import Reads
from pitboss.odds.hand_classes import hand_classes
from pitboss.rules.payout import Payout
from pitboss.tree.card_classes import HandReading, hands_by_class
from pitboss.tree.pattern_reads import reads_of

Cards = tuple[Card, ...]
UNIT = 100
"""Dollar prizes are set against a stake of $1.00 unless another is named."""


@cache
def row_counts(ranking: str, size: int, patterns: tuple[str, ...]) -> tuple[int, ...]:
    """How many hands each pattern is the first to match, and last how many match none."""
    # Hand classes tell apart what poker hands read: ranks, and the suits of hands that fill one.
    filled = Reads(flush=min(size, 5), suits="named")
    if all(reads_of(RANKINGS[ranking], pattern) | filled == filled for pattern in patterns):
        return _counted(ranking, patterns, hand_classes(size))
    return class_counts(ranking, size, patterns)


@cache
def class_counts(ranking: str, size: int, patterns: tuple[str, ...]) -> tuple[int, ...]:
    """The same for any patterns and hands, by classes of cards as fine as what the patterns read."""
    reads = {reads_of(RANKINGS[ranking], pattern) for pattern in patterns}
    return _counted(ranking, patterns, hands_by_class([HandReading(one, (0,)) for one in sorted(reads)], size))


def _counted(ranking: str, patterns: tuple[str, ...], hands: Iterable[tuple[Cards, int]]) -> tuple[int, ...]:
    known, value_of = RANKINGS[ranking].patterns, RANKINGS[ranking].value_of
    tests = [known[pattern].holds for pattern in patterns]
    counts = [0] * (len(tests) + 1)
    for cards, number in hands:
        value = value_of(cards)
        row = next((index for index, holds in enumerate(tests) if holds(value, cards)), -1)
        counts[row] += number
    return tuple(counts)


def net_win(
    payout: Payout, stake: int, stake_kept: bool, meters: Mapping[str, int], limit: int | None = None
) -> Fraction:
    """What a payout wins for each unit staked. `stake_kept`: the chip stays with the house whatever happens.

    `limit` is the most that is paid, in cents; a meter is paid as it stands.
    """
    match payout.form:
        case "to" | "for":
            paid = payout.odds * stake if limit is None else min(payout.odds * stake, Fraction(limit))
            return paid / stake - (1 if payout.form == "for" else 0)
        case "prize":
            prize = payout.number if limit is None else min(payout.number, limit)
            return Fraction(prize, stake) - (1 if stake_kept else 0)
        case "push":
            return Fraction(0)
        case "share":
            return Fraction(payout.number * meters[payout.meter], 100 * stake) - 1


def moments(counts: Sequence[int], wins: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """Mean and variance of wins, given how often each occurs."""
    total = sum(counts)
    mean = Fraction(sum(count * win for count, win in zip(counts, wins, strict=True))) / total
    square = Fraction(sum(count * win * win for count, win in zip(counts, wins, strict=True))) / total
    return mean, square - mean**2
