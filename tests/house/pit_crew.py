"""A pit whose racks are counted by denomination, and the people who work in it."""

from collections.abc import Mapping
from itertools import count

import pytest

from pitboss.errors import CommandRefused
from pitboss.evidence.heads import SigningKey
from pitboss.house.authority import Who
from pitboss.house.automatic_dealer import next_command
from pitboss.house.chip_counts import ChipCounts
from pitboss.house.floor import Floor
from pitboss.house.live_house import LiveHouse
from pitboss.house.payout_desk import PayoutDesk
from pitboss.house.people import People
from pitboss.house.request import CommandRequest, CountByHouse, HouseCommand, OpenBetsNow
from pitboss.ledger.fold import TableRecord
from pitboss.ledger.open_store import open_store
from pitboss.ledger.rack import OwedPayout, Rack
from pitboss.ledger.records import CountKind, PayoutMethod
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.table.decks import cards_to_count, deck_to_shuffle, shuffle_ways
from tests.house.counting import counted
from tests.house.driving import Fate, stacked
from tests.web.inside import QUICK

TABLE = "one"
TEXT = """
facility = "Harbor"
denominations = ["$1", "$5", "$25", "$100", "$500"]
[links.bay]
meters.main = { seed = "$10,000", rate = "14%" }
[tables.one]
regulation = "MD-TCP"
boxes = 4
device = "manual_shoe"
adjacent_boxes = 2
[tables.one.wagers]
ante = { minimum = "$10", maximum = "$500" }
pair_plus = { paytable = "A", minimum = "$5", maximum = "$500" }
progressive = { paytable = "A", stakes = ["$1", "$5"], link = "bay" }
[tables.one.awards]
ante_bonus = { paytable = "A" }
"""
DORA, DEAN = Who("dora", "dealer"), Who("dean", "dealer")
FLO, FRED, MAX = Who("flo", "floorperson"), Who("fred", "floorperson"), Who("max", "manager")
CATE, SUE, CORA = Who("cate", "cage"), Who("sue", "surveillance"), Who("cora", "count")
STAFF = (DORA, DEAN, FLO, FRED, MAX, CATE, SUE, CORA)
BANK = {50_000: 20, 10_000: 50, 2_500: 100, 500: 200, 100: 500}
"""$19,000 in chips."""
CUT = 10


class Crew:
    """A house with chips of a value, whose table is dealt from real cards."""

    def __init__(self, url: str, text: str = TEXT, fate: Fate | None = None) -> None:
        self.url, self.text, self.fate, self._ids = url, text, fate or Fate(), count(1)
        self.open()
        for who in STAFF:
            self.people.add(who.name, who.role, "a long enough password")

    def open(self) -> None:
        """Opens the house, also again."""
        self.house = LiveHouse(
            lambda: open_store(self.url, create=True), self.text, SigningKey(bytes(32)),
            physical=[TABLE], practice=False, environment=self.fate.world,
        )  # fmt: skip
        self.floor, self.counts, self.desk = Floor(self.house), ChipCounts(self.house), PayoutDesk(self.house)
        self.people = People(self.house.store, cost=QUICK)

    def restart(self) -> None:
        """The process is gone without a word, and another opens the ledger."""
        self.house.store.close()
        self.open()

    def id(self) -> str:
        return f"id {next(self._ids)}"

    def do(self, who: Who, command: HouseCommand) -> tuple[e.Event, ...]:
        return self.house.do(who, CommandRequest(self.id(), TABLE, command)).events

    def refused(self, who: Who, command: HouseCommand) -> str:
        with pytest.raises(CommandRefused) as refused:
            self.do(who, command)
        return f"{refused.value.code} {refused.value.clause}"

    # Counts and transfers

    def count(self, kind: CountKind, chips: Mapping[int, int], explanation: str = "") -> int:
        """A count by the dealer, or of a drop box by a floorperson, confirmed by another person; the difference."""
        made = self.id()
        self.counts.count(FRED if kind == "drop" else DORA, TABLE, made, kind, chips)
        return self.counts.confirm(FLO, TABLE, self.id(), made, explanation)

    def fill(self, chips: Mapping[int, int]) -> None:
        self._transfer("fill", chips)

    def credit(self, chips: Mapping[int, int]) -> None:
        self._transfer("credit", chips)

    def _transfer(self, kind: str, chips: Mapping[int, int]) -> None:
        asked, amount = self.id(), sum(value * number for value, number in chips.items())
        self.floor.request(FLO, TABLE, asked, kind, amount, chips=chips)  # type: ignore[arg-type]
        self.floor.confirm(DORA, TABLE, self.id(), asked, self.people, cashier="carl 17", security="sam 4")

    # Rounds

    def sit(self, player: str, box: int, cents: int = 200_000) -> None:
        self.do(DORA, c.BuyChips(player, cents))
        self.do(DORA, c.TakeSeat(player, box))

    def bets(self, cards: str, *placed: tuple[int, dict[str, int]]) -> None:
        """A round up to the deal, from cards that lie as written."""
        if not self.record.table.decks:
            self.do(DORA, c.ReceiveDecks(1, preshuffled=False))
        while isinstance(step := next_command(self.record.table), c.Perform):
            self.do(FLO if step.who == "floorperson" else DORA, step)
        order = stacked(cards)
        deck = deck_to_shuffle(self.record.table)
        assert deck is not None
        (way, *_) = shuffle_ways(self.record.table, self.record.table.decks[deck])
        cut = (*order[-CUT:], *order[:-CUT])
        self.do(DORA, c.RecordShuffle(order if way == "device" else cut, way))  # type: ignore[arg-type]
        if self.record.table.deck and self.record.table.deck.needs_cut:
            self.do(DORA, c.CutCards(CUT))
        self.do(DORA, OpenBetsNow())
        for box, wagers in placed:
            self.do(DORA, c.PlaceWagers(box, tuple(wagers.items())))
        self.do(DORA, counted(self.record.table, c.CloseBets()))
        self.do(DORA, c.DealCards())
        if isinstance(next_command(self.record.table), CountByHouse):
            self.do(DORA, c.CountStub(cards_to_count(self.record.table)))

    def play_out(self, *choices: tuple[int, str]) -> tuple[e.Event, ...]:
        """Decisions, settlement and validations to the end of the round; the last events."""
        for box, choice in choices:
            self.do(DORA, c.Choose(box, choice))
        events: tuple[e.Event, ...] = ()
        while round_ := self.record.table.round:
            for box, item in sorted(round_.asked - round_.validated):
                self.do(FLO, c.ValidateWin(box, item))
            events = self.do(DORA, c.Settle())
        return events

    def pay_by_hand(self, payout: OwedPayout) -> None:
        """All signatures and the payment, by different people."""
        signers: Mapping[str, Who] = {
            "prepared": DEAN, "verified": FLO, "surveillance": SUE, "manager": MAX, "tax": FRED,
        }  # fmt: skip
        for part in payout.missing:
            self.desk.sign(signers[part], TABLE, self.id(), payout.id, part, note="17")  # type: ignore[arg-type]
        method: PayoutMethod = "check" if payout.amount >= 5_000_000 else "cash"
        self.desk.pay(CATE, TABLE, self.id(), payout.id, method, reference="4711" if method == "check" else "")

    @property
    def record(self) -> TableRecord:
        return self.house.record(TABLE)

    @property
    def rack(self) -> Rack:
        return self.record.standing.rack
