"""The oracle against rounds settled by hand from the texts and the rulings, and the rounds it is asked about.

The clauses stand in names and docstrings, not in marks: these tests show the oracle right, not the product.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations
from random import Random
from typing import Any

import pytest

from tests.oracle import ma_lir, md_lir, md_tcp, md_tfp
from tests.oracle.hands import CARDS, five_card_names, three_card_category
from tests.oracle.lines import Tables
from tests.oracle.rounds import random_round
from tests.oracle.settle import settle

REGULATIONS = ("MD-LIR", "MA-LIR", "MD-TCP", "MD-TFP")
COLLECTED = ("collected", 0, 0, None, None)
FORFEITED = ("forfeited", 0, 0, None, None)
Short = tuple[str, int, int, str | None, str | None]


def a_round(regulation: str, *boxes: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A round; card lists may be written as text."""
    piles = {name: more.pop(name, "").split() for name in ("dealer", "community", "bonus_box")}
    return {"regulation": regulation, "paytables": {}, "options": {}, **piles, "boxes": list(boxes), **more}


def a_box(number: int, cards: str, decisions: str = "", **more: Any) -> dict[str, Any]:
    """A box; its wagers are the keywords in cents that name no other key."""
    others: dict[str, Any] = {
        key: more.pop(key) for key in ("player", "match_play", "abandoned", "hand") if key in more
    }
    held = {"cards": cards.split()} if cards else {}
    return {"box": number, **held, "decisions": decisions.split(), "wagers": more, **others}


def riding(number: int, cards: str, decisions: str = "ride ride", bet: int = 1000, **more: Any) -> dict[str, Any]:
    return a_box(number, cards, decisions, bet_1=bet, bet_2=bet, bet_3=bet, **more)


def lines_of(answer: dict[str, Any], number: int) -> dict[str, Short]:
    """The lines of a box by item; all but envy it has once."""
    (box,) = (box for box in answer["boxes"] if box["box"] == number)
    items = Counter(line["item"] for line in box["lines"])
    assert all(count == 1 for item, count in items.items() if not item.endswith("envy"))
    return {line["item"]: short(line) for line in box["lines"]}


def short(line: dict[str, Any]) -> Short:
    return line["outcome"], line["returned"], line["amount"], line["pattern"], line["odds"]


def net_of(answer: dict[str, Any], number: int) -> int:
    (net,) = (box["net"] for box in answer["boxes"] if box["box"] == number)
    return int(net)


def envy_of(answer: dict[str, Any], number: int, item: str = "envy") -> list[tuple[int, str, str]]:
    (box,) = (box for box in answer["boxes"] if box["box"] == number)
    return [(line["amount"], line["pattern"], line["odds"]) for line in box["lines"] if line["item"] == item]


