"""Maryland Let It Ride: what the data says, held against lines written from the regulation's text."""

import pytest

from pitboss.rules.dealing import Dealing
from pitboss.rules.load import load_regulation
from tests.clauses.marks import clause
from tests.clauses.reading import block, closing, dealt, irregularities, layout, rows, said, script, stub

RULES = load_regulation("MD-LIR")
TABLES = RULES.paytables
SHOE, HAND, AUTOMATED, RESHUFFLING = (
    RULES.dealing[device] for device in ("manual_shoe", "hand", "automated_shoe", "reshuffling_shoe")
)
TRIPS_UP = "royal_flush straight_flush four_of_a_kind full_house flush straight three_of_a_kind"
TENS_UP = f"{TRIPS_UP} two_pair tens_or_better"
PAIR_UP = "straight_flush three_of_a_kind straight flush pair"


@clause("MD-LIR 2.A(1)")
def test_seven_boxes() -> None:
    assert (RULES.table.boxes, RULES.table.cite.address) == (7, "2.A(1)")


@clause(
    "MD-LIR 2.B", "MD-LIR 2.B(1)", "MD-LIR 2.B(2)", "MD-LIR 2.B(3)", "MD-LIR 2.B(4)", "MD-LIR 2.B(5)", "MD-LIR 2.B(6)",
    "MD-LIR 2.B(7)", "MD-LIR 2.B(8)", "MD-LIR 2.B(9)", "MD-LIR 2.B(10)",
)  # fmt: skip
def test_layout() -> None:
    assert layout(RULES) == block("""
        facility_name 2.B(1)
        wager bet_1 2.B(2)
        wager bet_2 2.B(2)
        wager bet_3 2.B(2)
        cards player 2.B(3)
        cards community 2.B(4)
        wager five_card_bonus 2.B(5)
        wager three_card_bonus 2.B(6)
        wager six_card_bonus 2.B(7)
        cards six_card_bonus bonus_box 2.B(7)
        wager progressive 2.B(8)
        payouts or sign 2.B(9)
        payout_limit or sign 2.B(10)
    """)


@clause("MD-LIR 2.C(1)", "MD-LIR 2.C(2)", "MD-LIR 2.D", "MD-LIR 2.F")
def test_equipment() -> None:
    assert rows(RULES.table.equipment) == block("""
        wagering_device 2.C(1)
        lock_out 2.C(2)
        drop_box 2.D
        tip_box 2.D
        discard_rack 2.F
    """)


@clause("MD-LIR 3.A", "MD-LIR 3.B", "MD-LIR 3.B(1)", "MD-LIR 3.B(2)", "MD-LIR 3.B(3)", "MD-LIR 3.B(4)", "MD-LIR 3.B(5)")
def test_one_deck_or_two_with_a_shuffler() -> None:
    assert said(RULES.decks.most, RULES.decks.cite, RULES.decks.second_cite) == "2 3.A 3.B"
    assert rows(RULES.decks.second) == block("""
        same_design 3.B(1)
        different_backs 3.B(2)
        one_shuffles 3.B(3)
        alternate_rounds 3.B(4)
        one_in_rack 3.B(5)
    """)


@clause("MD-LIR 3.C", "MD-LIR 3.C(1)", "MD-LIR 3.C(2)")
def test_deck_life() -> None:
    assert rows(RULES.decks.life) == ["hand 4 3.C(1)", "manual_shoe,automated_shoe,reshuffling_shoe 8 3.C(2)"]


@clause(
    "MD-LIR 4.A", "MD-LIR 4.B", "MD-LIR 4.C", "MD-LIR 4.C(1)", "MD-LIR 4.C(2)", "MD-LIR 4.C(3)", "MD-LIR 4.D",
    "MD-LIR 4.E", "MD-LIR 4.F",
)  # fmt: skip
def test_opening() -> None:
    assert rows(RULES.opening.steps) == block("""
        inspect_cards dealer 4.A
        verify_inspection floorperson 4.A
        spread_face_up dealer 4.B
        view_cards player 4.C
        turn_face_down dealer 4.C(1)
        wash dealer 4.C(2)
        stack dealer 4.C(3)
        shuffle dealer 4.D
    """)
    assert said(RULES.opening.each_deck, RULES.opening.skipped) == "4.E 4.F"


