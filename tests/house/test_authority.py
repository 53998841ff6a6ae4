"""Who may give which command: every command by every role in every situation, and two people where it takes two."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from pitboss.cards import show_cards
from pitboss.errors import CommandRefused
from pitboss.house import authority
from pitboss.house.authority import ROLES, Role, Who, check_authority
from pitboss.house.request import CommandRequest, CountByHouse, HouseCommand, OpenBetsNow, ShuffleByHouse
from pitboss.ledger.fold import REFUSALS, TableRecord
from pitboss.play import commands as c
from pitboss.play.commands import Command
from pitboss.play.round import Box, Round
from pitboss.rules.approve import approve_house
from pitboss.rules.house_file import HouseFile
from pitboss.table.state import new_table
from tests.clauses.driven import stacked
from tests.clauses.marks import clause
from tests.house.driven_house import DORA, FLO, MAX, DrivenHouse

SAMPLE = (Path(__file__).parents[2] / "examples/house.toml").read_text()
TABLES = ("let-it-ride", "three-card", "top-five", "commonwealth")


class Row(NamedTuple):
    """Who gives a command, written out: also one that concerns another player, and whether it takes two people."""

    roles: frozenset[str]
    command: Command
    others: Command | None = None
    takes_two: bool = False


PLAYER, DEALER, FLOOR = frozenset({"player"}), frozenset({"dealer"}), frozenset({"floorperson", "manager"})
ROWS = {
    c.BuyChips: Row(PLAYER | DEALER | FLOOR, c.BuyChips("player", 100), c.BuyChips("bob", 100)),
    c.CashOut: Row(PLAYER, c.CashOut("player", 100), c.CashOut("bob", 100)),
    c.TakeSeat: Row(PLAYER, c.TakeSeat("player", 3), c.TakeSeat("bob", 3)),
    c.LeaveSeat: Row(PLAYER, c.LeaveSeat(1), c.LeaveSeat(2)),
    c.PlaceWagers: Row(PLAYER, c.PlaceWagers(1, ()), c.PlaceWagers(2, ())),
    c.Choose: Row(PLAYER, c.Choose(1, "play"), c.Choose(2, "fold")),
    c.FreeSeat: Row(FLOOR, c.FreeSeat(1)),
    c.FillTable: Row(FLOOR, c.FillTable(100)),
    c.CreditTable: Row(FLOOR, c.CreditTable(100)),
    c.EmptyDrop: Row(FLOOR | {"count"}, c.EmptyDrop()),
    c.CorrectPayment: Row(FLOOR, c.CorrectPayment("bob", 100, "short"), takes_two=True),
    c.OrderRecut: Row(FLOOR, c.OrderRecut()),
    c.OrderShuffle: Row(FLOOR, c.OrderShuffle()),
    c.ValidateWin: Row(FLOOR, c.ValidateWin(2, "progressive"), takes_two=True),
    c.DeclareAbandoned: Row(FLOOR, c.DeclareAbandoned(1)),
    c.FindViolation: Row(FLOOR, c.FindViolation(1)),
    c.Perform: Row(DEALER, c.Perform("wash", "dealer")),
    c.ReceiveDecks: Row(DEALER | FLOOR, c.ReceiveDecks(1, preshuffled=False)),
    c.RecordShuffle: Row(DEALER, c.RecordShuffle((), "hand")),
    c.CutCards: Row(DEALER, c.CutCards(20)),
    c.GoIdle: Row(DEALER, c.GoIdle()),
    c.OpenBets: Row(DEALER, c.OpenBets(0)),
    c.CloseBets: Row(DEALER, c.CloseBets()),
    c.ReadCards: Row(DEALER, c.ReadCards(())),
    c.DealCards: Row(DEALER, c.DealCards()),
    c.TurnCards: Row(DEALER, c.TurnCards("dealer", ())),
    c.CorrectCards: Row(DEALER, c.CorrectCards("dealer", ())),
    c.CorrectChoice: Row(DEALER, c.CorrectChoice(1, "play", "fold")),
    c.Settle: Row(DEALER, c.Settle()),
    c.CountStub: Row(DEALER, c.CountStub(40)),
    c.Report: Row(DEALER, c.Report("card_face_up")),
    c.AcceptWager: Row(FLOOR, c.AcceptWager("progressive", 1)),
    c.RefuseWager: Row(FLOOR, c.RefuseWager("progressive", 1)),
    c.CountChips: Row(FLOOR, c.CountChips("progressive", 1)),
    c.ConfirmReport: Row(FLOOR, c.ConfirmReport(), takes_two=True),
    c.RefuseReport: Row(FLOOR, c.RefuseReport()),
    c.TakeOutOfService: Row(DEALER | FLOOR, c.TakeOutOfService("shuffler", "covered")),
    c.ReturnToService: Row(FLOOR, c.ReturnToService("shuffler")),
    c.LoadShuffler: Row(DEALER, c.LoadShuffler()),
    c.WithdrawBets: Row(DEALER, c.WithdrawBets()),
}  # fmt: skip
"""Every command of the engine. A test fails for one that is not here."""
PERFORMED = (
    Row(FLOOR, c.Report("wrong_number_of_cards", None, "1", 4, "floorperson"), takes_two=True),
    Row(FLOOR, c.Perform("verify_inspection", "floorperson"), takes_two=True),
    Row(frozenset({"dealer", "player"}), c.Perform("view_cards", "player")),
)
"""What falls to others than the dealer: steps of opening, and a report of the floor's own."""
SITUATIONS = ("own table", "other table", "another's box", "dealt the round", "is paid")
Check = Callable[[Who, TableRecord, Command], None]


