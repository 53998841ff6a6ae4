"""A round as a player at the terminal sees it: their own cards, revealed cards, and the backs of all others."""

from collections.abc import Mapping
from typing import Any

from pitboss.cards import Card
from pitboss.cli.cards import Face
from pitboss.documents.hand_names import hand_name
from pitboss.documents.settled_text import Reasons
from pitboss.play.round import Round
from pitboss.play.settle import Settling
from pitboss.play.settlement_input import BoxFacts
from pitboss.table.state import Table
from pitboss.table.visible_cards import revealed

PILES = {"dealer": "dealer", "community": "community cards", "bonus_box": "bonus box"}


def box_facts(table: Table, box: int) -> BoxFacts | None:
    """The hand of a box; None before it has one."""
    return Reasons(table).facts_of(box) if table.round else None


def faces(round_: Round, pile: str) -> list[Face]:
    """A pile as everyone sees it: cards that are revealed, and backs."""
    shown = round_.revealed.get(pile, ())
    lying = (*(round_.burned if pile == "community" else ()), *round_.piles.get(pile, ()))
    return [card if card in shown else None for card in lying]


def visible(round_: Round, facts: BoxFacts) -> set[Card]:
    """The cards that the player of a box sees: their own, and those that are revealed."""
    return {*facts.cards, *revealed(round_)}


def hand_faces(table: Table, item: str, facts: BoxFacts) -> list[Face]:
    """The cards that decide an item, as the player of the box sees them."""
    assert table.round
    cards = Settling(table.terms, table.round.facts(table.terms, table.meters())).cards_of(
        table.terms.hand_of(item), facts
    )
    seen = visible(table.round, facts)
    return [card if card in seen else None for card in cards]


def name_hand(table: Table, item: str, facts: BoxFacts) -> str:
    """The name of the hand that decides an item, from the cards that its player sees."""
    known = [face for face in hand_faces(table, item, facts) if face is not None]
    return hand_name(table.terms.hand_of(item).ranking, known)


def chips_of_players(table: Table, bought: Mapping[str, int]) -> list[dict[str, Any]]:
    """Each player's chips in cents: bought, in the rack, on the layout, and the net result."""
    boxes = table.round.boxes if table.round else {}
    areas = {f"area {number} {wager}": box.player for number, box in boxes.items() for wager in box.wagers}
    rows = []
    for player, paid in bought.items():
        rack = table.rack_of(player)
        lying = sum(table.accounts.get(area, 0) for area, owner in areas.items() if owner == player)
        rows.append({"player": player, "bought": paid, "rack": rack, "lying": lying, "net": rack + lying - paid})
    return rows
