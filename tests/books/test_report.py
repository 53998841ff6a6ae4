"""Reports: an evening by hand, sums made in another way, days that leave nothing out, theory against play."""

from collections import Counter
from fractions import Fraction
from functools import cache, reduce
from math import sqrt
from random import Random
from typing import Any

import pytest

import pitboss as pb
from pitboss.books.accounts import check_books
from pitboss.books.day_report import (
    ChipTotal,
    DayReport,
    IrregularityRecord,
    Jackpot,
    PaymentCorrection,
    ToDate,
    WagerDay,
)
from pitboss.books.gaming_day import Day, entries_on
from pitboss.books.report import day_reports, tables_of
from pitboss.books.theoretical_win import Chance
from pitboss.cards import DECK, RANKINGS, Card, parse_cards
from pitboss.errors import InputError
from pitboss.games.let_it_ride.payout_limit import limited_bets
from pitboss.house.environment import ClockAndEntropy
from pitboss.house.live_house import LiveHouse
from pitboss.ledger.entry import Draft, canonical
from pitboss.ledger.fold import Rulesets, fold_table
from pitboss.ledger.records import TableOpened
from pitboss.ledger.store import Store
from pitboss.money import show_money
from pitboss.odds.forfeits import forfeits
from pitboss.odds.query import OddsQuery
from pitboss.odds.record import Odds
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.encoding import event_to_json
from pitboss.play.message import message_to_json
from pitboss.play.round import Round
from pitboss.rules.approve import approve_house
from pitboss.rules.house_file import HouseFile
from pitboss.rules.paytable import PaytableLine
from pitboss.rules.regulation import Regulation
from pitboss.rules.ruleset import Ruleset
from pitboss.table import playing
from pitboss.table.decide import act
from pitboss.table.state import new_table
from tests.clauses.marks import clause
from tests.ledger.busy_house import HOURS, HOUSE, KEY, START, VOID, BusyHouse, history_of
from tests.ledger.opened_house import house_drafts
from tests.ledger.sample import Ledger, sealed
from tests.properties.asking import next_step

ALL = Day("all", 0, 10**15)
TABLES = ("bay", "five", "one", "two at the back")


def one_report(store: Store, table: str, day: Day = ALL) -> DayReport:
    (report,) = day_reports(store, [day], table)
    return report


def by_wager(report: DayReport) -> dict[str, WagerDay]:
    return {one.wager: one for one in report.wagers}


# By hand


def evening(path: str = ":memory:") -> BusyHouse:
    """Two days of an hour: a round, a void round, and a jackpot that is dealt on one day and paid on the next."""
    busy = BusyHouse(0, pace=1, path=path)
    for box, player in enumerate(("ann", "bob"), 1):
        busy.do("one", c.BuyChips(player, 100_000))
        busy.do("one", c.TakeSeat(player, box))
    # ann a pair of kings, bob nothing, the dealer qualifies with queen high.
    ann, bob = {"ante": 1000, "pair_plus": 500, "progressive": 100}, {"ante": 2000, "six_card_bonus": 500}
    busy.deal("one", "Ks 2c Qh Kd 7d 8s 4h 9h 3c", ann, bob)
    busy.settle("one", "play", "fold")
    busy.do("one", c.CashOut("ann", 5_000_000))
    busy.do("one", c.CashOut("ann", 10_000))
    busy.at = START + HOURS // 2
    busy.deal("one", "", {"ante": 1000, "progressive": 500}, {"ante": 1000})
    busy.do("one", VOID)
    # ann has ace, king and queen of spades, bob a pair; the dealer does not qualify.
    busy.deal(
        "one", "As 8h Jc Ks 8d 9d Qs 2c 4h", {"ante": 1000, "progressive": 100}, {"ante": 1000, "progressive": 500}
    )
    busy.at = START + HOURS + 1
    busy.settle("one", "play", "play")
    busy.do("one", c.CorrectPayment("ann", -700, "one chip too many"))
    busy.do("one", c.FillTable(50_000))
    busy.do("one", c.CreditTable(20_000))
    busy.do("one", c.EmptyDrop())
    return busy


FIRST, SECOND = Day("first", START, START + HOURS), Day("second", START + HOURS, START + 2 * HOURS)


