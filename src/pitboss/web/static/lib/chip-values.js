// The chips of the house, as it writes them into every page: their values in cents.

/** The values, largest first. */
export const VALUES = (globalThis.document?.documentElement.dataset.chips ?? "").split(" ").filter(Boolean).map(Number);
/** The chips of a tray, smallest first: those of whole dollars. */
export const CHIPS = VALUES.filter((value) => value % 100 === 0).reverse();

/**
 * The fewest chips for an amount, the largest first; the last one is a `rest` below the smallest chip.
 *
 * @param {number} cents
 * @param {number[]} [values]
 */
export function breakdown(cents, values = VALUES) {
  const stacks = [];
  let rest = Math.max(0, Math.trunc(cents));
  for (const value of values) {
    const count = Math.floor(rest / value);
    if (count) stacks.push({ value, count });
    rest -= count * value;
  }
  return rest ? [...stacks, { value: rest, count: 1 }] : stacks;
}
