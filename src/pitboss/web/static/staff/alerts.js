// What the floor should know of the gaming day, the newest first.

import { roundPath } from "../lib/address.js";
import { get } from "../lib/api.js";
import { inside, make, syncChildren } from "../lib/dom.js";
import { cite, tag, time } from "../lib/elements.js";
import { announce } from "../lib/page.js";
import { words } from "../lib/text.js";

/** @import { ProblemNote } from "../lib/problems.js" */

const EVERY = 5_000;
const READERS = ["auditor", "floorperson", "manager", "surveillance", "regulator"];

/**
 * Shows a panel to those who may read alerts, and keeps it up to date.
 *
 * @param {HTMLElement} panel
 * @param {Wire.PersonShown} who
 * @param {ProblemNote} problem
 */
export function showAlerts(panel, who, problem) {
  panel.hidden = !READERS.includes(who.role);
  if (panel.hidden) return;
  let known = -1;

  /** @param {Wire.AlertJson} alert */
  const create = ({ at, kind, table, round, text, cite: clause }) =>
    make(
      "li",
      {},
      make("span", { class: "muted" }, time(at)),
      " ",
      tag(words(kind), "warn"),
      " ",
      round ? make("a", { href: roundPath(round) }, round) : table,
      make("div", {}, text, " ", cite(clause)),
    );

  async function update() {
    if (document.visibilityState === "hidden") return;
    const found = await get("/api/alerts");
    const key = (/** @type {Wire.AlertJson} */ { at, kind, table, text }) => `${at} ${kind} ${table} ${text}`;
    syncChildren(inside(panel, "ol"), found, key, create);
    inside(panel, "p").hidden = found.length > 0;
    if (known >= 0 && found.length > known) announce(`Alert at ${found[0].table}: ${found[0].text}`);
    known = found.length;
  }

  update().catch((error) => problem.show(error));
  setInterval(() => update().catch(() => {}), EVERY);
}
