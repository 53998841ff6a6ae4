"""Massachusetts Let It Ride at the table: what each clause orders, and that the contrary is refused."""

from collections.abc import Mapping
from typing import NamedTuple

import pytest

from pitboss.cards import DECK, show_cards
from pitboss.documents.settled_text import Reasons
from pitboss.play import events as e
from pitboss.play.notation import parse_command
from pitboss.table.decide import act
from tests.clauses.driven import Driven, picked, stacked
from tests.clauses.marks import clause
from tests.clauses.reading import block

OFFERS = {
    "bonus": "bonus = {}",
    "three_card_bonus": 'three_card_bonus = { paytable = "D", minimum = "$1", maximum = "$50" }',
    "cover_all": 'cover_all = { minimum = "$1", maximum = "$25" }',
    "progressive": 'progressive = { paytable = "TABLE1", link = "main" }',
}
COVER_ALL = 'shuffler_model = "i-Deal Plus"\nshuffler_mode = "Let It Ride Cover All"'
LINK = '[links.main]\nmeters.main = { seed = "$1,000", rate = "10%" }'
BASE = "bet_1 $15, bet_2 $15, bet_3 $15"
RIDE = ("box 1 rides", "box 1 rides")


def house(device: str, shuffler: str, *wagers: str, decks: int = 1, adjacent: int = 2, more: str = "") -> str:
    """A house with one table that offers some side wagers."""
    backs = 'backs = ["red", "blue"]' if decks == 2 else ""
    return f"""
        facility = "Harbor"
        {LINK if "progressive" in wagers else ""}
        [tables.one]
        regulation = "MA-LIR"
        boxes = 7
        adjacent_boxes = {adjacent}
        device = "{device}"
        shuffler = "{shuffler}"
        decks = {decks}
        {backs}
        {COVER_ALL if "cover_all" in wagers else ""}
        {more}
        [tables.one.wagers]
        base = {{ minimum = "$15", maximum = "$100" }}
        {chr(10).join(OFFERS[wager] for wager in wagers)}
    """


def stacks(*wagers: str) -> str:
    """A house that deals stacks: each box in turn, then the community cards with the burned one first."""
    return house("automated_shoe", "counting", *wagers)


def chips(table: Driven) -> Mapping[str, int]:
    """Who has what, empty places left out."""
    return {name: cents for name, cents in table.table.accounts.items() if cents}


def rides(*boxes: int) -> list[str]:
    return [f"box {box} rides" for box in boxes + boxes]


def whole_round(table: Driven) -> None:
    table.deal(f"1 {BASE}")
    table.settle(*RIDE)


@clause("MA-LIR 2(b)(3)", "MA-LIR 2(b)(4)", "MA-LIR 2(b)(5)")
def test_two_decks_take_turns_one_shuffled_while_the_other_is_played() -> None:
    table = Driven(house("automated_shoe", "counting", decks=2)).open("ann")
    shuffles = [f"dealer shuffles by device: {show_cards(stacked(top))}" for top in ("2c", "2d", "2h")]
    dealt = []
    table.do(shuffles[0])
    for following, deck in (shuffles[1], 1), (shuffles[2], 0), (shuffles[0], 1):
        table.do("dealer loads shuffler", "dealer opens bets at 0:00:00", f"box 1 places {BASE}", "dealer closes bets")
        dealt += picked(table.do("dealer deals"), "cards dealt 1")
        assert table.table.rack == ()
        (shuffled,) = table.do(following)
        assert shuffled.startswith(f"deck shuffled {deck} ")
        assert table.refused(following) == "nothing-to-shuffle 5(a)"
        table.settle(*RIDE)
        assert sorted(table.table.rack) == sorted(DECK)
    assert [line.split()[3] for line in dealt] == ["2c", "2d", "2h"]


@clause("MA-LIR 2(b)(4)")
def test_no_deck_is_used_twice_running() -> None:
    table = Driven(house("automated_shoe", "counting", decks=2)).open("ann")
    table.do(f"dealer shuffles by device: {show_cards(DECK)}", "dealer loads shuffler", "dealer opens bets at 0:00:00")
    table.do(f"box 1 places {BASE}", "dealer closes bets", "dealer deals", *RIDE, "dealer settles")
    assert table.refused("dealer opens bets at 0:01:00") == "cards-not-ready 5(a)"


OPENING = """
    step performed inspect_cards dealer {deck} 4(b)
    step performed verify_inspection floorperson {deck} 4(b)
    step performed spread_face_up dealer {deck} 4(b)
    step performed view_cards player {deck} 4(b)
    step performed turn_face_down dealer {deck} 4(c)
    step performed wash dealer {deck} 4(c)
    step performed stack dealer {deck} 4(c)
"""


@clause("MA-LIR 4(a)", "MA-LIR 4(b)", "MA-LIR 4(c)")
def test_cards_are_inspected_shown_washed_and_stacked_in_that_order() -> None:
    table = Driven(stacks())
    table.do("dealer receives 1 deck")
    assert table.refused("dealer performs wash") == "out-of-order 4(b)"
    table.do("dealer performs inspect_cards")
    assert table.refused("dealer performs verify_inspection") == "out-of-order 4(b)"
    assert table.refused(f"dealer shuffles by device: {show_cards(DECK)}") == "not-opened 4(a)"
    assert Driven(stacks()).receive() == ["decks received 1 no 4(a)", *block(OPENING.format(deck=0))]


@clause("MA-LIR 4(d)")
def test_each_of_two_decks_is_opened() -> None:
    opened = Driven(house("automated_shoe", "counting", decks=2)).receive()
    assert opened[1:] == [*block(OPENING.format(deck=0)), *block(OPENING.format(deck=1))]


