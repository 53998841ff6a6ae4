// The bar below the felt: the chips in hand, the tools for bets, and the decision when it is the player's turn.

import { CHIPS } from "../lib/chip-values.js";
import { chipFace } from "../lib/chips.js";
import { make, setText } from "../lib/dom.js";
import { show, total } from "../lib/money.js";
import { sentence } from "../lib/text.js";

import { choiceKeys } from "./choice-keys.js";

/** @import { Problem } from "../lib/api.js" */
/** @import { Bets } from "./bets.js" */

/** @typedef {"undo" | "clear" | "rebet" | "double"} Tool */
/**
 * What the player can do.
 *
 * @typedef {Record<Tool | "confirm" | "buy" | "leave" | "sit" | "take" | "speak" | "autoplay", () => void>
 *   & { put: (chip: number) => void, choose: (choice: string) => boolean }} Actions
 */
/** @typedef {{ wrap: HTMLElement, button: HTMLElement, does: HTMLElement, about: Wire.ChoiceLayout }} ChoiceButton */

/** @type {[name: Tool, label: string, key: string][]} */
const TOOLS = [
  ["undo", "Undo", "U"],
  ["clear", "Clear", "C"],
  ["rebet", "Rebet", "R"],
  ["double", "Double", "D"],
];

/**
 * What is open to the player now.
 *
 * @typedef {object} OpenNow
 * @property {boolean} isSeated
 * @property {boolean} canSit
 * @property {boolean} canBet
 * @property {boolean} canLeave
 * @property {boolean} isActive
 * @property {Wire.TurnView | null} turn
 * @property {Wire.BoxView | undefined} box
 * @property {(choice: string) => boolean} may
 * @property {number} rack
 * @property {Bets | undefined} bets
 */

export class ActionBar {
  /** The chip in hand, in cents. */
  chip = CHIPS[1];
  /** @type {Map<string, ChoiceButton>} By `decision choice`. */
  choices = new Map();
  status = make("p", { class: "bar__status" });
  #problem = make("p", { class: "problem", role: "alert" });
  #timeLeft = make("i");
  #time = make("div", { class: "time", "aria-hidden": "true" }, this.#timeLeft);
  #rack = make("strong", { class: "number" });
  #rackLine = make("span", { class: "bar__rack" }, "Your rack ", this.#rack);
  #tray = make("div", { class: "tray", role: "group", "aria-label": "Chip in hand" });
  /** @type {Map<Tool, HTMLElement>} */
  #tools = new Map();
  #layout;
  #actions;
  #betting;
  #deciding;
  #sitting;
  #money;
  #leave;

