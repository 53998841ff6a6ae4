"""Odds and settlement agree on the row of each hand, on what it wins, and on the mean over all deals of small decks."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from random import Random

import pytest

from pitboss.cards import FIVE_CARD, RANKINGS, TEN, Card, parse_cards
from pitboss.games.let_it_ride import solver as let_it_ride
from pitboss.games.let_it_ride.cover_all_packings import PATTERNS
from pitboss.games.three_card_poker import solver as three_card_poker
from pitboss.games.top_five_poker.hands import HighCardDeck, count_ranks, example
from pitboss.games.top_five_poker.showdown import OUTCOMES
from pitboss.games.top_five_poker.solver import TopFive
from pitboss.odds.catalog import in_force
from pitboss.odds.hand_classes import hand_classes
from pitboss.odds.paid_hands import net_win
from pitboss.odds.positions import position_of
from pitboss.play.prizes import lines_at_stake
from pitboss.play.script_index import ScriptIndex
from pitboss.play.settle import Settling, settle
from pitboss.play.settlement_input import BoxFacts, RoundFacts, SettledLine
from pitboss.play.terms import Terms
from pitboss.recorded.round import read_round
from pitboss.rules.load import load_regulation
from tests.oracle.rounds import random_round

REGULATIONS = ("MD-LIR", "MD-TCP", "MD-TFP", "MA-LIR")
Cards = tuple[Card, ...]


def top_of(ranks: set[int], length: int) -> int | None:
    """The top of the highest straight of such a length."""
    runs = ([rank % 13 for rank in range(top - length + 1, top + 1)] for top in range(12, length - 3, -1))
    return next((run[-1] for run in runs if ranks.issuperset(run)), None)


def class_of(cards: Sequence[Card]) -> tuple[object, ...]:
    """The class of three, five or six cards, in the words of `pitboss.odds.hand_classes`."""
    size, length = len(cards), min(len(cards), 5)
    for suit in range(4):
        filled = {card.rank for card in cards if card.suit == suit}
        if len(filled) == 5 < size:
            return "five of six", top_of(filled, 5)
        if len(filled) == size:
            return suit, top_of(filled, length), min(filled) if size == 6 else 0
    ranks = [card.rank for card in cards]
    top = top_of(set(ranks), length)
    if top is not None:
        return "straight", top
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    return tuple(count for count, _ in groups), groups[0][1]


@cache
def stand_ins(size: int) -> dict[tuple[object, ...], Cards]:
    """The hand that odds look at in place of all of its class."""
    classes = hand_classes(size)
    found = {class_of(cards): cards for cards, _ in classes}
    assert len(found) == len(classes)
    return found


def stand_in(ranking: str, cards: Cards) -> Cards:
    if ranking != "top_five":
        return stand_ins(len(cards))[class_of(cards)]
    royal = any(sum(card.suit == suit and card.rank >= TEN for card in cards) == 5 for suit in range(4))
    return example(count_ranks(cards), royal)


class Check:
    """One round settled, and what odds say of each of its lines."""

    def __init__(self, terms: Terms, facts: RoundFacts) -> None:
        self.terms, self.facts, self.regulation = terms, facts, terms.regulation
        self.settling = Settling(terms, facts)
        self.lines = {box: {line.item: line for line in lines} for box, lines in settle(terms, facts).boxes}
        self.seen: set[str] = set()
        for box in facts.boxes:
            self._box(box)

    def _box(self, box: BoxFacts) -> None:
        for name, line in self.lines[box.box].items():
            wager = self.regulation.wagers.get(name)
            if wager and wager.paytable and line.outcome in ("paid", "collected") and not box.abandoned:
                self.seen.add(name)
                if wager.scope == "table":
                    self._table(name, line)
                else:
                    self._paid(name, line, box)
        if box.choices.get("play") and "ante" in box.wagers and not box.abandoned:
            self.seen.add("ante")
            self._showdown(box)

    def _paid(self, name: str, line: SettledLine, box: BoxFacts) -> None:
        rule = self.regulation.wagers[name]
        paytable = self.terms.paytables[rule.paytable]
        hand = self.regulation.hands[paytable.hand or rule.hand]
        cards = stand_in(hand.ranking, self.settling.cards_of(hand, box))
        ranking = RANKINGS[hand.ranking]
        value = ranking.value_of(cards)
        lines = lines_at_stake(rule, paytable.lines(), self.terms.options.get(rule.stake_option))
        row = next((r for r in lines if ranking.patterns[r.pattern].holds(value, cards)), None)
        assert line.pattern == (row.pattern if row else None)
        assert line.odds == (str(row.payout) if row else None)
        if row and row.payout.form != "share" and name not in box.match_play and self.terms.payout_limit is None:
            kept = rule.goes_to == "inventory" and not self.terms.holds(rule.chip_returned_under)
            assert line.net == net_win(row.payout, line.stake, kept, {}) * line.stake

    def _table(self, name: str, line: SettledLine) -> None:
        rule = self.regulation.wagers[name]
        found = {FIVE_CARD.category((*box.cards, *self.facts.community)) for box in self.facts.boxes}
        stack = {card.rank for card in (*self.facts.burned, *self.facts.community)}
        if len(stack) == 1 and not self.terms.holds(rule.only_boxes_under):
            found.add("three_of_a_kind")
        assert line.pattern == next((pattern for pattern in PATTERNS if pattern in found), None)
        pays = {row.pattern: row.payout for row in self.terms.paytables[rule.paytable].lines(len(self.facts.boxes))}
        assert line.odds == (str(pays[line.pattern]) if line.pattern else None)

    def _showdown(self, box: BoxFacts) -> None:
        found = self.lines[box.box]
        net = sum(found[item].net for item in ("ante", "play", "ante_bonus") if item in found)
        assert net == Fraction(self._net(box)) * box.wagers["ante"]

    def _net(self, box: BoxFacts) -> Fraction | int:
        choice, ended = box.choices["play"], self.settling.compared(box)
        if self.regulation.game == "top_five_poker":
            game = top_five(str(self.terms.options["top_five_equal_counts"]))
            (action,) = (action for action in game.actions if action.choice == choice)
            return action.nets[OUTCOMES.index(ended)]
        if choice == "fold":
            return -1
        on_win_only = self.terms.holds(self.regulation.awards["ante_bonus"].only_on_win_under)
        tables, chosen = self.regulation.paytables["ante_bonus"], self.terms.paytables["ante_bonus"]
        showdown = three_card(next(name for name, table in tables.items() if table == chosen), on_win_only)
        name = ended[1] if ended[0] else "unqualified"
        net: int = getattr(showdown.nets, name)
        return net + (showdown.bonus(box.cards) if name == "higher" or not on_win_only else 0)


@cache
def top_five(equal_counts: str) -> TopFive:
    regulation = load_regulation("MD-TFP")
    return TopFive(regulation, {**in_force(regulation), "top_five_equal_counts": equal_counts})


@cache
def three_card(table: str, on_win_only: bool) -> three_card_poker.AnteShowdown:
    regulation = load_regulation("MD-TCP")
    return three_card_poker.AnteShowdown(regulation, regulation.paytables["ante_bonus"][table], on_win_only)


@pytest.mark.parametrize("number", [500, pytest.param(20_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_rounds_pay_the_rows_of_the_odds(regulation: str, number: int) -> None:
    """Half of the rounds are rigged so that rare hands are common."""
    rng, seen = Random(f"{regulation} odds"), set[str]()
    for index in range(number):
        read = read_round(random_round(rng, regulation, rigged=index % 2 == 0))
        seen |= Check(read.terms, read.facts).seen
    wagers = load_regulation(regulation).wagers
    assert seen == {name for name in wagers if name != "play"}


# Small decks, dealt out whole -----------------------------------------------------------------------------------------


def terms_of(regulation: str, **tables: str) -> Terms:
    rules = load_regulation(regulation)
    paytables = {group: rules.paytables[group][table] for group, table in tables.items()}
    return Terms(script=ScriptIndex(regulation=rules), paytables=paytables, options=in_force(rules), seeds={})


@pytest.mark.parametrize("table", ["A", "C"])
def test_let_it_ride_of_eleven_cards(table: str) -> None:
    """Every deal, decided as is best with 52 cards: the mean of settlements is what bets and rows of the odds give."""
    deck = parse_cards("As Ks Qs Js Ts Ad Kd 5d 5h 5s 5c")
    terms = terms_of("MD-LIR", base=table)
    ahead = let_it_ride.RideValues(terms.paytables["base"].lines())
    expected = settled = 0
    for three in combinations(deck, 3):
        first = _rides(ahead, three)
        for fourth, fifth in permutations([card for card in deck if card not in three], 2):
            second = _rides(ahead, (*three, fourth))
            choices = {"bet_1": "ride" if first else "withdraw", "bet_2": "ride" if second else "withdraw"}
            box = BoxFacts(1, "p", three, {"bet_1": 100, "bet_2": 100, "bet_3": 100}, choices)
            settled += settle(terms, RoundFacts((box,), community=(fourth, fifth))).net(1)
            expected += 100 * (1 + first + second) * _five_card_win(terms, (*three, fourth, fifth))
    assert settled == expected


def _rides(ahead: let_it_ride.RideValues, cards: Cards) -> bool:
    return ahead.rides(position_of(cards))


def _five_card_win(terms: Terms, cards: Cards) -> int:
    hand, rows = stand_in("five_card", cards), terms.paytables["base"].lines()
    value = FIVE_CARD.value_of(hand)
    return next((row.payout.number for row in rows if FIVE_CARD.patterns[row.pattern].holds(value, hand)), -1)


@pytest.mark.parametrize("options", [{}, {"ante_bonus": "win_only"}])
def test_three_card_poker_of_ten_cards(options: dict[str, str | int]) -> None:
    """Every deal, decided as is best with 52 cards."""
    deck = parse_cards("As Ks Qs Qd 6h 4c 2c 3c 3d Jh")
    terms = terms_of("MD-TCP", ante_bonus="A")
    terms = Terms(script=terms.script, paytables=terms.paytables, options={**terms.options, **options}, seeds={})
    on_win_only = bool(options)
    showdown = three_card_poker.AnteShowdown(terms.regulation, terms.paytables["ante_bonus"], on_win_only)
    values, expected, settled = showdown.order, 0, 0
    for cards in combinations(deck, 3):
        plays = showdown.play_total(cards, showdown.against(cards)) > -three_card_poker.DEALER_HANDS
        wagers = {"ante": 100, "play": 100} if plays else {"ante": 100}
        box = BoxFacts(1, "p", cards, wagers, {"play": "play" if plays else "fold"})
        counts = [0, 0, 0, 0]
        for dealer in combinations([card for card in deck if card not in cards], 3):
            settled += settle(terms, RoundFacts((box,), dealer=dealer)).net(1)
            theirs, mine = values.of(dealer), values.of(cards)
            counts[0 if theirs < showdown.floor else 1 + (theirs >= mine) + (theirs > mine)] += 1
        against = three_card_poker.DealerHands(*counts)
        expected += 100 * (showdown.play_total(cards, against) if plays else -sum(counts))
    assert settled == expected


@pytest.mark.parametrize("equal_counts", ["poker_rank", "high_cards"])
def test_top_five_of_twelve_cards(equal_counts: str) -> None:
    """Two suits of high cards, two low cards, hands of three: settlements of every deal have the mean of the odds."""
    regulation = load_regulation("MD-TFP")
    options: dict[str, str | int] = {**in_force(regulation), "top_five_equal_counts": equal_counts}
    game = TopFive(regulation, options, HighCardDeck(suits=2, low=2, hand=3))
    terms = Terms(script=ScriptIndex(regulation=regulation), paytables={}, options=options, seeds={})
    deck = parse_cards("Ac Kc Qc Jc Tc Ad Kd Qd Jd Td 2c 3c")
    settled = deals = 0
    for cards in combinations(deck, 3):
        values = game.choices(cards)
        plays = values["play"] > values["fold"]
        box = BoxFacts(1, "p", cards, {"ante": 100, **({"play": 100} if plays else {})})
        box = box._replace(choices={"play": "play" if plays else "fold"})
        for dealer in combinations([card for card in deck if card not in cards], 3):
            settled += settle(terms, RoundFacts((box,), dealer=dealer)).net(1)
            deals += 1
    assert Fraction(settled, 100 * deals) == game.odds().expected