class TestMarylandLetItRide:
    def test_12_a_a_pair_of_tens_pays_even_and_a_withdrawn_bet_comes_back(self) -> None:
        """MD-LIR 11.B(1)(b), 12.A(1)(i)."""
        answer = settle(
            a_round("MD-LIR", riding(1, "Th Td 4c", "withdraw ride"), community="7s 2h", paytables={"base": "A"})
        )
        paid = ("paid", 1000, 1000, "tens_or_better", "1 to 1")
        assert lines_of(answer, 1) == {"bet_1": ("returned", 1000, 0, None, None), "bet_2": paid, "bet_3": paid}
        assert net_of(answer, 1) == 2000

    def test_6_c_9_a_pair_of_nines_loses(self) -> None:
        answer = settle(a_round("MD-LIR", riding(1, "9h 9d Ac"), community="Ks 2h", paytables={"base": "B"}))
        assert set(lines_of(answer, 1).values()) == {COLLECTED}
        assert net_of(answer, 1) == -3000

    @pytest.mark.parametrize(
        ("table", "options", "stake", "line"),
        [
            ("G", {}, 100, COLLECTED),
            ("C", {}, 100, ("paid", 0, 600, "two_pair", "$6")),
            ("A", {"dollar_prize_stake": "returned"}, 100, ("paid", 100, 300, "two_pair", "$3")),
            ("B", {"five_card_bonus_stake": 500}, 500, ("paid", 0, 2000, "two_pair", "$20")),
        ],
    )
    def test_12_b_two_pair_under_the_selected_table(
        self, table: str, options: dict[str, Any], stake: int, line: Short
    ) -> None:
        """MD-LIR 12.B; five-card-bonus-floor, dollar-prizes, dollar-prize-stake."""
        answer = settle(
            a_round(
                "MD-LIR",
                riding(1, "9h 9d 4c", five_card_bonus=stake),
                community="4s 2h",
                paytables={"base": "A", "five_card_bonus": table},
                options=options,
            )
        )
        assert lines_of(answer, 1)["five_card_bonus"] == line
        assert lines_of(answer, 1)["bet_3"] == ("paid", 1000, 2000, "two_pair", "2 to 1")

    def test_6_d_an_ace_goes_with_two_and_three_and_never_between(self) -> None:
        """MD-LIR 6.D(3), 12.C(2)."""
        answer = settle(
            a_round(
                "MD-LIR",
                riding(2, "Ah 2d 3c", three_card_bonus=500),
                riding(1, "Kh Ad 2c", three_card_bonus=500),
                community="7s 9h",
                paytables={"base": "A", "three_card_bonus": "B"},
            )
        )
        assert lines_of(answer, 2)["three_card_bonus"] == ("paid", 500, 2500, "straight", "5 to 1")
        assert lines_of(answer, 1)["three_card_bonus"] == COLLECTED

    def test_12_d_a_super_royal_pays_its_prize_whatever_the_stake(self) -> None:
        """MD-LIR 12.D(1)(a), 12.D(2)(b); super-royal-prizes, super-royal-stake."""
        box = riding(1, "Ad Kd 9d", six_card_bonus=500)
        given = a_round("MD-LIR", box, community="2s 3h", bonus_box="Qd Jd Td", paytables={"base": "A"})
        for table, prize in (("A", 100_000_000), ("B", 10_000_000)):
            given["paytables"]["six_card_bonus"] = table
            line = lines_of(settle(given), 1)["six_card_bonus"]
            assert line == ("paid", 500, prize, "super_royal_diamonds", f"${prize // 100:,}")
        box["cards"] = ["Ad", "Kd", "9c"]
        line = lines_of(settle(given), 1)["six_card_bonus"]
        assert line == ("paid", 500, 500_000, "royal_flush", "1,000 to 1")

    def test_12_g_a_meter_is_paid_as_it_stands_when_the_turn_comes(self) -> None:
        """MD-LIR 11.D, 12.E(1), 12.G, 12.I(1); meter-order, meter-share, envy-per-hand."""
        given = a_round(
            "MD-LIR",
            riding(1, "6s 7s 8s", progressive=100),
            riding(3, "Js Qs Ks", progressive=500),
            riding(4, "2h 3h 5d", progressive=100),
            community="9s Ts",
            paytables={"base": "A", "progressive": "A"},
            meters={"main": 1_000_005},
            seeds={"main": 100_000},
        )
        answer = settle(given)
        assert [box["box"] for box in answer["boxes"]] == [4, 3, 1]
        assert lines_of(answer, 3)["progressive"] == ("paid", 0, 100_000, "straight_flush", "10% of main")
        assert lines_of(answer, 1)["progressive"] == ("paid", 0, 90_000, "straight_flush", "10% of main")
        assert answer["meters"] == {"main": 810_005}
        assert envy_of(answer, 4) == [(30_000, "straight_flush", "$300")] * 2
        assert envy_of(answer, 3) == [(150_000, "straight_flush", "$1,500")]
        assert envy_of(answer, 1) == [(30_000, "straight_flush", "$300")]

    def test_12_e_1_a_royal_resets_the_meter_for_the_next_player(self) -> None:
        """MD-LIR 12.E(1)(a), 12.F(2)(a), 12.G; without seeds the least one holds."""
        answer = settle(
            a_round(
                "MD-LIR",
                riding(2, "7s 8s 9s", progressive=100, player="a"),
                riding(5, "As Ks Qs", progressive=100, player="a"),
                community="Ts Js",
                paytables={"base": "C", "progressive": "A"},
                meters={"main": 777_777},
            )
        )
        assert lines_of(answer, 5)["progressive"] == ("paid", 0, 777_777, "royal_flush", "100% of main")
        assert lines_of(answer, 2)["progressive"] == ("paid", 0, 10_000, "straight_flush", "10% of main")
        assert answer["meters"] == {"main": 90_000}
        assert envy_of(answer, 2) == envy_of(answer, 5) == []
        assert lines_of(answer, 5)["bet_1"] == ("paid", 1000, 100_000, "royal_flush", "100 to 1")

    def test_12_e_5_two_fours_of_a_kind_share_the_minor_meter(self) -> None:
        """MD-LIR 12.E(5)(c): the second finds the seed."""
        answer = settle(
            a_round(
                "MD-LIR",
                riding(1, "7d 7h 7s", progressive=500),
                riding(2, "Kd Kh Ks", progressive=100),
                riding(3, "2d 2h 9s", progressive=500),
                community="Kc 7c",
                paytables={"base": "A", "progressive": "E"},
                meters={"mega": 2_000_000, "major": 300_000, "minor": 40_000},
                seeds={"mega": 1_000_000, "major": 100_000, "minor": 25_000},
            )
        )
        assert lines_of(answer, 2)["progressive"] == ("paid", 0, 40_000, "four_of_a_kind", "100% of minor")
        assert lines_of(answer, 1)["progressive"] == ("paid", 0, 25_000, "four_of_a_kind", "100% of minor")
        assert lines_of(answer, 3)["progressive"] == COLLECTED
        assert answer["meters"] == {"mega": 2_000_000, "major": 300_000, "minor": 25_000}

    def test_12_e_2_table_b_looks_at_three_cards_and_so_does_its_envy(self) -> None:
        """MD-LIR 12.E(2), 12.I(2), 12.J(2); progressive-eligible-hands, envy-qualifying."""
        answer = settle(
            a_round(
                "MD-LIR",
                riding(1, "As Ks Qs", progressive=100, player="a"),
                riding(2, "Ah Kh Qh", progressive=500, player="b"),
                riding(3, "3d 4c 9d", progressive=500, player="c"),
                riding(4, "3h 4h 9h", player="a"),
                community="Ts Js",
                paytables={"base": "A", "progressive": "B"},
                meters={"main": 500_000},
                seeds={"main": 200_000},
            )
        )
        assert lines_of(answer, 1)["progressive"] == ("paid", 0, 500_000, "mini_royal_spades", "100% of main")
        assert lines_of(answer, 2)["progressive"] == ("paid", 0, 250_000, "mini_royal", "500 for 1")
        assert envy_of(answer, 3) == [(12_500, "mini_royal", "$125"), (50_000, "mini_royal_spades", "$500")]
        assert envy_of(answer, 1) == [(2_500, "mini_royal", "$25")]
        assert envy_of(answer, 2) == [(50_000, "mini_royal_spades", "$500")]
        assert envy_of(answer, 4) == []
        assert answer["meters"] == {"main": 200_000}

    def test_2_b_10_the_payout_limit_is_used_up_bet_by_bet(self) -> None:
        """MD-LIR 2.B(10); payout-limit: base bets alone."""
        answer = settle(
            a_round(
                "MD-LIR",
                riding(1, "Kd Kh Ks", three_card_bonus=1000),
                community="Kc 7c",
                paytables={"base": "A", "three_card_bonus": "A"},
                payout_limit=80_000,
            )
        )
        rows = lines_of(answer, 1)
        assert [rows[bet][:3] for bet in ("bet_1", "bet_2", "bet_3")] == [
            ("paid", 1000, 50_000),
            ("paid", 1000, 30_000),
            ("paid", 1000, 0),
        ]
        assert rows["three_card_bonus"] == ("paid", 1000, 30_000, "three_of_a_kind", "30 to 1")

    def test_7_b_2_an_abandoned_box_wins_nothing_and_still_gives_envy(self) -> None:
        """MD-LIR 7.B(2); abandoned-wagers."""
        answer = settle(
            a_round(
                "MD-LIR",
                riding(1, "As Ks Qs", "withdraw", progressive=100, abandoned=True),
                riding(2, "7s 8s 9s", progressive=100),
                community="Ts Js",
                paytables={"base": "A", "progressive": "D"},
                meters={"major": 500_000, "minor": 30_000},
                seeds={"major": 100_000, "minor": 25_000},
            )
        )
        returned = ("returned", 1000, 0, None, None)
        assert lines_of(answer, 1) == {
            "bet_1": returned,
            "bet_2": COLLECTED,
            "bet_3": COLLECTED,
            "progressive": COLLECTED,
        }
        assert envy_of(answer, 2) == [(100_000, "royal_flush", "$1,000")]
        assert answer["meters"] == {"major": 500_000, "minor": 25_000}


