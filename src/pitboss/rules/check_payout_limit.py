"""Checks of the payout limit on one hand, if a house file states one."""

from collections.abc import Iterator

from pitboss.money import show_money
from pitboss.rules.payout import Payout
from pitboss.rules.submission import WagerOffer
from pitboss.rules.table_check import TableCheck


def check_payout_limit(checking: TableCheck) -> None:
    """Reports a limit that no clause allows, that covers nothing, or that is too low."""
    rule, limit = checking.regulation.payout_limit, checking.table.payout_limit
    if limit is None:
        return
    if not rule.permitted:
        reason = "no clause allows a limit: every win is paid in full"
        checking.report("payout-limit-not-permitted", rule.cite, reason, "payout_limit")
        return
    offers = {name: offer for name in rule.wagers if (offer := _offer(checking, name))}
    if not offers:
        reason = f"the table offers no wager that a limit covers: {', '.join(rule.wagers)}; leave the limit out"
        checking.report("payout-limit-covers-nothing", rule.cite, reason, "payout_limit")
        return
    top = sum(_top_win(checking, name, offer) for name, offer in offers.items()) if rule.top_at_minimum else 1
    if rule.per_patron:
        top *= max(checking.table.adjacent_boxes or 1, 1)
    floor = max(rule.least or 1, top)
    if limit < floor:
        reason = f"{show_money(limit)}; the limit must be at least {show_money(floor)}"
        checking.report("payout-limit-too-low", rule.cite, reason, "payout_limit")


def _offer(checking: TableCheck, name: str) -> WagerOffer | None:
    return checking.table.wagers.get(checking.regulation.wagers[name].limits or name)


def _top_win(checking: TableCheck, name: str, offer: WagerOffer) -> int:
    """What a wager at its smallest stake wins by the row that pays most."""
    regulation = checking.regulation
    stake = offer.minimum or min(offer.stakes or regulation.wagers[name].stakes, default=0)
    if regulation.wagers[name].placed == "at_decision":
        stake *= max((int(rule.least) for rule in regulation.stakes if rule.wager == name and rule.least), default=1)
    wins = (
        payout.number if payout.form == "prize" else payout.won(stake) for payout in _payouts(checking, name, offer)
    )
    return max(wins, default=0)


def _payouts(checking: TableCheck, name: str, offer: WagerOffer) -> Iterator[Payout]:
    """Everything that a wager can be paid at this table."""
    regulation = checking.regulation
    if tables := regulation.paytables.get(regulation.wagers[name].paytable):
        paytable = tables.get(offer.paytable) or next(iter(tables.values()))
        for row in paytable.pays:
            yield from (offer.pays.get(row.pattern) or payout for payout in row.payouts)
    for outcome in regulation.showdown.outcomes if regulation.showdown else ():
        if outcome.wager == name and outcome.odds:
            yield outcome.odds
