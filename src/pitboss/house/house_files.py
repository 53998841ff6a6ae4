"""HouseFiles: puts a new house file in force while the house runs; each table takes it between rounds.

A table whose rules the file changes keeps its own until the floor orders the change, at once or after the round under
way. A new table opens with the file. A table that the file leaves out must be closed first.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from pitboss.errors import InputError
from pitboss.house.authority import Who
from pitboss.house.floor_entries import Content, FloorEntries, check_floor
from pitboss.house.house_changes import floor_draft, opened_drafts
from pitboss.house.live_house import LiveHouse
from pitboss.ledger.entry import Draft
from pitboss.ledger.records import RulesOrdered
from pitboss.rules.ruleset import House
from pitboss.table.authority import is_played

TableChangeKind = Literal["new", "changed", "left out"]


class WaitingTable(NamedTuple):
    """A table that runs by rules other than those of the house file in force."""

    table: str
    edition: str
    """The edition that it runs by, and that of the file."""
    edition_in_file: str
    is_played: bool
    """Whether a round is in progress; the table can take the file after it."""
    ordered_by: str
    """The person who ordered it; empty if nobody has."""


class HouseFiles:
    """The house file of a running house. Safe for several threads and processes."""

    def __init__(self, house: LiveHouse) -> None:
        self._house, self._entries = house, FloorEntries(house)

    def changes(self, approved: House) -> Mapping[str, TableChangeKind]:
        """What a house file changes at the existing tables, and which tables are new."""
        here, there = self._house.approved.tables, approved.tables
        found: dict[str, TableChangeKind] = dict.fromkeys(here.keys() - there.keys(), "left out")
        for name, rules in there.items():
            if name not in here:
                found[name] = "new"
            elif rules.meaning != self._house.record(name).table.ruleset.meaning:
                found[name] = "changed"
        return found

    def put_in_force(self, who: Who, id_: str, text: str) -> House:
        """Records a house file; each table takes it when the floor says so. SubmissionRejected has every violation."""
        check_floor(who)
        approved = self._house.changes.approve(text)
        self._check_running(approved)

        def drafts(content: Content) -> Sequence[Draft]:
            self._check_running(approved)
            if approved.meaning == self._house.approved.meaning:
                return []
            return self._house.changes.house_drafts(text, approved, content)

        self._entries.append(who, id_, drafts)
        # A table whose edition has ended, or that is closed, need not wait for an order.
        self._house.advance()
        return approved

    def _check_running(self, approved: House) -> None:
        """Raises InputError for a file that a running house cannot take."""
        before, after = self._house.approved.submission.facility, approved.submission.facility
        if before != after:
            raise InputError(
                f"this is the house of {before!r}, but the file is for {after!r}: start that house with it"
            )
        for name in self._house.approved.tables.keys() - approved.tables.keys():
            if self._house.record(name).standing.closed != "closed":
                raise InputError(f"the file leaves out table {name}: close that table first, on the floor's page")

    def waiting(self) -> list[WaitingTable]:
        """The tables that have not taken the file yet."""
        found = []
        with self._house.lock:
            for name, rules in self._house.approved.tables.items():
                record = self._house.record(name)
                if self._house.changes.is_waiting(record):
                    both = record.table.ruleset.regulation.key, rules.regulation.key
                    found.append(WaitingTable(name, *both, is_played(record.table), record.standing.rules_by))
        return found

    def take(self, who: Who, table: str, id_: str) -> None:
        """Lets a table take the house file in force: at once, or after the round under way."""
        check_floor(who, table)

        def drafts(content: Content) -> Sequence[Draft]:
            record, house = self._house.record(table), self._house.changes
            if not house.is_waiting(record):
                return []
            if is_played(record.table):
                return [] if record.standing.rules_by else [floor_draft(record, RulesOrdered(), content)]
            return opened_drafts(record, house.house.tables[table], house.seq, content)

        self._entries.append(who, id_, drafts)
        self._house.record(table)
