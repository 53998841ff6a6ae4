"""Which lawful choices of a table lose least and most for a box that makes every wager at its least stake.

Wagers add up, so each is chosen for itself, once the choices that concern several wagers are made: the version, options
that more than one wager reads, and the paytable of the wager that players decide about, whose best play folds hands
that forfeit other wagers. Files are never enumerated.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from pitboss.odds.choices import LawfulChoice, PricedChoices, priced_choices
from pitboss.odds.forfeits import FoldedHands, folded_hands, forfeit_clauses, forfeit_odds
from pitboss.odds.house_odds import tied_stakes
from pitboss.odds.query import Options
from pitboss.odds.record import Odds
from pitboss.odds.wagers import decision_wager
from pitboss.rules.record import Record
from pitboss.rules.ruleset import Ruleset
from pitboss.rules.wagers import Version


class Combination(Record):
    """One lawful choice for every wager that the table offers."""

    version: str
    choices: tuple[LawfulChoice, ...]
    stakes: Mapping[str, int]
    """What is staked first, in cents: the least that the table takes, raised as the version requires."""
    loss: Fraction
    """What all wagers are expected to lose in a round, in cents; less than zero if they win."""
    staked: Fraction

    def to_json(self) -> dict[str, Any]:
        return {
            "version": self.version,
            "choices": [
                {"wager": one.odds.wager, "paytable": one.odds.paytable, "options": dict(one.options)}
                for one in self.choices
            ],
            "stakes": dict(self.stakes), "expected_loss": str(self.loss), "expected_stake": str(self.staked),
            "edge": float(self.loss / self.staked), "edge_exact": str(self.loss / self.staked),
        }  # fmt: skip


class TableChoices(Record):
    """The choices of one table, and the combinations that lose least and most."""

    name: str
    regulation: str
    boxes: int
    version: str
    priced: PricedChoices
    least: Combination | None
    """None, like the other two, if a wager that the table offers has no price."""
    chosen: Combination | None
    greatest: Combination | None

    def to_json(self) -> dict[str, Any]:
        together = {"least": self.least, "in_force": self.chosen, "greatest": self.greatest}
        return {
            "table": self.name, "regulation": self.regulation, "boxes": self.boxes, "version": self.version,
            "choices": [choice.to_json() for choice in self.priced.choices],
            "unpriced": dict(self.priced.unpriced),
            "combined": {name: one and one.to_json() for name, one in together.items()},
        }  # fmt: skip


def table_choices(ruleset: Ruleset) -> TableChoices:
    """The lawful choices of one table."""
    priced = priced_choices(ruleset)
    combinations = _Combinations(ruleset, priced.choices)
    least = greatest = chosen = None
    if combinations.every_wager_is_priced:
        found = list(combinations.found(lambda loss: loss)), list(combinations.found(lambda loss: -loss))
        least = min(found[0], key=lambda one: one.loss, default=None)
        greatest = max(found[1], key=lambda one: one.loss, default=None)
        chosen = combinations.in_force()
    return TableChoices(
        name=ruleset.table, regulation=ruleset.regulation.id, boxes=ruleset.submission.boxes,
        version=ruleset.submission.version, priced=priced, least=least, chosen=chosen, greatest=greatest,
    )  # fmt: skip


class _Circumstances(NamedTuple):
    """What is chosen for several wagers together."""

    version: str
    options: Options
    """Those that more than one wager reads."""
    stakes: Mapping[str, int]
    """The least stake of each wager."""

    def allows(self, choice: LawfulChoice) -> bool:
        fitting = all(choice.options[name] == value for name, value in self.options.items() if name in choice.options)
        return fitting and self.version in choice.versions

    def stake(self, choice: LawfulChoice) -> int:
        return max(choice.odds.stake, self.stakes[choice.odds.wager])


class _Combinations:
    """The lawful combinations of the choices at their least stakes, for the wagers that a table offers."""

    def __init__(self, ruleset: Ruleset, choices: Sequence[LawfulChoice]) -> None:
        self._ruleset, self._regulation = ruleset, ruleset.regulation
        self._pools: dict[str, list[LawfulChoice]] = {wager: [] for wager in ruleset.submission.wagers}
        for choice in choices:
            if choice.at_least and choice.odds.wager in self._pools:
                self._pools[choice.odds.wager].append(choice)
        self._decided = decision_wager(self._regulation)
        self._clauses = forfeit_clauses(self._regulation, self._pools)
        self._folded: list[FoldedHands] = []
        self._places: dict[int, int] = {}
        self._costs: dict[tuple[int, int], Fraction] = {}
        """What folding costs a choice, by the place of the folded hands and the choice's identity."""

    @property
    def every_wager_is_priced(self) -> bool:
        return all(any(choice.in_force for choice in pool) for pool in self._pools.values())

    def found(self, worth: Callable[[Fraction], Fraction]) -> Iterator[Combination]:
        """The combination that is least by `worth`, for each choice that concerns several wagers."""
        for given in self._circumstances():
            allowed = {
                wager: [choice for choice in pool if given.allows(choice)] for wager, pool in self._pools.items()
            }
            if not all(allowed.values()):
                continue
            firsts: Sequence[LawfulChoice | None] = allowed.pop(self._decided, [None])
            for first in firsts:
                best = [self._best(pool, given, first, worth) for pool in allowed.values()]
                yield self._combination(given, first, best)

    def _best(
        self,
        pool: Sequence[LawfulChoice],
        given: _Circumstances,
        first: LawfulChoice | None,
        worth: Callable[[Fraction], Fraction],
    ) -> LawfulChoice:
        return min(pool, key=lambda choice: worth(self._loss(choice, given, first)))

    def in_force(self) -> Combination:
        """The combination that the house chose."""
        chosen = {wager: next(one for one in pool if one.in_force) for wager, pool in self._pools.items()}
        first = chosen.pop(self._decided, None)
        version = self._ruleset.submission.version
        return self._combination(_Circumstances(version, {}, self._stakes(version)), first, list(chosen.values()))

    def _circumstances(self) -> Iterator[_Circumstances]:
        readers: Counter[str] = Counter()
        values: dict[str, list[str | int]] = {}
        for pool in self._pools.values():
            readers.update({name for choice in pool for name in choice.options})
            for choice in pool:
                for name, value in choice.options.items():
                    if value not in values.setdefault(name, []):
                        values[name].append(value)
        shared = [name for name in values if readers[name] > 1]
        for version in self._regulation.versions:
            stakes = self._stakes(version)
            if self._within_limits(stakes):
                for chosen in product(*(values[name] for name in shared)):
                    yield _Circumstances(version, dict(zip(shared, chosen, strict=True)), stakes)

    def _stakes(self, version: str) -> dict[str, int]:
        stakes = {wager: min(choice.odds.stake for choice in pool) for wager, pool in self._pools.items()}
        rules = self._regulation.versions[version]
        offered = tuple(rule for rule in rules.stakes if rule.wager in stakes and rule.to in stakes)
        return tied_stakes(stakes, Version(**{**rules.given(), "stakes": offered}))

    def _within_limits(self, stakes: Mapping[str, int]) -> bool:
        offers = self._ruleset.submission.wagers
        return all(stakes[wager] <= (offer.maximum or stakes[wager]) for wager, offer in offers.items())

    def _combination(
        self, given: _Circumstances, first: LawfulChoice | None, others: Sequence[LawfulChoice]
    ) -> Combination:
        made = {choice.odds.wager: choice for choice in [*([first] if first else []), *others]}
        choices = tuple(made[wager] for wager in dict.fromkeys([*self._pools]))
        staked = (given.stake(choice) * (choice.odds.average_stake or Fraction(1)) for choice in choices)
        return Combination(
            version=given.version,
            choices=choices,
            stakes={choice.odds.wager: given.stake(choice) for choice in choices},
            loss=sum((self._loss(choice, given, first) for choice in choices), Fraction()),
            staked=sum(staked, Fraction()),
        )

    def _loss(self, choice: LawfulChoice, given: _Circumstances, first: LawfulChoice | None) -> Fraction:
        """What a wager loses in a round, in cents, if the hands are folded that the first choice folds."""
        assert choice.odds.expected is not None
        cost = self._cost(choice, first) if first and choice is not first else Fraction()
        return (cost - choice.odds.expected) * given.stake(choice)

    def _cost(self, choice: LawfulChoice, first: LawfulChoice) -> Fraction:
        wager = choice.odds.wager
        if wager not in self._clauses:
            return Fraction()
        place = self._place(first)
        if (place, id(choice)) not in self._costs:
            query = choice.query._replace(options={**first.query.options, **choice.query.options})
            found = forfeit_odds(
                choice.regulation, _without_envy(choice.odds), self._folded[place], self._clauses[wager], query
            )
            assert found.loss is not None
            self._costs[place, id(choice)] = found.loss
        return self._costs[place, id(choice)]

    def _place(self, first: LawfulChoice) -> int:
        """The place of the hands that the best play of a choice folds, among the lists that were found so far."""
        if id(first) not in self._places:
            hands = folded_hands(first.regulation, first.odds.paytable, first.query)
            if hands not in self._folded:
                self._folded.append(hands)
            self._places[id(first)] = self._folded.index(hands)
        return self._places[id(first)]


def _without_envy(record: Odds) -> Odds:
    """A fold forfeits the wager; the hands of other boxes pay Envy Bonuses as before."""
    if record.envy_per_other_box is None or record.boxes is None or record.expected is None:
        return record
    expected = record.expected - record.envy_per_other_box * (record.boxes - 1)
    return Odds(**{**record.given(), "expected": expected})
