"""Observations: what a player sees from a box, as arrays.

An observation is built from what the player may see, never reduced from the whole state: the player's own cards, the
cards that the dealer has turned up, and the visible chips and meters.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from pitboss.cards import DECK, Card
from pitboss.play.round import Box, Round
from pitboss.play.terms import Terms
from pitboss.rules.ruleset import Ruleset
from pitboss.table.playing import pending
from pitboss.table.state import Table
from pitboss.table.visible_cards import hand_of

Observation = dict[str, Any]
NO_CARD = len(DECK)
"""The number for no card, or for a card that is face down. Any other number is that `Card`."""
MOST_CENTS = 10**12


class Observing:
    """The space of a table's observations, and the observation of each box.

    `wagers`, `meters`, `decisions` say in which order `stakes`, `meters` and `decision` count.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.wagers = tuple(ruleset.wagers)
        self.meters = tuple(name for link in ruleset.links.values() for name in link.meters)
        decisions = (step.decision for step in ruleset.regulation.script if step.step == "decide")
        self.decisions = ("bets", *decisions, "")
        """What `decision` names; the last one, nothing, is for a box that has nothing to decide now."""
        self._boxes, self._sizes = ruleset.submission.boxes, _sizes(ruleset)
        self.space = spaces.Dict(
            {
                **{pile: spaces.MultiDiscrete([NO_CARD + 1] * size) for pile, size in self._sizes.items()},
                "in_play": spaces.MultiBinary(self._boxes),
                "stakes": _cents(len(self.wagers)),
                "bankroll": _cents(1),
                "decision": spaces.Discrete(len(self.decisions)),
                **({"meters": _cents(len(self.meters))} if self.meters else {}),
            }
        )

    def of(self, table: Table, box: int, turn: int | None) -> Observation:
        """What the player of a box sees of the round under way, or else of the last; `turn` is whose turn it is."""
        round_ = table.round or table.last or Round(0)
        there = round_.boxes.get(box) or Box("")
        shown, in_play = table.meters(), round_.in_play()
        seen: Observation = {
            pile: _cards(
                hand_of(table.terms, round_, there) if pile == "cards" else round_.revealed.get(pile, ()), size
            )
            for pile, size in self._sizes.items()
        }
        seen["in_play"] = np.array([number in in_play for number in range(1, self._boxes + 1)], np.int8)
        # A stake that was withdrawn, forfeited or settled lies there no longer.
        seen["stakes"] = np.array([0 if name in there.settled else there.wagers.get(name, 0) for name in self.wagers])
        seen["bankroll"] = np.array([table.rack_of(table.seats.get(box, ""))])
        seen["decision"] = np.int64(self._decision(table) if turn == box else len(self.decisions) - 1)
        if self.meters:
            seen["meters"] = np.array([shown[name] for name in self.meters])
        return seen

    def _decision(self, table: Table) -> int:
        due = pending(table)
        return self.decisions.index(due[0].decision) if due else 0


def _sizes(ruleset: Ruleset) -> dict[str, int]:
    """The number of cards that the player's own hand (`cards`) and each pile can show."""
    sizes = {"cards": 0}
    dealing = ruleset.regulation.dealing[ruleset.submission.device]
    for row in dealing.deal:
        if not {row.if_offered, row.if_placed} - {""} - set(ruleset.wagers):
            for pile in row.to:
                name = "cards" if pile == "player" else pile
                sizes[name] = sizes.get(name, 0) + row.cards * row.times
    for discard in dealing.discards:
        sizes[discard.pile] -= 1
    if dealing.has_community_hands:
        sizes["cards"] = Terms.of(ruleset).script.community_hand
    return sizes


def _cards(cards: Iterable[Card], size: int) -> npt.NDArray[np.int64]:
    row = np.full(size, NO_CARD)
    for place, card in enumerate(cards):
        row[place] = int(card)
    return row


def _cents(size: int) -> spaces.Box:
    return spaces.Box(0, MOST_CENTS, (size,), np.int64)
