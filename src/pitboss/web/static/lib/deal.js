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
  steps.push(dealtStep(events, order));
  return { ok: steps.every(({ ok }) => ok), steps, order, commitment: opened.commitment };
}

const step = (ok, right, wrong) => ({ ok, text: ok ? right : wrong });

const isWholeDeck = (order) => order.length === 52 && new Set(order).size === 52 && order.every((card) => DECK.includes(card));

/** Every card that was dealt comes from the top of the deck as it lay after the cuts, and none is passed over. */
function dealtStep(events, order) {
  let lying = [...order];
  const dealt = [];
  for (const event of events) {
    if (event.event === "DeckCut") lying = [...lying.slice(event.depth), ...lying.slice(0, event.depth)];
    if (event.event === "CardDiscarded" && event.pile === "deck") lying = lying.filter((card) => card !== event.card);
    if (event.event === "CardsDealt") dealt.push(...event.cards);
  }
  const top = new Set(lying.slice(0, dealt.length));
  const right = new Set(dealt).size === dealt.length && dealt.every((card) => top.has(card));
  return step(right, `The ${dealt.length} cards that were dealt are the top of that deck after the cut`, "Cards were dealt that do not lie on top of that deck");
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