@pytest.fixture(scope="module")
def written() -> tuple[DayReport, DayReport]:
    first, second = day_reports(evening().store, [FIRST, SECOND], "one")
    return first, second


def test_the_first_day_by_hand(written: tuple[DayReport, DayReport]) -> None:
    first = written[0]
    assert (first.table, first.regulation, first.day) == ("one", "MD-TCP", FIRST)
    assert (first.completed, first.void) == (1, 1)
    assert {one.wager: one._replace(theory=Chance(), expected_resets=Fraction(0)) for one in first.wagers} == {
        "ante": WagerDay("ante", 2, {"ante": 3000, "play": 1000}, returned=2000, paid=2000),
        "pair_plus": WagerDay("pair_plus", 1, {"pair_plus": 500}, returned=500, paid=500),
        "six_card_bonus": WagerDay("six_card_bonus", 1, {"six_card_bonus": 500}),
        # 14.3 cents of a dollar; the void round took 71.5 of five dollars and gave all of it back.
        "progressive": WagerDay("progressive", 1, {"progressive": 100}, to_meters=14),
    }
    assert {one.wager: one.win for one in first.wagers} == {
        "ante": 0, "pair_plus": -500, "six_card_bonus": 500, "progressive": 86,
    }  # fmt: skip
    assert (first.whole.handle, first.whole.win, first.whole.hold) == (5100, 86, Fraction(86, 5100))
    assert first.chips == {
        "bought": ChipTotal(2, 200_000), "cashed": ChipTotal(1, 10_000), "filled": ChipTotal(1, 10_000_000),
        "credited": ChipTotal(), "emptied": ChipTotal(),
    }  # fmt: skip
    assert (first.jackpots, first.corrections) == ((), ())
    (found,) = first.irregular
    effects = "void_round,return_wagers,reshuffle"
    assert found._replace(at=0) == IrregularityRecord(2, 0, "wrong_number_of_cards", effects, "MD-TCP 13.D")
    moved = dict.fromkeys(("seed", "win", "win_undone", "reset"), 0)
    assert first.meters == {("harbor", "main"): {**moved, "contribution": 14 + 71, "given_back": -71}}
    assert first.refused == {"not-enough-chips": 1}


def test_the_second_day_by_hand(written: tuple[DayReport, DayReport]) -> None:
    second = written[1]
    assert (second.completed, second.void) == (1, 0)
    # The ante bonus is five times ann's ante; the envy bonus is bob's, for $5.
    assert {one.wager: one._replace(theory=Chance(), expected_resets=Fraction(0)) for one in second.wagers} == {
        "ante": WagerDay("ante", 2, {"ante": 2000, "play": 2000}, returned=4000, paid=2000 + 5000),
        "progressive": WagerDay(
            "progressive",
            2,
            {"progressive": 600},
            paid=50_000,
            from_meters=250_100,
            to_meters=86 + 100_000,
            resets=100_000,
        ),
    }
    assert second.whole.win == (4000 - 4000 - 7000) + (600 - 50_000 - 100_086)
    (jackpot,) = second.jackpots
    assert jackpot._replace(at=0) == Jackpot(
        3, 0, 1, "ann", "progressive", "mini_royal_spades", "main", 250_100, "MD-TCP 12.E(1)(a)(i)"
    )
    assert FIRST.end < jackpot.at < SECOND.end
    (correction,) = second.corrections
    assert correction._replace(at=0, cite="") == PaymentCorrection(0, "flo", "ann", -700, "one chip too many", "")
    assert second.corrected == -700
    moved = dict.fromkeys(("seed", "given_back", "win_undone"), 0)
    sums = {**moved, "contribution": 86, "win": -250_100, "reset": 100_000}
    assert second.meters == {("harbor", "main"): sums}
    assert second.chips == {
        "bought": ChipTotal(), "cashed": ChipTotal(), "filled": ChipTotal(1, 50_000), "credited": ChipTotal(1, 20_000),
        "emptied": ChipTotal(1, 200_000),
    }  # fmt: skip


