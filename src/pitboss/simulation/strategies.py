"""Strategies by name, as tables of decisions that a kernel looks up.

A decision sees ranks and whether they share a suit, at Top Five the high cards. A strategy file names hands and what to
do with them; every hand that it does not name is played as its first line says, else optimally.
"""

import csv
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import RANKINGS, Card, parse_cards
from pitboss.errors import InputError
from pitboss.games.let_it_ride.solver import Ahead, position_of
from pitboss.play.terms import Terms
from pitboss.simulation.hands import HIGH, HOLDINGS, THREES, high_holdings, mixed, of_three, possible, suited

Cards = tuple[Card, ...]
Decide = Callable[[Cards], bool]
Table = NDArray[np.uint8]

NAMES = {
    "optimal": "the best choice for the paytable of this table",
    "basic": "the published rules of thumb",
    "always": "ride and play with everything",
    "never": "withdraw and fold everything",
    "mimic": "play with what the dealer would qualify with",
}
EAGER, SHY = {"ride": True, "play": True}, {"withdraw": False, "fold": False}
_CHOICES: Mapping[str, bool] = {**EAGER, **SHY}
_SIZES: Mapping[str, tuple[int, ...]] = {
    "let_it_ride": (3, 4), "three_card_poker": (3,), "top_five_poker": (1, 2, 3, 4, 5, 6, 7),
}  # fmt: skip
"""How many cards a hand of a strategy file has; at Top Five the low ones may be left out."""


class Strategies:
    """The strategies that a table's game knows; an InputError says which there are."""

    def __init__(self, terms: Terms) -> None:
        self.terms, self.game = terms, terms.regulation.game

    def decide(self, name: str) -> Decide:
        """Whether to ride, or to play, with the cards that a decision sees."""
        match name:
            case "always":
                return lambda _cards: True
            case "never":
                return lambda _cards: False
            case "optimal":
                return self._optimal
            case "basic" if self.game == "let_it_ride":
                return _rule_of_thumb
            case "basic" if self.game == "three_card_poker":
                return self._at_least(parse_cards("Qs 6d 4c"))
            case "mimic" if self.terms.regulation.showdown:
                return self._qualifies
        if name.endswith(".csv") or "/" in name:
            return self._from_file(name)
        known = [each for each in NAMES if self._knows(each)]
        raise InputError(f"--strategy {name[:60]!r}: {self.terms.regulation.id} has {', '.join(known)}, or a .csv file")

    def _knows(self, name: str) -> bool:
        if name == "mimic":
            return self.terms.regulation.showdown is not None
        return name != "basic" or self.game != "top_five_poker"

    @cached_property
    def _optimal(self) -> Decide:
        regulation, paytables = self.terms.regulation, self.terms.paytables
        if self.game == "let_it_ride":
            return Ride(Ahead(paytables["base"].lines()))
        if self.game == "three_card_poker":
            from pitboss.games.three_card_poker.solver import DEALER_HANDS, solve  # noqa: PLC0415 - of one game

            on_win_only = self.terms.holds(regulation.awards["ante_bonus"].only_on_win_under)
            wins: Counter[object] = Counter()
            for decision in solve(regulation, paytables["ante_bonus"], on_win_only).decisions:
                wins[self._seen(decision.cards)] += decision.number * (decision.win + DEALER_HANDS)
            return lambda cards: wins[self._seen(cards)] > 0
        from pitboss.games.top_five_poker.solver import TopFive  # noqa: PLC0415 - of one game

        lines = TopFive(regulation, self.terms.options).strategy()
        best = {line.holding[:2]: line.best == "play" for line in lines}
        return lambda cards: best[_high_cards(cards)]

    def _qualifies(self, cards: Cards) -> bool:
        showdown = self.terms.regulation.showdown
        assert showdown
        ranking = RANKINGS[self.terms.regulation.hands[showdown.hand].ranking]
        return ranking.patterns[showdown.qualifies].holds(ranking.value_of(cards), cards)

    def _at_least(self, least: Cards) -> Decide:
        comparing = self.terms.comparing
        return lambda cards: comparing(cards) >= comparing(least)

    def _from_file(self, file: str) -> Decide:
        """The strategy in a file; a line that cannot be used, or that contradicts another, is an InputError."""
        base, named = self.decide("optimal"), dict[object, bool]()
        first: dict[object, tuple[int, str]] = {}
        for number, hand, choice in _lines(file):
            try:
                key = hand if hand == "else" else self._seen(self._hand(hand))
                if hand == "else":
                    base = self._named(choice)
                else:
                    named[key] = self._choice(choice)
            except (ValueError, InputError) as error:
                raise InputError(str(error), file, number) from None
            line, before = first.setdefault(key, (number, choice))
            if before != choice:
                reason = (
                    f"{hand} is to {choice} here, and to {before} in line {line}: a decision cannot tell them apart"
                )
                raise InputError(reason, file, number)
        return lambda cards: found if (found := named.get(self._seen(cards))) is not None else base(cards)

    def _hand(self, text: str) -> Cards:
        """The cards of a line, as many as a decision sees."""
        cards, sizes = parse_cards(text), _SIZES[self.game]
        if len(cards) not in sizes:
            expected = " or ".join(map(str, sizes)) if len(sizes) < 3 else f"{min(sizes)} to {max(sizes)}"
            raise ValueError(f"a decision sees {expected} cards, {text!r} has {len(cards)}")
        return cards

    def _choice(self, text: str) -> bool:
        known = [choice.choice for step in self.terms.regulation.script for choice in step.choices]
        if text not in known:
            raise ValueError(
                f"{text!r} is not a choice of {self.terms.regulation.id}: {', '.join(dict.fromkeys(known))}"
            )
        return _CHOICES[text]

    def _named(self, text: str) -> Decide:
        if text.endswith(".csv") or "/" in text:
            raise ValueError("else takes the name of a strategy, not a file")
        return self.decide(text)

    def _seen(self, cards: Cards) -> object:
        """What a decision tells apart."""
        if self.game == "top_five_poker":
            return self.terms.comparing(cards)
        return tuple(sorted(card.rank for card in cards)), len({card.suit for card in cards}) == 1


