"""Maryland Top Five Poker: what the data says, held against lines written from the regulation's text."""

import pytest

from pitboss.rules.dealing import Dealing
from pitboss.rules.load import load_regulation
from tests.clauses.marks import clause
from tests.clauses.reading import (
    block,
    closing,
    dealt,
    irregularities,
    layout,
    rows,
    said,
    script,
    showdown,
    stub,
)

RULES = load_regulation("MD-TFP")
SHOE, HAND, AUTOMATED = (RULES.dealing[device] for device in ("manual_shoe", "hand", "automated_shoe"))


@clause("MD-TFP 2.A(1)")
def test_six_boxes() -> None:
    assert (RULES.table.boxes, RULES.table.cite.address) == (6, "2.A(1)")


@clause(
    "MD-TFP 2.B(1)", "MD-TFP 2.B(2)", "MD-TFP 2.B(3)", "MD-TFP 2.B(3)(a)", "MD-TFP 2.B(3)(b)", "MD-TFP 2.B(4)",
    "MD-TFP 8.D(3)",
)  # fmt: skip
def test_layout() -> None:
    """The dealer's area is named in 8.D(3) alone: ruling dealer-area."""
    assert layout(RULES) == block("""
        facility_name 2.B(1)
        wager ante 2.B(2)
        wager play 2.B(2)
        wager top_five_bonus 2.B(3)(a)
        wager poker_bonus 2.B(3)(b)
        payouts or sign 2.B(4)
        cards dealer 8.D(3)
    """)


@clause("MD-TFP 2.C(1)", "MD-TFP 2.C(2)")
def test_equipment() -> None:
    assert rows(RULES.table.equipment) == ["drop_box 2.C(1)", "tip_box 2.C(1)", "discard_rack 2.C(2)"]


@clause("MD-TFP 3.A", "MD-TFP 3.B", "MD-TFP 3.B(1)", "MD-TFP 3.B(2)", "MD-TFP 3.B(3)", "MD-TFP 3.B(4)", "MD-TFP 3.B(5)")
def test_one_deck_or_two_with_a_shuffler() -> None:
    assert said(RULES.decks.most, RULES.decks.cite, RULES.decks.second_cite) == "2 3.A 3.B"
    assert rows(RULES.decks.second) == block("""
        same_design 3.B(1)
        different_backs 3.B(2)
        one_shuffles 3.B(3)
        alternate_rounds 3.B(4)
        one_in_rack 3.B(5)
    """)


@clause("MD-TFP 3.C", "MD-TFP 3.C(1)", "MD-TFP 3.C(2)")
def test_deck_life() -> None:
    assert rows(RULES.decks.life) == ["hand 4 3.C(1)", "manual_shoe,automated_shoe 8 3.C(2)"]


