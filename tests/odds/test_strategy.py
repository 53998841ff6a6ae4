"""The best strategy: as rules that cover exactly what rides, as a cut-off, and by hand against deals one by one."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from pitboss.cards import DECK, RANKINGS, Card, parse_cards
from pitboss.errors import InputError
from pitboss.games.let_it_ride import solver as let_it_ride
from pitboss.games.let_it_ride.strategy import learnable
from pitboss.games.three_card_poker import solver as three_card_poker
from pitboss.games.top_five_poker.solver import TopFive
from pitboss.odds.catalog import decision_solver, in_force, odds
from pitboss.odds.game import ChoiceValues
from pitboss.odds.positions import positions
from pitboss.odds.query import OddsQuery
from pitboss.play.script_index import ScriptIndex
from pitboss.play.settle import settle
from pitboss.play.settlement_input import BoxFacts, RoundFacts
from pitboss.play.terms import Terms
from pitboss.rules.load import load_regulation

BASE_TABLES = [(name, table) for name in ("MD-LIR", "MA-LIR") for table in load_regulation(name).paytables["base"]]
NOTHING = OddsQuery({})
Cards = tuple[Card, ...]


@pytest.mark.parametrize(("regulation", "table"), BASE_TABLES)
def test_rules_cover_exactly_what_rides(regulation: str, table: str) -> None:
    lines = load_regulation(regulation).paytables["base"][table].lines()
    ahead, found = let_it_ride.RideValues(lines), learnable(lines)
    for three, _ in positions(3):
        assert any(rule.covers(three) for rule in found["bet_1"]) == (ahead.of_three(three) > 0)
    for four, _ in positions(4):
        assert any(rule.covers(four) for rule in found["bet_2"]) == (ahead.of_four(four).win > 0)


def test_table_c_is_played_differently() -> None:
    regulation = load_regulation("MD-LIR")
    a, c = (decision_solver(regulation, table, NOTHING).rules() for table in "AC")
    assert a != c


@pytest.mark.parametrize("on_win_only", [False, True])
@pytest.mark.parametrize("table", load_regulation("MD-TCP").paytables["ante_bonus"])
def test_the_cut_off_of_three_card_poker(table: str, on_win_only: bool) -> None:
    """Hands at least as high as the cut-off are played, and no others."""
    regulation = load_regulation("MD-TCP")
    game = three_card_poker.solve(regulation, regulation.paytables["ante_bonus"][table], on_win_only)
    lowest = three_card_poker.cutoff(game)
    assert lowest is not None
    evaluate = RANKINGS["three_card"].evaluate
    for decision in game.decisions:
        assert decision.plays == (evaluate(decision.cards) >= evaluate(lowest))
        assert decision.plays == (decision.play > decision.fold)


def test_more_high_cards_are_played_whatever_they_are() -> None:
    """As taught, the rule makes nobody fold K-Q-J: three high cards beat two."""
    solver = decision_solver(load_regulation("MD-TFP"), "A", NOTHING)
    assert solver.rules() == {
        "play": [
            "play with three or more high cards, or with two that are A-J or better; fold everything lower",
        ]
    }
    assert solver.values(parse_cards("Kc Qd Jh 2c 3d 4h 5s")).best == "play"
    assert solver.values(parse_cards("Ac Jd 9h 2c 3d 4h 5s")).best == "play"
    assert solver.values(parse_cards("Kc Qd 9h 2c 3d 4h 5s")).best == "fold"


@pytest.mark.parametrize("equal_counts", ["poker_rank", "high_cards"])
def test_the_cut_off_of_top_five(equal_counts: str) -> None:
    regulation = load_regulation("MD-TFP")
    game = TopFive(regulation, {**in_force(regulation), "top_five_equal_counts": equal_counts})
    lowest = game.cut_off()
    if lowest is None:
        return
    for line in game.strategy():
        value = game.showdown.worth(*line.holding[:2]).value
        high = [card for card in lowest if card.rank >= 8]
        ranking = RANKINGS["top_five" if equal_counts == "poker_rank" else "top_five_high_cards"]
        assert (line.best == "play") == (value >= ranking.value_of(high))


@pytest.mark.parametrize(
    ("regulation", "table"), [*BASE_TABLES, *(("MD-TCP", t) for t in load_regulation("MD-TCP").paytables["ante_bonus"])]
)
def test_the_full_table_makes_up_the_odds(regulation: str, table: str) -> None:
    """The best values of all hands, as often as the hands come, are the expected win."""
    rules = load_regulation(regulation)
    wager = "base" if rules.game == "let_it_ride" else "ante"
    (record,) = odds(rules, NOTHING, wager, table)
    rows = list(decision_solver(rules, table, NOTHING).table())
    decisions = {row.values.decision for row in rows}
    expected = Fraction()
    for decision in decisions:
        of_decision = [row for row in rows if row.values.decision == decision]
        total = sum(row.number for row in of_decision)
        assert total == (270_725 if decision == "bet_2" else 22_100)
        expected += sum((row.number * row.values.choices[row.values.best] for row in of_decision), Fraction()) / total
    if wager == "base":
        # The third bet always rides.
        second = [row for row in rows if row.values.decision == "bet_2"]
        expected += sum((row.number * row.values.choices["ride"] for row in second), Fraction()) / 270_725
    assert expected == record.expected


def test_of_choices_of_equal_value_the_smaller_stake_is_taken() -> None:
    assert ChoiceValues("bet_1", {"withdraw": Fraction(0), "ride": Fraction(0)}).best == "withdraw"
    assert ChoiceValues("play", {"fold": Fraction(-1), "play": Fraction(-1)}).best == "fold"
    assert ChoiceValues("play", {"fold": Fraction(-1), "play": Fraction(-2)}).cost("play") == 1
    against = three_card_poker.DealerHands(0, 0, 0, 18_424)
    assert not three_card_poker.PlayerHands((), 1, against, -18_424).plays
    assert three_card_poker.PlayerHands((), 1, against, -18_423).plays


@pytest.mark.parametrize("regulation", ["MD-LIR", "MD-TCP", "MD-TFP"])
def test_the_smaller_stake_is_named_first(regulation: str) -> None:
    hand = {"MD-LIR": "As Kd 2c", "MD-TCP": "As Kd 2c", "MD-TFP": "As Kd Qc Jh 2c 3c 4c"}[regulation]
    values = decision_solver(load_regulation(regulation), "A", NOTHING).values(parse_cards(hand))
    assert next(iter(values.choices)) in ("withdraw", "fold")


# Hands by direct enumeration, settled one by one ----------------------------------------------------------------------


def settled(terms: Terms, box: BoxFacts, dealer: Cards = (), community: Cards = ()) -> int:
    return settle(terms, RoundFacts((box,), dealer, community)).net(1)


def terms_of(regulation: str, group: str, table: str) -> Terms:
    rules = load_regulation(regulation)
    paytables = {group: rules.paytables[group][table]}
    return Terms(script=ScriptIndex(regulation=rules), paytables=paytables, options=in_force(rules), seeds={})


@pytest.mark.parametrize("seed", range(6))
def test_hands_of_let_it_ride(seed: int) -> None:
    rng = Random(seed)
    table = rng.choice("ABC")
    terms = terms_of("MD-LIR", "base", table)
    size = 3 + seed % 2
    cards = tuple(rng.sample(DECK, size))
    left = [card for card in DECK if card not in cards]
    box = BoxFacts(1, "p", cards[:3], {"bet_3": 100})
    nets = [settled(terms, box, community=(*cards[3:], *rest)) for rest in combinations(left, 5 - size)]
    values = decision_solver(terms.regulation, table, NOTHING).values(cards)
    assert values.choices == {"withdraw": 0, "ride": Fraction(sum(nets), 100 * len(nets))}


@pytest.mark.parametrize(
    ("hand", "table"),
    [("Qs 6d 4c", "A"), pytest.param("Ah Kh Qh", "compulsory", marks=pytest.mark.slow)]
    + [pytest.param(hand, "B", marks=pytest.mark.slow) for hand in ("2c 2d 7h", "2s 3d Ac", "Jc Td 8h")],
)
def test_hands_of_three_card_poker(hand: str, table: str) -> None:
    terms = terms_of("MD-TCP", "ante_bonus", table)
    cards = parse_cards(hand)
    left = [card for card in DECK if card not in cards]
    play = BoxFacts(1, "p", cards, {"ante": 100, "play": 100}, {"play": "play"})
    nets = [settled(terms, play, dealer=dealer) for dealer in combinations(left, 3)]
    values = decision_solver(terms.regulation, table, NOTHING).values(cards)
    assert values.choices == {"fold": -1, "play": Fraction(sum(nets), 100 * len(nets))}
    fold = BoxFacts(1, "p", cards, {"ante": 100}, {"play": "fold"})
    assert settled(terms, fold, dealer=tuple(left[:3])) == -100


@pytest.mark.parametrize("regulation", ["MD-LIR", "MD-TCP", "MD-TFP"])
def test_hands_of_the_wrong_size(regulation: str) -> None:
    with pytest.raises(InputError, match="--hand"):
        decision_solver(load_regulation(regulation), "A", NOTHING).values(parse_cards("As Kd"))
