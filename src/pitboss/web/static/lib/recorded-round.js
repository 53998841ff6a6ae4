// What the table looked like after some events of a recorded round.

/** @typedef {{ card: Wire.Card, up: boolean }} Lying - `card` is empty if this viewer may not know it. */
/** @typedef {{ item: string, outcome: string, cents: number }} Result */
/**
 * @typedef {object} BoxThen
 * @property {Record<string, number>} wagers
 * @property {Lying[]} cards
 * @property {string[]} choices
 * @property {Result[]} results
 * @property {boolean} gone - the hand went to the discard rack unseen
 */
/** @typedef {{ boxes: Record<string, BoxThen>, piles: Record<string, Lying[]> }} TableThen */

/**
 * The table after the first moments of a round.
 *
 * @param {readonly { event: Wire.EventAnswer }[]} moments
 * @param {Pick<Wire.ReplayAnswer, "hands">} round
 * @returns {TableThen}
 */
export function tableAfter(moments, { hands }) {
  /** @type {TableThen} */
  const table = { boxes: {}, piles: {} };
  for (const { event } of moments) {
    if (event.box) happenAtBox(boxOf(table, String(event.box)), event, hands.boxes[event.box]?.cards ?? []);
    else happenAtPile(table, event);
  }
  return table;
}

/** @returns {BoxThen} */
export const emptyBox = () => ({ wagers: {}, cards: [], choices: [], results: [], gone: false });

/**
 * @param {TableThen} table
 * @param {string} number
 */
function boxOf(table, number) {
  table.boxes[number] ??= emptyBox();
  return table.boxes[number];
}

/**
 * @param {TableThen} table
 * @param {Wire.EventAnswer} event
 */
function happenAtPile(table, { event, to = "", pile = "", cards = [], number = 0, card = "" }) {
  const lying = table.piles[pile];
  switch (event) {
    case "CardsDealt": {
      const known = cards.length ? cards : Array(number).fill("");
      const dealt = known.map((one) => ({ card: one, up: false }));
      if (/^\d+$/.test(to)) boxOf(table, to).cards = dealt;
      else table.piles[to] = [...(table.piles[to] ?? []), ...dealt];
      break;
    }
    case "CardsRevealed":
      table.piles[pile] = turnUp(lying ?? [], cards);
      break;
    case "CardBurned":
    case "CardDiscarded":
      if (lying) table.piles[pile] = without(lying, card);
  }
}

/**
 * @param {BoxThen} box
 * @param {Wire.EventAnswer} event
 * @param {Wire.Card[]} hand
 */
function happenAtBox(
  box,
  { event, box: number, hand_of, wager = "", award = "", amount = 0, stake = 0, choice = "" },
  hand,
) {
  switch (event) {
    case "WagerPlaced":
      if (amount) box.wagers[wager] = amount;
      else delete box.wagers[wager];
      break;
    case "ChoiceMade":
      box.choices.push(choice);
      break;
    case "CardsCollected":
      box.gone = true;
      break;
    case "WagerReturned":
      settle(box, wager, "returned", amount);
      break;
    case "WagerForfeited":
      settle(box, wager, "forfeited", -stake);
      break;
    case "WagerCollected":
      settle(box, wager, "lost", -stake);
      showHand(box, hand);
      break;
    case "WagerPaid":
      settle(box, wager, "paid", amount);
      showHand(box, hand);
      break;
    case "AwardPaid":
      settle(box, award, "paid", amount);
      // An Envy Bonus is paid for another hand: this one may still lie face down.
      if (hand_of === number) showHand(box, hand);
  }
}

/**
 * @param {BoxThen} box
 * @param {string} item
 * @param {string} outcome
 * @param {number} cents
 */
function settle(box, item, outcome, cents) {
  box.results.push({ item, outcome, cents });
  delete box.wagers[item];
}

/**
 * Settlement turns a hand up, unless it was given up.
 *
 * @param {BoxThen} box
 * @param {Wire.Card[]} hand
 */
function showHand(box, hand) {
  if (!box.gone && hand.length) box.cards = hand.map((card) => ({ card, up: true }));
}

/**
 * A pile with some cards turned up; a card that was not known takes the place of an unknown one.
 *
 * @param {Lying[]} pile
 * @param {Wire.Card[]} open
 */
function turnUp(pile, open) {
  const found = pile.map((lying) => (open.includes(lying.card) ? { ...lying, up: true } : lying));
  for (const card of open) {
    if (found.some((lying) => lying.card === card)) continue;
    const unknown = found.findIndex((lying) => !lying.card);
    if (unknown >= 0) found[unknown] = { card, up: true };
    else found.push({ card, up: true });
  }
  return found;
}

/**
 * @param {Lying[]} pile
 * @param {Wire.Card} card
 */
function without(pile, card) {
  const place = pile.findIndex((lying) => lying.card === card && !lying.up);
  return place < 0 ? pile : [...pile.slice(0, place), ...pile.slice(place + 1)];
}
