// The boxes of a table as staff see them: whose they are, what lies on them, which cards are up, who decides.

import "./cards.js";
import { keyed, nameOf, say, titleOf } from "./desk.js";
import { show } from "./money.js";
import { make } from "./page.js";

/** Brings a list of boxes up to date; returns how many there are. */
export function showBoxes(list, view) {
  const boxes = view.round?.boxes ?? {};
  const numbers = [...new Set([...Object.keys(view.seats), ...Object.keys(boxes)])].sort((one, other) => one - other);
  keyed(list, numbers, (number) => number, create, (node, number) => update(node, view, number, boxes[number]));
  return numbers.length;
}

/** Brings the cards on the table up to date: the dealer's, the community cards. */
export function showPiles(node, view) {
  const piles = Object.entries((view.round ?? view.last)?.piles ?? {});
  keyed(node, piles, ([name]) => name,
    ([name]) => make("div", { class: "pile" }, make("span", { class: "muted small" }, titleOf(name)), make("div", { class: "hand" })),
    (pile, [, cards]) => showHand(pile.lastChild, cards));
}

function create(number) {
  return make("li", { class: "box" }, make("span", { class: "box__number" }, make("span", { class: "visually-hidden" }, "Box "), number),
    make("div", { class: "box__main" }, make("p", { class: "box__who" }, make("strong"), make("span", { class: "muted number" })),
      make("p", { class: "box__bets small" }), make("div", { class: "hand" })));
}

function update(node, view, number, box) {
  const player = box?.player ?? view.seats[number];
  const decides = view.turn?.box === Number(number);
  const [who, bets, hand] = node.lastChild.children;
  node.toggleAttribute("data-turn", decides);
  say(who.firstChild, player + (decides ? " decides" : ""));
  say(who.lastChild, view.racks ? ` ${show(view.racks[player] ?? 0)}` : "");
  const wagers = Object.entries(box?.wagers ?? {}).map(([name, cents]) => `${nameOf(name)} ${show(cents)}`);
  const told = [wagers.join(", ") || "No wager", ...Object.values(box?.choices ?? {}), box?.left ? "left the table" : "", box?.abandoned ? "abandoned" : ""];
  say(bets, told.filter(Boolean).join(" · "));
  showHand(hand, box ?? { cards: [], down: 0 });
}

function showHand(node, { cards, down }) {
  const faces = [...cards, ...Array.from({ length: down }, () => "back")];
  keyed(node, faces, (card, index) => `${index}${card}`, (card) => make("playing-card", { card }));
}
