// Exact odds: one paytable in full, and the edges of all of them side by side. What is asked stands in the address.

import { get } from "./lib/api.js";
import { parse, show } from "./lib/money.js";
import { announce, make } from "./lib/page.js";
import { bar } from "./lib/plots.js";
import { asking, boxesText, cite, count, facts, field, fill, grid, later, percent, title, words } from "./lib/records.js";

const node = (id) => document.getElementById(id);
const NAMES = { base: "The three bets", ante: "Ante and Play" };
const name = (wager) => NAMES[wager] ?? title(wager);
let catalogue = [];
const every = new Map();

const regulation = () => catalogue.find((one) => one.regulation === node("regulation").value);
const options = () => [...node("options").querySelectorAll("select, input")]
  .filter((control) => control.value && control.value !== control.dataset.usual).map((control) => `${control.name}=${control.value}`);
const meters = () => [...node("meters").querySelectorAll("input")].filter((input) => input.value.trim()).map((input) => `${input.name}=${input.value.trim()}`);

function choose(level) {
  const there = regulation();
  if (level === "regulation") {
    fill(node("wager"), Object.keys(there.wagers).map((wager) => [wager, name(wager)]));
    readings(there);
    fill(node("boxes"), [["", "as the record says"], ...Array.from({ length: there.boxes }, (_, place) => [String(place + 1), String(place + 1)])]);
  }
  if (level !== "paytable") fill(node("paytable"), there.wagers[node("wager").value].map((one) => [one, one]));
}

function readings({ options: known }) {
  node("readings").hidden = !known.length;
  node("options").replaceChildren(...known.map(({ option, values, in_force: usual, doubt }) => {
    const control = values
      ? make("select", { name: option, id: `option-${option}`, "data-usual": usual })
      : make("input", { name: option, id: `option-${option}`, inputmode: "decimal", placeholder: show(usual) });
    if (values) fill(control, values.map((value) => [value, value === usual ? `${words(value)} (in force)` : words(value)]));
    return field(words(option), control, doubt);
  }));
}

/** The fields for the meters that a record names; those that are there stay, so that focus does too. */
function meterFields(record) {
  const wanted = Object.keys(record?.meters ?? {});
  const there = [...node("meters").querySelectorAll("input")].map((input) => input.name);
  if (wanted.join() === there.join()) return;
  node("meters").replaceChildren(...wanted.map((meter) => field(`${words(meter)} meter shows`,
    make("input", { name: meter, id: `meter-${meter}`, inputmode: "decimal", autocomplete: "off", placeholder: record.seeds[meter] ? show(record.seeds[meter]) : "$10,000" }))));
}

async function load() {
  const query = new URLSearchParams();
  const stake = node("stake").value.trim();
  node("stake").toggleAttribute("data-bad", Boolean(stake) && !parse(stake));
  if (stake) query.set("stake", stake);
  if (node("boxes").value) query.set("boxes", node("boxes").value);
  for (const one of meters()) query.append("meter", one);
  for (const one of options()) query.append("option", one);
  const path = `/${node("regulation").value}/${node("wager").value}/${node("paytable").value}`;
  const shown = new URLSearchParams({ regulation: node("regulation").value, wager: node("wager").value, paytable: node("paytable").value });
  for (const [key, value] of query) shown.append(key, value);
  history.replaceState(null, "", `/odds?${shown}`);
  const found = await asking(node("problem"), node("one"), () => get(`/api/odds${path}${query.size ? `?${query}` : ""}`));
  if (found) present(found);
  compare();
  strategy();
}

// One paytable

function present(records) {
  const record = records.at(-1);
  meterFields(record);
  node("boxes-field").hidden = !(records.length > 1 || record.boxes || record.envy_per_other_box);
  node("one-title").replaceChildren(`${record.regulation} ${name(record.wager)}, paytable ${record.paytable} `, cite(record.cite));
  const parts = [figures(record)];
  if (records.length > 1) {
    parts.push(grid("By boxes in the round", ["Boxes", { text: "House edge", number: true }, { text: "Hits", number: true }, "Expected net win"],
      records.map((one) => [String(one.boxes), percent(one.house_edge, 4), percent(one.hit_frequency), make("code", {}, one.expected)])));
  }
  parts.push(rows(record));
  node("one").replaceChildren(...parts);
  announce(`House edge ${percent(record.house_edge, 4)}`);
}

function figures(record) {
  const broken = record.break_even;
  return make("div", {}, make("p", { class: "edge" }, make("b", {}, percent(record.house_edge, 4)), " house edge"),
    facts([
      record.expected ? ["Expected net win, per unit first staked", make("code", {}, record.expected)] : null,
      ["Hits", percent(record.hit_frequency, 4)],
      record.standard_deviation === null ? null : ["Standard deviation", record.standard_deviation.toFixed(4)],
      record.average_stake ? ["Average stake", make("code", {}, record.average_stake), ` = ${record.average_stake_float.toFixed(4)}`] : null,
      record.element_of_risk === undefined ? null : ["Edge of all that is staked", percent(record.element_of_risk, 4)],
      record.fixed ? ["Fixed pays, net of the stake", make("code", {}, record.fixed)] : null,
      ...Object.entries(record.shown ?? {}).map(([meter, cents]) => [`${words(meter)} meter supposed at`, show(cents)]),
      typeof broken === "string" ? ["Break-even meter", show(Math.round(100 * ratio(broken)))] : null,
      record.envy_per_other_box ? ["Envy for each other box", percent(ratio(record.envy_per_other_box), 4)] : null,
      ["Reckoned for a stake of", show(record.stake)],
    ]));
}