class TestMassachusettsLetItRide:
    def test_9_c_the_burned_card_is_in_no_hand(self) -> None:
        """MA-LIR 9(c), 9(g)(1), 10(b)."""
        answer = settle(a_round("MA-LIR", riding(1, "Th 4d 5c"), community="Ts 2h 9c"))
        assert set(lines_of(answer, 1).values()) == {COLLECTED}
        answer = settle(a_round("MA-LIR", riding(1, "Th 4d 5c"), community="2h Ts 9c", paytables={"base": "A"}))
        assert lines_of(answer, 1)["bet_1"] == ("paid", 1000, 1000, "tens_or_better", "1 to 1")

    def test_6_a_a_match_play_coupon_wins_with_its_bet_under_the_limit_of_10_c(self) -> None:
        """MA-LIR 6(a), 10(c); match-play, payout-limit."""
        box = riding(1, "As Ks Qs", "withdraw ride", bet=2500, match_play={"bet_1": 2500, "bet_3": 2500})
        given = a_round("MA-LIR", box, community="2h Js Ts")
        rows = lines_of(settle(given), 1)
        assert rows["bet_1"] == ("returned", 2500, 0, None, None)
        assert rows["bet_2"] == ("paid", 2500, 2_500_000, "royal_flush", "1,000 to 1")
        assert rows["bet_3"] == ("paid", 2500, 5_000_000, "royal_flush", "1,000 to 1")
        rows = lines_of(settle({**given, "payout_limit": 5_000_000}), 1)
        assert rows["bet_3"] == ("paid", 2500, 2_500_000, "royal_flush", "1,000 to 1")
        lost = {**box, "cards": ["As", "Ks", "2c"]}
        assert net_of(settle({**given, "boxes": [lost]}), 1) == -5000

    def test_10_d_the_bonus_pays_dollars_from_three_of_a_kind(self) -> None:
        """MA-LIR 6a(a), 10(d); dollar-prize-stake."""
        given = a_round(
            "MA-LIR", riding(1, "Kd Kh Ks", bonus=100), riding(2, "9d 9h 4c", bonus=100), community="2h 9s 4s"
        )
        answer = settle(given)
        assert lines_of(answer, 1)["bonus"] == ("paid", 0, 500, "three_of_a_kind", "$5")
        assert lines_of(answer, 2)["bonus"] == ("paid", 0, 20_000, "full_house", "$200")
        answer = settle({**given, "options": {"dollar_prize_stake": "returned"}})
        assert lines_of(answer, 1)["bonus"] == ("paid", 100, 500, "three_of_a_kind", "$5")

    def test_10_e_the_mini_royal_has_a_row_in_d_to_f_only(self) -> None:
        """MA-LIR 3(c)(1), 10(e); mini-royal-in-a-to-c."""
        given = a_round("MA-LIR", riding(1, "Ah Kh Qh", three_card_bonus=1000), community="2h 9s 4s")
        given["paytables"] = {"three_card_bonus": "E"}
        assert lines_of(settle(given), 1)["three_card_bonus"] == ("paid", 1000, 50_000, "mini_royal", "50 to 1")
        given["paytables"] = {"three_card_bonus": "C"}
        assert lines_of(settle(given), 1)["three_card_bonus"] == ("paid", 1000, 40_000, "straight_flush", "40 to 1")

    def test_11_k_cover_all_pays_the_highest_hand_by_the_number_dealt(self) -> None:
        """MA-LIR 11(b), 11(g), 11(k); cover-all-independent."""
        answer = settle(
            a_round(
                "MA-LIR",
                riding(1, "2d 7c 8h", cover_all=500),
                riding(3, "Kd Kh 4c"),
                riding(7, "Ad 3d 5d", cover_all=1000),
                community="2h Ks 4s",
            )
        )
        assert lines_of(answer, 1)["cover_all"] == ("paid", 500, 12_500, "full_house", "25 to 1")
        assert lines_of(answer, 7)["cover_all"] == ("paid", 1000, 25_000, "full_house", "25 to 1")
        assert [box["lines"][-1]["item"] for box in answer["boxes"]] == ["cover_all", "bet_3", "cover_all"]

    def test_11_b_the_stack_of_community_cards_is_the_dealers_hand(self) -> None:
        """MA-LIR 11(b); cover-all-dealer and its option."""
        given = a_round("MA-LIR", riding(1, "2d 7c 8h", cover_all=500), community="9h 9s 9c")
        assert lines_of(settle(given), 1)["cover_all"] == ("paid", 500, 10_000, "three_of_a_kind", "20 to 1")
        given["options"] = {"cover_all_dealer": "players_only"}
        assert lines_of(settle(given), 1)["cover_all"] == COLLECTED

    @pytest.mark.parametrize(
        ("table", "stake", "progressive", "envy"),
        [
            ("TABLE1", 100, ("royal_flush", "100% of main"), (100_000, "royal_flush", "$1,000")),
            ("PTMGL02", 500, ("royal_flush", "100% of main"), (500_000, "royal_flush", "$5,000")),
            ("PTMGL03", 100, ("straight_flush", "100% of main"), (25_000, "straight_flush", "$250")),
        ],
    )
    def test_12_e_a_royal_under_the_link_tables(
        self, table: str, stake: int, progressive: tuple[str, str], envy: tuple[int, str, str]
    ) -> None:
        """MA-LIR 12(c), 12(d), 12(e); mgl-tables."""
        answer = settle(
            a_round(
                "MA-LIR",
                riding(1, "As Ks Qs", progressive=stake),
                riding(2, "Jd Jh 4c", progressive=stake),
                community="2h Js Ts",
                paytables={"progressive": table},
                meters={"main": 1_234_567},
                seeds={"main": 1_000_000},
            )
        )
        assert lines_of(answer, 1)["progressive"] == ("paid", 0, 1_234_567, *progressive)
        assert lines_of(answer, 2)["progressive"] == ("paid", 0, 9 * stake, "three_of_a_kind", "9 for 1")
        assert envy_of(answer, 2) == [envy]
        assert answer["meters"] == {"main": 1_000_000}


