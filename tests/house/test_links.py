"""Two tables on one link: every fraction of a cent counts, and jackpots are decided one after the other."""

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from pitboss.errors import CommandRefused
from pitboss.evidence.verify import verify_store
from pitboss.house import decision
from pitboss.ledger.fold import LinkRecord, link_stream, load_link
from pitboss.ledger.store import Store
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.encoding import event_from_json
from tests.house.driving import NOTHING, ROYAL, SAMPLE, TWINS, Driven

TABLES = ("east", "west")
RATE, SEED, RESET = Fraction("14.37") / 100, 250_000, 100_000
CARDS = {True: ROYAL, False: NOTHING}


@pytest.fixture
def twins(tmp_path: Path) -> Driven:
    driven = Driven(tmp_path / "ledger.db", TWINS, TABLES)
    for table in TABLES:
        driven.seat(table)
    return driven


def link(store: Store) -> LinkRecord:
    return load_link(store, "harbor")


def exact(store: Store) -> Fraction:
    """The meter with the fraction of a cent that waits."""
    meter = link(store).meters["main"]
    return meter.amount + meter.carry


def moves(store: Store) -> list[e.Event]:
    """Everything that moved the meter, in the order of the link's stream."""
    documents = [document for entry in store.stream(link_stream("harbor")) for document in entry.content["events"]]
    return [event_from_json(document) for document in documents if document["event"] != "LinkOpened"]


def whole(amount: Fraction) -> int:
    return amount.numerator // amount.denominator


def won(events: tuple[e.Event, ...]) -> int:
    (paid,) = [event for event in events if isinstance(event, e.WagerPaid) and event.odds == "100% of main"]
    return paid.amount


def locked(store: Store) -> int:
    """What the newest jackpot has taken off the meter."""
    return [event.amount for event in moves(store) if isinstance(event, e.JackpotLocked)][-1]


def test_fractions_of_a_cent_of_both_tables_add_up(twins: Driven) -> None:
    due = Fraction(SEED)
    for number, table in enumerate(TABLES * 3):
        stake = 500 if number % 3 else 100
        twins.closed(table, NOTHING, stake)
        due += stake * RATE
        assert exact(twins.house.store) == due
        assert twins.meters("east") == twins.meters("west") == {"main": whole(due)}
        twins.to_the_win(table)
    assert due.denominator > 1
    assert link(twins.house.store).meters["main"].carry == due - whole(due)


def test_the_second_jackpot_is_paid_from_the_reset_meter_and_what_came_in(twins: Driven) -> None:
    due, amounts = Fraction(SEED), dict[str, int]()
    for table in TABLES:
        twins.closed(table, ROYAL)
        due += 100 * RATE
        twins.to_the_win(table)
        amounts[table] = whole(due)
        assert locked(twins.house.store) == whole(due)
        due += RESET - whole(due)
        assert exact(twins.house.store) == due
    # Who is validated first makes no difference.
    for table in reversed(TABLES):
        assert won(twins.paid(table)) == amounts[table]
    assert exact(twins.house.store) == due
    assert exact(twins.house.store).denominator > 1


def test_two_tables_that_settle_in_two_processes_are_paid_one_after_the_other(tmp_path: Path) -> None:
    one = Driven(tmp_path / "ledger.db", TWINS, TABLES)
    other = Driven(tmp_path / "ledger.db", TWINS, TABLES)
    at = {"east": one, "west": other}
    for table, driven in at.items():
        driven.seat(table)
        driven.closed(table, ROYAL)
    grown = SEED + 2 * 100 * RATE
    for table, driven in at.items():
        driven.to_the_win(table)
        driven.do(table, c.ValidateWin(1, "progressive"))
    second = won(other.do("west", c.Settle()).events)
    first = won(one.do("east", c.Settle()).events)
    assert (first, second) == (whole(grown), whole(RESET + grown - first))
    assert verify_store(one.house.store).size == one.house.store.size()


