"""Maryland Top Five Poker at the table: what each clause orders, and the contrary refused."""

import pytest

from pitboss.cards import DECK, TEN, Card, parse_cards, show_cards
from tests.clauses.driven import Driven, picked
from tests.clauses.marks import clause

HOUSE = """
facility = "Chesapeake Test Casino"
[tables.top-five]
regulation = "MD-TFP"
boxes = 6
device = "{device}"
shuffler = "{shuffler}"
adjacent_boxes = 2
dealer_cards = "{dealer_cards}"
{decks}
[tables.top-five.wagers]
ante = {{ minimum = "$10", maximum = "$200" }}
{bonuses}
"""
TWO_DECKS = 'decks = 2\nbacks = ["red", "blue"]'
BONUSES = """
top_five_bonus = { paytable = "A", minimum = "$5", maximum = "$50" }
poker_bonus = { paytable = "A", minimum = "$5", maximum = "$50" }
"""
SHORT = show_cards(DECK[1:])
WHOLE = show_cards(DECK)
EVERY = "ante $10, top_five_bonus $5, poker_bonus $5"
VOID = "void_round,return_wagers,reshuffle"


def table(
    device: str = "automated_shoe",
    shuffler: str = "counting",
    *,
    decks: str = "",
    dealer_cards: str = "layout",
    bonuses: str = BONUSES,
) -> Driven:
    """A table whose stacks make a written deck easy to read: hands from box 1 on, then the dealer's."""
    return Driven(
        HOUSE.format(device=device, shuffler=shuffler, decks=decks, dealer_cards=dealer_cards, bonuses=bonuses)
    )


def sevens(*hands: str) -> str:
    """Stacks of seven, each with these high cards and otherwise low ones."""
    low = iter([card for card in DECK if card.rank < TEN])
    filled = (cards + tuple(next(low) for _ in range(7 - len(cards))) for cards in map(parse_cards, hands))
    return " ".join(map(show_cards, filled))


def chips(driven: Driven) -> dict[str, int]:
    return {account: cents for account, cents in driven.table.accounts.items() if cents}


def outcomes(lines: list[str]) -> list[str]:
    """What became of each wager after the decisions: `1 ante collected 11.C(4)(a)`."""
    ends = picked(lines, "wager collected", "wager returned", "wager paid", "wager forfeited")
    return [f"{words[2]} {words[3]} {words[1]} {words[-1]}" for words in map(str.split, ends)]


# Chapters 3 to 5: decks, opening, shuffling


@clause("MD-TFP 3.B(3)")
def test_one_deck_is_shuffled_while_the_other_is_in_play() -> None:
    driven = table("hand", decks=TWO_DECKS).open("ann")
    driven.do(f"dealer shuffles by device: {WHOLE}", "dealer loads shuffler", "dealer opens bets at 0:00:00")
    driven.do("box 1 places ante $10")
    driven.do("dealer closes bets", "dealer deals")
    assert driven.do(f"dealer shuffles by device: {WHOLE}")[0].startswith("deck shuffled 1 ")
    assert driven.refused(f"dealer shuffles by device: {WHOLE}") == "nothing-to-shuffle 5.A"
    driven.settle("box 1 plays")
    driven.do("dealer loads shuffler")
    assert driven.do("dealer opens bets at 0:01:00") == ["bets opened 2 60 7.C"]


@clause("MD-TFP 3.B(4)", "MD-TFP 3.B(5)")
def test_two_decks_alternate_and_never_share_the_rack() -> None:
    driven = table("hand", decks=TWO_DECKS).open("ann", "bob")
    for number in range(4):
        driven.shuffle()
        assert driven.table.current == number % 2
        driven.deal("1 ante $10", "2 ante $10")
        assert driven.table.rack == ()
        driven.settle("box 1 folds", "box 2 plays")
        assert len(driven.table.rack) == 52 == len(set(driven.table.rack))


@clause("MD-TFP 3.C", "MD-TFP 3.C(1)", "MD-TFP 3.C(2)")
@pytest.mark.parametrize(
    ("device", "last", "over", "cite"),
    [
        ("hand", "3:59:59", "4:00:00", "3.C(1)"),
        ("manual_shoe", "7:59:59", "8:00:00", "3.C(2)"),
        ("automated_shoe", "7:59:59", "8:00:00", "3.C(2)"),
    ],
)
def test_a_deck_is_changed_when_its_hours_are_up(device: str, last: str, over: str, cite: str) -> None:
    driven = table(device).open("ann")
    for at in ("0:00:00", last):
        driven.deal("1 ante $10", at=at)
        driven.settle("box 1 plays")
    driven.shuffle()
    assert driven.refused(f"dealer opens bets at {over}") == f"deck-too-old {cite}"
    driven.receive()
    driven.shuffle()
    assert picked(driven.do(f"dealer opens bets at {over}"), "bets opened")


STEPS = [
    "dealer performs inspect_cards",
    "floorperson performs verify_inspection",
    "dealer performs spread_face_up",
    "player performs view_cards",
    "dealer performs turn_face_down",
    "dealer performs wash",
    "dealer performs stack",
]
CITES = ["4.A", "4.A", "4.B", "4.C", "4.C(1)", "4.C(2)", "4.C(3)"]


