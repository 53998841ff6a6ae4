// The field for real cards, as a dealer keys or scans them. Each card is checked at once, and they are sent as soon as
// as many are there as are asked for. Backspace in the empty field takes the last card back before that.

import { cardName } from "../lib/card-names.js";
import "../lib/cards.js";
import { make, setText, syncChildren } from "../lib/dom.js";
import { announce } from "../lib/page.js";
import { CardEntry } from "./card-entry.js";

/** A field for cards, the list of those read, and a button that takes the last one back, inside a form. */
export class CardReader {
  #entry = new CardEntry();
  #isSending = false;

  /**
   * `done(cards)` gets the cards and resolves with whether the house accepted them.
   *
   * @param {HTMLFormElement} form
   * @param {(cards: Wire.Card[]) => Promise<boolean>} done
   */
  constructor(form, done) {
    this.form = form;
    this.done = done;
    this.field = make("input", {
      id: "cards",
      name: "cards",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      placeholder: "Qs",
      "aria-describedby": "reads-told reads-keys",
      maxlength: 400,
    });
    this.label = make("label", { for: "cards", id: "reads-label" });
    this.told = make("p", { id: "reads-told", role: "status" });
    this.list = make("ol", { class: "plain reads__cards", id: "reads-cards", "aria-label": "Cards read" });
    this.undo = make(
      "button",
      { class: "button", type: "button", id: "reads-undo", click: () => this.takeBack() },
      "Take back",
    );
    const keys = make("p", { class: "small", id: "reads-keys" }, "Key or scan rank and suit, as ");
    keys.append(make("kbd", {}, "Qs"), " or ", make("kbd", {}, "10h"), ". The last card sends them. ");
    keys.append(make("kbd", {}, "Backspace"), " takes a card back.");
    form.replaceChildren(
      this.label,
      make("div", { class: "row reads__row" }, this.field, this.undo, this.list),
      this.told,
      keys,
    );
    this.field.addEventListener("input", () => this.#read());
    this.field.addEventListener("keydown", (event) => {
      if (event.key !== "Backspace" || this.field.value || !this.#entry.cards.length) return;
      event.preventDefault();
      this.takeBack();
    });
    // A scanner may end each card with Enter.
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#enter();
    });
  }

  /**
   * Asks for `wanted` cards; `places` says where each goes. Cards that were read for the same question stay.
   *
   * @param {number} wanted
   * @param {string[]} [places]
   * @param {string} [about]
   */
  ask(wanted, places = [], about = "") {
    this.form.hidden = !wanted;
    if (!this.#entry.ask(wanted, places, about)) return;
    // What was typed while the last cards were on their way is for this question.
    if (!wanted || !this.#isSending) this.field.value = "";
    this.#say("");
    this.#show();
    if (this.field.value) this.#read();
  }

  takeBack() {
    this.field.value = "";
    this.#say(this.#entry.takeBack());
    this.#show();
    this.field.focus();
  }

  #read() {
    if (!this.#entry.left) return;
    const before = this.#entry.cards.length;
    const { rest, told, isBad } = this.#entry.read(this.field.value);
    this.field.value = rest;
    if (isBad || !rest) this.#say(told, isBad);
    if (isBad && rest) this.field.select();
    this.#show();
    const names = this.#entry.cards.slice(before).map((card) => cardName(card));
    if (names.length) announce(names.join(", "));
    if (names.length && !this.#entry.left) this.#send();
  }

  #enter() {
    if (this.#isSending) return;
    if (!this.#entry.left) this.#send();
    else if (this.field.value.trim()) {
      this.#say(`“${this.field.value.trim()}” is not a whole card yet: key rank and suit.`, true);
    } else if (!this.#entry.cards.length) this.#say(this.#entry.missing(), true);
  }

  async #send() {
    const cards = [...this.#entry.cards];
    this.#isSending = true;
    this.undo.setAttribute("aria-disabled", "true");
    const isAccepted = await this.done(cards);
    this.#isSending = false;
    if (!isAccepted) this.#say("The house did not take these cards: take back the wrong one.", true);
    this.#show();
  }

  /**
   * @param {string} text
   * @param {boolean} [bad]
   */
  #say(text, bad = false) {
    setText(this.told, text);
    this.told.classList.toggle("is-bad", bad);
    this.field.setAttribute("aria-invalid", String(bad));
  }

  #show() {
    const { cards, label } = this.#entry;
    setText(this.label, label);
    this.undo.setAttribute("aria-disabled", String(!cards.length));
    syncChildren(
      this.list,
      cards,
      (card, index) => `${index} ${card}`,
      (card) => make("li", {}, make("playing-card", { card })),
    );
  }
}