def test_the_theory_of_both_days_by_hand(written: tuple[DayReport, DayReport]) -> None:
    first, second = (by_wager(report) for report in written)
    ante, dollar = pb.odds("MD-TCP", "ante", "A"), pb.odds("MD-TCP", "progressive", "A")
    five = pb.odds("MD-TCP", "progressive", "A", stake="$5")
    assert ante.expected
    assert ante.variance
    assert dollar.fixed
    assert dollar.envy_per_other_box
    assert five.envy_per_other_box
    assert first["ante"].expected == -ante.expected * 3000
    assert first["ante"].theory.variance == ante.variance * (1000**2 + 2000**2)
    assert second["ante"].expected == -ante.expected * 2000
    for wager, paytable in (("pair_plus", "D"), ("six_card_bonus", "C")):
        odds = pb.odds("MD-TCP", wager, paytable)
        assert odds.expected
        assert odds.variance
        assert first[wager].theory == Chance(-odds.expected * 500, odds.variance * 500**2)
    # The meter is won whole by one hand of 22,100, and then filled up to $1,000, whether that happened or not.
    reset = Fraction(100_000, 22_100)
    assert first["progressive"].expected == -(dollar.fixed + dollar.envy_per_other_box) * 100 - 14 - reset
    envy = dollar.envy_per_other_box * 100 + five.envy_per_other_box * 500
    assert second["progressive"].expected == -dollar.fixed * 600 - envy - 86 - 2 * reset
    won = second["progressive"]
    assert won.surplus == won.win - (-dollar.fixed * 600 - envy - 100_086), "luck does not depend on the reset"


def test_nobody_envies_the_own_boxes() -> None:
    busy = BusyHouse(0, pace=1)
    for player, box in (("ann", 1), ("ann", 2), ("bob", 3)):
        busy.do("one", c.BuyChips(player, 100_000))
        busy.do("one", c.TakeSeat(player, box))
    wagers = {"ante": 1000, "progressive": 100}
    busy.deal("one", "", wagers, wagers, wagers)
    busy.settle("one", "play", "play", "play")
    odds = pb.odds("MD-TCP", "progressive", "A")
    assert odds.fixed
    assert odds.envy_per_other_box
    # Each of ann's boxes looks at bob's hand, his at both of hers.
    expected = -(3 * odds.fixed + 4 * odds.envy_per_other_box) * 100
    assert by_wager(one_report(busy.store, "one"))["progressive"].theory.mean == expected


@clause("COMAR 36.05.03.15 D", "COMAR 36.05.03.25 A")
def test_revenue_by_the_formula_and_by_the_rounds(written: tuple[DayReport, DayReport]) -> None:
    first, second = written
    # The round that is over took a dollar. The one under way had given its $1 and $5 for the progressive wager.
    assert first.rack_change == 10_000_000 - 200_000 + 100 + 600
    assert (first.drop, first.net_revenue) == (200_000, 700)
    assert first.to_date == {"day": ToDate(1, 1, 200_000, 100)}
    assert first.to_date["day"].win_to_drop == Fraction(1, 2000)
    # The ante bonus, the Envy Bonus and the meter were paid; ann gave $7 back.
    assert second.to_date["day"].win == 600 - 7_000 - 50_000 - 250_100 + 700
    assert second.net_revenue == second.to_date["day"].win - 600
    assert second.rack_change == second.net_revenue + 50_000 - 20_000
    assert (second.drop, second.to_date["day"].win_to_drop) == (0, None)


def test_the_parts_of_a_day(written: tuple[DayReport, DayReport]) -> None:
    for report in written:
        for parts in (report.shifts, report.dealers):
            assert sum(part.completed for part in parts.values()) == report.completed
            assert sum(part.void for part in parts.values()) == report.void
            assert sum(part.whole.win for part in parts.values()) == report.whole.win
            assert sum(part.whole.expected for part in parts.values()) == report.whole.expected
            assert sum(part.most_variance for part in parts.values()) == report.most_variance
    assert {name: (part.completed, part.void, part.drop) for name, part in written[0].shifts.items()} == {
        "1": (1, 0, 200_000), "2": (0, 1, 0),
    }  # fmt: skip
    assert [*written[0].dealers] == ["dora"]


# Sums in another way


