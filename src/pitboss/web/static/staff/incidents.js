// What went wrong or looked wrong while the house ran, for the floor and the auditor, the newest first.

import { get } from "../lib/api.js";
import { make } from "../lib/dom.js";
import { time } from "../lib/elements.js";
import { announce } from "../lib/page.js";
import { follow } from "./followed-list.js";

/** @import { ProblemNote } from "../lib/problems.js" */

const EVERY = 15_000;

/**
 * Shows a panel to those who may read incidents, and keeps it up to date.
 *
 * @param {HTMLElement} panel
 * @param {Wire.PersonShown} who
 * @param {ProblemNote} problem
 */
export function showIncidents(panel, who, problem) {
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

  /** @param {Wire.IncidentJson[]} found */
  function tell(found) {
    const last = found[0]?.number ?? 0;
    if (newest >= 0 && last > newest) announce(`New incident: ${found[0].happened}`);
    newest = last;
  }

  follow(panel, who, problem, {
    every: EVERY,
    load: () => get("/api/incidents"),
    key: ({ number }) => number,
    create,
    tell,
  });
}
