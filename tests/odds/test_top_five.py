"""Top Five Poker, exact: against every deal of small decks and against settlement."""

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import pytest

from pitboss.cards import DECK, RANKINGS, TOP_FIVE, Card, parse_cards, show_cards
from pitboss.cards.ranking import Pattern
from pitboss.games.top_five_poker.hands import HighCardDeck, all_numbers, count_ranks, example, high_by_suit, holdings
from pitboss.games.top_five_poker.solver import AnteOdds, TopFive, bonus_counts, deck_of
from pitboss.play.settle import settle
from pitboss.recorded.round import read_round
from pitboss.rules.load import load_regulation
from pitboss.rules.payout import Payout
from pitboss.rules.regulation import Regulation
from tests.counts.reader import read_counts
from tests.odds.top_five_deals import best_play, cards_of, every_deal, judge
from tests.oracle.md_tfp import comparable

FULL = HighCardDeck(4, 32, 7)
DEALS = comb(52, 7) * comb(45, 7)
OPTIONS = ("poker_rank", "high_cards")
both_options = pytest.mark.parametrize("option", OPTIONS)
# Two suits fill a hand of five to seven with royal flushes, on one side or on both.
SMALL = (HighCardDeck(2, 4, 3), HighCardDeck(2, 2, 5), HighCardDeck(2, 3, 6), HighCardDeck(2, 4, 7))
LARGER = (HighCardDeck(3, 3, 3), HighCardDeck(4, 3, 3), HighCardDeck(3, 1, 5), HighCardDeck(2, 6, 5))
small_decks = pytest.mark.parametrize(
    "deck", [*SMALL, *(pytest.param(deck, marks=pytest.mark.slow) for deck in LARGER)], ids=str
)


def game(option: str, deck: HighCardDeck | None = None) -> TopFive:
    return TopFive(load_regulation("MD-TFP"), {"top_five_equal_counts": option}, deck)


@cache
def ante(option: str, known: int = 0) -> AnteOdds:
    return game(option).odds(known)


def text(cards: list[Card]) -> list[str]:
    return show_cards(cards).split()


def test_the_deck_is_the_regulations() -> None:
    assert deck_of(load_regulation("MD-TFP")) == FULL
    assert FULL.hands * FULL.dealer_hands == DEALS


@pytest.mark.parametrize("deck", [FULL, *SMALL], ids=str)
def test_holdings_cover_every_hand_once(deck: HighCardDeck) -> None:
    found = list(holdings(deck))
    assert sum(hands for _, hands in found) == deck.hands
    assert all(hands > 0 for _, hands in found)
    assert len({holding for holding, _ in found}) == len(found)


def test_examples_are_what_they_should_be() -> None:
    for numbers in all_numbers(FULL):
        for royal in {False, all(numbers)}:
            cards = example(numbers, royal)
            assert count_ranks(cards) == numbers
            assert (TOP_FIVE.category(cards) == "royal_flush") == royal


@small_decks
def test_holdings_are_counted_right(deck: HighCardDeck) -> None:
    counted: dict[tuple[tuple[int, ...], bool, int], int] = {}
    for hand in combinations(cards_of(deck), deck.hand):
        cards = parse_cards("".join(hand))
        suits = high_by_suit(cards, deck.suits)
        key = count_ranks(cards), any(len(suit) == 5 for suit in suits), suits.count(frozenset())
        counted[key] = counted.get(key, 0) + 1
    assert dict(holdings(deck)) == counted


@both_options
@small_decks
def test_every_deal_of_a_small_deck(deck: HighCardDeck, option: str) -> None:
    net = judge(option == "high_cards")
    for known in (0, 1, deck.hand):
        odds = game(option, deck).odds(known)
        assert (odds.expected, odds.average_stake) == best_play(deck, net, known)
        assert odds.total == deck.hands * deck.dealer_hands * comb(deck.hand, known)


@both_options
@pytest.mark.parametrize("deck", SMALL, ids=str)
def test_each_hand_of_a_small_deck(deck: HighCardDeck, option: str) -> None:
    small, random = game(option, deck), Random(5)
    for hand, against in every_deal(deck, judge(option == "high_cards")):
        cards = parse_cards("".join(hand))
        won = sum(wins for _, wins in against)
        assert small.choices(cards) == {"play": Fraction(won, len(against)), "fold": -1}
        shown = set(random.sample(random.choice(against)[0], random.randrange(deck.hand + 1)))
        left = [wins for other, wins in against if shown <= set(other)]
        assert small.choices(cards, parse_cards("".join(shown)))["play"] == Fraction(sum(left), len(left))


