// Cards as they come from keys or from a scanner that types: one after the other or all at once, in any case.

import { cardName } from "../lib/card-names.js";
import { small } from "../lib/text.js";

const CARD = /^[\s,;]*(10|[2-9TJQKA])([CDHS♣♦♥♠])[\s,;]*/i;
const BEGUN = /^[\s,;]*(?:10?|[2-9TJQKA])?$/i;
/** @type {Record<string, string>} */
const SUITS = { "♣": "c", "♦": "d", "♥": "h", "♠": "s" };

/** @typedef {{ rest: string, told: string, isBad: boolean }} Reading what stays in the field, and what is told */

/**
 * The card of a rank and a suit in any case.
 *
 * @param {readonly string[]} match
 * @returns {Wire.Card}
 */
const cardOf = ([, rank, suit]) => rank.toUpperCase().replace("10", "T") + (SUITS[suit] ?? suit.toLowerCase());

/**
 * The cards in a text, as the notation writes them: `qs 10H` is Qs and Th.
 *
 * @param {string} text
 */
export function parseCards(text) {
  const cards = [];
  let rest = text;
  for (let match = CARD.exec(rest); match; match = CARD.exec(rest)) {
    cards.push(cardOf(match));
    rest = rest.slice(match[0].length);
  }
  return cards;
}

/** The cards of one question: how many are asked for, and those read so far. */
export class CardEntry {
  /** @type {Wire.Card[]} */
  cards = [];
  wanted = 0;
  /** @type {readonly string[]} */
  places = [];
  #question = "";

  /**
   * Asks for `wanted` cards; `places` says where each goes. Returns whether this is a new question: cards that were
   * read for the same one stay.
   *
   * @param {number} wanted
   * @param {readonly string[]} [places]
   * @param {string} [about] what tells apart two questions for the same number of cards
   */
  ask(wanted, places = [], about = "") {
    const question = [about, wanted, ...places].join();
    if (question === this.#question) return false;
    this.#question = question;
    this.wanted = wanted;
    this.places = places;
    this.cards = [];
    return true;
  }

  get left() {
    return this.wanted - this.cards.length;
  }

  /** What the field asks for now. */
  get label() {
    if (!this.left) return this.wanted === 1 ? "The card is read" : `All ${this.wanted} cards are read`;
    const place = this.places[this.cards.length];
    return `Card ${this.cards.length + 1} of ${this.wanted}${place ? `, ${small(place)}` : ""}`;
  }

  /**
   * Takes the cards at the beginning of a text.
   *
   * @param {string} text
   * @returns {Reading}
   */
  read(text) {
    let rest = text;
    for (let match = CARD.exec(rest); match && this.left; match = CARD.exec(rest)) {
      const told = this.#take(cardOf(match));
      rest = rest.slice(match[0].length);
      if (told)
        return { rest: "", told: told + (rest.trim() ? " The cards after it were not taken." : ""), isBad: true };
    }
    if (this.left && !BEGUN.test(rest)) {
      const told = `“${rest.trim().slice(0, 8)}” is not a card: key the rank and the suit, as Qs or 10h.`;
      return { rest, told, isBad: true };
    }
    return { rest: rest.trimStart(), told: "", isBad: false };
  }

  /** Takes the last card back; the text says which. */
  takeBack() {
    const card = this.cards.pop();
    return card ? `The ${small(cardName(card))} is taken back.` : "No card has been read yet.";
  }

  /** Why the cards cannot be sent yet. */
  missing() {
    return this.left === 1 ? "One card is still to be read." : `${this.left} cards are still to be read.`;
  }

  /**
   * Takes a card; returns why not, or an empty text.
   *
   * @param {Wire.Card} card
   */
  #take(card) {
    const there = this.cards.indexOf(card);
    if (there >= 0) {
      return `The ${small(cardName(card))} was already read, as card ${there + 1}: look at both cards again.`;
    }
    this.cards.push(card);
    return "";
  }
}
