// Signing in: with a password, or at a practice house as a guest.

import { get, post } from "./lib/api.js";
import { announce } from "./lib/page.js";

const problem = document.getElementById("problem");
const guests = document.getElementById("guests");

/** Where somebody goes first; only ever a place of this house. */
function destination({ role, tables }) {
  const to = new URLSearchParams(location.search).get("to") ?? "";
  if (/^\/(?![/\\])/.test(to) && to !== "/" && !to.startsWith("/sign-in")) return to;
  if (role === "dealer" && tables.length === 1) return `/tables/${encodeURIComponent(tables[0])}/dealer`;
  return { floorperson: "/floor", manager: "/floor", auditor: "/rounds" }[role] ?? "/";
}

function sends(form, path) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button");
    if (button.getAttribute("aria-disabled")) return;
    button.setAttribute("aria-disabled", "true");
    problem.textContent = "";
    try {
      location.assign(destination(await post(path, Object.fromEntries(new FormData(form)))));
    } catch (error) {
      problem.textContent = sentence(error.reason ?? String(error));
      announce(problem.textContent);
      (form.querySelector("[type=password]") ?? form.querySelector("input")).focus();
    } finally {
      button.removeAttribute("aria-disabled");
    }
  });
}

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");

sends(document.getElementById("password-form"), "/api/sign-in");
sends(document.getElementById("guest"), "/api/guest");

try {
  const { practice, facility } = await get("/api/lobby");
  guests.hidden = !practice;
  document.getElementById("facility").textContent = facility;
} catch {
  // The password form works without it.
}
document.querySelector(guests.hidden ? "#name" : "#guest-name").focus();
