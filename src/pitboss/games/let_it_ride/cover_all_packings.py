"""Sets of disjoint good hands beside the two community cards, for `cover_all`.

Packings are polynomials: at k, the number of sets of k disjoint hands of three that make a pattern or better. The
product of two packs hands from cards that have nothing in common. Good hands fall into families that keep apart:

- beside community cards of ranks a and b: two or three cards of a and b; straights, flushes and x-x-x, none of which
  has a card of a or b;
- beside a pair of rank r: hands with r, and x-x-x.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, combinations, product, zip_longest
from math import comb, factorial, perm, prod

from pitboss.cards import FIVE_CARD
from pitboss.cards import SUITS as SUIT_NAMES

PATTERNS = FIVE_CARD.categories[: FIVE_CARD.categories.index("three_of_a_kind") + 1]
"""What Cover All pays, highest first."""
SUITS = len(SUIT_NAMES)

Packings = Sequence[int]
Runs = tuple[tuple[int, ...], ...]
"""For each straight that two community cards can be part of, the three ranks that complete it."""
Spent = Mapping[tuple[int, int], int]
"""Packings apart by the cards they take of the community cards' suit: (hands, cards of that suit) to a number."""
RankState = tuple[int, bool, bool]
"""Straights that use a rank; whether its card of the community suit is reserved; whether x-x-x is good."""

