"""A house that is played at random: two tables on one link and two others, jackpots, void rounds, cash, corrections."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from pitboss.books.accounts import Bookkeeping, MeterMovement
from pitboss.cards import DECK, parse_cards
from pitboss.errors import CommandRefused
from pitboss.evidence.heads import SigningKey
from pitboss.house.authority import Role, Who
from pitboss.house.environment import ClockAndEntropy
from pitboss.house.live_house import LiveHouse
from pitboss.house.request import CommandRequest, HouseCommand, OpenBetsNow
from pitboss.ledger.sqlite import SqliteStore
from pitboss.ledger.store import Store
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.commands import given_by
from pitboss.table.state import Table
from tests.house.counting import counted
from tests.properties.asking import next_step

KEY = SigningKey(bytes(range(32)))
START = 1_794_700_000_000
"""2026-11-14, 23:46:40 UTC."""
HOURS = 3_600_000
VOID = c.Report("wrong_number_of_cards", None, "deck", 0, "floorperson")
_THREE_CARD = """
regulation = "MD-TCP"
boxes = 5
device = "hand"
shuffler = "counting"
adjacent_boxes = 2
wagers.ante = { minimum = "$10", maximum = "$500" }
wagers.pair_plus = { paytable = "D", minimum = "$5", maximum = "$100" }
wagers.six_card_bonus = { paytable = "C", minimum = "$5", maximum = "$50" }
wagers.progressive = { paytable = "A", stakes = ["$1", "$5"], link = "harbor" }
wagers.five_card_progressive = { paytable = "C", stakes = ["$1", "$5"], link = "five cards" }
awards.ante_bonus = { paytable = "A" }
options.five_card_envy = "as_let_it_ride"
"""
HOUSE = f"""
facility = "House of tests"
[links.harbor]
meters.main = {{ seed = "$2,500", reset = "$1,000", rate = "14.3%" }}
[links."five cards"]
meters.five_card_mega = {{ seed = "$10,000", rate = "12%" }}
meters.five_card_major = {{ seed = "$1,000", rate = "5.55%" }}
meters.five_card_minor = {{ seed = "$250", rate = "3%" }}
[links.commonwealth]
meters.major = {{ seed = "$10,000", rate = "15%" }}
meters.minor = {{ seed = "$1,000", rate = "6.7%" }}
[tables.one]{_THREE_CARD}
[tables."two at the back"]{_THREE_CARD}
[tables.five]
regulation = "MD-TFP"
boxes = 6
device = "manual_shoe"
adjacent_boxes = 1
wagers.ante = {{ minimum = "$10", maximum = "$200" }}
wagers.top_five_bonus = {{ paytable = "A", minimum = "$5", maximum = "$50" }}
wagers.poker_bonus = {{ paytable = "A", minimum = "$5", maximum = "$50" }}
[tables.bay]
regulation = "MA-LIR"
boxes = 7
device = "automated_shoe"
shuffler = "counting"
shuffler_model = "i-Deal Plus"
shuffler_mode = "Let It Ride Cover All"
adjacent_boxes = 2
payout_limit = "$90,000"
wagers.base = {{ minimum = "$15", maximum = "$100" }}
wagers.bonus = {{}}
wagers.three_card_bonus = {{ paytable = "D", minimum = "$1", maximum = "$50" }}
wagers.cover_all = {{ minimum = "$1", maximum = "$25" }}
wagers.progressive = {{ paytable = "PTMGLML01", link = "commonwealth" }}
"""
FIRST_PLAYERS = ("ann", "bob", 'Mr. "Q" at two')


def history_of(store: Store, link: str) -> Iterator[MeterMovement]:
    """Every movement of a link's meters, in order."""
    for movements in Bookkeeping().through(store):
        yield from (one for one in movements if one.link == link)


