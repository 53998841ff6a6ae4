// Elements that pages of records and of the library are built from.

import { clausePath } from "./address.js";
import { make } from "./dom.js";

/** @import { Child } from "./dom.js" */

const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const BRIEF = new Intl.DateTimeFormat(undefined, {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});
const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });

/**
 * A moment in this device's zone; hovering shows it to the millisecond in UTC.
 *
 * @param {number} ms
 * @param {{ clock?: boolean, brief?: boolean }} [form]
 */
export function time(ms, { clock = false, brief = false } = {}) {
  const date = new Date(ms);
  const text = (clock ? CLOCK : brief ? BRIEF : DATE).format(date);
  return make("time", { datetime: date.toISOString(), title: date.toISOString() }, text);
}

/**
 * A clause as a link into its regulation.
 *
 * @param {string} clause
 */
export function cite(clause) {
  const href = clausePath(clause);
  if (!href) return make("span", { class: "cite" }, clause);
  return make("a", { class: "cite", href, title: `${clause} in the rulebook` }, clause.split(" ")[1]);
}

/**
 * A tag whose word, not only its colour, says what it means.
 *
 * @param {string} text
 * @param {string} [kind]
 */
export const tag = (text, kind = "") => make("span", { class: kind ? `tag tag--${kind}` : "tag" }, text);

/** @typedef {{ text: string, number?: boolean, wide?: boolean, heard?: boolean }} Column */
/** @typedef {Child | Child[]} Cell */

/**
 * A table in a region that scrolls by keyboard too. A column with `number` is aligned right, `wide` is left out on
 * narrow screens, and the heading of `heard` is for screen readers only. The first cell of a row is its heading. If
 * several tables have one caption, `of` tells them apart for screen readers.
 *
 * @param {string} caption
 * @param {(string | Column)[]} columns
 * @param {Cell[][]} rows
 * @param {{ hidden?: boolean, of?: string }} [options]
 */
export function grid(caption, columns, rows, { hidden = false, of = "" } = {}) {
  const given = columns.map((column) =>
    typeof column === "string" ? /** @type {Column} */ ({ text: column }) : column,
  );
  const kinds = given.map(({ number, wide }) => [number && "number", wide && "wide"].filter(Boolean).join(" ") || null);
  const head = given.map(({ text, heard }, place) => {
    const label = heard ? make("span", { class: "visually-hidden" }, text) : text;
    return make("th", { scope: "col", class: kinds[place] }, label);
  });
  const body = rows.map((cells) =>
    make(
      "tr",
      {},
      ...cells.map((cell, place) => {
        const inside = Array.isArray(cell) ? cell : [cell];
        return make(place ? "td" : "th", { class: kinds[place], scope: place ? null : "row" }, ...inside);
      }),
    ),
  );
  const table = make(
    "table",
    { class: "table" },
    make("caption", { class: hidden ? "visually-hidden" : null }, caption),
    make("thead", {}, make("tr", {}, ...head)),
    make("tbody", {}, ...body),
  );
  const label = of ? `${caption}, ${of}` : caption;
  return make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, table);
}

/** @typedef {[name: string, ...values: Child[]]} Fact */

/**
 * Names and values, one under the other; null leaves a pair out.
 *
 * @param {(Fact | null)[]} pairs
 */
export function facts(pairs) {
  const rows = pairs.flatMap((pair) => {
    if (!pair) return [];
    const [name, ...values] = pair;
    return [make("div", {}, make("dt", {}, name), make("dd", {}, ...values))];
  });
  return make("dl", { class: "facts" }, ...rows);
}

/**
 * A labelled control.
 *
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string} [hint]
 */
export function field(label, control, hint = "") {
  control.id ||= `f-${label.toLowerCase().replace(/[^a-z]+/g, "-")}`;
  const note = hint ? make("span", { class: "hint" }, hint) : null;
  return make("div", { class: "field" }, make("label", { for: control.id }, label), control, note);
}

/**
 * Fills a select element, and keeps the choice if it is still offered.
 *
 * @param {HTMLSelectElement} select
 * @param {(readonly [value: string, text: string])[]} options
 * @param {string} [chosen]
 */
export function fillSelect(select, options, chosen = select.value) {
  select.replaceChildren(...options.map(([value, text]) => make("option", { value }, text)));
  select.value = options.some(([value]) => value === chosen) ? chosen : (options[0]?.[0] ?? "");
}

/**
 * Offers a file to save.
 *
 * @param {string} name
 * @param {string | Blob} content
 * @param {string} [type]
 */
export function saveFile(name, content, type = "application/json") {
  const link = make("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * A function that runs once, when it has not been called for a while.
 *
 * @param {() => void} work
 * @param {number} pause
 */
export function debounce(work, pause) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  return () => {
    clearTimeout(waiting);
    waiting = setTimeout(work, pause);
  };
}
