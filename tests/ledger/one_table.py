"""One table's evening, written into a ledger as a house writes it, with shuffles that it committed to."""

from collections.abc import Callable
from hashlib import sha256
from random import Random
from typing import Any

from pitboss.cards import DECK, Card
from pitboss.ledger.entry import Draft
from pitboss.ledger.store import Store
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.commands import Command
from pitboss.play.encoding import event_to_json
from pitboss.play.notation import show_command
from pitboss.rules.approve import approve_house
from pitboss.rules.house_file import HouseFile
from pitboss.shuffle import commitment, shuffled
from pitboss.table import decks, playing
from pitboss.table.decide import act
from pitboss.table.state import new_table
from tests.ledger.opened_house import house_drafts
from tests.ledger.sample import Ledger, sealed

Shuffling = Callable[["OneTable", int], tuple[tuple[Card, ...], dict[str, Any] | None]]


class OneTable:
    """A table under way, and the drafts that it leaves."""

    def __init__(self, house: str, seed: int = 0) -> None:
        approved = approve_house(HouseFile("house.toml", house.encode()))
        ((self.name, ruleset),) = approved.tables.items()
        self.drafts = house_drafts(house, approved, at=0, by="system")
        self._add({"events": [{"event": "TableOpened", "digest": ruleset.digest, "house": 1}]})
        self.table = new_table(ruleset, inventory=0)
        self.chance = Random(seed)
        self.shuffling: Shuffling = by_seed
        self.seeds = 0

    @property
    def store(self) -> Store:
        return Ledger(tuple(sealed(self.drafts)), (), {}).store

    def _add(self, content: dict[str, Any]) -> None:
        self.drafts.append(Draft(f"table {self.name}", None, {"at": 0, "by": "dana", "role": "dealer", **content}))

    def do(self, command: Command, **beside: Any) -> tuple[e.Event, ...]:
        self.table, events = act(self.table, command)
        written = [event_to_json(event) for event in events]
        self._add({"id": f"c-{len(self.drafts)}", "command": show_command(command), "events": written, **beside})
        return events

    def fresh(self) -> bytes:
        self.seeds += 1
        return sha256(f"{self.name} {self.seeds}".encode()).digest()

    def prepare(self, boxes: int = 2) -> "OneTable":
        """Cards opened, players seated."""
        submission = self.table.ruleset.submission
        for box in range(1, min(boxes, submission.boxes) + 1):
            self.do(c.BuyChips(f"player {box}", 5_000_000))
            self.do(c.TakeSeat(f"player {box}", box))
        self.do(c.ReceiveDecks(submission.decks, False))
        while due := decks.step_due(self.table):
            self.do(c.Perform(due[1].does, due[1].by))
        return self

    def shuffle(self) -> None:
        """Every deck that waits, and a cut where one is due."""
        while (waiting := decks.deck_to_shuffle(self.table)) is not None:
            order, made = self.shuffling(self, waiting)
            (way,) = decks.shuffle_ways(self.table, self.table.decks[waiting])
            self.do(c.RecordShuffle(order, way), **({"shuffle": made} if made else {}))  # type: ignore[arg-type]
        if self.table.deck and self.table.deck.needs_cut:
            self.do(c.CutCards(self.chance.randint(10, 40)))

    def open_bets(self) -> None:
        self.shuffle()
        if decks.count_is_due(self.table):
            self.do(c.CountStub(len(DECK)))
        self.do(c.OpenBets(0))

    def deal(self) -> None:
        """A round with the least wagers, up to the deal; real cards are read."""
        if self.table.round is None:
            self.open_bets()
        electronic = self.table.device == "electronic"
        for box in sorted(self.table.seats):
            self.do(c.PlaceWagers(box, self.table.ruleset.least_wagers, hand=1 + box % 3 if electronic else 0))
        self.do(c.CloseBets())
        if number := playing.unread(self.table):
            self.do(c.ReadCards(tuple(self.chance.sample(DECK, number))))
        self.do(c.DealCards())
        if decks.count_is_due(self.table):
            self.do(c.CountStub(decks.cards_to_count(self.table)))

    def settle(self) -> None:
        while due := playing.pending(self.table):
            self.do(c.Choose(due[1][0], self.chance.choice(due[0].choices).choice))
        self.do(c.Settle())
        while self.table.round:
            box, item = min(self.table.round.asked - self.table.round.validated)
            self.do(c.ValidateWin(box, item))
            self.do(c.Settle())

    def play(self, rounds: int = 1) -> "OneTable":
        for _ in range(rounds):
            self.deal()
            self.settle()
        return self


def by_seed(at: OneTable, deck: int) -> tuple[tuple[Card, ...], dict[str, Any]]:
    seed = at.fresh()
    order = shuffled(seed)
    return order, {"deck": deck, "commitment": commitment(seed, order), "salt": seed.hex(), "by_seed": True}


def scanned(at: OneTable, deck: int) -> tuple[tuple[Card, ...], dict[str, Any]]:
    """A smart shoe tells the whole order."""
    salt, order = at.fresh(), tuple(at.chance.sample(DECK, 52))
    return order, {"deck": deck, "commitment": commitment(salt, order), "salt": salt.hex(), "by_seed": False}


def unread(_: OneTable, __: int) -> tuple[tuple[Card, ...], None]:
    """Real cards whose order nobody knows."""
    return (), None
