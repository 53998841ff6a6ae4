// The keys of the dealer's console. Space always takes the next step, unless a person is writing; Enter presses the
// button in focus. Letters and digits can be switched off, because they may disturb.

import { make } from "../lib/dom.js";
import { keepSetting, readSetting } from "../lib/storage.js";

const WRITING = "input:not([type=checkbox]), textarea, select, [contenteditable]";

/** @typedef {{ key: string, does: string, run: () => void }} KeyAction */

export class ConsoleKeys {
  #step;
  #actions;
  #cards;
  #isOn = readSetting("keys") !== "off";

  /**
   * `step()` takes the next step, `actions()` is what keys do now, `cards()` is the field for cards if cards are asked
   * for: what a scanner types reaches it wherever the focus is.
   *
   * @param {HTMLElement} section
   * @param {{ step: () => void, actions: () => KeyAction[], cards: () => HTMLInputElement | null }} about
   */
  constructor(section, { step, actions, cards }) {
    this.#step = step;
    this.#actions = actions;
    this.#cards = cards;
    section.replaceChildren(...this.#legend());
    addEventListener("keydown", (event) => this.#press(event));
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.repeat || event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]"))
      return;
    const target = event.target instanceof Element ? event.target : document.body;
    const field = target.closest(WRITING);
    const isEmpty = field instanceof HTMLInputElement && !field.value;
    if (event.key === " " && (!field || isEmpty)) {
      event.preventDefault();
      this.#step();
      return;
    }
    if (event.key === "Enter" && (target === document.body || target.matches("main"))) {
      event.preventDefault();
      this.#step();
      return;
    }
    if (event.key.length !== 1) return;
    const cards = this.#cards();
    if (cards && !field && /[\dtjqka]/i.test(event.key)) {
      cards.focus();
      return;
    }
    // A wager begins with a letter: in its empty field a digit still names a box.
    if (!this.#isOn || (field && !(isEmpty && field.id === "wagers-text" && /\d/.test(event.key)))) return;
    const found = this.#actions().find(({ key }) => key === event.key.toLowerCase());
    if (!found) return;
    event.preventDefault();
    found.run();
  }

  #legend() {
    const toggle = make("input", { type: "checkbox", id: "keys-on" });
    toggle.checked = this.#isOn;
    toggle.addEventListener("change", () => {
      this.#isOn = toggle.checked;
      keepSetting("keys", toggle.checked ? "on" : "off");
    });
    const rows = [
      ["Space", "Take the next step"],
      ["Enter", "Press the button in focus"],
      ["1 – 7", "Choose a box"],
      ["R", "The chosen box bets the same as last round"],
      ["A", "All boxes bet the same as last round"],
    ];
    const list = make(
      "dl",
      { class: "facts" },
      ...rows.map(([key, does]) => make("div", {}, make("dt", {}, make("kbd", {}, key)), make("dd", {}, does))),
    );
    return [
      make("h2", { id: "keys-title" }, "Keys"),
      list,
      make("p", { class: "small muted" }, "The buttons of a decision show their own keys."),
      make("label", { class: "row small", for: "keys-on" }, toggle, "Letters and digits are keys"),
    ];
  }
}