/** The number of an exact fraction, for reading. */
function ratio(text) {
  const [over, under = "1"] = text.split("/");
  return Number(over) / Number(under);
}

function rows({ rows: lines, total }) {
  const most = Math.max(...lines.filter((line) => line.pattern !== "none").map((line) => line.count));
  return grid("Hands", ["Hand", { text: "Pays", number: true }, { text: `Of ${count(total)}`, number: true }, { text: "Probability", number: true }, { text: "One in", number: true, wide: true }, { text: "As a bar", heard: true, wide: true }],
    lines.map(({ pattern, pays, count: number }) => [
      pattern === "none" ? "No paying hand" : words(pattern), pays ?? "–", count(number), percent(number / total, 5),
      number ? count(Math.round(total / number)) : "–", pattern === "none" ? "" : bar(number, most),
    ]));
}

// All of them

async function compare() {
  const key = `${node("regulation").value}?${options().map((one) => `option=${encodeURIComponent(one)}`).join("&")}`;
  if (!every.has(key)) every.set(key, get(`/api/odds/${key}`));
  const records = await every.get(key).catch(() => null);
  if (!records) {
    every.delete(key);
    return;
  }
  const seen = new Map();
  for (const record of records) seen.set(`${record.wager} ${record.paytable}`, record);
  const shown = [...seen.values()];
  const most = Math.max(...shown.map((record) => Math.abs(record.house_edge ?? 0)));
  const [wager, paytable] = [node("wager").value, node("paytable").value];
  node("all").replaceChildren(grid(`Every wager and paytable of ${node("regulation").value}`,
    ["Wager", "Paytable", { text: "House edge", number: true }, { text: "As a bar", heard: true, wide: true }, { text: "Of all staked", number: true, wide: true }, { text: "Hits", number: true, wide: true }, { text: "Deviation", number: true, wide: true }, "Clause"],
    shown.map((record) => {
      const chosen = record.wager === wager && record.paytable === paytable;
      const pick = make("button", { class: "link", type: "button", "aria-pressed": String(chosen), "aria-label": `${name(record.wager)}, paytable ${record.paytable}`, click: () => take(record) }, record.paytable);
      return [
        name(record.wager) + (record.boxes ? ` (${boxesText(record.boxes)})` : ""), chosen ? [pick, " ", make("span", { class: "small muted" }, "chosen")] : pick,
        percent(record.house_edge, 3), record.house_edge === null ? make("span", { class: "small muted" }, "depends on the meter") : bar(record.house_edge, most, { chosen }),
        percent(record.element_of_risk, 3), percent(record.hit_frequency), record.standard_deviation?.toFixed(2) ?? "–", cite(record.cite),
      ];
    })));
}

function take({ wager, paytable }) {
  node("wager").value = wager;
  choose("wager");
  node("paytable").value = paytable;
  load().then(() => node("one-title").scrollIntoView({ block: "nearest" }));
}

async function strategy() {
  const decides = ["base", "ante"].includes(node("wager").value);
  node("strategy").hidden = !decides;
  if (!decides) return;
  const query = new URLSearchParams({ paytable: node("paytable").value });
  for (const one of options()) query.append("option", one);
  const found = await get(`/api/strategy/${node("regulation").value}?${query}`).catch(() => null);
  node("strategy").hidden = !found;
  if (!found) return;
  node("strategy").replaceChildren(make("h2", { id: "strategy-title" }, "Best play"),
    ...Object.entries(found.rules).map(([decision, lines]) => make("div", {}, make("h3", {}, words(decision)), make("ul", {}, ...lines.map((line) => make("li", {}, line))))));
}

// What is asked

const soon = later(load, 300);
for (const level of ["regulation", "wager", "paytable"]) {
  node(level).addEventListener("change", () => {
    choose(level);
    node("meters").replaceChildren();
    load();
  });
}
node("asked").addEventListener("input", (event) => {
  if (!["regulation", "wager", "paytable"].includes(event.target.id)) soon();
});
node("asked").addEventListener("submit", (event) => event.preventDefault());

catalogue = (await asking(node("problem"), null, () => get("/api/odds"))) ?? [];
if (catalogue.length) {
  const asked = new URLSearchParams(location.search);
  fill(node("regulation"), catalogue.map((one) => [one.regulation, `${one.jurisdiction} ${one.title}`]), asked.get("regulation") ?? "MD-TCP");
  choose("regulation");
  if (regulation().wagers[asked.get("wager")]) node("wager").value = asked.get("wager");
  choose("wager");
  if ([...node("paytable").options].some(({ value }) => value === asked.get("paytable"))) node("paytable").value = asked.get("paytable");
  node("stake").value = asked.get("stake") ?? "";
  node("boxes").value = asked.get("boxes") ?? "";
  for (const one of asked.getAll("option")) {
    const control = document.getElementById(`option-${one.split("=")[0]}`);
    if (control) control.value = one.slice(one.indexOf("=") + 1);
  }
  node("readings").open = asked.has("option");
  load();
}
