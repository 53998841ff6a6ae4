"""A scripted evening: five tables in turn, every kind of command, and a clock and entropy that repeat themselves.

A test asks each turn of a house in order and notes what was answered. The evening is the same every time it is run,
down to the bytes in the ledger; also where a house was lost in the middle and another one went on with the same turns.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

from pitboss.cards import DECK, Card, parse_cards
from pitboss.errors import CommandRefused
from pitboss.evidence.heads import SigningKey
from pitboss.house.authority import Who
from pitboss.house.automatic_dealer import next_command
from pitboss.house.environment import ClockAndEntropy
from pitboss.house.live_house import LiveHouse
from pitboss.house.request import (
    CommandRequest,
    CountByHouse,
    HouseCommand,
    OpenBetsNow,
    ShuffleByHouse,
    parse_house_command,
)
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.commands import given_by
from pitboss.table.decks import cards_to_count, deck_to_shuffle, shuffle_ways
from pitboss.table.playing import pending
from pitboss.table.state import Table
from tests.house.counting import counted

KEY = SigningKey(bytes(range(32)))
START = 1_790_000_000_000
PHYSICAL = ("three-card-2",)
"""The table whose cards are keyed in: box 1 is dealt the mini royal flush of spades in its second round."""
LINKED = ("three-card", "three-card-2")
"""The tables that share the link `harbor`."""
# The sample house, with a second table on one of its links, whose rate leaves a fraction of a cent over.
HOUSE = (
    (Path(__file__).parents[2] / "examples/house.toml").read_text().replace('"14%"', '"14.25%"')
    + """
[tables.three-card-2]
regulation = "MD-TCP"
boxes = 7
device = "hand"
shuffler = "counting"
decks = 2
backs = ["red", "green"]
adjacent_boxes = 2
version = "standard"

[tables.three-card-2.wagers]
ante = { minimum = "$10", maximum = "$500" }
pair_plus = { paytable = "D", minimum = "$5", maximum = "$100" }
progressive = { paytable = "A", stakes = ["$1", "$5"], link = "harbor" }

[tables.three-card-2.awards]
ante_bonus = { paytable = "A" }

