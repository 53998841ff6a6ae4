"""The pay/take list: what each wager and award of a round has come to, in the order of settlement, and in which chips.

A line is there once the regulation has turned the cards that it depends on: while players decide, only what their
decisions settle; from the settlement on, what is paid and taken, and the win that waits for the floorperson. It tells
of no card that lies face down.
"""

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.documents.titles import title_of
from pitboss.money import LEAST_CHIP
from pitboss.play.round import Box, Round
from pitboss.play.settle import Settling
from pitboss.play.settlement_input import BoxFacts, Line
from pitboss.rules.script import Step
from pitboss.table.state import Table
from pitboss.views.memo import Kept, View

CHIPS = (50_000, 10_000, 2_500, 500, 100, LEAST_CHIP)
"""The values of chips in cents, largest first; what is left is paid in coin."""


def chips_of(cents: int) -> list[list[int]]:
    """The fewest chips of an amount: their value and number, then the coins."""
    found = []
    for value in CHIPS:
        number, cents = divmod(cents, value)
        if number:
            found.append([value, number])
    return [*found, [1, cents]] if cents else found


def pay_list(table: Table, kept: Kept | None = None) -> list[View]:
    """The lines of the round under way, or of the last one: `done` tells what has been paid or taken.

    `waits` marks a win that the floorperson has not validated, `validated` one that has been.
    """
    kept, round_ = kept or Kept(), table.round or table.last
    if round_ is None:
        return []
    by_choice: list[View] = []
    for number in reversed(round_.in_play()):
        box = round_.boxes[number]
        if box.settled:
            seen = table.terms, table.round and round_.phase, box, round_.collected, round_.asked, round_.validated
            by_choice += kept.of(("pays", number), seen, _by_choice, table, round_, number)
    told = {(line["box"], line["item"]) for line in by_choice}
    return [*by_choice, *(_line(table, round_, due) for due in _settled(table, round_) if due[:2] not in told)]


class _Due(NamedTuple):
    """One wager or award of a box, and what it comes to."""

    box: int
    item: str
    stake: int
    returned: int
    amount: int
    why: str = ""
    cite: str = ""


def _by_choice(table: Table, round_: Round, number: int) -> list[View]:
    """What a player's decisions settled, and what a breach of conduct forfeited: no card is looked at."""
    box, conduct = round_.boxes[number], table.ruleset.regulation.conduct
    effects = table.terms.plan.effects_of(box.choices)
    forfeited = (table.round is not None and round_.phase == "playing") or _is_in_breach(table, box)
    found = []
    for wager, settled in box.settled.items():
        if wager in effects:
            why = "Given back" if settled.returned else "Given up"
            found.append(_Due(number, wager, box.wagers[wager], settled.returned, 0, why, effects[wager].cite))
        elif forfeited:
            cite = conduct.get("violation_forfeits", conduct["own_hand"])
            found.append(_Due(number, wager, box.wagers.get(wager, 0), 0, 0, "Breach of conduct", cite))
    return [_line(table, round_, due) for due in found]


def _is_in_breach(table: Table, box: Box) -> bool:
    """Whether the hand was taken for a breach: it was given up, and by no choice."""
    return box.surrendered and table.terms.plan.folds.isdisjoint(box.choices.items())


def _settled(table: Table, round_: Round) -> Iterator[_Due]:
    """What settlement has come to so far, step by step and box by box from the dealer's right."""
    if table.round and table.round.phase != "settling":
        return
    settling = Settling(table.terms, round_.facts(table.meters()))
    for step in table.terms.plan.settling:
        for facts in reversed(settling.facts.boxes):
            box = round_.boxes[facts.box]
            there = {*box.settled, *(item for number, item in round_.asked if number == facts.box)}
            for line in _lines(settling, step, facts, there):
                known = box.settled.get(line.item)
                award = line.item in table.ruleset.regulation.awards
                # A meter has moved since it was paid: what was paid is what the box has.
                returned, amount = (known.returned, known.amount) if known and not award else line[3:5]
                yield _Due(facts.box, line.item, line.stake, returned, amount, _why(line, facts.box), line.cite)


def _lines(settling: Settling, step: Step, box: BoxFacts, there: set[str]) -> list[Line]:
    found = [line for item in step.items if item.item in there for line in settling.item(item, box)]
    if step.losers_first:
        found.sort(key=lambda line: line.outcome not in ("collected", "forfeited"))
    return found


def _why(line: Line, box: int) -> str:
    of = f"hand of box {line.hand_of}" if line.hand_of not in (0, box) else ""
    return ", ".join(part for part in (title_of(line.pattern) if line.pattern else "", line.odds, of) if part)


def _line(table: Table, round_: Round, due: _Due) -> View:
    regulation = table.ruleset.regulation
    named = regulation.wagers.get(due.item) or regulation.awards[due.item]
    # A chip that was collected before the deal is in the inventory already.
    lost = "keep" if due.item in round_.collected else "take"
    does = "pay" if due.amount else "return" if due.returned else lost
    place = (due.box, due.item)
    return {
        **due._asdict(),
        "player": round_.boxes[due.box].player,
        "title": named.title,
        "does": does,
        "chips": chips_of(due.amount),
        "validated": place in round_.validated,
        "waits": place in round_.asked - round_.validated,
        "done": due.item in round_.boxes[due.box].settled,
    }