@clause("MA-LIR 4(a)", "MA-LIR 5(a)")
def test_cards_that_come_inspected_skip_opening_and_are_shuffled_by_the_machine() -> None:
    table = Driven(stacks())
    assert table.receive(preshuffled=True) == ["decks received 1 yes 4(a)"]
    assert table.refused(f"dealer shuffles by preshuffled: {show_cards(DECK)}") == "wrong-shuffle 5(a)"
    table.do(f"dealer shuffles by device: {show_cards(DECK)}", "dealer opens bets at 0:00:00")


@clause("MA-LIR 5(a)")
def test_the_machine_shuffles_before_play_and_after_every_round() -> None:
    table = Driven(house("manual_shoe", "automated")).open("ann")
    for _ in range(2):
        assert table.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5(a)"
        assert table.refused(f"dealer shuffles by hand: {show_cards(DECK)}") == "wrong-shuffle 5(a)"
        assert table.shuffle() == [f"deck shuffled 0 {show_cards(DECK)} device 5(a)"]
        whole_round(table)


@clause("MA-LIR 5(a)(1)")
@pytest.mark.parametrize(("device", "cite"), [("manual_shoe", "7(c)"), ("automated_shoe", "8(c)")])
def test_shuffled_cards_are_dealt_from_the_shoe_or_by_the_machine(device: str, cite: str) -> None:
    table = Driven(house(device, "automated")).open("ann")
    table.shuffle()
    assert table.refused("dealer cuts 10") == "no-cut-due 5(b)"
    dealt = table.deal(f"1 {BASE}")
    assert [line.split()[-1] for line in dealt] == [cite, cite]


@clause(
    "MA-LIR 5(b)", "MA-LIR 5(b)(1)", "MA-LIR 5(b)(1)(ii)", "MA-LIR 5(b)(1)(iii)", "MA-LIR 5(b)(2)", "MA-LIR 5(c)",
)  # fmt: skip
@pytest.mark.parametrize("device", ["manual_shoe", "automated_shoe"])
def test_a_cut_takes_ten_or_more_off_the_top_and_puts_the_rest_on_them(device: str) -> None:
    table = Driven(house(device, "automated")).open("ann")
    table.do(f"dealer shuffles by device: {show_cards(DECK)}")
    assert table.do("floorperson orders recut") == ["recut ordered 5(c)"]
    assert table.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5(a)"
    assert table.refused("dealer cuts 9") == "cut-too-shallow 5(b)"
    assert table.refused("dealer cuts 52") == "cut-too-shallow 5(b)"
    assert table.do("dealer cuts 10") == ["deck cut 10 5(b)"]
    assert table.table.decks[0].order == DECK[10:] + DECK[:10]
    (hand, _) = table.deal(f"1 {BASE}")
    assert hand.split()[3] == str(DECK[10])


@clause("MA-LIR 5(c)")
def test_a_recut_is_ordered_after_a_cut_until_cards_are_dealt() -> None:
    table = Driven(house("manual_shoe", "automated")).open("ann")
    assert table.refused("floorperson orders recut") == "nothing-cut 5(c)"
    table.shuffle()
    table.do("floorperson orders recut", "dealer cuts 10", "floorperson orders recut")
    assert table.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5(a)"
    table.do("dealer cuts 42")
    assert table.table.decks[0].order == DECK
    table.deal(f"1 {BASE}")
    assert table.refused("floorperson orders recut") == "round-under-way 5(c)"


@clause("MA-LIR 5(d)")
def test_at_an_idle_table_the_cards_are_spread_shown_and_prepared_anew() -> None:
    table = Driven(stacks()).open("ann")
    table.shuffle()
    assert table.refused("dealer spreads cards") == "players-seated 5(d)"
    table.do("box 1 leaves")
    assert table.do("dealer spreads cards") == ["table idled 5(d)"]
    table.do("player bob buys $100", "player bob takes box 1")
    assert table.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5(a)"
    assert table.refused("dealer performs wash") == "out-of-order 4(b)"
    table.do("player performs view_cards", "dealer performs turn_face_down", "dealer performs wash")
    assert table.refused(f"dealer shuffles by device: {show_cards(DECK)}") == "not-opened 4(a)"
    table.do("dealer performs stack")
    table.shuffle()
    table.do("dealer opens bets at 0:00:00")


@clause("MA-LIR 6(a)")
def test_wagers_are_chips_on_their_areas_and_cash_is_none() -> None:
    table = Driven(stacks("bonus")).open()
    table.do("player ann buys $45", "player ann takes box 1")
    table.bet()
    assert table.refused(f"box 1 places {BASE}, bonus $1") == "not-enough-chips 6(a)"
    assert table.refused(f"box 1 places {BASE}, ante $5") == "wager-not-offered 11(k)"
    table.do(f"box 1 places {BASE}")
    assert chips(table).items() >= {f"area 1 {bet}": 1500 for bet in ("bet_1", "bet_2", "bet_3")}.items()
    assert table.table.rack_of("ann") == 0


@clause("MA-LIR 6(a)")
def test_chips_on_the_layout_move_from_a_later_wager_to_earlier_ones() -> None:
    table = Driven(stacks("three_card_bonus")).open()
    table.do("player ann buys $60", "player ann takes box 1")
    table.bet(f"1 {BASE}, three_card_bonus $15")
    assert picked(table.do("box 1 places bet_1 $20, bet_2 $20, bet_3 $20"), "wager placed") == block("""
        wager placed 1 three_card_bonus $0 $15 6b(a)
        wager placed 1 bet_1 $20 $15 6(d)
        wager placed 1 bet_2 $20 $15 6(d)
        wager placed 1 bet_3 $20 $15 6(d)
    """)


