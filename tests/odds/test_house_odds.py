"""A whole house: what each table offers, distributions of results, folding, versions, limits."""

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from pitboss.cards import THREE_CARD, parse_cards
from pitboss.errors import InputError
from pitboss.games.let_it_ride.payout_limit import limited_bets
from pitboss.games.let_it_ride.solver import solve
from pitboss.games.three_card_poker.solver import solve as solve_three_card
from pitboss.odds.catalog import distribution_of, odds
from pitboss.odds.house_odds import HouseOdds, TableOdds, house_odds, table_odds
from pitboss.odds.query import OddsQuery
from pitboss.rules.approve import approve_file
from pitboss.rules.load import folders, load_regulation
from tests.properties.houses import approved, houses

SAMPLE = Path(__file__).parents[2] / "examples/house.toml"


@pytest.fixture(scope="module")
def sample() -> HouseOdds:
    return house_odds(approve_file(str(SAMPLE)))


def changed(folder: Path, table: str, *changes: tuple[str, str]) -> TableOdds:
    """A table of the sample house after changes to its text."""
    text = SAMPLE.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file = folder / "house.toml"
    file.write_text(text)
    (found,) = house_odds(approve_file(str(file)), table).tables
    return found


def table_of(house: HouseOdds, name: str) -> TableOdds:
    return next(table for table in house.tables if table.name == name)


@pytest.mark.parametrize("regulation_id", sorted(folders()))
def test_distributions_have_the_expected_value_and_variance_of_the_odds(regulation_id: str) -> None:
    """Every paytable's results, gathered by amount, give the same two moments as the record."""
    regulation, asked = load_regulation(regulation_id), OddsQuery({})
    for record in odds(regulation, asked):
        found = distribution_of(regulation, record, asked)
        if found is None:
            assert record.expected is None
        else:
            assert (found.expected, found.variance) == (record.expected, record.variance)
            assert sum(found.chances.values()) == 1


def test_the_ante_bonus_only_with_a_win_has_its_own_distribution() -> None:
    regulation, asked = load_regulation("MD-TCP"), OddsQuery({"ante_bonus": "win_only"})
    (record,) = odds(regulation, asked, "ante", "A")
    found = distribution_of(regulation, record, asked)
    assert found
    assert found.expected == record.expected


def test_a_payout_limit_takes_the_top_off_the_royal_flush() -> None:
    """At $100 a bet three bets of 1,000 to 1 would win $300,000; a limit of $75,000 leaves 750 bets of 3,000."""
    lines = load_regulation("MD-LIR").paytables["base"]["A"].lines()
    free, limited = limited_bets(lines, 10_000, None), limited_bets(lines, 10_000, 7_500_000)
    assert free.distribution.expected == solve(lines).expected
    assert free.average_stake == limited.average_stake == solve(lines).average_stake
    assert free.distribution.expected - limited.distribution.expected == Fraction(3000 - 750, 649_740)
    assert limited_bets(lines, 2500, 7_500_000).distribution.expected == solve(lines).expected


def test_a_low_limit_changes_the_play() -> None:
    lines = load_regulation("MD-LIR").paytables["base"]["A"].lines()
    free, limited = limited_bets(lines, 10_000, None), limited_bets(lines, 10_000, 100_000)
    assert limited.average_stake < free.average_stake
    assert max(limited.distribution.chances) == 10
    capped = sum(min(win, Fraction(10)) * chance for win, chance in free.distribution.chances.items())
    assert capped < limited.distribution.expected < free.distribution.expected


def test_the_sample_house(sample: HouseOdds) -> None:
    assert [table.name for table in sample.tables] == ["let-it-ride", "three-card", "top-five", "commonwealth"]
    edges = {
        (table.name, one.odds.wager, one.odds.stake, one.odds.boxes): one.odds.house_edge
        for table in sample.tables
        for one in table.offered
    }
    assert edges["let-it-ride", "base", 500, None] == Fraction(37963, 1082900)
    assert edges["let-it-ride", "base", 10_000, None] == Fraction(37963, 1082900) + Fraction(2250, 649_740)
    assert edges["three-card", "pair_plus", 500, None] == Fraction(128, 5525)
    assert [key[3] for key in edges if key[1] == "cover_all"] == [1, 2, 3, 4, 5, 6, 7]
    assert [key[2] for key in edges if key[:2] == ("let-it-ride", "six_card_bonus")] == [100, 2500]
    json.dumps(sample.to_json())