class BusyHouse:
    """A live house in memory, whose clock goes by itself."""

    def __init__(self, seed: int, house: str = HOUSE, pace: int = HOURS // 6, path: str = ":memory:") -> None:
        self.chance, self.at, self._pace, self._asked = Random(seed), START, pace, 0
        self.store: Store = SqliteStore(path)
        physical = [name for name in ("one", "two at the back", "five", "bay") if name in house]
        world = ClockAndEntropy(self.clock, self.chance.randbytes)
        self.house = LiveHouse(lambda: self.store, house, KEY, physical=physical, environment=world)
        self.refused: list[tuple[str, int]] = []
        """The table, and when."""

    def clock(self) -> int:
        self.at += self.chance.randrange(1, self._pace) if self._pace > 1 else 1
        return self.at

    def table(self, name: str) -> Table:
        return self.house.record(name).table

    def do(self, name: str, asked: HouseCommand, role: Role | None = None) -> tuple[e.Event, ...]:
        """Does it as the person to whom it falls; a refusal is an answer too."""
        self._asked += 1
        asked = counted(self.table(name), asked) if name in self.house.physical else asked
        try:
            return self.house.do(self._who(name, asked, role), CommandRequest(f"c-{self._asked}", name, asked)).events
        except CommandRefused as refused:
            self.refused.append((name, self.at))
            if refused.code == "deck-too-old":
                self.do(name, c.ReceiveDecks(self.table(name).ruleset.submission.decks, preshuffled=False))
            return ()

    def _who(self, name: str, asked: Any, role: Role | None) -> Who:
        if isinstance(asked, OpenBetsNow):
            return Who("dora", "dealer")
        person: Role = role or given_by(asked)
        if isinstance(asked, c.Perform) and person == "player":
            person = "dealer"
        names = {"dealer": "dora", "floorperson": "flo"}
        player = getattr(asked, "player", "") or self.table(name).seats.get(getattr(asked, "box", 0), "ann")
        return Who(names.get(person, player), person)

    def seat(self, name: str) -> None:
        for box, player in enumerate(FIRST_PLAYERS, 1):
            self.do(name, c.BuyChips(player, 1_000_000))
            self.do(name, c.TakeSeat(player, box))

    def deal(self, name: str, cards: str, *wagers: Mapping[str, int]) -> None:
        """A round up to the deal, from these cards at the top; wagers of boxes 1, 2 and so on."""
        while not isinstance(command := next_step(self.table(name), self.chance), c.RecordShuffle):
            self.do(name, command)
        top = parse_cards(cards)
        self.do(name, c.RecordShuffle((*top, *(card for card in DECK if card not in top)), command.way))
        self.do(name, OpenBetsNow())
        for box, placed in enumerate(wagers, 1):
            self.do(name, c.PlaceWagers(box, tuple(placed.items())))
        self.do(name, c.CloseBets())
        self.do(name, c.DealCards())

    def settle(self, name: str, *choices: str) -> None:
        """The choices of boxes 1, 2 and so on, and the settlement to its end."""
        for box, choice in enumerate(choices, 1):
            self.do(name, c.Choose(box, choice))
        while round_ := self.table(name).round:
            waiting = sorted(round_.asked - round_.validated)
            self.do(name, c.ValidateWin(*waiting[0]) if waiting else c.Settle())

    def step(self, name: str) -> None:
        """The next step at a table, or now and then something else."""
        table, chance = self.table(name), self.chance
        if chance.random() < 0.12:
            self.do(name, self._something(table))
            return
        command = next_step(table, chance)
        self.do(name, OpenBetsNow() if isinstance(command, c.OpenBets) else command)

    def _something(self, table: Table) -> c.Command:
        chance, player = self.chance, self.chance.choice([*FIRST_PLAYERS, "someone new"])
        possible: list[c.Command] = [
            VOID, VOID, c.BuyChips(player, 50_000),
            c.CashOut(player, chance.choice([100, table.rack_of(player)])), c.FillTable(1_000_000),
            c.CreditTable(500_000), c.EmptyDrop(), c.CorrectPayment(player, chance.choice([-700, 900]), "paid wrongly"),
            c.LeaveSeat(chance.randint(1, 4)), c.TakeSeat(player, chance.randint(1, 4)),
        ]  # fmt: skip
        return chance.choice(possible)

    def play(self, steps: int) -> "BusyHouse":
        """So many steps at tables taken at random."""
        tables = list(self.house.approved.tables)
        for name in tables:
            self.seat(name)
        for _ in range(steps):
            self.step(self.chance.choice(tables))
        return self

    def finish(self) -> "BusyHouse":
        """Every round to its end."""
        for name in self.house.approved.tables:
            while (table := self.table(name)).round:
                if not table.round.in_play() and not table.seats:
                    self.do(name, c.TakeSeat("ann", 1))
                command = next_step(table, self.chance)
                self.do(name, command)
        return self