@clause(
    "MD-TFP 4.A", "MD-TFP 4.B", "MD-TFP 4.C", "MD-TFP 4.C(1)", "MD-TFP 4.C(2)", "MD-TFP 4.C(3)", "MD-TFP 4.D",
)  # fmt: skip
def test_a_table_is_opened_step_by_step_and_then_shuffled() -> None:
    driven = table()
    assert driven.do("dealer receives 1 deck") == ["decks received 1 no 4.A"]
    for index, (step, cite) in enumerate(zip(STEPS, CITES, strict=True)):
        assert driven.refused(f"dealer shuffles by device: {WHOLE}") == "not-opened 4.A"
        for later in STEPS[index + 1 :]:
            assert driven.refused(later) == f"out-of-order {cite}"
        who, does = step.split(" performs ")
        if who == "player":
            driven.do("player ann takes box 1")
        assert driven.do(step) == [f"step performed {does} {who} 0 {cite}"]
    assert driven.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5.A"
    driven.shuffle()
    assert driven.do("dealer opens bets at 0:00:00")


@clause("MD-TFP 4.E")
def test_each_of_two_decks_is_opened_by_itself() -> None:
    lines = table(decks=TWO_DECKS).receive()
    performed = [line.split()[2:5:2] for line in picked(lines, "step performed")]
    assert performed == [[step.split()[2], deck] for deck in "01" for step in STEPS]


@clause("MD-TFP 4.F", "MD-TFP 5.A", "MD-TFP 5.C(2)")
def test_a_preshuffled_deck_skips_opening_and_shuffle_but_is_cut() -> None:
    driven = table("manual_shoe", "none")
    assert driven.do("dealer receives 1 deck preshuffled") == ["decks received 1 yes 4.F"]
    assert driven.refused(STEPS[0]) == "nothing-to-open 4.A"
    assert driven.refused(f"dealer shuffles by hand: {WHOLE}") == "wrong-shuffle 5.A"
    driven.do(f"dealer shuffles by preshuffled: {WHOLE}")
    assert driven.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5.A"
    driven.do("dealer cuts 10", "dealer opens bets at 0:00:00")


@clause("MD-TFP 5.A", "MD-TFP 5.A(1)", "MD-TFP 5.A(2)")
@pytest.mark.parametrize(("shuffler", "way", "other"), [("none", "hand", "device"), ("automated", "device", "hand")])
def test_cards_are_shuffled_before_play_and_after_every_round(shuffler: str, way: str, other: str) -> None:
    driven = table("manual_shoe", shuffler).open("ann")
    for cite in ("5.A(1)", "5.A(2)", "5.A(2)"):
        assert driven.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5.A"
        assert driven.refused(f"dealer shuffles by {other}: {WHOLE}") == "wrong-shuffle 5.A"
        (shuffled,) = picked(driven.shuffle(), "deck shuffled")
        assert shuffled.endswith(f" {way} {cite}")
        driven.deal("1 ante $10")
        driven.settle("box 1 plays")


@clause("MD-TFP 5.A(3)")
def test_the_floor_orders_a_shuffle() -> None:
    driven = table().open("ann")
    assert driven.refused("floorperson orders shuffle") == "nothing-shuffled 5.A(3)"
    driven.shuffle()
    assert driven.do("floorperson orders shuffle") == ["shuffle ordered 0 5.A(3)"]
    assert driven.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5.A"
    driven.bet("1 ante $10")


@clause("MD-TFP 5.B", "MD-TFP 5.B(1)", "MD-TFP 5.B(2)")
def test_a_deck_that_a_counting_shuffler_finds_wrong_leaves_the_table() -> None:
    driven = table("manual_shoe", decks=TWO_DECKS).open("ann")
    found = driven.do(f"dealer shuffles by device: {SHORT}")
    assert found == ["irregularity found deck_not_52 remove_deck 5.B(2)", "deck removed 0 5.B(2)"]
    assert len(driven.table.decks) == 1
    driven = table("manual_shoe", "automated").open("ann")
    assert driven.do(f"dealer shuffles by device: {SHORT}")[0].startswith("deck shuffled 0 ")


@clause("MD-TFP 5.C(1)")
@pytest.mark.parametrize("device", ["manual_shoe", "hand", "automated_shoe"])
def test_cards_from_a_shuffler_are_dealt_without_a_cut(device: str) -> None:
    driven = table(device).open("ann")
    driven.do(f"dealer shuffles by device: {WHOLE}")
    assert driven.refused("dealer cuts 20") == "no-cut-due 5.D"
    assert driven.do("dealer opens bets at 0:00:00") == ["bets opened 1 0 7.C"]


@clause("MD-TFP 5.C(2)", "MD-TFP 5.D", "MD-TFP 5.D(1)", "MD-TFP 5.D(2)")
def test_cards_shuffled_by_hand_are_cut_at_least_ten_deep() -> None:
    driven = table("manual_shoe", "none").open("ann")
    driven.do(f"dealer shuffles by hand: {WHOLE}")
    assert driven.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5.A"
    assert driven.refused("dealer cuts 9") == "cut-too-shallow 5.D"
    assert driven.refused("dealer cuts 52") == "cut-too-shallow 5.D"
    assert driven.do("dealer cuts 10") == ["deck cut 10 5.D"]
    assert driven.table.decks[0].order == (*DECK[10:], *DECK[:10])
    driven.do("dealer opens bets at 0:00:00")