@clause("MD-LIR 5.A", "MD-LIR 5.A(1)", "MD-LIR 5.A(2)", "MD-LIR 5.A(3)", "MD-LIR 5.B", "MD-LIR 5.C", "MD-LIR 5.E(2)")
def test_shuffling() -> None:
    shuffling = RULES.shuffling
    assert rows(shuffling.occasions) == ["before_play 5.A(1)", "after_round 5.A(2)", "floor_orders 5.A(3)"]
    assert set(shuffling.shufflers) == {"none", "automated", "counting", "reshuffling"}
    assert said(shuffling.stacked, shuffling.into_shoe, shuffling.count_wrong) == "5.B 5.C 5.E(2)"


@clause("MD-LIR 5.D(2)", "MD-LIR 5.F", "MD-LIR 5.F(1)", "MD-LIR 5.F(2)", "MD-LIR 5.G")
def test_cut_of_ten_cards_after_a_manual_shuffle_or_for_a_preshuffled_deck() -> None:
    cut = RULES.shuffling.cut
    assert (cut.least, set(cut.after), cut.way) == (10, {"none", "preshuffled"}, "cover_card_into_stack")
    assert said(cut.cite, cut.steps, cut.recut) == "5.F 5.F(1),5.F(2) 5.G"


@clause("MD-LIR 5.H(1)", "MD-LIR 5.H(2)", "MD-LIR 5.H(3)")
def test_idle_table() -> None:
    assert rows(RULES.shuffling.idle) == block("""
        remove_cards 5.H(1)
        spread_face_down 5.H(2)
        view_cards 5.H(3)
        open_again 5.H(3)
    """)


@clause("MD-LIR 5.I")
def test_a_reshuffling_device_needs_no_stack_and_no_cut() -> None:
    """Of sections D to F, E still removes a miscounted deck: ruling reshuffling-device-cut."""
    assert RULES.shuffling.reshuffler
    assert RULES.shuffling.reshuffler.exempt == ("stack", "cut")


HANDS = {
    "five_card": ("6.C", TENS_UP, "player,community"),
    "three_card": ("6.D", PAIR_UP, "player"),
    "progressive_payout": ("6.F", TRIPS_UP, "player,community"),
}


@clause(
    "MD-LIR 6.C", "MD-LIR 6.C(1)", "MD-LIR 6.C(2)", "MD-LIR 6.C(3)", "MD-LIR 6.C(4)", "MD-LIR 6.C(5)", "MD-LIR 6.C(6)",
    "MD-LIR 6.C(7)", "MD-LIR 6.C(8)", "MD-LIR 6.C(9)", "MD-LIR 6.D", "MD-LIR 6.D(1)", "MD-LIR 6.D(2)", "MD-LIR 6.D(3)",
    "MD-LIR 6.D(4)", "MD-LIR 6.D(5)", "MD-LIR 6.F", "MD-LIR 6.F(1)", "MD-LIR 6.F(2)", "MD-LIR 6.F(3)", "MD-LIR 6.F(4)",
    "MD-LIR 6.F(5)", "MD-LIR 6.F(6)", "MD-LIR 6.F(7)",
)  # fmt: skip
@pytest.mark.parametrize("name", HANDS)
def test_order_of_hands(name: str) -> None:
    cite, order, piles = HANDS[name]
    hand = RULES.hands[name]
    assert rows(hand.order.items()) == [f"{pattern} {cite}({n})" for n, pattern in enumerate(order.split(), 1)]
    assert said(hand.piles) == piles


@clause(
    "MD-LIR 6.E", "MD-LIR 6.E(1)", "MD-LIR 6.E(2)", "MD-LIR 6.E(3)", "MD-LIR 6.E(4)", "MD-LIR 6.E(5)", "MD-LIR 6.E(6)",
    "MD-LIR 6.E(7)", "MD-LIR 6.E(8)",
)  # fmt: skip
def test_order_of_six_card_hands() -> None:
    """The Super Royal is listed last and is the highest: ruling super-royal-tables."""
    hand = RULES.hands["six_card"]
    listed = [f"{pattern} 6.E({n})" for n, pattern in enumerate(f"{TRIPS_UP} super_royal".split(), 1)]
    assert rows(hand.order.items()) == [listed[-1], *listed[:-1]]
    assert hand.piles == ("player", "bonus_box")


