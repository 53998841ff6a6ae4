// Progressive meters as a list.

import { make, setText, syncChildren } from "./dom.js";
import { show } from "./money.js";

/**
 * Brings a list of progressive meters up to date; an empty list is hidden.
 *
 * @param {HTMLElement} list
 * @param {Record<string, number>} meters
 * @param {(name: string) => string} label
 */
export function showMeters(list, meters, label) {
  const rows = Object.entries(meters);
  list.hidden = !rows.length;
  syncChildren(
    list,
    rows,
    ([name]) => name,
    ([name]) => {
      const text = make("span", { class: "meters__name" }, label(name));
      return make("li", {}, text, make("span", { class: "meters__value number" }));
    },
    (row, [, cents]) => {
      const value = row.lastElementChild;
      if (value) setText(value, show(cents));
    },
  );
}
