"""Maryland Let It Ride (MD-LIR), chapters 11 and 12."""

from typing import Any

from tests.oracle.hands import five_card_names, six_card_names, three_card_names
from tests.oracle.lines import (
    Tables,
    base_bets,
    by_odds,
    by_prize,
    collected,
    envy,
    in_order,
    progressive,
    settled,
    six_card_bonus,
    table_of,
)

# 12.A
BASE: Tables = {
    "A": {
        "royal_flush": "1,000 to 1",
        "straight_flush": "200 to 1",
        "four_of_a_kind": "50 to 1",
        "full_house": "11 to 1",
        "flush": "8 to 1",
        "straight": "5 to 1",
        "three_of_a_kind": "3 to 1",
        "two_pair": "2 to 1",
        "tens_or_better": "1 to 1",
    },
    "B": {
        "royal_flush": "500 to 1",
        "straight_flush": "100 to 1",
        "four_of_a_kind": "25 to 1",
        "full_house": "15 to 1",
        "flush": "10 to 1",
        "straight": "5 to 1",
        "three_of_a_kind": "3 to 1",
        "two_pair": "2 to 1",
        "tens_or_better": "1 to 1",
    },
    "C": {
        "royal_flush": "100 to 1",
        "straight_flush": "50 to 1",
        "four_of_a_kind": "30 to 1",
        "full_house": "15 to 1",
        "flush": "9 to 1",
        "straight": "6 to 1",
        "three_of_a_kind": "3 to 1",
        "two_pair": "2 to 1",
        "tens_or_better": "1 to 1",
    },
}
# 12.B
FIVE_CARD_BONUS: Tables = {
    "A": {
        "royal_flush": "$20,000",
        "straight_flush": "$2,000",
        "four_of_a_kind": "$150",
        "full_house": "$75",
        "flush": "$50",
        "straight": "$25",
        "three_of_a_kind": "$4",
        "two_pair": "$3",
        "tens_or_better": "$2",
    },
    "B": {
        "royal_flush": "$20,000",
        "straight_flush": "$2,000",
        "four_of_a_kind": "$200",
        "full_house": "$75",
        "flush": "$50",
        "straight": "$25",
        "three_of_a_kind": "$5",
        "two_pair": "$4",
        "tens_or_better": "$1",
    },
    "C": {
        "royal_flush": "$20,000",
        "straight_flush": "$2,000",
        "four_of_a_kind": "$100",
        "full_house": "$75",
        "flush": "$50",
        "straight": "$25",
        "three_of_a_kind": "$9",
        "two_pair": "$6",
    },
    "D": {
        "royal_flush": "$10,000",
        "straight_flush": "$2,000",
        "four_of_a_kind": "$200",
        "full_house": "$75",
        "flush": "$50",
        "straight": "$25",
        "three_of_a_kind": "$5",
        "two_pair": "$4",
        "tens_or_better": "$1",
    },
    "E": {
        "royal_flush": "$10,000",
        "straight_flush": "$2,000",
        "four_of_a_kind": "$200",
        "full_house": "$100",
        "flush": "$50",
        "straight": "$25",
        "three_of_a_kind": "$10",
        "two_pair": "$6",
    },
    "F": {
        "royal_flush": "$10,000",
        "straight_flush": "$2,000",
        "four_of_a_kind": "$100",
        "full_house": "$75",
        "flush": "$50",
        "straight": "$25",
        "three_of_a_kind": "$9",
        "two_pair": "$6",
    },
    "G": {
        "royal_flush": "$20,000",
        "straight_flush": "$2,000",
        "four_of_a_kind": "$300",
        "full_house": "$150",
        "flush": "$50",
        "straight": "$25",
        "three_of_a_kind": "$5",
    },
}
# 12.C
THREE_CARD_BONUS: Tables = {
    "A": {
        "straight_flush": "40 to 1",
        "three_of_a_kind": "30 to 1",
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
}
# 12.D
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
        "super_royal_diamonds": "$100,000",
        "super_royal": "$100,000",
        "royal_flush": "1,000 to 1",
        "straight_flush": "200 to 1",
        "four_of_a_kind": "50 to 1",
        "full_house": "20 to 1",
        "flush": "15 to 1",
        "straight": "10 to 1",
        "three_of_a_kind": "5 to 1",
    },
}
# 12.E; the spades of B by the ruling progressive-b-spades.
PROGRESSIVE: Tables = {
    "A": {
        "royal_flush": "100% of main",
        "straight_flush": "10% of main",
        "four_of_a_kind": "300 for 1",
        "full_house": "50 for 1",
        "flush": "40 for 1",
        "straight": "30 for 1",
        "three_of_a_kind": "9 for 1",
    },
    "B": {
        "mini_royal_spades": "100% of main",
        "mini_royal": "500 for 1",
        "straight_flush": "70 for 1",
        "three_of_a_kind": "60 for 1",
        "straight": "6 for 1",
    },
    "C": {
        "mini_royal_spades": "100% of main",
        "mini_royal": "500 for 1",
        "straight_flush": "100 for 1",
        "three_of_a_kind": "90 for 1",
    },
    "D": {
        "royal_flush": "100% of major",
        "straight_flush": "100% of minor",
        "four_of_a_kind": "300 for 1",
        "full_house": "50 for 1",
        "flush": "40 for 1",
        "straight": "30 for 1",
        "three_of_a_kind": "9 for 1",
    },
    "E": {
        "royal_flush": "100% of mega",
        "straight_flush": "100% of major",
        "four_of_a_kind": "100% of minor",
        "full_house": "50 for 1",
        "flush": "40 for 1",
        "straight": "30 for 1",
        "three_of_a_kind": "10 for 1",
    },
    "F": {
        "royal_flush": "100% of mega",
        "straight_flush": "100% of major",
        "four_of_a_kind": "100% of minor",
        "full_house": "50 for 1",
        "flush": "40 for 1",
        "straight": "30 for 1",
        "three_of_a_kind": "9 for 1",
    },
}
# 12.E(2), (3)
THREE_CARD_PROGRESSIVES = ("B", "C")
# 12.F(2), in cents
LEAST_SEEDS = {
    "A": {"main": 100_000},
    "B": {"main": 100_000},
    "C": {"main": 100_000},
    "D": {"major": 100_000, "minor": 25_000},
    "E": {"mega": 1_000_000, "major": 100_000, "minor": 25_000},
    "F": {"mega": 1_000_000, "major": 100_000, "minor": 25_000},
}
# 12.I and 12.J, by the receiver's stake
_FIVE_CARD_ENVY: dict[int, dict[str, str]] = {
    100: {"royal_flush": "$1,000", "straight_flush": "$300"},
    500: {"royal_flush": "$5,000", "straight_flush": "$1,500"},
}
_THREE_CARD_ENVY: dict[int, dict[str, str]] = {
    100: {"mini_royal_spades": "$100", "mini_royal": "$25"},
    500: {"mini_royal_spades": "$500", "mini_royal": "$125"},
}
ENVY = {
    "A": _FIVE_CARD_ENVY,
    "B": _THREE_CARD_ENVY,
    "C": _THREE_CARD_ENVY,
    "D": _FIVE_CARD_ENVY,
    "E": _FIVE_CARD_ENVY,
    "F": _FIVE_CARD_ENVY,
}


