// Checks a deal in this browser, from the receipt that the house opens after a round (pitboss/shuffle.py explains it).

import { get } from "./api.js";
import { DECK, shuffle } from "./shuffle.js";

const DOMAIN = "pitboss deck 1\n";

/** @typedef {{ ok: boolean, text: string }} Step */
/** @typedef {{ ok: boolean, steps: Step[], order: Wire.Card[], commitment: string }} Verdict */

/**
 * Fetches and checks the deal of a round. `seen` is the commitment that this browser saw before the bets, if it did.
 *
 * @param {{ table: string, number: number | string }} round
 * @param {string} [seen]
 */
export async function checkDeal(round, seen = "") {
  return checkReceipt(await get("/api/rounds/{table}/{number}/deal", round), seen);
}

/**
 * Checks a receipt; its `dealing` says how the regulation deals by each device.
 *
 * @param {Wire.DealAnswer} receipt
 * @param {string} [seen]
 * @returns {Promise<Verdict>}
 */
export async function checkReceipt(receipt, seen = "") {
  /** @type {Wire.EventAnswer[]} */
  const events = receipt.entries.flatMap((entry) => entry.events);
  const order = events.find(({ event }) => event === "DeckShuffled")?.order ?? [];
  const opened = receipt.shuffle;
  if (!order.length || !opened) {
    const text = "The cards of this round were read from a real shoe, whose order nobody knew before.";
    return { ok: true, order, commitment: "", steps: [{ ok: true, text }] };
  }
  const salt = bytesOf(opened.salt);
  const utf8 = new TextEncoder();
  const found = await sha256Hex(join(utf8.encode(DOMAIN), salt, utf8.encode(order.join(" "))));
  const steps = [
    step(isWholeDeck(order), "The order has each of the 52 cards once", "The order is not a whole deck"),
    step(
      found === opened.commitment,
      "Salt and order make the commitment that was published",
      "Salt and order do not make the published commitment",
    ),
  ];
  if (seen) {
    const same = "It is the commitment that this page showed before the bets";
    steps.push(step(seen === opened.commitment, same, "This page showed another commitment before the bets"));
  }
  if (opened.by_seed) {
    const isSame = shuffle(salt).every((card, place) => card === order[place]);
    steps.push(step(isSame, "The seed makes exactly this order", "The seed makes another order"));
    const opening = events.findIndex(({ event }) => event === "BetsOpened");
    const isFinal = !events.slice(opening).some(changesOrder);
    const chosen = "The order was changed after the bets on it were opened: the deal was chosen";
    steps.push(step(isFinal, "Nothing changed the order after bets were opened", chosen));
  }
  steps.push(...dealtSteps(receipt, events, order));
  return { ok: steps.every(({ ok }) => ok), steps, order, commitment: opened.commitment };
}

/**
 * @param {boolean} ok
 * @param {string} right
 * @param {string} wrong
 * @returns {Step}
 */
const step = (ok, right, wrong) => ({ ok, text: ok ? right : wrong });

/** @param {Wire.EventAnswer} event */
const changesOrder = ({ event, pile }) => event === "DeckCut" || (event === "CardDiscarded" && pile === "deck");

/** @param {Wire.Card[]} order */
const isWholeDeck = (order) =>
  order.length === DECK.length && new Set(order).size === DECK.length && order.every((card) => DECK.includes(card));

/** @param {string} to */
const isBox = (to) => /^\d+$/.test(to);

/** @param {string} to */
const placeName = (to) => (isBox(to) ? `box ${to}` : `the ${to.replaceAll("_", " ")} cards`);

/**
 * Deals the deck again, card by card as the regulation orders, and compares every hand and pile, in order.
 *
 * @param {Wire.DealAnswer} receipt
 * @param {Wire.EventAnswer[]} events
 * @param {Wire.Card[]} order
 * @returns {Step[]}
 */
