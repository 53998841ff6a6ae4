"""The names of hands, whole ones and those whose cards are not all known yet."""

import pytest

from pitboss.cards import parse_cards
from pitboss.documents.hand_names import hand_name


@pytest.mark.parametrize(
    ("ranking", "cards", "name"),
    [
        ("five_card", "As Ks Qs Js Ts", "royal flush"),
        ("five_card", "9s Ks Qs Js Ts", "straight flush, king high"),
        ("five_card", "6s 6h 6d 6c Ts", "four sixes"),
        ("five_card", "6s 6h 6d Tc Ts", "full house, sixes over tens"),
        ("five_card", "2s 5s 9s Ks Ts", "flush, king high"),
        ("five_card", "As 2h 3d 4c 5s", "straight, five high"),
        ("five_card", "2s 2h 2d 4c 5s", "three twos"),
        ("five_card", "2s 2h 4d 4c 5s", "two pair, fours and twos"),
        ("five_card", "Qs Qh 4d", "pair of queens"),
        ("three_card", "Qs 6d 4c", "queen high"),
        ("top_five", "Qs Qh 4d 5d 6d 7d 8d", "2 high cards: pair of queens"),
        ("top_five", "Ts 2h 4d 5d 6d 7d 8d", "1 high card"),
        ("top_five", "3s 2h 4d 5d 6d 7d 8d", "no high cards"),
    ],
)
def test_hands_by_name(ranking: str, cards: str, name: str) -> None:
    assert hand_name(ranking, parse_cards(cards)) == name
