"""The exact variance of rounds: against theory wager by wager, and against simulated rounds all together."""

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt

import pytest

from pitboss.books.gaming_day import Day
from pitboss.books.report import day_reports
from pitboss.books.theoretical_win import Theory
from pitboss.cli.report_text import report_text
from pitboss.odds.wagers import decision_wager
from pitboss.play import commands as c
from pitboss.rules.ruleset import Ruleset
from pitboss.simulation.card_stream import key_of
from pitboss.simulation.setup import Setup, setup_of
from pitboss.views.day_reports import Deviation, day_report_json
from tests.books.test_report import FIRST, evening
from tests.ledger.busy_house import HOUSE, BusyHouse
from tests.simulation.tables import rulesets

exact = pytest.importorskip("pitboss.simulation.exact_covariance")
np = pytest.importorskip("numpy")
vectorised = pytest.importorskip("pitboss.simulation.vectorised")

WAGERS = {
    "MA-LIR": ("base", "bonus", "three_card_bonus"),
    "MD-LIR": ("base", "five_card_bonus", "three_card_bonus", "progressive"),
    "MD-TCP": ("ante", "pair_plus", "six_card_bonus", "progressive"),
}
WITHIN = 3.5


def table(regulation: str, boxes: int = 1) -> tuple[Ruleset, Setup]:
    ruleset = rulesets()[regulation]
    return ruleset, setup_of(ruleset, boxes=boxes, wagers=WAGERS[regulation])


def check_against_theory(regulation: str) -> None:
    """Means and variances are the fractions that the odds have, found in another way."""
    ruleset, setup = table(regulation)
    theory, found = Theory.by(ruleset), exact.covariances(setup.terms, [setup.stakes])
    folds = decision_wager(ruleset.regulation) == "ante"
    for place, column in enumerate(found.columns):
        if column.wager in WAGERS[regulation]:
            stake = setup.stakes[setup.entries[column.wager][0]]
            chance = theory.chance(column.wager, stake, folds=folds)
            assert (-found.means[place], found.same_box[place][place]) == chance
        for other in range(len(found.columns)):
            assert found.same_box[place][other] == found.same_box[other][place]
            assert found.other_box[place][other] == found.other_box[other][place]
            limit = found.same_box[place][place] * found.same_box[other][other]
            assert found.same_box[place][other] ** 2 <= limit
            assert found.other_box[place][other] ** 2 <= limit


def test_let_it_ride_has_the_variances_of_its_odds() -> None:
    check_against_theory("MA-LIR")


@pytest.mark.slow
@pytest.mark.parametrize("regulation", ["MD-LIR", "MD-TCP"])
def test_every_wager_has_the_variance_of_its_odds(regulation: str) -> None:
    check_against_theory(regulation)


def won_in_rounds(setup: Setup, rounds: int) -> Mapping[str, object]:
    """What each of two boxes won with each wager in simulated rounds."""
    grid, tables = setup.grid_and_tables
    batches = range(0, rounds, vectorised.BATCH)
    places = np.concatenate(
        [vectorised.places(key_of(7), begin, vectorised.BATCH, tables) for begin in batches], axis=1
    )
    found = {}
    for name, items in setup.entries.items():
        worth = np.zeros(grid.shape, np.int64)
        for part in grid.parts:
            shape = [size if axis in part.axes else 1 for axis, size in enumerate(grid.shape)]
            nets = [
                sum(line.net - (line.amount if line.meter else 0) for line in cell.lines if line.item in items)
                for cell in part.cells
            ]
            worth += np.array(nets, np.int64).reshape(shape)
        found[name] = worth.reshape(-1)[places].astype(np.float64)
    return {**found, "envy": grid.priced(1).envy[places].astype(np.float64)}


def far(one: object, other: object, covariance: Fraction) -> float:
    """How many standard errors a covariance is from that of simulated rounds."""
    products = (one - one.mean()) * (other - other.mean())  # type: ignore[attr-defined]
    return float(abs(products.mean() - float(covariance)) / (products.std() / sqrt(len(products))))