def changed(**showdown: Any) -> Regulation:
    """The regulation with another showdown."""
    given = load_regulation("MD-TFP").given()
    assert given["showdown"]
    rules = given["showdown"]
    return Regulation(**{**given, "showdown": type(rules)(**{**rules.given(), **showdown})})


@pytest.mark.parametrize("qualifies", ["pair", "royal_flush", "four_cards"])
@pytest.mark.parametrize("deck", [HighCardDeck(2, 4, 3), HighCardDeck(2, 2, 5), HighCardDeck(2, 3, 6)], ids=str)
def test_a_changed_floor_changes_the_odds(deck: HighCardDeck, qualifies: str) -> None:
    @cache
    def net(ours: tuple[str, ...], theirs: tuple[str, ...]) -> int:
        mine, other = comparable(ours, False), comparable(theirs, False)
        weight = 2 if TOP_FIVE.matches(qualifies, parse_cards("".join(theirs))) else 1
        return ((mine > other) - (mine < other)) * weight

    for known in (0, 1, deck.hand):
        odds = TopFive(changed(qualifies=qualifies), {}, deck).odds(known)
        assert (odds.expected, odds.average_stake) == best_play(deck, net, known)


def test_what_qualifying_in_the_order_of_high_cards_would_cost() -> None:
    """The alternative of ruling qualify-under-either-order: two jacks and two tens are below a queen and jack."""
    compare = RANKINGS["top_five_high_cards"].value_of
    floor = compare(parse_cards("QsJd"))
    other = game("high_cards")
    other.showdown.qualifies = Pattern("queen_jack", lambda _, cards: compare(cards) >= floor)
    pairs = {rank: other.showdown.qualifies.holds(None, parse_cards(f"{rank}s{rank}d")) for rank in "AKQJT"}  # type: ignore[arg-type]
    assert [rank for rank, qualifies in pairs.items() if not qualifies] == ["J", "T"]
    odds = other.odds()
    assert odds.expected == Fraction(-2557557908, 162155248255)
    assert f"{float(ante('poker_rank').expected - odds.expected):.5f}" == "0.01084"


def test_changed_odds_change_the_odds() -> None:
    """An Ante that wins three for one against a dealer who qualifies."""
    rules = load_regulation("MD-TFP").showdown
    assert rules
    wins = [row for row in rules.outcomes if row.wager == "ante" and row.does == "pay"]
    paid = {id(row): type(row)(**{**row.given(), "odds": Payout.parse("3 to 1")}) for row in wins}
    regulation = changed(outcomes=tuple(paid.get(id(row), row) for row in rules.outcomes))
    better, before = TopFive(regulation, {}).odds(), ante("poker_rank")
    assert {row.net for row in better.rows} == {-2, -1, 0, 1, 4}
    assert better.expected > before.expected
    assert better.average_stake > before.average_stake


@both_options
def test_the_figures_on_file(option: str) -> None:
    counts = {
        key.removeprefix(f"{option}."): n for key, n in read_counts("top_five_odds").items() if key.startswith(option)
    }
    odds = ante(option)
    assert odds.total == counts.pop("total") == DEALS
    expected = Fraction(-counts.pop("loss"), counts.pop("loss_of"))
    assert odds.expected == expected
    assert ante(option, 1).expected == Fraction(counts.pop("one_card_gain"), counts.pop("one_card_gain_of"))
    assert ante(option, 7).expected == Fraction(counts.pop("all_cards_gain"), counts.pop("all_cards_gain_of"))
    rows = {
        row.choice if row.compared is None else f"{'un' * (not row.qualified)}qualified_{row.compared}": row.deals
        for row in odds.rows
    }
    assert rows == counts
    assert sum(rows.values()) == DEALS


@both_options
def test_what_is_said_of_the_rows_follows_from_them(option: str) -> None:
    odds = ante(option)
    nets = {row.net: 0 for row in odds.rows}
    for row in odds.rows:
        nets[row.net] += row.deals
    folds = next(row.deals for row in odds.rows if row.choice == "fold")
    assert odds.average_stake == 2 - Fraction(folds, DEALS)
    assert odds.element_of_risk == -odds.expected / odds.average_stake
    assert odds.hit_frequency == Fraction(nets[Fraction(1)] + nets[Fraction(2)], DEALS)
    mean = sum(net * deals for net, deals in nets.items()) / DEALS
    assert odds.variance == sum((net - mean) ** 2 * deals for net, deals in nets.items()) / DEALS


