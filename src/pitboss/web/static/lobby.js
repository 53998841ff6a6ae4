// The lobby: every table at a glance, and the way to a seat.

import { get } from "./lib/api.js";
import { PHASES, keyed, nameOf, say } from "./lib/desk.js";
import { show } from "./lib/money.js";
import { make, me } from "./lib/page.js";
import { reachable } from "./lib/reach.js";

const EVERY = 4000;
const list = document.getElementById("tables");
const problem = document.getElementById("problem");
const phone = document.getElementById("phone");
const CLOSED = { closing: "Closes after this round", closed: "Closed" };
const DEALT = { automatic: "Dealt by the house", dealer: "With a dealer", physical: "Real cards" };
let who = null, outside = "";

function create({ name, boxes }) {
  const parts = {};
  const part = (key, tag, properties = {}, ...children) => (parts[key] = make(tag, properties, ...children));
  const path = `/tables/${encodeURIComponent(name)}`;
  const node = make("li", { class: "panel spot" },
    make("div", { class: "spot__felt" },
      part("title", "h2", { id: `title-${name}` }),
      part("place", "p", { class: "spot__place" }),
      part("arc", "div", { class: "spot__arc", "aria-hidden": "true" },
        ...Array.from({ length: boxes }, (_, index) => seat(index, boxes)))),
    make("dl", { class: "facts" },
      make("div", {}, make("dt", {}, "Stakes"), part("stakes", "dd", { class: "number" })),
      make("div", {}, make("dt", {}, "Seats"), part("seats", "dd")),
      make("div", {}, make("dt", {}, "Now"), part("now", "dd"))),
    part("meters", "ul", { class: "plain meters", "aria-label": "Progressive meters" }),
    make("div", { class: "row spot__ways" },
      part("sit", "a", { class: "button button--main", href: `${path}?sit` }, "Sit down"),
      part("watch", "a", { class: "button", href: path }, "Watch"),
      part("deal", "a", { class: "button", href: `${path}/dealer`, hidden: true }, "Deal"),
      make("a", { class: "button button--plain", href: `${path}/sign` }, "Sign"),
      make("button", { class: "button button--plain", type: "button", click: () => showCode(name, path) }, "Phone")));
  node.parts = parts;
  return node;
}

/** A seat in the arc: the outer ones stand nearer to the dealer. */
function seat(index, boxes) {
  const node = make("span", { class: "spot__seat" });
  node.style.setProperty("--bow", Math.sin((Math.PI * (index + 0.5)) / boxes).toFixed(3));
  return node;
}

function update({ parts }, table) {
  const taken = Object.keys(table.seats).length;
  const mine = who && Object.entries(table.seats).filter(([, player]) => player === who.name).map(([box]) => box);
  say(parts.title, table.title);
  say(parts.place, `${table.jurisdiction} · ${table.name} · ${DEALT[table.dealt] ?? ""}`);
  say(parts.stakes, `${show(table.minimum)} to ${show(table.maximum)}`);
  say(parts.seats, taken ? `${taken} of ${table.boxes} taken: ${[...new Set(Object.values(table.seats))].join(", ")}` : `${table.boxes} free`);
  say(parts.now, table.closed ? CLOSED[table.closed] : table.rounds ? `${PHASES[table.phase] ?? "Between rounds"}, round ${table.rounds}` : "Not opened yet");
  [...parts.arc.children].forEach((seat, index) => seat.toggleAttribute("data-taken", String(index + 1) in table.seats));
  const meters = Object.entries(table.meters);
  parts.meters.hidden = !meters.length;
  keyed(parts.meters, meters, ([name]) => name,
    ([name]) => make("li", {}, make("span", { class: "meters__name" }, `${nameOf(name)} meter`), make("span", { class: "meters__value number" })),
    (node, [, cents]) => say(node.lastChild, show(cents)));
  const staff = who && who.role !== "player";
  const full = taken >= table.boxes && !mine?.length;
  say(parts.sit, mine?.length ? `Your seat: box ${mine.join(", ")}` : "Sit down");
  for (const [link, name] of [[parts.sit, parts.sit.textContent], [parts.watch, "Watch"], [parts.deal, "Deal"]]) link.setAttribute("aria-label", `${name}, ${table.title}, ${table.name}`);
  parts.sit.hidden = Boolean(staff) || full || (Boolean(table.closed) && !mine?.length);
  parts.watch.hidden = Boolean(mine?.length);
  parts.deal.hidden = who?.role !== "dealer" || (who.tables.length > 0 && !who.tables.includes(table.name));
}

async function showCode(name, path) {
  const found = reachable(outside);
  const address = (found || location.origin) + path;
  const link = document.getElementById("address");
  link.href = link.textContent = address;
  link.parentNode.hidden = !found;
  document.getElementById("alone").hidden = Boolean(found);
  say(document.getElementById("phone-title"), `Play ${name} on a phone`);
  document.getElementById("code").replaceChildren();
  phone.showModal();
  if (!found) return;
  try {
    const { draw } = await import("./lib/qr.js");
    document.getElementById("code").replaceChildren(draw(address));
  } catch {
    // The address in words is enough.
  }
}

async function look() {
  if (document.visibilityState === "hidden") return;
  try {
    const lobby = await get("/api/lobby");
    problem.textContent = "";
    outside = lobby.address;
    say(document.getElementById("facility"), lobby.facility);
    document.title = `${lobby.facility} · pitboss`;
    const guests = lobby.practice ? "Play money: choose a table, sit down and bet." : "Choose a table.";
    say(document.getElementById("greeting"), who ? `Signed in as ${who.name}, ${who.role}.` : guests);
    keyed(list, lobby.tables, ({ name }) => name, create, update);
  } catch (error) {
    problem.textContent = error.reason ?? String(error);
  }
}

who = await me();
await look();
setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
