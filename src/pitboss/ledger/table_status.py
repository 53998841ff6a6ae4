"""What the floor has decided about a table beyond the regulation, recorded in the table's own stream.

A table closes after the current round and is closed once its drop is counted. A fill or credit that needs two people
waits for the second. New limits wait for their time, a new house file for the end of a round. Such an entry has `floor`
besides its events, and no event of the regulation.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, assert_never

from pitboss.ledger import records as r
from pitboss.ledger.rack import NO_RACK, Rack, after_decision, after_payout
from pitboss.play import event_groups as g
from pitboss.play import events as e
from pitboss.play.message import TypedValue, message_from_json

Closed = Literal["", "closing", "closed"]


class Transfer(TypedValue):
    """Chips that someone asked to move: between the cage and the table, to a player, or to correct a payment."""

    id: str
    kind: Literal["fill", "credit", "correction", "sale"]
    amount: int
    by: str
    """Who asked,"""
    second: str = ""
    """and who confirmed."""
    command: str = ""
    """The command of a correction or a sale."""
    chips: r.Chips = ()
    """By denomination, if the house counts its racks."""


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

    closed: Closed = ""
    transfers: tuple[Transfer, ...] = ()
    """The transfers that were asked for and not yet done."""
    limits: tuple[LimitNotice, ...] = ()
    """Announced limits that do not apply yet."""
    rules_by: str = ""
    """Who ordered that the table takes the newest house file after the current round."""
    corrected: tuple[tuple[str, str, int], ...] = ()
    """Who corrected whose payments since the last round began, and the cents of each."""
    rack: Rack = NO_RACK

    def transfer(self, id_: str) -> Transfer | None:
        return next((one for one in self.transfers if one.id == id_), None)

    def is_confirmed(self, kind: r.TransferKind, amount: int) -> bool:
        """Whether two people have agreed to such a transfer."""
        return any(one.second and (one.kind, one.amount) == (kind, amount) for one in self.transfers)

    def is_command_confirmed(self, command: str) -> bool:
        """Whether two people have agreed to exactly this correction or sale."""
        return any(one.second and one.command == command for one in self.transfers)

    def corrected_by(self, by: str, player: str) -> int:
        """What a person has given to a player, or taken, by corrections since the last round began, in cents."""
        return sum(cents for name, whose, cents in self.corrected if (name, whose) == (by, player))


OPEN = TableStatus()
_CORRECTIONS = (e.PaymentCorrected, e.BoxPaymentCorrected)


def after_floor(standing: TableStatus, content: Mapping[str, Any], events: Iterable[e.Event]) -> TableStatus:
    """The status after an entry of the table's stream."""
    waiting = standing.transfers or standing.corrected
    for event in events if waiting else [event for event in events if isinstance(event, _CORRECTIONS)]:
        match event:
            case e.TableFilled(amount=amount):
                standing = _done(standing, "fill", amount)
            case e.TableCredited(amount=amount):
                standing = _done(standing, "credit", amount)
            case e.ChipsBought(amount=amount):
                standing = _done(standing, "sale", amount)
            case e.BoxPaymentCorrected(amount=amount) | e.PaymentCorrected(amount=amount):
                corrected = (content["by"], event.player, abs(amount))
                standing = _done(standing, "correction", amount)
                standing = standing.replace(corrected=(*standing.corrected, corrected))
            case (
                e.ChipsCashed() | e.DropEmptied() | e.InventoryCounted() | e.PayoutHeld() | e.PayoutMade()
                | g.SeatEvent() | g.DeckEvent() | g.StageEvent() | g.MeterEvent() | g.RoundEvent()
            ):  # fmt: skip
                pass
            case _:
                assert_never(event)
    if standing.corrected and any(isinstance(event, e.BetsOpened) for event in events):
        standing = standing.replace(corrected=())
    if "floor" not in content:
        return standing
    return _decided(standing, message_from_json(content["floor"], r.FLOOR_DECISIONS), content["by"])


_CLOSED: Mapping[type, Closed] = {r.TableClosing: "closing", r.TableClosed: "closed", r.TableReopened: ""}


def _decided(standing: TableStatus, decision: r.FloorDecision, by: str) -> TableStatus:
    match decision:
        case r.TableClosing() | r.TableClosed() | r.TableReopened():
            return standing.replace(closed=_CLOSED[type(decision)])
        case r.TransferRequested(transfer=id_, kind=kind, amount=amount, chips=chips):
            asked = Transfer(id_, kind, amount, by, chips=chips)
            return standing.replace(transfers=(*standing.transfers, asked))
        case r.CorrectionRequested() | r.SaleRequested():
            return standing.replace(transfers=(*standing.transfers, _asked(decision, by)))
        case r.TransferConfirmed(transfer=id_, cashier=cashier):
            if cashier:
                # The chips moved with this entry.
                return _without(standing, id_)
            confirmed = (one.replace(second=by) if one.id == id_ else one for one in standing.transfers)
            return standing.replace(transfers=tuple(confirmed))
        case r.TransferWithdrawn(transfer=id_):
            return _without(standing, id_)
        case (
            r.CountMade() | r.CountConfirmed() | r.HandPayOrdered() | r.PayoutSigned() | r.PayoutVoided()
            | r.PayoutPaid()
        ):  # fmt: skip
            return standing.replace(rack=_rack(standing.rack, decision, by))
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


def _rack(
    rack: Rack,
    decision: r.CountMade | r.CountConfirmed | r.HandPayOrdered | r.PayoutSigned | r.PayoutVoided | r.PayoutPaid,
    by: str,
) -> Rack:
    match decision:
        case r.CountMade() | r.CountConfirmed():
            return after_decision(rack, decision, by)
        case r.HandPayOrdered(round=number):
            return rack.replace(by_hand=number)
        case r.PayoutSigned() | r.PayoutVoided():
            return after_payout(rack, decision, by)
        case r.PayoutPaid():
            # The event of its entry has removed the payment.
            return rack
        case _:
            assert_never(decision)


def _asked(decision: r.CorrectionRequested | r.SaleRequested, by: str) -> Transfer:
    sold = isinstance(decision, r.SaleRequested)
    return Transfer(decision.transfer, "sale" if sold else "correction", decision.amount, by, command=decision.command)


def _done(standing: TableStatus, kind: r.TransferKind | Literal["correction", "sale"], amount: int) -> TableStatus:
    if not standing.transfers:
        return standing
    done = next((one for one in standing.transfers if one.second and (one.kind, one.amount) == (kind, amount)), None)
    return _without(standing, done.id) if done else standing


def _without(standing: TableStatus, id_: str) -> TableStatus:
    return standing.replace(transfers=tuple(one for one in standing.transfers if one.id != id_))
