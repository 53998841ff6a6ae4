"""Offers are sound and complete: what is offered is accepted, and whatever else is asked is refused with a clause."""

from collections.abc import Iterator
from functools import partial
from itertools import product
from random import Random
from string import Formatter
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.cards import DECK
from pitboss.errors import CommandRefused
from pitboss.ledger.table_status import OPEN, TableStatus
from pitboss.play import commands as c
from pitboss.play.commands import Command, given_by
from pitboss.play.notation import show_command
from pitboss.rules.load import folders
from pitboss.rules.register import clause_entries
from pitboss.rules.vocabulary import Person
from pitboss.table import decide as deciding
from pitboss.table.authority import may_give
from pitboss.table.committed_order import order_stays
from pitboss.table.decide import act, decide, offers
from pitboss.table.state import Table, new_table
from pitboss.views.actions import command_text, example_of
from pitboss.views.memo import ViewMemo
from pitboss.views.permitted import staff_actions
from pitboss.views.seat import public_view, seat_part, seat_parts
from pitboss.views.staff import NOBODY, staff_part
from tests.properties.asking import (
    CHOICES,
    DECKS,
    DEVICES,
    FOUND,
    ITEMS,
    PLAYERS,
    WAYS,
    any_command,
    chances,
    next_step,
)
from tests.properties.houses import approved, houses

BOXES = range(9)
NAMING = ("box", "choice", "found", "item", "device", "step", "who", "way")
"""What tells one kind of a command from another; players, amounts and cards do not."""

Kind = tuple[object, ...]


def kind(command: Command) -> Kind:
    return (type(command), *(getattr(command, name) for name in NAMING if hasattr(command, name)))


def walk(house: str, chance: Random) -> Iterator[Table]:
    """A table after each of some regular steps with something irregular among them."""
    table = new_table(approved(house))
    yield table
    for _ in range(chance.choice([3, 15, 30, 45, 60, 75])):
        irregular = chance.random() < 0.15
        command = any_command(table, chance) if irregular else next_step(table, chance)
        try:
            table = act(table, command)[0]
        except CommandRefused:
            continue
        yield table


def walked(house: str, chance: Random) -> Table:
    """A table after some regular steps with something irregular among them."""
    *_, table = walk(house, chance)
    return table