[tables.three-card-2.options]
ante_bonus = "always"
"""
)
DEALER, FLOOR = Who("dora", "dealer"), Who("flo", "floorperson")
_LIR = "bet_1 $5, bet_2 $5, bet_3 $5, five_card_bonus $1, three_card_bonus $1, six_card_bonus $1, progressive $1"
_TCP = "ante $10, pair_plus $5, progressive $1"
_MA = "bet_1 $15, bet_2 $15, bet_3 $15, three_card_bonus $1, cover_all $1"
BETS = {
    "let-it-ride": (_LIR, _LIR),
    "three-card": (f"{_TCP}, six_card_bonus $5, five_card_progressive $1", f"{_TCP}, six_card_bonus $5"),
    "top-five": ("ante $10, top_five_bonus $5, poker_bonus $5",) * 2,
    "commonwealth": (f"{_MA}, bonus $1", f"{_MA}, progressive $1"),
    "three-card-2": (_TCP, _TCP),
}
"""What lies on boxes 1 and 2 of each table: every wager that it offers."""
ROYAL = "As 2c 3c Ks 4d 5d Qs 6h 7h"
"""Three cards each to box 1, box 2 and the dealer, one at a time."""
Said = tuple[Who, HouseCommand]


class Turn(NamedTuple):
    """One command of the evening, and who gives it."""

    number: int
    who: Who
    ask: CommandRequest


class TableChange(NamedTuple):
    """What a command was answered: the entry and its events, or the sentence of a refusal."""

    seq: int
    events: tuple[e.Event, ...]
    refused: str = ""


class Stage:
    """Time and entropy that depend on the turn alone: what is done late writes what it would have written in time."""

    def __init__(self, seed: str = "") -> None:
        self.seed, self.turn = seed, 0

    @property
    def world(self) -> ClockAndEntropy:
        return ClockAndEntropy(lambda: START + 1000 * self.turn, self._entropy)

    def _entropy(self, size: int) -> bytes:
        return sha256(f"{self.seed} {self.turn}".encode()).digest()[:size]

    def ask(self, house: LiveHouse, turn: Turn) -> TableChange:
        """Asks a turn of a house. What it raises beside a refusal means that nothing was acknowledged."""
        self.turn = turn.number
        try:
            answer = house.do(turn.who, turn.ask)
        except CommandRefused as refused:
            return TableChange(0, (), str(refused))
        return TableChange(answer.seq, answer.events)


def evening(house: LiveHouse, tables: Sequence[str] = tuple(BETS), rounds: int = 3) -> Iterator[Turn]:
    """The turns, one by one; each looks at the house after the turn before it was done."""
    number = 0
    under_way = [(name, _evening_of(house, name, rounds)) for name in tables]
    while under_way:
        for pair in tuple(under_way):
            name, lines = pair
            said = next(lines, None)
            if said is None:
                under_way.remove(pair)
                continue
            number += 1
            who, asked = said
            meant_for = house.record(name).table.rounds if isinstance(asked, c.PlaceWagers | c.Choose) else None
            asked = counted(house.record(name).table, asked) if name in house.physical else asked
            yield Turn(number, who, CommandRequest(f"turn {number}", name, asked, meant_for))


def _evening_of(house: LiveHouse, name: str, rounds: int) -> Iterator[Said]:
    """What is said at one table, in order."""
    players = [Who(f"{name} {box}", "player") for box in (1, 2)]
    for box, player in enumerate(players, 1):
        yield player, c.BuyChips(player.name, 100_000)
        yield player, c.TakeSeat(player.name, box)
    if name != "commonwealth":
        decks = house.record(name).table.ruleset.submission.decks
        yield DEALER, c.ReceiveDecks(decks, preshuffled=True)
    choices = cycle((0, 1, 0))
    for played in range(1, rounds + 1):
        yield from _round(house, name, players, choices, void=name == "let-it-ride" and played == 2)
        if played == 1:
            yield from _beside(name, players)
    yield players[1], c.LeaveSeat(2)
    yield players[1], c.CashOut(players[1].name, house.record(name).table.rack_of(players[1].name))


def _beside(name: str, players: list[Who]) -> Iterator[Said]:
    """What happens between the first two rounds: chips come and go, payments are put right, some things refused."""
    match name:
        case "let-it-ride":
            yield FLOOR, c.EmptyDrop()
        case "three-card":
            yield DEALER, c.CorrectPayment(players[0].name, 500, "pair_plus was paid short")
            yield FLOOR, c.CorrectPayment(players[0].name, 500, "pair_plus was paid short")
        case "top-five":
            yield FLOOR, c.FillTable(5_000_000)
            yield FLOOR, c.CreditTable(1_000_000)
        case "commonwealth":
            yield players[1], c.CashOut(players[1].name, 90_000_000)


def _round(house: LiveHouse, name: str, players: list[Who], choices: Iterator[int], *, void: bool) -> Iterator[Said]:
    """From the shuffle to the last payment; or to the end of a round that is found to be void."""
    while (table := house.record(name).table).round is None:
        yield _by_house(table)
    for box, wagers in enumerate(BETS[name], 1):
        yield players[box - 1], parse_house_command(f"box {box} places {wagers}")
    if name == "top-five" and table.rounds == 1:
        yield players[0], parse_house_command("box 1 places ante $5,000")
    while (table := house.record(name).table).round is not None:
        if open_now := pending(table):
            if void:
                yield FLOOR, c.Report("wrong_number_of_cards", None, "deck", 0, "floorperson")
                continue
            step, boxes = open_now
            yield players[boxes[0] - 1], c.Choose(boxes[0], step.choices[next(choices)].choice)
        else:
            yield _by_house(table)


def _by_house(table: Table) -> Said:
    """The croupier's next step; where real cards are dealt, the cards are keyed in as they lie."""
    asked = next_command(table)
    assert asked is not None
    if isinstance(asked, ShuffleByHouse) and table.ruleset.table in PHYSICAL:
        asked = _keyed(table)
    if isinstance(asked, CountByHouse) and table.ruleset.table in PHYSICAL:
        asked = c.CountStub(cards_to_count(table))
    floor = not isinstance(asked, ShuffleByHouse | OpenBetsNow | CountByHouse) and given_by(asked) == "floorperson"
    return FLOOR if floor else DEALER, asked


def _keyed(table: Table) -> c.RecordShuffle:
    index = deck_to_shuffle(table)
    assert index is not None
    (way,) = shuffle_ways(table, table.decks[index])
    # Both decks are shuffled before the first round; the second one is dealt in the second round.
    top: tuple[Card, ...] = parse_cards(ROYAL) if (table.rounds, index) == (0, 1) else ()
    order = (*top, *(card for card in reversed(DECK) if card not in top))
    return c.RecordShuffle(order, way)  # type: ignore[arg-type]
