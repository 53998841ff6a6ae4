"""Let It Ride as `pitboss.odds` asks for it: three bets, of which the player may withdraw two."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from pitboss.cards import FIVE_CARD
from pitboss.errors import InputError
from pitboss.games.let_it_ride.solver import RideValues, known_expected, solve
from pitboss.odds.distribution import Distribution
from pitboss.odds.game import (
    Cards,
    ChoiceValues,
    GameMath,
    LimitedBet,
    LimitedSolution,
    Solution,
    Solver,
    StrategyRow,
)
from pitboss.odds.known_cards import MOST_BOXES, dead_cards
from pitboss.odds.paid_hands import row_counts
from pitboss.odds.positions import Position, position_of, positions
from pitboss.odds.query import Options
from pitboss.odds.record import OddsRow
from pitboss.odds.round_shape import DecisionShape, RoundShape
from pitboss.rules.paytable import Paytable, PaytableLine
from pitboss.rules.regulation import Regulation


class RideSolver(Solver):
    """The three bets under one paytable, per one bet."""

    known = (
        "community:first", "community:second", "community:both", "burn:1", "bottom:1",
        *(f"boxes:{number}" for number in range(2, MOST_BOXES + 1)),
    )  # fmt: skip

    def __init__(self, lines: tuple[PaytableLine, ...]) -> None:
        self._lines = lines

    @cached_property
    def ride_values(self) -> RideValues:
        return RideValues(self._lines)

    def solution(self, known: str = "") -> Solution:
        counts = row_counts(FIVE_CARD.name, 5, tuple(line.pattern for line in self._lines))
        paid = [OddsRow(line.pattern, str(line.payout), n) for line, n in zip(self._lines, counts, strict=False)]
        rows = (*paid, OddsRow("none", None, counts[-1]))
        hits = 1 - Fraction(counts[-1], sum(counts))
        dead = dead_cards(known, 3)
        if dead is not None:
            from pitboss.games.let_it_ride.dead_cards import with_dead_cards  # noqa: PLC0415 - for start-up

            informed = with_dead_cards(self._lines, (dead,))[dead]
            return Solution(rows, informed.expected, hits, None, informed.average_stake)
        if known:
            expected = known_expected(self._lines, known.removeprefix("community:"))
            return Solution(rows, expected, hits, None, None)
        bets = solve(self._lines)
        return Solution(rows, bets.expected, hits, bets.variance, bets.average_stake)

    def distribution(self) -> Distribution:
        return self._limited(1, None).distribution

    def values(self, cards: Cards, bet: LimitedBet | None = None) -> ChoiceValues:
        if len(cards) not in (3, 4):
            raise InputError(f"--hand: three cards for the first decision or four for the second, not {len(cards)}")
        if bet is None:
            ride = self.ride_values.expected(position_of(cards))
        else:
            from pitboss.games.let_it_ride.payout_limit import limited_ride  # noqa: PLC0415 - for start-up

            # One bet always rides; each bet that was let ride before is one more.
            riding = 1 + bet.earlier.count("ride")
            ride = limited_ride(self._lines, cards, bet.stake, bet.limit, riding)
        return ChoiceValues("bet_1" if len(cards) == 3 else "bet_2", {"withdraw": Fraction(0), "ride": ride})

    def rules(self) -> Mapping[str, Sequence[str]]:
        from pitboss.games.let_it_ride.strategy import learnable  # noqa: PLC0415 - for start-up

        by_decision = learnable(self._lines)
        return {decision: [f"ride {rule.text}" for rule in rules] for decision, rules in by_decision.items()}

    def table(self) -> Iterator[StrategyRow]:
        for size, decision in ((3, "bet_1"), (4, "bet_2")):
            for position, number in positions(size):
                ride = self.ride_values.expected(position)
                values = ChoiceValues(decision, {"withdraw": Fraction(0), "ride": ride})
                yield StrategyRow(_position(position), number, values)

    def under_limit(self, bet: LimitedBet) -> LimitedSolution:
        return self._limited(bet.stake, bet.limit)

    def _limited(self, stake: int, limit: int | None) -> LimitedSolution:
        from pitboss.games.let_it_ride.payout_limit import limited_bets  # noqa: PLC0415 - for start-up

        return limited_bets(self._lines, stake, limit)


def _position(position: Position) -> str:
    ranks = "".join("23456789TJQKA"[rank] * count for rank, count in reversed(list(enumerate(position.counts))))
    return f"{ranks} {'one suit' if position.suited else 'mixed'}"


class LetItRide(GameMath):
    """Let It Ride, with Cover All of the Massachusetts regulation."""

    shape = RoundShape(
        (
            DecisionShape({"player": 3}, {"ride": "keeps", "withdraw": "returns"}),
            DecisionShape({"player": 3, "community": 1}, {"ride": "keeps", "withdraw": "returns"}),
        ),
        equal_stakes=True,
    )

    def solver(self, _regulation: Regulation, paytable: Paytable | None, _options: Options) -> RideSolver:
        assert paytable
        return RideSolver(paytable.lines())

    def highest_hands(
        self, _regulation: Regulation, _wager: str, boxes: int, with_community: bool
    ) -> Mapping[str, int]:
        from pitboss.games.let_it_ride.cover_all import cover_all_counts  # noqa: PLC0415 - for start-up

        counts, _ = cover_all_counts(boxes, with_community)
        return dict(counts)


GAME = LetItRide()
