// The boxes of a table as staff see them: the player, the wagers, the cards that are up, and who decides.

import "../lib/cards.js";
import { inside, make, setText, syncChildren } from "../lib/dom.js";
import { show } from "../lib/money.js";
import { title, words } from "../lib/text.js";

/**
 * Brings a list of boxes up to date; returns how many there are.
 *
 * @param {HTMLElement} list
 * @param {Wire.TableView} view
 */
export function showBoxes(list, view) {
  const boxes = view.round?.boxes ?? {};
  const numbers = [...new Set([...Object.keys(view.seats), ...Object.keys(boxes)])].sort(
    (one, other) => Number(one) - Number(other),
  );
  syncChildren(
    list,
    numbers,
    (number) => number,
    create,
    (node, number) => update(node, view, number, boxes[number]),
  );
  return numbers.length;
}

/**
 * Brings the cards on the table up to date: the dealer's, the community cards.
 *
 * @param {HTMLElement} node
 * @param {Wire.TableView} view
 */
export function showPiles(node, view) {
  const piles = Object.entries((view.round ?? view.last)?.piles ?? {});
  syncChildren(
    node,
    piles,
    ([name]) => name,
    ([name]) => {
      const label = make("span", { class: "muted small" }, words(name));
      return make("div", { class: "pile" }, label, make("div", { class: "hand" }));
    },
    (pile, [, cards]) => showHand(inside(pile, ".hand"), cards),
  );
}

/** @param {string} number */
function create(number) {
  const label = make("span", { class: "visually-hidden" }, "Box ");
  return make(
    "li",
    { class: "box" },
    make("span", { class: "box__number" }, label, number),
    make(
      "div",
      { class: "box__main" },
      make("p", { class: "box__who" }, make("strong"), make("span", { class: "muted number" })),
      make("p", { class: "box__bets small" }),
      make("div", { class: "hand" }),
    ),
  );
}

/**
 * @param {HTMLElement} node
 * @param {Wire.TableView} view
 * @param {string} number
 * @param {Wire.BoxView | undefined} box
 */
function update(node, view, number, box) {
  const player = box?.player ?? view.seats[number];
  const decides = view.turn?.box === Number(number);
  node.toggleAttribute("data-turn", decides);
  setText(inside(node, ".box__who strong"), player + (decides ? " decides" : ""));
  setText(inside(node, ".box__who .number"), view.racks ? ` ${show(view.racks[player] ?? 0)}` : "");
  const wagers = Object.entries(box?.wagers ?? {}).map(([name, cents]) => `${title(name)} ${show(cents)}`);
  const parts = [wagers.join(", ") || "No wager", ...Object.values(box?.choices ?? {})];
  if (box?.left) parts.push("left the table");
  if (box?.abandoned) parts.push("abandoned");
  setText(inside(node, ".box__bets"), parts.join(" · "));
  showHand(inside(node, ".hand"), box ?? { cards: [], down: 0 });
}

/**
 * @param {HTMLElement} node
 * @param {Wire.PileView} pile
 */
function showHand(node, { cards, down }) {
  const faces = [...cards, ...Array.from({ length: down }, () => "back")];
  syncChildren(
    node,
    faces,
    (card, index) => `${index}${card}`,
    (card) => make("playing-card", { card }),
  );
}
