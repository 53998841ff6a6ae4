// What a hand is worth, and the named patterns that paytables pay: pitboss/cards, worked out again in a browser.

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const [TEN, JACK, QUEEN, KING, ACE] = [8, 9, 10, 11, 12];
const SIX = RANKS.indexOf("6");

/** @typedef {number[]} Value - what is compared first, then what breaks ties; of one ranking only */
/** @typedef {(value: Value, cards: string[]) => boolean} Holds */
/** @typedef {{ valueOf: (cards: string[]) => Value, patterns: Record<string, Holds> }} Ranking */

/** @param {string} card */
const rankOf = (card) => RANKS.indexOf(card[0]);

/**
 * Less than 0 if the first value is lower, 0 if they tie.
 *
 * @param {Value} one
 * @param {Value} other
 */
export function compareValues(one, other) {
  for (let place = 0; place < Math.min(one.length, other.length); place += 1) {
    if (one[place] !== other[place]) return one[place] - other[place];
  }
  return one.length - other.length;
}

/** The groups of equal rank that make each kind, highest kind first. @type {[string, number[]][]} */
const GROUPS = [
  ["four_of_a_kind", [4]],
  ["full_house", [3, 2]],
  ["three_of_a_kind", [3]],
  ["two_pair", [2, 2]],
  ["pair", [2]],
  ["high_card", []],
];

/**
 * An evaluator by the highest of the categories (given highest first) that `size` of the cards form.
 *
 * @param {string[]} categories
 * @param {number} size
 * @returns {(cards: string[]) => Value}
 */
function bestHand(categories, size) {
  const strength = strengths(categories);
  return (cards) => {
    const ranks = cards.map(rankOf).sort((a, b) => b - a);
    const suit = [...SUITS].find((one) => cards.filter((card) => card[1] === one).length >= size);
    const suited = cards
      .filter((card) => card[1] === suit)
      .map(rankOf)
      .sort((a, b) => b - a);
    const values = formed(ranks, suited, size)
      .filter(([kind]) => kind in strength)
      .map(([kind, decisive]) => [strength[kind], ...decisive]);
    return values.reduce((best, value) => (compareValues(value, best) > 0 ? value : best));
  };
}

/**
 * @param {number[]} ranks - highest first
 * @param {number[]} suited - the ranks of the suit that makes a flush, if there is one
 * @param {number} size
 * @returns {[string, number[]][]}
 */
function formed(ranks, suited, size) {
  /** @type {[string, number[]][]} */
  const found = [grouped(ranks, size)];
  const high = straightHigh(ranks, size);
  if (high !== null) found.push(["straight", [high]]);
  if (!suited.length) return found;
  found.push(["flush", suited.slice(0, size)]);
  const top = straightHigh(suited, size);
  if (top !== null) found.push(["straight_flush", [top]]);
  if (top === ACE) found.push(["royal_flush", [top]]);
  return found;
}

/**
 * @param {number[]} ranks
 * @param {number} size
 * @returns {[string, number[]]}
 */
function grouped(ranks, size) {
  /** @param {number} rank */
  const count = (rank) => ranks.filter((other) => other === rank).length;
  const order = [...new Set(ranks)].sort((a, b) => count(b) - count(a) || b - a);
  const [kind, groups] = /** @type {[string, number[]]} */ (
    GROUPS.find(([, sizes]) => sizes.length <= order.length && sizes.every((n, at) => count(order[at]) >= n))
  );
  const making = order.slice(0, groups.length);
  const kickers = ranks.filter((rank) => !making.includes(rank));
  return [kind, [...making, ...kickers.slice(0, size - groups.reduce((sum, n) => sum + n, 0))]];
}

/**
 * The top rank of the highest straight; the ace is above the king or below the two.
 *
 * @param {number[]} ranks
 * @param {number} size
 */
function straightHigh(ranks, size) {
  const held = new Set(ranks);
  if (held.has(ACE)) held.add(-1);
  const tops = [...held].filter((top) => Array.from({ length: size }, (_, n) => top - n).every((one) => held.has(one)));
  return tops.length ? Math.max(...tops) : null;
}

