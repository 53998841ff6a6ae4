// What the consoles of dealer and floor share: lists that are changed in place, commands in words, questions, problems.

import { show } from "./money.js";
import { announce, make } from "./page.js";

/** Makes a list show some items: nodes are kept by key and brought up to date, so focus and selection survive. */
export function keyed(list, items, keyOf, create, update = () => {}) {
  const there = new Map([...list.children].map((node) => [node.dataset.key, node]));
  let before = null;
  items.forEach((item, index) => {
    const key = String(keyOf(item, index));
    const node = there.get(key) ?? create(item);
    there.delete(key);
    node.dataset.key = key;
    update(node, item);
    const next = before ? before.nextElementSibling : list.firstElementChild;
    if (next !== node) list.insertBefore(node, next);
    before = node;
  });
  for (const node of there.values()) node.remove();
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
export const phaseText = (view) => PHASES[view.phase] ?? (view.rounds ? "Between rounds" : "Not opened");

/** Asks before something that cannot be taken back; resolves with the form's data, or null. */
export function ask({ title, text, cite, fields = [], action, bad = false }) {
  const inputs = fields.map(({ label, hint = "", ...more }) => {
    const input = make("input", { id: `ask-${more.name}`, required: true, autocomplete: "off", ...more });
    return make("div", { class: "field" }, make("label", { for: input.id }, label), input, hint ? make("span", { class: "hint" }, hint) : null);
  });
  const form = make("form", { method: "dialog" }, ...inputs,
    make("div", { class: "row" },
      make("button", { class: bad ? "button button--bad" : "button button--main", value: "yes" }, action),
      make("button", { class: "button", value: "no", formnovalidate: true, type: "submit" }, "Cancel")));
  const dialog = make("dialog", { class: "dialog", "aria-labelledby": "ask-title" },
    make("h2", { id: "ask-title" }, title),
    text ? make("p", {}, text, cite ? make("span", { class: "cite" }, ` ${cite}`) : null) : null, form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      const data = dialog.returnValue === "yes" ? Object.fromEntries(new FormData(form)) : null;
      dialog.remove();
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
    this.node.replaceChildren(text, error.clause ? make("span", { class: "cite" }, ` ${error.clause}`) : "");
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
export function showPays(table, lines) {
  const boxes = [];
  for (const line of lines) {
    const last = boxes.at(-1);
    if (last && last.box === line.box && last.done === line.done) last.lines.push(line);
    else boxes.push({ box: line.box, player: line.player, done: line.done, lines: [line] });
  }
  const bodies = boxes.map((box, index) => make("tbody", { class: box.done ? "is-done" : "", "data-key": String(index) },
    make("tr", { class: "pays__box" }, make("th", { colspan: 5, scope: "rowgroup" }, `Box ${box.box}, ${box.player}`, box.done ? make("span", { class: "muted" }, " done") : "")),
    ...box.lines.map(payRow)));
  for (const old of table.querySelectorAll("tbody")) old.remove();
  table.append(...bodies);
}

function payRow(line) {
  const [sign, word] = DOES[line.does];
  const amount = line.does === "pay" ? line.amount : line.does === "return" ? line.returned : line.stake;
  return make("tr", { class: `pays__${line.does}` },
    make("th", { scope: "row" }, line.title),
    make("td", {}, make("span", { class: "does" }, make("span", { "aria-hidden": "true" }, sign), ` ${word}`)),
    make("td", { class: "number" }, show(amount)),
    make("td", {}, chipsText(line.chips), line.does === "pay" && line.returned ? make("span", { class: "muted small" }, " stake stays") : ""),
    make("td", {}, line.why, line.validated ? " (floorperson validates)" : "", make("span", { class: "cite" }, ` ${line.cite}`)));
}
