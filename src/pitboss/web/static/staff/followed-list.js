// A list that those who supervise may read, kept up to date while they look at it.

import { inside, syncChildren } from "../lib/dom.js";

/** @import { ProblemNote } from "../lib/problems.js" */

const READERS = ["auditor", "floorperson", "manager", "surveillance", "regulator"];

/**
 * Shows a panel with a list to its readers. A sentence in the panel says that the list is empty.
 *
 * @template Item
 * @param {HTMLElement} panel
 * @param {Wire.PersonShown} who
 * @param {ProblemNote} problem
 * @param {{
 *   every: number,
 *   load: () => Promise<Item[]>,
 *   key: (item: Item) => string | number,
 *   create: (item: Item) => HTMLElement,
 *   tell: (items: Item[]) => void,
 * }} list `tell` is given the items each time they were read
 */
export function follow(panel, who, problem, { every, load, key, create, tell }) {
  panel.hidden = !READERS.includes(who.role);
  if (panel.hidden) return;

  async function update() {
    if (document.visibilityState === "hidden") return;
    const found = await load();
    syncChildren(inside(panel, "ol"), found, key, create);
    inside(panel, "p").hidden = found.length > 0;
    tell(found);
  }

  update().catch((error) => problem.show(error));
  setInterval(() => update().catch(() => {}), every);
}
