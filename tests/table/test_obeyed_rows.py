"""Rows that no released regulation has, in regulations with one row changed: the table obeys them."""

import pytest

from pitboss.documents.layout import layout_view
from pitboss.play.notation import show_command
from pitboss.table.decide import offers
from pitboss.views.seat import public_view, seat_view
from tests.clauses.driven import Driven, approved, picked
from tests.regulations.houses import three_card_house
from tests.regulations.outside import Variants, without_ante_bonus

DOUBLE_PLAY = 'to = "ante"\nleast = "1"\nmost = "1"', 'to = "ante"\nleast = "2"\nmost = "2"'
ONE_UP = (
    '{ to = ["player", "dealer"], cards = 1, times = 3, cite = "8.E(1)", also = ["8.E"] }',
    """{ to = ["dealer"], cards = 1, face_up = true, cite = "8.E(1)" },
  { to = ["player"], cards = 3, cite = "8.E(1)" },
  { to = ["dealer"], cards = 2, cite = "8.E(1)" }""",
)
HANDS_OF_FOUR = (
    '{ to = ["community"], cards = 9, face_up = true, cite = "11.F(2)" }',
    '{ to = ["community"], cards = 12, face_up = true, cite = "11.F(2)" }',
)


# A wager placed at a decision, at another ratio than 1


def test_the_play_wager_is_as_many_times_the_ante_as_the_regulation_says(variants: Variants) -> None:
    table = Driven(three_card_house(variants.make("MD-TCP", DOUBLE_PLAY))).open("ann")
    table.deal("1 ante $10", top="As 2c Ad 3c 5h Kd")
    assert "wager placed 1 play $20 $0 11.B" in table.do("box 1 plays")
    lines = table.settle()
    assert 'wager paid 1 ante $10 "" "1 to 1" $10 $10 "" 11.D(3)(d)(ii)' in lines
    assert 'wager paid 1 play $20 "" "1 to 1" $20 $20 "" 11.D(3)(d)(ii)' in lines


def test_the_page_says_how_much_playing_places(variants: Variants) -> None:
    ruleset = approved(three_card_house(variants.make("MD-TCP", DOUBLE_PLAY)))
    (decision,) = layout_view(ruleset, "Harbor House")["decisions"]
    assert [choice["does"] for choice in decision["choices"]] == [
        "places Play, 2 times Ante",
        "gives up Ante and Pair Plus",
    ]


@pytest.mark.parametrize(("chips", "may_play"), [(3000, True), (2999, False)])
def test_playing_is_offered_to_a_player_with_enough_chips_for_it(
    variants: Variants, chips: int, may_play: bool
) -> None:
    table = Driven(three_card_house(variants.make("MD-TCP", DOUBLE_PLAY)))
    table.do(f"player ann buys ${chips // 100}.{chips % 100:02}", "player ann takes box 1")
    table.receive()
    table.deal("1 ante $10", top="As 2c Ad 3c 5h Kd")
    assert ("box 1 plays" in [show_command(offer.command) for offer in offers(table.table)]) == may_play
    assert ("box 1 plays" in [action["command"] for action in seat_view(table.table, "ann")["actions"]]) == may_play
    if not may_play:
        assert table.refused("box 1 plays") == "not-enough-chips 11.B"


# A deal row with one card face up


def test_one_card_of_a_pile_is_dealt_face_up(variants: Variants) -> None:
    table = Driven(three_card_house(variants.make("MD-TCP", ONE_UP))).open("ann")
    lines = table.deal("1 ante $10", top="Kd As Ad 5h 2c 3c")
    assert picked(lines, "cards") == [
        "cards dealt dealer Kd 2c 3c 8.E(1)",
        "cards dealt 1 As Ad 5h 8.E(1)",
        "cards revealed dealer Kd 8.E(1)",
    ]
    assert public_view(table.table)["round"]["piles"]["dealer"] == {"cards": ["Kd"], "down": 2}
    assert seat_view(table.table, "ann")["round"]["piles"]["dealer"] == {"cards": ["Kd"], "down": 2}
    assert picked(table.settle("box 1 plays"), "cards revealed") == ["cards revealed dealer 2c 3c 11.D(2)"]


def test_a_conditional_row_that_is_not_dealt_turns_up_nothing(variants: Variants) -> None:
    row = 'if_placed = "five_card_progressive", cite = "8.E(2)"'
    changed = variants.make("MD-TCP", (row, f"face_up = true, {row}"))
    lines = Driven(three_card_house(changed)).open("ann").deal("1 ante $10")
    assert not picked(lines, "cards revealed")


# Community hands


def test_there_are_as_many_community_hands_as_the_cards_make(variants: Variants) -> None:
    table = Driven(three_card_house(variants.make("MD-TCP", HANDS_OF_FOUR), device="electronic")).open("ann", "bob")
    table.deal("1 ante $10 on hand 4", "2 ante $10 on hand 1", top="2c 3d 7h As Kd 9h 8s 8d 4c 5c 6d 9d Th Jh Qh")
    assert table.table.round
    boxes = table.table.round.facts(table.table.terms, {}).boxes
    assert [" ".join(map(str, box.cards)) for box in boxes] == ["Th Jh Qh", "As Kd 9h"]
    assert seat_view(table.table, "ann")["round"]["boxes"]["1"]["cards"] == ["Th", "Jh", "Qh"]


def test_a_community_hand_has_as_many_cards_as_its_row_says(variants: Variants) -> None:
    row = HANDS_OF_FOUR[0]
    changed = variants.make("MD-TCP", (row, row.replace("cards = 9", "cards = 12, hand = 3")))
    table = Driven(three_card_house(changed, device="electronic")).open("ann")
    table.bet()
    assert table.refused("box 1 places ante $10 on hand 5") == "no-community-hand 11.F"


# No Ante Bonus


def test_a_table_without_an_ante_bonus(variants: Variants) -> None:
    house = three_card_house(without_ante_bonus(variants), bonus="").replace('"D"', '"B"')
    table = Driven(house).open("ann")
    table.deal("1 ante $10", top="As 2c Ks 3c Qs Kd")
    assert not picked(table.settle("box 1 plays"), "award")
    assert layout_view(approved(house), "Harbor House")["awards"] == []