def settle(given: dict[str, Any]) -> dict[str, Any]:
    """Box by box, 11.D; within a box in the order of 11.D(3) and 11.E."""
    options = given.get("options", {})
    progressive_table = given.get("paytables", {}).get("progressive")
    meters = dict(given.get("meters", {}))
    seeds = {**LEAST_SEEDS.get(progressive_table, {}), **given.get("seeds", {})}
    boxes = in_order(given["boxes"])
    three = {box["box"]: three_card_names(box["cards"]) for box in boxes}
    five = {box["box"]: five_card_names(box["cards"] + given["community"]) for box in boxes}
    eligible = three if progressive_table in THREE_CARD_PROGRESSIVES else five
    shown = [(box, eligible[box["box"]]) for box in boxes]

    answer = []
    for box in boxes:
        wagers, seat, abandoned = box["wagers"], box["box"], box.get("abandoned", False)
        lines = base_bets(
            box,
            table_of(given, "base", BASE),
            five[seat],
            limit=given.get("payout_limit"),
            coupons={},
            abandoned=abandoned,
        )
        bonuses = ("five_card_bonus", "three_card_bonus", "six_card_bonus", "progressive")
        for item in bonuses:
            if item not in wagers:
                continue
            stake = wagers[item]
            if abandoned:
                lines.append(collected(item, stake))
            elif item == "five_card_bonus":
                lines.append(by_prize(item, stake, table_of(given, item, FIVE_CARD_BONUS), five[seat], options))
            elif item == "three_card_bonus":
                lines.append(by_odds(item, stake, table_of(given, item, THREE_CARD_BONUS), three[seat]))
            elif item == "six_card_bonus":
                six = six_card_names(box["cards"] + given["bonus_box"])
                lines.append(six_card_bonus(stake, table_of(given, item, SIX_CARD_BONUS), six))
            else:
                table = table_of(given, item, PROGRESSIVE)
                lines.append(progressive(item, stake, table, eligible[seat], meters=meters, seeds=seeds))
                lines += envy("envy", box, shown, ENVY[progressive_table][stake])
        answer.append(settled(box, lines))
    return {"boxes": answer, "meters": meters}