@clause("MD-TFP 5.E")
def test_the_floor_has_cut_cards_recut_before_the_deal() -> None:
    driven = table("manual_shoe", "none").open("ann")
    driven.do(f"dealer shuffles by hand: {WHOLE}")
    assert driven.refused("floorperson orders recut") == "nothing-cut 5.E"
    driven.do("dealer cuts 10")
    assert driven.do("floorperson orders recut") == ["recut ordered 5.E"]
    assert driven.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5.A"
    driven.do("dealer cuts 30", "dealer opens bets at 0:00:00", "box 1 places ante $10", "dealer closes bets")
    driven.do("dealer deals")
    assert driven.refused("floorperson orders recut") == "round-under-way 5.E"
    driven = table("manual_shoe", "automated").open("ann")
    driven.shuffle()
    assert driven.refused("floorperson orders recut") == "nothing-cut 5.E"


@clause("MD-TFP 5.F", "MD-TFP 5.F(1)", "MD-TFP 5.F(2)", "MD-TFP 5.F(3)")
def test_an_idle_table_is_spread_and_opened_again() -> None:
    driven = table().open("ann")
    driven.shuffle()
    assert driven.refused("dealer spreads cards") == "players-seated 5.F(1)"
    driven.do("box 1 leaves")
    assert driven.do("dealer spreads cards") == ["table idled 5.F(1)"]
    driven.do("player bob takes box 1")
    for step in STEPS[3:]:
        assert driven.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5.A"
        driven.do(step)
    driven.shuffle()
    driven.do("dealer opens bets at 0:00:00")


@clause("MD-TFP 5.G", "MD-TFP 5.H")
def test_a_reshuffling_device_counts_and_needs_no_cut_recut_or_spread() -> None:
    driven = table(shuffler="reshuffling").open()
    driven.do(f"dealer shuffles by device: {WHOLE}")
    assert driven.refused("dealer cuts 10") == "no-cut-due 5.D"
    assert driven.refused("floorperson orders recut") == "nothing-cut 5.H"
    assert driven.refused("dealer spreads cards") == "not-open 5.H"
    driven.do("floorperson orders shuffle")
    assert "deck removed 0 5.B(2)" in driven.do(f"dealer shuffles by device: {SHORT}")


# Chapter 7: wagers


@clause("MD-TFP 7.A")
def test_a_wager_is_chips_from_the_rack_on_an_area_of_the_layout() -> None:
    driven = table().open("ann")
    driven.do("player ann cashes $9,980")
    driven.bet("1 ante $10")
    assert (driven.table.accounts["area 1 ante"], driven.table.rack_of("ann")) == (10_00, 10_00)
    assert driven.refused("box 1 places ante $30") == "not-enough-chips 7.A"
    assert driven.refused("box 1 places lucky_seven $10") == "wager-not-offered 2.A(1)"


@clause("MD-TFP 7.A")
def test_chips_on_the_layout_move_from_a_later_wager_to_the_ante() -> None:
    driven = table().open("ann")
    driven.do("player ann cashes $9,980")
    driven.bet("1 ante $10, top_five_bonus $10")
    moved = driven.do("box 1 places ante $15, top_five_bonus $5")
    assert [line.split()[3] for line in moved if line.startswith("wager placed")] == ["top_five_bonus", "ante"]


@clause("MD-TFP 7.B(1)")
def test_only_seated_players_wager() -> None:
    driven = table().open("ann")
    driven.bet()
    assert driven.refused("box 2 places ante $10") == "not-seated 7.B(1)"
    driven.do("box 1 leaves")
    assert driven.refused("box 1 places ante $10") == "not-seated 7.B(1)"


@clause("MD-TFP 7.B(2)")
def test_the_box_of_a_player_who_leaves_in_mid_round_is_not_free_before_its_end() -> None:
    driven = table().open("ann", "bob")
    driven.deal("1 ante $10", "2 ante $10", top=sevens("As Ks Qs", "", "Jd Td"))
    driven.do("box 1 plays")
    assert driven.do("box 1 leaves") == ["seat left 1 ann 7.B(2)"]
    assert driven.refused("player eve takes box 1") == "box-taken 7.B(1)"
    assert outcomes(driven.settle("box 2 folds"))[1:] == ["1 ante returned 11.C(2)", "1 play paid 11.C(3)(b)"]
    assert driven.do("player eve takes box 1") == ["seat taken 1 eve 7.B(1)"]


@clause("MD-TFP 7.B(3)")
def test_wagers_of_a_player_who_leaves_may_be_declared_abandoned_and_lose() -> None:
    driven = table().open("ann", "bob")
    driven.deal(f"1 {EVERY}", "2 ante $10", top=sevens("As Ks Qs Js Ts", "", "Jd Td"))
    driven.do("box 1 plays")
    assert driven.refused("floorperson declares box 1 abandoned") == "nobody-left 7.B(3)"
    driven.do("box 1 leaves")
    assert driven.do("floorperson declares box 1 abandoned") == ["wagers abandoned 1 7.B(3)"]
    assert outcomes(driven.settle("box 2 folds"))[1:] == [
        f"1 {wager} collected 7.B(3)" for wager in ("ante", "play", "top_five_bonus", "poker_bonus")
    ]


