"""What the regulation wants next at a table: by whom, in which words, by which clause, and the command that does it.

It tells of no card: not of one that lies face down, nor of what depends on one.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from pitboss.cards import DECK
from pitboss.play import commands as c
from pitboss.play.commands import Command, given_by
from pitboss.play.notation import show_command
from pitboss.play.round import Box, Round
from pitboss.rules.clause import Clause
from pitboss.rules.dealing import Deal
from pitboss.rules.vocabulary import Person
from pitboss.table.decks import count_is_due, deck_to_shuffle, shuffle_ways, step_due
from pitboss.table.irregularities import row_for
from pitboss.table.playing import pending, unread
from pitboss.table.state import Table
from pitboss.views.memo import View

NO_MORE_BETS = "No more bets"
_OPENING = {
    "inspect_cards": "Inspect the fronts and the backs of the cards",
    "verify_inspection": "Verify the inspection of the cards",
    "spread_face_up": "Spread the cards face up",
    "view_cards": "Let the first player look at the cards",
    "turn_face_down": "Turn the cards face down",
    "wash": "Wash the cards",
    "stack": "Stack the cards",
}
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
_EFFECTS = {
    "discard_card": "the card goes to the discard rack",
    "use_as_next_card": "the card is dealt as the next one",
    "void_round": "the round is void",
    "return_wagers": "all wagers are returned",
    "reshuffle": "the cards are shuffled again",
    "gather_dealt_cards": "the dealt cards are gathered",
    "remove_deck": "the deck leaves the table",
    "cover_or_mark_device": "the device is covered or marked",
}


def next_step(table: Table) -> View:
    """The next step: `command` does it, where it falls to the dealer or the floorperson and needs nothing more.

    `says` are prescribed words; `steps` what the command stands for, in order. `reads` is the number of cards to read
    first, `places` where each of them goes, and `unread` the command of a shuffle that nobody has scanned.
    """
    round_ = table.round
    if round_ is None:
        return _between(table)
    deck = table.deck
    if round_.phase in ("betting", "closed") and deck is not None and deck.needs_cut:
        return _cut(table)
    match round_.phase:
        case "betting":
            return _close(table, round_)
        case "closed":
            return _deal(table, round_)
    if waiting := round_.asked - round_.validated:
        return _validate(table, *min(waiting))
    if open_now := pending(table):
        step, boxes = open_now
        answers = " or ".join(choice.choice for choice in step.choices)
        about = f" {_title(table, step.asks)}" if step.asks and len(table.terms.decisions) > 1 else ""
        return _step("player", f"Box {boxes[0]} decides{about}: {answers}", step.cite, box=boxes[0])
    settle = next(step for step in table.ruleset.regulation.script if step.step == "settle")
    return _given(c.Settle(), "Turn up the cards and settle", settle.cite, _settling(table, round_))


def _step(by: Person, title: str, cite: Clause, **more: Any) -> View:
    return {"by": by, "title": title, "cite": cite, "command": None, "says": "", "steps": [], "reads": 0, **more}


def _given(command: Command, title: str, cite: Clause, steps: Iterator[View] | None = None, **more: Any) -> View:
    by, text = given_by(command), show_command(command)
    return _step(by, title, cite, **{"command": text, "steps": list(steps or ()), **more})


def _part(text: str, cite: Clause) -> View:
    return {"text": text, "cite": cite}


def _title(table: Table, name: str) -> str:
    regulation = table.ruleset.regulation
    found = regulation.wagers.get(name) or regulation.awards[name]
    return found.title


# Between rounds


def _between(table: Table) -> View:
    regulation, number = table.ruleset.regulation, table.ruleset.submission.decks
    if not table.decks:
        cards = "a deck" if number == 1 else f"{number} decks"
        return _given(c.ReceiveDecks(number, preshuffled=False), f"Receive {cards}", regulation.opening.cite)
    if due := step_due(table):
        index, step = due
        return _given(c.Perform(step.does, step.by), _OPENING[step.does] + _which(table, index), step.cite)
    deck = table.decks[table.current]
    waiting = deck_to_shuffle(table)
    if waiting is not None:
        occasion = regulation.shuffling.occasions[0 if table.rounds == 0 else 1]
        (way,) = shuffle_ways(table, table.decks[waiting])
        unscanned = show_command(c.RecordShuffle((), way))  # type: ignore[arg-type]
        title = "Shuffle the cards" + _which(table, waiting)
        return _step("dealer", title, occasion.cite, command="dealer shuffles", unread=unscanned)
    if deck.needs_cut:
        return _cut(table)
    if count_is_due(table):
        cite = regulation.dealing[table.device].stub.count_cite
        return _given(c.CountStub(len(DECK)), f"Count the cards: {len(DECK)}", cite)
    begin = regulation.conduct["before_no_more_bets"]
    return _step("dealer", "Open the bets", begin, command="dealer opens bets")


def _which(table: Table, index: int) -> str:
    """Names the deck, where there are two."""
    return f" (deck {index + 1} of {len(table.decks)})" if len(table.decks) > 1 else ""


def _cut(table: Table) -> View:
    """In the middle of the deck, or as deep as the regulation wants it."""
    rule, deck = table.ruleset.regulation.shuffling.cut, table.decks[table.current]
    depth = max(len(deck.order) // 2, rule.least)
    return _given(c.CutCards(depth), f"Have the cards cut, at least {rule.least} deep", rule.cite)


# The round


def _close(table: Table, round_: Round) -> View:
    closing = table.ruleset.regulation.dealing[table.device].closing
    announce = next(step for step in closing if step.does == "announce")
    if not round_.in_play():
        begin = table.ruleset.regulation.conduct["before_no_more_bets"]
        return _step("player", "Bets are open; nobody has placed a wager yet", begin)

    def steps() -> Iterator[View]:
        placed = {wager for box in round_.boxes.values() for wager in box.wagers}
        for step in closing:
            names = [_title(table, wager) for wager in step.wagers if wager in placed]
            if names or not step.wagers:
                yield _part(_CLOSING[step.does] + (f": {', '.join(names)}" if names else ""), step.cite)

    return _given(c.CloseBets(), "Close the bets", announce.cite, steps(), says=NO_MORE_BETS)


def _deal(table: Table, round_: Round) -> View:
    dealing = table.ruleset.regulation.dealing[table.device]
    rows = [row for row in dealing.deal if _is_dealt(table, round_, row)]

    def steps() -> Iterator[View]:
        for row in rows:
            to = " and ".join("each box with a wager" if pile == "player" else _PLACES[pile] for pile in row.to)
            cards = "a card" if row.cards == 1 else f"{row.cards} cards"
            times = f", {row.times} times round" if row.times > 1 else ""
            yield _part(
                f"{cards[0].upper()}{cards[1:]} to {to}, face {'up' if row.face_up else 'down'}{times}", row.cite
            )
        for discard in dealing.discards:
            yield _part(f"One of {_HANDS[discard.pile]} to the discard rack", discard.cite)
        yield _part("The stub to the discard rack", dealing.stub.cite)

    if number := unread(table):
        title = f"Read the {number} cards of the deal"
        places = list(_places(rows, round_))
        return _step("dealer", title, rows[0].cite, reads=number, steps=list(steps()), places=places)
    return _given(c.DealCards(), "Deal the cards", rows[0].cite, steps())


def _places(rows: list[Deal], round_: Round) -> Iterator[str]:
    """Where each card of the deal goes, from the top: `Box 1`, or a pile."""
    for row in rows:
        for _ in range(row.times):
            for pile in row.to:
                boxes = [f"Box {number}" for number in round_.in_play()] if pile == "player" else [_said(pile)]
                yield from (place for place in boxes for _ in range(row.cards))


def _is_dealt(table: Table, round_: Round, row: Deal) -> bool:
    if row.if_offered and row.if_offered not in table.ruleset.wagers:
        return False
    return not row.if_placed or any(row.if_placed in box.wagers for box in round_.boxes.values())


def _validate(table: Table, box: int, item: str) -> View:
    rows = [row for step in table.ruleset.regulation.script for row in step.items if row.item == item and row.validated]
    title = f"Validate the {_title(table, item)} win of box {box}"
    return _given(c.ValidateWin(box, item), title, rows[0].validated or rows[0].cite)


def _settling(table: Table, round_: Round) -> Iterator[View]:
    """The steps of the script that are left, in words."""
    placed = {wager for number in round_.in_play() for wager in round_.boxes[number].wagers}
    awards = table.ruleset.regulation.awards
    for step in table.ruleset.regulation.script:
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
                    _title(table, item.item)
                    for item in step.items
                    if (awards[item.item].stake_of if item.item in awards else item.item) in placed
                ]
                if due:
                    yield _part(f"Box by box from your right: {', '.join(due)}", step.cite)
            case "clear":
                yield _part("Cards to the discard rack, so that every hand can be put together again", step.cite)


def _is_folded(table: Table, box: Box) -> bool:
    return not box.surrendered and not table.terms.plan.folds.isdisjoint(box.choices.items())


# Irregularities


def irregularities(table: Table, reportable: Iterable[str]) -> list[View]:
    """What can be found irregular at this moment, by what may be reported, and what is then done."""
    found = []
    for name in reportable:
        row = row_for(table, name)
        assert row
        effects = "; ".join(_EFFECTS[effect] for effect in row.effects)
        found.append({
            "found": name, "title": _said(name), "command": show_command(c.Report(name)),
            "names_card": "discard_card" in row.effects, "then": effects, "cite": row.cite,
        })  # fmt: skip
    return found


def _said(word: str) -> str:
    return word.replace("_", " ").capitalize()
