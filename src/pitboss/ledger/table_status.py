"""What the floor has decided about a table beyond the regulation, recorded in the table's own stream.

A table closes after the current round and is closed once its drop is counted. A fill or credit that needs two people
waits for the second. New limits wait for their time, a new house file for the end of a round. Such an entry has `floor`
besides its events, and no event of the regulation.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, assert_never

from pitboss.ledger import records as r
from pitboss.play import event_groups as g
from pitboss.play import events as e
from pitboss.play.message import TypedValue, message_from_json


class Transfer(TypedValue):
    """Chips that someone asked to move: between the cage and the table, or to correct a payment."""

    id: str
    kind: Literal["fill", "credit", "correction"]
    amount: int
    by: str
    """Who asked,"""
    second: str = ""
    """and who confirmed."""
    command: str = ""
    """The command of a correction."""


class LimitNotice(TypedValue):
    """Limits of a wager that were announced, in cents, and the moment from which they apply, in milliseconds."""

    id: str
    wager: str
    minimum: int
    maximum: int
    effective: int
    law: str
    by: str
    posted: bool = False
    """Whether a sign at the table says so."""


class TableStatus(TypedValue):
    """The status of a table with the floor."""

    closed: Literal["", "closing", "closed"] = ""
    transfers: tuple[Transfer, ...] = ()
    """The transfers that were asked for and not yet done."""
    limits: tuple[LimitNotice, ...] = ()
    """Announced limits that do not apply yet."""
    rules_by: str = ""
    """Who ordered that the table takes the newest house file after the current round."""

    def transfer(self, id_: str) -> Transfer | None:
        return next((one for one in self.transfers if one.id == id_), None)

    def is_confirmed(self, kind: r.TransferKind, amount: int) -> bool:
        """Whether two people have agreed to such a transfer."""
        return any(one.second and (one.kind, one.amount) == (kind, amount) for one in self.transfers)

    def is_correction_confirmed(self, command: str) -> bool:
        """Whether two people have agreed to exactly this correction."""
        return any(one.second and one.command == command for one in self.transfers)


OPEN = TableStatus()


def after_floor(standing: TableStatus, content: Mapping[str, Any], events: Iterable[e.Event]) -> TableStatus:
    """The status after an entry of the table's stream."""
    for event in events if standing.transfers else ():
        match event:
            case e.TableFilled(amount=amount):
                standing = _done(standing, "fill", amount)
            case e.TableCredited(amount=amount):
                standing = _done(standing, "credit", amount)
            case e.BoxPaymentCorrected(amount=amount):
                standing = _done(standing, "correction", amount)
            case (
                e.ChipsBought() | e.ChipsCashed() | e.DropEmptied() | e.PaymentCorrected()
                | g.SeatEvent() | g.DeckEvent() | g.StageEvent() | g.MeterEvent() | g.RoundEvent()
            ):  # fmt: skip
                pass
            case _:
                assert_never(event)
    if "floor" not in content:
        return standing
    return _decided(standing, message_from_json(content["floor"], r.FLOOR_DECISIONS), content["by"])


def _decided(standing: TableStatus, decision: r.FloorDecision, by: str) -> TableStatus:
    match decision:
        case r.TableClosing():
            return standing.replace(closed="closing")
        case r.TableClosed():
            return standing.replace(closed="closed")
        case r.TableReopened():
            return standing.replace(closed="")
        case r.TransferRequested(transfer=id_, kind=kind, amount=amount):
            return standing.replace(transfers=(*standing.transfers, Transfer(id_, kind, amount, by)))
        case r.CorrectionRequested(transfer=id_, amount=amount, command=command):
            asked = Transfer(id_, "correction", amount, by, command=command)
            return standing.replace(transfers=(*standing.transfers, asked))
        case r.TransferConfirmed(transfer=id_):
            confirmed = (one.replace(second=by) if one.id == id_ else one for one in standing.transfers)
            return standing.replace(transfers=tuple(confirmed))
        case r.TransferWithdrawn(transfer=id_):
            return _without(standing, id_)
        case r.RulesOrdered():
            return standing.replace(rules_by=by)
        case r.LimitsAnnounced():
            limits = decision.minimum, decision.maximum
            notice = LimitNotice(decision.change, decision.wager, *limits, decision.effective, decision.law, by)
            return standing.replace(limits=(*standing.limits, notice))
        case r.LimitSignPosted(change=id_):
            posted = (one.replace(posted=True) if one.id == id_ else one for one in standing.limits)
            return standing.replace(limits=tuple(posted))
        case r.LimitsChanged(change=id_) | r.LimitsWithdrawn(change=id_):
            return standing.replace(limits=tuple(one for one in standing.limits if one.id != id_))
        case _:
            assert_never(decision)


def _done(standing: TableStatus, kind: r.TransferKind | Literal["correction"], amount: int) -> TableStatus:
    done = next((one for one in standing.transfers if one.second and (one.kind, one.amount) == (kind, amount)), None)
    return _without(standing, done.id) if done else standing


def _without(standing: TableStatus, id_: str) -> TableStatus:
    return standing.replace(transfers=tuple(one for one in standing.transfers if one.id != id_))
