"""The desk: jackpots and large payments by hand, verified and signed by several people, with tax and slips."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.books.accounts import check_books
from pitboss.books.slips import newest_slips, read_slip, slip_code
from pitboss.errors import CommandRefused, InputError
from pitboss.evidence.verify import verify_store
from pitboss.house.authority import Who
from pitboss.house.people_registry import AccessRefused
from pitboss.house.tax_rules import takes_form, withheld
from pitboss.ledger.fold import Rulesets, load_table
from pitboss.ledger.rack import OwedPayout
from pitboss.ledger.snapshot import read_record, write_record
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.views.slip_pdf import slip_pdf
from pitboss.views.staff import staff_view
from tests.clauses.marks import clause
from tests.house.pit_crew import BANK, CATE, CORA, DEAN, DORA, FLO, FRED, MAX, SUE, TABLE, TEXT, Crew
from tests.views.reading_pdf import pages_of

MINI_ROYAL = "As 2c Ks 4d Qs 6h"
STRAIGHT_FLUSH = "9s 3c Ts 4d Js 6h"
MASSACHUSETTS = """
facility = "Commonwealth"
denominations = ["$1", "$5", "$25", "$100", "$500"]
[tables.one]
regulation = "MA-LIR"
boxes = 7
device = "manual_shoe"
shuffler = "automated"
adjacent_boxes = 2
[tables.one.wagers]
base = { minimum = "$10", maximum = "$100" }
"""


def crew_at(path: Path, text: str = TEXT) -> Crew:
    crew = Crew(str(path / "house.db"), text)
    crew.count("opener", BANK)
    crew.sit("ann", 1)
    return crew


@pytest.fixture
def crew(tmp_path: Path) -> Iterator[Crew]:
    made = crew_at(tmp_path)
    yield made
    made.house.close()


def jackpot(crew: Crew) -> OwedPayout:
    """Box 1 wins the meter; what the desk owes for it."""
    crew.bets(MINI_ROYAL, (1, {"ante": 1_000, "progressive": 100}))
    crew.play_out((1, "play"))
    (owed,) = crew.rack.payouts
    return owed


def refused(crew: Crew, who: Who, owed: OwedPayout, part: str, note: str = "") -> str:
    """The code and clause with which a signature is refused, and nothing is recorded."""
    size = crew.house.store.size()
    with pytest.raises(CommandRefused) as found:
        crew.desk.sign(who, TABLE, crew.id(), owed.id, part, note=note)  # type: ignore[arg-type]
    assert crew.house.store.size() == size
    return f"{found.value.code} {found.value.clause}"


def test_what_takes_a_form_depends_on_the_day() -> None:
    assert takes_form(200_000, 100, "2026-01-01")
    assert not takes_form(199_999, 100, "2026-01-01")
    assert not takes_form(200_000, 667, "2026-01-01")
    assert takes_form(60_000, 200, "2025-12-31")
    assert not takes_form(59_999, 100, "2025-12-31")
    assert withheld(500_000, 100, "2026-05-05") == 0
    assert withheld(500_100, 100, "2026-05-05") == 120_024


@clause("COMAR 36.05.03.23 B", "COMAR 36.05.03.23 C", "COMAR 36.05.03.23 E(1)", "COMAR 36.05.03.23 E(2)")
@clause("COMAR 36.05.03.23 E(4)", "COMAR 36.05.03.23 E(4)(g)")
def test_a_jackpot_is_paid_by_hand(crew: Crew) -> None:
    owed = jackpot(crew)
    assert (owed.amount, owed.winnings, owed.meter, owed.hand) == (1_000_014, 999_914, "main", "As Ks Qs")
    assert owed.missing == ("prepared", "verified", "tax")
    accounts = crew.record.table.accounts
    assert accounts["payout 1 1 progressive"] == owed.amount
    assert crew.record.table.rack_of("ann") == 200_000 - 100 + 6_000, "no chips of the jackpot"
    assert crew.rack.amount == 1_900_000 - crew.record.table.rack_of("ann"), "and none have left the rack"
    with pytest.raises(CommandRefused, match=r"must be prepared, verified, tax first"):
        crew.desk.pay(CATE, TABLE, crew.id(), owed.id, "cash")
    assert refused(crew, FLO, owed, "verified") == "not-due COMAR 36.05.03.23 E(2)"
    for who in (SUE, CORA, CATE):
        with pytest.raises(AccessRefused):
            crew.desk.sign(who, TABLE, crew.id(), owed.id, "prepared")
    crew.desk.sign(FRED, TABLE, "prepare", owed.id, "prepared")
    crew.desk.sign(FRED, TABLE, "prepare", owed.id, "prepared")
    assert refused(crew, FRED, owed, "verified") == "dual-control COMAR 36.05.03.23 E(2)"
    crew.desk.sign(FLO, TABLE, crew.id(), owed.id, "verified")
    assert refused(crew, FRED, owed, "tax") == "note-missing COMAR 36.05.03.23 B"
    crew.desk.sign(MAX, TABLE, crew.id(), owed.id, "tax", note="W-2G 2026-0017")
    for who in (FRED, FLO):
        with pytest.raises(CommandRefused, match="someone else must pay"):
            crew.desk.pay(who, TABLE, crew.id(), owed.id, "cash")
    with pytest.raises(CommandRefused, match="number of the check"):
        crew.desk.pay(CATE, TABLE, crew.id(), owed.id, "check")
    crew.restart()
    crew.desk.pay(CATE, TABLE, "paid", owed.id, "cash and check", reference="4711")
    crew.desk.pay(CATE, TABLE, "paid", owed.id, "cash and check", reference="4711")
    assert crew.rack.payouts == ()
    assert not [name for name in crew.record.table.accounts if name.startswith("payout")]
    slip = read_slip(crew.house.store, 2)
    assert (slip.kind, slip.amount, slip.state) == ("jackpot", 1_000_014, "done")
    assert [(one.role, one.name) for one in slip.signatures] == [
        ("prepared by", "fred"), ("verified by", "flo"), ("Form W-2G", "max, W-2G 2026-0017"),
        ("paid by", "cate, cash and check 4711"),
    ]  # fmt: skip
    data = slip_pdf(slip, "Harbor", slip_code(crew.house.store, slip), crew.house.calendar.show)
    texts = {text.text for text in pages_of(data)[0].texts}
    wanted = {"Jackpot payout", "No. 000002", "As Ks Qs", "$10,000.14", "$2,399.79", "$7,600.35", "1, box 1", "ann"}
    assert wanted <= texts
    books = check_books(crew.house.store)
    assert sum(books.accounts.values()) == 0
    assert books.accounts["outside"] == owed.amount - 200_000
    crew.house.sign_head()
    verify_store(crew.house.store)
    record = load_table(crew.house.store, rulesets := Rulesets(crew.house.store), TABLE)
    assert read_record(write_record(record, bytes(32)), TABLE, bytes(32), rulesets) == record


@clause("COMAR 36.05.03.23 C(1)", "COMAR 36.05.03.23 E(3)", "COMAR 36.05.03.23 E(5)(a)")
def test_large_payouts_take_surveillance_a_pit_manager_and_a_check(tmp_path: Path) -> None:
    crew = crew_at(tmp_path, TEXT.replace("$10,000", "$60,000"))
    owed = jackpot(crew)
    assert owed.missing == ("prepared", "verified", "surveillance", "manager", "tax")
    crew.desk.sign(MAX, TABLE, crew.id(), owed.id, "prepared")
    crew.desk.sign(FLO, TABLE, crew.id(), owed.id, "verified")
    assert refused(crew, SUE, owed, "surveillance") == "note-missing COMAR 36.05.03.23 E(5)(a)"
    crew.desk.sign(SUE, TABLE, crew.id(), owed.id, "surveillance", note="log 88")
    assert refused(crew, MAX, owed, "manager") == "dual-control COMAR 36.05.03.23 E(3)"
    with pytest.raises(AccessRefused):
        crew.desk.sign(FRED, TABLE, crew.id(), owed.id, "manager")
    crew.desk.sign(Who("mia", "manager"), TABLE, crew.id(), owed.id, "manager")
    crew.desk.sign(FRED, TABLE, crew.id(), owed.id, "tax", note="W-2G 18")
    with pytest.raises(CommandRefused, match=r"by check \(COMAR 36\.05\.03\.23 C\(1\)\)"):
        crew.desk.pay(CATE, TABLE, crew.id(), owed.id, "cash")
    crew.desk.pay(CATE, TABLE, crew.id(), owed.id, "check", reference="4712")
    assert crew.rack.payouts == ()
    crew.house.close()


def test_any_payment_above_the_limit_of_the_house_takes_the_desk(tmp_path: Path) -> None:
    crew = crew_at(tmp_path, TEXT + '[desk]\npays = "$100"\nsurveillance = "$150"')
    crew.bets(STRAIGHT_FLUSH, (1, {"ante": 1_000, "pair_plus": 500}))
    crew.play_out((1, "play"))
    assert [(one.item, one.amount, one.missing) for one in crew.rack.payouts] == [
        ("pair_plus", 17_500, ("prepared", "verified", "surveillance")),
    ]
    crew.pay_by_hand(crew.rack.payouts[0])
    assert [slip.kind for slip in newest_slips(crew.house.store)] == ["payout", "opener"]
    crew.house.close()


def test_in_massachusetts_the_path_is_the_same(tmp_path: Path) -> None:
    crew = crew_at(tmp_path, MASSACHUSETTS)
    crew.bets("As 2c Ks Js Qs Ts", (1, {"bet_1": 1_000, "bet_2": 1_000, "bet_3": 1_000}))
    crew.play_out((1, "ride"), (1, "ride"))
    payouts = crew.rack.payouts
    assert {one.item for one in payouts} == {"bet_1", "bet_2", "bet_3"}
    assert all(one.missing == ("prepared", "verified", "tax") and one.hand.startswith("As Ks Qs") for one in payouts)
    assert refused(crew, FLO, payouts[0], "verified") == "not-due MA-LIR 6(a)"
    for one in payouts:
        crew.pay_by_hand(one)
    assert crew.rack.payouts == ()
    check_books(crew.house.store)
    crew.house.close()


@clause("COMAR 36.05.03.02 B")
def test_what_the_rack_cannot_cover_is_paid_by_hand_if_the_floor_orders_it(crew: Crew) -> None:
    with pytest.raises(CommandRefused, match="ordered by hand while a round"):
        crew.desk.order(FLO, TABLE, crew.id())
    crew.credit({50_000: 20, 10_000: 50, 2_500: 40})
    crew.bets(STRAIGHT_FLUSH, (1, {"ante": 10_000, "pair_plus": 5_000}))
    crew.do(DORA, c.Choose(1, "play"))
    assert crew.rack.amount == 100_000
    assert crew.refused(DORA, c.Settle()) == "rack-short COMAR 36.05.03.02 B"
    crew.desk.order(FLO, TABLE, "by-hand")
    events = crew.do(DORA, c.Settle())
    held = [event for event in events if isinstance(event, e.PayoutHeld)]
    assert [(one.item, one.amount) for one in held] == [("pair_plus", 175_000)], "the largest first, and no more"
    assert crew.rack.amount == 100_000 - 10_000 - 50_000
    crew.pay_by_hand(crew.rack.payouts[0])
    check_books(crew.house.store)


def test_nobody_cashes_out_what_the_desk_will_owe(crew: Crew) -> None:
    crew.bets(MINI_ROYAL, (1, {"ante": 1_000, "progressive": 100}))
    crew.do(DORA, c.Choose(1, "play"))
    crew.do(DORA, c.Settle())
    assert crew.refused(DORA, c.CashOut("ann", 100)) == "round-under-way COMAR 36.05.03.23 A"
    crew.do(FLO, c.ValidateWin(1, "progressive"))
    crew.do(DORA, c.Settle())
    crew.do(DORA, c.CashOut("ann", crew.record.table.rack_of("ann")))
    assert crew.rack.payouts[0].player == "ann", "the desk still owes the jackpot"


@clause("COMAR 36.05.03.23 E(8)(c)")
def test_a_void_document_is_prepared_again(crew: Crew) -> None:
    owed = jackpot(crew)
    with pytest.raises(CommandRefused, match="no document was prepared"):
        crew.desk.void(FLO, TABLE, crew.id(), owed.id, "torn")
    crew.desk.sign(DORA, TABLE, crew.id(), owed.id, "prepared")
    assert refused(crew, Who("dora", "floorperson"), owed, "verified") == "dual-control COMAR 36.05.03.23 E(2)"
    with pytest.raises(CommandRefused, match="say why"):
        crew.desk.void(FLO, TABLE, crew.id(), owed.id, " ")
    crew.desk.void(FLO, TABLE, crew.id(), owed.id, "torn")
    crew.desk.sign(DEAN, TABLE, crew.id(), owed.id, "prepared")
    assert [(slip.number, slip.state, slip.why) for slip in newest_slips(crew.house.store)] == [
        (3, "waits", ""), (2, "void", "torn (flo)"), (1, "done", ""),
    ]  # fmt: skip
    with pytest.raises(InputError, match="no longer owes"):
        crew.desk.pay(CATE, TABLE, crew.id(), "9-9-ante", "cash")


def test_a_dealer_of_the_round_does_not_verify_it(crew: Crew) -> None:
    owed = jackpot(crew)
    crew.desk.sign(DEAN, TABLE, crew.id(), owed.id, "prepared")
    assert refused(crew, Who("dora", "floorperson"), owed, "verified") == "dual-control COMAR 36.05.03.23 E(2)"
    assert refused(crew, Who("ann", "floorperson"), owed, "verified") == "dual-control COMAR 36.05.03.23 E(2)"


def test_the_console_shows_what_the_desk_owes(crew: Crew) -> None:
    owed = jackpot(crew)
    record = crew.record
    for person in ("dealer", "floorperson"):
        view = staff_view(record.table, person, standing=record.standing, physical=True)
        (shown,) = view["counted_rack"]["payouts"]
        assert (shown["id"], shown["amount"], shown["missing"][0]) == (owed.id, owed.amount, "prepared")
        (line,) = (line for line in view["pays"] if line["item"] == owed.item)
        assert (line["amount"], line["chips"], line["why"]) == (owed.amount, [], "paid by hand at the desk")