@clause("MA-LIR 6(a)")
def test_a_match_play_coupon_doubles_the_bet_it_lies_on_for_a_win_alone() -> None:
    table = Driven(stacks("bonus")).open("ann")
    table.bet()
    assert table.refused(f"box 1 places {BASE}, coupon bonus $1") == "coupon-too-large 6(a)"
    assert table.refused(f"box 1 places {BASE}, coupon bet_3 $20") == "coupon-too-large 6(a)"
    assert table.do(f"box 1 places {BASE}, coupon bet_3 $15")[-1] == "coupon placed 1 bet_3 $15 6(a)"
    table.do("dealer closes bets", "dealer deals", "box 1 withdraws", "box 1 rides")
    # The cards on top are 2c 3c 4c, then 5c to burn, 6c and 7c: a flush.
    assert picked(table.settle(), "wager paid") == block("""
        wager paid 1 bet_2 $15 flush "8 to 1" $15 $120 "" 10(b)
        wager paid 1 bet_3 $15 flush "8 to 1" $15 $240 "" 10(b)
    """)
    assert chips(table)["rack ann"] == 1_000_000 + 36_000
    table.bet(f"1 {BASE}, coupon bet_3 $15", top="2c 4d 6h 9s Js Kd")
    table.do("dealer closes bets", "dealer deals")
    assert picked(table.settle(*RIDE), "wager") == [
        f"wager collected 1 {bet} $15 9(g)(2)" for bet in ("bet_1", "bet_2", "bet_3")
    ]
    assert chips(table)["rack ann"] == 1_000_000 + 36_000 - 4500


@clause("MA-LIR 6(b)")
def test_only_a_seated_player_wagers() -> None:
    table = Driven(stacks()).open("ann")
    table.bet(f"1 {BASE}")
    assert table.refused(f"box 2 places {BASE}") == "not-seated 6(b)"
    table.do("dealer closes bets")
    assert table.refused("player bob takes box 2") == "round-under-way 6(b)"


@clause("MA-LIR 6(b)")
def test_the_bets_of_a_player_who_leaves_ride_and_nothing_is_forfeited() -> None:
    table = Driven(stacks()).open("ann", "bob")
    table.deal(f"1 {BASE}", f"2 {BASE}", top="Td Th 4c 3c 6d 8h 9s Ts 2h")
    assert table.do("box 1 leaves")[0] == "seat left 1 ann 6(b)"
    assert table.refused("floorperson declares box 1 abandoned") == "not-foreseen 6(b)"
    assert table.refused("floorperson finds violation at box 2") == "not-foreseen 9(a)(1)"
    done = table.settle("box 2 rides", "box 2 rides")
    assert [line.split()[3] for line in picked(done, "wager paid 1")] == ["bet_1", "bet_2", "bet_3"]


@clause("MA-LIR 6(c)", "MA-LIR 11(a)")
def test_wagers_are_made_and_changed_until_no_more_bets_and_not_after() -> None:
    table = Driven(stacks("three_card_bonus", "cover_all")).open("ann", "bob")
    assert table.refused(f"box 1 places {BASE}") == "bets-not-open 6(c)"
    table.bet(f"1 {BASE}", "1 bet_1 $20, bet_2 $20, bet_3 $20", "1 nothing", f"1 {BASE}, three_card_bonus $5")
    forbidden = (
        f"box 2 places {BASE}",
        f"box 1 places {BASE}, three_card_bonus $10",
        f"box 1 places {BASE}, three_card_bonus $5, cover_all $5",
        f"box 1 places {BASE}",
        "box 1 places nothing",
    )
    for command in ("dealer closes bets", "dealer deals", "box 1 rides"):
        table.do(command)
        assert {table.refused(late) for late in forbidden} == {"bets-closed 6(c)"}


@clause("MA-LIR 6(d)")
def test_three_equal_bets_of_which_two_can_come_back() -> None:
    table = Driven(stacks()).open("ann")
    table.bet()
    assert table.refused("box 1 places bet_1 $15, bet_2 $15") == "wager-missing 6(d)"
    assert table.refused("box 1 places bet_1 $15, bet_2 $20, bet_3 $15") == "stakes-do-not-fit 6(d)"
    assert table.refused("box 1 places bet_1 $15, bet_2 $15, bet_3 $20") == "stakes-do-not-fit 6(d)"
    assert table.do(f"box 1 places {BASE}") == [
        f"wager placed 1 {bet} $15 $0 6(d)" for bet in ("bet_1", "bet_2", "bet_3")
    ]
    table.do("dealer closes bets", "dealer deals", "box 1 withdraws", "box 1 withdraws")
    assert table.table.rack_of("ann") == 1_000_000 - 1500
    assert table.refused("box 1 withdraws") == "no-decision-due 9(b)"


@clause("MA-LIR 6(e)")
def test_two_adjacent_boxes_where_the_house_permits() -> None:
    one = Driven(house("automated_shoe", "counting", adjacent=1)).open("ann")
    assert one.refused("player ann takes box 2") == "too-many-boxes 6(e)"
    two = Driven(stacks()).open("ann")
    assert two.refused("player ann takes box 3") == "boxes-not-adjacent 6(e)"
    two.do("player ann takes box 2")
    assert two.refused("player ann takes box 3") == "too-many-boxes 6(e)"
    two.deal(f"1 {BASE}", f"2 {BASE}")
    two.settle(*rides(1, 2))


@clause("MA-LIR 6a(b)", "MA-LIR 6b(b)", "MA-LIR 11(a)", "MA-LIR 12(b)")
@pytest.mark.parametrize(
    ("wager", "stake", "cite", "needs"),
    [
        ("bonus", "$1", "6a(a)", "6a(b)"),
        ("three_card_bonus", "$5", "6b(a)", "6b(b)"),
        ("cover_all", "$5", "11(a)", "11(a)"),
        ("progressive", "$1", "12(a)", "12(b)"),
    ],
)
def test_a_side_wager_is_added_to_the_base_bets_where_it_is_offered(
    wager: str, stake: str, cite: str, needs: str
) -> None:
    plain = Driven(stacks()).open("ann")
    plain.bet()
    assert plain.refused(f"box 1 places {BASE}, {wager} {stake}") == f"wager-not-offered {cite}"
    table = Driven(stacks(wager)).open("ann")
    table.bet()
    assert table.refused(f"box 1 places {wager} {stake}") == f"wager-needs-another {needs}"
    placed = table.do(f"box 1 places {BASE}, {wager} {stake}")
    assert placed[-1] == f"wager placed 1 {wager} {stake} $0 {cite}"
    table.do("dealer closes bets")
    assert table.refused(f"box 1 places {BASE}") == "bets-closed 6(c)"


