"""Top Five Poker, exact: Ante and Play under optimal play, and the counts of hands for the bonus wagers.

Choices, stakes, outcomes and odds come from the regulation. docs/top-five.md has the method and how it is checked.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from math import lcm
from operator import mul
from typing import NamedTuple

from pitboss.cards import DECK, RANKINGS, SUITS, TEN, Card, Value
from pitboss.games.top_five_poker.hands import (
    HIGH_RANKS,
    Cards,
    HighCardDeck,
    Holding,
    Numbers,
    Seen,
    count_ranks,
    example,
    high_by_suit,
    holdings,
)
from pitboss.games.top_five_poker.showdown import OUTCOMES, Counts, HighCardShowdown
from pitboss.odds.paid_hands import UNIT, net_win
from pitboss.rules.regulation import Regulation
from pitboss.rules.script import Choice


class Action(NamedTuple):
    """A choice of the regulation: the whole stake that it leads to, and the net win of each of `OUTCOMES`, in Antes."""

    choice: str
    stake: Fraction
    nets: tuple[Fraction, ...]


class RoundEnd(NamedTuple):
    """One way for a round to end. `qualified` and `compared` are None if the dealer's hand does not matter."""

    choice: str
    qualified: bool | None
    compared: str | None
    net: Fraction
    deals: int


class AnteOdds(NamedTuple):
    """Ante and Play together, per Ante; every row counts deals."""

    total: int
    rows: tuple[RoundEnd, ...]
    average_stake: Fraction

    @property
    def expected(self) -> Fraction:
        return sum((row.net * row.deals for row in self.rows), Fraction()) / self.total

    @property
    def element_of_risk(self) -> Fraction:
        return -self.expected / self.average_stake

    @property
    def variance(self) -> Fraction:
        return sum((row.net**2 * row.deals for row in self.rows), Fraction()) / self.total - self.expected**2

    @property
    def hit_frequency(self) -> Fraction:
        """How often a round wins more than it loses."""
        return Fraction(sum(row.deals for row in self.rows if row.net > 0), self.total)


class StrategyLine(NamedTuple):
    """A line of the strategy."""

    holding: Holding
    hands: int
    """How many of the player's hands it covers."""
    values: Mapping[str, Fraction]
    """The expected net win of each choice, in Antes."""
    best: str