@pytest.mark.slow
@pytest.mark.parametrize("regulation", ["MA-LIR", "MD-TCP"])
def test_covariances_agree_with_simulated_rounds(regulation: str) -> None:
    _, setup = table(regulation, boxes=2)
    found = exact.covariances(setup.terms, [setup.stakes])
    won = won_in_rounds(setup, 1 << 22)
    names = [column.wager for column in found.columns]
    distances, controls = [], []
    for one in setup.entries:
        for other in setup.entries:
            i, j = names.index(one), names.index(other)
            same, apart = found.same_box[i][j], found.other_box[i][j]
            distances += [far(won[one][0], won[other][0], same), far(won[one][0], won[other][1], apart)]  # type: ignore[index]
            controls += [far(won[one][0], won[other][0], same * 2), far(won[one][0], won[other][1], -apart)]  # type: ignore[index]
    assert max(distances) < WITHIN + 1, "the largest of some thirty distances"
    assert max(controls) > 20, "wrong covariances must be found"


def base(stake: int) -> dict[str, int]:
    return {"bet_1": stake, "bet_2": stake, "bet_3": stake}


def bay(*wagers: dict[str, int], house: str = HOUSE) -> BusyHouse:
    """Two rounds of Let It Ride."""
    busy = BusyHouse(0, house, pace=1)
    for box, player in enumerate(("ann", "bob"), 1):
        busy.do("bay", c.BuyChips(player, 1_000_000))
        busy.do("bay", c.TakeSeat(player, box))
    for _ in range(2):
        busy.deal("bay", "", *wagers)
        for decision in range(2):
            for box in range(1, 3):
                busy.do("bay", c.Choose(box, "ride" if decision else "withdraw"))
        busy.settle("bay")
    return busy


def test_a_day_has_one_deviation() -> None:
    """The variance of a day is between what independent wagers and wagers that win together would have."""
    store = bay(base(1500) | {"three_card_bonus": 500}, base(3000)).store
    day = Day("all", 0, 10**15)
    (report,) = day_reports(store, [day], "bay", exact=True)
    assert report.completed == 2
    assert report.variance is not None
    assert report.whole.theory.variance < report.variance < report.most_variance
    found = Deviation.of(report.whole, report.most_variance, report.variance)
    assert found is not None
    assert found.exact is not None
    assert abs(found.least) < abs(found.exact) < abs(found.usual)
    total = day_report_json(report, str)["total"]
    assert (total["variance_exact"], total["no_exact_variance"]) == (str(report.variance), None)
    assert f"{abs(found.exact):.2f} standard deviations below theory" in " ".join(report_text([report], str).split())
    (plain,) = day_reports(store, [day], "bay")
    assert plain.variance is None
    assert "pitboss report --exact" in plain.no_variance


def test_what_has_no_exact_covariances_is_named() -> None:
    store = bay(base(1500) | {"cover_all": 100}, base(1500)).store
    (report,) = day_reports(store, [Day("all", 0, 10**15)], "bay", exact=True)
    assert (report.variance, report.no_variance) == (
        None,
        "MA-LIR: no exact covariances of cover_all with the other wagers",
    )
    assert "There is no exact number: MA-LIR: no exact" in " ".join(report_text([report], str).split())


@pytest.mark.slow
def test_the_variance_of_a_round_agrees_with_simulated_rounds() -> None:
    """Box 1: $10 on the Ante, $5 on Pair Plus, $1 on the progressive. Box 2: $20, and $5 on the Six Card Bonus."""
    (report,) = day_reports(evening().store, [FIRST], "one", exact=True)
    assert report.completed == 1
    assert report.variance is not None
    setup = setup_of(
        rulesets()["MD-TCP"],
        boxes=2,
        wagers=WAGERS["MD-TCP"],
        stakes={"ante": 1000, "pair_plus": 500, "six_card_bonus": 500, "progressive": 100},
        paytables={"pair_plus": "D", "six_card_bonus": "C", "progressive": "A", "ante_bonus": "A"},
    )
    won = won_in_rounds(setup, 1 << 22)
    envy = won["envy"]
    total = sum(won[name][0] for name in ("ante", "pair_plus", "progressive"))  # type: ignore[index]
    total = total + 2 * won["ante"][1] + won["six_card_bonus"][1] + envy[1]  # type: ignore[index]
    assert far(total, total, report.variance) < WITHIN
    assert far(total, total, report.whole.theory.variance) > WITHIN, "independent wagers would vary less"