@clause("MA-LIR 6a(b)", "MA-LIR 12(b)")
@pytest.mark.parametrize(("wager", "cite"), [("bonus", "6a(b)"), ("progressive", "12(b)")])
def test_bonus_and_progressive_take_one_dollar(wager: str, cite: str) -> None:
    table = Driven(stacks(wager)).open("ann")
    table.bet()
    assert table.refused(f"box 1 places {BASE}, {wager} $5") == f"stake-not-accepted {cite}"
    assert table.refused(f"box 1 places {BASE}, {wager} $0.50") == f"stake-not-accepted {cite}"
    table.do(f"box 1 places {BASE}, {wager} $1")


SIDE = {"bonus": "$1", "three_card_bonus": "$5", "cover_all": "$5", "progressive": "$1"}


@clause("MA-LIR 6a(d)", "MA-LIR 6b(d)")
@pytest.mark.parametrize("hand", ["9c 9d 9h", "3c 6d 8h"])
def test_side_wagers_do_not_bear_on_each_other_or_the_base_bets(hand: str) -> None:
    def settled(*names: str) -> set[str]:
        table = Driven(stacks(*SIDE)).open("ann")
        placed = ", ".join([BASE, *(f"{name} {SIDE[name]}" for name in names)])
        table.deal(f"1 {placed}", top=f"{hand} Kc 2h 5s")
        return set(picked(table.settle(*RIDE), "wager paid", "wager collected"))

    every = settled(*SIDE)
    assert len(every) == 7
    assert settled() == {line for line in every if " bet_" in line}
    for name in SIDE:
        assert settled(name) == {line for line in every if " bet_" in line or f" {name} " in line}


class Section(NamedTuple):
    """One way of dealing, and where its section says what."""

    device: str
    announce: str
    counting: str
    wrong: str


SHOE = Section("manual_shoe", "7(b)", "7(e)", "7(e)(2)")
MACHINE = Section("automated_shoe", "8(b)(2)", "8(e)", "8(e)")
both_sections = pytest.mark.parametrize("section", [SHOE, MACHINE], ids=lambda section: section.device)


def at(section: Section, *wagers: str) -> Driven:
    return Driven(house(section.device, "automated", *wagers))


@clause("MA-LIR 7(b)", "MA-LIR 8(b)(2)")
@both_sections
def test_no_more_bets_is_called_and_bonus_chips_are_collected_counted_and_put_away(section: Section) -> None:
    table = at(section, "bonus", "progressive").open("ann", "bob")
    table.bet(f"1 {BASE}, bonus $1, progressive $1", f"2 {BASE}, bonus $1")
    inventory = chips(table)["inventory"]
    assert table.refused("dealer deals") == f"bets-not-closed {section.announce}"
    assert table.do("dealer closes bets counting bonus 3, progressive 0") == [
        f"bets closed {section.announce}",
        f"chips counted bonus 3 2 {section.announce}",
        f"chips counted progressive 0 1 {section.announce}",
    ]
    assert table.refused("dealer deals") == f"chips-do-not-agree {section.announce}"
    assert table.refused(f"box 2 places {BASE}") == "bets-closed 6(c)"
    assert table.do("floorperson counts bonus 2", "floorperson accepts progressive of box 1") == [
        f"chips counted bonus 2 2 {section.announce}",
        f"wagers collected bonus 2 $2 {section.announce}",
        f"difference decided 1 progressive yes {section.announce}",
        f"wagers collected progressive 1 $1 {section.announce}",
        "meter raised main $0.10 0 12(c)",
    ]
    assert chips(table)["inventory"] == inventory + 300 - 10
    table.do("dealer deals")


@clause(
    "MA-LIR 7(c)", "MA-LIR 7(c)(1)", "MA-LIR 7(c)(2)", "MA-LIR 7(c)(3)", "MA-LIR 7(c)(4)", "MA-LIR 7(c)(5)",
    "MA-LIR 7(c)(6)",
)  # fmt: skip
def test_the_shoe_gives_boxes_and_community_area_a_card_at_a_time() -> None:
    table = at(SHOE).open("ann", "bob", "cyd")
    assert table.deal(f"1 {BASE}", f"3 {BASE}") == block("""
        cards dealt 1 2c 5c 8c 7(c)
        cards dealt 3 3c 6c 9c 7(c)
        cards dealt community 4c 7c Tc 7(c)
    """)


@clause("MA-LIR 7(d)", "MA-LIR 8(d)")
@both_sections
def test_the_stub_goes_to_the_discard_rack_unseen(section: Section) -> None:
    table = at(section).open("ann")
    table.deal(f"1 {BASE}")
    shown = picked(table.settle(*RIDE), "cards revealed")
    assert table.table.rack[:46] == DECK[6:]
    assert not any(str(card) in line.split() for card in DECK[6:] for line in shown)


@clause("MA-LIR 7(e)", "MA-LIR 8(e)")
@both_sections
def test_the_fifth_round_waits_for_a_count_of_the_stub(section: Section) -> None:
    table = at(section).open("ann")
    for _ in range(4):
        whole_round(table)
    table.deal(f"1 {BASE}")
    assert table.refused("box 1 rides") == f"stub-not-counted {section.counting}"
    table.do("dealer counts stub 46")
    table.settle(*RIDE)
    whole_round(table)


