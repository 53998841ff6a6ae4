"""The next step that the regulation orders at a table: by whom, by which clause, and the command that does it."""

from typing import Literal, NamedTuple

from pitboss.cards import DECK
from pitboss.play import commands as c
from pitboss.play.commands import Command, given_by
from pitboss.rules.clause import Clause
from pitboss.rules.dealing import ClosingStep
from pitboss.rules.vocabulary import Person
from pitboss.table.decks import count_is_due, deck_to_shuffle, shuffle_ways, step_due
from pitboss.table.playing import dealing_rows, pending, unread
from pitboss.table.state import Table

Need = Literal["order", "time", "count", "cards", "bets", "decision"]


class NextStep(NamedTuple):
    """The next step at a table. It reveals no card that lies face down, and nothing that depends on one."""

    by: Person
    cite: Clause
    command: Command | None
    """None while players bet or decide."""
    needs: Need | None = None
    """What the command still lacks: the order of a shuffle, the time, a count, the cards of the deal. Or what
    players still have to do."""
    deck: int = 0
    """The deck that the step is for, from 0."""
    box: int = 0
    """The box that decides, or whose win is validated."""


def next_step(table: Table, now: int = 0) -> NextStep:
    """The next step. `now` is the time in seconds; without it, cards are never too old."""
    round_, deck, regulation = table.round, table.deck, table.ruleset.regulation
    if round_ is None:
        return _between_rounds(table, now)
    if round_.phase in ("betting", "closed") and deck is not None and deck.needs_cut:
        return _cut(table)
    if round_.phase == "betting":
        if not round_.in_play():
            return NextStep("player", regulation.conduct["before_no_more_bets"], None, "bets")
        return _given(c.CloseBets(), announcement(table).cite)
    if round_.phase == "closed":
        cite = dealing_rows(table, round_)[0].cite
        if unread(table):
            return _given(c.ReadCards(()), cite, "cards")
        return _given(c.DealCards(), cite)
    if waiting := round_.asked - round_.validated:
        box, item = min(waiting)
        rows = [row for step in regulation.script for row in step.items if row.item == item and row.validated]
        return _given(c.ValidateWin(box, item), rows[0].validated or rows[0].cite)._replace(box=box)
    if due := pending(table):
        step, boxes = due
        return NextStep("player", step.cite, None, "decision", box=boxes[0])
    return _given(c.Settle(), table.terms.script.settling[0].cite)


def announcement(table: Table) -> ClosingStep:
    """The dealer's announcement that closes bets."""
    closing = table.ruleset.regulation.dealing[table.device].closing
    return next(step for step in closing if step.does == "announce")


def _between_rounds(table: Table, now: int) -> NextStep:
    regulation = table.ruleset.regulation
    if not table.decks or _are_too_old(table, now):
        return _given(c.ReceiveDecks(table.ruleset.submission.decks, preshuffled=False), regulation.opening.cite)
    if due := step_due(table):
        index, step = due
        return _given(c.Perform(step.does, step.by), step.cite)._replace(deck=index)
    waiting = deck_to_shuffle(table)
    if waiting is not None:
        occasion = regulation.shuffling.occasions[0 if table.rounds == 0 else 1]
        (way,) = shuffle_ways(table, table.decks[waiting])
        return _given(c.RecordShuffle((), way), occasion.cite, "order")._replace(deck=waiting)  # type: ignore[arg-type]
    if table.decks[table.current].needs_cut:
        return _cut(table)
    if count_is_due(table):
        return _given(c.CountStub(len(DECK)), regulation.dealing[table.device].stub.count_cite, "count")
    return _given(c.OpenBets(0), regulation.conduct["before_no_more_bets"], "time")


def _given(command: Command, cite: Clause, needs: Need | None = None) -> NextStep:
    return NextStep(given_by(command), cite, command, needs)


def _are_too_old(table: Table, now: int) -> bool:
    since = [deck.since for deck in table.decks if deck.since is not None]
    lives = [life.hours * 3600 for life in table.ruleset.regulation.decks.life if table.device in life.devices]
    return any(now - start >= life for start in since for life in lives)


def _cut(table: Table) -> NextStep:
    rule = table.ruleset.regulation.shuffling.cut
    return _given(c.CutCards(cut_depth(table, len(table.decks[table.current].order))), rule.cite)


def cut_depth(table: Table, cards: int = len(DECK)) -> int:
    """A depth for a cut: the middle of the deck, or as deep as the regulation requires."""
    return max(cards // 2, table.ruleset.regulation.shuffling.cut.least)
