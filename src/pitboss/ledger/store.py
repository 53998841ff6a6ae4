"""Store: where entries are kept. SQLite and PostgreSQL keep the same promises, which the same tests check."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol

from pitboss.errors import InputError, PitbossError
from pitboss.ledger.derived import DerivedMark, DerivedTables, Statement, Value
from pitboss.ledger.entry import Draft, Entry
from pitboss.ledger.segments.segment import SegmentPlace
from pitboss.play.message import TypedValue

SCHEMA = 2
"""The form in which new ledgers are stored: packed, and every house names its rules, which the ledger carries."""


ARCHIVED = 100
"""Added to the number of the form if entries are archived, so that earlier versions do not open such a ledger."""

Progress = Callable[[int, int], None]
"""Called now and then with the number of entries done and of all entries."""


class Conflict(Exception):
    """A stream has grown since it was read: read it again and decide again."""


class StoreFailed(PitbossError):
    """The storage could not guarantee that something is stored: a full disk, a failed sync, a lost server.

    Whether the last append was stored is known only after the store is opened again.
    """


class ReadOnly(StoreFailed):
    """Nothing can be written here: a copy of a server, a user or a file without the right. Reading goes on."""


class NoRoom(ReadOnly):
    """The disk is too full for derived tables: nothing of them was written, and the store stays open."""


class HeadRow(NamedTuple):
    """A signed tree head as it is stored: the number of entries, and the whole signed text."""

    size: int
    text: str


class SnapshotRow(NamedTuple):
    """A cached state of a stream after an entry; never evidence, always replaceable by folding the stream."""

    stream: str
    seq: int
    text: str


class Person(TypedValue):
    """A person who may sign in. `tables` are the only tables of a dealer; empty means every table."""

    name: str
    role: str
    tables: tuple[str, ...]
    password: str
    """An argon2 hash."""


class Session(TypedValue):
    """A signed-in person. The token itself is never stored, only its hash."""

    digest: str
    person: str
    since: int
    until: int


class Store(Protocol):
    """What every storage promises. Safe for use by several threads; several processes may share one."""

    def append(
        self, drafts: Sequence[Draft], command: str = "", rows: Sequence[Person | Session] = ()
    ) -> tuple[Entry, ...]:
        """Appends all drafts or none, together with `rows`; durable when it returns.

        Raises Conflict if a stream is not at the number that its draft follows. A `command` id that is already stored
        appends nothing and returns only the entry that first carried it: the same command has one effect.
        """

    def append_all(self, commands: Sequence[tuple[Sequence[Draft], str]]) -> list[tuple[Entry, ...]]:
        """Appends the drafts of several commands, in order: all or none; durable when it returns.

        Each command has an id of its own. Raises Conflict if one of them is already stored, or a stream has grown.
        """

    def append_decided(self, decide: Callable[[], Sequence[Draft]], command: str = "") -> tuple[Entry, ...]:
        """Appends what `decide` returns after it has read from this store, while every other writer waits.

        What it read is still true when it appends, so a writer that met one Conflict after another succeeds here. A
        stored `command` is not decided again; an error of `decide` appends nothing.
        """

    on_append: Callable[[Iterable[Entry]], object]
    """Called with the entries that this store has appended, after they are durable."""

    def by_command(self, command: str) -> Entry | None:
        """The first entry of a command id."""

    def stream(self, name: str, after: int = 0, until: int | None = None) -> Iterator[Entry]:
        """The entries of a stream after a number, in order, up to the number `until`."""

    def streams(self) -> tuple[str, ...]:
        """The names of all streams, sorted."""

    def last(self, stream: str) -> int:
        """The number of a stream's last entry; 0 if it has none."""

    def entries(self, start: int = 0, stop: int | None = None) -> Iterator[Entry]:
        """Entries by position, from start to before stop."""

    def page(self, start: int, stop: int) -> list[Entry]:
        """The entries at positions from start to before stop, read at once."""

    def hashes(self, start: int, stop: int) -> list[bytes]:
        """The hashes of the entries at positions from start to before stop, in order."""

    def command_keys(self, start: int, stop: int) -> dict[int, str | int]:
        """The keys by which entries at positions from start to before stop are found as the first of their command."""

    def commands(self, start: int, stop: int) -> dict[int, str]:
        """The ids of commands, by the positions of their first entries, from start to before stop."""

    def command_key(self, command: str) -> str | int:
        """The key of a command id."""

    def read_afresh(self) -> None:
        """Forgets what this process remembers of rows, so that a row which was changed since is noticed."""

    def leads_to(self, start: int, stop: int) -> bool:
        """Whether each of these entries is certainly found again, unchanged, by stream and number and by command id."""

    def count_entries(self, stream: str, after: int = 0) -> int:
        """How many entries a stream has after a number."""

    def size(self) -> int:
        """The number of all entries."""

    def add_head(self, head: HeadRow) -> None:
        """Stores a signed tree head; each size is stored once."""

    def heads(self, after: int | None = None, limit: int | None = None) -> tuple[HeadRow, ...]:
        """The signed heads over more than `after` entries, smallest first; at most `limit` of them."""

    def head(self, size: int | None = None) -> HeadRow | None:
        """The signed head over a number of entries, or else the newest; None if there is none."""

    def newest_heads(self, limit: int) -> tuple[HeadRow, ...]:
        """The newest signed heads, newest first."""

    def count_heads(self) -> int:
        """How many heads are signed."""

    def save_snapshot(self, snapshot: SnapshotRow) -> None:
        """Stores the newest snapshot of a stream."""

    def snapshot(self, stream: str) -> SnapshotRow | None:
        """The newest snapshot of a stream."""

    def derived_mark(self, tables: DerivedTables) -> DerivedMark | None:
        """How far derived tables reach; None if they are not here, or in another form."""

    def create_derived(self, tables: DerivedTables, instead_of: DerivedMark | None = None) -> DerivedMark:
        """Creates derived tables, empty, and drops those of another form, or of the build that `instead_of` names.

        Returns the mark of the tables that are there afterwards: if another process has created them meanwhile, they
        stay, and the mark is theirs. Raises ReadOnly if this storage cannot be written, NoRoom if it is full.
        """

    def write_derived(
        self, tables: DerivedTables, since: DerivedMark, to: DerivedMark, statements: Iterable[Statement]
    ) -> bool:
        """Runs statements on derived tables and moves their mark, all or nothing; durable when it returns True.

        Returns False, and writes nothing, if their mark is not `since` any more: another process was faster, so read
        the mark again. Raises Conflict if a row is there already, ReadOnly if this storage cannot be written, and
        NoRoom if it is full. Every other writer waits meanwhile: prepare the statements first, and write little at a
        time.
        """

    def read_derived(self, statement: str, *values: Value) -> list[tuple[Any, ...]]:
        """The rows of one SELECT with `?` for values. Call it only if `derived_mark` or `create_derived` gave a mark.

        What was read in several statements belongs together if the mark still has the same build afterwards.
        """

    def save_person(self, person: Person) -> None:
        """Adds a person, or replaces the one with that name."""

    def person(self, name: str) -> Person | None:
        """The person with exactly that name."""

    def people(self) -> tuple[Person, ...]:
        """Everyone, by name."""

    def save_session(self, session: Session) -> None:
        """Stores a session, or changes when it ends."""

    def session(self, digest: str) -> Session | None:
        """A session by the hash of its token."""

    def prolong(self, session: Session, until: int) -> bool:
        """Changes when a session ends; returns False, and changes nothing, if another process changed it first."""

    def signed_in(self, digests: Collection[str]) -> "dict[str, tuple[Session, Person | None]]":
        """The stored ones of these sessions and their people, by the hashes of their tokens."""

    def sessions(self) -> tuple[Session, ...]:
        """Every stored session, by person and start."""

    def end_sessions(self, person: str = "", before: int = 0) -> int:
        """Deletes the sessions of a person, or all that ended before a time; returns their number."""

    def archived(self) -> tuple[SegmentPlace, ...]:
        """The segments that hold the first entries, in order; empty if every entry is in the database."""

    def archived_ends(self) -> Mapping[str, tuple[int, bytes]]:
        """The number and the hash of the last archived entry of each stream."""

    def check_archive(self, progress: Progress | None = None) -> None:
        """Reads every file of the archived segments; `progress` is told bytes.

        LedgerBroken names the first file that is not what the ledger records, InputError the first that is missing.
        """

    def alone(self) -> AbstractContextManager[None]:
        """While it lasts, no other process has this ledger open. Raises InputError if one has."""

    def move_out(self, segments: Sequence[SegmentPlace], ends: Mapping[str, tuple[int, bytes]]) -> None:
        """Records segments that follow those that are archived, and deletes the rows of their entries: all or nothing.

        `ends` are the last entries of all archived streams. Call it only while the ledger is `alone`.
        """

    def move_archive(self, segments: Sequence[SegmentPlace]) -> None:
        """Records the places of archived segments."""

    def give_back(self) -> None:
        """Gives back the space that is no longer used, if the storage keeps it."""

    def stored_bytes(self) -> int:
        """The bytes that the database takes."""

    def check_place(self) -> None:
        """Raises StoreFailed if the storage that is open is no longer the one at its address."""

    def connection(self) -> int | None:
        """The descriptor of the connection to a server, for a watcher to shut down if it hangs; else None."""

    def wait(self, seconds: int) -> bool:
        """Waits up to `seconds` for another process to append something; returns whether anything was appended."""

    def backup(self, target: str) -> None:
        """Writes a complete, independent copy while others go on working."""

    def rows_above(self, last: Mapping[str, int]) -> Iterator[tuple[str, Iterable[tuple[Any, ...]]]]:
        """The rows of one moment that a copy lacks, table by table; `last` has its last keys in tables that grow.

        Read the rows of a table before the next table.
        """

    def version(self) -> str:
        """The kind and version of the storage, for `pitboss doctor`."""

    def schema(self) -> int:
        """The number of the form in which this ledger is stored; 0 for a ledger of pitboss 0.1 or 0.2."""

    def set_schema(self, number: int) -> None:
        """Records the form that the ledger now has."""

    def pack(self, progress: Progress | None = None) -> None:
        """Writes all entries, as they are, in the form with packed rows: all or nothing. Nobody else may write."""

    def close(self) -> None:
        """Closes connections; nothing is lost."""


def check_schema(number: int, place: str) -> None:
    """Raises InputError if a later version of pitboss stores this ledger in a form that this one cannot read."""
    if number % ARCHIVED > SCHEMA or number >= 2 * ARCHIVED:
        raise InputError(f"a later pitboss stores this ledger in form {number}, this one reads up to {SCHEMA}", place)
