"""LiveHouse: the tables that people play at. A command is decided, appended to the ledger, and only then answered."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from pitboss.errors import CommandRefused, InputError, LedgerBroken
from pitboss.house.authority import Who
from pitboss.house.decision import Circumstances, DecidedCommand, decide_command, refusal_draft
from pitboss.house.gaming_calendar import GamingCalendar
from pitboss.house.house_changes import NEW_RULES_FIRST
from pitboss.house.house_records import HouseRecords
from pitboss.house.request import CommandRequest, show_house_command
from pitboss.ledger.entry import Draft, Entry
from pitboss.ledger.fold import TableRecord, after, after_link
from pitboss.ledger.incidents import DrawUnused, incident_draft
from pitboss.ledger.slips import SLIPS
from pitboss.ledger.store import Conflict, StoreFailed
from pitboss.play import events as e
from pitboss.play.encoding import event_from_json
from pitboss.table.meters import linked

_TRIES = 3
"""How often a command is decided again because another process was quicker; after that the other processes wait."""


class CommandResult(NamedTuple):
    """The effect of a command: the entry of the table's stream, and its events."""

    table: str
    seq: int
    events: tuple[e.Event, ...]
    again: bool = False
    """The command was done before, and was not done again."""


class LiveHouse(HouseRecords):
    """A house that does commands. Each is decided, appended to the ledger, and only then answered."""

    @property
    def calendar(self) -> GamingCalendar:
        return self._environment.calendar

    @property
    def counts_racks(self) -> bool:
        """Whether racks are counted by denomination, and slips are issued."""
        return bool(self.one_person and self.one_person.racks)

    def do(self, who: Who, request: CommandRequest) -> CommandResult:
        """Does a command once. CommandRefused says why it is not permitted; HouseSuspended, that nothing is stored."""
        self.check_acting()
        with self.lock:
            self.check_acting()
            self._check_table(request.table)
            if not request.id:
                raise InputError("a command needs an id, so that it has one effect however often it is sent")
            try:
                return self._do(who, request)
            except (StoreFailed, LedgerBroken) as error:
                raise self._suspend(error) from None

    def signature(self, text: str) -> bytes:
        """The house's signature of a text that begins with its kind."""
        return self._key.signature(text)

    def do_all(self, given: Sequence[tuple[Who, CommandRequest]]) -> list[CommandResult | Exception]:
        """Does commands of several people, each once, and stores them together; each result, or why there is none."""
        with self.lock:
            done = self._do_together(given)
            results: list[CommandResult | Exception] = []
            for number, (who, request) in enumerate(given):
                try:
                    results.append(done[number] if number in done else self.do(who, request))
                except Exception as error:  # noqa: BLE001 - it concerns this command alone
                    results.append(error)
            return results

    def _do_together(self, given: Sequence[tuple[Who, CommandRequest]]) -> dict[int, CommandResult | Exception]:
        """Stores in one transaction what is new and permitted; leaves the rest to `do`, or everything if that fails."""
        before, left, ids = (self._records.copy(), self._links.copy()), set[str](), set[str]()
        decided: dict[int, tuple[DecidedCommand, TableRecord]] = {}
        try:
            for number, (who, request) in enumerate(given if not self.suspended else ()):
                if request.table not in self._records or request.table in left or not request.id or request.id in ids:
                    left.add(request.table)
                    continue
                try:
                    decision = self._decide(who, request)
                    decided[number] = decision, self._apply(request, decision)
                    ids.add(request.id)
                except (CommandRefused, InputError):
                    # Commands after it at this table wait for it.
                    left.add(request.table)
            if decided:
                self._store.append_all([(by.drafts, given[number][1].id) for number, (by, _) in decided.items()])
        except Exception as error:  # noqa: BLE001 - `do` raises it again for the command that it concerns
            self._records, self._links = before
            if isinstance(error, StoreFailed | LedgerBroken):
                self._suspend(error)
            return {}
        done: dict[int, CommandResult | Exception] = {}
        for number, (decision, record) in decided.items():
            try:
                done[number] = self._finish(given[number][1], record, decision.events)
            except Exception as error:  # noqa: BLE001 - it concerns this command alone
                done[number] = error
        return done

    def _do(self, who: Who, request: CommandRequest) -> CommandResult:
        if known := self._store.by_command(request.id):
            # Another process may have done it, and this one has not read it yet.
            self._catch_up(request.table)
            return self._again(known, who, request)
        for _ in range(_TRIES):
            try:
                decided = self._decide(who, request)
            except CommandRefused as refused:
                if self._catch_up(request.table) or (refused.code == NEW_RULES_FIRST and self.advance(request.table)):
                    continue
                return self._refused(who, request, refused)
            try:
                entries = self._store.append(decided.drafts, request.id)
            except Conflict:
                self._catch_up(request.table)
                continue
            if not _is_new(entries, decided.drafts):
                return self._again(entries[0], who, request)
            return self._finish(request, self._apply(request, decided), decided.events)
        return self._in_turn(who, request)

    def _in_turn(self, who: Who, request: CommandRequest) -> CommandResult:
        """Decides a command while every other process waits, after others were quicker several times."""
        decided: list[DecidedCommand] = []

        def decide() -> list[Draft]:
            self._catch_up(request.table)
            decided.append(self._decide(who, request))
            return decided[0].drafts

        try:
            entries = self._store.append_decided(decide, request.id)
        except CommandRefused as refused:
            return self._refused(who, request, refused)
        if not decided:
            return self._again(entries[0], who, request)
        return self._finish(request, self._apply(request, decided[0]), decided[0].events)

    def _decide(self, who: Who, request: CommandRequest) -> DecidedCommand:
        """Decides a command; nothing has changed yet."""
        physical = request.table in self.physical
        by = Circumstances(
            self._links, self.clock(), partial(self._draw, request.id), physical,
            self.one_person, self.changes.due, self.calendar if self.counts_racks else None,
            self.approved.submission.desk,
        )  # fmt: skip
        return decide_command(who, request, self._records[request.table], by)

    def _draw(self, id_: str) -> bytes:
        """The random bytes of a command: drawn once, however often it is decided."""
        if id_ not in self._drawn:
            try:
                self._drawn[id_] = self._entropy(32)
            except OSError as error:
                raise self._suspend(StoreFailed(f"the operating system gives no random bytes ({error})")) from None
        return self._drawn[id_]

    def _apply(self, request: CommandRequest, decided: DecidedCommand) -> TableRecord:
        """Applies what was decided to the table and to the links whose meters it moves."""
        drafts, events, table = decided
        before = self._records[request.table]
        record = self._records[request.table] = after(before, before.seq + 1, drafts[0].content, events, table)
        for draft in drafts[1:]:
            if draft.stream == SLIPS:
                continue
            name = draft.stream.removeprefix("link ")
            self._links[name] = after_link(self._links[name], self._links[name].seq + 1, draft.content)
        return record

    def _finish(self, request: CommandRequest, record: TableRecord, events: tuple[e.Event, ...]) -> CommandResult:
        """Tells the listeners of an entry that is on disk; its result."""
        self._drawn.pop(request.id, None)
        try:
            if e.RoundCompleted in map(type, events):
                self._save_if_due(record)
        except StoreFailed as error:
            raise self._suspend(error) from None
        self._notify(request.table, record, events)
        return CommandResult(request.table, record.seq, events)

    def _save_if_due(self, record: TableRecord) -> None:
        """Stores the table and its links from time to time, so that they are not read from the beginning."""
        if self.signer.save_snapshot_if_due(record):
            for link in dict.fromkeys(linked(record.table).values()):
                self.signer.save_link(link, self._links[link])

    def _again(self, entry: Entry, who: Who, request: CommandRequest) -> CommandResult:
        """The result that the command had the first time."""
        if seed := self._drawn.pop(request.id, None):
            self._record_unused(entry, request, seed)
        content = entry.content
        same = (content.get("by"), content.get("command")) == (who.name, show_house_command(request.command))
        if not same or content.get("table", entry.stream.removeprefix("table ")) != request.table:
            raise InputError(f"the command id {request.id!r} was used for another command")
        if refused := content.get("refused"):
            raise CommandRefused(refused["code"], refused["clause"], refused["reason"], refused["open_now"])
        events = tuple(event_from_json(document) for document in content["events"])
        return CommandResult(request.table, entry.seq, events, again=True)

    def _record_unused(self, entry: Entry, request: CommandRequest, seed: bytes) -> None:
        """Records a draw that the stored entry of a command does not use: nobody can have chosen among draws."""
        made = entry.content.get("shuffle") or {}
        if made.get("salt") != seed.hex():
            self._store.append([incident_draft(DrawUnused(request.table, request.id, seed.hex()), self.clock())])

    def _refused(self, who: Who, request: CommandRequest, refused: CommandRefused) -> CommandResult:
        """Records a refusal, so that the same command is refused again for the same reason."""
        (entry,) = self._store.append([refusal_draft(who, request, refused, self.clock())], request.id)
        return self._again(entry, who, request)


def _is_new(entries: Sequence[Entry], drafts: Sequence[Draft]) -> bool:
    """Whether the drafts were appended; False if another process stored the same command first.

    Its entry can say the same, decided in the same millisecond, but after entries that this process has not read.
    """
    if len(entries) != len(drafts) or drafts[0].after not in (None, entries[0].seq - 1):
        return False
    return entries[0].content.items() >= drafts[0].content.items()
