"""Chapters 8 to 11 up to the last decision: dealing, choices, and the cards that the dealer turns between them.

Real cards are dealt unread, unless a shoe has read them all: `pitboss.table.turning` reads them as they are turned up.
"""

from collections.abc import Iterator
from itertools import islice, repeat

from pitboss.cards import UNREAD, Card, show_cards
from pitboss.cards.card import repeated
from pitboss.money import show_money
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.round import Box, Round
from pitboss.play.script_index import PlacedStake, ScriptIndex
from pitboss.rules.clause import Clause
from pitboss.rules.dealing import Deal
from pitboss.rules.script import Choice, Step
from pitboss.table.decks import count_is_due, refuse_before_count
from pitboss.table.dry_run import Events
from pitboss.table.refusal import refuse
from pitboss.table.state import Table


def deal(table: Table, _: c.DealCards) -> Events:
    """The whole deal, card by card from the top of the deck; cards that nobody has read are dealt unread."""
    dealing = table.ruleset.regulation.dealing[table.device]
    round_ = table.round
    if round_ is None or round_.phase != "closed":
        refuse("bets-not-closed", dealing.closing[0].cite, 'cards are dealt once in a round, after "no more bets"')
    portions = _portions(table, round_)
    _check_ready(table, round_)
    hands: dict[str, list[Card]] = {}
    open_cards: list[tuple[str, Deal, list[Card]]] = []
    cites: dict[str, str] = {}
    cards = iter(round_.stub if not unread(table) else repeat(UNREAD))
    for to, row in portions:
        dealt = list(islice(cards, row.cards))
        hands.setdefault(to, []).extend(dealt)
        if row.face_up:
            open_cards.append((to, row, dealt))
        waits = table.ruleset.submission.dealer_cards == "shuffler" and to == "dealer"
        cites.setdefault(to, (waits and dealing.dealer_may_wait) or row.cite)
    done = Events(table)
    for to, hand in hands.items():
        done.add(e.CardsDealt(to, tuple(hand), cites[to]))
    for pile, row, dealt in open_cards:
        if UNREAD not in dealt:
            done.add(e.CardsRevealed(pile, tuple(dealt), row.cite))
    for discard in dealing.discards:
        done.add(e.CardDiscarded(discard.pile, hands[discard.pile][discard.card - 1], discard.cite))
    return advance(done)


def unread(table: Table) -> int:
    """The number of cards that the deal takes, if nobody has read them; 0 if they were read or their order is known."""
    round_, deck = table.round, table.deck
    if round_ is None or deck is None or deck.read is None:
        return 0
    number = taken(table)
    # A card that was read and then found face up lies in the discard rack.
    return 0 if number <= sum(card in round_.stub for card in deck.read) else number


def read_cards(table: Table, command: c.ReadCards) -> Iterator[e.Event]:
    """Records real cards as they come out of the shoe, from the top: exactly as many as the deal takes."""
    dealing = table.ruleset.regulation.dealing[table.device]
    round_, deck = table.round, table.deck
    if round_ is None or round_.phase != "closed":
        refuse(
            "bets-not-closed",
            dealing.closing[0].cite,
            'cards can be read only after "no more bets" and before the deal',
        )
    cite = _portions(table, round_)[0][1].cite
    if deck is None or deck.read is None:
        refuse("cards-known", cite, "the order of these cards is known; no card is read")
    _check_ready(table, round_)
    number = taken(table)
    if twice := repeated(command.cards):
        refuse("card-read-twice", cite, f"{show_cards(twice)} was read more than once; read each card once")
    if gone := [card for card in command.cards if card not in round_.stub]:
        refuse("card-gone", cite, f"{show_cards(gone)} is already in the discard rack")
    if len(command.cards) != number:
        told = f"the deal takes {number} cards from the top, but {len(command.cards)} were read"
        refuse("wrong-number-read", cite, told)
    yield e.CardsRead(command.cards, cite)


def counted_by(table: Table, wager: str) -> Clause:
    """The clause by which the chips of a wager are counted, else that of the announcement before it."""
    closing = table.ruleset.regulation.dealing[table.device].closing
    counts = [step.cite for step in closing if step.does == "verify_number" and wager in step.wagers]
    return counts[0] if counts else closing[0].cite


def _check_ready(table: Table, round_: Round) -> None:
    for wager in round_.differences:
        told = f"the chips and the wagers on {wager} differ: the floorperson decides before the deal"
        refuse("chips-do-not-agree", counted_by(table, wager), told)
    if table.deck and table.deck.needs_cut:
        refuse("cards-not-ready", table.ruleset.regulation.shuffling.cut.recut, "the cards must be recut first")
    number = taken(table)
    if number > len(round_.stub):
        rows = table.ruleset.regulation.irregularities
        cite = next(row.cite for row in rows if row.found == "wrong_number_of_cards")
        refuse("too-few-cards", cite, f"the deal takes {number} cards, but the deck has {len(round_.stub)}")


