"""Counts of table inventories and drop boxes: one person counts by denomination, a second confirms.

A count is one entry, its confirmation another, which sets the books to what was counted and records the difference.
The count is blind: who counts is not told what the books have.
"""

from collections.abc import Mapping, Sequence

from pitboss.errors import InputError
from pitboss.house.authority import COUNTS_DROP, MAY, Who
from pitboss.house.chips import CURRENCY, chips_of, total
from pitboss.house.floor import check_cleared
from pitboss.house.floor_entries import Content, FloorEntries, check_floor, refuse_decision
from pitboss.house.house_changes import floor_draft
from pitboss.house.live_house import LiveHouse
from pitboss.house.people_registry import AccessRefused
from pitboss.house.table_closing import rack_law
from pitboss.ledger import records as r
from pitboss.ledger.entry import Draft
from pitboss.ledger.fold import TableRecord
from pitboss.ledger.rack import Rack, RackCount
from pitboss.money import show_money
from pitboss.play import events as e
from pitboss.table.authority import is_played

LAW: Mapping[r.CountKind, str] = {"opener": ".03 C", "inventory": ".07 A", "closer": ".08 A", "drop": ".15 D(3)"}
"""The clause of COMAR 36.05.03 that orders each count."""
_SECOND: Mapping[r.CountKind, str] = {"opener": ".03 D", "inventory": ".07 B", "closer": ".08 B", "drop": ".15 D(3)"}


class ChipCounts:
    """The counts of a house. Safe for several threads and processes."""

    def __init__(self, house: LiveHouse) -> None:
        self._house, self._entries = house, FloorEntries(house)

    def count(self, who: Who, table: str, id_: str, kind: r.CountKind, counted: Mapping[int, int]) -> None:
        """Records a count, which a second person confirms. A new count of the same kind replaces one that waits."""
        if kind == "drop":
            check_floor(who, table, COUNTS_DROP)
        elif who.role not in MAY["dealer"] or (who.tables and table not in who.tables):
            raise AccessRefused("not-your-role", f"the dealer of the table counts its inventory, not the {who.role}")

        def decide(record: TableRecord) -> r.FloorDecision:
            self._check_due(record, kind)
            house = self._house.approved.submission
            values = {*house.denominations, *CURRENCY} if kind == "drop" else house.denominations
            chips = chips_of(values, counted, rack_law(record, LAW[kind]))
            return r.CountMade(id_, kind, chips, total(chips))

        self._entries.note(who, table, id_, decide)

    def confirm(self, who: Who, table: str, id_: str, count: str, explanation: str = "") -> int:
        """Confirms a count as the second person; what was counted less what the books have.

        A difference is explained, or the count made again. The drop box leaves with the count of an inventory, and a
        closing table is closed when its drop is counted.
        """
        waiting = self._house.record(table).standing.rack.count(count)
        check_floor(who, table, COUNTS_DROP if waiting and waiting.kind == "drop" else MAY["floorperson"])

        def drafts(content: Content) -> Sequence[Draft]:
            record = self._house.record(table)
            made = _waiting(record, count)
            self._check_due(record, made.kind)
            if who.name == made.by:
                told = f"{who.name} counted: someone else must confirm the count"
                refuse_decision("dual-control", rack_law(record, _SECOND[made.kind]), told)
            expected = expected_at(record, made.kind)
            confirmed = r.CountConfirmed(count, made.kind, made.chips, made.amount, expected, made.by)
            if confirmed.difference and not explanation.strip():
                told = (
                    f"the count is {show_money(made.amount)}, the books have {show_money(expected)}: "
                    "have it counted again, or explain the difference"
                )
                refuse_decision("explain-difference", rack_law(record, ".03 F(3)(a)(iv)"), told)
            if confirmed.difference:
                confirmed = confirmed.replace(explanation=explanation.strip())
            return _entries_of(record, confirmed, content)

        self._entries.append(who, id_, drafts)
        self._house.record(table)
        return self._difference(id_)

    def _difference(self, id_: str) -> int:
        """The difference that a confirmation recorded, the first time or earlier."""
        entry = self._house.store.by_command(id_)
        found = entry.content.get("floor", {}) if entry else {}
        expected = found.get("expected", -1)
        return int(found["counted"]) - int(expected) if expected >= 0 else 0

    def _check_due(self, record: TableRecord, kind: r.CountKind) -> None:
        """CommandRefused unless a table is where such a count belongs."""
        rack, law = record.standing.rack, rack_law(record, LAW[kind])
        if not self._house.counts_racks:
            told = "this house does not count its racks: its house file states no denominations"
            refuse_decision("racks-not-counted", law, told)
        if found := _why_not(rack, kind):
            refuse_decision(found[0], law, found[1])
        if kind in ("inventory", "closer") and is_played(record.table):
            refuse_decision("round-under-way", law, "finish the round under way first: its chips are on the layout")
        if kind == "closer":
            check_cleared(record)
        if kind == "inventory" and record.standing.closed:
            refuse_decision("table-closes", law, "the table closes: count the inventory as its closer")


def _why_not(rack: Rack, kind: r.CountKind) -> tuple[str, str] | None:
    """Why a count is not due as the rack is, as a code and a reason; None if it is due."""
    if kind == "drop":
        told = "no drop box waits to be counted: it leaves the table with a count of the table inventory"
        return ("no-box", told) if rack.box is None else None
    if kind == "opener" and rack.state == "open":
        return "already-open", "the table inventory is open: it was counted already"
    if kind != "opener" and rack.state != "open":
        return "rack-not-counted", "the table inventory is not open: nothing is in it to count"
    if kind != "closer" and rack.box is not None:
        return "drop-waits", "count the drop box that was taken away first"
    return None


def expected_at(record: TableRecord, kind: r.CountKind) -> int:
    """What the books have for a count, in cents; -1 if no count came before."""
    rack = record.standing.rack
    if kind == "drop":
        return rack.box or 0
    return rack.amount if rack.state else -1


def _entries_of(record: TableRecord, confirmed: r.CountConfirmed, content: Content) -> list[Draft]:
    """The entry of a confirmed count and, for the drop of a closing table, that of its closing."""
    table, cite = record.table, record.table.ruleset.regulation.conduct["chips_only"]
    if confirmed.kind == "drop":
        drafts = [floor_draft(record, confirmed, content)]
        if record.standing.closed == "closing":
            closed = r.TableClosed(confirmed.expected, confirmed.counted, record.standing.rack.amount, confirmed=True)
            drafts.append(floor_draft(record.replace(seq=record.seq + 1), closed, content))
        return drafts
    first = confirmed.expected < 0
    was = table.accounts.get("inventory", 0) if first else confirmed.expected
    events: list[e.Event] = [e.InventoryCounted(confirmed.counted, was, first, cite)]
    if confirmed.kind != "opener":
        events.append(e.DropEmptied(table.accounts.get("drop", 0), cite))
    return [floor_draft(record, confirmed, content, events)]


def _waiting(record: TableRecord, count: str) -> RackCount:
    found = record.standing.rack.count(count)
    if found is None:
        raise InputError("this count no longer waits: look at the table again")
    return found
