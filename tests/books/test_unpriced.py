"""A wager that no solver can price: the house runs, and reports leave out the theory instead of making one up."""

from pitboss.books.gaming_day import Day
from pitboss.books.report import day_reports
from pitboss.cli.report_text import report_text
from pitboss.house.expectation import expectation
from pitboss.views.day_reports import day_report_json
from tests.evidence.test_deal_check import HOUSE
from tests.ledger.one_table import OneTable
from tests.regulations.outside import Variants
from tests.table.test_obeyed_rows import ONE_UP

ALL = Day("all", 0, 2**62)


def test_a_report_has_no_theory_for_a_wager_without_odds(variants: Variants) -> None:
    one = OneTable(HOUSE.replace("MD-TCP", variants.make("MD-TCP", ONE_UP))).prepare().play()
    (report,) = day_reports(one.store, [ALL])
    wagers = {wager.wager: wager for wager in report.wagers}
    assert wagers["ante"].unpriced
    assert report.whole.expected_hold is None
    found = day_report_json(report, str)
    assert (found["total"]["expected"], found["total"]["deviations"]) == (None, None)
    text = " ".join(report_text([report], str).split())
    assert "There is no theory for ante: no solver knows the game as it is played here." in text
    assert one.table.last
    assert expectation(one.table.ruleset, one.table.last, one.table.last.boxes[1].player, {}) is None