class TestMarylandThreeCardPoker:
    TABLES: Mapping[str, str] = {"ante_bonus": "A", "pair_plus": "D", "six_card_bonus": "C", "progressive": "A"}

    def test_11_d_3_d_a_lower_hand_loses_ante_and_play(self) -> None:
        """MD-TCP 11.D(3)(d)(i): the round that the contract prints."""
        answer = settle(
            a_round(
                "MD-TCP",
                a_box(1, "Qs 6d 4c", "play", ante=1000, pair_plus=500, progressive=100),
                dealer="Kc Kd 4s",
                paytables=self.TABLES,
                meters={"main": 1_000_000},
                seeds={"main": 100_000},
            )
        )
        assert lines_of(answer, 1) == dict.fromkeys(("ante", "play", "pair_plus", "progressive"), COLLECTED)
        assert net_of(answer, 1) == -2600
        assert answer["meters"] == {"main": 1_000_000}

    def test_11_d_3_c_a_dealer_under_queen_high_pays_the_ante_and_returns_the_play(self) -> None:
        """MD-TCP 11.D(3)(c); queen-high: also where the player's hand is the lower."""
        given = a_round("MD-TCP", a_box(1, "9s 6d 4c", "play", ante=1000), dealer="Jc Td 4s", paytables=self.TABLES)
        answer = settle(given)
        assert lines_of(answer, 1) == {
            "ante": ("paid", 1000, 1000, None, "1 to 1"),
            "play": ("returned", 1000, 0, None, None),
        }
        assert net_of(settle({**given, "dealer": ["2c", "2d", "3s"]}), 1) == -2000
        assert net_of(settle({**given, "dealer": ["Qc", "2d", "3s"]}), 1) == -2000

    def test_6_e_equal_hands_push_and_kickers_decide(self) -> None:
        """MD-TCP 6.E, 11.D(3)(d)(iii); three-card-ties."""
        answer = settle(
            a_round(
                "MD-TCP",
                a_box(1, "Ks Kh 4c", "play", ante=1000),
                a_box(2, "Qs Qh Ac", "play", ante=1000),
                a_box(3, "As 2h 3c", "play", ante=1000),
                dealer="Kc Kd 4s",
                paytables=self.TABLES,
            )
        )
        push = ("returned", 1000, 0, None, None)
        assert lines_of(answer, 1) == {"ante": push, "play": push}
        assert net_of(answer, 2) == -2000
        assert lines_of(answer, 3)["ante_bonus"] == ("paid", 0, 1000, "straight", "1 to 1")

    def test_6_d_3_ace_two_three_is_the_lowest_straight(self) -> None:
        given = a_round(
            "MD-TCP", a_box(1, "As 2h 3c", "play", ante=1000), dealer="2c 3d 4s", paytables={"ante_bonus": "A"}
        )
        assert net_of(settle(given), 1) == -1000
        assert net_of(settle({**given, "dealer": ["Ac", "Ks", "Jd"]}), 1) == 3000

    def test_12_b_the_ante_bonus_is_paid_on_a_loss_unless_the_option_says_otherwise(self) -> None:
        """MD-TCP 12.B; ante-bonus-always."""
        given = a_round(
            "MD-TCP",
            a_box(1, "7s 7h 7c", "play", ante=1000),
            a_box(2, "Ts Js Qs", "play", ante=1000),
            dealer="8c 8d 8s",
            paytables={"ante_bonus": "B"},
        )
        answer = settle(given)
        assert lines_of(answer, 1)["ante_bonus"] == ("paid", 0, 3000, "three_of_a_kind", "3 to 1")
        assert net_of(answer, 1) == 1000
        assert net_of(answer, 2) == 7000
        answer = settle({**given, "options": {"ante_bonus": "win_only"}})
        assert net_of(answer, 1) == -2000
        assert net_of(answer, 2) == 7000
        answer = settle({**given, "options": {"ante_bonus": "win_only"}, "dealer": ["2c", "9d", "4s"]})
        assert net_of(answer, 2) == 1000

    def test_12_c_the_compulsory_bonus_pays_the_suited_ace_king_queen_fifty(self) -> None:
        given = a_round(
            "MD-TCP",
            a_box(1, "Ah Kh Qh", "play", ante=1000, pair_plus=1000),
            a_box(2, "4h 5d 6s", "play", ante=1000, pair_plus=1000),
            dealer="8c 7d 2s",
            paytables={"ante_bonus": "compulsory", "pair_plus": "A"},
        )
        answer = settle(given)
        assert lines_of(answer, 1)["ante_bonus"] == ("paid", 0, 50_000, "mini_royal", "50 to 1")
        assert lines_of(answer, 1)["pair_plus"] == ("paid", 1000, 35_000, "straight_flush", "35 to 1")
        assert "ante_bonus" not in lines_of(answer, 2)

    def test_11_c_folding_forfeits_all_but_the_six_card_bonus_and_the_right_to_envy(self) -> None:
        """MD-TCP 11.C, 11.D(1), 12.E(5); folding-*, envy-folded-hand."""
        boxes = [
            a_box(1, "8s 8d 4c", "fold", ante=1000, pair_plus=500, progressive=500, six_card_bonus=500),
            a_box(2, "As Ks Qs", "play", ante=1000),
            a_box(3, "Ah Kh Qh", "fold", ante=1000, progressive=100),
        ]
        given = a_round(
            "MD-TCP", *boxes, dealer="8c 8h 2s", paytables=self.TABLES, meters={"main": 500_000}, seeds={"main": 1}
        )
        answer = settle(given)
        assert lines_of(answer, 1) == {
            "ante": FORFEITED,
            "pair_plus": FORFEITED,
            "progressive": FORFEITED,
            "envy": ("paid", 0, 50_000, "mini_royal_spades", "$500"),
            "six_card_bonus": ("paid", 500, 25_000, "four_of_a_kind", "50 to 1"),
        }
        assert lines_of(answer, 3)["envy"] == ("paid", 0, 10_000, "mini_royal_spades", "$100")
        assert answer["meters"] == {"main": 500_000}

    def test_7_f_2_pair_plus_alone_is_settled_without_a_decision(self) -> None:
        """MD-TCP 7.F(2), 12.D(5); pair-plus-only."""
        answer = settle(
            a_round("MD-TCP", a_box(1, "8s 8d 8c", pair_plus=500), dealer="Ac Ah As", paytables={"pair_plus": "E"})
        )
        assert lines_of(answer, 1) == {"pair_plus": ("paid", 500, 12_500, "three_of_a_kind", "25 to 1")}

    def test_12_e_1_c_the_suited_ace_king_queens_share_the_minor_meter(self) -> None:
        """MD-TCP 12.E(1)(c), 12.E(3)(b), 12.E(4); meter-least-seed."""
        answer = settle(
            a_round(
                "MD-TCP",
                a_box(1, "Ah Kh Qh", pair_plus=500, progressive=100),
                a_box(2, "As Ks Qs", pair_plus=500, progressive=100),
                a_box(3, "Ac Kc Qc", pair_plus=500, progressive=500),
                dealer="8c 7d 2s",
                paytables={"pair_plus": "A", "progressive": "C"},
                meters={"major": 900_000, "minor": 300_000},
            )
        )
        assert lines_of(answer, 2)["pair_plus"][2] == 17_500
        rows = {number: lines_of(answer, number)["progressive"] for number in (1, 2, 3)}
        assert rows[3] == ("paid", 0, 300_000, "mini_royal", "100% of minor")
        assert rows[2] == ("paid", 0, 900_000, "mini_royal_spades", "100% of major")
        assert rows[1] == ("paid", 0, 100_000, "mini_royal", "100% of minor")
        assert envy_of(answer, 3) == [(50_000, "mini_royal_spades", "$500"), (12_500, "mini_royal", "$125")]
        assert answer["meters"] == {"major": 100_000, "minor": 100_000}

    @pytest.mark.parametrize(
        ("table", "line"),
        [
            ("A", ("paid", 500, 100_000_000, "super_royal_diamonds", "$1,000,000")),
            ("B", ("paid", 500, 10_000_000, "super_royal", "$100,000")),
            ("E", ("paid", 500, 500_000, "royal_flush", "1,000 to 1")),
        ],
    )
    def test_12_f_the_rows_of_the_selected_table_make_the_super_royal(self, table: str, line: Short) -> None:
        """MD-TCP 12.F; super-royal-tables."""
        box = a_box(1, "Ad Kd 9d", pair_plus=500, six_card_bonus=500)
        tables = {"pair_plus": "A", "six_card_bonus": table}
        answer = settle(a_round("MD-TCP", box, dealer="Qd Jd Td", paytables=tables))
        assert lines_of(answer, 1)["six_card_bonus"] == line

    def test_12_g_the_five_card_progressive_and_its_envy(self) -> None:
        """MD-TCP 11.D(9), 12.G(1); five-card-envy and its option."""
        given = a_round(
            "MD-TCP",
            a_box(1, "9s 8s 7s", pair_plus=500, five_card_progressive=100),
            a_box(2, "As Ks Qs", pair_plus=500),
            a_box(4, "Jd Jh 2c", "fold", ante=500, five_card_progressive=500),
            dealer="8c 7d 2s",
            community="Js Ts",
            paytables={"ante_bonus": "A", "pair_plus": "A", "five_card_progressive": "A"},
            meters={"five_card_main": 100_009},
            seeds={"five_card_main": 50_000},
        )
        answer = settle(given)
        line = ("paid", 0, 10_000, "straight_flush", "10% of five_card_main")
        assert lines_of(answer, 1)["five_card_progressive"] == line
        assert answer["meters"] == {"five_card_main": 90_009}
        assert envy_of(answer, 1, "five_card_envy") == [(100_000, "royal_flush", "$1,000")]
        fives = [(500_000, "royal_flush", "$5,000"), (150_000, "straight_flush", "$1,500")]
        assert envy_of(answer, 4, "five_card_envy") == fives
        assert envy_of(answer, 2, "five_card_envy") == []
        answer = settle({**given, "options": {"five_card_envy": "none"}})
        assert envy_of(answer, 4, "five_card_envy") == []

    def test_11_f_three_community_hands_of_an_electronic_table(self) -> None:
        """MD-TCP 11.F; etg-nine-cards, etg-envy: a community hand has no holder and earns nobody an Envy Bonus."""
        answer = settle(
            a_round(
                "MD-TCP",
                a_box(1, "", "play", hand=2, player="a", ante=500, progressive=100),
                a_box(2, "", "play", hand=2, player="b", ante=500, progressive=100),
                a_box(3, "", "fold", hand=2, player="c", ante=500),
                a_box(4, "", hand=1, player="d", pair_plus=500, progressive=500),
                version="etg",
                dealer="Qc 7d 2s",
                community="9c 9d 4h Ah Kh Qh 2c 3d 5h",
                paytables={"ante_bonus": "A", "pair_plus": "A", "progressive": "A"},
                meters={"main": 100_000},
                seeds={"main": 100_000},
            )
        )
        assert [envy_of(answer, box) for box in (1, 2, 3, 4)] == [[], [], [], []]
        assert lines_of(answer, 4)["pair_plus"] == ("paid", 500, 500, "pair", "1 to 1")
        assert net_of(answer, 1) == 500 + 500 + 2500 + (50_000 - 100)


