"""Strategies by name, or from a file.

A strategy file names hands and what to do with them. A hand that it does not name is played by the strategy of its line
`else`, or optimally without such a line.
"""

import csv
from collections.abc import Iterator
from pathlib import Path

from pitboss.cards import parse_cards
from pitboss.errors import InputError
from pitboss.play.terms import Terms
from pitboss.rules.script import Choice
from pitboss.simulation.game import Cards, Decide
from pitboss.simulation.simulated_game import simulation_of

NAMES = {
    "optimal": "the best choice for the paytable of this table",
    "basic": "the published rules of thumb",
    "always": "ride and play with everything",
    "never": "withdraw and fold everything",
    "mimic": "play with what the dealer would qualify with",
}


def keeps_bets(choice: Choice) -> bool:
    """Whether a choice neither takes a wager back nor forfeits one."""
    return not (choice.returns or choice.forfeits)


class Strategies:
    """The strategies of a table; an InputError lists them if an unknown one is named."""

    def __init__(self, terms: Terms) -> None:
        self._terms, self._game = terms, simulation_of(terms.regulation)

    def decide(self, name: str) -> Decide:
        """The strategy of this name, or in the file of this name."""
        known = self._by_name(name)
        if known:
            return known
        if name.endswith(".csv") or "/" in name:
            return self._from_file(name)
        raise InputError(f"--strategy {name[:60]!r}: {self._listed()}, or a .csv file")

    def _by_name(self, name: str) -> Decide | None:
        match name:
            case "optimal":
                return self._game.optimal(self._terms)
            case "basic":
                return self._game.basic(self._terms)
            case "always":
                return lambda _cards: True
            case "never":
                return lambda _cards: False
            case "mimic" if self._terms.regulation.showdown:
                return self._terms.dealer_qualifies
        return None

    def _listed(self) -> str:
        return f"{self._terms.regulation.id} has {', '.join(name for name in NAMES if self._by_name(name))}"

    def _from_file(self, file: str) -> Decide:
        """The strategy in a file; an InputError names a line that cannot be used or that contradicts another."""
        usual, decisions = self._game.optimal(self._terms), dict[object, bool]()
        first: dict[object, tuple[int, str]] = {}
        for number, hand, choice in _lines(file):
            try:
                if hand == "else":
                    visible: object = hand
                    usual = self._usual(choice)
                else:
                    visible, keeps = self._decision(hand, choice)
                    decisions.setdefault(visible, keeps)
            except (ValueError, InputError) as error:
                raise InputError(str(error), file, number) from None
            line, before = first.setdefault(visible, (number, choice))
            if before != choice:
                reason = (
                    f"{hand} is to {choice} here, and to {before} in line {line}: a decision cannot tell them apart"
                )
                raise InputError(reason, file, number)

        def decide(cards: Cards) -> bool:
            decision = decisions.get(self._game.visible(self._terms, cards))
            return usual(cards) if decision is None else decision

        return decide

    def _usual(self, name: str) -> Decide:
        """The strategy for the hands that a file does not name."""
        if name.endswith(".csv") or "/" in name:
            raise ValueError("else takes the name of a strategy, not a file")
        return self.decide(name)

    def _decision(self, hand: str, choice: str) -> tuple[object, bool]:
        """What a decision sees of a hand in a file, and the choice; a ValueError if this table cannot use them."""
        cards, sizes = parse_cards(hand), self._game.decision_sizes
        if len(cards) not in sizes:
            expected = " or ".join(map(str, sizes)) if len(sizes) < 3 else f"{min(sizes)} to {max(sizes)}"
            raise ValueError(f"a decision sees {expected} cards, {hand!r} has {len(cards)}")
        choices = {name: one for _, known in self._terms.script.decisions.values() for name, one in known.items()}
        if choice not in choices:
            raise ValueError(f"{choice!r} is not a choice of {self._terms.regulation.id}: {', '.join(choices)}")
        return self._game.visible(self._terms, cards), keeps_bets(choices[choice])


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
