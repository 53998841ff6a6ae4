"""HouseChanges: the house file in force, and the rules that tables take between rounds.

A table takes the newest house file when its edition ends, when the floor orders it, or when only the edition or our
revision of it differs. Nothing here is stored: the house appends the drafts.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from pitboss import __version__
from pitboss.errors import InputError, SubmissionRejected, Violation
from pitboss.house.environment import ClockAndEntropy
from pitboss.ledger.entry import Draft
from pitboss.ledger.fold import HOUSE, Rulesets, TableRecord, table_stream
from pitboss.ledger.recorded_rules import RULES, rules_names, rules_to_record
from pitboss.ledger.records import HouseOpened, LimitsChanged, LimitsWithdrawn, PlaysFor, TableOpened, house_opened
from pitboss.ledger.store import Store
from pitboss.ledger.table_status import LimitNotice
from pitboss.play import events as e
from pitboss.play.encoding import event_to_json
from pitboss.play.message import Message, message_to_json
from pitboss.rules.approve import approve_house
from pitboss.rules.edition_change import is_pinned, next_change
from pitboss.rules.editions import editions, find_edition, first_day_after
from pitboss.rules.house_file import HouseFile, with_limits
from pitboss.rules.ruleset import House, Ruleset
from pitboss.table.authority import is_played

FILE = "house.toml"
NEW_RULES_FIRST = "new-rules-first"
"""The code of a refusal that the house answers by changing the rules and deciding again."""
BY_HOUSE = {"by": "house", "role": "house"}
Content = Mapping[str, Any]
"""What an entry has besides its events: the time, the person, the role, and the id of a command."""


class ComingEditions(NamedTuple):
    """A gaming day from which tables run by other editions, and whether the house file is approved under them."""

    day: str
    at: int
    """When that day begins, in milliseconds."""
    tables: Mapping[str, tuple[str, str]]
    """The edition of each table before and after; the second is empty if none is in force."""
    house: House | None
    """The house under those editions; None if the file is not approved."""
    violations: tuple[Violation, ...]


class RulesDue(NamedTuple):
    """Why no round begins under the rules of a table."""

    code: str
    reason: str


class HouseChanges:
    """The rules of a house, and the rules that its tables change to. The caller holds the house's lock."""

    def __init__(self, store: Store, rulesets: Rulesets, public_key: str, environment: ClockAndEntropy) -> None:
        self._store, self._rulesets, self._public_key = store, rulesets, public_key
        self._clock, _, self._calendar = environment
        self._ends: dict[str, int | None] = {}
        self.seq = 0
        """The newest entry of the house's stream."""
        self.follow()

    def follow(self) -> bool:
        """Reads the newest house file; False if there is no newer one."""
        entry = None
        for entry in self._store.stream(HOUSE, self.seq):  # noqa: B007 - the last one counts
            pass
        if entry is None:
            return False
        self.seq, self.entry = entry.seq, entry
        self.house: House = self._rulesets.house(entry.seq)
        self.text = house_opened(entry).file
        self.coming = self._coming()
        return True

    def today(self) -> str:
        """The gaming day under way."""
        return self._calendar.date_of(self._clock()).isoformat()

    def approve(self, text: str) -> House:
        """A house file by the editions in force today; SubmissionRejected has every violation."""
        return approve_house(HouseFile(FILE, text.encode()), self.today())

    def approve_limits(self, table: str, wager: str, minimum: int, maximum: int) -> tuple[str, House]:
        """The house file in force with other limits, and the house by it; SubmissionRejected has every violation."""
        text = with_limits(self.text, table, wager, minimum, maximum)
        return text, self.approve(text)

    # The calendar

    def _coming(self) -> ComingEditions | None:
        """The next change of editions, or one that the house has not made yet."""
        today = self.today()
        late = {name: both for name, rules in self.house.tables.items() if (both := _later(rules, today))}
        change = next_change(self.house.submission, today)
        day, tables = (today, late) if late else (change.day, change.tables) if change else ("", {})
        if not day:
            return None
        at = self._calendar.moment(date.fromisoformat(day))
        try:
            return ComingEditions(day, at, tables, approve_house(HouseFile(FILE, self.text.encode()), day), ())
        except SubmissionRejected as rejected:
            return ComingEditions(day, at, tables, None, rejected.violations)

    def end_of(self, ruleset: Ruleset) -> int | None:
        """The moment from which no round begins under a table's edition; None if none is known."""
        if is_pinned(ruleset.submission.regulation):
            return None
        key = ruleset.regulation.key
        if key not in self._ends:
            known = (one for one in editions().get(ruleset.regulation.id, ()) if one.key == key)
            day = next(map(first_day_after, known), "")
            self._ends[key] = self._calendar.moment(date.fromisoformat(day)) if day else None
        return self._ends[key]

    def _has_ended(self, ruleset: Ruleset, at: int) -> bool:
        end = self.end_of(ruleset)
        return end is not None and at >= end

    # What is due

    def is_waiting(self, record: TableRecord) -> bool:
        """Whether a newer house file has other rules for a table than the table runs by."""
        new = self.house.tables.get(record.table.ruleset.table)
        return record.house < self.seq and new is not None and new.meaning != record.table.ruleset.meaning

    def due(self, record: TableRecord, at: int) -> RulesDue | None:
        """Why a table must take other rules before a round begins; None if a round may begin."""
        if self._next_rules(record, at) is not None or self._due_limits(record, at) is not None:
            return RulesDue(NEW_RULES_FIRST, "the table must take new rules before this round begins")
        return self.blocked(record, at)

    def blocked(self, record: TableRecord, at: int) -> RulesDue | None:
        """Why no round begins although the table has no new rules to take: its edition has ended."""
        old = record.table.ruleset
        if not self._has_ended(old, at) or self._next_rules(record, at) is not None:
            return None
        if self.coming and self.coming.house and at >= self.coming.at:
            return RulesDue(NEW_RULES_FIRST, "the house must take the new edition before this round begins")
        day = self.today()
        return RulesDue(
            "edition-ended",
            f"no round begins under {old.regulation.key}, which has ended: the house file is not approved on {day}. "
            f"pitboss check {FILE} --on {day} says what must change; put the new file in force on the floor's page",
        )

    def _next_rules(self, record: TableRecord, at: int) -> Ruleset | None:
        """The rules that a table takes now, between rounds; None if it stays as it is."""
        if not self.is_waiting(record):
            return None
        old, new = record.table.ruleset, self.house.tables[record.table.ruleset.table]
        same_choices = (new.submission, new.links) == (old.submission, old.links)
        ordered = record.standing.rules_by or record.standing.closed == "closed"
        has_ended = self._has_ended(old, at) and not self._has_ended(new, at)
        return new if ordered or same_choices or has_ended else None

    def _due_limits(self, record: TableRecord, at: int) -> LimitNotice | None:
        """Announced limits whose moment has come. They wait while the table waits for a house file."""
        if not record.standing.limits or self.is_waiting(record):
            return None
        return next((one for one in record.standing.limits if one.posted and one.effective <= at), None)

    # Drafts

    def edition_drafts(self, at: int) -> list[Draft]:
        """What puts the house file in force under the editions of a new gaming day; nothing before that day."""
        coming = self.coming
        if coming is None or at < coming.at or coming.house is None or coming.house.meaning == self.house.meaning:
            return []
        return self.house_drafts(self.text, coming.house, {"at": at, **BY_HOUSE, "why": "edition"})

    def house_drafts(self, text: str, approved: House, content: Content) -> list[Draft]:
        """What puts a house file in force: the file, and the rules that the ledger does not carry yet."""
        return [
            house_draft(opened_record(text, approved, self._public_key), self.seq, content),
            *rules_drafts(self._store, approved, content),
        ]

    def table_drafts(self, record: TableRecord, at: int) -> list[Draft]:
        """The change of rules that a table makes now by itself; none while a round is played."""
        if is_played(record.table):
            return []
        content = {"at": at, **BY_HOUSE}
        if new := self._next_rules(record, at):
            ordered = {"ordered_by": record.standing.rules_by} if record.standing.rules_by else {}
            return opened_drafts(record, new, self.seq, {**content, **ordered})
        if notice := self._due_limits(record, at):
            try:
                return self.limit_drafts(record, notice, content)
            except SubmissionRejected as rejected:
                withdrawn = LimitsWithdrawn(notice.id, rejected.violations[0].message)
                return [floor_draft(record, withdrawn, content)]
        return []

    def limit_drafts(self, record: TableRecord, notice: LimitNotice, content: Content) -> list[Draft]:
        """What gives new limits effect: the house file that has them, and the table opened by it."""
        name = record.table.ruleset.table
        text, house = self.approve_limits(name, notice.wager, notice.minimum, notice.maximum)
        changed = LimitsChanged(notice.id, notice.wager, notice.minimum, notice.maximum, notice.law)
        first = self.house_drafts(text, house, {**content, "why": "limits"})
        return [*first, *opened_drafts(record, house.tables[name], self.seq + 1, content, changed)]


