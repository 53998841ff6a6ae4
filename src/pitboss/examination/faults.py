"""Faults: what a test seeds into rounds. The engine says what is right, so no fault is written down anywhere."""

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from pitboss.documents.event_text import EFFECTS
from pitboss.documents.settled_text import SettlingEvent
from pitboss.documents.titles import place_title, plain_words
from pitboss.errors import CommandRefused
from pitboss.examination.draws import Draws
from pitboss.examination.played_round import PlayedStep, moments
from pitboss.examination.questions import Line, Question, Told, Topic, handed, settled_line, staked, told
from pitboss.money import show_money
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.commands import Command
from pitboss.rules.regulation import Regulation
from pitboss.table.decide import act
from pitboss.table.decks import cards_to_count
from pitboss.table.irregularities import cards_at, findable, row_for
from pitboss.table.state import Table
from pitboss.text import plural

Steps = tuple[PlayedStep, ...]
Effects = tuple[str, ...]
Maker = Callable[[Steps, Draws, bool], Question | None]
_EXPOSED = ("card_face_up", "card_drawn_in_error", "card_exposed_early", "face_up_after_deal")
_NOTHING = "nothing: the round goes on"


# Payments


def payment(steps: Steps, draws: Draws, faulty: bool) -> Question | None:
    """A round that is settled; one wager or award may be settled wrongly."""
    lines = told(steps)
    settled = [place for place, one in enumerate(lines) if one.line.asks]
    paid = [place for place in settled if any(handed(_settled(lines[place]))[1:])]
    if not settled:
        return None
    place = draws.pick(paid if paid and draws.below(4) else settled)
    step, event = lines[place].step, _settled(lines[place])
    returned, amount = handed(event)
    shown = [one.line for one in lines]
    others = [pair for pair in dict.fromkeys(_mistakes(step, event)) if sum(pair) != returned + amount]
    if not faulty or not others:
        return _right("payment", shown)
    wrong = settled_line(step, *draws.pick(others))
    why = f"{settled_line(step, returned, amount).text}: {show_money(returned + amount)} in all"
    lines_shown = (*shown[:place], wrong, *shown[place + 1 :])
    return Question("payment", lines_shown, (), (place + 1,), returned + amount, event.cite, why)


def _settled(one: Told) -> SettlingEvent:
    assert isinstance(one.step.event, SettlingEvent)
    return one.step.event


def _mistakes(step: PlayedStep, event: SettlingEvent) -> Iterator[tuple[int, int]]:
    """What a dealer may do wrong: the row above or below, to for for, the stake taken or left, a loser paid."""
    (returned, amount), stake = handed(event), staked(event)
    item = event.award if isinstance(event, e.AwardPaid) else event.wager
    if amount:
        yield from ((returned, other) for other in _other_rows(step.before, item, stake, amount))
    if stake:
        yield from [(0, 0), (stake, 0), (stake, stake)]
        if amount:
            yield from [(returned, amount + stake), (stake - returned, amount), (returned, 2 * amount)]
    elif amount:
        yield from [(0, 0), (0, 2 * amount)]


def _other_rows(table: Table, item: str, stake: int, amount: int) -> Iterator[int]:
    """What the rows beside the row that won would pay."""
    rule = table.ruleset.wagers.get(item) or table.ruleset.awards[item]
    if not rule.paytable or not stake:
        return
    rows = table.terms.paying(item, _column(table, rule.paytable, stake)).rows
    pays = [row.payout.odds * stake for row in rows if row.payout.form in ("to", "for")]
    for above, below in pairwise(pays):
        if amount in (above, below):
            other = below if amount == above else above
            if other.denominator == 1:
                yield int(other)


def _column(table: Table, paytable: str, stake: int) -> int | None:
    """The column of a paytable by which a stake is paid in this round."""
    chosen = table.ruleset.paytables[paytable]
    if chosen.by_stake:
        return stake
    return len(table.round.in_play()) if chosen.by_boxes and table.round else None


# Order


def order(steps: Steps, draws: Draws, faulty: bool) -> Question | None:
    """A round in which two things that follow each other may be done the other way round."""
    lines = told(steps)
    pairs = [
        place for place in range(len(lines) - 1) if _is_ordered(lines[place].step.event, lines[place + 1].step.event)
    ]
    shown = [one.line for one in lines]
    if not pairs:
        return None
    place = draws.pick(pairs)
    if not faulty:
        return _right("order", shown)
    first, second = shown[place], shown[place + 1]
    why = f"{first.text}; only then: {second.text}"
    swapped = (*shown[:place], second, first, *shown[place + 2 :])
    return Question("order", swapped, (), (place + 1, place + 2), None, second.cite or first.cite, why)