@clause("MD-TFP 7.B(3)")
def test_a_player_who_leaves_makes_no_play_wager() -> None:
    driven = table().open("ann", "bob")
    driven.deal("1 ante $10", "2 ante $10")
    lines = driven.do("box 1 leaves")
    assert "wager forfeited 1 ante $10 11.B(2)(a)" in lines
    assert not picked(lines, "wager placed")
    driven.settle("box 2 plays")


@clause("MD-TFP 7.C", "MD-TFP 7.D")
def test_wagers_are_made_before_no_more_bets_and_stand_after_it() -> None:
    driven = table().open("ann", "bob")
    driven.shuffle()
    assert driven.refused("box 1 places ante $10") == "bets-not-open 7.C"
    driven.bet("1 ante $20")
    assert driven.do("box 1 places ante $30") == ["wager placed 1 ante $30 $20 7.E(1)"]
    assert driven.refused("box 1 places ante $30, play $30") == "wager-not-offered 7.E(1)"
    driven.do("dealer closes bets")
    for command in ("dealer deals", "box 1 plays"):
        for change in ("ante $40", "ante $20", "nothing", "ante $30, poker_bonus $5"):
            assert driven.refused(f"box 1 places {change}") == "bets-closed 7.D"
        assert driven.refused("box 2 places ante $10") == "bets-closed 7.D"
        driven.do(command)
    assert driven.table.round
    assert driven.table.round.boxes[1].wagers == {"ante": 30_00, "play": 30_00}


@clause("MD-TFP 7.E(1)", "MD-TFP 11.B(1)(a)")
def test_a_play_wager_equals_the_ante() -> None:
    driven = table().open("ann")
    driven.deal("1 ante $35")
    placed = driven.do("box 1 plays")
    assert placed == ["choice made 1 play play 11.B(1)(a)", "wager placed 1 play $35 $0 11.B(1)(a)"]


@clause("MD-TFP 7.E(1)")
def test_a_play_wager_needs_its_chips() -> None:
    driven = table().open("ann")
    driven.do("player ann cashes $9,980")
    driven.deal("1 ante $15")
    assert driven.refused("box 1 plays") == "not-enough-chips 11.B(1)(a)"


@clause("MD-TFP 7.E(2)", "MD-TFP 7.E(2)(a)", "MD-TFP 7.E(2)(b)")
@pytest.mark.parametrize(("wager", "cite"), [("top_five_bonus", "7.E(2)(a)"), ("poker_bonus", "7.E(2)(b)")])
def test_a_bonus_wager_is_additional_and_only_where_it_is_offered(wager: str, cite: str) -> None:
    driven = table().open("ann", "bob")
    driven.bet("2 ante $10")
    assert driven.refused(f"box 1 places {wager} $5") == f"wager-needs-another {cite}"
    assert driven.do(f"box 1 places ante $10, {wager} $5")[1:] == [f"wager placed 1 {wager} $5 $0 {cite}"]
    driven = table(bonuses="").open("ann")
    driven.bet("1 ante $10")
    assert driven.refused(f"box 1 places ante $10, {wager} $5") == f"wager-not-offered {cite}"


@clause("MD-TFP 7.F")
def test_a_player_has_at_most_the_stated_number_of_adjacent_boxes() -> None:
    driven = table().open("ann", "ann")
    assert driven.refused("player ann takes box 3") == "too-many-boxes 7.F"
    driven.do("player bob takes box 4")
    assert driven.refused("player bob takes box 6") == "boxes-not-adjacent 7.F"


# Chapters 8 to 10: dealing


@clause("MD-TFP 8.C", "MD-TFP 9.A(5)", "MD-TFP 10.A(2)")
@pytest.mark.parametrize(
    ("device", "cite"), [("manual_shoe", "8.C"), ("hand", "9.A(5)"), ("automated_shoe", "10.A(2)")]
)
def test_no_more_bets_is_announced_before_the_first_card(device: str, cite: str) -> None:
    driven = table(device).open("ann")
    assert driven.refused("dealer deals") == f"bets-not-closed {cite}"
    driven.bet("1 ante $10")
    assert driven.refused("dealer deals") == f"bets-not-closed {cite}"
    assert driven.do("dealer closes bets") == [f"bets closed {cite}"]
    assert picked(driven.do("dealer deals"), "cards dealt")
    assert driven.refused("dealer deals") == f"bets-not-closed {cite}"


ONE_BY_ONE = DECK[0:21:3], DECK[1:21:3], DECK[2:21:3]
STACKS = DECK[0:7], DECK[7:14], DECK[14:21]


