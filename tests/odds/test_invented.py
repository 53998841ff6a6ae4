"""Odds of games that the package does not know, from their rules alone: against published figures and the engine."""

import os
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.cards import DECK, parse_cards
from pitboss.errors import InputError
from pitboss.odds.catalog import decision_solver, odds
from pitboss.odds.query import OddsQuery
from pitboss.play.script_index import ScriptIndex
from pitboss.play.settle import settle
from pitboss.play.settlement_input import BoxFacts, RoundFacts
from pitboss.play.terms import Cards, Terms
from pitboss.rules.editions import VARIABLE
from pitboss.rules.load import load_regulation
from tests.counts.reader import read_figures
from tests.regulations.outside import INVENTED, forget_regulations

QUERY = OddsQuery({})


@pytest.fixture(autouse=True)
def _invented(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """All of them are among the regulations."""
    monkeypatch.setenv(VARIABLE, os.pathsep.join(map(str, INVENTED.values())))
    forget_regulations()
    yield
    forget_regulations()


def test_mississippi_stud_has_the_published_edge() -> None:
    (found,) = odds(load_regulation("MS-MSS"), QUERY, "ante", "A")
    assert found.expected == -read_figures("invented")["MS-MSS.ante.A.house_edge"]
    assert f"{float(-found.expected):.4%}" == "4.9149%"


@pytest.mark.slow
def test_caribbean_stud_has_the_published_edge() -> None:
    (found,) = odds(load_regulation("NJ-CST"), QUERY, "ante", "A")
    assert found.expected == -read_figures("invented")["NJ-CST.ante.A.house_edge"]
    assert f"{float(-found.expected):.4%}" == "5.2243%"


@pytest.mark.parametrize("hand", ["As Kh Jd 8s 3s Qs", "9h 9d 5s 4s 2s As", "Ks Qs Js 9s 7s Kd"])
def test_the_card_that_the_dealer_shows_is_counted_with_every_hand_it_can_be_of(hand: str) -> None:
    """Raising is worth what the engine settles against every outcome of the hidden cards; suits matter for flushes."""
    regulation, (*own, shown) = load_regulation("NJ-CST"), parse_cards(hand)
    paytables = {"raise": regulation.paytables["raise"]["A"]}
    terms = Terms(script=ScriptIndex(regulation=regulation), paytables=paytables, options={}, seeds={})
    ranking, mine = terms.comparing_ranking, terms.comparing(own)
    qualifies = ranking.patterns["ace_king_or_better"].holds
    counts: Counter[tuple[bool, int]] = Counter()
    examples: dict[tuple[bool, int], Cards] = {}
    for hidden in combinations([card for card in DECK if card not in (*own, shown)], 4):
        dealer = (shown, *hidden)
        value = ranking.value_of(dealer)
        outcome = qualifies(value, dealer), (value > mine) - (value < mine)
        counts[outcome] += 1
        examples.setdefault(outcome, dealer)
    box = BoxFacts(1, "ann", tuple(own), {"ante": 1, "raise": 2}, {"raise": "raise"})
    net = sum(counts[one] * settle(terms, RoundFacts((box,), dealer)).net(1) for one, dealer in examples.items())
    found = decision_solver(regulation, "A", QUERY).values((*own, shown)).choices
    assert found == {"fold": Fraction(-1), "raise": Fraction(net, counts.total())}


def test_three_red_cards_are_counted_as_cards_of_a_color() -> None:
    (found,) = odds(load_regulation("NV-TCP"), QUERY, "colors", "B")
    figures = read_figures("invented")
    assert [row.count for row in found.rows] == [figures["NV-TCP.colors.B.all_red"], 22_100 - 2_600]
    assert sum(all(card.suit in (1, 2) for card in cards) for cards in combinations(DECK, 3)) == 2_600


def test_rows_that_read_different_hands_are_not_guessed() -> None:
    with pytest.raises(InputError, match="its rows read different hands"):
        list(odds(load_regulation("NV-TCP"), QUERY, "colors", "A"))


@pytest.mark.parametrize("hand", ["Qs 6d 4c", "2s 2d 3c"])
def test_a_choice_that_needs_certain_cards_is_valued_only_with_them(hand: str) -> None:
    """Each choice is worth what the engine settles against every hand of the dealer."""
    regulation, cards = load_regulation("NV-TCP"), parse_cards(hand)
    terms = Terms(script=ScriptIndex(regulation=regulation), paytables={}, options={}, seeds={})
    dealers = list(combinations([card for card in DECK if card not in cards], 3))
    wanted = {"fold": Fraction(-1)}
    for choice, times in (("play", 1), ("play_2", 2))[: 1 + ("2s" in hand)]:
        box = BoxFacts(1, "ann", cards, {"ante": 1, "play": times}, {"play": choice})
        wanted[choice] = Fraction(
            sum(settle(terms, RoundFacts((box,), dealer)).net(1) for dealer in dealers), len(dealers)
        )
    assert decision_solver(regulation, "A", QUERY).values(cards).choices == wanted
