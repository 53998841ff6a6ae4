/* Whole rounds in C, for benchmarks/simulation.py: the same generator, deals, tables and counts as the kernels of
 * src/pitboss/simulation, for seven boxes and the wagers named below, and nothing else. No meter, envy or table-wide
 * wager is asked about, and the number of boxes is known to the compiler: C is given every advantage that a program
 * written for this one job has. Nothing outside benchmarks/ and its test needs this file. */

#include <stdint.h>
#include <string.h>

enum { BOXES = 7, HANDS = 5 * 512, THREES = 455, FOURS = 13 * THREES };

#define GAMMA 0x9E3779B97F4A7C15u
#define RARELY(condition) __builtin_expect(!!(condition), 0)

/* Dealing ---------------------------------------------------------------------------------------------------------- */

/* The four cards of a rank: above its weight, below a one in the four bits of the suit. */
#define RANK(weight) (weight) << 16 | 1, (weight) << 16 | 0x10, (weight) << 16 | 0x100, (weight) << 16 | 0x1000

static const uint32_t NEW_DECK[52] = {
    RANK(0),   RANK(15),  RANK(63),  RANK(397), RANK(399),  RANK(705),  RANK(818),
    RANK(847), RANK(854), RANK(935), RANK(992), RANK(1002), RANK(1110),
};

static inline uint64_t word(uint64_t counter) {
    counter = (counter ^ counter >> 30) * 0xBF58476D1CE4E5B9u;
    counter = (counter ^ counter >> 27) * 0x94D049BB133111EBu;
    return counter ^ counter >> 31;
}

/* Four cards a word: a fraction of 58 bits, times the cards that are left, picks a card and leaves a fraction. */
static inline void deal(uint32_t *dealt, uint64_t key, uint64_t number, unsigned cards) {
    uint64_t counter = key + number * 16 * GAMMA;
    uint32_t deck[52];
    memcpy(deck, NEW_DECK, sizeof deck);
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

/* Hands: the sums of their cards' codes ---------------------------------------------------------------------------- */

static inline uint32_t hand_of(const uint32_t *cards) { return cards[0] + cards[1] + cards[2]; }

/* The number of a set of three ranks. */
static inline unsigned set_of(const uint16_t *sets, uint32_t code) { return sets[code >> 16]; }

/* The bit of the suit that three cards share, or that five have. */
static inline unsigned three_alike(uint32_t code) { return (code + 0x5555) & 0x8888; }
static inline unsigned five_alike(uint32_t code) { return (code + 0x3333) & 0x8888; }

/* The index of three cards, given their set: 512 x (1 + suit) more where they share a suit; without a branch. */
static inline unsigned kind_of(uint32_t code, unsigned set) {
    return set + ((three_alike(code) * 0x1234 >> 6) & 0xE00);
}

/* Where hands that fill a suit are looked up: by the suit and the ranks it has among three cards and some others. */
static unsigned filled_of(const uint16_t *sets, unsigned full, const uint32_t *cards, const uint32_t *others,
                          unsigned count) {
    const unsigned suit = (unsigned)__builtin_ctz(full) / 4;
    unsigned ranks = 0;
    for (unsigned card = 0; card < 3; card++) ranks |= (cards[card] >> 4 * suit & 1) << set_of(sets, cards[card]);
    for (unsigned card = 0; card < count; card++) ranks |= (others[card] >> 4 * suit & 1) << set_of(sets, others[card]);
    return 8192 * suit + ranks;
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
    const int32_t *first;
    const uint8_t *second, *five, *five_filled;
    const int64_t *worth;
};

void let_it_ride(int64_t begin, int64_t count, uint64_t key, int64_t hour, int64_t shift,
                 const struct let_it_ride *tables, int64_t *restrict places, int64_t *restrict hours,
                 int64_t *restrict lows) {
    const struct let_it_ride t = *tables;
    struct day day = {.hour = hour, .shift = shift, .rounds = hour, .spell = shift, .hours = hours, .lows = lows};
    const unsigned shared = 3 * BOXES + (unsigned)t.burned;
    uint32_t dealt[52];
    unsigned at[BOXES];
    for (int64_t number = begin; number < begin + count; number++) {
        deal(dealt, key, (uint64_t)number, shared + 2);
        const uint32_t p = dealt[shared], q = dealt[shared + 1];
        const unsigned fourth = THREES * set_of(t.sets, p), pair = THREES * set_of(t.sets, p + q);
        for (unsigned box = 0; box < BOXES; box++) {
            const uint32_t hand = hand_of(dealt + 3 * box);
            const unsigned three = set_of(t.sets, hand), player = t.players[box];
            unsigned five = t.five[pair + three], two = 2 * FOURS * player + fourth + three;
            if (RARELY(three_alike(hand) & p << 3)) {
                const unsigned full = five_alike(hand + p + q);
                two += FOURS;
                if (full) five = t.five_filled[filled_of(t.sets, full, dealt + 3 * box, dealt + shared, 2)];
            }
            at[box] = (unsigned)t.first[HANDS * player + kind_of(hand, three)] +
                      (unsigned)t.five_step * (five + t.second[two]);
        }
        book(&day, t.worth, t.size, at, places);
    }
}

/* Three Card Poker: ante, play and ante bonus, pair_plus, six_card_bonus ------------------------------------------- */

struct three_card_poker {
    int64_t outcome_step, six_step, size;
    const uint16_t *sets;
    const uint8_t *players;
    const uint32_t *hands;
    const uint8_t *six, *six_filled;
    const int64_t *worth;
};

void three_card_poker(int64_t begin, int64_t count, uint64_t key, int64_t hour, int64_t shift,
                      const struct three_card_poker *tables, int64_t *restrict places, int64_t *restrict hours,
                      int64_t *restrict lows) {
    const struct three_card_poker t = *tables;
    struct day day = {.hour = hour, .shift = shift, .rounds = hour, .spell = shift, .hours = hours, .lows = lows};
    const unsigned step = (unsigned)t.outcome_step;
    uint32_t dealt[52];
    unsigned at[BOXES];
    for (int64_t number = begin; number < begin + count; number++) {
        deal(dealt, key, (uint64_t)number, 3 * BOXES + 3);
        const uint32_t dealer = hand_of(dealt + 3 * BOXES);
        const unsigned set = set_of(t.sets, dealer), others = THREES * set;
        const unsigned value = t.hands[kind_of(dealer, set)] >> 19, theirs = value >> 1;
        const unsigned equal = 3 + 5 * (value & 1);
        for (unsigned box = 0; box < BOXES; box++) {
            const uint32_t hand = hand_of(dealt + 3 * box);
            const unsigned three = set_of(t.sets, hand), full = five_alike(hand + dealer);
            const unsigned kind = t.hands[HANDS * t.players[box] + kind_of(hand, three)], mine = kind >> 20;
            const unsigned outcome = (equal + (mine > theirs) - (mine < theirs)) & -(kind >> 18 & 1);
            unsigned six = t.six[others + three];
            if (RARELY(full))
                six = t.six_filled[filled_of(t.sets, full, dealt + 3 * box, dealt + 3 * BOXES, 3)];
            at[box] = (kind & ((1u << 18) - 1)) + step * outcome + (unsigned)t.six_step * six;
        }
        book(&day, t.worth, t.size, at, places);
    }
}
