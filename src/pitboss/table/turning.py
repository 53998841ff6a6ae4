"""Real cards that are dealt unread: what the law turns up next, how it is read, and how a reading is corrected."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, NoReturn

from pitboss.cards import UNREAD, Card, show_cards
from pitboss.cards.card import repeated
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.card_moves import BURNED
from pitboss.play.round import Box, Round
from pitboss.play.settle import NotRead
from pitboss.rules.clause import Clause
from pitboss.rules.script import Choice, Item, Step
from pitboss.table.decks import count_is_due, refuse_before_count
from pitboss.table.dry_run import Events
from pitboss.table.playing import advance, apply_choice, check_cards, check_chips, pending, reveal_range
from pitboss.table.refusal import refuse
from pitboss.table.settled import is_settled
from pitboss.table.settling import collect_folded, lines_of, lock_won, revealing, settling_of, unlock
from pitboss.table.state import Table
from pitboss.text import plural


class Reading(NamedTuple):
    """Cards that are turned up and read next: `number` cards of a place, from the card `at`."""

    place: str
    at: int
    number: int
    cite: Clause
    step: Step
    """The step of the script that turns them up."""


def reading_due(table: Table) -> Reading | None:
    """The cards that the law turns up now and that nobody has read; None if there are none."""
    round_ = table.round
    if round_ is None or round_.phase not in ("playing", "settling") or not round_.unread() or pending(table):
        return None
    if round_.reported or round_.asked - round_.validated or count_is_due(table):
        return None
    for step in table.ruleset.regulation.script:
        if step.step == "reveal" and (found := reveal_range(round_, step)):
            pile, start, stop = found
            cards = round_.cards_at(pile)[start:stop]
            if UNREAD in cards:
                return Reading(pile, start + cards.index(UNREAD), cards.count(UNREAD), step.cite, step)
        elif step.step == "settle" and (reading := _for_settlement(table, round_, step)):
            return reading
    return None


def _for_settlement(table: Table, round_: Round, step: Step) -> Reading | None:
    """The cards that the next box needs to be settled, in the order of settlement."""
    settling = settling_of(table, round_)
    for box in reversed(settling.facts.boxes):
        try:
            for item, due in lines_of(round_, settling, step, box):
                row = revealing(table, step, item)
                if row.reveals and (place := _unread_pile(table, round_, row)):
                    return _reading(table, round_, place, row.reveal_cite or row.cite, step)
                if due:
                    # The box is paid as far as its cards are known before another card is turned up.
                    return None
        except NotRead as unread:
            turned_by = (row.reveal_cite for row in step.items if row.reveals == unread.place and row.reveal_cite)
            return _reading(table, round_, unread.place, next(turned_by, step.cite), step)
    return None


def _unread_pile(table: Table, round_: Round, item: Item) -> str:
    """The pile that a wager turns up, or the burned cards, if some of it is unread; empty if not."""
    if table.terms.holds(table.ruleset.regulation.wagers[item.item].only_boxes_under):
        return ""
    pile = item.reveals or "community"
    places = (BURNED, pile) if pile == "community" else (pile,)
    return next((place for place in places if UNREAD in round_.cards_at(place)), "")


def _reading(table: Table, round_: Round, place: str, cite: Clause, step: Step) -> Reading:
    if place.isdecimal() and (hand := round_.boxes[int(place)].hand):
        size = table.terms.script.community_hand
        return Reading("community", size * (hand - 1), size, cite, step)
    cards = round_.cards_at(place)
    at = cards.index(UNREAD)
    return Reading(place, at, cards.count(UNREAD), cite, step)


def turn_cards(table: Table, command: c.TurnCards) -> Events:
    """Reads the cards that are turned up now, and lets the round go on to the next decision."""
    round_, due = table.round, reading_due(table)
    if round_ is None or due is None:
        _refuse_turning(table)
    if command.place != due.place:
        refuse("another-place", due.cite, f"{_named(due.place)} is turned up next, not {_named(command.place)}")
    _check_cards(round_, command.cards, due.number, due.cite)
    _check_choices(table, command.place, command.cards)
    done = Events(table)
    for step in table.ruleset.regulation.script:
        if step is due.step:
            break
        if step.step == "collect_folded":
            collect_folded(done, step)
    done.add(e.CardsTurned(due.place, due.at, command.cards, due.cite))
    return _read_on(done)


def _read_on(done: Events) -> Events:
    """What follows when cards are known: the next decision, or the jackpots that the hands win."""
    advance(done)
    if pending(done.table) is None:
        lock_won(done)
    return done


def _refuse_turning(table: Table) -> NoReturn:
    refuse_before_count(table)
    cite = table.terms.script.settling[0].cite
    if open_now := pending(table):
        told = f"box {open_now[1][0]} has not decided {open_now[0].decision}: no card is turned up before"
        refuse("decisions-open", open_now[0].cite, told)
    round_ = table.round
    if round_ and round_.phase in ("playing", "settling") and not (round_.reported or round_.asked - round_.validated):
        refuse("settle-first", cite, "settle what the cards that are up decide, before the next cards are turned up")
    refuse("nothing-to-turn", cite, "no card that nobody has read is turned up now")


def _check_cards(round_: Round, cards: Sequence[Card], number: int, cite: Clause, own: Sequence[Card] = ()) -> None:
    if twice := repeated(cards):
        refuse("card-read-twice", cite, f"{show_cards(twice)} was read more than once; read each card once")
    if len(cards) != number:
        refuse("wrong-number-read", cite, f"{plural(number, 'card')} must be read here, but {len(cards)} were")
    if seen := [card for card in cards if card not in round_.stub and card not in own]:
        told = f"{show_cards(seen)} lies elsewhere on the table: read again, or correct that place first"
        refuse("card-seen", cite, told)


def _check_choices(table: Table, place: str, cards: Sequence[Card]) -> None:
    """Refuses cards of a box with which one of its choices was not open: one of the two was entered wrongly."""
    if not place.isdecimal() or table.round is None:
        return
    for decision, name in table.round.boxes[int(place)].choices.items():
        choice = table.terms.script.decisions[decision][1][name]
        if not table.terms.script.is_allowed(choice, cards):
            told = f"these cards do not allow {name}: correct the choice of {_named(place)} first, or read again"
            refuse("choice-not-allowed", choice.cite, told)


def _named(place: str) -> str:
    return f"box {place}" if place.isdecimal() else f"the place {place.replace('_', ' ')}"


# Corrections


def correct_cards(table: Table, command: c.CorrectCards) -> Events:
    """Replaces what was read at a place; both readings stay on record.

    A win of the hand that waits is then not validated: it goes back, and the box is settled again by the right cards.
    """
    round_, place = table.round, command.place
    cite = table.terms.script.settling[0].cite
    deck = table.deck
    if round_ is None or round_.phase not in ("playing", "settling") or deck is None or deck.read is None:
        refuse("nothing-to-correct", cite, "no cards were read in this round")
    known = round_.cards_at(place)
    read = [index for index, card in enumerate(known) if card != UNREAD]
    surrendered = place.isdecimal() and place in map(str, round_.boxes) and round_.boxes[int(place)].surrendered
    if not read or surrendered or read != list(range(read[0], read[-1] + 1)):
        refuse("nothing-to-correct", cite, f"no cards were read at {_named(place)}")
    boxes = _boxes_of(round_, place)
    paid = [number for number in boxes if is_settled(table, round_.boxes[number])]
    if paid and not (place.isdecimal() and _waits(round_, paid[0])):
        refuse("already-paid", cite, f"a box was paid by {_named(place)}: the floorperson corrects the payment")
    _check_who(round_, place, command.who, cite)
    was = tuple(known[index] for index in read)
    _check_cards(round_, command.cards, len(was), cite, was)
    _check_choices(table, place, command.cards)
    done = Events(table)
    unlock(done, boxes, cite)
    for number in boxes:
        _take_payments_back(done, number, cite)
    done.add(e.CardsCorrected(place, read[0], show_cards(was), command.cards, cite))
    return _read_on(done)


def _waits(round_: Round, number: int) -> bool:
    """Whether the first win of a box that is validated still waits: nothing has been paid that a floorperson saw."""
    asked = {item for box, item in round_.asked if box == number}
    return bool(asked) and not any((number, item) in round_.validated for item in asked)


def corrector(round_: Round, place: str) -> Literal["dealer", "floorperson"]:
    """Who corrects what was read or entered at a place.

    The dealer alone takes back no win that is locked or that waits for validation: ruling void-by-whom.
    """
    won = any(round_.boxes[number].locked or _waits(round_, number) for number in _boxes_of(round_, place))
    return "floorperson" if won else "dealer"


def _boxes_of(round_: Round, place: str) -> list[int]:
    """The boxes whose hands depend on the cards of a place."""
    return [int(place)] if place.isdecimal() else round_.in_play()


def _check_who(round_: Round, place: str, who: str, cite: Clause) -> None:
    if who != (wanted := corrector(round_, place)):
        won = "a win depends" if wanted == "floorperson" else "no win depends"
        refuse("another-corrects", cite, f"{won} on {_named(place)}: the {wanted} corrects it")


def _take_payments_back(done: Events, number: int, cite: Clause) -> None:
    """Undoes the settlement of a box by its own hand; what its player's choices settled stays, and so does envy."""
    table, box = done.table, done.round.boxes[number]
    by_choice = table.terms.script.effects_of(box.choices)
    awards = table.ruleset.regulation.awards
    for item, settled in box.settled.items():
        if item in by_choice or (item in awards and awards[item].kind == "envy"):
            continue
        if settled.amount:
            done.add(e.PaymentTakenBack(number, item, settled.amount, settled.meter, cite))
        if item in box.wagers:
            done.add(e.WagerRestored(number, item, box.wagers[item], cite))


