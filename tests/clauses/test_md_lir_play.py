"""Maryland Let It Ride at the table: what each clause orders, and that the contrary is refused."""

from collections.abc import Mapping
from typing import NamedTuple

import pytest

from pitboss.cards import DECK, parse_cards, show_cards
from tests.clauses.driven import Driven, picked, stacked
from tests.clauses.marks import clause
from tests.clauses.reading import block

OFFERS = {
    "five_card_bonus": 'five_card_bonus = { paytable = "C" }',
    "three_card_bonus": 'three_card_bonus = { paytable = "A", minimum = "$1", maximum = "$50" }',
    "six_card_bonus": 'six_card_bonus = { paytable = "A", minimum = "$1", maximum = "$50" }',
    "progressive": 'progressive = { paytable = "A", stakes = ["$1", "$5"], link = "main" }',
}
LINK = '[links.main]\nmeters.main = { seed = "$1,000", rate = "10%" }'
LINK_D = '[links.main]\nmeters.major = { seed = "$1,000", rate = "10%" }\nmeters.minor = { seed = "$250", rate = "1%" }'
BASE = "bet_1 $10, bet_2 $10, bet_3 $10"
RIDE = ("box 1 rides", "box 1 rides")


def house(device: str, shuffler: str, *wagers: str, decks: int = 1, link: str = LINK, options: str = "") -> str:
    """A house with one table; `wagers` are names of side wagers, or lines that offer them."""
    lines = [OFFERS.get(wager, wager) for wager in wagers]
    backs = 'backs = ["red", "blue"]' if decks == 2 else ""
    return f"""
        facility = "Harbor"
        {link if any("link" in line for line in lines) else ""}
        [tables.one]
        regulation = "MD-LIR"
        boxes = 7
        adjacent_boxes = 2
        device = "{device}"
        shuffler = "{shuffler}"
        decks = {decks}
        {backs}
        [tables.one.wagers]
        base = {{ paytable = "A", minimum = "$5", maximum = "$500" }}
        {chr(10).join(lines)}
        {options}
    """


def stacks(*wagers: str, **more: str) -> str:
    """A house that deals stacks: first the bonus box where it is offered, then the community cards, then the boxes."""
    return house("automated_shoe", "counting", *wagers, **more)  # type: ignore[arg-type]


def chips(table: Driven) -> Mapping[str, int]:
    """Who has what, empty places left out."""
    return {name: cents for name, cents in table.table.accounts.items() if cents}


def whole_round(table: Driven, at: str = "0:00:00") -> None:
    table.deal(f"1 {BASE}", at=at)
    table.settle(*RIDE)


@clause("MD-LIR 2.A(1)")
def test_nobody_sits_at_an_eighth_box() -> None:
    assert Driven(stacks()).open(*"abcdefg").refused("player h takes box 8") == "no-such-box 2.A(1)"


@clause("MD-LIR 2.C", "MD-LIR 2.C(1)", "MD-LIR 2.C(2)", "MD-LIR 8.C(2)", "MD-LIR 9.A(3)(b)", "MD-LIR 10.A(1)(c)")
@pytest.mark.parametrize(
    ("device", "shuffler"),
    [
        ("manual_shoe", "none"),
        ("hand", "automated"),
        ("automated_shoe", "counting"),
        ("reshuffling_shoe", "reshuffling"),
    ],
)
def test_each_position_s_progressive_wager_is_acknowledged_until_no_more_bets(device: str, shuffler: str) -> None:
    table = Driven(house(device, shuffler, "progressive")).open("ann", "bob", "cyd")
    placed = table.bet(f"1 {BASE}, progressive $1", f"2 {BASE}, progressive $5", f"3 {BASE}")
    assert picked(placed, "wager placed 1 progressive", "wager placed 2 progressive") == [
        "wager placed 1 progressive $1 $0 7.E(6)",
        "wager placed 2 progressive $5 $0 7.E(6)",
    ]
    table.do("dealer closes bets")
    locked = {"manual_shoe": "8.C(2)", "hand": "9.A(3)(b)"}.get(device, "10.A(1)(c)")
    assert table.refused(f"box 3 places {BASE}, progressive $1") == f"bets-closed {locked}"
    assert table.refused(f"box 1 places {BASE}, progressive $5") == f"bets-closed {locked}"
    assert table.refused(f"box 2 places {BASE}, progressive $1") == "bets-closed 7.D"
    table.do("dealer deals")
    assert table.refused(f"box 3 places {BASE}, progressive $1") == f"bets-closed {locked}"


@clause("MD-LIR 3.B(3)", "MD-LIR 3.B(4)", "MD-LIR 3.B(5)")
def test_two_decks_take_turns_one_shuffled_while_the_other_is_played() -> None:
    table = Driven(house("automated_shoe", "counting", decks=2)).open("ann")
    shuffles = [f"dealer shuffles by device: {show_cards(stacked(top))}" for top in ("2c 3c", "2d 3d", "2h 3h")]
    dealt = []
    table.do(shuffles[0])
    for following, deck in (shuffles[1], 1), (shuffles[2], 0), (shuffles[0], 1):
        table.do("dealer loads shuffler", "dealer opens bets at 0:00:00", f"box 1 places {BASE}", "dealer closes bets")
        dealt += picked(table.do("dealer deals"), "cards dealt community")
        assert table.table.rack == ()
        (shuffled,) = table.do(following)
        assert shuffled.startswith(f"deck shuffled {deck} ")
        assert table.refused(following) == "nothing-to-shuffle 5.A"
        table.settle(*RIDE)
        assert sorted(table.table.rack) == sorted(DECK)
    assert dealt == [f"cards dealt community {cards} 10.B(2)" for cards in ("2c 3c", "2d 3d", "2h 3h")]


@clause("MD-LIR 3.B(3)", "MD-LIR 3.B(4)")
def test_the_second_round_waits_for_the_other_deck() -> None:
    table = Driven(house("automated_shoe", "counting", decks=2)).open("ann")
    table.do(f"dealer shuffles by device: {show_cards(DECK)}", "dealer loads shuffler", "dealer opens bets at 0:00:00")
    table.do(f"box 1 places {BASE}", "dealer closes bets", "dealer deals", *RIDE, "dealer settles")
    assert table.refused("dealer opens bets at 0:01:00") == "cards-not-ready 5.A"


@clause("MD-LIR 3.C", "MD-LIR 3.C(1)", "MD-LIR 3.C(2)")
@pytest.mark.parametrize(
    ("device", "shuffler", "hours", "cite"),
    [
        ("hand", "counting", 4, "3.C(1)"),
        ("manual_shoe", "counting", 8, "3.C(2)"),
        ("automated_shoe", "counting", 8, "3.C(2)"),
    ],
)
def test_decks_are_changed_in_time(device: str, shuffler: str, hours: int, cite: str) -> None:
    table = Driven(house(device, shuffler)).open("ann")
    whole_round(table, at="1:00:00")
    whole_round(table, at=f"{hours}:59:59")
    table.shuffle()
    assert table.refused(f"dealer opens bets at {hours + 1}:00:00") == f"deck-too-old {cite}"
    table.receive()
    whole_round(table, at=f"{hours + 1}:00:00")


OPENING = """
    step performed inspect_cards dealer {deck} 4.A
    step performed verify_inspection floorperson {deck} 4.A
    step performed spread_face_up dealer {deck} 4.B
    step performed view_cards player {deck} 4.C
    step performed turn_face_down dealer {deck} 4.C(1)
    step performed wash dealer {deck} 4.C(2)
    step performed stack dealer {deck} 4.C(3)
"""


