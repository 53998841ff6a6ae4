"""The shape of a round: what a player sees at each decision, and what each choice does to the wager that it is about.

A game's folder serves one shape. A regulation of that game with another shape has no odds for its decisions.
"""

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from pitboss.rules.dealing import Dealing
from pitboss.rules.payout import Payout
from pitboss.rules.paytable import Paytable
from pitboss.rules.regulation import Regulation
from pitboss.rules.script import Choice, Step
from pitboss.tree.stages import stages_of

Does = Literal["keeps", "raises", "returns", "forfeits"]


class DecisionShape(NamedTuple):
    """One decision."""

    sees: Mapping[str, int]
    """How many cards of each pile the player sees; `player` is the player's own hand."""
    choices: Mapping[str, Does]
    """What each choice does to the wager that the decision is about."""


class RoundShape(NamedTuple):
    """What a game's folder assumes."""

    decisions: tuple[DecisionShape, ...]
    equal_stakes: bool = False
    """Wagers with a stake relation are equal."""


def other_shape(regulation: Regulation, known: RoundShape) -> str:
    """How a regulation differs from what a game's folder assumes; empty if it does not."""
    return next(_differences(regulation, known), "")


def _differences(regulation: Regulation, known: RoundShape) -> Iterator[str]:
    game = regulation.game
    if known.equal_stakes:
        for stake in regulation.stakes:
            if not stake.least == stake.most == 1:
                yield f"{stake.wager} is {stake.least} times {stake.to}, but {game} assumes equal stakes"
    paid = [payout for group in regulation.paytables.values() for table in group.values() for payout in _paid(table)]
    paid += [row.odds for row in regulation.showdown.outcomes if row.odds] if regulation.showdown else []
    for payout in (payout for payout in paid if payout.per > 1):
        yield f"it pays {payout}, but {game} counts whole odds"
    for dealing in regulation.dealing.values():
        decisions = list(_decisions(regulation, dealing))
        if len(decisions) != len(known.decisions):
            yield f"it has {len(decisions)} decisions, but {game} assumes {len(known.decisions)}"
        for (name, found), expected in zip(decisions, known.decisions, strict=False):
            if found.sees != expected.sees:
                yield f"at decision {name} a player sees {_cards(found)}, and {game} knows {_cards(expected)}"
            if found.choices != expected.choices:
                yield f"at decision {name} {_choices(found)}, and {game} knows: {_choices(expected)}"


def _paid(table: Paytable) -> Iterator[Payout]:
    return (payout for row in table.pays for payout in row.payouts)


def _decisions(regulation: Regulation, dealing: Dealing) -> Iterator[tuple[str, DecisionShape]]:
    """The decisions of a round that a device deals, each with its name."""
    for step, sees in stages_of(regulation, dealing):
        choices: dict[str, Does] = {choice.choice: _does(step, choice) for choice in step.choices}
        yield step.decision, DecisionShape(sees, choices)


def _does(step: Step, choice: Choice) -> Does:
    if step.asks in choice.returns:
        return "returns"
    if any(forfeit.wager == step.asks for forfeit in choice.forfeits):
        return "forfeits"
    return "raises" if choice.places else "keeps"


def _cards(decision: DecisionShape) -> str:
    return " and ".join(f"{number} {pile} card{'s' * (number > 1)}" for pile, number in decision.sees.items())


def _choices(decision: DecisionShape) -> str:
    return ", ".join(f"{choice} {does} the wager" for choice, does in sorted(decision.choices.items()))
