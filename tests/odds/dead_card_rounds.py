"""Rounds in which boxes show each other their cards, played by a method that shares nothing with the solvers.

Cards are drawn at random. What each choice is worth is then counted by going through every card, or every dealer hand,
that may still come, with hands ranked anew here. A round is worth what its best choices are worth, so that chance
enters only by the cards that the player knows.
"""

import numpy as np
from numba import njit


@njit
def five_card_pay(cards, pays):  # noqa: C901, PLR0912 - one branch for each kind of hand
    """What a bet of 1 wins with five cards; `pays` is for a royal flush down to a pair of tens, then for nothing."""
    counts = np.zeros(13, np.int64)
    flush = True
    for card in cards:
        counts[card // 4] += 1
        flush = flush and card % 4 == cards[0] % 4
    most, second, pair = 0, 0, -1
    low, high = 13, -1
    for rank in range(13):
        number = counts[rank]
        if number > most:
            most, second = number, most
        elif number > second:
            second = number
        if number == 2:
            pair = max(pair, rank)
        if number:
            low, high = min(low, rank), max(high, rank)
    wheel = most == 1 and counts[12] and counts[0] and counts[1] and counts[2] and counts[3]
    straight = most == 1 and (high - low == 4 or wheel)
    if straight and flush:
        return pays[0] if low == 8 else pays[1]
    if most == 4:
        return pays[2]
    if most == 3 and second == 2:
        return pays[3]
    if flush:
        return pays[4]
    if straight:
        return pays[5]
    if most == 3:
        return pays[6]
    if most == 2 and second == 2:
        return pays[7]
    return pays[8] if most == 2 and pair >= 8 else pays[9]


@njit
def three_card_value(one, two, three):
    """A number that grows with the rank of three cards."""
    a, b, c = one // 4, two // 4, three // 4
    if a > b:
        a, b = b, a
    if b > c:
        b, c = c, b
    if a > b:
        a, b = b, a
    ranks = c * 169 + b * 13 + a
    flush = one % 4 == two % 4 == three % 4
    wheel = a == 0 and b == 1 and c == 12
    straight = wheel or (b == a + 1 and c == b + 1)
    if wheel:
        ranks = 1
    if straight and flush:
        return 5 * 4096 + ranks
    if a == c:
        return 4 * 4096 + ranks
    if straight:
        return 3 * 4096 + ranks
    if flush:
        return 2 * 4096 + ranks
    if a == b:
        return 4096 + a * 13 + c
    if b == c:
        return 4096 + b * 13 + a
    return ranks


@njit
def shuffle(deck, number):
    for place in range(number):
        other = np.random.randint(place, 52)
        deck[place], deck[other] = deck[other], deck[place]


@njit
def first_bet(hand, deck, known, pays):
    """What the first bet wins on average: every pair of cards that may come, known ones aside."""
    won = pairs = 0.0
    for one in range(3, 52):
        if 4 <= one < 4 + known:
            continue
        hand[3] = deck[one]
        for other in range(one + 1, 52):
            if not 4 <= other < 4 + known:
                hand[4] = deck[other]
                won += five_card_pay(hand, pays)
                pairs += 1
    return won / pairs


@njit
def second_bet(hand, deck, known, pays):
    """What the second bet wins on average, the fourth card of the deck being the first community card."""
    won = 0.0
    hand[3] = deck[3]
    for other in range(4 + known, 52):
        hand[4] = deck[other]
        won += five_card_pay(hand, pays)
    return won / (48 - known)


@njit
def let_it_ride(seed, rounds, dead, pays):
    """The sum and the sum of squares of what a round is worth more to a box that knows `dead` cards."""
    np.random.seed(seed)
    deck, hand = np.arange(52), np.zeros(5, np.int64)
    total, squares = 0.0, 0.0
    for _ in range(rounds):
        shuffle(deck, 4 + dead)
        hand[:3] = deck[:3]
        blind_first, first = first_bet(hand, deck, 0, pays), first_bet(hand, deck, dead, pays)
        blind_second, second = second_bet(hand, deck, 0, pays), second_bet(hand, deck, dead, pays)
        worth = max(0.0, first) - (blind_first > 0) * first + max(0.0, second) - (blind_second > 0) * second
        total += worth
        squares += worth * worth
    return total, squares


@njit
def three_card_poker(seed, rounds, dead):
    """The same for Ante and Play; without known cards the best play is Q-6-4 or better.

    Straights and better are always played, so that the ante bonus does not matter.
    """
    np.random.seed(seed)
    deck, least = np.arange(52), three_card_value(40, 17, 10)
    total, squares = 0.0, 0.0
    for _ in range(rounds):
        shuffle(deck, 3 + dead)
        mine = three_card_value(deck[0], deck[1], deck[2])
        worth = 0.0
        if mine < 3 * 4096:
            gain = hands = 0.0
            for a in range(3 + dead, 52):
                for b in range(a + 1, 52):
                    for c in range(b + 1, 52):
                        theirs = three_card_value(deck[a], deck[b], deck[c])
                        hands += 1
                        if theirs < 10 * 169:
                            gain += 2
                        else:
                            gain += 3 if mine > theirs else 1 if mine == theirs else -1
            worth = (max(0.0, gain) - (mine >= least) * gain) / hands
        total += worth
        squares += worth * worth
    return total, squares