@clause("MD-LIR 4.A", "MD-LIR 4.B", "MD-LIR 4.C", "MD-LIR 4.C(1)", "MD-LIR 4.C(2)", "MD-LIR 4.C(3)")
def test_cards_are_inspected_shown_washed_and_stacked_in_that_order() -> None:
    table = Driven(house("manual_shoe", "none"))
    table.do("dealer receives 1 deck")
    assert table.refused("dealer performs wash") == "out-of-order 4.A"
    table.do("dealer performs inspect_cards")
    assert table.refused("dealer performs verify_inspection") == "out-of-order 4.A"
    assert table.refused("dealer performs spread_face_up") == "out-of-order 4.A"
    table.do("floorperson performs verify_inspection", "dealer performs spread_face_up")
    assert table.refused("dealer performs turn_face_down") == "out-of-order 4.C"
    assert Driven(house("manual_shoe", "none")).receive()[1:] == block(OPENING.format(deck=0))


@clause("MD-LIR 4.D", "MD-LIR 5.A", "MD-LIR 5.A(1)")
def test_stacked_cards_are_shuffled_before_any_round() -> None:
    table = Driven(house("manual_shoe", "counting"))
    table.do("dealer receives 1 deck")
    shuffle = f"dealer shuffles by device: {show_cards(DECK)}"
    assert table.refused(shuffle) == "not-opened 4.A"
    table.receive()
    assert table.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5.A"
    assert table.do(shuffle) == [f"deck shuffled 0 {show_cards(DECK)} device 5.A(1)"]
    assert table.do("dealer opens bets at 0:00:00") == ["bets opened 1 0 7.C"]


@clause("MD-LIR 4.E")
def test_each_of_two_decks_is_opened() -> None:
    opened = Driven(house("automated_shoe", "counting", decks=2)).receive()
    assert opened[1:] == [*block(OPENING.format(deck=0)), *block(OPENING.format(deck=1))]


@clause("MD-LIR 4.F", "MD-LIR 5.A")
def test_preshuffled_decks_skip_opening_and_the_first_shuffle_alone() -> None:
    table = Driven(house("manual_shoe", "none"))
    assert table.receive(preshuffled=True) == ["decks received 1 yes 4.F"]
    assert table.refused("dealer performs inspect_cards") == "nothing-to-open 4.A"
    table.do("player ann buys $100", "player ann takes box 1")
    assert table.refused(f"dealer shuffles by hand: {show_cards(DECK)}") == "wrong-shuffle 5.A"
    assert table.shuffle() == [
        f"deck shuffled 0 {show_cards(DECK[32:] + DECK[:32])} preshuffled 5.A(1)",
        "deck cut 20 5.F",
    ]
    whole_round(table)
    assert table.refused(f"dealer shuffles by preshuffled: {show_cards(DECK)}") == "wrong-shuffle 5.A"
    assert table.refused("dealer opens bets at 0:01:00") == "cards-not-ready 5.A"


@clause("MD-LIR 4.F", "MD-LIR 9.A(1)")
def test_preshuffled_cards_pass_through_the_shuffler_before_they_are_dealt_from_the_hand() -> None:
    table = Driven(house("hand", "automated"))
    table.receive(preshuffled=True)
    assert table.refused(f"dealer shuffles by preshuffled: {show_cards(DECK)}") == "wrong-shuffle 5.A"
    table.do(f"dealer shuffles by device: {show_cards(DECK)}", "dealer opens bets at 0:00:00")


@clause("MD-LIR 5.A", "MD-LIR 5.A(2)")
@pytest.mark.parametrize(("shuffler", "way", "other"), [("none", "hand", "device"), ("automated", "device", "hand")])
def test_cards_are_shuffled_after_every_round(shuffler: str, way: str, other: str) -> None:
    table = Driven(house("manual_shoe", shuffler)).open("ann")
    whole_round(table)
    assert table.refused("dealer opens bets at 0:01:00") == "cards-not-ready 5.A"
    assert table.refused(f"dealer shuffles by {other}: {show_cards(DECK)}") == "wrong-shuffle 5.A"
    assert table.do(f"dealer shuffles by {way}: {show_cards(DECK)}") == [
        f"deck shuffled 0 {show_cards(DECK)} {way} 5.A(2)"
    ]


@clause("MD-LIR 5.A(3)")
def test_the_floorperson_orders_a_shuffle() -> None:
    table = Driven(house("manual_shoe", "counting")).open("ann")
    table.shuffle()
    assert table.do("floorperson orders shuffle") == ["shuffle ordered 0 5.A(3)"]
    assert table.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5.A"
    table.shuffle()
    table.do("dealer opens bets at 0:00:00")


@clause("MD-LIR 5.C", "MD-LIR 5.D(1)")
@pytest.mark.parametrize(
    ("device", "cite"), [("manual_shoe", "8.D(3)(a)"), ("hand", "9.C(1)"), ("automated_shoe", "10.B(3)")]
)
def test_cards_from_a_shuffler_are_dealt_without_a_cut(device: str, cite: str) -> None:
    table = Driven(house(device, "automated")).open("ann")
    table.do(f"dealer shuffles by device: {show_cards(DECK)}")
    assert table.refused("dealer cuts 10") == "no-cut-due 5.F"
    table.do("dealer opens bets at 0:00:00", f"box 1 places {BASE}", "dealer closes bets")
    (hand,) = picked(table.do("dealer deals"), "cards dealt 1")
    assert hand.endswith(cite)


@clause("MD-LIR 5.D(2)", "MD-LIR 5.F", "MD-LIR 5.F(1)")
@pytest.mark.parametrize("way", ["hand", "preshuffled"])
def test_cards_shuffled_by_hand_or_preshuffled_are_cut_ten_deep(way: str) -> None:
    table = Driven(house("manual_shoe", "none"))
    table.receive(preshuffled=way == "preshuffled")
    table.do(f"dealer shuffles by {way}: {show_cards(DECK)}")
    assert table.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5.A"
    assert table.refused("dealer cuts 9") == "cut-too-shallow 5.F"
    assert table.refused("dealer cuts 52") == "cut-too-shallow 5.F"
    assert table.do("dealer cuts 10") == ["deck cut 10 5.F"]
    assert table.table.decks[0].order == DECK[10:] + DECK[:10]
    assert table.do("dealer opens bets at 0:00:00") == ["bets opened 1 0 7.C"]


@clause("MD-LIR 5.E", "MD-LIR 5.E(1)", "MD-LIR 5.E(2)")
def test_a_deck_that_a_counting_shuffler_finds_short_leaves_the_table() -> None:
    short = f"dealer shuffles by device: {show_cards(DECK[:51])}"
    table = Driven(house("manual_shoe", "counting")).open("ann")
    assert table.do(short) == ["irregularity found deck_not_52 remove_deck 5.E(2)", "deck removed 0 5.E(2)"]
    assert table.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5.A"
    table.receive()
    whole_round(table)
    uncounted = Driven(house("manual_shoe", "automated")).open("ann")
    assert picked(uncounted.do(short), "deck removed") == []


@clause("MD-LIR 5.G")
def test_the_floorperson_orders_a_recut_before_the_deal() -> None:
    table = Driven(house("manual_shoe", "none")).open("ann")
    assert table.refused("floorperson orders recut") == "nothing-cut 5.G"
    table.shuffle()
    assert table.do("floorperson orders recut") == ["recut ordered 5.G"]
    assert table.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5.A"
    table.do("dealer cuts 30")
    table.deal(f"1 {BASE}")
    assert table.refused("floorperson orders recut") == "round-under-way 5.G"


