"""Our odds, rounded as the published ones are, are the published ones."""

from collections.abc import Iterator
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.cards import THREE_CARD, parse_cards
from pitboss.games.let_it_ride import solver as let_it_ride
from pitboss.games.three_card_poker import solver as three_card_poker
from pitboss.odds.catalog import decision_solver, odds
from pitboss.odds.query import OddsQuery
from pitboss.rules.load import load_regulation


def published() -> Iterator[tuple[str, str]]:
    """Each figure by its name, as printed."""
    path = Path(__file__).parents[1] / "counts" / "odds_published.counts"
    for line in path.read_text(encoding="utf-8").splitlines():
        if words := line.partition("#")[0].split():
            name, figure = words
            yield name, figure


def computed(name: str) -> Fraction:
    regulation_id, wager, table, figure = name.split(".")
    regulation = load_regulation(regulation_id)
    if figure == "one_card_gain":
        return three_card_poker.solve_known(regulation, regulation.paytables["ante_bonus"][table]).expected
    if figure.startswith("play_"):
        ranks = figure.removeprefix("play_")
        hand = parse_cards(f"{ranks[0]}s {ranks[1]}d {ranks[2]}c")
        return decision_solver(regulation, table, OddsQuery({})).values(hand).choices["play"]
    if figure in let_it_ride.ThreeBets._fields:
        found = getattr(let_it_ride.solve(regulation.paytables[wager][table].lines()), figure)
    else:
        (record,) = odds(regulation, OddsQuery({}), wager, table)
        found = getattr(record, figure)
    assert isinstance(found, Fraction)
    return found


@pytest.mark.parametrize(("name", "figure"), list(published()))
def test_published_figures(name: str, figure: str) -> None:
    printed = Decimal(figure.removesuffix("%"))
    ours = computed(name) * (100 if figure.endswith("%") else 1)
    exact = Decimal(ours.numerator) / Decimal(ours.denominator)
    assert exact.quantize(printed, ROUND_HALF_EVEN) == printed


def test_the_cut_off_of_three_card_poker() -> None:
    """Published: play Q-6-4 or better."""
    regulation = load_regulation("MD-TCP")
    cards = three_card_poker.cutoff(three_card_poker.solve(regulation, regulation.paytables["ante_bonus"]["A"]))
    assert cards is not None
    assert THREE_CARD.evaluate(cards) == THREE_CARD.evaluate(parse_cards("Qs 6d 4c"))
    assert decision_solver(regulation, "A", OddsQuery({})).values(parse_cards("Qs 6d 4c")).best == "play"
    assert decision_solver(regulation, "A", OddsQuery({})).values(parse_cards("Qs 6d 3c")).best == "fold"