def _later(ruleset: Ruleset, day: str) -> tuple[str, str] | None:
    """A table's edition and the one that its house file means on a day, if that one is later."""
    if is_pinned(ruleset.submission.regulation) or ruleset.regulation.id not in editions():
        return None
    try:
        then = find_edition(ruleset.submission.regulation, day)
    except InputError:
        return ruleset.regulation.key, ""
    return (ruleset.regulation.key, then.key) if then.effective > ruleset.regulation.effective else None


def opened_record(text: str, approved: House, public_key: str, plays_for: PlaysFor = "") -> HouseOpened:
    """The record of a house file that is put in force."""
    facility, rules = approved.submission.facility, rules_names(approved)
    return HouseOpened(facility, text, approved.digest, public_key, __version__, rules, plays_for)


def house_draft(opened: HouseOpened, after: int, content: Content) -> Draft:
    """The entry for a house file, after `after` entries of its stream."""
    return Draft(HOUSE, after, {**content, "events": [message_to_json(opened)]})


def rules_drafts(store: Store, approved: House, content: Content) -> list[Draft]:
    """The entries for the rules of a house that the ledger does not carry yet."""
    last, records = store.last(RULES), rules_to_record(store, approved)
    return [
        Draft(RULES, last + number, {**content, "events": [message_to_json(record)]})
        for number, record in enumerate(records)
    ]


def opened_drafts(
    record: TableRecord, rules: Ruleset, house: int, content: Content, floor: Message | None = None
) -> list[Draft]:
    """The entries by which a table takes other rules. If bets are open and nobody has bet, that round is void first."""
    stream, seq, drafts = table_stream(rules.table), record.seq, list[Draft]()
    if record.table.round is not None:
        void = e.RoundVoided(record.table.ruleset.regulation.conduct["before_no_more_bets"])
        drafts.append(Draft(stream, seq, {**content, "events": [event_to_json(void)]}))
        seq += 1
    opened: dict[str, Any] = {**content, "events": [message_to_json(TableOpened(rules.digest, house))]}
    if floor is not None:
        opened["floor"] = message_to_json(floor)
    return [*drafts, Draft(stream, seq, opened)]


def floor_draft(record: TableRecord, decision: Message, content: Content, events: Sequence[e.Event] = ()) -> Draft:
    """The entry for a decision about a table that is not an event of the regulation, with the chips that it moves."""
    stream, moved = table_stream(record.table.ruleset.table), [event_to_json(event) for event in events]
    return Draft(stream, record.seq, {**content, "events": moved, "floor": message_to_json(decision)})