@clause("MD-LIR 5.H", "MD-LIR 5.H(1)", "MD-LIR 5.H(3)")
def test_after_an_idle_table_the_first_arrival_looks_and_the_cards_are_prepared_anew() -> None:
    table = Driven(house("manual_shoe", "none")).open("ann")
    table.shuffle()
    assert table.refused("dealer spreads cards") == "players-seated 5.H(1)"
    table.do("box 1 leaves")
    assert table.do("dealer spreads cards") == ["table idled 5.H(1)"]
    table.do("player bob buys $100", "player bob takes box 1")
    assert table.refused("dealer performs turn_face_down") == "out-of-order 4.C"
    for step in ("player performs view_cards", "dealer performs turn_face_down", "dealer performs wash"):
        table.do(step)
        assert table.refused(f"dealer shuffles by hand: {show_cards(DECK)}") == "not-opened 4.A"
    table.do("dealer performs stack", f"dealer shuffles by hand: {show_cards(DECK)}")
    assert table.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5.A"
    table.do("dealer cuts 10", "dealer opens bets at 0:00:00")


@clause("MD-LIR 5.I")
def test_a_device_that_reshuffles_needs_no_cut() -> None:
    table = Driven(house("reshuffling_shoe", "reshuffling"))
    table.receive(preshuffled=True)
    table.do(f"dealer shuffles by preshuffled: {show_cards(DECK)}")
    assert table.refused("dealer cuts 10") == "no-cut-due 5.F"
    table.do("dealer opens bets at 0:00:00")


@clause("MD-LIR 5.I")
def test_a_deck_that_it_finds_short_leaves_the_table_all_the_same() -> None:
    table = Driven(house("reshuffling_shoe", "reshuffling")).open("ann")
    assert table.do(f"dealer shuffles by device: {show_cards(DECK[:51])}")[-1] == "deck removed 0 5.E(2)"


@clause("MD-LIR 7.A")
def test_wagers_are_chips_on_their_areas() -> None:
    table = Driven(stacks("three_card_bonus")).open()
    table.do("player ann buys $30", "player ann takes box 1")
    table.bet()
    assert table.refused(f"box 1 places {BASE}, three_card_bonus $1") == "not-enough-chips 7.A"
    assert table.refused(f"box 1 places {BASE}, ante $5") == "wager-not-offered 2.A(1)"
    table.do(f"box 1 places {BASE}")
    areas = {f"area 1 {bet}": 1000 for bet in ("bet_1", "bet_2", "bet_3")}
    assert chips(table).items() >= areas.items()
    assert table.table.rack_of("ann") == 0


@clause("MD-LIR 7.A")
def test_chips_on_the_layout_move_from_a_later_wager_to_earlier_ones() -> None:
    table = Driven(stacks("three_card_bonus")).open()
    table.do("player ann buys $45", "player ann takes box 1")
    table.bet(f"1 {BASE}, three_card_bonus $15")
    moved = picked(table.do("box 1 places bet_1 $15, bet_2 $15, bet_3 $15"), "wager placed")
    assert [line.split()[3] for line in moved] == ["three_card_bonus", "bet_1", "bet_2", "bet_3"]


@clause("MD-LIR 7.B")
def test_only_a_seated_player_wagers() -> None:
    table = Driven(stacks()).open("ann")
    table.bet(f"1 {BASE}")
    assert table.refused(f"box 2 places {BASE}") == "not-seated 7.B"
    table.do("dealer closes bets")
    assert table.refused("player bob takes box 2") == "round-under-way 7.B"


@clause("MD-LIR 7.B(2)")
def test_the_wagers_of_a_player_who_left_may_be_declared_lost() -> None:
    wagers, top = f"{BASE}, three_card_bonus $5", "Ts 2h Td Th 4c 3c 6d 8h"
    table = Driven(stacks("three_card_bonus")).open("ann", "bob")
    table.deal(f"1 {wagers}", f"2 {wagers}", top=top)
    assert table.refused("floorperson declares box 1 abandoned") == "nobody-left 7.B(2)"
    table.do("box 1 leaves")
    assert table.do("floorperson declares box 1 abandoned") == ["wagers abandoned 1 7.B(2)"]
    assert picked(table.settle("box 2 rides", "box 2 rides"), "wager collected 1", "wager paid 1") == block("""
        wager collected 1 bet_1 $10 7.B(2)
        wager collected 1 bet_2 $10 7.B(2)
        wager collected 1 bet_3 $10 7.B(2)
        wager collected 1 three_card_bonus $5 7.B(2)
    """)


@clause("MD-LIR 7.B(2)")
def test_until_then_they_ride_as_placed() -> None:
    table = Driven(stacks()).open("ann", "bob")
    table.deal(f"1 {BASE}", f"2 {BASE}", top="Ts 2h Td Th 4c 3c 6d 8h")
    table.do("box 1 leaves")
    paid = picked(table.settle("box 2 rides", "box 2 rides"), "wager paid 1")
    assert [line.split()[3] for line in paid] == ["bet_1", "bet_2", "bet_3"]


@clause("MD-LIR 7.C", "MD-LIR 7.D")
def test_wagers_are_made_and_changed_until_no_more_bets_and_not_after() -> None:
    table = Driven(stacks("three_card_bonus")).open("ann", "bob")
    assert table.refused(f"box 1 places {BASE}") == "bets-not-open 7.C"
    table.bet(f"1 {BASE}", "1 bet_1 $20, bet_2 $20, bet_3 $20", "1 nothing", f"1 {BASE}, three_card_bonus $5")
    forbidden = (
        f"box 2 places {BASE}",
        f"box 1 places {BASE}, three_card_bonus $10",
        f"box 1 places {BASE}",
        "box 1 places nothing",
    )
    for command in ("dealer closes bets", "dealer deals", "box 1 rides"):
        table.do(command)
        assert {table.refused(late) for late in forbidden} == {"bets-closed 7.D"}


@clause("MD-LIR 7.E(1)")
def test_three_equal_bets() -> None:
    table = Driven(stacks()).open("ann")
    table.bet()
    assert table.refused("box 1 places bet_1 $10, bet_2 $10") == "wager-missing 7.E(1)"
    assert table.refused("box 1 places bet_1 $10, bet_2 $15, bet_3 $10") == "stakes-do-not-fit 7.E(1)"
    assert table.refused("box 1 places bet_1 $10, bet_2 $10, bet_3 $15") == "stakes-do-not-fit 7.E(1)"
    assert table.refused("box 1 places bet_1 $4, bet_2 $4, bet_3 $4") == "stake-outside-limits 7.E(1)"
    assert table.do(f"box 1 places {BASE}") == [
        f"wager placed 1 {bet} $10 $0 7.E(1)" for bet in ("bet_1", "bet_2", "bet_3")
    ]


@clause("MD-LIR 7.E(2)")
def test_bets_1_and_2_can_be_withdrawn_and_bet_3_cannot() -> None:
    table = Driven(stacks()).open("ann")
    table.deal(f"1 {BASE}", top="2h 3d 7c 9d Jh")
    table.do("box 1 withdraws", "box 1 withdraws")
    assert table.table.rack_of("ann") == 999_000
    assert table.refused("box 1 withdraws") == "no-decision-due 11.B"
    assert picked(table.settle(), "wager") == ["wager collected 1 bet_3 $10 11.D(3)"]