class Ride:
    """Riding where a bet is expected to win."""

    def __init__(self, ahead: Ahead) -> None:
        self._ahead = ahead

    def __call__(self, cards: Cards) -> bool:
        position = position_of([card.rank for card in cards], [card.suit for card in cards])
        return (self._ahead.of_three(position) if len(cards) == 3 else self._ahead.of_four(position).win) > 0


def with_three(decide: Decide) -> Table:
    """A decision with three cards, at the index of their kind."""
    return of_three(decide).astype(np.uint8)


def with_four(decide: Decide) -> Table:
    """A decision with a fourth card, at `5915 x all of one suit + 455 x rank + set`."""
    found = np.zeros((2, 13, len(THREES)), np.uint8)
    for index, three in enumerate(THREES):
        for rank in range(13):
            if possible((*three, rank)):
                found[0, rank, index] = decide(mixed((*three, rank)))
            if len({*three, rank}) == 4:
                found[1, rank, index] = decide(suited((*three, rank), 0))
    return found.reshape(-1)


def with_high_cards(decide: Decide) -> Table:
    """A decision with seven cards, at the index of its high ones."""
    found = np.zeros(HOLDINGS, np.uint8)
    for index, cards in high_holdings():
        found[index] = decide(cards)
    return found


def _high_cards(cards: Cards) -> tuple[tuple[int, ...], bool]:
    """How many there are of each high rank, tens first, and whether a suit has all of them."""
    high = [card for card in cards if card.rank >= HIGH]
    numbers = tuple(sum(card.rank == rank for card in high) for rank in range(HIGH, 13))
    return numbers, any(sum(card.suit == suit for card in high) == 5 for suit in range(4))


def _rule_of_thumb(cards: Cards) -> bool:
    """Let It Ride as it is taught: paid hands, and draws to straights and flushes that are worth it."""
    ranks = sorted(card.rank for card in cards)
    different, high = set(ranks), sum(rank >= HIGH for rank in ranks)
    if len(different) < len(ranks):
        paired = [rank for rank in different if ranks.count(rank) > 1]
        return len(paired) > 1 or ranks.count(paired[0]) > 2 or paired[0] >= HIGH
    one_suit, spread = len({card.suit for card in cards}) == 1, ranks[-1] - ranks[0] + 1
    if len(cards) == 4:
        return one_suit or (spread == 4 and high > 0 and ranks[-1] < 12)
    in_a_row = spread == 3 and ranks[0] > 0
    return one_suit and (in_a_row or (spread == 4 and high > 0) or (spread == 5 and high > 1))


def _lines(file: str) -> Iterator[tuple[int, str, str]]:
    """The number, the hand and the choice of each line that is not empty."""
    try:
        with Path(file).open(encoding="utf-8-sig", newline="") as opened:
            reader = csv.reader(opened)
            for row in reader:
                number = reader.line_num
                if row and len(row) != 2:
                    raise InputError(f"expected a hand and a choice, such as Qs 6d 4c,play: found {row}", file, number)
                if row:
                    yield number, row[0].strip(), row[1].strip()
    except OSError as error:
        raise InputError(f"cannot be read: {(error.strerror or str(error)).lower()}", file) from None
    except (UnicodeDecodeError, csv.Error):
        raise InputError("is not text in UTF-8", file) from None
