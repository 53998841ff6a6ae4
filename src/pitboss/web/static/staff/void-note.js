// What a dealer gives back after a round was void: chips and coupons, to whom, and what was already paid and comes back.

import { show } from "../lib/money.js";
import { title } from "../lib/text.js";

/** @typedef {{ box: number, returned: number, takenBack: number, wagers: string[], coupons: string[] }} BoxReturn */

/**
 * What each box gets back and gives back, if these events make a round void; null if they do not.
 *
 * @param {readonly Wire.EventAnswer[]} events
 * @returns {BoxReturn[] | null}
 */
export function returnsOf(events) {
  if (!events.some(({ event }) => event === "RoundVoided")) return null;
  /** @type {Map<number, BoxReturn>} */
  const boxes = new Map();
  /** @param {number} box */
  const of = (box) => {
    const known = boxes.get(box) ?? { box, returned: 0, takenBack: 0, wagers: [], coupons: [] };
    boxes.set(box, known);
    return known;
  };
  for (const { event, box = 0, wager = "", amount = 0 } of events) {
    if (event === "WagerReturned") {
      of(box).returned += amount;
      of(box).wagers.push(`${title(wager)} ${show(amount)}`);
    } else if (event === "PaymentTakenBack") of(box).takenBack += amount;
    else if (event === "CouponReturned") of(box).coupons.push(`${title(wager)} ${show(amount)}`);
  }
  return [...boxes.values()].sort((one, other) => one.box - other.box);
}

/**
 * One sentence for a box.
 *
 * @param {BoxReturn} due
 * @param {string} player
 */
export function returnText({ box, returned, takenBack, wagers, coupons }, player) {
  const who = `box ${box}${player ? ` (${player})` : ""}`;
  const back = returned ? `Return ${show(returned)} to ${who}: ${wagers.join(", ")}.` : "";
  const paid = takenBack ? `Take back ${show(takenBack)} that was paid to ${who}.` : "";
  const unused = coupons.length ? `Return the match play coupons to ${who}: ${coupons.join(", ")}.` : "";
  return [back, unused, paid].filter(Boolean).join(" ");
}