class TestMarylandTopFivePoker:
    @pytest.mark.parametrize(
        ("dealer", "net"),
        [
            ("Qc Td 2s 3s 4s 5s 6h", 1000),
            ("Jc Td 2s 3s 4s 5s 6h", 1000),
            ("Ac 7d 2s 3s 4s 5s 6h", 1000),
            ("Qc Jd 2s 3s 4s 5s 6h", 2000),
            ("Tc Td 2s 3s 4s 5s 6h", 2000),
            ("Ac Qd Js 3s 4s 5s 6h", -2000),
            ("Ah Kd 2c 3c 4c 5c 6c", 0),
            ("Ah Jd 2c 3c 4c 5c 6c", 2000),
        ],
    )
    def test_11_c_a_pair_of_high_cards_against_the_dealer(self, dealer: str, net: int) -> None:
        """MD-TFP 11.C(2) to (4); top-five-qualify, top-five-best-five."""
        cards = "As Ks 2d 3d 4d 5d 6d" if "Ah" in dealer else "Kh Ks 2d 3d 4d 5d 6d"
        answer = settle(a_round("MD-TFP", a_box(1, cards, "play", ante=1000), dealer=dealer))
        assert net_of(answer, 1) == net

    def test_11_c_2_without_a_qualifying_dealer_the_ante_pushes_and_the_play_is_compared(self) -> None:
        given = a_round("MD-TFP", a_box(1, "9s 9c 2d 3d 4d 5d 6d", "play", ante=1000), dealer="Td 9d 2s 3s 4s 5s 6h")
        push = ("returned", 1000, 0, None, None)
        assert lines_of(settle(given), 1) == {"ante": push, "play": COLLECTED}
        given["dealer"][0] = "8h"
        assert lines_of(settle(given), 1) == {"ante": push, "play": push}

    @pytest.mark.parametrize(
        ("player", "dealer", "by_rank", "by_cards"),
        [
            ("Ts Th Jc 2d 3d 4d 5d", "As Kh Qc 2s 3s 4s 5s", 2000, -2000),
            ("As Ah Ks Kh Qc Jd 2d", "Ac Ad Kc Kd Qd Td 2s", 0, 2000),
            ("As Ah Qs Jh 2c 3d 4d", "Ac Ad Qd Tc 2s 3s 4s", 2000, 2000),
        ],
    )
    def test_11_c_equal_numbers_by_either_reading(self, player: str, dealer: str, by_rank: int, by_cards: int) -> None:
        """MD-TFP 11.B(4), 11.C(3)(c), 11.C(4)(c); top-five-best-five and its option."""
        given = a_round("MD-TFP", a_box(1, player, "play", ante=1000), dealer=dealer)
        assert net_of(settle(given), 1) == by_rank
        assert net_of(settle({**given, "options": {"top_five_equal_counts": "high_cards"}}), 1) == by_cards

    def test_6_c_4_the_straight_stands_between_full_house_and_three_of_a_kind(self) -> None:
        """MD-TFP 6.C; top-five-straight."""
        given = a_round("MD-TFP", a_box(1, "As Kh Qc Jd Td 2d 3d", "play", ante=1000), dealer="Ac Ad Ah Kc Qd 2s 3s")
        assert net_of(settle(given), 1) == 2000
        given["dealer"][4] = "Kd"
        assert net_of(settle(given), 1) == -2000

    @pytest.mark.parametrize(
        ("cards", "count", "poker"),
        [
            ("As Ks Qs Js Ts Ah Ad", ("seven_cards", 200), ("royal_flush", 500)),
            ("As Ah Ad Ac Kd Kh 2s", ("six_cards", 20), ("four_of_a_kind", 150)),
            ("As Ah Ad Kd Kh 3s 2s", ("five_cards", 4), ("full_house", 50)),
            ("As Kh Qd Jd Th Ad 2s", ("six_cards", 20), ("straight", 30)),
            ("As Ah Kd Kh 4s 3s 2s", ("four_cards", 1), ("two_pair", 5)),
            ("As Ah Kd 5h 4s 3s 2s", None, None),
        ],
    )
    def test_12_bonuses_are_settled_after_a_fold(
        self, cards: str, count: tuple[str, int] | None, poker: tuple[str, int] | None
    ) -> None:
        """MD-TFP 11.B(2), 11.B(3), 12.B(2), 12.BB(2); folding-top-five."""
        answer = settle(
            a_round(
                "MD-TFP",
                a_box(1, cards, "fold", ante=1000, top_five_bonus=500, poker_bonus=100),
                dealer="9c 8c 7c 6c 5c 4c 3c",
                paytables={"top_five_bonus": "B", "poker_bonus": "B"},
            )
        )
        rows = lines_of(answer, 1)
        assert rows["ante"] == FORFEITED
        assert rows["top_five_bonus"] == (
            ("paid", 500, 500 * count[1], count[0], f"{count[1]} to 1") if count else COLLECTED
        )
        assert rows["poker_bonus"] == (
            ("paid", 100, 100 * poker[1], poker[0], f"{poker[1]} to 1") if poker else COLLECTED
        )

    def test_12_bb_a_pair_pays_from_kings_up_where_it_has_a_row(self) -> None:
        """MD-TFP 12.BB(1)(g), 12.BB(3)(g)."""
        given = a_round("MD-TFP", dealer="9c 8c 7c 6c 5c 4c 3c", paytables={"poker_bonus": "C"})
        for cards, net in (("Ks Kh 2d 3d 4d 5d 6d", 100), ("Qs Qh 2d 3d 4d 5d 6d", -100)):
            given["boxes"] = [a_box(1, cards, "fold", ante=1000, poker_bonus=100)]
            assert net_of(settle(given), 1) == net - 1000

    def test_7_b_3_an_abandoned_box_loses_every_wager(self) -> None:
        box = a_box(1, "As Ks Qs Js Ts Ah Ad", "play", ante=1000, poker_bonus=100, abandoned=True)
        answer = settle(a_round("MD-TFP", box, dealer="9c 8c 7c 6c 5c 4c 3c", paytables={"poker_bonus": "A"}))
        assert lines_of(answer, 1) == dict.fromkeys(("ante", "play", "poker_bonus"), COLLECTED)
        assert net_of(answer, 1) == -2100


