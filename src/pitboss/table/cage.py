"""Chips between the table and the cage, the drop box, and payments that the floorperson corrects."""

from collections.abc import Iterator

from pitboss.money import show_money
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.table.refusal import refuse
from pitboss.table.state import Table


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
    if table.round and table.round.phase == "settling":
        # A void round takes its payments back; the chips for that are still in the rack.
        refuse("round-under-way", cite, "payments can be corrected only after the round is settled")
    if f"rack {command.player}" not in table.accounts:
        refuse("no-such-player", cite, f"{command.player} has bought no chips at this table")
    if command.amount + table.rack_of(command.player) < 0:
        have = show_money(table.rack_of(command.player))
        refuse("not-enough-chips", cite, f"{command.player} has {have} in the rack")
    yield e.PaymentCorrected(command.player, command.amount, command.reason, cite)
