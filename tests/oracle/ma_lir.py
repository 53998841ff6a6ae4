"""Massachusetts Let It Ride (MA-LIR), sections 9 to 12."""

from typing import Any

from tests.oracle.hands import FIVE_CARD_ORDER, RANK, Names, five_card_names, three_card_names
from tests.oracle.lines import Tables, base_bets, by_odds, by_prize, envy, in_order, progressive, settled, table_of

# 10(b)
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
    }
}
# 10(d)
BONUS: Tables = {
    "A": {
        "royal_flush": "$25,000",
        "straight_flush": "$2,500",
        "four_of_a_kind": "$400",
        "full_house": "$200",
        "flush": "$50",
        "straight": "$25",
        "three_of_a_kind": "$5",
    }
}
# 10(e)
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
    "D": {
        "mini_royal": "50 to 1",
        "straight_flush": "40 to 1",
        "three_of_a_kind": "30 to 1",
        "straight": "6 to 1",
        "flush": "4 to 1",
        "pair": "1 to 1",
    },
    "E": {
        "mini_royal": "50 to 1",
        "straight_flush": "40 to 1",
        "three_of_a_kind": "30 to 1",
        "straight": "5 to 1",
        "flush": "4 to 1",
        "pair": "1 to 1",
    },
    "F": {
        "mini_royal": "50 to 1",
        "straight_flush": "40 to 1",
        "three_of_a_kind": "30 to 1",
        "straight": "6 to 1",
        "flush": "3 to 1",
        "pair": "1 to 1",
    },
}
# 11(k): for each highest hand the odds with seven hands dealt, six, and so on down to one
_COVER_ALL = {
    "royal_flush": (90, 100, 150, 200, 250, 300, 500),
    "straight_flush": (40, 50, 60, 70, 80, 100, 200),
    "four_of_a_kind": (20, 30, 35, 40, 50, 80, 150),
    "full_house": (10, 15, 17, 20, 25, 40, 100),
    "flush": (7, 10, 11, 15, 20, 30, 70),
    "straight": (4, 5, 6, 8, 10, 15, 30),
    "three_of_a_kind": (3, 3, 4, 5, 7, 11, 20),
}
COVER_ALL = {
    hands: {pattern: f"{odds[7 - hands]} to 1" for pattern, odds in _COVER_ALL.items()} for hands in range(1, 8)
}
# 12(c) to (e); the garbled tables by the ruling mgl-tables
_TABLE_1 = {
    "royal_flush": "100% of main",
    "straight_flush": "10% of main",
    "four_of_a_kind": "300 for 1",
    "full_house": "50 for 1",
    "flush": "40 for 1",
    "straight": "30 for 1",
    "three_of_a_kind": "9 for 1",
}
PROGRESSIVE: Tables = {
    "TABLE1": _TABLE_1,
    "PTMGL01": _TABLE_1,
    "PTMGL02": _TABLE_1,
    "PTMGL03": {
        "straight_flush": "100% of main",
        "four_of_a_kind": "300 for 1",
        "full_house": "50 for 1",
        "flush": "40 for 1",
        "straight": "30 for 1",
        "three_of_a_kind": "9 for 1",
    },
    "PTMGLML01": {
        "royal_flush": "100% of major",
        "straight_flush": "100% of minor",
        "four_of_a_kind": "300 for 1",
        "full_house": "50 for 1",
        "flush": "40 for 1",
        "straight": "30 for 1",
        "three_of_a_kind": "9 for 1",
    },
    "PTMGLML02": {
        "royal_flush": "100% of mega",
        "straight_flush": "100% of major",
        "four_of_a_kind": "100% of minor",
        "full_house": "50 for 1",
        "flush": "40 for 1",
        "straight": "30 for 1",
        "three_of_a_kind": "10 for 1",
    },
    "PTMGLML03": {
        "royal_flush": "100% of mega",
        "straight_flush": "100% of major",
        "four_of_a_kind": "100% of minor",
        "full_house": "50 for 1",
        "flush": "40 for 1",
        "straight": "30 for 1",
        "three_of_a_kind": "9 for 1",
    },
}
PROGRESSIVE_STAKE = {name: 500 if name == "PTMGL02" else 100 for name in PROGRESSIVE}
ENVY: Tables = {
    "TABLE1": {"royal_flush": "$1,000", "straight_flush": "$300"},
    "PTMGL01": {"royal_flush": "$1,000", "straight_flush": "$300"},
    "PTMGL02": {"royal_flush": "$5,000", "straight_flush": "$1,500"},
    "PTMGL03": {"straight_flush": "$250"},
    "PTMGLML01": {"royal_flush": "$1,000", "straight_flush": "$300"},
    "PTMGLML02": {"royal_flush": "$1,000", "straight_flush": "$300"},
    "PTMGLML03": {"royal_flush": "$1,000", "straight_flush": "$300"},
}
# In cents; printed for a $1 wager, so PTMGL02's is five times what stands there. Table 1 states none.
LEAST_SEEDS: dict[str, dict[str, int]] = {
    "TABLE1": {},
    "PTMGL01": {"main": 1_000_000},
    "PTMGL02": {"main": 5_000_000},
    "PTMGL03": {"main": 100_000},
    "PTMGLML01": {"major": 1_000_000, "minor": 100_000},
    "PTMGLML02": {"mega": 1_000_000, "major": 100_000, "minor": 25_000},
    "PTMGLML03": {"mega": 1_000_000, "major": 100_000, "minor": 25_000},
}