/**
 * The number of each category, given highest first: 0 for the lowest.
 *
 * @param {string[]} categories
 * @returns {Record<string, number>}
 */
const strengths = (categories) => Object.fromEntries([...categories].reverse().map((name, number) => [name, number]));

/**
 * @param {string[]} categories
 * @param {number} [place]
 * @returns {Record<string, Holds>}
 */
const byCategory = (categories, place = 0) =>
  Object.fromEntries(
    Object.entries(strengths(categories)).map(([name, number]) => [name, (value) => value[place] === number]),
  );

const POKER = [
  ...["royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight"],
  ...["three_of_a_kind", "two_pair", "pair", "high_card"],
];
const THREE = ["straight_flush", "three_of_a_kind", "straight", "flush", "pair", "high_card"];
const TOP = [
  ...["royal_flush", "four_of_a_kind", "full_house", "straight", "three_of_a_kind", "two_pair", "pair", "high_card"],
];
const [POKER_AT, THREE_AT, TOP_AT] = [POKER, THREE, TOP].map(strengths);

/** @param {number} least @returns {Holds} */
const pairFrom = (least) => (value) => value[0] === POKER_AT.pair && value[1] >= least;
/** @param {string[]} cards */
const ranksFrom = (cards) => cards.map(rankOf).sort((a, b) => b - a);
/** @type {Holds} */
const isMiniRoyal = (value) => compareValues(value, [THREE_AT.straight_flush, ACE]) === 0;
/** @type {Holds} */
const isSuperRoyal = (_, cards) =>
  cards.every((card) => card[1] === cards[0][1]) && String(ranksFrom(cards)) === "12,11,10,9,8,7";
/** @param {string[]} cards */
const highCards = (cards) => cards.filter((card) => rankOf(card) >= TEN);
const bestOfTop = bestHand(TOP, 5);
/** @param {string[]} cards */
const topFive = (cards) => [highCards(cards).length, ...bestOfTop(highCards(cards))];

/** @type {Record<string, Holds>} */
const TOP_PATTERNS = {
  ...byCategory(TOP, 1),
  kings_or_better: (value) => value[1] === TOP_AT.pair && value[2] >= KING,
  seven_cards: ([number]) => number === 7,
  six_cards: ([number]) => number === 6,
  five_cards: ([number]) => number === 5,
  four_cards: ([number]) => number === 4,
  queen_jack_or_better: (value) => compareValues(value, [2, TOP_AT.high_card, QUEEN, JACK]) >= 0,
};

/** @type {Record<string, Ranking>} */
export const RANKINGS = {
  five_card: {
    valueOf: bestHand(POKER, 5),
    patterns: {
      ...byCategory(POKER),
      straight_flush: ([category]) => category >= POKER_AT.straight_flush,
      tens_or_better: pairFrom(TEN),
      jacks_or_better: pairFrom(JACK),
      sixes_or_better: pairFrom(SIX),
      ace_king_or_better: (value) => value[0] > POKER_AT.high_card || (value[1] === ACE && value[2] === KING),
    },
  },
  six_card: {
    valueOf: bestHand(POKER, 5),
    patterns: {
      ...byCategory(POKER),
      super_royal: isSuperRoyal,
      super_royal_diamonds: (value, cards) => isSuperRoyal(value, cards) && cards[0][1] === "d",
    },
  },
  three_card: {
    valueOf: bestHand(THREE, 3),
    patterns: {
      ...byCategory(THREE),
      mini_royal: isMiniRoyal,
      mini_royal_spades: (value, cards) => isMiniRoyal(value, cards) && cards.every((card) => card[1] === "s"),
      queen_high_or_better: (value) => compareValues(value, [THREE_AT.high_card, QUEEN]) >= 0,
    },
  },
  top_five: { valueOf: topFive, patterns: TOP_PATTERNS },
  top_five_high_cards: {
    valueOf: (cards) => [highCards(cards).length, ...ranksFrom(highCards(cards))],
    patterns: Object.fromEntries(
      Object.entries(TOP_PATTERNS).map(([name, holds]) => [name, (_, cards) => holds(topFive(cards), cards)]),
    ),
  },
};
