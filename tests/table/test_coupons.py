"""Match play coupons lie on the wagers that the regulation names, and double what these win."""

import pytest

from pitboss.rules.load import load_regulation
from tests.clauses.driven import Driven, picked
from tests.regulations.outside import HOUSE, Variants

HOUSE_TEXT = HOUSE.read_text(encoding="utf-8")


@pytest.fixture
def table(pennsylvania: str) -> Driven:
    return Driven(HOUSE_TEXT).open("ann")


def test_only_the_marked_wagers_take_a_coupon(table: Driven) -> None:
    table.bet(top="")
    placed = "box 1 places ante $10, pair_plus $5"
    assert table.refused(f"{placed}, coupon pair_plus $5") == "coupon-too-large 649a.7(b)"
    assert table.refused(f"{placed}, coupon ante $11") == "coupon-too-large 649a.7(b)"
    assert "coupon placed 1 ante $10 649a.7(b)" in table.do(f"{placed}, coupon ante $10")


def test_a_coupon_doubles_what_a_showdown_pays(table: Driven) -> None:
    table.deal("1 ante $10, coupon ante $10", top="As 2c Ad 3c 5h Kd")
    assert picked(table.settle("box 1 plays"), "wager") == [
        "wager placed 1 play $10 $0 649a.11(b)",
        'wager paid 1 ante $10 "" "1 to 1" $10 $20 "" 649a.11(d)(1)(iii)',
        'wager paid 1 play $10 "" "1 to 1" $10 $10 "" 649a.11(d)(1)(iii)',
    ]


def test_a_coupon_is_worth_nothing_with_a_lost_or_returned_wager(table: Driven) -> None:
    table.deal("1 ante $10, coupon ante $10", top="2c As 3d Ad 5h Kd")
    assert "wager collected 1 ante $10 649a.11(d)(1)(ii)" in table.settle("box 1 plays")


@pytest.mark.usefixtures("pennsylvania")
def test_without_a_mark_the_wagers_of_every_table_take_coupons(variants: Variants) -> None:
    """As in the regulation that never says more than "base bet"."""
    assert load_regulation("MA-LIR").coupon_wagers == ("bet_1", "bet_2", "bet_3")
    assert load_regulation("MD-LIR").coupon_wagers == ()
    unmarked = variants.make("PA-TCP", ("match_play = true\n", ""))
    assert load_regulation(unmarked).coupon_wagers == ("ante", "pair_plus")