def playing_house(seed: int) -> BusyHouse:
    return BusyHouse(seed).play(900).finish()


@pytest.fixture(scope="module")
def busy() -> BusyHouse:
    return playing_house(1)


def test_the_win_is_what_the_books_say(busy: BusyHouse) -> None:
    """Between rounds, what a table has and gave away, less what it was given, is its win less corrections."""
    books = check_books(busy.store).accounts
    for report in day_reports(busy.store, [ALL]):
        name = f'"{report.table}"' if " " in report.table else report.table
        chips = {way: total.amount for way, total in report.chips.items()}
        has = books[f"table {name} inventory"] + books.get(f"table {name} drop", 0)
        assert report.whole.win - report.corrected == has + chips["credited"] + chips["emptied"] - chips["filled"]
        revenue = report.whole.win + report.whole.to_meters - report.whole.from_meters - report.corrected
        assert report.to_date["day"] == ToDate(report.completed, report.void, report.drop, revenue)
        assert report.net_revenue == revenue
        assert sum(report.refused.values()) == sum(table == report.table for table, _ in busy.refused)


def test_meters_move_as_their_links_say(busy: BusyHouse) -> None:
    told: Counter[tuple[str, str, str, str]] = Counter()
    for link in busy.house.approved.submission.links:
        for one in history_of(busy.store, link):
            told[one.table, link, one.meter, one.kind] += one.amount
    for report in day_reports(busy.store, [ALL]):
        for (link, meter), sums in report.meters.items():
            for kind, amount in sums.items():
                assert told.pop((report.table, link, meter, kind), 0) == amount
    assert {kind for *_, kind in told} == {"seed"}


def rounds_of(store: Store, name: str) -> list[tuple[Ruleset, Round]]:
    """Every completed round, by the whole fold."""
    return [
        (folded.after.table.ruleset, folded.after.table.last)
        for folded in fold_table(store, Rulesets(store), name)
        if any(isinstance(event, e.RoundCompleted) for event in folded.events) and folded.after.table.last
    ]


def test_players_are_those_of_the_whole_fold(busy: BusyHouse) -> None:
    for name in TABLES:
        told = [
            one.after.last
            for one in entries_on(busy.store, Rulesets(busy.store), name, [ALL])
            if any(isinstance(event, e.RoundCompleted) for event in one.events)
        ]
        whole = [round_ for _, round_ in rounds_of(busy.store, name)]
        assert [one and one.replace(**_UNTOLD) for one in told] == [one.replace(**_UNTOLD) for one in whole]


_UNTOLD: dict[str, Any] = {"stub": (), "meters_before": {}}
"""What a day's entries alone do not tell: the rest of the deck, and what the meters showed."""


@cache
def known_odds(regulation: str, wager: str, paytable: str, stake: int, boxes: int | None) -> Odds:
    return pb.odds(regulation, wager, paytable, stake=show_money(stake), boxes=boxes)


@cache
def limited(lines: tuple[PaytableLine, ...], stake: int, limit: int) -> Fraction:
    return limited_bets(lines, stake, limit).distribution.expected


def after_folding(regulation: Regulation, odds: Odds) -> Fraction | None:
    (lost,) = forfeits(regulation, "A", {odds.wager: odds}, OddsQuery({}))
    return lost.after.fixed


def expected_of(ruleset: Ruleset, round_: Round) -> Counter[str]:
    """The theoretical win of a round, box by box, by what `pitboss odds` says of each wager."""
    found: Counter[str] = Counter()
    boxes = [round_.boxes[number] for number in round_.in_play()]
    for box in boxes:
        for wager, stake in box.wagers.items():
            name = {"bet_1": "base"}.get(wager, wager)
            if name in ("bet_2", "bet_3", "play"):
                continue
            number = len(boxes) if name == "cover_all" else None
            paytable = ruleset.submission.wagers[name].paytable or "A"
            odds = known_odds(ruleset.regulation.id, name, paytable, stake, number)
            expected = odds.fixed if odds.fixed is not None else odds.expected
            if "ante" in box.wagers and name == "five_card_progressive":
                expected = after_folding(ruleset.regulation, odds)
            if name == "base" and ruleset.submission.payout_limit:
                expected = limited(ruleset.paytables["base"].lines(), stake, ruleset.submission.payout_limit)
            assert expected is not None
            others = sum(other.player != box.player for other in boxes)
            found[name] -= (expected + (odds.envy_per_other_box or 0) * others) * stake  # type: ignore[assignment]
    return found


