"""An evening in a house: five tables, two of them on one link, with wins, voids, refusals, corrections, jackpots."""

import atexit
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import NamedTuple

from pitboss.cards import DECK, Card, parse_cards
from pitboss.errors import CommandRefused
from pitboss.evidence.heads import SigningKey
from pitboss.house.authority import Who
from pitboss.house.automatic_dealer import next_command
from pitboss.house.environment import ClockAndEntropy
from pitboss.house.live_house import CommandResult, LiveHouse
from pitboss.house.request import CommandRequest, CountByHouse, HouseCommand, OpenBetsNow, ShuffleByHouse
from pitboss.ledger.derived import DerivedMark, DerivedTables
from pitboss.ledger.entry import Entry
from pitboss.ledger.sqlite import SqliteStore
from pitboss.ledger.store import ReadOnly, Store
from pitboss.play import commands as c
from pitboss.play.commands import given_by
from pitboss.play.round import Round
from pitboss.table.decks import cards_to_count, shuffle_ways
from pitboss.table.playing import pending, unread
from pitboss.table.state import Table
from pitboss.table.turning import reading_due
from tests.house.counting import counted
from tests.properties.asking import royal, shuffled, some_wagers

START = 1_790_000_000_000
DORA, FLO = Who("dora", "dealer"), Who("flo", "floorperson")
PLAYERS = {1: "ann", 2: "ann", 3: "bob", 4: "Cy Lee, Jr."}
_EXAMPLE = (Path(__file__).parents[2] / "examples/house.toml").read_text(encoding="utf-8")


def house_text() -> str:
    """The sample house with a second three card table on the same links, and a five-card progressive of one meter."""
    before, rest = _EXAMPLE.split("[tables.three-card]\n")
    three, after = rest.split("# Maryland Top Five Poker")
    before = "".join(line for line in before.splitlines(keepends=True) if "meters.five_card_m" not in line)
    before = before.replace(
        "[links.harbor-five]\n", '[links.harbor-five]\nmeters.five_card_main = { seed = "$10,000", rate = "20%" }\n'
    )
    three = three.replace('five_card_progressive = { paytable = "C"', 'five_card_progressive = { paytable = "A"')
    three = f"[tables.three-card]\n{three}"
    twin = three.replace("tables.three-card", "tables.three-card-b")
    return f"{before}{three}{twin}# Maryland Top Five Poker{after}"


