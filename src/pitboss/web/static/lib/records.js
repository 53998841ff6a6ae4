// What the pages of the records and the library share: texts of times, shares and clauses, tables, problems.

import { show } from "./money.js";
import { announce, make } from "./page.js";

const SMALL = new Set(["a", "of", "or", "in", "and", "to"]);
const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const BRIEF = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });

/** `three_of_a_kind` as `Three of a kind`. */
export function words(word) {
  const text = String(word ?? "").replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `three_card_bonus` as `Three Card Bonus`, the name of a wager. */
export const title = (word) => String(word).split("_")
  .map((part, place) => (place && SMALL.has(part) ? part : part.charAt(0).toUpperCase() + part.slice(1))).join(" ");

/** A moment, in this device's zone; hovering shows it to the millisecond in UTC. */
export function when(ms, { clock = false, brief = false } = {}) {
  const date = new Date(ms);
  return make("time", { datetime: date.toISOString(), title: date.toISOString() }, (clock ? CLOCK : brief ? BRIEF : DATE).format(date));
}

/** A share as a percentage; a dash where it is not known. */
export const percent = (share, places = 2) => (share === null || share === undefined ? "–" : `${(100 * share).toFixed(places)} %`.replace("-", "−"));

/** Money with its sign, as what somebody won or lost. */
export const signed = (cents) => (cents > 0 ? `+${show(cents)}` : show(cents).replace("-", "−"));

/** A whole number with separators. */
export const count = (number) => Number(number).toLocaleString("en-US");

/** A clause as a link into its regulation. */
export function cite(clause) {
  const [regulation, address] = String(clause ?? "").split(" ");
  if (!address) return make("span", { class: "cite" }, clause ?? "");
  return make("a", { class: "cite", href: `/rules/${regulation}#${encodeURIComponent(address)}`, title: `${clause} in the rulebook` }, address);
}

/** A tag whose word, not only its colour, says what it means. */
export const tag = (text, kind = "") => make("span", { class: kind ? `tag tag--${kind}` : "tag" }, text);

/**
 * A table in a region that scrolls by keyboard too. A column is a text, or {text, number, wide, heard}: `number` stands
 * at the end, `wide` is left out on narrow screens, the heading of `heard` is not seen. The first cell of a row is its
 * heading. Where several tables have one caption, `of` tells them apart for those who hear the page.
 */
export function grid(caption, columns, rows, { hidden = false, of = "" } = {}) {
  const given = columns.map((column) => (typeof column === "string" ? { text: column } : column));
  const kinds = given.map(({ number, wide }) => [number && "number", wide && "wide"].filter(Boolean).join(" ") || null);
  const head = make("tr", {}, ...given.map(({ text, heard }, place) =>
    make("th", { scope: "col", class: kinds[place] }, heard ? make("span", { class: "visually-hidden" }, text) : text)));
  const body = rows.map((cells) => make("tr", {}, ...cells.map((cell, place) =>
    make(place ? "td" : "th", { class: kinds[place], scope: place ? null : "row" }, ...(Array.isArray(cell) ? cell : [cell])))));
  const table = make("table", { class: "table" },
    make("caption", { class: hidden ? "visually-hidden" : null }, caption), make("thead", {}, head), make("tbody", {}, ...body));
  return make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": of ? `${caption}, ${of}` : caption }, table);
}

/** `1 box`, `2 boxes`. */
export const boxesText = (number) => `${number} ${number === 1 ? "box" : "boxes"}`;

/** Names and values, one under the other. */
export function facts(pairs) {
  return make("dl", { class: "facts" }, ...pairs.filter(Boolean).map(([name, ...values]) =>
    make("div", {}, make("dt", {}, name), make("dd", {}, ...values))));
}

/** A labelled control. */
export function field(label, control, hint = "") {
  control.id ||= `f-${label.toLowerCase().replace(/[^a-z]+/g, "-")}`;
  return make("div", { class: "field" }, make("label", { for: control.id }, label), control, hint ? make("span", { class: "hint" }, hint) : null);
}

/** Fills a choice, and keeps what was chosen where it is still there. */
export function fill(select, options, chosen = select.value) {
  select.replaceChildren(...options.map(([value, text]) => make("option", { value }, text)));
  select.value = options.some(([value]) => value === chosen) ? chosen : options[0]?.[0] ?? "";
}

/** Shows why something cannot be shown; to whoever is not signed in, where to do that. */
export function complain(node, error) {
  const reason = error.reason ?? String(error);
  const text = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
  const here = location.pathname + location.search + location.hash;
  const door = error.status === 401 ? make("a", { href: `/sign-in?to=${encodeURIComponent(here)}` }, "Sign in") : "";
  node.replaceChildren(text, " ", door);
  node.hidden = false;
  announce(text);
  if (!("reason" in error)) throw error;
}

/** Runs something that asks the house: a problem stands in `node`, `busy` says meanwhile that it is under way. */
export async function asking(node, busy, work) {
  busy?.setAttribute("aria-busy", "true");
  try {
    const found = await work();
    node.replaceChildren();
    return found;
  } catch (error) {
    complain(node, error);
    return null;
  } finally {
    busy?.removeAttribute("aria-busy");
  }
}

/** The question part of an address, without what is empty. */
export function question(pairs) {
  const query = new URLSearchParams(Object.entries(pairs).filter(([, value]) => value !== "" && value !== null && value !== undefined && value !== false));
  return query.size ? `?${query}` : "";
}

/** Lets a text be saved as a file. */
export function save(name, text, type = "application/json") {
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Calls something when nothing has happened for a while. */
export function later(work, pause) {
  let waiting = 0;
  return (...given) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => work(...given), pause);
  };
}
