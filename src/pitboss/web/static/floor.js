// The floor's console: all tables at a glance, what waits for a floorperson, and the floor's commands for one table.

import { get, newId, post } from "./lib/api.js";
import { showBoxes } from "./lib/boxes.js";
import { Complaint, OUT_OF_SERVICE, ask, connection, keyed, nameOf, phaseText, quoted, say, showPays, signIn, signedOut, titleOf, turnAway } from "./lib/desk.js";
import { Closing } from "./lib/floor-closing.js";
import { showSessions } from "./lib/floor-sessions.js";
import { Live } from "./lib/live.js";
import { parse, show } from "./lib/money.js";
import { announce, make, me } from "./lib/page.js";
import { Transfers } from "./lib/transfers.js";

const $ = (id) => document.getElementById(id);
const complaint = new Complaint($("problem"));
const lives = new Map();
const known = new Map();
const sent = new Set();
const closing = new Closing($("closing"), (order) => give(order), complaint);
let chosen = "", called = "", who = null, practice = false, transfers = null;

// All tables

/** What waits for the floorperson at a table. */
function calls(view) {
  if (!view.waiting) return [];
  const mine = view.next?.by === "floorperson" && view.closed !== "closed" ? [view.next.title] : [];
  for (const { kind, amount, by } of view.transfers ?? []) if (by !== who.name) mine.push(`Confirm ${kind} ${show(amount)}`);
  return [...new Set([...mine, ...view.waiting.slice(1).map(([box, item]) => `Validate ${nameOf(item)} of box ${box}`)])];
}

function createTable({ name }) {
  const parts = {};
  const part = (key, tag, properties = {}, ...children) => (parts[key] = make(tag, properties, ...children));
  const row = (label, key) => make("div", {}, make("dt", {}, label), part(key, "dd", { class: "number" }));
  const node = make("li", { class: "panel watch" },
    make("div", { class: "row row--apart" },
      make("h3", {}, part("choose", "button", { class: "watch__name", type: "button", "aria-pressed": "false", click: () => choose(name, true) }, name)),
      part("phase", "span", { class: "tag" })),
    part("call", "p", { class: "watch__call" }),
    make("dl", { class: "facts facts--tight" }, row("Dealer", "dealer"), row("Seats", "seats"), row("Round", "round"), row("Staked", "felt"), row("Inventory", "inventory"), row("Drop", "drop")),
    part("meters", "ul", { class: "plain meters", "aria-label": "Progressive meters" }),
    part("out", "p", { class: "small" }));
  node.parts = parts;
  return node;
}

function updateTable({ parts, classList }, { name, boxes, dealt }) {
  const live = lives.get(name), view = live.view;
  parts.choose.setAttribute("aria-pressed", String(name === chosen));
  classList.toggle("is-chosen", name === chosen);
  const lost = live.state !== "open" && live.state !== "connecting";
  parts.phase.className = `tag ${lost || view?.closed ? "tag--bad" : ""}`;
  say(parts.phase, live.state === "suspended" ? "Suspended" : lost ? "No connection" : view ? phaseText(view) : "…");
  if (!view) return;
  const waiting = calls(view);
  parts.call.hidden = !waiting.length;
  say(parts.call, waiting.join(" · "));
  classList.toggle("is-calling", waiting.length > 0);
  say(parts.dealer, [view.dealer || "Nobody yet", { automatic: "automatic", physical: "real cards" }[dealt]].filter(Boolean).join(", "));
  say(parts.seats, `${Object.keys(view.seats).length} of ${boxes}`);
  say(parts.round, String(view.rounds));
  const felt = Object.values(view.round?.boxes ?? {}).flatMap(({ wagers }) => Object.values(wagers)).reduce((sum, cents) => sum + cents, 0);
  say(parts.felt, show(felt));
  say(parts.inventory, show(view.inventory ?? 0));
  say(parts.drop, show(view.drop ?? 0));
  const meters = Object.entries(view.meters);
  parts.meters.hidden = !meters.length;
  keyed(parts.meters, meters, ([meter]) => meter,
    ([meter]) => make("li", {}, make("span", { class: "meters__name" }, nameOf(meter)), make("span", { class: "meters__value number" })),
    (node, [, cents]) => say(node.lastChild, show(cents)));
  const out = Object.entries(view.out_of_service ?? {}).map(([device, how]) => `${titleOf(device)} out of service, ${how}`);
  parts.out.hidden = !out.length;
  say(parts.out, out.join("; "));
}