class Evening:
    """A house that is played at. The tables in `PHYSICAL` are dealt from decks that the test lays out."""

    PHYSICAL = ("let-it-ride", "three-card", "three-card-b", "commonwealth")

    def __init__(self, path: Path, seed: int = 7, text: str = "") -> None:
        self.chance, self._now, self._asked = Random(seed), START, 0
        world = ClockAndEntropy(self._clock, Random(seed).randbytes)
        self.house = LiveHouse(
            lambda: SqliteStore(str(path)), text or house_text(), SigningKey(bytes(range(32))),
            physical=self.PHYSICAL, environment=world,
        )  # fmt: skip
        self.decks: list[tuple[Card, ...]] = []
        """Decks to come; else they are shuffled by chance."""
        self.unread = False

    def _clock(self) -> int:
        self._now += 700
        return self._now

    @property
    def store(self) -> Store:
        return self.house.store

    def table(self, name: str) -> Table:
        return self.house.record(name).table

    def round(self, name: str) -> Round:
        """The round under way."""
        found = self.table(name).round
        assert found, f"no round is under way at {name}"
        return found

    def do(self, who: Who, name: str, command: HouseCommand) -> CommandResult:
        self._asked += 1
        command = counted(self.table(name), command) if name in self.house.physical else command
        return self.house.do(who, CommandRequest(f"c{self._asked}", name, command))

    def seat(self, name: str, boxes: int) -> None:
        """The players buy in and sit down, as many boxes as the table lets them have."""
        own = self.table(name).ruleset.submission.adjacent_boxes or 1
        players = PLAYERS if own > 1 else {1: "ann", 2: "bob", 3: "Cy Lee, Jr."}
        for box, player in [*players.items()][:boxes]:
            self.do(Who(player, "player"), name, c.BuyChips(player, 2_000_000))
            self.do(Who(player, "player"), name, c.TakeSeat(player, box))

    def bet(self, name: str, wagers: Callable[[Table], tuple[tuple[str, int], ...]]) -> None:
        for box, player in self.table(name).seats.items():
            wanted = wagers(self.table(name))
            try:
                self.do(Who(player, "player"), name, c.PlaceWagers(box, wanted))
            except CommandRefused:
                self.do(Who(player, "player"), name, c.PlaceWagers(box, self.table(name).ruleset.least_wagers))

    def some(self, table: Table) -> tuple[tuple[str, int], ...]:
        return some_wagers(table, self.chance)

    def step(self, name: str) -> CommandResult | None:
        """The next step of a table, whoever it falls to; None where bets are to be made."""
        table = self.table(name)
        if open_now := pending(table):
            box = open_now[1][0]
            who = Who(table.round.boxes[box].player if table.round else "", "player")
            return self.do(who, name, c.Choose(box, self.chance.choice(open_now[0].choices).choice))
        step = next_command(table)
        if isinstance(step, c.DealCards) and unread(table) and table.rounds % 2:
            # A shoe reads every other deal at once; the cards of the others are read as they are turned up.
            self.do(DORA, name, c.ReadCards(tuple(self.chance.sample(DECK, unread(table)))))
        if table.round and (due := reading_due(table)):
            step = c.TurnCards(due.place, tuple(self.chance.sample(table.round.stub, due.number)))
        if step is None:
            return None
        if isinstance(step, ShuffleByHouse) and name in self.PHYSICAL:
            step = self._shuffle(table)
        if isinstance(step, CountByHouse) and name in self.PHYSICAL:
            step = c.CountStub(cards_to_count(table))
        floor = not isinstance(step, ShuffleByHouse | OpenBetsNow | CountByHouse) and given_by(step) == "floorperson"
        return self.do(FLO if floor else DORA, name, step)

    def _shuffle(self, table: Table) -> c.RecordShuffle:
        way = shuffle_ways(table, table.decks[table.current])[0]
        order = self.decks.pop(0) if self.decks else shuffled(self.chance)
        return c.RecordShuffle(() if self.unread else order, way)  # type: ignore[arg-type]

    def lay(self, name: str, deck: tuple[Card, ...]) -> None:
        """The next round is dealt from this deck."""
        while not isinstance(next_command(self.table(name)), OpenBetsNow):
            self.step(name)
        self.do(FLO, name, c.OrderShuffle())
        self.decks = [deck]

    def open_round(self, name: str) -> None:
        while self.table(name).round is None:
            self.step(name)

    def play(self, name: str, rounds: int = 1) -> None:
        """Whole rounds, with wagers by chance."""
        for _ in range(rounds):
            self.open_round(name)
            self.bet(name, self.some)
            self.finish(name)

    def finish(self, name: str) -> None:
        while self.table(name).round:
            self.step(name)


def play_evening(path: Path) -> Evening:
    """Some forty rounds at five tables; one of them is not over."""
    one = Evening(path)
    names = tuple(one.house.approved.tables)
    for name in names:
        one.seat(name, 4)
        one.play(name, 6)
    # A void round at each table, with a card found face up where the regulation foresees it.
    for name in names:
        one.open_round(name)
        one.bet(name, one.some)
        one.do(DORA, name, c.CloseBets())
        one.do(FLO, name, c.Report("wrong_number_of_cards", None, "deck", 0, "floorperson"))
    _jackpots(one)
    # A player is paid too little by hand, and the floorperson makes it good.
    one.play("top-five")
    one.do(FLO, "top-five", c.CorrectPayment("ann", 500, "a $5 chip was missing"))
    one.play("top-five")
    one.do(FLO, "top-five", c.CorrectPayment("bob", -100, "round top-five/8, a chip too many"))
    # Cards that are read one by one, and chips, seats and a late wager during a round.
    one.unread = True
    one.lay("three-card-b", ())
    one.play("three-card-b", 2)
    one.unread = False
    _busy(one)
    one.open_round("commonwealth")
    one.bet("commonwealth", one.some)
    one.do(DORA, "commonwealth", c.CloseBets())
    one.step("commonwealth")
    one.house.signer.sign_head()
    return one


