"""The next step of a table in words: who takes it, the prescribed words, what it includes, and its clause.

It names no card: neither one that lies face down nor what depends on one.
"""

from collections.abc import Iterator

from pitboss.documents.choice_text import choice_label
from pitboss.documents.titles import OPENING, decision_title, item_title, place_title, plain_words
from pitboss.money import show_money
from pitboss.play import commands as c
from pitboss.play.notation import show_command, show_place
from pitboss.play.round import Box, Round
from pitboss.rules.clause import Clause
from pitboss.rules.dealing import Deal
from pitboss.rules.regulation import Regulation
from pitboss.rules.vocabulary import Device
from pitboss.table.closing_bets import difference_text
from pitboss.table.decks import count_follows_deal, deck_name, deck_names
from pitboss.table.next_step import NextStep, next_step
from pitboss.table.playing import dealing_rows, pending, reveal_range
from pitboss.table.state import Table
from pitboss.table.turning import reading_due
from pitboss.text import plural
from pitboss.views.actions import LABELS, command_text, count_view
from pitboss.views.memo import ViewMemo
from pitboss.views.payouts import pay_list
from pitboss.views.shapes import ActionField, ActionView, NextStepView, StepPart

NO_MORE_BETS = "No more bets"
_CLOSING = {
    "announce": f"Announce “{NO_MORE_BETS}”",
    "lock_out": "Lock out further wagers",
    "collect": "Collect the chips",
    "place_lammers": "Place a lammer for each wager",
    "verify_number": "Check the number of chips against the wagers acknowledged",
    "put_in_inventory": "Put the chips into the table inventory",
}
_CUTTING = {
    "cover_card_into_stack": ("Move the cards above the cover card, and it, to the bottom of the stack",),
    "top_onto_cover_card": (
        "Lay the cover card in front of the deck",
        "Take {least} cards or more off the top, onto the cover card",
        "Put the other cards on them",
        "Put the cover card into the discard rack",
    ),
}
"""The movements of each way of cutting, in the order of the row's steps."""
_PLACES = {"dealer": "the dealer", "community": "the place of the community cards", "bonus_box": "the bonus box"}
_HANDS = {
    "dealer": "the dealer's cards",
    "community": "the community cards",
    "bonus_box": "the cards of the bonus box",
    "burned": "the burned card",
}


def next_step_view(table: Table, memo: ViewMemo | None = None) -> NextStepView:
    """The next step in words. At a physical table it also says which cards are turned up and read."""
    step, memo = next_step(table), memo or ViewMemo()
    view = _plain_view(step, _title(table, step, memo))
    match step.command:
        case c.CountStub():
            view["action"] = count_view(step.command, deck_names(table), is_dealt=table.round is not None)
        case c.CutCards():
            cut = table.ruleset.regulation.shuffling.cut
            view["steps"] = [
                _part(text.format(least=cut.least), cite)
                for text, cite in zip(_CUTTING[cut.way], cut.steps, strict=False)
            ]
        case c.RecordShuffle():
            view["unread"] = show_command(step.command)
        case c.CloseBets():
            assert table.round
            placed = frozenset([wager for box in table.round.boxes.values() for wager in box.wagers])
            steps = memo(_closing_steps, table.ruleset.regulation, table.device, placed)
            view["says"], view["steps"] = NO_MORE_BETS, steps
            if counted := _counted_wagers(table.ruleset.regulation, table.device, placed):
                view["action"] = _closing_action(table.ruleset.regulation, counted)
        case c.DealCards():
            assert table.round
            view["steps"] = list(_dealing_steps(table, dealing_rows(table, table.round)))
        case c.TurnCards(place=place):
            reading = reading_due(table)
            assert reading
            view["turns"] = show_place(place)
            if place.isdecimal():
                view["box"] = int(place)
            view["reads"], view["places"] = reading.number, [_place(place)] * reading.number
        case c.Settle():
            assert table.round
            view["steps"] = list(_settling_steps(table, table.round))
            if due := _box_due(table):
                view["box"], view["title"] = due
    if step.needs == "decision":
        view["box"] = step.box
    return view


def _plain_view(step: NextStep, title: str) -> NextStepView:
    is_complete = step.command is not None and step.needs != "cards"
    return {
        "by": step.by, "title": title, "cite": step.cite, "says": "", "steps": [], "reads": 0,
        "command": command_text(step.command) if step.command and is_complete else None,
    }  # fmt: skip


def _title(table: Table, step: NextStep, memo: ViewMemo) -> str:
    regulation = table.ruleset.regulation
    match step.command:
        case c.ReceiveDecks(number=number):
            return f"Receive {'a deck' if number == 1 else f'{number} decks'}"
        case c.Perform(step=does):
            return OPENING[does] + _which_deck(table, step.deck)
        case c.RecordShuffle():
            return f"Shuffle the {deck_name(table, step.deck) if len(table.decks) > 1 else 'cards'}"
        case c.CutCards():
            return f"Have the cards cut, at least {regulation.shuffling.cut.least} deep"
        case c.CountStub():
            return "Count the stub" if table.round else "Count the cards"
        case c.TurnCards(place=place):
            return f"Turn up and read {_turned(table, place)}"
        case c.ValidateWin(box=box, item=item):
            return f"Validate the {item_title(regulation, item)} win of box {box}"
    if step.command is not None:
        return LABELS[type(step.command)]
    if step.needs == "floor" and table.round:
        return _floor_title(table, table.round)
    if step.needs == "player":
        return f"The first player looks at the cards{_which_deck(table, step.deck)}: nobody is seated yet"
    due = memo(pending, table)
    if due is None:
        return "Bets are open; nobody has placed a wager yet"
    asked, boxes = due
    about = f" {decision_title(regulation, asked.decision)}" if len(table.terms.script.decisions) > 1 else ""
    return f"Box {boxes[0]} decides{about}: {' or '.join(choice_label(choice).lower() for choice in asked.choices)}"


