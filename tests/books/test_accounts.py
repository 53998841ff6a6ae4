"""The books of houses played at random: they balance after every event, meters add up, and what is not so is found."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from pitboss.books.accounts import CAGE, MOVEMENT_KINDS, OUTSIDE, Bookkeeping, Books, check_books
from pitboss.books.gaming_day import Day
from pitboss.books.report import day_reports
from pitboss.errors import LedgerBroken
from pitboss.house.live_house import LiveHouse
from pitboss.ledger.entry import Entry, canonical
from pitboss.ledger.store import Store
from pitboss.play import commands as c
from pitboss.play.encoding import quoted
from pitboss.table.meters import Meter
from tests.ledger.busy_house import HOUSE, KEY, VOID, BusyHouse, history_of
from tests.ledger.sample import Ledger

Content = dict[str, Any]
Change = Callable[[Content, Content], object]
"""Changes an entry's content or an event in it; False where this is not the one to change."""


@cache
def played(seed: int) -> BusyHouse:
    return BusyHouse(seed).play(1000)


@pytest.fixture(params=[1, 2])
def busy(request: pytest.FixtureRequest) -> BusyHouse:
    return played(request.param)


def kinds_of(store: Store) -> Counter[str]:
    return Counter(event["event"] for entry in store.entries() for event in entry.content["events"])


def test_the_play_holds_what_the_books_are_about(busy: BusyHouse) -> None:
    found = kinds_of(busy.store)
    wanted = ("RoundCompleted", "RoundVoided", "MeterLowered", "MeterReset", "MeterShown", "PaymentCorrected",
              "ChipsCashed", "TableFilled", "TableCredited", "DropEmptied", "AwardPaid", "WagerPaid")  # fmt: skip
    assert [kind for kind in wanted if not found[kind]] == []


def test_the_books_balance_after_every_entry(busy: BusyHouse) -> None:
    keeping = Bookkeeping()
    for _ in keeping.through(busy.store):
        accounts = keeping.books.accounts
        assert sum(accounts.values()) == 0
        assert all(
            cents >= 0
            for name, cents in accounts.items()
            if name.startswith(("rack ", "link ")) or " area " in name or " jackpot " in name
        )
    assert keeping.books == check_books(busy.store)


def of_table(books: Books, name: str) -> dict[str, int]:
    """The chips and the cash at a table: its inventory, its drop, its areas and the players' racks."""
    at, rack_at = f"table {quoted(name)} ", f" at {quoted(name)}"
    return {
        account: cents
        for account, cents in books.accounts.items()
        if account.startswith(at) or (account.startswith("rack ") and account.endswith(rack_at))
    }


def test_the_books_say_what_the_tables_say(busy: BusyHouse) -> None:
    books = check_books(busy.store)
    for name in busy.house.approved.tables:
        own = busy.table(name).accounts
        held = {account: cents for account, cents in own.items() if account != OUTSIDE and "meter" not in account}
        written = {
            f"rack {quoted(account[5:])} at {quoted(name)}" if account.startswith("rack ") else
            f"table {quoted(name)} {account}": cents
            for account, cents in held.items()
        }  # fmt: skip
        assert {account: cents for account, cents in of_table(books, name).items() if cents} == {
            account: cents for account, cents in written.items() if cents
        }


def test_cash_and_chips_go_where_they_are_said_to_go(busy: BusyHouse) -> None:
    """Reckoned apart from the engine: sums over the events of the whole ledger."""
    sums: Counter[str] = Counter()
    for entry in busy.store.entries():
        for event in entry.content["events"]:
            sums[event["event"]] += event["amount"] if isinstance(event.get("amount"), int) else 0
    accounts, meters, _ = check_books(busy.store)
    seeds = sum(book.sums["seed"] for book in meters.values())
    assert accounts[OUTSIDE] == sums["ChipsCashed"] - sums["ChipsBought"]
    assert accounts[CAGE] == sums["TableCredited"] + sums["DropEmptied"] - sums["TableFilled"] - seeds
    drops = sum(cents for name, cents in accounts.items() if name.endswith(" drop"))
    assert drops == sums["ChipsBought"] - sums["DropEmptied"]


# Meters