@pytest.mark.parametrize(("option", "lowest"), [("poker_rank", "Ac Jd"), ("high_cards", "Ac Tc")])
def test_the_rule_to_learn(option: str, lowest: str) -> None:
    """Play three high cards; of two, a pair or ace-jack, or with the option any two with an ace."""
    assert game(option).cut_off() == tuple(sorted(parse_cards(lowest)))
    for line in game(option).strategy():
        tens, *_, aces = line.holding.numbers
        number, pair = sum(line.holding.numbers), max(line.holding.numbers) == 2
        two = aces > 0 if option == "high_cards" else pair or (aces == 1 and not tens)
        assert line.best == ("play" if number > 2 or (number == 2 and two) else "fold")
        assert (line.values["play"] > line.values["fold"]) == (line.best == "play")


@both_options
def test_the_strategy_is_worth_the_expected_win(option: str) -> None:
    lines = game(option).strategy()
    assert sum(line.hands for line in lines) == FULL.hands
    assert sum(line.values[line.best] * line.hands for line in lines) / FULL.hands == ante(option).expected


def test_equal_values_take_the_smaller_stake() -> None:
    """Where the Play always pushes and the Ante always loses, folding costs the same."""
    rules = load_regulation("MD-TFP").showdown
    assert rules
    does = {"ante": "collect", "play": "return"}
    rows = tuple(type(row)(**{**row.given(), "does": does[row.wager], "odds": None}) for row in rules.outcomes)
    odds = TopFive(changed(outcomes=rows), {}).odds()
    assert odds.expected == -1
    assert odds.average_stake == 1


def test_bad_hands_are_refused() -> None:
    hand = parse_cards("As Kd 2c 3c 4c 5c 6c")
    with pytest.raises(ValueError, match="a hand has 7"):
        game("poker_rank").choices(hand[1:])
    with pytest.raises(ValueError, match="twice"):
        game("poker_rank").choices((*hand[1:], hand[1]))
    with pytest.raises(ValueError, match="twice"):
        game("poker_rank").choices(hand, hand[:1])
    with pytest.raises(ValueError, match="expected 0, 1 or 7"):
        game("poker_rank").odds(2)


@both_options
def test_with_all_cards_known_the_value_is_what_settlement_pays(option: str) -> None:
    played, random = game(option), Random(11)
    for _ in range(2_000):
        deal = random.sample(DECK if random.random() < 0.5 else [card for card in DECK if card.rank > 4], 14)
        values = played.choices(deal[:7], deal[7:])
        for choice, value in values.items():
            wagers = {"ante": 500}
            box = {"box": 1, "player": "p", "cards": text(deal[:7]), "decisions": [choice], "wagers": wagers}
            recorded = read_round(
                {
                    "regulation": "MD-TFP",
                    "paytables": {},
                    "options": {"top_five_equal_counts": option},
                    "boxes": [box],
                    "dealer": text(deal[7:]),
                }
            )
            assert settle(recorded.terms, recorded.facts).net(1) == 500 * value


def test_bonus_rows_are_the_exhaustive_counts() -> None:
    counts = read_counts("top_five")
    categories = TOP_FIVE.categories
    assert bonus_counts(FULL, "top_five", categories) == (*(counts[name] for name in categories), 0)
    for name in ("kings_or_better", "seven_cards", "six_cards", "five_cards", "four_cards", "queen_jack_or_better"):
        assert bonus_counts(FULL, "top_five", (name,)) == (counts[name], counts["total"] - counts[name])


@pytest.mark.parametrize(
    ("wager", "table", "expected"),
    [
        ("top_five_bonus", "A", Fraction(-20978, 491855)),
        ("top_five_bonus", "B", Fraction(-4150, 98371)),
        ("top_five_bonus", "C", Fraction(-6254, 70265)),
        ("poker_bonus", "A", Fraction(-1292957, 33446140)),
        ("poker_bonus", "B", Fraction(-763277, 16723070)),
        ("poker_bonus", "C", Fraction(-130619, 1454180)),
    ],
)
def test_bonus_wagers(wager: str, table: str, expected: Fraction) -> None:
    lines = load_regulation("MD-TFP").paytables[wager][table].lines()
    counts = bonus_counts(FULL, "top_five", tuple(line.pattern for line in lines))
    wins = [*(line.payout.number for line in lines), -1]
    assert Fraction(sum(count * win for count, win in zip(counts, wins, strict=True)), FULL.hands) == expected