  /**
   * @param {HTMLElement} node
   * @param {Wire.LayoutAnswer} layout
   * @param {Actions} actions
   */
  constructor(node, layout, actions) {
    this.#layout = layout;
    this.#actions = actions;
    this.#betting = this.#bets();
    this.#deciding = make(
      "div",
      { class: "bar__choices", role: "group", "aria-label": "Your decision", hidden: true },
      ...this.#choices(),
    );
    const sit = button("Sit down and play", "", () => actions.sit(), "button--main button--large");
    this.#sitting = make("div", { class: "bar__sit" }, sit);
    this.#leave = button("Stand up", "", () => actions.leave(), "button--small");
    const buy = button("Buy chips", "", () => actions.buy(), "button--small");
    // Chips with a value are sold by the dealer or the floor, who take the money for them.
    buy.hidden = !layout.practice;
    this.#money = make("div", { class: "bar__money" }, this.#rackLine, buy, this.#leave);
    const talk = make("div", { class: "bar__talk" }, this.#time, this.status, this.#problem);
    node.append(talk, this.#betting, this.#deciding, this.#sitting, this.#money);
    this.hold(this.chip);
  }

  /** @param {OpenNow} now */
  update({ isSeated, canSit, canBet, canLeave, turn, box, may, rack, bets, isActive }) {
    this.#betting.hidden = !isSeated || Boolean(turn);
    this.#deciding.hidden = !turn;
    this.#sitting.hidden = isSeated || !canSit;
    this.#money.hidden = !isSeated;
    setText(this.#rack, show(rack - Math.max(0, bets ? bets.total - total(bets.placed) : 0)));
    for (const one of this.#betting.querySelectorAll("button")) disable(one, !canBet);
    if (bets) {
      disable(this.#tools.get("undo"), !canBet || !bets.canUndo);
      disable(this.#tools.get("rebet"), !canBet || !bets.canRebet);
      disable(this.#tools.get("clear"), !canBet || !bets.total);
      disable(this.#tools.get("double"), !canBet || !bets.total);
    }
    for (const [key, { wrap, button: one, does, about }] of this.choices) {
      const isAsked = Boolean(
        turn && key === `${turn.decision} ${about.choice}` && turn.choices.includes(about.choice),
      );
      wrap.hidden = !isAsked;
      one.hidden = !isAsked;
      if (!isAsked) continue;
      const isOpen = may(about.choice);
      disable(one, !isActive || !isOpen);
      setText(does, isOpen || !isActive ? this.#does(about, box) : this.#whyNot(about, box, rack));
    }
    for (const one of this.#money.querySelectorAll("button")) disable(one, !isActive);
    for (const one of this.#sitting.querySelectorAll("button")) disable(one, !isActive);
    disable(this.#leave, !isActive || !canLeave);
  }

  /**
   * Adds a control before those of the rack.
   *
   * @param {HTMLElement} node
   */
  add(node) {
    this.#rackLine.after(node);
  }

  /**
   * What a choice does to the chips that lie on a box.
   *
   * @param {Wire.ChoiceLayout} choice
   * @param {Wire.BoxView | undefined} box
   */
  #does({ does, forfeits, places, times }, box) {
    const lost = forfeits.filter((wager) => box?.wagers[wager]).map((wager) => this.#title(wager));
    if (lost.length > 1) return `gives up ${lost.slice(0, -1).join(", ")} and ${lost.at(-1)}`;
    if (lost.length) return `gives up ${lost[0]}`;
    const [placed] = places;
    const relation = this.#layout.relations.find(({ wager }) => wager === placed);
    const stake = places.length === 1 && relation ? times * (box?.wagers[relation.to] ?? 0) : 0;
    return stake ? `places ${show(stake)} on ${this.#title(placed)}` : does;
  }

  /**
   * Why a choice is not open: too few chips, or other cards.
   *
   * @param {Wire.ChoiceLayout} choice
   * @param {Wire.BoxView | undefined} box
   * @param {number} rack
   */
  #whyNot({ only_with: cards, places, times }, box, rack) {
    const relation = this.#layout.relations.find(({ wager }) => wager === places[0]);
    const needed = places.length * times * (box?.wagers[relation?.to ?? ""] ?? 0);
    return cards && needed <= rack ? `only with ${cards}` : "you have too few chips in your rack";
  }

  /** @param {string} wager */
  #title(wager) {
    return this.#layout.wagers.find(({ name }) => name === wager)?.title ?? wager;
  }

  /**
   * Shows how much of the time is left, between 0 and 1; null hides it.
   *
   * @param {number | null} left
   */
  time(left) {
    this.#time.hidden = left === null;
    this.#timeLeft.style.setProperty("transform", `scaleX(${left ?? 0})`);
  }

  /**
   * Takes a chip in hand.
   *
   * @param {number} value
   */
  hold(value) {
    this.chip = value;
    for (const one of this.#tray.querySelectorAll("button")) {
      one.setAttribute("aria-pressed", String(Number(one.value) === value));
    }
  }

  /**
   * Shows why the house refused something; null clears it.
   *
   * @param {Problem | null} problem
   */
  refuse(problem) {
    const clause = problem?.clause ? ` (${problem.clause})` : "";
    setText(this.#problem, problem ? `${sentence(problem.reason)}${clause}` : "");
  }

  #bets() {
    CHIPS.forEach((value, place) => {
      const chip = make("button", {
        class: "chip",
        type: "button",
        value,
        draggable: "true",
        "aria-label": `${show(value)} chip, key ${place + 1}`,
      });
      chip.innerHTML = chipFace(value);
      chip.addEventListener("click", () => this.hold(value));
      chip.addEventListener("dragstart", ({ dataTransfer }) => {
        this.hold(value);
        if (!dataTransfer) return;
        dataTransfer.setData("text/x-chip", String(value));
        dataTransfer.effectAllowed = "copy";
      });
      this.#tray.append(chip);
    });
    for (const [name, label, key] of TOOLS) {
      this.#tools.set(
        name,
        button(label, key, () => this.#actions[name]()),
      );
    }
    const confirm = button("Confirm", "↵", () => this.#actions.confirm(), "button--main");
    const tools = make("div", { class: "tools" }, ...this.#tools.values(), confirm);
    return make("div", { class: "bar__bets" }, this.#tray, tools);
  }

  #choices() {
    return this.#layout.decisions.flatMap(({ decision, choices }) => {
      const keys = choiceKeys(choices);
      return choices.map((about) => {
        const { choice, label, cite } = about;
        // All choices look the same: the page must not seem to recommend one.
        const look = "button--large button--choice";
        const one = button(label, (keys.get(choice) ?? "").toUpperCase(), () => this.#actions.choose(choice), look);
        const does = make("small", {}, about.does);
        one.append(does);
        one.title = cite;
        const wrap = make("div", { class: "choice", hidden: true }, one);
        this.choices.set(`${decision} ${choice}`, { wrap, button: one, does, about });
        return wrap;
      });
    });
  }
}

/**
 * A button with its key; while `aria-disabled` it can be focused, and a click does nothing.
 *
 * @param {string} label
 * @param {string} key
 * @param {() => void} click
 * @param {string} [look]
 */
function button(label, key, click, look = "") {
  const hint = key ? make("kbd", { "aria-hidden": "true" }, key) : null;
  const made = make("button", { class: `button ${look}`, type: "button" }, make("span", {}, label, hint));
  made.addEventListener("click", () => {
    if (made.getAttribute("aria-disabled") !== "true") click();
  });
  return made;
}

/**
 * @param {HTMLElement | undefined} one
 * @param {boolean} isDisabled
 */
const disable = (one, isDisabled) => one?.setAttribute("aria-disabled", String(isDisabled));
