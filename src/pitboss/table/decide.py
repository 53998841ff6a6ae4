"""decide turns a command into events or refuses it, and changes nothing. offers lists everything permitted now."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

from pitboss.cards import DECK, UNREAD
from pitboss.errors import CommandRefused
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.commands import Command, given_by
from pitboss.play.round import Round
from pitboss.rules.vocabulary import Person
from pitboss.table import betting, cage, closing_bets, decks, devices, irregularities, playing, settling, turning
from pitboss.table.dry_run import DryRunTable, Events, Offer, WouldBeAccepted
from pitboss.table.stakes import accepted_stakes
from pitboss.table.state import Table

_HANDLERS: dict[type, Callable[[Table, Any], Events | Iterator[e.Event]]] = {
    c.BuyChips: betting.buy,
    c.CashOut: betting.cash_out,
    c.TakeSeat: betting.take_seat,
    c.LeaveSeat: betting.leave_seat,
    c.FreeSeat: betting.leave_seat,
    c.FillTable: cage.fill,
    c.CreditTable: cage.credit,
    c.EmptyDrop: cage.empty_drop,
    c.CorrectPayment: cage.correct,
    c.ReceiveDecks: decks.receive,
    c.Perform: decks.perform,
    c.RecordShuffle: decks.shuffle,
    c.CutCards: decks.cut_cards,
    c.OrderRecut: decks.order_recut,
    c.OrderShuffle: decks.order_shuffle,
    c.LoadShuffler: decks.load_shuffler,
    c.GoIdle: decks.go_idle,
    c.OpenBets: decks.open_bets,
    c.WithdrawBets: betting.withdraw_bets,
    c.PlaceWagers: betting.place,
    c.CloseBets: closing_bets.close_bets,
    c.AcceptWager: closing_bets.decide_difference,
    c.RefuseWager: closing_bets.decide_difference,
    c.CountChips: closing_bets.count_chips,
    c.ReadCards: playing.read_cards,
    c.DealCards: playing.deal,
    c.TurnCards: turning.turn_cards,
    c.CorrectCards: turning.correct_cards,
    c.CorrectChoice: turning.correct_choice,
    c.Choose: playing.choose,
    c.Settle: settling.settle,
    c.ValidateWin: settling.validate,
    c.CountStub: irregularities.count_stub,
    c.Report: irregularities.report,
    c.ConfirmReport: irregularities.confirm_report,
    c.RefuseReport: irregularities.refuse_report,
    c.TakeOutOfService: devices.take_out,
    c.ReturnToService: devices.return_to_service,
    c.DeclareAbandoned: irregularities.abandon,
    c.FindViolation: irregularities.violation,
}


_WHILE_REPORTED = (
    c.BuyChips, c.CashOut, c.TakeSeat, c.LeaveSeat, c.FreeSeat,
    c.FillTable, c.CreditTable, c.EmptyDrop, c.CorrectPayment,
    c.RecordShuffle, c.DeclareAbandoned, c.ConfirmReport, c.RefuseReport,
)  # fmt: skip
"""What goes on while a report waits for the floorperson: chips, seats, and the shuffle of another deck."""


def _handled(table: Table, command: Command) -> Events | Iterator[e.Event]:
    if table.round and table.round.reported and not isinstance(command, _WHILE_REPORTED):
        irregularities.check_not_waiting(table)
    return _HANDLERS[type(command)](table, command)


def decide(table: Table, command: Command) -> tuple[e.Event, ...]:
    """The events of a command. CommandRefused says why it is refused, by which clause, and what is open instead."""
    return act(table, command)[1]


def act(table: Table, command: Command) -> tuple[Table, tuple[e.Event, ...]]:
    """Decides a command and evolves the table by its events."""
    try:
        done = _run(table, command)
    except CommandRefused as refused:
        open_now = "; ".join(dict.fromkeys(describe(offer.command) for offer in offers(table)))
        raise CommandRefused(refused.code, refused.clause, refused.reason, open_now) from None
    return done.table, tuple(done.found)


def _run(table: Table, command: Command) -> Events:
    found = _handled(table, command)
    if isinstance(found, Events):
        return found
    done = Events(table)
    for event in tuple(found):
        done.add(event)
    return done


def offers(table: Table, *people: Person) -> tuple[Offer, ...]:
    """Everything permitted now, to these people or to all. A dry run has accepted every command that is offered."""
    return _offered(
        table, people, bets(table, table.seats), choices(table), house_candidates(table), _of_players(table)
    )


def accepted(table: Table, *candidates: Iterable[Command]) -> list[Command]:
    """Those of the commands that are permitted now."""
    return [command for command in chain(*candidates) if dry_run(table, command) is None]


def _offered(table: Table, people: tuple[Person, ...], *candidates: Iterable[Command]) -> tuple[Offer, ...]:
    return tuple([
        Offer(by, command)
        for command in chain(*candidates)
        if ((by := given_by(command)) in people or not people) and dry_run(table, command) is None
    ])  # fmt: skip


def dry_run(table: Table, command: Command) -> CommandRefused | None:
    """Returns None if a command would be accepted, or its refusal; nothing changes.

    The command is decided up to its first event, since all refusals come before it.
    """
    try:
        found = _handled(DryRunTable(*table.as_tuple()), command)
        if not isinstance(found, Events):
            deque(found, maxlen=0)
    except WouldBeAccepted:
        return None
    except CommandRefused as refused:
        return refused
    return None


# What could be open: one command of each kind, as concrete as the table makes it


def bets(table: Table, boxes: Iterable[int]) -> Iterator[Command]:
    if table.round and table.round.phase == "betting":
        for number in boxes:
            yield betting.least_bet(table, number)
            yield c.PlaceWagers(number, ())


def choices(table: Table) -> Iterator[c.Choose]:
    if open_now := playing.pending(table):
        step, boxes = open_now
        for choice in step.choices:
            yield c.Choose(boxes[0], choice.choice)


def leaving(boxes: Iterable[int]) -> Iterator[Command]:
    yield from map(c.LeaveSeat, boxes)


def _of_players(table: Table) -> Iterator[Command]:
    yield from leaving(table.seats)
    for player, cents in table.racks().items():
        yield c.CashOut(player, cents)


def _corrections(table: Table) -> Iterator[c.CorrectPayment]:
    """Corrections for each player: one that names a payment of the last round, if the player had a box in it, and one
    that names none, for a payment of chips outside a round.
    """
    boxes = table.last.boxes.items() if table.last else ()
    played = {box.player: number for number, box in boxes}
    item = next(iter(table.ruleset.wagers))
    for player in sorted(table.racks(), key=lambda name: name not in played):
        if table.last and player in played:
            yield c.CorrectPayment(player, 1, "a reason", item, played[player], table.last.number)
        yield c.CorrectPayment(player, 1, "a reason")


def house_candidates(table: Table) -> Iterator[Command]:
    """What might be open to the dealer, the floorperson and newcomers; `accepted` decides what is."""
    yield from _between(table) if table.round is None else _in_round(table, table.round)
    yield from _at_any_time(table)


def _in_round(table: Table, round_: Round) -> Iterator[Command]:
    match round_.phase:
        case "betting":
            yield c.CloseBets()
            yield c.WithdrawBets()
        case "closed":
            if table.deck and table.deck.read is not None:
                yield c.ReadCards(round_.stub[: playing.taken(table)])
            yield c.DealCards()
            yield from _differences(table, round_)
        case _:
            if not playing.pending(table):
                yield c.Settle()
            yield from _readings(table, round_)
            for number, item in sorted(round_.asked - round_.validated):
                yield c.ValidateWin(number, item)
            # The number is the person's who counts; none is offered.
            yield c.CountStub(0)
    for found in irregularities.findable(table, round_):
        yield from _reports(table, round_, found)
    if round_.reported:
        yield c.ConfirmReport()
        yield c.RefuseReport()
    for number, box in round_.boxes.items():
        if box.left:
            yield c.DeclareAbandoned(number)
        if box.cards:
            yield c.FindViolation(number)


def _differences(table: Table, round_: Round) -> Iterator[Command]:
    """What the floorperson may decide where the count of chips differs; the number counted is never proposed."""
    for wager in round_.differences:
        stake = accepted_stakes(table.ruleset, wager).least or 0
        for number, box in round_.boxes.items():
            yield c.AcceptWager(wager, number, 0 if wager in box.wagers else stake)
            yield c.RefuseWager(wager, number)
        yield c.CountChips(wager, 0)


def _reports(table: Table, round_: Round, found: str) -> Iterator[Command]:
    row, top = irregularities.row_for(table, found), round_.stub[0] if round_.stub else None
    if row and row.names_number:
        command = c.Report(found, None, "deck", 0 if round_.in_stub() else 1)
    else:
        command = c.Report(found, top)
    yield from (command, command.replace(who="floorperson"))


def _readings(table: Table, round_: Round) -> Iterator[Command]:
    """Cards to turn up and read, and what was read or entered before and may be wrong."""
    for number, box in round_.boxes.items():
        for decision, chosen in box.choices.items():
            for choice in table.terms.script.decisions[decision][1]:
                if choice != chosen:
                    yield c.CorrectChoice(number, decision, choice, turning.corrector(round_, str(number)))
    if table.deck is None or table.deck.read is None:
        return
    if due := turning.reading_due(table):
        yield c.TurnCards(due.place, round_.stub[: due.number])
    for place in (*round_.piles, "burned", *map(str, round_.boxes)):
        if read := tuple(card for card in round_.cards_at(place) if card != UNREAD):
            yield c.CorrectCards(place, read, turning.corrector(round_, place))


def _at_any_time(table: Table) -> Iterator[Command]:
    """What might be open between rounds and during one: one deck can be shuffled while the other is in play."""
    waiting = decks.deck_to_shuffle(table)
    if waiting is not None:
        for way in decks.shuffle_ways(table, table.decks[waiting]):
            yield c.RecordShuffle(DECK, way)  # type: ignore[arg-type]
    if table.deck and table.deck.needs_cut:
        yield c.CutCards(table.ruleset.regulation.shuffling.cut.least)
    yield c.OrderRecut()
    yield c.LoadShuffler()
    yield from irregularities.short_decks(table)
    for box in range(1, table.ruleset.submission.boxes + 1):
        if box not in table.seats:
            yield c.TakeSeat("a player", box)
    yield from map(c.FreeSeat, table.seats)
    yield c.BuyChips("a player", 100)
    yield from _corrections(table)
    yield c.FillTable(100)
    yield c.CreditTable(table.accounts.get("inventory", 0))
    yield c.EmptyDrop()
    yield c.TakeOutOfService("shuffler", "covered")
    yield c.TakeOutOfService("dealing_shoe", "covered")
    yield from map(c.ReturnToService, table.out_of_service)  # type: ignore[arg-type]


def _between(table: Table) -> Iterator[Command]:
    if due := decks.step_due(table):
        yield c.Perform(due[1].does, due[1].by)
    deck = table.deck
    yield c.OpenBets(deck.since if deck and deck.since is not None else 0)
    yield c.OrderShuffle()
    yield c.CountStub(0, deck="current" if len(table.decks) > 1 else "")
    for number in {decks.decks_wanted(table), decks.decks_missing(table) or decks.decks_wanted(table)}:
        yield from (c.ReceiveDecks(number, preshuffled) for preshuffled in (False, True))
    yield c.GoIdle()
    yield from (c.Report("shuffler_failed"), c.Report("shuffler_failed", who="floorperson"))


def describe(command: Command) -> str:
    """A command in the words of an offer, without amounts."""
    name = type(command).__name__
    words = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip()
    match command:
        case c.Choose(box=box, choice=choice):
            return f"box {box} decides: {choice}"
        case c.PlaceWagers(box=box):
            return f"box {box} places wagers"
        case c.Perform(step=step, who=who):
            return f"the {who}: {step.replace('_', ' ')}"
        case c.TakeSeat(box=box) | c.LeaveSeat(box=box) | c.FreeSeat(box=box):
            return f"{words} {box}"
        case c.Report(found=found, who=who):
            return f"{'the floorperson: ' * (who != 'dealer')}report {found.replace('_', ' ')}"
        case c.TurnCards(place=place) | c.CorrectCards(place=place):
            return f"{'the floorperson: ' * (given_by(command) == 'floorperson')}{words} of {place.replace('_', ' ')}"
        case c.CorrectChoice(box=box):
            return f"{words} of box {box}"
        case c.ValidateWin(box=box, item=item):
            return f"validate {item} of box {box}"
    return words
