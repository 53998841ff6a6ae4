"""Reports for each table and gaming day, read in one pass over the entries of these days.

A round counts on the day on which it ends, with everything that belongs to it. Chips and cash count when they move.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import assert_never

from pitboss.books.accounts import MOVEMENT_KINDS, MovementKind, movement_kind
from pitboss.books.day_report import (
    ChipFlow,
    CountDifference,
    DayPart,
    DayReport,
    IrregularityRecord,
    Jackpot,
    PaymentCorrection,
    ToDate,
    WagerDay,
)
from pitboss.books.gaming_day import Day, DayEntry, entries_on
from pitboss.books.minute_sums import count_differences
from pitboss.books.refused_commands import refused_on
from pitboss.books.result_law import Probability, ResultLaw, at_most
from pitboss.books.round_index import Rebuilding, RoundIndex
from pitboss.books.round_rows import read_start
from pitboss.books.round_variance import RoundVariance
from pitboss.books.theoretical_win import Theory
from pitboss.errors import InputError
from pitboss.ledger.fold import REFUSALS, Rulesets, table_stream
from pitboss.ledger.store import Store
from pitboss.odds.wagers import entry_of
from pitboss.play import event_groups as g
from pitboss.play import events as e
from pitboss.play.round import Box, Round
from pitboss.rules.ruleset import Ruleset
from pitboss.rules.schema import suggestion
from pitboss.table.meters import Meter, linked, moved, moving
from pitboss.table.state import Table

_FLOWS: Mapping[type, ChipFlow] = {
    e.ChipsBought: "bought",
    e.ChipsCashed: "cashed",
    e.TableFilled: "filled",
    e.TableCredited: "credited",
    e.DropEmptied: "emptied",
}
_BY_THE_HOUSE: tuple[MovementKind, ...] = ("contribution", "given_back", "reset")
"""The movements of a meter that the house pays for; the others are wins of players."""
HOUSE_DEALS = "house"
_NOT_COMPUTED = "it is counted by pitboss report --exact"
_NONE: Mapping[str, int] = MappingProxyType({})


def tables_of(store: Store) -> tuple[str, ...]:
    """The tables that a ledger knows."""
    prefix = table_stream("")
    return tuple(name.removeprefix(prefix) for name in store.streams() if name.startswith(prefix))


def day_reports(
    store: Store, days: Sequence[Day], table: str = "", rebuilding: Rebuilding = lambda _: None, *, exact: bool = False
) -> Iterator[DayReport]:
    """A report for each table, or for the named one, and each day. The days are in order and do not overlap.

    `exact`: with the exact variance of the whole win, whose covariances take a while to compute.
    """
    tables = tables_of(store)
    if not tables:
        raise InputError("the ledger has no tables yet: nothing was played")
    if table and table not in tables:
        raise InputError(f"the ledger has no table {table!r}{suggestion(table, tables)}")
    index = RoundIndex(store, rebuilding)
    index.catch_up()
    rulesets, refused = Rulesets(store), refused_on(store, days, index.waypoint(REFUSALS, days[0].start))
    for name in [table] if table else tables:
        reader = _TableReader([_DayTally(DayReport(name, day), exact) for day in days])
        beginning = index.waypoint(table_stream(name), days[0].start)
        for dated in entries_on(store, rulesets, name, days, read_start(beginning.state)):
            with dated.entry.being_read():
                reader.take(dated)
        for place, day in enumerate(reader.days):
            yield day.report()._replace(
                refused=refused.get((name, place), _NONE),
                to_date=_to_date(index, name, days[place]),
                before=_before(index, name, days[place]),
            )


def _to_date(index: RoundIndex, name: str, day: Day) -> Mapping[str, ToDate]:
    stream = table_stream(name)
    return {period: index.sums(stream, start, day.end) for period, start in day.begins.items()}


def _before(index: RoundIndex, name: str, day: Day) -> tuple[str, ToDate] | None:
    stream, periods = table_stream(name), (("year", day.last_year, day.year), ("month", day.last_month, day.month))
    for period, start, end in periods:
        if start is not None and end is not None and (sums := index.sums(stream, start, end)).rounds:
            return period, sums
    return None


class _TableReader:
    """Reads the entries of a table; what a round did is held until the round ends."""

    def __init__(self, days: "list[_DayTally]") -> None:
        self.days = days
        self._moves: list[tuple[str, e.MovesMeter]] = []
        self._jackpots: list[Jackpot] = []
        self._dealer = HOUSE_DEALS

    def take(self, dated: DayEntry) -> None:
        day = self.days[dated.day] if dated.day >= 0 else None
        if dated.content.get("role") == "dealer":
            self._dealer = dated.content["by"]
        if day:
            day.take_entry(dated)
        self._moves += moving(dated.events)
        for event in dated.events:
            if day:
                day.take(event, dated)
            if isinstance(event, e.WagerPaid) and (meter := _meter_of(event, dated)):
                self._jackpots.append(_jackpot(event, meter, dated))
            if isinstance(event, e.RoundCompleted | e.RoundVoided):
                if day:
                    self._over(day, dated, completed=isinstance(event, e.RoundCompleted))
                self._moves, self._jackpots, self._dealer = [], [], HOUSE_DEALS

    def _over(self, day: "_DayTally", dated: DayEntry, *, completed: bool) -> None:
        table, played = dated.before, dated.after.last
        day.begin_round()
        day.add_moves(table, self._moves)
        if completed and played:
            day.add_round(table, played)
            day.jackpots += self._jackpots
        else:
            day.void += 1
        day.end_round(self._dealer, dated.content["at"], void=not (completed and played))


class _DayTally:
    """Collects one day of a table."""

    def __init__(self, empty: DayReport, exact: bool) -> None:
        self._empty = empty
        self._exact, self._no_variance = exact, ""
        self._variance: Fraction | None = None
        self._law = ResultLaw()
        self._chips = dict(empty.chips)
        self._wagers: dict[str, WagerDay] = {}
        self._meters: dict[tuple[str, str], dict[MovementKind, int]] = {}
        self._irregular: list[IrregularityRecord] = []
        self._corrections: list[PaymentCorrection] = []
        self._differences: list[CountDifference] = []
        self._rack_change = 0
        self._parts: dict[str, dict[str, DayPart]] = {"shift": {}, "dealer": {}}
        self._round: dict[str, WagerDay] = {}
        """The wagers of the round that is counted."""
        self._most = self._round_most = Fraction(0)
        self.jackpots: list[Jackpot] = []
        self.completed = self.void = 0
        self._ruleset: Ruleset | None = None

    def report(self) -> DayReport:
        found = self._counted()
        return found._replace(probability=self._probability(found)) if self._exact else found

    def _probability(self, found: DayReport) -> Probability | None:
        """How likely the result is; None if some wager has no odds, or nothing was played."""
        whole = found.whole
        if whole.unpriced or not found.most_variance:
            return None
        if found.variance is None:
            return at_most(whole.surplus, found.most_variance)
        won = whole.win + whole.to_meters + whole.on_coupons
        return self._law.day(whole.theory.mean, found.variance).probability(won)

    def _counted(self) -> DayReport:
        return self._empty._replace(
            regulation=self._ruleset.regulation.id if self._ruleset else "", completed=self.completed, void=self.void,
            wagers=self._in_order(), most_variance=self._most, exact=self._exact,
            no_variance=self._no_variance, variance=None if self._no_variance else self._variance,
            jackpots=tuple(self.jackpots), irregular=tuple(self._irregular), corrections=tuple(self._corrections),
            meters=self._meters, chips=self._chips, rack_change=self._rack_change,
            differences=tuple(self._differences), shifts=self._parts["shift"], dealers=self._parts["dealer"],
        )  # fmt: skip

    def _in_order(self) -> tuple[WagerDay, ...]:
        """The wagers in the order of the regulation; if the rules have changed, wagers that are gone come first."""
        rules = self._ruleset
        order = [entry_of(rules.regulation, item) for item in rules.wagers] if rules else []
        return tuple(
            sorted(self._wagers.values(), key=lambda one: order.index(one.wager) if one.wager in order else -1)
        )

    def take(self, event: e.Event, dated: DayEntry) -> None:
        """Counts an event that belongs to the day on which it happens."""
        self._ruleset = dated.before.ruleset
        content, round_ = dated.content, dated.before.round
        match event:
            case e.ChipsBought() | e.ChipsCashed() | e.TableFilled() | e.TableCredited() | e.DropEmptied():
                flow = _FLOWS[type(event)]
                self._chips[flow] = self._chips[flow].plus(event.amount)
                if flow == "bought":
                    shifts, shift = self._parts["shift"], self._shift(content["at"])
                    shifts[shift] = shifts.get(shift, DayPart()).plus(DayPart(drop=event.amount))
            case e.IrregularityFound(found=found, effects=effects, cite=cite):
                number = round_.number if round_ else 0
                self._irregular.append(IrregularityRecord(number, content["at"], found, effects, cite))
            case (
                e.PaymentCorrected(player=player, amount=amount, reason=reason, cite=cite)
                | e.BoxPaymentCorrected(player=player, amount=amount, reason=reason, cite=cite)
            ):
                self._corrections.append(PaymentCorrection(content["at"], content["by"], player, amount, reason, cite))
            case (
                g.SeatEvent() | g.DeckEvent() | g.StageEvent() | g.MeterEvent() | g.NotedEvent() | e.CouponPlaced()
                | e.InventoryCounted() | e.PayoutHeld() | e.PayoutMade()
                | e.HandChosen() | e.BetsClosed() | e.ChoiceMade() | e.NoChoiceMade() | e.ChipsCounted()
                | e.ValidationAsked() | e.WinValidated() | e.HandCollected() | e.ForfeitsCollected()
                | e.IrregularityReported() | e.ReportRefused() | e.JackpotLocked() | e.JackpotReleased()
                | e.DifferenceDecided()
                | e.StubCounted() | e.WagersAbandoned() | e.WagerPlaced() | e.WagersCollected() | e.MeterReset()
                | e.CardsDealt() | e.CardDiscarded() | e.CardBurned()
                | e.CardsTurned() | e.CardsCorrected() | e.ChoiceCorrected() | e.WagerRestored()
                | e.CardsRevealed() | e.CardsCollected() | e.WagerReturned() | e.WagerForfeited()
                | e.WagerCollected() | e.WagerPaid() | e.AwardPaid() | e.PaymentTakenBack()
            ):  # fmt: skip
                pass
            case _:
                assert_never(event)

    def take_entry(self, dated: DayEntry) -> None:
        """Counts what an entry does to the chips in the rack, a payment by hand as a fill, and the count it records."""
        if dated.events:
            change = _held(dated.before) - _held(dated.after)
            for event in dated.events:
                match event:
                    case e.TableFilled(amount=amount):
                        change += amount
                    case e.TableCredited(amount=amount) | e.ChipsCashed(amount=amount) | e.PayoutHeld(amount=amount):
                        change -= amount
                    case e.InventoryCounted(amount=amount, was=was, first=False):
                        change += amount - was
            self._rack_change += change
        content = dated.content
        for counted, amount in count_differences(content):
            self._differences.append(CountDifference(content["at"], content["by"], counted, amount))

    def begin_round(self) -> None:
        self._round, self._round_most = {}, Fraction(0)

    def end_round(self, dealer: str, at: int, *, void: bool) -> None:
        """Adds the round to the day, its shift and its dealer."""
        whole = WagerDay("all")
        for name, one in self._round.items():
            whole = whole.plus(one)
            before = self._wagers.get(name)
            self._wagers[name] = before.plus(one) if before else one
        self._most += self._round_most
        part = DayPart(int(not void), int(void), whole, self._round_most)
        for key, name in (("shift", self._shift(at)), ("dealer", dealer)):
            self._parts[key][name] = self._parts[key].get(name, DayPart()).plus(part)

    def _shift(self, at: int) -> str:
        return str(self._empty.day.shift(at))

    def add_moves(self, table: Table, moves: Sequence[tuple[str, e.MovesMeter]]) -> None:
        """Counts the movements of meters that a round caused."""
        links = linked(table)
        wagers = {meter: wager for wager, link in table.ruleset.links.items() for meter in link.meters}
        for meter, event in moves:
            kind, change = movement_kind(event), moved(Meter(0), event).amount
            sums = self._meters.setdefault((links[meter], meter), dict.fromkeys(MOVEMENT_KINDS, 0))
            sums[kind] += change
            if kind in _BY_THE_HOUSE:
                one = self._wager(wagers[meter])
                resets = one.resets + (change if kind == "reset" else 0)
                self._round[one.wager] = one._replace(to_meters=one.to_meters + change, resets=resets)

    def add_round(self, table: Table, played: Round) -> None:
        """Counts a completed round."""
        self.completed += 1
        for number in played.in_play():
            self._add_box(table, played.boxes[number])
        expected = Theory.by(table.ruleset).of(played)
        self._round_most = expected.most_variance
        if not self._exact:
            self._no_variance = _NOT_COMPUTED
        elif not self._no_variance:
            try:
                rules = RoundVariance.by(table.ruleset)
                composition = rules.composition(played)
                self._variance = (self._variance or 0) + rules.variance(composition)
                self._law.add(rules, composition)
            except InputError as error:
                self._no_variance = str(error)
        for wager, chance in expected.wagers.items():
            one = self._wager(wager)
            resets = one.expected_resets + expected.resets.get(wager, 0)
            self._round[wager] = one._replace(theory=one.theory.plus(chance), expected_resets=resets)
        for wager in expected.unpriced:
            self._round[wager] = self._wager(wager)._replace(unpriced=True)

    def _add_box(self, table: Table, box: Box) -> None:
        ruleset, decided = table.ruleset, table.terms.script.effects_of(box.choices)
        for wager in dict.fromkeys(entry_of(ruleset.regulation, item) for item in box.wagers):
            self._round[wager] = self._wager(wager)._replace(number=self._wager(wager).number + 1)
        for item, settled in box.settled.items():
            returned, amount, meter = settled.as_tuple()
            one, stake, coupon = (
                self._wager(entry_of(ruleset.regulation, item)),
                box.wagers.get(item, 0),
                box.coupons.get(item, 0),
            )
            if item in decided and decided[item].outcome == "returned":
                self._round[one.wager] = one._replace(withdrawn=one.withdrawn + returned)
                continue
            stakes = {**one.stakes, item: one.stakes.get(item, 0) + stake} if item in ruleset.wagers else one.stakes
            self._round[one.wager] = one._replace(
                stakes=stakes,
                returned=one.returned + returned,
                paid=one.paid + (0 if meter else amount),
                on_coupons=one.on_coupons + (amount * coupon // (stake + coupon) if coupon else 0),
                from_meters=one.from_meters + (amount if meter else 0),
            )

    def _wager(self, wager: str) -> WagerDay:
        return self._round.get(wager) or WagerDay(wager)


def _held(table: Table) -> int:
    """The chips of players, in their racks and on the layout."""
    return sum(cents for name, cents in table.accounts.items() if name.startswith(("rack ", "area ")))


def _meter_of(event: e.WagerPaid, dated: DayEntry) -> str:
    """The meter that pays a win, or that paid it when it was locked; empty if none does."""
    assert dated.before.round
    locked = dated.before.round.boxes[event.box].locked.get(event.wager)
    return locked.meter if locked else event.meter


def _jackpot(event: e.WagerPaid, meter: str, dated: DayEntry) -> Jackpot:
    assert dated.before.round
    number, player = dated.before.round.number, dated.before.round.boxes[event.box].player
    at, amount, cite = dated.content["at"], event.amount, event.cite
    return Jackpot(number, at, event.box, player, event.wager, event.pattern, meter, amount, cite)