@clause(
    "MD-TFP 4.A", "MD-TFP 4.B", "MD-TFP 4.C", "MD-TFP 4.C(1)", "MD-TFP 4.C(2)", "MD-TFP 4.C(3)", "MD-TFP 4.D",
    "MD-TFP 4.E", "MD-TFP 4.F",
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


@clause("MD-TFP 5.A", "MD-TFP 5.A(1)", "MD-TFP 5.A(2)", "MD-TFP 5.A(3)", "MD-TFP 5.B", "MD-TFP 5.B(2)", "MD-TFP 5.C")
def test_shuffling() -> None:
    shuffling = RULES.shuffling
    assert rows(shuffling.occasions) == ["before_play 5.A(1)", "after_round 5.A(2)", "floor_orders 5.A(3)"]
    assert set(shuffling.shufflers) == {"none", "automated", "counting", "reshuffling"}
    assert said(shuffling.stacked, shuffling.into_shoe, shuffling.count_wrong) == "5.C 5.B 5.B(2)"


@clause("MD-TFP 5.C(2)", "MD-TFP 5.D", "MD-TFP 5.D(1)", "MD-TFP 5.D(2)", "MD-TFP 5.E")
def test_cut_of_ten_cards_after_a_manual_shuffle_or_for_a_preshuffled_deck() -> None:
    cut = RULES.shuffling.cut
    assert (cut.least, set(cut.after), cut.way) == (10, {"none", "preshuffled"}, "cover_card_into_stack")
    assert said(cut.cite, cut.steps, cut.recut) == "5.D 5.D(1),5.D(2) 5.E"


@clause("MD-TFP 5.F(1)", "MD-TFP 5.F(2)", "MD-TFP 5.F(3)")
def test_idle_table() -> None:
    assert rows(RULES.shuffling.idle) == block("""
        remove_cards 5.F(1)
        spread_face_down 5.F(2)
        view_cards 5.F(3)
        open_again 5.F(3)
    """)


@clause("MD-TFP 5.G", "MD-TFP 5.H")
def test_a_reshuffling_device_needs_no_cut_no_recut_and_no_idle_spread() -> None:
    assert RULES.shuffling.reshuffler
    assert RULES.shuffling.reshuffler.exempt == ("cut", "recut", "idle")


@clause(
    "MD-TFP 6.C", "MD-TFP 6.C(1)", "MD-TFP 6.C(2)", "MD-TFP 6.C(3)", "MD-TFP 6.C(4)", "MD-TFP 6.C(5)", "MD-TFP 6.C(6)",
    "MD-TFP 6.C(7)",
)  # fmt: skip
def test_order_of_hands() -> None:
    assert rows(RULES.hands["top_five"].order.items()) == block("""
        royal_flush 6.C(1)
        four_of_a_kind 6.C(2)
        full_house 6.C(3)
        straight 6.C(4)
        three_of_a_kind 6.C(5)
        two_pair 6.C(6)
        pair 6.C(7)
    """)


@clause(
    "MD-TFP 7.A", "MD-TFP 7.B(1)", "MD-TFP 7.B(2)", "MD-TFP 7.B(3)", "MD-TFP 7.C", "MD-TFP 7.D", "MD-TFP 11.A(1)",
    "MD-TFP 11.A(2)", "MD-TFP 11.A(3)", "MD-TFP 11.A(4)", "MD-TFP 11.A(5)",
)  # fmt: skip
def test_conduct() -> None:
    assert rows(RULES.conduct.items()) == block("""
        chips_only 7.A
        seated_only 7.B(1)
        remain_seated 7.B(2)
        abandoned 7.B(3)
        before_no_more_bets 7.C
        no_change_after 7.D
        own_hand 11.A(1)
        touch_own_cards 11.A(2)
        cards_in_view 11.A(3)
        no_talk 11.A(4)
        violation_forfeits 11.A(5)
    """)


@clause("MD-TFP 7.E(1)", "MD-TFP 11.B(1)(a)")
def test_ante_first_then_an_equal_play() -> None:
    assert RULES.versions["standard"].required == ("ante",)
    play = RULES.wagers["play"]
    assert (play.placed, play.needs_all) == ("at_decision", ("ante",))
    assert [said(row.wager, row.to, row.least, row.most, row.cite) for row in RULES.stakes] == [
        "play ante 1 1 11.B(1)(a)"
    ]


@clause("MD-TFP 7.E(2)", "MD-TFP 7.E(2)(a)", "MD-TFP 7.E(2)(b)")
@pytest.mark.parametrize(("wager", "cite"), [("top_five_bonus", "7.E(2)(a)"), ("poker_bonus", "7.E(2)(b)")])
def test_bonus_wagers_are_additional(wager: str, cite: str) -> None:
    """Ruling top-five-ante-first."""
    row = RULES.wagers[wager]
    assert (row.offered, row.needs_all, row.cite.address) == ("by_submission", ("ante",), cite)


@clause("MD-TFP 7.F")
def test_the_submission_states_the_adjacent_boxes() -> None:
    boxes = RULES.boxes_per_player
    assert (boxes.must_state, boxes.most, boxes.cite.address) == (True, None, "7.F")


@clause("MD-TFP 12.A")
def test_no_payout_limit() -> None:
    assert not RULES.payout_limit.permitted


@clause("MD-TFP 8.C", "MD-TFP 9.A(5)", "MD-TFP 10.A(2)")
def test_closing_bets() -> None:
    assert [closing(dealing) for dealing in (SHOE, HAND, AUTOMATED)] == [
        ["announce 8.C"],
        ["announce 9.A(5)"],
        ["announce 10.A(2)"],
    ]


@clause("MD-TFP 8.D(2)", "MD-TFP 8.D(3)", "MD-TFP 9.B(1)", "MD-TFP 9.B(2)")
@pytest.mark.parametrize("dealing", [SHOE, HAND], ids=["shoe", "hand"])
def test_dealing_one_by_one(dealing: Dealing) -> None:
    assert dealt(dealing) == ["box 1", "box 2", "dealer"] * 7


@clause("MD-TFP 10.B(1)", "MD-TFP 11.B(4)")
def test_dealing_stacks() -> None:
    assert dealt(AUTOMATED) == ["box 1"] * 7 + ["box 2"] * 7 + ["dealer"] * 7
    assert said(AUTOMATED.dealer_may_wait) == "11.B(4)"


@clause("MD-TFP 8.B", "MD-TFP 9.A(1)", "MD-TFP 10.A(1)")
def test_shufflers_of_each_device() -> None:
    assert {device: said(dealing.shufflers) for device, dealing in RULES.dealing.items()} == {
        "manual_shoe": "none,automated,counting",
        "hand": "automated,counting",
        "automated_shoe": "none,automated,counting,reshuffling",
    }


@clause("MD-TFP 9.A(1)")
def test_dealing_from_the_hand_needs_a_shuffler() -> None:
    assert set(HAND.shufflers) == {"automated", "counting"}
    assert HAND.shuffler_cite.address == "9.A(1)"


@clause(
    "MD-TFP 8.D(3)(b)", "MD-TFP 8.E", "MD-TFP 8.F(2)", "MD-TFP 9.B(2)(b)", "MD-TFP 9.C", "MD-TFP 9.D(2)",
    "MD-TFP 10.B(2)(b)", "MD-TFP 10.C", "MD-TFP 10.C(1)",
)  # fmt: skip
@pytest.mark.parametrize(
    ("dealing", "line"),
    [
        (SHOE, "5 counting 8.D(3)(b) 8.E 8.F(2)"),
        (HAND, "5 counting 9.B(2)(b) 9.C 9.D(2)"),
        (AUTOMATED, "5 counting,reshuffling 10.B(2)(b) 10.C 10.C(1)"),
    ],
    ids=["shoe", "hand", "automated"],
)
def test_stub(dealing: Dealing, line: str) -> None:
    """Chapter 10 prints no interval: ruling stub-count-automated."""
    assert stub(dealing) == line


@clause(
    "MD-TFP 11.A", "MD-TFP 11.B(1)", "MD-TFP 11.B(1)(a)", "MD-TFP 11.B(1)(b)", "MD-TFP 11.B(2)", "MD-TFP 11.B(2)(a)",
    "MD-TFP 11.B(2)(b)", "MD-TFP 11.B(3)", "MD-TFP 11.B(4)", "MD-TFP 11.C", "MD-TFP 11.C(5)(a)", "MD-TFP 11.C(6)",
    "MD-TFP 11.C(8)", "MD-TFP 11.D",
)  # fmt: skip
def test_script() -> None:
    """Folding forfeits the Ante alone: ruling folding-top-five."""
    assert script(RULES) == block("""
        examine 11.A
        decide play clockwise 11.B(1)
        play places play 11.B(1)(a)
        fold 11.B(1)(b)
        forfeits ante 11.B(2)(a)
        collect_folded keeps cards for top_five_bonus,poker_bonus 11.B(2)(b)
        reveal dealer 11.B(4)
        settle keeps cards for top_five_bonus,poker_bonus counterclockwise lost hands 11.C(5)(a) 11.C
        ante by showdown 11.C(4)
        play by showdown 11.C(4)
        top_five_bonus by paytable 11.C(5)(a)
        poker_bonus by paytable 11.C(5)(a)
        clear stub first 11.D
    """)


@clause(
    "MD-TFP 11.C(2)", "MD-TFP 11.C(3)", "MD-TFP 11.C(3)(a)", "MD-TFP 11.C(3)(b)", "MD-TFP 11.C(3)(c)",
    "MD-TFP 11.C(3)(d)", "MD-TFP 11.C(3)(e)", "MD-TFP 11.C(4)", "MD-TFP 11.C(4)(a)", "MD-TFP 11.C(4)(b)",
    "MD-TFP 11.C(4)(c)", "MD-TFP 11.C(4)(d)", "MD-TFP 11.C(4)(e)", "MD-TFP 12.A",
)  # fmt: skip
def test_showdown() -> None:
    assert RULES.showdown
    assert (RULES.showdown.hand, RULES.showdown.qualifies) == ("top_five", "queen_jack_or_better")
    assert showdown(RULES) == block("""
        not any ante return 11.C(2)
        not fewer play collect 11.C(3)(a)
        not more play pay 1 to 1 11.C(3)(b)
        not lower play collect 11.C(3)(c)
        not higher play pay 1 to 1 11.C(3)(d)
        not equal play return 11.C(3)(e)
        qualified fewer ante collect 11.C(4)(a)
        qualified fewer play collect 11.C(4)(a)
        qualified more ante pay 1 to 1 11.C(4)(b)
        qualified more play pay 1 to 1 11.C(4)(b)
        qualified lower ante collect 11.C(4)(c)
        qualified lower play collect 11.C(4)(c)
        qualified higher ante pay 1 to 1 11.C(4)(d)
        qualified higher play pay 1 to 1 11.C(4)(d)
        qualified equal ante return 11.C(4)(e)
        qualified equal play return 11.C(4)(e)
    """)


@clause(
    "MD-TFP 13.A", "MD-TFP 13.B", "MD-TFP 13.C", "MD-TFP 13.D", "MD-TFP 13.E", "MD-TFP 5.B", "MD-TFP 8.F(4)",
    "MD-TFP 8.F(5)", "MD-TFP 9.D(4)", "MD-TFP 9.D(5)", "MD-TFP 10.C(3)", "MD-TFP 10.C(4)",
)  # fmt: skip
def test_irregularities() -> None:
    """Rulings face-up-single, face-up-after-deal, exposed-card, no-shuffler-failure-clause, misdeal-reshuffle."""
    void = "void_round,return_wagers"
    assert irregularities(RULES) == block(f"""
        card_face_up {void},reshuffle 13.A
        face_up_after_deal play_on 13.A
        card_drawn_in_error use_as_next_card 13.B
        wrong_number_of_cards {void},reshuffle 13.C
        card_exposed_early dealer {void},reshuffle 13.A
        shuffler_failed reshuffle 5.A
        dealing_shoe_failed automated_shoe {void},gather_dealt_cards,reshuffle 13.D
        device_unusable cover_or_mark_device 13.E
        deck_not_52 remove_deck 5.B
        stub_misdealt manual_shoe {void},reshuffle 8.F(4)
        stub_wrong manual_shoe {void},remove_deck 8.F(5)
        stub_misdealt hand {void},reshuffle 9.D(4)
        stub_wrong hand {void},remove_deck 9.D(5)
        stub_misdealt automated_shoe {void},reshuffle 10.C(3)
        stub_wrong automated_shoe {void},remove_deck 10.C(4)
    """)
