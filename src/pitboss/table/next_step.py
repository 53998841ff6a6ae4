"""The next step that the regulation orders at a table: by whom, by which clause, and the command that does it."""

from typing import Literal, NamedTuple

from pitboss.cards import DECK
from pitboss.play import commands as c
from pitboss.play.commands import Command, given_by
from pitboss.play.round import Round
from pitboss.rules.clause import Clause
from pitboss.rules.dealing import ClosingStep
from pitboss.rules.vocabulary import Person
from pitboss.table.decks import (
    count_is_due,
    deck_to_shuffle,
    decks_missing,
    decks_wanted,
    needs_a_look,
    shuffle_ways,
    step_due,
)
from pitboss.table.irregularities import row_for
from pitboss.table.playing import counted_by, dealing_rows, pending
from pitboss.table.state import Table
from pitboss.table.turning import reading_due

Need = Literal["order", "time", "count", "cards", "bets", "decision", "player", "floor"]


class NextStep(NamedTuple):
    """The next step at a table. It reveals no card that lies face down, and nothing that depends on one."""

    by: Person
    cite: Clause
    command: Command | None
    """None while players bet or decide, or the floorperson does, and while the table waits for the first player."""
    needs: Need | None = None
    """What the command still lacks: the order of a shuffle, the time, a count, the cards that are turned up. Or what
    players, or the floorperson, still have to decide."""
    deck: int = 0
    """The deck that the step is for, from 0."""
    box: int = 0
    """The box that decides, or whose win is validated."""


def next_step(table: Table, now: int = 0) -> NextStep:
    """The next step. `now` is the time in seconds; without it, cards are never too old."""
    round_, deck, regulation = table.round, table.deck, table.ruleset.regulation
    if round_ is None:
        return _between_rounds(table, now)
    if cite := _floor_decides(table, round_):
        return NextStep("floorperson", cite, None, "floor")
    if round_.phase in ("betting", "closed") and deck is not None and deck.needs_cut:
        return _cut(table)
    if round_.phase == "betting":
        nobody = (not table.seats or needs_a_look(table)) and table.exempted_by("idle") is None
        if nobody and not round_.in_play():
            return _given(c.WithdrawBets(), regulation.shuffling.idle[0].cite)
        if not round_.in_play():
            return NextStep("player", regulation.conduct["before_no_more_bets"], None, "bets")
        return _given(c.CloseBets(), announcement(table).cite)
    if round_.phase == "closed":
        return _given(c.DealCards(), dealing_rows(table, round_)[0].cite)
    if count_is_due(table):
        return _count(table)
    if waiting := round_.asked - round_.validated:
        box, item = min(waiting)
        rows = [row for step in regulation.script for row in step.items if row.item == item and row.validated]
        return _given(c.ValidateWin(box, item), rows[0].validated or rows[0].cite)._replace(box=box)
    if due := pending(table):
        step, boxes = due
        return NextStep("player", step.cite, None, "decision", box=boxes[0])
    if reading := reading_due(table):
        return _given(c.TurnCards(reading.place, ()), reading.cite, "cards")
    return _given(c.Settle(), table.terms.script.settling[0].cite)


def _floor_decides(table: Table, round_: Round) -> Clause | None:
    """The clause by which the round waits for the floorperson: a report, or chips that differ from the wagers."""
    if round_.reported and (row := row_for(table, round_.reported.found)):
        return row.cite
    return next((counted_by(table, wager) for wager in round_.differences), None)


def announcement(table: Table) -> ClosingStep:
    """The dealer's announcement that closes bets."""
    closing = table.ruleset.regulation.dealing[table.device].closing
    return next(step for step in closing if step.does == "announce")


def _between_rounds(table: Table, now: int) -> NextStep:
    regulation = table.ruleset.regulation
    if not table.decks or _are_too_old(table, now):
        return _given(c.ReceiveDecks(decks_wanted(table), preshuffled=False), regulation.opening.cite)
    if missing := max(0, decks_missing(table)):
        return _given(c.ReceiveDecks(missing, preshuffled=False), regulation.opening.cite)
    if due := step_due(table):
        index, step = due
        if step.by == "player" and not table.seats:
            return NextStep("player", step.cite, None, "player", index)
        return _given(c.Perform(step.does, step.by), step.cite)._replace(deck=index)
    if needs_a_look(table):
        return _given(c.GoIdle(), regulation.shuffling.idle[0].cite)
    waiting = deck_to_shuffle(table)
    if waiting is not None and not (table.decks[waiting].loaded and waiting != table.current):
        occasion = regulation.shuffling.occasions[0 if table.rounds == 0 else 1]
        (way,) = shuffle_ways(table, table.decks[waiting])
        return _given(c.RecordShuffle((), way), occasion.cite, "order")._replace(deck=waiting)  # type: ignore[arg-type]
    if table.decks[table.current].needs_cut:
        return _cut(table)
    if count_is_due(table):
        return _count(table)
    return _given(c.OpenBets(0), regulation.conduct["before_no_more_bets"], "time")


def _count(table: Table) -> NextStep:
    """The count; its number is what a person counts."""
    return _given(c.CountStub(0), table.ruleset.regulation.dealing[table.device].stub.count_cite, "count")


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
