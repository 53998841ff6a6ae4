// QR codes for addresses and signed heads (ISO/IEC 18004): bytes, versions 1 to 25, error correction level M.

/**
 * By version, from 1: check bytes in a block, then the number of blocks and the data bytes in each, shorter ones first.
 *
 * @type {number[][]}
 */
const VERSIONS = [
  [10, 1, 16],
  [16, 1, 28],
  [26, 1, 44],
  [18, 2, 32],
  [24, 2, 43],
  [16, 4, 27],
  [18, 4, 31],
  [22, 2, 38, 2, 39],
  [22, 3, 36, 2, 37],
  [26, 4, 43, 1, 44],
  [30, 1, 50, 4, 51],
  [22, 6, 36, 2, 37],
  [22, 8, 37, 1, 38],
  [24, 4, 40, 5, 41],
  [24, 5, 41, 5, 42],
  [28, 7, 45, 3, 46],
  [28, 10, 46, 1, 47],
  [26, 9, 43, 4, 44],
  [26, 3, 44, 11, 45],
  [26, 3, 41, 13, 42],
  [26, 17, 42],
  [28, 17, 46],
  [28, 4, 47, 14, 48],
  [28, 6, 45, 14, 46],
  [28, 8, 47, 13, 48],
];
/** @type {[checks: number, sizes: number[]][]} */
const BLOCKS = VERSIONS.map(([checks, number, size, more = 0, longer = 0]) => [
  checks,
  [...Array(number).fill(size), ...Array(more).fill(longer)],
]);
/** From this version on the length takes 16 bits. */
const LONG = 10;
/** From this version on the code says its version. */
const SAYS_VERSION = 7;

/**
 * The rows and columns at which the centres of alignment patterns lie.
 *
 * @param {number} version
 */
function alignments(version) {
  if (version === 1) return [];
  const number = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (number * 2 - 2)) * 2;
  const last = 4 * version + 10;
  return [6, ...Array.from({ length: number - 1 }, (_, at) => last - step * (number - 2 - at))];
}

/**
 * The 18 bits that tell the version, lowest first.
 *
 * @param {number} version
 */
export function versionBits(version) {
  let rest = version << 12;
  for (let bit = 17; bit >= 12; bit -= 1) if (rest & (1 << bit)) rest ^= 0x1f25 << (bit - 12);
  const word = (version << 12) | rest;
  return Array.from({ length: 18 }, (_, bit) => (word >> bit) & 1);
}

/** @type {((r: number, c: number) => number)[]} */
const MASKS = [
  (r, c) => (r + c) % 2,
  (r) => r % 2,
  (_, c) => c % 3,
  (r, c) => (r + c) % 3,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2,
  (r, c) => ((r * c) % 2) + ((r * c) % 3),
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2,
];

// The field of 256 elements over x^8 + x^4 + x^3 + x^2 + 1, by powers of 2.
const POWER = new Uint8Array(255);
const LOG = new Uint8Array(256);
for (let n = 0, value = 1; n < 255; n += 1) {
  POWER[n] = value;
  LOG[value] = n;
  value = (value << 1) ^ (value & 128 ? 0x11d : 0);
}
/**
 * @param {number} a
 * @param {number} b
 */
const times = (a, b) => (a && b ? POWER[(LOG[a] + LOG[b]) % 255] : 0);

/**
 * The Reed–Solomon check bytes of a block.
 *
 * @param {number[]} data
 * @param {number} number
 */
export function checkBytes(data, number) {
  let divisor = [1];
  for (let n = 0; n < number; n += 1) {
    const next = [...divisor, 0];
    divisor.forEach((term, at) => {
      next[at + 1] ^= times(term, POWER[n]);
    });
    divisor = next;
  }
  const rest = new Array(number).fill(0);
  for (const byte of data) {
    const lead = byte ^ rest.shift();
    rest.push(0);
    for (let at = 0; at < number; at += 1) rest[at] ^= times(divisor[at + 1], lead);
  }
  return rest;
}

/**
 * The 15 bits that tell level M and the mask, highest first.
 *
 * @param {number} mask
 */
export function formatBits(mask) {
  let rest = mask << 10;
  for (let bit = 14; bit >= 10; bit -= 1) if (rest & (1 << bit)) rest ^= 0x537 << (bit - 10);
  return ((mask << 10) | rest) ^ 0x5412;
}

/**
 * The smallest version that holds the text and its bytes, blocks interleaved.
 *
 * @param {string} text
 */
