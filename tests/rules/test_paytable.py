import pytest

from pitboss.rules.clause import Clause
from pitboss.rules.load import load_regulation
from pitboss.rules.payout import Payout
from pitboss.rules.paytable import PayRow, Paytable, PaytableLine


def cite(address: str) -> Clause:
    return Clause("MD-TCP", address)


def test_the_only_column() -> None:
    table = Paytable(cite=cite("12.D(1)"), pays=(PayRow("pair", (Payout("to", 1),), (cite("12.D(1)(e)"),)),))
    assert table.lines() == (PaytableLine("pair", Payout("to", 1), cite("12.D(1)(e)")),)


@pytest.mark.parametrize(("stake", "cents", "address"), [(100, 10_000, "(a)(i)"), (500, 50_000, "(b)(i)")])
def test_a_column_by_stake(stake: int, cents: int, address: str) -> None:
    line = load_regulation("MD-TCP").paytables["envy"]["A"].lines(stake)[0]
    assert line == PaytableLine("mini_royal_spades", Payout("prize", cents), cite(f"12.E(5){address}"))


@pytest.mark.parametrize(("boxes", "odds"), [(7, 90), (6, 100), (1, 500)])
def test_a_column_by_boxes(boxes: int, odds: int) -> None:
    line = load_regulation("MA-LIR").paytables["cover_all"]["A"].lines(boxes)[0]
    assert line == PaytableLine("royal_flush", Payout("to", odds), Clause("MA-LIR", "11(k)"))


def test_without_a_column_named_the_first() -> None:
    table = load_regulation("MD-TCP").paytables["envy"]["A"]
    assert table.lines() == table.lines(100)


@pytest.mark.parametrize("stake", [0, 200])
def test_a_column_that_is_not_there(stake: int) -> None:
    with pytest.raises(ValueError, match="not in tuple"):
        load_regulation("MD-TCP").paytables["envy"]["A"].lines(stake)
