"""Events while they are decided: what has been found so far, and the table after it."""

from pitboss.play import events as e
from pitboss.play.round import Round
from pitboss.table.state import Table, evolve


class Events:
    """Events as they are decided, and the table after them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.found: list[e.Event] = []

    def add(self, event: e.Event) -> None:
        self.found.append(event)
        self.table = evolve(self.table, event)

    @property
    def round(self) -> Round:
        assert self.table.round
        return self.table.round
