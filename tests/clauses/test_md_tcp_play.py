"""Maryland Three Card Poker at the table: what each clause orders, and the contrary refused."""

import pytest

from pitboss.cards import DECK, show_cards
from tests.clauses.driven import Driven, picked
from tests.clauses.marks import clause

HOUSE = """
facility = "Chesapeake Test Casino"
[links.three]
meters = {meters}
{five_meters}
[tables.three-card]
regulation = "MD-TCP"
boxes = 7
device = "{device}"
shuffler = "{shuffler}"
adjacent_boxes = 2
version = "{version}"
dealer_cards = "{dealer_cards}"
{decks}
[tables.three-card.wagers]
ante = {{ minimum = "$10", maximum = "$500" }}
pair_plus = {{ paytable = "A", minimum = "$5", maximum = "$500" }}
six_card_bonus = {{ paytable = "{six_card}", minimum = "$5", maximum = "$50" }}
progressive = {{ paytable = "{progressive}", link = "three" }}
{five_card}
[tables.three-card.awards]
ante_bonus = {{ paytable = "{ante_bonus}" }}
"""
FIVE = '[links.five]\nmeters.five_card_main = { seed = "$10,000", rate = "12%" }'
FIVE_CARD = """five_card_progressive = { paytable = "A", link = "five" }
[tables.three-card.options]
five_card_envy = "as_let_it_ride"
"""
TWO_DECKS = 'decks = 2\nbacks = ["red", "blue"]'
MAIN = '{ main = { seed = "$2,500", reset = "$1,000", rate = "14%" } }'
SHORT = show_cards(DECK[1:])
WHOLE = show_cards(DECK)
PROGRESSIVES = "progressive", "five_card_progressive"
BOTH = "1 ante $10, progressive $1, five_card_progressive $5"
VOID = "void_round,return_wagers,reshuffle"


def table(
    device: str = "automated_shoe",
    shuffler: str = "counting",
    *,
    decks: str = "",
    version: str = "standard",
    dealer_cards: str = "layout",
    six_card: str = "A",
    progressive: str = "A",
    meters: str = MAIN,
) -> Driven:
    """A table whose stacks of three make a written deck easy to read: hands from box 1 on, dealer, community."""
    ante_bonus = "compulsory" if version == "compulsory" else "A"
    # An electronic table has no two cards of its own for the five-card wager.
    five_card = "" if device == "electronic" else FIVE_CARD
    five_meters = "" if device == "electronic" else FIVE
    return Driven(
        HOUSE.format(
            device=device,
            shuffler=shuffler,
            decks=decks,
            version=version,
            dealer_cards=dealer_cards,
            six_card=six_card,
            progressive=progressive,
            meters=meters,
            ante_bonus=ante_bonus,
            five_card=five_card,
            five_meters=five_meters,
        )
    )


def chips(driven: Driven) -> dict[str, int]:
    return {account: cents for account, cents in driven.table.accounts.items() if cents}


# Chapters 2 to 5: the table, decks, opening, shuffling


@clause("MD-TCP 2.C(1)")
@pytest.mark.parametrize("wager", PROGRESSIVES)
def test_a_progressive_wager_is_acknowledged_at_its_box(wager: str) -> None:
    driven = table().open("ann", "bob", "cyd", "dee", "eve", "fay", "gus")
    driven.bet()
    for box in range(1, 8):
        cite = {"progressive": "7.F(4)", "five_card_progressive": "7.F(6)"}[wager]
        placed = driven.do(f"box {box} places ante $10, {wager} $1")
        assert placed == [f"wager placed {box} ante $10 $0 7.F(1)", f"wager placed {box} {wager} $1 $0 {cite}"]
    assert picked(driven.do("dealer closes bets"), "wagers collected")[0].startswith(f"wagers collected {wager} 7 $7 ")


@clause("MD-TCP 2.C(2)", "MD-TCP 8.C(1)", "MD-TCP 9.B(1)", "MD-TCP 10.A(2)")
@pytest.mark.parametrize(
    ("device", "wager"),
    [
        *((device, wager) for device in ("manual_shoe", "hand", "automated_shoe") for wager in PROGRESSIVES),
        ("electronic", "progressive"),
    ],
)
def test_no_progressive_wager_counts_after_no_more_bets(device: str, wager: str) -> None:
    driven = table(device).open("ann")
    hand = " on hand 1" * (device == "electronic")
    driven.bet(f"1 ante $10{hand}")
    driven.do("dealer closes bets")
    late = f"box 1 places ante $10, {wager} $1{hand}"
    locked = {"manual_shoe": "8.C(1)", "hand": "9.B(1)"}.get(device, "10.A(2)")
    assert driven.refused(late) == f"bets-closed {locked}"
    assert driven.refused(f"box 1 places ante $20{hand}") == "bets-closed 7.E"
    driven.do("dealer deals")
    assert driven.refused(late) == f"bets-closed {locked}"


@clause("MD-TCP 3.B(3)")
def test_one_deck_is_shuffled_while_the_other_is_in_play() -> None:
    driven = table("hand", decks=TWO_DECKS).open("ann")
    driven.do(f"dealer shuffles by device: {WHOLE}", "dealer loads shuffler", "dealer opens bets at 0:00:00")
    driven.do("box 1 places ante $10")
    driven.do("dealer closes bets", "dealer deals")
    assert driven.do(f"dealer shuffles by device: {WHOLE}")[0].startswith("deck shuffled 1 ")
    assert driven.refused(f"dealer shuffles by device: {WHOLE}") == "nothing-to-shuffle 5.A"
    driven.settle("box 1 plays")
    driven.do("dealer loads shuffler")
    assert driven.do("dealer opens bets at 0:01:00") == ["bets opened 2 60 7.D"]


@clause("MD-TCP 3.B(4)", "MD-TCP 3.B(5)")
def test_two_decks_alternate_and_never_share_the_rack() -> None:
    driven = table("hand", decks=TWO_DECKS).open("ann", "bob")
    for number in range(4):
        driven.shuffle()
        assert driven.table.current == number % 2
        driven.deal("1 ante $10", "2 ante $10")
        assert driven.table.rack == ()
        driven.settle("box 1 folds", "box 2 plays")
        assert len(driven.table.rack) == 52 == len(set(driven.table.rack))


@clause("MD-TCP 3.C", "MD-TCP 3.C(1)", "MD-TCP 3.C(2)")
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
    "MD-TCP 4.A", "MD-TCP 4.B", "MD-TCP 4.C", "MD-TCP 4.C(1)", "MD-TCP 4.C(2)", "MD-TCP 4.C(3)", "MD-TCP 4.D",
)  # fmt: skip
def test_a_table_is_opened_step_by_step_and_then_shuffled() -> None:
    driven = table()
    assert driven.do("dealer receives 1 deck") == ["decks received 1 no 4.A"]
    assert driven.refused("dealer performs verify_inspection") == "out-of-order 4.A"
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


@clause("MD-TCP 4.E")
def test_each_of_two_decks_is_opened_by_itself() -> None:
    lines = table(decks=TWO_DECKS).receive()
    performed = [line.split()[2:5:2] for line in picked(lines, "step performed")]
    assert performed == [[step.split()[2], deck] for deck in "01" for step in STEPS]


