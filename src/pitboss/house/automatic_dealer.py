"""The dealer of a table that is dealt without a person: the next step as a command that the house can give."""

from pitboss.house.request import CountByHouse, HouseCommand, OpenBetsNow, ShuffleByHouse
from pitboss.table import next_step as steps
from pitboss.table.state import Table


def next_command(table: Table, now: int = 0) -> HouseCommand | None:
    """The command of the next step; None while players bet, decide or have yet to come, or while someone reads cards.

    The caller decides when to give it: it closes the bets as soon as there are any.
    `now` is the time in seconds; without it, cards are never too old.
    """
    step = steps.next_step(table, now)
    match step.needs:
        case "order":
            return ShuffleByHouse()
        case "time":
            return OpenBetsNow()
        case "count":
            return CountByHouse()
        case "cards":
            return None
    return step.command