@clause(
    "MD-LIR 7.A", "MD-LIR 7.B", "MD-LIR 7.B(1)", "MD-LIR 7.B(2)", "MD-LIR 7.C", "MD-LIR 7.D", "MD-LIR 7.E(6)(b)",
    "MD-LIR 7.E(7)", "MD-LIR 11.A(1)", "MD-LIR 11.A(2)", "MD-LIR 11.A(3)", "MD-LIR 11.A(4)",
)  # fmt: skip
def test_conduct() -> None:
    assert rows(RULES.conduct.items()) == block("""
        chips_only 7.A
        seated_only 7.B
        remain_seated 7.B(1)
        abandoned 7.B(2)
        before_no_more_bets 7.C
        no_change_after 7.D
        verify_own_progressive 7.E(6)(b)
        no_bearing 7.E(7)
        own_hand 11.A(1)
        touch_own_cards 11.A(2)
        cards_in_view 11.A(3)
        cards_down_after_last_decision 11.A(4)
    """)


@clause("MD-LIR 7.E(1)")
def test_three_equal_bets() -> None:
    assert [said(row.wager, row.to, row.least, row.most, row.cite) for row in RULES.stakes] == [
        "bet_2 bet_1 1 1 7.E(1)",
        "bet_3 bet_1 1 1 7.E(1)",
    ]
    assert RULES.versions["standard"].required == ("bet_1", "bet_2", "bet_3")
    assert all(RULES.wagers[bet].offered == "always" for bet in ("bet_1", "bet_2", "bet_3"))


@clause("MD-LIR 7.E(2)")
def test_bets_1_and_2_may_be_removed_and_bet_3_may_not() -> None:
    returned = [wager for step in RULES.script for choice in step.choices for wager in choice.returns]
    assert returned == ["bet_1", "bet_2"]


@clause("MD-LIR 7.E(3)", "MD-LIR 7.E(4)", "MD-LIR 7.E(5)", "MD-LIR 7.E(6)", "MD-LIR 7.E(6)(a)")
@pytest.mark.parametrize(
    ("wager", "cite"),
    [
        ("five_card_bonus", "7.E(3)"),
        ("three_card_bonus", "7.E(4)"),
        ("six_card_bonus", "7.E(5)"),
        ("progressive", "7.E(6)"),
    ],
)
def test_optional_wagers_need_the_three_bets(wager: str, cite: str) -> None:
    """Only those: ruling six-card-precondition."""
    row = RULES.wagers[wager]
    assert (row.offered, row.needs_all, row.needs_any) == ("by_submission", ("bet_1", "bet_2", "bet_3"), ())
    assert row.cite.address == cite


@clause("MD-LIR 12.B", "MD-LIR 12.I", "MD-LIR 12.J")
def test_fixed_stakes() -> None:
    """Rulings dollar-prizes and envy-other-stakes."""
    stakes = {name: wager.stakes for name, wager in RULES.wagers.items() if wager.stakes}
    assert stakes == {"five_card_bonus": (100,), "progressive": (100, 500)}
    assert RULES.wagers["five_card_bonus"].stake_option == "five_card_bonus_stake"


@clause("MD-LIR 7.F")
def test_the_submission_states_the_adjacent_boxes() -> None:
    boxes = RULES.boxes_per_player
    assert (boxes.must_state, boxes.most, boxes.cite.address) == (True, None, "7.F")


@clause("MD-LIR 2.B(10)")
def test_a_payout_limit_covers_the_base_bets_and_what_they_win_at_the_minimum() -> None:
    """Ruling payout-limit."""
    limit = RULES.payout_limit
    assert (limit.permitted, limit.wagers, limit.least) == (True, ("bet_1", "bet_2", "bet_3"), None)
    assert limit.top_at_minimum
    assert not limit.per_patron


