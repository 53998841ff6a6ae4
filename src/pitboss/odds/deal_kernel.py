"""Every deal of a player's hand against a dealer's, compiled by numba. Whole numbers only.

Hands are numbered by the combinatorial number system: the hand of cards a < b < c is C(a,1) + C(b,2) + C(c,3). The
dealer's hands that hold none of the player's cards are counted by inclusion and exclusion: `below` says how many
hands hold some cards and are of a lower kind, `near` has the kinds of the hands that lack one card, sorted.
"""

import numpy as np
from numba import njit

WAYS = np.zeros((53, 8), np.int64)
"""[cards, size]: how many hands of a size there are."""
WAYS[:, 0] = 1
for _cards in range(1, 53):
    WAYS[_cards, 1:] = WAYS[_cards - 1, 1:] + WAYS[_cards - 1, :-1]


@njit(cache=True, nogil=True)
def _next(cards, size):
    """The next of all hands of a size, which count up with the lowest card first."""
    at = 0
    while at < size - 1 and cards[at] + 1 == cards[at + 1]:
        cards[at] = at
        at += 1
    cards[at] += 1


@njit(cache=True, nogil=True)
def classes_of_hands(size, number):
    """For each hand a number that hands with other names of suits share: the ranks of each suit, sorted."""
    found = np.zeros(number, np.int64)
    cards, suits = np.arange(size), np.zeros(4, np.int64)
    for hand in range(number):
        suits[:] = 0
        for at in range(size):
            suits[cards[at] & 3] |= 1 << (cards[at] >> 2)
        for last in range(3, 0, -1):
            for at in range(last):
                if suits[at] > suits[at + 1]:
                    suits[at], suits[at + 1] = suits[at + 1], suits[at]
        found[hand] = ((suits[3] << 13 | suits[2]) << 13 | suits[1]) << 13 | suits[0]
        _next(cards, size)
    return found


@njit(cache=True, nogil=True)
def _number(ways, deck, places, size, shown):
    """The number of the hand of some places of a deck and the shown cards."""
    found, at, more = 0, 0, 0
    while at < size or more < len(shown):
        if more == len(shown) or (at < size and deck[places[at]] < shown[more]):
            found += ways[deck[places[at]], at + more + 1]
            at += 1
        else:
            found += ways[shown[more], at + more + 1]
            more += 1
    return found


@njit(cache=True, nogil=True)
def _holding(ways, kinds, number_of_kinds, deck, shown, hidden):
    """The tables `below` and `near` of the dealer's hands that have some shown cards."""
    size, few = len(deck), max(hidden - 1, 0)
    starts = np.zeros(hidden + 2, np.int64)
    for number in range(few):
        starts[number + 1] = starts[number] + ways[size, number]
    below = np.zeros((starts[few], number_of_kinds + 1), np.int32)
    near = np.zeros((ways[size, hidden - 1], size - hidden + 1), np.int32)
    filled = np.zeros(len(near), np.int32)
    places = np.arange(hidden)
    for _ in range(ways[size, hidden]):
        kind = kinds[_number(ways, deck, places, hidden, shown)]
        for mask in range((1 << hidden) - 1):
            number, at = 0, 0
            for place in range(hidden):
                if mask >> place & 1:
                    number += 1
                    at += ways[places[place], number]
            if number == hidden - 1:
                near[at, filled[at]] = kind
                filled[at] += 1
            else:
                below[starts[number] + at, kind + 1] += 1
        _next(places, hidden)
    for row in range(len(below)):
        for kind in range(1, number_of_kinds + 1):
            below[row, kind] += below[row, kind - 1]
    for row in range(len(near)):
        near[row].sort()
    return starts, below, near


@njit(cache=True, nogil=True)
def _lower(ways, kinds, tables, deck, shown, hidden, places, own, edges, some, counts):
    """How many hands of the dealer are of a lower kind than each edge and hold none of the player's cards."""
    starts, below, near = tables
    counts[:] = 0
    for mask in range(1 << own):
        number, at = 0, 0
        for place in range(own):
            if mask >> place & 1:
                if number < hidden:
                    some[number] = places[place]
                    at += ways[places[place], number + 1]
                number += 1
        sign = 1 - 2 * (number & 1)
        if number == hidden:
            kind = kinds[_number(ways, deck, some, hidden, shown)]
            for edge in range(len(edges)):
                counts[edge] += sign * (kind < edges[edge])
        elif number == hidden - 1:
            for edge in range(len(edges)):
                counts[edge] += sign * np.searchsorted(near[at], edges[edge])
        elif number < hidden:
            for edge in range(len(edges)):
                counts[edge] += sign * below[starts[number] + at, edges[edge]]


@njit(cache=True, nogil=True)
def best_of_every_deal(ways, kinds, number_of_kinds, deck, shown, hidden, own, classes, edges, ends, open_to, nets):
    """How often each choice is best, by class of the player's rows and outcome: [choice, rows, outcome].

    For the class of a player's hand, `edges` are the kinds at which the outcome changes, `ends` has the place of its
    rows and of the outcomes, `open_to` whether each choice is open. `nets` is what a choice wins at an end.
    """
    tables = _holding(ways, kinds, number_of_kinds, deck, shown, hidden)
    tally = np.zeros(nets.shape, np.int64)
    places, some = np.arange(own), np.zeros(hidden, np.int64)
    most = edges.shape[1]
    lower, nothing = np.zeros(most, np.int64), shown[:0]
    for _ in range(ways[len(deck), own]):
        hand = classes[_number(ways, deck, places, own, nothing)]
        _lower(ways, kinds, tables, deck, shown, hidden, places, own, edges[hand], some, lower)
        rows, best, chosen = ends[hand, 0], 0, -1
        for choice in range(len(nets)):
            if open_to[hand, choice]:
                won = 0
                for edge in range(1, most):
                    won += (lower[edge] - lower[edge - 1]) * nets[choice, rows, ends[hand, edge]]
                if chosen < 0 or won > best:
                    best, chosen = won, choice
        for edge in range(1, most):
            tally[chosen, rows, ends[hand, edge]] += lower[edge] - lower[edge - 1]
        _next(places, own)
    return tally
