"""Three Card Poker's Ante and Play, played as well as they can be, for any ante bonus.

The dealer's hand comes from the 49 cards that the player does not hold. How many of those hands are at most so high
follows by inclusion and exclusion from hands that hold none, one, two or three given cards, and those counts depend
only on the ranks of the cards and on which of them share a suit. So 1,755 classes of player hands stand for all 22,100.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations
from typing import NamedTuple

from pitboss.cards import DECK, THREE_CARD, Card
from pitboss.odds.classes import mixed_hand
from pitboss.odds.shapes import multisets
from pitboss.rules.paytable import Paytable
from pitboss.rules.regulation import Regulation
from pitboss.rules.script import Showdown as ShowdownRules

Cards = tuple[Card, ...]
_CARD = {(card.rank, card.suit): card for card in DECK}
HANDS, DEALER_HANDS = 22_100, 18_424
RANKS = range(13)


class Against(NamedTuple):
    """How many dealer hands leave the player so: not qualified, or qualified and beaten, tied, better."""

    unqualified: int
    higher: int
    equal: int
    lower: int


class Decision(NamedTuple):
    """A class of player hands: an example, how many there are, and the sums of what each choice wins."""

    cards: Cards
    number: int
    against: Against
    play: Fraction
    fold: Fraction

    @property
    def plays(self) -> bool:
        """Of choices of equal value the smaller stake is taken."""
        return self.play > self.fold


class Game(NamedTuple):
    """The whole game under optimal play, per Ante."""

    expected: Fraction
    variance: Fraction
    plays: Fraction
    outcomes: dict[str, int]
    """Deals by how they end, of 22,100 x 18,424."""
    decisions: tuple[Decision, ...]

    @property
    def average_stake(self) -> Fraction:
        return 1 + self.plays


class Values:
    """The 741 values of three-card hands as numbers from the lowest up, and counts of hands by value."""

    def __init__(self) -> None:
        classes = [(THREE_CARD.value_of(cards), cards, number) for cards, number in _shapes()]
        order = {value: index for index, value in enumerate(sorted({value for value, _, _ in classes}))}
        self.size = len(order)
        self.index: dict[tuple[tuple[int, ...], bool], int] = {}
        whole = [0] * self.size
        holding = {rank: [0] * self.size for rank in RANKS}
        for value, cards, number in classes:
            ranks, suited = tuple(sorted(card.rank for card in cards)), len({card.suit for card in cards}) == 1
            index = self.index[ranks, suited] = order[value]
            whole[index] += number
            for rank in set(ranks):
                # Each of the four cards of a rank is in as many hands of the class as the others.
                holding[rank][index] += number * ranks.count(rank)
        self.up_to = [0, *accumulate(whole)]
        self.holding = {rank: [0, *(total // 4 for total in accumulate(row))] for rank, row in holding.items()}
        self._examples = {order[value]: cards for value, cards, _ in classes}

    def of(self, cards: Sequence[Card]) -> int:
        ranks = tuple(sorted(card.rank for card in cards))
        return self.index[ranks, len({card.suit for card in cards}) == 1]

    def below(self, pattern: str) -> int:
        """How many values do not match a pattern that all higher values match."""
        holds = THREE_CARD.patterns[pattern].holds
        matched = [holds(THREE_CARD.value_of(cards), cards) for _, cards in sorted(self._examples.items())]
        first = matched.index(True)
        assert all(matched[first:]), f"{pattern} does not set a floor"
        return first

    def holding_pair(self, one: Card, other: Card) -> list[int]:
        """The values of the 50 hands that hold two given cards, sorted."""
        low, high = sorted((one, other))
        return self._pair(low.rank, high.rank, low.suit == high.suit)

    @cache  # noqa: B019 - there is one Values for the life of a command
    def _pair(self, low: int, high: int, same_suit: bool) -> list[int]:
        found: list[int] = []
        for rank in RANKS:
            left = 4 - (rank == low) - (rank == high)
            ranks = tuple(sorted((low, high, rank)))
            if same_suit and left == 4:
                found.append(self.index[ranks, True])
                left = 3
            found += [self.index[ranks, False]] * left
        return sorted(found)

    def avoiding(self, cards: Sequence[Card], floor: int) -> int:
        """How many hands have a value below `floor` and hold none of three given cards."""
        return (
            self.up_to[floor]
            - sum(self.holding[card.rank][floor] for card in cards)
            + sum(bisect_right(self.holding_pair(*pair), floor - 1) for pair in combinations(cards, 2))
            - (self.of(cards) < floor)
        )

    def with_card(self, card: Card, cards: Sequence[Card], floor: int) -> int:
        """How many hands have a value below `floor`, hold one given card and none of three others."""
        return (
            self.holding[card.rank][floor]
            - sum(bisect_right(self.holding_pair(card, other), floor - 1) for other in cards)
            + sum(self.of((card, *pair)) < floor for pair in combinations(cards, 2))
        )


def _shapes() -> Iterator[tuple[Cards, int]]:
    """An example of every multiset of three ranks, in mixed suits and in one, and how many hands it stands for."""
    for counts, ways in multisets(3).values():
        ranks = tuple(rank for rank in RANKS for _ in range(counts[rank]))
        suited = 4 if max(counts) == 1 else 0
        yield mixed_hand(ranks), ways - suited
        if suited:
            yield tuple(_CARD[rank, 0] for rank in ranks), suited


class Showdown:
    """What Ante and Play win at the showdown, from the regulation's rows, per Ante of 1."""

    def __init__(self, regulation: Regulation, bonus: Paytable, bonus_on_win_only: bool) -> None:
        showdown = regulation.showdown
        assert showdown
        self.bonus_on_win_only = bonus_on_win_only
        self.values = Values()
        self.floor = self.values.below(showdown.qualifies)
        self._rows = [(THREE_CARD.patterns[line.pattern].holds, line.payout.number) for line in bonus.lines()]
        self.nets = Against(
            *(_net(showdown, *end) for end in ((False, "equal"), (True, "higher"), (True, "equal"), (True, "lower")))
        )
        """The net win for each way a played hand can end."""

    def bonus(self, cards: Cards) -> int:
        """The ante bonus of a hand, per Ante of 1."""
        value = THREE_CARD.value_of(cards)
        return next((number for holds, number in self._rows if holds(value, cards)), 0)

    def against(self, cards: Cards) -> Against:
        """The dealer hands behind a player's hand."""
        mine, count = self.values.of(cards), self.values.avoiding
        return self._against(mine, [count(cards, floor) for floor in (self.floor, mine, mine + 1)], DEALER_HANDS)

    def against_known(self, cards: Cards, known: Card) -> Against:
        """The dealer hands behind a player's hand that hold a known card."""
        mine, count = self.values.of(cards), self.values.with_card
        return self._against(mine, [count(known, cards, floor) for floor in (self.floor, mine, mine + 1)], 48 * 47 // 2)

    def _against(self, mine: int, below: list[int], total: int) -> Against:
        unqualified, lower, at_most = below
        beaten = max(lower - unqualified, 0)
        tied = at_most - lower if mine >= self.floor else 0
        return Against(unqualified, beaten, tied, total - unqualified - beaten - tied)

    def play_total(self, cards: Cards, against: Against) -> int:
        """The sum of what playing wins over the dealer hands."""
        bonus, nets = self.bonus(cards), self.nets
        paid = against.higher if self.bonus_on_win_only else sum(against)
        return sum(number * net for number, net in zip(against, nets, strict=True)) + bonus * paid

    def squares(self, cards: Cards, against: Against) -> int:
        """The sum of squares of what playing wins."""
        bonus, total = self.bonus(cards), 0
        for name, number, net in zip(Against._fields, against, self.nets, strict=True):
            paid = bonus if name == "higher" or not self.bonus_on_win_only else 0
            total += number * (net + paid) ** 2
        return total


def _net(showdown: ShowdownRules, qualified: bool, compared: str) -> int:
    """What Ante and Play together win, by the rows for a dealer who qualifies or not and hands that compare so."""
    total = 0
    for row in showdown.outcomes:
        if row.qualified == qualified and row.hand in ("any", compared):
            total += {"collect": -1, "return": 0, "pay": row.odds.number if row.odds else 0}[row.does]
    return total


def player_classes() -> Iterator[tuple[Cards, int]]:
    """An example of each class of three cards by ranks and shared suits, and how many hands are in it."""
    for low, middle, high in combinations(RANKS, 3):
        for suits, number in (((0, 0, 0), 4), ((0, 0, 1), 12), ((0, 1, 0), 12), ((1, 0, 0), 12), ((0, 1, 2), 24)):
            yield tuple(_CARD[pair] for pair in zip((low, middle, high), suits, strict=True)), number
    for pair in RANKS:
        for other in RANKS:
            if other != pair:
                for suit in (0, 2):
                    yield (_CARD[pair, 0], _CARD[pair, 1], _CARD[other, suit]), 12
        yield tuple(_CARD[pair, suit] for suit in (0, 1, 2)), 4


def solve(regulation: Regulation, bonus: Paytable, bonus_on_win_only: bool = False) -> Game:
    """The game with an ante bonus, paid always or only with a win."""
    showdown = Showdown(regulation, bonus, bonus_on_win_only)
    decisions, outcomes = [], dict.fromkeys(("fold", *Against._fields), 0)
    total = squares = played = 0
    for cards, number in player_classes():
        against = showdown.against(cards)
        win = showdown.play_total(cards, against)
        decision = Decision(cards, number, against, Fraction(win, DEALER_HANDS), Fraction(-1))
        decisions.append(decision)
        if decision.plays:
            total, played = total + number * win, played + number
            squares += number * showdown.squares(cards, against)
            for name, deals in against._asdict().items():
                outcomes[name] += number * deals
        else:
            total, squares = total - number * DEALER_HANDS, squares + number * DEALER_HANDS
            outcomes["fold"] += number * DEALER_HANDS
    expected = Fraction(total, HANDS * DEALER_HANDS)
    variance = Fraction(squares, HANDS * DEALER_HANDS) - expected**2
    return Game(expected, variance, Fraction(played, HANDS), outcomes, tuple(decisions))


def known_dealer_card(regulation: Regulation, bonus: Paytable, bonus_on_win_only: bool = False) -> Fraction:
    """The expected net win per Ante of a player who sees one of the dealer's cards before deciding."""
    showdown, total = Showdown(regulation, bonus, bonus_on_win_only), 0
    hands = 48 * 47 // 2
    for cards, number in player_classes():
        for known in DECK:
            if known not in cards:
                win = showdown.play_total(cards, showdown.against_known(cards, known))
                total += number * max(win, -hands)
    return Fraction(total, HANDS * 49 * hands)


def cutoff(game: Game) -> Cards | None:
    """The lowest hand that is played, if every higher hand is played and every lower one folded."""
    order = sorted(game.decisions, key=lambda decision: THREE_CARD.value_of(decision.cards))
    values = [THREE_CARD.value_of(decision.cards) for decision in order]
    first = next((index for index, decision in enumerate(order) if decision.plays), None)
    if first is None or not all(decision.plays for decision in order[first:]):
        return None
    split = any(not decision.plays for decision, value in zip(order, values, strict=True) if value == values[first])
    return None if split else order[first].cards
