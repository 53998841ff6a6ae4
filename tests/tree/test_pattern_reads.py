"""What patterns read: as declared, as the whole deck shows, and in classes that are as fine."""

from collections.abc import Iterator
from itertools import combinations
from math import comb
from types import MappingProxyType

import pytest

from pitboss import cards
from pitboss.cards import DECK, DIAMONDS, HEARTS, RANKINGS, THREE_CARD
from pitboss.cards.ranking import Pattern
from pitboss.cards.reads import Reads
from pitboss.odds.paid_hands import class_counts, row_counts
from pitboss.tree.card_classes import CardClasses, HandReading, hands_by_class
from pitboss.tree.pattern_reads import what_is_read

RED = (DIAMONDS, HEARTS)


def ranking_with(patterns: dict[str, Pattern]) -> object:
    return THREE_CARD._replace(name="colored", patterns=MappingProxyType({**THREE_CARD.patterns, **patterns}))


@pytest.fixture
def colored(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A ranking with a pattern that declares nothing of what it reads, and one that declares it."""
    patterns = {
        "all_red": Pattern("all_red", lambda _value, hand: all(card.suit in RED for card in hand)),
        "any_suited": Pattern("any_suited", lambda _value, hand: len({card.suit for card in hand}) < 3, Reads(flush=2)),
    }
    known = MappingProxyType({**RANKINGS, "colored": ranking_with(patterns)})
    for module in ("pitboss.tree.pattern_reads", "pitboss.odds.paid_hands"):
        monkeypatch.setattr(f"{module}.RANKINGS", known)
    yield "colored"
    row_counts.cache_clear()
    class_counts.cache_clear()


def test_an_undeclared_pattern_is_looked_through_for_the_whole_deck(colored: str) -> None:
    assert row_counts(colored, 3, ("all_red",)) == (comb(26, 3), comb(52, 3) - comb(26, 3)) == (2600, 19500)


def test_a_declared_pattern_has_classes_as_fine_as_it_reads(colored: str) -> None:
    apart = 4 * 3 * 2 * 13**3 // 6
    assert row_counts(colored, 3, ("any_suited",)) == (comb(52, 3) - apart, apart)


def test_what_is_read_is_found_out() -> None:
    assert what_is_read(lambda hand: len({card.rank for card in hand}), 3) == Reads()
    assert what_is_read(lambda hand: {card.suit for card in hand} == {HEARTS}, 3) == Reads(flush=3, suits="named")


@pytest.mark.parametrize("pattern", THREE_CARD.patterns)
def test_every_pattern_of_three_cards_reads_no_more_than_it_declares(pattern: str) -> None:
    """Hands of one class have one result, for all 22,100."""
    declared = THREE_CARD.patterns[pattern].reads
    assert declared
    classes, results = CardClasses([HandReading(declared, (0,))], 1), dict[object, bool]()
    for hand in combinations(DECK, 3):
        found = THREE_CARD.matches(pattern, hand)
        assert results.setdefault(classes.of((hand, ()), (0,)), found) == found


def test_all_patterns_declare_what_they_read() -> None:
    assert [name for name, ranking in RANKINGS.items() if ranking.reads is None] == []
    silent = [
        (ranking.name, name) for ranking in RANKINGS.values() for name, one in ranking.patterns.items() if not one.reads
    ]
    assert silent == []
    assert cards.RANKINGS is RANKINGS


@pytest.mark.parametrize(("ranking", "size"), [("three_card", 3), ("five_card", 5)])
def test_counts_by_class_are_those_of_hand_classes(ranking: str, size: int) -> None:
    patterns = tuple(RANKINGS[ranking].categories[:-1])
    assert class_counts(ranking, size, patterns) == row_counts(ranking, size, patterns)


@pytest.mark.parametrize("reads", [Reads(), Reads(flush=3), Reads(flush=1), Reads(flush=1, suits="colours"), Reads(8)])
def test_classes_have_every_hand_once(reads: Reads) -> None:
    classes = CardClasses([HandReading(reads, (0,))], 1)
    found = {classes.of((hand, ()), (0,)): number for hand, number in hands_by_class([HandReading(reads, (0,))], 3)}
    counted: dict[object, int] = {}
    for hand in combinations(DECK, 3):
        key = classes.of((hand, ()), (0,))
        counted[key] = counted.get(key, 0) + 1
    assert found == counted
