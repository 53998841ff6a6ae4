// The keyboard at the table. It can do everything; single keys can be switched off, because they may disturb.

import { CHIPS } from "../lib/chip-values.js";
import { make } from "../lib/dom.js";
import { keepSetting, readSetting } from "../lib/storage.js";
import { choiceKeys } from "./choice-keys.js";

/** @import { Actions } from "./action-bar.js" */

export class Keyboard {
  #layout;
  #actions;
  #turn;
  #isOn = readSetting("keys") !== "off";
  #help;

  /**
   * `turn()` is the player's own decision now.
   *
   * @param {Wire.LayoutAnswer} layout
   * @param {Actions} actions
   * @param {() => Wire.TurnView | null} turn
   */
  constructor(layout, actions, turn) {
    this.#layout = layout;
    this.#actions = actions;
    this.#turn = turn;
    this.#help = this.#dialog(layout);
    document.body.append(this.#help);
    document.addEventListener("keydown", (event) => this.#press(event));
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const { key } = event;
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (target.closest("input, textarea, select, [contenteditable]")) return;
    if (target.closest(".area") && ["Enter", "Delete", "Backspace", "-"].includes(key)) {
      event.preventDefault();
      if (key === "Enter") this.#actions.confirm();
      else this.#actions.take();
    } else if (key === "Enter" && (target === document.body || target.matches("main"))) this.#actions.confirm();
    else if (key === "?") this.#help.showModal();
    else if (this.#isOn) {
      const found = this.#single(key.toLowerCase());
      if (!found) return;
      event.preventDefault();
      found();
    }
  }

  /**
   * What a single key does now.
   *
   * @param {string} key
   * @returns {(() => void) | undefined}
   */
  #single(key) {
    const turn = this.#turn();
    const about = this.#layout.decisions.find(({ decision }) => decision === turn?.decision);
    const keys = choiceKeys(about?.choices ?? []);
    const choice = turn?.choices.find((one) => keys.get(one) === key);
    if (choice) return () => this.#actions.choose(choice);
    const chip = CHIPS[Number(key) - 1];
    if (chip) return () => this.#actions.put(chip);
    const { undo, clear, rebet, double, speak, autoplay } = this.#actions;
    return { u: undo, c: clear, r: rebet, d: double, s: speak, a: autoplay }[key];
  }

  /** @param {Wire.LayoutAnswer} layout */
  #dialog(layout) {
    const choices = new Map(
      layout.decisions.flatMap(({ choices: those }) => {
        const keys = choiceKeys(those);
        return those.map(({ choice, label }) => [keys.get(choice) ?? "", label]);
      }),
    );
    const rows = [
      ["1 – 5", "Put a $1, $5, $25, $100 or $500 chip on the area in focus"],
      ["Arrows", "From one betting area to the next"],
      ["Space", "Put the chip in hand on the area"],
      ["Delete", "Take a chip off the area"],
      ["U", "Undo"],
      ["C", "Clear all bets"],
      ["R", "Repeat the last bet"],
      ["D", "Double all bets"],
      ["Enter", "Confirm: send the bets now"],
      ...[...choices].map(([key, label]) => [key.toUpperCase(), label]),
      ["S", "Say the state of the table"],
      ["?", "This list"],
    ];
    if (layout.practice) {
      rows.push(["A", "Autoplay: repeat the last bet and take the best choice"], ["Esc", "Stop autoplay"]);
    }
    const toggle = make("input", { type: "checkbox", id: "keys-on" });
    toggle.checked = this.#isOn;
    toggle.addEventListener("change", () => {
      this.#isOn = toggle.checked;
      keepSetting("keys", toggle.checked ? "on" : "off");
    });
    const list = make(
      "dl",
      { class: "keys" },
      ...rows.flatMap(([key, does]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, does)]),
    );
    const close = make(
      "button",
      { class: "button button--main", type: "button", autofocus: true, click: () => this.#help.close() },
      "Close",
    );
    return make(
      "dialog",
      { class: "dialog", "aria-labelledby": "keys-title" },
      make("h2", { id: "keys-title" }, "Keys"),
      list,
      make("label", { class: "row" }, toggle, "Single letters and digits are keys"),
      make("p", {}, close),
    );
  }
}
