// The bar below the felt: the chips in hand, what can be done with bets, and the decision when it is the player's.

import { CHIPS, chipFace } from "./chips.js";
import { text } from "./felt.js";
import { show } from "./money.js";
import { make } from "./page.js";

/** The key of each choice; others have their first letter. */
const KEYS = { ride: "l", withdraw: "x", play: "p", fold: "f" };
export const keyOf = (choice) => KEYS[choice] ?? choice[0];

const TOOLS = [["undo", "Undo", "U"], ["clear", "Clear", "C"], ["rebet", "Rebet", "R"], ["double", "Double", "D"]];

/** `act` has a function for each tool, `confirm`, `buy`, `leave`, `help`, and `choose(choice)`. */
export class Bar {
  chip = 500;
  /** By `decision choice`: {wrap, button}. */
  choices = new Map();
  #tray;
  #tools = new Map();
  #act;

  constructor(node, layout, act) {
    this.#act = act;
    this.#layout = layout;
    this.status = make("p", { class: "bar__status" });
    this.problem = make("p", { class: "problem", role: "alert" });
    this.#time = make("div", { class: "time", "aria-hidden": "true" }, make("i"));
    this.#rack = make("strong", { class: "number" });
    this.#betting = this.#bets();
    this.#deciding = make("div", { class: "bar__choices", role: "group", "aria-label": "Your decision", hidden: true }, ...this.#choices(layout));
    this.#sitting = make("div", { class: "bar__sit" }, make("button", { class: "button button--main button--large", type: "button", click: () => act.sit() }, "Sit down and play"));
    const talk = make("div", { class: "bar__talk" }, this.#time, this.status, this.problem);
    node.append(talk, this.#betting, this.#deciding, this.#sitting, this.#chips());
    this.hold(this.chip);
  }

  #time;
  #rack;
  #betting;
  #deciding;
  #sitting;
  #money;
  #leave;
  #layout;

  /** What is open now: {isSeated, canSit, canBet, canLeave, turn, box, may(choice), rack, bets, isActive}. */
  update({ isSeated, canSit, canBet, canLeave, turn, box, may, rack, bets, isActive }) {
    this.#betting.hidden = !isSeated || Boolean(turn);
    this.#deciding.hidden = !turn;
    this.#sitting.hidden = isSeated || !canSit;
    this.#money.hidden = !isSeated;
    text(this.#rack, show(rack - Math.max(0, bets ? bets.total - sumOf(bets.placed) : 0)));
    for (const button of this.#betting.querySelectorAll("button")) off(button, !canBet);
    if (bets) {
      off(this.#tools.get("undo"), !canBet || !bets.canUndo);
      off(this.#tools.get("rebet"), !canBet || !bets.canRebet);
      for (const name of ["clear", "double"]) off(this.#tools.get(name), !canBet || !bets.total);
    }
    for (const [key, { wrap, button, does, choice: about }] of this.choices) {
      const [decision, choice] = key.split(" ");
      const isAsked = turn?.decision === decision && turn.choices.includes(choice);
      wrap.hidden = button.hidden = !isAsked;
      if (!isAsked) continue;
      const isOpen = may(choice);
      off(button, !isActive || !isOpen);
      text(does, isOpen || !isActive ? this.#does(about, box) : "you have too few chips in your rack");
    }
    for (const button of [...this.#money.querySelectorAll("button"), ...this.#sitting.querySelectorAll("button")]) off(button, !isActive);
    off(this.#leave, !isActive || !canLeave);
  }

  /** Puts another control before those of the rack. */
  add(node) {
    this.#money.firstChild.after(node);
  }

  /** What a choice does to the chips that lie on a box. */
  #does({ does, forfeits, places }, box) {
    const lost = forfeits.filter((wager) => box?.wagers[wager]).map((wager) => this.#title(wager));
    if (lost.length) return `gives up ${lost.length > 1 ? `${lost.slice(0, -1).join(", ")} and ` : ""}${lost.at(-1)}`;
    const stake = places.length === 1 ? box?.wagers.ante : 0;
    return stake ? `places ${show(stake)} on ${this.#title(places[0])}` : does;
  }

  #title(wager) {
    return this.#layout.wagers.find(({ name }) => name === wager)?.title ?? wager;
  }

  /** Shows how much of a time is left, between 0 and 1; null hides it. */
  time(left) {
    this.#time.hidden = left === null;
    this.#time.firstChild.style.setProperty("transform", `scaleX(${left ?? 0})`);
  }

  /** Takes a chip in hand. */
  hold(value) {
    this.chip = value;
    for (const button of this.#tray.children) button.setAttribute("aria-pressed", String(Number(button.value) === value));
  }

  refuse(problem) {
    text(this.problem, problem ? `${sentence(problem.reason)}${problem.clause ? ` (${problem.clause})` : ""}` : "");
  }

  #bets() {
    this.#tray = make("div", { class: "tray", role: "group", "aria-label": "Chip in hand" });
    CHIPS.forEach((value, place) => {
      const button = make("button", { class: "chip", type: "button", value, draggable: "true", "aria-label": `${show(value)} chip, key ${place + 1}` });
      button.innerHTML = chipFace(value);
      button.addEventListener("click", () => this.hold(value));
      button.addEventListener("dragstart", (event) => {
        this.hold(value);
        event.dataTransfer.setData("text/x-chip", String(value));
        event.dataTransfer.effectAllowed = "copy";
      });
      this.#tray.append(button);
    });
    const tools = TOOLS.map(([name, label, key]) => {
      const button = this.#button(label, key, () => this.#act[name]());
      this.#tools.set(name, button);
      return button;
    });
    const confirm = this.#button("Confirm", "↵", () => this.#act.confirm(), "button--main");
    return make("div", { class: "bar__bets" }, this.#tray, make("div", { class: "tools" }, ...tools, confirm));
  }

  #choices(layout) {
    return layout.decisions.flatMap(({ decision, choices }) => choices.map((one) => {
      const { choice, label, cite } = one;
      // Neither choice looks as if the house wanted it.
      const button = this.#button(label, keyOf(choice).toUpperCase(), () => this.#act.choose(choice), "button--large button--choice");
      const does = make("small", {}, one.does);
      button.append(does);
      button.title = cite;
      const wrap = make("div", { class: "choice", hidden: true }, button);
      this.choices.set(`${decision} ${choice}`, { wrap, button, does, choice: one });
      return wrap;
    }));
  }

  #chips() {
    this.#leave = this.#button("Stand up", "", () => this.#act.leave(), "button--small");
    this.#money = make("div", { class: "bar__money" },
      make("span", { class: "bar__rack" }, "Your rack ", this.#rack), this.#button("Buy chips", "", () => this.#act.buy(), "button--small"), this.#leave);
    return this.#money;
  }

  #button(label, key, click, more = "") {
    const button = make("button", { class: `button ${more}`, type: "button" }, make("span", {}, label, key ? make("kbd", { "aria-hidden": "true" }, key) : null));
    button.addEventListener("click", () => button.getAttribute("aria-disabled") !== "true" && click());
    return button;
  }
}

const off = (button, is) => button?.setAttribute("aria-disabled", String(is));
const sumOf = (amounts) => Object.values(amounts).reduce((total, amount) => total + amount, 0);
const sentence = (words) => `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? "" : "."}`;