@clause("MD-TFP 8.D(2)", "MD-TFP 8.D(3)", "MD-TFP 9.B(1)", "MD-TFP 9.B(2)", "MD-TFP 10.B(1)", "MD-TFP 10.B(2)")
@pytest.mark.parametrize(
    ("device", "hands", "cite"),
    [("manual_shoe", ONE_BY_ONE, "8.D(2)"), ("hand", ONE_BY_ONE, "9.B(1)"), ("automated_shoe", STACKS, "10.B(1)")],
)
def test_seven_cards_go_clockwise_to_boxes_with_wagers_and_last_to_the_dealer(
    device: str, hands: tuple[tuple[Card, ...], ...], cite: str
) -> None:
    """All of it face down: dealing reveals nothing."""
    driven = table(device).open("ann", "bob", "cyd")
    lines = driven.deal("3 ante $10", "1 ante $10")
    cards = [show_cards(hand) for hand in hands]
    assert lines == [f"cards dealt {to} {hand} {cite}" for to, hand in zip(("1", "3", "dealer"), cards, strict=True)]
    assert driven.table.round
    assert driven.table.round.revealed == {}


@clause(
    "MD-TFP 8.D(3)(a)", "MD-TFP 8.D(3)(b)", "MD-TFP 9.B(2)(a)", "MD-TFP 9.B(2)(b)", "MD-TFP 10.B(2)(a)",
    "MD-TFP 10.B(2)(b)",
)  # fmt: skip
@pytest.mark.parametrize("device", ["manual_shoe", "hand", "automated_shoe"])
def test_the_stub_goes_to_the_discard_rack_unseen(device: str) -> None:
    driven = table(device).open("ann")
    driven.deal("1 ante $10")
    lines = driven.settle("box 1 plays")
    assert [line.split()[2] for line in picked(lines, "cards revealed")] == ["dealer"]
    assert driven.table.rack[:38] == DECK[14:]


COUNTED = [
    ("manual_shoe", "none", "8.E", "8.F(2)"),
    ("hand", "automated", "9.C", "9.D(2)"),
    ("automated_shoe", "automated", "10.C", "10.C(1)"),
]


@clause(
    "MD-TFP 8.E", "MD-TFP 8.F(1)", "MD-TFP 8.F(2)", "MD-TFP 9.C", "MD-TFP 9.D(1)", "MD-TFP 9.D(2)", "MD-TFP 10.C(1)",
)  # fmt: skip
@pytest.mark.parametrize(("device", "shuffler", "count", "right"), COUNTED)
def test_the_stub_is_counted_within_five_rounds(device: str, shuffler: str, count: str, right: str) -> None:
    driven = table(device, shuffler).open("ann", "bob")
    for number in (1, 2, 3, 4, 5) * 2:
        driven.deal("1 ante $10", "2 ante $10")
        if number == 5:
            assert driven.refused("box 1 folds") == f"stub-not-counted {count}"
            assert driven.do("dealer counts stub 31") == [f"stub counted 31 {right}"]
        driven.settle("box 1 folds", "box 2 folds")


@clause("MD-TFP 8.E", "MD-TFP 9.C")
@pytest.mark.parametrize("device", ["manual_shoe", "hand", "automated_shoe"])
def test_a_counting_shuffler_makes_the_count_unnecessary(device: str) -> None:
    driven = table(device, "counting").open("ann")
    for _ in range(6):
        driven.deal("1 ante $10")
        driven.settle("box 1 folds")


WRONG = [
    ("manual_shoe", "8.E", "8.F(4)", "8.F(5)"),
    ("hand", "9.C", "9.D(4)", "9.D(5)"),
    ("automated_shoe", "10.C", "10.C(3)", "10.C(4)"),
]


@clause(
    "MD-TFP 8.F(3)", "MD-TFP 8.F(4)", "MD-TFP 9.D(3)", "MD-TFP 9.D(4)", "MD-TFP 10.C(2)", "MD-TFP 10.C(3)",
)  # fmt: skip
@pytest.mark.parametrize(("device", "count", "misdealt", "_"), WRONG)
def test_a_misdeal_found_by_the_count_voids_the_round(device: str, count: str, misdealt: str, _: str) -> None:
    driven = table(device).open("ann", "bob")
    before = chips(driven)
    driven.deal(f"1 {EVERY}", "2 ante $10")
    driven.do("box 1 plays", "box 2 folds")
    lines = driven.do("dealer counts stub 30 misdealt 15")
    assert lines == [f"stub counted 30 {count}", f"irregularity reported stub_misdealt deck 30 {misdealt}"]
    assert driven.table.round
    lines = driven.do("floorperson confirms report")
    assert lines[0] == f"irregularity found stub_misdealt {VOID} {misdealt}"
    assert lines[-1] == f"round voided {misdealt}"
    assert (chips(driven), len(driven.table.decks)) == (before, 1)
    assert driven.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5.A"