def settle(given: dict[str, Any]) -> dict[str, Any]:
    """Box by box, 9(g); the Cover All of every box when all else is done, 11(j)."""
    options = given.get("options", {})
    progressive_table = given.get("paytables", {}).get("progressive")
    meters = dict(given.get("meters", {}))
    seeds = {**LEAST_SEEDS.get(progressive_table, {}), **given.get("seeds", {})}
    boxes = in_order(given["boxes"])
    _burned, *community = given["community"]
    five = {box["box"]: five_card_names(box["cards"] + community) for box in boxes}
    shown = [(box, five[box["box"]]) for box in boxes]

    lines_of = {}
    for box in boxes:
        wagers, seat = box["wagers"], box["box"]
        lines = base_bets(
            box,
            table_of(given, "base", BASE),
            five[seat],
            limit=given.get("payout_limit"),
            coupons=box.get("match_play", {}),
            abandoned=False,
        )
        if "bonus" in wagers:
            lines.append(by_prize("bonus", wagers["bonus"], table_of(given, "bonus", BONUS), five[seat], options))
        if "three_card_bonus" in wagers:
            table = table_of(given, "three_card_bonus", THREE_CARD_BONUS)
            lines.append(by_odds("three_card_bonus", wagers["three_card_bonus"], table, three_card_names(box["cards"])))
        if "progressive" in wagers:
            table = table_of(given, "progressive", PROGRESSIVE)
            lines.append(
                progressive("progressive", wagers["progressive"], table, five[seat], meters=meters, seeds=seeds)
            )
            lines += envy("envy", box, shown, ENVY[progressive_table])
        lines_of[seat] = lines

    highest = highest_hand(given, list(five.values()))
    for box in boxes:
        if "cover_all" in box["wagers"]:
            cover_all = by_odds("cover_all", box["wagers"]["cover_all"], COVER_ALL[len(boxes)], highest)
            lines_of[box["box"]].append(cover_all)
    return {"boxes": [settled(box, lines_of[box["box"]]) for box in boxes], "meters": meters}


def highest_hand(given: dict[str, Any], hands: list[Names]) -> Names:
    """The names of the best hand dealt (cover-all-dealer, cover-all-independent)."""
    stack_counts = given.get("options", {}).get("cover_all_dealer", "stack") == "stack"
    if stack_counts and len({RANK[card] for card in given["community"]}) == 1:
        hands = [*hands, ("three_of_a_kind",)]
    return min((names for names in hands if names), key=lambda names: FIVE_CARD_ORDER.index(names[0]), default=())
