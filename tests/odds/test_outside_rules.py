"""Odds under rows that no released regulation has: they agree with settlement, or no answer is given."""

from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.cards import DECK, parse_cards
from pitboss.errors import InputError
from pitboss.odds.catalog import decision_solver, odds
from pitboss.odds.house_odds import HouseOdds, table_odds
from pitboss.odds.query import OddsQuery
from pitboss.odds.sheet import house_fragment
from pitboss.odds.wagers import decision_wager, paytables
from pitboss.play.script_index import ScriptIndex
from pitboss.play.settle import settle
from pitboss.play.settlement_input import BoxFacts, RoundFacts
from pitboss.play.terms import Terms
from pitboss.rules.load import load_regulation
from pitboss.rules.regulation import Regulation
from pitboss.web.http.edge_cache import table_edges
from tests.clauses.driven import approved
from tests.regulations.houses import three_card_house
from tests.regulations.outside import Variants, without_ante_bonus
from tests.table.test_obeyed_rows import DOUBLE_PLAY, ONE_UP

QUERY = OddsQuery({})
HANDS = ("Qs 6d 4c", "Ts 8d 3c", "As Kd 2c", "5c 5d 9h", "Js Ts 9s")


def settled_mean(regulation: Regulation, hand: str) -> Fraction:
    """The mean net win of playing a hand against every hand of the dealer, as the engine settles it, per Ante."""
    script, cards = ScriptIndex(regulation=regulation), parse_cards(hand)
    tables = {group: next(iter(found.values())) for group, found in regulation.paytables.items()}
    terms = Terms(script=script, paytables=tables, options={}, seeds={})
    wagers = {"ante": 1, "play": script.placed_stakes["play"].multiple}
    box, total = BoxFacts(1, "ann", cards, wagers, {"play": "play"}), 0
    dealers = list(combinations([card for card in DECK if card not in cards], 3))
    for dealer in dealers:
        total += settle(terms, RoundFacts((box,), dealer)).net(1)
    return Fraction(total, len(dealers))


@pytest.mark.parametrize("hand", HANDS)
def test_a_play_wager_of_twice_the_ante_is_priced_as_it_is_settled(variants: Variants, hand: str) -> None:
    regulation = load_regulation(variants.make("MD-TCP", DOUBLE_PLAY))
    values = decision_solver(regulation, "A", QUERY).values(parse_cards(hand))
    assert values.choices == {"fold": Fraction(-1), "play": settled_mean(regulation, hand)}


def test_the_average_stake_counts_the_play_wager_in_full(variants: Variants) -> None:
    once, twice = (load_regulation(name) for name in ("MD-TCP", variants.make("MD-TCP", DOUBLE_PLAY)))
    (usual,), (double,) = (odds(one, QUERY, "ante", "A") for one in (once, twice))
    played = 1 - Fraction(double.rows[0].count, double.total)
    assert double.average_stake == 1 + 2 * played
    assert usual.expected is not None
    assert double.expected is not None
    assert double.expected > usual.expected
    # Twice the stake is risked with fewer hands.
    assert double.rows[0].count > usual.rows[0].count


def test_top_five_is_priced_at_any_ratio(variants: Variants) -> None:
    """The value of playing grows evenly with the stake of the Play wager."""
    ratio = 'to = "ante"\nleast = "1"\nmost = "1"'
    names = [variants.make("MD-TFP", (ratio, ratio.replace("1", str(times)))) for times in (2, 3)]
    hand = parse_cards("As Kd Qc 2d 3c 4h 5s")
    one, two, three = (
        decision_solver(load_regulation(name), "A", QUERY).values(hand).choices["play"] for name in ("MD-TFP", *names)
    )
    assert two - one == three - two != 0


@pytest.mark.parametrize("hand", HANDS)
def test_a_game_without_an_ante_bonus_is_priced_as_it_is_settled(variants: Variants, hand: str) -> None:
    regulation = load_regulation(without_ante_bonus(variants))
    assert paytables(regulation, decision_wager(regulation)) == ("A",)
    values = decision_solver(regulation, "A", QUERY).values(parse_cards(hand))
    assert values.choices["play"] == settled_mean(regulation, hand)


def test_there_are_no_odds_of_a_decision_that_sees_a_card_of_the_dealer(variants: Variants) -> None:
    regulation = load_regulation(variants.make("MD-TCP", ONE_UP))
    with pytest.raises(InputError) as refused:
        list(odds(regulation, QUERY, "ante"))
    assert str(refused.value) == (
        f"{regulation.id}: no solver for this game: at decision play a player sees 3 player cards and 1 dealer card, "
        "and three_card_poker knows 3 player cards"
    )
    assert list(odds(regulation, QUERY, "pair_plus"))


def test_there_are_no_odds_of_a_fold_that_costs_nothing(variants: Variants) -> None:
    changed = variants.make(
        "PA-TCP", ('forfeits = [["ante", "649a.11(b)(2)"]]', 'forfeits = [["pair_plus", "649a.11(b)(2)"]]')
    )
    with pytest.raises(
        InputError, match="fold keeps the wager, play raises the wager, and three_card_poker knows: fold"
    ):
        list(odds(load_regulation(changed), QUERY, "ante"))


def test_there_are_no_odds_of_bets_of_different_size(variants: Variants) -> None:
    ratio = 'wager = "bet_2"\nto = "bet_1"\nleast = "1"\nmost = "1"'
    changed = load_regulation(variants.make("MA-LIR", (ratio, ratio.replace('"1"', '"2"'))))
    with pytest.raises(InputError, match="bet_2 is 2 times bet_1, but let_it_ride assumes equal stakes"):
        list(odds(changed, QUERY, "base"))


def test_a_house_shows_the_odds_that_there_are(variants: Variants) -> None:
    name = variants.make("MD-TCP", ONE_UP)
    table = table_odds(approved(three_card_house(name)))
    assert [one.odds.wager for one in table.offered] == ["pair_plus"]
    assert list(table.unpriced) == ["ante"]
    assert table.unpriced["ante"].startswith(f"{name}: no solver for this game: at decision play a player sees")
    assert table.combined == ()
    assert "ante has no odds. " in house_fragment(HouseOdds(facility="Harbor House", tables=(table,)))
    assert table_edges(approved(three_card_house(name)))["unpriced"] == table.unpriced
