// What went wrong or looked wrong while the house ran, for the floor and the auditor, the newest first.

import { get } from "../lib/api.js";
import { inside, make, syncChildren } from "../lib/dom.js";
import { time } from "../lib/elements.js";
import { announce } from "../lib/page.js";

/** @import { ProblemNote } from "../lib/problems.js" */

const EVERY = 15_000;
const READERS = ["auditor", "floorperson", "manager", "surveillance", "regulator"];

/**
 * Shows a panel to those who may read incidents, and keeps it up to date.
 *
 * @param {HTMLElement} panel
 * @param {Wire.PersonShown} who
 * @param {ProblemNote} problem
 */
export function showIncidents(panel, who, problem) {
  panel.hidden = !READERS.includes(who.role);
  if (panel.hidden) return;
  let newest = -1;

  /** @param {Wire.IncidentJson} incident */
  const create = ({ at, happened, to_do }) =>
    make(
      "li",
      {},
      make("span", { class: "muted" }, time(at)),
      " ",
      make("strong", {}, happened),
      make("div", {}, `What to do: ${to_do}`),
    );

  async function update() {
    if (document.visibilityState === "hidden") return;
    const found = await get("/api/incidents");
    syncChildren(inside(panel, "ol"), found, ({ number }) => number, create);
    inside(panel, "p").hidden = found.length > 0;
    const last = found[0]?.number ?? 0;
    if (newest >= 0 && last > newest) announce(`New incident: ${found[0].happened}`);
    newest = last;
  }

  update().catch((error) => problem.show(error));
  setInterval(() => update().catch(() => {}), EVERY);
}
