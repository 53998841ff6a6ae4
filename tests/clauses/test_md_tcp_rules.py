"""Maryland Three Card Poker: what the data says, held against lines written from the regulation's text."""

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

RULES = load_regulation("MD-TCP")
TABLES = RULES.paytables
SHOE, HAND, AUTOMATED, ELECTRONIC = (
    RULES.dealing[device] for device in ("manual_shoe", "hand", "automated_shoe", "electronic")
)
PAIR_UP = "straight_flush three_of_a_kind straight flush pair"
TRIPS_UP = "royal_flush straight_flush four_of_a_kind full_house flush straight three_of_a_kind"


@clause("MD-TCP 2.A")
def test_seven_boxes() -> None:
    assert (RULES.table.boxes, RULES.table.cite.address) == (7, "2.A")


@clause("MD-TCP 2.B(1)", "MD-TCP 2.B(2)", "MD-TCP 2.B(3)", "MD-TCP 2.B(4)", "MD-TCP 2.B(5)")
def test_layout() -> None:
    """Each progressive has its own area: ruling two-progressives."""
    assert layout(RULES) == block("""
        facility_name 2.B(1)
        wager ante 2.B(2)
        wager play 2.B(2)
        wager pair_plus 2.B(2)
        wager progressive 2.B(3)
        wager five_card_progressive 2.B(3)
        wager six_card_bonus 2.B(4)
        payouts or sign 2.B(5)
        phrase Dealer Plays with Queen High or Better 2.B(5)
    """)


@clause("MD-TCP 2.C(1)", "MD-TCP 2.C(2)", "MD-TCP 2.D(1)", "MD-TCP 2.D(2)")
def test_equipment() -> None:
    assert rows(RULES.table.equipment) == block("""
        wagering_device 2.C(1)
        lock_out 2.C(2)
        drop_box 2.D(1)
        tip_box 2.D(1)
        discard_rack 2.D(2)
    """)


@clause(
    "MD-TCP 3.A(1)", "MD-TCP 3.B", "MD-TCP 3.B(1)", "MD-TCP 3.B(2)", "MD-TCP 3.B(3)", "MD-TCP 3.B(4)", "MD-TCP 3.B(5)"
)
def test_one_deck_or_two_with_a_shuffler() -> None:
    assert said(RULES.decks.most, RULES.decks.cite, RULES.decks.second_cite) == "2 3.A(1) 3.B"
    assert rows(RULES.decks.second) == block("""
        same_design 3.B(1)
        different_backs 3.B(2)
        one_shuffles 3.B(3)
        alternate_rounds 3.B(4)
        one_in_rack 3.B(5)
    """)


@clause("MD-TCP 3.C", "MD-TCP 3.C(1)", "MD-TCP 3.C(2)")
def test_deck_life() -> None:
    assert rows(RULES.decks.life) == ["hand 4 3.C(1)", "manual_shoe,automated_shoe,electronic 8 3.C(2)"]


