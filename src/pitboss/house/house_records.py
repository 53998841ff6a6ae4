"""HouseRecords: the tables and links of a house as this process has read them in the ledger.

Opening, recovery, and the rules that tables take between rounds. LiveHouse adds the commands.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from threading import RLock
from typing import NamedTuple

from pitboss.books.gaming_day import Day
from pitboss.errors import InputError, LedgerBroken, PitbossError
from pitboss.evidence.heads import SigningKey, read_head
from pitboss.evidence.snapshots import cosigned_head
from pitboss.house.decision import evolve_all, link_meter_events
from pitboss.house.environment import ClockAndEntropy
from pitboss.house.head_signing import LedgerSigner
from pitboss.house.house_changes import HouseChanges
from pitboss.house.ledger_memory import LedgerMemory
from pitboss.house.startup import GivenFile, HouseStartup
from pitboss.house.steady_clock import ClockWatch
from pitboss.house.table_closing import OnePerson
from pitboss.house.witnesses import Contradicted, HeadWitnesses
from pitboss.ledger.entry import Draft
from pitboss.ledger.fold import LinkRecord, Rulesets, TableRecord, fold_table, load_link, table_stream
from pitboss.ledger.incidents import Incident, incident_draft
from pitboss.ledger.store import Conflict, Store, StoreFailed
from pitboss.play import events as e
from pitboss.rules.ruleset import House
from pitboss.table.meters import linked
from pitboss.views.round_file import round_file


class HouseSuspended(PitbossError):
    """The ledger cannot store anything, so no table acts. Everything that was acknowledged is on disk."""


class NotCosigned(PitbossError):
    """Something waits for the witnesses of the house."""


class TableChange(NamedTuple):
    """A new entry of a table's stream, by this process or another: its events, and the table after it."""

    table: str
    record: TableRecord
    events: tuple[e.Event, ...]


