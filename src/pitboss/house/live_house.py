"""LiveHouse: the tables that people play at. A command is decided, appended to the ledger, and only then answered."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from threading import RLock
from typing import NamedTuple

from pitboss.errors import CommandRefused, InputError, PitbossError
from pitboss.evidence.heads import SigningKey
from pitboss.house.authority import Who
from pitboss.house.decision import (
    Circumstances,
    DecidedCommand,
    decide_command,
    evolve_all,
    link_meter_events,
    refusal_draft,
)
from pitboss.house.environment import ClockAndEntropy
from pitboss.house.head_signing import LedgerSigner
from pitboss.house.request import CommandRequest, show_house_command
from pitboss.house.startup import HouseStartup
from pitboss.ledger.entry import Draft, Entry
from pitboss.ledger.fold import (
    LinkRecord,
    Rulesets,
    TableRecord,
    after,
    after_link,
    fold_table,
    load_link,
    table_stream,
)  # fmt: skip
from pitboss.ledger.store import Conflict, Store, StoreFailed
from pitboss.play import events as e
from pitboss.play.encoding import event_from_json
from pitboss.rules.approve import approve_house
from pitboss.rules.house_file import HouseFile
from pitboss.rules.ruleset import House
from pitboss.table.meters import linked

_TRIES = 3
"""How often a command is decided again because another process was quicker; after that the others wait for it."""


class HouseSuspended(PitbossError):
    """The ledger cannot store anything, so no table acts. Everything that was acknowledged is on disk."""


class CommandResult(NamedTuple):
    """The effect of a command: the entry of the table's stream, and its events."""

    table: str
    seq: int
    events: tuple[e.Event, ...]
    again: bool = False
    """The command was done before, and was not done again."""


class TableChange(NamedTuple):
    """A new entry of a table's stream, by this process or another: its events, and the table after it."""

    table: str
    record: TableRecord
    events: tuple[e.Event, ...]


