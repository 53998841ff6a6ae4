"""Whether a void round agrees with what the ledger knows, and is the floorperson's if it must be: void-by-whom."""

from collections.abc import Iterator, Sequence

from pitboss.cards import DECK
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.commands import Command, given_by
from pitboss.play.round import Round
from pitboss.table import playing
from pitboss.table.irregularities import cards_at
from pitboss.table.settled import is_being_settled
from pitboss.table.state import Table


def void_faults(table: Table, command: Command, events: Sequence[e.Event]) -> list[str]:
    """What is wrong about a round that these events of a command make void."""
    if table.round is None or not any(isinstance(event, e.RoundVoided) for event in events):
        return []
    found = next(event.found for event in events if isinstance(event, e.IrregularityFound))
    by_floor = given_by(command) == "floorperson"
    return list(_faults(table, table.round, found, command)) + ([] if by_floor else _alone(table, table.round, found))


def _alone(table: Table, round_: Round, found: str) -> list[str]:
    """What the dealer alone may not make void: anything that is paid or won, and all but a device or an open card."""
    if is_being_settled(table) or any(box.turned for box in round_.boxes.values()):
        return [f"the dealer alone makes a round void whose hands are up: {found}"]
    if found in ("card_face_up", "second_card_face_up", "dealing_shoe_failed", "card_exposed_early"):
        return []
    known_short = round_.phase == "closed" and playing.taken(table) > len(round_.stub)
    return [] if found == "wrong_number_of_cards" and known_short else [f"the dealer alone makes a round void: {found}"]


def _faults(table: Table, round_: Round, found: str, command: Command) -> Iterator[str]:
    number, place = _counted(round_, command)
    match found:
        case "wrong_number_of_cards":
            known = cards_at(table, round_)
            if place not in known:
                yield f"{place!r} is no place with cards"
            elif number == known[place] and playing.taken(table) <= len(round_.stub):
                yield f"the ledger has {number} cards at {place} too"
        case "stub_wrong" | "stub_misdealt":
            if number + round_.away() == len(DECK):
                yield "the stub was right"
        case "card_exposed_early":
            if round_.phase != "playing" or all(playing.all_revealed(round_, pile) for pile in round_.piles):
                yield "every card was up already"
        case "dealing_shoe_failed":
            if round_.phase == "playing" and playing.all_revealed(round_, "dealer"):
                yield "the shoe held no more cards"


def _counted(round_: Round, command: Command) -> tuple[int, str]:
    """The number that was reported, and where."""
    if isinstance(command, c.CountStub):
        return command.number, "deck"
    if isinstance(command, c.Report):
        return command.number, command.place
    return (round_.reported.number, round_.reported.place) if round_.reported else (-1, "")