@clause("MD-TCP 4.F", "MD-TCP 5.A", "MD-TCP 5.E(2)")
def test_a_preshuffled_deck_skips_opening_and_shuffle_but_is_cut() -> None:
    driven = table("manual_shoe", "none")
    assert driven.do("dealer receives 1 deck preshuffled") == ["decks received 1 yes 4.F"]
    assert driven.refused(STEPS[0]) == "nothing-to-open 4.A"
    assert driven.refused(f"dealer shuffles by hand: {WHOLE}") == "wrong-shuffle 5.A"
    driven.do(f"dealer shuffles by preshuffled: {WHOLE}")
    assert driven.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5.A"
    driven.do("dealer cuts 10", "dealer opens bets at 0:00:00")


@clause("MD-TCP 5.A", "MD-TCP 5.A(1)", "MD-TCP 5.A(2)")
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


@clause("MD-TCP 5.A(3)")
def test_the_floor_orders_a_shuffle() -> None:
    driven = table().open("ann")
    assert driven.refused("floorperson orders shuffle") == "nothing-shuffled 5.A(3)"
    driven.shuffle()
    assert driven.do("floorperson orders shuffle") == ["shuffle ordered 0 5.A(3)"]
    assert driven.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5.A"
    driven.bet("1 ante $10")


@clause("MD-TCP 5.D", "MD-TCP 5.D(1)", "MD-TCP 5.D(2)")
def test_a_deck_that_a_counting_shuffler_finds_wrong_leaves_the_table() -> None:
    driven = table().open("ann")
    found = driven.do(f"dealer shuffles by device: {SHORT}")
    assert found == ["irregularity found deck_not_52 remove_deck 5.D(2)", "deck removed 0 5.D(2)"]
    assert driven.table.decks == ()
    assert driven.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5.A"


@clause("MD-TCP 5.D(1)")
def test_a_shuffler_that_does_not_count_finds_nothing() -> None:
    driven = table(shuffler="automated").open("ann")
    assert driven.do(f"dealer shuffles by device: {SHORT}")[0].startswith("deck shuffled 0 ")


@clause("MD-TCP 5.C", "MD-TCP 5.E(1)")
@pytest.mark.parametrize("device", ["manual_shoe", "hand", "automated_shoe"])
def test_cards_from_a_shuffler_are_dealt_without_a_cut(device: str) -> None:
    driven = table(device).open("ann")
    driven.do(f"dealer shuffles by device: {WHOLE}")
    assert driven.refused("dealer cuts 20") == "no-cut-due 5.F"
    assert driven.do("dealer opens bets at 0:00:00") == ["bets opened 1 0 7.D"]


@clause("MD-TCP 5.E(2)", "MD-TCP 5.F", "MD-TCP 5.F(1)", "MD-TCP 5.F(2)")
def test_cards_shuffled_by_hand_are_cut_at_least_ten_deep() -> None:
    driven = table("manual_shoe", "none").open("ann")
    driven.do(f"dealer shuffles by hand: {WHOLE}")
    assert driven.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5.A"
    assert driven.refused("dealer cuts 9") == "cut-too-shallow 5.F"
    assert driven.refused("dealer cuts 52") == "cut-too-shallow 5.F"
    assert driven.do("dealer cuts 10") == ["deck cut 10 5.F"]
    assert driven.table.decks[0].order == (*DECK[10:], *DECK[:10])
    driven.do("dealer opens bets at 0:00:00")


@clause("MD-TCP 5.G")
def test_the_floor_has_the_cards_recut_before_the_deal() -> None:
    driven = table("manual_shoe", "none").open("ann")
    driven.do(f"dealer shuffles by hand: {WHOLE}")
    assert driven.refused("floorperson orders recut") == "nothing-cut 5.G"
    driven.do("dealer cuts 10")
    assert driven.do("floorperson orders recut") == ["recut ordered 5.G"]
    assert driven.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5.A"
    driven.do("dealer cuts 30", "dealer opens bets at 0:00:00", "box 1 places ante $10", "dealer closes bets")
    driven.do("dealer deals")
    assert driven.refused("floorperson orders recut") == "round-under-way 5.G"
    driven = table("manual_shoe", "automated").open("ann")
    driven.shuffle()
    assert driven.refused("floorperson orders recut") == "nothing-cut 5.G"


@clause("MD-TCP 5.H", "MD-TCP 5.H(1)", "MD-TCP 5.H(2)", "MD-TCP 5.H(3)")
def test_an_idle_table_is_spread_and_opened_again() -> None:
    driven = table().open("ann")
    driven.shuffle()
    assert driven.refused("dealer spreads cards") == "players-seated 5.H(1)"
    driven.do("box 1 leaves")
    assert driven.do("dealer spreads cards") == ["table idled 5.H(1)"]
    driven.do("player bob takes box 1")
    for step in STEPS[3:]:
        assert driven.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5.A"
        driven.do(step)
    driven.shuffle()
    driven.do("dealer opens bets at 0:00:00")


@clause("MD-TCP 5.I", "MD-TCP 5.J")
def test_a_reshuffling_device_counts_and_needs_no_cut_recut_or_spread() -> None:
    driven = table(shuffler="reshuffling").open()
    driven.do(f"dealer shuffles by device: {WHOLE}")
    assert driven.refused("dealer cuts 10") == "no-cut-due 5.F"
    assert driven.refused("floorperson orders recut") == "nothing-cut 5.J"
    assert driven.refused("dealer spreads cards") == "not-open 5.J"
    driven.do("floorperson orders shuffle")
    assert "deck removed 0 5.D(2)" in driven.do(f"dealer shuffles by device: {SHORT}")


# Chapter 7: wagers


@clause("MD-TCP 7.A")
def test_a_wager_is_chips_from_the_rack_on_an_area_of_the_layout() -> None:
    driven = table().open("ann")
    driven.do("player ann cashes $9,980")
    driven.bet("1 ante $10")
    assert (driven.table.accounts["area 1 ante"], driven.table.rack_of("ann")) == (10_00, 10_00)
    assert driven.refused("box 1 places ante $30") == "not-enough-chips 7.A"
    assert driven.refused("box 1 places lucky_seven $10") == "wager-not-offered 2.A"


@clause("MD-TCP 7.A")
def test_chips_on_the_layout_move_from_a_later_wager_to_the_ante() -> None:
    driven = table().open("ann")
    driven.do("player ann cashes $9,980")
    driven.bet("1 ante $10, pair_plus $10")
    moved = driven.do("box 1 places ante $15, pair_plus $5")
    assert [line.split()[3] for line in moved if line.startswith("wager placed")] == ["pair_plus", "ante"]


@clause("MD-TCP 7.C")
def test_only_seated_players_wager() -> None:
    driven = table().open("ann")
    driven.bet()
    assert driven.refused("box 2 places ante $10") == "not-seated 7.C"
    driven.do("box 1 leaves")
    assert driven.refused("box 1 places ante $10") == "not-seated 7.C"


@clause("MD-TCP 7.C(1)")
def test_the_box_of_a_player_who_leaves_in_mid_round_is_not_free_before_its_end() -> None:
    driven = table().open("ann", "bob")
    driven.deal("1 pair_plus $5", "2 ante $10", top="9s 9d 2c")
    assert driven.do("box 1 leaves") == ["seat left 1 ann 7.C(1)"]
    assert driven.refused("player eve takes box 1") == "box-taken 7.C"
    lines = driven.settle("box 2 plays")
    assert 'wager paid 1 pair_plus $5 pair "1 to 1" $5 $5 "" 12.D(1)(e)' in lines
    assert driven.do("player eve takes box 1") == ["seat taken 1 eve 7.C"]


