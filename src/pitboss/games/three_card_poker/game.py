"""Three Card Poker as `pitboss.odds` asks for it: the player folds the Ante or makes the Play wager."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from pitboss.cards import Card, show_cards
from pitboss.errors import InputError
from pitboss.games.three_card_poker.solver import (
    DEALER_HANDS,
    AntePlay,
    AnteShowdown,
    DealerHands,
    cutoff,
    solve,
    solve_known,
    solve_shown,
)
from pitboss.odds.cut_off import cut_off_rule
from pitboss.odds.distribution import Distribution
from pitboss.odds.game import Cards, ChoiceValues, GameMath, LimitedBet, Solution, Solver, StrategyRow
from pitboss.odds.known_cards import MOST_BOXES, dead_cards
from pitboss.odds.query import Options
from pitboss.odds.record import OddsRow
from pitboss.odds.round_shape import DecisionShape, RoundShape
from pitboss.odds.wagers import bonus_of, decision_wager
from pitboss.rules.paytable import Paytable
from pitboss.rules.regulation import Regulation


class AntePlaySolver(Solver):
    """Ante and Play with one ante bonus, per Ante."""

    known = ("dealer:1", "dealer:all", "bottom:1", *(f"boxes:{number}" for number in range(2, MOST_BOXES + 1)))

    def __init__(self, regulation: Regulation, bonus: Paytable | None, bonus_on_win_only: bool) -> None:
        self._rules = (regulation, bonus, bonus_on_win_only)

    @cached_property
    def ante_play(self) -> AntePlay:
        return solve(*self._rules)

    @cached_property
    def showdown(self) -> AnteShowdown:
        return AnteShowdown(*self._rules)

    def knowing(self, cards: Cards, card: Card) -> str:
        against = self.showdown.against_known(cards, card)
        return "play" if self.showdown.play_total(cards, against) > -sum(against) else "fold"

    def solution(self, known: str = "") -> Solution:
        dead = dead_cards(known, 3)
        if dead is not None:
            return self._with_dead_cards(dead)
        game = {"": lambda *_: self.ante_play, "dealer:1": solve_known, "dealer:all": solve_shown}[known](*self._rules)
        won = game.outcomes["unqualified"] + game.outcomes["higher"]
        return Solution(
            rows=tuple(OddsRow(outcome, None, count) for outcome, count in game.outcomes.items()),
            expected=game.expected,
            hit_frequency=Fraction(won, sum(game.outcomes.values())),
            variance=game.variance,
            average_stake=game.average_stake,
        )

    def _with_dead_cards(self, dead: int) -> Solution:
        from pitboss.games.three_card_poker.dead_cards import with_dead_cards  # noqa: PLC0415 - for start-up

        found = with_dead_cards(self.showdown, dead)
        ends = {"fold": found.total - found.played, "wins": found.won, "does not win": found.played - found.won}
        return Solution(
            rows=tuple(OddsRow(end, None, count) for end, count in ends.items()),
            expected=found.expected,
            hit_frequency=Fraction(found.won, found.total),
            variance=None,
            average_stake=1 + self.showdown.raise_by * Fraction(found.played, found.total),
        )

    def distribution(self) -> Distribution:
        showdown, wins = self.showdown, list[tuple[Fraction, int]]()
        for decision in self.ante_play.decisions:
            if not decision.plays:
                wins.append((decision.fold, decision.number * DEALER_HANDS))
                continue
            bonus = showdown.bonus(decision.cards)
            for name, net, deals in zip(DealerHands._fields, showdown.nets, decision.against, strict=True):
                paid = bonus if name == "higher" or not showdown.bonus_on_win_only else 0
                wins.append((Fraction(net + paid), decision.number * deals))
        return Distribution.counted(wins)

    def values(self, cards: Cards, _bet: LimitedBet | None = None) -> ChoiceValues:
        if len(cards) != 3:
            raise InputError(f"--hand: three cards, not {len(cards)}")
        total = self.showdown.play_total(cards, self.showdown.against(cards))
        return ChoiceValues("play", {"fold": Fraction(-1), "play": Fraction(total, DEALER_HANDS)})

    def rules(self) -> Mapping[str, Sequence[str]]:
        return {"play": [cut_off_rule(cutoff(self.ante_play))]}

    def table(self) -> Iterator[StrategyRow]:
        for decision in self.ante_play.decisions:
            values = ChoiceValues("play", {"fold": decision.fold, "play": decision.play})
            yield StrategyRow(show_cards(decision.cards), decision.number, values)

    def folded(self) -> Iterator[tuple[Cards, int]]:
        return ((decision.cards, decision.number) for decision in self.ante_play.decisions if not decision.plays)


class ThreeCardPoker(GameMath):
    """Three Card Poker."""

    shape = RoundShape((DecisionShape({"player": 3}, {"play": "raises", "fold": "forfeits"}),))

    def solver(self, regulation: Regulation, paytable: Paytable | None, options: Options) -> AntePlaySolver:
        bonus = regulation.awards.get(bonus_of(regulation, decision_wager(regulation)))
        under = bonus.only_on_win_under if bonus else None
        on_win_only = under is not None and options.get(under.option) == under.value
        return AntePlaySolver(regulation, paytable, on_win_only)


GAME = ThreeCardPoker()
