"""Maryland Three Card Poker (MD-TCP), chapters 11 and 12."""

from typing import Any

from tests.oracle.hands import RANK, five_card_names, six_card_names, three_card_category, three_card_names
from tests.oracle.hands import three_card_value as value
from tests.oracle.lines import (
    Box,
    Line,
    Tables,
    by_odds,
    collected,
    envy,
    even_money,
    forfeited,
    given_back,
    in_order,
    line,
    number,
    paying_row,
    progressive,
    settled,
    six_card_bonus,
    table_of,
)

# 12.B and, as `compulsory`, 12.C
ANTE_BONUS: Tables = {
    "A": {"straight_flush": "5 to 1", "three_of_a_kind": "4 to 1", "straight": "1 to 1"},
    "B": {"straight_flush": "5 to 1", "three_of_a_kind": "3 to 1", "straight": "1 to 1"},
    "C": {"straight_flush": "4 to 1", "three_of_a_kind": "3 to 1", "straight": "1 to 1"},
    "compulsory": {"mini_royal": "50 to 1", "straight_flush": "8 to 1", "three_of_a_kind": "6 to 1"},
}
# 12.D
PAIR_PLUS: Tables = {
    "A": {
        "straight_flush": "35 to 1",
        "three_of_a_kind": "25 to 1",
        "straight": "6 to 1",
        "flush": "4 to 1",
        "pair": "1 to 1",
    },
    "B": {
        "straight_flush": "40 to 1",
        "three_of_a_kind": "30 to 1",
        "straight": "5 to 1",
        "flush": "4 to 1",
        "pair": "1 to 1",
    },
    "C": {
        "straight_flush": "40 to 1",
        "three_of_a_kind": "30 to 1",
        "straight": "6 to 1",
        "flush": "3 to 1",
        "pair": "1 to 1",
    },
    "D": {
        "straight_flush": "40 to 1",
        "three_of_a_kind": "30 to 1",
        "straight": "6 to 1",
        "flush": "4 to 1",
        "pair": "1 to 1",
    },
    "E": {
        "straight_flush": "40 to 1",
        "three_of_a_kind": "25 to 1",
        "straight": "6 to 1",
        "flush": "4 to 1",
        "pair": "1 to 1",
    },
}
# 12.E(1)
PROGRESSIVE: Tables = {
    "A": {
        "mini_royal_spades": "100% of main",
        "mini_royal": "500 for 1",
        "straight_flush": "70 for 1",
        "three_of_a_kind": "60 for 1",
        "straight": "6 for 1",
    },
    "B": {
        "mini_royal_spades": "100% of main",
        "mini_royal": "500 for 1",
        "straight_flush": "100 for 1",
        "three_of_a_kind": "90 for 1",
    },
    "C": {
        "mini_royal_spades": "100% of major",
        "mini_royal": "100% of minor",
        "straight_flush": "70 for 1",
        "three_of_a_kind": "60 for 1",
        "straight": "6 for 1",
    },
}
# 12.E(3)(b), in cents, for each meter (meter-least-seed)
LEAST_SEEDS = {"main": 100_000, "major": 100_000, "minor": 100_000}
# 12.E(5), by the receiver's stake
ENVY: dict[int, dict[str, str]] = {
    100: {"mini_royal_spades": "$100", "mini_royal": "$25"},
    500: {"mini_royal_spades": "$500", "mini_royal": "$125"},
}
# 12.F
SIX_CARD_BONUS: Tables = {
    "A": {
        "super_royal_diamonds": "$1,000,000",
        "super_royal": "$100,000",
        "royal_flush": "1,000 to 1",
        "straight_flush": "200 to 1",
        "four_of_a_kind": "50 to 1",
        "full_house": "20 to 1",
        "flush": "15 to 1",
        "straight": "10 to 1",
        "three_of_a_kind": "5 to 1",
    },
    "B": {
        "super_royal": "$100,000",
        "royal_flush": "1,000 to 1",
        "straight_flush": "200 to 1",
        "four_of_a_kind": "50 to 1",
        "full_house": "20 to 1",
        "flush": "15 to 1",
        "straight": "10 to 1",
        "three_of_a_kind": "5 to 1",
    },
    "C": {
        "royal_flush": "1,000 to 1",
        "straight_flush": "200 to 1",
        "four_of_a_kind": "50 to 1",
        "full_house": "25 to 1",
        "flush": "20 to 1",
        "straight": "10 to 1",
        "three_of_a_kind": "5 to 1",
    },
    "D": {
        "royal_flush": "1,000 to 1",
        "straight_flush": "200 to 1",
        "four_of_a_kind": "100 to 1",
        "full_house": "20 to 1",
        "flush": "15 to 1",
        "straight": "9 to 1",
        "three_of_a_kind": "8 to 1",
    },
    "E": {
        "royal_flush": "1,000 to 1",
        "straight_flush": "200 to 1",
        "four_of_a_kind": "100 to 1",
        "full_house": "20 to 1",
        "flush": "15 to 1",
        "straight": "10 to 1",
        "three_of_a_kind": "7 to 1",
    },
    "F": {
        "royal_flush": "1,000 to 1",
        "straight_flush": "200 to 1",
        "four_of_a_kind": "50 to 1",
        "full_house": "25 to 1",
        "flush": "15 to 1",
        "straight": "10 to 1",
        "three_of_a_kind": "5 to 1",
    },
}
# 12.G
FIVE_CARD_PROGRESSIVE: Tables = {
    "A": {
        "royal_flush": "100% of five_card_main",
        "straight_flush": "10% of five_card_main",
        "four_of_a_kind": "300 for 1",
        "full_house": "50 for 1",
        "flush": "40 for 1",
        "straight": "30 for 1",
        "three_of_a_kind": "9 for 1",
    },
    "B": {
        "royal_flush": "100% of five_card_major",
        "straight_flush": "100% of five_card_minor",
        "four_of_a_kind": "300 for 1",
        "full_house": "50 for 1",
        "flush": "40 for 1",
        "straight": "30 for 1",
        "three_of_a_kind": "9 for 1",
    },
    "C": {
        "royal_flush": "100% of five_card_mega",
        "straight_flush": "100% of five_card_major",
        "four_of_a_kind": "100% of five_card_minor",
        "full_house": "50 for 1",
        "flush": "40 for 1",
        "straight": "30 for 1",
        "three_of_a_kind": "9 for 1",
    },
}
# As MD-LIR 12.I and 12.J (five-card-envy)
FIVE_CARD_ENVY: dict[int, dict[str, str]] = {
    100: {"royal_flush": "$1,000", "straight_flush": "$300"},
    500: {"royal_flush": "$5,000", "straight_flush": "$1,500"},
}


