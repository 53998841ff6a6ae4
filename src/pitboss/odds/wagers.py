"""Wagers by the names that odds use, read from the regulation.

Bets that share one entry of the Rules Submission are one wager, priced per one bet. A wager that is placed at a
decision is priced together with the wager that the decision is about.
"""

from collections.abc import Collection

from pitboss.play.script_index import ScriptIndex
from pitboss.rules.paytable import Paytable
from pitboss.rules.regulation import Regulation


def entry_of(regulation: Regulation, item: str) -> str:
    """The name that odds use for a wager, or for the wager of an award: the submission's entry that sets its stakes.

    The stake of a wager that a decision places follows from another wager.
    """
    wager = regulation.awards[item].stake_of if item in regulation.awards else item
    rule = regulation.wagers[wager]
    if rule.placed == "at_decision" and not rule.limits:
        return entry_of(regulation, next(stake.to for stake in regulation.stakes if stake.wager == wager))
    return rule.limits or wager


def decision_wager(regulation: Regulation) -> str:
    """The wager whose odds depend on the player's decisions, as odds name it; empty if the script asks for none."""
    asks = next((step.asks for step in regulation.script if step.step == "decide"), "")
    return entry_of(regulation, asks) if asks else ""


def bet_stakes(regulation: Regulation, wager: str, stake: int) -> dict[str, int]:
    """The bets before the deal that are one wager as odds name it, if the first of them has this stake, in cents."""
    names = [
        name
        for name, rule in regulation.wagers.items()
        if rule.placed == "before_deal" and entry_of(regulation, name) == wager
    ]
    found = {names[0]: stake}
    for name in names[1:]:
        ratios = [row.least for row in regulation.stakes if (row.wager, row.to) == (name, names[0]) and row.least]
        found[name] = int(stake * ratios[0]) if ratios else stake
    return found


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
            if group := rule.paytable or (regulation.awards[bonus].paytable if bonus else ""):
                return group
    return _placed_group(regulation, wager)


def _placed_group(regulation: Regulation, wager: str) -> str:
    """The group of paytables of a wager that a decision places beside this one; empty if there is none."""
    placed = ((name, rule) for name, rule in regulation.wagers.items() if rule.placed == "at_decision")
    return next((rule.paytable for name, rule in placed if rule.paytable and entry_of(regulation, name) == wager), "")


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
    covered = [name for name in regulation.payout_limit.wagers if entry_of(regulation, name) == wager]
    placed = ScriptIndex(regulation=regulation).most_placed
    stakes = {name: stake * (placed[name].multiple if name in placed else 1) for name in covered}
    tables = {name: regulation.paytables.get(regulation.wagers[name].paytable) for name in covered}
    wins = (
        top_win(regulation, name, group[paytable] if group else None, stakes[name]) for name, group in tables.items()
    )
    return limit is not None and sum(wins) > limit


def top_win(regulation: Regulation, name: str, paytable: Paytable | None, stake: int) -> int:
    """The most that a bet of a stake can be paid, in cents, under a paytable or by the showdown."""
    payouts = [payout for row in paytable.pays for payout in row.payouts] if paytable else []
    outcomes = regulation.showdown.outcomes if regulation.showdown else ()
    payouts += [row.odds for row in outcomes if row.wager == name and row.odds]
    return max((one.number if one.form == "prize" else one.won(stake) for one in payouts), default=0)