def test_meters_stand_at_the_house_s_seeds(sample: HouseOdds) -> None:
    three = table_of(sample, "three-card")
    one = next(one for one in three.offered if one.odds.wager == "progressive")
    assert one.odds.seeds == {"main": 250_000}
    assert one.odds.expected == Fraction(601, 1105) + Fraction(2500, 22_100) - 1
    assert one.long_run
    assert one.long_run.expected == Fraction(601, 1105) + Fraction(14, 100) + Fraction(1000, 22_100) - 1


def folded_ranks() -> Iterator[tuple[int, int, int]]:
    """The ranks of hands below Q-6-4 (published) that are neither pairs nor straights, 2 being 0 and the ace 12."""
    for low, middle, high in combinations(range(13), 3):
        if (high, middle, low) < (10, 4, 2) and high - low != 2:
            yield low, middle, high


def test_no_three_card_win_is_folded_and_some_five_card_wins_are(sample: HouseOdds) -> None:
    """Straights and three of a kind counted by ranks alone: 60 suits for three ranks that are not all of one suit."""
    forfeits = {forfeit.wager: forfeit for forfeit in table_of(sample, "three-card").forfeits}
    assert list(forfeits) == ["pair_plus", "progressive", "five_card_progressive"]
    for wager in ("pair_plus", "progressive"):
        assert forfeits[wager].loss == 0
        assert all(row.count == 0 for row in forfeits[wager].folded)
        assert forfeits[wager].cite in ("MD-TCP 11.C(1)", "MD-TCP 11.C(2)")
    five = forfeits["five_card_progressive"]
    runs = [frozenset(rank % 13 for rank in range(top - 4, top + 1)) for top in range(3, 13)]
    straights = sum(60 * 16 for ranks in folded_ranks() for run in runs if run > set(ranks))
    trips = sum(60 * 3 * 3 for _ in folded_ranks())
    folded = {row.pattern: row.count for row in five.folded if row.count}
    assert folded == {"straight": 2 * straights, "three_of_a_kind": 2 * trips}
    assert five.total == 22_100 * 49 * 48
    assert five.loss == Fraction(2 * (30 * straights + 9 * trips), five.total)
    assert five.after.fixed is not None
    assert five.long_run
    before = next(one.long_run for one in table_of(sample, "three-card").offered if one.odds.wager == five.wager)
    assert before
    assert before.expected - five.long_run.expected == five.loss


def test_folded_hands_are_those_of_the_solved_game() -> None:
    game = solve_three_card(load_regulation("MD-TCP"), load_regulation("MD-TCP").paytables["ante_bonus"]["A"])
    least = THREE_CARD.value_of(parse_cards("Qs 6d 4c"))
    assert all(decision.plays == (THREE_CARD.value_of(decision.cards) >= least) for decision in game.decisions)


def test_the_three_versions_as_one_edge(sample: HouseOdds) -> None:
    """$10 on the Ante and $5 on Pair Plus D: loss over stake, with Play made 149 times in 221."""
    versions = {one.cite: one for one in table_of(sample, "three-card").combined}
    ante, compulsory = (
        next(odds(load_regulation("MD-TCP"), OddsQuery({}), "ante", table)) for table in ("A", "compulsory")
    )
    for cite, record in (("MD-TCP 7.G(1)", ante), ("MD-TCP 7.G(2)", ante), ("MD-TCP 7.G(3)", compulsory)):
        one = versions[cite]
        assert dict(one.stakes) == {"ante": 1000, "pair_plus": 500}
        assert record.expected is not None
        assert record.average_stake is not None
        assert one.edge == (-1000 * record.expected + 500 * Fraction(128, 5525)) / (1000 * record.average_stake + 500)
        assert not one.in_force


