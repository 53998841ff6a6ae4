"""Every lawful choice of a house: priced as the house itself is, and combined as house files would be."""

import json
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from pitboss.cli.main import main
from pitboss.odds.catalog import in_force, odds
from pitboss.odds.house_odds import table_odds
from pitboss.odds.least_and_greatest import TableChoices, table_choices
from pitboss.odds.options_read import options_read
from pitboss.odds.query import OddsQuery
from pitboss.odds.wagers import wager_paytables
from pitboss.rules.approve import approve_file
from pitboss.rules.load import folders, load_regulation
from pitboss.rules.ruleset import Ruleset
from tests.cli.test_odds import HOUSE, answer, text
from tests.properties.houses import approved, houses

TABLES = ("let-it-ride", "three-card", "top-five", "commonwealth")
TWO_WAGERS = """facility = "House of tests"
[tables.one]
regulation = "MD-TCP"
boxes = 1
device = "manual_shoe"
adjacent_boxes = 1
version = "{version}"
[tables.one.wagers]
ante = {{ minimum = "$1", maximum = "$50" }}
pair_plus = {{ paytable = "{pair_plus}", minimum = "$5", maximum = "$100" }}
[tables.one.awards]
ante_bonus = {{ paytable = "{ante}" }}
[tables.one.options]
ante_bonus = "{bonus}"
"""


@pytest.fixture(scope="module")
def rules() -> dict[str, Ruleset]:
    return dict(approve_file(HOUSE).tables)


@pytest.fixture(scope="module")
def found(rules: dict[str, Ruleset]) -> dict[str, TableChoices]:
    return {name: table_choices(ruleset) for name, ruleset in rules.items()}


@pytest.mark.parametrize("name", TABLES)
def test_choices_in_force_are_the_odds_of_the_house(
    name: str, rules: dict[str, Ruleset], found: dict[str, TableChoices]
) -> None:
    """The same wagers, stakes, notes and edges, Envy Bonuses aside, which the house's odds list by boxes."""
    offered = {
        (one.odds.wager, one.odds.paytable, one.odds.stake): (one.odds.expected, one.note)
        for one in table_odds(rules[name]).offered
        if one.odds.boxes in (None, rules[name].submission.boxes)
    }
    chosen = {}
    for one in found[name].priced.choices:
        if one.in_force:
            assert one.odds.expected is not None
            envy = (one.odds.envy_per_other_box or 0) * (found[name].boxes - 1)
            chosen[one.odds.wager, one.odds.paytable, one.odds.stake] = (one.odds.expected - envy, one.note)
    assert chosen == offered


@pytest.mark.parametrize("name", TABLES)
def test_the_combination_in_force_loses_what_the_house_s_odds_say(
    name: str, rules: dict[str, Ruleset], found: dict[str, TableChoices]
) -> None:
    one = found[name]
    assert one.least
    assert one.chosen
    assert one.greatest
    envy = sum(
        (choice.odds.envy_per_other_box or Fraction()) * (one.boxes - 1) * choice.odds.stake
        for choice in one.chosen.choices
    )
    together = table_odds(rules[name]).combined[-1]
    assert one.chosen.loss + envy == together.loss
    assert one.chosen.staked == together.staked
    assert one.least.loss < one.chosen.loss < one.greatest.loss


@pytest.mark.parametrize("name", TABLES)
def test_every_paytable_of_the_regulation_is_priced_in_its_order_or_has_a_reason(
    name: str, rules: dict[str, Ruleset], found: dict[str, TableChoices]
) -> None:
    priced = found[name].priced
    seen = list(dict.fromkeys((one.odds.wager, one.odds.paytable) for one in priced.choices))
    law = [(wager, table) for wager, names in wager_paytables(rules[name].regulation).items() for table in names]
    assert seen == [one for one in law if " ".join(one) not in priced.unpriced]


@pytest.mark.parametrize("regulation_id", sorted(folders()))
def test_an_option_that_is_not_read_changes_no_edge(regulation_id: str) -> None:
    regulation = load_regulation(regulation_id)
    usual = {(one.wager, one.paytable): one.expected for one in odds(regulation, OddsQuery({}, boxes=2))}
    for option, ruling in regulation.options.items():
        for value in () if ruling.is_amount else ruling.values:
            query = OddsQuery({option: value} if value != in_force(regulation)[option] else {}, boxes=2)
            for one in odds(regulation, query):
                if option not in options_read(regulation, one.wager):
                    assert one.expected == usual[one.wager, one.paytable]


def loss_of(file: Path, ante_stake: int) -> Fraction:
    """What Ante and Pair Plus lose in a round, by the odds of the house; folding costs Pair Plus nothing."""
    table = table_odds(approve_file(str(file)).tables["one"])
    assert [forfeit.loss for forfeit in table.forfeits] == [0]
    edges = {one.odds.wager: one.odds.house_edge for one in table.offered}
    assert edges["ante"] is not None
    assert edges["pair_plus"] is not None
    return edges["ante"] * ante_stake + edges["pair_plus"] * 500


def test_the_least_and_the_greatest_are_those_of_all_house_files(tmp_path: Path) -> None:
    """Three Card Poker with Ante and Pair Plus: all 70 files are approved and priced, Antes being $1 to $4."""
    file, losses = tmp_path / "house.toml", {}
    versions = {"standard": 100, "ante_covers_half": 250, "compulsory": 100}
    antes = [(version, ante) for version in versions for ante in ("ABC" if version != "compulsory" else [version])]
    for (version, ante), pair_plus, bonus in product(antes, "ABCDE", ("always", "win_only")):
        written = TWO_WAGERS.format(version=version, ante=ante, pair_plus=pair_plus, bonus=bonus)
        file.write_text(written.replace('maximum = "$50"', 'maximum = "$4"'))
        losses[version, ante, pair_plus, bonus] = loss_of(file, versions[version])
    found = table_choices(approve_file(str(file)).tables["one"])
    for name, combination, choose in (("least", found.least, min), ("greatest", found.greatest, max)):
        assert combination, name
        first, second = combination.choices
        made = combination.version, first.odds.paytable, second.odds.paytable, str(first.options["ante_bonus"])
        assert combination.loss == losses[made] == choose(losses.values()), name
    assert found.chosen
    assert found.chosen.loss == losses["compulsory", "compulsory", "E", "win_only"]