@clause("MD-TCP 7.C(2)")
def test_wagers_of_a_player_who_leaves_may_be_declared_abandoned_and_lose() -> None:
    driven = table().open("ann", "bob")
    driven.deal("1 pair_plus $5, six_card_bonus $5", "2 ante $10", top="9s 9d 9c")
    assert driven.refused("floorperson declares box 1 abandoned") == "nobody-left 7.C(2)"
    driven.do("box 1 leaves")
    assert driven.do("floorperson declares box 1 abandoned") == ["wagers abandoned 1 7.C(2)"]
    lines = driven.settle("box 2 plays")
    assert [line for line in lines if " 1 " in line and "wager" in line] == [
        "wager collected 1 pair_plus $5 7.C(2)",
        "wager collected 1 six_card_bonus $5 7.C(2)",
    ]


@clause("MD-TCP 7.C(2)")
def test_a_player_who_leaves_makes_no_play_wager() -> None:
    driven = table().open("ann", "bob")
    driven.deal("1 ante $10", "2 ante $10")
    lines = driven.do("box 1 leaves")
    assert "wager forfeited 1 ante $10 11.B" in lines
    assert not picked(lines, "wager placed")
    driven.settle("box 2 plays")


@clause("MD-TCP 7.D", "MD-TCP 7.E")
def test_wagers_are_made_before_no_more_bets_and_stand_after_it() -> None:
    driven = table().open("ann", "bob")
    driven.shuffle()
    assert driven.refused("box 1 places ante $10") == "bets-not-open 7.D"
    driven.bet("1 ante $20")
    assert driven.do("box 1 places ante $30") == ["wager placed 1 ante $30 $20 7.F(1)"]
    assert driven.refused("box 1 places ante $30, play $30") == "wager-not-offered 7.F(1)"
    driven.do("dealer closes bets")
    for command in ("dealer deals", "box 1 plays"):
        for change in ("ante $40", "ante $20", "nothing", "ante $30, pair_plus $5"):
            assert driven.refused(f"box 1 places {change}") == "bets-closed 7.E"
        assert driven.refused("box 2 places ante $10") == "bets-closed 7.E"
        driven.do(command)
    assert driven.table.round
    assert driven.table.round.boxes[1].wagers == {"ante": 30_00, "play": 30_00}


@clause("MD-TCP 7.F(1)", "MD-TCP 11.B")
def test_a_play_wager_equals_the_ante() -> None:
    driven = table().open("ann")
    driven.deal("1 ante $35")
    assert driven.do("box 1 plays") == ["choice made 1 play play 11.B", "wager placed 1 play $35 $0 11.B"]


@clause("MD-TCP 7.F(1)")
def test_a_play_wager_needs_its_chips() -> None:
    driven = table().open("ann")
    driven.do("player ann cashes $9,980")
    driven.deal("1 ante $15")
    assert driven.refused("box 1 plays") == "not-enough-chips 11.B"


@clause("MD-TCP 7.F(2)", "MD-TCP 7.F(3)")
def test_pair_plus_is_staked_alone_or_beside_an_ante() -> None:
    driven = table().open("ann", "bob")
    lines = driven.deal("1 pair_plus $5", "2 ante $10, pair_plus $100", top="2s 5d 9c")
    assert "cards dealt 1 2s 5d 9c 10.B(2)" in lines
    assert driven.refused("box 1 plays") == "not-your-turn 11.B"
    lines = driven.settle("box 2 plays")
    assert [line.split()[3] for line in picked(lines, "wager")] == ["play", "ante", "play", "pair_plus", "pair_plus"]
    assert "wager collected 1 pair_plus $5 11.D(4)" in lines


@clause("MD-TCP 7.F(4)(a)", "MD-TCP 7.F(5)(b)", "MD-TCP 7.F(6)(a)")
@pytest.mark.parametrize(
    ("wager", "cite"),
    [("progressive $1", "7.F(4)"), ("six_card_bonus $5", "7.F(5)"), ("five_card_progressive $1", "7.F(6)")],
)
def test_an_additional_wager_needs_an_ante_or_a_pair_plus_in_its_box(wager: str, cite: str) -> None:
    driven = table().open("ann", "bob")
    driven.bet("2 ante $10, pair_plus $5")
    assert driven.refused(f"box 1 places {wager}") == f"wager-needs-another {cite}"
    for first in ("ante $10", "pair_plus $5", "ante $10, pair_plus $5"):
        assert driven.do(f"box 1 places {first}, {wager}")
        driven.do("box 1 places nothing")
    driven.do("dealer closes bets")
    closed = "7.E" if wager.startswith("six_card") else "10.A(2)"
    assert driven.refused(f"box 2 places ante $10, pair_plus $5, {wager}") == f"bets-closed {closed}"


@clause("MD-TCP 7.G", "MD-TCP 7.G(1)", "MD-TCP 7.G(2)")
@pytest.mark.parametrize(
    ("version", "cite", "enough", "short"),
    [("ante_covers_pair_plus", "7.G(1)", "$20", "$19.99"), ("ante_covers_half", "7.G(2)", "$10", "$10")],
)
def test_pair_plus_needs_an_ante_of_a_size(version: str, cite: str, enough: str, short: str) -> None:
    driven = table(version=version).open("ann")
    driven.bet()
    assert driven.refused("box 1 places pair_plus $20") == f"wager-missing {cite}"
    too_much = "$20" if short != enough else "$20.01"
    assert driven.refused(f"box 1 places ante {short}, pair_plus {too_much}") == f"stakes-do-not-fit {cite}"
    for placed in (f"ante {enough}, pair_plus $20", "ante $10"):
        assert driven.do(f"box 1 places {placed}")


@clause("MD-TCP 7.G(3)")
def test_compulsory_ante_and_pair_plus_are_within_five_times_each_other() -> None:
    driven = table(version="compulsory").open("ann")
    driven.bet()
    assert driven.refused("box 1 places ante $10") == "wager-missing 7.G(3)"
    assert driven.refused("box 1 places pair_plus $10") == "wager-missing 7.G(3)"
    assert driven.refused("box 1 places ante $10, pair_plus $50.01") == "stakes-do-not-fit 7.G(3)"
    assert driven.refused("box 1 places ante $50.01, pair_plus $10") == "stakes-do-not-fit 7.G(3)"
    for placed in ("ante $10, pair_plus $50", "ante $50, pair_plus $10"):
        assert driven.do(f"box 1 places {placed}")


@clause("MD-TCP 7.H")
def test_a_player_has_at_most_the_stated_number_of_adjacent_boxes() -> None:
    driven = table().open("ann", "ann")
    assert driven.refused("player ann takes box 3") == "too-many-boxes 7.H"
    driven.do("player bob takes box 4")
    assert driven.refused("player bob takes box 6") == "boxes-not-adjacent 7.H"


# Chapters 8 to 10: dealing


@clause("MD-TCP 8.C", "MD-TCP 9.B")
@pytest.mark.parametrize(("device", "cite"), [("manual_shoe", "8.C"), ("hand", "9.B"), ("automated_shoe", "7.D")])
def test_no_more_bets_is_announced_before_the_first_card(device: str, cite: str) -> None:
    driven = table(device).open("ann")
    assert driven.refused("dealer deals") == f"bets-not-closed {cite}"
    driven.bet("1 ante $10")
    assert driven.refused("dealer deals") == f"bets-not-closed {cite}"
    assert driven.do("dealer closes bets") == [f"bets closed {cite}"]
    assert picked(driven.do("dealer deals"), "cards dealt")
    assert driven.refused("dealer deals") == f"bets-not-closed {cite}"