class TopFive:
    """The game of one regulation under all of its options, with the regulation's deck unless another is given."""

    def __init__(
        self, regulation: Regulation, options: Mapping[str, str | int], deck: HighCardDeck | None = None
    ) -> None:
        self.regulation = regulation
        self.deck = deck or deck_of(regulation)
        self.showdown = HighCardShowdown(regulation, options, self.deck)

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """The choices of the player."""
        (step,) = (step for step in self.regulation.script if step.step == "decide")
        return tuple(self._action(step.asks, choice) for choice in step.choices)

    def odds(self, known: int = 0) -> AnteOdds:
        """Optimal play by a player who knows none of the dealer's cards, one of them, or all of them.

        Of two choices of equal value the player takes the smaller stake. With one card known, each deal counts once
        for every card of the dealer, since any of them may be the known one.
        """
        chosen = [[0] * len(OUTCOMES) for _ in self.actions]
        for times, found in self._situations(known):
            counts = chosen[self._best(found)]
            for index, count in enumerate(found):
                counts[index] += times * count
        total = sum(map(sum, chosen))
        staked = sum(
            (action.stake * sum(counts) for action, counts in zip(self.actions, chosen, strict=True)), Fraction()
        )
        rows = (row for action, counts in zip(self.actions, chosen, strict=True) for row in _rows(action, counts))
        return AnteOdds(total, tuple(rows), staked / total)

    def strategy(self) -> tuple[StrategyLine, ...]:
        """The best choice for every hand, fewest high cards first.

        Lines that differ only in the open suits are merged into the one with the fewest.
        """
        lines: dict[tuple[object, ...], StrategyLine] = {}
        for holding, hands in holdings(self.deck):
            found = self._counts(holding)
            line = StrategyLine(holding, hands, self._values(found), self.actions[self._best(found)].choice)
            key = (holding.numbers, holding.royal, *line.values.values())
            lines[key] = lines[key]._replace(hands=lines[key].hands + hands) if key in lines else line
        return tuple(lines.values())

    def cut_off(self) -> Cards | None:
        """The lowest high cards that are played; None if a hand of the same or a higher value is folded."""
        most = max(self.actions, key=lambda action: action.stake).choice
        valued = [(self.showdown.worth(*line.holding[:2]).value, line) for line in self.strategy()]
        played = [(value, line) for value, line in valued if line.best == most]
        if not played:
            return None
        lowest, first = min(played, key=lambda one: one[0])
        if any(line.best != most for value, line in valued if value >= lowest):
            return None
        return example(first.holding.numbers, first.holding.royal)

    def choices(self, cards: Sequence[Card], known: Sequence[Card] = ()) -> Mapping[str, Fraction]:
        """The exact expected net win of each choice with this hand; `known` are cards of the dealer."""
        if len(cards) != self.deck.hand or len(known) > self.deck.hand:
            raise ValueError(f"{len(cards)} cards against {len(known)} of the dealer: a hand has {self.deck.hand}")
        if len({*cards, *known}) < len(cards) + len(known):
            raise ValueError("a card is given twice: expected each card once")
        held, shown = high_by_suit(cards, self.deck.suits), high_by_suit(known, self.deck.suits)
        seen = count_ranks(known)
        open_suits = [ranks for own, ranks in zip(held, shown, strict=True) if not own]
        royal = any(len(ranks) == len(HIGH_RANKS) for ranks in held)
        low = len(known) - sum(seen)
        return self._values(self.showdown.counts(count_ranks(cards), royal, Seen(seen, low), open_suits))

    def _action(self, asked: str, choice: Choice) -> Action:
        stakes = {asked: Fraction(1), **{wager: self._stake(wager, asked) for wager in choice.places}}
        settled = {
            **dict.fromkeys(choice.returns, Fraction(0)),
            **{forfeit.wager: Fraction(-1) for forfeit in choice.forfeits},
        }
        nets = (
            sum((stake * settled.get(wager, self._net(wager, *outcome)) for wager, stake in stakes.items()), Fraction())
            for outcome in OUTCOMES
        )
        return Action(choice.choice, sum(stakes.values(), Fraction()), tuple(nets))

    def _stake(self, wager: str, to: str) -> Fraction:
        (rule,) = (rule for rule in self.regulation.stakes if (rule.wager, rule.to) == (wager, to))
        assert rule.least is not None
        assert rule.least == rule.most, f"{wager} has no one stake"
        return rule.least

    def _net(self, wager: str, qualified: bool, compared: str) -> Fraction:
        """What a wager of 1 wins in the showdown."""
        assert self.regulation.showdown
        for row in self.regulation.showdown.outcomes:
            if (row.wager, row.qualified) == (wager, qualified) and row.hand in ("any", compared):
                if row.does == "pay" and row.odds:
                    return net_win(row.odds, UNIT, False, {})
                return Fraction(-1 if row.does == "collect" else 0)
        return Fraction(0)  # a regulation that does not compare numbers has no row for `fewer`

    @cached_property
    def _scaled(self) -> list[tuple[int, ...]]:
        """The net wins of each action, scaled to whole numbers."""
        scale = lcm(*(net.denominator for action in self.actions for net in action.nets))
        return [tuple(int(net * scale) for net in action.nets) for action in self.actions]

    @cached_property
    def _by_stake(self) -> list[int]:
        """The actions by their indices, smallest stake first."""
        return sorted(range(len(self.actions)), key=lambda index: self.actions[index].stake)

    def _best(self, found: Counts) -> int:
        """The index of the best action; of equal ones `max` takes the first, which has the smallest stake."""
        return max(self._by_stake, key=lambda index: sum(map(mul, self._scaled[index], found)))

    def _values(self, found: Counts) -> dict[str, Fraction]:
        total = sum(found)
        return {a.choice: sum(map(mul, a.nets, found), Fraction()) / total for a in self.actions}

    def _counts(self, holding: Holding) -> Counts:
        return self.showdown.counts(holding.numbers, holding.royal, Seen(), [frozenset()] * holding.open_suits)

    def _situations(self, known: int) -> Iterator[tuple[int, Counts]]:
        """Everything that the player may know when choosing: how often it arises, and the dealer's possible hands."""
        if known not in (0, 1, self.deck.hand):
            raise ValueError(f"{known} cards of the dealer known: expected 0, 1 or {self.deck.hand}")
        for holding, hands in holdings(self.deck):
            if known == 1:
                yield from ((hands * cards, found) for cards, found in self._by_known_card(holding))
                continue
            found = self._counts(holding)
            if known == 0:
                yield hands, found
            else:  # only the outcome matters, no longer the cards
                for index, count in enumerate(found):
                    yield hands, [count if place == index else 0 for place in range(len(OUTCOMES))]

    def _by_known_card(self, holding: Holding) -> Iterator[tuple[int, Counts]]:
        """The kinds of card that the dealer may show: the number of cards, and the dealer's hands with one of them."""
        held, royal, open_suits = holding
        unseen = [frozenset[int]()] * open_suits
        if low := self.deck.low - (self.deck.hand - sum(held)):
            yield low, self.showdown.counts(held, royal, Seen(low=1), unseen)
        for rank, number in enumerate(held):
            seen = Seen(tuple(int(index == rank) for index in range(len(HIGH_RANKS))))
            if open_suits:
                yield open_suits, self.showdown.counts(held, royal, seen, [frozenset({rank}), *unseen[1:]])
            if closed := self.deck.suits - open_suits - number:
                yield closed, self.showdown.counts(held, royal, seen, unseen)


