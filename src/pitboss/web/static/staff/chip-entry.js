// Chips by denomination: the fields of a question, what was entered, and an amount in words.

import { show } from "../lib/money.js";

/** The notes that a drop box may hold, in cents. */
export const CURRENCY = [10_000, 5_000, 2_000, 1_000, 500, 200, 100];

/**
 * A field for the number of chips of each value, largest first.
 *
 * @param {number[]} values
 * @returns {import("./dialog.js").Field[]}
 */
export function chipFields(values) {
  return [...new Set(values)]
    .sort((one, other) => other - one)
    .map((value) => ({
      name: `chips-${value}`,
      label: `Number of ${show(value)}`,
      inputmode: "numeric",
      pattern: "[0-9]{0,6}",
      required: false,
      placeholder: "0",
    }));
}

/**
 * The chips that were entered; an empty field is 0.
 *
 * @param {Record<string, string>} entered
 * @returns {{ value: number, number: number }[]}
 */
export function enteredChips(entered) {
  return Object.entries(entered)
    .filter(([name]) => name.startsWith("chips-"))
    .map(([name, text]) => ({ value: Number(name.slice("chips-".length)), number: Number(text || "0") }))
    .filter(({ number }) => number > 0);
}

/** @param {{ value: number, number: number }[]} chips */
export const worth = (chips) => chips.reduce((sum, { value, number }) => sum + value * number, 0);

/** @param {number[][]} chips */
export const told = (chips) => chips.map(([value, number]) => `${number} of ${show(value)}`).join(", ");
