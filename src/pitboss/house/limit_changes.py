"""LimitChanges: other limits for a wager without a new submission, as the law around the regulation allows it.

A maximum may move, and a minimum may fall. If nobody plays at the table, the limits apply at once; otherwise after a
notice, with a sign at the table and an announcement to the players. They take effect between rounds, through a house
file that has them.
"""

from collections.abc import Sequence
from typing import NamedTuple

from pitboss.errors import InputError, SubmissionRejected
from pitboss.house.authority import Who
from pitboss.house.floor_entries import Content, FloorEntries, check_floor, refuse_decision
from pitboss.house.house_changes import floor_draft
from pitboss.house.live_house import LiveHouse
from pitboss.ledger import records as r
from pitboss.ledger.entry import Draft
from pitboss.ledger.fold import TableRecord
from pitboss.ledger.table_status import LimitNotice
from pitboss.money import show_money
from pitboss.rules.regulation import LimitChangeRules
from pitboss.table.authority import is_played

_MINUTE = 60_000


class LimitOrder(NamedTuple):
    """New limits of a wager, in cents, and what was done for the players who are at the table."""

    wager: str
    """The name that the house file has for it."""
    minimum: int
    maximum: int
    announced: bool = False
    """The players at the table were told of the change,"""
    posted: bool = False
    """and a sign there says what changes and when."""


class LimitChanges:
    """The limits of a house's tables. Safe for several threads and processes."""

    def __init__(self, house: LiveHouse) -> None:
        self._house, self._entries = house, FloorEntries(house)

    def change(self, who: Who, table: str, id_: str, order: LimitOrder) -> None:
        """Changes the limits of a wager, at once or after the notice that is due."""
        check_floor(who, table)
        limits = order.wager, order.minimum, order.maximum

        def drafts(content: Content) -> Sequence[Draft]:
            record = self._house.record(table)
            rules = self._check(record, order)
            if not (record.table.seats or is_played(record.table)):
                notice = LimitNotice(id_, *limits, content["at"], rules.nobody_plays, who.name, posted=True)
                return self._house.changes.limit_drafts(record, notice, content)
            minutes = _notice(record, rules)
            _check_told(order, rules, minutes)
            announced = r.LimitsAnnounced(id_, *limits, content["at"] + _MINUTE * minutes, rules.notice)
            following = record.replace(seq=record.seq + 1)
            return [
                floor_draft(record, announced, content),
                floor_draft(following, r.LimitSignPosted(id_), content),
            ]

        self._entries.append(who, id_, drafts)
        self._house.record(table)

    def withdraw(self, who: Who, table: str, id_: str, change: str, reason: str = "") -> None:
        """Withdraws limits that were announced and do not apply yet."""
        check_floor(who, table)

        def decide(record: TableRecord) -> r.FloorDecision:
            if all(one.id != change for one in record.standing.limits):
                raise InputError("these limits no longer wait: look at the table again")
            return r.LimitsWithdrawn(change, reason)

        self._entries.note(who, table, id_, decide)

    def _check(self, record: TableRecord, order: LimitOrder) -> LimitChangeRules:
        """The rules for a permitted change; CommandRefused says why a change is not permitted."""
        ruleset, (wager, minimum, maximum, *_) = record.table.ruleset, order
        offer, rules = ruleset.submission.wagers.get(wager), ruleset.regulation.limit_changes
        if offer is None or offer.minimum is None or offer.maximum is None:
            raise InputError(f"{wager[:40]!r} has no limits here; there are {', '.join(limited_wagers(record))}")
        if rules is None:
            refuse_decision(
                "limits-fixed", ruleset.regulation.table.cite, "limits change with a new house file: put one in force"
            )
        if (minimum, maximum) == (offer.minimum, offer.maximum):
            refuse_decision("limits-unchanged", rules.otherwise, f"{wager} already has these limits")
        if minimum > offer.minimum:
            least, wanted = show_money(offer.minimum), show_money(minimum)
            refuse_decision(
                "minimum-not-raised", rules.otherwise,
                f"a minimum is not raised in this way ({wager}, {least} to {wanted}): an amended house file does it",
            )  # fmt: skip
        if any(one.wager == wager for one in record.standing.limits):
            refuse_decision("limits-announced", rules.notice, f"first withdraw the announced limits of {wager}")
        if self._house.changes.is_waiting(record):
            refuse_decision("new-rules-first", rules.otherwise, "let the table take the new house file first")
        try:
            self._house.changes.approve_limits(ruleset.table, wager, minimum, maximum)
        except SubmissionRejected as rejected:
            found = rejected.violations[0]
            refuse_decision(found.code, found.clause, found.message)
        return rules


def limited_wagers(record: TableRecord) -> list[str]:
    """The names under which a table's wagers have limits."""
    return [name for name, offer in record.table.ruleset.submission.wagers.items() if offer.minimum is not None]


def _check_told(order: LimitOrder, rules: LimitChangeRules, minutes: int) -> None:
    """Raises CommandRefused unless the players at the table know of the change by an announcement and by a sign."""
    if not order.announced:
        reason = f"people play here: tell them first that the limits change in {minutes} minutes"
        refuse_decision("not-announced", rules.announcement, reason)
    if not order.posted:
        reason = f"people play here: post a sign first that says what changes in {minutes} minutes"
        refuse_decision("sign-not-posted", rules.sign, reason)


def _notice(record: TableRecord, rules: LimitChangeRules) -> int:
    """How many minutes in advance a change is announced; CommandRefused if the house file does not say it."""
    minutes = record.table.ruleset.limit_notice
    if minutes is None:
        refuse_decision(
            "notice-not-stated", rules.notice,
            "people play here, and the house file does not state the notice that players get: add limit_notice",
        )  # fmt: skip
    return minutes
