"""Chapters 8 to 10: closing bets and dealing, for each dealing device."""

from typing import Literal

from pitboss.rules.clause import Clause
from pitboss.rules.vocabulary import Cited, Pile, Shuffler


class ClosingStep(Cited):
    """What the dealer does between the last bet and the first card."""

    row_key = ("does", "wagers")
    does: Literal["announce", "lock_out", "collect", "place_lammers", "verify_number", "put_in_inventory"]
    wagers: tuple[str, ...] = ()


class Deal(Cited):
    """Deals `cards` to each of the piles in turn, `times` times over; to players clockwise from box 1."""

    to: tuple[Pile, ...]
    cards: int
    times: int = 1
    face_up: bool = False
    hand: int = 0
    """How many of these community cards make one community hand; 0 for as many as a player gets from other devices."""
    if_offered: str = ""
    if_placed: str = ""


class Discard(Cited):
    """A card of a pile, counted from 1 in dealt order, that goes to the discard rack after the deal."""

    pile: Pile
    card: int


class Stub(Cited):
    """The stub goes to the discard rack; the dealer counts it at least once in this number of rounds."""

    count_every: int
    count_cite: Clause
    right_cite: Clause
    unless_shuffler: tuple[Shuffler, ...]
    """Shufflers that count the cards themselves."""
    before_decisions: bool = False
    """Whether a count that is due comes right after the deal; otherwise the next round waits for it."""


class Dealing(Cited):
    """One dealing device from "no more bets" to the stub."""

    shufflers: tuple[Shuffler, ...]
    shuffler_cite: Clause
    closing: tuple[ClosingStep, ...]
    deal: tuple[Deal, ...]
    discards: tuple[Discard, ...] = ()
    stub: Stub
    dealer_may_wait: Clause | None = None
    """The dealer's cards may stay in the shuffler until the players have acted."""

    @property
    def has_community_hands(self) -> bool:
        """Whether players get no cards of their own and play hands among the community cards."""
        return not any("player" in row.to for row in self.deal)

    def cards_to(self, pile: Pile) -> int:
        """The most cards that a pile, or each player, gets."""
        return sum(row.cards * row.times for row in self.deal if pile in row.to)