@clause(
    "MD-TCP 8.C(2)", "MD-TCP 8.C(2)(a)", "MD-TCP 8.C(2)(b)", "MD-TCP 8.C(2)(c)",
    "MD-TCP 9.B(2)", "MD-TCP 9.B(2)(a)", "MD-TCP 9.B(2)(b)", "MD-TCP 9.B(2)(c)",
    "MD-TCP 10.A(3)", "MD-TCP 10.A(3)(a)", "MD-TCP 10.A(3)(b)", "MD-TCP 10.A(3)(c)",
)  # fmt: skip
@pytest.mark.parametrize(
    ("device", "cite"), [("manual_shoe", "8.C(2)"), ("hand", "9.B(2)"), ("automated_shoe", "10.A(3)")]
)
def test_progressive_chips_are_collected_counted_and_put_away(device: str, cite: str) -> None:
    for miscounted in ("progressive 3", "five_card_progressive 2", "progressive 0"):
        driven = table(device).open("ann", "bob")
        driven.bet(BOTH, "2 pair_plus $5, progressive $5")
        driven.do(f"dealer closes bets counting {miscounted}")
        assert driven.refused("dealer deals") == f"chips-do-not-agree {cite}(b)"
        assert driven.refused("box 1 places ante $20") == "bets-closed 7.E"
    driven = table(device).open("ann", "bob")
    driven.bet(BOTH, "2 pair_plus $5, progressive $5")
    inventory = driven.table.accounts["inventory"]
    lines = driven.do("dealer closes bets counting progressive 2, five_card_progressive 1")
    assert picked(lines, "wagers collected") == [
        f"wagers collected progressive 2 $6 {cite}(c)",
        f"wagers collected five_card_progressive 1 $5 {cite}(c)",
    ]
    raised = sum(driven.table.meters().values()) - 12_500_00
    assert driven.table.accounts["inventory"] == inventory + 11_00 - raised


ONE_BY_ONE = ["1 2c 5c 8c", "3 3c 6c 9c", "dealer 4c 7c Tc"]
STACKS = ["1 2c 3c 4c", "3 5c 6c 7c", "dealer 8c 9c Tc"]


@clause(
    "MD-TCP 8.E", "MD-TCP 8.E(1)", "MD-TCP 8.E(2)", "MD-TCP 9.C(2)", "MD-TCP 9.C(3)", "MD-TCP 9.C(4)",
    "MD-TCP 10.B(1)", "MD-TCP 10.B(2)", "MD-TCP 10.B(3)", "MD-TCP 10.B(6)",
)  # fmt: skip
@pytest.mark.parametrize(
    ("device", "hands", "cites"),
    [
        ("manual_shoe", ONE_BY_ONE, ["8.E(1)", "8.E(1)", "8.E(1)", "8.E(2)"]),
        ("hand", ONE_BY_ONE, ["9.C(2)", "9.C(2)", "9.C(2)", "9.C(4)"]),
        ("automated_shoe", STACKS, ["10.B(2)", "10.B(2)", "10.B(3)", "10.B(6)"]),
    ],
)
def test_the_deal_goes_clockwise_to_boxes_with_wagers_and_last_to_the_dealer(
    device: str, hands: list[str], cites: list[str]
) -> None:
    """All of it face down: dealing reveals nothing. Two community cards come where someone bet on them."""
    driven = table(device).open("ann", "bob", "cyd")
    lines = driven.deal("3 ante $10", "1 pair_plus $5")
    assert lines == [f"cards dealt {hand} {cite}" for hand, cite in zip(hands, cites, strict=False)]
    driven.settle("box 3 plays")
    lines = driven.deal("3 ante $10, five_card_progressive $1", "1 ante $10")
    dealt = [*hands, "community Jc Qc"]
    assert lines == [f"cards dealt {hand} {cite}" for hand, cite in zip(dealt, cites, strict=True)]
    assert driven.table.round
    assert driven.table.round.revealed == {}


@clause("MD-TCP 8.E(3)", "MD-TCP 9.C(5)", "MD-TCP 10.B(5)")
@pytest.mark.parametrize("device", ["manual_shoe", "hand", "automated_shoe"])
def test_the_stub_goes_to_the_discard_rack_unseen(device: str) -> None:
    driven = table(device).open("ann")
    driven.deal("1 ante $10")
    lines = driven.settle("box 1 plays")
    assert [line.split()[2] for line in picked(lines, "cards revealed")] == ["dealer"]
    assert driven.table.rack[:46] == DECK[6:]


COUNTED = [
    ("manual_shoe", "none", "8.F", "8.G"),
    ("hand", "automated", "9.D", "9.E"),
    ("automated_shoe", "automated", "10.C", "10.D"),
]


@clause("MD-TCP 8.F", "MD-TCP 8.G", "MD-TCP 9.D", "MD-TCP 9.E", "MD-TCP 10.C", "MD-TCP 10.D")
@pytest.mark.parametrize(("device", "shuffler", "count", "right"), COUNTED)
def test_the_stub_is_counted_within_five_rounds(device: str, shuffler: str, count: str, right: str) -> None:
    driven = table(device, shuffler).open("ann", "bob")
    for number in (1, 2, 3, 4, 5) * 2:
        driven.deal("1 pair_plus $5", "2 pair_plus $5")
        if number == 5:
            assert driven.refused("dealer settles") == f"stub-not-counted {count}"
            assert driven.do("dealer counts stub 43") == [f"stub counted 43 {right}"]
        driven.settle()
    driven.bet("1 pair_plus $5")


@clause("MD-TCP 8.F", "MD-TCP 9.D", "MD-TCP 10.C")
@pytest.mark.parametrize("device", ["manual_shoe", "hand", "automated_shoe"])
def test_a_counting_shuffler_makes_the_count_unnecessary(device: str) -> None:
    driven = table(device, "counting").open("ann")
    for _ in range(6):
        driven.deal("1 pair_plus $5")
        driven.settle()


WRONG = [
    ("manual_shoe", "8.F", "8.H(1)", "8.H(2)"),
    ("hand", "9.D", "9.G", "9.H"),
    ("automated_shoe", "10.C", "10.F", "10.G"),
]


@clause("MD-TCP 8.H", "MD-TCP 8.H(1)", "MD-TCP 9.F", "MD-TCP 9.G", "MD-TCP 10.E", "MD-TCP 10.F")
@pytest.mark.parametrize(("device", "count", "misdealt", "_"), WRONG)
def test_a_misdeal_found_by_the_count_voids_the_round(device: str, count: str, misdealt: str, _: str) -> None:
    driven = table(device).open("ann", "bob")
    before = chips(driven)
    driven.deal(BOTH, "2 ante $10, pair_plus $5, six_card_bonus $5")
    driven.do("box 1 plays", "box 2 folds")
    lines = driven.do("dealer counts stub 40 misdealt 12")
    assert lines == [f"stub counted 40 {count}", f"irregularity reported stub_misdealt deck 40 {misdealt}"]
    assert driven.table.round
    lines = driven.do("floorperson confirms report")
    assert lines[0] == f"irregularity found stub_misdealt {VOID} {misdealt}"
    assert lines[-1] == f"round voided {misdealt}"
    assert (chips(driven), len(driven.table.decks)) == (before, 1)
    assert driven.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5.A"


