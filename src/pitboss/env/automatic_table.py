"""AutomaticTable: a real table that goes on by itself to the next bet or decision of a box."""

from collections.abc import Sequence

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.env.actions import Actions
from pitboss.env.observation import MOST_CENTS
from pitboss.errors import InputError
from pitboss.money import show_money
from pitboss.play import commands as c
from pitboss.play.commands import Command
from pitboss.rules.ruleset import Ruleset
from pitboss.table.decide import act
from pitboss.table.decks import cards_to_count, shuffle_ways
from pitboss.table.next_step import NextStep, cut_depth, next_step
from pitboss.table.playing import pending
from pitboss.table.state import Table, new_table

Cards = tuple[Card, ...]


def player_of(box: int) -> str:
    """The name of a box's player."""
    return f"box_{box}"


class AutomaticTable:
    """A table with a player at some of its boxes. Equal seeds and equal actions make equal tables.

    Shuffles come from the generator given to `reset` and from nowhere else; time stands still.
    """

    def __init__(self, ruleset: Ruleset, boxes: Sequence[int], bankroll: int) -> None:
        most = ruleset.submission.boxes
        if wrong := [box for box in boxes if not 1 <= box <= most]:
            raise InputError(f"table {ruleset.table} has boxes 1 to {most}, and no box {wrong[0]}")
        if bankroll < 1:
            raise InputError(f"a bankroll is in cents and more than 0, not {bankroll}")
        self.boxes = tuple(sorted(boxes))
        self._chance, self._top = np.random.default_rng(0), Cards()
        # A player with unlimited chips asks which bets exist at all.
        self.table = _seated(ruleset, self.boxes[:1], MOST_CENTS)
        self.open_bets()
        self.actions = Actions.of(self.table, self.boxes[0])
        self.unit = self.actions.bets[0][0][1]
        """The unit of rewards: the smallest stake of the first wager that a box must place, in cents."""
        self.table = self._before = _seated(ruleset, self.boxes, bankroll)
        if bankroll < self.actions.least:
            needed = show_money(self.actions.least)
            raise InputError(f"a bankroll of {show_money(bankroll)} is too small for the least wager, {needed}")

    def reset(self, chance: np.random.Generator, top: Cards = ()) -> None:
        """A new table, its meters at their seeds, open for bets; `top` are the first cards of its first round."""
        self._chance, self._top, self.table = chance, top, self._before
        self.open_bets()

    def open_bets(self) -> None:
        """Takes the steps before a round, until bets are open."""
        while self.table.round is None:
            self._do(self._command(next_step(self.table)))

    @property
    def turn(self) -> int | None:
        """The box whose turn it is to bet or decide; None between rounds."""
        round_ = self.table.round
        if round_ and round_.phase == "betting":
            return next((box for box in self.boxes if not round_.boxes[box].wagers and self.can_bet(box)), None)
        due = pending(self.table)
        return due[1][0] if due else None

    def can_bet(self, box: int) -> bool:
        """Whether a box has chips for the least wager."""
        return self.rack(box) >= self.actions.least

    def rack(self, box: int) -> int:
        """The chips of a box's player, in cents."""
        return self.table.rack_of(player_of(box))

    def act(self, box: int, action: int) -> None:
        """An action of a box, and then what others do until the next one. CommandRefused changes nothing."""
        self._do(self.actions.command(self.table, box, action))
        while self.table.round and self.turn is None:
            self._do(self._command(next_step(self.table)))

    def settled(self, box: int) -> dict[str, int]:
        """What each wager and award of a box has won in the last round, in cents; a stake that was lost is negative."""
        last = self.table.last
        if last is None or box not in last.boxes:
            return {}
        there = last.boxes[box]
        return {item: due.returned + due.amount - there.wagers.get(item, 0) for item, due in there.settled.items()}

    def net(self, box: int) -> int:
        """What a box has won in the last round, in cents."""
        return sum(self.settled(box).values())

    def _do(self, command: Command) -> None:
        self.table = act(self.table, command)[0]

    def _command(self, step: NextStep) -> Command:
        """The command of a step, with the order of a shuffle and the time."""
        match step.needs:
            case "order":
                return self._shuffle(step.deck)
            case "time":
                return c.OpenBets(0)
            case "count":
                return c.CountStub(cards_to_count(self.table))
        assert step.command is not None
        return step.command

    def _shuffle(self, deck: int) -> c.RecordShuffle:
        order = tuple(DECK[place] for place in self._chance.permutation(len(DECK)))
        (way,) = shuffle_ways(self.table, self.table.decks[deck])
        if self._top and deck == self.table.current:
            order = (*self._top, *(card for card in order if card not in self._top))
            self._top = ()
            if way == "hand" and "none" in self.table.ruleset.regulation.shuffling.cut.after:
                # The given cards must be on top after the cut.
                depth = cut_depth(self.table)
                order = (*order[-depth:], *order[:-depth])
        return c.RecordShuffle(order, way)  # type: ignore[arg-type]


def _seated(ruleset: Ruleset, boxes: Sequence[int], bankroll: int) -> Table:
    """A table with players at its boxes and enough chips to change everyone's cash, before it receives cards."""
    table = new_table(ruleset, 10_000_000 + bankroll * len(boxes))
    for box in boxes:
        table = act(act(table, c.BuyChips(player_of(box), bankroll))[0], c.TakeSeat(player_of(box), box))[0]
    return table
