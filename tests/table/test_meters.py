"""Shared meters: what a table is told before it decides, and what then moves them, exactly."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.play import events as e
from pitboss.play.encoding import EVENTS
from pitboss.rules.clause import Clause
from pitboss.table.meters import Meter, linked, moved, moving, shown
from pitboss.table.state import evolve, new_table
from tests.properties.houses import approved
from tests.table.test_chips import HOUSE, table

CITE = "MD-TCP 12.E"
TWO_LINKS = HOUSE.replace(
    "[tables.one]\n",
    '[links.mega]\nmeters.five_card_main = { seed = "$10,000", rate = "20%" }\n[tables.one]\n',
).replace(
    "[tables.one.awards]",
    'six_card_bonus = { paytable = "A", minimum = "$5", maximum = "$50" }\n'
    'five_card_progressive = { paytable = "A", stakes = ["$1", "$5"], link = "mega" }\n'
    '[tables.one.options]\nfive_card_envy = "as_let_it_ride"\n[tables.one.awards]',
).replace('"manual_shoe"', '"hand"\nshuffler = "automated"')  # fmt: skip
METERS = st.builds(Meter, st.integers(0, 10**9), st.fractions(0, 1, max_denominator=1000).filter(lambda rest: rest < 1))


def test_each_meter_has_a_link() -> None:
    assert linked(new_table(approved(HOUSE))) == {"main": "five"}
    assert linked(new_table(approved(TWO_LINKS))) == {"main": "five", "five_card_main": "mega"}


def test_a_table_is_told_nothing_that_it_knows() -> None:
    fresh = new_table(approved(TWO_LINKS))
    assert list(shown(fresh, {"main": Meter(500_000), "five_card_main": Meter(1_000_000)})) == []
    assert list(shown(fresh, {})) == []


@given(METERS)
def test_a_table_that_is_told_knows_exactly(meter: Meter) -> None:
    fresh = new_table(approved(TWO_LINKS))
    told = list(shown(fresh, {"main": meter}))
    assert [event.meter for event in told] == ([] if meter == Meter(500_000) else ["main"])
    for event in told:
        fresh = evolve(fresh, event)
    assert Meter(fresh.meters()["main"], fresh.carry.get("main", Fraction(0))) == meter
    assert fresh.meters()["five_card_main"] == 1_000_000
    assert sum(fresh.accounts.values()) == 0
    assert list(shown(fresh, {"main": meter})) == []


@pytest.mark.parametrize("other", [Meter(500_001), Meter(500_000, Fraction(1, 100))])
def test_a_cent_or_a_fraction_of_one_is_told(other: Meter) -> None:
    (event,) = shown(new_table(approved(HOUSE)), {"main": other})
    assert (event.amount, Fraction(event.carry)) == other
    assert isinstance(event.cite, Clause)


MOVES: dict[str, tuple[e.MovesMeter, Meter]] = {
    "raised": (e.MeterRaised("main", 20, "1/2", CITE), Meter(1020, Fraction(1, 2))),
    "lowered": (e.MeterLowered("main", 20, "3/4", CITE), Meter(980, Fraction(3, 4))),
    "lowered below what it took": (e.MeterLowered("main", -30, "0", CITE), Meter(1030, Fraction(0))),
    "reset": (e.MeterReset("main", 500, CITE), Meter(1500, Fraction(1, 4))),
    "won": (e.WagerPaid(1, "progressive", 100, "", "", 0, 1000, "main", CITE), Meter(0, Fraction(1, 4))),
    "locked": (e.JackpotLocked(1, "progressive", "main", 1000, CITE), Meter(0, Fraction(1, 4))),
    "released": (e.JackpotReleased(1, "progressive", "main", 700, CITE), Meter(1700, Fraction(1, 4))),
    "given back": (e.PaymentTakenBack(1, "progressive", 700, "main", CITE), Meter(1700, Fraction(1, 4))),
}


@pytest.mark.parametrize(("event", "after"), MOVES.values(), ids=MOVES)
def test_what_moves_a_meter(event: e.MovesMeter, after: Meter) -> None:
    assert list(moving([event])) == [("main", event)]
    assert moved(Meter(1000, Fraction(1, 4)), event) == after


@pytest.mark.parametrize("name", MOVES)
def test_a_link_and_a_table_agree_on_every_move(name: str) -> None:
    """The same event moves the meter of the link and the table's account of it alike."""
    event = MOVES[name][0]
    before = table().replace(carry={"main": Fraction(1, 4)})
    meter = moved(Meter(before.meters()["main"], Fraction(1, 4)), event)
    after = evolve(before, event)
    assert Meter(after.meters()["main"], after.carry["main"]) == meter


STILL = [
    e.MeterShown("main", 5, "0", CITE),
    e.WagerPaid(1, "ante", 100, "", "1 to 1", 100, 100, "", CITE),
    e.PaymentTakenBack(1, "ante", 700, "", CITE),
    e.WagersCollected("progressive", 1, 100, CITE),
    # The win has moved the meter; who pays it makes no difference.
    e.PayoutHeld(1, "progressive", "ann", 1, 700, 100, 700, "main", "mini_royal", "verified", str(CITE)),
]


@pytest.mark.parametrize("event", STILL, ids=lambda event: type(event).__name__)
def test_what_moves_no_meter(event: e.Event) -> None:
    assert list(moving([event])) == []


def test_every_event_that_names_a_meter_is_here() -> None:
    """A new event with a meter fails here until it is known whether it moves it."""
    named = {kind for kind in EVENTS.values() if "meter" in kind.__struct_fields__}
    assert named == {type(event) for event, _ in MOVES.values()} | {e.MeterShown, e.PayoutHeld}
