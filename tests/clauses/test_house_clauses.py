"""Clauses that a live house meets: who orders what, meters that tables share, and rounds put together again."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.books.accounts import check_books
from pitboss.books.replay import replay_round
from pitboss.books.resettlement import Resettlement
from pitboss.cards import show_cards
from pitboss.cli.main import main
from pitboss.errors import SubmissionRejected
from pitboss.house.authority import Who
from pitboss.ledger.fold import Rulesets, fold_table, load_link
from pitboss.ledger.sqlite import SqliteStore
from pitboss.play import events as e
from tests.clauses.driven import Driven, picked
from tests.clauses.marks import clause
from tests.house.driven_house import DORA, FLO, MAX, DrivenHouse

TABLE = """
    [tables.{name}]
    regulation = "{regulation}"
    boxes = 5
    adjacent_boxes = 1
    device = "manual_shoe"
    {more}
    [tables.{name}.wagers]
    {wagers}
"""
BASE = 'base = { paytable = "A", minimum = "$5", maximum = "$500" }'
ANTE = 'ante = { minimum = "$10", maximum = "$500" }'
PLAIN = {
    "MD-LIR": (BASE, ""),
    "MD-TCP": (f'{ANTE}\npair_plus = {{ paytable = "D", minimum = "$5", maximum = "$100" }}', ""),
    "MD-TFP": (ANTE, ""),
    "MA-LIR": ('base = { minimum = "$15", maximum = "$100" }', 'shuffler = "counting"'),
}
"""A table under each regulation: its wagers, and what shuffles."""


def plain(regulation: str) -> str:
    wagers, more = PLAIN[regulation]
    awards = '[tables.one.awards]\nante_bonus = { paytable = "A" }' if regulation == "MD-TCP" else ""
    return 'facility = "Harbor"' + TABLE.format(name="one", regulation=regulation, wagers=wagers, more=more) + awards


def opened(path: Path, text: str) -> Iterator[DrivenHouse]:
    driven = DrivenHouse(path / "ledger.db", text)
    yield driven
    driven.house.store.close()


# What a table offers

NOT_OFFERED = {
    "MD-LIR": "five_card_bonus 7.E(3) three_card_bonus 7.E(4) six_card_bonus 7.E(5) progressive 7.E(6)",
    "MD-TCP": "progressive 7.F(4) six_card_bonus 7.F(5) five_card_progressive 7.F(6)",
    "MD-TFP": "top_five_bonus 7.E(2)(a) poker_bonus 7.E(2)(b)",
    "MA-LIR": "bonus 6a(a) three_card_bonus 6b(a) cover_all 11(a) progressive 12(a)",
}
"""The wagers that a plain table leaves out, each with the clause by which a house may offer it."""


@clause("MD-LIR 7.E(3)", "MD-LIR 7.E(4)", "MD-LIR 7.E(5)", "MD-LIR 7.E(6)", "MD-TCP 7.F(4)", "MD-TCP 7.F(5)")
@clause("MD-TCP 7.F(6)", "MD-TFP 7.E(2)", "MD-TFP 7.E(2)(a)", "MD-TFP 7.E(2)(b)", "MA-LIR 6a(a)", "MA-LIR 6b(a)")
@clause("MA-LIR 11(a)", "MA-LIR 12(a)")
@pytest.mark.parametrize("regulation", PLAIN)
def test_a_wager_that_the_submission_does_not_offer_is_refused_by_its_own_clause(regulation: str) -> None:
    table = Driven(plain(regulation)).open("ann")
    table.bet()
    words = NOT_OFFERED[regulation].split()
    for wager, address in zip(words[::2], words[1::2], strict=True):
        assert table.refused(f"box 1 places {wager} $1") == f"wager-not-offered {address}"


# What goes into a shoe


@clause("MD-LIR 8.B", "MD-LIR 10.A(1)", "MD-TCP 8.B", "MD-TCP 10.A(1)", "MD-TFP 8.B", "MD-TFP 10.A(1)")
@clause("MA-LIR 7(a)", "MA-LIR 8(b)(1)")
@pytest.mark.parametrize("device", ["manual_shoe", "automated_shoe"])
@pytest.mark.parametrize("regulation", PLAIN)
def test_no_round_begins_before_a_shuffled_stack_is_in_the_shoe(regulation: str, device: str) -> None:
    driven = Driven(plain(regulation).replace("manual_shoe", device)).open("ann")
    cite = "5(a)" if regulation == "MA-LIR" else "5.A"
    assert driven.refused("dealer opens bets at 0:00:00") == f"cards-not-ready {cite}"
    driven.shuffle()
    assert picked(driven.do("dealer opens bets at 0:00:00"), "bets opened")


# Who orders a shuffle and a recut

BELOW = (DORA, Who("ann", "player"), Who("al", "auditor"))


@pytest.fixture
def one(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[DrivenHouse]:
    """A live table under a regulation, its cards shuffled."""
    for driven in opened(tmp_path, plain(request.param)):
        driven.open("one", "ann")
        driven.shuffle("one")
        yield driven


@clause("MD-LIR 5.A(3)", "MD-TCP 5.A(3)", "MD-TFP 5.A(3)")
@pytest.mark.parametrize("one", ["MD-LIR", "MD-TCP", "MD-TFP"], indirect=True)
@pytest.mark.parametrize("who", [FLO, MAX])
def test_a_floorperson_or_above_orders_a_shuffle_and_nobody_else(one: DrivenHouse, who: Who) -> None:
    regulation = one.table("one").ruleset.regulation.id
    before = one.table("one")
    for below in BELOW:
        assert one.refused("one", "floorperson orders shuffle", below) == f"not-your-role {regulation} 5.A(3)"
    elsewhere = who._replace(tables=("two",))
    assert one.refused("one", "floorperson orders shuffle", elsewhere).startswith("not-your-table")
    assert one.table("one") == before
    assert one.do("one", "floorperson orders shuffle", who=who) == ["shuffle ordered 0 5.A(3)"]
    assert one.refused("one", "dealer opens bets").startswith("cards-not-ready")
    one.restart()
    assert one.refused("one", "dealer opens bets").startswith("cards-not-ready")
    one.shuffle("one")
    one.do("one", "dealer opens bets")


@clause("MD-LIR 5.G", "MD-TCP 5.G", "MD-TFP 5.E", "MA-LIR 5(c)")
@pytest.mark.parametrize("one", PLAIN, indirect=True)
@pytest.mark.parametrize("who", [FLO, MAX])
def test_a_floorperson_or_above_orders_a_recut_and_nobody_else(one: DrivenHouse, who: Who) -> None:
    rules = one.table("one").ruleset.regulation
    cite = {"MD-TFP": "5.E", "MA-LIR": "5(c)"}.get(rules.id, "5.G")
    for below in BELOW:
        assert one.refused("one", "floorperson orders recut", below) == f"not-your-role {rules.id} {cite}"
    assert one.do("one", "floorperson orders recut", who=who) == [f"recut ordered {cite}"]
    one.restart()
    assert one.refused("one", "dealer opens bets").startswith("cards-not-ready")
    one.do("one", "dealer cuts 30")
    (recut,) = [
        entry.content for entry in one.house.store.stream("table one") if "recut" in entry.content.get("command", "")
    ]
    assert (recut["by"], recut["role"]) == (who.name, who.role)
    least = {"MD-LIR": "bet_1 $5, bet_2 $5, bet_3 $5", "MA-LIR": "bet_1 $15, bet_2 $15, bet_3 $15"}
    one.do("one", "dealer opens bets", f"box 1 places {least.get(rules.id, 'ante $10')}")
    one.do("one", "dealer closes bets", "dealer deals")
    assert one.refused("one", "floorperson orders recut", who) == f"round-under-way {rules.id} {cite}"


# A progressive system

TCP = 'facility = "Harbor"\n[links.harbor]\nmeters.main = { seed = "$1,000", rate = "20%" }' + "".join(
    TABLE.format(
        name=name,
        regulation="MD-TCP",
        more="",
        wagers=f'{PLAIN["MD-TCP"][0]}\nprogressive = {{ paytable = "A", stakes = ["$1", "$5"], link = "harbor" }}',
    )
    + f'[tables.{name}.awards]\nante_bonus = {{ paytable = "A" }}'
    for name in ("one", "two")
)


@pytest.fixture
def linked(tmp_path: Path) -> Iterator[DrivenHouse]:
    """Two Three Card Poker tables on one link."""
    yield from opened(tmp_path, TCP)


def meter(driven: DrivenHouse, name: str = "main") -> int:
    """What the link's meter shows; every table shows the same."""
    link = next(iter(driven.house.approved.submission.links))
    shown = load_link(driven.house.store, link).meters[name].amount
    assert {driven.table(table).meters()[name] for table in driven.house.approved.tables} == {shown}
    return shown


