"""A table driven by commands as people write them; what happens comes back as lines with their clauses."""

from functools import cache

import pytest

from pitboss.cards import DECK, Card, parse_cards, show_cards
from pitboss.errors import CommandRefused
from pitboss.play.encoding import show_event
from pitboss.play.notation import parse_command
from pitboss.rules.approve import approve_house
from pitboss.rules.house_file import HouseFile
from pitboss.rules.ruleset import Ruleset
from pitboss.table import decks
from pitboss.table.decide import act, decide
from pitboss.table.state import evolve, new_table


@cache
def approved(house: str) -> Ruleset:
    """The one table of a house text."""
    (ruleset,) = approve_house(HouseFile("house.toml", house.encode())).tables.values()
    return ruleset


def picked(lines: list[str], *words: str) -> list[str]:
    """The lines that begin with one of some words."""
    return [line for line in lines if line.startswith(words)]


def stacked(top: str = "") -> tuple[Card, ...]:
    """The 52 cards with some on top and the others as in a new deck."""
    first = parse_cards(top)
    return (*first, *(card for card in DECK if card not in first))


class Driven:
    """A table under way. Chips balance and no rack is below zero after every event."""

    def __init__(self, house: str) -> None:
        self.table = new_table(approved(house))

    def do(self, *commands: str) -> list[str]:
        """Gives commands in order. The events of all: `wager forfeited 1 ante $10 11.C(1)`."""
        lines: list[str] = []
        for command in commands:
            before = self.table
            self.table, events = act(before, parse_command(command))
            for event in events:
                before = evolve(before, event)
                assert sum(before.accounts.values()) == 0
                assert (
                    min((cents for name, cents in before.accounts.items() if name.startswith("rack ")), default=0) >= 0
                )
            lines += (" ".join(show_event(event).split()) for event in events)
        return lines

    def refused(self, command: str) -> str:
        """The code and the clause that a command is refused with: `bets-closed 7.E`."""
        with pytest.raises(CommandRefused) as refused:
            decide(self.table, parse_command(command))
        return f"{refused.value.code} {refused.value.clause.split()[1]}"

    def receive(self, preshuffled: bool = False) -> list[str]:
        """The decks come to the table; their opening steps, if any, are all performed.

        If nobody is seated, a player takes the last box to look at the cards.
        """
        if not preshuffled and not self.table.seats:
            self.do(f"player first takes box {self.table.ruleset.submission.boxes}")
        lines = self.do(f"dealer receives {decks.decks_wanted(self.table)} decks{' preshuffled' * preshuffled}")
        while due := decks.step_due(self.table):
            lines += self.do(f"{due[1].by} performs {due[1].does}")
        return lines

    def open(self, *players: str) -> "Driven":
        """Cards are opened, and players sit from box 1 on with $10,000 in each box."""
        for box, player in enumerate(players, 1):
            self.do(f"player {player} buys $10,000", f"player {player} takes box {box}")
        self.receive()
        return self

    def shuffle(self, top: str = "") -> list[str]:
        """Every deck that waits is shuffled, and cut where that is due; the one in turn is then dealt from `top`."""
        order, lines = stacked(top), list[str]()
        while (waiting := decks.deck_to_shuffle(self.table)) is not None:
            (way,) = decks.shuffle_ways(self.table, self.table.decks[waiting])
            # The cut of 20 that follows a shuffle without a device brings the written card to the top.
            cards = order if way == "device" else (*order[32:], *order[:32])
            lines += self.do(f"dealer shuffles by {way}: {show_cards(cards)}")
        if self.table.deck and self.table.deck.needs_cut:
            lines += self.do("dealer cuts 20")
        return lines

    def bet(self, *placed: str, top: str = "", at: str = "0:00:00") -> list[str]:
        """A round begins on cards dealt from `top`, and wagers are placed: `1 ante $10, pair_plus $5`."""
        self.shuffle(top)
        placing = (f"box {box} places {wagers}" for box, wagers in (text.split(" ", 1) for text in placed))
        return self.do(f"dealer opens bets at {at}", *placing)

    def deal(self, *placed: str, top: str = "", at: str = "0:00:00") -> list[str]:
        """A round as far as the deal, whose events are given."""
        self.bet(*placed, top=top, at=at)
        self.do("dealer closes bets")
        return self.do("dealer deals")

    def settle(self, *decisions: str) -> list[str]:
        """The decisions, then everything up to the end of the round; the floorperson validates every win.

        A stub count that is due comes first.
        """
        if self.table.round and decks.count_is_due(self.table):
            self.do(f"dealer counts stub {len(self.table.round.stub)}")
        lines = self.do(*decisions, "dealer settles")
        while self.table.round:
            for box, item in sorted(self.table.round.asked - self.table.round.validated):
                lines += self.do(f"floorperson validates {item} of box {box}")
            lines += self.do("dealer settles")
        return lines