@clause(
    "MD-TFP 8.F(3)", "MD-TFP 8.F(5)", "MD-TFP 9.D(3)", "MD-TFP 9.D(5)", "MD-TFP 10.C(2)", "MD-TFP 10.C(4)",
)  # fmt: skip
@pytest.mark.parametrize(("device", "count", "_", "wrong"), WRONG)
def test_a_wrong_count_without_a_misdeal_removes_the_deck(device: str, count: str, _: str, wrong: str) -> None:
    driven = table(device).open("ann", "bob")
    before = chips(driven)
    driven.deal(f"1 {EVERY}", "2 ante $10")
    lines = driven.do("dealer counts stub 30")
    assert lines == [f"stub counted 30 {count}", f"irregularity reported stub_wrong deck 30 {wrong}"]
    assert driven.table.round
    lines = driven.do("floorperson confirms report")
    effects = "void_round,return_wagers,remove_deck"
    assert lines[0] == f"irregularity found stub_wrong {effects} {wrong}"
    assert lines[-2:] == [f"round voided {wrong}", f"deck removed 0 {wrong}"]
    assert (chips(driven), driven.table.decks) == (before, ())


# Chapter 11: completing a round


@clause("MD-TFP 11.A(5)")
def test_a_violation_forfeits_every_wager_of_that_player() -> None:
    driven = table().open("ann", "ann", "bob")
    driven.deal(f"1 {EVERY}", "2 ante $10", f"3 {EVERY}", top=sevens("As Ks Qs Js Ts", "Ad Kd", "Ah Kh", ""))
    driven.do("box 1 plays")
    lines = driven.do("floorperson finds violation at box 1")
    assert picked(lines, "wager", "cards") == [
        "wager forfeited 1 ante $10 11.A(5)",
        "wager forfeited 1 top_five_bonus $5 11.A(5)",
        "wager forfeited 1 poker_bonus $5 11.A(5)",
        "wager forfeited 1 play $10 11.A(5)",
        "cards collected 1 As Ks Qs Js Ts 2c 3c 11.A(5)",
        "wager forfeited 2 ante $10 11.A(5)",
        "cards collected 2 Ad Kd 4c 5c 6c 7c 8c 11.A(5)",
    ]
    assert driven.refused("floorperson finds violation at box 1") == "no-hand 11.A(5)"
    assert {line.split()[0] for line in outcomes(driven.settle("box 3 plays"))} == {"3"}


@clause("MD-TFP 11.A", "MD-TFP 11.B", "MD-TFP 11.B(1)", "MD-TFP 11.B(1)(b)")
def test_each_ante_is_asked_clockwise_to_play_or_to_fold() -> None:
    driven = table().open("ann", "bob", "cyd")
    driven.bet("1 ante $10", "2 ante $10", "3 ante $10")
    driven.do("dealer closes bets")
    assert driven.refused("box 1 plays") == "no-decision-due 11.B(1)"
    driven.do("dealer deals")
    assert driven.refused("box 2 plays") == "not-your-turn 11.B(1)"
    assert driven.refused("box 1 rides") == "no-such-choice 11.B(1)"
    driven.do("box 1 plays")
    assert driven.refused("box 1 folds") == "not-your-turn 11.B(1)"
    assert driven.do("box 2 folds")[0] == "choice made 2 play fold 11.B(1)(b)"
    assert driven.refused("dealer settles") == "decisions-open 11.B(1)"
    driven.do("box 3 plays")
    assert driven.refused("box 3 folds") == "no-decision-due 11.B(1)"


@clause("MD-TFP 11.B(2)", "MD-TFP 11.B(2)(a)", "MD-TFP 11.B(2)(b)")
def test_a_fold_gives_up_ante_and_hand_at_once() -> None:
    driven = table().open("ann", "bob")
    driven.deal("1 ante $10", "2 ante $10")
    inventory = driven.table.accounts["inventory"]
    assert driven.do("box 1 folds") == [
        "choice made 1 play fold 11.B(1)(b)",
        "wager forfeited 1 ante $10 11.B(2)(a)",
        "cards collected 1 2c 3c 4c 5c 6c 7c 8c 11.B(2)(b)",
    ]
    assert driven.table.accounts["inventory"] == inventory + 10_00
    assert driven.table.round
    assert driven.table.round.rack == DECK[:7]
    assert not picked(driven.settle("box 2 plays"), "cards collected")


@clause("MD-TFP 11.B(3)")
@pytest.mark.parametrize(
    ("bonus", "paid"),
    [
        ("top_five_bonus", 'top_five_bonus $5 five_cards "5 to 1" $5 $25 "" 12.B(1)(c)'),
        ("poker_bonus", 'poker_bonus $5 royal_flush "500 to 1" $5 $2,500 "" 12.BB(1)(a)'),
    ],
)
def test_a_folded_hand_with_a_bonus_wager_stays_until_that_is_settled(bonus: str, paid: str) -> None:
    driven = table().open("ann", "bob")
    driven.deal(f"1 ante $10, {bonus} $5", "2 ante $10", top=sevens("As Ks Qs Js Ts"))
    lines = driven.settle("box 1 folds", "box 2 folds")
    assert [line.split()[2] for line in picked(lines, "cards collected")] == ["2"]
    assert [line for line in picked(lines, "wager") if " 1 " in line] == [
        "wager forfeited 1 ante $10 11.B(2)(a)",
        f"wager paid 1 {paid}",
    ]


