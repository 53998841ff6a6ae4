// The pay/take list: the result of each wager, box by box in the order of settlement, and in which chips.

import "../lib/cards.js";
import { make } from "../lib/dom.js";
import { show } from "../lib/money.js";

/** @type {Record<string, [sign: string, word: string]>} */
const DOES = {
  pay: ["+", "Pay"],
  take: ["−", "Take"],
  return: ["↩", "Return"],
  keep: ["·", "Lost, chip in the inventory"],
};

/**
 * Brings the list up to date: one table body for each box.
 *
 * @param {HTMLElement} table
 * @param {Wire.TableView} view
 */
export function showPayList(table, { pays = [], round, last }) {
  const shown = round ?? last;
  const text = JSON.stringify([pays, shown?.number]);
  if (table.dataset.shown === text) return;
  table.dataset.shown = text;
  for (const old of table.querySelectorAll("tbody")) old.remove();
  table.append(...groupByBox(pays).map((lines) => bodyOf(lines, shown?.boxes[lines[0].box]?.cards ?? [])));
  // The box that is paid now comes into sight, within its own list.
  const due = table.querySelector("tr.is-waiting")?.parentElement;
  const list = table.parentElement;
  if (list) list.scrollTop = due ? due.offsetTop - table.offsetTop : 0;
}

/**
 * Lines of the same box that follow each other, together.
 *
 * @param {readonly Wire.PayLine[]} pays
 */
export function groupByBox(pays) {
  /** @type {Wire.PayLine[][]} */
  const groups = [];
  for (const line of pays) {
    const group = groups.at(-1);
    if (group?.[0].box === line.box) group.push(line);
    else groups.push([line]);
  }
  return groups;
}

/**
 * @param {Wire.PayLine[]} lines
 * @param {Wire.Card[]} cards
 */
function bodyOf(lines, cards) {
  const [{ box, player }] = lines;
  const hand = make("span", { class: "hand" }, ...cards.map((card) => make("playing-card", { card })));
  const head = make("th", { colspan: 5, scope: "rowgroup" }, `Box ${box}, ${player}`, hand);
  return make("tbody", {}, make("tr", { class: "pays__box" }, head), ...lines.map(rowOf));
}

/** @param {Wire.PayLine} line */
function rowOf(line) {
  const [sign, word] = DOES[line.does];
  const amount = line.does === "pay" ? line.amount : line.does === "return" ? line.returned : line.stake;
  const state = line.waits ? "Waits for the floorperson" : line.validated && !line.done ? "Validated" : "";
  return make(
    "tr",
    { class: `pays__${line.does}${line.done ? "" : " is-waiting"}` },
    make("th", { scope: "row" }, line.title),
    make(
      "td",
      {},
      make("span", { class: "does" }, make("span", { "aria-hidden": "true" }, sign), ` ${word}`),
      state ? make("span", { class: "tag tag--warn" }, state) : "",
    ),
    make("td", { class: "number" }, show(amount)),
    make(
      "td",
      {},
      chipsText(line.chips),
      line.does === "pay" && line.returned ? make("span", { class: "muted small" }, " stake stays") : "",
    ),
    make("td", {}, line.why, make("span", { class: "cite" }, ` ${line.cite}`)),
  );
}

/**
 * `2 × $25, 1 × $5`; a rest below the smallest chip is one amount.
 *
 * @param {Wire.PayLine["chips"]} chips
 */
export const chipsText = (chips) =>
  chips.map(([value, number]) => (value < 50 ? show(number) : `${number} × ${show(value)}`)).join(", ");
