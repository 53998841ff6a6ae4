"""What a dealer or floorperson sees: the table as anybody sees it, the racks, and the commands that are theirs now.

The staff sees no more cards than the players do.
"""

from pitboss.play import commands as c
from pitboss.play.notation import show_command
from pitboss.rules.words import Person
from pitboss.table.decide import Offer, offers
from pitboss.table.state import Table
from pitboss.views.dealer import irregularities, next_step
from pitboss.views.paying import pay_list
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
        "out_of_service": dict(table.out_of_service),
        "waiting": [[box, item] for box, item in sorted(_waiting(table))],
        "may": list(may),
        **(_work(table) if people else {}),
    }


def _work(table: Table) -> View:
    """What those who run the table do at this moment."""
    return {"next": next_step(table), "pays": pay_list(table), "irregularities": irregularities(table)}


def _waiting(table: Table) -> frozenset[tuple[int, str]]:
    """The wins that the floorperson has not validated."""
    return table.round.asked - table.round.validated if table.round else frozenset()


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
