"""HouseStartup: a house continues from its ledger, and records what is new in its house file.

The ledger has priority. If a person has put another file in force since the house was last started with this one, or if
the ledger has a later edition than this process knows, the house continues with what the ledger has.
"""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Any

from pitboss.errors import InputError, SubmissionRejected
from pitboss.house.head_signing import LedgerSigner
from pitboss.house.house_changes import BY_HOUSE, house_draft, opened_record, rules_drafts
from pitboss.ledger.entry import Draft, Entry
from pitboss.ledger.fold import (
    HOUSE,
    PEOPLE,
    LinkRecord,
    Rulesets,
    TableRecord,
    link_stream,
    load_link,
    load_table,
    table_stream,
)  # fmt: skip
from pitboss.ledger.records import LinkOpened, PlaysFor, TableOpened, house_opened
from pitboss.ledger.store import Conflict, Store
from pitboss.play import events as e
from pitboss.play.message import Message, message_to_json
from pitboss.rules.approve import approve_house
from pitboss.rules.edition_change import had_other_rules
from pitboss.rules.house_file import HouseFile
from pitboss.rules.ruleset import House, Ruleset
from pitboss.rules.submission import HouseSubmission

_MANY = 1_000
"""Entries of a link after which its meters are stored, so that they are not read again."""
OPENING_FILL = 10_000_000
"""The chips that a new table starts with, in cents."""


class GivenFile:
    """The house file that a house is started with, and whether it is approved under the editions of a day."""

    def __init__(self, file: str, text: str, day: str) -> None:
        self.text, house_file = text, HouseFile(file, text.encode())
        self.submission = house_file.submission
        self._approved: House | SubmissionRejected
        try:
            self._approved = approve_house(house_file, day)
        except SubmissionRejected as rejected:
            if not had_other_rules(self.submission, day):
                raise
            self._approved = rejected

    @property
    def facility(self) -> str:
        return self.submission.facility

    @property
    def tables(self) -> Collection[str]:
        return self.submission.tables

    @property
    def violations(self) -> int:
        """How many violations of today's rules the file has."""
        return 0 if isinstance(self._approved, House) else len(self._approved.violations)

    def check_for_new_ledger(self) -> None:
        """Raises SubmissionRejected unless today's rules approve the file: a new ledger records no other rules."""
        if isinstance(self._approved, SubmissionRejected):
            raise self._approved

    def approved(self, store: Store, rulesets: Rulesets) -> House:
        """The approved house; if today's rules refuse its file, the house in the ledger that runs by this file.

        Such a house goes on by the revision that approved it. It begins no round under an edition that has ended, but
        finishes rounds in progress. SubmissionRejected has every violation of any other file.
        """
        if isinstance(self._approved, House):
            return self._approved
        if entries := [*store.stream(HOUSE)]:
            recorded = rulesets.house(entries[-1].seq)
            if recorded.submission == self.submission or _was_started_with(entries, rulesets, self.submission):
                return recorded
        raise self._approved


