"""Top Five Poker as `pitboss.odds` asks for it: the player folds the Ante or makes the Play wager."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from pitboss.cards import show_cards
from pitboss.errors import InputError
from pitboss.games.top_five_poker.hands import example
from pitboss.games.top_five_poker.solver import AnteOdds, RoundEnd, StrategyLine, TopFive, bonus_counts, deck_of
from pitboss.odds.catalog import in_force
from pitboss.odds.cut_off import cut_off_rule
from pitboss.odds.distribution import Distribution
from pitboss.odds.game import Cards, ChoiceValues, GameMath, LimitedBet, Solution, Solver, StrategyRow
from pitboss.odds.query import Options
from pitboss.odds.record import OddsRow
from pitboss.odds.round_shape import DecisionShape, RoundShape
from pitboss.rules.paytable import Paytable
from pitboss.rules.regulation import Regulation

_KNOWN = {"": 0, "dealer:1": 1, "dealer:all": 7}
"""Known cards of the dealer, by the name that a query uses."""


class TopFiveSolver(Solver):
    """Ante and Play, per Ante."""

    known = tuple(_KNOWN)[1:]

    def __init__(self, game: TopFive) -> None:
        self._game = game

    @cached_property
    def ante_odds(self) -> AnteOdds:
        return self._game.odds()

    @cached_property
    def _strategy(self) -> tuple[StrategyLine, ...]:
        return self._game.strategy()

    def solution(self, known: str = "") -> Solution:
        game = self._game.odds(_KNOWN[known]) if known else self.ante_odds
        rows = tuple(OddsRow(_ending(end), None, end.deals) for end in game.rows)
        return Solution(rows, game.expected, game.hit_frequency, game.variance, game.average_stake)

    def distribution(self) -> Distribution:
        return Distribution.counted((end.net, end.deals) for end in self.ante_odds.rows)

    def values(self, cards: Cards, _bet: LimitedBet | None = None) -> ChoiceValues:
        try:
            values = self._game.choices(cards)
        except ValueError:
            raise InputError(f"--hand: {self._game.deck.hand} cards, not {len(cards)}") from None
        return _in_order(values)

    def rules(self) -> Mapping[str, Sequence[str]]:
        # More high cards beat fewer, whatever their ranks (11.C(3)).
        return {"play": [cut_off_rule(self._game.cut_off(), numbers_first=True)]}

    def table(self) -> Iterator[StrategyRow]:
        for line in self._strategy:
            cards = example(line.holding.numbers, line.holding.royal)
            yield StrategyRow(show_cards(cards) or "no high card", line.hands, _in_order(line.values))


def _in_order(values: Mapping[str, Fraction]) -> ChoiceValues:
    """Folding, which stakes less, first."""
    return ChoiceValues("play", {choice: values[choice] for choice in sorted(values)})


def _ending(end: RoundEnd) -> str:
    qualified = {None: "", True: ", dealer qualifies", False: ", dealer does not qualify"}[end.qualified]
    return f"{end.choice}{qualified}{f', {end.compared}' if end.compared else ''}"


class TopFivePoker(GameMath):
    """Top Five Poker."""

    shape = RoundShape((DecisionShape({"player": 7}, {"play": "raises", "fold": "forfeits"}),))

    def solver(self, regulation: Regulation, _paytable: Paytable | None, options: Options) -> TopFiveSolver:
        return TopFiveSolver(TopFive(regulation, {**in_force(regulation), **options}))

    def row_counts(self, regulation: Regulation, ranking: str, patterns: tuple[str, ...]) -> tuple[int, ...]:
        return bonus_counts(deck_of(regulation), ranking, patterns)


GAME = TopFivePoker()
