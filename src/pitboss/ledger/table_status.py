"""Standing: what the floor has decided about a table beyond the regulation, recorded in the table's own stream.

A table closes after the round under way and is closed once its drop is counted. A fill or credit that takes two people
waits for the second. Such an entry holds `floor` beside its events, and no event of the regulation.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

from pitboss.play import events as e

Kind = Literal["fill", "credit"]


class Transfer(NamedTuple):
    """Chips between the cage and the table that somebody asked for."""

    id: str
    kind: Kind
    amount: int
    by: str
    """Who asked,"""
    second: str = ""
    """and who confirmed."""


class TableStatus(NamedTuple):
    """How a table stands with the floor."""

    closed: Literal["", "closing", "closed"] = ""
    transfers: tuple[Transfer, ...] = ()
    """Those asked for and not done yet."""

    def transfer(self, id_: str) -> Transfer | None:
        return next((one for one in self.transfers if one.id == id_), None)

    def is_confirmed(self, kind: Kind, amount: int) -> bool:
        """Whether two people stand behind such a transfer."""
        return any(one.second and (one.kind, one.amount) == (kind, amount) for one in self.transfers)


OPEN = TableStatus()


def after_floor(standing: TableStatus, content: Mapping[str, Any], events: Iterable[e.Event]) -> TableStatus:
    """The standing after an entry of the table's stream."""
    for event in events if standing.transfers else ():
        match event:
            case e.TableFilled(amount=amount):
                standing = _done(standing, "fill", amount)
            case e.TableCredited(amount=amount):
                standing = _done(standing, "credit", amount)
    floor = content.get("floor")
    if floor is None:
        return standing
    match floor["event"]:
        case "TableClosing":
            return standing._replace(closed="closing")
        case "TableClosed":
            return standing._replace(closed="closed")
        case "TableReopened":
            return standing._replace(closed="")
        case "TransferRequested":
            asked = Transfer(floor["transfer"], floor["kind"], floor["amount"], content["by"])
            return standing._replace(transfers=(*standing.transfers, asked))
        case "TransferConfirmed":
            confirmed = (
                one._replace(second=content["by"]) if one.id == floor["transfer"] else one for one in standing.transfers
            )
            return standing._replace(transfers=tuple(confirmed))
        case "TransferWithdrawn":
            return _without(standing, floor["transfer"])
    raise ValueError(f"the floor does no {floor['event']!r}")


def _done(standing: TableStatus, kind: Kind, amount: int) -> TableStatus:
    done = next((one for one in standing.transfers if one.second and (one.kind, one.amount) == (kind, amount)), None)
    return _without(standing, done.id) if done else standing


def _without(standing: TableStatus, id_: str) -> TableStatus:
    return standing._replace(transfers=tuple(one for one in standing.transfers if one.id != id_))
