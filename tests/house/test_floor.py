"""Closing a table and moving chips by two people: in order, once, recorded, and kept after a restart."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from pitboss.books.accounts import check_books
from pitboss.books.replay import replay_round
from pitboss.errors import CommandRefused, InputError
from pitboss.evidence.heads import SigningKey
from pitboss.evidence.verify import verify_store
from pitboss.house.authority import Who
from pitboss.house.automatic_dealer import next_command
from pitboss.house.floor import Floor
from pitboss.house.live_house import LiveHouse
from pitboss.house.people import People
from pitboss.house.people_registry import AccessRefused
from pitboss.house.request import CommandRequest, HouseCommand, OpenBetsNow
from pitboss.ledger.fold import Rulesets, TableRecord, load_table
from pitboss.ledger.open_store import open_store
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.views.staff import staff_view
from tests.web.inside import HOUSE, QUICK

TABLE = "three-card"
ANN, DORA = Who("ann", "player"), Who("dora", "dealer")
FLO, MAX, AUD = Who("flo", "floorperson"), Who("max", "manager"), Who("aud", "auditor")
_IDS = count()


class Pit:
    """A house with its floor, and somebody at the table."""

    def __init__(self, url: str, text: str = "") -> None:
        self.open(url, text)

    def open(self, url: str, text: str = "") -> None:
        """Opens the house, also again."""
        self.house = LiveHouse(lambda: open_store(url, create=True), text or HOUSE.read_text(), SigningKey(bytes(32)))
        self.house.two_people = True
        self.floor, self.people = Floor(self.house), People(self.house.store, cost=QUICK)

    def do(self, who: Who, command: HouseCommand) -> tuple[e.Event, ...]:
        return self.house.do(who, CommandRequest(f"do-{next(_IDS)}", TABLE, command)).events

    def refused(self, who: Who, command: HouseCommand) -> CommandRefused:
        with pytest.raises(CommandRefused) as refused:
            self.do(who, command)
        return refused.value

    def until_bets(self) -> None:
        while self.record.table.round is None:
            self.step()

    def step(self) -> None:
        asked = next_command(self.record.table)
        assert asked is not None
        floors = isinstance(asked, c.ValidateWin) or (isinstance(asked, c.Perform) and asked.who == "floorperson")
        self.do(FLO if floors else DORA, asked)

    @property
    def closed(self) -> str:
        return self.record.standing.closed

    @property
    def record(self) -> TableRecord:
        return self.house.record(TABLE)


@pytest.fixture
def pit(tmp_path: Path) -> Iterator[Pit]:
    made = Pit(str(tmp_path / "house.db"))
    for who in (FLO, MAX, DORA):
        made.people.add(who.name, who.role, "a long enough password")
    made.do(DORA, c.BuyChips("ann", 50_000))
    made.do(ANN, c.TakeSeat("ann", 1))
    yield made
    made.house.close()


def test_a_table_closes_after_its_round(pit: Pit, tmp_path: Path) -> None:
    pit.until_bets()
    pit.do(ANN, c.PlaceWagers(1, (("ante", 1000),)))
    pit.floor.close(FLO, TABLE, "close-it")
    pit.floor.close(MAX, TABLE, "close-it-again")
    assert pit.closed == "closing"
    # The round under way goes on, also for wagers before no more bets.
    pit.do(ANN, c.PlaceWagers(1, (("ante", 2000),)))
    with pytest.raises(CommandRefused, match="finish the round under way first"):
        pit.floor.count(FLO, TABLE, "too-soon", 0)
    assert pit.refused(FLO, c.LeaveSeat(1)).code == "not-your-role"
    pit.do(DORA, c.CloseBets())
    pit.do(DORA, c.DealCards())
    pit.do(ANN, c.Choose(1, "fold"))
    pit.do(DORA, c.Settle())
    refused = pit.refused(DORA, OpenBetsNow())
    assert (refused.code, refused.clause) == ("table-closed", "MD-TCP 7.D")
    for who, command in ((ANN, c.TakeSeat("ann", 2)), (DORA, c.BuyChips("ann", 100))):
        assert pit.refused(who, command).code == "table-closed"
    with pytest.raises(CommandRefused, match="still seated: ann at box 1"):
        pit.floor.count(FLO, TABLE, "seated", 0)
    pit.do(FLO, c.LeaveSeat(1))
    with pytest.raises(CommandRefused, match="must cash out their chips first: ann"):
        pit.floor.count(FLO, TABLE, "chips-out", 0)
    pit.do(FLO, c.CashOut("ann", pit.record.table.rack_of("ann")))
    assert pit.floor.count(FLO, TABLE, "count-it", 49_900) == -100
    assert pit.floor.count(FLO, TABLE, "count-it", 49_900) == 0
    record = pit.record
    assert (pit.closed, record.table.accounts["drop"]) == ("closed", 0)
    closed = [entry.content["floor"] for entry in pit.house.store.stream(f"table {TABLE}") if "floor" in entry.content]
    assert [one["event"] for one in closed] == ["TableClosing", "TableClosed"]
    assert (closed[1]["drop"], closed[1]["counted"]) == (50_000, 49_900)
    check_kept(pit)
    # A restart finds the table closed.
    pit.house.close()
    pit.open(str(tmp_path / "house.db"))
    assert pit.closed == "closed"
    assert pit.refused(DORA, OpenBetsNow()).code == "table-closed"
    pit.floor.open(MAX, TABLE, "open-it")
    # Cards are received anew, and inspected before anything else.
    assert next_command(pit.record.table) == c.Perform("inspect_cards", "dealer")
    pit.do(DORA, c.BuyChips("ann", 10_000))
    pit.do(ANN, c.TakeSeat("ann", 1))
    pit.until_bets()
    check_kept(pit)


def check_kept(pit: Pit) -> None:
    """The ledger verifies, its books balance, and folding it anew gives the same table."""
    store = pit.house.store
    pit.house.sign_head()
    assert verify_store(store).size == store.size()
    check_books(store)
    assert load_table(store, Rulesets(store), TABLE).standing == pit.record.standing


def test_a_table_with_bets_open_and_no_wager_closes_at_once(pit: Pit) -> None:
    pit.until_bets()
    pit.floor.close(FLO, TABLE, "close-it")
    assert pit.refused(ANN, c.PlaceWagers(1, (("ante", 1000),))).code == "table-closed"
    view = staff_view(pit.record.table, "floorperson", standing=pit.record.standing)
    assert [row["command"] for row in view["clear"]] == ["box 1 leaves", "player ann cashes $500"]
    pit.do(FLO, c.LeaveSeat(1))
    pit.do(FLO, c.CashOut("ann", 50_000))
    assert pit.floor.count(FLO, TABLE, "count-it", 50_000) == 0
    pit.floor.open(FLO, TABLE, "open-it")
    pit.do(DORA, c.BuyChips("ann", 50_000))


def test_only_the_floor_decides(pit: Pit) -> None:
    for who in (ANN, DORA, AUD, FLO._replace(tables=("top-five",))):
        for decided in (
            lambda who=who: pit.floor.close(who, TABLE, "x-close"),
            lambda who=who: pit.floor.open(who, TABLE, "x-open"),
            lambda who=who: pit.floor.count(who, TABLE, "x-count", 0),
            lambda who=who: pit.floor.request(who, TABLE, "x-ask", "fill", 100),
            lambda who=who: pit.floor.withdraw(who, TABLE, "x-not", "fill"),
        ):
            with pytest.raises(AccessRefused):
                decided()


def test_the_count_team_counts_the_drop_and_does_nothing_else(pit: Pit) -> None:
    cora = Who("cora", "count")
    pit.floor.close(FLO, TABLE, "close-it")
    pit.do(FLO, c.LeaveSeat(1))
    pit.do(FLO, c.CashOut("ann", 50_000))
    for decided in (
        lambda: pit.floor.open(cora, TABLE, "x-open"),
        lambda: pit.floor.request(cora, TABLE, "x-ask", "fill", 100),
        lambda: pit.floor.count(Who("cate", "cage"), TABLE, "x-count", 0),
        lambda: pit.floor.count(cora._replace(tables=("top-five",)), TABLE, "x-count", 0),
    ):
        with pytest.raises(AccessRefused):
            decided()
    assert pit.floor.count(cora, TABLE, "count-it", 49_900) == -100
    assert pit.closed == "closed"
    assert pit.record.table.accounts["drop"] == 0
    check_kept(pit)


# Two people


def test_the_cage_is_the_second_person_for_a_fill_or_credit_alone(pit: Pit) -> None:
    cate, before = Who("cate", "cage"), pit.record.table.accounts["inventory"]
    pit.floor.request(FLO, TABLE, "fill-1", "fill", 500_000)
    pit.floor.confirm(cate, TABLE, "second", "fill-1", pit.people)
    assert pit.record.table.accounts["inventory"] == before + 500_000
    assert pit.floor.sell(DORA, TABLE, "sale-1", c.BuyChips("bob", 2_000_000)) is True
    with pytest.raises(AccessRefused, match="the cage confirms fills and credits"):
        pit.floor.confirm(cate, TABLE, "not-hers", "sale-1", pit.people)
    with pytest.raises(AccessRefused):
        pit.floor.request(cate, TABLE, "asks", "fill", 100)


def test_a_fill_takes_two_people(pit: Pit) -> None:
    before = pit.record.table.accounts["inventory"]
    assert pit.refused(FLO, c.FillTable(500_000)).code == "two-people"
    pit.floor.request(FLO, TABLE, "fill-1", "fill", 500_000)
    assert pit.refused(FLO, c.FillTable(500_000)).code == "two-people"
    with pytest.raises(CommandRefused, match="someone else must confirm"):
        pit.floor.confirm(FLO, TABLE, "own-hand", "fill-1", pit.people)
    for who in (ANN, AUD, DORA._replace(tables=("top-five",))):
        with pytest.raises(AccessRefused):
            pit.floor.confirm(who, TABLE, "not-theirs", "fill-1", pit.people)
    assert pit.record.table.accounts["inventory"] == before
    pit.floor.confirm(DORA, TABLE, "second", "fill-1", pit.people)
    assert pit.record.table.accounts["inventory"] == before + 500_000
    assert pit.record.standing.transfers == ()
    with pytest.raises(InputError, match="no longer waits"):
        pit.floor.confirm(MAX, TABLE, "third", "fill-1", pit.people)
    assert pit.record.table.accounts["inventory"] == before + 500_000
    # One confirmation is good for one fill.
    assert pit.refused(FLO, c.FillTable(500_000)).code == "two-people"
    check_kept(pit)


def test_a_confirmation_cut_short_is_finished_by_another(pit: Pit, monkeypatch: pytest.MonkeyPatch) -> None:
    before = pit.record.table.accounts["inventory"]
    pit.floor.request(FLO, TABLE, "credit-1", "credit", 300_000)
    with monkeypatch.context() as patch:
        patch.setattr(pit.house, "do", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            pit.floor.confirm(DORA, TABLE, "second", "credit-1", pit.people)
    assert [one.second for one in pit.record.standing.transfers] == ["dora"]
    pit.floor.confirm(MAX, TABLE, "again", "credit-1", pit.people)
    assert pit.record.table.accounts["inventory"] == before - 300_000
    assert pit.record.standing.transfers == ()


def test_ids_of_clients_do_not_use_up_those_of_the_house(pit: Pit) -> None:
    """A client's id has no slash; the house's own ids are made of a client's and have one."""
    before = pit.record.table.accounts["inventory"]
    pit.floor.request(FLO, TABLE, "fill-1", "fill", 500_000)
    for id_ in ("fill-1-done", "count-it-drop", "open-it-cards"):
        with pytest.raises(CommandRefused):
            pit.house.do(ANN, CommandRequest(id_, TABLE, c.DealCards()))
    pit.floor.confirm(DORA, TABLE, "second", "fill-1", pit.people)
    assert pit.record.table.accounts["inventory"] == before + 500_000
    pit.floor.close(FLO, TABLE, "close-it")
    pit.do(FLO, c.LeaveSeat(1))
    pit.do(FLO, c.CashOut("ann", 50_000))
    assert pit.floor.count(FLO, TABLE, "count-it", 50_000) == 0
    pit.floor.open(FLO, TABLE, "open-it")
    assert pit.closed == ""


