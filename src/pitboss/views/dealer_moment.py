"""DealerMoment: everything that the dealer's options depend on besides the rules.

It holds the progress of a table and the numbers of cards, but neither cards nor chips. The same moments come again in
every round.
"""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.cards import DECK
from pitboss.play.round import Box, Phase, Reported, Round
from pitboss.play.terms import Terms
from pitboss.rules.ruleset import Ruleset
from pitboss.table.decks import count_is_due
from pitboss.table.playing import all_revealed, pending
from pitboss.table.settled import is_being_settled
from pitboss.table.state import DeckState, Table
from pitboss.views.memo import ViewMemo


class DeckMoment(NamedTuple):
    """One deck without its cards."""

    opened: int
    preshuffled: bool
    cards: int
    needs_cut: bool
    loaded: bool
    back: str
    known: bool
    """Whether the order of the cards is known, or the deck is in play."""


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
    differences: tuple[tuple[str, int], ...] = ()
    """The wagers for which the count of chips differs."""
    reported: Reported | None = None
    """What was reported and waits for the floorperson."""
    face_up: int = 0
    """Cards found face up so far."""
    hidden: tuple[str, ...] = ()
    """The piles that the dealer has not turned up, or not wholly."""


class DealerMoment(NamedTuple):
    """A table as the dealer's options depend on it."""

    decks: tuple[DeckMoment, ...]
    current: int
    seats: tuple[tuple[int, str], ...]
    unattended: bool
    since_count: int
    """0, or the number of rounds between counts if a count is due."""
    round: RoundMoment | None


def dealer_moment(table: Table, memo: ViewMemo) -> DealerMoment:
    """The moment of a table. The decision that is open is taken from the memo."""
    due = table.ruleset.regulation.dealing[table.device].stub.count_every if count_is_due(table) else 0
    decks = tuple([
        DeckMoment(deck.opened, deck.preshuffled, len(deck.order), deck.needs_cut, deck.loaded, deck.back,
                   deck.read is None or (table.round is not None and index == table.current))
        for index, deck in enumerate(table.decks)
    ])  # fmt: skip
    moment = _round_moment(table, table.round, memo) if table.round else None
    return DealerMoment(decks, table.current, tuple(table.seats.items()), table.unattended, due, moment)


def _round_moment(table: Table, round_: Round, memo: ViewMemo) -> RoundMoment:
    phase, boxes, stub = round_.phase, tuple(round_.boxes), len(round_.stub)
    if phase == "closed":
        bets = tuple([(number, tuple(box.wagers)) for number, box in round_.boxes.items() if box.wagers])
        return RoundMoment(
            phase,
            boxes,
            True,
            bets,
            stub,
            0,
            _read(table, round_),
            False,
            False,
            tuple(round_.differences.items()),
            round_.reported,
            round_.face_up_found,
        )
    is_bet = any(box.wagers for box in round_.boxes.values())
    if phase == "betting":
        return RoundMoment(phase, boxes, is_bet, (), stub, 0, None, False, False, reported=round_.reported)
    is_asked, waits = memo(pending, table) is not None, round_.asked != round_.validated
    hidden = tuple([pile for pile in round_.piles if not all_revealed(round_, pile)])
    return RoundMoment(
        "settling" if is_being_settled(table) else phase,
        boxes,
        is_bet,
        (),
        stub,
        round_.away(),
        None,
        is_asked,
        waits,
        reported=round_.reported,
        hidden=hidden,
    )


def _read(table: Table, round_: Round) -> int | None:
    read = table.deck.read if table.deck else None
    return None if read is None else sum([card in round_.stub for card in read])


def table_at(ruleset: Ruleset, terms: Terms, out_of_service: Mapping[str, str], moment: DealerMoment) -> Table:
    """A table that is at a moment. The dealer has the same options at every other table of that moment."""
    meters = {f"meter {name}": 0 for link in ruleset.links.values() for name in link.meters}
    decks = [
        DeckState(
            deck.opened, deck.preshuffled, DECK[: deck.cards], deck.needs_cut, loaded=deck.loaded, back=deck.back,
            read=None if deck.known else (),
        )
        for deck in moment.decks
    ]  # fmt: skip
    round_ = moment.round
    if round_ and round_.read is not None:
        decks[moment.current] = decks[moment.current].replace(read=DECK[: round_.read])
    return Table(
        ruleset, terms, tuple(decks), moment.current, dict(moment.seats), meters, since_count=moment.since_count,
        unattended=moment.unattended, round=_round_at(ruleset, round_) if round_ else None,
        out_of_service=out_of_service,
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
    start = end - len(moment.hidden)
    waiting = frozenset({(1, "")} if moment.waits else ())
    return Round(
        1,
        moment.phase,
        boxes,
        piles={pile: (card,) for pile, card in zip(moment.hidden, DECK[start:end], strict=True)},
        burned=DECK[left:start],
        stub=DECK[:left],
        asked=waiting,
        reported=moment.reported,
        differences=dict(moment.differences),
        face_up_found=moment.face_up,
    )
