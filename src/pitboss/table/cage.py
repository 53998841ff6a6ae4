"""Chips between the table and the cage, the drop box, and payments that the floorperson corrects."""

from collections.abc import Iterator

from pitboss.money import show_money
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.rules.clause import Clause
from pitboss.table.refusal import refuse
from pitboss.table.settled import is_being_settled
from pitboss.table.state import Table
from pitboss.text import plural


def fill(table: Table, command: c.FillTable) -> Iterator[e.Event]:
    cite = table.ruleset.regulation.conduct["chips_only"]
    if command.amount <= 0:
        refuse("no-amount", cite, "a fill must be more than $0")
    yield e.TableFilled(command.amount, cite)


def credit(table: Table, command: c.CreditTable) -> Iterator[e.Event]:
    cite, there = table.ruleset.regulation.conduct["chips_only"], table.accounts.get("inventory", 0)
    if command.amount <= 0:
        refuse("no-amount", cite, "a credit must be more than $0")
    if command.amount > there:
        refuse("not-enough-chips", cite, f"the table inventory holds {show_money(there)}")
    yield e.TableCredited(command.amount, cite)


def empty_drop(table: Table, _: c.EmptyDrop) -> Iterator[e.Event]:
    cite, there = table.ruleset.regulation.conduct["chips_only"], table.accounts.get("drop", 0)
    if not there:
        refuse("drop-empty", cite, "the drop box is empty")
    yield e.DropEmptied(there, cite)


def correct(table: Table, command: c.CorrectPayment) -> Iterator[e.Event]:
    """Corrects a payment: the hands of a round can be rebuilt, so the amount due is known."""
    cite = next(step.cite for step in table.ruleset.regulation.script if step.step == "clear")
    if not command.amount:
        refuse("no-amount", cite, "a correction must be more than $0")
    if not command.reason.strip():
        refuse("no-reason", cite, "a correction needs a reason")
    if is_being_settled(table):
        # A void round takes its payments back; the chips for that are still in the rack.
        refuse("round-under-way", cite, "payments can be corrected only after the round is settled")
    if f"rack {command.player}" not in table.accounts:
        refuse("no-such-player", cite, f"{command.player} has bought no chips at this table")
    if command.amount + table.rack_of(command.player) < 0:
        have = show_money(table.rack_of(command.player))
        refuse("not-enough-chips", cite, f"{command.player} has {have} in the rack")
    if not command.round:
        yield e.PaymentCorrected(command.player, command.amount, command.reason, cite)
        return
    _check_named(table, command, cite)
    item, box, number = command.item, command.box, command.round
    yield e.BoxPaymentCorrected(command.player, command.amount, item, box, number, command.reason, cite)


def _check_named(table: Table, command: c.CorrectPayment, cite: Clause) -> None:
    """Refuses a payment that cannot have been made: of another round, box or player, or of nothing that is offered."""
    ruleset, last = table.ruleset, table.last
    if command.round > table.rounds:
        refuse("no-such-round", cite, f"the table has played {plural(table.rounds, 'round')}")
    if command.item not in ruleset.wagers and command.item not in ruleset.awards:
        offered = ", ".join([*ruleset.wagers, *ruleset.awards])
        refuse("no-such-item", cite, f"the table pays no {command.item}; it pays {offered}")
    if not 1 <= command.box <= ruleset.submission.boxes:
        refuse("no-such-box", cite, f"the table has boxes 1 to {ruleset.submission.boxes}")
    if last is None or last.number != command.round:
        return
    box = last.boxes.get(command.box)
    if box is None or box.player != command.player:
        told = f"{box.player}'s" if box else "free"
        refuse("other-player", cite, f"box {command.box} was {told} in round {command.round}")
