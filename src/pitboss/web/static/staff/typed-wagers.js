// Wagers as a dealer types them: in any case, with or without `$`, by name or by title, `coupon` in front of a coupon.

import { parse, show } from "../lib/money.js";

const PART = /^(coupon\s+)?(.+?)\s*(\$?[\d,.]+)$/;

/**
 * The wagers as the notation writes them: `ANTE 10, pair plus $5` is `ante $10, pair_plus $5`. An empty text is
 * `nothing`. A RangeError says what cannot be read.
 *
 * @param {string} text
 * @param {readonly { name: string, title: string }[]} wagers
 */
export function writeWagers(text, wagers) {
  const parts = text
    .toLowerCase()
    .split(/[;\n]|,(?!\d{3}(?!\d))/)
    .map((part) => part.trim())
    .filter(Boolean);
  return parts.map((part) => writeOne(part, wagers)).join(", ") || "nothing";
}

/**
 * @param {string} part
 * @param {readonly { name: string, title: string }[]} wagers
 */
function writeOne(part, wagers) {
  const match = PART.exec(part);
  const cents = match ? parse(match[3]) : null;
  if (!match || cents === null) throw new RangeError(`“${part}” is not a wager: write it as ${wagers[0].name} 10`);
  const known = wagers.find(({ name, title }) => [name, title].some((one) => plain(one) === plain(match[2])));
  if (!known) {
    const names = wagers.map(({ name }) => name).join(", ");
    throw new RangeError(`“${match[2]}” is not a wager of this table: it takes ${names}`);
  }
  return `${match[1] ? "coupon " : ""}${known.name} ${show(cents)}`;
}

/** @param {string} name */
const plain = (name) => name.toLowerCase().replace(/[\s_-]+/g, "");