@cache
def record(table: str) -> TableRecord:
    """The third round of a table: `player` plays box 1, `bob` box 2."""
    ruleset = approve_house(HouseFile("house.toml", SAMPLE.encode())).tables[table]
    boxes = {1: Box("player"), 2: Box("bob")}
    state = new_table(ruleset).replace(seats={1: "player", 2: "bob"}, rounds=3, round=Round(3, boxes=boxes))
    return TableRecord(state, 1, 1, {"dora": 3})


def cases(table: str) -> Iterator[tuple[str, Who, TableRecord, Command, str]]:
    """Every command by every role in every situation, and the code it is refused with; empty where it is permitted."""
    for row in (*ROWS.values(), *PERFORMED):
        for role in ROLES:
            for situation in SITUATIONS:
                if situation == "another's box" and row.others is None:
                    continue
                said = f"{row.command} {role} {situation}"
                yield said, _who(role, situation), _record(table, role, situation), *_expected(row, role, situation)


def _who(role: Role, situation: str) -> Who:
    name = "bob" if situation == "is paid" and role != "player" else role
    return Who(name, role, ("elsewhere",) if situation == "other table" else ())


def _record(table: str, role: Role, situation: str) -> TableRecord:
    return record(table).replace(dealers={"dora": 3, role: 3}) if situation == "dealt the round" else record(table)


def _expected(row: Row, role: Role, situation: str) -> tuple[Command, str]:
    command = row.others if situation == "another's box" and row.others else row.command
    if situation == "other table":
        return command, "not-your-table"
    if role not in row.roles:
        return command, "not-your-role"
    if situation == "another's box":
        # The dealer and the floor sell chips to anyone.
        return command, "not-your-box" if role == "player" else ""
    if isinstance(command, c.CutCards | c.OrderRecut):
        # Bets are open on the order of these cards, which are not real.
        return command, "order-committed"
    if isinstance(command, c.CorrectChoice):
        # These tables have no real cards: the dealer entered no choice that could be wrong.
        return command, "players-choose"
    own_pay = situation == "is paid" and isinstance(command, c.ValidateWin | c.CorrectPayment)
    return command, "dual-control" if row.takes_two and (situation == "dealt the round" or own_pay) else ""


def answered(check: Check, who: Who, state: TableRecord, command: Command) -> tuple[str, str]:
    """The code and the clause of a refusal; nothing where the command is permitted."""
    try:
        check(who, state, command)
    except CommandRefused as refused:
        return refused.code, refused.clause
    return "", ""


