"""Limits that were announced at a table and do not apply yet, for everybody who plays or watches there."""

from collections.abc import Sequence

from pitboss.ledger.table_status import LimitNotice
from pitboss.rules.ruleset import Ruleset
from pitboss.table.stakes import AcceptedStakes
from pitboss.text import listed
from pitboss.views.shapes import ComingLimits


def coming_limits(ruleset: Ruleset, notices: Sequence[LimitNotice]) -> list[ComingLimits]:
    """Each change with the wagers that it is for, in the order in which they were announced."""
    return [
        {
            "id": one.id,
            "wager": one.wager,
            "title": wagers_title(ruleset, one.wager),
            "minimum": one.minimum,
            "maximum": one.maximum,
            "stakes": str(AcceptedStakes((), one.minimum, one.maximum)),
            "effective": one.effective,
            "law": one.law,
            "by": one.by,
        }
        for one in notices
    ]


def wagers_title(ruleset: Ruleset, key: str) -> str:
    """The wagers that share the limits of an entry of the house file: `Bet 1, Bet 2 and Bet 3`."""
    return listed(
        wager.title
        for name, wager in ruleset.wagers.items()
        if (wager.limits or name) == key and wager.placed == "before_deal"
    )
