"""The protocol of a game, and the finder of the folder that a regulation names.

`pitboss.odds.tree_solver` solves any game from its rules. A folder of `pitboss.games`, named like the regulation's
`game`, may answer the same questions faster: its package has one object, `GAME`. No other package imports a game.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from pitboss.cards import Card
from pitboss.errors import InputError
from pitboss.odds.distribution import Distribution
from pitboss.odds.query import Options
from pitboss.odds.record import OddsRow
from pitboss.odds.round_shape import RoundShape
from pitboss.rules.paytable import Paytable
from pitboss.rules.regulation import Regulation

Cards = tuple[Card, ...]


class ChoiceValues(NamedTuple):
    """A decision and the expected net win of each choice, per unit first staked."""

    decision: str
    choices: Mapping[str, Fraction]
    """The choice that stakes less comes first."""

    @property
    def best(self) -> str:
        """The choice of the highest value; of two equal ones, the one that stakes less."""
        return max(self.choices, key=lambda choice: self.choices[choice])

    def cost(self, choice: str) -> Fraction:
        """How much less a choice is worth than the best one."""
        return self.choices[self.best] - self.choices[choice]

    def to_json(self) -> dict[str, object]:
        """The decision, the best choice, and each choice with its exact value and cost."""
        return {
            "decision": self.decision,
            "best": self.best,
            "choices": {
                choice: {"value": str(value), "float": float(value), "cost": str(self.cost(choice))}
                for choice, value in self.choices.items()
            },
        }


class StrategyRow(NamedTuple):
    """A kind of hand, how many hands are of that kind, and the value of each choice."""

    hand: str
    number: int
    values: ChoiceValues


class Solution(NamedTuple):
    """The decision wager under optimal play, per unit first staked."""

    rows: tuple[OddsRow, ...]
    expected: Fraction
    hit_frequency: Fraction
    variance: Fraction | None
    average_stake: Fraction | None


class LimitedSolution(NamedTuple):
    """A wager under a payout limit, and under the strategy that is then optimal if it has decisions."""

    distribution: Distribution
    average_stake: Fraction


class LimitedBet(NamedTuple):
    """A bet under a payout limit, in cents, and the choices that its box made before."""

    stake: int
    limit: int
    earlier: tuple[str, ...] = ()


class Solver(Protocol):
    """One game under one paytable and one set of options. All values are exact, for optimal play."""

    known: Sequence[str]
    """The cards that `solution` can assume the player to know: `dealer:1`, `community:first`, `boxes:7`."""

    def solution(self, known: str = "") -> Solution:
        """The odds of the decision wager. Of two choices of equal value, the player takes the one that stakes less."""

    def distribution(self) -> Distribution:
        """The distribution of the results behind `solution()`."""

    def values(self, cards: Cards, bet: LimitedBet | None = None) -> ChoiceValues:
        """The value of each choice with these cards; an InputError if a decision does not see this many cards."""

    def knowing(self, cards: Cards, card: Card) -> str:
        """The best choice of a player who also sees one of the dealer's cards."""
        raise InputError(f"no solver for a player with {len(cards)} cards who sees {card} of the dealer's")

    def rules(self) -> Mapping[str, Sequence[str]]:
        """For each decision, the strategy as rules that a person can learn."""

    def table(self) -> Iterator[StrategyRow]:
        """Every kind of hand that a decision can be made with."""

    def folded(self) -> Iterator[tuple[Cards, int]]:
        """The hands that optimal play folds: an example of each kind, and how many hands are of that kind."""
        raise InputError("no solver for wagers that folding forfeits in this game")

    def under_limit(self, bet: LimitedBet) -> LimitedSolution:
        """The game solved again for a payout limit that can be reached."""
        raise InputError(f"no solver for this game with a payout limit of {bet.limit} cents")


class GameMath(Protocol):
    """The mathematics of a game: those of one folder of `pitboss.games`, or those of any game."""

    shape: RoundShape | None = None
    """The rounds that its solver and its simulation are for; None if they are for all."""

    def solver(self, regulation: Regulation, paytable: Paytable | None, options: Options) -> Solver:
        """The game under a paytable, None if only the showdown pays; `options` need not name those in force."""

    def row_counts(self, regulation: Regulation, ranking: str, patterns: tuple[str, ...]) -> tuple[int, ...]:
        """For a ranking of hands of several sizes: how many hands match each pattern first, and last, none of them."""
        raise InputError(f"no solver for game {regulation.game}: it does not count {ranking} hands by {patterns}")

    def highest_hands(self, regulation: Regulation, wager: str, boxes: int, with_community: bool) -> Mapping[str, int]:
        """For a wager on the highest hand at the table: how often each pattern is it; `none` if no hand matches.

        `with_community`: the community cards count as a hand.
        """
        raise InputError(f"no solver for {wager} of game {regulation.game} with {boxes} boxes: {with_community=}")


def game_part(regulation: Regulation, module: str) -> Any:
    """A module of the folder of a regulation's game, the package itself if `module` is empty."""
    from importlib import import_module  # noqa: PLC0415 - for start-up: wagers that one hand decides need no game

    package = f"pitboss.games.{regulation.game}"
    name = f"{package}.{module}" if module else package
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name not in (package, name):
            raise
        raise InputError(f"{regulation.id}: no {module or 'solver'} for game {regulation.game}") from None