@given(houses())
@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_what_is_in_force_lies_between_the_least_and_the_greatest(house: str) -> None:
    found = table_choices(approved(house))
    json.dumps(found.to_json())
    assert found.least
    assert found.chosen
    assert found.greatest
    assert found.least.loss <= found.chosen.loss <= found.greatest.loss


def test_a_version_that_the_limits_do_not_permit_is_not_combined(tmp_path: Path) -> None:
    """An Ante of at most $4 is never half of a Pair Plus of $10."""
    file = tmp_path / "house.toml"
    written = TWO_WAGERS.format(version="standard", ante="C", pair_plus="A", bonus="always")
    file.write_text(written.replace('maximum = "$50"', 'maximum = "$4"').replace('minimum = "$5"', 'minimum = "$10"'))
    found = table_choices(approve_file(str(file)).tables["one"])
    assert found.greatest
    assert found.greatest.version == "compulsory"
    assert found.greatest.stakes == {"ante": 200, "pair_plus": 1000}
    file.write_text(written.replace('maximum = "$50"', 'maximum = "$1"').replace('minimum = "$5"', 'minimum = "$10"'))
    found = table_choices(approve_file(str(file)).tables["one"])
    assert found.greatest
    assert (found.greatest.version, found.greatest.stakes["ante"]) == ("standard", 100)


def test_what_folding_costs_another_wager_counts(found: dict[str, TableChoices]) -> None:
    """The best Ante play costs the Five-Card Progressive 795/10829 of its stake, as the house's odds say."""
    chosen = found["three-card"].chosen
    assert chosen
    alone = sum(-(one.odds.expected or 0) * chosen.stakes[one.odds.wager] for one in chosen.choices)
    assert chosen.loss - alone == Fraction(795, 10829) * 100


def test_higher_payouts_of_the_house_stand_beside_the_printed_ones(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    higher = 'base = { pays = { four_of_a_kind = "60 to 1" }, minimum = "$15"'
    file.write_text(Path(HOUSE).read_text().replace('base = { minimum = "$15"', higher))
    found = table_choices(approve_file(str(file)).tables["commonwealth"])
    offered, printed = [one for one in found.priced.choices if one.odds.wager == "base" and one.odds.stake == 1500]
    assert (offered.in_force, printed.in_force) == (True, False)
    assert printed.odds.house_edge == Fraction(37963, 1082900)
    assert offered.odds.house_edge is not None
    assert offered.odds.house_edge < printed.odds.house_edge
    assert offered.note == "with the house's higher payouts"


def test_a_wager_that_the_table_cannot_offer_says_why(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    written = TWO_WAGERS.format(version="standard", ante="A", pair_plus="A", bonus="always")
    file.write_text(written.replace('"manual_shoe"', '"electronic"\nshuffler = "counting"'))
    found = table_choices(approve_file(str(file)).tables["one"])
    reason = "it needs device = 'manual_shoe' or 'hand' or 'automated_shoe' (MD-TCP 11.F)"
    assert found.priced.unpriced == {"five_card_progressive": reason}
    assert {one.odds.envy_per_other_box for one in found.priced.choices} == {None}
    assert "progressive" in {one.odds.wager for one in found.priced.choices}


def test_a_paytable_that_the_payout_limit_does_not_permit_says_why(tmp_path: Path) -> None:
    """Three bets of $5 at 1,000 to 1 win $15,000: MD-LIR 2.B(10)."""
    file = tmp_path / "house.toml"
    text = Path(HOUSE).read_text().replace('base = { paytable = "A"', 'base = { paytable = "C"')
    file.write_text(text.replace('payout_limit = "$75,000"', 'payout_limit = "$8,000"'))
    found = table_choices(approve_file(str(file)).tables["let-it-ride"]).priced
    assert "it needs a payout limit above $8,000 (MD-LIR 2.B(10))" in found.unpriced["base A"]
    assert "C" in {one.odds.paytable for one in found.choices if one.odds.wager == "base"}


def test_the_command_in_text_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    shown = text(capsys, "odds", HOUSE, "three-card", "--choices")
    for words in ("not version compulsory", "five_card_progressive A has no edge here", "greatest", "1.5771"):
        assert words in " ".join(shown.split())
    (one,) = answer(capsys, "odds", HOUSE, "--table", "three-card", "--choices")["tables"]
    assert set(one["combined"]) == {"least", "in_force", "greatest"}
    edges = {(row["wager"], row["paytable"], *row["options"].values()): row["house_edge"] for row in one["choices"]}
    assert edges["ante", "A", "always"] == float(Fraction(686689, 20358520))
    assert one["combined"]["in_force"]["version"] == "standard"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["MD-TCP", "--choices"], "give the file instead of a regulation"),
        ([HOUSE, "--choices", "--html", "choices.html"], "leave out --choices or --html"),
        ([HOUSE, "three-cards", "--choices"], "did you mean 'three-card'"),
    ],
)
def test_choices_that_cannot_be_shown(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", *arguments]) == 2
    assert told in " ".join(capsys.readouterr().err.split())
