"""Decisions that the engine cannot obey: choices, and the wagers that they place."""

from collections import Counter
from collections.abc import Iterator

from pitboss.cards import RANKINGS
from pitboss.rules.regulation import Regulation
from pitboss.rules.script import Choice, Step
from pitboss.rules.unsupported_procedures import UnsupportedRow
from pitboss.rules.wagers import Stake


def unsupported_choices(regulation: Regulation) -> Iterator[UnsupportedRow]:
    """Every fault of the decisions in a script."""
    for index, step in enumerate(regulation.script):
        if step.step == "decide":
            for reason in _decision(regulation, step):
                yield f"script[{index}]", reason
            for number, choice in enumerate(step.choices):
                for reason in _choice(regulation, step, choice):
                    yield f"script[{index}].choices[{number}]", reason
    yield from _words(regulation)
    yield from _placed_stakes(regulation)


def _words(regulation: Regulation) -> Iterator[UnsupportedRow]:
    """A choice of one name reads the same at every decision."""
    known: dict[str, tuple[str, str, str]] = {}
    for index, step in enumerate(regulation.script):
        for number, choice in enumerate(step.choices):
            words = choice.label, choice.verb, choice.key
            if known.setdefault(choice.choice, words) != words:
                told = f"{choice.choice!r} has another label, verb or key at an earlier decision: write the same"
                yield f"script[{index}].choices[{number}]", told


def _decision(regulation: Regulation, step: Step) -> Iterator[str]:
    if not step.asks:
        yield "name the wager that the decision is about: asks"
    if all(choice.places or choice.returns for choice in step.choices):
        yield "a choice is missing that neither places nor returns a wager, for a player who has left"
    for name in (name for choice in step.choices for name in choice.places):
        if regulation.wagers[name].placed != "at_decision":
            yield f'a choice places {name!r}: write placed = "at_decision" in wagers.{name}'
        elif _stake(regulation, step, name) is None:
            yield f"{name!r} is placed at a decision but has no stake: add [[stakes]] with its ratio to {step.asks!r}"
    for name, number in Counter(choice.choice for choice in step.choices).items():
        if number > 1:
            yield f"{number} choices are named {name!r}: give each a name of its own, such as {name}_{number}"
    keys = Counter(choice.key for choice in step.choices if choice.key)
    for key in (key for key, number in keys.items() if number > 1 or len(key) > 1):
        yield f"the key {key!r} must be one character that makes one choice"


def _choice(regulation: Regulation, step: Step, choice: Choice) -> Iterator[str]:
    """Checks how many times another stake the wagers of a choice are."""
    if choice.only_with:
        hand = regulation.hands[choice.only_with.hand]
        if not (choice.places or choice.returns):
            yield "it stands for a player who has left: leave only_with out"
        sizes = RANKINGS[hand.ranking].sizes
        own = {dealing.cards_to("player") for dealing in regulation.dealing.values()} - {0}
        if hand.piles != ("player",) or not own.issubset(sizes):
            yield f"it depends on hands.{choice.only_with.hand}, which is not made of the player's own cards alone"
    if choice.times and not choice.places:
        yield "it places no wager: leave times out"
    for name in choice.places:
        stake = _stake(regulation, step, name)
        if stake is None or not _is_whole(stake):
            continue
        if not choice.times and stake.least != stake.most:
            told = f"{name!r} is {stake.least} to {stake.most} times {step.asks!r}"
            yield f"{told}: say how many times in this choice, times = {stake.least}"
        elif choice.times and not stake.least <= choice.times <= stake.most:  # type: ignore[operator]
            yield f"{name!r} is at least {stake.least} and at most {stake.most} times {step.asks!r}, not {choice.times}"


def _stake(regulation: Regulation, step: Step, wager: str) -> Stake | None:
    return next((one for one in regulation.stakes if (one.wager, one.to) == (wager, step.asks)), None)


def _is_whole(stake: Stake) -> bool:
    return all(ratio and ratio.denominator == 1 for ratio in (stake.least, stake.most))


def _placed_stakes(regulation: Regulation) -> Iterator[UnsupportedRow]:
    """A wager at a decision is placed without an amount, so its stake must follow from another one."""
    placed = {name for step in regulation.script for choice in step.choices for name in choice.places}
    late = [name for name, wager in regulation.wagers.items() if wager.placed == "at_decision"]
    for name in late:
        if name not in placed:
            yield f"wagers.{name}", "it is placed at a decision, but no choice places it"
    for index, stake in enumerate(regulation.stakes):
        if stake.wager in late and not _is_whole(stake):
            told = "needs least and most, both whole numbers"
            yield f"stakes[{index}]", f"{stake.wager!r} is placed at a decision and {told}"
    for name, version in regulation.versions.items():
        for wager in (wager for stake in version.stakes for wager in (stake.wager, stake.to) if wager in late):
            yield f"versions.{name}", f"{wager!r} is placed at a decision: write its ratio in [[stakes]]"
