"""What a dealer or floorperson sees: the table as anybody sees it, the racks, and the commands that are theirs now.

The staff sees no more cards than the players do.
"""

from pitboss.play import commands as c
from pitboss.play.notation import show_command
from pitboss.rules.words import Person
from pitboss.table.decide import Offer, offers
from pitboss.table.state import Table
from pitboss.views.seat import View, public_view


def staff_view(table: Table, *people: Person) -> View:
    """The table for whoever stands in for these people of the regulation."""
    may = dict.fromkeys(_text(offer) for offer in offers(table, *people)) if people else {}
    racks = {name[5:]: cents for name, cents in table.accounts.items() if name.startswith("rack ")}
    return {
        **public_view(table),
        "racks": racks,
        "inventory": table.accounts.get("inventory", 0),
        "drop": table.accounts.get("drop", 0),
        "may": list(may),
    }


def _text(offer: Offer) -> str:
    """An offer without what the house brings itself, and without any card: an offer is made from the whole deck."""
    match offer.command:
        case c.RecordShuffle(order=order):
            return "dealer shuffles" if order else show_command(offer.command)
        case c.ReadCards():
            return "dealer reads"
        case c.OpenBets():
            return "dealer opens bets"
        case c.Report(found=found):
            return show_command(c.Report(found))
    return show_command(offer.command)
