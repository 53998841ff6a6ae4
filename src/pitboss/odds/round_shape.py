"""The shape of a round: what a player sees at each decision, and what each choice does to the wager that it is about.

A game's folder serves one shape. A regulation of that game with another shape has no odds for its decisions.
"""

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from pitboss.play.script_index import ScriptIndex
from pitboss.rules.dealing import Dealing
from pitboss.rules.regulation import Regulation
from pitboss.rules.script import Choice, Step

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
    for dealing in regulation.dealing.values():
        decisions = list(_decisions(regulation, dealing))
        if len(decisions) != len(known.decisions):
            yield f"it has {len(decisions)} decisions, but {game} assumes {len(known.decisions)}"
        for (name, found), expected in zip(decisions, known.decisions, strict=False):
            if found.sees != expected.sees:
                yield f"at decision {name} a player sees {_cards(found)}, and {game} knows {_cards(expected)}"
            if found.choices != expected.choices:
                yield f"at decision {name} {_choices(found)}, and {game} knows: {_choices(expected)}"


def _decisions(regulation: Regulation, dealing: Dealing) -> Iterator[tuple[str, DecisionShape]]:
    """The decisions of a round that a device deals, each with its name."""
    seen = _dealt_open(regulation, dealing)
    for step in regulation.script:
        if step.step == "reveal" and step.pile and not dealing.has_community_hands:
            lying = dealing.cards_to(step.pile)
            seen = {**seen, step.pile: min(lying, seen.get(step.pile, 0) + (1 if step.card else lying))}
        elif step.step == "decide":
            choices: dict[str, Does] = {choice.choice: _does(step, choice) for choice in step.choices}
            yield step.decision, DecisionShape({pile: cards for pile, cards in seen.items() if cards}, choices)


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
