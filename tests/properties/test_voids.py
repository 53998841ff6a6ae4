"""The control of the property about void rounds: it finds each void that the rules no longer let happen."""

from collections.abc import Sequence

import pytest

from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.commands import Command
from pitboss.table.decide import act
from tests.clauses.driven import Driven
from tests.properties.voids import void_faults
from tests.table.test_locked_jackpots import HOUSES, ROUNDS

CITE = "MD-TCP 13.D"


def dealt() -> Driven:
    """Two hands of real cards that nobody has read, with a progressive wager each."""
    driven = Driven(HOUSES["MD-TCP"]).open("ann", "bob")
    driven.do("dealer shuffles by hand: unread", "dealer cuts 20", "dealer opens bets at 0:00:00")
    wagers = ROUNDS["MD-TCP"][0]
    driven.do(f"box 1 places {wagers}", f"box 2 places {wagers}", "dealer closes bets", "dealer deals")
    return driven


def void_by(found: str) -> Sequence[e.Event]:
    return (e.IrregularityFound(found, "void_round", CITE), e.RoundVoided(CITE))


@pytest.mark.parametrize(
    ("command", "found"),
    [
        (c.CountStub(40), "stub_wrong"),
        (c.CountStub(43), "stub_wrong"),
        (c.Report("wrong_number_of_cards", None, "1", 4), "wrong_number_of_cards"),
        (c.Report("wrong_number_of_cards", None, "1", 3, "floorperson"), "wrong_number_of_cards"),
        (c.Report("wrong_number_of_cards", None, "moon", 4, "floorperson"), "wrong_number_of_cards"),
    ],
)
def test_a_void_that_contradicts_the_ledger_or_lacks_the_floor_is_found(command: Command, found: str) -> None:
    assert void_faults(dealt().table, command, void_by(found))


def test_a_void_by_the_dealer_after_the_reveal_is_found() -> None:
    driven = dealt()
    report = c.Report("card_exposed_early")
    assert void_faults(driven.table, report, act(driven.table, report)[1]) == []
    driven.do("box 1 plays", "box 2 plays", "dealer turns dealer Qh 5c 2d", "dealer turns box 2 As Ks Qs")
    faults = void_faults(driven.table, report, void_by("card_exposed_early"))
    assert faults == [
        "every card was up already",
        "the dealer alone makes a round void whose hands are up: card_exposed_early",
    ]


def test_a_void_that_the_floor_confirms_is_right() -> None:
    driven = dealt()
    driven.do("dealer reports wrong_number_of_cards at box 1, 4 cards")
    assert void_faults(driven.table, c.ConfirmReport(), act(driven.table, c.ConfirmReport())[1]) == []
