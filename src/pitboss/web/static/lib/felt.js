// The felt as everybody sees it: the dealer's side with its cards and inscriptions, and the boxes in an arc.

import "./cards.js";
import "./chips.js";
import { breakdown } from "./chips.js";
import { show } from "./money.js";
import { make } from "./page.js";

/** The felt of a layout; `sit(box)` is called for an empty box. */
export class Felt {
  #layout;
  #piles = new Map();
  #seats = new Map();

  constructor(node, layout, sit) {
    this.#layout = layout;
    this.place = make("div", { class: "places" });
    this.phase = make("p", { class: "phase" });
    node.append(this.#dealer(), this.#inscriptions(), this.#arc(sit), this.place);
  }

  /** Draws a view. `round` is the round to show, and `isTold(box, item)` says whether a settlement has been told yet. */
  update(view, round, isTold, isActive) {
    this.#follow(view);
    for (const [name, pile] of this.#piles) showCards(pile.cards, round?.piles[name] ?? { cards: [], down: 0 }, this.back(round));
    this.#rackCards.hidden = !view.last && !round;
    this.#rackCards.setAttribute("back", this.back(view.last));
    this.#deckCard.setAttribute("back", this.#layout.backs[this.#turn] ?? "red");
    for (const [box, seat] of this.#seats) this.#updateSeat(seat, box, view, round, isTold, isActive);
  }

  #rackCards;
  #deckCard;
  #turn = 0;
  #next = 1;

  /** Which deck is in turn, and for which round: that under way, or the next. */
  #follow(view) {
    this.#turn = Math.max(0, this.#layout.backs.indexOf(view.back));
    this.#next = view.round?.number ?? view.rounds + 1;
  }

  /** The back of the cards that a round was dealt from: decks take turns. */
  back(round) {
    const { backs } = this.#layout;
    const place = this.#turn + (round?.number ?? this.#next) - this.#next;
    return backs[((place % backs.length) + backs.length) % backs.length] ?? "red";
  }

  #dealer() {
    const piles = this.#layout.piles.filter(({ at }) => at === "dealer").map(({ name, title, cards }) => {
      const node = make("div", { class: "cards" });
      const area = make("div", { class: `pile pile--${name}`, role: "group", "aria-label": title }, make("span", { class: "pile__title" }, title), node);
      area.style.setProperty("--count", cards);
      this.#piles.set(name, { cards: node });
      return area;
    });
    this.#rackCards = make("playing-card", { card: "back", back: this.#layout.backs[0] ?? "red", hidden: true });
    const rack = make("div", { class: "rack", role: "img", "aria-label": "Discard rack" }, this.#rackCards, make("span", {}, "Discard rack"));
    this.#deckCard = make("playing-card", { card: "back", back: this.#layout.backs[0] ?? "red" });
    const shoe = make("div", { class: "shoe", role: "img", "aria-label": deviceTitle(this.#layout.device) }, this.#deckCard, make("span", {}, deviceTitle(this.#layout.device)));
    return make("div", { class: "dealer" }, rack, make("div", { class: "piles" }, ...piles), shoe);
  }

  #inscriptions() {
    const { facility, title, jurisdiction, regulation, inscriptions } = this.#layout;
    const others = inscriptions.filter(({ shows }) => shows !== "facility_name").map(({ text, cite }) => make("p", { class: "inscription", title: cite }, text));
    return make("div", { class: "lettering" },
      make("p", { class: "facility" }, facility), make("p", { class: "game" }, title), ...others,
      make("p", { class: "law" }, `${jurisdiction} · ${regulation}`), this.phase);
  }

  #arc(sit) {
    const { boxes } = this.#layout;
    const list = make("ol", { class: "seats", "aria-label": "Boxes" });
    for (let box = 1; box <= boxes; box++) {
      const seat = this.#seat(box, sit);
      // Box 1 is at the dealer's left, which players see at the right.
      const along = boxes === 1 ? 0.5 : 1 - (box - 1) / (boxes - 1);
      seat.node.style.setProperty("--along", along.toFixed(4));
      seat.node.style.setProperty("--bow", Math.sin(Math.PI * along).toFixed(4));
      seat.node.style.setProperty("--order", box);
      this.#seats.set(box, seat);
      list.append(seat.node);
    }
    list.style.setProperty("--boxes", boxes);
    return list;
  }

  #seat(box, sit) {
    const name = make("span", { class: "seat__name" });
    const cards = make("div", { class: "cards" });
    const areas = new Map(this.#layout.wagers.map(({ name: wager, title, progressive }) =>
      [wager, make("span", { class: `dot${progressive ? " dot--progressive" : ""}`, title })]));
    const total = make("span", { class: "seat__total" });
    const said = make("span", { class: "seat__said" });
    const button = make("button", { class: "seat__sit", type: "button", click: () => sit(box) }, "Sit here");
    button.setAttribute("aria-label", `Sit at box ${box}`);
    const node = make("li", { class: "seat" },
      make("div", { class: "seat__cards" }, cards),
      make("div", { class: "seat__areas", "aria-hidden": "true" }, ...areas.values()),
      make("div", { class: "seat__line" }, make("span", { class: "seat__box" }, `${box}`), name), make("div", { class: "seat__more" }, total, said), button);
    return { node, name, cards, areas, total, said, button };
  }

  #updateSeat(seat, box, view, round, isTold, isActive) {
    const player = view.seats[box] ?? "";
    const shown = round?.boxes[box];
    const mine = Boolean(player) && player === view.player;
    seat.node.classList.toggle("is-empty", !player);
    seat.node.classList.toggle("is-mine", mine);
    seat.node.classList.toggle("is-turn", view.turn?.box === box);
    text(seat.name, player ? (mine ? "You" : player) : "Empty");
    seat.button.hidden = Boolean(player) || !isActive.sit;
    seat.button.setAttribute("aria-disabled", String(!isActive.now));
    showCards(seat.cards, shown ?? { cards: [], down: 0 }, this.back(round));
    let won = 0;
    let lying = 0;
    for (const { name } of this.#layout.wagers) {
      const stake = shown?.wagers[name] ?? 0;
      const due = isTold(box, name) ? shown?.settled[name] : undefined;
      const state = !stake ? "" : !due ? "on" : due.amount ? "won" : due.returned ? "back" : "lost";
      const dot = seat.areas.get(name);
      dot.dataset.state = state;
      dot.dataset.chip = stake ? breakdown(stake)[0].value : "";
      lying += due ? 0 : stake;
    }
    for (const [item, due] of Object.entries(shown?.settled ?? {})) if (isTold(box, item)) won += due.amount;
    text(seat.total, won ? `+${show(won)}` : lying ? show(lying) : "");
    seat.total.classList.toggle("is-won", won > 0);
    text(seat.said, saidOf(view, shown, box));
  }
}

function saidOf(view, shown, box) {
  if (view.turn?.box === box) return "deciding";
  const last = Object.values(shown?.choices ?? {}).at(-1);
  return last ? { ride: "rides", withdraw: "withdrew", play: "plays", fold: "folded" }[last] ?? last : "";
}

/** Shows cards face up and so many face down, in the nodes that are there. */
export function showCards(node, { cards, down }, back) {
  const wanted = [...cards, ...Array(down).fill("back")];
  while (node.children.length > wanted.length) node.lastChild.remove();
  wanted.forEach((card, place) => {
    const child = node.children[place] ?? node.appendChild(make("playing-card", { class: "is-dealt" }));
    child.style.setProperty("--place", place);
    child.setAttribute("back", back);
    child.setAttribute("card", card);
  });
  node.style.setProperty("--count", wanted.length);
}

/** Sets a text only where it changes, so that what listens hears of it once. */
export function text(node, value) {
  if (node.textContent !== value) node.textContent = value;
}

const deviceTitle = (device) => ({ hand: "Deck", manual_shoe: "Shoe", automated_shoe: "Shoe", electronic: "Table" })[device] ?? "Deck";
