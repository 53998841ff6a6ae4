// Real cards, one after the other as a dealer keys or scans them. Each is checked at once; nothing is sent until the
// dealer confirms. Backspace in the empty field takes the last card back, Enter confirms.

import { cardName } from "../lib/card-names.js";
import "../lib/cards.js";
import { make, setText, syncChildren } from "../lib/dom.js";
import { announce } from "../lib/page.js";
import { small } from "../lib/text.js";

const CARD = /^[\s,;]*(10|[2-9TJQKA])([CDHS])[\s,;]*/i;
const BEGUN = /^[\s,;]*(?:10?|[2-9TJQKA])?$/i;

/** A field for cards, the list of those read, and the buttons, inside a form. */
export class CardReader {
  /** @type {Wire.Card[]} */
  cards = [];
  #wanted = 0;
  /** @type {string[]} */
  #places = [];

  /**
   * `done(cards)` gets what was confirmed and resolves with whether the house accepted it.
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
      "Undo",
    );
    this.confirm = make("button", { class: "button button--main", id: "read" }, "Confirm");
    form.replaceChildren(
      this.label,
      make("div", { class: "row reads__row" }, this.field, this.undo, this.confirm),
      this.told,
      this.list,
      make(
        "p",
        { class: "small", id: "reads-keys" },
        "Rank and suit, as ",
        make("kbd", {}, "Qs"),
        " or ",
        make("kbd", {}, "10h"),
        ". ",
        make("kbd", {}, "Backspace"),
        " takes the last card back, ",
        make("kbd", {}, "Enter"),
        " confirms.",
      ),
    );
    this.field.addEventListener("input", () => this.#read());
    this.field.addEventListener("keydown", (event) => {
      if (event.key !== "Backspace" || this.field.value || !this.cards.length) return;
      event.preventDefault();
      this.takeBack();
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#confirm();
    });
  }

  /**
   * Asks for `wanted` cards; `places` says where each goes. Cards that were read for the same question stay.
   *
   * @param {number} wanted
   * @param {string[]} [places]
   */
  ask(wanted, places = []) {
    const same = wanted === this.#wanted && places.join() === this.#places.join();
    this.#wanted = wanted;
    this.#places = places;
    this.form.hidden = !wanted;
    if (same) return;
    this.cards = [];
    this.field.value = "";
    this.#say("");
    this.#show();
  }

  takeBack() {
    const card = this.cards.pop();
    this.field.value = "";
    this.#say(card ? `The ${cardName(card).toLowerCase()} is taken back.` : "No card has been read yet.");
    this.#show();
    this.field.focus();
  }

  #read() {
    let text = this.field.value;
    let wrong = "";
    for (let match = CARD.exec(text); match && !wrong; match = CARD.exec(text)) {
      text = text.slice(match[0].length);
      wrong = this.#take(match[1].toUpperCase().replace("10", "T") + match[2].toLowerCase());
    }
    if (wrong && text.trim()) wrong += " The cards after it were not taken.";
    if (!wrong && !BEGUN.test(text)) {
      this.#say(`“${text.trim().slice(0, 8)}” is not a card: key the rank and the suit, as Qs or 10h.`, true);
      this.#show();
      this.field.select();
      return;
    }
    this.field.value = wrong ? "" : text;
    if (wrong) this.#say(wrong, true);
    else if (!text.trim()) this.#say("");
    this.#show();
  }

  /**
   * Takes a card; returns why not, or an empty text.
   *
   * @param {Wire.Card} card
   */
  #take(card) {
    const name = cardName(card);
    const there = this.cards.indexOf(card);
    if (there >= 0)
      return `The ${name.toLowerCase()} was already read, as card ${there + 1}: look at both cards again.`;
    if (this.cards.length >= this.#wanted)
      return `The ${name.toLowerCase()} is one too many: ${this.#wanted} cards are read, confirm them or take one back.`;
    this.cards.push(card);
    announce(`${name}${this.#place(this.cards.length - 1)}`);
    return "";
  }

  /** @param {number} index */
  #place(index) {
    return this.#places[index] ? `, ${this.#places[index]}` : "";
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
    const left = this.#wanted - this.cards.length;
    const next = this.#place(this.cards.length).slice(2);
    setText(
      this.label,
      left
        ? `Card ${this.cards.length + 1} of ${this.#wanted}${next ? `, for ${small(next)}` : ""}`
        : `All ${this.#wanted} cards are read`,
    );
    this.confirm.setAttribute("aria-disabled", String(left !== 0));
    this.undo.setAttribute("aria-disabled", String(!this.cards.length));
    syncChildren(
      this.list,
      this.cards,
      (card, index) => `${index} ${card}`,
      (card) =>
        make(
          "li",
          {},
          make("playing-card", { card }),
          make("span", { class: "small" }, this.#place(this.cards.indexOf(card)).slice(2)),
        ),
    );
  }

  async #confirm() {
    const left = this.#wanted - this.cards.length;
    if (this.field.value.trim())
      return this.#say(`“${this.field.value.trim()}” is not a whole card yet: key rank and suit.`, true);
    if (left) return this.#say(`${left === 1 ? "One card is" : `${left} cards are`} still to be read.`, true);
    if (await this.done([...this.cards])) {
      this.cards = [];
      this.#say("");
      this.#show();
    }
  }
}
