// The felt as everybody sees it: the dealer's side with its cards and inscriptions, and the boxes in an arc.

import "../lib/cards.js";
import { breakdown } from "../lib/chip-values.js";
import "../lib/chips.js";
import { make, setText } from "../lib/dom.js";
import { show } from "../lib/money.js";

/** @typedef {(box: number, item: string) => boolean} IsTold - whether the page has told what became of a wager */
/** @typedef {{ sit: boolean, now: boolean }} Activity - whether a seat can be taken, and whether buttons work now */
/** @typedef {ReturnType<typeof makeSeat>} Seat */

/** @type {Wire.PileView} */
const NO_CARDS = { cards: [], down: 0 };

/** The felt of a layout. */
export class Felt {
  #layout;
  /** @type {Map<string, HTMLElement>} */
  #piles = new Map();
  /** @type {Map<number, Seat>} */
  #seats = new Map();
  #discards;
  #deck;
  #turn = 0;
  #next = 1;
  place = make("div", { class: "places" });
  phase = make("p", { class: "phase" });

  /**
   * `sit(box)` is called when a person chooses an empty box.
   *
   * @param {HTMLElement} node
   * @param {Wire.LayoutAnswer} layout
   * @param {(box: number) => void} sit
   */
  constructor(node, layout, sit) {
    this.#layout = layout;
    const back = layout.backs[0] ?? "red";
    this.#discards = make("playing-card", { card: "back", back, hidden: true });
    this.#deck = make("playing-card", { card: "back", back });
    node.append(this.#dealer(), this.#inscriptions(), this.#arc(sit), this.place);
  }

  /**
   * Draws a view. `round` is the round to show.
   *
   * @param {Wire.TableView} view
   * @param {Wire.RoundView | null} round
   * @param {IsTold} isTold
   * @param {Activity} activity
   */
  update(view, round, isTold, activity) {
    this.#turn = Math.max(0, this.#layout.backs.indexOf(view.back ?? ""));
    this.#next = view.round?.number ?? view.rounds + 1;
    for (const [name, pile] of this.#piles) showCards(pile, round?.piles[name] ?? NO_CARDS, this.back(round));
    this.#discards.hidden = !view.last && !round;
    this.#discards.setAttribute("back", this.back(view.last));
    this.#deck.setAttribute("back", this.#layout.backs[this.#turn] ?? "red");
    for (const [box, seat] of this.#seats) this.#updateSeat(seat, box, view, round, isTold, activity);
  }

  /**
   * The back of the cards that a round was dealt from: decks take turns.
   *
   * @param {Wire.RoundView | null} round
   */
  back(round) {
    const { backs } = this.#layout;
    const place = this.#turn + (round?.number ?? this.#next) - this.#next;
    return backs[((place % backs.length) + backs.length) % backs.length] ?? "red";
  }

  #dealer() {
    const piles = this.#layout.piles
      .filter(({ at }) => at === "dealer")
      .map(({ name, title, cards }) => {
        const node = make("div", { class: "cards" });
        const label = make("span", { class: "pile__title" }, title);
        const area = make("div", { class: `pile pile--${name}`, role: "group", "aria-label": title }, label, node);
        area.style.setProperty("--count", String(cards));
        this.#piles.set(name, node);
        return area;
      });
    return make(
      "div",
      { class: "dealer" },
      labelled("rack", "Discard rack", this.#discards),
      make("div", { class: "piles" }, ...piles),
      labelled("shoe", this.#layout.device_title, this.#deck),
    );
  }

  #inscriptions() {
    const { facility, title, jurisdiction, regulation, inscriptions } = this.#layout;
    const others = inscriptions
      .filter(({ shows }) => shows !== "facility_name")
      .map(({ text, cite }) => make("p", { class: "inscription", title: cite }, text));
    return make(
      "div",
      { class: "lettering" },
      make("p", { class: "facility" }, facility),
      make("p", { class: "game" }, title),
      ...others,
      make("p", { class: "law" }, `${jurisdiction} · ${regulation}`),
      this.phase,
    );
  }

  /** @param {(box: number) => void} sit */
  #arc(sit) {
    const { boxes } = this.#layout;
    const list = make("ol", { class: "seats", "aria-label": "Boxes" });
    for (let box = 1; box <= boxes; box++) {
      const seat = makeSeat(this.#layout, box, sit);
      // Box 1 is at the dealer's left, which players see at the right.
      const along = boxes === 1 ? 0.5 : 1 - (box - 1) / (boxes - 1);
      seat.node.style.setProperty("--along", along.toFixed(4));
      seat.node.style.setProperty("--bow", Math.sin(Math.PI * along).toFixed(4));
      seat.node.style.setProperty("--order", String(box));
      this.#seats.set(box, seat);
      list.append(seat.node);
    }
    list.style.setProperty("--boxes", String(boxes));
    return list;
  }

  /**
   * What a box decided last, as a verb.
   *
   * @param {Record<string, string>} made
   */
  #lastChoice(made) {
    const last = Object.entries(made).at(-1);
    const about = this.#layout.decisions.find(({ decision }) => decision === last?.[0]);
    return about?.choices.find(({ choice }) => choice === last?.[1])?.said ?? "";
  }

  /**
   * @param {Seat} seat
   * @param {number} box
   * @param {Wire.TableView} view
   * @param {Wire.RoundView | null} round
   * @param {IsTold} isTold
   * @param {Activity} activity
   */
  #updateSeat(seat, box, view, round, isTold, activity) {
    const player = view.seats[box] ?? "";
    const shown = round?.boxes[box];
    const isMine = Boolean(player) && player === view.player;
    seat.node.classList.toggle("is-empty", !player);
    seat.node.classList.toggle("is-mine", isMine);
    seat.node.classList.toggle("is-turn", view.turn?.box === box);
    setText(seat.name, player ? (isMine ? "You" : player) : "Empty");
    seat.button.hidden = Boolean(player) || !activity.sit;
    seat.button.setAttribute("aria-disabled", String(!activity.now));
    showCards(seat.cards, shown ?? NO_CARDS, this.back(round));
    let lying = 0;
    for (const [name, dot] of seat.areas) {
      const stake = shown?.wagers[name] ?? 0;
      const due = isTold(box, name) ? shown?.settled[name] : undefined;
      dot.dataset.state = stake ? (due ? outcomeOf(due) : "on") : "";
      dot.dataset.chip = stake ? String(breakdown(stake)[0].value) : "";
      lying += due ? 0 : stake;
    }
    const told = Object.entries(shown?.settled ?? {}).filter(([item]) => isTold(box, item));
    const won = told.reduce((sum, [, due]) => sum + due.amount, 0);
    setText(seat.total, won ? `+${show(won)}` : lying ? show(lying) : "");
    seat.total.classList.toggle("is-won", won > 0);
    setText(seat.said, view.turn?.box === box ? "deciding" : this.#lastChoice(shown?.choices ?? {}));
  }
}

/**
 * The result of a wager: `won`, `back` or `lost`.
 *
 * @param {Wire.BoxSettlement} due
 */
export const outcomeOf = ({ amount, returned }) => (amount ? "won" : returned ? "back" : "lost");

/**
 * @param {Wire.LayoutAnswer} layout
 * @param {number} box
 * @param {(box: number) => void} sit
 */
function makeSeat({ wagers }, box, sit) {
  const name = make("span", { class: "seat__name" });
  const cards = make("div", { class: "cards" });
  const areas = new Map(
    wagers.map((wager) => {
      const look = `dot${wager.progressive ? " dot--progressive" : ""}`;
      return [wager.name, make("span", { class: look, title: wager.title })];
    }),
  );
  const total = make("span", { class: "seat__total" });
  const said = make("span", { class: "seat__said" });
  const click = () => sit(box);
  const button = make(
    "button",
    { class: "seat__sit", type: "button", "aria-label": `Sit at box ${box}`, click },
    "Sit here",
  );
  const node = make(
    "li",
    { class: "seat" },
    make("div", { class: "seat__cards" }, cards),
    make("div", { class: "seat__areas", "aria-hidden": "true" }, ...areas.values()),
    make("div", { class: "seat__line" }, make("span", { class: "seat__box" }, `${box}`), name),
    make("div", { class: "seat__more" }, total, said),
    button,
  );
  return { node, name, cards, areas, total, said, button };
}

/**
 * @param {string} kind
 * @param {string} label
 * @param {HTMLElement} card
 */
const labelled = (kind, label, card) =>
  make("div", { class: kind, role: "img", "aria-label": label }, card, make("span", {}, label));

/**
 * Shows cards face up and then `down` cards face down, in the elements that exist.
 *
 * @param {HTMLElement} node
 * @param {Wire.PileView} pile
 * @param {string} back
 */
export function showCards(node, { cards, down }, back) {
  const wanted = [...cards, ...Array(down).fill("back")];
  while (node.children.length > wanted.length) node.lastElementChild?.remove();
  wanted.forEach((card, place) => {
    const known = node.children[place];
    const child = known instanceof HTMLElement ? known : node.appendChild(make("playing-card", { class: "is-dealt" }));
    child.style.setProperty("--place", String(place));
    child.setAttribute("back", back);
    child.setAttribute("card", card);
  });
  node.style.setProperty("--count", String(wanted.length));
}