@clause("MD-TCP 2.C")
def test_the_progressive_system_accepts_at_each_box_locks_out_and_counts_up(linked: DrivenHouse) -> None:
    players = ("ann", "bob", "cyd", "dee", "eve")
    linked.open("one", *players)
    linked.shuffle("one")
    linked.do("one", "dealer opens bets")
    for box, stake in enumerate((1, 5, 1, 1, 5), 1):
        placed = linked.do("one", f"box {box} places ante $10, progressive ${stake}")
        assert picked(placed, "wager placed") == [
            f"wager placed {box} ante $10 $0 7.F(1)",
            f"wager placed {box} progressive ${stake} $0 7.F(4)",
        ]
    assert meter(linked) == 100_000
    closed = linked.do("one", "dealer closes bets")
    assert picked(closed, "meter raised") == ["meter raised main $2.60 0 12.E(3)(a)"]
    assert meter(linked) == 100_260
    late = "box 1 places ante $10, progressive $5"
    assert linked.refused("one", late) == "bets-closed MD-TCP 8.C(1)"
    linked.restart()
    assert linked.refused("one", late) == "bets-closed MD-TCP 8.C(1)"
    linked.do("one", "dealer deals")
    assert linked.refused("one", late) == "bets-closed MD-TCP 8.C(1)"
    assert meter(linked) == 100_260
    linked.open("two", "fay")
    linked.deal("two", "1 ante $10, progressive $5")
    assert meter(linked) == 100_360


