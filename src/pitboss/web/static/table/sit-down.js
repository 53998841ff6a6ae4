// Sitting down: asks for a name if nobody is signed in, and for chips if there are none, then takes the box.

import { signInPath } from "../lib/address.js";
import { post, reasonAndClause } from "../lib/api.js";
import { make } from "../lib/dom.js";
import { parse, show } from "../lib/money.js";
import { me } from "../lib/page.js";
import { quoted } from "../lib/text.js";
import { addForm } from "./dialog-form.js";

/** @import { LiveTable } from "../lib/live.js" */

const BUY_IN = 100_000;

export class SitDown {
  #live;
  #isPractice;
  #box = 0;
  /** @type {Wire.PersonShown | null} */
  #who = null;
  #name = make("input", { id: "sit-name", name: "name", autocomplete: "nickname", maxlength: "40", required: true });
  #chips = make("input", { id: "sit-chips", name: "chips", inputmode: "decimal", required: true });
  #nameField = make(
    "div",
    { class: "field" },
    make("label", { for: "sit-name" }, "Your name at the table"),
    this.#name,
  );
  #playMoney = make("span", { class: "hint" }, "Play money");
  #chipsField = make(
    "div",
    { class: "field" },
    make("label", { for: "sit-chips" }, "Chips to buy"),
    this.#chips,
    this.#playMoney,
  );
  #problem = make("p", { class: "problem", role: "alert" });
  #wait = make("p", { class: "note", role: "status" });
  #title = make("h2", { id: "sit-title" });
  #go = make("button", { class: "button button--main button--large", type: "submit" }, "Sit down");
  #dialog = make("dialog", { class: "dialog", "aria-labelledby": "sit-title" });

  /**
   * `seated(box)` is called when the box is taken.
   *
   * @param {LiveTable} live
   * @param {Wire.LayoutAnswer} layout
   * @param {(box: number) => void} seated
   */
  constructor(live, layout, seated) {
    this.#live = live;
    this.#isPractice = layout.practice;
    this.#playMoney.hidden = !layout.practice;
    const parts = [this.#title, this.#problem, this.#wait, this.#nameField, this.#chipsField];
    addForm(this.#dialog, parts, this.#go, () => this.#sit(seated));
  }

  /** @param {number} box */
  async open(box) {
    this.#box = box;
    this.#who = await me();
    // Guests play only at a practice house.
    if (!this.#who && !this.#isPractice) return location.assign(signInPath());
    this.#problem.textContent = "";
    this.#title.textContent = `Box ${box}`;
    this.#nameField.hidden = Boolean(this.#who);
    // Chips with a value are sold by the dealer or the floor, who take the money for them.
    this.#chipsField.hidden = this.#rack > 0 || !this.#isPractice;
    this.#name.value ||= `Guest ${100 + Math.floor(Math.random() * 900)}`;
    this.#chips.value ||= show(BUY_IN);
    this.#wait.textContent = this.#isPractice || this.#rack > 0 ? "" : "The dealer or the floor sells you chips.";
    this.#dialog.showModal();
    (this.#who ? this.#go : this.#name).focus();
    if (!this.#who) this.#name.select();
  }

  get #rack() {
    return this.#live.view?.rack ?? 0;
  }

  /** @param {(box: number) => void} seated */
  async #sit(seated) {
    const guest = this.#name.value.trim();
    const cents = this.#chipsField.hidden ? 0 : parse(this.#chips.value);
    if (!this.#who && !guest) return this.#refuse("Write a name for the table.", this.#name);
    if (!this.#chipsField.hidden && !cents) return this.#refuse("Write an amount such as $500.", this.#chips);
    this.#go.disabled = true;
    this.#problem.textContent = "";
    try {
      const name = quoted(this.#who?.name ?? (await this.#signInAsGuest(guest)));
      if (!this.#chipsField.hidden) await this.#live.command(`player ${name} buys ${show(cents ?? 0)}`);
      await this.#take(`player ${name} takes box ${this.#box}`);
      this.#dialog.close();
      seated(this.#box);
    } catch (problem) {
      this.#refuse(reasonAndClause(problem), this.#who ? this.#go : this.#name);
    } finally {
      this.#go.disabled = false;
      this.#wait.textContent = "";
    }
  }

  /** @param {string} name */
  async #signInAsGuest(name) {
    const guest = await post("/api/guest", { name });
    this.#who = await me(true);
    const connected = this.#live.nextChange();
    this.#live.reconnect();
    await connected;
    return guest.name;
  }

  /**
   * Takes the box now, or after the current round.
   *
   * @param {string} command
   */
  async #take(command) {
    await this.#untilOpen();
    try {
      await this.#live.command(command);
    } catch (problem) {
      if (this.#isOpen) throw problem;
      await this.#take(command);
    }
  }

  get #isOpen() {
    return ["betting", null].includes(this.#live.view?.phase ?? null);
  }

  /** Waits for the end of the round: boxes can be taken only before "no more bets". */
  async #untilOpen() {
    while (!this.#isOpen) {
      this.#wait.textContent = "A round is in progress. You sit down as soon as it is over.";
      await this.#live.nextChange();
    }
  }

  /**
   * @param {string} text
   * @param {HTMLElement} node
   */
  #refuse(text, node) {
    this.#problem.textContent = text;
    node.focus();
  }
}
