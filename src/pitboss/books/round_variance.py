"""The exact variance of what all boxes of a round win together, however wagers and boxes share cards."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, reduce
from itertools import chain
from math import gcd
from types import ModuleType
from typing import TYPE_CHECKING, ClassVar

from pitboss.books.convolution import Law, sum_of
from pitboss.books.theoretical_win import Theory
from pitboss.errors import InputError, install_command
from pitboss.odds.wagers import can_fold, decision_wager, entry_of
from pitboss.play.round import Box, Round
from pitboss.play.terms import Terms
from pitboss.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from pitboss.simulation.exact_covariance import Covariances
    from pitboss.simulation.setup import Setup

BoxColumns = tuple[tuple[int, Fraction], ...]
Composition = tuple[BoxColumns, ...]
"""For each box of a round the columns of the covariances that it has, each with how many times its unit is staked."""


class RoundVariance:
    """Variances by one table's rules. The covariances are computed once, which takes a while and needs numpy."""

    _made: ClassVar[dict[str, "RoundVariance"]] = {}

    @classmethod
    def by(cls, ruleset: Ruleset) -> "RoundVariance":
        """The variances of a ruleset, the same object each time."""
        if ruleset.digest not in cls._made:
            cls._made[ruleset.digest] = RoundVariance(ruleset)
        return cls._made[ruleset.digest]

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset, self._terms = ruleset, Terms.of(ruleset)
        self._theory = Theory.by(ruleset)
        self._known: dict[Composition, Fraction] = {}
        self._laws: dict[Composition, Mapping[int, int]] = {}

    def of(self, round_: Round) -> Fraction:
        """The variance of a round that was dealt, in cents squared; an InputError says what has no exact count."""
        return self.variance(self.composition(round_))

    def composition(self, round_: Round) -> Composition:
        """What a round depends on, the same for rounds of the same law; an InputError as in `of`."""
        return tuple(sorted(self._boxes([round_.boxes[number] for number in round_.in_play()])))

    def variance(self, composition: Composition) -> Fraction:
        if composition not in self._known:
            self._known[composition] = self._variance(composition)
        return self._known[composition]

    def law(self, composition: Composition) -> Mapping[int, int]:
        """What the house wins in such a round, in cents, without what meters pay. Exact for one box.

        Several boxes count as independent beside each group of shared cards.
        """
        if composition not in self._laws:
            found = Counter[int]() if composition else Counter({0: 1})
            for group in self._covariances.laws if composition else ():
                boxes = [self._box_law(group, box) for box in composition]
                if len(boxes) == 1:
                    found.update(boxes[0])
                    continue
                deals = sum(boxes[0].values())
                for win, weight in _independent(boxes).items():
                    found[win] += deals * weight
            self._laws[composition] = found
        return self._laws[composition]

    def _box_law(self, group: Sequence[Mapping[tuple[int, ...], int]], box: BoxColumns) -> Mapping[int, int]:
        """What the house wins of a box beside a group of shared cards."""
        columns = self._covariances.columns
        kind = columns[box[0][0]].kind
        first = next(place for place, column in enumerate(columns) if column.kind == kind)
        found = Counter[int]()
        for wins, number in group[kind].items():
            found[-sum(times * wins[column - first] for column, times in box).__floor__()] += number
        return found

    def _variance(self, composition: Composition) -> Fraction:
        found = self._covariances
        total = Fraction(0)
        for number, box in enumerate(composition):
            for other_number, other in enumerate(composition):
                table = found.same_box if number == other_number else found.other_box
                total += sum(one * times * table[i][j] for i, one in box for j, times in other)
        return total

    def _boxes(self, boxes: list[Box]) -> Iterator[tuple[tuple[int, Fraction], ...]]:
        regulation = self._ruleset.regulation
        for box in boxes:
            kind = 0 if can_fold(regulation, box.wagers) or decision_wager(regulation) not in self._kind_without else 1
            held = dict[int, Fraction]()
            for item, stake in box.wagers.items():
                entry = entry_of(regulation, item)
                if regulation.wagers[item].placed == "before_deal":
                    if self._theory.is_limited(entry, stake):
                        raise InputError(f"{regulation.id}: no exact covariances of {entry} under the payout limit")
                    column = self._column(kind, entry)
                    held[column] = Fraction(stake, self._unit(entry))
            for award, wager in self._envy.items():
                stakes = [
                    other.wagers[wager]
                    for other in boxes
                    if other.player != box.player and wager in other.wagers and not other.abandoned
                ]
                if stakes:
                    self._check_envy(award, stakes)
                    held[self._column(kind, award)] = Fraction(sum(stakes), self._unit(wager))
            yield tuple(sorted(held.items()))

    def _column(self, kind: int, name: str) -> int:
        place = self._places.get((kind, name))
        if place is None:
            raise InputError(f"{self._ruleset.regulation.id}: no exact covariances of {name} with the other wagers")
        return place

    def _unit(self, entry: str) -> int:
        return next(
            stake for item, stake in self._setup.stakes.items() if entry_of(self._ruleset.regulation, item) == entry
        )

    def _check_envy(self, award: str, stakes: list[int]) -> None:
        """Raises InputError if what an Envy Bonus pays is not in proportion to the stake that earns it."""
        unit = self._unit(self._envy[award])
        usual = [row.payout.number for row in self._terms.paying(award, unit)[1]]
        for stake in {*stakes} - {unit}:
            paid = [row.payout.number for row in self._terms.paying(award, stake)[1]]
            if [number * unit for number in paid] != [number * stake for number in usual]:
                raise InputError(f"{self._ruleset.regulation.id}: {award} is not in proportion to the stake")

    # What is computed once

    @cached_property
    def _envy(self) -> Mapping[str, str]:
        """The wager that earns each Envy Bonus which can arise at the table."""
        return {
            name: award.stake_of
            for name, award in self._ruleset.awards.items()
            if award.kind == "envy" and not self._terms.holds(award.never_under)
        }

    @cached_property
    def _setup(self) -> "Setup":
        """Every wager that depends on a box's own cards and on the pile that its decision is about alone, at a stake
        of which wins are a multiple."""
        regulation = self._ruleset.regulation
        piles = {"player", "dealer" if regulation.showdown else "community"}
        entries = dict.fromkeys(
            entry_of(regulation, name)
            for name, rule in self._ruleset.wagers.items()
            if rule.scope == "box"
            and piles.issuperset(self._terms.hand_of(name).piles)
            and not self._theory.has_fixed_prizes(entry_of(regulation, name))
        )
        if decision_wager(regulation) not in entries:
            raise InputError(f"{regulation.id}: no exact covariances of {decision_wager(regulation) or 'its wagers'}")
        found: Setup = _simulation()[1].setup_of(self._ruleset, boxes=1, wagers=tuple(entries))
        return found

    @cached_property
    def _kind_without(self) -> Mapping[str, int]:
        """The wagers of a box that is not asked for the decision; empty if every box is."""
        regulation, stakes = self._ruleset.regulation, self._setup.stakes
        decided = decision_wager(regulation)
        if not can_fold(regulation, stakes):
            return {}
        return {
            name: stake
            for name, stake in stakes.items()
            if entry_of(regulation, name) != decided and regulation.wagers[name].placed == "before_deal"
        }

    @cached_property
    def _covariances(self) -> "Covariances":
        found: Covariances = _simulation()[0].covariances(self._setup.terms, self._kinds)
        return found

    @cached_property
    def _kinds(self) -> list[Mapping[str, int]]:
        return [kind for kind in (self._setup.stakes, self._kind_without) if kind]

    @cached_property
    def _places(self) -> Mapping[tuple[int, str], int]:
        """The place of each column, known before the covariances are."""
        columns = _simulation()[0].columns_of(self._setup.terms, self._kinds)
        return {(column.kind, column.wager): place for place, column in enumerate(columns)}


def _independent(boxes: Sequence[Mapping[int, int]]) -> Mapping[int, int]:
    """What boxes win together if they are independent, with weights out of `SCALE`."""
    unit = reduce(gcd, chain.from_iterable(boxes), 0) or 1
    found = sum_of(Law.of({win // unit: number for win, number in box.items()}) for box in boxes)
    return {(found.first + place) * unit: weight for place, weight in enumerate(found.weights) if weight}


def _simulation() -> tuple[ModuleType, ModuleType]:
    """The modules that count covariances and set up tables."""
    try:
        from pitboss.simulation import exact_covariance, setup  # noqa: PLC0415 - numpy is of the extra sim
    except ImportError:
        raise InputError(f"exact covariances need numpy: {install_command('sim')}") from None
    return exact_covariance, setup