@pytest.mark.parametrize("name", TABLES)
def test_theory_is_the_sum_over_all_wagers(busy: BusyHouse, name: str) -> None:
    expected: Counter[str] = Counter()
    for ruleset, round_ in rounds_of(busy.store, name)[:8]:
        expected.update(expected_of(ruleset, round_))
    told = entries_on(busy.store, Rulesets(busy.store), name, [ALL])
    ends = [one.content["at"] for one in told if any(isinstance(event, e.RoundCompleted) for event in one.events)]
    report = one_report(busy.store, name, Day("eight rounds", 0, ends[:9][-1]))
    assert report.completed == len(ends[:8])
    assert {one.wager: one.theory.mean for one in report.wagers if one.number} == dict(expected)


# Days


def test_days_leave_nothing_out_and_count_nothing_twice(busy: BusyHouse) -> None:
    length = 7 * HOURS
    days = [Day(str(number), START + number * length, START + (number + 1) * length) for number in range(40)]
    assert days[-1].end > busy.at
    for name in TABLES:
        reports, whole = list(day_reports(busy.store, days, name)), one_report(busy.store, name)
        assert sum(report.completed for report in reports) == whole.completed
        assert sum(report.void for report in reports) == whole.void
        assert [one for report in reports for one in report.jackpots] == list(whole.jackpots)
        assert sum(report.whole.win for report in reports) == whole.whole.win
        assert sum(report.whole.expected for report in reports) == whole.whole.expected
        assert sum(report.net_revenue for report in reports) == whole.net_revenue
        dated = [report.to_date["day"] for report in reports]
        assert reduce(ToDate.plus, dated) == whole.to_date["day"]
        assert sum(report.most_variance for report in reports) == whole.most_variance
        for way, total in whole.chips.items():
            assert sum(report.chips[way].number for report in reports) == total.number
            assert sum(report.chips[way].amount for report in reports) == total.amount


def test_a_day_is_the_same_whether_or_not_the_days_before_are_read(busy: BusyHouse) -> None:
    length = 5 * HOURS
    days = [Day(str(number), START + number * length, START + (number + 1) * length) for number in range(30)]
    for name in TABLES:
        for together, day in zip(day_reports(busy.store, days, name), days, strict=True):
            assert one_report(busy.store, name, day) == together


def test_each_round_is_reckoned_by_the_rules_of_its_time() -> None:
    """The same wagers under another paytable, after a change of rules in the middle of a day."""
    busy = BusyHouse(0, pace=1)
    busy.seat("one")
    wagers = {"ante": 1000, "pair_plus": 500}
    busy.deal("one", "", wagers)
    busy.settle("one", "play")
    changed = HOUSE.replace('pair_plus = { paytable = "D"', 'pair_plus = { paytable = "A"')
    busy.house = LiveHouse(
        lambda: busy.store, changed, KEY, physical=busy.house.physical, environment=ClockAndEntropy(busy.clock)
    )
    busy.deal("one", "", wagers)
    busy.settle("one", "play")
    means = [-(pb.odds("MD-TCP", "pair_plus", name).expected or 0) * 500 for name in ("D", "A")]
    assert means[0] != means[1]
    report = one_report(busy.store, "one")
    assert (report.completed, by_wager(report)["pair_plus"].theory.mean) == (2, sum(means))


def test_a_clock_that_goes_back_loses_nothing(busy: BusyHouse) -> None:
    rows = list(busy.store.entries())
    for place in range(5, len(rows), 7):
        content = rows[place].content
        rows[place] = rows[place]._replace(body=canonical({**content, "at": content["at"] - 9 * HOURS}))
    store = Ledger(tuple(rows), (), {}).store
    days = [Day(str(number), START + number * 6 * HOURS, START + (number + 1) * 6 * HOURS) for number in range(-2, 40)]
    whole = one_report(busy.store, "one")
    together = [one_report(store, "one", day) for day in days]
    assert sum(report.completed for report in together) == whole.completed
    assert sum(report.whole.win for report in together) == whole.whole.win
    assert sum(report.chips["bought"].amount for report in together) == whole.chips["bought"].amount