def taken(table: Table) -> int:
    """The number of cards that the deal of a round takes."""
    return sum(row.cards for _, row in _portions(table, table.round)) if table.round else 0


def to_be_dealt(table: Table, round_: Round) -> dict[str, int]:
    """The number of cards that the deal brings to each box and pile."""
    numbers: dict[str, int] = {}
    for to, row in _portions(table, round_):
        numbers[to] = numbers.get(to, 0) + row.cards
    return numbers


def _portions(table: Table, round_: Round) -> list[tuple[str, Deal]]:
    """Who gets cards under which row, in the order of the deal."""
    return [(to, row) for row in dealing_rows(table, round_) for _ in range(row.times) for to in _in_turn(row, round_)]


def dealing_rows(table: Table, round_: Round) -> list[Deal]:
    """The rows of the deal that apply to the wagers of a round."""
    return [row for row in table.ruleset.regulation.dealing[table.device].deal if _is_dealt(table, row, round_)]


def _is_dealt(table: Table, row: Deal, round_: Round) -> bool:
    if row.if_offered and row.if_offered not in table.ruleset.wagers:
        return False
    return not row.if_placed or any(row.if_placed in box.wagers for box in round_.boxes.values())


def _in_turn(row: Deal, round_: Round) -> Iterator[str]:
    for pile in row.to:
        if pile == "player":
            yield from map(str, round_.in_play())
        else:
            yield pile


def pending(table: Table) -> tuple[Step, list[int]] | None:
    """The open decision and the boxes that have not made it, clockwise.

    None if every decision is made, or while the stub is to be counted or a report waits for the floorperson.
    """
    round_ = table.round
    if round_ is None or round_.phase != "playing" or round_.reported or count_is_due(table):
        return None
    boxes_in_play = round_.in_play()
    for step in table.ruleset.regulation.script:
        if step.step == "reveal" and is_face_down(round_, step):
            return None
        if step.step == "decide":
            boxes = [number for number in boxes_in_play if _is_due(table.terms.script, step, round_.boxes[number])]
            if boxes:
                return step, boxes
    return None


def reveal_range(round_: Round, step: Step) -> tuple[str, int, int]:
    """The pile that a step turns up, and which of its cards."""
    pile = step.pile or "community"
    if not step.card:
        return pile, 0, len(round_.piles.get(pile, ()))
    # The cards are numbered as they were dealt, the burned ones included.
    at = step.card - 1 - (len(round_.burned) if pile == "community" else 0)
    return pile, at, at + step.cards


def is_face_down(round_: Round, step: Step) -> bool:
    """Whether nobody has read the cards that a step turns up."""
    pile, start, stop = reveal_range(round_, step)
    return UNREAD in round_.piles.get(pile, ())[start:stop]


def all_revealed(round_: Round, pile: str) -> bool:
    """Whether every card of a pile lies face up."""
    return set(round_.piles.get(pile, ())) <= set(round_.revealed.get(pile, ()))


def _is_due(script: ScriptIndex, step: Step, box: Box) -> bool:
    if step.decision in box.choices or box.surrendered or box.wagers.keys() <= box.settled.keys():
        # Only a violation settles every wager before the last decision.
        return False
    return script.is_asked(step, box.wagers, box.choices)


def choose(table: Table, command: c.Choose) -> Events:
    """One player's decision, and then what the dealer does before the next one."""
    script = table.ruleset.regulation.script
    refuse_before_count(table)
    open_now = pending(table)
    if open_now is None:
        cite = next(step.cite for step in script if step.step == "decide")
        refuse("no-decision-due", cite, f"box {command.box} has nothing to decide now")
    step, boxes = open_now
    if command.box != boxes[0]:
        refuse(
            "not-your-turn",
            step.cite,
            f"box {command.box} cannot decide {step.decision} now: it is the turn of box {boxes[0]}",
        )
    choice = next((choice for choice in step.choices if choice.choice == command.choice), None)
    if choice is None:
        known = " or ".join(choice.choice for choice in step.choices)
        refuse("no-such-choice", step.cite, f"box {command.box} cannot {command.choice}: it may {known}")
    check_cards(table, command.box, choice)
    check_chips(table, command.box, step, choice)
    done = Events(table)
    _choose(done, command.box, step, choice)
    return advance(done)


