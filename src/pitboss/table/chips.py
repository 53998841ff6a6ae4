"""Chips as double entry: every event that moves money moves it from one account to another.

Accounts: `inventory`, `rack PLAYER`, `area BOX WAGER`, `meter NAME`, `drop` (cash for chips), and `outside`, which
balances the rest. They sum to zero after every event.
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
        case e.WagerForfeited(box=box, wager=wager) | e.WagerCollected(box=box, wager=wager):
            yield _swept(table, box, wager)
        case e.CardsDealt() | e.ChoiceMade() | e.CardsRevealed() | e.CardsCollected() | e.BetsClosed():
            pass
        case e.WagerPaid(box=box, wager=wager, returned=returned, amount=amount, meter=meter):
            yield _source(table, box, wager), _rack(table, box), returned
            yield f"meter {meter}" if meter else "inventory", _rack(table, box), amount
            lying = table.accounts.get(f"area {box} {wager}", 0)
            if lying > returned:
                # A payment "for 1" takes the stake in.
                yield f"area {box} {wager}", "inventory", lying - returned
        case e.WagerReturned(box=box, wager=wager, amount=amount):
            yield _source(table, box, wager), _rack(table, box), amount
        case e.MeterRaised(meter=meter, amount=amount) | e.MeterReset(meter=meter, amount=amount):
            yield "inventory", f"meter {meter}", amount
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
        case e.DropEmptied(amount=amount):
            yield "drop", "outside", amount
        case e.PaymentCorrected(player=player, amount=amount):
            yield "inventory", f"rack {player}", amount
        case e.MeterShown(meter=meter, amount=amount):
            yield "outside", f"meter {meter}", amount - table.accounts.get(f"meter {meter}", 0)
        case e.MeterLowered(meter=meter, amount=amount):
            yield f"meter {meter}", "inventory", amount
        case e.PaymentTakenBack(box=box, amount=amount, meter=meter):
            yield _rack(table, box), f"meter {meter}" if meter else "inventory", amount
        case (
            g.SeatEvent() | g.DeckEvent() | g.StageEvent() | e.CouponPlaced() | e.HandChosen() | e.CardDiscarded()
            | e.CardBurned() | e.ValidationAsked() | e.WinValidated() | e.StubCounted() | e.IrregularityFound()
            | e.WagersAbandoned()
        ):  # fmt: skip
            pass
        case _:
            assert_never(event)


def _rack(table: "Table", box: int) -> str:
    assert table.round
    return f"rack {table.round.boxes[box].player}"


def _swept(table: "Table", box: int, wager: str) -> Posting:
    """What still lies on an area goes to the inventory."""
    area = f"area {box} {wager}"
    return area, "inventory", table.accounts.get(area, 0)


def _source(table: "Table", box: int, wager: str) -> str:
    """Where the stake is: on the layout, or in the inventory already."""
    area = f"area {box} {wager}"
    return area if table.accounts.get(area, 0) else "inventory"
