"""A gaming day at a counted table with ten people who work there, from opener to closer, on each database.

Net revenue by the formula of COMAR 36.05.03.15 D, from the slips alone, is what the books and the day report say.
"""

from pathlib import Path
from random import Random

import pytest

from pitboss.books.accounts import DIFFERENCES, OUTSIDE, check_books
from pitboss.books.report import day_reports
from pitboss.books.slips import Slip, newest_slips
from pitboss.cards import DECK
from pitboss.evidence.verify import verify_store
from pitboss.ledger.slips import SlipKind
from pitboss.play import commands as c
from pitboss.table.playing import pending
from tests.house.pit_crew import CORA, DORA, FRED, MAX, TABLE, TEXT, Crew
from tests.ledger.conftest import ledger_url, postgres_url

__all__ = ["ledger_url", "postgres_url"]
DESK = '[desk]\nsurveillance = "$2,000"\nmanager = "$2,400"'
BANK = {50_000: 4, 10_000: 40, 2_500: 60, 500: 100, 100: 500}
"""$9,000: large wins take fills."""
WINS = {1: "As 2c Ks 4d Qs 6h", 7: "9s 3c Ts 4d Js 6h", 12: "Ad 2c Kd 4s Qd 6h"}
"""Rounds in which box 1 wins: a mini royal in spades, a straight flush, a mini royal."""


class Evening:
    """Rounds by chance, and what is done at the table between them."""

    def __init__(self, url: str, seed: int, *, crashes: bool, shuffled: bool = False) -> None:
        self.crew = Crew(url, TEXT.replace("$10,000", "$2,500") + DESK)
        self._chance, self._crashes, self._shuffled = Random(seed), crashes, shuffled
        self.bought = self.cashed = self.by_hand = 0
        self.racks: list[int] = []

    def maybe_crash(self) -> None:
        if self._crashes and self._chance.random() < 0.5:
            before = self.crew.record
            self.crew.restart()
            assert self.crew.record == before

    def sit(self, player: str, box: int, cents: int) -> None:
        self.crew.sit(player, box, cents)
        self.bought += cents

    def leave(self, player: str, box: int) -> None:
        cents = self.crew.record.table.rack_of(player)
        self.crew.do(DORA, c.LeaveSeat(box))
        self.crew.do(DORA, c.CashOut(player, cents))
        self.cashed += cents

    def round(self, number: int) -> None:
        crew, chance = self.crew, self._chance
        if crew.rack.amount < 700_000:
            crew.fill({10_000: 30, 2_500: 20})
        for player in crew.record.table.seats.values():
            if crew.record.table.rack_of(player) < 40_000:
                crew.do(DORA, c.BuyChips(player, 100_000))
                self.bought += 100_000
        cards = WINS.get(number, "2s 3c 5s 4d 9s 6h")
        if self._shuffled:
            cards = " ".join(map(str, chance.sample(DECK, 24)))
        boxes = [1] if number in WINS and not self._shuffled else sorted(crew.record.table.seats)
        placed = [(box, {"ante": chance.choice((1_000, 2_500)), "pair_plus": 500, "progressive": 100}) for box in boxes]
        crew.bets(cards, *placed)
        self.maybe_crash()
        while due := pending(crew.record.table):
            crew.do(DORA, c.Choose(due[1][0], due[0].choices[number not in WINS and chance.random() < 0.5].choice))
        crew.play_out()
        self.racks.append(crew.rack.amount)
        self.maybe_crash()
        for owed in crew.rack.payouts:
            crew.pay_by_hand(owed)
            self.by_hand += owed.amount
            self.maybe_crash()

    def play(self) -> None:
        crew = self.crew
        crew.count("opener", BANK)
        for box, player in enumerate(("ann", "bob", "cat"), 1):
            self.sit(player, box, 100_000)
        for number in range(1, 16):
            self.round(number)
            if number == 5:
                crew.credit({100: 100})
            if number == 9 and 2 in crew.record.table.seats:
                crew.floor.correct(
                    FRED, TABLE, crew.id(), c.CorrectPayment("bob", 500, "paid $5 short", "ante", 2, number)
                )
            if number == 10:
                # The drop at an open table: what is in the rack is what is counted.
                crew.count("inventory", chips(crew.rack.amount))
                self.count_drop(crew.rack.box or 0)
        crew.floor.close(MAX, TABLE, "close")
        for box, player in sorted(crew.record.table.seats.items()):
            self.leave(player, box)
        crew.count("closer", chips(crew.rack.amount - 2_500), "a $25 chip is missing; reported to surveillance")
        self.count_drop(crew.rack.box or 0)

    def count_drop(self, cents: int) -> None:
        made = self.crew.id()
        self.crew.counts.count(CORA, TABLE, made, "drop", chips(cents, (10_000, 5_000, 2_000, 1_000, 500, 100)))
        self.crew.counts.confirm(FRED, TABLE, self.crew.id(), made)


