"""HouseStartup: a house goes on from its ledger, and records what is new in its house file."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from pitboss import __version__
from pitboss.errors import InputError
from pitboss.house.head_signing import LedgerSigner
from pitboss.ledger.entry import Draft
from pitboss.ledger.fold import (
    HOUSE,
    LinkRecord,
    Rulesets,
    TableRecord,
    link_stream,
    load_link,
    load_table,
    table_stream,
)  # fmt: skip
from pitboss.ledger.recorded_rules import RULES, rules_names, rules_to_record
from pitboss.ledger.records import HouseOpened, LinkOpened, TableOpened, house_opened
from pitboss.ledger.store import Conflict, Store
from pitboss.play import events as e
from pitboss.play.message import Message, message_to_json
from pitboss.rules.ruleset import House

OPENING_FILL = 10_000_000
"""The chips that a new table starts with, in cents."""


class HouseStartup:
    """Opens a house, its links and its tables. Several processes may start at once: each fact is recorded once."""

    def __init__(
        self, store: Store, approved: House, rulesets: Rulesets, signer: LedgerSigner, clock: Callable[[], int]
    ) -> None:
        self._store, self._approved, self._rulesets = store, approved, rulesets
        self._signer, self._clock = signer, clock

    def house(self, text: str, public_key: str) -> int:
        """The number of the entry that records the house file."""
        while True:
            last = next(iter([*self._store.stream(HOUSE)][-1:]), None)
            if last is not None:
                opened = house_opened(last)
                self._signer.check_key(opened.public_key)
                if self._rulesets.house(last.seq).meaning == self._approved.meaning:
                    return last.seq
                self._check_rounds()
            facility, digest = self._approved.submission.facility, self._approved.digest
            record = HouseOpened(facility, text, digest, public_key, __version__, rules_names(self._approved))
            drafts = [Draft(HOUSE, last.seq if last else 0, self._content(record))]
            after = self._store.last(RULES)
            for number, rules in enumerate(rules_to_record(self._store, self._approved)):
                drafts.append(Draft(RULES, after + number, self._content(rules)))
            with suppress(Conflict):
                return self._store.append(drafts)[0].seq

    def _check_rounds(self) -> None:
        """InputError if a table that the new rules change or leave out is playing a round."""
        for stream in self._store.streams():
            kind, _, name = stream.partition(" ")
            if kind == "table":
                self._check_round(name, load_table(self._store, self._rulesets, name, self._start(name)))

    def _check_round(self, name: str, record: TableRecord) -> None:
        ruleset = self._approved.tables.get(name)
        if record.table.round and (ruleset is None or ruleset.meaning != record.table.ruleset.meaning):
            raise InputError(
                f"table {name} is playing a round by other rules: open the house with its former file, "
                "finish the round, then change the rules"
            )

    def _start(self, name: str) -> TableRecord | None:
        return self._signer.snapshot(name, self._rulesets)

    def link(self, name: str) -> LinkRecord:
        """The meters of a link; new meters start at their seeds."""
        while True:
            record = load_link(self._store, name)
            choices = self._approved.submission.links[name].meters
            new = {meter: choice.seed for meter, choice in choices.items() if meter not in record.meters}
            if not new:
                return record
            with suppress(Conflict):
                content = self._content(LinkOpened(new))
                self._store.append([Draft(link_stream(name), record.seq, content)])

    def table(self, name: str, house: int) -> TableRecord:
        """A table under the rules of the house file. Rules change only between rounds."""
        stream, ruleset = table_stream(name), self._approved.tables[name]
        opened = self._content(TableOpened(ruleset.digest, house))
        filled = self._content(e.TableFilled(OPENING_FILL, ruleset.regulation.conduct["chips_only"]))
        while True:
            with suppress(Conflict):
                if not self._store.last(stream):
                    self._store.append([Draft(stream, 0, opened), Draft(stream, 1, filled)])
                record = load_table(self._store, self._rulesets, name, self._start(name))
                if record.table.ruleset.meaning == ruleset.meaning:
                    return record
                self._check_round(name, record)
                self._store.append([Draft(stream, record.seq, opened)])

    def _content(self, record: Message) -> dict[str, Any]:
        return {"at": self._clock(), "by": "house", "role": "house", "events": [message_to_json(record)]}
