"""The rounds in a ledger: when they were, who played and dealt, the stakes and payments, and every irregularity."""

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, NamedTuple

from pitboss.errors import InputError
from pitboss.evidence.receipt import parse_round
from pitboss.ledger.entry import Entry
from pitboss.ledger.fold import table_stream
from pitboss.ledger.store import Store

Progress = Callable[[int, int], None]
"""Called now and then with the position reached and the number of all entries."""
STEP = 500
TABLE = table_stream("")
"""What the names of tables' streams begin with."""
RoundStatus = Literal["completed", "void", "under way"]
UNDER_WAY: RoundStatus = "under way"
OVER: dict[str, RoundStatus] = {"RoundCompleted": "completed", "RoundVoided": "void"}


class EntryPlace(NamedTuple):
    """The number of an entry in the table's stream, and its position in the whole ledger."""

    seq: int
    position: int


class JackpotSummary(NamedTuple):
    """A payment from a progressive meter."""

    box: int
    wager: str
    meter: str
    amount: int


class RoundSummary(NamedTuple):
    """One round at a glance. Amounts are in cents; `paid` includes the stakes that were given back."""

    id: str
    regulation: str
    status: RoundStatus
    start: int
    """When the bets opened, in milliseconds."""
    end: int | None
    boxes: Mapping[int, str]
    """The player of each box with a wager."""
    staked: int
    paid: int
    net: Mapping[str, int]
    """What each player won, negative for a loss; empty while the round is under way."""
    largest: int
    """The largest single wager or payment, or the largest win or loss of a player."""
    irregularities: tuple[str, ...]
    jackpots: tuple[JackpotSummary, ...]
    first: EntryPlace
    last: EntryPlace
    dealers: tuple[str, ...] = ()
    """The dealers who did something in it, by name."""

    @property
    def table(self) -> str:
        return parse_round(self.id)[0]

    @property
    def number(self) -> int:
        return parse_round(self.id)[1]

    @property
    def void(self) -> bool:
        return self.status == "void"


class RoundFilter(NamedTuple):
    """The rounds to look for; a field that is not given excludes nothing."""

    table: str = ""
    since: int | None = None
    """Rounds that began at this time or later, in milliseconds."""
    until: int | None = None
    """Rounds that began before this time."""
    player: str = ""
    amount: int = 0
    """Rounds with a wager, a payment, or a player's win or loss of at least this many cents."""
    irregularity: str | None = None
    """Rounds with this irregularity; with any if the name is empty."""
    jackpots: bool = False
    void: bool = False
    dealer: str = ""
    """Rounds that this dealer dealt, wholly or in part."""
    tables: tuple[str, ...] = ()
    """Only rounds of these tables, if any are named."""
    also_player: str = ""
    """Rounds in which this player wagered too."""

    def holds(self, found: RoundSummary) -> bool:
        irregular = self.irregularity is None or (
            self.irregularity in found.irregularities if self.irregularity else bool(found.irregularities)
        )
        return (
            self.table in ("", found.table)
            and self.within(found.start)
            and (not self.tables or found.table in self.tables)
            and {self.player, self.also_player} - {""} <= {*found.boxes.values()}
            and found.largest >= self.amount
            and irregular
            and (not self.jackpots or bool(found.jackpots))
            and (not self.void or found.void)
            and (not self.dealer or self.dealer in found.dealers)
        )

    def within(self, at: int) -> bool:
        return (self.since is None or at >= self.since) and (self.until is None or at < self.until)

    @property
    def whole_tables(self) -> bool:
        """Whether every round of the tables matches, so entries between rounds belong to the answer too."""
        return self == RoundFilter(self.table, self.since, self.until)


def table_names(store: Store) -> tuple[str, ...]:
    """The names of the tables in a ledger."""
    return tuple(name.removeprefix(TABLE) for name in store.streams() if name.startswith(TABLE))


def check_table_name(store: Store, name: str) -> None:
    """Raises InputError with the names of the tables if there is no table of this name."""
    if not store.last(table_stream(name)):
        known = ", ".join(table_names(store)) or "it has none"
        raise InputError(f"the ledger has no table {name[:60]!r}: {known}")


def table_entries(store: Store, table: str = "", progress: Progress | None = None) -> Iterator[tuple[str, Entry]]:
    """The entries of one table, or of all tables, in order, each with the name of its table."""
    if table:
        check_table_name(store, table)
    size = store.size()
    for number, entry in enumerate(store.stream(table_stream(table)) if table else store.entries(0, size)):
        if progress and number % STEP == 0:
            progress(entry.position, size)
        if entry.stream.startswith(TABLE):
            yield entry.stream.removeprefix(TABLE), entry
