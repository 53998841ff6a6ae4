"""What a decision does to the wagers on a box, in a sentence without its subject: `gives up Ante and Pair Plus`."""

from collections.abc import Collection, Sequence

from pitboss.documents.titles import plain_words, title_of
from pitboss.rules.regulation import Regulation
from pitboss.rules.script import Choice, Step
from pitboss.rules.wagers import Stake
from pitboss.text import listed


def choice_text(regulation: Regulation, step: Step, choice: Choice, wagers: Collection[str]) -> str:
    """What a choice of a step does to these wagers: those that the table offers, or those that lie on a box."""
    titles = {name: wager.title for name, wager in regulation.wagers.items()}
    if choice.places:
        stakes = {stake.wager: stake for stake in regulation.stakes if stake.to == step.asks}
        return f"places {listed(_placed(titles, stakes[name], choice.times) for name in choice.places)}"
    if choice.returns:
        return f"takes back {listed(titles[name] for name in choice.returns)}"
    if lost := [titles[forfeit.wager] for forfeit in choice.forfeits if forfeit.wager in wagers]:
        return f"gives up {listed(lost)}"
    return f"leaves {titles[step.asks]} in play"


def _placed(titles: dict[str, str], stake: Stake, times: int) -> str:
    of, multiple = titles[stake.to], times or stake.least
    return f"{titles[stake.wager]} equal to {of}" if multiple == 1 else f"{titles[stake.wager]}, {multiple} times {of}"


def choice_label(choice: Choice) -> str:
    """What a button says: the words of the data, else the name of the choice."""
    return choice.label or title_of(choice.choice)


def allowed_text(choice: Choice) -> str:
    """The hands with which a choice is open: `straight flush, flush or pair`; empty for any."""
    return listed(map(plain_words, choice.only_with.patterns), "or") if choice.only_with else ""


def label_in(regulation: Regulation, name: str) -> str:
    """What a button says for the choice of a name, which reads the same at every decision."""
    choices = (choice for step in regulation.script for choice in step.choices)
    return next((choice_label(choice) for choice in choices if choice.choice == name), title_of(name))


def choice_keys(choices: Sequence[Choice], taken: str) -> dict[str, str]:
    """The key of each choice of a decision: as the data says, else a letter of its name that nothing else uses."""
    keys = {one.choice: one.key for one in choices if one.key and one.key not in taken}
    for one in choices:
        used = (*taken, *keys.values())
        keys.setdefault(one.choice, next((letter for letter in one.choice if letter not in used), str(len(keys) + 6)))
    return keys
