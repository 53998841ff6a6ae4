"""Events while they are decided: what has been found so far, and the table after it."""

from functools import cached_property
from typing import NamedTuple

from pitboss.play import events as e
from pitboss.play.commands import Command
from pitboss.play.round import Round
from pitboss.rules.words import Person
from pitboss.table.state import Table, evolve


class Tried(Table):
    """A table at which commands are only tried: whoever finds a first event for one has refused nothing.

    It remembers what was tried, so that everybody who is shown the table can be told what is open.
    """

    @cached_property
    def tries(self) -> "list[Try]":
        """What could be open, in order."""
        return []


class Offer(NamedTuple):
    """Something permitted now: who may do it, and a command that does it."""

    by: Person
    command: Command


class Try:
    """Something that could be permitted, and whether it is, once that was tried."""

    __slots__ = ("is_open", "offer")

    def __init__(self, offer: Offer) -> None:
        self.offer = offer
        self.is_open: bool | None = None


class Accepted(Exception):
    """A command that was tried would be accepted."""


class Events:
    """Events as they are decided, and the table after them. Whoever fills it has looked for refusals before."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.found: list[e.Event] = []

    def add(self, event: e.Event) -> None:
        if isinstance(self.table, Tried):
            raise Accepted
        self.found.append(event)
        self.table = evolve(self.table, event)

    @property
    def round(self) -> Round:
        assert self.table.round
        return self.table.round