def test_a_meters_history_adds_up_to_the_last_cent(busy: BusyHouse) -> None:
    keeping = Bookkeeping()
    movements = [one for found in keeping.through(busy.store) for one in found]
    books = keeping.books
    for (link, meter), book in books.meters.items():
        history = [one for one in movements if (one.link, one.meter) == (link, meter)]
        shows = 0
        for one in history:
            shows += one.amount
            assert one.shows == shows
            assert 0 <= one.carry < 1
        assert (shows, history[-1].carry) == book.meter
        for kind in MOVEMENT_KINDS:
            assert book.sums[kind] == sum(one.amount for one in history if one.kind == kind)
        assert sum(book.sums.values()) == book.meter.amount == books.accounts[f"link {quoted(link)} {meter}"]
        assert all(one.table and one.round and one.cite for one in history if one.kind != "seed")
        assert [one.at for one in history] == sorted(one.at for one in history)


def test_the_history_of_one_meter() -> None:
    store = played(1).store
    all_of_them = list(history_of(store, "commonwealth"))
    majors = [one for one in all_of_them if one.meter == "major"]
    assert {one.meter for one in all_of_them} == {"major", "minor"}
    assert (majors[0].kind, majors[0].shows, majors[0].table) == ("seed", 1_000_000, "")


Meters = dict[tuple[str, str], Fraction]


def put_into_meters(busy: BusyHouse, name: str) -> Meters:
    """What a table's rounds put into meters and take from them: exactly, from the wagers, wins and resets alone."""
    ruleset = busy.house.approved.tables[name]
    meters = {
        (ruleset.offer(wager).link, meter): (wager, choice)
        for wager, link in ruleset.links.items()
        for meter, choice in link.meters.items()
    }
    keys = {meter: (link, meter) for link, meter in meters}
    shown = {meter: Fraction(choice.seed) for (_, meter), (_, choice) in meters.items()}
    put = dict.fromkeys(meters, Fraction(0))
    round_ = dict(put)
    for event in (event for entry in busy.store.stream(f"table {name}") for event in entry.content["events"]):
        match event:
            case {"event": "MeterShown", "meter": meter, "amount": cents, "carry": carry}:
                shown[meter] = cents + Fraction(carry)
            case {"event": "WagersCollected", "wager": wager, "amount": cents}:
                for key, (fed_by, choice) in meters.items():
                    round_[key] += cents * choice.rate if fed_by == wager else 0
            case {"event": "MeterRaised", "meter": meter, "amount": cents, "carry": carry}:
                shown[meter] = shown[meter] // 1 + cents + Fraction(carry)
            case {"event": "MeterLowered", "meter": meter, "amount": cents, "carry": carry}:
                left = shown[meter] // 1 - cents + Fraction(carry)
                round_[keys[meter]] -= shown[meter] - left
                shown[meter] = left
            case {"event": "MeterReset" | "JackpotReleased" | "PaymentTakenBack", "meter": meter, "amount": cents} if (
                meter
            ):
                round_[keys[meter]] += cents
                shown[meter] += cents
            case {"event": "JackpotLocked" | "WagerPaid", "meter": meter, "amount": cents} if meter:
                round_[keys[meter]] -= cents
                shown[meter] -= cents
            case {"event": "RoundVoided"}:
                # Another table may have won what the round put in: the meter then stays at its reset amount.
                for (_, meter), kept in round_.items():
                    reset = meters[keys[meter]][1].resets_to
                    assert kept == 0 or (kept > 0 and shown[meter] == reset)
        if event["event"] in ("RoundCompleted", "RoundVoided"):
            put = {key: put[key] + round_[key] for key in put}
            round_ = dict.fromkeys(meters, Fraction(0))
    return {key: put[key] + round_[key] for key in put}


def test_a_meter_is_its_seed_and_the_exact_share_of_every_stake(busy: BusyHouse) -> None:
    exact: Meters = {}
    for link, choices in busy.house.approved.submission.links.items():
        exact |= {(link, meter): Fraction(choice.seed) for meter, choice in choices.meters.items()}
    for name in busy.house.approved.tables:
        for key, cents in put_into_meters(busy, name).items():
            exact[key] += cents
    meters = check_books(busy.store).meters
    assert exact == {key: book.meter.amount + book.meter.carry for key, book in meters.items()}


def test_two_tables_move_one_meter() -> None:
    busy = played(2)
    tables = {one.table for one in history_of(busy.store, "harbor") if one.kind == "contribution"}
    assert tables == {"one", "two at the back"}


