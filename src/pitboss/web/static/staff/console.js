// What the consoles of dealer and floor share: the state of a table and of the connection, and who may use a console.

import { signInPath } from "../lib/address.js";
import { inside, make, setText } from "../lib/dom.js";

/** @import { LiveTable } from "../lib/live.js" */

/** @type {Record<Wire.Phase, string>} */
export const PHASES = {
  betting: "Bets open",
  closed: "No more bets",
  playing: "Players decide",
  settling: "Settling",
};

/**
 * What a table is doing.
 *
 * @param {Wire.TableView} view
 */
export function phaseText({ closed, phase, rounds, turn }) {
  if (closed === "closed") return "Closed";
  const now =
    phase === "playing" && !turn ? "Cards dealt" : phase ? PHASES[phase] : rounds ? "Between rounds" : "Not opened";
  return closed ? `${now}, closing` : now;
}

/**
 * Says in a note if the connection of a table is lost, and marks the page as out of date until it is back.
 *
 * @param {LiveTable} live
 * @param {HTMLElement} note
 */
export function showConnection(live, note) {
  live.onState(({ state, reason }) => {
    note.hidden = state === "open" || state === "connecting";
    if (state === "suspended") setText(note, `Every table is suspended: ${reason}`);
    else if (state === "stale") setText(note, `${reason} This page may be out of date.`);
    else setText(note, "The connection to the house is lost. This page reconnects; it may be out of date.");
    document.body.toggleAttribute("data-stale", !note.hidden);
  });
}

/**
 * Says who may use a console, and shows nothing else.
 *
 * @param {Wire.PersonShown} who
 * @param {string} heading
 * @param {string} audience
 */
export function showStaffOnly(who, heading, audience) {
  inside(document, "main").replaceChildren(
    make("h1", {}, heading),
    make(
      "section",
      { class: "panel away", id: "away", "aria-label": "Who may see this page" },
      make("p", {}, `${audience} You are signed in as ${who.name}, ${who.role}.`),
      make(
        "p",
        { class: "muted" },
        "Staff sign in with a name and a password; the house adds its people with ",
        make("code", {}, "pitboss people add"),
        ".",
      ),
      make(
        "p",
        { class: "row" },
        make("a", { class: "button button--main", href: signInPath() }, "Sign in as staff"),
        make("a", { class: "button", href: "/" }, "Lobby"),
      ),
    ),
  );
}
