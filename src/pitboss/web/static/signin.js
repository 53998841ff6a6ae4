// Signing in: with a password, by a badge and its PIN, or at a practice house as a guest.

import { tablePath } from "./lib/address.js";
import { get, post, reasonOf } from "./lib/api.js";
import { byId, inside, valuesOf } from "./lib/dom.js";
import { announce } from "./lib/page.js";
import { sentence } from "./lib/text.js";

const problem = byId("problem");

/** @type {Record<Wire.Role, string>} */
const HOME = {
  player: "/",
  dealer: "/",
  floorperson: "/floor",
  manager: "/floor",
  auditor: "/rounds",
  cage: "/floor",
  surveillance: "/rounds",
  count: "/floor",
  regulator: "/ledger",
};

/**
 * The page to open first: the page that asked for a sign-in, if it is a page of this house.
 *
 * @param {Wire.PersonShown} person
 */
function destination({ role, tables }) {
  const to = new URLSearchParams(location.search).get("to") ?? "";
  if (/^\/(?![/\\])/.test(to) && to !== "/" && !to.startsWith("/sign-in")) return to;
  return role === "dealer" && tables.length === 1 ? tablePath(tables[0], "dealer") : HOME[role];
}

/**
 * @param {HTMLFormElement} form
 * @param {(values: Record<string, string>) => Promise<Wire.PersonShown>} send
 */
function listen(form, send) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = inside(form, "button");
    if (button.getAttribute("aria-disabled")) return;
    button.setAttribute("aria-disabled", "true");
    problem.textContent = "";
    try {
      location.assign(destination(await send(valuesOf(form))));
    } catch (error) {
      problem.textContent = sentence(reasonOf(error));
      announce(problem.textContent);
      inside(form, form.querySelector("[type=password]") ? "[type=password]" : "input").focus();
    } finally {
      button.removeAttribute("aria-disabled");
    }
  });
}

listen(byId("password-form", HTMLFormElement), ({ name, password }) => post("/api/sign-in", { name, password }));
listen(byId("badge-form", HTMLFormElement), ({ badge, pin }) => post("/api/badge", { badge, pin }));
listen(byId("guest", HTMLFormElement), ({ name }) => post("/api/guest", { name }));

try {
  const { practice, facility } = await get("/api/lobby");
  byId("guests").hidden = !practice;
  byId("facility").textContent = facility;
} catch {
  // The password form works without the lobby.
}
byId(byId("guests").hidden ? "name" : "guest-name").focus();