@clause("MA-LIR 7(e)", "MA-LIR 7(e)(1)", "MA-LIR 8(e)")
@both_sections
def test_a_count_that_makes_52_lets_the_round_go_on(section: Section) -> None:
    table = at(section).open("ann", "bob")
    table.bet(f"1 {BASE}", f"2 {BASE}")
    assert table.refused("dealer counts stub 52") == f"not-dealt {section.counting}"
    table.do("dealer closes bets", "dealer deals")
    assert table.do("dealer counts stub 43") == ["stub counted 43 7(e)(1)"]
    table.settle(*rides(1, 2))
    assert table.table.rack[:43] == DECK[9:]


@clause("MA-LIR 7(e)(2)", "MA-LIR 8(e)")
@both_sections
def test_a_wrong_count_without_a_misdeal_voids_the_round_and_removes_the_deck(section: Section) -> None:
    table = at(section, "bonus", "progressive").open("ann")
    before = chips(table)
    table.deal(f"1 {BASE}, bonus $1, progressive $1")
    table.do("box 1 withdraws")
    assert table.do("dealer counts stub 45", "floorperson confirms report") == block(f"""
        stub counted 45 {section.counting}
        irregularity reported stub_wrong deck 45 {section.wrong}
        irregularity found stub_wrong void_round,return_wagers,remove_deck {section.wrong}
        wager returned 1 bet_2 $15 {section.wrong}
        wager returned 1 bet_3 $15 {section.wrong}
        wager returned 1 bonus $1 {section.wrong}
        wager returned 1 progressive $1 {section.wrong}
        meter lowered main $0.10 0 {section.wrong}
        round voided {section.wrong}
        deck removed 0 {section.wrong}
    """)
    assert chips(table) == before
    assert table.table.decks == ()


@clause("MA-LIR 7(e)(2)", "MA-LIR 8(e)")
@both_sections
def test_a_misdeal_found_by_the_count_voids_the_round_and_keeps_the_deck(section: Section) -> None:
    table = at(section).open("ann")
    before = chips(table)
    table.deal(f"1 {BASE}")
    done = table.do("dealer counts stub 45 misdealt 7", "floorperson confirms report")
    assert done[2] == f"irregularity found stub_misdealt void_round,return_wagers,reshuffle {section.wrong}"
    assert done[-1] == f"round voided {section.wrong}"
    assert chips(table) == before
    assert table.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5(a)"
    whole_round(table)


@clause("MA-LIR 7(f)", "MA-LIR 8(e)")
@both_sections
def test_a_shuffler_that_counts_spares_the_count_and_removes_a_short_deck(section: Section) -> None:
    table = Driven(house(section.device, "counting")).open("ann")
    for _ in range(7):
        whole_round(table)
    assert table.do(f"dealer shuffles by device: {show_cards(DECK[:51])}") == [
        "irregularity found deck_not_52 remove_deck 7(f)",
        "deck removed 0 7(f)",
    ]
    assert table.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5(a)"


@clause("MA-LIR 8(c)")
def test_the_machine_gives_stacks_to_boxes_with_three_bets_and_the_last_to_the_community_area() -> None:
    table = at(MACHINE).open("ann", "bob", "cyd")
    assert table.deal(f"1 {BASE}", f"3 {BASE}") == block("""
        cards dealt 1 2c 3c 4c 8(c)
        cards dealt 3 5c 6c 7c 8(c)
        cards dealt community 8c 9c Tc 8(c)
    """)


@clause("MA-LIR 9(a)")
def test_decisions_begin_when_the_deal_is_complete() -> None:
    table = Driven(stacks()).open("ann")
    table.bet(f"1 {BASE}")
    table.do("dealer closes bets")
    assert table.refused("box 1 rides") == "no-decision-due 9(b)"
    table.do("dealer deals", "box 1 rides")


@clause("MA-LIR 9(b)", "MA-LIR 9(b)(1)", "MA-LIR 9(b)(2)", "MA-LIR 9(c)", "MA-LIR 9(d)")
def test_bet_1_is_asked_clockwise_then_the_left_card_is_burned_and_the_next_turned() -> None:
    table = Driven(stacks()).open("ann", "bob")
    table.deal(f"1 {BASE}", f"2 {BASE}", top="2c 3c 4c 5c 6c 7c Ks 2h 5s")
    assert table.refused("box 2 rides") == "not-your-turn 9(b)"
    assert table.refused("box 1 folds") == "no-such-choice 9(b)"
    assert table.refused("dealer settles") == "decisions-open 9(b)"
    assert table.do("box 1 rides") == ["choice made 1 bet_1 ride 9(b)(1)"]
    assert table.refused("box 1 withdraws") == "not-your-turn 9(b)"
    assert table.do("box 2 withdraws") == block("""
        choice made 2 bet_1 withdraw 9(b)(2)
        wager returned 2 bet_1 $15 9(b)(2)
        card burned community Ks 9(c)
        cards revealed community 2h 9(d)
    """)
    assert table.table.rack_of("bob") == 1_000_000 - 3000
    assert chips(table)["area 1 bet_1"] == 1500


@clause("MA-LIR 9(e)", "MA-LIR 9(e)(1)", "MA-LIR 9(e)(2)", "MA-LIR 9(f)")
def test_bet_2_is_asked_of_everyone_clockwise_then_the_last_card_is_turned() -> None:
    table = Driven(stacks()).open("ann", "bob")
    table.deal(f"1 {BASE}", f"2 {BASE}", top="2c 3c 4c 5c 6c 7c Ks 2h 5s")
    table.do("box 1 rides", "box 2 withdraws")
    assert table.refused("box 2 rides") == "not-your-turn 9(e)"
    assert table.refused("box 1 plays") == "no-such-choice 9(e)"
    assert table.do("box 1 rides") == ["choice made 1 bet_2 ride 9(e)(1)"]
    assert table.refused("dealer settles") == "decisions-open 9(e)"
    assert table.do("box 2 withdraws")[:2] == [
        "choice made 2 bet_2 withdraw 9(e)(2)",
        "wager returned 2 bet_2 $15 9(e)(2)",
    ]
    assert table.table.rack_of("bob") == 1_000_000 - 1500
    assert table.refused("box 1 withdraws") == "no-decision-due 9(b)"
    assert chips(table).items() >= {"area 1 bet_1": 1500, "area 1 bet_2": 1500}.items()
    assert table.do("dealer settles")[0] == "cards revealed community 5s 9(f)"


