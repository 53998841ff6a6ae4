"""A live house for tests: people who ask it things, cards that are stacked, and a clock and entropy that repeat."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import count
from pathlib import Path

from pitboss.cards import DECK, Card, parse_cards
from pitboss.evidence.heads import SigningKey
from pitboss.house.authority import Who
from pitboss.house.automatic_dealer import next_command
from pitboss.house.environment import ClockAndEntropy
from pitboss.house.live_house import CommandResult, LiveHouse
from pitboss.house.request import CommandRequest, CountByHouse, HouseCommand, OpenBetsNow, ShuffleByHouse
from pitboss.ledger.open_store import open_store
from pitboss.ledger.store import Store
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.commands import given_by
from pitboss.table.decks import cards_to_count
from pitboss.table.playing import pending
from pitboss.table.state import Table
from tests.house.counting import counted

KEY = SigningKey(bytes(range(32)))
SAMPLE = (Path(__file__).parents[2] / "examples/house.toml").read_text(encoding="utf-8")
"""A table of each regulation."""
DEALER, FLOOR = Who("dora", "dealer"), Who("flo", "floorperson")
TWINS = """
facility = "House of tests"
[links.harbor]
meters.main = { seed = "$2,500", reset = "$1,000", rate = "14.37%" }
"""
for _name in ("east", "west"):
    TWINS += f"""
[tables.{_name}]
regulation = "MD-TCP"
boxes = 3
device = "manual_shoe"
adjacent_boxes = 2
[tables.{_name}.wagers]
ante = {{ minimum = "$10", maximum = "$500" }}
pair_plus = {{ paytable = "A", minimum = "$5", maximum = "$100" }}
progressive = {{ paytable = "A", stakes = ["$1", "$5"], link = "harbor" }}
[tables.{_name}.awards]
ante_bonus = {{ paytable = "A" }}
"""
"""Two tables of one link, whose rate leaves 37 hundredths of a cent of every dollar over."""
ROYAL = "As 2c Ks 4d Qs 6h"
"""One box and the dealer, a card each at a time: the box has the mini royal flush of spades."""
NOTHING = "2s 3c 5s 4d 9s 6h"
"""One box without a hand, against a dealer without one."""
CUT = 10
_NUMBERS = count(1)


class Fate:
    """Time and entropy that can be foreseen: each is different from the one before, and the same in every run."""

    def __init__(self) -> None:
        self.now, self.drawn = 1_790_000_000_000, 0

    @property
    def world(self) -> ClockAndEntropy:
        return ClockAndEntropy(self._clock, self._entropy)

    def _clock(self) -> int:
        self.now += 1000
        return self.now

    def _entropy(self, size: int) -> bytes:
        self.drawn += 1
        return sha256(b"%d" % self.drawn).digest()[:size]


class Driven:
    """A live house, and people who ask it things. Every command has an id of its own unless it is told one."""

    def __init__(
        self, path: Path | str, text: str = SAMPLE, physical: Sequence[str] = (), fate: Fate | None = None
    ) -> None:
        self.fate, self.opener = fate or Fate(), opener(path)
        self.house = LiveHouse(self.opener, text, KEY, physical=physical, environment=self.fate.world)

    def do(
        self, table: str, asked: HouseCommand, who: Who | None = None, *, round_: int | None = None
    ) -> CommandResult:
        """Asks as the person whom the command falls to."""
        asked = counted(self.table(table), asked) if table in self.house.physical else asked
        ask = CommandRequest(f"command {next(_NUMBERS)}", table, asked, round_)
        return self.house.do(who or asker(self.table(table), asked), ask)

    def table(self, name: str) -> Table:
        return self.house.record(name).table

    def meters(self, name: str) -> dict[str, int]:
        return self.table(name).meters()

    def seat(self, table: str, boxes: int = 1, chips: int = 10_000_000) -> None:
        for box in range(1, boxes + 1):
            self.do(table, c.BuyChips(player(box).name, chips))
            self.do(table, c.TakeSeat(player(box).name, box))

    # Stacked cards, at a physical table that is shuffled by hand

    def open_bets(self, table: str, cards: str) -> None:
        """A new round whose first cards are these."""
        if not self.table(table).decks:
            self.do(table, c.ReceiveDecks(1, preshuffled=False))
        while isinstance(step := next_command(self.table(table)), c.Perform):
            self.do(table, step)
        order = stacked(cards)
        self.do(table, c.RecordShuffle((*order[-CUT:], *order[:-CUT]), "hand"))
        self.do(table, c.CutCards(CUT))
        self.do(table, OpenBetsNow())

    def closed(self, table: str, cards: str, stake: int = 100) -> CommandResult:
        """A round of box 1 with an Ante and a progressive wager, up to no more bets."""
        self.open_bets(table, cards)
        self.do(table, c.PlaceWagers(1, (("ante", 1000), ("progressive", stake))))
        return self.do(table, c.CloseBets())

    def to_the_win(self, table: str) -> None:
        """Goes on to where a win waits for the floorperson, or to the end."""
        self.do(table, c.DealCards())
        if isinstance(next_command(self.table(table)), CountByHouse):
            self.do(table, c.CountStub(cards_to_count(self.table(table))))
        self.do(table, c.Choose(1, "play"))
        self.do(table, c.Settle())

    def paid(self, table: str) -> tuple[e.Event, ...]:
        """The floorperson validates, the dealer settles to the end."""
        self.do(table, c.ValidateWin(1, "progressive"))
        return self.do(table, c.Settle()).events

    # Whole rounds by the croupier

    def step(self, name: str) -> CommandResult:
        """The next thing that somebody does at a table where all goes its way."""
        table = self.table(name)
        if table.round and table.round.phase == "betting" and (bare := _bare(table)):
            return self.do(name, c.PlaceWagers(bare[0], wagers(table)), round_=table.rounds)
        if due := pending(table):
            return self.do(name, c.Choose(due[1][0], due[0].choices[table.rounds % 2].choice), round_=table.rounds)
        step = next_command(table, self.fate.now // 1000)
        assert step is not None
        return self.do(name, step)

    def play(self, name: str, rounds: int = 1) -> None:
        last = self.table(name).rounds + rounds
        while self.table(name).rounds < last or self.table(name).round:
            self.step(name)


def opener(path: Path | str) -> Callable[[], Store]:
    return lambda: open_store(str(path), create=True)


def player(box: int) -> Who:
    return Who(f"player {box}", "player")


def asker(table: Table, asked: HouseCommand) -> Who:
    """Whom a command falls to."""
    if isinstance(asked, ShuffleByHouse | OpenBetsNow | CountByHouse):
        return DEALER
    if isinstance(asked, c.Perform) and asked.who == "player":
        return DEALER
    match given_by(asked):
        case "player":
            named = getattr(asked, "player", None)
            return Who(named or table.seats.get(getattr(asked, "box", 0), "nobody"), "player")
        case "floorperson":
            return FLOOR
    return DEALER


def wagers(table: Table) -> tuple[tuple[str, int], ...]:
    """The least wagers, and a progressive one where there is one."""
    ruleset = table.ruleset
    placed = dict(table.ruleset.least_wagers)
    for name in ruleset.links:
        placed.setdefault(name, (ruleset.offer(name).stakes or (100,))[0])
    return tuple(placed.items())


def _bare(table: Table) -> list[int]:
    assert table.round
    return [box for box in sorted(table.seats) if not table.round.boxes[box].wagers]


def stacked(cards: str) -> tuple[Card, ...]:
    """A deck whose top is these cards."""
    top = parse_cards(cards)
    return (*top, *(card for card in DECK if card not in top))
