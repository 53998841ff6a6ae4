"""Chips as double entry: every event that moves money moves it from one account to another.

Accounts: `inventory`, `rack PLAYER`, `area BOX WAGER`, `meter NAME`, `jackpot BOX WAGER` (locked until it is paid),
`payout ROUND BOX ITEM` (owed at the desk),
`drop` (cash for chips), and `outside`, which balances the rest. They sum to zero after every event.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, assert_never

from pitboss.play import event_groups as g
from pitboss.play import events as e

if TYPE_CHECKING:
    from pitboss.table.state import Table

Accounts = Mapping[str, int]
Posting = tuple[str, str, int]
"""From, to, cents."""


def post(table: "Table", event: e.Event) -> Accounts:
    """The accounts after an event."""
    accounts = None
    for giver, taker, cents in postings(table, event):
        if accounts is None:
            accounts = dict(table.accounts)
        accounts[giver] = accounts.get(giver, 0) - cents
        accounts[taker] = accounts.get(taker, 0) + cents
    return table.accounts if accounts is None else accounts


def postings(table: "Table", event: e.Event) -> Iterator[Posting]:
    """What an event moves."""
    # The most frequent kinds come first: in a long match over structs, each case before the right one costs time.
    match event:
        case e.WagerPlaced(box=box, wager=wager, amount=amount, was=was):
            yield _rack(table, box), f"area {box} {wager}", amount - was
        case e.WagerCollected(box=box, wager=wager):
            yield _swept(table, box, wager)
        case e.WagerForfeited(box=box, wager=wager):
            if not table.terms.script.forfeits_wait:
                yield _swept(table, box, wager)
        case (
            e.CardsDealt() | e.ChoiceMade() | e.CardsRevealed() | e.CardsCollected() | e.BetsClosed() | e.CardsTurned()
        ):
            pass
        case e.WagerPaid(box=box, wager=wager, returned=returned, amount=amount, meter=meter):
            yield _source(table, box, wager), _rack(table, box), returned
            yield _payer(table, box, wager, meter), _rack(table, box), amount
            lying = table.accounts.get(f"area {box} {wager}", 0)
            if lying > returned:
                # A payment "for 1" takes the stake in.
                yield f"area {box} {wager}", "inventory", lying - returned
        case e.WagerReturned(box=box, wager=wager, amount=amount):
            yield _source(table, box, wager), _rack(table, box), amount
        case e.WagerRestored(box=box, wager=wager, stake=stake):
            yield from _restored(table, box, wager, stake)
        case e.MeterRaised(meter=meter, amount=amount) | e.MeterReset(meter=meter, amount=amount):
            yield "inventory", f"meter {meter}", amount
        case e.JackpotLocked(box=box, wager=wager, meter=meter, amount=amount):
            yield f"meter {meter}", _jackpot(box, wager), amount
        case e.JackpotReleased(box=box, wager=wager, meter=meter, amount=amount):
            yield _jackpot(box, wager), f"meter {meter}", amount
        case e.ForfeitsCollected(box=box):
            for wager in table.round.boxes[box].settled if table.round else ():
                yield _swept(table, box, wager)
        case e.WagersCollected(wager=wager):
            for box in table.round.in_play() if table.round else ():
                yield _swept(table, box, wager)
        case e.AwardPaid(box=box, amount=amount):
            yield "inventory", _rack(table, box), amount
        case e.ChipsBought(player=player, amount=amount):
            yield "outside", "drop", amount
            yield "inventory", f"rack {player}", amount
        case e.ChipsCashed(player=player, amount=amount):
            yield f"rack {player}", "outside", amount
        case e.TableFilled(amount=amount):
            yield "outside", "inventory", amount
        case e.TableCredited(amount=amount):
            yield "inventory", "outside", amount
        case e.PayoutHeld(player=player, amount=amount):
            # The chips go back from the player to the rack, and the cage owes the payment.
            yield f"rack {player}", payout_account(event), amount
            yield "outside", "inventory", amount
        case e.PayoutMade(amount=amount):
            yield payout_account(event), "outside", amount
        case e.InventoryCounted(amount=amount, was=was):
            yield "outside", "inventory", amount - was
        case e.DropEmptied(amount=amount):
            yield "drop", "outside", amount
        case e.PaymentCorrected(player=player, amount=amount) | e.BoxPaymentCorrected(player=player, amount=amount):
            yield "inventory", f"rack {player}", amount
        case e.MeterShown(meter=meter, amount=amount):
            yield "outside", f"meter {meter}", amount - table.accounts.get(f"meter {meter}", 0)
        case e.MeterLowered(meter=meter, amount=amount):
            yield f"meter {meter}", "inventory", amount
        case e.PaymentTakenBack(box=box, amount=amount, meter=meter):
            yield _rack(table, box), f"meter {meter}" if meter else "inventory", amount
        case (
            g.SeatEvent() | g.DeckEvent() | g.StageEvent() | e.CouponPlaced() | e.HandChosen() | e.CardDiscarded()
            | e.CardBurned() | e.NoChoiceMade() | e.ChipsCounted() | e.DifferenceDecided()
            | e.ValidationAsked() | e.WinValidated() | e.StubCounted() | e.IrregularityReported()
            | e.ReportRefused() | e.IrregularityFound() | e.WagersAbandoned() | e.CardsCorrected()
            | e.ChoiceCorrected() | e.HandCollected() | g.NotedEvent()
        ):  # fmt: skip
            pass
        case _:
            assert_never(event)


def payout_account(event: e.PayoutHeld | e.PayoutMade) -> str:
    """The account of a payment that is owed at the desk."""
    return f"payout {event.round} {event.box} {event.item}"


def _rack(table: "Table", box: int) -> str:
    assert table.round
    return f"rack {table.round.boxes[box].player}"


def _swept(table: "Table", box: int, wager: str) -> Posting:
    """What still lies on an area goes to the inventory."""
    area = f"area {box} {wager}"
    return area, "inventory", table.accounts.get(area, 0)


def _jackpot(box: int, wager: str) -> str:
    return f"jackpot {box} {wager}"


def _payer(table: "Table", box: int, wager: str, meter: str) -> str:
    """Who pays a win: what was locked for it, or its meter, or the inventory."""
    locked = _jackpot(box, wager)
    if table.accounts.get(locked, 0):
        return locked
    return f"meter {meter}" if meter else "inventory"


def _restored(table: "Table", box: int, wager: str, stake: int) -> Iterator[Posting]:
    """A stake comes back to the layout from where it went, unless the house collects such chips before the deal."""
    assert table.round
    if wager not in table.round.collected:
        was = table.round.boxes[box].settled[wager]
        area = f"area {box} {wager}"
        yield _rack(table, box) if was.returned else "inventory", area, stake - table.accounts.get(area, 0)


def _source(table: "Table", box: int, wager: str) -> str:
    """Where the stake is: on the layout, or in the inventory already."""
    area = f"area {box} {wager}"
    return area if table.accounts.get(area, 0) else "inventory"
