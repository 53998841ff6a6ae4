"""Stages: what a box has seen at each of its decisions, what it may choose, and what then lies on the box."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from pitboss.cards import RANKINGS
from pitboss.cards.reads import Reads
from pitboss.errors import InputError
from pitboss.play.script_index import ScriptIndex
from pitboss.play.terms import Cards, Terms
from pitboss.rules.dealing import Dealing
from pitboss.rules.record import Record
from pitboss.rules.regulation import Regulation
from pitboss.rules.script import Choice, Step
from pitboss.tree.pattern_reads import reads_of

Path = tuple[str, ...]
"""The choices made so far, one for each decision; empty text for a decision that the box is not asked for."""


class Stage(NamedTuple):
    """A decision, and how many cards of each pile the player has seen by then; `player` is the player's own hand."""

    step: Step
    sees: Mapping[str, int]


class RoundStages(Record):
    """The decisions of one box with some wagers, by one dealing device."""

    terms: Terms
    wagers: Mapping[str, int]
    """The stakes placed before the deal, in cents."""
    dealing: Dealing
    coupons: Mapping[str, int] = MappingProxyType({})
    """Match play coupons that lie beside the stakes, in cents."""
    known: Mapping[str, int] = MappingProxyType({})
    """How many cards of each pile the player sees before the first decision, against the rules."""
    known_later: bool = False
    """Whether these are the cards that are turned up last."""

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        found = stages_of(self.terms.regulation, self.dealing)
        return tuple(stage._replace(sees=self._with_known(stage.sees)) for stage in found)

    def _with_known(self, sees: Mapping[str, int]) -> dict[str, int]:
        found = dict(sees)
        for pile, number in self.known.items():
            seen = found.get(pile, 0)
            found[pile] = min(seen + number, self.dealt[pile]) if self.known_later else max(seen, number)
        return found

    @cached_property
    def dealt(self) -> Mapping[str, int]:
        """How many cards of each pile are there at settlement."""
        dealing, regulation = self.dealing, self.terms.regulation
        if dealing.has_community_hands:
            return {"player": self.terms.script.community_hand, "dealer": dealing.cards_to("dealer")}
        piles: dict[str, int] = {pile: dealing.cards_to(pile) for row in dealing.deal for pile in row.to}
        for discard in dealing.discards:
            piles[discard.pile] -= 1
        for step in regulation.script:
            if step.step == "burn" and step.pile:
                piles[step.pile] -= 1
        return piles

    @cached_property
    def allowing(self) -> frozenset[Reads]:
        """What the patterns read with which choices are open."""
        hands = self.terms.regulation.hands
        return frozenset(
            reads_of(RANKINGS[hands[choice.only_with.hand].ranking], pattern)
            for stage in self.stages
            for choice in stage.step.choices
            if choice.only_with
            for pattern in choice.only_with.patterns
        )

    def allowed(self, path: Path, cards: Cards) -> frozenset[str]:
        """The choices of the next decision that the player's cards allow."""
        script = self.terms.script
        return frozenset(name for name, choice in self.choices(path).items() if script.is_allowed(choice, cards))

    def choices(self, path: Path) -> Mapping[str, Choice]:
        """The choices that are open at the next decision after some choices; empty if the box is not asked."""
        step = self.stages[len(path)].step
        made = self.chosen(path)
        if not self.terms.script.is_asked(step, self.placed(path), made):
            return {}
        return {choice.choice: choice for choice in step.choices}

    def chosen(self, path: Path) -> Mapping[str, str]:
        """The choices by their decisions."""
        return {stage.step.decision: choice for stage, choice in zip(self.stages, path, strict=False) if choice}

    def placed(self, path: Path) -> Mapping[str, int]:
        """The stakes of the box after some choices."""
        stakes = dict(self.wagers)
        for made in self.chosen(path).items():
            for placed in self.terms.script.placed[made]:
                stakes[placed.wager] = placed.multiple * stakes[placed.to]
        return stakes

    def staked(self, path: Path) -> int:
        """What the box has staked after some choices, without the wagers that a choice returned."""
        effects = self.terms.script.effects_of(self.chosen(path))
        stakes = self.placed(path)
        return sum(
            stake for name, stake in stakes.items() if name not in effects or effects[name].outcome != "returned"
        )


def stages_of(regulation: Regulation, dealing: Dealing) -> Iterator[Stage]:
    """The decisions of a round that a device deals."""
    seen = _dealt_open(regulation, dealing)
    for step in regulation.script:
        if step.step == "reveal" and step.pile and not dealing.has_community_hands:
            lying = dealing.cards_to(step.pile)
            seen = {**seen, step.pile: min(lying, seen.get(step.pile, 0) + (step.cards if step.card else lying))}
        elif step.step == "decide":
            yield Stage(step, {pile: cards for pile, cards in seen.items() if cards})


def dealing_of(regulation: Regulation) -> Dealing:
    """The way of dealing that stands for all; an InputError if a player sees other cards with another device."""
    dealings = regulation.dealing
    first, *others = dealings
    expected = [stage.sees for stage in stages_of(regulation, dealings[first])]
    for device in others:
        if [stage.sees for stage in stages_of(regulation, dealings[device])] != expected:
            raise InputError(f"{regulation.id}: players see other cards with {first} than with {device}")
    return next((one for one in dealings.values() if not one.has_community_hands), dealings[first])


def _dealt_open(regulation: Regulation, dealing: Dealing) -> dict[str, int]:
    """The cards that a player sees after the deal."""
    if dealing.has_community_hands:
        # The other community hands are visible too; odds are for a player who does not look at them.
        return {"player": ScriptIndex(regulation=regulation).community_hand}
    seen: dict[str, int] = {"player": dealing.cards_to("player")}
    for row in dealing.deal:
        for pile in row.to if row.face_up else ():
            seen[pile] = seen.get(pile, 0) + row.cards * row.times
    return seen
