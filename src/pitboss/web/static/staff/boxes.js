// The boxes of a table as staff see them: the player, the wagers, the cards that are up, and who decides.

import "../lib/cards.js";
import { inside, make, setText, syncChildren } from "../lib/dom.js";
import { show } from "../lib/money.js";
import { title, words } from "../lib/text.js";

/**
 * Brings a list of boxes up to date; returns how many of them are taken.
 *
 * With `choose` each box is a button that calls it, `chosen` is the box that was chosen last, and the free ones of
 * `boxes` boxes are there too.
 *
 * @param {HTMLElement} list
 * @param {Wire.TableView} view
 * @param {{ boxes?: number, chosen?: number, choose?: (box: number) => void }} [about]
 */
export function showBoxes(list, view, { boxes = 0, chosen = 0, choose } = {}) {
  const taken = new Set([...Object.keys(view.seats), ...Object.keys(view.round?.boxes ?? {})].map(Number));
  const free = choose ? Array.from({ length: boxes }, (_, place) => place + 1) : [];
  const numbers = [...new Set([...taken, ...free])].sort((one, other) => one - other);
  list.style.setProperty("--boxes", String(numbers.length));
  syncChildren(
    list,
    numbers,
    (number) => number,
    (number) => create(number, choose),
    (node, number) => {
      update(node, view, number);
      node.toggleAttribute("data-free", !taken.has(number));
      if (choose) inside(node, ".box__head").setAttribute("aria-pressed", String(number === chosen));
    },
  );
  return taken.size;
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

/**
 * @param {number} number
 * @param {((box: number) => void) | undefined} choose
 */
function create(number, choose) {
  const head = [
    make("span", { class: "box__number" }, make("span", { class: "visually-hidden" }, "Box "), String(number)),
    make("strong", { class: "box__who" }),
    make("span", { class: "box__rack muted number small" }),
  ];
  const click = () => choose?.(number);
  return make(
    "li",
    { class: "box" },
    choose
      ? make("button", { class: "box__head", type: "button", click }, ...head)
      : make("p", { class: "box__head" }, ...head),
    make("p", { class: "box__state small" }),
    make("ul", { class: "plain box__bets small" }),
    make("div", { class: "hand" }),
    make("p", { class: "box__name small" }),
  );
}

/**
 * Shows the state of a box, which is that of its own player alone.
 *
 * @param {HTMLElement} node
 * @param {Wire.TableView} view
 * @param {number} number
 */
function update(node, view, number) {
  const box = view.round?.boxes[number];
  const player = box?.player ?? view.seats[number];
  const decides = view.turn?.box === number;
  node.toggleAttribute("data-turn", decides);
  setText(inside(node, ".box__who"), player ?? "Free");
  setText(inside(node, ".box__rack"), player && view.racks ? show(view.racks[player] ?? 0) : "");
  setText(inside(node, ".box__state"), player ? stateOf(box, decides) : "");
  syncChildren(
    inside(node, ".box__bets"),
    betsOf(box),
    (text) => text,
    (text) => make("li", {}, text),
  );
  showHand(inside(node, ".hand"), box ?? { cards: [], down: 0 });
  setText(inside(node, ".box__name"), box?.name ?? "");
}

/**
 * What a box does or has done, in words.
 *
 * @param {Wire.BoxView | undefined} box
 * @param {boolean} decides
 */
export function stateOf(box, decides) {
  const parts = decides ? ["Decides now"] : [];
  parts.push(...Object.values(box?.choices ?? {}).map((choice) => words(choice)));
  if (box?.left) parts.push("Left the table");
  if (box?.abandoned) parts.push("Abandoned");
  if (box && !Object.keys(box.wagers).length) parts.push("No wager");
  return parts.join(" · ");
}

/**
 * The wagers of a box, each with the coupon that lies on it.
 *
 * @param {Pick<Wire.BoxView, "wagers" | "coupons"> | undefined} box
 */
export const betsOf = (box) =>
  Object.entries(box?.wagers ?? {}).map(([name, cents]) => {
    const coupon = box?.coupons[name];
    return `${title(name)} ${show(cents)}${coupon ? ` + ${show(coupon)} coupon` : ""}`;
  });

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
