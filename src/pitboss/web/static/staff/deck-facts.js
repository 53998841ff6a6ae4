// What a dealer is told of the cards in advance: when the stub is counted, and by when a deck is changed.

import { make, syncChildren } from "../lib/dom.js";
import { capital } from "../lib/text.js";

/** The console asks for the change of a deck this number of minutes before it is due. */
const SOON = 30;

/**
 * How long a deck may still stay, and whether it should be changed now.
 *
 * @param {Wire.DeckAge} age
 * @param {number} now in milliseconds
 */
export function ageText({ deck, change_by: end }, now) {
  const minutes = Math.ceil((end - now) / 60_000);
  const name = capital(deck);
  if (minutes <= 0) return { text: `${name}: change it before the next round`, isSoon: true };
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const left = [hours ? `${hours} h` : "", rest || !hours ? `${rest} min` : ""].filter(Boolean).join(" ");
  if (minutes > SOON) return { text: `${name}: ${left} left`, isSoon: false };
  return { text: `${name}: ${left} left; change it between rounds`, isSoon: true };
}

/**
 * Brings the facts up to date.
 *
 * @param {HTMLElement} list
 * @param {Wire.TableView} view
 * @param {number} now in milliseconds, by the clock of the house
 */
export function showDeckFacts(list, { stub_count: count, deck_age: ages }, now) {
  const facts = (ages ?? []).map((age) => ({ ...ageText(age, now), cite: age.cite }));
  if (count) facts.unshift({ text: count.text, isSoon: count.rounds === 0, cite: count.cite });
  syncChildren(
    list,
    facts,
    ({ text, isSoon }) => `${isSoon} ${text}`,
    ({ text, isSoon, cite }) =>
      make(
        "li",
        {},
        make("span", { class: isSoon ? "tag tag--warn" : "tag" }, isSoon ? `! ${text}` : text),
        make("span", { class: "cite" }, ` ${cite}`),
      ),
  );
}