CLOSING = """
    announce {0}
    collect five_card_bonus {1}({i})
    place_lammers five_card_bonus {1}({ii})
    verify_number five_card_bonus {1}({iii})
    put_in_inventory five_card_bonus {1}({iv})
    lock_out progressive {2}
    collect progressive {3}({i})
    verify_number progressive {3}({ii})
    put_in_inventory progressive {3}({iii})
"""
ROMAN = {number: number for number in ("i", "ii", "iii", "iv")}


@clause(
    "MD-LIR 8.C", "MD-LIR 8.C(1)", "MD-LIR 8.C(1)(a)", "MD-LIR 8.C(1)(b)", "MD-LIR 8.C(1)(c)", "MD-LIR 8.C(1)(d)",
    "MD-LIR 8.C(2)", "MD-LIR 8.C(3)", "MD-LIR 8.C(3)(a)", "MD-LIR 8.C(3)(b)", "MD-LIR 8.C(3)(c)", "MD-LIR 9.A(3)",
    "MD-LIR 9.A(3)(a)", "MD-LIR 9.A(3)(a)(i)", "MD-LIR 9.A(3)(a)(ii)", "MD-LIR 9.A(3)(a)(iii)", "MD-LIR 9.A(3)(a)(iv)",
    "MD-LIR 9.A(3)(b)", "MD-LIR 9.A(3)(c)", "MD-LIR 9.A(3)(c)(i)", "MD-LIR 9.A(3)(c)(ii)", "MD-LIR 9.A(3)(c)(iii)",
    "MD-LIR 10.A(1)(a)", "MD-LIR 10.A(1)(b)", "MD-LIR 10.A(1)(b)(i)", "MD-LIR 10.A(1)(b)(ii)", "MD-LIR 10.A(1)(b)(iii)",
    "MD-LIR 10.A(1)(b)(iv)", "MD-LIR 10.A(1)(c)", "MD-LIR 10.A(1)(d)", "MD-LIR 10.A(1)(d)(i)", "MD-LIR 10.A(1)(d)(ii)",
    "MD-LIR 10.A(1)(d)(iii)",
)  # fmt: skip
@pytest.mark.parametrize(
    ("dealing", "lines"),
    [
        (SHOE, CLOSING.format("8.C", "8.C(1)", "8.C(2)", "8.C(3)", i="a", ii="b", iii="c", iv="d")),
        (HAND, CLOSING.format("9.A(3)", "9.A(3)(a)", "9.A(3)(b)", "9.A(3)(c)", **ROMAN)),
        (AUTOMATED, CLOSING.format("10.A(1)(a)", "10.A(1)(b)", "10.A(1)(c)", "10.A(1)(d)", **ROMAN)),
        (RESHUFFLING, CLOSING.format("10.A(1)(a)", "10.A(1)(b)", "10.A(1)(c)", "10.A(1)(d)", **ROMAN)),
    ],
    ids=["shoe", "hand", "automated", "reshuffling"],
)
def test_closing_bets(dealing: Dealing, lines: str) -> None:
    assert closing(dealing) == block(lines)


ONE_BY_ONE = ["box 1", "box 2", "community", "box 1", "box 2", "community", "box 1", "box 2"]


@clause(
    "MD-LIR 8.D(2)", "MD-LIR 8.D(3)", "MD-LIR 8.D(3)(a)", "MD-LIR 8.D(3)(b)", "MD-LIR 8.D(3)(c)", "MD-LIR 8.D(3)(d)",
    "MD-LIR 8.D(3)(e)", "MD-LIR 9.B", "MD-LIR 9.C", "MD-LIR 9.C(1)", "MD-LIR 9.C(2)", "MD-LIR 9.C(3)", "MD-LIR 9.C(4)",
    "MD-LIR 9.C(5)",
)  # fmt: skip
@pytest.mark.parametrize("dealing", [SHOE, HAND], ids=["shoe", "hand"])
def test_dealing_one_by_one(dealing: Dealing) -> None:
    """The bonus box only where its wager is offered: ruling six-card-box-only-if-offered."""
    assert dealt(dealing, "six_card_bonus") == ["bonus_box"] * 3 + ONE_BY_ONE
    assert dealt(dealing) == ONE_BY_ONE


