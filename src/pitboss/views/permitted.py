"""What is open to whom. It is worked out again only where something has changed that it depends on."""

from collections.abc import Hashable, Iterable
from typing import NamedTuple

from pitboss.ledger.table_status import TableStatus
from pitboss.play import commands as c
from pitboss.play.commands import Command
from pitboss.play.notation import show_command
from pitboss.play.round import Box, Round
from pitboss.rules.vocabulary import Person
from pitboss.table.decide import accepted, bets, cashing, choices, leaving, offers_of_house
from pitboss.table.decks import count_is_due
from pitboss.table.dry_run import Offer
from pitboss.table.playing import taken, unread
from pitboss.table.state import Table
from pitboss.views.memo import Kept, View

DEALER: tuple[Person, ...] = ("dealer", "player")
"""The dealer also enters what players do: how they look at new cards, and all of it at a table with real cards."""


def open_to_player(table: Table, player: str, turn: View | None, kept: Kept) -> list[str]:
    """What a player may do now, at the own boxes and with the chips in the rack.

    What others have at their boxes and in their racks makes no difference, but for whose turn it is. Whoever bets the
    same in every round may do the same.
    """
    boxes = tuple([number for number, name in table.seats.items() if name == player])
    rules, chips = (table.ruleset, table.out_of_service), table.rack_of(player)
    is_betting, is_settling = stage(table)
    may = kept.of(("leaving", boxes), rules, _leaving, table, boxes)
    if kept.of(("cashing", chips > 0, is_settling), rules, _is_cashing, table, player):
        may = [*may, *_texts(cashing(table, player))]
    if table.round and is_betting:
        # More chips than the least bets take make no difference.
        most = len(boxes) * sum([amount for _, amount in table.ruleset.least_wagers])
        lying = tuple([_lying(table.round.boxes[number]) for number in boxes])
        return [*kept.of(("betting", boxes, lying, min(chips, most)), rules, _betting, table, boxes), *may]
    if table.round and turn and turn["box"] in boxes:
        box = table.round.boxes[turn["box"]]
        # A bet that a choice places is as large as one that lies there.
        enough = min(chips, sum(box.wagers.values()))
        purpose = "choosing", turn["box"], turn["decision"], _lying(box), enough
        return [*kept.of(purpose, rules, _choosing, table), *may]
    return may


def stage(table: Table) -> tuple[bool, bool]:
    """What of a round's phase matters to players, but for whose turn it is: whether they bet, and are paid."""
    phase = table.round.phase if table.round else ""
    return phase == "betting", phase == "settling"


def _lying(box: Box) -> Hashable:
    """What lies at a box, whoever sits there."""
    return tuple(box.wagers.items()), tuple(box.coupons.items()), box.hand


def _leaving(table: Table, boxes: tuple[int, ...]) -> list[str]:
    return _texts(accepted(table, leaving(boxes)))


def _is_cashing(table: Table, player: str) -> bool:
    return bool(accepted(table, cashing(table, player)))


def _betting(table: Table, boxes: tuple[int, ...]) -> list[str]:
    return _texts(accepted(table, bets(table, boxes)))


def _choosing(table: Table) -> list[str]:
    return _texts(accepted(table, choices(table)))


def _texts(commands: Iterable[Command]) -> list[str]:
    return [show_command(command) for command in commands]


class Work(NamedTuple):
    """What the people of the house may do, as it is shown, and what they may report."""

    texts: list[str]
    reportable: list[str]


def open_to_house(  # noqa: PLR0913 - a table, what stands beside it, and what is known already
    table: Table, people: tuple[Person, ...], standing: TableStatus, turn: View | None, kept: Kept, *, physical: bool
) -> Work:
    """What is open to the dealer or the floorperson; at a `physical` table also to somebody who comes."""
    if "floorperson" in people:
        # The floorperson also looks at hands and chips.
        purpose, seen = ("house", people), (table, standing, physical)
        return kept.of(purpose, seen, _work, table, people, standing, physical=physical)
    moment = _moment(table, is_asked=turn is not None)
    return kept.of(
        ("house", people, physical, standing.closed, moment), (table.ruleset, table.out_of_service),
        _work, table, people, standing, physical=physical,
    )  # fmt: skip


def _work(table: Table, people: tuple[Person, ...], standing: TableStatus, *, physical: bool) -> Work:
    offers = offers_of_house(table, *people)
    texts = [command_text(offer.command) for offer in offers if _is_taken(offer, standing, physical)]
    return Work(texts, [offer.command.found for offer in offers if isinstance(offer.command, c.Report)])


def _moment(table: Table, *, is_asked: bool) -> Hashable:
    """What the dealer's work depends on: neither on which cards lie where, nor on whose bets and chips they are.

    The same moments come in every round.
    """
    decks = tuple((deck[:2], len(deck.order), deck.needs_cut, deck.is_cut, deck.read) for deck in table.decks)
    around = decks, table.current, table.idle, not table.rounds, count_is_due(table), tuple(table.seats.items())
    return (around, _moment_of_round(table, table.round, is_asked=is_asked)) if table.round else around


def _moment_of_round(table: Table, round_: Round, *, is_asked: bool) -> Hashable:
    lie, left, cards, gone = False, [], 0, 0
    for number, box in round_.boxes.items():
        lie = lie or bool(box.wagers)
        cards += len(box.cards)
        gone += box.surrendered
        if box.left:
            left.append(number)
    deal = (taken(table), unread(table)) if round_.phase == "closed" else ()
    lying = len(round_.stub), len(round_.burned), len(round_.rack), sum(map(len, round_.piles.values())), cards, gone
    waits = round_.asked == round_.validated
    return round_.phase, tuple(round_.boxes), lie, tuple(left), deal, lying, round_.face_up_found, waits, is_asked


def _is_taken(offer: Offer, standing: TableStatus, physical: bool) -> bool:
    """Whether the house still takes what the regulation offers: a table that closes begins nothing new.

    Where players act for themselves, the dealer does no more for them than to show new cards.
    """
    if standing.closed and isinstance(offer.command, c.OpenBets | c.TakeSeat | c.BuyChips):
        return False
    return physical or offer.by != "player" or isinstance(offer.command, c.Perform)


def command_text(command: Command) -> str:
    """The line for a command without what the house brings itself, and without any card."""
    match command:
        case c.RecordShuffle():
            return "dealer shuffles"
        case c.ReadCards():
            return "dealer reads"
        case c.OpenBets():
            return "dealer opens bets"
        case c.Report(found=found):
            return show_command(c.Report(found))
    return show_command(command)
