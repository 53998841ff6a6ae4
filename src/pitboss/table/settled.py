"""Whether the settlement of a box, or of the round, has begun: chips have changed hands that a void would take back."""

from pitboss.play.round import Box
from pitboss.table.state import Table


def is_settled(table: Table, box: Box) -> bool:
    """Whether settlement has begun for a box: something is settled that no choice of its player settled.

    A violation forfeits the wagers of a hand, but nobody has settled that hand.
    """
    return not box.surrendered and not box.settled.keys() <= table.terms.script.effects_of(box.choices).keys()


def is_being_settled(table: Table) -> bool:
    """Whether the settlement of the round has begun."""
    round_ = table.round
    if round_ is None or round_.phase == "settling":
        return round_ is not None
    begun = [box for box in round_.boxes.values() if box.locked or box.settled]
    return any(box.locked or is_settled(table, box) for box in begun)
