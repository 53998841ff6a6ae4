// Names of cards for screen readers.

/** @type {Record<string, string>} */
const RANKS = {
  A: "Ace",
  K: "King",
  Q: "Queen",
  J: "Jack",
  T: "Ten",
  9: "Nine",
  8: "Eight",
  7: "Seven",
  6: "Six",
  5: "Five",
  4: "Four",
  3: "Three",
  2: "Two",
};
/** @type {Record<string, string>} */
const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };

/**
 * `Ace of spades`.
 *
 * @param {Wire.Card} card
 */
export const cardName = ([rank, suit]) =>
  RANKS[rank] && SUITS[suit] ? `${RANKS[rank]} of ${SUITS[suit]}` : "Card face down";
