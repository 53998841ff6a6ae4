"""Who voids a round, and until when: ruling void-by-whom. Cards that are turned up are not exposed early."""

import pytest

from pitboss.play import commands as c
from pitboss.table.authority import may_give
from pitboss.table.decide import offers
from pitboss.views.actions import command_text, example_of
from pitboss.views.memo import ViewMemo
from pitboss.views.permitted import staff_actions
from pitboss.views.seat import public_view, seat_parts
from tests.clauses.driven import Driven
from tests.clauses.small_houses import BET, small
from tests.regulations.outside import Variants
from tests.table.test_locked_jackpots import HOUSES, ROUNDS

SHUFFLER = {"MD-LIR": "none", "MD-TCP": "none", "MD-TFP": "none", "MA-LIR": "automated"}
each = pytest.mark.parametrize("regulation", sorted(SHUFFLER))
EXPOSED = {"MD-LIR": "13.E", "MD-TCP": "13.E", "MD-TFP": "13.A"}
"""The clause that voids a round if a card is exposed early."""
STUB = {"MD-LIR": "8.D(5)", "MD-TCP": "8.F", "MD-TFP": "8.E", "MA-LIR": "7(e)"}
TURNED = {
    "MD-LIR": ("box 1 rides", "box 2 rides", "dealer turns community Ts", "box 1 rides", "box 2 rides",
               "dealer turns community Td", "dealer turns box 2 As Ks Qs"),
    "MA-LIR": ("box 1 rides", "box 2 rides", "dealer turns community Ts", "box 1 rides", "box 2 rides",
               "dealer turns community Td", "dealer turns box 2 As Ks Qs"),
    "MD-TCP": ("box 1 plays", "box 2 plays", "dealer turns dealer Qh 5c 2d", "dealer turns box 2 As Ks Qs"),
    "MD-TFP": ("box 1 plays", "box 2 plays", "dealer turns dealer Qh 5c 2d 3d 4d 6d 7c",
               "dealer turns box 2 As Ks Qs Js 2c 3c 4c"),
}  # fmt: skip
"""From the deal of real cards to the hand of box 2, which is settled first."""


def dealt(regulation: str, device: str = "manual_shoe", dealer_cards: str = "layout") -> Driven:
    """Two players, and real cards that nobody has read."""
    shuffler = SHUFFLER[regulation] if device == "manual_shoe" else "automated"
    driven = small(regulation, device, shuffler, dealer_cards=dealer_cards).open("ann", "bob")
    way = "hand" if driven.table.shuffler == "none" else "device"
    driven.do(f"dealer shuffles by {way}: unread", *(["dealer cuts 20"] if way == "hand" else []))
    bets = (f"box {box} places {BET[regulation]}" for box in (1, 2))
    driven.do("dealer opens bets at 0:00:00", *bets, "dealer closes bets", "dealer deals")
    return driven


@pytest.mark.parametrize("regulation", sorted(EXPOSED))
def test_cards_that_the_dealer_has_turned_up_are_not_exposed_early(regulation: str) -> None:
    """Otherwise the dealer, who sees a hand that wins, could make the round void alone."""
    driven = dealt(regulation)
    *before, reveal, hand = TURNED[regulation]
    driven.do(*before)
    hidden = driven.table
    driven.do(reveal, hand)
    assert driven.refused("dealer reports card_exposed_early") == f"not-now {EXPOSED[regulation]}"
    driven.table = hidden
    assert driven.do("dealer reports card_exposed_early")[-1] == f"round voided {EXPOSED[regulation]}"


@pytest.mark.parametrize(("regulation", "clause"), [("MD-TCP", "13.G"), ("MD-TFP", "13.D")])
def test_a_shoe_cannot_jam_with_cards_that_lie_on_the_table(regulation: str, clause: str) -> None:
    driven = dealt(regulation, "automated_shoe", dealer_cards="shuffler")
    *before, reveal, _ = TURNED[regulation]
    driven.do(*before)
    waiting = driven.table
    driven.do(reveal)
    assert driven.refused("dealer reports dealing_shoe_failed") == f"not-now {clause}"
    driven.table = waiting
    assert driven.do("dealer reports dealing_shoe_failed")[-1] == f"round voided {clause}"


@each
def test_a_count_voids_nothing_once_a_box_is_paid(regulation: str) -> None:
    """Real cards are read and paid box by box: ruling stub-count-every-five."""
    driven = dealt(regulation)
    driven.do(*TURNED[regulation], "dealer settles")
    assert driven.table.round
    assert driven.table.round.boxes[2].settled
    assert not driven.table.round.boxes[1].turned
    assert driven.refused("dealer counts stub 11") == f"being-settled {STUB[regulation]}"