@clause("MD-LIR 7.E(3)", "MD-LIR 7.E(4)", "MD-LIR 7.E(5)", "MD-LIR 7.E(6)", "MD-LIR 7.E(6)(a)")
@pytest.mark.parametrize(
    ("wager", "stake", "cite"),
    [
        ("five_card_bonus", "$1", "7.E(3)"),
        ("three_card_bonus", "$5", "7.E(4)"),
        ("six_card_bonus", "$5", "7.E(5)"),
        ("progressive", "$1", "7.E(6)"),
    ],
)
def test_a_side_wager_is_added_to_the_base_bets_where_it_is_offered(wager: str, stake: str, cite: str) -> None:
    plain = Driven(stacks()).open("ann")
    plain.bet()
    assert plain.refused(f"box 1 places {BASE}, {wager} {stake}") == f"wager-not-offered {cite}"
    table = Driven(stacks(wager)).open("ann")
    table.bet()
    assert table.refused(f"box 1 places {wager} {stake}") == f"wager-needs-another {cite}"
    placed = table.do(f"box 1 places {BASE}, {wager} {stake}")
    assert placed[-1] == f"wager placed 1 {wager} {stake} $0 {cite}"
    assert chips(table)[f"area 1 {wager}"] == int(stake[1:]) * 100


@clause("MD-LIR 7.E(5)")
def test_the_literal_reading_of_the_six_card_precondition() -> None:
    options = '[tables.one.options]\nsix_card_precondition = "all_offered"'
    table = Driven(stacks("six_card_bonus", "three_card_bonus", options=options)).open("ann")
    table.bet()
    assert table.refused(f"box 1 places {BASE}, six_card_bonus $5") == "wager-needs-another 7.E(5)"
    table.do(f"box 1 places {BASE}, six_card_bonus $5, three_card_bonus $5")


@clause("MD-LIR 7.E(7)")
@pytest.mark.parametrize("hand", ["9c 9d 9h", "3c 6d 8h"])
def test_side_wagers_do_not_bear_on_each_other_or_the_base_bets(hand: str) -> None:
    stakes = {"five_card_bonus": "$1", "three_card_bonus": "$5", "six_card_bonus": "$5", "progressive": "$1"}

    def settled(*names: str) -> list[str]:
        table = Driven(stacks(*stakes)).open("ann")
        placed = ", ".join([BASE, *(f"{name} {stakes[name]}" for name in names)])
        table.deal(f"1 {placed}", top=f"Kc 4d 7s 2h 5s {hand}")
        return picked(table.settle(*RIDE), "wager paid", "wager collected")

    every = settled(*stakes)
    assert len(every) == 7
    assert settled() == every[:3]
    for name in stakes:
        assert settled(name) == [line for line in every if " bet_" in line or f" {name} " in line]


@clause("MD-LIR 7.F")
def test_a_player_takes_as_many_adjacent_boxes_as_the_submission_states() -> None:
    table = Driven(stacks()).open("ann")
    assert table.refused("player ann takes box 3") == "boxes-not-adjacent 7.F"
    table.do("player ann takes box 2")
    assert table.refused("player ann takes box 3") == "too-many-boxes 7.F"


class Chapter(NamedTuple):
    """One way of dealing, and where its chapter says what."""

    device: str
    shuffler: str
    announce: str
    bonus: tuple[str, str]
    """Five Card Bonus chips counted, and put away."""
    progressive: tuple[str, str]
    counting: str
    right: str
    misdealt: str
    wrong: str
    dealt: str


MANUAL = Chapter(
    device="manual_shoe",
    shuffler="none",
    announce="8.C",
    bonus=("8.C(1)(c)", "8.C(1)(d)"),
    progressive=("8.C(3)(b)", "8.C(3)(c)"),
    counting="8.D(5)",
    right="8.E",
    misdealt="8.F(1)",
    wrong="8.F(2)",
    dealt="""
        cards dealt bonus_box 2c 3c 4c 8.D(2)
        cards dealt 1 5c 8c Jc 8.D(3)(a)
        cards dealt 3 6c 9c Qc 8.D(3)(a)
        cards dealt community 7c Tc 8.D(3)(b)
    """,
)
HAND = Chapter(
    device="hand",
    shuffler="automated",
    announce="9.A(3)",
    bonus=("9.A(3)(a)(iii)", "9.A(3)(a)(iv)"),
    progressive=("9.A(3)(c)(ii)", "9.A(3)(c)(iii)"),
    counting="9.E",
    right="9.G",
    misdealt="9.H(1)",
    wrong="9.H(2)",
    dealt="""
        cards dealt bonus_box 2c 3c 4c 9.B
        cards dealt 1 5c 8c Jc 9.C(1)
        cards dealt 3 6c 9c Qc 9.C(1)
        cards dealt community 7c Tc 9.C(2)
    """,
)
AUTOMATED = Chapter(
    device="automated_shoe",
    shuffler="automated",
    announce="10.A(1)(a)",
    bonus=("10.A(1)(b)(iii)", "10.A(1)(b)(iv)"),
    progressive=("10.A(1)(d)(ii)", "10.A(1)(d)(iii)"),
    counting="10.D",
    right="10.F",
    misdealt="10.G(1)",
    wrong="10.G(2)",
    dealt="""
        cards dealt bonus_box 2c 3c 4c 10.B(1)
        cards dealt community 5c 6c 10.B(2)
        cards dealt 1 7c 8c 9c 10.B(3)
        cards dealt 3 Tc Jc Qc 10.B(3)
    """,
)
RESHUFFLING = AUTOMATED._replace(device="reshuffling_shoe", shuffler="reshuffling")
every_chapter = pytest.mark.parametrize("chapter", [MANUAL, HAND, AUTOMATED], ids=lambda chapter: chapter.device)


def at(chapter: Chapter, *wagers: str) -> Driven:
    return Driven(house(chapter.device, chapter.shuffler, *wagers))


@clause("MD-LIR 8.C", "MD-LIR 9.A(3)", "MD-LIR 10.A(1)(a)")
@every_chapter
def test_no_more_bets_is_called_before_any_card(chapter: Chapter) -> None:
    table = at(chapter).open("ann")
    table.bet(f"1 {BASE}")
    assert table.refused("dealer deals") == f"bets-not-closed {chapter.announce}"
    assert table.do("dealer closes bets") == [f"bets closed {chapter.announce}"]
    assert len(picked(table.do("dealer deals"), "cards dealt")) == 2
    assert table.refused("dealer deals") == f"bets-not-closed {chapter.announce}"


@clause(
    "MD-LIR 8.C(1)", "MD-LIR 8.C(1)(a)", "MD-LIR 8.C(1)(c)", "MD-LIR 8.C(1)(d)", "MD-LIR 8.C(3)", "MD-LIR 8.C(3)(a)",
    "MD-LIR 8.C(3)(b)", "MD-LIR 8.C(3)(c)", "MD-LIR 9.A(3)(a)", "MD-LIR 9.A(3)(a)(i)", "MD-LIR 9.A(3)(a)(iii)",
    "MD-LIR 9.A(3)(a)(iv)", "MD-LIR 9.A(3)(c)", "MD-LIR 9.A(3)(c)(i)", "MD-LIR 9.A(3)(c)(ii)", "MD-LIR 9.A(3)(c)(iii)",
    "MD-LIR 10.A(1)(b)", "MD-LIR 10.A(1)(b)(i)", "MD-LIR 10.A(1)(b)(iii)", "MD-LIR 10.A(1)(b)(iv)", "MD-LIR 10.A(1)(d)",
    "MD-LIR 10.A(1)(d)(i)", "MD-LIR 10.A(1)(d)(ii)", "MD-LIR 10.A(1)(d)(iii)", "MD-LIR 12.F(1)",
)  # fmt: skip
@pytest.mark.parametrize("chapter", [MANUAL, HAND, AUTOMATED, RESHUFFLING], ids=lambda chapter: chapter.device)
def test_five_card_bonus_and_progressive_chips_are_collected_counted_and_put_away(chapter: Chapter) -> None:
    table = at(chapter, "five_card_bonus", "progressive").open("ann", "bob")
    table.bet(f"1 {BASE}, five_card_bonus $1, progressive $1", f"2 {BASE}, five_card_bonus $1, progressive $5")
    inventory = chips(table)["inventory"]
    lines = table.do("dealer closes bets counting five_card_bonus 3, progressive 1")
    assert lines[1:] == [
        f"chips counted five_card_bonus 3 2 {chapter.bonus[0]}",
        f"chips counted progressive 1 2 {chapter.progressive[0]}",
    ]
    assert table.refused("dealer deals") == f"chips-do-not-agree {chapter.bonus[0]}"
    assert table.refused(f"box 1 places {BASE}") == "bets-closed 7.D"
    assert table.do("floorperson counts five_card_bonus 2", "floorperson counts progressive 2") == [
        f"chips counted five_card_bonus 2 2 {chapter.bonus[0]}",
        f"wagers collected five_card_bonus 2 $2 {chapter.bonus[1]}",
        f"chips counted progressive 2 2 {chapter.progressive[0]}",
        f"wagers collected progressive 2 $6 {chapter.progressive[1]}",
        "meter raised main $0.60 0 12.F(1)",
    ]
    assert chips(table)["inventory"] == inventory + 800 - 60
    assert not any("five_card_bonus" in name or "progressive" in name for name in chips(table))