def test_a_day_on_which_nothing_happens_is_empty(busy: BusyHouse) -> None:
    day = Day("before", 0, 1)
    assert one_report(busy.store, "one", day) == DayReport("one", day, to_date={"day": ToDate()})
    assert one_report(busy.store, "one", day).whole.hold is None


def test_what_cannot_be_asked_is_said(busy: BusyHouse) -> None:
    assert tables_of(busy.store) == TABLES
    with pytest.raises(InputError, match="the ledger has no table 'two'"):
        list(day_reports(busy.store, [ALL], "two"))
    with pytest.raises(InputError, match="the ledger has no tables yet"):
        list(day_reports(Ledger((), (), {}).store, [ALL]))


# Theory against play

_TWO = HOUSE.index('[tables."two')
TABLE_ONE = HOUSE[: HOUSE.index("[links.commonwealth]")] + HOUSE[HOUSE.index("[tables.one]") : _TWO]


class Players:
    """Three players at a Three Card Poker table, written into a ledger as a house writes it but without one."""

    def __init__(self, seed: int, *, fold_all: bool = False) -> None:
        house = approve_house(HouseFile("house.toml", TABLE_ONE.encode()))
        self._drafts = house_drafts(TABLE_ONE, house, at=0)
        self._write(message_to_json(TableOpened("", 1)))
        self._table, self._chance, self._fold_all = new_table(house.tables["one"], 0), Random(seed), fold_all
        for box in (1, 2, 3):
            self._do(c.BuyChips(f"player {box}", 10**8))
            self._do(c.TakeSeat(f"player {box}", box))

    @property
    def store(self) -> Store:
        return Ledger(tuple(sealed(self._drafts)), (), {}).store

    def _write(self, *events: dict[str, Any]) -> None:
        self._drafts.append(Draft("table one", None, {"at": 0, "by": "dora", "events": list(events)}))

    def _do(self, command: c.Command) -> None:
        self._table, events = act(self._table, command)
        self._write(*map(event_to_json, events))

    def _step(self) -> c.Command:
        table, round_ = self._table, self._table.round
        betting = round_ is not None and round_.phase == "betting"
        box = next((box for box, there in round_.boxes.items() if not there.wagers), 0) if round_ else 0
        if betting and box:
            wagers = (("ante", 1000 * box), ("pair_plus", 500), ("progressive", 100), ("six_card_bonus", 500))
            return c.PlaceWagers(box, wagers)
        if round_ and (due := playing.pending(table)):
            plays = not self._fold_all and best(round_.boxes[due[1][0]].cards)
            return c.Choose(due[1][0], "play" if plays else "fold")
        command = next_step(table, self._chance)
        if isinstance(command, c.RecordShuffle):
            return command.replace(order=tuple(self._chance.sample(DECK, 52)))
        return c.CloseBets() if betting else command

    def play(self, rounds: int) -> "Players":
        while self._table.rounds < rounds or self._table.round:
            self._do(self._step())
        return self


def best(cards: tuple[Card, ...]) -> bool:
    """Queen, six, four or better."""
    value_of = RANKINGS["three_card"].value_of
    return value_of(cards) >= value_of(parse_cards("Qs 6d 4c"))


def deviations(players: Players, rounds: int) -> float:
    """How far the win is from theory."""
    report = one_report(players.play(rounds).store, "one", Day("all", 0, 1))
    assert report.completed == rounds
    assert report.whole.theory.variance < report.most_variance
    return float(report.whole.win - report.whole.expected) / sqrt(report.whole.theory.variance)


def test_the_hold_of_many_rounds_is_that_of_theory() -> None:
    assert abs(deviations(Players(11), 300)) < 4.5


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_the_hold_of_very_many_rounds_is_that_of_theory(seed: int) -> None:
    assert abs(deviations(Players(seed), 3000)) < 4.5


def test_play_that_is_not_the_best_is_seen() -> None:
    assert deviations(Players(12, fold_all=True), 100) > 4.5