def test_new_rules_may_put_a_table_on_a_new_link() -> None:
    before = HOUSE.replace('wagers.progressive = { paytable = "PTMGLML01", link = "commonwealth" }\n', "")
    start, end = before.index("[links.commonwealth]"), before.index("[tables.one]")
    before = before[:start] + before[end:]
    busy = BusyHouse(3, before).play(150).finish()
    busy.house = LiveHouse(lambda: busy.store, HOUSE, KEY, physical=busy.house.physical)
    for _ in range(400):
        busy.step("bay")
    books = check_books(busy.store)
    assert books.meters["commonwealth", "major"].sums["contribution"] > 0
    assert sum(books.accounts.values()) == 0


def test_what_is_appended_meanwhile_is_left_for_another_time() -> None:
    busy = BusyHouse(4).play(40)
    keeping, size = Bookkeeping(), busy.store.size()
    reading = keeping.through(busy.store)
    next(reading)
    busy.do("one", c.BuyChips("ann", 100))
    assert busy.store.size() == size + 1
    assert len([None for _ in reading]) + 1 == keeping.books.entries
    assert check_books(busy.store).entries == keeping.books.entries + 1


# By hand


def test_an_evening_without_a_round() -> None:
    busy = BusyHouse(0)
    busy.do("one", c.BuyChips("Mr. X", 30_000))
    busy.do("one", c.CashOut("Mr. X", 12_000))
    busy.do("one", c.FillTable(50_000))
    busy.do("one", c.CreditTable(20_000))
    busy.do("one", c.EmptyDrop())
    busy.do("one", c.BuyChips("bob", 5_000))
    busy.do("one", c.CorrectPayment("bob", -700, "one chip too many"))
    books: Books = check_books(busy.store)
    opening = 10_000_000
    assert of_table(books, "one") == {
        "table one inventory": opening - 30_000 + 50_000 - 20_000 - 5_000 + 700,
        "table one drop": 5_000,
        'rack "Mr. X" at one': 18_000,
        "rack bob at one": 4_300,
    }
    seeds = 250_000 + 1_000_000 + 100_000 + 25_000 + 1_000_000 + 100_000
    assert books.accounts[OUTSIDE] == -35_000 + 12_000
    assert books.accounts[CAGE] == -4 * opening - seeds - 50_000 + 20_000 + 30_000
    assert of_table(books, "two at the back") == {'table "two at the back" inventory': opening}


def test_a_void_round_undoes_a_jackpot() -> None:
    """Box 2 is paid all of the meter; before box 1 is validated the cards turn out to be wrong."""
    busy = BusyHouse(0, pace=1)
    busy.seat("one")
    start = check_books(busy.store)
    wagers = {"ante": 1000, "progressive": 500}
    busy.deal("one", "9h As 2c 9d Ks 4d 9c Qs 7h", wagers, wagers)
    busy.do("one", c.Choose(1, "play"))
    busy.do("one", c.Choose(2, "play"))
    busy.do("one", c.Settle())
    busy.do("one", c.ValidateWin(2, "progressive"))
    busy.do("one", c.Settle())
    assert check_books(busy.store).meters["harbor", "main"].meter.amount == 100_000
    busy.do("one", VOID)
    books = check_books(busy.store)
    assert books.accounts == start.accounts
    assert books.meters["harbor", "main"].meter == Meter(250_000)
    assert books.meters["harbor", "main"].sums == {
        "seed": 250_000, "contribution": 143, "win": -250_143, "reset": 100_000, "win_undone": 250_143,
        "given_back": -100_143,
    }  # fmt: skip
    (report,) = day_reports(busy.store, [Day("all", 0, 10**15)], "one")
    assert (report.completed, report.void, report.jackpots, report.whole.win) == (0, 1, (), 0)


# What the books do not bear out


def altered(store: Store, event: str, change: Change, stream: str = "table ") -> Ledger:
    """The ledger with the last entry of a stream that has such an event changed, by its content and the event."""
    rows = list(store.entries())
    for entry in reversed(rows):
        content = entry.content
        found = [one for one in content["events"] if one["event"] == event]
        if entry.stream.startswith(stream) and any(change(content, one) is not False for one in found):
            rows[entry.position] = entry._replace(body=canonical(content))
            return Ledger(tuple(rows), (), {})
    raise AssertionError(event)


