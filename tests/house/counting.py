"""What a dealer of real chips counts: as many as lie there."""

from pitboss.house.request import HouseCommand
from pitboss.play import commands as c
from pitboss.table.closing_bets import to_count
from pitboss.table.state import Table


def counted(table: Table, command: HouseCommand) -> HouseCommand:
    """The command with the chips counted, if it closes the bets and says no number."""
    if not isinstance(command, c.CloseBets) or command.counted or table.round is None:
        return command
    boxes = table.round.boxes.values()
    return c.CloseBets(tuple((wager, sum(wager in box.wagers for box in boxes)) for wager in to_count(table)))
