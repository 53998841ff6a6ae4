// Numbers and names as texts.

import { show } from "./money.js";

/**
 * `three_of_a_kind` as `Three of a kind`.
 *
 * @param {string} word
 */
export const words = (word) => capital(word.replaceAll("_", " "));

const SMALL = new Set(["a", "of", "or", "in", "and", "to"]);

/**
 * `three_card_bonus` as `Three Card Bonus`.
 *
 * @param {string} word
 */
export const title = (word) =>
  word
    .split("_")
    .map((part, place) => (place && SMALL.has(part) ? part : capital(part)))
    .join(" ");

/**
 * The text with its first letter large.
 *
 * @param {string} text
 */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * The text with its first letter small.
 *
 * @param {string} text
 */
export const small = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/**
 * The text as a sentence: a large first letter, and a full stop if it has no end yet.
 *
 * @param {string} text
 */
export const sentence = (text) => `${capital(text)}${/[.!?]$/.test(text) ? "" : "."}`;

/**
 * A share as a percentage; a dash if it is not known.
 *
 * @param {number | null | undefined} share
 * @param {number} [places]
 */
export const percent = (share, places = 2) =>
  share === null || share === undefined ? "–" : `${(100 * share).toFixed(places)} %`.replace("-", "−");

/**
 * Money that a person won or lost, with its sign, to the cent.
 *
 * @param {number} cents
 */
export function signed(cents) {
  const rounded = Math.round(cents);
  return rounded > 0 ? `+${show(rounded)}` : show(rounded || 0).replace("-", "−");
}

/**
 * A whole number with separators.
 *
 * @param {number} number
 */
export const count = (number) => number.toLocaleString("en-US");

/**
 * `1 box`, `2 boxes`.
 *
 * @param {number} number
 * @param {string} one
 * @param {string} [several]
 */
export const plural = (number, one, several = `${one}s`) => `${count(number)} ${number === 1 ? one : several}`;

/**
 * A name as one word of the notation of commands.
 *
 * @param {string} name
 */
export const quoted = (name) => (name && !/[\s"\\]/.test(name) ? name : `"${name.replace(/[\\"]/g, "\\$&")}"`);
