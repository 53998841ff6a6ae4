"""Massachusetts Let It Ride: what the data says, held against lines written from the regulation's text."""

import pytest

from pitboss.rules.dealing import Dealing
from pitboss.rules.load import load_regulation
from tests.clauses.marks import clause
from tests.clauses.reading import block, closing, dealt, irregularities, layout, rows, said, script, stub

RULES = load_regulation("MA-LIR")
TABLES = RULES.paytables
SHOE, AUTOMATED = RULES.dealing["manual_shoe"], RULES.dealing["automated_shoe"]
TRIPS_UP = "royal_flush straight_flush four_of_a_kind full_house flush straight three_of_a_kind"


@clause("MA-LIR 11(k)")
def test_seven_boxes() -> None:
    """As many as the matrix has columns for: ruling ma-boxes."""
    assert (RULES.table.boxes, RULES.table.cite.address) == (7, "11(k)")


@clause(
    "MA-LIR 6a(b)", "MA-LIR 6b(b)", "MA-LIR 7(c)(2)", "MA-LIR 9(a)(3)", "MA-LIR 10(a)", "MA-LIR 10(c)", "MA-LIR 11(e)"
)
def test_layout() -> None:
    assert layout(RULES) == block("""
        wager bet_1 6(d)
        wager bet_2 6(d)
        wager bet_3 6(d)
        wager bonus 6a(b)
        wager three_card_bonus 6b(b)
        wager cover_all 11(a)
        wager progressive 12(b)
        cards player 9(a)(3)
        cards community 7(c)(2)
        payouts or sign 10(a)
        payouts cover_all or sign 11(e)
        payout_limit or sign 10(c)
    """)
    assert rows(RULES.table.equipment) == ["wagering_device 6a(b)", "discard_rack 7(d)"]


@clause(
    "MA-LIR 2(a)", "MA-LIR 2(b)", "MA-LIR 2(b)(1)", "MA-LIR 2(b)(2)", "MA-LIR 2(b)(3)", "MA-LIR 2(b)(4)",
    "MA-LIR 2(b)(5)",
)  # fmt: skip
def test_one_deck_or_two_with_a_shuffler() -> None:
    """No deck life is printed: ruling no-deck-life."""
    assert said(RULES.decks.most, RULES.decks.cite, RULES.decks.second_cite) == "2 2(a) 2(b)"
    assert rows(RULES.decks.second) == block("""
        same_design 2(b)(1)
        different_backs 2(b)(2)
        one_shuffles 2(b)(3)
        alternate_rounds 2(b)(4)
        one_in_rack 2(b)(5)
    """)
    assert RULES.decks.life == ()


@clause(
    "MA-LIR 3(b)", "MA-LIR 3(b)(1)", "MA-LIR 3(b)(2)", "MA-LIR 3(b)(3)", "MA-LIR 3(b)(4)", "MA-LIR 3(b)(5)",
    "MA-LIR 3(b)(6)", "MA-LIR 3(b)(7)", "MA-LIR 3(b)(8)", "MA-LIR 3(b)(9)",
)  # fmt: skip
def test_order_of_five_card_hands() -> None:
    hand = RULES.hands["five_card"]
    order = f"{TRIPS_UP} two_pair pair".split()
    assert rows(hand.order.items()) == [f"{pattern} 3(b)({n})" for n, pattern in enumerate(order, 1)]
    assert hand.piles == ("player", "community")


@clause(
    "MA-LIR 3(c)", "MA-LIR 3(c)(1)", "MA-LIR 3(c)(2)", "MA-LIR 3(c)(3)", "MA-LIR 3(c)(4)", "MA-LIR 3(c)(5)",
    "MA-LIR 3(c)(6)",
)  # fmt: skip
def test_three_card_hands() -> None:
    """The list is no order, the payouts are: ruling mini-royal-in-a-to-c."""
    hand = RULES.hands["three_card"]
    assert sorted(rows((cite, pattern) for pattern, cite in hand.order.items())) == block("""
        3(c)(1) mini_royal
        3(c)(2) straight_flush
        3(c)(3) flush
        3(c)(4) straight
        3(c)(5) three_of_a_kind
        3(c)(6) pair
    """)
    assert list(hand.order) == ["mini_royal", "straight_flush", "three_of_a_kind", "straight", "flush", "pair"]
    assert hand.piles == ("player",)


