"""Rack: the chips in a table inventory container, from one count to the next.

The account `inventory` gives a meter its share of a wager at once. The chip stays in the rack, so the rack is followed
by the chips that players hold and wager, and by what comes from the cage and goes there.
"""

from collections.abc import Iterable, Mapping
from typing import Literal, get_args

from pitboss.ledger import records as r
from pitboss.play import events as e
from pitboss.play.message import TypedValue
from pitboss.rules.pit_law import pit_law

_HELD = ("rack ", "area ")


class RackCount(TypedValue):
    """A count that waits for the second person."""

    id: str
    kind: r.CountKind
    chips: r.Chips
    amount: int
    by: str


class OwedPayout(TypedValue):
    """A payment that the desk owes. `signed` has each signature: the part, who signed, and the note."""

    id: str
    round: int
    box: int
    item: str
    player: str
    amount: int
    stake: int
    winnings: int
    meter: str
    hand: str
    needs: tuple[str, ...]
    signed: tuple[tuple[str, str, str], ...] = ()

    @property
    def missing(self) -> tuple[str, ...]:
        """The signatures that it still takes, in their order."""
        there = {part for part, _, _ in self.signed}
        return tuple(part for part in self.needs if part not in there)

    def signer(self, part: str) -> str:
        return next((who for signed, who, _ in self.signed if signed == part), "")


class Rack(TypedValue):
    """The chips in a rack. `state` is empty before the first count: then nothing is known of them."""

    state: Literal["", "open", "shut"] = ""
    amount: int = 0
    """By the books since the last count, in cents."""
    last: r.Chips = ()
    """The last count."""
    box: int | None = None
    """What is in a drop box that was taken away and is not counted yet."""
    counts: tuple[RackCount, ...] = ()
    payouts: tuple[OwedPayout, ...] = ()
    """The payments that the desk owes."""
    by_hand: int = 0
    """The last round whose payments beyond the rack are made by hand."""

    def payout(self, id_: str) -> OwedPayout | None:
        return next((one for one in self.payouts if one.id == id_), None)

    def count(self, id_: str) -> RackCount | None:
        return next((one for one in self.counts if one.id == id_), None)


NO_RACK = Rack()


def after_events(rack: Rack, before: Mapping[str, int], after: Mapping[str, int], events: Iterable[e.Event]) -> Rack:
    """The rack after the events of an entry, with the accounts of its table before and after them."""
    amount, box, payouts = rack.amount + _held(before) - _held(after), rack.box, rack.payouts
    for event in events:
        match event:
            case e.TableFilled(amount=moved):
                amount += moved
            case e.TableCredited(amount=moved) | e.ChipsCashed(amount=moved):
                amount -= moved
            case e.InventoryCounted(amount=counted):
                amount = counted
            case e.DropEmptied(amount=emptied):
                box = (box or 0) + emptied
            case e.PayoutHeld():
                payouts = (*payouts, payout_of(event))
            case e.PayoutMade():
                payouts = tuple(one for one in payouts if one.id != payout_id(event))
    return rack.replace(amount=amount, box=box, payouts=payouts)


def payout_id(event: e.PayoutHeld | e.PayoutMade) -> str:
    return f"{event.round}-{event.box}-{event.item}"


def payout_of(event: e.PayoutHeld) -> OwedPayout:
    told = event.amount, event.stake, event.winnings, event.meter, event.hand, tuple(event.needs.split(","))
    return OwedPayout(payout_id(event), event.round, event.box, event.item, event.player, *told)


def after_payout(rack: Rack, decision: r.PayoutSigned | r.PayoutVoided, by: str) -> Rack:
    """The rack after someone signed for a payment, or its document was voided."""

    def changed(one: OwedPayout) -> OwedPayout:
        if one.id != decision.payout:
            return one
        if isinstance(decision, r.PayoutVoided):
            return one.replace(signed=())
        return one.replace(signed=(*one.signed, (decision.part, by, decision.note)))

    return rack.replace(payouts=tuple(map(changed, rack.payouts)))


def after_decision(rack: Rack, decision: r.CountMade | r.CountConfirmed, by: str) -> Rack:
    """The rack after a count was made or confirmed."""
    others = tuple(one for one in rack.counts if one.kind != decision.kind)
    if isinstance(decision, r.CountMade):
        made = RackCount(decision.count, decision.kind, decision.chips, decision.amount, by)
        return rack.replace(counts=(*others, made))
    match decision.kind:
        case "opener":
            return rack.replace(state="open", last=decision.chips, counts=others)
        case "inventory":
            return rack.replace(last=decision.chips, box=rack.box or 0, counts=others)
        case "closer":
            return rack.replace(state="shut", last=decision.chips, box=rack.box or 0, counts=others)
        case "drop":
            return rack.replace(box=None, counts=others)


def _held(accounts: Mapping[str, int]) -> int:
    """The chips of players, in their racks and on the layout."""
    return sum(cents for name, cents in accounts.items() if name.startswith(_HELD))


def payout_methods(amount: int) -> tuple[r.PayoutMethod, ...]:
    """How a payment of an amount may be made."""
    return ("check",) if amount >= pit_law().payouts.check_from else get_args(r.PayoutMethod)