@clause("MA-LIR 9(g)", "MA-LIR 9(g)(1)", "MA-LIR 9(g)(2)")
def test_hands_of_own_and_both_community_cards_are_settled_counterclockwise() -> None:
    table = Driven(stacks()).open("ann", "bob", "cyd")
    table.deal(*(f"{box} {BASE}" for box in (1, 2, 3)), top="Td 3c 4c 9c 9d 5h Th Tc 2d 9s Ts 2h")
    table.do("box 1 rides", "box 2 rides", "box 3 withdraws")
    assert picked(table.settle("box 1 rides", "box 2 rides", "box 3 rides"), "wager") == block("""
        wager paid 3 bet_2 $15 full_house "11 to 1" $15 $165 "" 10(b)
        wager paid 3 bet_3 $15 full_house "11 to 1" $15 $165 "" 10(b)
        wager collected 2 bet_1 $15 9(g)(2)
        wager collected 2 bet_2 $15 9(g)(2)
        wager collected 2 bet_3 $15 9(g)(2)
        wager paid 1 bet_1 $15 tens_or_better "1 to 1" $15 $15 "" 10(b)
        wager paid 1 bet_2 $15 tens_or_better "1 to 1" $15 $15 "" 10(b)
        wager paid 1 bet_3 $15 tens_or_better "1 to 1" $15 $15 "" 10(b)
    """)


@clause("MA-LIR 9(g)(3)")
def test_losing_wagers_of_a_box_are_collected_before_winning_ones_are_paid() -> None:
    wagers = f"{BASE}, bonus $1, three_card_bonus $5"
    table = Driven(stacks("bonus", "three_card_bonus")).open("ann", "bob")
    table.deal(f"1 {wagers}", f"2 {wagers}", top="Td 3c 4c 9c 9d 5h Ks Ts 2h")
    done = picked(table.settle(*rides(1, 2)), "wager")
    assert [" ".join(line.split()[1:4]) for line in done] == block("""
        collected 2 bet_1
        collected 2 bet_2
        collected 2 bet_3
        collected 2 bonus
        paid 2 three_card_bonus
        collected 1 bonus
        collected 1 three_card_bonus
        paid 1 bet_1
        paid 1 bet_2
        paid 1 bet_3
    """)


@clause("MA-LIR 9(g)(4)", "MA-LIR 9(h)")
def test_cards_stay_until_all_is_settled_and_then_lie_in_the_rack_hand_by_hand() -> None:
    top = "Td 3c 4c 9c 9d 5h Ks Ts 2h"
    table = Driven(stacks(*SIDE)).open("ann", "bob")
    wagers = ", ".join([BASE, *(f"{name} {stake}" for name, stake in SIDE.items())])
    table.deal(f"1 {wagers}", f"2 {wagers}", top=top)
    done = table.settle(*rides(1, 2))
    assert done[-1] == "round completed 9(h)"
    assert picked(done, "card discarded", "cards collected") == []
    assert table.table.rack[:43] == stacked(top)[9:]
    assert show_cards(table.table.rack[43:]) == "Ks 9c 9d 5h Td 3c 4c Ts 2h"


@clause("MA-LIR 10(c)")
def test_a_payout_limit_caps_the_base_bets_of_a_hand_and_nothing_else() -> None:
    limited = house("automated_shoe", "counting", "bonus", "three_card_bonus", more='payout_limit = "$120,000"')
    table = Driven(limited).open("ann")
    table.deal("1 bet_1 $100, bet_2 $100, bet_3 $100, bonus $1, three_card_bonus $50", top="As Ks Qs 2c Js Ts")
    assert picked(table.settle(*RIDE), "wager") == block("""
        wager paid 1 bet_1 $100 royal_flush "1,000 to 1" $100 $100,000 "" 10(b)
        wager paid 1 bet_2 $100 royal_flush "1,000 to 1" $100 $20,000 "" 10(c)
        wager paid 1 bet_3 $100 royal_flush "1,000 to 1" $100 $0 "" 10(c)
        wager paid 1 bonus $1 royal_flush $25,000 $0 $25,000 "" 10(d)
        wager paid 1 three_card_bonus $50 mini_royal "50 to 1" $50 $2,500 "" 10(e)
    """)


def cover_all(top: str, boxes: int = 2, **options: str) -> list[str]:
    """What becomes of Cover All bets in boxes 1 and 2, and the cards turned up for them."""
    lines = "\n".join(f'{key} = "{value}"' for key, value in options.items())
    table = Driven(stacks("cover_all") + f"\n[tables.one.options]\n{lines}").open(*"abcdefg"[:boxes])
    staked = {1: f"{BASE}, cover_all $5", 2: f"{BASE}, cover_all $10"}
    table.deal(*(f"{box} {staked.get(box, BASE)}" for box in range(1, boxes + 1)), top=top)
    done = table.settle(*rides(*range(1, boxes + 1)))
    return [line for line in done if " cover_all " in line]


@clause("MA-LIR 11(b)")
@pytest.mark.parametrize(
    ("top", "outcome"),
    [
        ("2d 7h 9c 3d 3h Jc Ks Qc 3s", "paid"),  # trips of box 2 with a community card
        ("2d 7h 9c 3d 3h Jc 3s Qc Ks", "collected"),  # the burned card is in no box's hand
        ("2d 7h 9c 4d 5h Jc Ks Kd Kh", "paid"),  # the dealer's stack
        ("2d 7h 9c 4d 5h Jc Ks Kd 8h", "collected"),
    ],
)
def test_cover_all_wins_with_trips_or_better_of_any_player_or_the_dealer(top: str, outcome: str) -> None:
    assert [line.split()[1] for line in cover_all(top)] == [outcome, outcome]