@clause("MA-LIR 4(a)", "MA-LIR 4(b)", "MA-LIR 4(c)", "MA-LIR 4(d)")
def test_opening() -> None:
    assert rows(RULES.opening.steps) == block("""
        inspect_cards dealer 4(b)
        verify_inspection floorperson 4(b)
        spread_face_up dealer 4(b)
        view_cards player 4(b)
        turn_face_down dealer 4(c)
        wash dealer 4(c)
        stack dealer 4(c)
        shuffle dealer 4(c)
    """)
    assert said(RULES.opening.each_deck, RULES.opening.skipped) == "4(d) 4(a)"


@clause("MA-LIR 5(a)", "MA-LIR 7(f)")
def test_only_a_device_shuffles() -> None:
    """Ruling shuffler-always."""
    shuffling = RULES.shuffling
    assert rows(shuffling.occasions) == ["before_play 5(a)", "after_round 5(a)"]
    assert set(shuffling.shufflers) == {"automated", "counting"}
    assert said(shuffling.stacked, shuffling.into_shoe, shuffling.count_wrong) == "5(a) 5(a) 7(f)"
    assert shuffling.reshuffler is None


@clause(
    "MA-LIR 5(b)", "MA-LIR 5(b)(1)", "MA-LIR 5(b)(1)(i)", "MA-LIR 5(b)(1)(ii)", "MA-LIR 5(b)(1)(iii)",
    "MA-LIR 5(b)(1)(iv)", "MA-LIR 5(c)",
)  # fmt: skip
def test_cut_of_ten_cards_onto_the_cover_card() -> None:
    """When one is due: ruling cut-when-required."""
    cut = RULES.shuffling.cut
    assert (cut.least, cut.after, cut.way) == (10, ("floor_orders",), "top_onto_cover_card")
    assert said(cut.cite, cut.recut) == "5(b) 5(c)"
    assert said(cut.steps) == "5(b)(1)(i),5(b)(1)(ii),5(b)(1)(iii),5(b)(1)(iv)"


@clause("MA-LIR 5(d)")
def test_idle_table() -> None:
    assert rows(RULES.shuffling.idle) == ["spread 5(d)", "view_cards 5(d)", "open_again 5(d)"]


@clause(
    "MA-LIR 6(a)", "MA-LIR 6(b)", "MA-LIR 6(c)", "MA-LIR 6a(a)", "MA-LIR 6a(d)", "MA-LIR 9(a)(1)", "MA-LIR 9(a)(2)",
    "MA-LIR 9(a)(3)",
)  # fmt: skip
def test_conduct() -> None:
    assert rows(RULES.conduct.items()) == block("""
        chips_only 6(a)
        match_play 6(a)
        no_verbal_cash 6(a)
        seated_only 6(b)
        remain_seated 6(b)
        before_no_more_bets 6(c)
        no_change_after 6(c)
        notice_to_withdraw 6a(a)
        no_bearing 6a(d)
        own_hand 9(a)(1)
        touch_own_cards 9(a)(1)
        cards_in_view 9(a)(2)
        cards_down_after_last_decision 9(a)(3)
    """)


@clause("MA-LIR 6(d)")
def test_three_equal_bets_of_which_two_may_be_removed() -> None:
    assert [said(row.wager, row.to, row.least, row.most, row.cite) for row in RULES.stakes] == [
        "bet_2 bet_1 1 1 6(d)",
        "bet_3 bet_1 1 1 6(d)",
    ]
    assert RULES.versions["standard"].required == ("bet_1", "bet_2", "bet_3")
    assert [wager for step in RULES.script for choice in step.choices for wager in choice.returns] == ["bet_1", "bet_2"]


@clause("MA-LIR 6(e)")
def test_at_most_two_adjacent_boxes() -> None:
    boxes = RULES.boxes_per_player
    assert (boxes.must_state, boxes.most, boxes.cite.address) == (False, 2, "6(e)")


