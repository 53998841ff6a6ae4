"""FloorEntries: what the floor decides beyond the regulation. A decision is recorded once, however often it is sent."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NoReturn

from pitboss.errors import CommandRefused
from pitboss.house.authority import MAY, Role, Who
from pitboss.house.house_changes import floor_draft
from pitboss.house.house_records import HouseSuspended
from pitboss.house.live_house import LiveHouse
from pitboss.house.people_registry import AccessRefused
from pitboss.house.slip_issue import slip_drafts
from pitboss.ledger import records as r
from pitboss.ledger.entry import Draft
from pitboss.ledger.fold import TableRecord, table_stream
from pitboss.ledger.store import Conflict
from pitboss.play import events as e

Decide = Callable[[TableRecord], r.FloorDecision | tuple[r.FloorDecision, Sequence[e.Event]] | None]
"""What to record for a table as it is, with the chips that move; None if there is nothing to record."""
Content = Mapping[str, Any]
"""What an entry has besides its events: the time, the person, the role, and the id of the message."""


class FloorEntries:
    """Appends decisions of the floor to a house. Safe for several threads and processes."""

    def __init__(self, house: LiveHouse) -> None:
        self._house = house

    def note(self, who: Who, table: str, id_: str, decide: Decide) -> None:
        """Records a decision, made by the table as it is at that moment."""

        def drafts(content: Content) -> Sequence[Draft]:
            record = self._house.record(table)
            decided = decide(record)
            decision, events = decided if isinstance(decided, tuple) else (decided, ())
            return [floor_draft(record, decision, content, events)] if decision else []

        self.append(who, id_, drafts)
        # Reading the entry tells everybody who watches the table.
        self._house.record(table)

    def append(self, who: Who, id_: str, drafts: Callable[[Content], Sequence[Draft]]) -> None:
        """Appends what `drafts` gives for the house as it is; asks again if another process was quicker."""
        if self._house.suspended:
            raise HouseSuspended(f"every table is suspended: {self._house.suspended}")
        while self._house.store.by_command(id_) is None:
            with self._house.lock:
                found = [*drafts({"at": self._house.clock(), "by": who.name, "role": who.role, "id": id_})]
                if self._house.counts_racks:
                    found += self._slips(found)
            if not found:
                return
            try:
                self._house.store.append(found, id_)
            except Conflict:
                self._house.follow()
                continue
            break
        self._house.follow()

    def _slips(self, found: Sequence[Draft]) -> list[Draft]:
        """The slips about entries of tables."""
        prefix = table_stream("")
        names = dict.fromkeys(draft.stream for draft in found if draft.stream.startswith(prefix))
        return [
            slip
            for name in names
            for slip in slip_drafts(
                [draft for draft in found if draft.stream == name],
                self._house.record(name.removeprefix(prefix)),
                self._house.calendar,
            )
        ]


def check_floor(who: Who, table: str = "", roles: Collection[Role] = MAY["floorperson"]) -> None:
    """Raises AccessRefused unless a floorperson or above asks who works at this table, or at any table."""
    if who.role not in roles:
        raise AccessRefused("not-your-role", f"a floorperson or above decides this, not the {who.role}")
    if who.tables and table not in who.tables:
        where = "this table" if table else "every table"
        raise AccessRefused("not-your-table", f"{who.name} does not work at {where}")


def refuse_decision(code: str, clause: str, reason: str) -> NoReturn:
    """Refuses a decision of the floor. It lists no offers: the floor's page shows what is possible."""
    raise CommandRefused(code, clause, reason)
