// Money is integer cents in data and `$10` in text; the two forms are inverse to each other.

const MONEY = /^\$?(\d{1,3}(?:,\d{3}){1,3}|\d{1,12})(?:\.(\d\d))?$/;

/**
 * The text of an amount: whole dollars without cents, a loss with the sign in front.
 *
 * @param {number} cents
 */
export function show(cents) {
  const size = Math.abs(cents);
  const dollars = String(Math.trunc(size / 100)).replace(/\B(?=(\d{3})+$)/g, ",");
  const rest = size % 100;
  return `${cents < 0 ? "-" : ""}$${dollars}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
}

/**
 * The cents of `$10`, `1,000` or `$0.50`; null for anything else.
 *
 * @param {string} text
 */
export function parse(text) {
  const match = MONEY.exec(text.trim());
  return match ? Number(match[1].replaceAll(",", "")) * 100 + Number(match[2] ?? 0) : null;
}

/**
 * The sum of amounts by name.
 *
 * @param {Readonly<Record<string, number>>} amounts
 */
export const total = (amounts) => Object.values(amounts).reduce((sum, cents) => sum + cents, 0);