ROYAL = "As 7c Ks 5d Qs 4h"
"""A mini royal in spades at box 1 against a dealer who does not qualify."""


def both_win(linked: DrivenHouse) -> None:
    """One hand at each table of the link wins the whole meter; table one turns its hand up first."""
    for name in ("one", "two"):
        linked.open(name, f"player-{name}")
        linked.deal(name, "1 pair_plus $5, progressive $1", top=ROYAL)
    assert meter(linked) == 100_040
    for name in ("one", "two"):
        linked.do(name, "dealer settles")


@clause("MD-TCP 12.E(4)", "MD-TCP 11.D(7)(c)")
def test_a_jackpot_is_locked_for_the_hand_that_is_up_first(linked: DrivenHouse) -> None:
    """Ruling meter-order: whoever is validated first, the order of the ledger decides what each is paid."""
    both_win(linked)
    assert meter(linked) == 100_000, "the other table goes on with the reset meter"
    linked.restart()
    paid = {}
    for name in ("two", "one"):
        linked.do(name, "floorperson validates progressive of box 1")
        paid[name] = picked(linked.do(name, "dealer settles"), "wager paid 1 progressive")
    assert [line.split()[-3] for line in (*paid["one"], *paid["two"])] == ["$1,000.40", "$1,000"]
    assert meter(linked) == 100_000
    books = check_books(linked.house.store)
    assert sum(books.accounts.values()) == 0
    assert not [name for name in books.accounts if " jackpot " in name]
    for name in ("one", "two"):
        assert Resettlement(replay_round(linked.house.store, f"{name}/1")).differences == ()