def everything(table: Table) -> Iterator[Command]:
    """A broad grid of concrete commands: each kind, with small and large amounts, sensible or not."""
    ruleset = table.ruleset
    for player, amount in product((*PLAYERS, "someone new"), (0, 1, 100, 10**9)):
        yield from (c.BuyChips(player, amount), c.CashOut(player, amount))
        yield from (c.CorrectPayment(player, way * amount, reason) for way in (1, -1) for reason in ("short", ""))
    yield from (cage(amount) for cage in (c.FillTable, c.CreditTable) for amount in (0, 1, 100, 10**9))
    for box in BOXES:
        yield from (c.TakeSeat(player, box) for player in PLAYERS)
        yield from (c.LeaveSeat(box), c.FreeSeat(box), c.DeclareAbandoned(box), c.FindViolation(box))
        yield from (c.Choose(box, choice) for choice in CHOICES)
        yield from (c.ValidateWin(box, item) for item in (*ruleset.regulation.wagers, *ITEMS))
        for name in ruleset.regulation.wagers:
            yield from (
                c.PlaceWagers(box, ((name, amount),), hand=hand) for amount in (0, 100, 1000) for hand in (0, 1)
            )
        for amount, hand in product((100, 1000, 2000), (0, 1)):
            always = [name for name, wager in ruleset.wagers.items() if wager.placed == "before_deal"]
            yield c.PlaceWagers(box, tuple((name, amount) for name in always), hand=hand)
    for step in (*ruleset.regulation.opening.steps, None):
        yield from (c.Perform(step.does if step else "dance", who) for who in get_args(Person))
    yield from (c.RecordShuffle(order, way) for order in (DECK, DECK[:40], ()) for way in WAYS)  # type: ignore[arg-type]
    yield from (c.ReadCards(DECK[:number]) for number in range(53))
    for place, number in product(("1", "3", "dealer", "community", "burned", "moon"), (0, 1, 3)):
        yield from (read(place, DECK[:number]) for read in (c.TurnCards, c.CorrectCards))
    for box, decision, choice in product(BOXES, ("play", "bet_1", "bet_2", "dance"), CHOICES):
        yield c.CorrectChoice(box, decision, choice)
    yield from (c.ReceiveDecks(number, preshuffled) for number in range(4) for preshuffled in (False, True))
    yield from (c.CutCards(depth) for depth in (0, 9, 10, 42, 52))
    yield from (c.EmptyDrop(), c.OrderRecut(), c.OrderShuffle(), c.GoIdle(), c.DealCards(), c.Settle())
    yield from (c.LoadShuffler(), c.WithdrawBets())
    yield from (c.OpenBets(at) for at in (0, 3600, 10**6))
    yield from (c.CloseBets(counted) for counted in ((), (("progressive", 0),), (("bonus", 99),)))
    yield from (c.CountStub(number, out, deck) for number in (*range(53), 99) for out in (0, -1, 10) for deck in DECKS)
    yield from (c.Report(found, card) for found in FOUND for card in (None, *DECK[::7]))
    for place, number in product(
        ("1", "3", "dealer", "community", "deck", "current", "device", "moon"), (-1, 0, 3, 4, 40)
    ):
        yield from (c.Report(found, None, place, number, who) for found in FOUND for who in ("dealer", "floorperson"))
    yield from (c.ConfirmReport(), c.RefuseReport())
    for wager, number in product(ruleset.regulation.wagers, range(4)):
        yield from (c.AcceptWager(wager, number, 0), c.AcceptWager(wager, number, 100), c.RefuseWager(wager, number))
        yield c.CountChips(wager, number)
    yield from (c.TakeOutOfService(device, how) for device in DEVICES for how in ("covered", "marked"))  # type: ignore[arg-type]
    yield from map(c.ReturnToService, DEVICES)  # type: ignore[arg-type]


def refusal(table: Table, command: Command) -> CommandRefused | None:
    try:
        decide(table, command)
    except CommandRefused as refused:
        return refused
    return None


each_regulation = pytest.mark.parametrize("regulation_id", sorted(folders()))


def examples(number: int) -> settings:
    return settings(max_examples=number, deadline=None, suppress_health_check=list(HealthCheck))


@each_regulation
@examples(60)
@given(data=st.data(), chance=chances)
def test_what_is_offered_is_accepted(regulation_id: str, data: st.DataObject, chance: Random) -> None:
    table = walked(data.draw(houses(regulation_id)), chance)
    offered = offers(table)
    assert offered
    for offer in offered:
        assert refusal(table, offer.command) is None
        assert offer.by == given_by(offer.command)


def check_memo(tables: Iterator[Table], chance: Random) -> None:
    """What was worked out for a table before, and remembered, is what is open now."""
    memo = ViewMemo()
    for table in tables:
        shared = public_view(table)
        players = {*table.seats.values(), *table.racks(), "somebody else"}
        parts, afresh = seat_parts(table, shared, memo), seat_parts(table, shared, ViewMemo())
        for player in players:
            assert seat_part(player, parts, memo) == seat_part(player, afresh, ViewMemo())
        own = {show_command(offer.command) for offer in offers(table, "player") if not _is_for_anybody(offer.command)}
        assert own == {example_of(action) for part in afresh.values() for action in part["actions"]}
        for person in get_args(Person):
            if person != "player" and chance.random() < 0.7:
                check_memo_of_staff(table, person, shared, memo, chance)


