// Who is signed in, for a manager: each person with role and tables, and a button that ends their sessions at once.

import { get, post } from "../lib/api.js";
import { inside, make, setText, syncChildren } from "../lib/dom.js";
import { announce } from "../lib/page.js";
import { askUser } from "./dialog.js";

/** @import { ProblemNote } from "../lib/problems.js" */
/** @typedef {Wire.SessionJson & { number: number }} SignedInPerson */

const EVERY = 5000;

/** @param {number} at */
const clock = (at) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

/**
 * One line for each person, with the number of their sessions and the start of the first.
 *
 * @param {Wire.SessionJson[]} sessions
 */
export function peopleOf(sessions) {
  /** @type {Map<string, SignedInPerson>} */
  const people = new Map();
  for (const session of sessions) {
    const known = people.get(session.name) ?? { ...session, number: 0 };
    const since = Math.min(known.since, session.since);
    people.set(session.name, { ...known, number: known.number + 1, since });
  }
  return [...people.values()];
}

/**
 * Shows a panel to managers alone, and keeps it up to date.
 *
 * @param {HTMLElement} panel
 * @param {Wire.PersonShown} who
 * @param {ProblemNote} problem
 */
export function showSessions(panel, who, problem) {
  panel.hidden = who.role !== "manager";
  if (panel.hidden) return;

  /** @param {SignedInPerson} person */
  async function end({ name }) {
    const text =
      name === who.name
        ? "These are your own sessions: you are signed out everywhere."
        : `${name} is signed out everywhere within a second. What ${name} did stays recorded.`;
    const title = `End the sessions of ${name}`;
    if (!(await askUser({ title, text, action: "End the sessions", bad: true }))) return;
    problem.clear();
    try {
      await post("/api/sessions/end", { name });
      announce(`${name} is signed out`);
      await update();
    } catch (error) {
      problem.show(error);
    }
  }

  /** @param {SignedInPerson} person */
  function create(person) {
    return make(
      "li",
      {},
      make("span", { class: "grow" }, make("strong", {}, person.name), make("span", { class: "muted" })),
      make(
        "button",
        {
          class: "button button--bad",
          type: "button",
          "aria-label": `End the sessions of ${person.name}`,
          click: () => end(person),
        },
        "End",
      ),
    );
  }

  async function update() {
    if (document.visibilityState === "hidden") return;
    const people = peopleOf(await get("/api/sessions"));
    syncChildren(
      inside(panel, "ul"),
      people,
      ({ name }) => name,
      create,
      (node, { role, tables, number, since }) => {
        const where = tables.length ? ` at ${tables.join(", ")}` : "";
        const several = number > 1 ? `, ${number} sessions` : "";
        setText(inside(node, ".muted"), ` ${role}${where}, since ${clock(since)}${several}`);
      },
    );
  }

  update().catch((error) => problem.show(error));
  setInterval(() => update().catch(() => {}), EVERY);
}