class LiveHouse:
    """The tables of an approved house. Safe for several threads; several processes may run the same tables."""

    def __init__(  # noqa: PLR0913 - each comes from somewhere else
        self,
        opener: Callable[[], Store],
        text: str,
        key: SigningKey,
        *,
        file: str = "house.toml",
        physical: Iterable[str] = (),
        environment: ClockAndEntropy | None = None,
    ) -> None:
        """`opener` opens the ledger, `text` is the house file, and `physical` names the tables with real cards."""
        self.approved: House = approve_house(HouseFile(file, text.encode()))
        self.physical = frozenset(physical)
        if unknown := self.physical - set(self.approved.tables):
            raise InputError(f"there is no table {min(unknown)!r}")
        self.suspended = ""
        """Why no table acts; empty while every table may act."""
        self.two_people = False
        """Whether fills and credits wait for a second person."""
        self._opener, self._text, self._key = opener, text, key
        self._clock, self._entropy = environment or ClockAndEntropy()
        self._lock = RLock()
        self._records: dict[str, TableRecord] = {}
        self._links: dict[str, LinkRecord] = {}
        self.listeners: list[Callable[[TableChange], None]] = []
        """Called with each entry of a table, in order and while the house is locked; a gap means that it resumed."""
        self._load(opener())

    # Opening and recovery

    def _load(self, store: Store) -> None:
        """Reads the ledger, and opens what is new in the house file."""
        self._store, self._rulesets = store, Rulesets(store)
        self.signer = LedgerSigner(store, self._key, self.approved.submission.facility, self._clock)
        startup = HouseStartup(store, self.approved, self._rulesets, self.signer, self._clock)
        seq = startup.house(self._text, str(self._key.public))
        self._links |= {name: startup.link(name) for name in self.approved.submission.links}
        self._records |= {name: startup.table(name, seq) for name in self.approved.tables}
        self.suspended = ""

    def resume(self) -> None:
        """Opens the ledger again and reads it; HouseSuspended if it still cannot be used."""
        with self._lock:
            self._store.close()
            try:
                store = self._opener()
                self._check_newest(store)
                self._load(store)
            except StoreFailed as error:
                raise self._suspend(error) from None

    def _check_newest(self, store: Store) -> None:
        """StoreFailed if the ledger lacks acknowledged entries: it is another ledger, or an older copy."""
        for name, record in self._records.items():
            if (last := store.last(table_stream(name))) < record.seq:
                store.close()
                older = f"this ledger has {last} entries of table {name}, and {record.seq} were acknowledged"
                raise StoreFailed(f"{older}: restore the right ledger, or restart the house without those entries")

    def _suspend(self, error: Exception) -> HouseSuspended:
        self.suspended = str(error)
        lost = "Nothing that was acknowledged is lost; call the floorperson, correct the fault and resume"
        return HouseSuspended(f"every table is suspended: {error}. {lost}")

    # Commands

    def do(self, who: Who, request: CommandRequest) -> CommandResult:
        """Does a command once. CommandRefused says why it is not permitted; HouseSuspended, that nothing is stored."""
        with self._lock:
            if self.suspended:
                raise self._suspend(StoreFailed(self.suspended))
            self._check_table(request.table)
            if not request.id:
                raise InputError("a command needs an id, so that it has one effect however often it is sent")
            try:
                return self._do(who, request)
            except StoreFailed as error:
                raise self._suspend(error) from None

    def do_all(self, given: Sequence[tuple[Who, CommandRequest]]) -> list[CommandResult | Exception]:
        """Does commands of several people, each once, and stores them together; each result, or why there is none."""
        with self._lock:
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
            if isinstance(error, StoreFailed):
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
                if self._catch_up(request.table):
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
        by = Circumstances(self._links, self._clock(), self._random, physical, self.two_people)
        return decide_command(who, request, self._records[request.table], by)

    def _random(self) -> bytes:
        try:
            return self._entropy(32)
        except OSError as error:
            raise self._suspend(StoreFailed(f"the operating system gives no random bytes ({error})")) from None

    def _apply(self, request: CommandRequest, decided: DecidedCommand) -> TableRecord:
        """Applies what was decided to the table and to the links whose meters it moves."""
        drafts, events, table = decided
        before = self._records[request.table]
        record = self._records[request.table] = after(before, before.seq + 1, drafts[0].content, events, table)
        for draft in drafts[1:]:
            name = draft.stream.removeprefix("link ")
            self._links[name] = after_link(self._links[name], self._links[name].seq + 1, draft.content)
        return record

    def _finish(self, request: CommandRequest, record: TableRecord, events: tuple[e.Event, ...]) -> CommandResult:
        """Tells the listeners of an entry that is on disk; its result."""
        try:
            if e.RoundCompleted in map(type, events):
                self.signer.save_snapshot_if_due(record)
        except StoreFailed as error:
            raise self._suspend(error) from None
        self._notify(request.table, record, events)
        return CommandResult(request.table, record.seq, events)

    def _again(self, entry: Entry, who: Who, request: CommandRequest) -> CommandResult:
        """The result that the command had the first time."""
        content = entry.content
        same = (content.get("by"), content.get("command")) == (who.name, show_house_command(request.command))
        if not same or content.get("table", entry.stream.removeprefix("table ")) != request.table:
            raise InputError(f"the command id {request.id!r} was used for another command")
        if refused := content.get("refused"):
            raise CommandRefused(refused["code"], refused["clause"], refused["reason"], refused["open_now"])
        events = tuple(event_from_json(document) for document in content["events"])
        return CommandResult(request.table, entry.seq, events, again=True)

    def _refused(self, who: Who, request: CommandRequest, refused: CommandRefused) -> CommandResult:
        """Records a refusal, so that the same command is refused again for the same reason."""
        (entry,) = self._store.append([refusal_draft(who, request, refused, self._clock())], request.id)
        return self._again(entry, who, request)

    def _catch_up(self, name: str) -> bool:
        """Reads what other processes have appended; True if anything has changed."""
        before = self._records[name].seq, {link: record.seq for link, record in self._links.items()}
        entries = list(fold_table(self._store, self._rulesets, name, self._records[name]))
        self._records[name] = entries[-1].after if entries else self._records[name]
        for link in set(linked(self._records[name].table).values()):
            self._links[link] = load_link(self._store, link, self._links.get(link))
        for entry in entries:
            self._notify(name, entry.after, entry.events)
        return before != (self._records[name].seq, {link: record.seq for link, record in self._links.items()})

    # Reading

    def _check_table(self, name: str) -> None:
        if name not in self._records:
            raise InputError(f"there is no table {name!r}: {', '.join(self._records)}")

    def newest(self, name: str) -> int:
        """The newest entry of a table that this process has read or is about to store; listeners are told of each."""
        return self._records[name].seq

    def record(self, name: str) -> TableRecord:
        """A table as the ledger has it now, with its meters as their links have them."""
        with self._lock:
            self._check_table(name)
            if not self.suspended:
                try:
                    self._catch_up(name)
                except StoreFailed as error:
                    self._suspend(error)
            return self._with_link_meters(self._records[name])

    def _with_link_meters(self, record: TableRecord) -> TableRecord:
        """The table with its meters as the links have them: other tables move them too."""
        moved = link_meter_events(record.table, self._links, linked(record.table).values())
        return record.replace(table=evolve_all(record.table, moved)) if moved else record

    def _notify(self, name: str, record: TableRecord, events: tuple[e.Event, ...]) -> None:
        for listener in self.listeners:
            listener(TableChange(name, self._with_link_meters(record), events))

    def sign_head(self) -> str:
        """The newest head of the ledger, signed; HouseSuspended if it cannot be stored."""
        with self._lock:
            try:
                return self.signer.sign_head()
            except StoreFailed as error:
                raise self._suspend(error) from None

    def close(self) -> None:
        """Signs a last head and closes the ledger; nothing is lost without that head."""
        with self._lock:
            if not self.suspended:
                with suppress(StoreFailed):
                    self.signer.sign_head()
            self._store.close()

    @property
    def store(self) -> Store:
        return self._store

    @property
    def public_key(self) -> str:
        return str(self._key.public)


def _is_new(entries: Sequence[Entry], drafts: Sequence[Draft]) -> bool:
    """Whether the drafts were appended; False if another process stored the same command first."""
    return len(entries) == len(drafts) and entries[0].content.items() >= drafts[0].content.items()