@clause(
    "MD-LIR 8.D(2)", "MD-LIR 8.D(3)", "MD-LIR 8.D(3)(a)", "MD-LIR 8.D(3)(b)", "MD-LIR 8.D(3)(c)", "MD-LIR 8.D(3)(d)",
    "MD-LIR 8.D(3)(e)", "MD-LIR 9.B", "MD-LIR 9.C", "MD-LIR 9.C(1)", "MD-LIR 9.C(2)", "MD-LIR 9.C(3)", "MD-LIR 9.C(4)",
    "MD-LIR 9.C(5)", "MD-LIR 10.B(1)", "MD-LIR 10.B(2)", "MD-LIR 10.B(3)", "MD-LIR 10.B(4)",
)  # fmt: skip
@every_chapter
def test_bonus_box_boxes_with_bets_and_community_area_get_their_cards_in_order(chapter: Chapter) -> None:
    table = at(chapter, "six_card_bonus").open("ann", "bob", "cyd")
    assert table.deal(f"1 {BASE}", f"3 {BASE}") == block(chapter.dealt)


@clause("MD-LIR 8.D(2)", "MD-LIR 9.B", "MD-LIR 10.B(1)")
@every_chapter
def test_there_is_no_bonus_box_where_the_six_card_bonus_is_not_offered(chapter: Chapter) -> None:
    assert picked(at(chapter).open("ann").deal(f"1 {BASE}"), "cards dealt bonus_box") == []


@clause("MD-LIR 8.D(4)", "MD-LIR 9.D", "MD-LIR 10.C")
@every_chapter
def test_the_stub_goes_to_the_discard_rack_unseen(chapter: Chapter) -> None:
    table = at(chapter).open("ann")
    table.deal(f"1 {BASE}")
    shown = picked(table.settle(*RIDE), "cards revealed")
    assert table.table.rack[:47] == DECK[5:]
    assert not any(str(card) in line.split() for card in DECK[5:] for line in shown)


@clause("MD-LIR 8.D(5)", "MD-LIR 9.E", "MD-LIR 10.D")
@every_chapter
def test_the_fifth_round_waits_for_a_count_of_the_stub(chapter: Chapter) -> None:
    table = at(chapter).open("ann")
    for _ in range(4):
        whole_round(table)
    table.deal(f"1 {BASE}")
    assert table.refused("box 1 rides") == f"stub-not-counted {chapter.counting}"
    table.do("dealer counts stub 47")
    table.settle(*RIDE)
    whole_round(table)


@clause("MD-LIR 8.D(5)", "MD-LIR 9.E", "MD-LIR 10.D")
@every_chapter
def test_a_count_in_a_round_serves_for_four_more_and_a_counting_shuffler_for_all(chapter: Chapter) -> None:
    counted, counting = at(chapter).open("ann"), Driven(house(chapter.device, "counting")).open("ann")
    whole_round(counted)
    counted.deal(f"1 {BASE}")
    counted.do("dealer counts stub 47")
    counted.settle(*RIDE)
    for _ in range(4):
        whole_round(counted)
    counted.deal(f"1 {BASE}")
    assert counted.refused("box 1 rides") == f"stub-not-counted {chapter.counting}"
    for _ in range(7):
        whole_round(counting)


@clause("MD-LIR 8.D(6)", "MD-LIR 8.E", "MD-LIR 9.F", "MD-LIR 9.G", "MD-LIR 10.E", "MD-LIR 10.F")
@every_chapter
def test_a_count_that_makes_52_lets_the_round_go_on(chapter: Chapter) -> None:
    table = at(chapter, "six_card_bonus").open("ann", "bob")
    table.bet(f"1 {BASE}", f"2 {BASE}")
    assert table.refused("dealer counts stub 52") == f"not-dealt {chapter.counting}"
    table.do("dealer closes bets", "dealer deals")
    assert table.do("dealer counts stub 41") == [f"stub counted 41 {chapter.right}"]
    table.settle("box 1 rides", "box 2 rides", "box 1 rides", "box 2 rides")
    assert table.table.rack[:41] == DECK[11:]


@clause("MD-LIR 8.F", "MD-LIR 8.F(2)", "MD-LIR 9.H", "MD-LIR 9.H(2)", "MD-LIR 10.G", "MD-LIR 10.G(2)")
@every_chapter
def test_a_wrong_count_without_a_misdeal_voids_the_round_and_removes_the_deck(chapter: Chapter) -> None:
    table = at(chapter, "five_card_bonus", "progressive").open("ann", "bob")
    before = chips(table)
    table.deal(f"1 {BASE}, five_card_bonus $1, progressive $5", f"2 {BASE}")
    table.do("box 1 withdraws")
    assert table.do("dealer counts stub 43", "floorperson confirms report") == block(f"""
        stub counted 43 {chapter.counting}
        irregularity reported stub_wrong deck 43 {chapter.wrong}
        irregularity found stub_wrong void_round,return_wagers,remove_deck {chapter.wrong}
        wager returned 1 bet_2 $10 {chapter.wrong}
        wager returned 1 bet_3 $10 {chapter.wrong}
        wager returned 1 five_card_bonus $1 {chapter.wrong}
        wager returned 1 progressive $5 {chapter.wrong}
        wager returned 2 bet_1 $10 {chapter.wrong}
        wager returned 2 bet_2 $10 {chapter.wrong}
        wager returned 2 bet_3 $10 {chapter.wrong}
        meter lowered main $0.50 0 {chapter.wrong}
        round voided {chapter.wrong}
        deck removed 0 {chapter.wrong}
    """)
    assert chips(table) == before
    assert table.table.decks == ()
    table.receive()
    whole_round(table)


@clause("MD-LIR 8.F", "MD-LIR 8.F(1)", "MD-LIR 9.H", "MD-LIR 9.H(1)", "MD-LIR 10.G", "MD-LIR 10.G(1)")
@every_chapter
def test_a_misdeal_found_by_the_count_voids_the_round_and_keeps_the_deck(chapter: Chapter) -> None:
    table = at(chapter).open("ann")
    before = chips(table)
    table.deal(f"1 {BASE}")
    assert table.do("dealer counts stub 46 misdealt 6", "floorperson confirms report") == block(f"""
        stub counted 46 {chapter.counting}
        irregularity reported stub_misdealt deck 46 {chapter.misdealt}
        irregularity found stub_misdealt void_round,return_wagers,reshuffle {chapter.misdealt}
        wager returned 1 bet_1 $10 {chapter.misdealt}
        wager returned 1 bet_2 $10 {chapter.misdealt}
        wager returned 1 bet_3 $10 {chapter.misdealt}
        round voided {chapter.misdealt}
    """)
    assert chips(table) == before
    assert table.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5.A"
    whole_round(table)


