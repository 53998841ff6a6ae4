"""Recorded rounds under rows that no released regulation has."""

from typing import Any

import pytest

from pitboss.play.json_values import DocumentFault
from pitboss.play.settle import settle
from pitboss.play.settlement_input import SettledLine
from pitboss.recorded.round import read_round
from tests.regulations.outside import Variants, without_ante_bonus
from tests.table.test_obeyed_rows import DOUBLE_PLAY, HANDS_OF_FOUR

ROUND: dict[str, Any] = {
    "paytables": {"ante_bonus": "A", "pair_plus": "A"},
    "dealer": ["Kc", "Qd", "4s"],
    "boxes": [{"box": 1, "cards": ["7s", "7h", "Ad"], "decisions": ["play"], "wagers": {"ante": 1000}}],
}


def lines_of(document: dict[str, Any]) -> dict[str, SettledLine]:
    found = read_round(document)
    ((_, lines),) = settle(found.terms, found.facts).boxes
    return {line.item: line for line in lines}


def test_the_play_wager_has_the_stake_that_the_regulation_says(variants: Variants) -> None:
    lines = lines_of({**ROUND, "regulation": variants.make("MD-TCP", DOUBLE_PLAY)})
    assert {item: (line.stake, line.amount) for item, line in lines.items()} == {
        "ante": (1000, 1000),
        "play": (2000, 2000),
    }


def test_community_hands_have_the_number_and_size_that_the_deal_gives(variants: Variants) -> None:
    box = {"box": 1, "hand": 4, "decisions": ["play"], "wagers": {"ante": 1000, "pair_plus": 500}}
    document = {
        **ROUND,
        "regulation": variants.make("MD-TCP", HANDS_OF_FOUR),
        "version": "etg",
        "community": ["2c", "3d", "9h", "As", "Kd", "9c", "8s", "8d", "4c", "Th", "Jh", "Qh"],
        "boxes": [box],
    }
    assert lines_of(document)["pair_plus"].pattern == "straight_flush"
    with pytest.raises(DocumentFault, match="expected hand, from 1 to 4, instead of cards; found 5"):
        read_round({**document, "boxes": [{**box, "hand": 5}]})


def test_there_may_be_no_ante_bonus(variants: Variants) -> None:
    cards = ["As", "Ks", "Qs"]
    document = {**ROUND, "regulation": without_ante_bonus(variants), "paytables": {}}
    lines = lines_of({**document, "boxes": [{**ROUND["boxes"][0], "cards": cards}]})
    assert sorted(lines) == ["ante", "play"]
