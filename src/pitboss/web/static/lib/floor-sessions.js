// Who is signed in, for a manager: each person with role and tables, and a button that ends their sessions at once.

import { get, post } from "./api.js";
import { ask, keyed, say } from "./desk.js";
import { announce, make } from "./page.js";

const EVERY = 5000;
const time = (at) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

/** Shows a panel to managers alone, and keeps it up to date. */
export function showSessions(panel, list, who, complaint) {
  panel.hidden = who.role !== "manager";
  if (panel.hidden) return;

  async function end({ name }) {
    const sure = name === who.name ? "These are your own sessions: you are signed out everywhere." : `${name} is signed out everywhere within a second. What ${name} did stays recorded.`;
    if (!(await ask({ title: `End the sessions of ${name}`, text: sure, action: "End the sessions", bad: true }))) return;
    complaint.clear();
    try {
      await post("/api/sessions/end", { name });
      announce(`${name} is signed out`);
      await look();
    } catch (error) {
      complaint.show(error);
    }
  }

  function create(person) {
    return make("li", {}, make("span", { class: "grow" }, make("strong", {}, person.name), make("span", { class: "muted" })),
      make("button", { class: "button button--bad", type: "button", "aria-label": `End the sessions of ${person.name}`, click: () => end(person) }, "End"));
  }

  async function look() {
    if (document.visibilityState === "hidden") return;
    const people = new Map();
    for (const session of await get("/api/sessions")) {
      const known = people.get(session.name) ?? { ...session, number: 0 };
      people.set(session.name, { ...known, number: known.number + 1, since: Math.min(known.since, session.since) });
    }
    keyed(list, [...people.values()], ({ name }) => name, create, (node, { role, tables, number, since }) =>
      say(node.firstChild.lastChild, ` ${role}${tables.length ? ` at ${tables.join(", ")}` : ""}, since ${time(since)}${number > 1 ? `, ${number} sessions` : ""}`));
  }

  look().catch((error) => complaint.show(error));
  setInterval(() => look().catch(() => {}), EVERY);
}
