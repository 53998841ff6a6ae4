"""Terms: what one round is settled by, taken from a ruleset or from a recorded round."""

from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from typing import NamedTuple

from pitboss.cards import RANKINGS, Card, Value
from pitboss.rules.clause import Clause
from pitboss.rules.payout import Payout
from pitboss.rules.paytable import Paytable
from pitboss.rules.record import Record
from pitboss.rules.regulation import Regulation
from pitboss.rules.ruleset import Ruleset
from pitboss.rules.script import Choice, Outcome, Step
from pitboss.rules.wagers import Hand
from pitboss.rules.words import Under

Cards = tuple[Card, ...]
Holds = Callable[[Value, Collection[Card]], bool]


class PaidRow(NamedTuple):
    """A row of a selected paytable, ready to be matched."""

    pattern: str
    holds: Holds
    payout: Payout
    cite: Clause


class Terms(Record):
    """A regulation, the paytables in force, the options, the payout limit and what meters reset to."""

    regulation: Regulation
    paytables: Mapping[str, Paytable]
    options: Mapping[str, str | int]
    payout_limit: int | None = None
    seeds: Mapping[str, int]

    @classmethod
    def of(cls, ruleset: Ruleset) -> "Terms":
        seeds = {name: meter.resets_to for link in ruleset.links.values() for name, meter in link.meters.items()}
        return cls(
            regulation=ruleset.regulation,
            paytables=ruleset.paytables,
            options=ruleset.options,
            payout_limit=ruleset.submission.payout_limit,
            seeds=seeds,
        )

    def holds(self, under: Under | None) -> bool:
        """Whether a row that names an option holds here; a row that names none does not."""
        return under is not None and self.options.get(under.option) == under.value

    def hand_of(self, item: str) -> Hand:
        """The hand that a wager or award looks at."""
        return self.regulation.hands[self._hand_name(item)]

    def _hand_name(self, item: str) -> str:
        wagers = self.regulation.wagers
        rule = wagers[item] if item in wagers else self.regulation.awards[item]
        paytable = self.paytables.get(rule.paytable)
        return (paytable.hand if paytable else "") or rule.hand

    def rows(self, item: str, column: int | None = None) -> tuple[PaidRow, ...]:
        """The rows that pay a wager or award, in the column of a stake or of a number of boxes where it has columns."""
        key = (item, column)
        if key not in self._rows:
            self._rows[key] = self._make_rows(item, column)
        return self._rows[key]

    @cached_property
    def _rows(self) -> dict[tuple[str, int | None], tuple[PaidRow, ...]]:
        return {}

    def _make_rows(self, item: str, column: int | None) -> tuple[PaidRow, ...]:
        wagers = self.regulation.wagers
        rule = wagers[item] if item in wagers else self.regulation.awards[item]
        paytable = self.paytables[rule.paytable]
        patterns = RANKINGS[self.hand_of(item).ranking].patterns
        scale = 1
        if paytable.by_stake and column not in paytable.by_stake and paytable.scales and column:
            # Listed for one stake; other stakes scale what is listed.
            scale, column = column // paytable.by_stake[0], paytable.by_stake[0]
        lines = paytable.lines(column if paytable.by_boxes or paytable.by_stake else None)
        return tuple(
            PaidRow(
                line.pattern,
                patterns[line.pattern].holds,
                line.payout._replace(number=line.payout.number * scale),
                line.cite,
            )
            for line in lines
        )

    @cached_property
    def comparing(self) -> Callable[[Collection[Card]], Value]:
        """How the showdown values a hand."""
        assert self.regulation.showdown
        hand = self.regulation.hands[self.regulation.showdown.hand]
        return RANKINGS[hand.other_ranking if self.holds(hand.other_under) else hand.ranking].value_of

    @cached_property
    def showdown_rows(self) -> Mapping[tuple[str, bool, str], Outcome]:
        """What becomes of a wager, by whether the dealer qualifies and how the hands compare."""
        assert self.regulation.showdown
        rows: dict[tuple[str, bool, str], Outcome] = {}
        for row in self.regulation.showdown.outcomes:
            for compared in ("fewer", "more", "lower", "higher", "equal") if row.hand == "any" else (row.hand,):
                rows[row.wager, row.qualified, compared] = row
        return rows

    @cached_property
    def numbers_first(self) -> bool:
        """Whether the number of cards is compared before their rank."""
        return any(row.hand == "fewer" for row in self.showdown_rows.values())

    @cached_property
    def decisions(self) -> Mapping[str, tuple[Step, Mapping[str, Choice]]]:
        """Each decision of the script, in order, with its choices."""
        return {
            step.decision: (step, {choice.choice: choice for choice in step.choices})
            for step in self.regulation.script
            if step.step == "decide"
        }
