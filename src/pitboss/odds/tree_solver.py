"""The solver for any game: the decision wager of a regulation, by the tree of its rounds.

It knows no game. A folder of `pitboss.games` can answer faster, with the same fractions.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from pitboss.cards import show_cards
from pitboss.errors import InputError
from pitboss.odds.backwards import Backwards
from pitboss.odds.cut_off import cut_off_rule
from pitboss.odds.distribution import Distribution
from pitboss.odds.endings import ending_name, unqualified_alike
from pitboss.odds.game import Cards, ChoiceValues, GameMath, LimitedBet, LimitedSolution, Solution, Solver, StrategyRow
from pitboss.odds.paid_hands import UNIT, class_counts, row_counts
from pitboss.odds.query import Options
from pitboss.odds.record import OddsRow
from pitboss.odds.wagers import bet_stakes, decision_wager, paytable_group
from pitboss.play.script_index import ScriptIndex
from pitboss.play.terms import Terms
from pitboss.rules.paytable import Paytable
from pitboss.rules.regulation import Regulation
from pitboss.tree.stages import Path, RoundStages, dealing_of

_SHORT = ("fold", "unqualified", "higher", "equal", "lower")
_COMPARED = ("fewer", "more", "lower", "higher", "equal")
"""The outcomes in the order in which odds list them."""
_KNOWN_NUMBERS = {"first": 1, "second": 1, "both": 2}


class TreeSolver(Solver):
    """The decision wager under one paytable, per unit first staked."""

    def __init__(self, regulation: Regulation, paytable: Paytable | None, options: Options) -> None:
        self._regulation = regulation
        self._group = paytable_group(regulation, decision_wager(regulation))
        usual = {key: ruling.in_force for key, ruling in regulation.options.items()}
        self._terms = Terms(
            script=ScriptIndex(regulation=regulation),
            paytables={self._group: paytable} if paytable else {},
            options={**usual, **options},
            seeds={},
        )

    @cached_property
    def known(self) -> Sequence[str]:  # type: ignore[override]
        return tuple(_known(self._regulation))

    @cached_property
    def _tree(self) -> Backwards:
        return self._solved(UNIT, None, "")

    def _solved(self, stake: int, limit: int | None, known: str) -> Backwards:
        terms = Terms(**{**self._terms.given(), "payout_limit": limit})
        pile, _, which = known.partition(":")
        dealing = dealing_of(self._regulation)
        stages = RoundStages(
            terms=terms,
            wagers=bet_stakes(self._regulation, decision_wager(self._regulation), stake),
            dealing=dealing,
            known={pile: _number(which, dealing.cards_to(pile))} if known else {},  # type: ignore[arg-type]
            known_later=which == "second",
        )
        return Backwards(stages)

    def solution(self, known: str = "") -> Solution:
        tree = self._solved(UNIT, None, known) if known else self._tree
        results, total = tree.distribution(UNIT), sum(end.deals for end in tree.ends)
        hits = sum(end.deals for end in tree.ends if end.settled.is_hit)
        return Solution(
            rows=tuple(self._outcomes(tree) if self._regulation.showdown else self._paid()),
            expected=results.expected,
            hit_frequency=Fraction(hits, total),
            variance=results.variance,
            average_stake=tree.average_stake(UNIT),
        )

    def _paid(self) -> Iterator[OddsRow]:
        """The rows of the paytable: which one a hand matches does not depend on what was decided."""
        paytable = self._terms.paytables[self._group]
        lines, asked = paytable.lines(), self._tree.stages.stages[0].step.asks
        hand = self._terms.hand_of(asked)
        size = sum(self._tree.stages.dealt[pile] for pile in hand.piles)
        counts = row_counts(hand.ranking, size, tuple(line.pattern for line in lines))
        yield from (OddsRow(line.pattern, str(line.payout), count) for line, count in zip(lines, counts, strict=False))
        yield OddsRow("none", None, counts[-1])

    def _outcomes(self, tree: Backwards) -> Iterator[OddsRow]:
        """The outcomes of the showdown, and the hands that are folded."""
        counts: dict[str, int] = {}
        for end in tree.ends:
            name = ending_name(self._terms.script, tree.stages.chosen(end.path), end.end[1])
            counts[name] = counts.get(name, 0) + end.deals
        whole = {name: count // tree.orders for name, count in counts.items()}
        if any(whole[name] * tree.orders != count for name, count in counts.items()):
            whole = counts
        yield from (OddsRow(name, None, whole[name]) for name in sorted(whole, key=self._place))

    def _place(self, name: str) -> tuple[int, ...]:
        """Where an outcome stands in the list of all."""
        if unqualified_alike(self._terms.script):
            return (_SHORT.index(name) if name in _SHORT else len(_SHORT),)
        return "does not qualify" not in name, _COMPARED.index(name.rsplit(", ", 1)[-1]) if "," in name else 9

    def distribution(self) -> Distribution:
        return self._tree.distribution(UNIT)

    def values(self, cards: Cards, bet: LimitedBet | None = None) -> ChoiceValues:
        tree = self._solved(bet.stake, bet.limit, "") if bet else self._tree
        stage = self._stage(len(cards), len(bet.earlier) if bet else None)
        path = bet.earlier if bet else self._usual(stage)
        return choice_values(tree, self._piles(cards, stage), path, bet.stake if bet else UNIT)

    def _stage(self, cards: int, earlier: int | None) -> int:
        """The decision that sees this many cards."""
        sizes = [sum(stage.sees.values()) for stage in self._tree.stages.stages]
        found = [number for number, size in enumerate(sizes) if size == cards and earlier in (None, number)]
        if not found:
            names = [
                f"{size} for {stage.step.decision}" for size, stage in zip(sizes, self._tree.stages.stages, strict=True)
            ]
            raise InputError(f"--hand: expected cards for a decision ({', '.join(names)}), not {cards}")
        return found[0]

    def _piles(self, cards: Cards, stage: int) -> dict[str, Cards]:
        found, at = {}, 0
        for pile, number in self._tree.stages.stages[stage].sees.items():
            found[pile] = cards[at : at + number]
            at += number
        return found

    def _usual(self, stage: int) -> Path:
        """The choices before a decision that keep the hand and stake least."""
        path: Path = ()
        while len(path) < stage:
            decision = self._tree.stages.stages[len(path)].step.decision
            keeps = [one for one in self._tree.choices(path) if (decision, one) not in self._terms.script.folds]
            path = (*path, keeps[0])
        return path

    def rules(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, Sequence[str]] = {}
        for number, stage in enumerate(self._tree.stages.stages):
            found[stage.step.decision] = [self._rule(number)]
        return found

    def _rule(self, stage: int) -> str:
        """A lowest hand that separates folding from playing, if one does."""
        if stage or self._regulation.showdown is None:
            return "no short rule is known for this decision: see the full table"
        worth = self._terms.comparing
        rows = [(worth(piles["player"]), piles["player"], best) for piles, _, best in self._decided(stage)]
        choices = {best for _, _, best in rows}
        played = [(value, cards) for value, cards, best in rows if not self._folds(stage, best)]
        if not played or len(choices) > 2:
            return cut_off_rule(None)
        lowest, cards = min(played, key=lambda row: row[0])
        mixed = any(self._folds(stage, best) for value, _, best in rows if value >= lowest)
        if mixed:
            return cut_off_rule(None)
        if self._terms.script.numbers_first:
            return cut_off_rule(sorted(cards, reverse=True)[: lowest.category], numbers_first=True)
        return cut_off_rule(cards)

    def _folds(self, stage: int, choice: str) -> bool:
        return (self._tree.stages.stages[stage].step.decision, choice) in self._terms.script.folds

    def _decided(self, stage: int) -> Iterator[tuple[Mapping[str, Cards], int, str]]:
        path = self._usual(stage)
        for piles, number in self._tree.situations(stage):
            yield piles, number, choice_values(self._tree, piles, path, UNIT).best

    def table(self) -> Iterator[StrategyRow]:
        for stage in range(len(self._tree.stages.stages)):
            path = self._usual(stage)
            for piles, number in self._tree.situations(stage):
                values = choice_values(self._tree, piles, path, UNIT)
                yield StrategyRow(" ".join(map(show_cards, piles.values())).strip(), number, values)

    def folded(self) -> Iterator[tuple[Cards, int]]:
        if len(self._tree.stages.stages) > 1:
            return super().folded()
        return ((piles["player"], number) for piles, number, best in self._decided(0) if self._folds(0, best))

    def under_limit(self, bet: LimitedBet) -> LimitedSolution:
        tree = self._solved(bet.stake, bet.limit, "")
        return LimitedSolution(tree.distribution(bet.stake), tree.average_stake(bet.stake))


def choice_values(tree: Backwards, piles: Mapping[str, Cards], path: Path, unit: int) -> ChoiceValues:
    """The value of each choice, per unit first staked. If a choice takes the bet back, values count from there."""
    stage = tree.stages.stages[len(path)]
    values = tree.values(piles, path)
    back = next((choice.choice for choice in stage.step.choices if stage.step.asks in choice.returns), None)
    start = values[back] if back in values else Fraction()
    return ChoiceValues(stage.step.decision, {choice: (value - start) / unit for choice, value in values.items()})


def _known(regulation: Regulation) -> Iterator[str]:
    """The cards that a player can be assumed to see too early: those that a decision does not see."""
    dealing = dealing_of(regulation)
    if dealing.cards_to("dealer"):
        yield from ("dealer:1", "dealer:all")
    if dealing.cards_to("community"):
        yield from ("community:first", "community:second", "community:both")


def _number(which: str, dealt: int) -> int:
    return dealt if which == "all" else _KNOWN_NUMBERS.get(which) or int(which)


class AnyGame(GameMath):
    """Every game that its rules describe."""

    def solver(self, regulation: Regulation, paytable: Paytable | None, options: Options) -> TreeSolver:
        return TreeSolver(regulation, paytable, options)

    def row_counts(self, regulation: Regulation, ranking: str, patterns: tuple[str, ...]) -> tuple[int, ...]:
        dealt = next(iter(regulation.dealing.values()))
        hands = [hand for hand in regulation.hands.values() if hand.ranking == ranking]
        (size,) = {sum(dealt.cards_to(pile) for pile in hand.piles) for hand in hands}
        return class_counts(ranking, size, patterns)


ANY_GAME = AnyGame()
