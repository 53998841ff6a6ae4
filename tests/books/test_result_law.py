"""Probabilities of results: convolutions against counting, exact moments of the laws of rounds, drafts."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.books.convolution import SCALE, Law, sum_of
from pitboss.books.day_report import DayReport, WagerDay
from pitboss.books.gaming_day import Day
from pitboss.books.investigation import investigation
from pitboss.books.report import day_reports
from pitboss.books.result_law import DayLaw, Probability, ResultLaw, at_most
from pitboss.books.round_variance import Composition, RoundVariance
from pitboss.cli.report_text import report_text
from pitboss.views.day_reports import day_report_json
from tests.books.test_round_variance import base, bay
from tests.clauses.marks import clause
from tests.ledger.busy_house import BusyHouse

ALL = Day("all", 0, 10**15)


def test_coins_are_counted() -> None:
    law = Law.of({-1: 1, 1: 1}).power(400)
    exact = Fraction(sum(comb(400, heads) for heads in range(181)), 2**400)
    assert abs(Fraction(law.up_to(Fraction(-40)), SCALE) - exact) < Fraction(1, 10**15)
    assert law.up_to(Fraction(-40)) == pytest.approx(law.from_on(Fraction(40)), rel=1e-12)
    assert 0 <= law.missing < SCALE // 10**15


@given(
    st.lists(st.dictionaries(st.integers(-9, 30), st.integers(1, 99), min_size=1, max_size=5), min_size=1, max_size=6)
)
def test_sums_are_those_of_every_combination(laws: list[Mapping[int, int]]) -> None:
    expected = {0: Fraction(1)}
    for law in laws:
        total, sums = sum(law.values()), dict[int, Fraction]()
        for one, chance in expected.items():
            for other, weight in law.items():
                sums[one + other] = sums.get(one + other, Fraction(0)) + chance * Fraction(weight, total)
        expected = sums
    found = sum_of(map(Law.of, laws))
    for place, weight in enumerate(found.weights):
        assert abs(Fraction(weight, SCALE) - expected.get(found.first + place, 0)) < Fraction(1, 10**20)
    assert found.missing < SCALE // 10**15


# Rounds


@cache
def rules() -> RoundVariance:
    return RoundVariance.by(BusyHouse(0).house.approved.tables["bay"])


def composition(*boxes: dict[str, int]) -> tuple[BusyHouse, DayReport]:
    busy = bay(*boxes)
    (report,) = day_reports(busy.store, [ALL], "bay", exact=True)
    return busy, report


def one_box(stake: int, bonus: int) -> Composition:
    return (((0, Fraction(stake, _unit("base"))), (2, Fraction(bonus, _unit("three_card_bonus")))),)


def _unit(entry: str) -> int:
    return rules()._unit(entry)


def test_the_law_of_one_box_has_the_exact_moments() -> None:
    ours = rules()
    law = ours.law(one_box(1500, 500))
    total = sum(law.values())
    mean = Fraction(sum(win * weight for win, weight in law.items()), total)
    square = Fraction(sum(win * win * weight for win, weight in law.items()), total)
    assert square - mean**2 == ours.variance(one_box(1500, 500))
    theory = ours._theory
    assert mean == theory.chance("base", 1500).mean + theory.chance("three_card_bonus", 500).mean


def test_boxes_share_cards_in_their_law() -> None:
    """Beside groups of shared cards, boxes vary together almost as they do; apart, they would vary less."""
    ours, one = rules(), one_box(1500, 500)
    law = ours.law(one * 3)
    total = sum(law.values())
    mean = Fraction(sum(win * weight for win, weight in law.items()), total)
    variance = Fraction(sum(win * win * weight for win, weight in law.items()), total) - mean**2
    exact = ours.variance(one * 3)
    apart = 3 * ours.variance(one)
    assert apart < exact
    assert abs(variance - exact) < (exact - apart) / 2


def test_an_exact_probability_is_twice_the_smaller_side() -> None:
    ours, one, days = rules(), one_box(1500, 500), ResultLaw()
    days.add(ours, one, 2)
    law = ours.law(one)
    total = sum(law.values()) ** 2
    pairs = [(a + b, x * y) for a, x in law.items() for b, y in law.items()]
    mean = Fraction(sum(win * weight for win, weight in pairs), total)
    day = days.day(mean, 2 * ours.variance(one))
    for won in (min(win for win, _ in pairs), -6000, 0, 500, 6000):
        low = sum(weight for win, weight in pairs if win <= won)
        high = sum(weight for win, weight in pairs if win >= won)
        found = day.probability(won)
        assert found.how == "exact"
        assert abs(found.value - min(Fraction(1), 2 * Fraction(min(low, high), total))) < Fraction(1, 10**12)


def test_a_stretched_law_has_the_variance_that_is_given() -> None:
    coins = Law.of({-1: 1, 1: 1}).power(400)
    wide = DayLaw(coins, 100, Fraction(0), False, Fraction(1, 2))
    # Stretched to twice its width, 80 units lie where 40 did.
    assert wide.probability(8000).value == pytest.approx(
        float(2 * Fraction(coins.from_on(Fraction(40)), SCALE)), rel=0.01
    )
    assert wide.probability(8000).how == "approximate"


def test_chebyshev_bounds_what_has_no_law() -> None:
    assert at_most(Fraction(300), Fraction(900)) == Probability(Fraction(1, 100), "at most")
    assert at_most(Fraction(1), Fraction(900)).value == 1
    assert at_most(Fraction(0), Fraction(900)).value == 1


# Reports


@clause("COMAR 36.05.03.25 B(2)", "COMAR 36.05.03.25 B(3)")
def test_an_unusual_result_has_a_draft_of_its_explanation() -> None:
    _, report = composition(base(1500) | {"three_card_bonus": 500}, base(3000))
    assert report.probability
    assert report.probability.how == "approximate"
    assert report.probability.is_outside == (report.probability.value < Fraction(1, 20))
    outside = report._replace(probability=Probability(Fraction(1, 500), "approximate"))
    draft = investigation(outside, str)
    assert draft
    for told in ("36.05.03.25 B(2)", "MA-LIR", "Drop $20,000", "0.2000 %", "three_card_bonus", "Investigated by:"):
        assert told in draft
    assert investigation(report._replace(probability=Probability(Fraction(1, 2), "exact")), str) is None
    text = report_text([outside], str)
    assert "outside 95 %: investigate it" in " ".join(text.split())
    assert "DRAFT" in text
    document = day_report_json(outside, str)
    assert document["total"]["probability"] == {"value": 0.002, "how": "approximate", "is_outside": True}
    assert document["explanation"] == draft


def test_without_exact_covariances_there_is_a_bound() -> None:
    _, report = composition(base(1500) | {"cover_all": 100}, base(1500))
    assert report.probability
    assert report.probability.how == "at most"
    assert report.probability.value == min(1, report.most_variance / report.whole.surplus**2)
    (plain,) = day_reports(bay(base(1500), base(1500)).store, [ALL], "bay")
    assert plain.probability is None
    unpriced = WagerDay("base", unpriced=True)
    assert investigation(DayReport("bay", ALL, wagers=(unpriced,)), str) is None
