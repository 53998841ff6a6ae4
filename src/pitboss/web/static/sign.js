// The live sign of a table: its wagers and payouts, and what the meters show now.

import { phoneAddress, tableOfPage, tablePath } from "./lib/address.js";
import { get, Problem, reasonOf } from "./lib/api.js";
import { byId, inside, make, setText, syncChildren } from "./lib/dom.js";
import { LiveTable } from "./lib/live.js";
import { show } from "./lib/money.js";
import { announce } from "./lib/page.js";
import { draw } from "./lib/qr-image.js";
import { plural, sentence } from "./lib/text.js";

const table = tableOfPage();
const LONGEST_LINE = 400;
const MINUTE = 60_000;
/** @import { Child } from "./lib/dom.js" */

/** @type {Map<string, { amount: HTMLElement, title: string, cents: number | null }>} */
const meters = new Map();
/** @type {[boxes: number, cell: HTMLElement][]} Cells of columns that are for a number of boxes. */
const columns = [];
/** @type {number | null} When the house was last heard, by its clock. */
let heard = null;
/** @type {number | null} */
let ahead = null;

/**
 * Builds the sign once; later only amounts, marks and the time change, in place.
 *
 * @param {Wire.SignJson} sign
 */
function build(sign) {
  document.title = `${sign.title} at ${sign.facility} · pitboss`;
  byId("facility").textContent = sign.facility;
  byId("title").textContent = sign.title;
  byId("statements").replaceChildren(...sign.statements.map((text) => make("p", { class: "sign__statement" }, text)));
  byId("progressive").hidden = sign.meters.length === 0;
  byId("meters").replaceChildren(...sign.meters.map(meter));
  const parts = [limits(sign.limits), ...sign.paytables.map(paytable)];
  byId("parts").replaceChildren(
    ...parts.sort((one, other) => Number(one.matches(".wide")) - Number(other.matches(".wide"))),
  );
  byId("notes").replaceChildren(...sign.notes.map((text) => make("li", {}, text)));
  byId("rules").textContent = `Table ${sign.table}. ${sign.rules}`;
}

/** Shows the code for phones, if a phone can reach the house. */
async function showCode() {
  const lobby = await get("/api/lobby").catch(() => null);
  const found = phoneAddress(lobby?.address ?? "");
  if (!found) return;
  const address = `${found}${tablePath(table)}`;
  try {
    byId("phone").replaceChildren(
      make("a", { href: address }, draw(address, `QR code of this table: ${address}`)),
      make("span", {}, "Play at this table"),
    );
    byId("phone").hidden = false;
    fit();
  } catch {
    // The address is too long for a code: the sign works without it.
  }
}

/** Shows the newest head of the ledger that witnesses cosigned, to scan and keep; nothing in a house without witnesses. */
async function showHead() {
  const note = await get("/api/head", { cosigned: true }).catch(() => "");
  const [text, signatures] = String(note).split("\n\n");
  const [origin, size] = text.split("\n");
  // Signatures of ML-DSA-44 are longer than a code holds.
  const lines = (signatures ?? "").split("\n").filter((line) => line && line.length < LONGEST_LINE);
  if (!lines.some((line) => line.split(" ")[1] !== origin)) return;
  try {
    const code = draw(
      `${text}\n\n${lines.join("\n")}\n`,
      `QR code of the ledger's head of ${size} entries, cosigned by witnesses`,
    );
    byId("witnessed").replaceChildren(code, make("span", {}, `Head of ${size} entries, witnessed`));
    byId("witnessed").hidden = false;
    fit();
  } catch {
    // More witnesses than a code holds: the head is at /api/head.
  }
}

/** @param {Wire.SignJson["meters"][number]} meter */
function meter({ name, title }) {
  const amount = make("dd", {}, "…");
  meters.set(name, { amount, title, cents: null });
  return make("div", {}, make("dt", {}, title), amount);
}

/** @param {Wire.SignJson["limits"]} rows */
function limits(rows) {
  const lines = rows.map(({ wager, stakes }) =>
    make("tr", {}, make("th", { scope: "row" }, wager), make("td", {}, stakes)),
  );
  return section("Limits", make("table", {}, make("tbody", {}, ...lines)));
}