def _rows(action: Action, counts: Counts) -> Iterator[RoundEnd]:
    if len(set(action.nets)) == 1:
        yield RoundEnd(action.choice, None, None, action.nets[0], sum(counts))
        return
    for outcome, net, count in zip(OUTCOMES, action.nets, counts, strict=True):
        if count:
            yield RoundEnd(action.choice, *outcome, net, count)


def deck_of(regulation: Regulation) -> HighCardDeck:
    """The full deck, and the number of cards that the regulation deals to a player."""
    dealt = {
        sum(row.cards * row.times for row in dealing.deal if "player" in row.to)
        for dealing in regulation.dealing.values()
    }
    (hand,) = dealt
    return HighCardDeck(len(SUITS), sum(card.rank < TEN for card in DECK), hand)


def bonus_counts(deck: HighCardDeck, ranking: str, patterns: tuple[str, ...]) -> tuple[int, ...]:
    """How many hands match each pattern first, and last how many match none."""
    tests = [RANKINGS[ranking].patterns[pattern].holds for pattern in patterns]
    counts = [0] * (len(tests) + 1)
    for value, cards, hands in _valued_hands(deck, ranking):
        counts[next((index for index, holds in enumerate(tests) if holds(value, cards)), -1)] += hands
    return tuple(counts)


@cache
def _valued_hands(deck: HighCardDeck, ranking: str) -> tuple[tuple[Value, Cards, int], ...]:
    """Every kind of high cards: the value, an example, and how many hands have them."""
    hands: dict[tuple[Numbers, bool], int] = {}
    for (numbers, royal, _), number in holdings(deck):
        hands[numbers, royal] = hands.get((numbers, royal), 0) + number
    examples = ((example(*kind), number) for kind, number in hands.items())
    return tuple((RANKINGS[ranking].value_of(cards), cards, number) for cards, number in examples)
