"""decide turns a command into events or refuses it, and changes nothing. offers lists everything permitted now."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

from pitboss.cards import DECK
from pitboss.errors import CommandRefused
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.commands import Command, given_by
from pitboss.play.round import Round
from pitboss.rules.vocabulary import Person
from pitboss.table import betting, cage, decks, irregularities, playing, settling
from pitboss.table.dry_run import DryRunTable, Events, Offer, WouldBeAccepted
from pitboss.table.state import Table

_HANDLERS: dict[type, Callable[[Table, Any], Events | Iterator[e.Event]]] = {
    c.BuyChips: betting.buy,
    c.CashOut: betting.cash_out,
    c.TakeSeat: betting.take_seat,
    c.LeaveSeat: betting.leave_seat,
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
    c.GoIdle: decks.go_idle,
    c.OpenBets: decks.open_bets,
    c.PlaceWagers: betting.place,
    c.CloseBets: betting.close_bets,
    c.ReadCards: playing.read_cards,
    c.DealCards: playing.deal,
    c.Choose: playing.choose,
    c.Settle: settling.settle,
    c.ValidateWin: settling.validate,
    c.CountStub: irregularities.count_stub,
    c.Report: irregularities.report,
    c.TakeOutOfService: irregularities.take_out,
    c.DeclareAbandoned: irregularities.abandon,
    c.FindViolation: irregularities.violation,
}


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
    found = _HANDLERS[type(command)](table, command)
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
        found = _HANDLERS[type(command)](DryRunTable(*table), command)
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


def house_candidates(table: Table) -> Iterator[Command]:
    """What might be open to the dealer, the floorperson and newcomers; `accepted` decides what is."""
    yield from _between(table) if table.round is None else _in_round(table, table.round)
    yield from _at_any_time(table)


def _in_round(table: Table, round_: Round) -> Iterator[Command]:
    match round_.phase:
        case "betting":
            yield c.CloseBets()
        case "closed":
            if table.deck and table.deck.read is not None:
                yield c.ReadCards(round_.stub[: playing.taken(table)])
            yield c.DealCards()
        case _:
            if not playing.pending(table):
                yield c.Settle()
            for number, item in sorted(round_.asked - round_.validated):
                yield c.ValidateWin(number, item)
            yield c.CountStub(len(round_.stub))
    for found in irregularities.findable(table, round_):
        yield c.Report(found, round_.stub[0] if round_.stub else None)
    for number, box in round_.boxes.items():
        if box.left:
            yield c.DeclareAbandoned(number)
        if box.cards:
            yield c.FindViolation(number)


def _at_any_time(table: Table) -> Iterator[Command]:
    """What might be open between rounds and during one: one deck can be shuffled while the other is in play."""
    waiting = decks.deck_to_shuffle(table)
    if waiting is not None:
        for way in decks.shuffle_ways(table, table.decks[waiting]):
            yield c.RecordShuffle(DECK, way)  # type: ignore[arg-type]
    if table.deck and table.deck.needs_cut:
        yield c.CutCards(table.ruleset.regulation.shuffling.cut.least)
    yield c.OrderRecut()
    for box in range(1, table.ruleset.submission.boxes + 1):
        if box not in table.seats:
            yield c.TakeSeat("a player", box)
    yield c.BuyChips("a player", 100)
    for player in table.racks():
        yield c.CorrectPayment(player, 1, "a reason")
    yield c.FillTable(100)
    yield c.CreditTable(table.accounts.get("inventory", 0))
    yield c.EmptyDrop()
    yield c.TakeOutOfService("shuffler", "covered")
    yield c.TakeOutOfService("dealing_shoe", "covered")


def _between(table: Table) -> Iterator[Command]:
    submission = table.ruleset.submission
    if due := decks.step_due(table):
        yield c.Perform(due[1].does, due[1].by)
    deck = table.deck
    yield c.OpenBets(deck.since if deck and deck.since is not None else 0)
    yield c.OrderShuffle()
    yield c.CountStub(len(DECK))
    yield c.ReceiveDecks(submission.decks, False)
    yield c.GoIdle()
    yield c.Report("shuffler_failed")


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
        case c.TakeSeat(box=box) | c.LeaveSeat(box=box):
            return f"{words} {box}"
        case c.Report(found=found):
            return f"report {found.replace('_', ' ')}"
        case c.ValidateWin(box=box, item=item):
            return f"validate {item} of box {box}"
    return words
