"""The cards of a simulated round, as a function of a seed and the round's number.

The generator is SplitMix64 in counter mode: word `k` of round `r` is `mix(key + (32 r + k) x GAMMA)`. A round owns its
32 words whoever asks for them, so any round can be dealt again alone, chunks need no state from each other, and one
core, all cores and a cluster deal the same cards. Half a word picks a card by multiplication; the most and the least
likely card then differ by one part in 80 million. It is made for statistics and never deals a live table.
"""

from hashlib import sha256

from pitboss.cards import Card

WORDS = 32
"""Words that a round owns: two cards each, so that a whole deck can be dealt."""
GAMMA = 0x9E3779B97F4A7C15
FIRST, SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_MASK = (1 << 64) - 1


def key_of(seed: int) -> int:
    """Where a seed's words begin; seeds that differ in one bit begin far from each other."""
    return int.from_bytes(sha256(f"pitboss simulate {seed}".encode()).digest()[:8], "little")


def word(key: int, number: int, index: int) -> int:
    """Word `index` of a round, in plain integers: what the kernels compute in their own ways."""
    mixed = (key + (WORDS * number + index) * GAMMA) & _MASK
    mixed = (mixed ^ (mixed >> 30)) * FIRST & _MASK
    mixed = (mixed ^ (mixed >> 27)) * SECOND & _MASK
    return mixed ^ (mixed >> 31)


def deal(key: int, number: int, cards: int) -> tuple[Card, ...]:
    """The first cards of a round's deck."""
    deck = list(range(52))
    for place in range(cards):
        drawn = word(key, number, place // 2)
        half = drawn >> 32 if place % 2 else drawn & 0xFFFFFFFF
        picked = place + (half * (52 - place) >> 32)
        deck[place], deck[picked] = deck[picked], deck[place]
    return tuple(Card(number) for number in deck[:cards])