@clause("MD-LIR 10.H")
def test_a_reshuffling_shoe_gives_three_community_cards_and_one_is_discarded() -> None:
    table = Driven(house("reshuffling_shoe", "reshuffling", "six_card_bonus")).open("ann", "bob")
    assert table.deal(f"1 {BASE}", f"2 {BASE}") == block("""
        cards dealt bonus_box 2c 3c 4c 10.B(1)
        cards dealt community 5c 6c 7c 10.H
        cards dealt 1 8c 9c Tc 10.B(3)
        cards dealt 2 Jc Qc Kc 10.B(3)
        card discarded community 5c 10.H
    """)
    done = table.settle("box 1 rides", "box 2 rides", "box 1 rides", "box 2 rides")
    assert picked(done, "cards revealed community") == [
        "cards revealed community 6c 11.B(2)",
        "cards revealed community 7c 11.C(2)",
    ]
    for _ in range(6):
        whole_round(table)


@clause("MD-LIR 11.A")
def test_decisions_begin_when_the_deal_is_complete() -> None:
    table = Driven(stacks()).open("ann")
    table.bet(f"1 {BASE}")
    assert table.refused("box 1 rides") == "no-decision-due 11.B"
    table.do("dealer closes bets")
    assert table.refused("box 1 rides") == "no-decision-due 11.B"
    table.do("dealer deals", "box 1 rides")


@clause("MD-LIR 11.B", "MD-LIR 11.B(1)", "MD-LIR 11.B(1)(a)", "MD-LIR 11.B(1)(b)", "MD-LIR 11.B(2)")
def test_bet_1_is_asked_clockwise_then_the_left_community_card_is_turned() -> None:
    table = Driven(stacks()).open("ann", "bob", "cyd")
    table.deal(f"1 {BASE}", f"2 {BASE}", f"3 {BASE}", top="2h 5s")
    assert table.refused("box 2 rides") == "not-your-turn 11.B"
    assert table.refused("box 1 folds") == "no-such-choice 11.B"
    assert table.refused("dealer settles") == "decisions-open 11.B"
    assert table.do("box 1 rides") == ["choice made 1 bet_1 ride 11.B(1)(a)"]
    assert table.refused("box 1 withdraws") == "not-your-turn 11.B"
    assert table.do("box 2 withdraws") == [
        "choice made 2 bet_1 withdraw 11.B(1)(b)",
        "wager returned 2 bet_1 $10 11.B(1)(b)",
    ]
    assert table.table.rack_of("bob") == 998_000
    assert table.do("box 3 rides") == [
        "choice made 3 bet_1 ride 11.B(1)(a)",
        "cards revealed community 2h 11.B(2)",
    ]
    table.do("box 1 rides", "box 2 rides", "box 3 rides")
    assert chips(table).items() >= {"area 1 bet_1": 1000, "area 3 bet_1": 1000}.items()


@clause(
    "MD-LIR 11.C", "MD-LIR 11.C(1)", "MD-LIR 11.C(1)(a)", "MD-LIR 11.C(1)(b)", "MD-LIR 11.C(1)(b)(i)", "MD-LIR 11.C(2)"
)
def test_bet_2_is_asked_of_everyone_clockwise_then_the_second_community_card_is_turned() -> None:
    table = Driven(stacks()).open("ann", "bob", "cyd")
    table.deal(f"1 {BASE}", f"2 {BASE}", f"3 {BASE}", top="2h 5s")
    table.do("box 1 rides", "box 2 withdraws", "box 3 rides")
    assert table.refused("box 3 rides") == "not-your-turn 11.C"
    assert table.refused("box 1 plays") == "no-such-choice 11.C"
    assert table.do("box 1 rides") == ["choice made 1 bet_2 ride 11.C(1)(a)"]
    assert table.do("box 2 withdraws") == [
        "choice made 2 bet_2 withdraw 11.C(1)(b)",
        "wager returned 2 bet_2 $10 11.C(1)(b)",
    ]
    assert table.table.rack_of("bob") == 999_000
    assert table.refused("dealer settles") == "decisions-open 11.C"
    assert table.do("box 3 withdraws")[0] == "choice made 3 bet_2 withdraw 11.C(1)(b)"
    assert table.refused("box 1 withdraws") == "no-decision-due 11.B"
    assert chips(table).items() >= {"area 1 bet_1": 1000, "area 1 bet_2": 1000, "area 3 bet_1": 1000}.items()
    assert table.do("dealer settles")[0] == "cards revealed community 5s 11.C(2)"


@clause("MD-LIR 11.D", "MD-LIR 11.D(1)", "MD-LIR 11.D(2)", "MD-LIR 11.D(3)")
def test_hands_of_own_and_community_cards_are_settled_counterclockwise() -> None:
    table = Driven(stacks()).open("ann", "bob", "cyd")
    table.deal(f"1 {BASE}", f"2 {BASE}", f"3 {BASE}", top="Ts 2h Td 3c 4c 9c 9d 5h Th Tc 2d")
    table.do("box 1 rides", "box 2 rides", "box 3 withdraws", "box 1 rides", "box 2 rides", "box 3 rides")
    assert picked(table.settle(), "wager") == block("""
        wager paid 3 bet_2 $10 full_house "11 to 1" $10 $110 "" 12.A(1)(d)
        wager paid 3 bet_3 $10 full_house "11 to 1" $10 $110 "" 12.A(1)(d)
        wager collected 2 bet_1 $10 11.D(3)
        wager collected 2 bet_2 $10 11.D(3)
        wager collected 2 bet_3 $10 11.D(3)
        wager paid 1 bet_1 $10 tens_or_better "1 to 1" $10 $10 "" 12.A(1)(i)
        wager paid 1 bet_2 $10 tens_or_better "1 to 1" $10 $10 "" 12.A(1)(i)
        wager paid 1 bet_3 $10 tens_or_better "1 to 1" $10 $10 "" 12.A(1)(i)
    """)
    assert [table.table.rack_of(player) for player in ("ann", "bob", "cyd")] == [1_003_000, 997_000, 1_022_000]


SIDE = "five_card_bonus $1, three_card_bonus $5, six_card_bonus $5, progressive $1"


@clause("MD-LIR 11.E", "MD-LIR 11.E(1)", "MD-LIR 11.E(2)", "MD-LIR 11.E(3)", "MD-LIR 11.E(4)")
def test_side_wagers_follow_the_base_bets_of_their_box_in_the_order_listed() -> None:
    table = Driven(stacks(*OFFERS)).open("ann", "bob")
    table.deal(f"1 {BASE}, {SIDE}", f"2 {BASE}, {SIDE}", top="Kc 4d 7s 2h 5s 3c 6d 8h 9c 9d 9h")
    done = table.settle("box 1 rides", "box 2 rides", "box 1 rides", "box 2 rides")
    assert picked(done, "cards revealed bonus_box", "wager") == block("""
        cards revealed bonus_box Kc 4d 7s 11.E(3)
        wager paid 2 bet_1 $10 three_of_a_kind "3 to 1" $10 $30 "" 12.A(1)(g)
        wager paid 2 bet_2 $10 three_of_a_kind "3 to 1" $10 $30 "" 12.A(1)(g)
        wager paid 2 bet_3 $10 three_of_a_kind "3 to 1" $10 $30 "" 12.A(1)(g)
        wager paid 2 five_card_bonus $1 three_of_a_kind $9 $0 $9 "" 12.B(3)(g)
        wager paid 2 three_card_bonus $5 three_of_a_kind "30 to 1" $5 $150 "" 12.C(1)(b)
        wager paid 2 six_card_bonus $5 three_of_a_kind "5 to 1" $5 $25 "" 12.D(1)(i)
        wager paid 2 progressive $1 three_of_a_kind "9 for 1" $0 $9 "" 12.E(1)(g)
        wager collected 1 bet_1 $10 11.D(3)
        wager collected 1 bet_2 $10 11.D(3)
        wager collected 1 bet_3 $10 11.D(3)
        wager collected 1 five_card_bonus $1 11.E(1)
        wager collected 1 three_card_bonus $5 11.E(2)
        wager collected 1 six_card_bonus $5 11.E(3)
        wager collected 1 progressive $1 11.E(4)
    """)


