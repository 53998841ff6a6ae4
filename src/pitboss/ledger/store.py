"""Store: where entries are kept. SQLite and PostgreSQL keep the same promises, and the same tests hold them to it."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple, Protocol

from pitboss.errors import InputError, PitbossError
from pitboss.ledger.entry import Draft, Entry
from pitboss.play.message import TypedValue

SCHEMA = 1
"""The form in which new ledgers are stored: every house names its rules, and the ledger carries them."""


class Conflict(Exception):
    """A stream has moved on since it was read: read it again and decide again."""


class StoreFailed(PitbossError):
    """The storage could not promise that something is kept: a full disk, a failing sync, a lost server.

    Whether the last append is kept is known only after the store has been opened again.
    """


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
    """Someone who may sign in. `tables` are the only tables of a dealer; empty means every table."""

    name: str
    role: str
    tables: tuple[str, ...]
    password: str
    """An argon2 hash."""


class Session(TypedValue):
    """Someone signed in. The token itself is never stored, only its hash."""

    digest: str
    person: str
    since: int
    until: int


class Store(Protocol):
    """What every storage promises. Safe for use by several threads; several processes may share one."""

    def append(
        self, drafts: Sequence[Draft], command: str = "", rows: Sequence[Person | Session] = ()
    ) -> tuple[Entry, ...]:
        """Appends all drafts or none, durably when it returns, and saves `rows` with them.

        Conflict if a stream is not at the number that its draft comes after. A `command` id that is known already
        appends nothing and returns the entry that first carried it (alone): the same command has one effect.
        """

    def append_all(self, commands: Sequence[tuple[Sequence[Draft], str]]) -> list[tuple[Entry, ...]]:
        """Appends the drafts of several commands, in order: all or none, durably when it returns.

        Each command has an id of its own. Conflict if one of them is known, or a stream has moved on.
        """

    def append_decided(self, decide: Callable[[], Sequence[Draft]], command: str = "") -> tuple[Entry, ...]:
        """Appends what `decide` returns after it has read from this store, while every other writer waits.

        What it read still holds when it is appended: a writer that met one Conflict after the other comes through.
        A known `command` is not decided again; an error of `decide` appends nothing.
        """

    def by_command(self, command: str) -> Entry | None:
        """The entry that a command id made first."""

    def stream(self, name: str, after: int = 0) -> Iterator[Entry]:
        """The entries of a stream after a number, in order."""

    def streams(self) -> tuple[str, ...]:
        """The names of all streams, sorted."""

    def last(self, stream: str) -> int:
        """The number of a stream's last entry; 0 if it has none."""

    def entries(self, start: int = 0, stop: int | None = None) -> Iterator[Entry]:
        """Entries by position, from start to before stop."""

    def size(self) -> int:
        """The number of all entries."""

    def add_head(self, head: HeadRow) -> None:
        """Keeps a signed tree head; one size is kept once."""

    def heads(self) -> tuple[HeadRow, ...]:
        """All signed heads, smallest first."""

    def save_snapshot(self, snapshot: SnapshotRow) -> None:
        """Keeps the newest snapshot of a stream."""

    def snapshot(self, stream: str) -> SnapshotRow | None:
        """The newest snapshot of a stream."""

    def save_person(self, person: Person) -> None:
        """Adds a person, or replaces the one with that name."""

    def person(self, name: str) -> Person | None:
        """The person with exactly that name."""

    def people(self) -> tuple[Person, ...]:
        """Everyone, by name."""

    def save_session(self, session: Session) -> None:
        """Keeps a session, or changes when it ends."""

    def session(self, digest: str) -> Session | None:
        """A session by the hash of its token."""

    def prolong(self, session: Session, until: int) -> bool:
        """Changes when a session ends; False, and no change, if another process has changed that already."""

    def signed_in(self, digests: Collection[str]) -> "dict[str, tuple[Session, Person | None]]":
        """Those of these sessions that are kept, by the hashes of their tokens, and whose they are."""

    def sessions(self) -> tuple[Session, ...]:
        """Every session that is kept, by person and start."""

    def end_sessions(self, person: str = "", before: int = 0) -> int:
        """Forgets the sessions of a person, or all that ended before a time; says how many."""

    def wait(self, seconds: int) -> bool:
        """Waits until another process appends something, at most so long; a wake-up, never data."""

    def backup(self, target: str) -> None:
        """Writes a complete copy that opens by itself, while others go on working."""

    def version(self) -> str:
        """What the storage is, for `pitboss doctor`."""

    def schema(self) -> int:
        """The number of the form in which this ledger is stored; 0 for a ledger of pitboss 0.1 or 0.2."""

    def set_schema(self, number: int) -> None:
        """Notes that the ledger has been brought to a form."""

    def close(self) -> None:
        """Gives up connections; nothing is lost."""


def check_schema(number: int, place: str) -> None:
    """InputError if a later version of pitboss has changed how a ledger is stored."""
    if number > SCHEMA:
        raise InputError(f"a later pitboss stores this ledger in form {number}, this one reads up to {SCHEMA}", place)
