// The table of a recorded round at one moment, drawn small.

import "../lib/cards.js";
import { make } from "../lib/dom.js";
import { show } from "../lib/money.js";
import { emptyBox } from "../lib/recorded-round.js";
import { signed, words } from "../lib/text.js";

/** @import { BoxThen, Lying, TableThen } from "../lib/recorded-round.js" */

/**
 * Draws the table.
 *
 * @param {HTMLElement} node
 * @param {TableThen} table
 * @param {Wire.ReplayAnswer} round
 * @param {(item: string) => string} title - the name of a wager or award
 */
export function drawTable(node, table, { hands }, title) {
  const piles = Object.entries(table.piles).map(([name, cards]) => {
    const label = words(name);
    return make("div", { class: "pile", role: "group", "aria-label": label }, make("h3", {}, label), handOf(cards));
  });
  if (!piles.length) piles.push(make("div", {}, make("p", { class: "sketch__empty" }, "No card is on the table.")));
  const numbers = [...new Set([...Object.keys(table.boxes), ...Object.keys(hands.boxes)])];
  const boxes = numbers
    .sort((one, other) => Number(one) - Number(other))
    .map((box) => drawBox(box, hands.boxes[box]?.player ?? "", table.boxes[box] ?? emptyBox(), title));
  node.replaceChildren(
    make("div", { class: "sketch__piles" }, ...piles),
    make("div", { class: "sketch__boxes" }, ...boxes),
  );
}

/** @param {Lying[]} cards */
function handOf(cards) {
  const drawn = cards.map(({ card, up }) => {
    const isKnownDown = Boolean(card) && !up;
    return make("playing-card", {
      card: card || "back",
      class: isKnownDown ? "is-down" : null,
      title: isKnownDown ? "face down at the table" : null,
    });
  });
  return make("div", { class: "hand" }, ...drawn);
}

/**
 * @param {string} box
 * @param {string} player
 * @param {BoxThen} state
 * @param {(item: string) => string} title
 */
function drawBox(box, player, { wagers, cards, choices, results, gone }, title) {
  const lying = Object.entries(wagers).map(([name, amount]) =>
    make("li", {}, `${title(name)} `, make("b", {}, show(amount))),
  );
  const settled = results.map(({ item, outcome, cents }) => {
    const amount = outcome === "returned" ? show(cents) : signed(cents);
    return make("li", { class: outcome }, `${title(item)} `, make("b", {}, `${amount} ${outcome}`));
  });
  const made = choices.length ? make("p", { class: "choices" }, choices.join(", "), gone ? ", hand gone" : "") : null;
  return make(
    "div",
    { class: `seat${gone ? " is-gone" : ""}`, role: "group", "aria-label": `Box ${box} ${player}` },
    make("h3", {}, `${box} `, make("span", {}, player)),
    handOf(cards),
    made,
    make("ul", { class: "plain" }, ...lying, ...settled),
  );
}