@clause("MD-LIR 11.E(1)", "MD-LIR 11.E(2)", "MD-LIR 11.E(3)", "MD-LIR 11.E(4)")
@pytest.mark.parametrize(
    ("top", "five", "three", "six", "progressive"),
    [
        ("2c 4d 6h As 7h Ad 8c 3s", "collected", "collected", "collected", "collected"),  # aces
        ("2c 4d 6h As 7h Ad 7c Js", "two_pair", "collected", "collected", "collected"),
        ("Ac Ah 6h As 7h Ad 8c 3s", "collected", "collected", "three_of_a_kind", "collected"),
        ("2c 4d 6h As Ah Ad 8c Js", "three_of_a_kind", "collected", "collected", "three_of_a_kind"),
        ("2c 4d Jh 5s 7h 9d 9c Ks", "collected", "pair", "collected", "collected"),
    ],
)
def test_each_side_wager_looks_at_its_own_cards(top: str, five: str, three: str, six: str, progressive: str) -> None:
    table = Driven(stacks(*OFFERS)).open("ann")
    table.deal(f"1 {BASE}, {SIDE}", top=top)
    lines = [line.split() for line in picked(table.settle(*RIDE), "wager paid", "wager collected")]
    found = [line[5] if line[1] == "paid" else "collected" for line in lines]
    assert found[3:] == [five, three, six, progressive]


STRAIGHT_FLUSHES = "8s 7s 6s 5s 4s Js Ts 9s 2c 3d Kh"
"""Community cards, straight flushes in boxes 1 and 2, nothing in box 3."""


@clause("MD-LIR 11.E(5)", "MD-LIR 12.H(1)")
def test_envy_is_paid_by_the_receiver_s_own_stake_for_each_hand_of_another() -> None:
    table = Driven(stacks("progressive")).open("ann", "bob", "cyd")
    table.deal(
        f"1 {BASE}, progressive $5", f"2 {BASE}, progressive $1", f"3 {BASE}, progressive $1", top=STRAIGHT_FLUSHES
    )
    done = table.settle(*(f"box {box} rides" for box in (1, 2, 3, 1, 2, 3)))
    assert picked(done, "award") == block("""
        award paid 3 envy 2 straight_flush $300 $300 12.I(1)(b)
        award paid 1 envy 2 straight_flush $1,500 $1,500 12.J(1)(b)
        award paid 3 envy 1 straight_flush $300 $300 12.I(1)(b)
        award paid 2 envy 1 straight_flush $300 $300 12.I(1)(b)
    """)


@clause("MD-LIR 12.H(2)", "MD-LIR 12.I(2)(b)")
def test_the_selected_paytable_designates_what_envy_pays() -> None:
    """With paytable B three cards qualify; with A, in the same round, nobody earns an Envy Bonus."""
    found = []
    for letter in "AB":
        offer = OFFERS["progressive"].replace('paytable = "A"', f'paytable = "{letter}"')
        table = Driven(stacks(offer)).open("ann", "bob")
        table.deal(f"1 {BASE}, progressive $1", f"2 {BASE}, progressive $1", top="2c 3d 4s 7c 9d Ah Kh Qh")
        found.append(picked(table.settle(*(f"box {box} rides" for box in (1, 2, 1, 2))), "award"))
    assert found == [[], ["award paid 1 envy 2 mini_royal $25 $25 12.I(2)(b)"]]


@clause("MD-LIR 11.E(5)")
def test_no_envy_without_a_progressive_wager_nor_for_one_s_own_boxes() -> None:
    table = Driven(stacks("progressive")).open("ann", "ann", "bob")
    table.deal(f"1 {BASE}, progressive $1", f"2 {BASE}, progressive $1", f"3 {BASE}", top=STRAIGHT_FLUSHES)
    assert picked(table.settle(*(f"box {box} rides" for box in (1, 2, 3, 1, 2, 3))), "award") == []


@clause("MD-LIR 11.F", "MD-LIR 11.G", "MD-LIR 11.G(1)", "MD-LIR 11.G(2)")
def test_cards_stay_until_all_is_settled_and_then_lie_in_the_rack_hand_by_hand() -> None:
    top = "Kc 4d 7s 2h 5s 3c 6d 8h 9c 9d 9h"
    table = Driven(stacks(*OFFERS)).open("ann", "bob")
    table.deal(f"1 {BASE}, {SIDE}", f"2 {BASE}, {SIDE}", top=top)
    done = table.settle("box 1 rides", "box 2 rides", "box 1 rides", "box 2 rides")
    assert done[-1] == "round completed 11.G"
    assert picked(done, "card discarded", "cards collected") == []
    rack = table.table.rack
    assert rack[:41] == stacked(top)[11:]
    assert show_cards(rack[41:]) == "9c 9d 9h 3c 6d 8h 2h 5s Kc 4d 7s"
    assert table.refused("dealer settles") == "nothing-to-settle 11.D"


@clause("MD-LIR 12.G")
def test_a_share_is_of_what_the_meter_shows_in_the_player_s_turn() -> None:
    table = Driven(stacks("progressive")).open("ann", "bob", "cyd")
    table.deal(*(f"{box} {BASE}, progressive $5" for box in (1, 2, 3)), top=STRAIGHT_FLUSHES)
    done = table.settle(*(f"box {box} rides" for box in (1, 2, 3, 1, 2, 3)))
    assert picked(done, "wager paid 1 progressive", "wager paid 2 progressive", "meter") == block("""
        wager paid 2 progressive $5 straight_flush "10% of main" $0 $100.15 main 12.E(1)(b)
        wager paid 1 progressive $5 straight_flush "10% of main" $0 $90.13 main 12.E(1)(b)
    """)
    assert table.table.meters() == {"main": 100_150 - 10_015 - 9_013}


@clause("MD-LIR 12.G")
def test_a_whole_meter_won_is_reset_before_the_next_player_s_turn() -> None:
    offer = 'progressive = { paytable = "D", stakes = ["$1", "$5"], link = "main" }'
    link = LINK_D.replace('"$250", rate', '"$400", reset = "$250", rate')
    table = Driven(stacks(offer, link=link)).open("ann", "bob", "cyd")
    table.deal(*(f"{box} {BASE}, progressive $1" for box in (1, 2, 3)), top=STRAIGHT_FLUSHES)
    done = table.settle(*(f"box {box} rides" for box in (1, 2, 3, 1, 2, 3)))
    assert picked(done, "wager paid 1 progressive", "wager paid 2 progressive", "meter") == block("""
        wager paid 2 progressive $1 straight_flush "100% of minor" $0 $400.03 minor 12.E(4)(b)
        meter reset minor $250 12.G
        wager paid 1 progressive $1 straight_flush "100% of minor" $0 $250 minor 12.E(4)(b)
        meter reset minor $250 12.G
    """)


