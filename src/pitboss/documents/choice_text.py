"""What a decision does to the wagers on a box, in a sentence without its subject: `gives up Ante and Pair Plus`."""

from collections.abc import Collection

from pitboss.rules.regulation import Regulation
from pitboss.rules.script import Choice, Step
from pitboss.text import listed


def choice_text(regulation: Regulation, step: Step, choice: Choice, wagers: Collection[str]) -> str:
    """What a choice of a step does to these wagers: those that the table offers, or those that lie on a box."""
    titles = {name: wager.title for name, wager in regulation.wagers.items()}
    if choice.places:
        equal = {stake.wager: stake.to for stake in regulation.stakes if stake.least == stake.most == 1}
        return f"places {listed(_placed(titles, name, equal.get(name)) for name in choice.places)}"
    if choice.returns:
        return f"takes back {listed(titles[name] for name in choice.returns)}"
    if lost := [titles[forfeit.wager] for forfeit in choice.forfeits if forfeit.wager in wagers]:
        return f"gives up {listed(lost)}"
    return f"leaves {titles[step.asks]} in play"


def _placed(titles: dict[str, str], name: str, equal_to: str | None) -> str:
    return f"{titles[name]} equal to {titles[equal_to]}" if equal_to else titles[name]
