"""What a decision does to the wagers on a box, in a sentence without its subject: `gives up Ante and Pair Plus`."""

from collections.abc import Collection

from pitboss.rules.regulation import Regulation
from pitboss.rules.script import Choice, Step
from pitboss.rules.wagers import Stake
from pitboss.text import listed


def choice_text(regulation: Regulation, step: Step, choice: Choice, wagers: Collection[str]) -> str:
    """What a choice of a step does to these wagers: those that the table offers, or those that lie on a box."""
    titles = {name: wager.title for name, wager in regulation.wagers.items()}
    if choice.places:
        stakes = {stake.wager: stake for stake in regulation.stakes}
        return f"places {listed(_placed(titles, stakes[name]) for name in choice.places)}"
    if choice.returns:
        return f"takes back {listed(titles[name] for name in choice.returns)}"
    if lost := [titles[forfeit.wager] for forfeit in choice.forfeits if forfeit.wager in wagers]:
        return f"gives up {listed(lost)}"
    return f"leaves {titles[step.asks]} in play"


def _placed(titles: dict[str, str], stake: Stake) -> str:
    of = titles[stake.to]
    return (
        f"{titles[stake.wager]} equal to {of}"
        if stake.least == 1
        else f"{titles[stake.wager]}, {stake.least} times {of}"
    )