@clause("MD-TFP 11.B(4)")
@pytest.mark.parametrize("dealer_cards", ["layout", "shuffler"])
def test_the_dealers_cards_are_shown_after_the_last_decision_and_low_ones_do_not_count(dealer_cards: str) -> None:
    driven = table(dealer_cards=dealer_cards).open("ann", "bob")
    dealt = driven.deal("1 ante $10", "2 ante $10", top=sevens("Ac Kd", "Kc Qd", "Ah Ks"))
    assert dealt[-1].endswith({"layout": " 10.B(1)", "shuffler": " 11.B(4)"}[dealer_cards])
    assert not picked(driven.do("box 1 plays", "box 2 plays"), "cards revealed")
    lines = driven.settle()
    assert lines[0] == f"cards revealed dealer {' '.join(dealt[-1].split()[3:-1])} 11.B(4)"
    assert outcomes(lines) == [
        *(f"2 {wager} collected 11.C(4)(c)" for wager in ("ante", "play")),
        *(f"1 {wager} returned 11.C(4)(e)" for wager in ("ante", "play")),
    ]


@clause("MD-TFP 11.C", "MD-TFP 11.C(5)", "MD-TFP 11.D")
def test_boxes_are_settled_whole_counterclockwise_and_racked_in_that_order() -> None:
    driven = table().open("ann", "bob", "cyd")
    top = sevens("Ac Kd", "As Ks Qs Js Ts", "", "Qc Jd")
    driven.deal(f"1 {EVERY}", f"2 {EVERY}", f"3 {EVERY}", top=top)
    lines = driven.settle("box 1 plays", "box 2 plays", "box 3 plays")
    items = ["ante", "play", "top_five_bonus", "poker_bonus"]
    assert [line.split()[:2] for line in outcomes(lines)] == [[box, item] for box in "321" for item in items]
    assert lines[-1] == "round completed 11.D"
    stacks = [parse_cards(top)[first : first + 7] for first in (14, 7, 0, 21)]
    assert driven.table.rack[-28:] == tuple(card for stack in stacks for card in stack)


SHOWDOWNS = {
    "fewer than one who does not qualify": ("As", "Jc Td", "returned 11.C(2)", "collected 11.C(3)(a)"),
    "more than one who does not qualify": ("Jc Td", "As", "returned 11.C(2)", "paid 11.C(3)(b)"),
    "as many, lower": ("Jc Ts", "Qc Td", "returned 11.C(2)", "collected 11.C(3)(c)"),
    "as many, higher": ("Qc Jd", "Qd Td", "returned 11.C(2)", "paid 11.C(3)(d)"),
    "as many, equal": ("Qc Ts", "Qd Td", "returned 11.C(2)", "returned 11.C(3)(e)"),
    "no high card at all": ("", "", "returned 11.C(2)", "returned 11.C(3)(e)"),
    "fewer": ("Ac Ad", "Qc Jd Td", "collected 11.C(4)(a)", "collected 11.C(4)(a)"),
    "more": ("Tc Jd Qh", "Ac Ad", "paid 11.C(4)(b)", "paid 11.C(4)(b)"),
    "lower": ("Qc Jd", "Kd Jh", "collected 11.C(4)(c)", "collected 11.C(4)(c)"),
    "higher": ("Tc Td", "Ac Kd", "paid 11.C(4)(d)", "paid 11.C(4)(d)"),
    "equal": ("Qc Jd", "Qd Jh", "returned 11.C(4)(e)", "returned 11.C(4)(e)"),
}


@clause(
    "MD-TFP 11.C(2)", "MD-TFP 11.C(3)", "MD-TFP 11.C(3)(a)", "MD-TFP 11.C(3)(b)", "MD-TFP 11.C(3)(c)",
    "MD-TFP 11.C(3)(d)", "MD-TFP 11.C(3)(e)", "MD-TFP 11.C(4)", "MD-TFP 11.C(4)(a)", "MD-TFP 11.C(4)(b)",
    "MD-TFP 11.C(4)(c)", "MD-TFP 11.C(4)(d)", "MD-TFP 11.C(4)(e)",
)  # fmt: skip
@pytest.mark.parametrize(("hand", "dealer", "ante", "play"), SHOWDOWNS.values(), ids=SHOWDOWNS)
def test_ante_and_play_are_decided_against_the_dealer(hand: str, dealer: str, ante: str, play: str) -> None:
    driven = table().open("ann")
    driven.deal("1 ante $10", top=sevens(hand, dealer))
    rack = driven.table.rack_of("ann")
    lines = driven.settle("box 1 plays")
    assert outcomes(lines) == [f"1 ante {ante}", f"1 play {play}"]
    back = {"collected": 0, "returned": 10_00, "paid": 20_00}
    assert driven.table.rack_of("ann") == rack - 10_00 + back[ante.partition(" ")[0]] + back[play.partition(" ")[0]]