def chips(cents: int, values: tuple[int, ...] = (50_000, 10_000, 2_500, 500, 100)) -> dict[int, int]:
    found = {}
    for value in values:
        found[value], cents = divmod(cents, value)
    assert cents == 0
    return found


def by_formula(slips: list[Slip]) -> int:
    """Net revenue from slips: closing inventory, credits, drop, less opening inventory, fills, payouts by hand."""

    def sum_of(*kinds: SlipKind) -> int:
        return sum(slip.amount for slip in slips if slip.kind in kinds and slip.state == "done")

    return sum_of("closer", "credit", "drop") - sum_of("opener", "fill", "payout", "jackpot")


@pytest.mark.parametrize("crashes", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_gaming_day_with_ten_people(ledger_url: str, crashes: bool) -> None:
    evening = Evening(ledger_url, 7, crashes=crashes)
    evening.play()
    crew = evening.crew
    store = crew.house.store
    hands = {signature.name.split(",")[0] for slip in newest_slips(store, limit=1_000) for signature in slip.signatures}
    assert hands == {"dora", "dean", "flo", "fred", "max", "cate", "sue", "cora", "carl 17", "sam 4"}
    assert crew.record.standing.closed == "closed"
    slips = [*newest_slips(store, limit=1_000)]
    assert [slip.number for slip in slips] == list(range(len(slips), 0, -1))
    assert {"opener", "fill", "credit", "inventory", "drop", "closer", "error", "jackpot", "correction"} <= {
        slip.kind for slip in slips
    }
    assert all(amount >= 0 for amount in evening.racks)
    revenue = by_formula(slips)
    assert revenue == evening.bought - evening.cashed - evening.by_hand - 2_500
    books = check_books(store)
    assert sum(books.accounts.values()) == 0
    assert revenue == -books.accounts[OUTSIDE] - books.accounts[DIFFERENCES]
    assert books.accounts[DIFFERENCES] == 2_500
    calendar = crew.house.calendar
    day = calendar.gaming_day(calendar.date_of(crew.house.clock()))
    (report,) = day_reports(store, [day], TABLE)
    assert report.net_revenue == revenue
    crew.house.sign_head()
    verify_store(store)
    crew.house.close()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_days_of_shuffled_cards_with_crashes(tmp_path: Path, seed: int) -> None:
    """Double entry over racks, differences and what the desk owes holds whatever is dealt."""
    evening = Evening(str(tmp_path / "day.db"), seed, crashes=True, shuffled=True)
    evening.play()
    store = evening.crew.house.store
    revenue = by_formula([*newest_slips(store, limit=1_000)])
    books = check_books(store)
    assert revenue == -books.accounts[OUTSIDE] - books.accounts[DIFFERENCES]
    assert revenue == evening.bought - evening.cashed - evening.by_hand - 2_500
    assert all(amount >= 0 for amount in evening.racks)
    evening.crew.house.close()
