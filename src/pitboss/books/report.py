"""Reports: each table and gaming day, read from the ledger in one pass over the entries of these days.

A round counts on the day on which it ends, with all that belongs to it; chips bought and the like when they move.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from pitboss.books.accounts import KIND_OF, KINDS, Kind
from pitboss.books.day_report import Correction, DayReport, Irregular, Jackpot, WagerDay, Way
from pitboss.books.gaming_day import Day, Told, day_of, time_of, told_on
from pitboss.books.theoretical_win import Theory, wager_of
from pitboss.errors import InputError
from pitboss.ledger.fold import REFUSALS, Rulesets, table_stream
from pitboss.ledger.store import Store
from pitboss.play import events as e
from pitboss.play.round import Box, Round
from pitboss.rules.ruleset import Ruleset
from pitboss.rules.schema import suggestion
from pitboss.table.meters import Meter, linked, moved, moving
from pitboss.table.state import Table

_WAYS: Mapping[type, Way] = {
    e.ChipsBought: "bought",
    e.ChipsCashed: "cashed",
    e.TableFilled: "filled",
    e.TableCredited: "credited",
    e.DropEmptied: "emptied",
}
_BY_THE_HOUSE: tuple[Kind, ...] = ("contribution", "given_back", "reset")
"""The movements of a meter that the house makes; the others are a player's win."""
_NONE: Mapping[str, int] = MappingProxyType({})


def tables_of(store: Store) -> tuple[str, ...]:
    """The tables that a ledger knows."""
    prefix = table_stream("")
    return tuple(name.removeprefix(prefix) for name in store.streams() if name.startswith(prefix))


def day_reports(store: Store, days: Sequence[Day], table: str = "") -> Iterator[DayReport]:
    """A report for each table, or the one that is named, and each day; days stand in order and do not overlap."""
    tables = tables_of(store)
    if not tables:
        raise InputError("the ledger has no tables yet: nothing was played")
    if table and table not in tables:
        raise InputError(f"the ledger has no table {table!r}{suggestion(table, tables)}")
    rulesets, refused = Rulesets(store), _refused(store, days)
    for name in [table] if table else tables:
        reading = _Reading([_Day(DayReport(name, day)) for day in days])
        for told in told_on(store, rulesets, name, days):
            reading.take(told)
        for place, day in enumerate(reading.days):
            yield day.report()._replace(refused=refused.get((name, place), _NONE))


def _refused(store: Store, days: Sequence[Day]) -> Mapping[tuple[str, int], Mapping[str, int]]:
    """By table and day."""
    found: dict[tuple[str, int], Counter[str]] = {}
    at = 0
    for entry in store.stream(REFUSALS):
        at = max(at, time_of(entry))
        if (place := day_of(at, days)) >= 0:
            content = entry.content
            found.setdefault((content.get("table", ""), place), Counter())[content["refused"]["code"]] += 1
    return found


class _Reading:
    """A table's entries one after the other; what a round did is kept until it is known how it ends."""

    def __init__(self, days: "list[_Day]") -> None:
        self.days = days
        self._moves: list[tuple[str, e.Event]] = []
        self._jackpots: list[Jackpot] = []

    def take(self, told: Told) -> None:
        day = self.days[told.day] if told.day >= 0 else None
        self._moves += moving(told.events)
        for event in told.events:
            if day:
                day.take(event, told)
            if isinstance(event, e.WagerPaid) and event.meter:
                self._jackpots.append(_jackpot(event, told))
            if isinstance(event, e.RoundCompleted | e.RoundVoided):
                if day:
                    self._over(day, told, completed=isinstance(event, e.RoundCompleted))
                self._moves, self._jackpots = [], []

    def _over(self, day: "_Day", told: Told, *, completed: bool) -> None:
        table, played = told.before, told.after.last
        day.add_moves(table, self._moves)
        if completed and played:
            day.add_round(table, played)
            day.jackpots += self._jackpots
        else:
            day.void += 1


