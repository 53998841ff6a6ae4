"""House files under regulations with rows that no released regulation has."""

import pytest

from pitboss.documents.layout import layout_view
from pitboss.errors import SubmissionRejected
from pitboss.rules.approve import approve_house
from pitboss.rules.house_file import HouseFile
from pitboss.rules.ruleset import Ruleset
from tests.regulations.houses import three_card_house
from tests.regulations.outside import HOUSE, Variants

HOUSE_TEXT = HOUSE.read_text(encoding="utf-8")
SIX_CARD = 'six_card_bonus = { minimum = "$5", maximum = "$100", paytable = "A" }\n'
COVERS = 'wagers = ["pair_plus", "six_card_bonus"]'


def approved(house: str) -> Ruleset:
    (ruleset,) = approve_house(HouseFile("house.toml", house.encode())).tables.values()
    return ruleset


def rejected(house: str) -> list[str]:
    with pytest.raises(SubmissionRejected) as found:
        approved(house)
    return [f"{one.code} {one.clause}: {one.message}" for one in found.value.violations]


# A payout limit on a wager that the table does not offer


def test_a_sign_names_the_limited_wagers_that_the_table_offers(pennsylvania: str) -> None:
    for house, limited in (
        (HOUSE_TEXT, "Pair Plus and Six Card Bonus"),
        (HOUSE_TEXT.replace(SIX_CARD, ""), "Pair Plus"),
    ):
        inscriptions = layout_view(approved(house), "Harbor House")["inscriptions"]
        assert inscriptions[-1]["text"] == f"Maximum payout $25,000 a hand on {limited}"


def test_a_limit_that_covers_no_offered_wager_is_refused(variants: Variants) -> None:
    changed = variants.make("PA-TCP", (COVERS, 'wagers = ["six_card_bonus"]'))
    (found,) = rejected(HOUSE_TEXT.replace("PA-TCP", changed).replace(SIX_CARD, ""))
    assert found == (
        f"payout-limit-covers-nothing {changed} 649a.12(e): payout_limit: the table offers no wager that a limit "
        "covers: six_card_bonus; leave the limit out"
    )


def test_a_limit_is_at_least_what_a_showdown_pays_at_the_minimum(variants: Variants) -> None:
    changed = variants.make("PA-TCP", (f'{COVERS}\nleast = "$25,000"', 'wagers = ["ante", "play"]'))
    house = HOUSE_TEXT.replace("PA-TCP", changed)
    assert approved(house.replace('"$25,000"', '"$20"')).submission.payout_limit == 2000
    (found,) = rejected(house.replace('"$25,000"', '"$19.99"'))
    assert found.endswith("$19.99; the limit must be at least $20")


# An Ante Bonus that is missing


def test_an_award_with_one_paytable_need_not_be_named(variants: Variants) -> None:
    """As with a wager: if there is nothing to select, nothing is selected."""
    second = '[paytables.ante_bonus.B]\ncite = "649a.12(b)(2)"\npays = ['
    text = (HOUSE.parent / "three_card_poker/1/rules.toml").read_text(encoding="utf-8")
    begin = text.index(second)
    changed = variants.make("PA-TCP", (text[begin : text.index("[paytables.pair_plus.A]")], ""))
    ruleset = approved(three_card_house(changed, bonus="").replace('"D"', '"B"'))
    assert [line.payout.number for line in ruleset.paytables["ante_bonus"].lines()] == [5, 4, 1]