@clause("MD-TCP 8.H", "MD-TCP 8.H(2)", "MD-TCP 9.F", "MD-TCP 9.H", "MD-TCP 10.E", "MD-TCP 10.G")
@pytest.mark.parametrize(("device", "count", "_", "wrong"), WRONG)
def test_a_wrong_count_without_a_misdeal_removes_the_deck(device: str, count: str, _: str, wrong: str) -> None:
    driven = table(device).open("ann", "bob")
    before = chips(driven)
    driven.deal(BOTH, "2 ante $10")
    lines = driven.do("dealer counts stub 40")
    assert lines == [f"stub counted 40 {count}", f"irregularity reported stub_wrong deck 40 {wrong}"]
    assert driven.table.round
    lines = driven.do("floorperson confirms report")
    effects = "void_round,return_wagers,remove_deck"
    assert lines[0] == f"irregularity found stub_wrong {effects} {wrong}"
    assert lines[-2:] == [f"round voided {wrong}", f"deck removed 0 {wrong}"]
    assert (chips(driven), driven.table.decks) == (before, ())


@clause("MD-TCP 10.B(4)", "MD-TCP 11.D(2)")
def test_the_dealers_cards_may_wait_in_the_shuffler_for_the_last_decision() -> None:
    driven = table(dealer_cards="shuffler").open("ann", "bob")
    lines = driven.deal("1 ante $10", "2 ante $10")
    assert lines[-1] == "cards dealt dealer 8c 9c Tc 10.B(4)"
    assert not picked(driven.do("box 1 plays", "box 2 plays"), "cards revealed")
    assert picked(driven.settle(), "cards revealed") == ["cards revealed dealer 8c 9c Tc 11.D(2)"]


# Chapter 11: completing a round


@clause("MD-TCP 11.A")
def test_nobody_decides_before_the_deal_is_finished() -> None:
    driven = table().open("ann")
    driven.bet("1 ante $10")
    assert driven.refused("box 1 plays") == "no-decision-due 11.B"
    driven.do("dealer closes bets")
    assert driven.refused("box 1 folds") == "no-decision-due 11.B"
    driven.do("dealer deals", "box 1 plays")


@clause("MD-TCP 11.B")
def test_each_ante_is_asked_clockwise_to_play_or_to_give_up() -> None:
    driven = table().open("ann", "bob", "cyd", "dee")
    driven.deal("1 ante $10", "2 pair_plus $5", "3 ante $10", "4 ante $20")
    assert driven.refused("box 3 plays") == "not-your-turn 11.B"
    assert driven.refused("box 1 rides") == "no-such-choice 11.B"
    driven.do("box 1 plays")
    assert driven.refused("box 1 folds") == "not-your-turn 11.B"
    assert driven.refused("box 2 plays") == "not-your-turn 11.B"
    assert driven.do("box 3 folds") == ["choice made 3 play fold 11.B", "wager forfeited 3 ante $10 11.B"]
    driven.do("box 4 plays")
    assert driven.refused("box 4 folds") == "no-decision-due 11.B"


@clause("MD-TCP 11.C(1)")
def test_folding_forfeits_ante_and_pair_plus() -> None:
    driven = table().open("ann")
    driven.deal("1 ante $10, pair_plus $5", top="9s 9d 9c")
    lines = driven.settle("box 1 folds")
    assert picked(lines, "wager", "award") == [
        "wager forfeited 1 ante $10 11.C(1)",
        "wager forfeited 1 pair_plus $5 11.C(1)",
    ]


@clause("MD-TCP 11.C(2)")
def test_folding_forfeits_the_progressive_wagers_but_not_the_envy_bonus() -> None:
    driven = table().open("ann", "bob")
    driven.deal(BOTH, "2 ante $10, five_card_progressive $1", top="9s 9d 9c Ah Kh Qh 2c 3d 5s Jh Th")
    lines = driven.settle("box 1 folds", "box 2 plays")
    assert [line for line in picked(lines, "wager", "award") if line.split()[2] == "1"] == [
        "wager forfeited 1 ante $10 11.C(2)",
        "wager forfeited 1 progressive $1 11.C(2)",
        "wager forfeited 1 five_card_progressive $5 11.C(2)",
        "award paid 1 envy 2 mini_royal $25 $25 12.E(5)(a)(ii)",
        "award paid 1 five_card_envy 2 royal_flush $5,000 $5,000 11.D(9)(g)",
    ]


@clause("MD-TCP 11.C(3)", "MD-TCP 11.D(1)")
@pytest.mark.parametrize("pair_plus", ["", ", pair_plus $5"])
def test_folding_leaves_the_six_card_bonus_and_its_cards(pair_plus: str) -> None:
    driven = table().open("ann", "bob")
    driven.deal(f"1 ante $10{pair_plus}, six_card_bonus $5", "2 ante $10", top="9s 9d 2c 3c 4d 8h 9h Kd 5s")
    lines = driven.settle("box 1 folds", "box 2 folds")
    assert picked(lines, "cards collected") == ["cards collected 2 3c 4d 8h 11.D(1)"]
    assert 'wager paid 1 six_card_bonus $5 three_of_a_kind "5 to 1" $5 $25 "" 12.F(1)(i)' in lines
    assert ("wager forfeited 1 pair_plus $5 11.C(1)" in lines) == bool(pair_plus)


@clause("MD-TCP 11.D")
def test_settlement_waits_for_every_decision() -> None:
    driven = table().open("ann", "bob")
    driven.deal("1 ante $10", "2 ante $10")
    assert driven.refused("dealer settles") == "decisions-open 11.B"
    driven.do("box 1 plays")
    assert driven.refused("dealer settles") == "decisions-open 11.B"
    driven.settle("box 2 plays")


@clause("MD-TCP 11.D(1)", "MD-TCP 11.D(2)", "MD-TCP 11.D(3)", "MD-TCP 11.E")
def test_folded_cards_go_in_the_dealer_reveals_and_boxes_are_settled_counterclockwise() -> None:
    driven = table().open("ann", "bob", "cyd")
    driven.deal("1 ante $10", "2 ante $10", "3 ante $10", top="2c 5d 9s 3c 6d Ts 4c 7d Js Qc 8d 6s")
    lines = driven.do("box 1 plays", "box 2 folds", "box 3 plays")
    assert driven.table.accounts["area 2 ante"] == 10_00, "a forfeited wager lies there until the dealer collects it"
    lines = driven.settle()
    assert lines == [
        "forfeits collected 2 $10 11.D(1)",
        "cards collected 2 3c 6d Ts 11.D(1)",
        "cards revealed dealer Qc 8d 6s 11.D(2)",
        "wager collected 3 ante $10 11.D(3)(d)(i)",
        "wager collected 3 play $10 11.D(3)(d)(i)",
        "wager collected 1 ante $10 11.D(3)(d)(i)",
        "wager collected 1 play $10 11.D(3)(d)(i)",
        "round completed 11.E",
    ]
    assert show_cards(driven.table.rack[-12:]) == "3c 6d Ts 4c 7d Js 2c 5d 9s Qc 8d 6s"