def first_changed(store: Store, ledger: Ledger) -> Entry:
    return next(entry for entry, row in zip(store.entries(), ledger.rows, strict=True) if entry != row)


def more(field: str, by: int = 1) -> Change:
    def change(_: Content, event: Content) -> None:
        event[field] += by

    return change


def left_out(content: Content, event: Content) -> None:
    content["events"].remove(event)


def unseen(content: Content, event: Content) -> bool:
    """Leaves out that a meter was shown which then moves."""
    left_out(content, event)
    return any(other.get("meter") == event["meter"] for other in content["events"])


FORGED: dict[str, tuple[str, Change, str, str]] = {
    "more is contributed than the link records": ("MeterRaised", more("amount"), "table ", "the table has|not record"),
    "the link records more": ("MeterRaised", more("amount"), "link ", "does not record what"),
    "the link records another carry": (
        "MeterRaised", lambda _, event: event.update(carry="1/3"), "link ", "does not record what"),
    "a reset that the link does not know": ("MeterReset", left_out, "link ", "does not record what"),
    "a link's entry of another table": (
        "MeterRaised", lambda content, _: content["of"].update(seq=1), "link ", "does not record what"),
    "a lost update: the table did not see the meter move": ("MeterShown", unseen, "table ", "it showed"),
    "the table saw another meter": ("MeterShown", more("amount", -5), "table ", "it showed"),
    "the table saw another fraction of a cent": (
        "MeterShown", lambda _, event: event.update(carry="1/7"), "table ", "it showed"),
    "more chips cashed than there are": ("ChipsCashed", more("amount", 10**9), "table ", "leaves -"),
    "more taken from the drop box than is in it": ("DropEmptied", more("amount", 1), "table ", "leaves -"),
    "chips that lay on an area before": ("WagerPlaced", more("was", 100), "table ", "what lies there|leaves -"),
    "a wager that nobody settled": ("WagerCollected", left_out, "table ", "chips still lie"),
    "an event that nobody knows": (
        "WagerCollected", lambda _, event: event.update(event="WagerLost"), "table ", "cannot have happened"),
    "a box where nobody is": ("WagerPaid", more("box", 50), "table ", "cannot have happened"),
    "chips that are given back twice": ("PaymentCorrected", more("amount", -(10**9)), "table ", "leaves -"),
}  # fmt: skip


@pytest.mark.parametrize(("event", "change", "stream", "reason"), FORGED.values(), ids=FORGED)
def test_a_forged_entry_is_named(event: str, change: Change, stream: str, reason: str) -> None:
    busy = played(2)
    ledger = altered(busy.store, event, change, stream)
    with pytest.raises(LedgerBroken, match=reason) as broken:
        check_books(ledger.store)
    changed = first_changed(busy.store, ledger)
    assert broken.value.position is not None
    assert changed.position <= broken.value.position <= changed.position + 1 or stream == "table "
    assert broken.value.stream


def test_a_link_that_does_not_record_a_movement_is_found() -> None:
    busy = played(2)
    rows = list(busy.store.entries())
    last = max(row.position for row in rows if row.stream == "link harbor")
    ledger = Ledger(tuple(row for row in rows if row.position != last), (), {})
    with pytest.raises(LedgerBroken, match="moves a meter of the link harbor, which does not record it") as broken:
        check_books(ledger.store)
    assert broken.value.position is not None
    assert last - 3 <= broken.value.position < last


def test_a_meter_is_opened_once() -> None:
    busy = played(2)
    rows = list(busy.store.entries())
    again = next(row for row in rows if row.stream == "link harbor")
    ledger = Ledger((*rows, again._replace(position=len(rows), seq=9999)), (), {})
    with pytest.raises(LedgerBroken, match=f"entry {len(rows)} .*the meter main is opened twice"):
        check_books(ledger.store)


def test_an_untouched_copy_holds() -> None:
    busy = played(2)
    assert check_books(Ledger(tuple(busy.store.entries()), (), {}).store) == check_books(busy.store)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 40))
def test_the_books_of_long_evenings_hold(seed: int) -> None:
    busy = BusyHouse(seed).play(3000)
    books = check_books(busy.store)
    assert sum(books.accounts.values()) == 0
    test_a_meter_is_its_seed_and_the_exact_share_of_every_stake(busy)
    test_the_books_say_what_the_tables_say(busy)
