"""Which payments of a round go to the desk: large ones, those that take a Form W-2G, and those beyond the rack."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pitboss.cards import show_cards
from pitboss.house.tax_rules import takes_form
from pitboss.play import events as e
from pitboss.play.round import Box, Round
from pitboss.rules.submission import DeskLimits
from pitboss.table.state import Table


class DeskRules(NamedTuple):
    """The limits of the house, and the gaming day."""

    limits: DeskLimits
    day: str


def held_payouts(table: Table, round_: Round, rules: DeskRules) -> Iterator[e.PayoutHeld]:
    """The payments of a round that are always made at the desk."""
    for event, always in _payments(table, round_, rules):
        if always:
            yield event


def beyond_rack(table: Table, round_: Round, rules: DeskRules, lacking: int) -> Iterator[e.PayoutHeld]:
    """The largest other payments, until they cover what the rack lacks."""
    others = [event for event, always in _payments(table, round_, rules) if not always]
    for event in sorted(others, key=lambda one: -one.amount):
        if lacking <= 0:
            return
        lacking -= event.amount
        yield event


def pending(table: Table, rules: DeskRules) -> int:
    """What the desk will pay of the round under way, as far as it is settled."""
    return total(held_payouts(table, table.round, rules)) if table.round else 0


def total(events: Iterable[e.PayoutHeld]) -> int:
    return sum(event.amount for event in events)


def _payments(table: Table, round_: Round, rules: DeskRules) -> Iterator[tuple[e.PayoutHeld, bool]]:
    """Every payment of a round as the desk would make it, and whether it must."""
    cite = table.ruleset.regulation.conduct["chips_only"]
    awards = table.ruleset.regulation.awards
    for number in round_.in_play():
        box = round_.boxes[number]
        for item, settled in box.settled.items():
            if settled.amount <= 0:
                continue
            award = awards.get(item)
            stake = box.wagers.get(award.stake_of if award else item, 0)
            winnings = settled.amount if award else settled.returned + settled.amount - stake
            form = takes_form(winnings, stake, rules.day)
            locked = box.locked.get(item)
            meter = settled.meter or (locked.meter if locked else "")
            needs = _needs(settled.amount, rules.limits, form=form)
            hand = _hand(round_, box)
            held = e.PayoutHeld(
                number,
                item,
                box.player,
                round_.number,
                settled.amount,
                stake,
                winnings,
                meter,
                hand,
                ",".join(needs),
                cite,
            )
            yield held, form or settled.amount >= rules.limits.pays


def _needs(amount: int, limits: DeskLimits, *, form: bool) -> Iterator[str]:
    yield "prepared"
    yield "verified"
    if amount >= limits.surveillance:
        yield "surveillance"
    if amount >= limits.manager:
        yield "manager"
    if form:
        yield "tax"


def _hand(round_: Round, box: Box) -> str:
    """The cards by which a box won: its own, and those that all boxes share."""
    shared = round_.piles.get("community", ())
    return " + ".join(show_cards(cards) for cards in (box.cards, shared) if cards)