@clause("MA-LIR 6a(a)", "MA-LIR 6a(b)", "MA-LIR 6b(a)", "MA-LIR 6b(b)", "MA-LIR 11(a)", "MA-LIR 12(a)", "MA-LIR 12(b)")
@pytest.mark.parametrize(
    ("wager", "cite"),
    [("bonus", "6a(a)"), ("three_card_bonus", "6b(a)"), ("cover_all", "11(a)"), ("progressive", "12(a)")],
)
def test_optional_wagers_need_the_three_bets(wager: str, cite: str) -> None:
    """Cover All as well: ruling cover-all-needs-base."""
    row = RULES.wagers[wager]
    assert (row.offered, row.needs_all) == ("by_submission", ("bet_1", "bet_2", "bet_3"))
    assert row.cite.address == cite


@clause("MA-LIR 6a(b)")
def test_the_bonus_is_one_dollar() -> None:
    assert {name: wager.stakes for name, wager in RULES.wagers.items() if wager.stakes} == {"bonus": (100,)}


@clause("MA-LIR 7(b)", "MA-LIR 8(b)(2)")
@pytest.mark.parametrize(("dealing", "cite"), [(SHOE, "7(b)"), (AUTOMATED, "8(b)(2)")], ids=["shoe", "automated"])
def test_closing_bets(dealing: Dealing, cite: str) -> None:
    """Progressive chips are taken with the bonus chips: ruling progressive-collected."""
    assert closing(dealing) == block(f"""
        announce {cite}
        collect bonus,progressive {cite}
        verify_number bonus,progressive {cite}
        put_in_inventory bonus,progressive {cite}
    """)


@clause(
    "MA-LIR 7(c)", "MA-LIR 7(c)(1)", "MA-LIR 7(c)(2)", "MA-LIR 7(c)(3)", "MA-LIR 7(c)(4)", "MA-LIR 7(c)(5)",
    "MA-LIR 7(c)(6)",
)  # fmt: skip
def test_dealing_one_by_one() -> None:
    assert dealt(SHOE) == [
        *("box 1", "box 2", "community"),
        *("box 1", "box 2", "community"),
        *("box 1", "box 2", "community"),
    ]


@clause("MA-LIR 5(a)", "MA-LIR 5(a)(1)", "MA-LIR 7(a)", "MA-LIR 8(a)")
def test_shufflers_of_each_device() -> None:
    assert {device: said(dealing.shufflers) for device, dealing in RULES.dealing.items()} == {
        "manual_shoe": "automated,counting",
        "automated_shoe": "automated,counting",
    }


@clause("MA-LIR 8(c)")
def test_dealing_stacks() -> None:
    assert dealt(AUTOMATED) == ["box 1"] * 3 + ["box 2"] * 3 + ["community"] * 3


@clause("MA-LIR 7(d)", "MA-LIR 7(e)", "MA-LIR 7(e)(1)", "MA-LIR 7(f)", "MA-LIR 8(d)", "MA-LIR 8(e)")
@pytest.mark.parametrize(
    ("dealing", "line"),
    [(SHOE, "5 counting 7(d) 7(e) 7(e)(1)"), (AUTOMATED, "5 counting 8(d) 8(e) 7(e)(1)")],
    ids=["shoe", "automated"],
)
def test_stub(dealing: Dealing, line: str) -> None:
    assert stub(dealing) == line


@clause(
    "MA-LIR 9(a)", "MA-LIR 9(b)", "MA-LIR 9(b)(1)", "MA-LIR 9(b)(2)", "MA-LIR 9(c)", "MA-LIR 9(d)", "MA-LIR 9(e)",
    "MA-LIR 9(e)(1)", "MA-LIR 9(e)(2)", "MA-LIR 9(f)", "MA-LIR 9(g)", "MA-LIR 9(g)(2)", "MA-LIR 9(g)(3)", "MA-LIR 9(h)",
    "MA-LIR 11(j)", "MA-LIR 12(d)",
)  # fmt: skip
def test_script() -> None:
    assert script(RULES) == block("""
        examine 9(a)
        decide bet_1 clockwise 9(b)
        ride 9(b)(1)
        withdraw returns bet_1 9(b)(2)
        burn community 1 9(c)
        reveal community 2 9(d)
        decide bet_2 clockwise 9(e)
        ride 9(e)(1)
        withdraw returns bet_2 9(e)(2)
        reveal community 3 9(f)
        settle counterclockwise losers first 9(g)(3)
        bet_1 by paytable 9(g)(2)
        bet_2 by paytable 9(g)(2)
        bet_3 by paytable 9(g)(2)
        bonus by paytable 9(g)(3)
        three_card_bonus by paytable 9(g)(3)
        progressive by paytable 9(g)(3)
        settle counterclockwise after all boxes 12(d)
        envy by envy 12(d)
        settle counterclockwise after all boxes 11(j)
        cover_all by paytable reveals community 11(b)
        clear stub first 9(h)
    """)


