"""A round for a test: the engine deals, players bet and decide by chance, and the engine settles."""

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.errors import CommandRefused
from pitboss.examination.draws import Draws
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.commands import Command
from pitboss.rules.ruleset import Ruleset
from pitboss.table.decide import act
from pitboss.table.decks import cards_to_count, shuffle_ways
from pitboss.table.next_step import NextStep, next_step
from pitboss.table.playing import pending
from pitboss.table.stakes import accepted_stakes
from pitboss.table.state import Table, evolve, new_table

_CHIPS, _RACK = 5_000_000, 100_000_000
_BOXES = (2, 3)
_MOST_STEPS = 200


class PlayedStep(NamedTuple):
    """One event of a round, and the table before and after it. `whole` if a command ends with it."""

    before: Table
    event: e.Event
    after: Table
    whole: bool


def play_round(ruleset: Ruleset, draws: Draws) -> tuple[PlayedStep, ...]:
    """The events of a whole round from the first wager on; the table before the first is open for bets."""
    table, steps = _open_table(ruleset, draws), list[PlayedStep]()

    def do(command: Command) -> None:
        nonlocal table
        after, events = act(table, command)
        for number, event in enumerate(events, 1):
            last = number == len(events)
            then = after if last else evolve(table, event)
            steps.append(PlayedStep(table, event, then, last))
            table = then

    for box in sorted(table.seats):
        do(_bet(table, box, draws))
    for _ in range(_MOST_STEPS):
        if table.round is None:
            break
        step = next_step(table)
        do(_choice(table, step.box, draws) if step.needs == "decision" else _command(table, step, draws))
    return tuple(steps)


def _open_table(ruleset: Ruleset, draws: Draws) -> Table:
    table = new_table(ruleset, _RACK)
    most = ruleset.submission.boxes
    wanted = min(most, draws.pick(_BOXES))
    boxes = sorted({1 + draws.below(most) for _ in range(wanted)})
    for box in boxes:
        player = f"player {box}"
        for command in (c.BuyChips(player, _CHIPS), c.TakeSeat(player, box)):
            table, _ = act(table, command)
    while table.round is None:
        table, _ = act(table, _command(table, next_step(table), draws))
    return table


def _command(table: Table, step: NextStep, draws: Draws) -> Command:
    """The command of a step, with the order of a shuffle, the time and the count."""
    match step.needs:
        case "order":
            (way,) = shuffle_ways(table, table.decks[step.deck])
            return c.RecordShuffle(draws.order(), way)  # type: ignore[arg-type]
        case "time":
            return c.OpenBets(0)
        case "count":
            return c.CountStub(cards_to_count(table))
    assert step.command is not None
    return step.command


def _bet(table: Table, box: int, draws: Draws) -> Command:
    """The least wagers of a box, at several times their stakes, and some of the others, as far as the rules accept."""
    ruleset, times = table.ruleset, 1 + draws.below(5)
    least = dict(ruleset.least_wagers)
    others = [name for name, wager in ruleset.wagers.items() if wager.placed == "before_deal" and name not in least]
    chosen = [(name, accepted_stakes(ruleset, name).least or 0) for name in others if draws.below(2)]
    hands = table.community_hands
    hand = 1 + (box - 1) % hands if hands else 0
    for base in ({name: times * stake for name, stake in least.items()}, least):
        for most in range(len(chosen), -1, -1):
            command = c.PlaceWagers(box, (*base.items(), *chosen[:most]), hand=hand)
            if _is_accepted(table, command):
                return command
    return c.PlaceWagers(box, tuple(least.items()), hand=hand)


def _choice(table: Table, box: int, draws: Draws) -> Command:
    due = pending(table)
    assert due is not None
    names = [one.choice for one in due[0].choices]
    first = draws.below(len(names))
    commands = [c.Choose(box, name) for name in (*names[first:], *names[:first])]
    return next(command for command in commands if _is_accepted(table, command))


def _is_accepted(table: Table, command: Command) -> bool:
    try:
        act(table, command)
    except CommandRefused:
        return False
    return True


def moments(steps: tuple[PlayedStep, ...]) -> Iterator[tuple[int, Table]]:
    """The table after each command of a round that is under way, with the number of events until then."""
    for number, step in enumerate(steps, 1):
        if step.whole and step.after.round is not None:
            yield number, step.after
