/* Whole rounds in C, for benchmarks/simulation.py: the same generator, deals, tables and counts as the kernels of
 * src/pitboss/simulation, for seven boxes and the wagers named below, and nothing else. No meter, envy or table-wide
 * wager is asked about, and the number of boxes is known to the compiler: C is given every advantage that a program
 * written for this one job has. Nothing outside benchmarks/ and its test needs this file. */

#include <stdint.h>
#include <string.h>

enum { BOXES = 7, DECK = 64, HANDS = 5 * 455, FOURS = 26 * 455 };

#define GAMMA 0x9E3779B97F4A7C15u
#define RARELY(condition) __builtin_expect(!!(condition), 0)

/* Dealing ---------------------------------------------------------------------------------------------------------- */

static const uint8_t NEW_DECK[DECK] = {
    0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
    26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51,
};

static inline uint64_t word(uint64_t counter) {
    counter = (counter ^ counter >> 30) * 0xBF58476D1CE4E5B9u;
    counter = (counter ^ counter >> 27) * 0x94D049BB133111EBu;
    return counter ^ counter >> 31;
}

/* Four cards a word: a fraction of 58 bits, times the cards that are left, picks a card and leaves a fraction. */
static inline void deal(uint8_t *dealt, uint64_t key, uint64_t number, unsigned cards) {
    uint64_t counter = key + number * 16 * GAMMA;
    uint8_t deck[DECK];
    memcpy(deck, NEW_DECK, DECK);
    for (unsigned begin = 0; begin < cards; begin += 4, counter += GAMMA) {
        uint64_t fraction = word(counter) >> 6;
        for (unsigned place = begin; place < begin + 4; place++) {
            fraction *= 52 - place;
            dealt[place] = deck[fraction >> 58];
            deck[fraction >> 58] = deck[51 - place];
            fraction &= ((uint64_t)1 << 58) - 1;
        }
    }
}

/* Hands: a card is 4 x rank + suit --------------------------------------------------------------------------------- */

/* The number of a set of three ranks. */
static inline unsigned set_of(const uint16_t *sets, unsigned a, unsigned b, unsigned c) {
    return sets[169 * (a >> 2) + 13 * (b >> 2) + (c >> 2)];
}

/* 0 where three cards are of different suits, else one more than their suit; without a branch. */
static inline unsigned suit_of(unsigned a, unsigned b, unsigned c) {
    return -(unsigned)((((a ^ b) | (a ^ c)) & 3) == 0) & (1 + (a & 3));
}

static inline unsigned ranks_of(unsigned a, unsigned b, unsigned c) {
    return 1u << (a >> 2) | 1u << (b >> 2) | 1u << (c >> 2);
}

/* How many cards there are of each suit, in eight bits each. */
static inline uint32_t suits_of(unsigned a, unsigned b, unsigned c) {
    return (1u << 8 * (a & 3)) + (1u << 8 * (b & 3)) + (1u << 8 * (c & 3));
}

static inline unsigned ranks_in(unsigned suit, unsigned a, unsigned b, unsigned c) {
    return (unsigned)((a & 3) == suit) << (a >> 2) | (unsigned)((b & 3) == suit) << (b >> 2) |
           (unsigned)((c & 3) == suit) << (c >> 2);
}

/* Counting --------------------------------------------------------------------------------------------------------- */

struct day {
    int64_t hour, shift;   /* rounds in an hour, hours in a shift */
    int64_t rounds, spell; /* still to go */
    int64_t house, own;    /* won in this hour */
    int64_t since, low;    /* what box 1 won in this shift, and the least that ever was */
    int64_t *hours, *lows; /* where to write next */
};

/* `worth` is twice what a place wins. Its own loop after that over the hands is faster than one loop for both. */
static inline void book(struct day *day, const int64_t *worth, int64_t size, const unsigned *at, int64_t *places) {
    int64_t won = 0, own = worth[at[0]] >> 1;
    for (unsigned box = 0; box < BOXES; box++) {
        places[box * size + at[box]]++;
        won += worth[at[box]] >> 1;
    }
    day->house -= won;
    day->own += own;
    day->since += own;
    day->low = day->since < day->low ? day->since : day->low;
    if (RARELY(--day->rounds == 0)) {
        *day->hours++ = day->house;
        *day->hours++ = day->own;
        day->house = day->own = 0;
        day->rounds = day->hour;
        if (--day->spell == 0) {
            *day->lows++ = day->low;
            day->since = day->low = 0;
            day->spell = day->shift;
        }
    }
}

