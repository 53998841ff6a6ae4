"""A wager as a table offers it, with its odds."""

from typing import Any

from pitboss.odds.distribution import Distribution
from pitboss.odds.progressive import LongRun
from pitboss.odds.record import Odds
from pitboss.rules.record import Record


class Offered(Record):
    """A wager at one stake, or for one number of boxes, as a table offers it."""

    odds: Odds
    long_run: LongRun | None = None
    note: str = ""
    """What makes these odds differ from the printed paytable's."""
    distribution: Distribution | None = None
    """The distribution of results, if the note changes it."""

    def to_json(self) -> dict[str, Any]:
        answer = self.odds.to_json()
        if self.long_run:
            answer["long_run"] = self.long_run.to_json()
        return answer | ({"note": self.note} if self.note else {})