def correct_choice(table: Table, command: c.CorrectChoice) -> Events:
    """Replaces a choice that was entered wrongly: its wagers lie as before, and the right choice takes effect."""
    decisions, round_ = table.terms.script.decisions, table.round
    if command.decision not in decisions:
        cite = next(step.cite for step, _ in decisions.values())
        refuse("no-such-choice", cite, f"there is no decision {command.decision}; there are {', '.join(decisions)}")
    step, choices = decisions[command.decision]
    box = round_.boxes.get(command.box) if round_ else None
    if round_ is None or box is None or command.decision not in box.choices:
        refuse("nothing-to-correct", step.cite, f"box {command.box} has not decided {command.decision}")
    if command.choice not in choices or command.choice == box.choices[command.decision]:
        others = [choice for choice in choices if choice != box.choices[command.decision]]
        refuse("no-such-choice", step.cite, f"box {command.box} can be corrected to {' or '.join(others)}")
    if is_settled(table, box) or box.surrendered:
        told = f"box {command.box} is paid, or its cards are collected: the floorperson corrects the payment"
        refuse("already-paid", step.cite, told)
    _check_who(round_, str(command.box), command.who, step.cite)
    former, choice = choices[box.choices[command.decision]], choices[command.choice]
    _check_later(table, box, command)
    check_cards(table, command.box, choice)
    check_chips(table, command.box, step, choice, _freed(box, former))
    done = Events(table)
    unlock(done, [command.box], step.cite)
    done.add(e.ChoiceCorrected(command.box, command.decision, former.choice, choice.choice, step.cite))
    _take_back(done, command.box, former, step.cite)
    apply_choice(done, command.box, step, choice)
    return _read_on(done)