@clause("MD-TCP 12.E(3)(b)")
def test_a_void_round_never_takes_a_meter_below_its_reset_amount(linked: DrivenHouse) -> None:
    """Ruling meter-void-floor: the other table has won what this round put in, so it is the house's cost."""
    linked.open("one", "ann")
    linked.deal("one", "1 ante $10, progressive $5")
    linked.open("two", "bob")
    linked.deal("two", "1 pair_plus $5, progressive $1", top=ROYAL)
    assert meter(linked) == 100_120
    linked.do("two", "dealer settles", "floorperson validates progressive of box 1", "dealer settles")
    assert meter(linked) == 100_000
    inventory = linked.table("one").accounts["inventory"]
    linked.do("one", "dealer reports wrong_number_of_cards at box 1, 4 cards")
    lines = linked.do("one", "floorperson confirms report")
    assert picked(lines, "meter lowered") == ["meter lowered main $0 0 13.D"]
    assert meter(linked) == 100_000
    assert linked.table("one").accounts["inventory"] == inventory - 5_00
    check_books(linked.house.store)
    assert Resettlement(replay_round(linked.house.store, "one/1")).differences == ()


@clause("MD-TCP 13.D")
def test_a_void_round_gives_a_locked_jackpot_back_to_the_meter(linked: DrivenHouse) -> None:
    linked.open("one", "ann")
    linked.deal("one", "1 pair_plus $5, progressive $1", top=ROYAL)
    linked.do("one", "dealer settles")
    assert meter(linked) == 100_000
    linked.do("one", "dealer reports wrong_number_of_cards at box 1, 4 cards")
    lines = linked.do("one", "floorperson confirms report")
    assert "jackpot released 1 progressive main $1,000.20 13.D" in lines
    assert meter(linked) == 100_000
    check_books(linked.house.store)


@clause("MD-TCP 11.E")
def test_each_hand_of_a_settled_round_is_put_together_from_the_ledger(linked: DrivenHouse, tmp_path: Path) -> None:
    """By somebody who has only the file: from the discard rack as it was left, and hand by hand."""
    linked.open("one", "ann", "bob", "cyd")
    top = "2c 5d 9s 4c 3c 6d Ts 7d Jd 7h Js Qc"
    linked.deal("one", "1 ante $10", "2 ante $10, pair_plus $5", "3 ante $10", top=top)
    linked.do("one", "box 1 plays", "box 2 folds", "box 3 plays", "dealer settles")
    linked.deal("one", "1 ante $10")
    linked.house.store.close()
    store = SqliteStore(str(tmp_path / "ledger.db"), create=False)
    (cleared,) = [
        folded
        for folded in fold_table(store, Rulesets(store), "one")
        if any(isinstance(event, e.RoundCompleted) for event in folded.events)
    ]
    table = cleared.after.table
    assert table.last
    hands = {number: show_cards(box.cards) for number, box in table.last.boxes.items()}
    assert hands == {1: "2c 3c Jd", 2: "5d 6d 7h", 3: "9s Ts Js"}
    assert show_cards(table.last.piles["dealer"]) == "4c 7d Qc"
    # The stub went in first, then the folded hand, then box 3 and box 1 as they were settled, then the dealer's.
    assert show_cards(table.rack[-12:]) == "5d 6d 7h 9s Ts Js 2c 3c Jd 4c 7d Qc"
    assert len(set(table.rack)) == 52
    # Box 1 is beaten by queen high; box 3 is paid twice $10 and the Ante Bonus for a straight flush, 5 to 1.
    back = {
        number: sum(due.returned + due.amount for due in box.settled.values())
        for number, box in table.last.boxes.items()
    }
    assert back == {1: 0, 2: 0, 3: 9000}
    assert cleared.content["by"] == "dora"
    store.close()


# One meter for several tables

