// The keyboard at the table. Everything can be played with it; single keys can be switched off (they may disturb).

import { CHIPS } from "./chips.js";
import { keyOf } from "./felt-bar.js";
import { make } from "./page.js";

const OFF = "pitboss.keys";

/** `act` has `put(chip)`, `take`, `undo`, `clear`, `rebet`, `double`, `confirm`, `choose(choice)`, `speak`, and at a practice house `autoplay`; `turn()` is the own decision. */
export class Keys {
  #act;
  #turn;
  #isOn = read();

  constructor(layout, act, turn) {
    this.#act = act;
    this.#turn = turn;
    this.help = this.#dialog(layout);
    document.body.append(this.help);
    document.addEventListener("keydown", (event) => this.#press(event));
  }

  #press(event) {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (target instanceof Element && target.closest("input, textarea, select, [contenteditable]")) return;
    const isArea = target instanceof Element && target.closest(".area");
    if (isArea && (key === "Enter" || key === "Delete" || key === "Backspace" || key === "-")) {
      event.preventDefault();
      return key === "Enter" ? this.#act.confirm() : this.#act.take();
    }
    if (key === "Enter" && (target === document.body || target.matches?.("main"))) return this.#act.confirm();
    if (key === "?") return this.help.showModal();
    if (!this.#isOn) return;
    const found = this.#single(key.toLowerCase());
    if (!found) return;
    event.preventDefault();
    found();
  }

  #single(key) {
    const choice = this.#turn()?.choices.find((one) => keyOf(one) === key);
    if (choice) return () => this.#act.choose(choice);
    const chip = CHIPS[Number(key) - 1];
    if (chip) return () => this.#act.put(chip);
    return { u: this.#act.undo, c: this.#act.clear, r: this.#act.rebet, d: this.#act.double, s: this.#act.speak, a: this.#act.autoplay }[key];
  }

  #dialog(layout) {
    const choices = new Map(layout.decisions.flatMap(({ choices }) => choices.map(({ choice, label }) => [keyOf(choice), label])));
    const rows = [
      ["1 – 5", "Put a $1, $5, $25, $100 or $500 chip on the area in focus"], ["Arrows", "From one betting area to the next"], ["Space", "Put the chip in hand on the area"],
      ["Delete", "Take a chip off the area"], ["U", "Undo"], ["C", "Clear all bets"], ["R", "Repeat the last bet"], ["D", "Double all bets"], ["Enter", "Confirm: send the bets now"],
      ...[...choices].map(([key, label]) => [key.toUpperCase(), label]), ["S", "Say how things stand"], ["?", "This list"],
      ...(layout.practice ? [["A", "Autoplay: bet as last and take the best choice"], ["Esc", "Stop autoplay"]] : []),
    ];
    const toggle = make("input", { type: "checkbox", id: "keys-on" });
    toggle.checked = this.#isOn;
    toggle.addEventListener("change", () => {
      this.#isOn = toggle.checked;
      keep(toggle.checked);
    });
    const list = make("dl", { class: "keys" }, ...rows.flatMap(([key, does]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, does)]));
    const close = make("button", { class: "button button--main", type: "button", autofocus: true, click: () => this.help.close() }, "Close");
    return make("dialog", { class: "dialog", "aria-labelledby": "keys-title" }, make("h2", { id: "keys-title" }, "Keys"), list,
      make("label", { class: "row" }, toggle, "Single letters and digits are keys"), make("p", {}, close));
  }
}

function read() {
  try {
    return localStorage.getItem(OFF) !== "off";
  } catch {
    return true;
  }
}

function keep(isOn) {
  try {
    localStorage.setItem(OFF, isOn ? "on" : "off");
  } catch {
    /* A private window forgets. */
  }
}