def _turned(table: Table, place: str) -> str:
    """The cards that are turned up and read next."""
    if place.isdecimal():
        return f"the cards of box {place}"
    due = reading_due(table)
    return "the next community card" if place == "community" and due and due.number == 1 else _HANDS[place]


def _floor_title(table: Table, round_: Round) -> str:
    if reported := round_.reported:
        at = f", {place_title(reported.place).lower()}" if reported.place else ""
        counted = f" with {plural(reported.number, 'card')}" if at and reported.number >= 0 else ""
        return f"The floorperson decides on the report: {plain_words(reported.found)}{at}{counted}"
    wager = next(iter(round_.differences))
    title = item_title(table.ruleset.regulation, wager)
    return f"The floorperson decides on {title}: {difference_text(table, wager)}"


def _which_deck(table: Table, index: int) -> str:
    """Names the deck if there are two."""
    return f" ({deck_name(table, index)})" if len(table.decks) > 1 else ""


def _part(text: str, cite: Clause) -> StepPart:
    return {"text": text, "cite": cite}


# The parts of a step, in order


def _closing_steps(regulation: Regulation, device: Device, placed: frozenset[str]) -> list[StepPart]:
    """The steps of closing the bets, with the wagers that are placed."""
    steps = []
    for step in regulation.dealing[device].closing:
        names = [item_title(regulation, wager) for wager in step.wagers if wager in placed]
        if names or not step.wagers:
            steps.append(_part(_CLOSING[step.does] + (f": {', '.join(names)}" if names else ""), step.cite))
    return steps


def _counted_wagers(regulation: Regulation, device: Device, placed: frozenset[str]) -> list[str]:
    """The wagers whose chips the dealer counts when the bets close."""
    rows = [step for step in regulation.dealing[device].closing if step.does == "verify_number"]
    return [wager for step in rows for wager in step.wagers if wager in placed]


def _closing_action(regulation: Regulation, wagers: list[str]) -> ActionView:
    """Closing the bets with the numbers of chips that the dealer counted."""
    command, counts = show_command(c.CloseBets()), ", ".join(f"{wager} {{{wager}}}" for wager in wagers)
    fields: list[ActionField] = [
        {"name": wager, "label": f"{item_title(regulation, wager)}: chips counted", "kind": "number", "minimum": 0}
        for wager in wagers
    ]
    return {
        "kind": c.CloseBets.__name__, "label": LABELS[c.CloseBets], "command": f"{command} counting {counts}",
        "fields": fields, "example": command,
    }  # fmt: skip


def _dealing_steps(table: Table, rows: list[Deal]) -> Iterator[StepPart]:
    dealing = table.ruleset.regulation.dealing[table.device]
    for row in rows:
        to = " and ".join("each box with a wager" if pile == "player" else _PLACES[pile] for pile in row.to)
        cards = "A card" if row.cards == 1 else f"{row.cards} cards"
        times = f", {row.times} times round" if row.times > 1 else ""
        yield _part(f"{cards} to {to}, face {'up' if row.face_up else 'down'}{times}", row.cite)
    for discard in dealing.discards:
        yield _part(f"One of {_HANDS[discard.pile]} to the discard rack", discard.cite)
    if count_follows_deal(table):
        yield _part("Count the stub before it goes to the discard rack", dealing.stub.count_cite)
    else:
        yield _part("The stub to the discard rack", dealing.stub.cite)


def _box_due(table: Table) -> tuple[int, str] | None:
    """The box whose hand was read and that is paid next, and what the dealer does there."""
    lines = [line for line in pay_list(table) if not line["done"]]
    if table.round is None or not lines or not table.round.boxes[lines[0]["box"]].turned:
        return None
    number = lines[0]["box"]
    cents = sum(line["returned"] + line["amount"] for line in lines if line["box"] == number)
    return number, f"Pay box {number} {show_money(cents)}" if cents else f"Take the wagers of box {number}"


def _settling_steps(table: Table, round_: Round) -> Iterator[StepPart]:
    """The steps of the script that are left."""
    regulation, awards = table.ruleset.regulation, table.ruleset.regulation.awards
    placed = {wager for number in round_.in_play() for wager in round_.boxes[number].wagers}
    for step in regulation.script:
        match step.step:
            case "reveal":
                pile, start, stop = reveal_range(round_, step)
                lying = round_.piles.get(pile, ())[start:stop]
                if not set(lying) <= set(round_.revealed.get(pile, ())):
                    yield _part(f"Turn up {_HANDS[pile]}", step.cite)
            case "collect_folded" if any(_is_folded(table, box) for box in round_.boxes.values()):
                yield _part("Collect the folded hands", step.cite)
            case "settle":
                due = [
                    item_title(regulation, item.item)
                    for item in step.items
                    if (awards[item.item].stake_of if item.item in awards else item.item) in placed
                ]
                if due:
                    yield _part(f"Box by box from your right: {', '.join(due)}", step.cite)
            case "clear":
                yield _part("Cards to the discard rack, so that every hand can be rebuilt", step.cite)


def _is_folded(table: Table, box: Box) -> bool:
    return not box.surrendered and not table.terms.script.folds.isdisjoint(box.choices.items())


def _place(place: str) -> str:
    return f"Box {place}" if place.isdecimal() else place.replace("_", " ").capitalize()
