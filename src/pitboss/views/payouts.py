"""The pay/take list: the result of each wager and award of a round, in the order of settlement, and in which chips.

A line is there once the regulation has turned the cards that it depends on: while players decide, only what their
decisions settle; as soon as the dealer has read a hand, what it is due; from the settlement on, what is paid and taken,
and the win that waits for the floorperson. It tells of no card that lies face down.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple

from pitboss.documents.titles import item_title, odds_text, title_of
from pitboss.money import CHIPS
from pitboss.play.round import Box, Round
from pitboss.play.settle import NotRead, Settling
from pitboss.play.settlement_input import BoxFacts, SettledLine
from pitboss.play.terms import Terms
from pitboss.rules.regulation import Regulation
from pitboss.rules.script import Step
from pitboss.table.state import Table
from pitboss.views.memo import ViewMemo
from pitboss.views.shapes import PayLine


def chips_of(cents: int) -> list[list[int]]:
    """The fewest chips of an amount: their value and number, then the coins."""
    found = []
    for value in CHIPS:
        number, cents = divmod(cents, value)
        if number:
            found.append([value, number])
    return [*found, [1, cents]] if cents else found


def pay_list(table: Table, memo: ViewMemo | None = None) -> list[PayLine]:
    """The lines of the round under way, or of the last one. `done` says what has been paid or taken.

    `waits` marks a win that the floorperson has not validated, `validated` one that has been.
    """
    memo, round_, is_over = memo or ViewMemo(), table.round or table.last, table.round is None
    if round_ is None:
        return []
    begun = [box for box in round_.boxes.values() if box.turned or box.settled]
    if round_.phase != "settling" and not begun:
        return []
    is_read = any(box.turned for box in begun)
    lines = memo(_lines_by_choice, table.terms, _settled_part(round_), is_over)
    if is_over or round_.phase == "settling" or is_read:
        known = {(line["box"], line["item"]) for line in lines}
        settled = memo(_settled_lines, table.terms, round_, table.meters())
        lines = [*lines, *(line for line in settled if (line["box"], line["item"]) not in known)]
    return lines


def _settled_part(round_: Round) -> Round:
    """The round with nothing but the boxes at which something is settled."""
    boxes = {number: box for number, box in round_.boxes.items() if box.settled}
    return Round(
        round_.number, round_.phase, boxes, collected=round_.collected, asked=round_.asked, validated=round_.validated
    )


class _Due(NamedTuple):
    """One wager or award of a box, and its result."""

    box: int
    item: str
    stake: int
    returned: int
    amount: int
    why: str = ""
    cite: str = ""


def _lines_by_choice(terms: Terms, round_: Round, is_over: bool) -> list[PayLine]:
    """What players' decisions settled, and what a violation forfeited, without looking at a card."""
    return [
        _line(terms, round_, due)
        for number in reversed(round_.in_play())
        for due in _due_by_choice(terms, number, round_.boxes[number], not is_over and round_.phase == "playing")
    ]


def _due_by_choice(terms: Terms, number: int, box: Box, is_playing: bool) -> Iterator[_Due]:
    conduct, effects = terms.regulation.conduct, terms.script.effects_of(box.choices, box.wagers)
    is_forfeited = (is_playing and not box.turned and not box.abandoned) or _is_in_breach(terms, box)
    for wager, settled in box.settled.items():
        if wager in effects:
            why = "Given back" if settled.returned else "Given up"
            yield _Due(number, wager, box.wagers[wager], settled.returned, 0, why, effects[wager].cite)
        elif is_forfeited:
            cite = conduct.get("violation_forfeits", conduct["own_hand"])
            yield _Due(number, wager, box.wagers.get(wager, 0), 0, 0, "Violation", cite)


def _is_in_breach(terms: Terms, box: Box) -> bool:
    """Whether the hand was taken for a violation: it was given up, but not by a choice."""
    return box.surrendered and terms.script.folds.isdisjoint(box.choices.items())


def _settled_lines(terms: Terms, round_: Round, meters: Mapping[str, int]) -> list[PayLine]:
    return [_line(terms, round_, due) for due in _settled(terms, round_, meters)]


def _settled(terms: Terms, round_: Round, meters: Mapping[str, int]) -> Iterator[_Due]:
    """The settlement so far, step by step and box by box from the dealer's right."""
    settling = Settling(terms, round_.facts(terms, meters), round_.locked())
    for step in terms.script.settling:
        for facts in reversed(settling.facts.boxes):
            box = round_.boxes[facts.box]
            there = {*box.settled, *(item for number, item in round_.asked if number == facts.box)}
            if box.turned:
                there.update(item.item for item in step.items)
            for line in _lines(settling, step, facts, there):
                is_award, is_own = line.item in terms.regulation.awards, line.hand_of == facts.box
                if is_award and (line.item, line.hand_of) not in box.awarded and not (box.turned and is_own):
                    # Another player's hand is not up yet.
                    continue
                known = box.settled.get(line.item)
                # A meter may have moved since it was paid: a wager has what it was paid.
                is_paid = known is not None and not is_award
                returned, amount = (known.returned, known.amount) if known and is_paid else (line.returned, line.amount)
                why = _why(terms.regulation, line, facts.box)
                yield _Due(facts.box, line.item, line.stake, returned, amount, why, line.cite)


def _lines(settling: Settling, step: Step, box: BoxFacts, there: set[str]) -> list[SettledLine]:
    """What is known: a hand that was read may wait for the cards of a pile."""
    found = list[SettledLine]()
    with suppress(NotRead):
        for item in step.items:
            if item.item in there:
                found += settling.item(item, box)
    if step.losers_first:
        found.sort(key=lambda line: line.outcome not in ("collected", "forfeited"))
    return found


def _why(regulation: Regulation, line: SettledLine, box: int) -> str:
    of = f"hand of box {line.hand_of}" if line.hand_of not in (0, box) else ""
    odds = odds_text(regulation, line.odds or "")
    return ", ".join(part for part in (title_of(line.pattern) if line.pattern else "", odds, of) if part)


def _line(terms: Terms, round_: Round, due: _Due) -> PayLine:
    place, box = (due.box, due.item), round_.boxes[due.box]
    # A chip that was collected before the deal is in the inventory already.
    lost = "keep" if due.item in round_.collected else "take"
    return {
        "box": due.box,
        "item": due.item,
        "stake": due.stake,
        "returned": due.returned,
        "amount": due.amount,
        "why": due.why,
        "cite": due.cite,
        "player": box.player,
        "title": item_title(terms.regulation, due.item),
        "does": "pay" if due.amount else "return" if due.returned else lost,
        "chips": chips_of(due.amount),
        "validated": place in round_.validated,
        "waits": place in round_.asked - round_.validated,
        "done": due.item in box.settled,
    }
