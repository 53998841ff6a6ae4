"""Three Card Poker for a player who also knows cards that are out of play for him: those of other boxes.

A hand is played if it gains over folding with the dealer hands that are left. Hands for which no set of dead cards can
change that are decided by a bound; for the others every set of dead cards is counted.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import NamedTuple

from pitboss.cards import DECK
from pitboss.errors import InputError, install_command
from pitboss.games.three_card_poker.solver import (
    AnteShowdown,
    Cards,
    DealerHands,
    hand_order,
    player_classes,
)

MOST_COUNTED = 6
"""The most dead cards for which every set is counted in minutes."""
_WINS = (1, 1, 0, 0)
"""Whether the player wins, by how the dealer's hand compares."""


class DeadCardDeals(NamedTuple):
    """Deals in which dead cards are known, each with all dealer hands that are then possible."""

    gain: int
    """The sum of what the hands that are played gain over folding."""
    won: int
    played: int
    """Pairs of a deal that is played and a dealer hand."""
    total: int

    @property
    def expected(self) -> Fraction:
        """The expected net win per Ante."""
        return Fraction(self.gain, self.total) - 1


def with_dead_cards(showdown: AnteShowdown, dead: int) -> DeadCardDeals:
    """The game for a player who knows a number of dead cards; folding is chosen if it is worth as much."""
    if dead > MOST_COUNTED:
        raise InputError(
            f"each hand has {comb(49, dead):,} sets of {dead} cards that other boxes may hold, too many to count one "
            f"by one in minutes. Up to {MOST_COUNTED} such cards are counted, boxes:{1 + MOST_COUNTED // 3}"
        )
    search = _one_card if dead == 1 else _search(showdown, dead)
    gained = won = played = 0
    for cards, number in player_classes():
        ends = gains(showdown, cards)
        always = _always(showdown, cards, ends, dead)
        if always is None:
            gain, wins, times = search(showdown, cards, ends)
            gained, won, played = gained + number * gain, won + number * wins, played + number * times
        elif always:
            # Each dealer hand is left by as many sets of dead cards as any other.
            sets, against = number * comb(46, dead), showdown.against(cards)
            gained += sets * _sum(against, ends)
            won += sets * _sum(against, _WINS)
            played += number * comb(49, dead)
    hands = comb(49 - dead, 3)
    return DeadCardDeals(gained, won, played * hands, comb(52, 3) * comb(49, dead) * hands)


def gains(showdown: AnteShowdown, cards: Cards) -> tuple[int, ...]:
    """What playing a hand gains over folding it, by how the dealer's hand compares."""
    bonus = showdown.bonus(cards)
    return tuple(
        1 + net + bonus * (end == "higher" or not showdown.bonus_on_win_only)
        for end, net in zip(DealerHands._fields, showdown.nets, strict=True)
    )


Search = Callable[[AnteShowdown, Cards, Sequence[int]], tuple[int, int, int]]
"""For a hand: the sum of gains, of hands won, and the number of sets of dead cards with which it is played."""


def _one_card(showdown: AnteShowdown, cards: Cards, ends: Sequence[int]) -> tuple[int, int, int]:
    whole, gained, won, times = showdown.against(cards), 0, 0, 0
    for known in DECK:
        if known not in cards:
            held = showdown.against_known(cards, known)
            left = [all_of - some for all_of, some in zip(whole, held, strict=True)]
            gain = _sum(left, ends)
            if gain > 0:
                gained, won, times = gained + gain, won + _sum(left, _WINS), times + 1
    return gained, won, times


def _search(showdown: AnteShowdown, dead: int) -> Search:
    try:
        from pitboss.games.three_card_poker import dead_kernel  # noqa: PLC0415 - numba is of the extra sim
    except ImportError:
        raise InputError(f"counting the cards of other boxes needs numba: {install_command('sim')}") from None
    values = dead_kernel.value_table({cards: hand_order().of(cards) for cards in combinations(DECK, 3)})

    def search(_showdown: AnteShowdown, cards: Cards, ends: Sequence[int]) -> tuple[int, int, int]:
        deck = [int(card) for card in DECK if card not in cards]
        return dead_kernel.search(values, deck, showdown.order.of(cards), showdown.floor, ends, _WINS, dead)

    return search


def _always(showdown: AnteShowdown, cards: Cards, ends: Sequence[int], dead: int) -> bool | None:
    """Whether a hand is played, or folded, whatever cards are dead; None if that depends on them.

    Dead cards remove at most the sum of what each of them removes alone.
    """
    whole = _sum(showdown.against(cards), ends)
    holding = [showdown.against_known(cards, known) for known in DECK if known not in cards]
    gained = sorted(_sum(hands, [max(gain, 0) for gain in ends]) for hands in holding)
    lost = sorted(_sum(hands, [max(-gain, 0) for gain in ends]) for hands in holding)
    if whole > sum(gained[-dead:]):
        return True
    return False if whole + sum(lost[-dead:]) <= 0 else None


def _sum(hands: Sequence[int], worth: Sequence[int]) -> int:
    return sum(number * each for number, each in zip(hands, worth, strict=True))