/* Let It Ride: the three bets, five_card_bonus, three_card_bonus --------------------------------------------------- */

struct let_it_ride {
    int64_t burned, five_step, size;
    const uint16_t *sets;
    const uint8_t *players;
    const int32_t *first, *second;
    const uint8_t *five, *five_filled;
    const int64_t *worth;
};

void let_it_ride(int64_t begin, int64_t count, uint64_t key, int64_t hour, int64_t shift,
                 const struct let_it_ride *tables, int64_t *restrict places, int64_t *restrict hours,
                 int64_t *restrict lows) {
    const struct let_it_ride t = *tables;
    struct day day = {.hour = hour, .shift = shift, .rounds = hour, .spell = shift, .hours = hours, .lows = lows};
    const unsigned shared = 3 * BOXES + (unsigned)t.burned;
    uint8_t deck[DECK];
    unsigned at[BOXES];
    for (int64_t number = begin; number < begin + count; number++) {
        deal(deck, key, (uint64_t)number, shared + 2);
        const unsigned p = deck[shared], q = deck[shared + 1];
        for (unsigned box = 0; box < BOXES; box++) {
            const unsigned a = deck[3 * box], b = deck[3 * box + 1], c = deck[3 * box + 2];
            const unsigned three = set_of(t.sets, a, b, c), suit = suit_of(a, b, c), player = t.players[box];
            const unsigned like = (suit != 0) & (((a ^ p) & 3) == 0);
            unsigned five = t.five[169 * three + 13 * (p >> 2) + (q >> 2)];
            if (RARELY(like & (((p ^ q) & 3) == 0)))
                five = t.five_filled[8192 * (a & 3) + (ranks_of(a, b, c) | ranks_of(p, q, q))];
            const unsigned place = (unsigned)t.first[HANDS * player + 5 * three + suit] +
                                   (unsigned)t.second[FOURS * player + 26 * three + 13 * like + (p >> 2)] +
                                   (unsigned)t.five_step * five;
            at[box] = place;
        }
        book(&day, t.worth, t.size, at, places);
    }
}

/* Three Card Poker: ante, play and ante bonus, pair_plus, six_card_bonus ------------------------------------------- */

struct three_card_poker {
    int64_t outcome_step, six_step, size;
    const uint16_t *sets;
    const uint8_t *players, *plays;
    const int32_t *value, *three;
    const uint8_t *six, *six_filled;
    const int64_t *worth;
};

void three_card_poker(int64_t begin, int64_t count, uint64_t key, int64_t hour, int64_t shift,
                      const struct three_card_poker *tables, int64_t *restrict places, int64_t *restrict hours,
                      int64_t *restrict lows) {
    const struct three_card_poker t = *tables;
    struct day day = {.hour = hour, .shift = shift, .rounds = hour, .spell = shift, .hours = hours, .lows = lows};
    uint8_t deck[DECK];
    unsigned at[BOXES];
    for (int64_t number = begin; number < begin + count; number++) {
        deal(deck, key, (uint64_t)number, 3 * BOXES + 3);
        const unsigned x = deck[3 * BOXES], y = deck[3 * BOXES + 1], z = deck[3 * BOXES + 2];
        const unsigned dealer = set_of(t.sets, x, y, z);
        const int value = t.value[5 * dealer + suit_of(x, y, z)], theirs = value >> 1, level = 3 + 5 * (value & 1);
        const uint32_t suits = suits_of(x, y, z) + 0x03030303;
        for (unsigned box = 0; box < BOXES; box++) {
            const unsigned a = deck[3 * box], b = deck[3 * box + 1], c = deck[3 * box + 2];
            const unsigned set = set_of(t.sets, a, b, c), hand = 5 * set + suit_of(a, b, c), player = t.players[box];
            const int mine = t.value[hand] >> 1;
            const int outcome = (level + (mine > theirs) - (mine < theirs)) * t.plays[HANDS * player + hand];
            const uint32_t full = (suits + suits_of(a, b, c)) & 0x08080808;
            unsigned six = t.six[455 * set + dealer];
            if (RARELY(full)) {
                const unsigned suit = (unsigned)__builtin_ctz(full) / 8;
                six = t.six_filled[8192 * suit + (ranks_in(suit, a, b, c) | ranks_in(suit, x, y, z))];
            }
            const unsigned place = (unsigned)t.three[hand] + (unsigned)t.outcome_step * (unsigned)outcome +
                                   (unsigned)t.six_step * six;
            at[box] = place;
        }
        book(&day, t.worth, t.size, at, places);
    }
}
