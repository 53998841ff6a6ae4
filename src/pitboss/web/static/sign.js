// The live sign of a table: what is offered and paid, and what the meters show now.

import { get } from "./lib/api.js";
import { Live } from "./lib/live.js";
import { show } from "./lib/money.js";
import { announce, make } from "./lib/page.js";
import { draw } from "./lib/qr.js";
import { reachable } from "./lib/reach.js";

const table = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const at = (id) => document.getElementById(id);
const meters = new Map();
/** Cells of columns that are for a number of boxes: [boxes, cell]. */
const columns = [];
let live = null;
let heard = null;
let ahead = null;

/** Builds the sign once; later only amounts, marks and the time change, in place. */
function build(sign) {
  document.title = `${sign.title} at ${sign.facility} · pitboss`;
  at("facility").textContent = sign.facility;
  at("title").textContent = sign.title;
  at("statements").replaceChildren(...sign.statements.map((text) => make("p", { class: "sign__statement" }, text)));
  at("progressive").hidden = sign.meters.length === 0;
  at("meters").replaceChildren(...sign.meters.map(meter));
  const parts = [limits(sign.limits), ...sign.paytables.map(paytable)];
  at("parts").replaceChildren(...parts.sort((one, other) => one.matches(".wide") - other.matches(".wide")));
  at("notes").replaceChildren(...sign.notes.map((text) => make("li", {}, text)));
  at("rules").textContent = `Table ${sign.table}. ${sign.rules}`;
}

/** The code for phones, where they can reach the house. */
async function showCode() {
  const { address: outside = "" } = await get("/api/lobby").catch(() => ({}));
  const found = reachable(outside);
  if (!found) return;
  const address = `${found}/tables/${encodeURIComponent(table)}`;
  try {
    at("phone").replaceChildren(make("a", { href: address }, draw(address, `QR code of this table: ${address}`)), make("span", {}, "Play at this table"));
    at("phone").hidden = false;
    fit();
  } catch {
    // An address too long for a code: the sign is whole without it.
  }
}

function meter({ name, title }) {
  const amount = make("dd", {}, "…");
  meters.set(name, { amount, title, cents: null });
  return make("div", {}, make("dt", {}, title), amount);
}

function limits(rows) {
  const lines = rows.map(({ wager, stakes }) => make("tr", {}, make("th", { scope: "row" }, wager), make("td", {}, stakes)));
  return section("Limits", make("table", {}, make("tbody", {}, ...lines)));
}

function paytable({ title, detail, columns: heads, by_boxes: boxes, rows, notes }) {
  const marked = (cell, index) => {
    if (boxes.length) columns.push([boxes[index], cell]);
    return cell;
  };
  const head = heads.length
    ? make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Hand"),
      ...heads.map((text, index) => marked(make("th", { scope: "col" }, text), index))))
    : null;
  const lines = rows.map(({ hand, pays }) => make("tr", {}, make("th", { scope: "row" }, hand),
    ...pays.map((text, index) => marked(make("td", {}, text), index))));
  const told = notes.map((text) => make("p", { class: "sign__note" }, text));
  const node = section(title, make("table", {}, head, make("tbody", {}, ...lines)), ...told, make("p", { class: "sign__detail" }, detail));
  if (heads.length > 2) {
    // It scrolls on a narrow screen, by keyboard too.
    node.classList.add("wide");
    node.tabIndex = 0;
    node.setAttribute("aria-label", title);
  }
  return node;
}

const section = (title, ...inside) => make("section", {}, make("h2", {}, title), ...inside);

function update(view) {
  for (const [name, known] of meters) {
    const cents = view.meters[name];
    if (cents === undefined || cents === known.cents) continue;
    // A meter that falls was hit, and that is worth saying; each cent that it grows is not.
    if (known.cents !== null && cents < known.cents) announce(`${known.title} is now ${show(cents)}`);
    known.cents = cents;
    known.amount.textContent = show(cents);
  }
  const longest = Math.max(6, ...[...meters.values()].map(({ amount }) => amount.textContent.length));
  at("meters").style.setProperty("--length", String(longest));
  mark(inForce(view));
}

/** How many boxes play the round, once bets are closed; 0 before. */
function inForce(view) {
  if (!view.round || view.phase === "betting") return 0;
  return Object.values(view.round.boxes).filter((box) => Object.keys(box.wagers).length > 0).length;
}

function mark(number) {
  for (const [boxes, cell] of columns) {
    const now = boxes === number;
    cell.classList.toggle("in-force", now);
    if (cell.matches("thead th")) cell.textContent = `${boxes} box${boxes > 1 ? "es" : ""}${now ? " ◂ now" : ""}`;
  }
}

const clock = (time) => new Date(time).toLocaleTimeString("en-GB");

/** The time is that of the last word from the house, never that of the wall. */
function tell() {
  // The house's pings change nothing but how far its clock is ahead.
  if (live.state === "open" && live.ahead !== ahead) {
    ahead = live.ahead;
    heard = Date.now() + ahead;
  }
  at("asof").textContent = heard === null ? "" : `As of ${clock(heard)}`;
  const lost = live.state !== "open" && live.state !== "connecting";
  document.body.classList.toggle("is-stale", lost);
  const since = heard === null ? "" : ` Amounts are as of ${clock(heard)} and may have changed.`;
  const why = { suspended: "Play is suspended.", stale: "No word from the house." }[live.state] ?? "Connection lost.";
  const text = lost ? why + since : "";
  if (at("stale").textContent !== text) at("stale").textContent = text;
  at("stale").hidden = !lost;
}

at("whole").hidden = !document.fullscreenEnabled;
at("whole").addEventListener("click", () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
});
document.addEventListener("fullscreenchange", () => {
  at("whole").textContent = document.fullscreenElement ? "Leave full screen" : "Full screen";
  fit();
});
addEventListener("resize", () => fit());

/** On a whole screen nobody scrolls: the largest type with which everything is seen. */
function fit() {
  const main = document.querySelector("main");
  main.style.fontSize = "";
  if (!document.fullscreenElement) return;
  let [fits, over] = [8, 80];
  while (over - fits > 0.25) {
    const size = (fits + over) / 2;
    main.style.fontSize = `${size}px`;
    const root = document.documentElement;
    if (root.scrollHeight <= innerHeight && root.scrollWidth <= innerWidth) fits = size;
    else over = size;
  }
  main.style.fontSize = `${fits}px`;
}

async function open() {
  let layout;
  try {
    layout = await get(`/api/tables/${encodeURIComponent(table)}/layout`);
  } catch (problem) {
    at("problem").textContent = `${problem.reason}.`;
    if (problem.status === 0 || problem.status >= 500) setTimeout(open, 3000);
    return;
  }
  at("problem").textContent = "";
  build(layout.sign);
  fit();
  showCode();
  live = new Live(table);
  live.addEventListener("change", ({ detail }) => {
    heard = Date.now() + live.ahead;
    update(detail.view);
    tell();
  });
  live.addEventListener("state", tell);
  setInterval(tell, 1000);
}

open();
