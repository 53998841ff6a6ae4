// The lobby: every table at a glance, and the way to a seat.

import { phoneAddress, tablePath } from "./lib/address.js";
import { get, reasonOf } from "./lib/api.js";
import { byId, make, setText, syncChildren } from "./lib/dom.js";
import { showMeters } from "./lib/meters.js";
import { show } from "./lib/money.js";
import { me } from "./lib/page.js";
import { title } from "./lib/text.js";
import { PHASES } from "./staff/console.js";

const EVERY = 4000;
/** @type {Record<Wire.Closed, string>} */
const CLOSED = { "": "", closing: "Closes after this round", closed: "Closed" };
/** @type {Record<Wire.Dealt, string>} */
const DEALT = { automatic: "Dealt by the house", dealer: "With a dealer", physical: "Real cards" };

/** @type {Wire.PersonShown | null} */
let who = null;
let outside = "";

/** One table as a panel. */
class TablePanel {
  #title;
  #place = make("p", { class: "spot__place" });
  #arc;
  #stakes = make("dd", { class: "number" });
  #seats = make("dd");
  #now = make("dd");
  #meters = make("ul", { class: "plain meters", "aria-label": "Progressive meters" });
  #sit;
  #watch;
  #deal;
  node;

  /** @param {Wire.LobbyTable} table */
  constructor({ name, boxes }) {
    const path = tablePath(name);
    this.#title = make("h2", { id: `title-${name}` });
    const seats = Array.from({ length: boxes }, (_, index) => seat(index, boxes));
    this.#arc = make("div", { class: "spot__arc", "aria-hidden": "true" }, ...seats);
    this.#sit = make("a", { class: "button button--main", href: `${path}?sit` }, "Sit down");
    this.#watch = make("a", { class: "button", href: path }, "Watch");
    this.#deal = make("a", { class: "button", href: tablePath(name, "dealer"), hidden: true }, "Deal");
    this.node = make(
      "li",
      { class: "panel spot" },
      make("div", { class: "spot__felt" }, this.#title, this.#place, this.#arc),
      make(
        "dl",
        { class: "facts" },
        make("div", {}, make("dt", {}, "Stakes"), this.#stakes),
        make("div", {}, make("dt", {}, "Seats"), this.#seats),
        make("div", {}, make("dt", {}, "Now"), this.#now),
      ),
      this.#meters,
      make(
        "div",
        { class: "row spot__ways" },
        this.#sit,
        this.#watch,
        this.#deal,
        make("a", { class: "button button--plain", href: tablePath(name, "sign") }, "Sign"),
        make("button", { class: "button button--plain", type: "button", click: () => showCode(name) }, "Phone"),
      ),
    );
  }

  /** @param {Wire.LobbyTable} table */
  update(table) {
    const taken = Object.keys(table.seats).length;
    const own = Object.entries(table.seats).filter(([, player]) => player === who?.name);
    // A guest reads how many sit here, not who.
    const names = [...new Set(Object.values(table.seats))].filter(Boolean).join(", ");
    setText(this.#title, table.title);
    setText(this.#place, `${table.jurisdiction} · ${table.name} · ${DEALT[table.dealt]}`);
    setText(this.#stakes, `${show(table.minimum)} to ${show(table.maximum)}`);
    setText(
      this.#seats,
      taken ? `${taken} of ${table.boxes} taken${names ? `: ${names}` : ""}` : `${table.boxes} free`,
    );
    const phase = table.phase ? PHASES[table.phase] : "Between rounds";
    const playing = table.rounds ? `${phase}, round ${table.rounds}` : "Not opened yet";
    setText(this.#now, CLOSED[/** @type {Wire.Closed} */ (table.closed)] || playing);
    [...this.#arc.children].forEach((one, index) => {
      one.toggleAttribute("data-taken", String(index + 1) in table.seats);
    });
    showMeters(this.#meters, table.meters, (name) => `${title(name)} meter`);
    setText(this.#sit, own.length ? `Your seat: box ${own.map(([box]) => box).join(", ")}` : "Sit down");
    for (const link of [this.#sit, this.#watch, this.#deal]) {
      link.setAttribute("aria-label", `${link.textContent}, ${table.title}, ${table.name}`);
    }
    const isStaff = Boolean(who) && who?.role !== "player";
    const isFull = taken >= table.boxes || Boolean(table.closed);
    this.#sit.hidden = isStaff || (isFull && !own.length);
    this.#watch.hidden = own.length > 0;
    const isOwnTable = !who?.tables.length || who.tables.includes(table.name);
    this.#deal.hidden = who?.role !== "dealer" || !isOwnTable;
  }
}

/**
 * A seat in the arc: the outer seats are nearer to the dealer.
 *
 * @param {number} index
 * @param {number} boxes
 */
function seat(index, boxes) {
  const node = make("span", { class: "spot__seat" });
  node.style.setProperty("--bow", Math.sin((Math.PI * (index + 0.5)) / boxes).toFixed(3));
  return node;
}

/** @param {string} name */
async function showCode(name) {
  const found = phoneAddress(outside);
  const address = (found || location.origin) + tablePath(name);
  const link = byId("address", HTMLAnchorElement);
  link.href = address;
  link.textContent = address;
  link.hidden = !found;
  byId("alone").hidden = Boolean(found);
  setText(byId("phone-title"), `Play ${name} on a phone`);
  byId("code").replaceChildren();
  byId("phone", HTMLDialogElement).showModal();
  if (!found) return;
  try {
    const { draw } = await import("./lib/qr-image.js");
    byId("code").replaceChildren(draw(address));
  } catch {
    // Without a QR code, the written address is enough.
  }
}

/** @type {Map<string, TablePanel>} */
const panels = new Map();

/** @param {Wire.LobbyTable} table */
function panelOf(table) {
  const panel = panels.get(table.name) ?? new TablePanel(table);
  panels.set(table.name, panel);
  panel.update(table);
  return panel;
}

async function update() {
  if (document.visibilityState === "hidden") return;
  try {
    const lobby = await get("/api/lobby");
    byId("problem").textContent = "";
    outside = lobby.address;
    setText(byId("facility"), lobby.facility);
    document.title = `${lobby.facility} · pitboss`;
    const welcome = lobby.practice ? "Play money: choose a table, sit down and bet." : "Choose a table.";
    setText(byId("greeting"), who ? `Signed in as ${who.name}, ${who.role}.` : welcome);
    const shown = lobby.tables.map((table) => ({ name: table.name, node: panelOf(table).node }));
    syncChildren(
      byId("tables"),
      shown,
      ({ name }) => name,
      ({ node }) => node,
    );
  } catch (error) {
    byId("problem").textContent = reasonOf(error);
  }
}

who = await me();
await update();
setInterval(update, EVERY);
document.addEventListener("visibilitychange", update);