_NONE: Packings = (1,)
_TWO_RANKS: Packings = (1, comb(6, 3), comb(6, 3) // 2)
"""Any three of the six cards left of ranks a and b are four of a kind or a full house, and so are the other three."""


@cache
def packings_by_pattern(ranks: int) -> tuple[Packings, ...]:
    """For each pattern the packings of hands at least as high, summed over all pairs of community cards."""
    weights: Counter[tuple[Runs, bool, bool]] = Counter()
    for pair in combinations(range(ranks), 2):
        runs, royal = _runs(ranks, pair)
        weights[runs, True, royal] += SUITS
        weights[runs, False, False] += SUITS * (SUITS - 1)
    sums = [_scaled(packed, ranks * comb(SUITS, 2)) for packed in _beside_pair(ranks)]
    for (runs, suited, royal), weight in weights.items():
        beside = _beside_two_ranks(ranks, runs, suited, royal)
        sums = [_plus(packed, _scaled(more, weight)) for packed, more in zip(sums, beside, strict=True)]
    return tuple(sums)


def _runs(ranks: int, pair: tuple[int, int]) -> tuple[Runs, bool]:
    """The runs beside two community cards of different rank, and whether the highest of all straights is among them.

    The ranks of runs are numbered as they come, so that community cards in like positions have equal runs.
    """
    straights = [tuple((low + step) % ranks for step in range(5)) for low in range(-1, ranks - 4)]
    distinct = {frozenset(straight): straight for straight in straights}.values()
    names: dict[int, int] = {}
    runs = tuple(
        tuple(names.setdefault(rank, len(names)) for rank in straight if rank not in pair)
        for straight in distinct
        if set(pair) <= set(straight)
    )
    return runs, set(pair) <= set(straights[-1])


def _beside_pair(ranks: int) -> tuple[Packings, ...]:
    """Packings for each pattern beside a pair of community cards of rank r: two cards of r are left.

    r-r with any card is four of a kind; r-x-x and x-x-x are full houses; any other hand with one r is three of a kind.
    """
    others = ranks - 1
    four_of_a_kind = (1, SUITS * others)
    both = _joined(_threes(others), SUITS * others, lambda left: (1, left))
    # A rank that gives a pair to r-x-x has no three left; two such pairs are of one rank or of two.
    one = _scaled(_threes(others - 1), 2 * others * 6)
    each = _plus(_scaled(_threes(others - 1), others * 6), _scaled(_threes(others - 2), others * (others - 1) * 36))
    full_house = _plus(both, [0, *_plus(one, [0, *each])])
    three_of_a_kind = _joined(
        _threes(others),
        SUITS * others,
        lambda left: (1, left + 2 * comb(left, 2), comb(left, 2) * comb(left - 2, 2)),
    )
    return _NONE, _NONE, four_of_a_kind, full_house, full_house, full_house, three_of_a_kind


def beside_stack(ranks: int) -> Packings:
    """Packings of three of a kind or better when three cards of one rank are the stack: the fourth in a hand, x-x-x."""
    others = ranks - 1
    return _joined(_threes(others), SUITS * others, lambda left: (1, comb(left, 2)))


def _threes(ranks: int) -> Packings:
    """Sets of hands x-x-x of this number of ranks, at most one hand of each."""
    return [comb(ranks, k) * SUITS**k for k in range(ranks + 1)]


def _beside_two_ranks(ranks: int, runs: Runs, suited: bool, royal: bool) -> tuple[Packings, ...]:
    """Packings for each pattern beside community cards of ranks a and b."""
    others = ranks - 2
    straight_flush = _straight_flushes(runs) if suited else _NONE
    flush = _flushes(others) if suited else _NONE
    straight = _sequences(runs, suited, others, three_of_a_kind=False)
    three_of_a_kind = _sequences(runs, suited, others, three_of_a_kind=True)
    return (
        (1, 1) if royal else _NONE,
        straight_flush,
        _times(straight_flush, (1, 2, 1)),  # a-a-a, b-b-b
        _times(straight_flush, _TWO_RANKS),
        _times(flush, _TWO_RANKS),
        _times(straight, _TWO_RANKS),
        _joined(three_of_a_kind, SUITS * others, _pairing),
    )


def _pairing(left: int) -> Packings:
    """Hands with two or three cards of rank a or of rank b, when this many cards of other ranks are left.

    To the hands of `_TWO_RANKS` come a-a-x and b-b-x (3 · left each), alone or beside b-b-b, a-b-b, a-a-a or a-a-b
    (12 · left each), or both together.
    """
    return 1, _TWO_RANKS[1] + 6 * left, _TWO_RANKS[2] + 24 * left + 9 * left * (left - 1)


def _straight_flushes(runs: Runs) -> Packings:
    sizes = Counter(len(chosen) for chosen in _apart(runs))
    return [sizes[size] for size in range(max(sizes) + 1)]


def _apart(runs: Runs) -> Iterator[Runs]:
    """Every set of runs that have no rank in common."""
    for chosen in chain.from_iterable(combinations(runs, size) for size in range(len(runs) + 1)):
        ranks = [rank for run in chosen for rank in run]
        if len(ranks) == len(set(ranks)):
            yield chosen


def _flushes(cards: int) -> Packings:
    """Sets of disjoint three-card hands from this number of cards."""
    return [perm(cards, 3 * k) // (6**k * factorial(k)) for k in range(cards // 3 + 1)]


@cache
def _sequences(runs: Runs, suited: bool, others: int, three_of_a_kind: bool) -> Packings:
    """Straights, flushes if the community cards are suited, and x-x-x if asked for, of the ranks other than a and b.

    Beside suited cards a straight flush is packed as a flush and must not be packed as a straight again. So some hands
    are reserved to be straight flushes, and counted with the sign of their number: what remains are the packings in
    which no straight is of the suit. Flushes are then made of what is left of it.
    """
    choices: Counter[tuple[int, int, tuple[RankState, ...]]] = Counter()
    for reserved in _apart(runs) if suited else ((),):
        gone = Counter(chain.from_iterable(reserved))
        for numbers, uses in _numbers_of_straights(runs):
            states = sorted((uses[rank], gone[rank] > 0, three_of_a_kind) for rank in range(others))
            alike = prod(map(factorial, numbers))
            choices[len(reserved) + sum(numbers), alike, tuple(states)] += (-1) ** len(reserved)
    spent: Counter[tuple[int, int]] = Counter()
    for (hands, alike, all_states), signs in choices.items():
        for (threes, suit_cards), ways in _over_ranks(all_states).items():
            spent[hands + threes, suit_cards] += signs * ways // alike
    packed: Packings = ()
    for (hands, suit_cards), ways in spent.items():
        flushes = _flushes(others - suit_cards) if suited else _NONE
        packed = _plus(packed, [0] * hands + _scaled(flushes, ways))
    return packed


@cache
def _numbers_of_straights(runs: Runs) -> Sequence[tuple[tuple[int, ...], Mapping[int, int]]]:
    """How many straights to make of each run so that no rank is used more often than it has cards, and its uses."""
    found = []
    for numbers in product(range(SUITS + 1), repeat=len(runs)):
        uses = Counter(rank for run, number in zip(runs, numbers, strict=True) for rank in run * number)
        if max(uses.values(), default=0) <= SUITS:
            found.append((numbers, uses))
    return found


@cache
def _over_ranks(states: tuple[RankState, ...]) -> Spent:
    """The ways to give each rank's cards to the straights that use it, and to pack x-x-x of the cards left over."""
    if not states:
        return {(0, 0): 1}
    ways: Counter[tuple[int, int]] = Counter()
    for (threes, suit_cards), number in _over_ranks(states[:-1]).items():
        for (more_threes, more_suit_cards), more in _rank(*states[-1]).items():
            ways[threes + more_threes, suit_cards + more_suit_cards] += number * more
    return ways


@cache
def _rank(uses: int, reserved: bool, three_of_a_kind: bool) -> Spent:
    """One rank's cards for straights that are told apart, and perhaps x-x-x; by x-x-x packed and suit cards taken."""
    plain = SUITS - 1
    if reserved:
        cases = [(perm(plain, uses), plain - uses, 0, 1)]
    else:
        # Of the straights that use the rank none has its card of the suit, or one has.
        cases = [(perm(plain, uses), plain - uses, 1, 0)]
        cases += [(uses * perm(plain, uses - 1), plain - uses + 1, 0, 1)] if uses else []
    ways: Counter[tuple[int, int]] = Counter()
    for number, plain_left, suit_left, taken in cases:
        if number:
            ways[0, taken] += number
        if number and three_of_a_kind:
            ways[1, taken] += number * comb(plain_left, 3)
            ways[1, taken + 1] += number * suit_left * comb(plain_left, 2)
    return +ways


def _plus(left: Packings, right: Packings) -> list[int]:
    return [one + other for one, other in zip_longest(left, right, fillvalue=0)]


def _scaled(packed: Packings, factor: int) -> list[int]:
    return [number * factor for number in packed]


def _times(left: Packings, right: Packings) -> list[int]:
    result = [0] * (len(left) + len(right) - 1)
    for i, one in enumerate(left):
        for j, other in enumerate(right):
            result[i + j] += one * other
    return result


def _joined(packed: Packings, cards: int, beside: Callable[[int], Packings]) -> Packings:
    """Packings from this number of cards, together with hands that use the cards they leave."""
    joined: Packings = ()
    for k, number in enumerate(packed):
        joined = _plus(joined, [0] * k + _scaled(beside(cards - 3 * k), number))
    return joined