@clause(
    "MD-TFP 11.C(5)(a)", "MD-TFP 11.C(5)(b)", "MD-TFP 11.C(5)(c)", "MD-TFP 11.C(5)(d)", "MD-TFP 11.C(6)",
    "MD-TFP 11.C(7)", "MD-TFP 11.C(8)", "MD-TFP 11.C(9)",
)  # fmt: skip
def test_bonus_wagers_are_paid_in_order_though_the_hand_lost() -> None:
    driven = table().open("ann", "bob")
    top = sevens("Ac Ad Kh Ks", "Jc", "Qc Jd Td Th Ts")
    driven.deal(f"1 {EVERY}", f"2 {EVERY}", top=top)
    inventory = driven.table.accounts["inventory"]
    lines = driven.settle("box 1 plays", "box 2 plays")
    assert picked(lines, "wager collected", "wager paid") == [
        "wager collected 2 ante $10 11.C(4)(a)",
        "wager collected 2 play $10 11.C(4)(a)",
        "wager collected 2 top_five_bonus $5 11.C(5)(a)",
        "wager collected 2 poker_bonus $5 11.C(5)(a)",
        "wager collected 1 ante $10 11.C(4)(a)",
        "wager collected 1 play $10 11.C(4)(a)",
        'wager paid 1 top_five_bonus $5 four_cards "1 to 1" $5 $5 "" 12.B(1)(d)',
        'wager paid 1 poker_bonus $5 two_pair "3 to 1" $5 $15 "" 12.BB(1)(f)',
    ]
    assert driven.table.accounts["inventory"] == inventory + 50_00 - 20_00
    assert show_cards(driven.table.rack[-21:-7]) == show_cards((*parse_cards(top)[7:14], *parse_cards(top)[:7]))


# Chapter 13: irregularities


def voided(driven: Driven, report: str, cite: str, *before: str) -> None:
    """A report voids the round: all chips are where they were, and the cards are shuffled before the next round."""
    chips_before = chips(driven)
    driven.bet(f"1 {EVERY}", "2 ante $10")
    lines = driven.do(*before, report)
    assert picked(lines, "wager returned") == [
        f"wager returned 1 ante $10 {cite}",
        f"wager returned 1 top_five_bonus $5 {cite}",
        f"wager returned 1 poker_bonus $5 {cite}",
        f"wager returned 2 ante $10 {cite}",
    ]
    assert lines[-1] == f"round voided {cite}"
    assert chips(driven) == chips_before
    assert driven.table.round is None
    assert driven.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5.A"


@clause("MD-TFP 13.A")
@pytest.mark.parametrize("device", ["manual_shoe", "hand", "automated_shoe"])
def test_one_card_face_up_during_the_deal_voids_the_round(device: str) -> None:
    driven = table(device).open("ann", "bob")
    voided(driven, "dealer reports card_face_up 9s", "13.A", "dealer closes bets")
    driven.deal("1 ante $10")
    assert driven.refused("dealer reports card_face_up 9s") == "not-now 13.A"
    assert driven.do("dealer reports face_up_after_deal 9s") == ["irregularity found face_up_after_deal play_on 13.A"]
    driven.settle("box 1 plays")
    assert driven.table.round is None


@clause("MD-TFP 13.B")
def test_a_card_drawn_in_error_is_the_next_card() -> None:
    driven = table("manual_shoe").open("ann")
    driven.bet("1 ante $10")
    driven.do("dealer closes bets")
    assert driven.do("dealer reports card_drawn_in_error") == [
        "irregularity found card_drawn_in_error use_as_next_card 13.B"
    ]
    hands = show_cards(DECK[0:14:2]), show_cards(DECK[1:14:2])
    assert driven.do("dealer deals") == [f"cards dealt 1 {hands[0]} 8.D(2)", f"cards dealt dealer {hands[1]} 8.D(2)"]


@clause("MD-TFP 13.C")
@pytest.mark.parametrize("device", ["manual_shoe", "hand", "automated_shoe"])
def test_a_wrong_number_of_cards_voids_the_round(device: str) -> None:
    driven = table(device).open("ann", "bob")
    report = "dealer reports wrong_number_of_cards at box 2, 8 cards"
    voided(driven, "floorperson confirms report", "13.C", "dealer closes bets", "dealer deals", report)


@clause("MD-TFP 13.D")
def test_an_automated_shoe_that_fails_voids_the_round() -> None:
    driven = table().open("ann", "bob")
    voided(driven, "dealer reports dealing_shoe_failed", "13.D", "dealer closes bets")
    assert sorted(driven.table.rack) == sorted(DECK)
    driven.deal("1 ante $10")
    assert driven.refused("dealer reports dealing_shoe_failed") == "not-now 13.D"
    waiting = table(dealer_cards="shuffler").open("ann", "bob")
    voided(waiting, "dealer reports dealing_shoe_failed", "13.D", "dealer closes bets", "dealer deals")


@clause("MD-TFP 13.E", "MD-TFP 13.E(1)", "MD-TFP 13.E(2)")
@pytest.mark.parametrize(("how", "cite"), [("covered", "13.E(1)"), ("marked", "13.E(2)")])
def test_a_broken_device_is_covered_or_marked_before_another_way_is_used(how: str, cite: str) -> None:
    driven = table("manual_shoe").open("ann")
    assert driven.refused(f"dealer shuffles by hand: {WHOLE}") == "wrong-shuffle 5.A"
    lines = driven.do(f"dealer takes shuffler out of service, {how}")
    assert lines == [f"device taken out shuffler {how} {cite}"]
    driven.do(f"dealer shuffles by hand: {WHOLE}", "dealer cuts 10", "dealer opens bets at 0:00:00")