def _check_later(table: Table, box: Box, command: c.CorrectChoice) -> None:
    """Refuses a correction after which the box would never have been asked for a decision that it has made."""
    made, script = list(box.choices.items()), table.terms.script
    at = list(box.choices).index(command.decision)
    choices, wagers = {**dict(made[:at]), command.decision: command.choice}, set(box.wagers)
    wagers -= {one.wager for later in made[at:] for one in script.placed[later]}
    wagers |= {one.wager for one in script.placed[command.decision, command.choice]}
    for decision, name in made[at + 1 :]:
        step = script.decisions[decision][0]
        if not script.is_asked(step, wagers, choices):
            told = f"box {command.box} has decided {decision} since: the floorperson corrects the payment"
            refuse("decided-since", step.cite, told)
        choices[decision] = name
        wagers |= {one.wager for one in script.placed[decision, name]}


def _freed(box: Box, former: Choice) -> int:
    """The chips that the rack gains if a choice is taken back; fewer than none if returned wagers lie there again."""
    return sum(box.wagers[wager] for wager in former.places) - sum(
        box.settled[wager].returned for wager in former.returns if wager in box.settled
    )


def _take_back(done: Events, number: int, former: Choice, cite: Clause) -> None:
    """Undoes what a choice did to the wagers of a box. Chips come back to the rack first."""
    box = done.round.boxes[number]
    for wager in former.places:
        done.add(e.WagerPlaced(number, wager, 0, box.wagers[wager], cite))
    for wager in (*former.returns, *(forfeit.wager for forfeit in former.forfeits)):
        if wager in box.settled:
            done.add(e.WagerRestored(number, wager, box.wagers[wager], cite))
