// What the consoles of dealer and floor share: lists that are changed in place, commands in words, questions, problems.

import { show } from "./money.js";
import { announce, make, me } from "./page.js";

/** Makes a list show some items: nodes are kept by key and brought up to date, so focus and selection survive. */
export function keyed(list, items, keyOf, create, update = () => {}) {
  const there = new Map([...list.children].map((node) => [node.dataset.key, node]));
  const keys = items.map((item, index) => String(keyOf(item, index)));
  const wanted = new Set(keys);
  // What is gone goes first: a node that need not move keeps the focus.
  for (const [key, node] of there) if (!wanted.has(key)) node.remove();
  let before = null;
  items.forEach((item, index) => {
    const node = there.get(keys[index]) ?? create(item);
    node.dataset.key = keys[index];
    update(node, item);
    const next = before ? before.nextElementSibling : list.firstElementChild;
    if (next !== node) list.insertBefore(node, next);
    before = node;
  });
}

/** Sets a text only where it differs, so that nothing is read out or laid out again. */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** `wrong_number_of_cards` as `Wrong number of cards`. */
export function titleOf(word) {
  const text = word.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `pair_plus` as `Pair Plus`. */
export const nameOf = (word) => word.split("_").map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join(" ");

/** A name as one word of a command. */
export const quoted = (name) => (name && !/[\s"\\]/.test(name) ? name : `"${name.replace(/[\\"]/g, "\\$&")}"`);

/** The table that a page is about: `/tables/three-card/dealer`. */
export const tableOfPage = () => decodeURIComponent(location.pathname.split("/")[2] ?? "");

/** `2 × $25, 1 × $5`. */
export const chipsText = (chips) => chips.map(([value, count]) => (value < 50 ? show(count) : `${count} × ${show(value)}`)).join(", ");

export const PHASES = { betting: "Bets open", closed: "No more bets", playing: "Players decide", settling: "Settling" };

/** What a table is doing, in a word. */
export const phaseText = (view) => (view.closed === "closed" ? "Closed"
  : (PHASES[view.phase] ?? (view.rounds ? "Between rounds" : "Not opened")) + (view.closed ? ", closing" : ""));

/** How a device goes out of service, as a field to ask for. */
export const OUT_OF_SERVICE = { name: "how", label: "How", options: { covered: "Covered", marked: "Marked with a sign" } };

/** Asks before something that cannot be taken back; resolves with the form's data, or null. */
export function ask({ title, text, cite, fields = [], action, bad = false }) {
  const inputs = fields.map(({ label, hint = "", options = null, ...more }) => {
    const input = options
      ? make("select", { id: `ask-${more.name}`, ...more }, ...Object.entries(options).map(([value, text]) => make("option", { value }, text)))
      : make("input", { id: `ask-${more.name}`, required: true, autocomplete: "off", ...more });
    return make("div", { class: "field" }, make("label", { for: input.id }, label), input, hint ? make("span", { class: "hint" }, hint) : null);
  });
  const form = make("form", { method: "dialog" }, ...inputs,
    make("div", { class: "row" },
      make("button", { class: bad ? "button button--bad" : "button button--main", value: "yes" }, action),
      make("button", { class: "button", type: "button", click: () => dialog.close("no") }, "Cancel")));
  const dialog = make("dialog", { class: "dialog", "aria-labelledby": "ask-title" },
    make("h2", { id: "ask-title" }, title),
    text ? make("p", {}, text, cite ? make("span", { class: "cite" }, ` ${cite}`) : null) : null, form);
  const before = document.activeElement;
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      const data = dialog.returnValue === "yes" ? Object.fromEntries(new FormData(form)) : null;
      dialog.remove();
      if (before?.isConnected) before.focus();
      resolve(data);
    });
  });
}

/** Shows why something was refused, with its clause and what is open instead. */
export class Complaint {
  constructor(node) {
    this.node = node;
  }

  clear() {
    this.node.replaceChildren();
  }

  show(error) {
    const reason = error.reason ?? String(error);
    const text = reason.charAt(0).toUpperCase() + reason.slice(1);
    const [regulation, address] = error.clause?.split(" ") ?? [];
    this.node.replaceChildren(text, error.clause ? make("a", { class: "cite", href: `/rules/${encodeURIComponent(regulation)}#${encodeURIComponent(address ?? "")}` }, ` ${error.clause}`) : "");
    announce(`${text} ${error.clause ?? ""}`);
  }
}

/** Shows whether the connection holds; true while what is shown is true. */
export function connection(live, note) {
  const update = ({ detail: { state, reason } }) => {
    note.hidden = state === "open" || state === "connecting";
    say(note, { suspended: `Every table is suspended: ${reason}`, stale: `${reason} What you see may be old.` }[state]
      ?? "The connection to the house is lost. It is being made again; what you see may be old.");
    document.body.toggleAttribute("data-stale", !note.hidden);
  };
  live.addEventListener("state", update);
}

const DOES = { pay: ["+", "Pay"], take: ["−", "Take"], return: ["↩", "Return"], keep: ["·", "Lost, chip in the inventory"] };

/** Brings the pay/take list up to date: a table body for each box, in the order of settlement. */
export function showPays(table, { pays = [], round, last }) {
  const boxes = [];
  for (const line of pays) {
    const before = boxes.at(-1);
    if (before?.box === line.box) before.lines.push(line);
    else boxes.push({ box: line.box, player: line.player, lines: [line] });
  }
  const text = JSON.stringify([pays, round?.number ?? last?.number]);
  if (table.dataset.shown === text) return;
  table.dataset.shown = text;
  const hands = (round ?? last)?.boxes ?? {};
  const bodies = boxes.map(({ box, player, lines }) => make("tbody", {},
    make("tr", { class: "pays__box" }, make("th", { colspan: 5, scope: "rowgroup" }, `Box ${box}, ${player}`,
      make("span", { class: "hand" }, ...(hands[box]?.cards ?? []).map((card) => make("playing-card", { card }))))),
    ...lines.map(payRow)));
  for (const old of table.querySelectorAll("tbody")) old.remove();
  table.append(...bodies);
}

function payRow(line) {
  const [sign, word] = DOES[line.does];
  const amount = line.does === "pay" ? line.amount : line.does === "return" ? line.returned : line.stake;
  const state = line.waits ? "Waits for the floorperson" : line.validated && !line.done ? "Validated" : "";
  return make("tr", { class: `pays__${line.does}${line.done ? "" : " is-waiting"}` },
    make("th", { scope: "row" }, line.title),
    make("td", {}, make("span", { class: "does" }, make("span", { "aria-hidden": "true" }, sign), ` ${word}`), state ? make("span", { class: "tag tag--warn" }, state) : ""),
    make("td", { class: "number" }, show(amount)),
    make("td", {}, chipsText(line.chips), line.does === "pay" && line.returned ? make("span", { class: "muted small" }, " stake stays") : ""),
    make("td", {}, line.why, make("span", { class: "cite" }, ` ${line.cite}`)));
}

/** Says whom a console is for, and shows nothing else: for somebody who does not work at it. */
export function turnAway(who, heading, whom) {
  document.querySelector("main").replaceChildren(make("h1", {}, heading),
    make("section", { class: "panel away", id: "away", "aria-label": "Who may see this page" },
      make("p", {}, `${whom} You are signed in as ${who.name}, ${who.role}.`),
      make("p", { class: "muted" }, "Staff sign in with a name and a password; the house adds its people with ", make("code", {}, "pitboss people add"), "."),
      make("p", { class: "row" }, make("a", { class: "button button--main", href: signIn() }, "Sign in as staff"), make("a", { class: "button", href: "/" }, "Lobby"))));
}

/** The door, and back to this page. */
export const signIn = () => `/sign-in?to=${encodeURIComponent(location.pathname)}`;

/** Says why a console shows nothing: whoever worked here a moment ago was signed out. */
export async function signedOut(complaint, otherwise) {
  const who = await me(true);
  complaint.show({ reason: who ? otherwise : "this session has ended: nothing more can be done here until you sign in again" });
  if (!who) complaint.node.append(" ", make("a", { href: signIn() }, "Sign in"));
}