MA_METERS = '[links.bay]\nmeters.main = { seed = "$1,000", rate = "10%" }\n'
MA_WAGERS = 'base = {{ minimum = "$15", maximum = "$100" }}\nprogressive = {{ paytable = "{}", link = "bay" }}'


def bay(*tables: tuple[str, int]) -> str:
    """Massachusetts tables on one link, each with a paytable and a number of decks."""
    text = f'facility = "Harbor"\n{MA_METERS}'
    for name, (paytable, decks) in zip(("one", "two"), tables, strict=True):
        more = 'shuffler = "counting"\n' + f"decks = {decks}" + '\nbacks = ["red", "blue"]' * (decks == 2)
        text += TABLE.format(name=name, regulation="MA-LIR", more=more, wagers=MA_WAGERS.format(paytable))
    return text.replace("manual_shoe", "automated_shoe")


UNLIKE = {
    "paytable": (bay(("TABLE1", 1), ("PTMGL03", 1)), "linked-paytables-differ"),
    "decks": (bay(("TABLE1", 1), ("TABLE1", 2)), "linked-decks-differ"),
    "stake": (
        bay(("TABLE1", 1), ("TABLE1", 1)).replace('"TABLE1", link', '"TABLE1", stakes = ["$5"], link', 1),
        "linked-stakes-differ",
    ),
}


@clause("MA-LIR 12(g)")
@pytest.mark.parametrize(("text", "code"), UNLIKE.values(), ids=UNLIKE)
def test_a_house_whose_linked_tables_differ_does_not_open(tmp_path: Path, text: str, code: str) -> None:
    with pytest.raises(SubmissionRejected) as rejected:
        DrivenHouse(tmp_path / "ledger.db", text)
    assert (code, "MA-LIR 12(g)") in [(fault.code, fault.clause) for fault in rejected.value.violations]
    file = tmp_path / "house.toml"
    file.write_text(text, encoding="utf-8")
    assert main(["serve", str(file), "--db", str(tmp_path / "served.db")]) == 1
    assert not (tmp_path / "served.db").exists()


WINS = {
    # Each box in turn, then the community cards, of which the first is burned.
    "one": "As Ks Qs 2c Js Ts",
    "two": "9h 8h 7h 2c 6h 5h",
}
"""A royal flush at one table, which takes the whole meter; a straight flush at the other, which takes a tenth."""
PAID = {
    ("one", "two"): ["wager paid 1 progressive $1 royal_flush \"100% of main\" $0 $1,000.20 main 12(d)",
                     "wager paid 1 progressive $1 straight_flush \"10% of main\" $0 $100 main 12(d)"],
    ("two", "one"): ["wager paid 1 progressive $1 straight_flush \"10% of main\" $0 $100.02 main 12(d)",
                     "wager paid 1 progressive $1 royal_flush \"100% of main\" $0 $900.18 main 12(d)"],
}  # fmt: skip


@clause("MA-LIR 12(g)")
@pytest.mark.parametrize("order", PAID, ids=["royal first", "royal second"])
def test_a_win_at_one_linked_table_changes_what_the_other_pays(tmp_path: Path, order: tuple[str, str]) -> None:
    driven = DrivenHouse(tmp_path / "ledger.db", bay(("TABLE1", 1), ("TABLE1", 1)))
    for name in ("one", "two"):
        driven.open(name, f"player-{name}")
        driven.deal(name, "1 bet_1 $15, bet_2 $15, bet_3 $15, progressive $1", top=WINS[name])
        driven.do(name, "box 1 rides", "box 1 rides")
    assert meter(driven) == 100_020
    paid, shown = [], []
    for name in order:
        paid += picked(driven.do(name, "dealer settles"), "wager paid 1 progressive")
        shown.append(meter(driven))
        driven.restart()
    assert paid == PAID[order]
    # The royal flush leaves the seed.
    assert shown == ([100_000, 90_000] if order == ("one", "two") else [90_018, 100_000])
    driven.house.store.close()