@clause(
    "MD-TCP 4.A", "MD-TCP 4.B", "MD-TCP 4.C", "MD-TCP 4.C(1)", "MD-TCP 4.C(2)", "MD-TCP 4.C(3)", "MD-TCP 4.D",
    "MD-TCP 4.E", "MD-TCP 4.F",
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


@clause("MD-TCP 5.A", "MD-TCP 5.A(1)", "MD-TCP 5.A(2)", "MD-TCP 5.A(3)", "MD-TCP 5.B", "MD-TCP 5.C", "MD-TCP 5.D(2)")
def test_shuffling() -> None:
    shuffling = RULES.shuffling
    assert rows(shuffling.occasions) == ["before_play 5.A(1)", "after_round 5.A(2)", "floor_orders 5.A(3)"]
    assert set(shuffling.shufflers) == {"none", "automated", "counting", "reshuffling"}
    assert said(shuffling.stacked, shuffling.into_shoe, shuffling.count_wrong) == "5.B 5.C 5.D(2)"


@clause("MD-TCP 5.E(2)", "MD-TCP 5.F", "MD-TCP 5.F(1)", "MD-TCP 5.F(2)", "MD-TCP 5.G")
def test_cut_of_ten_cards_after_a_manual_shuffle_or_for_a_preshuffled_deck() -> None:
    cut = RULES.shuffling.cut
    assert (cut.least, set(cut.after), cut.way) == (10, {"none", "preshuffled"}, "cover_card_into_stack")
    assert said(cut.cite, cut.steps, cut.recut) == "5.F 5.F(1),5.F(2) 5.G"


@clause("MD-TCP 5.H(1)", "MD-TCP 5.H(2)", "MD-TCP 5.H(3)")
def test_idle_table() -> None:
    assert rows(RULES.shuffling.idle) == block("""
        remove_cards 5.H(1)
        spread_face_down 5.H(2)
        view_cards 5.H(3)
        open_again 5.H(3)
    """)


@clause("MD-TCP 5.I", "MD-TCP 5.J")
def test_a_reshuffling_device_needs_no_cut_no_recut_and_no_idle_spread() -> None:
    assert RULES.shuffling.reshuffler
    assert RULES.shuffling.reshuffler.exempt == ("cut", "recut", "idle")


HANDS = {"three_card": ("6.D", PAIR_UP, "player"), "five_card": ("6.G", TRIPS_UP, "player,community")}


@clause(
    "MD-TCP 6.D", "MD-TCP 6.D(1)", "MD-TCP 6.D(2)", "MD-TCP 6.D(3)", "MD-TCP 6.D(4)", "MD-TCP 6.D(5)", "MD-TCP 6.G",
    "MD-TCP 6.G(1)", "MD-TCP 6.G(2)", "MD-TCP 6.G(3)", "MD-TCP 6.G(4)", "MD-TCP 6.G(5)", "MD-TCP 6.G(6)",
    "MD-TCP 6.G(7)",
)  # fmt: skip
@pytest.mark.parametrize("name", HANDS)
def test_order_of_hands(name: str) -> None:
    cite, order, piles = HANDS[name]
    hand = RULES.hands[name]
    assert rows(hand.order.items()) == [f"{pattern} {cite}({n})" for n, pattern in enumerate(order.split(), 1)]
    assert said(hand.piles) == piles


@clause(
    "MD-TCP 6.F", "MD-TCP 6.F(1)", "MD-TCP 6.F(2)", "MD-TCP 6.F(3)", "MD-TCP 6.F(4)", "MD-TCP 6.F(5)", "MD-TCP 6.F(6)",
    "MD-TCP 6.F(7)", "MD-TCP 6.F(8)",
)  # fmt: skip
def test_order_of_six_card_hands() -> None:
    """The Super Royal is listed last and is the highest: ruling highest-hand-only."""
    hand = RULES.hands["six_card"]
    listed = [f"{pattern} 6.F({n})" for n, pattern in enumerate(f"{TRIPS_UP} super_royal".split(), 1)]
    assert rows(hand.order.items()) == [listed[-1], *listed[:-1]]
    assert hand.piles == ("player", "dealer")


@clause(
    "MD-TCP 7.A", "MD-TCP 7.B", "MD-TCP 7.C", "MD-TCP 7.C(1)", "MD-TCP 7.C(2)", "MD-TCP 7.D", "MD-TCP 7.E",
    "MD-TCP 7.F(4)(b)", "MD-TCP 11.A(1)", "MD-TCP 11.A(2)", "MD-TCP 11.A(3)",
)  # fmt: skip
def test_conduct() -> None:
    assert rows(RULES.conduct.items()) == block("""
        chips_only 7.A
        no_verbal_cash 7.B
        seated_only 7.C
        remain_seated 7.C(1)
        abandoned 7.C(2)
        before_no_more_bets 7.D
        no_change_after 7.E
        verify_own_progressive 7.F(4)(b)
        own_hand 11.A(1)
        touch_own_cards 11.A(2)
        cards_in_view 11.A(3)
    """)


@clause("MD-TCP 7.F(1)", "MD-TCP 11.B")
def test_play_equals_ante_and_comes_after_it() -> None:
    play = RULES.wagers["play"]
    assert (play.placed, play.needs_all) == ("at_decision", ("ante",))
    assert [said(row.wager, row.to, row.least, row.most, row.cite) for row in RULES.stakes] == ["play ante 1 1 11.B"]


@clause("MD-TCP 7.F(1)", "MD-TCP 7.F(2)", "MD-TCP 7.F(3)")
def test_ante_or_pair_plus_or_both() -> None:
    standard = RULES.versions["standard"]
    assert (standard.required, standard.required_any) == ((), ("ante", "pair_plus"))
    assert (RULES.wagers["ante"].needs_all, RULES.wagers["pair_plus"].needs_all) == ((), ())


@clause("MD-TCP 7.F(4)", "MD-TCP 7.F(4)(a)", "MD-TCP 7.F(5)", "MD-TCP 7.F(5)(b)", "MD-TCP 7.F(6)", "MD-TCP 7.F(6)(a)")
@pytest.mark.parametrize(
    ("wager", "cite"), [("progressive", "7.F(4)"), ("six_card_bonus", "7.F(5)"), ("five_card_progressive", "7.F(6)")]
)
def test_optional_wagers_need_an_ante_or_a_pair_plus(wager: str, cite: str) -> None:
    row = RULES.wagers[wager]
    assert (row.offered, row.needs_all, row.needs_any) == ("by_submission", (), ("ante", "pair_plus"))
    assert row.cite.address == cite


@clause("MD-TCP 12.E(5)", "MD-TCP 12.E(5)(a)", "MD-TCP 12.E(5)(b)")
def test_progressive_stakes() -> None:
    """Rulings envy-other-stakes and five-card-envy."""
    stakes = {name: wager.stakes for name, wager in RULES.wagers.items() if wager.stakes}
    assert stakes == {"progressive": (100, 500), "five_card_progressive": (100, 500)}


VERSIONS = {
    "ante_covers_pair_plus": ("7.G(1)", ("ante",), ["ante pair_plus 1 7.G(1)"]),
    "ante_covers_half": ("7.G(2)", ("ante",), ["ante pair_plus 1/2 7.G(2)"]),
    "compulsory": ("7.G(3)", ("ante", "pair_plus"), ["ante pair_plus 1/5 5 7.G(3)"]),
}


@clause("MD-TCP 7.G", "MD-TCP 7.G(1)", "MD-TCP 7.G(2)", "MD-TCP 7.G(3)")
@pytest.mark.parametrize("name", VERSIONS)
def test_versions(name: str) -> None:
    cite, required, stakes = VERSIONS[name]
    version = RULES.versions[name]
    assert list(RULES.versions) == ["standard", *VERSIONS]
    assert (version.cite.address, version.required, version.required_any) == (cite, required, ())
    assert [said(row.wager, row.to, row.least, row.most, row.cite) for row in version.stakes] == stakes


@clause("MD-TCP 7.H")
def test_the_submission_states_the_adjacent_boxes() -> None:
    boxes = RULES.boxes_per_player
    assert (boxes.must_state, boxes.most, boxes.cite.address) == (True, None, "7.H")


@clause("MD-TCP 12.A")
def test_no_payout_limit() -> None:
    assert not RULES.payout_limit.permitted


BOTH = "progressive,five_card_progressive"
CLOSING = f"""
    announce {{0}}
    lock_out {BOTH} {{1}}
    collect {BOTH} {{2}}(a)
    verify_number {BOTH} {{2}}(b)
    put_in_inventory {BOTH} {{2}}(c)
"""


@clause(
    "MD-TCP 8.C", "MD-TCP 8.C(1)", "MD-TCP 8.C(2)", "MD-TCP 8.C(2)(a)", "MD-TCP 8.C(2)(b)", "MD-TCP 8.C(2)(c)",
    "MD-TCP 9.B", "MD-TCP 9.B(1)", "MD-TCP 9.B(2)", "MD-TCP 9.B(2)(a)", "MD-TCP 9.B(2)(b)", "MD-TCP 9.B(2)(c)",
    "MD-TCP 10.A(2)", "MD-TCP 10.A(3)", "MD-TCP 10.A(3)(a)", "MD-TCP 10.A(3)(b)", "MD-TCP 10.A(3)(c)",
)  # fmt: skip
@pytest.mark.parametrize(
    ("dealing", "lines"),
    [
        (SHOE, CLOSING.format("8.C", "8.C(1)", "8.C(2)")),
        (HAND, CLOSING.format("9.B", "9.B(1)", "9.B(2)")),
        (AUTOMATED, CLOSING.format("7.D", "10.A(2)", "10.A(3)")),
        (ELECTRONIC, f"announce 7.D\nlock_out {BOTH} 10.A(2)"),
    ],
    ids=["shoe", "hand", "automated", "electronic"],
)
def test_closing_bets(dealing: Dealing, lines: str) -> None:
    """Rulings automated-announcement and progressive-means-both."""
    assert closing(dealing) == block(lines)


@clause("MD-TCP 8.E", "MD-TCP 8.E(1)", "MD-TCP 8.E(2)", "MD-TCP 9.C(2)", "MD-TCP 9.C(4)")
@pytest.mark.parametrize("dealing", [SHOE, HAND], ids=["shoe", "hand"])
def test_dealing_one_by_one(dealing: Dealing) -> None:
    hands = ["box 1", "box 2", "dealer"] * 3
    assert dealt(dealing) == hands
    assert dealt(dealing, "five_card_progressive") == [*hands, "community", "community"]


@clause("MD-TCP 10.B(1)", "MD-TCP 10.B(2)", "MD-TCP 10.B(3)", "MD-TCP 10.B(4)", "MD-TCP 10.B(5)", "MD-TCP 10.B(6)")
def test_dealing_stacks() -> None:
    hands = ["box 1"] * 3 + ["box 2"] * 3 + ["dealer"] * 3
    assert dealt(AUTOMATED) == hands
    assert dealt(AUTOMATED, "five_card_progressive") == [*hands, "community", "community"]
    assert said(AUTOMATED.dealer_may_wait) == "10.B(4)"
    assert (SHOE.dealer_may_wait, HAND.dealer_may_wait) == (None, None)


@clause("MD-TCP 11.F(1)", "MD-TCP 11.F(2)")
def test_dealing_at_an_electronic_table() -> None:
    assert dealt(ELECTRONIC) == ["dealer"] * 3 + ["community"] * 9


@clause("MD-TCP 8.B", "MD-TCP 9.A(1)", "MD-TCP 10.A(1)", "MD-TCP 11.F")
def test_shufflers_of_each_device() -> None:
    assert {device: said(dealing.shufflers) for device, dealing in RULES.dealing.items()} == {
        "manual_shoe": "none,automated,counting",
        "hand": "automated,counting",
        "automated_shoe": "none,automated,counting,reshuffling",
        "electronic": "counting,reshuffling",
    }


@clause("MD-TCP 9.A(1)")
def test_dealing_from_the_hand_needs_a_shuffler() -> None:
    assert set(HAND.shufflers) == {"automated", "counting"}
    assert HAND.shuffler_cite.address == "9.A(1)"


@clause(
    "MD-TCP 8.E(3)", "MD-TCP 8.F", "MD-TCP 8.G", "MD-TCP 9.C(5)", "MD-TCP 9.D", "MD-TCP 9.E", "MD-TCP 10.B(5)",
    "MD-TCP 10.C", "MD-TCP 10.D",
)  # fmt: skip
@pytest.mark.parametrize(
    ("dealing", "line"),
    [
        (SHOE, "5 counting 8.E(3) 8.F 8.G"),
        (HAND, "5 counting 9.C(5) 9.D 9.E"),
        (AUTOMATED, "5 counting,reshuffling 10.B(5) 10.C 10.D"),
        (ELECTRONIC, "5 counting,reshuffling 10.B(5) 10.C 10.D"),
    ],
    ids=["shoe", "hand", "automated", "electronic"],
)
def test_stub(dealing: Dealing, line: str) -> None:
    assert stub(dealing) == line


@clause(
    "MD-TCP 11.A", "MD-TCP 11.B", "MD-TCP 11.C(1)", "MD-TCP 11.C(2)", "MD-TCP 11.C(3)", "MD-TCP 11.D(1)",
    "MD-TCP 11.D(2)", "MD-TCP 11.D(3)", "MD-TCP 11.D(4)", "MD-TCP 11.D(5)", "MD-TCP 11.D(7)(a)", "MD-TCP 11.D(7)(b)",
    "MD-TCP 11.D(7)(c)", "MD-TCP 11.D(7)(d)", "MD-TCP 11.D(7)(e)", "MD-TCP 11.D(8)", "MD-TCP 11.D(8)(c)",
    "MD-TCP 11.D(9)", "MD-TCP 11.D(9)(b)", "MD-TCP 11.D(9)(d)(i)", "MD-TCP 11.D(9)(d)(ii)", "MD-TCP 11.D(9)(e)",
    "MD-TCP 11.D(9)(f)", "MD-TCP 11.D(9)(g)", "MD-TCP 11.E",
)  # fmt: skip
def test_script() -> None:
    """Folding: rulings folding-pair-plus, folding-progressive, folding-six-card."""
    verified = "verified 11.D(9)(d)(i),11.D(9)(d)(ii)"
    assert script(RULES) == block(f"""
        examine 11.A
        decide play clockwise 11.B
        play places play 11.B
        fold 11.B
        forfeits ante 11.B
        forfeits pair_plus 11.C(1)
        forfeits progressive 11.C(2)
        forfeits five_card_progressive 11.C(2)
        forfeits ante with pair_plus 11.C(1)
        forfeits ante with progressive 11.C(2)
        forfeits ante with five_card_progressive 11.C(2)
        collect_folded keeps cards for six_card_bonus with wagers 11.D(1)
        reveal dealer 11.D(2)
        settle counterclockwise 11.D(3)
        ante by showdown 11.D(3)
        play by showdown 11.D(3)
        ante_bonus by paytable 12.B
        pair_plus by paytable 11.D(4)
        progressive by paytable 11.D(5) verified 11.D(7)(a),11.D(7)(b) validated 11.D(7)(c)
        envy by envy 11.D(7)(e)
        six_card_bonus by paytable 11.D(8)(c)
        five_card_progressive by paytable reveals community 11.D(9)(f) {verified} validated 11.D(9)(e)
        five_card_envy by envy 11.D(9)(g)
        clear stub first 11.E
    """)


@clause("MD-TCP 11.B")
def test_only_those_with_an_ante_decide() -> None:
    """Ruling pair-plus-only."""
    assert [step.asks for step in RULES.script if step.step == "decide"] == ["ante"]


@clause(
    "MD-TCP 11.D(3)(c)", "MD-TCP 11.D(3)(d)", "MD-TCP 11.D(3)(d)(i)", "MD-TCP 11.D(3)(d)(ii)", "MD-TCP 11.D(3)(d)(iii)",
    "MD-TCP 12.A",
)  # fmt: skip
def test_showdown() -> None:
    assert RULES.showdown
    assert (RULES.showdown.hand, RULES.showdown.qualifies) == ("three_card", "queen_high_or_better")
    assert showdown(RULES) == block("""
        not any ante pay 1 to 1 11.D(3)(c)
        not any play return 11.D(3)(c)
        qualified lower ante collect 11.D(3)(d)(i)
        qualified lower play collect 11.D(3)(d)(i)
        qualified higher ante pay 1 to 1 11.D(3)(d)(ii)
        qualified higher play pay 1 to 1 11.D(3)(d)(ii)
        qualified equal ante return 11.D(3)(d)(iii)
        qualified equal play return 11.D(3)(d)(iii)
    """)


@clause("MD-TCP 12.B")
def test_the_ante_bonus_goes_by_the_ante_and_needs_a_play() -> None:
    bonus = RULES.awards["ante_bonus"]
    assert (bonus.kind, bonus.stake_of, bonus.needs_all) == ("bonus", "ante", ("play",))


METERS = {
    "A": ["main 100000 12.E(3)(b) 7/50 12.E(3)(a)"],
    "B": ["main 100000 12.E(3)(b) 1/5 12.E(3)(a)"],
    "C": ["major 100000 12.E(3)(b) 12.E(3)(a)", "minor 100000 12.E(3)(b) 12.E(3)(a)"],
}


@clause("MD-TCP 12.E(3)", "MD-TCP 12.E(3)(a)", "MD-TCP 12.E(3)(b)")
@pytest.mark.parametrize("name", "ABC")
def test_least_seeds_and_rates(name: str) -> None:
    """Rulings meter-least-seed and no-least-rate-table-c."""
    meters = TABLES["progressive"][name].meters.items()
    assert [said(key, row.least_seed, row.cite, row.least_rate, row.rate_cite) for key, row in meters] == METERS[name]


@clause("MD-TCP 12.E(4)")
def test_meter_wins_are_paid_by_the_meter_at_the_players_turn() -> None:
    assert RULES.meter_rules
    assert said(RULES.meter_rules.paid) == "12.E(4)"


@clause(
    "MD-TCP 13.A", "MD-TCP 13.B", "MD-TCP 13.C", "MD-TCP 13.D", "MD-TCP 13.E", "MD-TCP 13.F", "MD-TCP 13.G",
    "MD-TCP 13.H", "MD-TCP 5.D", "MD-TCP 8.H(1)", "MD-TCP 8.H(2)", "MD-TCP 9.G", "MD-TCP 9.H", "MD-TCP 10.F",
    "MD-TCP 10.G",
)  # fmt: skip
def test_irregularities() -> None:
    """A misdeal is reshuffled however it is found: ruling misdeal-reshuffle."""
    void = "void_round,return_wagers"
    assert irregularities(RULES) == block(f"""
        card_face_up discard_card 13.A
        second_card_face_up {void},reshuffle 13.B
        card_drawn_in_error use_as_next_card 13.C
        wrong_number_of_cards {void},reshuffle 13.D
        card_exposed_early dealer {void},reshuffle 13.E
        shuffler_failed reshuffle 13.F
        dealing_shoe_failed automated_shoe,electronic {void},gather_dealt_cards,reshuffle 13.G
        device_unusable cover_or_mark_device 13.H
        deck_not_52 remove_deck 5.D
        stub_misdealt manual_shoe {void},reshuffle 8.H(1)
        stub_wrong manual_shoe {void},remove_deck 8.H(2)
        stub_misdealt hand {void},reshuffle 9.G
        stub_wrong hand {void},remove_deck 9.H
        stub_misdealt automated_shoe,electronic {void},reshuffle 10.F
        stub_wrong automated_shoe,electronic {void},remove_deck 10.G
    """)
