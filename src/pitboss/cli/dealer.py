"""The dealer of a table in the terminal: supplies shuffles and time, and takes the steps between rounds."""

import time
from collections.abc import Callable
from random import Random

from pitboss.cards import DECK, Card
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.rules.ruleset import Ruleset
from pitboss.table.decide import decide
from pitboss.table.decks import cards_to_count, count_is_due
from pitboss.table.next_step import cut_depth, next_step
from pitboss.table.state import evolve, new_table
from pitboss.text import address

_SUMMED_UP = {"inspect_cards": "inspected", "wash": "washed"}
"""The steps of opening that the summary names."""


class Dealer:
    """A table and its dealer. `tell` is called with every event, after the table has changed."""

    def __init__(self, ruleset: Ruleset, chance: Random, written: list[tuple[Card, ...]]) -> None:
        """`written` has the first cards of each of the first rounds."""
        self.table = new_table(ruleset)
        self.tell: Callable[[e.Event], None] = lambda _event: None
        self._chance, self._written = chance, written
        self._since = time.monotonic()

    def act(self, command: c.Command) -> tuple[e.Event, ...]:
        """Has the engine decide a command; it may refuse."""
        events = decide(self.table, command)
        for event in events:
            self.table = evolve(self.table, event)
            self.tell(event)
        return events

    def open_bets(self) -> list[e.Event]:
        """Takes every step that the table needs before a round, until bets are open."""
        done: list[e.Event] = []
        while self.table.round is None:
            done += self.act(self._command())
        return done

    def deal(self) -> list[e.Event]:
        """Deals the cards, and counts the stub if that is due."""
        done = [*self.act(c.DealCards())]
        if count_is_due(self.table):
            done += self.act(self._command())
        return done

    def _command(self) -> c.Command:
        """The command of the next step, with the order of a shuffle and the time."""
        now = int(time.monotonic() - self._since)
        step = next_step(self.table, now)
        match step.command:
            case c.RecordShuffle():
                return self._shuffle(step.command)
            case c.OpenBets():
                return c.OpenBets(now)
            case c.CountStub():
                return c.CountStub(cards_to_count(self.table))
        assert step.command is not None
        return step.command

    def _shuffle(self, offered: c.RecordShuffle) -> c.RecordShuffle:
        """Puts written cards on top and the rest at random; if a cut is due, they are on top after the cut."""
        top = self._written.pop(0) if self._written else ()
        rest = [card for card in DECK if card not in top]
        self._chance.shuffle(rest)
        order = (*top, *rest)
        if offered.way == "hand" and "none" in self.table.ruleset.regulation.shuffling.cut.after:
            depth = cut_depth(self.table)
            order = (*order[-depth:], *order[:-depth])
        return c.RecordShuffle(order, offered.way)


def sum_up(events: list[e.Event]) -> str:
    """`Cards inspected, washed, shuffled and cut (4.B to 5.F).`: what was done to the cards, in one line."""
    words: list[str] = []
    cites: list[str] = []
    for event in events:
        match event:
            case e.StepPerformed(step=step):
                words += [_SUMMED_UP[step]] if step in _SUMMED_UP else []
            case e.DeckShuffled():
                words.append("shuffled")
            case e.DeckCut():
                words.append("cut")
            case e.StubCounted():
                words.append("counted")
            case _:
                continue
        cites.append(address(event.cite))
    if not words:
        return ""
    *early, last = dict.fromkeys(words)
    said = f"{', '.join(early)} and {last}" if early else last
    return f"Cards {said} ({' to '.join(dict.fromkeys([cites[0], cites[-1]]))})."