def test_there_are_22_100_three_card_hands() -> None:
    """By combinatorics: 4·12 straight flushes, 13·4 trips, 12·64 less 48 straights, 4·286 less 48 flushes."""
    assert Counter(map(three_card_category, combinations(CARDS, 3))) == {
        "straight_flush": 48,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1096,
        "pair": 3744,
        "high_card": 16440,
    }


@pytest.mark.slow
def test_there_are_2_598_960_five_card_hands() -> None:
    """By combinatorics; five ranks of thirteen can be paired tens or better, 422,400 of 1,098,240."""
    assert Counter(names[0] if (names := five_card_names(hand)) else "none" for hand in combinations(CARDS, 5)) == {
        "royal_flush": 4,
        "straight_flush": 36,
        "four_of_a_kind": 624,
        "full_house": 3744,
        "flush": 5108,
        "straight": 10200,
        "three_of_a_kind": 54912,
        "two_pair": 123552,
        "tens_or_better": 422400,
        "pair": 675840,
        "none": 1302540,
    }


@pytest.mark.parametrize("rigged", [False, True])
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_random_rounds_are_valid_and_settle(regulation: str, rigged: bool) -> None:
    rng = Random(f"{regulation} {rigged}")
    for _ in range(2000):
        given = random_round(rng, regulation, rigged)
        before = json.dumps(given)
        assert_valid(given)
        answer = settle(given)
        assert json.dumps(given) == before
        assert json.loads(json.dumps(answer)) == answer
        assert [box["box"] for box in answer["boxes"]] == sorted((box["box"] for box in given["boxes"]), reverse=True)
        assert answer["meters"].keys() == given["meters"].keys()
        for box in answer["boxes"]:
            assert box["net"] == sum(line["returned"] + line["amount"] - line["stake"] for line in box["lines"])
            assert_wagers_have_lines(given, box)