@each
def test_a_choice_is_corrected_only_until_its_box_is_paid(regulation: str) -> None:
    driven = dealt(regulation)
    driven.do(*TURNED[regulation])
    read = driven.table
    for decision, (_, (_, other)) in read.terms.script.decisions.items():
        driven.table = read
        assert driven.do(f"dealer corrects box 2 {decision} to {other}")[0].startswith("choice corrected 2 ")
        driven.table = read
        driven.do("dealer settles")
        assert driven.refused(f"dealer corrects box 2 {decision} to {other}").startswith("already-paid ")


@each
def test_a_wrong_count_voids_only_what_the_floor_confirms(regulation: str) -> None:
    driven = dealt(regulation)
    driven.do("dealer counts stub 11")
    going_on = driven.table
    assert going_on.round
    assert going_on.round.reported
    assert driven.refused("dealer counts stub 11").startswith("report-open ")
    assert driven.do("floorperson refuses report")[0].startswith("report refused stub_wrong ")
    assert driven.do(TURNED[regulation][0])
    driven.table = going_on
    lines = driven.do("floorperson confirms report")
    assert [line.split()[:2] for line in lines[-2:]] == [["round", "voided"], ["deck", "removed"]]
    assert driven.table.accounts["rack ann"] == driven.table.accounts["rack bob"] == 1_000_000


@each
@pytest.mark.parametrize("said", ["", " at box 6, 4 cards", " at dealer"])
def test_a_wrong_number_of_cards_names_a_place_with_cards_and_their_number(regulation: str, said: str) -> None:
    driven = dealt(regulation)
    for who in ("dealer", "floorperson"):
        assert driven.refused(f"{who} reports wrong_number_of_cards{said}").startswith("no-such-place ")


def test_no_dealer_alone_voids_a_round_in_which_a_win_waits(variants: Variants) -> None:
    """Also under a regulation whose row asks no floorperson to confirm the finding."""
    row = 'cite = "13.D"\nfloor_confirms = true'
    driven = Driven(HOUSES["MD-TCP"].replace("MD-TCP", variants.make("MD-TCP", (row, 'cite = "13.D"')))).open("ann")
    driven.deal(f"1 {ROUNDS['MD-TCP'][0]}", top="As 7c Ks 5d Qs 4h")
    report, hand = "dealer reports wrong_number_of_cards at box 1, 4 cards", driven.table
    assert driven.do(report)[-1] == "round voided 13.D"
    driven.table = hand
    driven.do("box 1 plays", "dealer settles")
    assert driven.do(report) == ["irregularity reported wrong_number_of_cards 1 4 13.D"]
    assert driven.do("floorperson confirms report")[-1] == "round voided 13.D"


def betting(regulation: str) -> Driven:
    """Two players, real cards in the shoe, and bets open with one of them on the layout."""
    driven = small(regulation, "automated_shoe", "automated").open("ann", "bob")
    driven.do("dealer shuffles by device: unread", "dealer opens bets at 0:00:00", f"box 1 places {BET[regulation]}")
    return driven


@pytest.mark.parametrize(("regulation", "clause"), [("MA-LIR", "13(e)"), ("MD-TCP", "13.G")])
def test_a_report_names_a_place_that_the_table_has(regulation: str, clause: str) -> None:
    driven = betting(regulation)
    assert driven.refused("dealer reports dealing_shoe_failed at moon, 3 cards") == f"no-such-place {clause}"
    assert driven.refused("dealer reports dealing_shoe_failed at box 7, 3 cards") == f"no-such-place {clause}"


def test_while_a_report_waits_nobody_is_offered_a_bet() -> None:
    """Player's and dealer's options agree with what the engine accepts, also while bets are open."""
    driven = betting("MA-LIR")
    driven.do("dealer reports dealing_shoe_failed")
    assert driven.table.round
    assert driven.table.round.reported
    parts = seat_parts(driven.table, public_view(driven.table), ViewMemo())
    texts = {example_of(action) for part in parts.values() for action in part["actions"]}
    assert not [text for text in texts if " places " in text]
    offered = [offer.command for offer in offers(driven.table)]
    dealers = [example_of(action) for action in staff_actions(driven.table, "dealer", "", ViewMemo(), physical=False)]
    assert dealers == [
        command_text(command)
        for command in offered
        if may_give("dealer", command, physical=False, clearing=False)
        and not isinstance(command, c.PlaceWagers | c.Choose | c.LeaveSeat | c.CashOut)
    ]
