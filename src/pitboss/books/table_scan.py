"""TableScan: reads the entries of a table one by one, without rules or cards, and says which round each of them ends.

Only the seats and the round under way are held in memory. A scan can begin anywhere between two rounds.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pitboss.books.rounds import OVER, UNDER_WAY, EntryPlace, JackpotSummary, RoundStatus, RoundSummary
from pitboss.ledger.entry import Entry


class TableStart(NamedTuple):
    """A table between two rounds."""

    seq: int = 0
    """The last entry of the table so far."""
    house: int = 0
    """The entry of the house that holds its rules; 0 if it is not open yet."""
    seats: Mapping[int, str] = {}
    rounds: int = 0
    at: int = 0
    """The latest time in its entries so far."""


UNOPENED = TableStart()
_OF_TABLE = frozenset({"SeatTaken", "SeatLeft", "SeatFreed", "TableOpened", "BetsOpened", "BetsWithdrawn"})
_OF_ROUND = frozenset({
    "WagerPlaced", "WagerReturned", "JackpotLocked", "WagerPaid", "AwardPaid", "PaymentTakenBack", "IrregularityFound",
})  # fmt: skip
"""The events that `OpenRound.take` takes in."""
_NONE = frozenset[int]()
_DIGITS = 18
"""Of the longest number of a round."""
_CORRECTIONS = frozenset({"PaymentCorrected", "BoxPaymentCorrected"})


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
        self.dealers: set[str] = set()
        self._locked: dict[tuple[int, str], str] = {}
        """The meter of each win that was locked before it was paid."""
        self.largest = 0

    def take(self, event: Mapping[str, Any], seats: Mapping[int, str]) -> None:
        match event:
            case {"event": "WagerPlaced", "box": box, "wager": wager, "amount": amount}:
                if box not in self.boxes:
                    self.boxes[box] = OpenBox(seats[box])
                self.boxes[box].stakes[wager] = amount
            case {"event": "WagerReturned", "box": box, "amount": amount}:
                self.boxes[box].back += amount
            case {"event": "JackpotLocked", "box": box, "wager": wager, "meter": meter}:
                self._locked[box, wager] = meter
            case {"event": "WagerPaid", "box": box, "returned": returned, "amount": amount, "meter": meter}:
                self._pay(box, returned, amount)
                if meter := meter or self._locked.get((box, event["wager"]), ""):
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
            dealers=tuple(sorted(self.dealers)),
        )


class TableScan:
    """A table from a start on, entry by entry: its seats, and the round under way."""

    def __init__(self, name: str, start: TableStart = UNOPENED) -> None:
        self.name = name
        self.seats: dict[int, str] = dict(start.seats)
        self.open: OpenRound | None = None
        self._between = start
        self._house, self._rounds, self._latest = start.house, start.rounds, start.at
        self._seq, self._position = start.seq, 0
        self._at = 0
        self.corrected = _NONE
        """The rounds that corrections in the last entry name."""

    @property
    def start(self) -> TableStart:
        """Where a scan can begin in order to be at this entry again: here, or before the round under way."""
        if self.open:
            return self._between
        return TableStart(self._seq, self._house, dict(self.seats), self._rounds, self._latest)

    def take(self, entry: Entry, content: Mapping[str, Any]) -> RoundSummary | None:
        """The round that this entry ends, or None. LedgerBroken if the entry cannot belong to a table."""
        over: RoundSummary | None = None
        try:
            events, at = content["events"], content["at"]
            kinds = [event["event"] for event in events]
            if "BetsOpened" in kinds:
                self._between = self.start
            self._at, self._seq, self._position = at, entry.seq, entry.position
            self._latest = max(self._latest, at)
            self.corrected = _NONE if _CORRECTIONS.isdisjoint(kinds) else corrected_rounds(events, self.name)
            dealer = content["by"] if content.get("role") == "dealer" else None
            for kind, event in zip(kinds, events, strict=True):
                if kind in _OF_TABLE:
                    self._at_table(kind, event)
                round_ = self.open
                if round_ is None:
                    continue
                if dealer is not None:
                    round_.dealers.add(dealer)
                if kind in _OF_ROUND:
                    round_.take(event, self.seats)
                elif kind in OVER:
                    self.open = None
                    over = round_.summary(self.name, OVER[kind], at, self._place)
        except (LookupError, TypeError, AttributeError) as error:
            raise entry.broken(f"its events are not those of a table ({error!r})") from None
        return over

    @property
    def _place(self) -> EntryPlace:
        return EntryPlace(self._seq, self._position)

    def _at_table(self, kind: str, event: Mapping[str, Any]) -> None:
        match kind:
            case "SeatTaken":
                self.seats[event["box"]] = event["player"]
            case "SeatLeft" | "SeatFreed":
                self.seats.pop(event["box"], None)
            case "TableOpened":
                self._house = event["house"]
            case "BetsOpened":
                self._rounds = event["round"]
                self.open = OpenRound(event["round"], event["cite"], self._at, self._place)
            case "BetsWithdrawn":
                self._rounds = event["round"] - 1
                self.open = None

    def under_way(self) -> RoundSummary | None:
        """The round that is not over, with what everybody at the table knows; None if there is none."""
        return self.open.summary(self.name, UNDER_WAY, self._at, self._place) if self.open else None


def corrected_rounds(events: Iterable[Mapping[str, Any]], table: str) -> frozenset[int]:
    """The rounds of a table that corrections name: in their own field, or, if they are older, in their reason."""
    found = set[int]()
    for event in events:
        match event:
            case {"event": "BoxPaymentCorrected", "round": int(number)}:
                found.add(number)
            case {"event": "PaymentCorrected", "reason": str(reason)}:
                found.update(rounds_named(reason, table))
    return frozenset(found)


def rounds_named(reason: str, table: str) -> Iterator[int]:
    """The rounds of a table that a reason names as TABLE/NUMBER."""
    for word in reason.split():
        name, _, number = word.strip(".,;:()'\"").rpartition("/")
        if name == table and number.isascii() and number.isdecimal() and len(number) <= _DIGITS:
            yield int(number)


def round_of(entries: Iterable[Entry], table: str, number: int, players: Mapping[int, str]) -> RoundSummary | None:
    """A round from its own entries and the players of its boxes; None if these entries do not end such a round."""
    opened, seats = None, defaultdict(str, players)
    for entry in entries:
        content, place = entry.content, EntryPlace(entry.seq, entry.position)
        try:
            for event in content["events"]:
                if event["event"] == "BetsOpened" and event["round"] == number:
                    opened = OpenRound(number, event["cite"], content["at"], place)
                if opened is None:
                    continue
                if content.get("role") == "dealer":
                    opened.dealers.add(content["by"])
                if event["event"] in OVER:
                    return opened.summary(table, OVER[event["event"]], content["at"], place)
                opened.take(event, seats)
        except (LookupError, TypeError, AttributeError) as error:
            raise entry.broken(f"its events are not those of a table ({error!r})") from None
    return None
