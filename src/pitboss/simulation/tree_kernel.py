"""The kernel of any game, compiled by numba. `tree_tables.py` beside it counts the same in numpy."""

import numpy as np
from numba import njit

from pitboss.simulation.compiled import count_places, deal, note_hits, shift_lows, u64
from pitboss.simulation.hand_automaton import LEVEL

CARDS = np.arange(52, dtype=np.uint32)
DECK, ONE = np.uint64(52), np.uint64(1)


@njit(cache=True, nogil=True)
def play(first, count, key, hour, shift, t, places, _highest, hours, lows, hits):
    """Plays `count` rounds from the round `first` on, and returns how many times a meter paid."""
    deck, dealt, at = np.empty(64, np.uint32), np.empty(64, np.uint32), np.empty(8, np.uint64)
    dips, counted, boxes, found = np.zeros(len(hours), np.int64), places.reshape(-1), t.boxes, 0
    steps, hands, hand, shared = t.steps.reshape(-1), t.hands.reshape(-1), t.hand, t.hand * t.boxes
    states, nodes = t.choices.shape[2], t.choices.shape[1]
    choices, kinds, rows, begun = t.choices.reshape(-1), len(t.starts), u64(len(t.hands)), np.empty(8, np.uint64)
    stages, sees, seen_at, ends, classes, reads_own = len(t.sees), t.sees, t.seen_at, t.ends, t.classes, t.reads_own
    compares, values = t.compares, t.values
    own_cards, on_table, states = u64(hand), u64(shared - hand), u64(states)
    for begin in range(0, count, hour):
        house, box_1, dip = 0, 0, 0
        for number in range(first + begin, first + min(begin + hour, count)):
            deal(deck, dealt, CARDS, key, number, t.cards)
            theirs = 0
            if t.compared >= 0:
                ended = u64(t.starts[t.compared])
                for card in range(t.dealer):
                    ended = u64(hands[DECK * ended + u64(dealt[u64(shared + card)])])
                theirs = t.values[ended - rows]
            rank, level, ahead = theirs >> 1, theirs // LEVEL, np.int64(t.outcome_step) * (2 + 5 * (theirs & 1))
            for kind in range(kinds):
                ended = u64(t.starts[kind])
                for step in range(t.shared_at.shape[1]):
                    where = t.shared_at[kind, step]
                    if where < 0:
                        break
                    ended = u64(hands[DECK * ended + u64(dealt[u64(shared + where)])])
                begun[u64(kind)] = ended
            for box in range(boxes):
                own, node, state, read = u64(hand * box), u64(0), u64(0), u64(0)
                table = u64(t.players[u64(box)] * nodes)
                for stage in range(stages):
                    until = u64(sees[u64(stage)])
                    while read < until:
                        where = u64(seen_at[read])
                        card = dealt[own + where] if where < own_cards else dealt[on_table + where]
                        state = u64(steps[DECK * state + u64(card)])
                        read += ONE
                    node = u64(choices[(table + node) * states + state])
                place = np.int64(ends[node])
                for kind in range(kinds):
                    ended = begun[u64(kind)]
                    if reads_own[u64(kind)]:
                        for card in range(hand):
                            ended = u64(hands[DECK * ended + u64(dealt[own + u64(card)])])
                    ended -= rows
                    place += classes[ended]
                    if kind == t.compared:
                        # Branches on what the cards are would be guessed wrong by the processor half of the time.
                        mine = values[ended]
                        above = np.int64(mine >> 1 > rank) - np.int64(mine >> 1 < rank)
                        above += np.int64(mine // LEVEL > level) - np.int64(mine // LEVEL < level)
                        place += np.int64(compares[node]) * (ahead + t.outcome_step * above)
                at[u64(box)] = u64(place)
            won, mine_won, unusual = count_places(at, t.prices.worth, boxes, counted)
            if unusual:
                won, mine_won, found = note_hits(number, at, boxes, t.prices, hits, won, mine_won, found)
            house, box_1 = house - won, box_1 + mine_won
            dip = min(dip, box_1)
        if begin + hour <= count:
            hours[begin // hour, 0], hours[begin // hour, 1], dips[begin // hour] = house, box_1, dip
    shift_lows(hours, dips, shift, lows)
    return found