@clause("MD-LIR 10.B(1)", "MD-LIR 10.B(2)", "MD-LIR 10.B(3)", "MD-LIR 10.B(4)")
def test_dealing_stacks() -> None:
    players = ["box 1"] * 3 + ["box 2"] * 3
    assert dealt(AUTOMATED, "six_card_bonus") == ["bonus_box"] * 3 + ["community"] * 2 + players
    assert dealt(AUTOMATED) == ["community"] * 2 + players


@clause("MD-LIR 10.H")
def test_a_reshuffling_shoe_gives_three_community_cards_of_which_one_is_discarded() -> None:
    players = ["box 1"] * 3 + ["box 2"] * 3
    assert dealt(RESHUFFLING, "six_card_bonus") == ["bonus_box"] * 3 + ["community"] * 3 + players
    assert [said(row.pile, row.card, row.cite) for row in RESHUFFLING.discards] == ["community 1 10.H"]
    assert RESHUFFLING.shufflers == ("reshuffling",)


@clause("MD-LIR 8.B", "MD-LIR 9.A(1)", "MD-LIR 10.A(1)", "MD-LIR 10.H")
def test_shufflers_of_each_device() -> None:
    assert {device: said(dealing.shufflers) for device, dealing in RULES.dealing.items()} == {
        "manual_shoe": "none,automated,counting",
        "hand": "automated,counting",
        "automated_shoe": "none,automated,counting,reshuffling",
        "reshuffling_shoe": "reshuffling",
    }


@clause("MD-LIR 9.A(1)")
def test_dealing_from_the_hand_needs_a_shuffler() -> None:
    assert set(HAND.shufflers) == {"automated", "counting"}
    assert HAND.shuffler_cite.address == "9.A(1)"


@clause(
    "MD-LIR 8.D(4)", "MD-LIR 8.D(5)", "MD-LIR 8.E", "MD-LIR 9.D", "MD-LIR 9.E", "MD-LIR 9.G", "MD-LIR 10.C",
    "MD-LIR 10.D", "MD-LIR 10.F",
)  # fmt: skip
@pytest.mark.parametrize(
    ("dealing", "line"),
    [
        (SHOE, "5 counting 8.D(4) 8.D(5) 8.E"),
        (HAND, "5 counting 9.D 9.E 9.G"),
        (AUTOMATED, "5 counting,reshuffling 10.C 10.D 10.F"),
        (RESHUFFLING, "5 reshuffling 10.H 10.D 10.F"),
    ],
    ids=["shoe", "hand", "automated", "reshuffling"],
)
def test_stub(dealing: Dealing, line: str) -> None:
    assert stub(dealing) == line


@clause(
    "MD-LIR 11.A", "MD-LIR 11.B", "MD-LIR 11.B(1)(a)", "MD-LIR 11.B(1)(b)", "MD-LIR 11.B(2)", "MD-LIR 11.C",
    "MD-LIR 11.C(1)(a)", "MD-LIR 11.C(1)(b)", "MD-LIR 11.C(2)", "MD-LIR 11.D", "MD-LIR 11.D(3)", "MD-LIR 11.E(1)",
    "MD-LIR 11.E(2)", "MD-LIR 11.E(3)", "MD-LIR 11.E(4)", "MD-LIR 11.E(5)", "MD-LIR 11.G",
)  # fmt: skip
def test_script() -> None:
    assert script(RULES) == block("""
        examine 11.A
        decide bet_1 clockwise 11.B
        ride 11.B(1)(a)
        withdraw returns bet_1 11.B(1)(b)
        reveal community 1 11.B(2)
        decide bet_2 clockwise 11.C
        ride 11.C(1)(a)
        withdraw returns bet_2 11.C(1)(b)
        reveal community 2 11.C(2)
        reveal bonus_box 11.E(3)
        settle counterclockwise 11.D
        bet_1 by paytable 11.D(3)
        bet_2 by paytable 11.D(3)
        bet_3 by paytable 11.D(3)
        five_card_bonus by paytable 11.E(1)
        three_card_bonus by paytable 11.E(2)
        six_card_bonus by paytable 11.E(3)
        progressive by paytable 11.E(4)
        envy by envy 11.E(5)
        clear stub first 11.G
    """)