def _jackpots(one: Evening) -> None:
    """A royal flush at three tables."""
    every = {"progressive": 100, "five_card_progressive": 100}
    for name in ("three-card", "let-it-ride", "commonwealth"):
        one.lay(name, royal(one.table(name), one.chance))
        one.open_round(name)
        one.bet(
            name,
            lambda table: (*table.ruleset.least_wagers, *((w, every[w]) for w in every if w in table.ruleset.wagers)),
        )
        one.do(DORA, name, c.CloseBets())
        if name == "three-card":
            # The win waits for the floorperson, and the other table of the link goes on meanwhile.
            while not one.round(name).asked:
                one.step(name)
            one.play("three-card-b")
        one.finish(name)


def _busy(one: Evening) -> None:
    """A round with buy-ins, a player who sits down and one who leaves, a refusal, and a card found face up."""
    name = "three-card"
    one.open_round(name)
    one.bet(name, lambda table: table.ruleset.least_wagers)
    dee = Who("dee", "player")
    one.do(dee, name, c.BuyChips("dee", 50_000))
    one.do(dee, name, c.TakeSeat("dee", 6))
    one.do(dee, name, c.PlaceWagers(6, one.table(name).ruleset.least_wagers))
    one.do(DORA, name, c.CloseBets())
    with suppress(CommandRefused):
        one.do(dee, name, c.PlaceWagers(6, ()))
    found = one.round(name).stub[20]
    one.do(DORA, name, c.Report("card_face_up", found))
    one.step(name)
    one.do(dee, name, c.LeaveSeat(6))
    one.finish(name)


@cache
def evening() -> Path:
    """The file of an evening, played once for all tests of a process; it stays as it is."""
    # Where there is a folder in memory, a thousand synced commits take no time.
    memory = Path("/dev/shm")
    folder = Path(mkdtemp(prefix="evening-", dir=memory if memory.is_dir() else None))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = folder / "evening.db"
    play_evening(path).house.close()
    return path


class Altered(NamedTuple):
    """A store in which somebody has rewritten entries, for those who only read."""

    store: Store
    edit: Callable[[Entry], Entry]

    def stream(self, name: str, after: int = 0, until: int | None = None) -> Iterator[Entry]:
        return map(self.edit, self.store.stream(name, after, until))

    def derived_mark(self, _: DerivedTables) -> None:
        """It keeps no derived tables, and none can be created."""

    def create_derived(self, *_: object) -> DerivedMark:
        raise ReadOnly("these entries can only be read")

    def entries(self, start: int = 0, stop: int | None = None) -> Iterator[Entry]:
        return map(self.edit, self.store.entries(start, stop))

    def last(self, stream: str) -> int:
        return self.store.last(stream)

    def size(self) -> int:
        return self.store.size()

    def streams(self) -> tuple[str, ...]:
        return self.store.streams()


def straight_flushes() -> tuple[Card, ...]:
    """A deck of three card poker by which boxes 1 and 2 of four both make a straight flush with the community cards."""
    first = "7s 2s Kh Qh Jd 8s 3s Kd Qd Jh 9s 4s 2d 3d 5h 5s 6s"
    cards = parse_cards(first)
    return (*cards, *(card for card in DECK if card not in cards))
