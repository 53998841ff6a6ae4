// Sitting down: a name where nobody is signed in, chips where there are none, and a box.

import { post } from "./api.js";
import { parse, show } from "./money.js";
import { make, me } from "./page.js";

const BUY_IN = 100_000;

/** A name as one word of a command. */
export const quoted = (name) => (/[\s"\\]/.test(name) ? `"${name.replace(/["\\]/g, "\\$&")}"` : name);

/** Asks for what is missing, then `live` takes the box. */
export class SitDown {
  #live;
  #isPractice;
  #box = 0;
  #who = null;
  #name = make("input", { id: "sit-name", name: "name", autocomplete: "nickname", maxlength: "40", required: true });
  #chips = make("input", { id: "sit-chips", name: "chips", inputmode: "decimal", required: true });
  #nameField = make("div", { class: "field" }, make("label", { for: "sit-name" }, "Your name at the table"), this.#name);
  #chipsField = make("div", { class: "field" }, make("label", { for: "sit-chips" }, "Chips to buy"), this.#chips, make("span", { class: "hint" }, "Play money"));
  #problem = make("p", { class: "problem", role: "alert" });
  #wait = make("p", { class: "note", role: "status" });
  #title = make("h2", { id: "sit-title" });
  #go = make("button", { class: "button button--main button--large", type: "submit" }, "Sit down");

  /** `seated(box)` is called when the box is taken. */
  constructor(live, layout, seated) {
    this.#live = live;
    this.#isPractice = layout.practice;
    this.#chipsField.querySelector(".hint").hidden = !layout.practice;
    const cancel = make("button", { class: "button", type: "button", click: () => this.dialog.close() }, "Not now");
    const form = make("form", { method: "dialog", novalidate: true }, this.#title, this.#problem, this.#wait, this.#nameField, this.#chipsField, make("div", { class: "row" }, this.#go, cancel));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#sit(seated);
    });
    this.dialog = make("dialog", { class: "dialog", "aria-labelledby": "sit-title" }, form);
    document.body.append(this.dialog);
  }

  async open(box) {
    this.#box = box;
    this.#who = await me();
    // Guests play for practice alone.
    if (!this.#who && !this.#isPractice) return location.assign(`/sign-in?to=${encodeURIComponent(location.pathname)}`);
    const rack = this.#live.view?.rack ?? 0;
    this.#problem.textContent = "";
    this.#title.textContent = `Box ${box}`;
    this.#nameField.hidden = Boolean(this.#who);
    this.#chipsField.hidden = rack > 0;
    this.#name.value ||= `Guest ${100 + Math.floor(Math.random() * 900)}`;
    this.#chips.value ||= show(BUY_IN);
    this.#wait.textContent = "";
    this.dialog.showModal();
    (this.#who ? this.#go : this.#name).focus();
    if (!this.#who) this.#name.select();
  }

  async #sit(seated) {
    const cents = parse(this.#chips.value);
    if (!this.#who && !this.#name.value.trim()) return this.#refuse("Write the name that the table shall call you by.", this.#name);
    if (!this.#chipsField.hidden && !cents) return this.#refuse("Write an amount such as $500.", this.#chips);
    this.#go.disabled = true;
    this.#problem.textContent = "";
    try {
      if (!this.#who) {
        await post("/api/guest", { name: this.#name.value.trim() });
        this.#who = await me(true);
        await this.#connected();
      }
      const name = quoted(this.#who.name);
      if (!(this.#live.view?.rack > 0)) await this.#live.command(`player ${name} buys ${show(cents)}`);
      await this.#take(`player ${name} takes box ${this.#box}`);
      this.dialog.close();
      seated(this.#box);
    } catch (problem) {
      this.#refuse(`${problem.reason ?? problem.message}${problem.clause ? ` (${problem.clause})` : ""}`, this.#who ? this.#go : this.#name);
    } finally {
      this.#go.disabled = false;
      this.#wait.textContent = "";
    }
  }

  /** Takes the box; where no more bets was just called, when the round is over. */
  async #take(command) {
    await this.#between();
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

  /** Waits for the end of a round under way: boxes are taken before no more bets. */
  async #between() {
    while (!this.#isOpen) {
      this.#wait.textContent = "A round is under way. You sit down as soon as it is over.";
      await new Promise((resolve) => this.#live.addEventListener("change", resolve, { once: true }));
    }
  }

  #refuse(words, node) {
    this.#problem.textContent = words;
    node.focus();
  }

  /** Waits until the table speaks to whoever has just signed in. */
  #connected() {
    return new Promise((resolve) => {
      this.#live.addEventListener("change", resolve, { once: true });
      this.#live.reconnect();
    });
  }
}