/** @param {Wire.PaytableSignJson} paytable */
function paytable({ title, detail, columns: heads, by_boxes: boxes, rows, notes }) {
  /**
   * @template {HTMLElement} Cell
   * @param {Cell} cell
   * @param {number} index
   */
  const marked = (cell, index) => {
    if (boxes.length) columns.push([boxes[index], cell]);
    return cell;
  };
  const head = heads.length
    ? make(
        "thead",
        {},
        make(
          "tr",
          {},
          make("th", { scope: "col" }, "Hand"),
          ...heads.map((text, index) => marked(make("th", { scope: "col" }, text), index)),
        ),
      )
    : null;
  const lines = rows.map(({ hand, pays }) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, hand),
      ...pays.map((text, index) => marked(make("td", {}, text), index)),
    ),
  );
  const told = notes.map((text) => make("p", { class: "sign__note" }, text));
  const node = section(
    title,
    make("table", {}, head, make("tbody", {}, ...lines)),
    ...told,
    make("p", { class: "sign__detail" }, detail),
  );
  if (heads.length > 2) {
    // It scrolls on a narrow screen, by keyboard too.
    node.classList.add("wide");
    node.tabIndex = 0;
    node.setAttribute("aria-label", title);
  }
  return node;
}

/**
 * @param {string} title
 * @param {...Child} inside
 */
const section = (title, ...inside) => make("section", {}, make("h2", {}, title), ...inside);

/**
 * New limits, and the time from which they apply.
 *
 * @param {Wire.ComingLimits[]} coming
 */
function showComing(coming) {
  const text = (/** @type {Wire.ComingLimits} */ { title, stakes, effective }) =>
    `From ${clock(effective)} on, ${title}: ${stakes}`;
  syncChildren(
    byId("coming"),
    coming,
    ({ id }) => id,
    (one) => make("li", {}, text(one)),
  );
}

/** @param {Wire.TableView} view */
function update(view) {
  showComing(view.coming_limits);
  for (const [name, known] of meters) {
    const cents = view.meters[name];
    if (cents === undefined || cents === known.cents) continue;
    // A meter that falls was hit, which is announced; each cent that it grows is not.
    if (known.cents !== null && cents < known.cents) announce(`${known.title} is now ${show(cents)}`);
    known.cents = cents;
    known.amount.textContent = show(cents);
  }
  const longest = Math.max(6, ...[...meters.values()].map(({ amount }) => (amount.textContent ?? "").length));
  byId("meters").style.setProperty("--length", String(longest));
  mark(inForce(view));
}

/**
 * How many boxes play the round, once bets are closed; 0 before.
 *
 * @param {Wire.TableView} view
 */
function inForce(view) {
  if (!view.round || view.phase === "betting") return 0;
  return Object.values(view.round.boxes).filter((box) => Object.keys(box.wagers).length > 0).length;
}

/** @param {number} number */
function mark(number) {
  for (const [boxes, cell] of columns) {
    const now = boxes === number;
    cell.classList.toggle("in-force", now);
    if (cell.matches("thead th")) cell.textContent = `${plural(boxes, "box", "boxes")}${now ? " ◂ now" : ""}`;
  }
}

/** @param {number} time */
const clock = (time) => new Date(time).toLocaleTimeString("en-GB");

/**
 * Shows the time of the last message from the house, never the time of this device's clock.
 *
 * @param {LiveTable} live
 */
function tell(live) {
  // The house's pings change only how far its clock is ahead.
  if (live.state === "open" && live.ahead !== ahead) {
    ahead = live.ahead;
    heard = Date.now() + ahead;
  }
  byId("asof").textContent = heard === null ? "" : `As of ${clock(heard)}`;
  const lost = live.state !== "open" && live.state !== "connecting";
  document.body.classList.toggle("is-stale", lost);
  const since = heard === null ? "" : ` Amounts are as of ${clock(heard)} and may have changed.`;
  const stale = live.state === "stale" ? "No message from the house." : "Connection lost.";
  const why = live.state === "suspended" ? "Play is suspended." : stale;
  const text = lost ? why + since : "";
  setText(byId("stale"), text);
  byId("stale").hidden = !lost;
}

byId("whole").hidden = !document.fullscreenEnabled;
byId("whole").addEventListener("click", () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
});
document.addEventListener("fullscreenchange", () => {
  byId("whole").textContent = document.fullscreenElement ? "Leave full screen" : "Full screen";
  fit();
});
addEventListener("resize", () => fit());

/** Takes the largest type that fits everything on a full screen, which nobody can scroll. */
function fit() {
  const main = inside(document, "main");
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
    layout = await get("/api/tables/{table}/layout", { table });
  } catch (error) {
    byId("problem").textContent = sentence(reasonOf(error));
    if (error instanceof Problem && (error.status === 0 || error.status >= 500)) setTimeout(open, 3000);
    return;
  }
  byId("problem").textContent = "";
  build(layout.sign);
  fit();
  showCode();
  showHead();
  setInterval(showHead, 5 * MINUTE);
  const live = new LiveTable(table);
  live.onChange(({ view }) => {
    // New rules need another sign.
    if (view.rules !== layout.digest) location.reload();
    heard = Date.now() + live.ahead;
    update(view);
    tell(live);
  });
  live.onState(() => tell(live));
  setInterval(() => tell(live), 1000);
}

open();
