"""Folding streams: the state of a table and a link after their entries, and the rules of each table.

Streams: `house` (what was approved, and the public key), `rules` (the rules that tables are run by), `table NAME`,
`link NAME`, `people` (who signed in) and `refusals`. An entry holds `at` (milliseconds), `by` and `role`, the command's
`id` and text, and its `events`; or what the floor decided, as `floor`.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, assert_never

from pitboss.errors import InputError, LedgerBroken
from pitboss.ledger.entry import Entry
from pitboss.ledger.rack import after_events
from pitboss.ledger.recorded_rules import RecordedHouses
from pitboss.ledger.records import LINK_RECORDS, LinkOpened, TableOpened, house_opened
from pitboss.ledger.store import Store
from pitboss.ledger.table_status import OPEN, LimitNotice, TableStatus, after_floor
from pitboss.play import event_groups as g
from pitboss.play import events as e
from pitboss.play.encoding import event_from_json
from pitboss.play.message import TypedValue, message_from_json
from pitboss.rules.ruleset import House, Ruleset
from pitboss.table.meters import Meter, moved
from pitboss.table.state import Table, evolve, new_table

HOUSE = "house"
PEOPLE = "people"
REFUSALS = "refusals"


def table_stream(name: str) -> str:
    return f"table {name}"


def link_stream(name: str) -> str:
    return f"link {name}"


class Shuffle(TypedValue):
    """How a deck was shuffled: the published commitment, and the salt that opens it."""

    commitment: str
    salt: str
    by_seed: bool
    """True if the salt is the seed of the order; False if the order was read from cards."""


class TableRecord(TypedValue):
    """A table after the entries of its stream."""

    table: Table
    seq: int
    house: int
    """The entry of the house that holds its rules."""
    dealers: Mapping[str, int] = MappingProxyType({})
    """Who dealt, and the last round that they dealt or prepared: someone else must validate a win of that round."""
    shuffles: Mapping[int, Shuffle] = MappingProxyType({})
    """The shuffle of each deck."""
    standing: TableStatus = OPEN


class LinkRecord(TypedValue):
    """The meters of a link after the entries of its stream."""

    seq: int = 0
    meters: Mapping[str, Meter] = MappingProxyType({})


class Rulesets:
    """The houses that a ledger records, each by its recorded file and rules."""

    def __init__(self, store: Store) -> None:
        self._store, self._recorded = store, RecordedHouses(store)
        self._houses: dict[int, House] = {}

    def house(self, seq: int) -> House:
        """The house that an entry of the house's stream opened."""
        if seq not in self._houses:
            entry = next(self._store.stream(HOUSE, seq - 1), None)
            if entry is None or entry.seq != seq:
                raise LedgerBroken(f"the house has no entry {seq}, which a table names for its rules")
            self._houses[seq] = self._recorded.reopen(entry, house_opened(entry))
        return self._houses[seq]

    def of(self, seq: int, table: str) -> Ruleset:
        return self.house(seq).tables[table]


class Folded(NamedTuple):
    """One entry of a table's stream, its events, and the table before and after them."""

    entry: Entry
    content: Mapping[str, Any]
    events: tuple[e.Event, ...]
    before: TableRecord | None
    after: TableRecord


def fold_table(store: Store, rulesets: Rulesets, name: str, start: TableRecord | None = None) -> Iterator[Folded]:
    """A table entry by entry, from its opening or from a record. Raises LedgerBroken for an impossible entry."""
    record = start
    for entry in store.stream(table_stream(name), start.seq if start else 0):
        content, before = entry.content, record
        try:
            events, record = _told(rulesets, name, entry.seq, content, before)
        except (ValueError, LookupError, TypeError, AttributeError, AssertionError) as error:
            raise entry.broken(f"it cannot have happened ({error})") from None
        yield Folded(entry, content, events, before, record)


def _told(
    rulesets: Rulesets, name: str, seq: int, content: Mapping[str, Any], before: TableRecord | None
) -> tuple[tuple[e.Event, ...], TableRecord]:
    """The events of an entry, and the table after them."""
    first = content["events"][0] if content["events"] else {}
    if first.get("event") == "TableOpened":
        house = message_from_json(first, {"TableOpened": TableOpened}).house
        record = _opened(rulesets.of(house, name), house, seq, before)
        return (), record.replace(standing=after_floor(record.standing, content, ()))
    if before is None:
        raise ValueError("the table acts before it is opened")
    events = tuple(event_from_json(document) for document in content["events"])
    return events, after(before, seq, content, events)


def _opened(ruleset: Ruleset, house: int, seq: int, before: TableRecord | None) -> TableRecord:
    """A new table, or the old table under new rules: chips stay, and seats stay if their boxes still exist."""
    fresh = new_table(ruleset, inventory=0)
    if before is None:
        return TableRecord(fresh, seq, house)
    old = before.table
    seats = {box: player for box, player in old.seats.items() if box <= ruleset.submission.boxes}
    table = old.replace(ruleset=ruleset, terms=fresh.terms, seats=seats, last=None, **_meters(old, fresh))
    standing = before.standing.replace(rules_by="", limits=_kept_notices(before.standing, old.ruleset, ruleset))
    record = before.replace(table=table, seq=seq, house=house, standing=standing)
    if _furniture(ruleset) == _furniture(old.ruleset):
        return record
    # If the number of decks, the device, the game or the opening changes, new cards come and are opened.
    table = table.replace(decks=(), current=0, since_count=0, rack=(), out_of_service={})
    return record.replace(table=table, shuffles={})


