"""Whether a player decides as if a card of the dealer's were known: a sequential test on decisions.

Beside the player's cards, the dealer's cards are drawn from the rest of the deck, however the player decides. So for
any honest player, good or bad, each decision multiplies the evidence by a factor whose mean is exactly one:

    chance of the choice, if the player sees one of the dealer's cards : chance of it, if every unseen card may be it

There is evidence for each of the dealer's cards, as they were dealt, and for any of them at random; its mean counts.
Evidence that begins at one reaches N in at most one of N evenings (Ville's inequality), whenever one looks. A player
who sees a card decides by it in 31 of 32 decisions and by chance in the others, so that one slip ends nothing.
Evidence is kept as a whole number and rounded down.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache

from pitboss.cards import DECK, Card
from pitboss.errors import InputError
from pitboss.odds.accelerators import game_of
from pitboss.odds.game import Cards
from pitboss.odds.wagers import decision_wager, paytable_group
from pitboss.play.round import Round
from pitboss.play.terms import Terms
from pitboss.rules.ruleset import Ruleset

_ONE = 1 << 64
_SLIPS = Fraction(1, 32)
"""The share of decisions that a player who sees a card makes as if by tossing a coin."""
_HIDDEN = "dealer"
_KEPT = 1 << 17
DEALER_CARDS = 3
"""The games that are tested deal as many cards to the dealer as to each box."""
Factors = tuple[Fraction, ...]
Best = Callable[[Cards, Card], str]
"""The best choice with some cards of a player who sees one of the dealer's."""


class Evidence:
    """The evidence about one player on one evening."""

    def __init__(self) -> None:
        self._held = [_ONE] * (DEALER_CARDS + 1)
        self.decisions = 0

    def add(self, factors: Factors) -> None:
        pairs = zip(self._held, factors, strict=True)
        self._held = [held * factor.numerator // factor.denominator for held, factor in pairs]
        self.decisions += 1

    def reaches(self, evenings: int) -> bool:
        """Whether no more than one honest evening in this number comes so far."""
        return sum(self._held) >= evenings * _ONE * len(self._held)

    @property
    def odds(self) -> int:
        """How many to one the evidence stands."""
        return sum(self._held) // (_ONE * len(self._held))


def factors(ruleset: Ruleset, played: Round) -> Iterator[tuple[str, Factors]]:
    """The factors of each player whose decision is known, with the dealer's cards; nothing if no solver knows the game.

    A player with several boxes knows the cards of all of them: the factors of the boxes are averaged.
    """
    terms = Terms.of(ruleset)
    hidden = tuple(played.piles.get(_HIDDEN, ()) or played.revealed.get(_HIDDEN, ()))
    best, asked = _choices(terms), decision_wager(ruleset.regulation)
    if best is None or len(hidden) != DEALER_CARDS:
        return
    boxes = [played.boxes[number] for number in played.in_play()]
    for player in dict.fromkeys(box.player for box in boxes):
        own = [box for box in boxes if box.player == player]
        if not all(len(box.cards) == DEALER_CARDS and len({*box.cards, *hidden}) == 2 * DEALER_CARDS for box in own):
            continue
        seen = {card for box in own for card in box.cards}
        found = [
            box_factors(best, box.cards, choice, hidden, frozenset(seen))
            for box in own
            if asked in box.wagers and not box.undecided
            for choice in box.choices.values()
        ]
        if found:
            yield player, tuple(Fraction(sum(one), len(found)) for one in zip(*found, strict=True))


def box_factors(best: Best, cards: Cards, choice: str, hidden: Cards, seen: frozenset[Card]) -> Factors:
    """By how much a choice is likelier if the player sees a hidden card than if any unseen card may be it: for each
    hidden card, and for one of them at random."""
    wanted = [card for card in DECK if card not in cards and best(cards, card) == choice]
    unseen = len(DECK) - len(seen)
    by_each = [Fraction(int(card in wanted)) for card in hidden]
    by_each.append(Fraction(sum(by_each), len(hidden)))
    by_any = _mixed(Fraction(sum(card not in seen for card in wanted), unseen))
    return tuple(Fraction(_mixed(chance), by_any) for chance in by_each)


def _mixed(chance: Fraction) -> Fraction:
    return (1 - _SLIPS) * chance + _SLIPS * Fraction(1, 2)


@lru_cache(maxsize=16)
def _choices(terms: Terms) -> Best | None:
    """The best choices by the game's solver, each computed once; None if it cannot look at a card of the dealer's."""
    regulation = terms.regulation
    bonus = terms.paytables.get(paytable_group(regulation, decision_wager(regulation)))
    try:
        solver = game_of(regulation).solver(regulation, bonus, terms.options)
        solver.knowing(DECK[:3], DECK[51])
    except InputError:
        return None
    return lru_cache(maxsize=_KEPT)(solver.knowing)
