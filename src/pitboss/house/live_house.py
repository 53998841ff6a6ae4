"""LiveHouse: tables that people play at. A command is decided by the engine, appended to the ledger, then answered."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from threading import RLock
from typing import NamedTuple

from pitboss.errors import CommandRefused, InputError, PitbossError
from pitboss.evidence.heads import SigningKey
from pitboss.house.authority import Who
from pitboss.house.decision import Circumstances, Decision, decision, evolved, refusal, told_by
from pitboss.house.environment import ClockAndEntropy
from pitboss.house.head_signing import Evidence
from pitboss.house.request import CommandRequest, show_asked
from pitboss.house.startup import Opening
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
"""How often a command is decided anew because another process was quicker, before it has the others wait."""


class HouseSuspended(PitbossError):
    """The ledger cannot promise to keep anything, so no table acts. Nothing that was acknowledged is lost."""


class Answer(NamedTuple):
    """What a command did: the entry of the table's stream, and its events."""

    table: str
    seq: int
    events: tuple[e.Event, ...]
    again: bool = False
    """The command had been done before; nothing was done twice."""


class Heard(NamedTuple):
    """An entry of a table's stream, by this process or another: its events, and the table after it."""

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
        world: ClockAndEntropy | None = None,
    ) -> None:
        """`text` is the house file as written; `physical` are the tables that are dealt from real cards."""
        self.approved: House = approve_house(HouseFile(file, text.encode()))
        self.physical = frozenset(physical)
        if unknown := self.physical - set(self.approved.tables):
            raise InputError(f"there is no table {min(unknown)!r}")
        self.suspended = ""
        """Why no table acts; empty while all is well."""
        self.two_people = False
        """Whether fills and credits wait for a second person."""
        self._opener, self._text, self._key = opener, text, key
        self._clock, self._entropy = world or ClockAndEntropy()
        self._lock = RLock()
        self._records: dict[str, TableRecord] = {}
        self._links: dict[str, LinkRecord] = {}
        self.listeners: list[Callable[[Heard], None]] = []
        """Who hears of each entry, in order and while the table waits; a gap means that the house has resumed."""
        self._load(opener())

    # Opening and recovery

    def _load(self, store: Store) -> None:
        """Takes everything from the ledger, and opens what is new in the house file."""
        self._store, self._rulesets = store, Rulesets(store)
        self.evidence = Evidence(store, self._key, self.approved.submission.facility, self._clock)
        opening = Opening(store, self.approved, self._rulesets, self.evidence, self._clock)
        seq = opening.house(self._text, str(self._key.public))
        self._links |= {name: opening.link(name) for name in self.approved.submission.links}
        self._records |= {name: opening.table(name, seq) for name in self.approved.tables}
        self.suspended = ""

    def resume(self) -> None:
        """Opens the ledger again and takes everything from it; HouseSuspended where it still cannot be used."""
        with self._lock:
            self._store.close()
            try:
                store = self._opener()
                self._check_newest(store)
                self._load(store)
            except StoreFailed as error:
                raise self._suspend(error) from None

    def _check_newest(self, store: Store) -> None:
        """A ledger that lacks what was acknowledged is another one, or an older copy: nobody goes on with it unseen."""
        for name, record in self._records.items():
            if (last := store.last(table_stream(name))) < record.seq:
                store.close()
                older = f"this ledger has {last} entries of table {name}, and {record.seq} were acknowledged"
                raise StoreFailed(f"{older}: bring back the right one, or start the house anew without them")

    def _suspend(self, error: Exception) -> HouseSuspended:
        self.suspended = str(error)
        lost = "Nothing that was acknowledged is lost; call the floorperson, put that right and resume"
        return HouseSuspended(f"every table is suspended: {error}. {lost}")

    # Commands

    def do(self, who: Who, ask: CommandRequest) -> Answer:
        """Does what is asked, once. CommandRefused says why not; HouseSuspended that nothing can be kept now."""
        with self._lock:
            if self.suspended:
                raise self._suspend(StoreFailed(self.suspended))
            self._known(ask.table)
            if not ask.id:
                raise InputError("a command needs an id, so that it is done once however often it is sent")
            try:
                return self._do(who, ask)
            except StoreFailed as error:
                raise self._suspend(error) from None

    def do_all(self, asked: Sequence[tuple[Who, CommandRequest]]) -> list[Answer | Exception]:
        """Does what several people ask, each once, and has the disk keep it all at once; each answer, or why not."""
        with self._lock:
            done = self._together(asked)
            return [
                _outcome(lambda i=i: done[i]() if i in done else self.do(*asked[i]))  # type: ignore[misc]
                for i in range(len(asked))
            ]

    def _together(self, asked: Sequence[tuple[Who, CommandRequest]]) -> dict[int, Callable[[], Answer]]:
        """Appends at once what is new and not refused; the rest, or all where that fails, is left to be done."""
        before, left, ids = (self._records.copy(), self._links.copy()), set[str](), set[str]()
        kept: dict[int, tuple[CommandRequest, Decision, TableRecord]] = {}
        try:
            for number, (who, ask) in enumerate(asked if not self.suspended else ()):
                try:
                    if ask.table in left or not ask.id or ask.id in ids:
                        raise InputError("not now")
                    self._known(ask.table)
                    decided = self._decided(who, ask)
                    kept[number] = ask, decided, self._keep(ask, decided)
                    ids.add(ask.id)
                except (CommandRefused, InputError):
                    # What comes after it at the table waits for it.
                    left.add(ask.table)
            if kept:
                self._store.append_all([(decided.drafts, ask.id) for ask, decided, _ in kept.values()])
        except Exception as error:  # noqa: BLE001 - whatever it is, it arises again for whom it concerns
            self._records, self._links = before
            if isinstance(error, StoreFailed):
                self._suspend(error)
            return {}
        return {number: partial(self._done, ask, record, by.events) for number, (ask, by, record) in kept.items()}

    def _do(self, who: Who, ask: CommandRequest) -> Answer:
        if known := self._store.by_command(ask.id):
            # Another process may have done it, and nobody here has heard.
            self._catch_up(ask.table)
            return self._again(known, who, ask)
        for _ in range(_TRIES):
            try:
                decided = self._decided(who, ask)
            except CommandRefused as refused:
                if self._catch_up(ask.table):
                    continue
                return self._refused(who, ask, refused)
            try:
                entries = self._store.append(decided.drafts, ask.id)
            except Conflict:
                self._catch_up(ask.table)
                continue
            if not _is_new(entries, decided.drafts):
                return self._again(entries[0], who, ask)
            return self._done(ask, self._keep(ask, decided), decided.events)
        return self._in_turn(who, ask)

    def _in_turn(self, who: Who, ask: CommandRequest) -> Answer:
        """Decides a command while every other process waits, where they were quicker again and again."""
        decided: list[Decision] = []

        def decide() -> list[Draft]:
            self._catch_up(ask.table)
            decided.append(self._decided(who, ask))
            return decided[0].drafts

        try:
            entries = self._store.append_decided(decide, ask.id)
        except CommandRefused as refused:
            return self._refused(who, ask, refused)
        if not decided:
            return self._again(entries[0], who, ask)
        return self._done(ask, self._keep(ask, decided[0]), decided[0].events)

    def _decided(self, who: Who, ask: CommandRequest) -> Decision:
        """Decides a command; nothing has changed yet."""
        physical = ask.table in self.physical
        by = Circumstances(self._links, self._clock(), self._random, physical, self.two_people)
        return decision(who, ask, self._records[ask.table], by)

    def _random(self) -> bytes:
        try:
            return self._entropy(32)
        except OSError as error:
            raise self._suspend(StoreFailed(f"the operating system gives no random bytes ({error})")) from None

    def _keep(self, ask: CommandRequest, decided: Decision) -> TableRecord:
        """The tables and links with what was decided."""
        drafts, events, table = decided
        before = self._records[ask.table]
        record = self._records[ask.table] = after(before, before.seq + 1, drafts[0].content, events, table)
        for draft in drafts[1:]:
            name = draft.stream.removeprefix("link ")
            self._links[name] = after_link(self._links[name], self._links[name].seq + 1, draft.content)
        return record

    def _done(self, ask: CommandRequest, record: TableRecord, events: tuple[e.Event, ...]) -> Answer:
        """Answers for what the ledger has."""
        try:
            if e.RoundCompleted in map(type, events):
                self.evidence.round_over(record)
        except StoreFailed as error:
            raise self._suspend(error) from None
        self._tell(ask.table, record, events)
        return Answer(ask.table, record.seq, events)

    def _again(self, entry: Entry, who: Who, ask: CommandRequest) -> Answer:
        """The answer that the command had the first time."""
        content = entry.content
        same = (content.get("by"), content.get("command")) == (who.name, show_asked(ask.command))
        if not same or content.get("table", entry.stream.removeprefix("table ")) != ask.table:
            raise InputError(f"the command id {ask.id!r} was used for another command")
        if refused := content.get("refused"):
            raise CommandRefused(refused["code"], refused["clause"], refused["reason"], refused["open_now"])
        events = tuple(event_from_json(document) for document in content["events"])
        return Answer(ask.table, entry.seq, events, again=True)

    def _refused(self, who: Who, ask: CommandRequest, refused: CommandRefused) -> Answer:
        """Records a refusal, so that it is known, and the same when the command comes again."""
        (entry,) = self._store.append([refusal(who, ask, refused, self._clock())], ask.id)
        return self._again(entry, who, ask)

    def _catch_up(self, name: str) -> bool:
        """Reads what other processes have appended; True where anything had moved."""
        before = self._records[name].seq, {link: record.seq for link, record in self._links.items()}
        entries = list(fold_table(self._store, self._rulesets, name, self._records[name]))
        self._records[name] = entries[-1].after if entries else self._records[name]
        for link in set(linked(self._records[name].table).values()):
            self._links[link] = load_link(self._store, link, self._links.get(link))
        for entry in entries:
            self._tell(name, entry.after, entry.events)
        return before != (self._records[name].seq, {link: record.seq for link, record in self._links.items()})

    # Reading

    def _known(self, name: str) -> None:
        if name not in self._records:
            raise InputError(f"there is no table {name!r}: {', '.join(self._records)}")

    def newest(self, name: str) -> int:
        """The newest entry of a table that this house has read, or is about to keep; its listeners hear of each."""
        return self._records[name].seq

    def record(self, name: str) -> TableRecord:
        """A table as the ledger has it now, its meters as their links show them."""
        with self._lock:
            self._known(name)
            if not self.suspended:
                try:
                    self._catch_up(name)
                except StoreFailed as error:
                    self._suspend(error)
            return self._shown(self._records[name])

    def _shown(self, record: TableRecord) -> TableRecord:
        told = told_by(record.table, self._links, linked(record.table).values())
        return record._replace(table=evolved(record.table, told)) if told else record

    def _tell(self, name: str, record: TableRecord, events: tuple[e.Event, ...]) -> None:
        for listener in self.listeners:
            listener(Heard(name, self._shown(record), events))

    def sign_head(self) -> str:
        """The newest head of the ledger, signed; HouseSuspended where it cannot be kept."""
        with self._lock:
            try:
                return self.evidence.sign_head()
            except StoreFailed as error:
                raise self._suspend(error) from None

    def close(self) -> None:
        """Signs a last head and gives the ledger up; nothing is lost without it."""
        with self._lock:
            if not self.suspended:
                with suppress(StoreFailed):
                    self.evidence.sign_head()
            self._store.close()

    @property
    def store(self) -> Store:
        return self._store

    @property
    def public_key(self) -> str:
        return str(self._key.public)


def _outcome(act: Callable[[], Answer]) -> Answer | Exception:
    try:
        return act()
    except Exception as error:  # noqa: BLE001 - told to whoever asked
        return error


def _is_new(entries: Sequence[Entry], drafts: Sequence[Draft]) -> bool:
    """Whether the drafts were appended; False where the command's entry was there before, perhaps a moment ago."""
    return len(entries) == len(drafts) and entries[0].content.items() >= drafts[0].content.items()
