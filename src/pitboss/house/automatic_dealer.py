"""Croupier: the next step of a table that is dealt without a person, for the dealer or the floorperson to give."""

from pitboss.cards import DECK
from pitboss.house.request import Asked, OpenBetsNow, ShuffleByHouse
from pitboss.play import commands as c
from pitboss.table.decks import count_is_due, deck_to_shuffle, step_due
from pitboss.table.playing import pending
from pitboss.table.state import Table


def next_step(table: Table, now: int = 0) -> Asked | None:
    """What comes next; None while a player decides. It closes bets as soon as it is asked: when is the caller's.

    `now` is the time in seconds, by which cards are too old; without it they never are.
    """
    if table.round is None:
        return _between(table, now)
    match table.round.phase:
        case "betting":
            deck = table.deck
            if deck is not None and deck.needs_cut:
                return _cut(table)
            return c.CloseBets() if table.round.in_play() else None
        case "closed":
            return _cut(table) if table.deck is not None and table.deck.needs_cut else c.DealCards()
    if waiting := table.round.asked - table.round.validated:
        return c.ValidateWin(*min(waiting))
    return None if pending(table) else c.Settle()


def _between(table: Table, now: int) -> Asked:
    if not table.decks or _too_old(table, now):
        return c.ReceiveDecks(table.ruleset.submission.decks, preshuffled=False)
    if due := step_due(table):
        return c.Perform(due[1].does, due[1].by)
    deck = table.decks[table.current]
    if not deck.order or deck_to_shuffle(table) is not None:
        return ShuffleByHouse()
    if deck.needs_cut:
        return _cut(table)
    if count_is_due(table):
        return c.CountStub(len(DECK))
    return OpenBetsNow()


def _too_old(table: Table, now: int) -> bool:
    since = [deck.since for deck in table.decks if deck.since is not None]
    lives = [life.hours * 3600 for life in table.ruleset.regulation.decks.life if table.device in life.devices]
    return any(now - start >= life for start in since for life in lives)


def _cut(table: Table) -> c.CutCards:
    """In the middle of the deck, or as deep as the regulation wants it."""
    deck = table.decks[table.current]
    return c.CutCards(max(len(deck.order) // 2, table.ruleset.regulation.shuffling.cut.least))
