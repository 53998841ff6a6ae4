"""Racks that are counted by denomination: opener, fills, credits, the drop and the closer, each by several people."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.books.accounts import DIFFERENCES, check_books
from pitboss.errors import CommandRefused, InputError
from pitboss.evidence.verify import verify_store
from pitboss.house.people_registry import AccessRefused
from pitboss.house.request import OpenBetsNow
from pitboss.ledger.fold import Rulesets, load_table
from pitboss.ledger.snapshot import read_record, write_record
from pitboss.play import commands as c
from pitboss.views.staff import staff_view
from tests.clauses.marks import clause
from tests.house.pit_crew import BANK, DEAN, DORA, FLO, FRED, TABLE, TEXT, Crew

NOTHING = "2s 3c 5s 4d 9s 6h"
"""Box 1 has nothing, and the dealer does not qualify."""
STRAIGHT_FLUSH = "9s 3c Ts 4d Js 6h"


@pytest.fixture
def crew(tmp_path: Path) -> Iterator[Crew]:
    made = Crew(str(tmp_path / "house.db"))
    yield made
    made.house.close()


def refusal(crew: Crew, kind: str, chips: dict[int, int]) -> str:
    """The code and clause with which a count by the dealer is refused; nothing is recorded."""
    size = crew.house.store.size()
    with pytest.raises(CommandRefused) as refused:
        crew.counts.count(FRED if kind == "drop" else DORA, TABLE, crew.id(), kind, chips)  # type: ignore[arg-type]
    assert crew.house.store.size() == size
    return f"{refused.value.code} {refused.value.clause}"


@clause("COMAR 36.05.03.02 A", "COMAR 36.05.03.03 C", "COMAR 36.05.03.03 D")
def test_a_table_begins_with_a_count_by_two_people(crew: Crew) -> None:
    assert "inventory" not in {name for name, cents in crew.record.table.accounts.items() if cents}
    assert crew.refused(DORA, c.BuyChips("ann", 10_000)) == "rack-not-counted COMAR 36.05.03.02 A"
    with pytest.raises(AccessRefused):
        crew.counts.count(FLO, TABLE, crew.id(), "opener", BANK)
    crew.counts.count(DORA, TABLE, "first", "opener", {50_000: 1})
    crew.counts.count(DORA, TABLE, "again", "opener", BANK)
    with pytest.raises(InputError, match="no longer waits"):
        crew.counts.confirm(FLO, TABLE, crew.id(), "first")
    with pytest.raises(AccessRefused):
        crew.counts.confirm(DEAN, TABLE, crew.id(), "again")
    assert crew.refused(DORA, OpenBetsNow())[:16] == "rack-not-counted"
    assert crew.counts.confirm(FLO, TABLE, "confirmed", "again") == 0
    assert crew.counts.confirm(FLO, TABLE, "confirmed", "again") == 0, "the same answer again"
    assert (crew.rack.state, crew.rack.amount) == ("open", 1_900_000)
    crew.sit("ann", 1)
    assert crew.rack.amount == 1_700_000
    assert refusal(crew, "opener", BANK) == "already-open COMAR 36.05.03.03 C"
    check_books(crew.house.store)


@clause("COMAR 36.05.03.02 F(3)", "COMAR 36.05.03.02 F(4)")
def test_only_chips_of_the_house_are_counted(crew: Crew) -> None:
    assert refusal(crew, "opener", {2_000: 1}) == "no-such-denomination COMAR 36.05.03.03 C"
    assert refusal(crew, "opener", {500: -1}) == "not-a-count COMAR 36.05.03.03 C"
    assert refusal(crew, "opener", {500: 10**7}) == "not-a-count COMAR 36.05.03.03 C"


@clause("COMAR 36.05.03.04 C(2)", "COMAR 36.05.03.04 C(3)", "COMAR 36.05.03.04 P", "COMAR 36.05.03.05 C(2)")
@clause("COMAR 36.05.03.05 P", "COMAR 36.05.03.02 B(5)")
def test_chips_move_by_denomination_through_four_pairs_of_hands(crew: Crew) -> None:
    crew.count("opener", BANK)
    ask = crew.floor.request
    with pytest.raises(CommandRefused, match=r"\$20 .*\(COMAR 36\.05\.03\.04 C\(2\)\)"):
        ask(FLO, TABLE, crew.id(), "fill", 2_000, chips={2_000: 1})
    with pytest.raises(CommandRefused, match=r"worth \$25, not \$50"):
        ask(FLO, TABLE, crew.id(), "fill", 5_000, chips={2_500: 1})
    ask(FLO, TABLE, "fill-1", "fill", 100_000, chips={2_500: 40})
    for cashier, security in (("", "sam"), ("carl", ""), ("carl", "Carl"), ("flo", "sam"), ("carl", "dora")):
        with pytest.raises(CommandRefused, match=r"COMAR 36\.05\.03\.04 P"):
            crew.floor.confirm(DORA, TABLE, crew.id(), "fill-1", crew.people, cashier=cashier, security=security)
    with pytest.raises(CommandRefused, match="someone else"):
        crew.floor.confirm(FLO, TABLE, crew.id(), "fill-1", crew.people, cashier="carl", security="sam")
    assert crew.rack.amount == 1_900_000
    crew.floor.confirm(DORA, TABLE, "yes-1", "fill-1", crew.people, cashier="carl", security="sam")
    crew.floor.confirm(DORA, TABLE, "yes-1", "fill-1", crew.people, cashier="carl", security="sam")
    assert (crew.rack.amount, crew.record.standing.transfers) == (2_000_000, ())
    crew.credit({10_000: 20})
    assert crew.rack.amount == 1_800_000
    assert crew.refused(FLO, c.FillTable(100)) == "two-people MD-TCP 7.A"
    assert crew.refused(FLO, c.EmptyDrop()) == "count-first COMAR 36.05.03.07 A"
    with pytest.raises(CommandRefused, match="holds"):
        crew.credit({50_000: 40})


@clause("COMAR 36.05.03.02 B")
def test_a_payment_that_the_rack_cannot_cover_waits_for_a_fill(crew: Crew) -> None:
    crew.count("opener", {2_500: 90, 500: 20, 100: 150})
    crew.sit("ann", 1)
    crew.bets(STRAIGHT_FLUSH, (1, {"ante": 10_000, "pair_plus": 5_000}))
    crew.do(DORA, c.Choose(1, "play"))
    before = crew.record
    assert crew.refused(DORA, c.Settle()) == "rack-short COMAR 36.05.03.02 B"
    assert crew.record == before
    crew.fill({10_000: 30})
    crew.do(DORA, c.Settle())
    assert 0 <= crew.rack.amount < 350_000
    check_books(crew.house.store)


@clause("COMAR 36.05.03.08 A", "COMAR 36.05.03.08 B", "COMAR 36.05.03.03 F", "COMAR 36.05.03.03 F(3)(a)(iv)")
def test_a_day_from_opener_to_closer_with_a_difference(crew: Crew, tmp_path: Path) -> None:
    crew.count("opener", BANK)
    crew.sit("ann", 1)
    crew.bets(NOTHING, (1, {"ante": 1_000, "progressive": 100}))
    crew.do(DORA, c.Choose(1, "fold"))
    crew.do(DORA, c.Settle())
    assert crew.rack.amount == 1_701_100, "the meter's share of the chip stays in the rack"
    assert refusal(crew, "closer", BANK) == "table-open MD-TCP 7.D"
    crew.floor.close(FLO, TABLE, "close")
    crew.do(FLO, c.LeaveSeat(1))
    crew.do(FLO, c.CashOut("ann", crew.record.table.rack_of("ann")))
    with pytest.raises(CommandRefused, match="by denomination"):
        crew.floor.count(FLO, TABLE, crew.id(), 200_000)
    assert refusal(crew, "drop", {10_000: 20}) == "no-box COMAR 36.05.03.15 D(3)"
    counted = {50_000: 17, 10_000: 40, 2_500: 100, 500: 200, 100: 508}
    with pytest.raises(CommandRefused, match=r"count is \$16,508, the books have \$17,011.*\(iv\)"):
        crew.count("closer", counted)
    assert crew.count("closer", counted, "a $500 chip was given for $5 in round 1") == -50_300
    assert (crew.rack.state, crew.rack.amount, crew.rack.box) == ("shut", 1_650_800, 200_000)
    crew.restart()
    assert (crew.rack.state, crew.rack.amount, crew.rack.box) == ("shut", 1_650_800, 200_000)
    with pytest.raises(CommandRefused, match="count the drop box"):
        crew.count("opener", counted)
    crew.counts.count(FRED, TABLE, "drop-1", "drop", {10_000: 19, 5_000: 1})
    with pytest.raises(CommandRefused, match="someone else must confirm"):
        crew.counts.confirm(FRED, TABLE, crew.id(), "drop-1", "a note of $50 is missing")
    assert crew.counts.confirm(FLO, TABLE, "drop-2", "drop-1", "a note of $50 is missing") == -5_000
    assert (crew.record.standing.closed, crew.rack.box) == ("closed", None)
    books = check_books(crew.house.store)
    assert (books.accounts[DIFFERENCES], sum(books.accounts.values())) == (50_300, 0)
    crew.floor.open(FLO, TABLE, "open")
    assert crew.refused(DORA, OpenBetsNow())[:16] == "rack-not-counted"
    assert crew.count("opener", counted) == 0
    crew.house.sign_head()
    verify_store(crew.house.store)
    record = load_table(crew.house.store, rulesets := Rulesets(crew.house.store), TABLE)
    assert read_record(write_record(record, bytes(32)), TABLE, bytes(32), rulesets) == record


@clause("COMAR 36.05.03.07 A", "COMAR 36.05.03.07 B", "COMAR 36.05.03.15 D(3)")
def test_a_drop_at_an_open_table(crew: Crew) -> None:
    crew.count("opener", BANK)
    crew.sit("ann", 1)
    assert crew.count("inventory", {50_000: 20, 10_000: 50, 2_500: 80}) == 0
    assert (crew.rack.state, crew.rack.box, crew.record.table.accounts["drop"]) == ("open", 200_000, 0)
    crew.do(DORA, c.BuyChips("ann", 10_000))
    assert refusal(crew, "inventory", BANK) == "drop-waits COMAR 36.05.03.07 A"
    assert crew.count("drop", {10_000: 20}) == 0
    assert (crew.rack.box, crew.record.table.accounts["drop"], crew.record.standing.closed) == (None, 10_000, "")


def test_who_counts_is_not_told_what_the_books_have(crew: Crew) -> None:
    crew.count("opener", BANK)
    crew.counts.count(DORA, TABLE, "one", "inventory", BANK)
    record = crew.record
    dealer = staff_view(record.table, "dealer", standing=record.standing, physical=True)
    floor = staff_view(record.table, "floorperson", standing=record.standing, physical=True)
    assert (dealer["inventory"], dealer["counted_rack"]["amount"], dealer["counted_rack"]["counts"][0]["amount"]) == (
        None, None, None,
    )  # fmt: skip
    assert "1900000" not in str(dealer).replace("'outside': -1900000", "")
    assert (floor["inventory"], floor["counted_rack"]["counts"][0]["amount"]) == (1_900_000, 1_900_000)


def test_a_house_without_denominations_counts_nothing(tmp_path: Path) -> None:
    text = "\n".join(line for line in TEXT.split("\n") if not line.startswith("denominations"))
    crew = Crew(str(tmp_path / "house.db"), text)
    assert crew.record.table.accounts["inventory"] == 10_000_000
    assert refusal(crew, "opener", BANK) == "racks-not-counted COMAR 36.05.03.03 C"
    crew.sit("ann", 1)
    assert crew.rack.state == ""
    crew.house.close()


def test_a_ledger_from_before_goes_on_with_denominations(tmp_path: Path) -> None:
    crew = Crew(
        str(tmp_path / "house.db"),
        "\n".join(line for line in TEXT.split("\n") if not line.startswith("denominations")),
    )
    crew.sit("ann", 1)
    crew.text = TEXT
    crew.restart()
    assert crew.refused(DORA, c.BuyChips("ann", 100))[:16] == "rack-not-counted"
    assert crew.count("opener", BANK) == 0
    assert (crew.rack.amount, crew.record.table.accounts["inventory"]) == (1_900_000, 1_900_000)
    crew.do(DORA, c.BuyChips("ann", 100))
    assert DIFFERENCES not in check_books(crew.house.store).accounts
    crew.house.close()