@clause("MA-LIR 11(b)")
def test_the_dealer_s_stack_counts_unless_the_house_chose_otherwise() -> None:
    assert cover_all("2d 7h 9c 4d 5h Jc Ks Kd Kh", cover_all_dealer="players_only") == [
        "wager collected 2 cover_all $10 11(b)",
        "wager collected 1 cover_all $5 11(b)",
    ]


@clause("MA-LIR 11(c)")
@pytest.mark.parametrize(("boxes", "odds"), [(1, 20), (2, 11), (3, 7), (4, 5), (5, 4), (6, 3), (7, 3)])
def test_the_odds_follow_the_number_of_hands_dealt(boxes: int, odds: int) -> None:
    hands = "4d 4h Jc 2d 7h 9c 2s 7s 9d 2h 7c 9h 3d 5h Tc 6s 8s Qd 6h 8c Qh"
    dealt = " ".join(hands.split()[: 3 * boxes])
    paid = [
        f'wager paid 2 cover_all $10 three_of_a_kind "{odds} to 1" $10 ${10 * odds} "" 11(k)',
        f'wager paid 1 cover_all $5 three_of_a_kind "{odds} to 1" $5 ${5 * odds} "" 11(k)',
    ]
    assert cover_all(f"{dealt} Ks Ad 4s", boxes) == paid[-boxes:]


@clause("MA-LIR 11(g)")
def test_only_the_highest_hand_pays() -> None:
    assert cover_all("4d 4h Jc 3s 5s 6s Kd 4s 7s") == [
        'wager paid 2 cover_all $10 straight_flush "100 to 1" $10 $1,000 "" 11(k)',
        'wager paid 1 cover_all $5 straight_flush "100 to 1" $5 $500 "" 11(k)',
    ]


@clause("MA-LIR 11(j)")
def test_cover_all_is_settled_after_all_other_bets_of_all_players() -> None:
    table = Driven(stacks(*SIDE)).open("ann", "bob")
    wagers = ", ".join([BASE, *(f"{name} {stake}" for name, stake in SIDE.items())])
    table.deal(f"1 {wagers}", f"2 {wagers}", top="4d 4h Jc 3s 5s 6s Kd 4s 7s")
    done = table.settle(*rides(1, 2))
    assert [" ".join(line.split()[1:4]) for line in picked(done, "wager", "award", "cards revealed")[-4:]] == block("""
        paid 1 envy
        revealed community Kd
        paid 2 cover_all
        paid 1 cover_all
    """)


@clause("MA-LIR 12(c)", "MA-LIR 12(d)")
@pytest.mark.parametrize(
    ("hand", "community", "paid"),
    [
        ("As Ks Qs", "Js Ts", 'royal_flush "100% of main" $0 $1,000.20 main'),
        ("9s Ks Qs", "Js Ts", 'straight_flush "10% of main" $0 $100.02 main'),
        ("4d 4h 4s", "4c Ts", 'four_of_a_kind "300 for 1" $0 $300 ""'),
        ("4d 4h 4s", "Tc Ts", 'full_house "50 for 1" $0 $50 ""'),
        ("2s 7s 9s", "Js Ks", 'flush "40 for 1" $0 $40 ""'),
        ("4d 5h 6s", "7c 8s", 'straight "30 for 1" $0 $30 ""'),
        ("4d 4h 6s", "4c 8s", 'three_of_a_kind "9 for 1" $0 $9 ""'),
    ],
)
def test_the_progressive_pays_by_table_1_on_own_and_both_community_cards(hand: str, community: str, paid: str) -> None:
    table = Driven(stacks("progressive")).open("ann", "bob")
    table.deal(f"1 {BASE}, progressive $1", f"2 {BASE}, progressive $1", top=f"{hand} 2h 3d 9c Ah {community}")
    done = table.settle(*rides(1, 2))
    assert picked(done, "wager paid 1 progressive") == [f"wager paid 1 progressive $1 {paid} 12(d)"]
    assert picked(done, "wager collected 2 progressive") == ["wager collected 2 progressive $1 9(g)(3)"]


@clause("MA-LIR 12(c)")
def test_each_win_is_of_what_the_meter_shows_in_its_turn() -> None:
    table = Driven(stacks("progressive")).open("ann", "bob")
    table.deal(f"1 {BASE}, progressive $1", f"2 {BASE}, progressive $1", top="6s 5s 4s Js Ts 9s Ah 8s 7s")
    assert picked(table.settle(*rides(1, 2)), "wager paid 1 progressive", "wager paid 2 progressive") == block("""
        wager paid 2 progressive $1 straight_flush "10% of main" $0 $100.02 main 12(d)
        wager paid 1 progressive $1 straight_flush "10% of main" $0 $90.01 main 12(d)
    """)


@clause("MA-LIR 12(d)")
def test_envy_is_paid_to_progressive_bettors_for_another_s_royal_or_straight_flush() -> None:
    table = Driven(stacks("progressive")).open("ann", "bob", "cyd", "dan")
    table.deal(
        f"1 {BASE}",
        f"2 {BASE}, progressive $1",
        f"3 {BASE}, progressive $1",
        f"4 {BASE}",
        top="As Ks Qs 9s 8s 7s 2h 3d 9c 4c 5d 6h Ah Js Ts",
    )
    assert picked(table.settle(*rides(1, 2, 3, 4)), "award") == block("""
        award paid 3 envy 2 straight_flush $300 $300 12(d)
        award paid 3 envy 1 royal_flush $1,000 $1,000 12(d)
        award paid 2 envy 1 royal_flush $1,000 $1,000 12(d)
    """)