class HouseRecords:
    """The tables of an approved house. Safe for several threads; several processes may run the same tables."""

    def __init__(  # noqa: PLR0913 - each comes from somewhere else
        self,
        opener: Callable[[], Store],
        text: str,
        key: SigningKey,
        *,
        file: str = "house.toml",
        physical: Iterable[str] = (),
        practice: bool | None = None,
        head_file: str = "",
        environment: ClockAndEntropy | None = None,
    ) -> None:
        """`opener` opens the ledger, `text` is the house file, and `physical` names the tables with real cards.

        `head_file` keeps the newest head that the house signed. A new ledger records for ever whether it is for
        `practice`, and is not served otherwise; None says neither.
        """
        self._environment = environment or ClockAndEntropy()
        self.clock, self._entropy, calendar = self._environment
        self._given = GivenFile(file, text, calendar.date_of(self.clock()).isoformat())
        self.physical = frozenset(physical)
        if unknown := self.physical - set(self._given.tables):
            raise InputError(f"there is no table {min(unknown)!r}")
        self.suspended = ""
        """Why no table acts; empty while every table may act."""
        self._signs_ml_dsa = False
        self.two_people = practice is False
        """Whether chips have a value: someone sells them, and large amounts wait for a second person."""
        self._practice = practice
        self._opener, self._key = opener, key
        self.memory = LedgerMemory(key.public, head_file)
        """What this process knows of the ledger by itself."""
        self.witnesses: HeadWitnesses | None = None
        """Who cosigns heads outside of the house."""
        self.lock = RLock()
        """Held while tables and rules are read together."""
        self._records: dict[str, TableRecord] = {}
        self._links: dict[str, LinkRecord] = {}
        self._drawn: dict[str, bytes] = {}
        """What was drawn for commands that are not stored yet, by their ids."""
        self.listeners: list[Callable[[TableChange], None]] = []
        """Called with each entry of a table, in order and while the house is locked; a gap means that it resumed."""
        self.clock_watch = ClockWatch()
        """How far the system's clock was set while the house runs."""
        store = opener()
        try:
            self.memory.check(store)
        except StoreFailed as failed:
            store.close()
            raise InputError(str(failed)) from None
        self._load(store)

    # Opening and recovery

    def _load(self, store: Store) -> None:
        """Reads the ledger. A house that opens records what is new in its file; one that resumes goes on as it was."""
        store.on_append = self.memory.learn
        self._store, self._rulesets = store, Rulesets(store)
        self.signer = LedgerSigner(store, self._key, self._given.facility, self.clock, self.memory)
        self.signer.ml_dsa = self._signs_ml_dsa
        if not self._records:
            given = self._given.approved(store, self._rulesets)
            startup = HouseStartup(store, given, self._rulesets, self.signer, self.clock)
            startup.house(self._given.text, self.public_key, self._practice)
        self.changes = HouseChanges(store, self._rulesets, self.public_key, self._environment)
        self._records = self._tables({})
        self.suspended = ""
        self._take_due(())

    def _tables(self, known: Mapping[str, TableRecord]) -> dict[str, TableRecord]:
        """The tables of the house file in force. Those that are new are opened, and so are new meters of its links."""
        startup = HouseStartup(self._store, self.approved, self._rulesets, self.signer, self.clock)
        # Where racks are counted, the first count brings the chips of a table.
        startup.fills = not (self.one_person and self.one_person.racks)
        self._links |= {name: startup.link(name) for name in self.approved.submission.links}
        return {name: known.get(name) or startup.table(name, self.changes.seq) for name in self.approved.tables}

    def resume(self) -> None:
        """Opens the ledger again and reads it; HouseSuspended if it still cannot be used."""
        with self.lock:
            self._store.close()
            try:
                store = self._opener()
                self._check_newest(store)
                self.memory.check(store)
                self._load(store)
                # A house that cannot sign what it plays does not play.
                head = self.signer.sign_head()
                if self.witnesses:
                    self.witnesses.cosign(store, head)
            except (PitbossError, ValueError, LookupError, TypeError) as error:
                raise self._suspend(error) from None

    def _check_newest(self, store: Store) -> None:
        """StoreFailed if the ledger lacks acknowledged entries: it is another ledger, or an older copy."""
        for name, record in self._records.items():
            if (last := store.last(table_stream(name))) < record.seq:
                store.close()
                older = f"this ledger has {last} entries of table {name}, and {record.seq} were acknowledged"
                raise StoreFailed(f"{older}: restore the right ledger, or restart the house without those entries")

    def check_ledger(self) -> None:
        """HouseSuspended if the ledger no longer holds what this house knows: it was replaced or rewritten."""
        with self.lock:
            try:
                self._store.check_place()
                self.memory.check(self._store, all_entries=False)
            except (PitbossError, ValueError, TypeError) as error:
                raise self._suspend(error) from None

    def record_incident(self, incident: Incident) -> None:
        """Records what went wrong; nothing if the ledger stores nothing."""
        with suppress(PitbossError, Conflict):
            self._store.append([incident_draft(incident, self.clock())])

    def suspend(self, reason: str) -> None:
        """Suspends every table, although the storage may work. The lock is not needed: it may be held for ever."""
        self.suspended = self.suspended or reason

    def check_acting(self) -> None:
        """HouseSuspended if no table acts. The lock is not waited for: a storage that hangs may hold it."""
        if self.suspended:
            raise self._suspend(StoreFailed(self.suspended))

    def _suspend(self, error: Exception) -> HouseSuspended:
        self.suspended = str(error)
        lost = "Nothing that was acknowledged is lost; call the floorperson, correct the fault and resume"
        return HouseSuspended(f"every table is suspended: {error}. {lost}")

    # Rules that change

    @property
    def approved(self) -> House:
        """The house by the file in force. A table may still run by the file before it."""
        return self.changes.house

    @property
    def runs_by_given_file(self) -> bool:
        """Whether the file in force makes the choices of the file that the house was started with."""
        return self.approved.submission == self._given.submission

    @property
    def refused_today(self) -> int:
        """How many violations today's rules find in the given file; the house then goes on by the former revision."""
        return self._given.violations

    def gaming_day(self, at: int) -> Day:
        """The gaming day of a moment."""
        calendar = self._environment.calendar
        return calendar.gaming_day(calendar.date_of(at))

    @property
    def one_person(self) -> OnePerson | None:
        """What one person does alone with chips; None if nothing takes two people."""
        chosen = self.approved.submission
        if not self.two_people:
            return None
        return OnePerson(chosen.correction_limit, chosen.buy_in_limit, racks=bool(chosen.denominations))

    def follow(self) -> bool:
        """Reads the house file that was put in force since, by this process or another; False if there is none."""
        with self.lock:
            if is_newer := self.changes.follow():
                self._records = self._tables(self._records)
            return is_newer

    def advance(self, *names: str) -> bool:
        """Lets these tables, or all, take the rules that are due between rounds; True if any table has changed."""
        with self.lock:
            if self.suspended:
                return False
            try:
                return self._take_due(names)
            except StoreFailed as error:
                raise self._suspend(error) from None

    def _take_due(self, names: Iterable[str]) -> bool:
        at = self.clock()
        changed = self._append(self.changes.edition_drafts(at))
        for name in names or tuple(self._records):
            if name in self._records and self._append(self.changes.table_drafts(self._records[name], at)):
                changed |= self._catch_up(name)
        return changed

    def _append(self, drafts: Sequence[Draft]) -> bool:
        """Appends what changes rules; False if there is nothing. A process that was quicker has done the same."""
        if not drafts:
            return False
        with suppress(Conflict):
            self._store.append(drafts)
        self.follow()
        return True

    # Reading

    def _catch_up(self, name: str) -> bool:
        """Reads what other processes have appended; True if anything has changed."""
        before = self._records[name].seq, {link: record.seq for link, record in self._links.items()}
        entries = list(fold_table(self._store, self._rulesets, name, self._records[name]))
        known = None
        for folded in entries:
            self.memory.follow(folded.entry, known)
            known = folded.entry.hash
        self._records[name] = entries[-1].after if entries else self._records[name]
        if self._records[name].house > self.changes.seq:
            self.follow()
        for link in set(linked(self._records[name].table).values()):
            self._links[link] = load_link(self._store, link, self._links.get(link))
        for entry in entries:
            self._notify(name, entry.after, entry.events)
        return before != (self._records[name].seq, {link: record.seq for link, record in self._links.items()})

    def _check_table(self, name: str) -> None:
        if name not in self._records:
            raise InputError(f"there is no table {name!r}: {', '.join(self._records)}")

    def newest(self, name: str) -> int:
        """The newest entry of a table that this process has read or is about to store; listeners are told of each."""
        return self._records[name].seq

    def record(self, name: str) -> TableRecord:
        """A table as the ledger has it now, with its meters as their links have them."""
        with self.lock:
            self._check_table(name)
            if not self.suspended:
                try:
                    self._catch_up(name)
                except (StoreFailed, LedgerBroken) as error:
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
        with self.lock:
            try:
                return self.signer.sign_head()
            except (PitbossError, ValueError, TypeError) as error:
                raise self._suspend(error) from None

    def be_witnessed(self, witnesses: HeadWitnesses) -> None:
        """Has heads cosigned from now on, the first one at once. Contradicted if witnesses saw another ledger."""
        with self.lock:
            self._signs_ml_dsa = self.signer.ml_dsa = witnesses.check_log(self._key.public, self.signer.origin)
            self.witnesses = witnesses
            witnesses.cosign(self._store, self.sign_head())

    def cosign_head(self) -> str:
        """The newest head, signed and cosigned; HouseSuspended if it cannot be stored or witnesses contradict it."""
        text = self.sign_head()
        if self.witnesses is None or self.suspended:
            return text
        try:
            # The house is not locked: witnesses may take seconds to answer.
            return self.witnesses.cosign(self._store, text)
        except (StoreFailed, Contradicted) as error:
            with self.lock:
                raise self._suspend(error) from None

    def round_file(self, round_id: str, player: str, last: int) -> tuple[str, str]:
        """What a player may know of a round that ended at entry `last`, and the signature of the house.

        NotCosigned if the house has witnesses, and their newest head does not cover the round yet.
        """
        policy = self.witnesses.policy if self.witnesses else None
        if policy and (not (note := cosigned_head(self._store)) or read_head(note).size <= last):
            raise NotCosigned("the witnesses have not cosigned this round yet: ask again in a minute")
        return round_file(self._store, round_id, player, self._key, policy)

    def close(self) -> None:
        """Signs a last head and closes the ledger; nothing is lost without that head."""
        with self.lock:
            if not self.suspended:
                with suppress(PitbossError, ValueError, TypeError):
                    self.signer.sign_head()
            self._store.close()

    @property
    def store(self) -> Store:
        return self._store

    @property
    def public_key(self) -> str:
        return str(self._key.public)

    @property
    def log_key(self) -> str:
        """The public key under the name that heads have: what witnesses and policies list."""
        return str(self._key.public.named(self.signer.origin))