def settle(given: dict[str, Any]) -> dict[str, Any]:
    """Box by box, 11.D(3) to (9)."""
    options = given.get("options", {})
    meters = dict(given.get("meters", {}))
    seeds = {**LEAST_SEEDS, **given.get("seeds", {})}
    boxes = in_order(given["boxes"])
    etg = given.get("version") == "etg"
    community = given.get("community", [])
    cards = {box["box"]: community[3 * box["hand"] - 3 : 3 * box["hand"]] if etg else box["cards"] for box in boxes}
    three = {seat: three_card_names(hand) for seat, hand in cards.items()}
    five = {seat: five_card_names(hand + community) for seat, hand in cards.items() if len(community) == 2}
    # A folded hand is collected unseen (envy-folded-hand).
    shown = [box for box in boxes if not unseen(box)]
    # A community hand has no holder (etg-envy).
    three_shown = [] if etg else [(box, three[box["box"]]) for box in shown]
    five_shown = [(box, five[box["box"]]) for box in shown if five]
    five_card_envy = options.get("five_card_envy", "as_let_it_ride") != "none"

    answer = []
    for box in boxes:
        seat, wagers, abandoned = box["box"], box["wagers"], box.get("abandoned", False)
        lines = [] if "ante" not in wagers else ante_and_play(given, box, cards[seat])
        for item in ("pair_plus", "progressive", "six_card_bonus", "five_card_progressive"):
            if item not in wagers:
                continue
            stake = wagers[item]
            if abandoned:
                # What a fold has forfeited stays forfeited.
                lost = forfeited if folded(box) and item != "six_card_bonus" else collected
                lines.append(lost(item, stake))
                continue
            if folded(box) and item != "six_card_bonus":
                lines.append(forfeited(item, stake))
            elif item == "pair_plus":
                lines.append(by_odds(item, stake, table_of(given, item, PAIR_PLUS), three[seat]))
            elif item == "progressive":
                lines.append(
                    progressive(
                        item, stake, table_of(given, item, PROGRESSIVE), three[seat], meters=meters, seeds=seeds
                    )
                )
            elif item == "six_card_bonus":
                six = six_card_names(cards[seat] + given["dealer"])
                lines.append(six_card_bonus(stake, table_of(given, item, SIX_CARD_BONUS), six))
            else:
                table = table_of(given, item, FIVE_CARD_PROGRESSIVE)
                lines.append(progressive(item, stake, table, five[seat], meters=meters, seeds=seeds))
            # Folding does not forfeit the envy bonus (11.C(2)).
            if item == "progressive":
                lines += envy("envy", box, three_shown, ENVY[stake])
            if item == "five_card_progressive" and five_card_envy:
                lines += envy("five_card_envy", box, five_shown, FIVE_CARD_ENVY[stake])
        answer.append(settled(box, lines))
    return {"boxes": answer, "meters": meters}


def ante_and_play(given: dict[str, Any], box: Box, cards: list[str]) -> list[Line]:
    """The Ante, the Play and the ante bonus of one box: 11.B, 11.D(3), 12.A to 12.C."""
    stake = box["wagers"]["ante"]
    played = box["decisions"] == ["play"]
    if folded(box):
        return [forfeited("ante", stake)]
    if box.get("abandoned", False):
        return [collected("ante", stake)] + ([collected("play", stake)] if played else [])

    dealer = given["dealer"]
    if not qualifies(dealer):
        lines, won = [even_money("ante", stake), given_back("play", stake)], False
    elif value(cards) < value(dealer):
        lines, won = [collected("ante", stake), collected("play", stake)], False
    elif value(cards) > value(dealer):
        lines, won = [even_money("ante", stake), even_money("play", stake)], True
    else:
        lines, won = [given_back("ante", stake), given_back("play", stake)], False

    row = paying_row(table_of(given, "ante_bonus", ANTE_BONUS), three_card_names(cards))
    if row and (won or given.get("options", {}).get("ante_bonus", "always") == "always"):
        lines.append(line("ante_bonus", 0, "paid", amount=number(row[1]) * stake, row=row))
    return lines


def qualifies(dealer: list[str]) -> bool:
    """Queen high or better (queen-high)."""
    return three_card_category(dealer) != "high_card" or max(RANK[card] for card in dealer) >= 12


def folded(box: Box) -> bool:
    """Whether the box has no Play Wager: who left without a choice made none (abandoned-wagers)."""
    return box["decisions"] in (["fold"], [None])


def unseen(box: Box) -> bool:
    """Whether the hand is collected face down: with an Ante and no Play Wager (envy-folded-hand, abandoned-wagers)."""
    return "ante" in box["wagers"] and box["decisions"] != ["play"]