SHOWDOWNS = {
    "dealer under queen high": ("2c 3d 5s", "Jc Td 8s", "paid 11.D(3)(c)", "returned 11.D(3)(c)"),
    "lower": ("Qc Jd 2s", "Qd Jh 3c", "collected 11.D(3)(d)(i)", "collected 11.D(3)(d)(i)"),
    "higher": ("Qc Jd 4s", "Qd Jh 3c", "paid 11.D(3)(d)(ii)", "paid 11.D(3)(d)(ii)"),
    "equal": ("Qc Jd 3s", "Qd Jh 3c", "returned 11.D(3)(d)(iii)", "returned 11.D(3)(d)(iii)"),
    "in whatever order the cards came": ("4c 2d 3s", "Ad 3h 2c", "paid 11.D(3)(d)(ii)", "paid 11.D(3)(d)(ii)"),
    "a pair qualifies": ("4c 5d 9s", "2d 2h 3c", "collected 11.D(3)(d)(i)", "collected 11.D(3)(d)(i)"),
}


@clause(
    "MD-TCP 11.D(3)(b)", "MD-TCP 11.D(3)(c)", "MD-TCP 11.D(3)(d)", "MD-TCP 11.D(3)(d)(i)", "MD-TCP 11.D(3)(d)(ii)",
    "MD-TCP 11.D(3)(d)(iii)",
)  # fmt: skip
@pytest.mark.parametrize(("hand", "dealer", "ante", "play"), SHOWDOWNS.values(), ids=SHOWDOWNS)
def test_ante_and_play_are_decided_against_the_dealer(hand: str, dealer: str, ante: str, play: str) -> None:
    driven = table().open("ann")
    driven.deal("1 ante $10", top=f"{hand} {dealer}")
    rack = driven.table.rack_of("ann")
    lines = driven.settle("box 1 plays")
    found = [(words[3], f"{words[1]} {words[-1]}") for words in map(str.split, picked(lines, "wager"))]
    assert found[1:] == [("ante", ante), ("play", play)]
    back = {"collected": 0, "returned": 10_00, "paid": 20_00}
    due = back[ante.partition(" ")[0]] + back[play.partition(" ")[0]]
    bonus = 10_00 * bool(picked(lines, "award paid 1 ante_bonus 1 straight"))
    assert driven.table.rack_of("ann") == rack - 10_00 + due + bonus


@clause("MD-TCP 11.D(4)", "MD-TCP 11.D(5)", "MD-TCP 11.D(8)", "MD-TCP 11.D(9)")
def test_a_box_is_settled_whole_and_in_order() -> None:
    driven = table().open("ann", "bob")
    every = "ante $10, pair_plus $5, progressive $1, six_card_bonus $5, five_card_progressive $1"
    driven.deal(f"1 {every}", f"2 {every}", top="As Ks Qs Ah Kh Qh Qc 8d 6s Js Ts")
    lines = picked(driven.settle("box 1 plays", "box 2 plays"), "wager collected", "wager paid", "award paid")
    own = ["ante", "play", "ante_bonus", "pair_plus", "progressive"]
    assert [" ".join(line.split()[2:4]) for line in lines] == [
        *(f"2 {item}" for item in own), "1 envy", "2 six_card_bonus", "2 five_card_progressive",
        *(f"1 {item}" for item in own), "2 envy", "1 six_card_bonus", "1 five_card_progressive", "2 five_card_envy",
    ]  # fmt: skip


@clause(
    "MD-TCP 11.D(4)", "MD-TCP 11.D(6)", "MD-TCP 11.D(7)(d)", "MD-TCP 11.D(8)(a)", "MD-TCP 11.D(9)(a)", "MD-TCP 12.B"
)
def test_bonuses_are_paid_though_the_dealer_has_the_better_hand() -> None:
    driven = table().open("ann")
    placed = "1 ante $10, pair_plus $5, progressive $1, six_card_bonus $5, five_card_progressive $1"
    driven.deal(placed, top="2c 3d 4s 5c 5d 5h 5s 6c")
    assert picked(driven.settle("box 1 plays"), "wager collected", "wager paid", "award paid") == [
        "wager collected 1 ante $10 11.D(3)(d)(i)",
        "wager collected 1 play $10 11.D(3)(d)(i)",
        'award paid 1 ante_bonus 1 straight "1 to 1" $10 12.B(1)(c)',
        'wager paid 1 pair_plus $5 straight "6 to 1" $5 $30 "" 12.D(1)(c)',
        'wager paid 1 progressive $1 straight "6 for 1" $0 $6 "" 12.E(1)(a)(v)',
        'wager paid 1 six_card_bonus $5 three_of_a_kind "5 to 1" $5 $25 "" 12.F(1)(i)',
        'wager paid 1 five_card_progressive $1 straight "30 for 1" $0 $30 "" 12.G(1)(f)',
    ]


@clause("MD-TCP 12.B")
def test_an_ante_without_a_play_wager_earns_no_bonus() -> None:
    driven = table().open("ann")
    driven.deal("1 ante $10", top="2c 3c 4c")
    assert not picked(driven.settle("box 1 folds"), "award paid")


@clause(
    "MD-TCP 11.D(7)(a)", "MD-TCP 11.D(7)(b)", "MD-TCP 11.D(7)(c)", "MD-TCP 11.D(9)(d)(i)", "MD-TCP 11.D(9)(d)(ii)",
    "MD-TCP 11.D(9)(e)",
)  # fmt: skip
@pytest.mark.parametrize(("wager", "cite"), [("progressive", "11.D(7)(c)"), ("five_card_progressive", "11.D(9)(e)")])
def test_a_progressive_win_waits_for_the_floorperson(wager: str, cite: str) -> None:
    driven = table().open("ann")
    driven.deal(f"1 pair_plus $5, {wager} $1", top="9s 9d 9c 2c 3d 5s 7h 8h")
    assert driven.refused(f"floorperson validates {wager} of box 1") == f"nothing-to-validate {cite}"
    lines = driven.do("dealer settles")
    assert lines[-1] == f"validation asked 1 {wager} {cite}"
    assert driven.refused("dealer settles") == "validation-open 11.D(3)"
    assert driven.do(f"floorperson validates {wager} of box 1") == [f"win validated 1 {wager} {cite}"]
    assert driven.do("dealer settles")[0].startswith(f"wager paid 1 {wager} $1 three_of_a_kind ")


@clause("MD-TCP 12.E(2)")
@pytest.mark.parametrize(
    ("hand", "row", "amount"),
    [
        ("As Ks Qs", "mini_royal_spades", "$2,500.14"),
        ("Ah Kh Qh", "mini_royal", "$500"),
        ("4d 5d 6d", "straight_flush", "$70"),
    ],
)
def test_a_progressive_wager_is_paid_once_for_the_highest_hand(hand: str, row: str, amount: str) -> None:
    """Each of these hands meets the words of every lower row with a straight in it."""
    driven = table().open("ann")
    driven.deal("1 pair_plus $5, progressive $1", top=f"{hand} 2c 3d 9s")
    (paid,) = picked(driven.settle(), "wager paid 1 progressive")
    assert paid.startswith(f"wager paid 1 progressive $1 {row} ")
    assert f" {amount} " in paid


