"""The next step of a table in words: who takes it, the prescribed words, what it includes, and its clause.

It names no card: neither one that lies face down nor what depends on one.
"""

from collections.abc import Iterator

from pitboss.documents.titles import OPENING, item_title
from pitboss.play import commands as c
from pitboss.play.notation import show_command
from pitboss.play.round import Box, Round
from pitboss.rules.clause import Clause
from pitboss.rules.dealing import Deal
from pitboss.rules.regulation import Regulation
from pitboss.rules.vocabulary import Device
from pitboss.table.next_step import NextStep, next_step
from pitboss.table.playing import dealing_rows, pending, unread
from pitboss.table.state import Table
from pitboss.views.actions import LABELS, command_text
from pitboss.views.memo import ViewMemo
from pitboss.views.shapes import NextStepView, StepPart

NO_MORE_BETS = "No more bets"
_CLOSING = {
    "announce": f"Announce “{NO_MORE_BETS}”",
    "lock_out": "Lock out further wagers",
    "collect": "Collect the chips",
    "place_lammers": "Place a lammer for each wager",
    "verify_number": "Check the number of chips against the wagers acknowledged",
    "put_in_inventory": "Put the chips into the table inventory",
}
_PLACES = {"dealer": "the dealer", "community": "the place of the community cards", "bonus_box": "the bonus box"}
_HANDS = {"dealer": "the dealer's cards", "community": "the community cards", "bonus_box": "the cards of the bonus box"}


def next_step_view(table: Table, memo: ViewMemo | None = None) -> NextStepView:
    """The next step in words. A physical table also reads where each card of the deal goes."""
    step = next_step(table)
    view = _plain_view(step, _title(table, step))
    match step.command:
        case c.RecordShuffle():
            view["unread"] = show_command(step.command)
        case c.CloseBets():
            assert table.round
            placed = frozenset([wager for box in table.round.boxes.values() for wager in box.wagers])
            steps = (memo or ViewMemo())(_closing_steps, table.ruleset.regulation, table.device, placed)
            view["says"], view["steps"] = NO_MORE_BETS, steps
        case c.ReadCards() | c.DealCards():
            assert table.round
            rows = dealing_rows(table, table.round)
            view["steps"] = list(_dealing_steps(table, rows))
            if step.needs == "cards":
                view["reads"], view["places"] = unread(table), list(_places(rows, table.round))
        case c.Settle():
            assert table.round
            view["steps"] = list(_settling_steps(table, table.round))
    if step.needs == "decision":
        view["box"] = step.box
    return view


def _plain_view(step: NextStep, title: str) -> NextStepView:
    is_complete = step.command is not None and step.needs != "cards"
    return {
        "by": step.by, "title": title, "cite": step.cite, "says": "", "steps": [], "reads": 0,
        "command": command_text(step.command) if step.command and is_complete else None,
    }  # fmt: skip


def _title(table: Table, step: NextStep) -> str:
    regulation = table.ruleset.regulation
    match step.command:
        case c.ReceiveDecks(number=number):
            return f"Receive {'a deck' if number == 1 else f'{number} decks'}"
        case c.Perform(step=does):
            return OPENING[does] + _which_deck(table, step.deck)
        case c.RecordShuffle():
            return "Shuffle the cards" + _which_deck(table, step.deck)
        case c.CutCards():
            return f"Have the cards cut, at least {regulation.shuffling.cut.least} deep"
        case c.CountStub(number=number):
            return f"Count the cards: {number}"
        case c.ReadCards():
            return f"Read the {unread(table)} cards of the deal"
        case c.ValidateWin(box=box, item=item):
            return f"Validate the {item_title(regulation, item)} win of box {box}"
    if step.command is not None:
        return LABELS[type(step.command)]
    due = pending(table)
    if due is None:
        return "Bets are open; nobody has placed a wager yet"
    asked, boxes = due
    about = f" {item_title(regulation, asked.asks)}" if asked.asks and len(table.terms.script.decisions) > 1 else ""
    return f"Box {boxes[0]} decides{about}: {' or '.join(choice.choice for choice in asked.choices)}"


def _which_deck(table: Table, index: int) -> str:
    """Names the deck if there are two."""
    return f" (deck {index + 1} of {len(table.decks)})" if len(table.decks) > 1 else ""


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


def _dealing_steps(table: Table, rows: list[Deal]) -> Iterator[StepPart]:
    dealing = table.ruleset.regulation.dealing[table.device]
    for row in rows:
        to = " and ".join("each box with a wager" if pile == "player" else _PLACES[pile] for pile in row.to)
        cards = "A card" if row.cards == 1 else f"{row.cards} cards"
        times = f", {row.times} times round" if row.times > 1 else ""
        yield _part(f"{cards} to {to}, face {'up' if row.face_up else 'down'}{times}", row.cite)
    for discard in dealing.discards:
        yield _part(f"One of {_HANDS[discard.pile]} to the discard rack", discard.cite)
    yield _part("The stub to the discard rack", dealing.stub.cite)


def _places(rows: list[Deal], round_: Round) -> Iterator[str]:
    """Where each card of the deal goes, from the top: `Box 1`, or a pile."""
    for row in rows:
        for _ in range(row.times):
            for pile in row.to:
                boxes = [f"Box {number}" for number in round_.in_play()] if pile == "player" else [_capitalised(pile)]
                yield from (place for place in boxes for _ in range(row.cards))


def _settling_steps(table: Table, round_: Round) -> Iterator[StepPart]:
    """The steps of the script that are left."""
    regulation, awards = table.ruleset.regulation, table.ruleset.regulation.awards
    placed = {wager for number in round_.in_play() for wager in round_.boxes[number].wagers}
    for step in regulation.script:
        match step.step:
            case "reveal":
                pile = step.pile or "community"
                lying, up = round_.piles.get(pile, ()), round_.revealed.get(pile, ())
                if lying and len(up) < (len(lying) if not step.card else step.card - len(round_.burned)):
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


def _capitalised(word: str) -> str:
    return word.replace("_", " ").capitalize()
