"""The boxes of one player in a recorded round are adjacent, and no more than the regulation allows in every house."""

from typing import Any

import pytest

from pitboss.play.json_values import DocumentFault
from pitboss.recorded.round import read_round
from tests.clauses.marks import clause

HANDS = {1: ["As", "Kd", "9c"], 2: ["2s", "7d", "8c"], 3: ["3s", "Td", "Jc"]}
BASE = {"bet_1": 1000, "bet_2": 1000, "bet_3": 1000}


def three_card(players: dict[int, str | None]) -> dict[str, Any]:
    boxes = [
        {"box": box, "cards": HANDS[box], "wagers": {"ante": 1000}, "decisions": ["play"]}
        | ({"player": player} if player else {})
        for box, player in players.items()
    ]
    return {"regulation": "MD-TCP", "paytables": {"ante_bonus": "A"}, "dealer": ["Qh", "5c", "2d"], "boxes": boxes}


def ride(players: dict[int, str]) -> dict[str, Any]:
    boxes = [
        {"box": box, "cards": HANDS[box], "wagers": BASE, "decisions": ["ride", "ride"], "player": player}
        for box, player in players.items()
    ]
    return {"regulation": "MA-LIR", "paytables": {"base": "A"}, "community": ["4h", "5h", "6h"], "boxes": boxes}


@clause("MD-TCP 7.H")
def test_a_box_between_two_of_one_player_is_refused() -> None:
    with pytest.raises(DocumentFault, match=r"ann has boxes 1 and 3; .* adjacent \(MD-TCP 7\.H\)"):
        read_round(three_card({1: "ann", 2: "bob", 3: "ann"}))
    with pytest.raises(DocumentFault, match="adjacent"):
        read_round(three_card({1: "ann", 3: "ann"}))


@pytest.mark.parametrize(
    "players", [{1: "ann", 2: "ann", 3: "ann"}, {1: None, 2: "ann", 3: None}, {2: "ann", 3: "ann"}]
)
def test_adjacent_boxes_and_boxes_of_nobody_are_read(players: dict[int, str | None]) -> None:
    assert [box.player for box in read_round(three_card(players)).facts.boxes] == list(players.values())


@clause("MA-LIR 6(e)")
def test_a_third_box_is_refused_where_the_law_allows_two() -> None:
    with pytest.raises(DocumentFault, match=r"ann has 3 boxes; expected at most 2 \(MA-LIR 6\(e\)\)"):
        read_round(ride({1: "ann", 2: "ann", 3: "ann"}))
    assert len(read_round(ride({1: "ann", 2: "ann", 3: "bob"})).facts.boxes) == 3