function render() {
  keyed($("tables"), [...known.values()], ({ name }) => name, createTable, updateTable);
  const waiting = [...lives].flatMap(([name, { view }]) => (view ? calls(view).map((text) => `${name}: ${text}`) : []));
  say($("calls"), waiting.length ? `${waiting.length} waiting for you` : "Nothing waits for you");
  $("calls").className = waiting.length ? "tag tag--warn" : "muted";
  const text = waiting.join(". ");
  if (text && text !== called) announce(text);
  called = text;
  if (chosen) renderDetail();
}

// One table

function choose(name, asked = false) {
  chosen = name;
  $("detail").hidden = $("work").hidden = false;
  history.replaceState(null, "", `#${encodeURIComponent(name)}`);
  const path = `/tables/${encodeURIComponent(name)}`;
  $("links").replaceChildren(
    make("a", { href: path }, "Watch"), make("a", { href: `${path}/dealer` }, "Dealer"), make("a", { href: `${path}/sign` }, "Sign"),
    make("a", { href: `/rounds?table=${encodeURIComponent(name)}` }, "Rounds and disputes"), make("a", { id: "last-round", href: "#", hidden: true }));
  transfers = new Transfers($("transfers"), $("transfers-list"), name, who, complaint);
  $("transfers-list").replaceChildren();
  complaint.clear();
  render();
  // On a narrow screen the table's commands are below all tables.
  if (asked && matchMedia("(max-width: 1000px)").matches) $("chosen").focus();
}

const ORDERS = [
  [/^floorperson performs (\w+)$/, (m) => ({ label: titleOf(m[1]), main: true })],
  [/^floorperson validates (\w+) of box (\d+)$/, (m) => ({ label: `Validate ${nameOf(m[1])} of box ${m[2]}`, main: true })],
  [/^floorperson orders (\w+)$/, (m) => ({ label: `Order a ${m[1] === "shuffle" ? "reshuffle" : m[1]}`, sure: "The cards are prepared again before play goes on." })],
  [/^floorperson declares box (\d+) abandoned$/, (m) => ({ label: `Declare box ${m[1]} abandoned`, sure: "The player has left: the wagers on the box are treated as lost.", bad: true })],
  [/^floorperson finds violation at box (\d+)$/, (m) => ({ label: `Violation at box ${m[1]}`, sure: "The player broke the rules of conduct: every wager of the player in this round is forfeited.", bad: true })],
  [/^dealer takes (\w+) out of service, covered$/, (m) => ({ label: `Take the ${m[1].replace("_", " ")} out of service`, sure: "It is covered or marked with a sign, and not used any more.", bad: true, fields: [OUT_OF_SERVICE] })],
  [/^dealer receives (\d+) decks?$/, (m) => ({ label: m[1] === "1" ? "Change the deck" : "Change the decks", sure: "New cards come to the table, and are opened and inspected before the next round.", bad: true })],
  [/^floorperson empties drop$/, () => ({ label: "Empty the drop box", sure: "The drop box goes to the count." })],
];

function ordersOf(view) {
  const found = [];
  for (const command of view.may ?? []) {
    for (const [pattern, words] of ORDERS) {
      const match = pattern.exec(command);
      if (match) found.push({ command, ...words(match) });
    }
  }
  return found.sort((one, other) => Number(other.main ?? false) - Number(one.main ?? false));
}

function renderDetail() {
  const live = lives.get(chosen), view = live?.view;
  if (!view) return;
  say($("chosen"), `${known.get(chosen).title}, ${chosen}`);
  const { next } = view;
  say($("next-line"), next ? `Next, by the ${next.by}: ${next.title} (${next.cite})` : "");
  const open = live.state === "open" && view.closed !== "closed" ? ordersOf(view) : [];
  keyed($("orders"), open, ({ command }) => command,
    (order) => make("li", {}, make("button", { type: "button", class: `button ${order.main ? "button--main" : order.bad ? "button--bad" : ""}`, click: () => give(order) }, order.label)));
  $("orders-none").hidden = open.length > 0;
  const last = $("last-round");
  last.hidden = !view.last;
  if (view.last) {
    last.href = `/rounds/${encodeURIComponent(chosen)}/${view.last.number}`;
    say(last, `Reconstruct round ${view.last.number}`);
  }
  const floor = ["floorperson", "manager"].includes(who.role);
  closing.show(chosen, view, floor);
  $("chips").hidden = !floor;
  transfers.show(view);
  const players = Object.entries(view.racks ?? {});
  $("correcting").hidden = !players.length || !floor;
  keyed($("correct-player"), players, ([player]) => player, ([player]) => make("option", { value: player }),
    (node, [player, cents]) => say(node, `${player} (${show(cents)})`));
  $("boxes-panel").hidden = !showBoxes($("boxes"), view);
  $("pays-panel").hidden = !view.pays?.length;
  say($("pays-title"), view.round ? "Pay and take" : "Paid and taken in the last round");
  showPays($("pays"), view);
}

