// Real cards, one after the other as a dealer keys or scans them: each is looked at as it comes, and nothing is sent
// before it is confirmed. Backspace in the empty field takes the last card back, Enter confirms.

import { spoken } from "./cards.js";
import { keyed, say } from "./desk.js";
import { announce, make } from "./page.js";

const CARD = /^[\s,;]*(10|[2-9TJQKA])([CDHS])[\s,;]*/i;
const BEGUN = /^[\s,;]*(?:10?|[2-9TJQKA])?$/i;

/** The field, the list and the buttons inside a form; `done(cards)` gets what was confirmed and says whether it went well. */
export class CardReader {
  cards = [];
  #wanted = 0;
  #places = [];

  constructor(form, done) {
    this.form = form;
    this.done = done;
    this.field = make("input", {
      id: "cards", name: "cards", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: "Qs",
      "aria-describedby": "reads-told reads-keys", maxlength: 400,
    });
    this.label = make("label", { for: "cards", id: "reads-label" });
    this.told = make("p", { id: "reads-told", role: "status" });
    this.list = make("ol", { class: "plain reads__cards", id: "reads-cards", "aria-label": "Cards read" });
    this.undo = make("button", { class: "button", type: "button", id: "reads-undo", click: () => this.takeBack() }, "Undo");
    this.confirm = make("button", { class: "button button--main", id: "read" }, "Confirm");
    form.replaceChildren(this.label,
      make("div", { class: "row reads__row" }, this.field, this.undo, this.confirm), this.told, this.list,
      make("p", { class: "small", id: "reads-keys" }, "Rank and suit, as ", make("kbd", {}, "Qs"), " or ", make("kbd", {}, "10h"), ". ",
        make("kbd", {}, "Backspace"), " takes the last card back, ", make("kbd", {}, "Enter"), " confirms."));
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

  /** Asks for so many cards; `places` says where each goes. Cards that were read for the same question stay. */
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
    this.#say(card ? `The ${spoken(card).toLowerCase()} is taken back.` : "No card has been read yet.");
    this.#show();
    this.field.focus();
  }

  #read() {
    let text = this.field.value, wrong = "";
    for (let match = CARD.exec(text); match && !wrong; match = CARD.exec(text)) {
      text = text.slice(match[0].length);
      wrong = this.#take(match[1].toUpperCase().replace("10", "T") + match[2].toLowerCase());
    }
    if (wrong && text.trim()) wrong += " What came after it was not taken.";
    if (!wrong && !BEGUN.test(text)) {
      this.#say(`“${text.trim().slice(0, 8)}” is no card: key the rank and the suit, as Qs or 10h.`, true);
      this.#show();
      this.field.select();
      return;
    }
    this.field.value = wrong ? "" : text;
    if (wrong) this.#say(wrong, true);
    else if (!text.trim()) this.#say("");
    this.#show();
  }

  /** Takes a card; a sentence where it cannot be. */
  #take(card) {
    const name = spoken(card);
    const there = this.cards.indexOf(card);
    if (there >= 0) return `The ${name.toLowerCase()} was read already, as card ${there + 1}: look at both cards again.`;
    if (this.cards.length >= this.#wanted) return `The ${name.toLowerCase()} is one too many: ${this.#wanted} cards are read, confirm them or take one back.`;
    this.cards.push(card);
    announce(`${name}${this.#place(this.cards.length - 1)}`);
    return "";
  }

  #place(index) {
    return this.#places[index] ? `, ${this.#places[index]}` : "";
  }

  #say(text, bad = false) {
    say(this.told, text);
    this.told.classList.toggle("is-bad", bad);
    this.field.setAttribute("aria-invalid", String(bad));
  }

  #show() {
    const left = this.#wanted - this.cards.length;
    const next = this.#place(this.cards.length).slice(2);
    say(this.label, left ? `Card ${this.cards.length + 1} of ${this.#wanted}${next ? `, for ${next.replace(/^[A-Z]/, (letter) => letter.toLowerCase())}` : ""}` : `All ${this.#wanted} cards are read`);
    this.confirm.setAttribute("aria-disabled", String(left !== 0));
    this.undo.setAttribute("aria-disabled", String(!this.cards.length));
    keyed(this.list, this.cards, (card, index) => `${index} ${card}`,
      (card) => make("li", {}, make("playing-card", { card }), make("span", { class: "small" }, this.#place(this.cards.indexOf(card)).slice(2))));
  }

  async #confirm() {
    const left = this.#wanted - this.cards.length;
    if (this.field.value.trim()) return this.#say(`“${this.field.value.trim()}” is no whole card yet: key rank and suit.`, true);
    if (left) return this.#say(`${left === 1 ? "One card is" : `${left} cards are`} still to be read.`, true);
    if (await this.done([...this.cards])) {
      this.cards = [];
      this.#say("");
      this.#show();
    }
  }
}