function codewords(text) {
  const bytes = new TextEncoder().encode(text);
  const index = BLOCKS.findIndex(
    ([, sizes], at) => sizes.reduce((sum, size) => sum + size) >= bytes.length + (at + 1 < LONG ? 2 : 3),
  );
  if (index < 0) throw new RangeError(`${bytes.length} bytes do not fit: a code holds at most 997`);
  const [checks, sizes] = BLOCKS[index];
  const capacity = sizes.reduce((sum, size) => sum + size);
  // Mode 4 (bytes), the length in 8 or 16 bits, the bytes, an end of four zero bits: all shifted by half a byte.
  const length = index + 1 < LONG ? [4, 0] : [12, 8, 4, 0];
  const halves = [
    4,
    ...length.map((shift) => (bytes.length >> shift) & 15),
    ...[...bytes].flatMap((byte) => [byte >> 4, byte & 15]),
    0,
  ];
  /** @type {number[]} */
  const data = [];
  for (let at = 0; at < halves.length; at += 2) data.push((halves[at] << 4) | (halves[at + 1] ?? 0));
  for (let pad = 0xec; data.length < capacity; pad ^= 0xec ^ 0x11) data.push(pad);
  let start = 0;
  const blocks = sizes.map((size) => {
    start += size;
    return data.slice(start - size, start);
  });
  /** @param {number[][]} parts */
  const weave = (parts) =>
    (parts.at(-1) ?? []).flatMap((_, at) => parts.filter((part) => at < part.length).map((part) => part[at]));
  return { version: index + 1, bytes: [...weave(blocks), ...weave(blocks.map((block) => checkBytes(block, checks)))] };
}

/**
 * The code as rows of 0 and 1, without its quiet zone.
 *
 * @param {string} text
 */
export function modules(text) {
  const { version, bytes } = codewords(text);
  const size = 17 + 4 * version;
  /** @type {(number | null)[][]} */
  const free = Array.from({ length: size }, () => new Array(size).fill(null));
  /** @type {(r: number, c: number, dark: boolean) => void} */
  const set = (r, c, dark) => {
    if (r >= 0 && c >= 0 && r < size && c < size) free[r][c] = dark ? 1 : 0;
  };
  /** @type {(row: number, column: number, reach: number, dark: (ring: number) => boolean) => void} */
  const square = (row, column, reach, dark) => {
    for (let r = -reach; r <= reach; r += 1) {
      for (let c = -reach; c <= reach; c += 1) set(row + r, column + c, dark(Math.max(Math.abs(r), Math.abs(c))));
    }
  };
  /** @param {number} ring */
  const isFinder = (ring) => ring !== 2 && ring !== 4;
  square(3, 3, 4, isFinder);
  square(3, size - 4, 4, isFinder);
  square(size - 4, 3, 4, isFinder);
  const centres = alignments(version);
  const isFree = (/** @type {number} */ r, /** @type {number} */ c) => free[r][c] === null;
  for (const r of centres) for (const c of centres) if (isFree(r, c)) square(r, c, 2, (ring) => ring !== 1);
  if (version >= SAYS_VERSION) {
    for (const [at, bit] of versionBits(version).entries()) {
      const [near, far] = [Math.floor(at / 3), size - 11 + (at % 3)];
      set(near, far, bit === 1);
      set(far, near, bit === 1);
    }
  }
  for (let at = 8; at < size - 8; at += 1) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  writeFormat(free, size, 0);
  const bits = bytes.flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => (byte >> bit) & 1));
  const places = path(free, size);
  const made = MASKS.map((flips, mask) => {
    const rows = free.map((row) => row.map((cell) => cell ?? 0));
    places.forEach(([r, c], at) => {
      rows[r][c] = (bits[at] ?? 0) ^ (flips(r, c) === 0 ? 1 : 0);
    });
    writeFormat(rows, size, mask);
    return rows;
  });
  const prices = made.map(price);
  return made[prices.indexOf(Math.min(...prices))];
}

/**
 * @param {(number | null)[][]} rows
 * @param {number} size
 * @param {number} mask
 */
function writeFormat(rows, size, mask) {
  const bits = formatBits(mask);
  for (let at = 0; at < 15; at += 1) {
    const dark = (bits >> at) & 1;
    const along = at < 6 ? at : at < 8 ? at + 1 : size - 15 + at;
    rows[along][8] = dark;
    const across = at < 8 ? size - 1 - at : at === 8 ? 7 : 14 - at;
    rows[8][across] = dark;
  }
  rows[size - 8][8] = 1;
}

/**
 * The places of the data in order: pairs of columns from the right, up and down by turns, past the timing column.
 *
 * @param {(number | null)[][]} rows
 * @param {number} size
 */
function path(rows, size) {
  /** @type {[row: number, column: number][]} */
  const places = [];
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1;
    for (let step = 0; step < size; step += 1) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1]) if (rows[row][column] === null) places.push([row, column]);
    }
    up = !up;
  }
  return places;
}

/**
 * How hard a code is to read, by the four rules of the standard; the mask with the lowest price is taken.
 *
 * @param {number[][]} rows
 */
function price(rows) {
  const size = rows.length;
  const lines = [...rows, ...rows.map((_, c) => rows.map((row) => row[c]))].map((line) => line.join(""));
  let sum = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    for (let at = 0; at + 11 <= size; at += 1) {
      if (["10111010000", "00001011101"].includes(line.slice(at, at + 11))) sum += 40;
    }
  }
  let dark = 0;
  for (const [r, row] of rows.entries()) {
    for (const [c, cell] of row.entries()) {
      dark += cell;
      if (r && c && cell === row[c - 1] && cell === rows[r - 1][c] && cell === rows[r - 1][c - 1]) sum += 3;
    }
  }
  return sum + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}
