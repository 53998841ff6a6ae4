"""Rounds decided and evolved per second with every box and wager, beside PokerKit dealing and settling a hand.

An operation is an event here and an operation record there. Turns alternate, so that a noisy machine disturbs both.
"""

import random
import time
from pathlib import Path

from pokerkit import Automation, NoLimitTexasHoldem

from pitboss.cards import DECK
from pitboss.play import commands as c
from pitboss.rules.approve import approve_file
from pitboss.rules.ruleset import Ruleset
from pitboss.table import decks, playing
from pitboss.table.decide import act
from pitboss.table.stakes import accepted_stakes
from pitboss.table.state import Table, new_table

SECONDS = 2.0
HOUSE = Path(__file__).parents[1] / "examples" / "house.toml"
_AUTOMATIONS = tuple(Automation)


def opened(ruleset: Ruleset) -> Table:
    """A table that is open, with a player and chips at every box."""
    table, _ = act(new_table(ruleset), c.ReceiveDecks(ruleset.submission.decks, False))
    while due := decks.step_due(table):
        table, _ = act(table, c.Perform(due[1].does, due[1].by))
    for box in range(1, ruleset.submission.boxes + 1):
        table, _ = act(table, c.BuyChips(f"player {box}", 10**9))
        table, _ = act(table, c.TakeSeat(f"player {box}", box))
    return table


def all_wagers(table: Table) -> tuple[tuple[str, int], ...]:
    return tuple(
        (name, accepted_stakes(table.ruleset, name).least or 0)
        for name, wager in table.ruleset.wagers.items()
        if wager.placed == "before_deal"
    )


def unvalidated(table: Table) -> list[tuple[int, str]]:
    return sorted(table.round.asked - table.round.validated) if table.round else []


def one_round(table: Table, rng: random.Random, wagers: tuple[tuple[str, int], ...]) -> tuple[Table, int, float]:
    """Plays a round; the table after it, the number of events, and the seconds in settlement."""
    number = 0

    def do(command: c.Command) -> None:
        nonlocal table, number
        table, events = act(table, command)
        number += len(events)

    while (index := decks.deck_to_shuffle(table)) is not None:
        order = list(DECK)
        rng.shuffle(order)
        do(
            c.RecordShuffle(
                tuple(order), "device" if decks.shuffle_ways(table, table.decks[index]) == ("device",) else "hand"
            )
        )
    if table.deck and table.deck.needs_cut:
        do(c.CutCards(26))
    if table.since_count >= 5:
        do(c.CountStub(52))
    do(c.OpenBets(0))
    for box in table.seats:
        do(c.PlaceWagers(box, wagers))
    do(c.CloseBets())
    do(c.DealCards())
    while waiting := playing.pending(table):
        do(c.Choose(waiting[1][0], waiting[0].choices[rng.random() < 0.3].choice))
    start = time.perf_counter()
    while table.round:
        do(c.Settle())
        for box, item in unvalidated(table):
            do(c.ValidateWin(box, item))
    return table, number, time.perf_counter() - start


def pokerkit_hand() -> int:
    """A seven-handed hand of hold'em called down; the number of operations."""
    state = NoLimitTexasHoldem.create_state(_AUTOMATIONS, True, 0, (1, 2), 2, 200, 7)
    while state.status:
        state.check_or_call()
    return len(state.operations)


def main() -> None:
    print(f"{'table':14}{'rounds/s':>10}{'events/s':>10}{'in settlement':>15}{'PokerKit ops/s':>16}{'ratio':>8}")
    for name, ruleset in approve_file(str(HOUSE)).tables.items():
        table, rng = opened(ruleset), random.Random(1)
        wagers = all_wagers(table)
        rounds = events = operations = 0
        ours = theirs = settling = 0.0
        while ours < SECONDS:
            start = time.perf_counter()
            for _ in range(10):
                table, number, seconds = one_round(table, rng, wagers)
                rounds, events, settling = rounds + 1, events + number, settling + seconds
            middle = time.perf_counter()
            operations += pokerkit_hand()
            ours, theirs = ours + middle - start, theirs + time.perf_counter() - middle
        ratio = (events / ours) / (operations / theirs)
        print(
            f"{name:14}{rounds / ours:10.0f}{events / ours:10.0f}{settling / ours:15.0%}"
            f"{operations / theirs:16.0f}{ratio:8.1f}"
        )


if __name__ == "__main__":
    main()
