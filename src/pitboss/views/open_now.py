"""What is open to whom. It is worked out again only where something has changed that it depends on."""

from functools import partial
from typing import NamedTuple

from pitboss.ledger.standing import Standing
from pitboss.play import commands as c
from pitboss.play.notation import show_command
from pitboss.rules.words import Person
from pitboss.table.decide import offers_of_house, open_to
from pitboss.table.deciding import Offer
from pitboss.table.playing import pending
from pitboss.table.state import Table
from pitboss.views.kept import Kept, View


def open_to_players(table: Table, turn: View | None, kept: Kept) -> dict[str, list[str]]:
    """What each player may do now, at the own boxes and with the chips in the rack."""
    return kept.of("players", (table, turn), lambda: _open_to_players(table, turn, kept))


def _open_to_players(table: Table, turn: View | None, kept: Kept) -> dict[str, list[str]]:
    """What is open to a player depends on the rules, the device, who sits where, the phase and the own things.

    What others have at their boxes and in their racks makes no difference, but for whose turn it is.
    """
    phase = table.round.phase if table.round and table.round.phase in ("betting", "settling") else ""
    around = table.ruleset, table.out_of_service, table.seats, phase
    own: dict[str, list[object]] = {player: [cents] for player, cents in table.racks().items()}
    for number, player in table.seats.items():
        own.setdefault(player, []).append((number, table.round.boxes.get(number) if table.round and phase else None))
    asked = table.seats.get(turn["box"]) if turn else None
    return {
        player: kept.of(
            ("player", player),
            (around, seen, (turn, table.round) if player == asked else None),
            partial(_texts, table, player, is_asked=player == asked),
        )
        for player, seen in own.items()
    }


def _texts(table: Table, player: str, *, is_asked: bool) -> list[str]:
    return [show_command(command) for command in open_to(table, player, is_asked=is_asked)]


def _without_people(table: Table) -> Table:
    """The table without what lies at the boxes, and without anybody's chips."""
    round_ = table.round._replace(boxes={}) if table.round else None
    return table._replace(accounts={}, carry={}, round=round_)


class Work(NamedTuple):
    """What the people of the house may do, and as it is shown."""

    offers: tuple[Offer, ...]
    texts: list[str]


def open_to_house(table: Table, people: tuple[Person, ...], standing: Standing, kept: Kept) -> Work:
    """What is open to the dealer or the floorperson, and to anybody who sits down."""

    def worked_out() -> Work:
        seen = _seen_by_house(table, people, standing)
        return kept.of(("house", people), seen, lambda: _work(table, people, standing))

    return kept.of(people, (table, standing), worked_out)


def _seen_by_house(table: Table, people: tuple[Person, ...], standing: Standing) -> object:
    """The dealer's work depends on the boxes by whether bets lie there, who has left, and whether all have decided.

    The floorperson also looks at hands and chips.
    """
    if "floorperson" in people or table.round is None:
        return table, standing
    boxes = table.round.boxes
    lie = any(box.wagers for box in boxes.values())
    left = [number for number, box in boxes.items() if box.left]
    return _without_people(table), standing, boxes.keys(), lie, left, pending(table) is None


def _work(table: Table, people: tuple[Person, ...], standing: Standing) -> Work:
    offers = offers_of_house(table, *people)
    return Work(offers, [_text(offer) for offer in offers if _is_taken(offer, standing)])


def _is_taken(offer: Offer, standing: Standing) -> bool:
    """Whether the house still takes what the regulation offers: a table that closes begins nothing new."""
    return not (standing.closed and isinstance(offer.command, c.OpenBets | c.TakeSeat | c.BuyChips))


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
