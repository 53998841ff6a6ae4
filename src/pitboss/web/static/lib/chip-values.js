// The chips that the pages draw: their values in cents.

/** The chips of a tray, in cents. */
export const CHIPS = [100, 500, 2500, 10_000, 50_000];
const VALUES = [50_000, 10_000, 2500, 500, 100, 50];

/**
 * The fewest chips for an amount, the largest first; the last one is a `rest` below the smallest chip.
 *
 * @param {number} cents
 */
export function breakdown(cents) {
  const stacks = [];
  let rest = Math.max(0, Math.trunc(cents));
  for (const value of VALUES) {
    const count = Math.floor(rest / value);
    if (count) stacks.push({ value, count });
    rest -= count * value;
  }
  return rest ? [...stacks, { value: rest, count: 1 }] : stacks;
}
