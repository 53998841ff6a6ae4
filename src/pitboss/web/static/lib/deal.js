// Checks a deal in this browser, from the receipt that the house opens when a round is over (pitboss/shuffle.py says how).

import { get } from "./api.js";

const RANKS = "23456789TJQKA";
/** The cards of a new deck, in the order from which a shuffle begins. */
export const DECK = [..."cdhs"].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
const DOMAIN = "pitboss deck 1\n";

/**
 * Fetches and checks the deal of a round: {ok, steps: [{ok, text}], order, commitment}.
 * `seen` is the commitment that this browser saw before the bets, where it did.
 */
export async function checkDeal(table, number, seen = "") {
  return checkReceipt(await get(`/api/rounds/${encodeURIComponent(table)}/${number}/deal`), seen);
}

/** Checks a receipt that is at hand. */
export async function checkReceipt(receipt, seen = "") {
  const events = receipt.entries.flatMap((entry) => entry.events);
  const shuffled = events.find(({ event }) => event === "DeckShuffled");
  const order = shuffled?.order ?? [];
  const opened = receipt.shuffle;
  if (!order.length || !opened) {
    return { ok: true, order, commitment: "", steps: [{ ok: true, text: "The cards of this round were read from a real shoe, whose order nobody knew before." }] };
  }
  const salt = bytesOf(opened.salt);
  const found = await sha256Hex(join(new TextEncoder().encode(DOMAIN), salt, new TextEncoder().encode(order.join(" "))));
  const steps = [
    step(isWholeDeck(order), "The order has each of the 52 cards once", "The order is not a whole deck"),
    step(found === opened.commitment, "Salt and order make the commitment that was published", "Salt and order do not make the published commitment"),
  ];
  if (seen) steps.push(step(seen === opened.commitment, "It is the commitment that this page showed before the bets", "This page showed another commitment before the bets"));
  if (opened.by_seed) {
    const made = shuffle(salt);
    steps.push(step(made.every((card, place) => card === order[place]), "The seed makes this very order", "The seed makes another order"));
  }
  steps.push(...dealtSteps(receipt, events, order));
  return { ok: steps.every(({ ok }) => ok), steps, order, commitment: opened.commitment };
}

const step = (ok, right, wrong) => ({ ok, text: ok ? right : wrong });

const isWholeDeck = (order) => order.length === 52 && new Set(order).size === 52 && order.every((card) => DECK.includes(card));

/**
 * How each regulation deals by each device: [places, cards at a time, times]. `player` is every box with wagers, in turn.
 * Places in brackets get cards only where the table offers what they are for.
 */
export const DEALS = {
  "MD-LIR": {
    manual_shoe: [["(bonus_box)", 3, 1], ["player", 1, 1], ["community", 1, 1], ["player", 1, 1], ["community", 1, 1], ["player", 1, 1]],
    hand: [["(bonus_box)", 3, 1], ["player", 1, 1], ["community", 1, 1], ["player", 1, 1], ["community", 1, 1], ["player", 1, 1]],
    automated_shoe: [["(bonus_box)", 3, 1], ["community", 2, 1], ["player", 3, 1]],
    reshuffling_shoe: [["(bonus_box)", 3, 1], ["community", 3, 1], ["player", 3, 1]],
  },
  "MD-TCP": {
    manual_shoe: [["player dealer", 1, 3], ["(community)", 2, 1]],
    hand: [["player dealer", 1, 3], ["(community)", 2, 1]],
    automated_shoe: [["player", 3, 1], ["dealer", 3, 1], ["(community)", 2, 1]],
    electronic: [["dealer", 3, 1], ["community", 9, 1]],
  },
  "MD-TFP": { manual_shoe: [["player dealer", 1, 7]], hand: [["player dealer", 1, 7]], automated_shoe: [["player", 7, 1], ["dealer", 7, 1]] },
  "MA-LIR": { manual_shoe: [["player community", 1, 3]], automated_shoe: [["player", 3, 1], ["community", 3, 1]] },
};