@clause("MD-LIR 13.A")
def test_one_card_found_face_up_is_discarded_and_not_played() -> None:
    table = Driven(house("manual_shoe", "none")).open("ann")
    table.bet(f"1 {BASE}")
    assert table.refused("dealer reports card_face_up 3c") == "not-now 13.A"
    table.do("dealer closes bets")
    assert table.refused("dealer reports card_face_up") == "no-such-card 13.A"
    assert table.do("dealer reports card_face_up 3c") == [
        "irregularity found card_face_up discard_card 13.A",
        "card discarded deck 3c 13.A",
    ]
    assert table.do("dealer deals") == [
        "cards dealt 1 2c 5c 7c 8.D(3)(a)",
        "cards dealt community 4c 6c 8.D(3)(b)",
    ]
    assert table.do("dealer counts stub 46") == ["stub counted 46 8.E"]
    table.settle(*RIDE)
    assert sorted(table.table.rack) == sorted(DECK)
    assert table.table.rack[0] == parse_cards("3c")[0]


def returned(cite: str) -> list[str]:
    """The end of a void round with base bets, a bonus chip and a progressive chip in box 1."""
    wagers = ["bet_1 $10", "bet_2 $10", "bet_3 $10", "five_card_bonus $1", "progressive $1"]
    lines = [f"wager returned 1 {wager} {cite}" for wager in wagers]
    return [*lines, f"meter lowered main $0.10 0 {cite}", f"round voided {cite}"]


VOID = "void_round,return_wagers,reshuffle"


def void_table(device: str = "automated_shoe") -> tuple[Driven, Mapping[str, int]]:
    """A table whose bets are closed, and the chips before them."""
    table = Driven(house(device, "automated", "five_card_bonus", "progressive")).open("ann")
    before = chips(table)
    table.bet(f"1 {BASE}, five_card_bonus $1, progressive $1")
    table.do("dealer closes bets")
    return table, before


def assert_undone(table: Driven, before: Mapping[str, int]) -> None:
    """Every chip is back, and no round begins before a shuffle."""
    assert chips(table) == before
    assert table.table.round is None
    assert table.refused("dealer opens bets at 0:01:00") == "cards-not-ready 5.A"
    table.shuffle()
    table.do("dealer opens bets at 0:01:00")


@clause("MD-LIR 13.B")
def test_a_second_card_found_face_up_voids_the_round() -> None:
    table, before = void_table("manual_shoe")
    table.do("dealer reports card_face_up 3c")
    assert table.do("dealer reports card_face_up 9d") == [
        f"irregularity found second_card_face_up {VOID} 13.B",
        *returned("13.B"),
    ]
    assert_undone(table, before)


@clause("MD-LIR 13.C")
def test_a_card_drawn_in_error_is_dealt_as_the_next_card() -> None:
    table, _ = void_table("manual_shoe")
    assert table.do("dealer reports card_drawn_in_error") == [
        "irregularity found card_drawn_in_error use_as_next_card 13.C"
    ]
    assert table.do("dealer deals") == [
        "cards dealt 1 2c 4c 6c 8.D(3)(a)",
        "cards dealt community 3c 5c 8.D(3)(b)",
    ]


@clause("MD-LIR 13.D")
def test_a_wrong_number_of_cards_voids_the_round() -> None:
    table, before = void_table()
    table.do("dealer deals")
    assert table.do("dealer reports wrong_number_of_cards at community, 3 cards") == [
        "irregularity reported wrong_number_of_cards community 3 13.D"
    ]
    assert table.do("floorperson confirms report") == [
        f"irregularity found wrong_number_of_cards {VOID} 13.D",
        *returned("13.D"),
    ]
    assert_undone(table, before)


@clause("MD-LIR 13.E")
@pytest.mark.parametrize("decided", [0, 1])
def test_a_community_card_seen_early_voids_the_round(decided: int) -> None:
    table, before = void_table()
    assert table.refused("dealer reports card_exposed_early") == "not-now 13.E"
    table.do("dealer deals", *RIDE[:decided])
    assert table.do("dealer reports card_exposed_early") == [
        f"irregularity found card_exposed_early {VOID} 13.E",
        *returned("13.E"),
    ]
    assert_undone(table, before)


@clause("MD-LIR 13.F")
def test_the_cards_are_reshuffled_when_the_shuffler_fails() -> None:
    table = Driven(house("manual_shoe", "automated")).open("ann")
    table.shuffle()
    assert table.do("dealer reports shuffler_failed") == [
        "irregularity found shuffler_failed reshuffle 13.F",
        "shuffle ordered 0 13.F",
    ]
    assert table.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5.A"
    whole_round(table)
    by_hand = Driven(house("manual_shoe", "none")).open("ann")
    assert by_hand.refused("dealer reports shuffler_failed") == "no-shuffler 13.F"


@clause("MD-LIR 13.G")
@pytest.mark.parametrize(("device", "shuffler"), [("automated_shoe", "automated"), ("reshuffling_shoe", "reshuffling")])
def test_a_dealing_shoe_that_fails_voids_the_round(device: str, shuffler: str) -> None:
    table = Driven(house(device, shuffler, "five_card_bonus", "progressive")).open("ann")
    before = chips(table)
    table.bet(f"1 {BASE}, five_card_bonus $1, progressive $1")
    table.do("dealer closes bets")
    assert table.do("dealer reports dealing_shoe_failed") == [
        "irregularity found dealing_shoe_failed void_round,return_wagers,gather_dealt_cards,reshuffle 13.G",
        *returned("13.G"),
    ]
    assert_undone(table, before)


@clause("MD-LIR 13.G")
def test_only_an_automated_shoe_can_fail() -> None:
    table, _ = void_table("manual_shoe")
    assert table.refused("dealer reports dealing_shoe_failed") == "not-an-irregularity 13.A"


@clause("MD-LIR 13.H", "MD-LIR 13.H(1)", "MD-LIR 13.H(2)")
@pytest.mark.parametrize(("how", "cite"), [("covered", "13.H(1)"), ("marked", "13.H(2)")])
def test_a_shuffler_is_covered_or_marked_before_cards_are_shuffled_by_hand(how: str, cite: str) -> None:
    table = Driven(house("manual_shoe", "counting")).open("ann")
    by_hand = f"dealer shuffles by hand: {show_cards(DECK)}"
    assert table.refused(by_hand) == "wrong-shuffle 5.A"
    assert table.do(f"dealer takes shuffler out of service, {how}") == [f"device taken out shuffler {how} {cite}"]
    assert table.refused(by_hand.replace("hand", "device")) == "wrong-shuffle 5.A"
    table.do(by_hand)
    assert table.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5.A"
    table.do("dealer cuts 10")
    for _ in range(4):
        whole_round(table)
    table.deal(f"1 {BASE}")
    assert table.refused("box 1 rides") == "stub-not-counted 8.D(5)"


@clause("MD-LIR 13.H")
@pytest.mark.parametrize(("device", "shuffler"), [("automated_shoe", "automated"), ("reshuffling_shoe", "reshuffling")])
def test_a_dealing_shoe_is_covered_or_marked_before_another_is_dealt_from(device: str, shuffler: str) -> None:
    table = Driven(house(device, shuffler)).open("ann")
    assert picked(table.deal(f"1 {BASE}"), "cards dealt 1")[0].endswith("10.B(3)")
    table.settle(*RIDE)
    table.do("dealer takes dealing_shoe out of service, covered")
    assert table.deal(f"1 {BASE}") == [
        "cards dealt 1 2c 4c 6c 8.D(3)(a)",
        "cards dealt community 3c 5c 8.D(3)(b)",
    ]


@clause("MD-LIR 9.A(1)", "MD-LIR 13.H")
def test_without_its_shuffler_a_table_no_longer_deals_from_the_hand() -> None:
    table = Driven(house("hand", "automated")).open("ann")
    table.do("dealer takes shuffler out of service, marked")
    assert picked(table.deal(f"1 {BASE}"), "cards dealt 1")[0].endswith("8.D(3)(a)")
