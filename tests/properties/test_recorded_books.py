"""The books that the random tables are judged by accept a lawful change of bets, and no other order of its chips."""

import pytest

from pitboss.books.accounts import check_books
from pitboss.errors import LedgerBroken
from pitboss.play.notation import parse_command
from pitboss.table import betting
from pitboss.table.decide import act
from tests.properties.recorded_table import RecordedTable

SIDES = {
    "MD-LIR": 'base = { paytable = "A", minimum = "$5", maximum = "$500" }\n'
              'three_card_bonus = { paytable = "A", minimum = "$5", maximum = "$500" }',
    "MD-TCP": 'ante = { minimum = "$5", maximum = "$500" }\n'
              'pair_plus = { paytable = "A", minimum = "$5", maximum = "$500" }',
    "MD-TFP": 'ante = { minimum = "$5", maximum = "$500" }\n'
              'top_five_bonus = { paytable = "A", minimum = "$5", maximum = "$500" }',
    "MA-LIR": 'base = { minimum = "$5", maximum = "$500" }\n'
              'three_card_bonus = { paytable = "A", minimum = "$5", maximum = "$500" }',
}  # fmt: skip
_THREE_BETS = (
    "bet_1 $5, bet_2 $5, bet_3 $5, three_card_bonus $20",
    "bet_1 $10, bet_2 $10, bet_3 $10, three_card_bonus $5",
)
CHANGES = {
    "MD-LIR": _THREE_BETS,
    "MD-TCP": ("ante $5, pair_plus $20", "ante $20, pair_plus $5"),
    "MD-TFP": ("ante $5, top_five_bonus $20", "ante $20, top_five_bonus $5"),
    "MA-LIR": _THREE_BETS,
}
"""All chips of the player lie on the layout, and move from a later wager to an earlier one."""
each = pytest.mark.parametrize("regulation", sorted(SIDES))


def changed(regulation: str) -> RecordedTable:
    """A table at which a player moves all chips from one wager to others."""
    awards = '[tables.one.awards]\nante_bonus = { paytable = "A" }' if regulation == "MD-TCP" else ""
    recorded = RecordedTable(f"""
        facility = "Harbor"
        [tables.one]
        regulation = "{regulation}"
        boxes = 6
        adjacent_boxes = 1
        device = "automated_shoe"
        shuffler = "counting"
        [tables.one.wagers]
        {SIDES[regulation]}
        {awards}
    """)
    before, after = CHANGES[regulation]
    cut = ["dealer shuffles by preshuffled: unread", "dealer cuts 20"]
    shuffles = ["dealer shuffles by device: unread"] if regulation == "MA-LIR" else cut
    table, staked = recorded.opened, 25 if len(before.split(",")) == 2 else 35
    for text in (
        "floorperson fills $1,000",
        f"player ann buys ${staked}",
        "player ann takes box 1",
        "dealer receives 1 deck preshuffled",
        *shuffles,
        "dealer opens bets at 0:00:00",
        f"box 1 places {before}",
        f"box 1 places {after}",
    ):
        command = parse_command(text)
        table, events = act(table, command)
        recorded.add(command, events)
    return recorded


@each
def test_a_change_of_bets_is_accepted(regulation: str) -> None:
    check_books(changed(regulation).store)


@each
def test_chips_that_are_staked_before_others_come_back_are_not(
    regulation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    placed = betting._placed
    monkeypatch.setattr(betting, "_placed", lambda *asked: reversed([*placed(*asked)]))
    with pytest.raises(LedgerBroken, match="on the account 'rack ann at one'"):
        check_books(changed(regulation).store)