/** Deals the deck again, card by card as the regulation orders, and compares every hand and pile, in order. */
function dealtSteps({ device, boxes }, events, order) {
  const recorded = events.filter(({ event }) => event === "CardsDealt");
  if (!recorded.length) return [step(true, "No card was dealt: the round was void before", "")];
  const rows = DEALS[recorded[0].cite.split(" ")[0]]?.[device];
  if (!rows) return [step(false, "", "The receipt names no device of this regulation that could deal")];
  const due = dealtAgain(rows, recorded.map(({ to }) => to), lyingBefore(events, order));
  const wrong = recorded.find(({ to, cards }) => String(due.get(to)) !== String(cards));
  const number = recorded.reduce((sum, { cards }) => sum + cards.length, 0);
  const got = recorded.map(({ to }) => to).filter((to) => /^\d+$/.test(to)).map(Number).sort((a, b) => a - b);
  const isFair = !rows.some(([to]) => to.includes("player")) || String(got) === String(boxes);
  const up = events.filter(({ event }) => event === "CardsRevealed");
  const isShown = up.every(({ pile, cards }) => cards.every((card) => due.get(pile)?.includes(card)));
  const steps = [
    step(!wrong && due.size === recorded.length, `Dealt again by the regulation, card by card, the deck gives these ${number} cards in this order`, wrong ? `The deck gives ${due.get(wrong.to)?.join(" ") ?? "nothing"} to ${placeName(wrong.to)}, and ${wrong.cards.join(" ")} was dealt` : "Somebody who was due cards got none"),
    step(isFair, "Every box with wagers was dealt a hand, and no other", "The boxes that got cards are not those that have wagers"),
  ];
  if (up.length) steps.push(step(isShown, "The cards that were turned up are those that were dealt there", "A card was turned up that was not dealt there"));
  return steps;
}

const placeName = (to) => (/^\d+$/.test(to) ? `box ${to}` : `the ${to.replaceAll("_", " ")} cards`);

/** The deck as the deal finds it: after the cuts, without cards that lay face up. */
function lyingBefore(events, order) {
  let lying = [...order];
  for (const { event, depth, pile, card } of events) {
    if (event === "CardsDealt") break;
    if (event === "DeckCut") lying = [...lying.slice(depth), ...lying.slice(0, depth)];
    if (event === "CardDiscarded" && pile === "deck") lying = lying.filter((other) => other !== card);
  }
  return lying;
}

/** Place → cards, for those that get any. */
function dealtAgain(rows, to, lying) {
  const boxes = to.filter((one) => /^\d+$/.test(one)).map(Number).sort((a, b) => a - b).map(String);
  const due = new Map();
  let at = 0;
  for (const [places, cards, times] of rows) {
    const name = places.replace(/[()]/g, "");
    if (places !== name && !to.includes(name)) continue;
    for (let time = 0; time < times; time++) {
      for (const place of name.split(" ").flatMap((one) => (one === "player" ? boxes : [one]))) {
        due.set(place, [...(due.get(place) ?? []), ...lying.slice(at, at + cards)]);
        at += cards;
      }
    }
  }
  return due;
}

/** The order of a deck that a seed makes: Fisher and Yates with the bytes of ChaCha20, those that would favour passed over. */
export function shuffle(seed) {
  const cards = [...DECK];
  const stream = keystream(seed);
  for (let last = cards.length - 1; last > 0; last--) {
    const bound = last + 1;
    const limit = 256 - (256 % bound);
    let byte;
    do byte = stream.next().value;
    while (byte >= limit);
    const place = byte % bound;
    [cards[last], cards[place]] = [cards[place], cards[last]];
  }
  return cards;
}

function* keystream(seed) {
  for (let counter = 0; ; counter++) yield* block(seed, counter);
}

/** One block of ChaCha20 (RFC 8439) with a nonce of zeros. */
function block(key, counter) {
  const state = new Uint32Array(16);
  state.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  const view = new DataView(key.buffer, key.byteOffset, 32);
  for (let word = 0; word < 8; word++) state[4 + word] = view.getUint32(4 * word, true);
  state[12] = counter;
  const work = state.slice();
  const quarter = (a, b, c, d) => {
    work[a] += work[b]; work[d] = turn(work[d] ^ work[a], 16);
    work[c] += work[d]; work[b] = turn(work[b] ^ work[c], 12);
    work[a] += work[b]; work[d] = turn(work[d] ^ work[a], 8);
    work[c] += work[d]; work[b] = turn(work[b] ^ work[c], 7);
  };
  for (let round = 0; round < 10; round++) {
    for (let column = 0; column < 4; column++) quarter(column, 4 + column, 8 + column, 12 + column);
    for (let place = 0; place < 4; place++) quarter(place, 4 + ((place + 1) % 4), 8 + ((place + 2) % 4), 12 + ((place + 3) % 4));
  }
  const bytes = new DataView(new ArrayBuffer(64));
  work.forEach((word, place) => bytes.setUint32(4 * place, word + state[place], true));
  return new Uint8Array(bytes.buffer);
}

const turn = (word, by) => (word << by) | (word >>> (32 - by));

async function sha256Hex(bytes) {
  if (!crypto.subtle) throw new Error("this browser checks hashes only over https or on this computer; `pitboss verify` checks the deal anywhere");
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function bytesOf(hex) {
  if (!/^[0-9a-f]{64}$/.test(hex)) throw new Error("the salt of this deck is not written as 32 bytes in hex");
  return Uint8Array.from({ length: 32 }, (_, place) => parseInt(hex.slice(2 * place, 2 * place + 2), 16));
}

function join(...parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
