"""Three Card Poker's Ante and Play under optimal play, for any ante bonus.

The dealer's hand comes from the 49 cards that the player does not hold. The number of those hands below a given value
follows by inclusion and exclusion from the hands that hold none, one, two or three given cards, and those counts depend
only on the ranks of the cards and on which of them share a suit. So 1,755 classes of player hands stand for all 22,100.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations, combinations_with_replacement
from math import comb
from operator import mul
from typing import NamedTuple

from pitboss.cards import DECK, THREE_CARD, Card
from pitboss.odds.hand_classes import mixed_hand
from pitboss.odds.paid_hands import moments
from pitboss.odds.shapes import RANKS, STEP
from pitboss.play.script_index import ScriptIndex
from pitboss.rules.paytable import Paytable
from pitboss.rules.regulation import Regulation
from pitboss.rules.script import ShowdownRules

Cards = tuple[Card, ...]
_CARD = {(card.rank, card.suit): card for card in DECK}
DEALER_HANDS = 18_424


class DealerHands(NamedTuple):
    """Numbers of dealer hands: those that do not qualify, and qualified ones that the player's hand compares to as
    higher, equal or lower."""

    unqualified: int
    higher: int
    equal: int
    lower: int


class PlayerHands(NamedTuple):
    """A class of player hands."""

    cards: Cards
    """An example."""
    number: int
    against: DealerHands
    win: int
    """The sum of what playing wins over the dealer hands."""

    @property
    def fold(self) -> Fraction:
        return Fraction(-1)

    @property
    def play(self) -> Fraction:
        """The expected net win of playing."""
        return Fraction(self.win, DEALER_HANDS)

    @property
    def plays(self) -> bool:
        """Whether playing is worth more than folding; with equal value the player folds, which stakes less."""
        return self.win > -DEALER_HANDS


class AntePlay(NamedTuple):
    """Ante and Play under optimal play, per Ante."""

    expected: Fraction
    variance: Fraction
    plays: Fraction
    """The share of hands that are played."""
    outcomes: dict[str, int]
    """Deals by their outcome, of 22,100 x 18,424."""
    decisions: tuple[PlayerHands, ...]

    raise_by: int
    """The stake of the Play wager, per Ante."""

    @property
    def average_stake(self) -> Fraction:
        return 1 + self.raise_by * self.plays


class HandOrder:
    """The 741 values of three-card hands as numbers from the lowest up, and counts of hands by value."""

    def __init__(self) -> None:
        shapes = [(THREE_CARD.value_of(shape[2]), *shape) for shape in _shapes()]
        self.examples = sorted({value: cards for value, _, _, cards, _ in shapes}.items())
        """Each value with a hand that has it."""
        order = {value: index for index, (value, _) in enumerate(self.examples)}
        self._mixed: dict[int, int] = {}
        self._suited: dict[int, int] = {}
        self._alike: dict[int, list[int]] = {}
        self._apart: dict[int, list[int]] = {}
        whole = [0] * len(order)
        holding = [[0] * len(order) for _ in RANKS]
        for value, code, suited, cards, number in shapes:
            index = order[value]
            (self._suited if suited else self._mixed)[code] = index
            whole[index] += number
            for card in cards:
                # Each of the four cards of a rank is in as many hands of the class as the others.
                holding[card.rank][index] += number
        self.up_to = [0, *accumulate(whole)]
        self.holding = [[0, *(total // 4 for total in accumulate(row))] for row in holding]

    def of(self, cards: Cards) -> int:
        one, two, three = cards
        code = STEP[one >> 2] + STEP[two >> 2] + STEP[three >> 2]
        return self._suited[code] if one & 3 == two & 3 == three & 3 else self._mixed[code]

    def below(self, pattern: str) -> int:
        """How many values do not match a pattern that all higher values match."""
        holds = THREE_CARD.patterns[pattern].holds
        matched = [holds(value, cards) for value, cards in self.examples]
        first = matched.index(True)
        assert all(matched[first:]), f"{pattern} does not set a floor"
        return first

    def holding_pair(self, one: Card, other: Card) -> list[int]:
        """The values of the 50 hands that hold two given cards, sorted."""
        code, same_suit = STEP[one >> 2] + STEP[other >> 2], one & 3 == other & 3
        known = self._alike if same_suit else self._apart
        return known.get(code) or known.setdefault(code, self._pair(code, same_suit))

    def _pair(self, code: int, same_suit: bool) -> list[int]:
        found: list[int] = []
        for rank, step in enumerate(STEP):
            left = 4 - (code >> 3 * rank & 7)
            if same_suit and left == 4:
                found.append(self._suited[code + step])
                left = 3
            found += [self._mixed[code + step]] * left
        return sorted(found)

    def avoiding(self, cards: Cards, own: int, floors: Sequence[int]) -> list[int]:
        """How many hands have a value below each floor and hold none of three given cards, a hand of value `own`."""
        one, two, three = cards
        up_to, holding = self.up_to, self.holding
        first, second, third = holding[one >> 2], holding[two >> 2], holding[three >> 2]
        low, middle, high = self.holding_pair(one, two), self.holding_pair(one, three), self.holding_pair(two, three)
        return [
            up_to[floor]
            - (first[floor] + second[floor] + third[floor])
            + (bisect_left(low, floor) + bisect_left(middle, floor) + bisect_left(high, floor))
            - (own < floor)
            for floor in floors
        ]

    def with_card(self, known: Card, cards: Cards, floors: Sequence[int]) -> list[int]:
        """How many hands have a value below each floor, hold one given card and none of three others."""
        pairs = [self.holding_pair(known, card) for card in cards]
        thirds = [self.of((known, *pair)) for pair in combinations(cards, 2)]
        return [
            self.holding[known >> 2][floor]
            - sum([bisect_left(pair, floor) for pair in pairs])
            + sum([third < floor for third in thirds])
            for floor in floors
        ]


hand_order = cache(HandOrder)
"""The one HandOrder."""


def _shapes() -> Iterator[tuple[int, bool, Cards, int]]:
    """Every multiset of three ranks, in mixed suits and in one: an example, and how many hands it stands for."""
    mixed = {1: comb(4, 3), 2: comb(4, 2) * 4, 3: 4**3 - 4}
    for ranks in combinations_with_replacement(RANKS, 3):
        code, different = sum([STEP[rank] for rank in ranks]), len(set(ranks))
        yield code, False, mixed_hand(ranks), mixed[different]
        if different == 3:
            yield code, True, tuple([_CARD[rank, 0] for rank in ranks]), 4


class AnteShowdown:
    """What Ante and Play win in the showdown, from the regulation's rows, per Ante of 1."""

    def __init__(self, regulation: Regulation, bonus: Paytable | None, bonus_on_win_only: bool) -> None:
        showdown = regulation.showdown
        assert showdown
        self.bonus_on_win_only = bonus_on_win_only
        placed = ScriptIndex(regulation=regulation).most_placed
        self.raise_by = sum(stake.multiple for stake in placed.values())
        stakes = {name: stake.multiple for name, stake in placed.items()}
        self.order = hand_order()
        self.floor = self.order.below(showdown.qualifies)
        rows = [
            (THREE_CARD.patterns[line.pattern].holds, line.payout.number) for line in (bonus.lines() if bonus else ())
        ]
        self.bonuses = [
            next((number for holds, number in rows if holds(value, cards)), 0) for value, cards in self.order.examples
        ]
        self.nets = DealerHands(
            *(
                _net(showdown, stakes, *end)
                for end in ((False, "equal"), (True, "higher"), (True, "equal"), (True, "lower"))
            )
        )
        """The net win for each way a played hand can end."""

    def bonus(self, cards: Cards) -> int:
        """The ante bonus of a hand, per Ante of 1."""
        return self.bonuses[self.order.of(cards)]

    def against(self, cards: Cards) -> DealerHands:
        """The dealer hands against a player's hand."""
        return against(cards, self.order.of(cards), self.floor)

    def against_known(self, cards: Cards, known: Card) -> DealerHands:
        """The dealer hands that hold a known card, against a player's hand."""
        mine = self.order.of(cards)
        below = self.order.with_card(known, cards, (self.floor, mine, mine + 1))
        return _split(mine, self.floor, below, 48 * 47 // 2)

    def play_total(self, cards: Cards, against: DealerHands) -> int:
        """The sum of what playing wins over the dealer hands."""
        return self.total(self.order.of(cards), against)

    def total(self, mine: int, against: DealerHands) -> int:
        """The sum of what playing a hand of a given value wins over the dealer hands."""
        paid = against.higher if self.bonus_on_win_only else sum(against)
        total: int = sum(map(mul, against, self.nets))
        return total + self.bonuses[mine] * paid


def against(cards: Cards, mine: int, floor: int) -> DealerHands:
    """The dealer hands against a player's hand of a given value; the dealer qualifies from the value `floor` on."""
    if mine < floor:
        (unqualified,) = hand_order().avoiding(cards, mine, (floor,))
        return DealerHands(unqualified, 0, 0, DEALER_HANDS - unqualified)
    return _split(mine, floor, hand_order().avoiding(cards, mine, (floor, mine, mine + 1)), DEALER_HANDS)


def _split(mine: int, floor: int, below: Sequence[int], total: int) -> DealerHands:
    """The dealer hands by outcome, given how many are below the floor, below mine, and below or equal to mine."""
    unqualified, lower, at_most = below
    beaten = max(lower - unqualified, 0)
    tied = at_most - lower if mine >= floor else 0
    return DealerHands(unqualified, beaten, tied, total - unqualified - beaten - tied)


@cache
def deals(floor: int) -> list[tuple[Cards, int, int, DealerHands]]:
    """Each class of player hands: an example, how many there are, its value, and the dealer hands against it."""
    of = hand_order().of
    return [(cards, number, mine := of(cards), against(cards, mine, floor)) for cards, number in player_classes()]


def _net(showdown: ShowdownRules, stakes: Mapping[str, int], qualified: bool, compared: str) -> int:
    """What Ante and Play win together, by whether the dealer qualifies and how the player's hand compares.

    `stakes` has the wagers that are not of one unit.
    """
    total = 0
    for row in showdown.outcomes:
        if row.qualified == qualified and row.hand in ("any", compared):
            won = {"collect": -1, "return": 0, "pay": row.odds.number if row.odds else 0}[row.does]
            total += won * stakes.get(row.wager, 1)
    return total


def player_classes() -> Iterator[tuple[Cards, int]]:
    """An example of each class of three cards by ranks and shared suits, and how many hands are in it."""
    for low, middle, high in combinations(RANKS, 3):
        for suits, number in (((0, 0, 0), 4), ((0, 0, 1), 12), ((0, 1, 0), 12), ((1, 0, 0), 12), ((0, 1, 2), 24)):
            yield (_CARD[low, suits[0]], _CARD[middle, suits[1]], _CARD[high, suits[2]]), number
    for pair in RANKS:
        for other in RANKS:
            if other != pair:
                for suit in (0, 2):
                    yield (_CARD[pair, 0], _CARD[pair, 1], _CARD[other, suit]), 12
        yield tuple(_CARD[pair, suit] for suit in (0, 1, 2)), 4


def solve(regulation: Regulation, bonus: Paytable | None, bonus_on_win_only: bool = False) -> AntePlay:
    """The game with an ante bonus, which is paid always or only with a win."""
    showdown = AnteShowdown(regulation, bonus, bonus_on_win_only)
    found = deals(showdown.floor)
    decisions = [PlayerHands(cards, number, ends, showdown.total(mine, ends)) for cards, number, mine, ends in found]
    situations = ((number, mine, ends) for _, number, mine, ends in found)
    return _game(showdown, situations, DEALER_HANDS)._replace(decisions=tuple(decisions))


def solve_known(regulation: Regulation, bonus: Paytable | None, bonus_on_win_only: bool = False) -> AntePlay:
    """The game for a player who sees one of the dealer's cards before deciding; a deal counts once for each card."""
    showdown = AnteShowdown(regulation, bonus, bonus_on_win_only)
    situations = (
        (number, showdown.order.of(cards), showdown.against_known(cards, known))
        for cards, number in player_classes()
        for known in DECK
        if known not in cards
    )
    return _game(showdown, situations, 48 * 47 // 2)


def solve_shown(regulation: Regulation, bonus: Paytable | None, bonus_on_win_only: bool = False) -> AntePlay:
    """The game for a player who sees the dealer's whole hand before deciding."""
    showdown = AnteShowdown(regulation, bonus, bonus_on_win_only)
    situations = (
        (number * hands, mine, DealerHands(*(int(end == other) for other in range(len(ends)))))
        for _, number, mine, ends in deals(showdown.floor)
        for end, hands in enumerate(ends)
    )
    return _game(showdown, situations, 1)


def _game(showdown: AnteShowdown, situations: Iterable[tuple[int, int, DealerHands]], hands: int) -> AntePlay:
    """The best play in each situation, given as its number, the value of the player's hand and the dealer hands."""
    folded, total = 0, 0
    played: dict[int, list[int]] = {0: [0] * 4}
    """Deals by the ante bonus of the player's hand, and by their outcome."""
    for number, mine, ends in situations:
        total += number
        if showdown.total(mine, ends) > -hands:
            before = played.setdefault(showdown.bonuses[mine], [0] * 4)
            before[:] = [deals + number * more for deals, more in zip(before, ends, strict=True)]
        else:
            folded += number
    wins = [(Fraction(-1), folded * hands)]
    for paid, counts in played.items():
        for name, net, number in zip(DealerHands._fields, showdown.nets, counts, strict=True):
            wins.append((Fraction(net + paid * (name == "higher" or not showdown.bonus_on_win_only)), number))
    expected, variance = moments([number for _, number in wins], [win for win, _ in wins])
    ended = zip(DealerHands._fields, map(sum, zip(*played.values(), strict=True)), strict=True)
    outcomes = {"fold": folded * hands, **dict(ended)}
    return AntePlay(expected, variance, 1 - Fraction(folded, total), outcomes, (), showdown.raise_by)


def cutoff(game: AntePlay) -> Cards | None:
    """The lowest hand that is played; None if a higher hand is folded."""
    valued = [(THREE_CARD.value_of(decision.cards), decision) for decision in game.decisions]
    lowest = min(((value, decision.cards) for value, decision in valued if decision.plays), default=None)
    if lowest is None or any(value >= lowest[0] and not decision.plays for value, decision in valued):
        return None
    return lowest[1]
