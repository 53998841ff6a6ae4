"""Progressive meters in the long run: the formulas against a simulation, and against each other."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from pitboss.errors import InputError
from pitboss.odds.catalog import odds
from pitboss.odds.one_hand import one_hand_odds
from pitboss.odds.progressive import MeterRun, check_meter_names, envy_by_boxes, long_run, meter_choices
from pitboss.odds.query import OddsQuery
from pitboss.odds.record import Odds, OddsRow
from pitboss.rules.load import folders, load_regulation
from pitboss.rules.submission import MeterChoice

PROGRESSIVES = [
    (regulation_id, wager, paytable)
    for regulation_id in sorted(folders())
    for wager, rule in load_regulation(regulation_id).wagers.items()
    for paytable, table in load_regulation(regulation_id).paytables.get(rule.paytable, {}).items()
    if table.meters
]


def meter(**changes: Any) -> MeterRun:
    """A meter that is hit by 1 wager in 100 and pays a tenth to 1 in 25."""
    usual: dict[str, Any] = {
        "name": "main", "stake": 100, "rate": Fraction(1, 5), "start": 5000, "reset": 3000,
        "hit": Fraction(1, 100), "share": Fraction(1, 100) + Fraction(1, 250),
    }  # fmt: skip
    return MeterRun(**{**usual, **changes})


def cycle(run: MeterRun, random: Random) -> tuple[int, float, float]:
    """One life of a meter from its reset to a hit: wagers, what it paid, and what it showed when hit."""
    shown, paid, wagers = float(run.reset), 0.0, 0
    while True:
        shown, wagers = shown + float(run.rate) * run.stake, wagers + 1
        drawn = random.random()
        if drawn < 0.01:
            return wagers, paid + shown, shown
        if drawn < 0.05:
            paid, shown = paid + shown / 10, shown * 9 / 10


def test_the_long_run_against_a_simulation() -> None:
    """Lives of a meter are independent, so what is paid per wager is a ratio of means. Within 4.5 standard errors."""
    run, random = meter(), Random(4)
    lives = [cycle(run, random) for _ in range(4000)]
    wagers, paid, shown = (list(column) for column in zip(*lives, strict=True))
    number, ratio = len(lives), sum(paid) / sum(wagers)
    spread = sum((one - ratio * many) ** 2 for one, many in zip(paid, wagers, strict=True)) / number
    error = (spread / number) ** 0.5 / (sum(wagers) / number)
    assert abs(ratio - float(run.paid_per_wager) * run.stake) < 4.5 * error
    mean = sum(shown) / number
    error = (sum((one - mean) ** 2 for one in shown) / number / number) ** 0.5
    assert abs(mean - float(run.mean_at_hit(run.reset))) < 4.5 * error


def test_everything_that_enters_a_meter_is_paid_out_whatever_the_order() -> None:
    """Three boxes feed the meter, then are paid in turn, shares rounded down to the cent: the books balance."""
    random, shown, entered, paid = Random(7), 1000, 1000, 0
    for _ in range(3000):
        shown, entered = shown + 3 * 14, entered + 3 * 14
        for _ in range(3):
            drawn = random.random()
            if drawn < 0.02:
                paid, shown, entered = paid + shown, 1000, entered + 1000
            elif drawn < 0.1:
                share = shown // 10
                paid, shown = paid + share, shown - share
    assert paid == entered - shown


def test_the_mean_from_a_start_solves_its_recurrence() -> None:
    """x(M) = P(hit) M' + P(tenth) x(9/10 M') + P(nothing) x(M'), where M' = M + rate x stake; here without x's form."""
    run = meter()
    mean = {start: run.mean_at_hit(start) for start in (0, 1000)}
    slope = (mean[1000] - mean[0]) / 1000

    def x(start: Fraction) -> Fraction:
        return mean[0] + slope * start

    for start in (0, 700, 123_456):
        fed = start + run.rate * run.stake
        tenth = Fraction(1, 25)
        assert run.mean_at_hit(start) == run.hit * fed + tenth * x(fed * 9 / 10) + (1 - run.hit - tenth) * x(fed)


@pytest.mark.parametrize("hit", [Fraction(1, 2), Fraction(1, 7), Fraction(3, 22_100), Fraction(1)])
@pytest.mark.parametrize("level", [Fraction(1, 2), Fraction(3, 4), Fraction(19, 20)])
def test_a_quantile_is_the_first_number_of_wagers_that_reaches_its_level(hit: Fraction, level: Fraction) -> None:
    found = meter(hit=hit, share=hit).quantile(level, 5000)
    assert found
    wagers, shown = found
    assert 1 - (1 - hit) ** wagers >= level > 1 - (1 - hit) ** (wagers - 1)
    assert shown == 5000 + 20 * wagers


def test_there_are_no_quantiles_where_smaller_rows_take_from_the_meter() -> None:
    assert meter().quantile(Fraction(1, 2), 0) is None
    assert meter(share=Fraction(1, 100)).mean_at_hit(5000) == 5000 + 20 * 100


def test_rounds_between_hits_are_wagers_by_boxes() -> None:
    assert meter().wagers_between == 100
    assert meter().rounds_between(7) == Fraction(100, 7)


@pytest.mark.parametrize(("regulation_id", "wager", "paytable"), PROGRESSIVES)
def test_the_long_run_is_the_wager_at_the_mean_meter(regulation_id: str, wager: str, paytable: str) -> None:
    """A wager does not influence the meter that it finds, so on average it is paid as from the mean meter."""
    regulation = load_regulation(regulation_id)
    (record,) = odds(regulation, OddsQuery({}), wager, paytable)
    choices = {name: MeterChoice(seed=500_000, reset=100_000, rate=Fraction(3, 50)) for name in record.meters}
    run = long_run(record, choices)
    assert record.fixed is not None
    means = {one.name: one.mean_at_hit(one.reset) for one in run.meters}
    at_mean = record.fixed + sum(share * means[name] / record.stake for name, share in record.meters.items())
    assert run.expected == at_mean
    assert all(one.hit > 0 for one in run.meters)


def test_three_card_progressive_a_in_figures() -> None:
    """1 hand in 22,100; fixed pays 601/1105; 14 % enters and $1,000 is put in for each hit."""
    (record,) = odds(load_regulation("MD-TCP"), OddsQuery({}, meters={"main": 250_000}), "progressive", "A")
    run = long_run(record, {"main": MeterChoice(seed=250_000, reset=100_000, rate=Fraction(14, 100))}, boxes=7)
    assert run.without_envy == Fraction(601, 1105) + Fraction(14, 100) + Fraction(1000, 22_100) - 1
    assert run.expected == run.without_envy + 6 * Fraction(100 + 3 * 25, 22_100)
    (main,) = run.meters
    assert main.wagers_between == 22_100
    assert main.mean_at_hit(main.start) == 250_000 + 14 * 22_100
    assert run.to_json()["meters"]["main"]["rounds_between_hits"] == str(Fraction(22_100, 7))


def test_a_hit_of_two_rows_counts_both() -> None:
    rows = (OddsRow("a", "100% of main", 1), OddsRow("b", "100% of main", 2), OddsRow("none", None, 97))
    record = Odds(
        regulation="X", wager="w", paytable="A", options={}, cite="X 1", rows=rows, expected=None,
        hit_frequency=Fraction(3, 100), fixed=Fraction(-1), meters={"main": Fraction(3, 100)},
    )  # fmt: skip
    (main,) = long_run(record, {"main": MeterChoice(seed=0, rate=Fraction(1, 10))}).meters
    assert main.hit == Fraction(3, 100)
    assert main.only_whole


def test_envy_by_boxes_for_both_stakes() -> None:
    tcp = load_regulation("MD-TCP")
    found = envy_by_boxes(tcp, ("progressive", "A"), OddsQuery({}), 7)
    assert list(found) == [100, 500]
    assert found[100] == found[500] == tuple(Fraction(7, 884) * others for others in range(7))
    none = OddsQuery({"five_card_envy": "none"})
    assert envy_by_boxes(tcp, ("five_card_progressive", "A"), none, 7) == {}
    assert envy_by_boxes(load_regulation("MD-TFP"), ("poker_bonus", "A"), OddsQuery({}), 6) == {}


def test_seeds_that_scale_with_the_stake() -> None:
    table = load_regulation("MA-LIR").paytables["progressive"]["PTMGL02"]
    found = meter_choices(table, 500, {"main": Fraction(1, 5)}, {}, {})
    assert found
    assert found["main"].resets_to == 5_000_000
    assert one_hand_odds(load_regulation("MA-LIR"), "progressive", "PTMGL02", OddsQuery({})).seeds == {
        "main": 5_000_000
    }


def test_what_the_regulation_does_not_say_must_be_given() -> None:
    tables = load_regulation("MD-TCP").paytables
    assert meter_choices(tables["progressive"]["A"], 100, {}, {}, {}) is None
    with pytest.raises(InputError, match="no least rate; give --rate minor"):
        meter_choices(tables["progressive"]["C"], 100, {"major": Fraction(1, 10)}, {}, {})
    with pytest.raises(InputError, match="no least seed; give --reset five_card_main"):
        meter_choices(tables["five_card_progressive"]["A"], 100, {"five_card_main": Fraction(1, 10)}, {}, {})
    with pytest.raises(InputError, match="no such meter"):
        check_meter_names(tables["progressive"], {"--meter": ("mian",)})
