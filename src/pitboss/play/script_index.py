"""ScriptIndex: a regulation's script and showdown, looked up by name."""

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Literal, NamedTuple

from pitboss.cards import RANKINGS, UNREAD, Card
from pitboss.rules.clause import Clause
from pitboss.rules.record import Record
from pitboss.rules.regulation import Regulation
from pitboss.rules.script import Choice, Outcome, Step
from pitboss.rules.vocabulary import Device
from pitboss.rules.wagers import Stake, Wager


def needs_cite(wager: Wager) -> Clause:
    """The clause by which a wager needs another. If a clause says how the wager is staked, that clause also names
    the wager it needs."""
    return wager.stake_cite if wager.stake_cite and wager.stake_cite in wager.also else wager.cite


class Effect(NamedTuple):
    """What a choice does to a wager that was already placed."""

    outcome: Literal["returned", "forfeited"]
    cite: Clause


class PlacedStake(NamedTuple):
    """A wager that a choice places, and its stake: a multiple of another wager's stake."""

    wager: str
    to: str
    multiple: int
    cite: Clause


def _placed(related: Stake, times: int) -> PlacedStake:
    return PlacedStake(related.wager, related.to, times or int(related.least or 0), related.cite)


class ScriptIndex(Record):
    """Depends on the regulation alone, not on an operator's choices."""

    regulation: Regulation

    @cached_property
    def decisions(self) -> Mapping[str, tuple[Step, Mapping[str, Choice]]]:
        """Each decision of the script, in order, with its choices."""
        return {
            step.decision: (step, {choice.choice: choice for choice in step.choices})
            for step in self.regulation.script
            if step.step == "decide"
        }

    @cached_property
    def effects(self) -> Mapping[tuple[str, str], Mapping[str, Effect]]:
        """For each decision and choice, the result of the wagers that it settles."""
        return {
            (decision, name): {
                **{wager: Effect("returned", choice.cite) for wager in choice.returns},
                **{forfeit.wager: Effect("forfeited", forfeit.cite) for forfeit in choice.forfeits},
            }
            for decision, (_, choices) in self.decisions.items()
            for name, choice in choices.items()
        }

    def effects_of(self, choices: Mapping[str, str], wagers: Collection[str] = ()) -> Mapping[str, Effect]:
        """The result of the wagers that these choices settle; an earlier choice wins over a later one.

        `wagers` are those of the box: the clause can depend on what is forfeited together.
        """
        effects: dict[str, Effect] = {}
        for decision, name in choices.items():
            for wager, effect in self.effects[decision, name].items():
                effects.setdefault(wager, effect)
            for wager, other, cite in reversed(self.decisions[decision][1][name].together):
                if other in wagers:
                    effects[wager] = Effect("forfeited", cite)
        return effects

    def is_asked(self, step: Step, wagers: Collection[str], choices: Mapping[str, str]) -> bool:
        """Whether a box with these wagers is asked for a decision after these choices."""
        if step.asks not in wagers or any(name in wagers for name in step.unless_placed):
            return False
        return not any(step.asks in self.effects[made] for made in choices.items())

    @cached_property
    def looks_at_cards(self) -> bool:
        """Whether a choice is open only with certain cards."""
        return any(choice.only_with for _, choices in self.decisions.values() for choice in choices.values())

    def is_allowed(self, choice: Choice, cards: Collection[Card]) -> bool:
        """Whether a choice is open with these cards of the player; as long as nobody has read them, it is."""
        if choice.only_with is None or UNREAD in cards:
            return True
        ranking = RANKINGS[self.regulation.hands[choice.only_with.hand].ranking]
        value = ranking.value_of(cards)
        return any(ranking.patterns[name].holds(value, cards) for name in choice.only_with.patterns)

    @cached_property
    def placed(self) -> Mapping[tuple[str, str], tuple[PlacedStake, ...]]:
        """For each decision and choice, the wagers that it places."""
        related = {(stake.wager, stake.to): stake for stake in self.regulation.stakes}
        return {
            (decision, name): tuple(_placed(related[wager, step.asks], choice.times) for wager in choice.places)
            for decision, (step, choices) in self.decisions.items()
            for name, choice in choices.items()
        }

    @cached_property
    def most_placed(self) -> Mapping[str, PlacedStake]:
        """Each wager that a choice places, at the largest stake that a choice gives it."""
        found = sorted((one for placed in self.placed.values() for one in placed), key=lambda one: one.multiple)
        return {one.wager: one for one in found}

    @cached_property
    def community_hand(self) -> int:
        """How many cards make a community hand; 0 if no device deals community hands."""
        dealings = self.regulation.dealing.values()
        of_player = max((dealing.cards_to("player") for dealing in dealings), default=0)
        sizes = [
            row.hand or of_player
            for dealing in dealings
            if dealing.has_community_hands
            for row in dealing.deal
            if "community" in row.to
        ]
        return sizes[0] if sizes else 0

    def community_hands(self, device: Device) -> int:
        """The number of community hands that a device deals; 0 if players have cards of their own."""
        dealing = self.regulation.dealing[device]
        return dealing.cards_to("community") // self.community_hand if dealing.has_community_hands else 0

    @cached_property
    def forfeits_wait(self) -> bool:
        """Whether forfeited wagers lie on the layout until the dealer collects the folded hands."""
        return any(step.takes_wagers for step in self.regulation.script)

    @cached_property
    def stub_first(self) -> bool:
        """Whether the stub lies in the discard rack before the hands."""
        return any(step.stub_first for step in self.regulation.script)

    @cached_property
    def folds(self) -> frozenset[tuple[str, str]]:
        """The decisions and choices that give up a hand."""
        return frozenset(
            (decision, name)
            for decision, (_, choices) in self.decisions.items()
            for name, choice in choices.items()
            if choice.forfeits
        )

    @cached_property
    def foldable(self) -> Mapping[str, str]:
        """The decisions at which a hand can be given up, each with the wager that it is about."""
        return {decision: self.decisions[decision][0].asks for decision, _ in self.folds}

    @cached_property
    def settling(self) -> tuple[Step, ...]:
        """The steps that settle, in order."""
        return tuple(step for step in self.regulation.script if step.step == "settle")

    @cached_property
    def outcomes(self) -> Mapping[tuple[str, bool, str], Outcome]:
        """The result of a wager, by whether the dealer qualifies and how the hands compare."""
        assert self.regulation.showdown
        return {
            (row.wager, qualified, compared): row
            for row in self.regulation.showdown.outcomes
            for qualified in ((False, True) if row.qualified is None else (row.qualified,))
            for compared in (("fewer", "more", "lower", "higher", "equal") if row.hand == "any" else (row.hand,))
        }

    @cached_property
    def paid_on_win(self) -> frozenset[str]:
        """The wagers that a table pays only if the hand beats the dealer's."""
        rows = self.regulation.showdown.outcomes if self.regulation.showdown else ()
        return frozenset(row.wager for row in rows if row.does == "pay_by_table")

    @cached_property
    def numbers_first(self) -> bool:
        """Whether the number of cards is compared before their rank."""
        return any(row.hand == "fewer" for row in self.outcomes.values())
