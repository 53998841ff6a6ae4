"""The cards of a simulated round, as a function of a seed and the round's number.

The generator is SplitMix64 in counter mode: word `k` of round `r` is `mix(key + (16 r + k) x GAMMA)`. A round owns its
16 words for every caller, so any round can be dealt again alone, chunks need no state from each other, and one
core, all cores and a cluster deal the same cards.

A word deals four cards. Its upper 58 bits are a fraction; times the cards that are left, its whole part picks one of
them, and the fraction that remains picks the next. That is one multiplication by 52 x 51 x 50 x 49 in four steps: any
four cards come of 44 billion words or of one more, so the likeliest four and the least likely differ by one part in 44
billion. It is made for statistics and never deals a live table.
"""

from hashlib import sha256

from pitboss.cards import Card

WORDS = 16
"""Words that a round owns: thirteen deal a whole deck."""
DRAWS = 4
"""Cards that a word deals."""
BITS = 58
"""Of a fraction: times 52 it fits a word."""
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
    """The first cards of a round's deck; the last card that is left takes the place of one that is dealt."""
    deck, dealt, fraction = list(range(52)), [], 0
    for place in range(cards):
        if place % DRAWS == 0:
            fraction = word(key, number, place // DRAWS) >> (64 - BITS)
        picked, fraction = divmod(fraction * len(deck), 1 << BITS)
        dealt.append(Card(deck[picked]))
        deck[picked] = deck[-1]
        deck.pop()
    return tuple(dealt)
