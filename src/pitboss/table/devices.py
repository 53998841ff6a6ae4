"""Devices that leave service and return to it. One stack of cards is never dealt in two orders."""

from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.rules.clause import Clause
from pitboss.rules.procedures import Irregularity
from pitboss.table.decks import between_rounds, shuffle_cite
from pitboss.table.dry_run import Events
from pitboss.table.irregularities import row_for
from pitboss.table.refusal import refuse
from pitboss.table.state import Table, evolve


def take_out(table: Table, command: c.TakeOutOfService) -> Events:
    """Covers or marks a device. One that deals the cards of a round stays until the round is over or void."""
    row = _unusable(table)
    _check_exists(table, command.device, row.cite)
    if command.device in table.out_of_service:
        refuse("out-already", row.cite, f"the {_said(command.device)} is already out of service")
    way = row.also[0 if command.how == "covered" else 1] if len(row.also) > 1 else row.cite
    taken = e.DeviceTakenOut(command.device, command.how, way)
    failed = row_for(table, "dealing_shoe_failed") or row_for(table, "shuffler_failed") or row
    if table.round and (_deals_otherwise(table, taken) or _holds_cards(table)):
        told = f"the {_said(command.device)} stays while a round is in progress; if it fails, report it"
        refuse("device-in-use", failed.cite, told)
    return _exchanged(table, taken, failed.cite)


def return_to_service(table: Table, command: c.ReturnToService) -> Events:
    """Brings a device back, between rounds."""
    row = _unusable(table)
    _check_exists(table, command.device, row.cite)
    between_rounds(table, row.cite)
    if command.device not in table.out_of_service:
        refuse("in-service", row.cite, f"the {_said(command.device)} is in service")
    return _exchanged(table, e.DeviceReturned(command.device, row.cite), shuffle_cite(table, "floor_orders"))


def _exchanged(table: Table, event: e.DeviceTakenOut | e.DeviceReturned, cite: Clause) -> Events:
    """The change of a device; if the cards are then dealt in another way, every stack is shuffled again first."""
    done, otherwise = Events(table), _deals_otherwise(table, event)
    done.add(event)
    for index, deck in enumerate(done.table.decks):
        if otherwise and deck.order:
            done.add(e.ShuffleOrdered(index, cite))
    return done


def _deals_otherwise(table: Table, event: e.DeviceTakenOut | e.DeviceReturned) -> bool:
    return evolve(table, event).device != table.device


def _holds_cards(table: Table) -> bool:
    """Whether the dealer's cards wait in the device for the last decision."""
    waits = table.ruleset.submission.dealer_cards == "shuffler"
    return waits and table.round is not None and table.round.phase in ("closed", "playing")


def _unusable(table: Table) -> Irregularity:
    row = row_for(table, "device_unusable")
    if row is None:
        cite = table.ruleset.regulation.irregularities[0].cite
        refuse("not-foreseen", cite, "no clause covers taking a device out of service at this table")
    return row


def _check_exists(table: Table, device: str, cite: Clause) -> None:
    submission = table.ruleset.submission
    shoe = submission.device in ("automated_shoe", "reshuffling_shoe")
    if not (shoe if device == "dealing_shoe" else submission.shuffler != "none"):
        refuse("no-such-device", cite, f"this table has no {_said(device)}")


def _said(word: str) -> str:
    return word.replace("_", " ")
