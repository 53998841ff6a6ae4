// The shuffle that a seed makes, as pitboss/shuffle.py works it out.

const RANKS = "23456789TJQKA";
/** The cards of a new deck, in the order from which a shuffle begins. */
export const DECK = [..."cdhs"].flatMap((suit) => [...RANKS].map((rank) => rank + suit));

/**
 * The order that a seed makes: Fisher–Yates with the bytes of ChaCha20; bytes that would favour a card are skipped.
 *
 * @param {Uint8Array} seed
 */
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

/**
 * @param {Uint8Array} seed
 * @returns {Generator<number, never>}
 */
function* keystream(seed) {
  for (let counter = 0; ; counter++) yield* block(seed, counter);
}

/**
 * One block of ChaCha20 (RFC 8439) with a nonce of zeros.
 *
 * @param {Uint8Array} key
 * @param {number} counter
 */
function block(key, counter) {
  const state = new Uint32Array(16);
  state.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  const view = new DataView(key.buffer, key.byteOffset, 32);
  for (let word = 0; word < 8; word++) state[4 + word] = view.getUint32(4 * word, true);
  state[12] = counter;
  const work = state.slice();
  /** @type {(a: number, b: number, c: number, d: number) => void} */
  const quarter = (a, b, c, d) => {
    work[a] += work[b];
    work[d] = turn(work[d] ^ work[a], 16);
    work[c] += work[d];
    work[b] = turn(work[b] ^ work[c], 12);
    work[a] += work[b];
    work[d] = turn(work[d] ^ work[a], 8);
    work[c] += work[d];
    work[b] = turn(work[b] ^ work[c], 7);
  };
  for (let round = 0; round < 10; round++) {
    for (let column = 0; column < 4; column++) quarter(column, 4 + column, 8 + column, 12 + column);
    for (let place = 0; place < 4; place++)
      quarter(place, 4 + ((place + 1) % 4), 8 + ((place + 2) % 4), 12 + ((place + 3) % 4));
  }
  const bytes = new DataView(new ArrayBuffer(64));
  for (const [place, word] of work.entries()) bytes.setUint32(4 * place, word + state[place], true);
  return new Uint8Array(bytes.buffer);
}

/**
 * @param {number} word
 * @param {number} by
 */
const turn = (word, by) => (word << by) | (word >>> (32 - by));