function dealtSteps({ boxes, device, dealing }, events, order) {
  const rows = dealing[device];
  const recorded = events
    .filter(({ event }) => event === "CardsDealt")
    .map(({ to = "", cards = [] }) => ({ to, cards }));
  if (!recorded.length) return [step(true, "No card was dealt: the round was void before the deal", "")];
  if (!rows) return [step(false, "", "The receipt names no device of this regulation that could deal")];
  const places = recorded.map(({ to }) => to);
  const due = dealAgain(rows, places, deckBeforeDeal(events, order));
  const wrong = recorded.find(({ to, cards }) => String(due.get(to)) !== String(cards));
  const number = recorded.reduce((sum, { cards }) => sum + cards.length, 0);
  const dealtBoxes = places
    .filter(isBox)
    .map(Number)
    .sort((one, other) => one - other);
  const isFair = !rows.some(({ to }) => to.includes("player")) || String(dealtBoxes) === String(boxes);
  const steps = [
    step(
      !wrong && due.size === recorded.length,
      `Dealt again as the regulation orders, the deck gives these ${number} cards in this order`,
      wrong
        ? `The deck gives ${due.get(wrong.to)?.join(" ") ?? "nothing"} to ${placeName(wrong.to)}, but ${wrong.cards.join(" ")} was dealt`
        : "A box or pile that was due cards got none",
    ),
    step(
      isFair,
      "Every box with wagers was dealt a hand, and no other",
      "The boxes with cards are not the boxes with wagers",
    ),
  ];
  const revealed = events.filter(({ event }) => event === "CardsRevealed");
  if (revealed.length) {
    const isShown = revealed.every(({ pile = "", cards = [] }) => cards.every((card) => due.get(pile)?.includes(card)));
    steps.push(
      step(
        isShown,
        "Every card that was turned up was dealt to that place",
        "A card was turned up that was not dealt there",
      ),
    );
  }
  for (const [place, open] of dealtOpen(rows, due)) {
    const shown = revealed.filter(({ pile }) => pile === place).flatMap(({ cards = [] }) => cards);
    steps.push(
      step(
        String(shown.slice(0, open.length)) === String(open),
        `${open.join(" ")} of ${placeName(place)} was dealt face up, as the regulation orders`,
        `The regulation deals other cards face up: ${open.join(" ")} of ${placeName(place)}`,
      ),
    );
  }
  return steps;
}

/**
 * The cards of each pile that the rows deal face up.
 *
 * @param {Wire.DealingRowJson[]} rows
 * @param {Map<string, Wire.Card[]>} due
 */
export function dealtOpen(rows, due) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  /** @type {Map<string, Wire.Card[]>} */
  const open = new Map();
  for (const { to, cards, times, face_up } of rows) {
    for (const pile of Array(times).fill(to).flat()) {
      const hand = due.get(pile);
      if (!hand) continue;
      const at = seen.get(pile) ?? 0;
      seen.set(pile, at + cards);
      if (face_up) open.set(pile, [...(open.get(pile) ?? []), ...hand.slice(at, at + cards)]);
    }
  }
  return open;
}

/**
 * The deck just before the deal: after the cuts, without cards that lay face up.
 *
 * @param {Wire.EventAnswer[]} events
 * @param {Wire.Card[]} order
 */
function deckBeforeDeal(events, order) {
  let deck = [...order];
  for (const { event, depth, pile, card } of events) {
    if (event === "CardsDealt") break;
    if (event === "DeckCut") deck = [...deck.slice(depth), ...deck.slice(0, depth)];
    if (event === "CardDiscarded" && pile === "deck") deck = deck.filter((other) => other !== card);
  }
  return deck;
}

/**
 * The cards that each place is due, for the places that get any. `player` in a row is every box, in turn; a conditional
 * row deals only if its place got cards.
 *
 * @param {Wire.DealingRowJson[]} rows
 * @param {string[]} places
 * @param {Wire.Card[]} deck
 */
export function dealAgain(rows, places, deck) {
  const boxes = places.filter(isBox).sort((one, other) => Number(one) - Number(other));
  /** @type {Map<string, Wire.Card[]>} */
  const due = new Map();
  let at = 0;
  for (const { to, cards, times, conditional } of rows) {
    if (conditional && !to.some((place) => places.includes(place))) continue;
    for (let time = 0; time < times; time++) {
      for (const place of to.flatMap((one) => (one === "player" ? boxes : [one]))) {
        due.set(place, [...(due.get(place) ?? []), ...deck.slice(at, at + cards)]);
        at += cards;
      }
    }
  }
  return due;
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function sha256Hex(bytes) {
  if (!crypto.subtle) {
    const elsewhere = "`pitboss verify` checks the deal anywhere";
    throw new Error(`this browser can check hashes only over https or on this computer; ${elsewhere}`);
  }
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} hex */
function bytesOf(hex) {
  if (!/^[0-9a-f]{64}$/.test(hex)) throw new Error("the salt of this deck is not 32 bytes in hex");
  return Uint8Array.from({ length: 32 }, (_, place) => Number.parseInt(hex.slice(2 * place, 2 * place + 2), 16));
}

/** @param {...Uint8Array} parts */
function join(...parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