@clause("MD-TCP 11.D(5)", "MD-TCP 11.D(9)(f)")
def test_a_losing_progressive_wager_is_collected_without_a_validation() -> None:
    driven = table().open("ann")
    driven.deal("1 pair_plus $5, progressive $1, five_card_progressive $1", top="2c 7d 9s 3c 4d 8h 6s Jc")
    lines = driven.do("dealer settles")
    assert not picked(lines, "validation asked")
    assert picked(lines, "wager collected")[1:] == [
        "wager collected 1 progressive $1 11.D(5)",
        "wager collected 1 five_card_progressive $1 11.D(9)(f)",
    ]


@clause("MD-TCP 11.D(7)(e)", "MD-TCP 11.D(7)(e)(i)", "MD-TCP 11.D(7)(e)(ii)", "MD-TCP 12.E(5)")
def test_an_envy_bonus_for_each_qualifying_hand_of_others_by_the_receivers_stake() -> None:
    driven = table().open("ann", "bob", "cyd", "dee")
    driven.deal(
        "1 ante $10, progressive $1",
        "2 ante $10",
        "3 ante $10, progressive $5",
        "4 ante $10",
        top="2c 7d 9s As Ks Qs 3c 8d Th Ad Kd Qd",
    )
    lines = driven.settle("box 1 plays", "box 2 plays", "box 3 plays", "box 4 plays")
    assert picked(lines, "award paid 1", "award paid 3") == [
        "award paid 3 envy 4 mini_royal $125 $125 12.E(5)(b)(ii)",
        "award paid 1 envy 4 mini_royal $25 $25 12.E(5)(a)(ii)",
        "award paid 3 envy 2 mini_royal_spades $500 $500 12.E(5)(b)(i)",
        "award paid 1 envy 2 mini_royal_spades $100 $100 12.E(5)(a)(i)",
    ]
    assert not picked(lines, "award paid 2 envy", "award paid 4 envy")


@clause("MD-TCP 11.D(7)(e)(iii)", "MD-TCP 11.D(9)(j)")
def test_no_envy_bonus_for_ones_own_boxes_nor_for_the_dealers_hand() -> None:
    driven = table().open("ann", "ann")
    both = "pair_plus $5, progressive $1, five_card_progressive $1"
    driven.deal(f"1 {both}", f"2 {both}", top="As Ks Qs 2c 7d 9s Ad Kd Qd Js Ts")
    lines = driven.settle()
    assert len(picked(lines, "wager paid 1 progressive", "wager paid 1 five_card_progressive")) == 2
    assert not picked(lines, "award paid")


@clause("MD-TCP 11.D(8)(b)", "MD-TCP 11.D(8)(c)")
@pytest.mark.parametrize(
    ("hand", "dealer", "due"),
    [
        ("9s 9d 2c", "9h 2d 5s", 'paid 1 six_card_bonus $5 full_house "20 to 1" $5 $100 "" 12.F(1)(f)'),
        ("9s 8d 7c", "6h 5d 5s", 'paid 1 six_card_bonus $5 straight "10 to 1" $5 $50 "" 12.F(1)(h)'),
        ("9s 9d 2c", "2h 3d 5s", "collected 1 six_card_bonus $5 11.D(8)(c)"),
    ],
)
def test_the_six_card_bonus_reads_the_best_five_of_both_hands(hand: str, dealer: str, due: str) -> None:
    driven = table().open("ann")
    driven.deal("1 pair_plus $5, six_card_bonus $5", top=f"{hand} {dealer}")
    assert f"wager {due}" in driven.settle()


@clause("MD-TCP 7.F(5)(a)", "MD-TCP 11.D(8)(d)")
@pytest.mark.parametrize(
    ("six_card", "due"),
    [
        ("A", "super_royal $100,000 $5 $100,000"),
        ("B", "super_royal $100,000 $5 $100,000"),
        ("C", 'royal_flush "1,000 to 1" $5 $5,000'),
        ("E", 'royal_flush "1,000 to 1" $5 $5,000'),
    ],
)
def test_six_cards_make_a_super_royal_where_the_paytable_has_it(six_card: str, due: str) -> None:
    driven = table(six_card=six_card).open("ann")
    driven.deal("1 pair_plus $5, six_card_bonus $5", top="As Ks Qs Js Ts 9s")
    (paid,) = picked(driven.settle(), "wager paid 1 six_card_bonus")
    assert paid.startswith(f"wager paid 1 six_card_bonus $5 {due} ")


@clause("MD-TCP 11.D(9)(b)", "MD-TCP 11.D(9)(c)", "MD-TCP 11.D(9)(f)")
def test_two_community_cards_are_exposed_and_complete_the_five_card_hand() -> None:
    driven = table().open("ann")
    driven.deal("1 pair_plus $5, five_card_progressive $5", top="9s 9d 2c 5c 5d 5h 9h 2d")
    lines = driven.settle()
    exposed = lines.index("cards revealed community 9h 2d 11.D(9)(b)")
    assert exposed > lines.index("cards revealed dealer 5c 5d 5h 11.D(2)")
    assert 'wager paid 1 five_card_progressive $5 full_house "50 for 1" $0 $250 "" 12.G(1)(d)' in lines[exposed:]


@clause("MD-TCP 11.D(9)(g)", "MD-TCP 11.D(9)(h)", "MD-TCP 11.D(9)(i)")
def test_a_five_card_envy_bonus_for_each_qualifying_hand_of_others() -> None:
    driven = table().open("ann", "bob", "cyd")
    driven.deal(
        "1 ante $10, five_card_progressive $1",
        "2 ante $10",
        "3 ante $10, progressive $1",
        top="2c 7d 8s As Ks Qs 9h 8h Qd 3c 4d 5h Js Ts",
    )
    lines = driven.settle("box 1 plays", "box 2 plays", "box 3 plays")
    assert picked(lines, "award paid 1", "award paid 3") == [
        "award paid 3 envy 2 mini_royal_spades $100 $100 12.E(5)(a)(i)",
        "award paid 1 five_card_envy 2 royal_flush $1,000 $1,000 11.D(9)(g)",
    ]
    driven.deal(
        "1 ante $10, five_card_progressive $5",
        "2 ante $10",
        "3 ante $10",
        top="2c 7d 8d As Ks Qs 9s 8s 7s 3c 4d 5h Js Ts",
    )
    lines = driven.settle("box 1 plays", "box 2 plays", "box 3 plays")
    assert picked(lines, "award paid 1") == [
        "award paid 1 five_card_envy 3 straight_flush $1,500 $1,500 11.D(9)(g)",
        "award paid 1 five_card_envy 2 royal_flush $5,000 $5,000 11.D(9)(g)",
    ]


@clause("MD-TCP 11.F(1)", "MD-TCP 11.F(2)")
def test_an_electronic_table_deals_three_cards_to_the_dealer_and_nine_to_all() -> None:
    driven = table("electronic").open("ann", "bob")
    driven.bet()
    assert driven.refused("box 1 places ante $10") == "no-community-hand 11.F"
    driven.do("box 1 places ante $10 on hand 3", "box 2 places pair_plus $5 on hand 1", "dealer closes bets")
    assert driven.do("dealer deals") == [
        "cards dealt dealer 2c 3c 4c 11.F(1)",
        "cards dealt community 5c 6c 7c 8c 9c Tc Jc Qc Kc 11.F(2)",
        "cards revealed community 5c 6c 7c 8c 9c Tc Jc Qc Kc 11.F(2)",
    ]
    lines = driven.settle("box 1 plays")
    assert 'wager paid 1 ante $10 "" "1 to 1" $10 $10 "" 11.D(3)(d)(ii)' in lines
    assert 'wager paid 2 pair_plus $5 straight_flush "35 to 1" $5 $175 "" 12.D(1)(a)' in lines
    assert sorted(driven.table.rack) == sorted(DECK)