class HouseStartup:
    """Opens a house, its links and its tables. Several processes may start at once: each fact is recorded once."""

    def __init__(
        self, store: Store, approved: House, rulesets: Rulesets, signer: LedgerSigner, clock: Callable[[], int]
    ) -> None:
        self._store, self._approved, self._rulesets = store, approved, rulesets
        self._signer, self._clock = signer, clock
        self.fills = True
        """Whether a new table starts with chips."""

    def house(self, text: str, public_key: str, practice: bool | None = None) -> int:
        """The number of the entry that records the house file. InputError if the ledger is for another kind of house.

        `practice` is None if the caller says neither.
        """
        asked: PlaysFor = "" if practice is None else "practice" if practice else "money"
        while True:
            entries = [*self._store.stream(HOUSE)]
            _check_kind(self._store, entries, asked)
            content: dict[str, Any] = {"at": self._clock(), **BY_HOUSE}
            if entries:
                self._signer.check_key(house_opened(entries[-1]).public_key)
                recorded = self._rulesets.house(entries[-1].seq)
                if recorded.meaning == self._approved.meaning or self._is_older(entries, recorded):
                    self._approved = recorded
                    return entries[-1].seq
                if recorded.submission == self._approved.submission:
                    content["why"] = "edition"
                else:
                    self._check_rounds()
            opened = opened_record(text, self._approved, public_key, asked)
            draft = house_draft(opened, len(entries), content)
            with suppress(Conflict):
                return self._store.append([draft, *rules_drafts(self._store, self._approved, content)])[0].seq

    def _is_older(self, entries: Sequence[Entry], recorded: House) -> bool:
        """Whether the ledger has a house file or editions that came after those of this process."""
        if recorded.submission == self._approved.submission:
            ours = self._approved.tables
            return any(_age(ours[name]) < _age(rules) for name, rules in recorded.tables.items())
        return _was_started_with(entries, self._rulesets, self._approved.submission)

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
            start = self._signer.link(name)
            record = load_link(self._store, name, start)
            if record.seq - (start.seq if start else 0) > _MANY:
                self._signer.save_link(name, record)
            choices = self._approved.submission.links[name].meters
            new = {meter: choice.seed for meter, choice in choices.items() if meter not in record.meters}
            if not new:
                return record
            with suppress(Conflict):
                content = self._content(LinkOpened(new))
                self._store.append([Draft(link_stream(name), record.seq, content)])

    def table(self, name: str, house: int) -> TableRecord:
        """A table under the rules of the house file. Rules change only between rounds.

        If a person's file or another edition changes a table, the table keeps its rules until the change is due.
        """
        stream, ruleset = table_stream(name), self._approved.tables[name]
        opened = self._content(TableOpened(ruleset.digest, house))
        filled = self._content(e.TableFilled(OPENING_FILL, ruleset.regulation.conduct["chips_only"]))
        while True:
            with suppress(Conflict):
                if not self._store.last(stream):
                    self._store.append([Draft(stream, 0, opened), *([Draft(stream, 1, filled)] if self.fills else ())])
                record = load_table(self._store, self._rulesets, name, self._start(name))
                if record.table.ruleset.meaning == ruleset.meaning or not self._is_started_with(house):
                    return record
                self._check_round(name, record)
                self._store.append([Draft(stream, record.seq, opened)])

    def _is_started_with(self, house: int) -> bool:
        return _is_of_start(next(self._store.stream(HOUSE, house - 1)))

    def _content(self, record: Message) -> dict[str, Any]:
        return {"at": self._clock(), **BY_HOUSE, "events": [message_to_json(record)]}


def _check_kind(store: Store, entries: Sequence[Entry], asked: PlaysFor) -> None:
    """InputError if the ledger was begun for practice and is to be served as a house, or the reverse.

    Ledgers that were begun before 0.3 do not say. They are for practice if they ever admitted guests, who play without
    money; the others are served as before, and say what they are for from their next house file on.
    """
    known = next((kind for entry in entries if (kind := house_opened(entry).plays_for)), "")
    if not known and any(b'"event":"GuestAdmitted"' in entry.body for entry in store.stream(PEOPLE)):
        known = "practice"
    if not known or not asked or known == asked:
        return
    if known == "practice":
        raise InputError(
            "this ledger is for practice: its chips were bought with no money, so it is never served as a house. "
            "Serve it with --practice, or begin another ledger with --db FILE"
        )
    raise InputError(
        "this ledger is a house's: its chips have a value, so nobody plays in it for practice. "
        "Serve it without --practice, or begin another ledger with --db FILE"
    )


def _was_started_with(entries: Sequence[Entry], rulesets: Rulesets, submission: HouseSubmission) -> bool:
    """Whether the house was last started with a file, and runs by it or by one that was put in force since."""
    started = next((entry for entry in reversed(entries) if _is_of_start(entry)), None)
    if started is None or entries[-1] == started:
        return False
    return rulesets.house(started.seq).submission == submission


def _is_of_start(entry: Entry) -> bool:
    """Whether a house was started with the file of an entry: nobody put it in force while the house ran."""
    content = entry.content
    return content.get("role") == "house" and "why" not in content


def _age(ruleset: Ruleset) -> tuple[str, int]:
    """Sorts by the edition's first day, then by our revision of it."""
    return ruleset.regulation.effective, ruleset.regulation.revision
