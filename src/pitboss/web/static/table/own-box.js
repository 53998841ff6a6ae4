// One of the player's own boxes: the cards with the name of the hand, and every betting area.

import "../lib/cards.js";
import "../lib/chips.js";
import { make, setText } from "../lib/dom.js";
import { show } from "../lib/money.js";
import { capital } from "../lib/text.js";
import { outcomeOf, showCards } from "./felt.js";

/** @import { Bets } from "./bets.js" */
/** @import { IsTold } from "./felt.js" */
/** @typedef {{ wager: Wire.WagerLayout, button: HTMLElement, stack: HTMLElement, result: HTMLElement }} Area */

export class OwnBox {
  box;
  bets;
  node;
  #layout;
  /** @type {Map<string, Area>} */
  #areas = new Map();
  #cards = make("div", { class: "cards" });
  #hand = make("p", { class: "place__hand" });
  #title = make("h2", { class: "place__title" });
  /** @type {Wire.BoxView | undefined} */
  #shown;
  /** @type {IsTold} */
  #isTold = () => true;
  #canBet = false;

  /**
   * `chip()` is the chip in hand.
   *
   * @param {Wire.LayoutAnswer} layout
   * @param {number} box
   * @param {Bets} bets
   * @param {() => number} chip
   */
  constructor(layout, box, bets, chip) {
    this.box = box;
    this.bets = bets;
    this.#layout = layout;
    const areas = make("div", { class: "areas", role: "group", "aria-label": `Betting areas of box ${box}` });
    for (const wager of layout.wagers) areas.append(this.#area(wager, chip));
    setText(this.#title, `Box ${box}`);
    this.node = make(
      "section",
      { class: "place", "aria-label": `Your box ${box}` },
      make("div", { class: "place__cards" }, this.#title, this.#cards, this.#hand),
      areas,
    );
    const own = layout.piles.find(({ at }) => at === "box");
    this.#cards.style.setProperty("--slots", String(own?.cards ?? 0));
    areas.addEventListener("keydown", (event) => this.#move(event));
    bets.addEventListener("change", () => this.#updateAreas());
  }

  /** The area that has the focus; null if none has. */
  get area() {
    const found = [...this.#areas].find(([, { button }]) => button === document.activeElement);
    return found ? found[0] : null;
  }

  /** The name of the hand. */
  get hand() {
    return this.#hand.textContent ?? "";
  }

  /**
   * @param {Wire.TableView} view
   * @param {Wire.RoundView | null} round
   * @param {IsTold} isTold
   * @param {{ canBet: boolean, back: string }} now
   */
  update(view, round, isTold, { canBet, back }) {
    this.#shown = round?.boxes[this.box];
    this.#isTold = isTold;
    this.#canBet = canBet;
    const { cards, down, choices, name } = this.#shown ?? { cards: [], down: 0, choices: {}, name: "" };
    showCards(this.#cards, { cards, down }, back);
    this.#cards.classList.toggle("is-folded", this.#isGivenUp(choices));
    setText(this.#hand, capital(name));
    this.node.classList.toggle("is-turn", view.turn?.box === this.box);
    this.#updateAreas();
  }

  /**
   * Whether a choice gave the hand up.
   *
   * @param {Record<string, string>} made
   */
  #isGivenUp(made) {
    return this.#layout.decisions.some(({ decision, choices }) =>
      choices.some(({ choice, forfeits }) => forfeits.length > 0 && made[decision] === choice),
    );
  }

  /** The title of the area that a bet begins with. */
  get first() {
    const any = this.#layout.required_any[0];
    const open = this.bets.wagers;
    const found = open.find(({ required }) => required) ?? open.find(({ name }) => name === any) ?? open[0];
    return found?.title ?? "an area";
  }

  /** Puts the focus on the first area that takes bets. */
  focus() {
    [...this.#areas.values()].find(({ wager }) => wager.placed === "before_deal")?.button.focus();
  }

  /**
   * @param {Wire.WagerLayout} wager
   * @param {() => number} chip
   */
  #area(wager, chip) {
    const stack = make("chip-stack", { cents: 0, "aria-hidden": "true" });
    const result = make("span", { class: "area__result" });
    const shape = wager.progressive ? "progressive" : wager.paytable && !wager.required ? "bonus" : "base";
    const limits = make(
      "span",
      { class: "area__limits" },
      wager.placed === "before_deal" ? wager.limits : "at decision",
    );
    const button = make(
      "button",
      { class: `area area--${shape}`, type: "button", "data-wager": wager.name },
      make("span", { class: "area__spot" }, limits, stack, result),
      make("span", { class: "area__title" }, wager.title),
    );
    /** @param {number} value */
    const put = (value) => {
      if (this.#canBet && wager.placed === "before_deal") this.bets.put(wager.name, value);
    };
    button.addEventListener("click", () => put(chip()));
    button.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      if (this.#canBet && wager.placed === "before_deal") this.bets.take(wager.name, chip());
    });
    button.addEventListener("dragover", (event) => {
      if (this.#canBet && event.dataTransfer?.types.includes("text/x-chip")) event.preventDefault();
    });
    button.addEventListener("drop", (event) => {
      event.preventDefault();
      put(Number(event.dataTransfer?.getData("text/x-chip")));
    });
    this.#areas.set(wager.name, { wager, button, stack, result });
    return button;
  }

  #updateAreas() {
    const isBetting = this.bets.isOpen && this.#canBet;
    for (const [name, area] of this.#areas) {
      const { wager, button } = area;
      const isOpen = isBetting && wager.placed === "before_deal";
      button.setAttribute("aria-disabled", String(!isOpen));
      button.classList.toggle("is-wanted", isBetting && !this.bets.total && wager.title === this.first);
      this.#updateChips(name, area);
    }
  }

  /**
   * @param {string} name
   * @param {Area} area
   */
  #updateChips(name, { wager, button, stack, result }) {
    const due = this.#shown?.settled[name];
    const settled = due && this.#isTold(this.box, name) ? due : null;
    const isDraft = this.bets.isOpen && !due;
    const stake = (isDraft ? this.bets.draft[name] : this.#shown?.wagers[name]) ?? 0;
    const lying = settled ? settled.returned + settled.amount : stake;
    const outcome = settled ? outcomeOf(settled) : "";
    const said = settled?.amount ? `+${show(settled.amount)}` : outcome === "back" ? "returned" : outcome;
    stack.setAttribute("cents", String(lying));
    setText(result, said);
    button.dataset.result = outcome;
    button.classList.toggle("is-on", lying > 0);
    button.classList.toggle("is-waiting", isDraft && stake !== (this.bets.placed[name] ?? 0));
    const state = settled ? said.replace("+", "won ") : stake ? show(stake) : "no chips";
    button.setAttribute("aria-label", `${wager.title}, ${state}, accepts ${wager.limits}`);
  }

  /** @param {KeyboardEvent} event */
  #move(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const buttons = [...this.#areas.values()].map(({ button }) => button);
    const { activeElement } = document;
    const at = activeElement instanceof HTMLElement ? buttons.indexOf(activeElement) : -1;
    if (!step && event.key !== "Home" && event.key !== "End") return;
    event.preventDefault();
    const stepped = (at + (step ?? 0) + buttons.length) % buttons.length;
    const next = event.key === "Home" ? 0 : event.key === "End" ? buttons.length - 1 : stepped;
    buttons[next].focus();
  }
}
