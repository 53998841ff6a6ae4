"""The rounds in a ledger: when they were, who played, the stakes and payments, and every irregularity.

Entries are read once, in order, and only the round under way at each table is held in memory. No card is read.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from pitboss.errors import InputError
from pitboss.evidence.receipt import parse_round
from pitboss.ledger.entry import Entry
from pitboss.ledger.fold import table_stream
from pitboss.ledger.store import Store

Progress = Callable[[int, int], None]
"""Called now and then with the position reached and the number of all entries."""
STEP = 500
_TABLE = table_stream("")
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

    def holds(self, found: RoundSummary) -> bool:
        irregular = self.irregularity is None or (
            self.irregularity in found.irregularities if self.irregularity else bool(found.irregularities)
        )
        return (
            self.table in ("", found.table)
            and self.within(found.start)
            and (not self.player or self.player in found.boxes.values())
            and found.largest >= self.amount
            and irregular
            and (not self.jackpots or bool(found.jackpots))
            and (not self.void or found.void)
        )

    def within(self, at: int) -> bool:
        return (self.since is None or at >= self.since) and (self.until is None or at < self.until)

    @property
    def whole_tables(self) -> bool:
        """Whether every round of the tables matches, so entries between rounds belong to the answer too."""
        return self == RoundFilter(self.table, self.since, self.until)


class OpenBox:
    def __init__(self, player: str) -> None:
        self.player = player
        self.stakes: dict[str, int] = {}
        self.back = 0
        """The sum of everything paid to the box."""


class OpenRound:
    """A round under way."""

    def __init__(self, number: int, cite: str, at: int, place: EntryPlace) -> None:
        self.number, self.regulation, self.start, self.place = number, cite.split(" ", 1)[0], at, place
        self.boxes: dict[int, OpenBox] = {}
        self.irregularities: list[str] = []
        self.jackpots: list[JackpotSummary] = []
        self.largest = 0

    def take(self, event: Mapping[str, Any], seats: Mapping[int, str]) -> None:
        match event:
            case {"event": "WagerPlaced", "box": box, "wager": wager, "amount": amount}:
                self.boxes.setdefault(box, OpenBox(seats[box])).stakes[wager] = amount
            case {"event": "WagerReturned", "box": box, "amount": amount}:
                self.boxes[box].back += amount
            case {"event": "WagerPaid", "box": box, "returned": returned, "amount": amount, "meter": meter}:
                self._pay(box, returned, amount)
                if meter:
                    self.jackpots.append(JackpotSummary(box, event["wager"], meter, amount))
            case {"event": "AwardPaid", "box": box, "amount": amount}:
                self._pay(box, 0, amount)
            case {"event": "PaymentTakenBack", "box": box, "item": item, "amount": amount}:
                self.boxes[box].back -= amount
                self.jackpots = [won for won in self.jackpots if (won.box, won.wager) != (box, item)]
            case {"event": "IrregularityFound", "found": found}:
                self.irregularities.append(found)

    def _pay(self, box: int, returned: int, amount: int) -> None:
        self.boxes[box].back += returned + amount
        self.largest = max(self.largest, amount)

    def summary(self, table: str, status: RoundStatus, at: int, place: EntryPlace) -> RoundSummary:
        boxes = {number: box for number, box in sorted(self.boxes.items()) if any(box.stakes.values())}
        over = status != UNDER_WAY
        net: dict[str, int] = {}
        for box in boxes.values() if over else ():
            net[box.player] = net.get(box.player, 0) + box.back - sum(box.stakes.values())
        stakes = [stake for box in boxes.values() for stake in box.stakes.values()]
        return RoundSummary(
            id=f"{table}/{self.number}",
            regulation=self.regulation,
            status=status,
            start=self.start,
            end=at if over else None,
            boxes={number: box.player for number, box in boxes.items()},
            staked=sum(stakes),
            paid=sum(box.back for box in boxes.values()),
            net=net,
            largest=max((self.largest, *stakes, *map(abs, net.values()))),
            irregularities=tuple(self.irregularities),
            jackpots=tuple(self.jackpots),
            first=self.place,
            last=place,
        )


class TableScan:
    """Reads one table entry by entry: its seats, and the round under way."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.seats: dict[int, str] = {}
        self.open: OpenRound | None = None
        self._last = EntryPlace(0, 0)
        self._at = 0

    def take(self, entry: Entry, content: Mapping[str, Any]) -> RoundSummary | None:
        """The round that this entry ends, or None. LedgerBroken if the entry cannot belong to a table."""
        over: RoundSummary | None = None
        try:
            self._at, self._last = content["at"], EntryPlace(entry.seq, entry.position)
            for event in content["events"]:
                over = self._event(event) or over
        except (LookupError, TypeError, AttributeError) as error:
            raise entry.broken(f"its events are not those of a table ({error!r})") from None
        return over

    def _event(self, event: Mapping[str, Any]) -> RoundSummary | None:
        kind = event["event"]
        if kind == "SeatTaken":
            self.seats[event["box"]] = event["player"]
        elif kind == "SeatLeft":
            self.seats.pop(event["box"], None)
        elif kind == "BetsOpened":
            self.open = OpenRound(event["round"], event["cite"], self._at, self._last)
        elif self.open and kind in OVER:
            ended, self.open = self.open, None
            return ended.summary(self.name, OVER[kind], self._at, self._last)
        elif self.open:
            self.open.take(event, self.seats)
        return None

    def under_way(self) -> RoundSummary | None:
        """The round that is not over, with what everybody at the table knows; None if there is none."""
        return self.open.summary(self.name, UNDER_WAY, self._at, self._last) if self.open else None


def table_names(store: Store) -> tuple[str, ...]:
    """The names of the tables in a ledger."""
    return tuple(name.removeprefix(_TABLE) for name in store.streams() if name.startswith(_TABLE))


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
        if entry.stream.startswith(_TABLE):
            yield entry.stream.removeprefix(_TABLE), entry


def find_rounds(
    store: Store, wanted: RoundFilter | None = None, progress: Progress | None = None
) -> Iterator[RoundSummary]:
    """The rounds that match, in the order in which they ended; rounds that are not over come last."""
    wanted = wanted or RoundFilter()
    scans: dict[str, TableScan] = {}
    for name, entry in table_entries(store, wanted.table, progress):
        scan = scans.setdefault(name, TableScan(name))
        over = scan.take(entry, entry.content)
        if over and wanted.holds(over):
            yield over
    for scan in scans.values():
        found = scan.under_way()
        if found and wanted.holds(found):
            yield found


def no_such_round(store: Store, round_id: str) -> InputError:
    """The error for a round that does not exist; it names the rounds that do."""
    table, _ = parse_round(round_id)
    check_table_name(store, table)
    last = 0
    for _, entry in table_entries(store, table):
        if b'"BetsOpened"' in entry.body:
            opened = [event["round"] for event in entry.content["events"] if event["event"] == "BetsOpened"]
            last = max((last, *opened))
    have = f"has the rounds {table}/1 to {table}/{last}" if last else "has played no round yet"
    return InputError(f"there is no round {round_id!r}: the table {have}")