def faults(check: Check, tables: Iterable[str] = TABLES) -> list[str]:
    found = []
    for table in tables:
        for said, who, state, command, expected in cases(table):
            code, clause_ = answered(check, who, state, command)
            assert not code or clause_.startswith(state.table.ruleset.regulation.id), said
            if code != expected:
                found.append(f"{table}: {said}: {code or 'permitted'}, not {expected or 'permitted'}")
    return found


def test_every_command_has_a_row() -> None:
    assert set(ROWS) == set(Command.__args__)
    assert all(type(row.command) is kind for kind, row in ROWS.items())
    assert set(HouseCommand.__args__) - set(ROWS) == {ShuffleByHouse, OpenBetsNow, CountByHouse}


def test_every_command_by_every_role_in_every_situation() -> None:
    assert sum(1 for _ in cases("three-card")) == (len(ROWS) + len(PERFORMED)) * len(ROLES) * 4 + 6 * len(ROLES)
    assert faults(check_authority) == []


def without(name: str, value: object) -> Check:
    """The check with a part of it sabotaged."""

    def check(who: Who, state: TableRecord, command: Command) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(authority, name, value)
            check_authority(who, state, command)

    return check


def lax(who: Who, state: TableRecord, command: Command) -> None:
    """The check without tables."""
    check_authority(who._replace(tables=()), state, command)


SABOTAGED = {
    "the auditor acts": without("MAY", {**authority.MAY, "dealer": frozenset({"dealer", "auditor"})}),
    "the dealer validates": without("MAY", {**authority.MAY, "floorperson": FLOOR | DEALER}),
    "the manager does not stand above": without("MAY", {**authority.MAY, "floorperson": frozenset({"floorperson"})}),
    "one person suffices": without("_takes_two", lambda _: False),
    "one validates the own win": without("_gains", lambda *_: ""),
    "any box": without("_own", lambda *_: True),
    "no box": without("_own", lambda *_: False),
    "every table": lax,
}  # fmt: skip


@pytest.mark.parametrize("check", SABOTAGED.values(), ids=SABOTAGED)
def test_a_sabotaged_check_is_found(check: Check) -> None:
    assert faults(check, ["three-card"])


CITED = {
    "let-it-ride": ("MD-LIR 5.G", "MD-LIR 5.A(3)", "MD-LIR 4.A", "MD-LIR 11.G"),
    "three-card": ("MD-TCP 5.G", "MD-TCP 5.A(3)", "MD-TCP 4.A", "MD-TCP 11.E"),
    "top-five": ("MD-TFP 5.E", "MD-TFP 5.A(3)", "MD-TFP 4.A", "MD-TFP 11.D"),
    "commonwealth": ("MA-LIR 5(c)", "MA-LIR 5(a)", "MA-LIR 4(b)", "MA-LIR 9(h)"),
}


@pytest.mark.parametrize("table", TABLES)
def test_a_refusal_names_the_clause_that_gives_the_command_to_the_floorperson(table: str) -> None:
    asked: tuple[Command, ...] = (
        c.OrderRecut(),
        c.OrderShuffle(),
        c.Perform("verify_inspection", "floorperson"),
        c.CorrectPayment("bob", 1, "x"),
    )
    for command, cite in zip(asked, CITED[table], strict=True):
        with pytest.raises(CommandRefused, match="a floorperson or above does this, not the dealer") as refused:
            check_authority(DORA, record(table), command)
        assert refused.value.clause == cite


@clause("MD-TCP 11.D(7)(c)", "MD-TCP 11.D(9)(e)")
@pytest.mark.parametrize(("item", "cite"), [("progressive", "11.D(7)(c)"), ("five_card_progressive", "11.D(9)(e)")])
def test_a_floorperson_or_above_validates_a_win(item: str, cite: str) -> None:
    for who in (FLO, MAX):
        check_authority(who, record("three-card"), c.ValidateWin(2, item))
    for who in (DORA, Who("al", "auditor"), Who("bob", "player")):
        with pytest.raises(CommandRefused) as refused:
            check_authority(who, record("three-card"), c.ValidateWin(2, item))
        assert (refused.value.code, refused.value.clause) == ("not-your-role", f"MD-TCP {cite}")