def test_what_is_asked_for_can_be_withdrawn_and_must_be_there(pit: Pit) -> None:
    pit.floor.request(FLO, TABLE, "fill-2", "fill", 100)
    pit.floor.withdraw(MAX, TABLE, "no-fill", "fill-2")
    assert pit.record.standing.transfers == ()
    with pytest.raises(CommandRefused, match="inventory holds"):
        pit.floor.request(FLO, TABLE, "credit-2", "credit", 10**12)
    with pytest.raises(CommandRefused, match=r"more than \$0"):
        pit.floor.request(FLO, TABLE, "fill-3", "fill", 0)


def one_round(pit: Pit) -> None:
    """Ann plays a round, and its payments can be corrected."""
    pit.until_bets()
    pit.do(ANN, c.PlaceWagers(1, (("ante", 1000),)))
    pit.do(DORA, c.CloseBets())
    pit.do(DORA, c.DealCards())
    pit.do(ANN, c.Choose(1, "fold"))
    pit.do(DORA, c.Settle())


def test_a_correction_names_what_was_paid_and_above_the_limit_takes_two_people(pit: Pit) -> None:
    """Neither of them dealt the round. The example house states no limit, so it is $500."""
    one_round(pit)
    small = c.CorrectPayment("ann", 50_000, "folded by mistake", "ante", 1, 1)
    large, before = small.replace(amount=50_001), pit.record.table.rack_of("ann")
    assert pit.refused(FLO, c.CorrectPayment("ann", 100, "paid short")).code == "correction-unnamed"
    assert pit.refused(FLO, large).code == "two-people"
    assert pit.floor.correct(FLO, TABLE, "small", small) is False
    assert pit.floor.correct(FLO, TABLE, "small", small) is False
    assert pit.record.table.rack_of("ann") == before + 50_000
    assert pit.floor.correct(FLO, TABLE, "large", large) is True
    assert pit.floor.correct(FLO, TABLE, "large", large) is True
    assert [one.kind for one in pit.record.standing.transfers] == ["correction"]
    with pytest.raises(CommandRefused, match="someone else must confirm"):
        pit.floor.confirm(FLO, TABLE, "own-hand", "large", pit.people)
    with pytest.raises(AccessRefused):
        pit.floor.confirm(DORA, TABLE, "the dealer", "large", pit.people)
    with pytest.raises(CommandRefused, match="dealt here"):
        pit.floor.confirm(DORA._replace(role="floorperson"), TABLE, "dealt", "large", pit.people)
    assert pit.refused(FLO, large).code == "two-people"
    assert pit.record.table.rack_of("ann") == before + 50_000
    pit.floor.confirm(MAX, TABLE, "second", "large", pit.people)
    assert pit.record.table.rack_of("ann") == before + 100_001
    assert pit.record.standing.transfers == ()
    # One confirmation is good for one correction.
    assert pit.refused(FLO, large).code == "two-people"
    check_kept(pit)
    found = replay_round(pit.house.store, f"{TABLE}/1").corrections
    assert [(one.event.amount, one.source.by) for one in found] == [(50_000, "flo"), (50_001, "flo")]


