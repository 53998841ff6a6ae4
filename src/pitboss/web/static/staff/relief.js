// Relief: another dealer takes over this console, by badge and PIN, without leaving it. Round and table go on as they are.

import { post } from "../lib/api.js";
import { setText } from "../lib/dom.js";
import { announce, me } from "../lib/page.js";
import { askUser } from "./dialog.js";

/** @import { ProblemNote } from "../lib/problems.js" */

/**
 * Listens to the button by which the next dealer takes over; `taken` learns who deals now.
 *
 * @param {HTMLElement} button
 * @param {string} table
 * @param {ProblemNote} problem
 * @param {(who: Wire.PersonShown) => void} taken
 */
export function listenForRelief(button, table, problem, taken) {
  button.addEventListener("click", async () => {
    const entered = await askUser({
      title: `Relieve the dealer of ${table}`,
      text: "The next dealer enters badge and PIN. From then on, what is done here is recorded under that dealer's name.",
      action: "Take over",
      fields: [
        { name: "badge", label: "Badge number", maxlength: 12, spellcheck: "false" },
        { name: "pin", label: "PIN", type: "password", inputmode: "numeric", maxlength: 12 },
      ],
    });
    if (!entered) return;
    problem.clear();
    try {
      await post("/api/relief", { badge: entered.badge, pin: entered.pin, table });
      const who = await me(true);
      if (!who) return;
      announce(`${who.name} deals now`);
      taken(who);
    } catch (error) {
      problem.show(error);
    }
  });
}

/**
 * Says who deals.
 *
 * @param {HTMLElement} node
 * @param {Wire.PersonShown} who
 */
export const showDealer = (node, who) => setText(node, `Dealer: ${who.name}`);
