"""Ruleset: a regulation and an approved submission. A table runs by one."""

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property

from pitboss.rules.paytable import Paytable
from pitboss.rules.record import Record
from pitboss.rules.regulation import Regulation
from pitboss.rules.submission import (
    BUY_IN_LIMIT,
    CORRECTION_LIMIT,
    AlertLimits,
    DeskLimits,
    HouseSubmission,
    Link,
    Submission,
    WagerOffer,
)
from pitboss.rules.vocabulary import show_percent
from pitboss.rules.wagers import Award, Wager

_ADDED = frozenset({"limit_notice"})
"""Choices that were added after 0.2. A file without such a choice keeps its digest."""


class Ruleset(Record):
    """The rules of one table. Immutable; its digest identifies it in every record."""

    table: str
    regulation: Regulation
    submission: Submission
    paytables: Mapping[str, Paytable]
    """The selected paytable of each group that is in play, payouts above the minimums included."""
    links: Mapping[str, Link]
    """The link of each progressive wager."""
    options: Mapping[str, str | int]
    """Every option of the regulation: as chosen, else the reading in force."""
    recorded_as: str = ""
    """The name of the regulation in ledgers of pitboss 0.1 and 0.2: the digest of its files' bytes."""

    @cached_property
    def wagers(self) -> Mapping[str, Wager]:
        """The wagers that the table offers, in the regulation's order."""
        offered = self.submission.wagers
        return {name: wager for name, wager in self.regulation.wagers.items() if (wager.limits or name) in offered}

    @cached_property
    def awards(self) -> Mapping[str, Award]:
        """The awards that can arise at the table."""
        return {name: award for name, award in self.regulation.awards.items() if award.paytable in self.paytables}

    def offer(self, wager: str) -> WagerOffer:
        """The submission's entry for a wager."""
        return self.submission.wagers[self.regulation.wagers[wager].limits or wager]

    @cached_property
    def meter_links(self) -> Mapping[str, str]:
        """The link of each meter."""
        return {name: self.offer(wager).link for wager, link in self.links.items() for name in link.meters}

    @cached_property
    def least_wagers(self) -> tuple[tuple[str, int], ...]:
        """The smallest set of wagers that a box can play with."""
        version = self.regulation.versions[self.submission.version]
        needed = list(version.required) or list(version.required_any[:1])
        stakes = {name: self.offer(name).minimum or 0 for name in needed}
        for stake in (*self.regulation.stakes, *version.stakes):
            if stake.wager in stakes and stake.to in stakes:
                stakes[stake.wager] = max(stakes[stake.wager], _at_least(stake.least, stakes[stake.to]))
                while stake.most is not None and stakes[stake.wager] > stake.most * stakes[stake.to]:
                    stakes[stake.to] += self.offer(stake.to).minimum or 1
        return tuple(stakes.items())

    @property
    def limit_notice(self) -> int | None:
        """How many minutes in advance players are told of other limits; None if neither law nor house file says."""
        rules = self.regulation.limit_changes
        return self.submission.limit_notice or (rules.minutes if rules else None)

    @cached_property
    def digest(self) -> str:
        """Identifies these rules in every record."""
        return self._digest_by(self.recorded_as) if self.recorded_as else self.meaning

    @cached_property
    def meaning(self) -> str:
        """SHA-256 over the choices and what the regulation means, independent of how either file is written."""
        return self._digest_by(self.regulation.digest)

    def _digest_by(self, rules: str) -> str:
        chosen = {
            name: value for name, value in self.submission.given().items() if name not in _ADDED or value is not None
        }
        return _digest({
            "table": self.table,
            "submission": _plain({**chosen, "regulation": self.regulation.id, "options": self.options}),
            "links": _plain(self.links),
            "rules": rules,
        })  # fmt: skip


class House(Record):
    """An approved house: a ruleset for each table."""

    submission: HouseSubmission
    tables: Mapping[str, Ruleset]

    @cached_property
    def digest(self) -> str:
        """Identifies everything that was approved; equal choices have equal digests, however the file is written."""
        return self._digest_of({name: ruleset.digest for name, ruleset in self.tables.items()})

    @cached_property
    def meaning(self) -> str:
        """The same for equal choices under regulations with the same meaning, whatever a ledger calls them."""
        return self._digest_of({name: ruleset.meaning for name, ruleset in self.tables.items()})

    def _digest_of(self, tables: Mapping[str, str]) -> str:
        house = self.submission
        # A file that states no limit keeps the digest that it had before there was one.
        limit: dict[str, object] = {}
        if house.correction_limit != CORRECTION_LIMIT:
            limit["correction_limit"] = house.correction_limit
        if house.buy_in_limit != BUY_IN_LIMIT:
            limit["buy_in_limit"] = house.buy_in_limit
        if house.denominations:
            limit["denominations"] = list(house.denominations)
        if house.desk != DeskLimits():
            limit["desk"] = _plain(house.desk)
        if house.alerts != AlertLimits():
            limit["alerts"] = _plain(house.alerts)
        return _digest({"facility": house.facility, "tables": tables, "links": _plain(house.links), **limit})


def _at_least(ratio: Fraction | None, amount: int) -> int:
    """The smallest whole number of cents that is at least this share of an amount."""
    return -(-ratio.numerator * amount // ratio.denominator) if ratio is not None else 0


def _digest(content: object) -> str:
    from hashlib import sha256  # noqa: PLC0415 - only approvals pay for it

    return sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _plain(value: object) -> object:
    """A record as JSON, exactly: money in cents, shares as percentages, payouts as printed."""
    if isinstance(value, Record):
        return {name: _plain(item) for name, item in value.given().items()}
    if isinstance(value, Mapping):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, Fraction):
        return show_percent(value)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value
