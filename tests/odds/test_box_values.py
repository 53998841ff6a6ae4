"""The value of each choice given everything on the box, against the settlement of every deal."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, permutations

import pytest

from pitboss.cards import DECK, parse_cards
from pitboss.odds.box_values import BoxBets, box_values
from pitboss.play.settle import settle
from pitboss.play.settlement_input import BoxFacts, RoundFacts
from pitboss.play.terms import Cards, Terms
from pitboss.rules.approve import approve_file
from pitboss.rules.ruleset import Ruleset

TABLES = {ruleset.regulation.id: ruleset for ruleset in approve_file("examples/house.toml").tables.values()}
METERS = {"main": 250_000, "five_card_mega": 1_234_567, "five_card_major": 100_000, "five_card_minor": 25_000}
THREE_CARD = TABLES["MD-TCP"]


def bets(ruleset: Ruleset, wagers: Mapping[str, int], limit: int | None = None) -> BoxBets:
    terms = Terms(**{**Terms.of(ruleset).given(), "payout_limit": limit})
    return BoxBets(
        terms=terms, dealing=ruleset.regulation.dealing[ruleset.submission.device], wagers=tuple(wagers.items())
    )


def won(terms: Terms, cards: Cards, wagers: Mapping[str, int], choices: Mapping[str, str], **piles: Cards) -> int:
    box = BoxFacts(1, "ann", cards, wagers, choices)
    return settle(terms, RoundFacts((box,), meters=METERS, **piles)).net(1)


def by_every_deal(hand: str, wagers: Mapping[str, int], choice: str) -> Fraction:
    """What a hand of Three Card Poker wins, in cents: the dealer's hands and the community cards are settled apart."""
    terms, cards = Terms.of(THREE_CARD), parse_cards(hand)
    left = [card for card in DECK if card not in cards]
    raised = {"play": wagers["ante"]} if choice == "play" else {}
    compared = {**{name: stake for name, stake in wagers.items() if name != "five_card_progressive"}, **raised}
    dealers = list(combinations(left, 3))
    total = Fraction(sum(won(terms, cards, compared, {"play": choice}, dealer=hand) for hand in dealers), len(dealers))
    if "five_card_progressive" in wagers:
        alone = {"five_card_progressive": wagers["five_card_progressive"]}
        pairs = list(combinations(left, 2))
        paid = sum(won(terms, cards, alone, {"play": choice}, dealer=dealers[0], community=pair) for pair in pairs)
        total += Fraction(paid, len(pairs))
    return total


@pytest.mark.parametrize(
    ("hand", "wagers"),
    [
        ("Js Ts 8h", {"ante": 1000, "five_card_progressive": 500}),
        ("9c 7c 5h", {"ante": 2500, "five_card_progressive": 100, "pair_plus": 500, "progressive": 100}),
    ],
)
def test_what_folding_forfeits_counts(hand: str, wagers: Mapping[str, int]) -> None:
    values = box_values(bets(THREE_CARD, wagers), {"player": parse_cards(hand)}, (), METERS)
    assert values.choices == {
        choice: by_every_deal(hand, wagers, choice) / wagers["ante"] for choice in ("fold", "play")
    }


def test_a_hand_that_is_folded_alone_is_played_for_the_progressive() -> None:
    cards = {"player": parse_cards("Js Ts 8h")}
    alone, whole = (
        box_values(bets(THREE_CARD, wagers), cards, (), METERS)
        for wagers in ({"ante": 1000}, {"ante": 1000, "five_card_progressive": 500})
    )
    assert (alone.best, whole.best) == ("fold", "play")
    assert whole.cost("fold") * 1000 > 300


def test_a_larger_meter_is_worth_more() -> None:
    box, cards = bets(THREE_CARD, {"ante": 1000, "five_card_progressive": 500}), {"player": parse_cards("Ts Js 9s")}
    small, large = (
        box_values(box, cards, (), {**METERS, "five_card_major": meter}).choices["play"] for meter in (10**5, 10**7)
    )
    # One pair of community cards makes a straight flush on each side.
    assert large > small


@pytest.mark.parametrize("limit", [150_000, 1_000_000])
@pytest.mark.parametrize("path", [("ride",), ("withdraw",)])
def test_what_was_let_ride_before_and_a_payout_limit_count(limit: int, path: tuple[str]) -> None:
    table = TABLES["MD-LIR"]
    wagers = {"bet_1": 1000, "bet_2": 1000, "bet_3": 1000}
    box, cards, shown = bets(table, wagers, limit), parse_cards("9s Ts Js"), parse_cards("Qs")
    values = box_values(box, {"player": cards, "community": shown}, path, {})
    left = [card for card in DECK if card not in (*cards, *shown)]
    expected = {}
    for choice in ("withdraw", "ride"):
        choices = {"bet_1": path[0], "bet_2": choice}
        nets = (won(box.terms, cards, wagers, choices, community=(*shown, card)) for card in left)
        expected[choice] = Fraction(sum(nets), len(left))
    assert values.choices == {name: (net - expected["withdraw"]) / 1000 for name, net in expected.items()}


@pytest.mark.slow
@pytest.mark.parametrize("limit", [None, 30_000])
def test_the_first_bet_is_decided_for_all_that_may_follow(limit: int | None) -> None:
    """The second decision is made in the best way, card by card, as the engine settles it."""
    wagers = {"bet_1": 1000, "bet_2": 1000, "bet_3": 1000}
    box, cards = bets(TABLES["MD-LIR"], wagers, limit), parse_cards("Ts Js Qs")
    values = box_values(box, {"player": cards}, (), {})
    left = [card for card in DECK if card not in cards]
    expected = {}
    for first in ("withdraw", "ride"):
        ends: dict[tuple[object, str], int] = {}
        for shown, last in permutations(left, 2):
            for second in ("withdraw", "ride"):
                choices = {"bet_1": first, "bet_2": second}
                net = won(box.terms, cards, wagers, choices, community=(shown, last))
                ends[shown, second] = ends.get((shown, second), 0) + net
        best = sum(max(ends[shown, "withdraw"], ends[shown, "ride"]) for shown in left)
        expected[first] = Fraction(best, len(left) * (len(left) - 1))
    assert values.choices == {name: (net - expected["withdraw"]) / 1000 for name, net in expected.items()}
