"""Decks for random rounds: plain, or stacked so that the rare hands come up often."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from tests.oracle.hands import CARDS, RANK, RANKS, SUITS

HIGH = "TJQKA"
LOW = "23456789"


class Deck:
    """What is left of 52 cards."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.left = list(CARDS)
        rng.shuffle(self.left)

    def take(self, size: int, wanted: Iterable[str] = ()) -> list[str]:
        """A pile of `size` cards in random order: the first of the wanted that are left, then whatever comes."""
        pile = [card for card in wanted if card in self.left][:size]
        for card in pile:
            self.left.remove(card)
        while len(pile) < size:
            pile.append(self.left.pop())
        self.rng.shuffle(pile)
        return pile

    def take_ranks(self, size: int, ranks: Sequence[str]) -> list[str]:
        """A pile with a card of each rank given, where one is left, filled up with ranks under the ten."""
        pile: list[str] = []
        for rank in ranks:
            suited = [card for card in self.left if card[0] == rank and card not in pile]
            pile += suited[:1]
        return self.take(size, [*pile, *(card for card in self.left if card[0] in LOW)])


def plain(rng: Random, sizes: Mapping[str, int]) -> dict[str, list[str]]:
    """Piles from a fair shuffle."""
    deck = Deck(rng)
    return {name: deck.take(size) for name, size in sizes.items()}


def stacked(rng: Random, sizes: Mapping[str, int], leading: Sequence[str]) -> dict[str, list[str]]:
    """Piles of one to three cards that are made for each other: a leading pile and boxes from the same few cards."""
    deck = Deck(rng)
    few = few_cards(rng)
    following = [name for name in sizes if name not in leading]
    rng.shuffle(following)
    piles: dict[str, list[str]] = {}
    for name in [*rng.sample(leading, len(leading)), *following]:
        # The first leading pile and the first that follows are of the same few cards, the others now and then.
        chance = 0.0 if not piles or name == following[0] else rng.random()
        wanted = few if chance < 0.5 else few_cards(rng) if chance < 0.8 else []
        piles[name] = deck.take(sizes[name], wanted)
    return piles


def few_cards(rng: Random) -> list[str]:
    """A few cards from which something comes of any pile or two dealt in their order."""
    ways = (
        *(royal, royal, super_royal, super_royal, straight_flush, two_straight_flushes, mini_royal, mini_royal),
        *(quads, quads, one_rank, two_ranks, some_ranks, same_ranks, suited, straight, straight, low),
    )
    return rng.choice(ways)(rng, rng.choice(SUITS))


def royal(rng: Random, suit: str) -> list[str]:
    return _mixed(rng, [rank + suit for rank in HIGH])


def super_royal(rng: Random, suit: str) -> list[str]:
    suit = rng.choice((suit, "d"))
    return _mixed(rng, [rank + suit for rank in "9TJQKA"])


def straight_flush(rng: Random, suit: str) -> list[str]:
    return _mixed(rng, [rank + suit for rank in _run(rng, 5)])


def two_straight_flushes(rng: Random, suit: str) -> list[str]:
    """In order, so that both piles of three after one of two have a straight flush, or a royal and one."""
    run = _run(rng, 8)
    return [run[place] + suit for place in (3, 4, 5, 6, 7, 0, 1, 2)]


def mini_royal(rng: Random, suit: str) -> list[str]:
    """In order, so that a pile of three is one."""
    first = rng.choice((suit, "s"))
    return [rank + one for one in (first, *SUITS.replace(first, "")) for rank in "AKQ"]


def suited(rng: Random, suit: str) -> list[str]:
    return _mixed(rng, [rank + suit for rank in RANKS])


def straight(rng: Random, suit: str) -> list[str]:
    return _mixed(rng, [rank + rng.choice(SUITS) for rank in _run(rng, 5)])


def quads(rng: Random, suit: str) -> list[str]:
    """In order, so that both piles of three after one of two have four of a kind."""
    one, other = rng.sample(RANKS, 2)
    return [f"{rank}{suit}" for rank, suit in zip((one, other, *[one] * 3, *[other] * 3), "ccdhsdhs", strict=True)]


def one_rank(rng: Random, suit: str) -> list[str]:
    rank = rng.choice(RANKS)
    return _mixed(rng, [rank + one for one in SUITS])


def two_ranks(rng: Random, suit: str) -> list[str]:
    return _mixed(rng, [rank + one for rank in rng.sample(RANKS, 2) for one in SUITS])


def some_ranks(rng: Random, suit: str) -> list[str]:
    return _mixed(rng, [rank + one for rank in rng.sample(RANKS, 4) for one in SUITS])


def same_ranks(rng: Random, suit: str) -> list[str]:
    """In order, so that every pile of three has the same ranks."""
    ranks = rng.sample(RANKS, 3)
    return [rank + SUITS[(turn + place) % 4] for turn in range(4) for place, rank in enumerate(ranks)]


def low(rng: Random, suit: str) -> list[str]:
    """Nothing that makes a Three Card Poker dealer qualify, but for a pair or better."""
    return _mixed(rng, [card for card in CARDS if RANK[card] < 12])


def stacked_top_five(rng: Random, boxes: Sequence[str]) -> dict[str, list[str]]:
    """Piles of seven: dealers about the qualifying hand, boxes that tie them, many high cards."""
    deck = Deck(rng)
    count = rng.choice((0, 1, 1, 2, 2, 2, 2, 3, 3, 4, 5, 6, 7))
    ranks = rng.choice((["Q", "J"], ["Q", "T"], ["J", "T"], ["T", "T"])) if count == 2 else high_ranks(rng, count)
    piles = {"dealer": deck.take_ranks(7, ranks)}
    for name in boxes:
        kind = rng.random()
        if kind < 0.35:
            piles[name] = deck.take_ranks(7, ranks)
        elif kind < 0.45:
            piles[name] = deck.take(7, royal(rng, rng.choice(SUITS)))
        elif kind < 0.85:
            piles[name] = deck.take_ranks(7, high_ranks(rng, rng.randint(2, 7)))
        else:
            piles[name] = deck.take(7)
    return piles


def high_ranks(rng: Random, count: int) -> list[str]:
    """Ranks of so many high cards, of few different ranks or of many."""
    few = rng.sample(HIGH, rng.randint(2, 5))
    ranks = few * 4
    return ranks[:count] if rng.random() < 0.5 else rng.sample(ranks, count)


def _run(rng: Random, length: int) -> str:
    ranks = "A" + RANKS
    start = rng.randint(0, len(ranks) - length)
    return ranks[start : start + length]


def _mixed(rng: Random, cards: list[str]) -> list[str]:
    return rng.sample(cards, len(cards))