SEEDS = {
    "A": ["main 100000 12.F(2)(a)"],
    "B": ["main 100000 12.F(2)(b)"],
    "C": ["main 100000 12.F(2)(c)"],
    "D": ["major 100000 12.F(2)(d)(i)", "minor 25000 12.F(2)(d)(ii)"],
    "E": ["mega 1000000 12.F(2)(e)(i)", "major 100000 12.F(2)(e)(ii)", "minor 25000 12.F(2)(e)(iii)"],
    "F": ["mega 1000000 12.F(2)(f)(i)", "major 100000 12.F(2)(f)(ii)", "minor 25000 12.F(2)(f)(iii)"],
}


@clause(
    "MD-LIR 12.F", "MD-LIR 12.F(1)", "MD-LIR 12.F(2)", "MD-LIR 12.F(2)(a)", "MD-LIR 12.F(2)(b)", "MD-LIR 12.F(2)(c)",
    "MD-LIR 12.F(2)(d)", "MD-LIR 12.F(2)(d)(i)", "MD-LIR 12.F(2)(d)(ii)", "MD-LIR 12.F(2)(e)", "MD-LIR 12.F(2)(e)(i)",
    "MD-LIR 12.F(2)(e)(ii)", "MD-LIR 12.F(2)(e)(iii)", "MD-LIR 12.F(2)(f)", "MD-LIR 12.F(2)(f)(i)",
    "MD-LIR 12.F(2)(f)(ii)", "MD-LIR 12.F(2)(f)(iii)",
)  # fmt: skip
@pytest.mark.parametrize("name", "ABCDEF")
def test_least_seeds_and_no_least_rate(name: str) -> None:
    meters = TABLES["progressive"][name].meters
    assert [said(key, meter.least_seed, meter.cite) for key, meter in meters.items()] == SEEDS[name]
    assert {(meter.least_rate, said(meter.rate_cite), meter.seed_per) for meter in meters.values()} == {
        (None, "12.F(1)", None)
    }


@clause("MD-LIR 12.G")
def test_meter_wins_are_paid_by_the_meter_at_the_players_turn() -> None:
    assert RULES.meter_rules
    assert said(RULES.meter_rules.paid) == "12.G"


@clause("MD-LIR 12.H(1)", "MD-LIR 12.H(2)")
def test_envy_goes_by_the_receivers_progressive_wager_and_its_table() -> None:
    envy = RULES.awards["envy"]
    assert (envy.kind, envy.stake_of, envy.follows) == ("envy", "progressive", "progressive")


@clause(
    "MD-LIR 13.A", "MD-LIR 13.B", "MD-LIR 13.C", "MD-LIR 13.D", "MD-LIR 13.E", "MD-LIR 13.F", "MD-LIR 13.G",
    "MD-LIR 13.H", "MD-LIR 5.E", "MD-LIR 8.F(1)", "MD-LIR 8.F(2)", "MD-LIR 9.H(1)", "MD-LIR 9.H(2)", "MD-LIR 10.G(1)",
    "MD-LIR 10.G(2)",
)  # fmt: skip
def test_irregularities() -> None:
    """A misdeal is reshuffled however it is found: ruling misdeal-reshuffle."""
    void = "void_round,return_wagers"
    assert irregularities(RULES) == block(f"""
        card_face_up discard_card 13.A
        second_card_face_up {void},reshuffle 13.B
        card_drawn_in_error use_as_next_card 13.C
        wrong_number_of_cards {void},reshuffle 13.D
        card_exposed_early community {void},reshuffle 13.E
        shuffler_failed reshuffle 13.F
        dealing_shoe_failed automated_shoe,reshuffling_shoe {void},gather_dealt_cards,reshuffle 13.G
        device_unusable cover_or_mark_device 13.H
        deck_not_52 remove_deck 5.E
        stub_misdealt manual_shoe {void},reshuffle 8.F(1)
        stub_wrong manual_shoe {void},remove_deck 8.F(2)
        stub_misdealt hand {void},reshuffle 9.H(1)
        stub_wrong hand {void},remove_deck 9.H(2)
        stub_misdealt automated_shoe {void},reshuffle 10.G(1)
        stub_wrong automated_shoe {void},remove_deck 10.G(2)
    """)