def _kept_notices(standing: TableStatus, old: Ruleset, new: Ruleset) -> tuple[LimitNotice, ...]:
    """The announced limits that still apply: those of wagers whose limits the new rules do not change."""
    return tuple(one for one in standing.limits if _limits(new, one.wager) == _limits(old, one.wager))


def _limits(ruleset: Ruleset, wager: str) -> tuple[int | None, int | None] | None:
    offer = ruleset.submission.wagers.get(wager)
    return (offer.minimum, offer.maximum) if offer else None


def _meters(old: Table, fresh: Table) -> dict[str, Any]:
    """Accounts and fractions with the meters of the new rules; a meter that stays keeps its amount."""
    accounts = {name: cents for name, cents in old.accounts.items() if not name.startswith("meter ")}
    for name, seed in fresh.meters().items():
        accounts[f"meter {name}"] = old.meters().get(name, seed)
    accounts["outside"] -= sum(accounts.values())
    return {"accounts": accounts, "carry": {name: rest for name, rest in old.carry.items() if name in fresh.meters()}}


def _furniture(ruleset: Ruleset) -> tuple[object, ...]:
    """What the cards at a table depend on."""
    layout, regulation = ruleset.submission, ruleset.regulation
    return (
        regulation.id, regulation.opening, regulation.shuffling,
        layout.device, layout.shuffler, layout.decks,
    )  # fmt: skip


def after(
    record: TableRecord,
    seq: int,
    content: Mapping[str, Any],
    events: tuple[e.Event, ...],
    table: Table | None = None,
) -> TableRecord:
    """The record after one entry's events; `table` is the table after them, if the caller has it already."""
    if table is None:
        table = record.table
        for event in events:
            table = evolve(table, event)
    shuffles = _shuffles(record, table, content, events)
    dealers = record.dealers
    if content.get("role") == "dealer":
        # Between rounds the cards are made ready for the next one. Dealers of earlier rounds no longer matter.
        dealers = {name: last for name, last in dealers.items() if last >= table.rounds}
        dealers[content["by"]] = table.rounds if record.table.round or table.round else table.rounds + 1
    standing = record.standing
    if standing.rack.state or any(isinstance(event, e.InventoryCounted) for event in events):
        rack = after_events(standing.rack, record.table.accounts, table.accounts, events)
        standing = standing.replace(rack=rack)
    standing = after_floor(standing, content, events)
    return record.replace(table=table, seq=seq, dealers=dealers, shuffles=shuffles, standing=standing)


def _shuffles(
    record: TableRecord, table: Table, content: Mapping[str, Any], events: tuple[e.Event, ...]
) -> Mapping[int, Shuffle]:
    """The shuffle of each deck, under the number that the deck has after the events."""
    shuffles = record.shuffles
    for event in events:
        match event:
            case e.DecksReceived():
                shuffles = {}
            case e.DeckShuffled(deck=deck):
                shuffles = {other: made for other, made in shuffles.items() if other != deck}
                if made := content.get("shuffle"):
                    shuffles[deck] = Shuffle(made["commitment"], made["salt"], made["by_seed"])
            case e.DeckRemoved(deck=gone):
                shuffles = {deck - (deck > gone): made for deck, made in shuffles.items() if deck != gone}
            case e.DeviceTakenOut():
                if len(table.decks) < len(record.table.decks):
                    # Only the deck in turn stays.
                    turn = record.table.current
                    shuffles = {0: shuffles[turn]} if turn in shuffles else {}
            case (
                e.DeckAdded() | e.StepPerformed() | e.DeckLoaded() | e.DeckCut() | e.RecutOrdered() | e.ShuffleOrdered()
                | e.TableIdled() | e.DeviceReturned() | e.CardsRead()
                | g.ChipEvent() | g.SeatEvent() | g.StageEvent() | g.MeterEvent() | g.RoundEvent()
            ):  # fmt: skip
                pass
            case _:
                assert_never(event)
    return shuffles


def load_table(store: Store, rulesets: Rulesets, name: str, start: TableRecord | None = None) -> TableRecord:
    """A table as its stream leaves it."""
    record = start
    for folded in fold_table(store, rulesets, name, start):
        record = folded.after
    if record is None:
        raise InputError(f"the ledger has no table {name!r}")
    return record


def load_link(store: Store, name: str, start: LinkRecord | None = None) -> LinkRecord:
    """A link's meters as its stream leaves them."""
    record = start or LinkRecord()
    for entry in store.stream(link_stream(name), record.seq):
        with entry.being_read():
            record = after_link(record, entry.seq, entry.content)
    return record


def after_link(record: LinkRecord, seq: int, content: Mapping[str, Any]) -> LinkRecord:
    """The meters after one entry of the link."""
    meters = dict(record.meters)
    for document in content["events"]:
        match message_from_json(document, LINK_RECORDS):
            case LinkOpened(meters=new):
                meters |= {name: Meter(seed) for name, seed in new.items()}
            case event:
                meters[event.meter] = moved(meters[event.meter], event)
    return LinkRecord(seq, meters)
