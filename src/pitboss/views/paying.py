"""The pay/take list: what each wager and award of a round comes to, in the order of settlement, and in which chips.

Until the last decision it holds only what the decisions themselves have settled. From then on nobody can act on it,
and it holds the whole settlement, as it will be.
"""

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.round import Round
from pitboss.table.decide import act
from pitboss.table.playing import pending
from pitboss.table.state import Table
from pitboss.views.seat import View
from pitboss.views.titles import title_of

CHIPS = (50_000, 10_000, 2_500, 500, 100, 50)
"""The values of chips in cents, largest first; what is left is paid in coin."""


def chips_of(cents: int) -> list[list[int]]:
    """The fewest chips of an amount: their value and number, then the coins."""
    found = []
    for value in CHIPS:
        number, cents = divmod(cents, value)
        if number:
            found.append([value, number])
    return [*found, [1, cents]] if cents else found


def pay_list(table: Table) -> list[View]:
    """The lines of the round under way, or of the last one: `done` tells what has been paid or taken."""
    round_ = table.round or table.last
    if round_ is None:
        return []
    done = list(_done(table, round_))
    return done + list(_to_come(table)) if table.round else done


class _Due(NamedTuple):
    """One wager or award of a box, and what it comes to."""

    box: int
    item: str
    stake: int
    returned: int
    amount: int
    why: str = ""
    cite: str = ""


def _done(table: Table, round_: Round) -> Iterator[View]:
    for number in reversed(round_.in_play()):
        box = round_.boxes[number]
        for item, settled in box.settled.items():
            due = _Due(number, item, box.wagers.get(item, 0), settled.returned, settled.amount)
            yield {**_line(table, round_, due), "done": True}


def _to_come(table: Table) -> Iterator[View]:
    """What settlement will do, each win validated as its turn comes."""
    round_ = table.round
    assert round_
    if round_.phase not in ("playing", "settling") or pending(table):
        return
    asked: set[tuple[int, str]] = set()
    while table.round:
        waiting = table.round.asked - table.round.validated
        asked |= waiting
        table, events = act(table, c.ValidateWin(*min(waiting)) if waiting else c.Settle())
        for due in filter(None, map(_due, events)):
            yield {**_line(table, round_, due), "validated": (due.box, due.item) in asked}


def _due(event: e.Event) -> _Due | None:
    match event:
        case e.WagerPaid(box=box, wager=item, stake=stake, returned=returned, amount=amount, cite=cite):
            return _Due(box, item, stake, returned, amount, _why(event.pattern, event.odds), cite)
        case e.AwardPaid(box=box, award=item, amount=amount, cite=cite):
            return _Due(box, item, 0, 0, amount, _why(event.pattern, event.odds), cite)
        case e.WagerReturned(box=box, wager=item, amount=returned, cite=cite):
            return _Due(box, item, returned, returned, 0, cite=cite)
        case e.WagerCollected(box=box, wager=item, stake=stake, cite=cite):
            return _Due(box, item, stake, 0, 0, cite=cite)
    return None


def _why(pattern: str, odds: str) -> str:
    return ", ".join(part for part in (title_of(pattern) if pattern else "", odds) if part)


def _line(table: Table, round_: Round, due: _Due) -> View:
    regulation = table.ruleset.regulation
    named = regulation.wagers.get(due.item) or regulation.awards[due.item]
    # A chip that was collected before the deal is in the inventory already.
    lost = "keep" if due.item in round_.collected else "take"
    does = "pay" if due.amount else "return" if due.returned else lost
    return {
        **due._asdict(),
        "player": round_.boxes[due.box].player,
        "title": named.title,
        "does": does,
        "chips": chips_of(due.amount),
        "validated": False,
        "done": False,
    }
