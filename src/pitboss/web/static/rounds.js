// Rounds, found by table, time, player, amount or irregularity. Every view has an address.

import { queryString, roundPath } from "./lib/address.js";
import { get } from "./lib/api.js";
import { byId, make } from "./lib/dom.js";
import { grid, tag, time } from "./lib/elements.js";
import { parse, show, total as sum } from "./lib/money.js";
import { announce, me } from "./lib/page.js";
import { attempt } from "./lib/problems.js";
import { plural, signed, words } from "./lib/text.js";

const form = byId("filters", HTMLFormElement);
const PAGE = 50;
/** @typedef {"table" | "from" | "to" | "player" | "amount"} TextFilter */
/** @typedef {"jackpots" | "irregular" | "void"} MarkFilter */
/** @typedef {Partial<Record<TextFilter | MarkFilter | "before", string | number | boolean>>} Filters */
/** @type {TextFilter[]} */
const TEXTS = ["table", "from", "to", "player", "amount"];
/** @type {MarkFilter[]} */
const MARKS = ["jackpots", "irregular", "void"];

/** @param {TextFilter} name */
const textField = (name) => (name === "table" ? byId(name, HTMLSelectElement) : byId(name, HTMLInputElement));

/** @param {MarkFilter} name */
const markField = (name) => byId(name, HTMLInputElement);

/**
 * The filters as the address has them.
 *
 * @returns {Partial<Record<TextFilter | MarkFilter | "before", string>>}
 */
const filtersOfAddress = () => Object.fromEntries(new URLSearchParams(location.search));

function fillForm() {
  const asked = filtersOfAddress();
  for (const name of TEXTS) textField(name).value = asked[name] ?? "";
  for (const name of MARKS) markField(name).checked = asked[name] === "true";
}

/** The filters as they stand in the form. */
function filtersOfForm() {
  /** @type {Filters} */
  const filters = {};
  for (const name of TEXTS) filters[name] = textField(name).value.trim();
  for (const name of MARKS) filters[name] = markField(name).checked;
  return filters;
}

/** @param {Filters} filters */
function go(filters) {
  history.pushState(null, "", `/rounds${queryString(filters)}`);
  return load();
}

/** @param {string | undefined} text */
const moment = (text) => (text ? new Date(text).getTime() : null);

async function load() {
  const { table, from, to, player, amount, jackpots, irregular, void: isVoid, before } = filtersOfAddress();
  const cents = amount ? parse(amount) : 0;
  if (cents === null) {
    byId("amount").setAttribute("aria-invalid", "true");
    byId("problem").textContent = "Write an amount like $100 or $12.50.";
    return;
  }
  byId("amount").removeAttribute("aria-invalid");
  const asked = {
    table,
    player,
    jackpots,
    void: isVoid,
    before,
    from: moment(from),
    to: moment(to),
    amount: cents || null,
    limit: PAGE,
    // An empty name asks for any irregularity.
    irregularity: irregular ? [""] : null,
  };
  const found = await attempt(byId("problem"), byId("list"), () => get("/api/rounds", asked));
  if (found) present(found, before);
}

/**
 * @param {Wire.RoundsAnswer} page
 * @param {string | undefined} before
 */
function present({ rounds, next, total }, before) {
  const told = plural(total ?? rounds.length, "round");
  const part = total !== null && rounds.length < total ? `, ${rounds.length} shown` : "";
  byId("found").textContent = rounds.length ? told + part : "No rounds";
  const columns = [
    "Round",
    { text: "Regulation", wide: true },
    "Began",
    { text: "Lasted", number: true, wide: true },
    { text: "Players", wide: true },
    { text: "Staked", number: true, wide: true },
    { text: "Paid back", number: true, wide: true },
    { text: "House", number: true },
    "Remarks",
  ];
  const empty = make("p", { class: "muted" }, "No round matches. Leave some of the filters out.");
  byId("list").replaceChildren(
    rounds.length ? grid("Rounds, newest first", columns, rounds.map(row), { hidden: true }) : empty,
  );
  byId("older").hidden = next === null;
  byId("older").onclick = () =>
    go({ ...filtersOfAddress(), before: next ?? "" }).then(() => byId("found").scrollIntoView({ block: "nearest" }));
  byId("newest").hidden = !before;
  byId("newest").onclick = () => go({ ...filtersOfAddress(), before: "" });
  announce(byId("found").textContent);
}

/** @param {Wire.RoundSummaryJson} one */
function row(one) {
  const { end } = one;
  const net = -sum(one.net);
  const lasted = end === null ? "–" : `${Math.max(0, Math.round((end - one.start) / 1000))} s`;
  return [
    end === null ? one.id : make("a", { href: roundPath(one.id) }, one.id),
    one.regulation,
    time(one.start, { brief: true }),
    lasted,
    players(one.boxes),
    show(one.staked),
    end === null ? "–" : show(one.paid),
    end === null ? "–" : make("span", { class: net < 0 ? "loss" : "" }, signed(net)),
    remarks(one),
  ];
}

/** @param {Record<string, string>} boxes */
function players(boxes) {
  /** @type {Map<string, string[]>} */
  const names = new Map();
  for (const [box, player] of Object.entries(boxes)) names.set(player, [...(names.get(player) ?? []), box]);
  return [...names].map(([player, numbers]) => `${player} ${numbers.join("+")}`).join(", ") || "–";
}

/** @param {Wire.RoundSummaryJson} one */
function remarks(one) {
  /** @type {HTMLElement[]} */
  const found = [];
  if (one.status === "under way") found.push(tag("under way"));
  if (one.status === "void") found.push(tag("void", "warn"));
  for (const name of one.irregularities) found.push(tag(words(name), "warn"));
  for (const won of one.jackpots) found.push(tag(`box ${won.box} wins ${show(won.amount)} of ${won.meter}`, "good"));
  return found.flatMap((item) => [item, " "]);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  go(filtersOfForm());
});
form.addEventListener("reset", () => setTimeout(() => go({})));
addEventListener("popstate", () => {
  fillForm();
  load();
});

const house = await get("/api/house").catch(() => null);
for (const name of Object.keys(house?.tables ?? {})) byId("table").append(make("option", { value: name }, name));
fillForm();
const who = await me();
// A player finds only their own rounds, so there is no other player to look for.
byId("player-field").hidden = who?.role === "player";
load();