async function give({ command, label, sure, bad, fields }) {
  const name = chosen, live = lives.get(name);
  // A second press on the same order is the same order.
  if (sent.has(`${name} ${command}`)) return false;
  const answer = sure ? await ask({ title: `${label}, ${name}`, text: sure, action: label, bad, fields }) : {};
  if (!answer) return false;
  complaint.clear();
  sent.add(`${name} ${command}`);
  try {
    await live.command(answer.how ? command.replace(/\w+$/, answer.how) : command, { round: live.view.rounds });
    announce(`Done: ${label}`);
    return true;
  } catch (error) {
    complaint.show(error);
    return false;
  } finally {
    sent.delete(`${name} ${command}`);
  }
}

/** The amount of a form as the notation writes it, or null with a word of complaint. */
function amountIn(form) {
  const cents = parse(form.elements.amount.value);
  form.elements.amount.setAttribute("aria-invalid", String(!cents));
  if (cents) return show(cents);
  complaint.show({ reason: "write an amount like $10, $1,000 or $2.50" });
  form.elements.amount.focus();
  return null;
}

async function request(kind, amount) {
  const name = chosen;
  const sure = `${amount} ${kind === "fill" ? "comes from the cage to" : "goes to the cage from"} the table inventory, once somebody else has confirmed it.`;
  if (!(await ask({ title: `${titleOf(kind)} ${amount}, ${name}`, text: sure, action: `Ask for the ${kind}` }))) return false;
  complaint.clear();
  try {
    await post(`/api/tables/${encodeURIComponent(name)}/transfers`, { id: newId(), kind, amount: parse(amount) });
    announce(`Asked for: ${kind} ${amount}`);
    return true;
  } catch (error) {
    complaint.show(error);
    return false;
  }
}

for (const [kind, verb] of [["fill", "fills"], ["credit", "credits"]]) {
  $(kind).addEventListener("submit", async (event) => {
    event.preventDefault();
    const amount = amountIn($(kind));
    if (!amount) return;
    const alone = { command: `floorperson ${verb} ${amount}`, label: `${titleOf(kind)} ${amount}`, sure: `${amount} of play money ${kind === "fill" ? "comes to" : "leaves"} the table inventory.` };
    if (await (practice ? give(alone) : request(kind, amount))) $(kind).reset();
  });
}
$("correct").addEventListener("submit", async (event) => {
  event.preventDefault();
  const amount = amountIn($("correct"));
  const { way, player, reason } = Object.fromEntries(new FormData($("correct")));
  if (!amount) return;
  const command = `floorperson ${way} player ${quoted(player)} ${amount} because ${quoted(reason.trim())}`;
  const sure = `${player} ${way === "gives" ? "is given" : "gives back"} ${amount}: ${reason.trim()}. The correction is a new entry beside the payment that it corrects.`;
  if (await give({ command, label: "Correct the payment", sure })) $("correct").reset();
});

// The start

who = await me();
if (!who) {
  location.replace(signIn());
} else if (who.role === "player") {
  turnAway(who, "Floor", "This page is for the floor: floorpersons and managers work here, dealers and auditors may look.");
} else {
  try {
    const { tables, practice: money } = await get("/api/lobby");
    practice = money;
    say($("chips-told"), practice ? "Play money: nobody else needs to confirm." : "A second person confirms: the dealer of the table, or another of the floor.");
    for (const kind of ["fill", "credit"]) say($(kind).querySelector("button"), practice ? titleOf(kind) : `Ask for the ${kind}`);
    showSessions($("sessions"), $("sessions-list"), who, complaint);
    const mine = tables.filter(({ name }) => !who.tables.length || who.tables.includes(name));
    for (const table of mine) {
      known.set(table.name, table);
      const live = new Live(table.name);
      lives.set(table.name, live);
      live.addEventListener("change", ({ detail }) => {
        if (!detail.view.racks) signedOut(complaint, "this console is the floor's: sign in");
        render();
      });
      live.addEventListener("state", render);
    }
    if (lives.size) connection([...lives.values()][0], $("connection"));
    render();
    const wanted = decodeURIComponent(location.hash.slice(1));
    if (known.has(wanted)) choose(wanted);
    else if (mine.length) choose(mine[0].name);
    if (!["floorperson", "manager"].includes(who.role)) complaint.show({ reason: "you may look; what the floor does is done by a floorperson or above" });
  } catch (error) {
    complaint.show(error);
  }
}