def test_least_stakes_are_raised_as_a_version_asks(tmp_path: Path) -> None:
    found = changed(
        tmp_path,
        "three-card",
        ('version = "standard"', 'version = "compulsory"'),
        ('ante = { minimum = "$10", maximum = "$500" }', 'ante = { minimum = "$5", maximum = "$500" }'),
        ('"D", minimum = "$5", maximum = "$100" }', '"D", minimum = "$10", maximum = "$100" }'),
        ('ante_bonus = { paytable = "A" }', 'ante_bonus = { paytable = "compulsory" }'),
    )
    versions = {one.cite: one for one in found.combined}
    assert dict(versions["MD-TCP 7.G(1)"].stakes) == {"ante": 1000, "pair_plus": 1000}
    assert dict(versions["MD-TCP 7.G(2)"].stakes) == {"ante": 500, "pair_plus": 1000}
    assert dict(versions["MD-TCP 7.G(3)"].stakes) == {"ante": 500, "pair_plus": 1000}
    assert [one.in_force for one in versions.values()] == [False, False, True, True]
    assert next(one.odds.paytable for one in found.offered if one.odds.wager == "ante") == "compulsory"


def test_higher_payouts_of_massachusetts_count(tmp_path: Path) -> None:
    found = changed(
        tmp_path,
        "commonwealth",
        ('base = { minimum = "$15"', 'base = { pays = { four_of_a_kind = "60 to 1" }, minimum = "$15"'),
        ("boxes = 7\ndevice = \"automated_shoe\"\nshuffler = \"counting\"\nshuffler_model",
         "boxes = 3\ndevice = \"automated_shoe\"\nshuffler = \"counting\"\nshuffler_model"),
    )  # fmt: skip
    base = next(one.odds for one in found.offered if one.odds.wager == "base")
    assert next(row.pays for row in base.rows if row.pattern == "four_of_a_kind") == "60 to 1"
    assert base.expected is not None
    assert base.expected > -Fraction(37963, 1082900)
    assert [one.odds.boxes for one in found.offered if one.odds.wager == "cover_all"] == [1, 2, 3]
    assert len(found.envy["progressive"][100]) == 3


def test_options_of_the_house_hold(tmp_path: Path) -> None:
    found = changed(
        tmp_path,
        "three-card",
        ('= "always"\nfive_card_envy = "as_let_it_ride"', '= "win_only"\nfive_card_envy = "none"'),
    )
    assert found.options == {"ante_bonus": "win_only", "five_card_envy": "none"}
    assert list(found.envy) == ["progressive"]
    (usual,) = odds(load_regulation("MD-TCP"), OddsQuery({}), "ante", "A")
    ante = next(one.odds for one in found.offered if one.odds.wager == "ante")
    assert ante.expected is not None
    assert usual.expected is not None
    assert ante.expected < usual.expected


def test_an_unknown_table() -> None:
    with pytest.raises(InputError, match="did you mean 'three-card'"):
        house_odds(approve_file(str(SAMPLE)), "three-cards")


@given(houses())
@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_every_approved_table_has_odds(house: str) -> None:
    """Whatever is approved is priced, at stakes that are accepted, and its results have the moments of its odds."""
    ruleset = approved(house)
    table = table_odds(ruleset)
    json.dumps(table.to_json())
    assert {one.odds.wager for one in table.offered} == set(ruleset.submission.wagers)
    for one in table.offered:
        accepted = ruleset.submission.wagers[one.odds.wager].stakes
        assert not accepted or one.odds.stake in accepted
        found = one.distribution or distribution_of(table.regulation, one.odds, OddsQuery(table.options))
        assert found
        assert (found.expected, found.variance) == (one.odds.expected, one.odds.variance)


def test_an_electronic_table_has_no_envy_bonus_and_says_so(tmp_path: Path) -> None:
    """MD-TCP 11.F, ruling etg-envy: a community hand has no holder."""
    five = 'five_card_progressive = { paytable = "C", stakes = ["$1", "$5"], link = "harbor-five" }\n'
    meters = SAMPLE.read_text().partition("[links.harbor-five]")[2].partition("[links.commonwealth]")[0]
    changes = (('device = "hand"', 'device = "electronic"'), (five, ""), ("[links.harbor-five]" + meters, ""))
    at_electronic, at_hand = changed(tmp_path, "three-card", *changes), changed(tmp_path, "three-card")
    assert set(at_hand.envy) == {"progressive", "five_card_progressive"}
    assert at_electronic.envy == {}
    notes = {one.note for one in at_electronic.offered if one.odds.wager == "progressive"}
    assert notes == {"no Envy Bonus arises at this table (MD-TCP 11.F)"}
    assert {one.odds.envy_per_other_box for one in at_electronic.offered} == {None}
    assert not any(one.note for one in at_hand.offered if one.odds.wager == "progressive")