def _is_ordered(first: e.Event, second: e.Event) -> bool:
    """Whether the regulation says which of the two comes first: dealing and settling go from place to place."""
    if isinstance(first, e.CardsDealt) and isinstance(second, e.CardsDealt):
        return first.to != second.to
    if isinstance(first, SettlingEvent) and isinstance(second, SettlingEvent):
        return first.box != second.box
    return isinstance(first, e.BetsClosed) and isinstance(second, e.CardsDealt)


# Findings


def exposed(steps: Steps, draws: Draws, faulty: bool) -> Question | None:
    """A card lies where it may be seen, and the dealer does something about it."""
    found = [
        (number, table, one)
        for number, table in moments(steps)
        if table.round
        for one in findable(table, table.round)
        if one in _EXPOSED
    ]
    if not found:
        return None
    number, table, what = draws.pick(found)
    assert table.round
    card = draws.pick(table.round.stub) if what == "card_face_up" and table.round.stub else None
    row = row_for(table, what)
    where = f" ({place_title(row.pile).lower()})" if row and row.pile else f": {card}" if card else ""
    said = f"{plain_words(what).capitalize()}{where}"
    return _reaction("exposed card", _Finding(steps[:number], table, c.Report(what, card), said), draws, faulty)


def count(steps: Steps, draws: Draws, faulty: bool) -> Question | None:
    """Someone counts cards, and the number is right or not."""
    places = list(moments(steps))
    counted = [(number, table) for number, table in places if _effects(table, c.CountStub(cards_to_count(table)))]
    if counted and draws.below(2):
        number, table = draws.pick(counted)
        cards = cards_to_count(table) + draws.pick((0, 0, -1, 1))
        said = f"The dealer counts the stub: {plural(cards, 'card')}"
        return _reaction("count", _Finding(steps[:number], table, c.CountStub(cards), said), draws, faulty)
    dealt = [(number, table) for number, table in places if table.round and _can_count(table)]
    if not dealt:
        return None
    number, table = draws.pick(dealt)
    assert table.round
    there = cards_at(table, table.round)
    where = draws.pick([place for place in there if place != "deck"] or [*there])
    cards = there[where] + draws.pick((-1, 1))
    said = f"{place_title(where)}: {plural(cards, 'card')} there"
    report = c.Report("wrong_number_of_cards", None, where, cards)
    return _reaction("count", _Finding(steps[:number], table, report, said), draws, faulty)


def _can_count(table: Table) -> bool:
    assert table.round
    return "wrong_number_of_cards" in findable(table, table.round) and any(cards_at(table, table.round).values())


class _Finding(NamedTuple):
    """Something found after some steps, as a command and in words."""

    steps: Steps
    table: Table
    command: Command
    said: str


def _reaction(topic: Topic, found: _Finding, draws: Draws, faulty: bool) -> Question | None:
    """A finding and what the dealer does then, which may be what follows from another finding."""
    due, said = _effects(found.table, found.command), found.said
    options = effects_of(found.table.ruleset.regulation)
    if due is None or due[0] not in options:
        return None
    effects, cite = due
    # Whether a finding without effect is recorded is no mistake at the table.
    others = [one for one in options if one != effects and {one, effects} != {(), ("play_on",)}]
    done = draws.pick(others) if faulty else effects
    shown = [one.line for one in told(found.steps)]
    reaction = Line(f"What follows: {effects_text(done)}", cite, "consequence")
    lines = (*shown, Line(said, cite), reaction)
    choices = tuple(map(effects_text, options))
    if not faulty:
        return _right(topic, lines, choices, cite)
    why = f"{said}: {effects_text(effects)}"
    return Question(topic, lines, choices, (len(lines),), options.index(effects), cite, why)


def _effects(table: Table, command: Command) -> tuple[Effects, str] | None:
    """What a finding leads to, confirmed by the floor if that is due, and by which clause; None if it cannot be."""
    try:
        after, events = act(table, command)
        if after.round and after.round.reported:
            after, more = act(after, c.ConfirmReport())
            events = (*events, *more)
    except CommandRefused:
        return None
    for event in events:
        if isinstance(event, e.IrregularityFound):
            return tuple(event.effects.split(",")), event.cite
    return (), next((str(getattr(event, "cite", "")) for event in events), "")


def effects_of(regulation: Regulation) -> list[Effects]:
    """Everything that can follow from a finding, in the order of the rules; nothing first."""
    return [(), *dict.fromkeys(tuple(row.effects) for row in regulation.irregularities)]


def effects_text(effects: Effects) -> str:
    return "; ".join(EFFECTS[one] for one in effects) or _NOTHING


def _right(
    topic: Topic, lines: list[Line] | tuple[Line, ...], choices: tuple[str, ...] = (), cite: str = ""
) -> Question:
    """A question in which nothing is wrong."""
    clause = cite or next((line.cite for line in reversed(lines) if line.cite), "")
    return Question(topic, tuple(lines), choices, (), None, clause, "nothing is wrong")


MAKERS: Mapping[Topic, Maker] = {"payment": payment, "order": order, "exposed card": exposed, "count": count}
