"""Cards as a reading shoe, a camera or a scanner sends them: the command that they mean at a table now."""

from pitboss.cards import parse_cards
from pitboss.house.live_house import LiveHouse
from pitboss.play import commands as c
from pitboss.play.commands import Command
from pitboss.play.notation import parse_place, show_command
from pitboss.table.state import Table
from pitboss.table.turning import reading_due


def reading_text(house: LiveHouse, table: str, id_: str, cards: str, place: str = "") -> str:
    """The command that cards from a device mean; the same id means the same command as the first time.

    ValueError if these are not cards or not a place.
    """
    known = house.store.by_command(id_)
    if known is not None and (text := known.content.get("command")):
        return str(text)
    return show_command(_reading(house.record(table).table, cards, place))


def _reading(table: Table, text: str, place: str) -> Command:
    cards = parse_cards(text, distinct=False)
    if place:
        return c.TurnCards(parse_place(place), cards)
    due = reading_due(table)
    return c.TurnCards(due.place, cards) if due and cards else c.ReadCards(cards)