class _Day:
    """A day under way."""

    def __init__(self, empty: DayReport) -> None:
        self._empty = empty
        self._chips = dict(empty.chips)
        self._wagers: dict[str, WagerDay] = {}
        self._meters: dict[tuple[str, str], dict[Kind, int]] = {}
        self._irregular: list[Irregular] = []
        self._corrections: list[Correction] = []
        self._most = Fraction(0)
        self.jackpots: list[Jackpot] = []
        self.completed = self.void = 0
        self._ruleset: Ruleset | None = None

    def report(self) -> DayReport:
        return self._empty._replace(
            regulation=self._ruleset.regulation.id if self._ruleset else "", completed=self.completed, void=self.void,
            wagers=self._in_order(), most_variance=self._most, jackpots=tuple(self.jackpots),
            irregular=tuple(self._irregular), corrections=tuple(self._corrections), meters=self._meters,
            chips=self._chips,
        )  # fmt: skip

    def _in_order(self) -> tuple[WagerDay, ...]:
        """In the order of the regulation; under rules that have changed meanwhile, what is gone comes first."""
        order = [wager_of(self._ruleset, item) for item in self._ruleset.wagers] if self._ruleset else []
        return tuple(
            sorted(self._wagers.values(), key=lambda one: order.index(one.wager) if one.wager in order else -1)
        )

    def take(self, event: e.Event, told: Told) -> None:
        """What counts when it happens."""
        self._ruleset = told.before.ruleset
        content, round_ = told.content, told.before.round
        match event:
            case (
                e.ChipsBought(amount=amount)
                | e.ChipsCashed(amount=amount)
                | e.TableFilled(amount=amount)
                | e.TableCredited(amount=amount)
                | e.DropEmptied(amount=amount)
            ):
                way = _WAYS[type(event)]
                self._chips[way] = self._chips[way].plus(amount)
            case e.IrregularityFound(found=found, effects=effects, cite=cite):
                number = round_.number if round_ else 0
                self._irregular.append(Irregular(number, content["at"], found, effects, cite))
            case e.PaymentCorrected(player=player, amount=amount, reason=reason, cite=cite):
                self._corrections.append(Correction(content["at"], content["by"], player, amount, reason, cite))

    def add_moves(self, table: Table, moves: Sequence[tuple[str, e.Event]]) -> None:
        """What a round did to meters."""
        links = linked(table)
        wagers = {meter: wager for wager, link in table.ruleset.links.items() for meter in link.meters}
        for meter, event in moves:
            kind, change = KIND_OF[type(event)], moved(Meter(0), event).amount
            sums = self._meters.setdefault((links[meter], meter), dict.fromkeys(KINDS, 0))
            sums[kind] += change
            if kind in _BY_THE_HOUSE:
                one = self._wager(wagers[meter])
                self._wagers[one.wager] = one._replace(to_meters=one.to_meters + change)

    def add_round(self, table: Table, played: Round) -> None:
        """A round that was settled to its end."""
        self.completed += 1
        for number in played.in_play():
            self._add_box(table, played.boxes[number])
        expected = Theory.by(table.ruleset).of(played)
        self._most += expected.most_variance
        for wager, chance in expected.wagers.items():
            one = self._wager(wager)
            self._wagers[wager] = one._replace(theory=one.theory.plus(chance))

    def _add_box(self, table: Table, box: Box) -> None:
        ruleset, decided = table.ruleset, table.terms.plan.effects_of(box.choices)
        for wager in dict.fromkeys(wager_of(ruleset, item) for item in box.wagers):
            self._wagers[wager] = self._wager(wager)._replace(number=self._wager(wager).number + 1)
        for item, (returned, amount, meter) in box.settled.items():
            one, stake, coupon = self._wager(wager_of(ruleset, item)), box.wagers.get(item, 0), box.coupons.get(item, 0)
            if item in decided and decided[item].outcome == "returned":
                self._wagers[one.wager] = one._replace(withdrawn=one.withdrawn + returned)
                continue
            stakes = {**one.stakes, item: one.stakes.get(item, 0) + stake} if item in ruleset.wagers else one.stakes
            self._wagers[one.wager] = one._replace(
                stakes=stakes,
                returned=one.returned + returned,
                paid=one.paid + (0 if meter else amount),
                on_coupons=one.on_coupons + (amount * coupon // (stake + coupon) if coupon else 0),
                from_meters=one.from_meters + (amount if meter else 0),
            )

    def _wager(self, wager: str) -> WagerDay:
        return self._wagers.get(wager) or WagerDay(wager)


def _jackpot(event: e.WagerPaid, told: Told) -> Jackpot:
    assert told.before.round
    number, player = told.before.round.number, told.before.round.boxes[event.box].player
    at, amount, cite = told.content["at"], event.amount, event.cite
    return Jackpot(number, at, event.box, player, event.wager, event.pattern, event.meter, amount, cite)
