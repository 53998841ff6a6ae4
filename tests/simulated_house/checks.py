"""What must hold after a run, whatever went wrong in it."""

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import orjson

from pitboss.evidence.heads import read_head
from pitboss.evidence.merkle import Tree
from pitboss.evidence.verify import verify_store
from pitboss.house.authority import Who
from pitboss.house.environment import ClockAndEntropy
from pitboss.house.live_house import LiveHouse
from pitboss.ledger.entry import Entry
from pitboss.ledger.fold import table_stream
from pitboss.ledger.store import Store
from pitboss.play.encoding import event_from_json
from pitboss.play.events import BetsOpened, Event
from pitboss.web.live.table_frame import TableFrame, json_text
from tests.house.sweep import check_books
from tests.simulated_house.prepared import KEY, TEXT
from tests.simulated_house.virtual_time import START
from tests.web.test_secrecy import Eyes

if TYPE_CHECKING:
    from tests.simulated_house.guests import Guest
    from tests.simulated_house.world import World

_CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")
_SHOWN = ("table", "seats", "meters", "phase", "turn", "round", "last", "seq", "rounds", "rack", "commitment")


class Failure(Exception):
    """What must never happen has happened."""


class Sight(Eyes):
    """What a person has seen. Bets that were opened and withdrawn before a deal leave the round before in sight."""

    def look(self, event: Event, by: str) -> None:
        kept = self._before | self.seen if isinstance(event, BetsOpened) and not self._hands else set()
        super().look(event, by)
        self._before |= kept


def check(world: "World") -> None:
    """Failure, AssertionError or LedgerBroken if anything does not hold."""
    complaints = [*world.complaints, *(complaint for guest in world.guests for complaint in guest.complaints)]
    if complaints:
        raise Failure("; ".join(complaints[:3]))
    world.check_acknowledged()
    _check_told(world)
    with world.storage.reader() as store:
        entries = list(store.entries())
        _check_ids(entries)
        verify_store(store, KEY.public)
        _check_heads(world, store)
        for table in {guest.table for guest in world.guests}:
            _check_secrecy(world, store, table)
    _check_house(world)


def _check_ids(entries: list[Entry]) -> None:
    ids = Counter(entry.content["id"] for entry in entries if entry.content.get("id"))
    if twice := [id_ for id_, number in ids.items() if number > 1]:
        raise Failure(f"{twice[0]} was done {ids[twice[0]]} times")


def _check_heads(world: "World", store: Store) -> None:
    """Every head that somebody keeps is one of this ledger."""
    tree = Tree(store.hashes(0, store.size()))
    for text in world.heads:
        head = read_head(text)
        if head.size > store.size() or tree.root(head.size) != head.root:
            raise Failure(f"a head over {head.size} entries was given away, and this ledger does not extend it")


def _check_told(world: "World") -> None:
    """Everybody was answered, and sees the table as it is."""
    for guest in world.guests:
        if guest.sent:
            raise Failure(f"{guest.sent.id} was never answered")
        house = world.servers[guest.server].house
        if house is None or guest.line is None or not guest.line.is_open:
            raise Failure(f"{guest.name or 'onlooker'} is not connected")
        record = house.record(guest.table)
        frame = TableFrame(record, names=False)
        due = _as_sent(frame.view(Who(guest.name, "player") if guest.name else None))
        seen = guest.known.view
        for part in _SHOWN:
            if seen.get(part) != due.get(part):
                raise Failure(f"{guest.name or 'onlooker'} sees {part} {seen.get(part)}, and it is {due.get(part)}")


def _as_sent(view: Any) -> Any:
    return orjson.loads(json_text(view))


def _check_secrecy(world: "World", store: Store, table: str) -> None:
    """No frame tells a client a card that this person had not seen by then, or what opens a commitment."""
    guests = [guest for guest in world.guests if guest.table == table]
    eyes = {guest.name: Sight(guest.name) for guest in guests}
    allowed: dict[str, list[set[str]]] = {name: [set()] for name in eyes}
    salts: set[str] = set()
    for entry in store.stream(table_stream(table)):
        content = entry.content
        salts |= {content["shuffle"]["salt"]} if "shuffle" in content else set()
        for document in content["events"]:
            if document["event"] != "TableOpened":
                for eye in eyes.values():
                    eye.look(event_from_json(document), " ".join(content.get("command", "").split()[:2]))
        for name, eye in eyes.items():
            allowed[name].append(eye.allowed)
    for guest in guests:
        _check_guest(guest, allowed[guest.name], salts)


def _check_guest(guest: "Guest", allowed: list[set[str]], salts: set[str]) -> None:
    for seq, text in guest.told:
        if seq >= len(allowed):
            raise Failure(f"{guest.name or 'onlooker'} was told of entry {seq}, and there are {len(allowed) - 1}")
        if hidden := set(_CARD.findall(text)) - allowed[seq]:
            raise Failure(f"{guest.name or 'onlooker'} was told {hidden} at entry {seq}: {text[:600]}")
        assert not any(salt in text for salt in salts), "a salt was told"


def _check_house(world: "World") -> None:
    """A house that is opened on what is left stands where the others stand, and its books balance."""
    running = {server.number: server.house for server in world.servers if server.house}
    with world.storage.reader() as store:
        clock = ClockAndEntropy(lambda: START + 10_000_000, bytes)
        house = LiveHouse(lambda: store, TEXT, KEY, environment=clock)
        check_books(house)
        for number, other in running.items():
            for name, record in house._records.items():
                if other.record(name).table != house.record(name).table or other.newest(name) != record.seq:
                    raise Failure(f"server {number} has table {name} otherwise than the ledger")
