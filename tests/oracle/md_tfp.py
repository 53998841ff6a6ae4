"""Maryland Top Five Poker (MD-TFP), chapters 11 and 12."""

from collections.abc import Sequence
from typing import Any

from tests.oracle.hands import RANK, high_cards, poker_bonus_names, top_five_value
from tests.oracle.lines import (
    Box,
    Line,
    Tables,
    by_odds,
    collected,
    even_money,
    forfeited,
    given_back,
    in_order,
    settled,
    table_of,
)

# 12.B
TOP_FIVE_BONUS: Tables = {
    "A": {"seven_cards": "100 to 1", "six_cards": "20 to 1", "five_cards": "5 to 1", "four_cards": "1 to 1"},
    "B": {"seven_cards": "200 to 1", "six_cards": "20 to 1", "five_cards": "4 to 1", "four_cards": "1 to 1"},
    "C": {"seven_cards": "100 to 1", "six_cards": "15 to 1", "five_cards": "5 to 1", "four_cards": "1 to 1"},
}
# The second 12.B, written 12.BB
POKER_BONUS: Tables = {
    "A": {
        "royal_flush": "500 to 1",
        "four_of_a_kind": "100 to 1",
        "full_house": "40 to 1",
        "straight": "25 to 1",
        "three_of_a_kind": "7 to 1",
        "two_pair": "3 to 1",
        "kings_or_better": "1 to 1",
    },
    "B": {
        "royal_flush": "500 to 1",
        "four_of_a_kind": "150 to 1",
        "full_house": "50 to 1",
        "straight": "30 to 1",
        "three_of_a_kind": "10 to 1",
        "two_pair": "5 to 1",
    },
    "C": {
        "royal_flush": "500 to 1",
        "four_of_a_kind": "100 to 1",
        "full_house": "40 to 1",
        "straight": "25 to 1",
        "three_of_a_kind": "5 to 1",
        "two_pair": "3 to 1",
        "kings_or_better": "1 to 1",
    },
}
COUNTS = {7: "seven_cards", 6: "six_cards", 5: "five_cards", 4: "four_cards"}


def settle(given: dict[str, Any]) -> dict[str, Any]:
    """Box by box, 11.C."""
    answer = []
    for box in in_order(given["boxes"]):
        wagers, high = box["wagers"], high_cards(box["cards"])
        lines = ante_and_play(given, box, high)
        for item in ("top_five_bonus", "poker_bonus"):
            if item not in wagers:
                continue
            if box.get("abandoned", False):
                lines.append(collected(item, wagers[item]))
            elif item == "top_five_bonus":
                count = (COUNTS.get(len(high), "fewer"),)
                lines.append(by_odds(item, wagers[item], table_of(given, item, TOP_FIVE_BONUS), count))
            else:
                names = poker_bonus_names(high)
                lines.append(by_odds(item, wagers[item], table_of(given, item, POKER_BONUS), names))
        answer.append(settled(box, lines))
    return {"boxes": answer, "meters": dict(given.get("meters", {}))}


def ante_and_play(given: dict[str, Any], box: Box, high: Sequence[str]) -> list[Line]:
    """The Ante and the Play of one box: 11.B(2), 11.C(2) to (4), 12.A."""
    stake = box["wagers"]["ante"]
    played = box["decisions"] == ["play"]
    # Who left without a choice made no Play Wager (abandoned-wagers).
    if box["decisions"] in (["fold"], [None]):
        return [forfeited("ante", stake)]
    if box.get("abandoned", False):
        return [collected("ante", stake)] + ([collected("play", stake)] if played else [])

    dealer = high_cards(given["dealer"])
    by_cards = given.get("options", {}).get("top_five_equal_counts", "poker_rank") == "high_cards"
    ours, theirs = comparable(high, by_cards), comparable(dealer, by_cards)
    if ours < theirs:
        settled_as = collected
    elif ours > theirs:
        settled_as = even_money
    else:
        settled_as = given_back
    ante = settled_as if qualifies(dealer) else given_back
    return [ante("ante", stake), settled_as("play", stake)]


def comparable(high: Sequence[str], by_cards: bool) -> tuple[int, Any]:
    """The number of high cards, then what decides between equal numbers (top-five-best-five)."""
    if by_cards:
        return len(high), sorted((RANK[card] for card in high), reverse=True)
    return len(high), top_five_value(high)


def qualifies(high: Sequence[str]) -> bool:
    """A queen and jack or better (top-five-qualify)."""
    ranks = {card[0] for card in high}
    return len(high) > 2 or (len(high) == 2 and ranks not in ({"J", "T"}, {"Q", "T"}))