def test_the_house_file_sets_what_one_person_corrects(tmp_path: Path) -> None:
    stated = HOUSE.read_text().replace("facility = ", 'correction_limit = "$20"\nfacility = ', 1)
    pit = Pit(str(tmp_path / "house.db"), stated)
    pit.do(DORA, c.BuyChips("ann", 50_000))
    pit.do(ANN, c.TakeSeat("ann", 1))
    one_round(pit)
    alone = c.CorrectPayment("ann", 2_000, "paid short", "ante", 1, 1)
    assert pit.refused(FLO, alone.replace(amount=2_001)).code == "two-people"
    pit.do(FLO, alone)
    pit.house.close()


def test_a_correction_that_cannot_be_is_refused_before_it_waits(pit: Pit) -> None:
    one_round(pit)
    for wrong in (
        c.CorrectPayment("ann", -(10**9), "paid twice", "ante", 1, 1),
        c.CorrectPayment("ann", 10**9, "paid short", "ante", 2, 1),
        c.CorrectPayment("ann", 10**9, "paid short"),
    ):
        with pytest.raises(CommandRefused):
            pit.floor.correct(FLO, TABLE, "never", wrong)
    with pytest.raises(CommandRefused, match="would be paid"):
        pit.floor.correct(Who("ann", "floorperson"), TABLE, "own", c.CorrectPayment("ann", 10**9, "mine", "ante", 1, 1))
    assert pit.record.standing.transfers == ()


def test_without_the_setting_one_person_fills(pit: Pit) -> None:
    pit.house.two_people = False
    assert isinstance(pit.do(FLO, c.FillTable(100))[0], e.TableFilled)