# Chapter 12: meters


@clause("MD-TCP 12.E(4)")
def test_a_meter_pays_what_it_shows_when_the_players_turn_comes() -> None:
    """Paytable C pays every suit but spades from one meter: the box at the right meets it first."""
    meters = '{ major = { seed = "$5,000", rate = "10%" }, minor = { seed = "$1,000", rate = "10%" } }'
    driven = table(progressive="C", meters=meters).open("ann", "bob")
    driven.deal("1 pair_plus $5, progressive $5", "2 pair_plus $5, progressive $1", top="Ad Kd Qd Ah Kh Qh")
    assert driven.table.meters()["minor"] == 1_000_60
    paid = picked(driven.settle(), "jackpot", "wager paid 1 progressive", "wager paid 2 progressive", "meter reset")
    assert paid == [
        "jackpot locked 2 progressive minor $1,000.60 12.E(4)",
        "meter reset minor $1,000 12.E(4)",
        'wager paid 2 progressive $1 mini_royal "100% of minor" $0 $1,000.60 "" 12.E(1)(c)(ii)',
        "jackpot locked 1 progressive minor $1,000 12.E(4)",
        "meter reset minor $1,000 12.E(4)",
        'wager paid 1 progressive $5 mini_royal "100% of minor" $0 $1,000 "" 12.E(1)(c)(ii)',
    ]
    assert driven.table.meters()["major"] == 5_000_60


# Chapter 13: irregularities


@clause("MD-TCP 13.A")
@pytest.mark.parametrize(
    ("device", "hands"),
    [("manual_shoe", ["1 2c 5c 7c", "dealer 4c 6c 8c"]), ("automated_shoe", ["1 2c 4c 5c", "dealer 6c 7c 8c"])],
)
def test_one_card_face_up_is_not_played(device: str, hands: list[str]) -> None:
    driven = table(device).open("ann")
    driven.bet("1 ante $10")
    assert driven.refused("dealer reports card_face_up 3c") == "not-now 13.A"
    driven.do("dealer closes bets")
    assert driven.do("dealer reports card_face_up 3c") == [
        "irregularity found card_face_up discard_card 13.A",
        "card discarded deck 3c 13.A",
    ]
    assert [line.rsplit(" ", 1)[0] for line in driven.do("dealer deals")] == [f"cards dealt {hand}" for hand in hands]
    driven.settle("box 1 plays")
    assert show_cards(driven.table.rack[:1]) == "3c"


def voided(driven: Driven, report: str, cite: str, *before: str) -> None:
    """A report voids the round: all chips are where they were, and the cards are shuffled before the next round."""
    chips_before = chips(driven)
    driven.bet(BOTH, "2 ante $10, pair_plus $5, six_card_bonus $5")
    lines = driven.do(*before, report)
    assert picked(lines, "wager returned") == [
        f"wager returned 1 ante $10 {cite}",
        f"wager returned 1 progressive $1 {cite}",
        f"wager returned 1 five_card_progressive $5 {cite}",
        f"wager returned 2 ante $10 {cite}",
        f"wager returned 2 pair_plus $5 {cite}",
        f"wager returned 2 six_card_bonus $5 {cite}",
    ]
    assert lines[-1] == f"round voided {cite}"
    assert chips(driven) == chips_before
    assert driven.table.round is None
    assert driven.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5.A"


@clause("MD-TCP 13.B")
def test_a_second_card_face_up_voids_the_round() -> None:
    driven = table("manual_shoe").open("ann", "bob")
    voided(driven, "dealer reports card_face_up 9s", "13.B", "dealer closes bets", "dealer reports card_face_up 3c")


@clause("MD-TCP 13.C")
def test_a_card_drawn_in_error_is_the_next_card() -> None:
    driven = table("manual_shoe").open("ann")
    driven.bet("1 ante $10")
    driven.do("dealer closes bets")
    assert driven.do("dealer reports card_drawn_in_error") == [
        "irregularity found card_drawn_in_error use_as_next_card 13.C"
    ]
    assert driven.do("dealer deals") == ["cards dealt 1 2c 4c 6c 8.E(1)", "cards dealt dealer 3c 5c 7c 8.E(1)"]


@clause("MD-TCP 13.D")
@pytest.mark.parametrize("device", ["manual_shoe", "hand", "automated_shoe"])
def test_a_wrong_number_of_cards_voids_the_round(device: str) -> None:
    driven = table(device).open("ann", "bob")
    report = "dealer reports wrong_number_of_cards at box 2, 4 cards"
    voided(driven, "floorperson confirms report", "13.D", "dealer closes bets", "dealer deals", report)


@clause("MD-TCP 13.E")
def test_a_dealers_card_exposed_early_voids_the_round() -> None:
    driven = table("hand").open("ann", "bob")
    voided(driven, "dealer reports card_exposed_early", "13.E", "dealer closes bets", "dealer deals")


@clause("MD-TCP 13.F")
def test_a_shuffler_that_fails_means_a_new_shuffle() -> None:
    driven = table().open("ann")
    driven.shuffle()
    assert driven.do("dealer reports shuffler_failed") == [
        "irregularity found shuffler_failed reshuffle 13.F",
        "shuffle ordered 0 13.F",
    ]
    assert driven.refused("dealer opens bets at 0:00:00") == "cards-not-ready 5.A"
    driven.bet("1 ante $10")
    assert table("manual_shoe", "none").open("ann").refused("dealer reports shuffler_failed") == "no-shuffler 13.F"


@clause("MD-TCP 13.G")
def test_an_automated_shoe_that_fails_voids_the_round() -> None:
    driven = table().open("ann", "bob")
    voided(driven, "dealer reports dealing_shoe_failed", "13.G", "dealer closes bets")
    assert sorted(driven.table.rack) == sorted(DECK)
    driven = table("manual_shoe").open("ann")
    driven.bet("1 ante $10")
    driven.do("dealer closes bets")
    assert driven.refused("dealer reports dealing_shoe_failed").startswith("not-an-irregularity ")


@clause("MD-TCP 13.G", "MD-TCP 10.B(4)")
def test_a_shoe_may_fail_while_the_dealers_cards_wait_in_it() -> None:
    driven = table(dealer_cards="shuffler").open("ann", "bob")
    voided(driven, "dealer reports dealing_shoe_failed", "13.G", "dealer closes bets", "dealer deals")


@clause("MD-TCP 13.H", "MD-TCP 13.H(1)", "MD-TCP 13.H(2)")
@pytest.mark.parametrize(("how", "cite"), [("covered", "13.H(1)"), ("marked", "13.H(2)")])
def test_a_broken_device_is_covered_or_marked_before_another_way_is_used(how: str, cite: str) -> None:
    driven = table("manual_shoe").open("ann")
    assert driven.refused(f"dealer shuffles by hand: {WHOLE}") == "wrong-shuffle 5.A"
    lines = driven.do(f"dealer takes shuffler out of service, {how}")
    assert lines == [f"device taken out shuffler {how} {cite}"]
    driven.do(f"dealer shuffles by hand: {WHOLE}", "dealer cuts 10", "dealer opens bets at 0:00:00")
