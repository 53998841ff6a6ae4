"""A payout limit covers the wagers that the regulation names, whatever pays them."""

from tests.clauses.driven import Driven, picked
from tests.regulations.outside import HOUSE, Variants

HOUSE_TEXT = HOUSE.read_text(encoding="utf-8")


def test_a_limit_cuts_what_side_bets_win_together(pennsylvania: str) -> None:
    table = Driven(HOUSE_TEXT).open("ann")
    table.deal("1 pair_plus $490, six_card_bonus $100", top="As Js Ks Ts Qs 2c")
    assert picked(table.settle(), "wager") == [
        'wager paid 1 pair_plus $490 mini_royal "50 to 1" $490 $24,500 "" 649a.12(c)(2)',
        'wager paid 1 six_card_bonus $100 royal_flush "1,000 to 1" $100 $500 "" 649a.12(e)',
    ]


def test_a_limit_leaves_other_wagers_alone(pennsylvania: str) -> None:
    table = Driven(HOUSE_TEXT).open("ann")
    table.deal("1 ante $500, pair_plus $1,000", top="As 2c Ks 3c Qs 5d")
    lines = table.settle("box 1 plays")
    assert 'wager paid 1 pair_plus $1,000 mini_royal "50 to 1" $1,000 $25,000 "" 649a.12(e)' in lines
    assert 'award paid 1 ante_bonus 1 straight_flush "5 to 1" $2,500 649a.12(b)(1)' in lines


def test_a_limit_covers_a_wager_that_the_showdown_pays(variants: Variants) -> None:
    changed = variants.make(
        "PA-TCP",
        ('wagers = ["pair_plus", "six_card_bonus"]\nleast = "$25,000"', 'wagers = ["ante", "play"]\nleast = "$10"'),
    )
    house = HOUSE_TEXT.replace("PA-TCP", changed).replace('"$25,000"', '"$600"')
    table = Driven(house).open("ann")
    table.deal("1 ante $500", top="As 2c Ad 3c 5h Kd")
    assert picked(table.settle("box 1 plays"), "wager paid") == [
        'wager paid 1 ante $500 "" "1 to 1" $500 $500 "" 649a.11(d)(1)(iii)',
        'wager paid 1 play $500 "" "1 to 1" $500 $100 "" 649a.12(e)',
    ]
