"""Wagers by the names that odds use, read from the regulation.

Bets that share one entry of the Rules Submission are one wager, priced per one bet. A wager that is placed at a
decision is priced together with the wager that the decision is about.
"""

from collections.abc import Collection

from pitboss.rules.paytable import Paytable
from pitboss.rules.regulation import Regulation


def entry_of(regulation: Regulation, item: str) -> str:
    """The name that odds use for a wager, or for the wager of an award: the submission's entry that sets its stakes."""
    wager = regulation.awards[item].stake_of if item in regulation.awards else item
    return regulation.wagers[wager].limits or wager


def decision_wager(regulation: Regulation) -> str:
    """The wager whose odds depend on the player's decisions, as odds name it; empty if the script asks for none."""
    asks = next((step.asks for step in regulation.script if step.step == "decide"), "")
    return entry_of(regulation, asks) if asks else ""


def can_fold(regulation: Regulation, placed: Collection[str]) -> bool:
    """Whether a box with these wagers is asked for a decision that can forfeit wagers."""
    return any(step.asks in placed and any(choice.forfeits for choice in step.choices) for step in regulation.script)


def bonus_of(regulation: Regulation, wager: str) -> str:
    """The award that belongs to a wager and has a paytable of its own to select; empty if there is none."""
    for name, award in regulation.awards.items():
        if award.stake_of == wager and not award.follows:
            return name
    return ""


def paytable_group(regulation: Regulation, wager: str) -> str:
    """The group of paytables that a wager, as odds name it, is priced by; empty if only the showdown pays it."""
    for name, rule in regulation.wagers.items():
        if rule.placed == "before_deal" and entry_of(regulation, name) == wager:
            bonus = bonus_of(regulation, name)
            return rule.paytable or (regulation.awards[bonus].paytable if bonus else "")
    return ""


def wager_paytables(regulation: Regulation) -> dict[str, tuple[str, ...]]:
    """Every wager of a regulation that has odds, with the ids of its paytables; a wager without a table has `A`."""
    names = (entry_of(regulation, name) for name, rule in regulation.wagers.items() if rule.placed == "before_deal")
    return {name: paytables(regulation, name) for name in dict.fromkeys(names)}


def paytables(regulation: Regulation, wager: str) -> tuple[str, ...]:
    """The ids of the paytables of one wager."""
    return tuple(regulation.paytables.get(paytable_group(regulation, wager), ("A",)))


def paytable_of(regulation: Regulation, wager: str, name: str) -> Paytable | None:
    """The paytable that prices a wager; None if only the showdown pays it."""
    group = paytable_group(regulation, wager)
    return regulation.paytables[group][name] if group else None


def limit_binds(regulation: Regulation, wager: str, paytable: str, stake: int, limit: int | None) -> bool:
    """Whether a payout limit covers the bets of a wager, and these can win more than the limit at a stake."""
    bets = sum(entry_of(regulation, name) == wager for name in regulation.payout_limit.wagers)
    table = paytable_of(regulation, wager, paytable) if bets and limit is not None else None
    if table is None or limit is None:
        return False
    return bets * max(line.payout.number for line in table.lines()) * stake > limit