VOID = "void_round,return_wagers,reshuffle"


def closed(section: Section) -> tuple[Driven, Mapping[str, int]]:
    """A table whose bets are closed, and the chips before them."""
    table = at(section, "bonus", "progressive").open("ann")
    before = chips(table)
    table.bet(f"1 {BASE}, bonus $1, progressive $1")
    table.do("dealer closes bets")
    return table, before


def assert_undone(table: Driven, before: Mapping[str, int]) -> None:
    """Every chip is back, and no round begins before a shuffle."""
    assert chips(table) == before
    assert table.table.round is None
    assert table.refused("dealer opens bets at 0:01:00") == "cards-not-ready 5(a)"
    whole_round(table)


def returned(cite: str) -> list[str]:
    """The end of a void round of `closed`."""
    wagers = ["bet_1 $15", "bet_2 $15", "bet_3 $15", "bonus $1", "progressive $1"]
    lines = [f"wager returned 1 {wager} {cite}" for wager in wagers]
    return [*lines, f"meter lowered main $0.10 0 {cite}", f"round voided {cite}"]


@clause("MA-LIR 13(a)")
def test_one_card_found_face_up_is_discarded_and_a_second_voids_the_round() -> None:
    table, _ = closed(SHOE)
    assert table.do("dealer reports card_face_up 3c") == [
        "irregularity found card_face_up discard_card 13(a)",
        "card discarded deck 3c 13(a)",
    ]
    assert table.do("dealer deals") == [
        "cards dealt 1 2c 5c 7c 7(c)",
        "cards dealt community 4c 6c 8c 7(c)",
    ]
    assert table.do("dealer counts stub 45") == ["stub counted 45 7(e)(1)"]
    table, before = closed(MACHINE)
    table.do("dealer reports card_face_up 3c")
    assert table.do("dealer reports card_face_up 9d") == [
        f"irregularity found second_card_face_up {VOID} 13(a)",
        *returned("13(a)"),
    ]
    assert_undone(table, before)


@clause("MA-LIR 13(b)")
def test_a_card_drawn_in_error_is_dealt_as_the_next_card() -> None:
    table, _ = closed(SHOE)
    assert table.do("dealer reports card_drawn_in_error") == [
        "irregularity found card_drawn_in_error use_as_next_card 13(b)"
    ]
    assert table.do("dealer deals") == [
        "cards dealt 1 2c 4c 6c 7(c)",
        "cards dealt community 3c 5c 7c 7(c)",
    ]


@clause("MA-LIR 13(c)")
@both_sections
def test_a_wrong_number_of_cards_voids_the_round(section: Section) -> None:
    table, before = closed(section)
    table.do("dealer deals")
    assert table.do("dealer reports wrong_number_of_cards at community, 4 cards") == [
        "irregularity reported wrong_number_of_cards community 4 13(c)"
    ]
    assert table.do("floorperson confirms report") == [
        f"irregularity found wrong_number_of_cards {VOID} 13(c)",
        *returned("13(c)"),
    ]
    assert_undone(table, before)


@clause("MA-LIR 13(d)")
def test_the_cards_are_reshuffled_when_the_shuffler_fails() -> None:
    table = at(SHOE).open("ann")
    table.shuffle()
    assert table.do("dealer reports shuffler_failed") == [
        "irregularity found shuffler_failed reshuffle 13(d)",
        "shuffle ordered 0 13(d)",
    ]
    assert table.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5(a)"
    assert table.refused(f"dealer shuffles by hand: {show_cards(DECK)}") == "wrong-shuffle 5(a)"
    whole_round(table)


@clause("MA-LIR 13(e)")
def test_a_dealing_machine_that_fails_voids_the_round() -> None:
    table, before = closed(MACHINE)
    assert table.do("dealer reports dealing_shoe_failed") == ['irregularity reported dealing_shoe_failed "" -1 13(e)']
    assert table.do("floorperson confirms report") == [
        "irregularity found dealing_shoe_failed void_round,return_wagers,gather_dealt_cards,reshuffle 13(e)",
        *returned("13(e)"),
    ]
    assert_undone(table, before)
    by_hand, _ = closed(SHOE)
    assert by_hand.refused("dealer reports dealing_shoe_failed") == "not-an-irregularity 13(a)"


@clause("MA-LIR 10(a)", "MA-LIR 12(d)")
def test_a_win_for_1_is_said_with_to_and_settled_as_it_is_printed() -> None:
    """Ruling odds-word-ma."""
    table = Driven(stacks("progressive")).open("ann")
    table.deal(f"1 {BASE}, progressive $1", top="9c 9d 9h 2c 4s 5s")
    table.do(*RIDE)
    after, events = act(table.table, parse_command("dealer settles"))
    (paid,) = [event for event in events if isinstance(event, e.WagerPaid) and event.wager == "progressive"]
    assert (paid.odds, paid.amount, paid.returned) == ("9 for 1", 900, 0)
    assert Reasons(after).settled(paid).why == "three nines pays 8 to 1"


@clause("MA-LIR 11(f)", "MA-LIR 11(k)")
def test_seven_players_are_paid_cover_all_by_the_column_for_seven() -> None:
    table = Driven(stacks("cover_all")).open(*"abcdefg")
    hands = "9c 9d 9h 2c 4d 6h 2d 4h 6s 2h 4s 6c 3c 5d 7h 3d 5h 7s 3h 5s 7c"
    table.deal(*(f"{box} {BASE}, cover_all $1" for box in range(1, 8)), top=f"{hands} Ts Jc Kd")
    settled = table.settle(*rides(1, 2, 3, 4, 5, 6, 7))
    paid = [line for line in picked(settled, "wager paid") if " cover_all " in line]
    assert len(paid) == 7
    assert {line.split(" ", 3)[3] for line in paid} == {'cover_all $1 three_of_a_kind "3 to 1" $1 $3 "" 11(k)'}