def assert_valid(given: dict[str, Any]) -> None:
    """No card twice, and the wagers that the regulation allows together."""
    boxes = given["boxes"]
    dealt = [card for pile in ("dealer", "community", "bonus_box") for card in given[pile]]
    dealt += [card for box in boxes for card in box.get("cards", [])]
    assert len(set(dealt)) == len(dealt)
    assert set(dealt) <= set(CARDS)
    for box in boxes:
        wagers = box["wagers"]
        assert all(stake > 0 for stake in wagers.values())
        if given["regulation"].endswith("LIR"):
            assert wagers["bet_1"] == wagers["bet_2"] == wagers["bet_3"]
        elif given["regulation"] == "MD-TCP":
            assert "ante" in wagers or "pair_plus" in wagers
        else:
            assert "ante" in wagers
        due = 2 if "bet_1" in wagers else 1 if "ante" in wagers else 0
        assert len(box["decisions"]) == due or box.get("abandoned", False)
        owned = sorted(other["box"] for other in boxes if "player" in box and other.get("player") == box["player"])
        assert owned in ([], list(range(owned[0], owned[-1] + 1)) if owned else [])


def assert_wagers_have_lines(given: dict[str, Any], settled: dict[str, Any]) -> None:
    """One line for each wager, a Play only if decided, stakes on no award."""
    (box,) = (box for box in given["boxes"] if box["box"] == settled["box"])
    staked = Counter(line["item"] for line in settled["lines"] if line["stake"])
    played = {"play": 1} if box["decisions"] == ["play"] else {}
    assert staked == {**dict.fromkeys(box["wagers"], 1), **played}
    awards = {line["item"] for line in settled["lines"] if not line["stake"]}
    assert awards <= {"envy", "five_card_envy", "ante_bonus"}


