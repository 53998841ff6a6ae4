// Buying chips: an amount of the player's choice, by a button or written.

import { reasonAndClause } from "../lib/api.js";
import { make } from "../lib/dom.js";
import { parse, show } from "../lib/money.js";
import { addForm } from "./dialog-form.js";

const AMOUNTS = [10_000, 50_000, 100_000];
const MOST = 100_000_000;

export class BuyChips {
  #amount = make("input", {
    id: "buy-amount",
    name: "amount",
    inputmode: "decimal",
    autocomplete: "off",
    required: true,
    "aria-describedby": "buy-problem",
  });
  #problem = make("p", { class: "problem", role: "alert", id: "buy-problem" });
  #go = make("button", { class: "button button--main button--large", type: "submit" }, "Buy");
  #dialog = make("dialog", { class: "dialog", "aria-labelledby": "buy-title" });

  /**
   * `buy(cents)` may throw a Problem, which is shown in the dialog.
   *
   * @param {Wire.LayoutAnswer} layout
   * @param {(cents: number) => Promise<unknown>} buy
   */
  constructor(layout, buy) {
    const quick = AMOUNTS.map((cents) =>
      make("button", { class: "button", type: "button", click: () => this.#choose(cents) }, show(cents)),
    );
    const hint = layout.practice ? make("span", { class: "hint" }, "Play money") : null;
    const parts = [
      make("h2", { id: "buy-title" }, "Buy chips"),
      this.#problem,
      make("div", { class: "row quick", role: "group", "aria-label": "Amounts" }, ...quick),
      make("div", { class: "field" }, make("label", { for: "buy-amount" }, "Amount"), this.#amount, hint),
    ];
    addForm(this.#dialog, parts, this.#go, () => this.#buy(buy));
  }

  open() {
    this.#say("");
    this.#amount.value ||= show(AMOUNTS[1]);
    this.#dialog.showModal();
    this.#amount.focus();
    this.#amount.select();
  }

  /** @param {number} cents */
  #choose(cents) {
    this.#amount.value = show(cents);
    this.#say("");
    this.#amount.focus();
  }

  /** @param {(cents: number) => Promise<unknown>} buy */
  async #buy(buy) {
    const cents = parse(this.#amount.value);
    if (!cents || cents > MOST) return this.#say(`Write an amount such as $500, at most ${show(MOST)}.`);
    this.#go.disabled = true;
    try {
      await buy(cents);
      this.#dialog.close();
    } catch (problem) {
      this.#say(reasonAndClause(problem));
    } finally {
      this.#go.disabled = false;
    }
  }

  /** @param {string} text */
  #say(text) {
    this.#problem.textContent = text;
    this.#amount.setAttribute("aria-invalid", String(Boolean(text)));
    if (text) this.#amount.focus();
  }
}
