// What the floor should know of the gaming day, the newest first.

import { roundPath } from "../lib/address.js";
import { get } from "../lib/api.js";
import { make } from "../lib/dom.js";
import { cite, tag, time } from "../lib/elements.js";
import { announce } from "../lib/page.js";
import { words } from "../lib/text.js";
import { follow } from "./followed-list.js";

/** @import { ProblemNote } from "../lib/problems.js" */

const EVERY = 5_000;

/**
 * Shows a panel to those who may read alerts, and keeps it up to date.
 *
 * @param {HTMLElement} panel
 * @param {Wire.PersonShown} who
 * @param {ProblemNote} problem
 */
export function showAlerts(panel, who, problem) {
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

  /** @param {Wire.AlertJson[]} found */
  function tell(found) {
    if (known >= 0 && found.length > known) announce(`Alert at ${found[0].table}: ${found[0].text}`);
    known = found.length;
  }

  follow(panel, who, problem, {
    every: EVERY,
    load: () => get("/api/alerts"),
    key: ({ at, kind, table, text }) => `${at} ${kind} ${table} ${text}`,
    create,
    tell,
  });
}