def test_a_hand_stays_the_player_s_who_left_it() -> None:
    state = record("three-card")
    left = state.replace(table=state.table.replace(seats={2: "bob"}))
    with pytest.raises(CommandRefused, match="own boxes"):
        check_authority(Who("bob", "player"), left, c.Choose(1, "play"))


# Two people, through a live house

HOUSE = """
    facility = "Harbor"
    [links.harbor]
    meters.main = { seed = "$1,000", rate = "20%" }
    [tables.tcp]
    regulation = "MD-TCP"
    boxes = 7
    adjacent_boxes = 1
    device = "manual_shoe"
    [tables.tcp.wagers]
    ante = { minimum = "$10", maximum = "$500" }
    pair_plus = { paytable = "D", minimum = "$5", maximum = "$100" }
    progressive = { paytable = "A", stakes = ["$1"], link = "harbor" }
    [tables.tcp.awards]
    ante_bonus = { paytable = "A" }
"""
ROYAL = "As 2c 3c Ks 4d 5d Qs 6h 7h"
"""Three cards each to box 1, box 2 and the dealer, one at a time: box 1 wins the meter."""
DAN = Who("dan", "dealer")
VALIDATES = "floorperson validates progressive of box 1"
CORRECTS = 'floorperson gives player bob $5 because "paid short"'


@pytest.fixture
def driven(tmp_path: Path) -> Iterator[DrivenHouse]:
    """A round with a progressive win: dora dealt, dan relieved her and settles as far as it goes."""
    house = DrivenHouse(tmp_path / "ledger.db", HOUSE)
    house.open("tcp", "ann", "bob")
    house.deal("tcp", "1 ante $10, progressive $1", "2 ante $10", top=ROYAL)
    house.do("tcp", "box 1 plays", "box 2 plays")
    lines = house.do("tcp", "dealer settles", who=DAN)
    assert lines[-1] == "validation asked 1 progressive 11.D(7)(c)"
    yield house
    house.house.store.close()


@clause("MD-TCP 11.D(7)(c)")
@pytest.mark.parametrize("restarts", [False, True])
def test_no_dealer_of_the_round_validates_its_win(driven: DrivenHouse, restarts: bool) -> None:
    """Also not under another role, nor after a relief, nor after a restart."""
    if restarts:
        driven.restart()
    for name in ("dora", "dan"):
        assert driven.refused("tcp", VALIDATES, Who(name, "dealer")) == "not-your-role MD-TCP 11.D(7)(c)"
        for role in ("floorperson", "manager"):
            who = Who(name, role)
            assert driven.refused("tcp", VALIDATES, who) == "dual-control MD-TCP 11.D(7)(c)"
    assert driven.refused("tcp", VALIDATES, Who("ann", "floorperson")) == "dual-control MD-TCP 11.D(7)(c)"
    assert driven.refused("tcp", "dealer settles").startswith("validation-open")
    assert driven.do("tcp", VALIDATES) == ["win validated 1 progressive 11.D(7)(c)"]
    assert "wager paid 1 progressive" in " ".join(driven.do("tcp", "dealer settles"))


def test_a_correction_is_made_by_nobody_who_dealt_the_round(driven: DrivenHouse) -> None:
    driven.do("tcp", VALIDATES, "dealer settles")
    driven.restart()
    assert driven.table("tcp").round is None
    for name in ("dora", "dan"):
        assert driven.refused("tcp", CORRECTS, Who(name, "floorperson")) == "dual-control MD-TCP 11.E"
    assert driven.refused("tcp", CORRECTS, Who("bob", "manager")) == "dual-control MD-TCP 11.E"
    assert driven.do("tcp", CORRECTS) == ['payment corrected bob $5 "paid short" 11.E']