def check_memo_of_staff(table: Table, person: Person, shared: dict[str, Any], memo: ViewMemo, chance: Random) -> None:
    standing = TableStatus(closed="closing") if chance.random() < 0.1 else OPEN
    # Only real cards are read.
    physical = chance.random() < 0.3 or (table.deck is not None and table.deck.read is not None)
    work = partial(staff_actions, table, person, standing.closed, physical=physical)
    assert work(memo) == work(ViewMemo())
    if standing is OPEN:
        given = [offer.command for offer in offers(table) if not _is_of_a_player(offer.command)]
        falls = [
            command
            for command in given
            if may_give(person, command, physical=physical, clearing=False)
            and order_stays(table, command, physical=physical)
        ]
        # One action corrects the payment of any player.
        corrected = [command for command in falls if isinstance(command, c.CorrectPayment)]
        once = [command for command in falls if command not in corrected[1:]]
        assert [*map(command_text, once)] == [example_of(action) for action in work(memo)]
    part = partial(staff_part, table, person, standing=standing, dealers=NOBODY, shared=shared, physical=physical)
    seen = part(memo=memo)
    assert seen == part(memo=ViewMemo())
    texts = [example_of(action) for action in seen["actions"] if not action.get("repeats")]
    assert len({*texts}) == len(texts)
    if person == "dealer" and not physical:
        # Players act for themselves; what the dealer does for them is to show new cards and to sell chips.
        assert all(text.startswith(("dealer ", "player performs ")) or " buys " in text for text in texts)
    for action in seen["actions"]:
        names = [field["name"] for field in action.get("fields", [])]
        assert [name for _, name, _, _ in Formatter().parse(action["command"]) if name] == names
        assert action["label"]
        assert bool(names) == ("example" in action) == (action["command"] != example_of(action))


def _is_of_a_player(command: Command) -> bool:
    """Whether a command is open to a player by box or name."""
    return isinstance(command, c.PlaceWagers | c.Choose | c.LeaveSeat | c.CashOut)


def _is_for_anybody(command: Command) -> bool:
    """Whether something falls to whoever is there, not to a player by box or name."""
    return isinstance(command, c.TakeSeat | c.BuyChips | c.Perform)


@each_regulation
@examples(40)
@given(data=st.data(), chance=chances)
def test_what_is_remembered_is_still_open(regulation_id: str, data: st.DataObject, chance: Random) -> None:
    check_memo(walk(data.draw(houses(regulation_id)), chance), chance)


@pytest.mark.slow
@each_regulation
@examples(1_000)
@given(data=st.data(), chance=chances)
def test_what_is_remembered_is_still_open_in_many_rounds(
    regulation_id: str, data: st.DataObject, chance: Random
) -> None:
    check_memo(walk(data.draw(houses(regulation_id)), chance), chance)


def check_everything(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each command of the grid is of a kind that is offered, or refused by a clause and told what is open."""
    clauses, regulation_id = clause_entries(table.ruleset.regulation.id), table.ruleset.regulation.id
    offered = offers(table)
    kinds = {kind(offer.command) for offer in offered}
    with monkeypatch.context() as patched:
        # Every refusal says what is open; at one table that is always the same.
        patched.setattr(deciding, "offers", lambda _: offered)
        for command in everything(table):
            refused = refusal(table, command)
            if refused is None:
                assert kind(command) in kinds, command
                continue
            regulation, address = refused.clause.split(" ", 1)
            assert (regulation, address in clauses) == (regulation_id, True), (command, refused)
            assert refused.reason, command
            assert str(refused).endswith(f" Open now: {refused.open_now}."), command


@each_regulation
@examples(40)
@given(data=st.data(), chance=chances)
def test_whatever_is_not_offered_is_refused(
    regulation_id: str, data: st.DataObject, chance: Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_everything(walked(data.draw(houses(regulation_id)), chance), monkeypatch)


@pytest.mark.slow
@each_regulation
@examples(1_000)
@given(data=st.data(), chance=chances)
def test_whatever_is_not_offered_is_refused_at_many_tables(
    regulation_id: str, data: st.DataObject, chance: Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_everything(walked(data.draw(houses(regulation_id)), chance), monkeypatch)


@each_regulation
@examples(1)
@given(data=st.data())
def test_the_grid_has_every_kind_of_command(regulation_id: str, data: st.DataObject) -> None:
    table = new_table(approved(data.draw(houses(regulation_id))))
    assert {type(command) for command in everything(table)} == set(get_args(Command))
