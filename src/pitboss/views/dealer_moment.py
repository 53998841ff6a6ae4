"""DealerMoment: everything that the dealer's options depend on besides the rules.

It holds the progress of a table and the numbers of cards, but neither cards nor chips. The same moments come again in
every round.
"""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.cards import DECK
from pitboss.play.round import Box, Phase, Round
from pitboss.play.terms import Terms
from pitboss.rules.ruleset import Ruleset
from pitboss.table.decks import count_is_due
from pitboss.table.playing import pending
from pitboss.table.state import DeckState, Table


class DeckMoment(NamedTuple):
    """One deck without its cards."""

    opened: int
    preshuffled: bool
    cards: int
    needs_cut: bool


class RoundMoment(NamedTuple):
    """A round without its cards and without the owners of its bets."""

    phase: Phase
    boxes: tuple[int, ...]
    is_bet: bool
    """Whether a box has a wager."""
    bets: tuple[tuple[int, tuple[str, ...]], ...]
    """The names of the wagers on each box, while the deal depends on them."""
    stub: int
    away: int
    """Cards that have left the stub."""
    read: int | None
    """Cards of the stub that were read before the deal; None if their order is known."""
    is_asked: bool
    """Whether a box has a decision to make."""
    waits: bool
    """Whether a win waits for the floorperson."""


class DealerMoment(NamedTuple):
    """A table as the dealer's options depend on it."""

    decks: tuple[DeckMoment, ...]
    current: int
    seats: tuple[tuple[int, str], ...]
    idle: bool
    since_count: int
    """0, or the number of rounds between counts if a count is due."""
    round: RoundMoment | None


def dealer_moment(table: Table) -> DealerMoment:
    """The moment of a table."""
    due = table.ruleset.regulation.dealing[table.device].stub.count_every if count_is_due(table) else 0
    decks = tuple([DeckMoment(deck.opened, deck.preshuffled, len(deck.order), deck.needs_cut) for deck in table.decks])
    moment = _round_moment(table, table.round) if table.round else None
    return DealerMoment(decks, table.current, tuple(table.seats.items()), table.idle, due, moment)


def _round_moment(table: Table, round_: Round) -> RoundMoment:
    phase, boxes, stub = round_.phase, tuple(round_.boxes), len(round_.stub)
    if phase == "closed":
        bets = tuple([(number, tuple(box.wagers)) for number, box in round_.boxes.items() if box.wagers])
        return RoundMoment(phase, boxes, True, bets, stub, 0, _read(table, round_), False, False)
    is_bet = any(box.wagers for box in round_.boxes.values())
    if phase == "betting":
        return RoundMoment(phase, boxes, is_bet, (), stub, 0, None, False, False)
    is_asked, waits = pending(table) is not None, round_.asked != round_.validated
    return RoundMoment(phase, boxes, is_bet, (), stub, round_.away(), None, is_asked, waits)


def _read(table: Table, round_: Round) -> int | None:
    read = table.deck.read if table.deck else None
    return None if read is None else sum([card in round_.stub for card in read])


def table_at(ruleset: Ruleset, terms: Terms, out_of_service: Mapping[str, str], moment: DealerMoment) -> Table:
    """A table that is at a moment. The dealer has the same options at every other table of that moment."""
    meters = {f"meter {name}": 0 for link in ruleset.links.values() for name in link.meters}
    decks = [DeckState(opened, preshuffled, DECK[:cards], cut) for opened, preshuffled, cards, cut in moment.decks]
    round_ = moment.round
    if round_ and round_.read is not None:
        decks[moment.current] = decks[moment.current]._replace(read=DECK[: round_.read])
    return Table(
        ruleset, terms, tuple(decks), moment.current, dict(moment.seats), meters, since_count=moment.since_count,
        idle=moment.idle, round=_round_at(ruleset, round_) if round_ else None, out_of_service=out_of_service,
    )  # fmt: skip


def _round_at(ruleset: Ruleset, moment: RoundMoment) -> Round:
    bets = dict(moment.bets)
    if moment.is_bet and not bets:
        before = tuple([name for name, wager in ruleset.wagers.items() if wager.placed == "before_deal"])
        bets = {moment.boxes[0]: before}
    # A hand that went to the discard rack has no decision left.
    is_out = not moment.is_asked
    boxes = {box: Box("", dict.fromkeys(bets.get(box, ()), 1), surrendered=is_out) for box in moment.boxes}
    left, end = moment.stub, moment.stub + moment.away
    waiting = frozenset({(1, "")} if moment.waits else ())
    return Round(1, moment.phase, boxes, burned=DECK[left:end], stub=DECK[:left], asked=waiting)