def test_who_dealt_the_round_before_validates_in_this_one(driven: DrivenHouse) -> None:
    """dora deals one round and has nothing to do with the next; who shuffles for it has."""
    driven.do("tcp", VALIDATES, "dealer settles")
    # For one box: its cards and the dealer's in turn, where a cut of 20 brings them to the top.
    order = stacked("As 4d Ks 5d Qs 6h")
    keyed = show_cards((*order[32:], *order[:32]))
    for command in (f"dealer shuffles by hand: {keyed}", "dealer cuts 20"):
        driven.do("tcp", command, who=Who("del", "dealer"))
    driven.do("tcp", "dealer opens bets", who=DAN)
    driven.do("tcp", "box 1 places ante $10, progressive $1")
    driven.do("tcp", "dealer closes bets", "dealer deals", who=DAN)
    driven.do("tcp", "box 1 plays")
    asked = driven.do("tcp", "dealer settles", who=DAN)
    assert asked[-1].startswith("validation asked 1 progressive")
    for name in ("dan", "del"):
        assert driven.refused("tcp", VALIDATES, Who(name, "floorperson")) == "dual-control MD-TCP 11.D(7)(c)"
    driven.do("tcp", VALIDATES, who=Who("dora", "floorperson"))


def test_the_dealers_of_a_round_are_in_its_snapshot(driven: DrivenHouse) -> None:
    before = driven.house.record("tcp")
    assert before.dealers == {"dora": 1, "dan": 1}
    driven.house.signer.save_snapshot(before)
    driven.restart()
    assert driven.house.record("tcp") == before
    assert driven.refused("tcp", VALIDATES, Who("dan", "manager")) == "dual-control MD-TCP 11.D(7)(c)"


def test_who_opened_the_cards_does_not_verify_the_inspection(tmp_path: Path) -> None:
    house = DrivenHouse(tmp_path / "ledger.db", HOUSE)
    house.do("tcp", "dealer receives 1 decks", "dealer performs inspect_cards")
    verifies = "floorperson performs verify_inspection"
    assert house.refused("tcp", verifies, Who("dora", "floorperson")) == "dual-control MD-TCP 4.A"
    assert house.refused("tcp", verifies, Who("flo", "floorperson", ("other",))).startswith("not-your-table")
    assert house.do("tcp", verifies, who=Who("flo", "floorperson", ("tcp",)))
    house.house.store.close()


# Refusals are recorded


def test_a_refusal_is_recorded_with_name_role_table_and_code(driven: DrivenHouse) -> None:
    before = driven.house.store.last(REFUSALS)
    driven.refused("tcp", VALIDATES, Who("dan", "manager"))
    driven.refused("tcp", "box 2 folds", Who("ann", "player"))
    dual, box = [entry.content for entry in driven.house.store.stream(REFUSALS, before)]
    assert (dual["by"], dual["role"], dual["table"]) == ("dan", "manager", "tcp")
    assert (dual["refused"]["code"], dual["refused"]["clause"]) == ("dual-control", "MD-TCP 11.D(7)(c)")
    assert dual["command"] == VALIDATES
    assert (box["by"], box["refused"]["code"]) == ("ann", "not-your-box")
    assert dual["events"] == box["events"] == []


def test_the_same_id_is_refused_again_when_it_would_be_permitted(driven: DrivenHouse) -> None:
    """dan is refused as the dealer; later he has not dealt, and another id would be heard."""
    store, dan = driven.house.store, Who("dan", "floorperson")
    first = driven.refused("tcp", CORRECTS, dan, "the click")
    assert first == "dual-control MD-TCP 11.E"
    driven.do("tcp", VALIDATES, "dealer settles")
    driven.deal("tcp", "2 ante $10")
    size = store.size()
    assert driven.refused("tcp", CORRECTS, dan, "the click") == first
    driven.restart()
    assert driven.refused("tcp", CORRECTS, dan, "the click") == first
    assert driven.house.store.size() == size
    assert driven.house.do(
        dan, CommandRequest("another click", "tcp", c.CorrectPayment("bob", 500, "paid short"))
    ).events


def test_at_a_physical_table_the_dealer_enters_what_players_do() -> None:
    for command in (
        c.TakeSeat("ann", 5),
        c.PlaceWagers(1, ()),
        c.Choose(1, "play"),
        c.LeaveSeat(1),
    ):
        check_authority(DORA, record("three-card"), command, physical=True)
        with pytest.raises(CommandRefused, match="a player does this"):
            check_authority(DORA, record("three-card"), command)
        with pytest.raises(CommandRefused):
            check_authority(DORA._replace(role="auditor"), record("three-card"), command, physical=True)
