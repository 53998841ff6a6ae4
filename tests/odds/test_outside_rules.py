"""Odds under rows that no released regulation has: they agree with settlement, or no answer is given."""

from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.cards import DECK, parse_cards
from pitboss.errors import InputError
from pitboss.games.let_it_ride.solver import RideValues
from pitboss.odds.backwards import Backwards
from pitboss.odds.catalog import decision_solver, in_force, odds
from pitboss.odds.house_odds import HouseOdds, table_odds
from pitboss.odds.least_and_greatest import table_choices
from pitboss.odds.query import OddsQuery
from pitboss.odds.sheet import house_fragment
from pitboss.odds.wagers import decision_wager, paytables
from pitboss.play.script_index import ScriptIndex
from pitboss.play.settle import settle
from pitboss.play.settlement_input import BoxFacts, RoundFacts
from pitboss.play.terms import Terms
from pitboss.rules.load import load_regulation
from pitboss.rules.regulation import Regulation
from pitboss.tree.stages import RoundStages
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
    wagers = {"ante": 1, "play": script.most_placed["play"].multiple}
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


def tree_agrees(regulation: Regulation, hand: str, up: str = "") -> bool:
    """Whether both choices are worth what the engine settles against every hand of the dealer."""
    script, cards, shown = ScriptIndex(regulation=regulation), parse_cards(hand), parse_cards(up)
    tables = {group: next(iter(found.values())) for group, found in regulation.paytables.items()}
    terms = Terms(script=script, paytables=tables, options=in_force(regulation), seeds={})
    tree = Backwards(RoundStages(terms=terms, wagers={"ante": 100}, dealing=next(iter(regulation.dealing.values()))))
    values = tree.values({"player": cards, "dealer": shown}, ())
    left = [card for card in DECK if card not in (*cards, *shown)]
    hands = [(*shown, *rest) for rest in combinations(left, 3 - len(shown))]
    for choice, wagers in (("fold", {"ante": 100}), ("play", {"ante": 100, "play": 100})):
        box = BoxFacts(1, "ann", cards, wagers, {"play": choice})
        won = sum(settle(terms, RoundFacts((box,), dealer)).net(1) for dealer in hands)
        if values[choice] != Fraction(won, len(hands)):
            return False
    return True


@pytest.mark.parametrize("up", ["2h", "Qd"])
def test_a_decision_that_sees_a_card_of_the_dealer_is_priced_as_it_is_settled(variants: Variants, up: str) -> None:
    assert tree_agrees(load_regulation(variants.make("MD-TCP", ONE_UP)), "Qs 6d 4c", up)


def test_devices_that_show_different_cards_have_no_odds_in_common(variants: Variants) -> None:
    regulation = load_regulation(variants.make("MD-TCP", ONE_UP))
    with pytest.raises(InputError, match="players see other cards with manual_shoe than with hand"):
        list(odds(regulation, QUERY, "ante"))
    assert list(odds(regulation, QUERY, "pair_plus"))


def test_a_fold_that_costs_nothing_is_priced_as_it_is_settled(variants: Variants) -> None:
    changed = variants.make(
        "PA-TCP", ('forfeits = [["ante", "649a.11(b)(2)"]]', 'forfeits = [["pair_plus", "649a.11(b)(2)"]]')
    )
    assert tree_agrees(load_regulation(changed), "Qs 6d 4c")


def second_bet(regulation: Regulation) -> Fraction:
    """What the second bet of Let It Ride wins on average, by the accelerated solver."""
    fours = RideValues(regulation.paytables["base"]["A"].lines()).fours()
    # Any of the four cards may be the community card.
    return Fraction(sum(4 * four.number * max(four.win, 0) for four in fours), 52 * 51 * 50 // 6 * 49 * 48)


def test_bets_of_different_size_are_priced(variants: Variants) -> None:
    ratio = 'wager = "bet_2"\nto = "bet_1"\nleast = "1"\nmost = "1"'
    changed = load_regulation(variants.make("MA-LIR", (ratio, ratio.replace('"1"', '"2"'))))
    (usual,), (double,) = (odds(rules, QUERY, "base", "A") for rules in (load_regulation("MA-LIR"), changed))
    assert usual.expected is not None
    # Each bet is decided for itself, so the second adds once more what it adds to the usual game.
    assert double.expected == usual.expected + second_bet(changed)


def test_a_house_shows_the_odds_that_there_are(variants: Variants) -> None:
    name = variants.make("MD-TCP", ONE_UP)
    table = table_odds(approved(three_card_house(name)))
    assert [one.odds.wager for one in table.offered] == ["pair_plus"]
    assert list(table.unpriced) == ["ante"]
    assert table.unpriced["ante"].startswith(f"{name}: players see other cards with manual_shoe than with hand")
    assert table.combined == ()
    assert "ante has no odds. " in house_fragment(HouseOdds(facility="Harbor House", tables=(table,)))
    assert table_edges(approved(three_card_house(name)))["unpriced"] == table.unpriced


def test_choices_without_odds_say_why_and_are_not_combined(variants: Variants) -> None:
    name = variants.make("MD-TCP", ONE_UP)
    found = table_choices(approved(three_card_house(name)))
    reason = f"{name}: players see other cards with manual_shoe than with hand"
    assert [wager for wager, told in found.priced.unpriced.items() if told.startswith(reason)] == [
        "ante A", "ante B", "ante C", "ante compulsory",
    ]  # fmt: skip
    assert "pair_plus" in {one.odds.wager for one in found.priced.choices}
    assert (found.least, found.chosen, found.greatest) == (None, None, None)