def test_a_table_that_is_not_told_what_its_meter_shows_would_pay_it_twice(
    twins: Driven, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: without what other tables did, the second jackpot is the first one over again."""
    for table in TABLES:
        twins.closed(table, ROYAL)
    monkeypatch.setattr(decision, "shown", lambda *_: ())
    for table in TABLES:
        twins.to_the_win(table)
    first, second = won(twins.paid("east")), won(twins.paid("west"))
    assert second > RESET + 100
    assert first + second > whole(SEED + 2 * 100 * RATE) + RESET
    assert exact(twins.house.store) < 0


def test_a_void_round_gives_its_contributions_back_while_the_other_table_plays_on(twins: Driven) -> None:
    twins.closed("east", NOTHING, 500)
    twins.closed("west", NOTHING, 100)
    assert exact(twins.house.store) == SEED + 600 * RATE
    voided = twins.do("east", c.Report("wrong_number_of_cards", None, "deck", 0, "floorperson")).events
    assert any(isinstance(event, e.RoundVoided) for event in voided)
    assert exact(twins.house.store) == SEED + 100 * RATE
    twins.to_the_win("west")
    twins.closed("west", NOTHING, 500)
    assert exact(twins.house.store) == SEED + 600 * RATE


def test_a_void_round_gives_a_jackpot_back_that_others_have_built_on(twins: Driven) -> None:
    """East wins and waits with a second win; west contributes to the reset meter; then east's round is void."""
    twins.do("east", c.BuyChips("player 2", 100_000))
    twins.do("east", c.TakeSeat("player 2", 2))
    twins.open_bets("east", "Kh As 2c Qh Ks 4d Jh Qs 6h")
    for box in (1, 2):
        twins.do("east", c.PlaceWagers(box, (("ante", 1000), ("progressive", 500))))
    twins.do("east", c.CloseBets())
    twins.do("east", c.DealCards())
    for box in (1, 2):
        twins.do("east", c.Choose(box, "play"))
    twins.do("east", c.Settle())
    twins.do("east", c.ValidateWin(2, "progressive"))
    assert won(twins.do("east", c.Settle()).events) == whole(SEED + 1000 * RATE)
    reset = RESET + SEED + 1000 * RATE - whole(SEED + 1000 * RATE)
    twins.closed("west", NOTHING, 100)
    assert exact(twins.house.store) == reset + 100 * RATE
    twins.do("east", c.Report("wrong_number_of_cards", None, "deck", 0, "floorperson"))
    assert exact(twins.house.store) == SEED + 100 * RATE
    assert twins.meters("east") == {"main": whole(exact(twins.house.store))}


@pytest.mark.parametrize("processes", [1, 2])
def test_the_history_of_a_meter_adds_up_exactly(tmp_path: Path, processes: int) -> None:
    """Random rounds at both tables, jackpots and void rounds among them, against a sum of fractions."""
    houses = [Driven(tmp_path / "ledger.db", TWINS, TABLES) for _ in range(processes)]
    chance, due = Random(5), Fraction(SEED)
    for table in TABLES:
        houses[0].seat(table)
    for _ in range(24):
        driven, table, stake = chance.choice(houses), chance.choice(TABLES), chance.choice([100, 500])
        ends = chance.choice(["loses", "loses", "wins", "void"])
        driven.closed(table, CARDS[ends == "wins"], stake)
        due += stake * RATE
        driven = chance.choice(houses)
        if ends == "void":
            driven.do(table, c.Report("wrong_number_of_cards", None, "deck", 0, "floorperson"))
            due -= stake * RATE
        else:
            driven.to_the_win(table)
        if ends == "wins":
            paid = won(chance.choice(houses).paid(table))
            assert paid == whole(due)
            due += RESET - paid
        assert exact(houses[0].house.store) == due
    assert sum(map(gained, moves(houses[0].house.store))) + SEED == whole(due)
    for driven in houses:
        assert driven.meters("east") == driven.meters("west") == {"main": whole(due)}


def gained(event: e.Event) -> int:
    """The whole cents that an event brings a meter."""
    match event:
        case e.MeterRaised(amount=amount) | e.MeterReset(amount=amount) | e.PaymentTakenBack(amount=amount):
            return amount
        case e.JackpotReleased(amount=amount):
            return amount
        case e.MeterLowered(amount=amount) | e.JackpotLocked(amount=amount):
            return -amount
    raise AssertionError(event)


def test_every_entry_of_a_link_names_the_entry_of_the_table_that_made_it(twins: Driven) -> None:
    store = twins.house.store
    twins.closed("east", ROYAL)
    twins.to_the_win("east")
    twins.paid("east")
    for entry in [*store.stream(link_stream("harbor"))][1:]:
        of = entry.content["of"]
        made = next(store.stream(of["stream"], of["seq"] - 1))
        assert made.position == entry.position - 1
        assert all(event in made.content["events"] for event in entry.content["events"])


def test_a_table_alone_on_its_link_is_told_nothing(tmp_path: Path) -> None:
    driven = Driven(tmp_path / "ledger.db", SAMPLE)
    driven.seat("three-card", boxes=2)
    driven.play("three-card", 3)
    entries = driven.house.store.stream("table three-card")
    assert not any(event["event"] == "MeterShown" for entry in entries for event in entry.content["events"])
    assert driven.meters("three-card")["main"] > 250_000


def test_a_refused_command_moves_no_meter(twins: Driven) -> None:
    twins.closed("east", NOTHING)
    before, size = exact(twins.house.store), link(twins.house.store).seq
    for asked in (c.CloseBets(), c.Settle(), c.Report("card_exposed_early")):
        with pytest.raises(CommandRefused):
            twins.do("east", asked)
    assert (exact(twins.house.store), link(twins.house.store).seq) == (before, size)