GROUPS: dict[str, dict[str, Tables]] = {
    "MD-LIR": {
        "base": md_lir.BASE,
        "five_card_bonus": md_lir.FIVE_CARD_BONUS,
        "three_card_bonus": md_lir.THREE_CARD_BONUS,
        "six_card_bonus": md_lir.SIX_CARD_BONUS,
        "progressive": md_lir.PROGRESSIVE,
        "envy": {name: by_stake[100] for name, by_stake in md_lir.ENVY.items()},
    },
    "MA-LIR": {
        "base": ma_lir.BASE,
        "bonus": ma_lir.BONUS,
        "three_card_bonus": ma_lir.THREE_CARD_BONUS,
        "progressive": ma_lir.PROGRESSIVE,
        "envy": ma_lir.ENVY,
        "cover_all": {str(hands): table for hands, table in ma_lir.COVER_ALL.items()},
    },
    "MD-TCP": {
        "ante_bonus": md_tcp.ANTE_BONUS,
        "pair_plus": md_tcp.PAIR_PLUS,
        "progressive": md_tcp.PROGRESSIVE,
        "envy": dict.fromkeys(md_tcp.PROGRESSIVE, md_tcp.ENVY[100]),
        "six_card_bonus": md_tcp.SIX_CARD_BONUS,
        "five_card_progressive": md_tcp.FIVE_CARD_PROGRESSIVE,
        "five_card_envy": dict.fromkeys(md_tcp.FIVE_CARD_PROGRESSIVE, md_tcp.FIVE_CARD_ENVY[100]),
    },
    "MD-TFP": {"top_five_bonus": md_tfp.TOP_FIVE_BONUS, "poker_bonus": md_tfp.POKER_BONUS},
}


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_rigged_rounds_reach_every_row_of_every_table(regulation: str) -> None:
    rng = Random(regulation)
    rounds = [random_round(rng, regulation, rigged=True) for _ in range(5000)]
    reached = {row for given in rounds for row in rows_paid(given, settle(given))}
    groups = GROUPS[regulation].items()
    rows = {(group, name, pattern) for group, tables in groups for name, table in tables.items() for pattern in table}
    assert rows == reached


def rows_paid(given: dict[str, Any], answer: dict[str, Any]) -> Iterable[tuple[str, str, str]]:
    """The table and row of every line that a table paid."""
    for box in answer["boxes"]:
        for line in box["lines"]:
            group = "base" if line["item"].startswith("bet_") else line["item"]
            named_by = {"envy": "progressive", "five_card_envy": "five_card_progressive"}.get(group, group)
            name = str(len(given["boxes"])) if group == "cover_all" else given["paytables"].get(named_by, "A")
            if line["pattern"]:
                yield group, name, line["pattern"]


@pytest.mark.parametrize("regulation", ["MD-TCP", "MD-TFP"])
def test_rigged_dealers_tie_win_lose_and_do_not_qualify(regulation: str) -> None:
    rng = Random(regulation)
    seen: Counter[tuple[str, ...]] = Counter()
    for _ in range(1000):
        for box in settle(random_round(rng, regulation, rigged=True))["boxes"]:
            against = tuple(line["outcome"] for line in box["lines"] if line["item"] in ("ante", "play"))
            seen[against] += 1
    unqualified = (
        [("paid", "returned")] if regulation == "MD-TCP" else [("returned", "paid"), ("returned", "collected")]
    )
    for outcomes in [("paid", "paid"), ("collected", "collected"), ("returned", "returned"), *unqualified]:
        assert seen[outcomes] >= 10, outcomes
