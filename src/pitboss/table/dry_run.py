"""Events while they are being decided, and the table after them."""

from typing import NamedTuple

from pitboss.play import events as e
from pitboss.play.commands import Command
from pitboss.play.round import Round
from pitboss.rules.vocabulary import Person
from pitboss.table.state import Table, evolve


class DryRunTable(Table, frozen=True):
    """A table for a dry run. Producing an event means the command would be accepted."""


class Offer(NamedTuple):
    """Something permitted now: who may do it, and a command that does it."""

    by: Person
    command: Command


class WouldBeAccepted(Exception):
    """The first event of a dry run: after it nothing can refuse the command."""


class Events:
    """Events as they are decided, and the table after them. All refusals come before the first event."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.found: list[e.Event] = []

    def add(self, event: e.Event) -> None:
        if isinstance(self.table, DryRunTable):
            raise WouldBeAccepted
        self.found.append(event)
        self.table = evolve(self.table, event)

    @property
    def round(self) -> Round:
        assert self.table.round
        return self.table.round