@clause("MA-LIR 10(c)")
def test_payout_limit() -> None:
    limit = RULES.payout_limit
    assert (limit.permitted, limit.least, limit.top_at_minimum) == (True, 5_000_000, True)
    assert limit.wagers == ("bet_1", "bet_2", "bet_3")


@clause("MA-LIR 11(b)", "MA-LIR 11(d)")
def test_cover_all_reads_every_hand_and_the_stack() -> None:
    """Ruling cover-all-dealer."""
    wager = RULES.wagers["cover_all"]
    assert (wager.scope, wager.also_reads) == ("table", "community_stack")
    assert (wager.shuffler_model, wager.shuffler_mode) == ("i-Deal Plus", "Let It Ride Cover All")
    stack = RULES.hands["community_stack"]
    assert (stack.piles, list(stack.order)) == (("community",), ["three_of_a_kind"])


SEEDS = {
    "TABLE1": ["main"],
    "PTMGL01": ["main 1000000 100"],
    "PTMGL02": ["main 1000000 100"],
    "PTMGL03": ["main 100000 100"],
    "PTMGLML01": ["major 1000000 100", "minor 100000 100"],
    "PTMGLML02": ["mega 1000000 100", "major 100000 100", "minor 25000 100"],
    "PTMGLML03": ["mega 1000000 100", "major 100000 100", "minor 25000 100"],
}


@clause("MA-LIR 12(e)")
@pytest.mark.parametrize("name", SEEDS)
def test_least_seeds_for_a_dollar(name: str) -> None:
    """Table 1 prints none: ruling meter-least-seed."""
    meters = TABLES["progressive"][name].meters
    assert [said(key, meter.least_seed, meter.seed_per) for key, meter in meters.items()] == SEEDS[name]
    assert {meter.least_rate for meter in meters.values()} == {None}


@clause("MA-LIR 12(g)")
def test_linked_games_have_paytable_stakes_and_decks_in_common() -> None:
    """A second deck that alternates counts: ruling link-same-terms."""
    assert RULES.meter_rules
    assert said(RULES.meter_rules.same, RULES.meter_rules.cite) == "paytable,stakes,decks 12(g)"


@clause(
    "MA-LIR 13(a)", "MA-LIR 13(b)", "MA-LIR 13(c)", "MA-LIR 13(d)", "MA-LIR 13(e)", "MA-LIR 7(e)(2)", "MA-LIR 7(f)",
    "MA-LIR 8(e)",
)  # fmt: skip
def test_irregularities() -> None:
    """A void round returns its wagers: ruling void-returns-wagers."""
    void = "void_round,return_wagers"
    assert irregularities(RULES) == block(f"""
        card_face_up discard_card 13(a)
        second_card_face_up {void},reshuffle 13(a)
        card_drawn_in_error use_as_next_card 13(b)
        wrong_number_of_cards {void},reshuffle 13(c)
        card_exposed_early community play_on 9(d)
        shuffler_failed reshuffle 13(d)
        dealing_shoe_failed automated_shoe {void},gather_dealt_cards,reshuffle 13(e)
        deck_not_52 remove_deck 7(f)
        stub_misdealt manual_shoe {void},reshuffle 7(e)(2)
        stub_wrong manual_shoe {void},remove_deck 7(e)(2)
        stub_misdealt automated_shoe {void},reshuffle 8(e)
        stub_wrong automated_shoe {void},remove_deck 8(e)
    """)
