// The name of a hand, for the eye: what pays is decided by the house alone.

/** @typedef {[rank: string, count: number]} Group */

const ORDER = "23456789TJQKA";
/** @type {Record<string, string>} */
const ONE = {
  A: "ace",
  K: "king",
  Q: "queen",
  J: "jack",
  T: "ten",
  9: "nine",
  8: "eight",
  7: "seven",
  6: "six",
  5: "five",
  4: "four",
  3: "three",
  2: "two",
};
/** @param {string} rank */
const many = (rank) => (rank === "6" ? "sixes" : `${ONE[rank]}s`);

/**
 * `Pair of kings`, `Queen high`, `Straight`; empty for no cards. Seven cards count from ten upward.
 *
 * @param {Wire.Card[]} cards
 */
export function handName(cards) {
  if (!cards.length) return "";
  if (cards.length === 7) return highName(cards);
  const groups = groupsOf(cards);
  const isFlush = cards.every(([, suit]) => suit === cards[0][1]);
  const isWhole = cards.length === 3 || cards.length === 5;
  const isStraight = isWhole && straight(cards.map(([rank]) => ORDER.indexOf(rank)));
  if (isWhole && isFlush && isStraight) {
    const isRoyal = cards.some(([rank]) => rank === "A") && cards.some(([rank]) => rank === "K");
    return isRoyal ? (cards.length === 5 ? "Royal flush" : "Mini royal") : "Straight flush";
  }
  const named = groupName(groups);
  if (groups[0][1] >= 4 || (groups[0][1] === 3 && groups[1]?.[1] === 2)) return named;
  if (isWhole && isFlush) return "Flush";
  if (isStraight) return "Straight";
  return named;
}

/** @param {Group[]} groups */
function groupName([[rank, count], next]) {
  if (count === 4) return `Four ${many(rank)}`;
  if (count === 3 && next?.[1] === 2) return `Full house, ${many(rank)} over ${many(next[0])}`;
  if (count === 3) return `Three ${many(rank)}`;
  if (count === 2 && next?.[1] === 2) return `Two pair, ${many(rank)} and ${many(next[0])}`;
  if (count === 2) return `Pair of ${many(rank)}`;
  return `${ONE[rank][0].toUpperCase()}${ONE[rank].slice(1)} high`;
}

/** @param {Wire.Card[]} cards */
function highName(cards) {
  const high = cards.filter(([rank]) => "TJQKA".includes(rank));
  if (!high.length) return "No card ten or higher";
  const count = `${high.length} ${high.length === 1 ? "card" : "cards"} ten or higher`;
  const groups = groupsOf(high);
  if (groups[0][1] === 1 && groups.length === 5) return `${count}: straight`;
  const named = groupName(groups);
  return `${count}: ${named[0].toLowerCase()}${named.slice(1)}`;
}

/**
 * Ranks with how many there are, the most and highest first.
 *
 * @param {Wire.Card[]} cards
 * @returns {Group[]}
 */
function groupsOf(cards) {
  const counts = new Map();
  for (const [rank] of cards) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || ORDER.indexOf(b) - ORDER.indexOf(a));
}

/** @param {number[]} ranks */
function straight(ranks) {
  const sorted = [...ranks].sort((a, b) => a - b);
  /** @param {number[]} list */
  const runs = (list) => list.every((rank, place) => !place || rank === list[place - 1] + 1);
  const low = sorted.at(-1) === 12 ? [-1, ...sorted.slice(0, -1)] : sorted;
  return runs(sorted) || runs(low);
}
