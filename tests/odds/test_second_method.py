"""Every odds that a hand of three, five or six cards decides, and both games of decisions, against the slow way."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from pitboss.cards import RANKINGS
from pitboss.games.let_it_ride import solver as let_it_ride
from pitboss.games.three_card_poker import solver as three_card_poker
from pitboss.odds.catalog import odds
from pitboss.odds.query import OddsQuery
from pitboss.odds.record import Odds
from pitboss.odds.wagers import wager_paytables
from pitboss.rules.load import folders, load_regulation
from pitboss.rules.payout import Payout
from tests.odds import slow_methods

ELSEWHERE = {"base", "ante", "cover_all", "top_five_bonus", "poker_bonus"}
"""Solved games below; Top Five and Cover All in tests of their own."""
FAST = 5
"""The largest hands that are counted in seconds."""


def one_hand() -> Iterator[Any]:
    for name in folders():
        regulation = load_regulation(name)
        for wager, tables in wager_paytables(regulation).items():
            for table in tables if wager not in ELSEWHERE else ():
                slow = _size(name, wager, table) > FAST
                yield pytest.param(name, wager, table, marks=[pytest.mark.slow] if slow else [])


def _size(name: str, wager: str, table: str) -> int:
    regulation = load_regulation(name)
    rule = regulation.wagers[wager]
    hand = regulation.paytables[rule.paytable][table].hand or rule.hand
    return RANKINGS[regulation.hands[hand].ranking].sizes[-1]


def returned(record: Odds, payout: Payout, kept: bool) -> Fraction:
    """What a payout gives back for the stake of the odds, in cents; `kept`: the chip is gone before the deal."""
    match payout.form:
        case "to":
            return Fraction((payout.number + 1) * record.stake)
        case "for":
            return Fraction(payout.number * record.stake)
        case "share":
            return Fraction(payout.number * record.shown[payout.meter], 100)
        case "prize":
            return Fraction(payout.number + (0 if kept else record.stake))
        case "push":
            return Fraction(record.stake)


def check(record: Odds, kept: bool) -> None:
    patterns = [row.pattern for row in record.rows[:-1]]
    counts = slow_methods.slow_row_counts(_size(record.regulation, record.wager, record.paytable), patterns)
    assert [row.count for row in record.rows] == counts
    assert record.total == sum(counts)
    assert record.hit_frequency == 1 - Fraction(counts[-1], sum(counts))
    payouts = [Payout.parse(row.pays) for row in record.rows if row.pays]
    if record.fixed is not None:
        check_progressive(record, payouts, counts)
    if record.expected is None:
        assert any(payout.form == "share" and payout.meter not in record.shown for payout in payouts)
        return
    nets = [returned(record, payout, kept) / record.stake - 1 for payout in payouts] + [Fraction(-1)]
    mean = sum((count * net for count, net in zip(counts, nets, strict=True)), Fraction()) / sum(counts)
    square = sum((count * net**2 for count, net in zip(counts, nets, strict=True)), Fraction()) / sum(counts)
    assert record.expected == mean
    assert record.variance == square - mean**2


def check_progressive(record: Odds, payouts: list[Payout], counts: list[int]) -> None:
    total = sum(counts)
    paid = list(zip(payouts, counts, strict=False))
    assert record.fixed == sum(Fraction(p.number * n, total) for p, n in paid if p.form == "for") - 1
    for meter, share in record.meters.items():
        assert share == sum(Fraction(p.number * n, 100 * total) for p, n in paid if p.meter == meter)
    if len(record.meters) == 1:
        (share,) = record.meters.values()
        assert record.break_even is not None
        assert record.break_even * 100 * share / record.stake + record.fixed == 0
    regulation = load_regulation(record.regulation)
    award = next((award for award in regulation.awards.values() if award.follows == record.wager), None)
    if award is None:
        assert record.envy_per_other_box is None
        return
    tables = regulation.paytables[award.paytable]
    envy = tables.get(record.paytable) or tables["A"]
    listed = record.stake if record.stake in envy.by_stake else envy.by_stake[0]
    lines = envy.lines(listed)
    ranking = RANKINGS[regulation.hands[envy.hand or award.hand].ranking]
    hands = slow_methods.slow_row_counts(ranking.sizes[-1], [line.pattern for line in lines])
    prizes = sum(line.payout.number * number for line, number in zip(lines, hands, strict=False))
    assert record.envy_per_other_box == Fraction(prizes, listed * sum(hands))


@pytest.mark.parametrize(("regulation", "wager", "table"), list(one_hand()))
def test_wagers_that_one_hand_decides(regulation: str, wager: str, table: str) -> None:
    rules = load_regulation(regulation)
    rule = rules.wagers[wager]
    meters = dict.fromkeys(rules.paytables[rule.paytable][table].meters, 12_345_67)
    kept = rule.goes_to == "inventory"
    for asked in (OddsQuery({}), OddsQuery({}, meters=meters), OddsQuery({}, stake=500, meters=meters)):
        (record,) = odds(rules, asked, wager, table)
        check(record, kept)
    if rule.chip_returned_under:
        (record,) = odds(rules, OddsQuery(dict([rule.chip_returned_under])), wager, table)
        check(record, kept=False)


def check_let_it_ride(regulation: str, tables: list[str], hands: dict[slow_methods.Hand, int]) -> None:
    lines = [load_regulation(regulation).paytables["base"][table].lines() for table in tables]
    (patterns,) = {tuple(line.pattern for line in of_table) for of_table in lines}
    pays = [[line.payout.number for line in of_table] for of_table in lines]
    for of_table, slow in zip(lines, slow_methods.let_it_ride(patterns, pays, hands), strict=True):
        assert let_it_ride.solve(of_table) == slow[:5]
        for known in ("first", "second", "both"):
            assert let_it_ride.known_expected(of_table, known) == getattr(slow, known)


def test_let_it_ride_by_suit_classes() -> None:
    check_let_it_ride("MD-LIR", ["A"], slow_methods.suit_classes())


@pytest.mark.slow
@pytest.mark.parametrize(("regulation", "tables"), [("MD-LIR", ["A", "B", "C"]), ("MA-LIR", ["A"])])
def test_let_it_ride_by_every_deal(regulation: str, tables: list[str]) -> None:
    assert tables == list(load_regulation(regulation).paytables["base"])
    check_let_it_ride(regulation, tables, slow_methods.every_hand())


def check_three_card_poker(table: str, on_win_only: bool, hands: dict[slow_methods.Hand, int]) -> None:
    regulation = load_regulation("MD-TCP")
    bonus = regulation.paytables["ante_bonus"][table]
    slow = slow_methods.three_card_poker(
        {line.pattern: line.payout.number for line in bonus.lines()}, on_win_only, hands
    )
    game = three_card_poker.solve(regulation, bonus, on_win_only)
    assert (game.expected, game.variance, game.plays) == slow[:3]
    assert game.outcomes == slow.outcomes
    assert three_card_poker.solve_known(regulation, bonus, on_win_only).expected == slow.one_card


def test_three_card_poker_by_suit_classes() -> None:
    check_three_card_poker("A", False, slow_methods.suit_classes())


@pytest.mark.slow
@pytest.mark.parametrize("on_win_only", [False, True])
@pytest.mark.parametrize("table", ["A", "B", "C", "compulsory"])
def test_three_card_poker_by_every_deal(table: str, on_win_only: bool) -> None:
    assert table in load_regulation("MD-TCP").paytables["ante_bonus"]
    check_three_card_poker(table, on_win_only, slow_methods.every_hand())


def test_classes_stand_for_every_hand() -> None:
    classes = slow_methods.suit_classes()
    assert len(classes) == 1755
    assert sum(classes.values()) == 22_100
