"""One table's entries in a ledger, and those of its links, as a house appends them."""

from functools import cache
from typing import Any

from pitboss.ledger.entry import Draft
from pitboss.ledger.fold import link_stream, table_stream
from pitboss.ledger.records import LinkOpened
from pitboss.ledger.store import Store
from pitboss.play import events as e
from pitboss.play.commands import Command
from pitboss.play.encoding import event_to_json
from pitboss.play.message import message_to_json
from pitboss.play.notation import show_command
from pitboss.rules.approve import approve_house
from pitboss.rules.house_file import HouseFile
from pitboss.rules.ruleset import House
from pitboss.table.meters import linked, moving
from pitboss.table.state import Table, new_table
from tests.ledger.opened_house import house_drafts
from tests.ledger.sample import Ledger, sealed


@cache
def approved_house(text: str) -> House:
    return approve_house(HouseFile("house.toml", text.encode()))


class RecordedTable:
    """What a house with one table records: each command with its events, and beside it what the meters do."""

    def __init__(self, text: str) -> None:
        house = approved_house(text)
        ((self._name, ruleset),) = house.tables.items()
        self.opened: Table = new_table(ruleset, inventory=0)
        self._links = linked(self.opened)
        self._drafts = house_drafts(text, house, at=0, by="system")
        self._append(table_stream(self._name), [{"event": "TableOpened", "digest": ruleset.digest, "house": 1}])
        for name in dict.fromkeys(self._links.values()):
            seeds = {meter: cents for meter, cents in self.opened.meters().items() if self._links[meter] == name}
            self._append(link_stream(name), [message_to_json(LinkOpened(seeds))])
        self._seq = 1

    @property
    def store(self) -> Store:
        return Ledger(tuple(sealed(self._drafts)), (), {}).store

    def add(self, command: Command, events: tuple[e.Event, ...]) -> None:
        """An accepted command."""
        self._seq += 1
        stream = table_stream(self._name)
        self._append(stream, [event_to_json(event) for event in events], command=show_command(command))
        told: dict[str, list[dict[str, Any]]] = {}
        for meter, event in moving(events):
            told.setdefault(self._links[meter], []).append(event_to_json(event))
        for link, moves in told.items():
            self._append(link_stream(link), moves, of={"stream": stream, "seq": self._seq})

    def _append(self, stream: str, events: list[dict[str, Any]], **beside: Any) -> None:
        self._drafts.append(Draft(stream, None, {"at": 0, "by": "dana", "role": "dealer", "events": events, **beside}))
