"""Alerts: what the floor should know at once, from new entries alone.

Nothing of an alert is stored: it follows from entries, and another reader of the entries finds it again. A watch
begins at a record of each table and folds what comes after it.
"""

from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

from pitboss.books.decision_evidence import Evidence, factors
from pitboss.books.gaming_day import Day
from pitboss.books.minute_sums import count_differences
from pitboss.books.report import day_reports
from pitboss.ledger.fold import Folded, Rulesets, TableRecord, fold_table
from pitboss.ledger.store import Store
from pitboss.money import show_money
from pitboss.odds.known_cards import known_cards
from pitboss.play import events as e
from pitboss.rules.submission import AlertLimits
from pitboss.table.decks import count_is_due
from pitboss.text import plural, show_percentage

AlertKind = Literal[
    "void", "correction", "difference", "low_rack", "deck_age", "stub_count", "jackpot", "result", "known_cards"
]
DayOf = Callable[[int], Day]
"""The gaming day of a moment."""
_Found = tuple[AlertKind, str, object]
"""Kind, text and clause of an alert."""
_SHOWN = "dealer:1"


class Alert(NamedTuple):
    """Something that the floor should know; `round` is 0 between rounds, `cite` the clause that it is about."""

    kind: AlertKind
    table: str
    at: int
    round: int
    text: str
    cite: str


class TableAlerts:
    """The alerts of one table, entry by entry from a record on."""

    def __init__(self, store: Store, rulesets: Rulesets, name: str, record: TableRecord | None, day_of: DayOf) -> None:
        self._store, self._rulesets, self._name, self._day_of = store, rulesets, name, day_of
        self.record = record
        self._evidence: dict[str, Evidence] = {}
        self._found: set[str] = set()
        """The players whose decisions were told of on the day."""
        self._day: Day | None = None
        self._old_deck: tuple[int, int] | None = None
        """The deck whose age was told of: its number, and since when it is in use."""

    def follow(self) -> Iterator[Alert]:
        """The alerts of the entries that came since."""
        for folded in fold_table(self._store, self._rulesets, self._name, self.record):
            self.record = folded.after
            yield from self._of(folded)

    def at(self, now: int) -> Iterator[Alert]:
        """The alerts that come with time alone: cards that will soon be too old."""
        if self.record is None or self.record.standing.closed == "closed":
            return
        table = self.record.table
        if table.deck is None or table.deck.since is None:
            return
        deck = (table.current, table.deck.since)
        notice = self._limits.deck_notice * 60
        for life in table.ruleset.regulation.decks.life:
            left = table.deck.since + life.hours * 3600 - now // 1000
            if table.device in life.devices and left <= notice and self._old_deck != deck:
                self._old_deck = deck
                minutes = plural(max(0, left) // 60, "minute")
                text = f"the cards must be changed in {minutes}: they may be used {life.hours} hours"
                yield Alert("deck_age", self._name, now, 0, text, str(life.cite))

    @property
    def _limits(self) -> AlertLimits:
        assert self.record
        return self._rulesets.house(self.record.house).submission.alerts

    def _of(self, folded: Folded) -> Iterator[Alert]:
        before, after, content = folded.before, folded.after, folded.content
        round_ = after.table.round or (before.table.round if before else None)
        number = round_.number if round_ else 0
        found = [*self._of_events(folded, number), *self._of_counts(folded), *self._of_table(folded)]
        if before and after.standing.closed == "closed" != before.standing.closed:
            found += self._result(content["at"])
        for kind, text, cite in found:
            yield Alert(kind, self._name, content["at"], number, text, str(cite))

    def _of_events(self, folded: Folded, number: int) -> Iterator[_Found]:
        content, after = folded.content, folded.after
        for event in folded.events:
            match event:
                case e.RoundVoided(cite=cite):
                    yield "void", f"round {number} is void", cite
                case (
                    e.PaymentCorrected(player=player, amount=amount, reason=reason, cite=cite)
                    | e.BoxPaymentCorrected(player=player, amount=amount, reason=reason, cite=cite)
                ) if abs(amount) >= self._limits.correction:
                    told = f"{content['by']} corrected a payment to {player} by {show_money(amount)}: {reason}"
                    yield "correction", told, cite
                case e.ValidationAsked(box=box, item=item, cite=cite):
                    yield "jackpot", f"box {box} waits for the validation of its {item.replace('_', ' ')}", cite
                case e.RoundCompleted() if after.table.last:
                    yield from self._decisions(after, content["at"])

    def _of_counts(self, folded: Folded) -> Iterator[_Found]:
        for counted, amount in count_differences(folded.content):
            if abs(amount) >= self._limits.difference:
                side = "above" if amount > 0 else "below"
                text = f"the {counted} was counted {show_money(abs(amount))} {side} the books"
                yield "difference", text, "COMAR 36.05.03.15 D"

    def _of_table(self, folded: Folded) -> Iterator[_Found]:
        if folded.before is None:
            return
        before, after, low = folded.before, folded.after, self._limits.low_rack
        regulation = after.table.ruleset.regulation
        if low and chips_in(before) >= low > chips_in(after):
            text = f"the table inventory is down to {show_money(chips_in(after))}"
            yield "low_rack", text, regulation.conduct["chips_only"]
        if count_is_due(after.table) and not count_is_due(before.table):
            yield "stub_count", "the stub must be counted", regulation.dealing[after.table.device].stub.count_cite

    def _decisions(self, record: TableRecord, at: int) -> Iterator[_Found]:
        """Players whose decisions fit a known card better than chance allows."""
        day, table = self._day_of(at), record.table
        if self._day is None or self._day.name != day.name:
            self._day, self._evidence, self._found = day, {}, set()
        assert table.last
        for player, factor in factors(table.ruleset, table.last):
            evidence = self._evidence.setdefault(player, Evidence())
            evidence.add(factor)
            if player not in self._found and evidence.reaches(self._limits.known_cards):
                self._found.add(player)
                text = (
                    f"{plural(evidence.decisions, 'decision')} of {player} fit a known card of the dealer's, "
                    f"{evidence.odds:,} to 1: chance does that on one evening of {self._limits.known_cards:,} at most"
                )
                yield "known_cards", text, known_cards(table.ruleset.regulation)[_SHOWN][0]

    def _result(self, at: int) -> Iterator[_Found]:
        """The result of the day, if it is less probable than the limit of the house."""
        for report in day_reports(self._store, [self._day_of(at)], self._name, exact=True):
            found = report.probability
            if found and found.value < self._limits.result:
                luck = show_money(round(report.whole.surplus))
                how = "at most " if found.how == "at most" else ""
                text = f"the table won {luck} more than theory: {how}{show_percentage(found.value, 3)} come so far"
                yield "result", text, "COMAR 36.05.03.25 B(2)"


def chips_in(record: TableRecord) -> int:
    """What the table inventory container holds, in cents: by the last count, if the house counts its racks."""
    rack = record.standing.rack
    return rack.amount if rack.state else record.table.accounts.get("inventory", 0)