def check_cards(table: Table, number: int, choice: Choice) -> None:
    """Refuses a choice that the box's cards do not allow. Cards that nobody has read are judged when they are."""
    assert table.round
    if not table.terms.script.is_allowed(choice, table.round.boxes[number].cards):
        patterns = " or ".join(choice.only_with.patterns if choice.only_with else ())
        refuse("cards-do-not-allow", choice.cite, f"box {number} may choose {choice.choice} only with {patterns}")


def check_chips(table: Table, number: int, step: Step, choice: Choice, freed: int = 0) -> None:
    """Refuses a choice whose wagers the player cannot pay. `freed` chips come back to the rack before."""
    assert table.round
    box, placed = table.round.boxes[number], _placed_by(table, number, step, choice)
    if sum(amount for _, amount in placed) > table.rack_of(box.player) + freed:
        needed = " and ".join(f"{show_money(amount)} for {one.wager}" for one, amount in placed)
        cite = placed[0][0].cite if placed else choice.cite
        refuse("not-enough-chips", cite, f"box {number} needs {needed or show_money(-freed)}")


def _placed_by(table: Table, number: int, step: Step, choice: Choice) -> list[tuple[PlacedStake, int]]:
    """The wagers that a choice places at a box, with their stakes."""
    assert table.round
    wagers = table.round.boxes[number].wagers
    return [(one, one.multiple * wagers[one.to]) for one in table.terms.script.placed[step.decision, choice.choice]]


def _choose(done: Events, number: int, step: Step, choice: Choice) -> None:
    done.add(e.ChoiceMade(number, step.decision, choice.choice, choice.cite))
    apply_choice(done, number, step, choice)


def apply_choice(done: Events, number: int, step: Step, choice: Choice) -> None:
    """What a choice does to the wagers and the cards of a box."""
    box, regulation = done.round.boxes[number], done.table.ruleset.regulation
    for one, amount in _placed_by(done.table, number, step, choice):
        done.add(e.WagerPlaced(number, one.wager, amount, 0, one.cite))
    for wager in choice.returns:
        if wager in box.wagers:
            done.add(e.WagerReturned(number, wager, box.wagers[wager], choice.cite))
    effects = done.table.terms.script.effects_of(box.choices, box.wagers)
    for forfeit in choice.forfeits:
        if forfeit.wager in box.wagers:
            cite = effects[forfeit.wager].cite
            done.add(e.WagerForfeited(number, forfeit.wager, box.wagers[forfeit.wager], cite))
    collected = next((row for row in regulation.script if row.step == "collect_folded" and row.at_once), None)
    if choice.forfeits and collected and not any(wager in box.wagers for wager in collected.keeps_cards_for):
        done.add(e.CardsCollected(number, box.cards, collected.cite))


def advance(done: Events) -> Events:
    """What follows without a command: skipped decisions of players who left, and cards that the next decision needs."""
    while True:
        open_now = pending(done.table)
        if open_now is None:
            _burn_before_reading(done)
            return done
        for step in done.table.ruleset.regulation.script:
            if step is open_now[0]:
                break
            if step.step in ("burn", "reveal"):
                turn(done, step)
        if not done.round.boxes[open_now[1][0]].left:
            return done
        step, number = open_now[0], open_now[1][0]
        done.add(e.NoChoiceMade(number, step.decision, step.silent.choice, step.cite))
        apply_choice(done, number, step, step.silent)


def _burn_before_reading(done: Events) -> None:
    """Burns the cards that the script burns before the next card that the dealer turns up and reads."""
    round_ = done.table.round
    if round_ is None or round_.phase != "playing" or not round_.unread():
        return
    burns = []
    for step in done.table.ruleset.regulation.script:
        if step.step == "burn":
            burns.append(step)
        elif step.step == "reveal" and is_face_down(round_, step):
            for burn in burns:
                turn(done, burn)
            return


def turn(done: Events, step: Step) -> None:
    """Burns or reveals the card of a step, unless that was done before, the pile is empty or nobody has read it."""
    pile, round_ = step.pile or "community", done.round
    if step.step == "burn":
        if not round_.burned:
            done.add(e.CardBurned(pile, round_.piles[pile][step.card - 1], step.cite))
        return
    burned = round_.burned if pile == "community" else ()
    lying = (*burned, *round_.piles.get(pile, ()))
    cards = lying[step.card - 1 : step.card - 1 + step.cards] if step.card else lying
    hidden = tuple(card for card in cards if card not in round_.revealed.get(pile, ()))
    if hidden and UNREAD not in hidden:
        done.add(e.CardsRevealed(pile, hidden, step.cite))
