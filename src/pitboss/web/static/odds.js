// Exact odds: one paytable in full, and the edges of all of them side by side. The address holds the question.

import { get } from "./lib/api.js";
import { byId, make } from "./lib/dom.js";
import { cite, debounce, field, fillSelect, grid } from "./lib/elements.js";
import { parse, show } from "./lib/money.js";
import { announce } from "./lib/page.js";
import { bar } from "./lib/plots.js";
import { attempt } from "./lib/problems.js";
import { percent, plural, words } from "./lib/text.js";
import { figures, handRows } from "./records/odds-figures.js";

/** @typedef {"regulation" | "wager" | "paytable"} Level */

const select = {
  regulation: byId("regulation", HTMLSelectElement),
  wager: byId("wager", HTMLSelectElement),
  paytable: byId("paytable", HTMLSelectElement),
  boxes: byId("boxes", HTMLSelectElement),
};
const stakeField = byId("stake", HTMLInputElement);
const catalogue = (await attempt(byId("problem"), null, () => get("/api/odds"))) ?? [];
/** @type {Map<string, Promise<Wire.OddsJson[]>>} */
const compared = new Map();

/** What can be asked for under the chosen regulation. */
const about = () => catalogue.find((one) => one.regulation === select.regulation.value);

/** @param {string} wager */
const wagerName = (wager) => about()?.titles[wager] ?? words(wager);

/** The regulation, wager and paytable that are chosen. */
const chosen = () => ({
  regulation: select.regulation.value,
  wager: select.wager.value,
  paytable: select.paytable.value,
});

/** The readings of the regulation that are chosen instead of those in force. */
function chosenOptions() {
  const controls = [...byId("options").querySelectorAll("select"), ...byId("options").querySelectorAll("input")];
  return controls
    .filter((control) => control.value && control.value !== control.dataset.usual)
    .map((control) => `${control.name}=${control.value}`);
}

const chosenMeters = () =>
  [...byId("meters").querySelectorAll("input")]
    .filter((input) => input.value.trim())
    .map((input) => `${input.name}=${input.value.trim()}`);

/**
 * Fills the choices below a level.
 *
 * @param {Level} level
 */
function fillBelow(level) {
  const found = about();
  if (!found) return;
  if (level === "regulation") {
    const names = Object.keys(found.wagers);
    fillSelect(
      select.wager,
      names.map((wager) => [wager, wagerName(wager)]),
    );
    showReadings(found.options);
    const numbers = Array.from({ length: found.boxes }, (_, place) => String(place + 1));
    fillSelect(select.boxes, [["", "default"], ...numbers.map((one) => /** @type {const} */ ([one, one]))]);
  }
  if (level !== "paytable") {
    fillSelect(
      select.paytable,
      found.wagers[select.wager.value].map((one) => [one, one]),
    );
  }
}

/** @param {Wire.OddsCatalogueJson["options"]} known */
function showReadings(known) {
  byId("readings").hidden = !known.length;
  const fields = known.map(({ option, values, in_force: usual, doubt }) => {
    const id = `option-${option}`;
    if (!values) {
      const placeholder = show(Number(usual));
      return field(words(option), make("input", { name: option, id, inputmode: "decimal", placeholder }), doubt);
    }
    const control = make("select", { name: option, id, "data-usual": usual });
    fillSelect(
      control,
      values.map((value) => [value, value === usual ? `${words(value)} (in force)` : words(value)]),
      String(usual),
    );
    return field(words(option), control, doubt);
  });
  byId("options").replaceChildren(...fields);
}

/**
 * The fields for the meters that a record names; existing fields stay, so that they keep the focus.
 *
 * @param {Wire.OddsJson} record
 */
function showMeterFields({ meters = {}, seeds = {} }) {
  const wanted = Object.keys(meters);
  const present = [...byId("meters").querySelectorAll("input")].map((input) => input.name);
  if (wanted.join() === present.join()) return;
  const fields = wanted.map((name) => {
    const placeholder = seeds[name] ? show(seeds[name]) : "$10,000";
    const more = { inputmode: "decimal", autocomplete: "off", placeholder };
    return field(`${words(name)} meter shows`, make("input", { name, id: `meter-${name}`, ...more }));
  });
  byId("meters").replaceChildren(...fields);
}

async function load() {
  const stake = stakeField.value.trim();
  stakeField.toggleAttribute("data-bad", Boolean(stake) && !parse(stake));
  const asked = { stake, boxes: select.boxes.value, meter: chosenMeters(), option: chosenOptions() };
  keepAddress(asked);
  const found = await attempt(byId("problem"), byId("one"), () =>
    get("/api/odds/{regulation}/{wager}/{paytable}", { ...chosen(), ...asked }),
  );
  if (found) showRecords(found);
  compare();
  showStrategy();
}

/** @param {{ stake: string, boxes: string, meter: string[], option: string[] }} asked */
function keepAddress({ stake, boxes, meter, option }) {
  const query = new URLSearchParams(chosen());
  if (stake) query.set("stake", stake);
  if (boxes) query.set("boxes", boxes);
  for (const one of meter) query.append("meter", one);
  for (const one of option) query.append("option", one);
  history.replaceState(null, "", `/odds?${query}`);
}

// One paytable

/** @param {Wire.OddsJson[]} records */
function showRecords(records) {
  const record = records[records.length - 1];
  showMeterFields(record);
  byId("boxes-field").hidden = !(records.length > 1 || record.boxes || record.envy_per_other_box);
  const heading = `${record.regulation} ${wagerName(record.wager)}, paytable ${record.paytable} `;
  byId("one-title").replaceChildren(heading, cite(record.cite));
  const parts = [figures(record)];
  if (records.length > 1) {
    parts.push(
      grid(
        "By boxes in the round",
        ["Boxes", { text: "House edge", number: true }, { text: "Hits", number: true }, "Expected net win"],
        records.map((one) => [
          String(one.boxes),
          percent(one.house_edge, 4),
          percent(one.hit_frequency),
          make("code", {}, one.expected),
        ]),
      ),
    );
  }
  parts.push(handRows(record));
  byId("one").replaceChildren(...parts);
  announce(`House edge ${percent(record.house_edge, 4)}`);
}

// All paytables

async function compare() {
  const { regulation, wager, paytable } = chosen();
  const option = chosenOptions();
  const key = [regulation, ...option].join("&");
  const asked = compared.get(key) ?? get("/api/odds/{regulation}", { regulation, option });
  compared.set(key, asked);
  const records = await asked.catch(() => null);
  if (!records) {
    compared.delete(key);
    return;
  }
  /** @type {Map<string, Wire.OddsJson>} */
  const last = new Map();
  for (const record of records) last.set(`${record.wager} ${record.paytable}`, record);
  const shown = [...last.values()];
  const most = Math.max(...shown.map((record) => Math.abs(record.house_edge ?? 0)));
  byId("all").replaceChildren(
    grid(
      `Every wager and paytable of ${regulation}`,
      [
        "Wager",
        "Paytable",
        { text: "House edge", number: true },
        { text: "As a bar", heard: true, wide: true },
        { text: "Of everything staked", number: true, wide: true },
        { text: "Hits", number: true, wide: true },
        { text: "Deviation", number: true, wide: true },
        "Clause",
      ],
      shown.map((record) => comparedRow(record, most, record.wager === wager && record.paytable === paytable)),
    ),
  );
}

/**
 * @param {Wire.OddsJson} record
 * @param {number} most
 * @param {boolean} isChosen
 */
function comparedRow(record, most, isChosen) {
  const name = wagerName(record.wager);
  const pick = make(
    "button",
    {
      class: "link",
      type: "button",
      "aria-pressed": String(isChosen),
      "aria-label": `${name}, paytable ${record.paytable}`,
      click: () => pickPaytable(record),
    },
    record.paytable,
  );
  const edge = record.house_edge;
  return [
    name + (record.boxes ? ` (${plural(record.boxes, "box", "boxes")})` : ""),
    isChosen ? [pick, " ", make("span", { class: "small muted" }, "chosen")] : pick,
    percent(edge, 3),
    edge === null
      ? make("span", { class: "small muted" }, "depends on the meter")
      : bar(edge, most, { chosen: isChosen }),
    percent(record.element_of_risk, 3),
    percent(record.hit_frequency),
    record.standard_deviation?.toFixed(2) ?? "–",
    cite(record.cite),
  ];
}

/** @param {Wire.OddsJson} record */
async function pickPaytable({ wager, paytable }) {
  select.wager.value = wager;
  fillBelow("wager");
  select.paytable.value = paytable;
  await load();
  byId("one-title").scrollIntoView({ block: "nearest" });
}

async function showStrategy() {
  const { regulation, wager, paytable } = chosen();
  const node = byId("strategy");
  node.hidden = wager !== about()?.decides;
  if (node.hidden) return;
  const asked = { regulation, paytable, option: chosenOptions() };
  const found = await get("/api/strategy/{regulation}", asked).catch(() => null);
  node.hidden = !found;
  if (!found) return;
  const rules = Object.entries(found.rules).map(([decision, lines]) =>
    make("div", {}, make("h3", {}, words(decision)), make("ul", {}, ...lines.map((line) => make("li", {}, line)))),
  );
  node.replaceChildren(make("h2", { id: "strategy-title" }, "Best play"), ...rules);
}

// The form and the address

/** @type {Level[]} */
const LEVELS = ["regulation", "wager", "paytable"];

function listen() {
  for (const level of LEVELS) {
    select[level].addEventListener("change", () => {
      fillBelow(level);
      byId("meters").replaceChildren();
      load();
    });
  }
  const loadSoon = debounce(load, 300);
  byId("asked").addEventListener("input", ({ target }) => {
    if (!LEVELS.some((level) => select[level] === target)) loadSoon();
  });
  byId("asked").addEventListener("submit", (event) => event.preventDefault());
}

/** Fills the form from the address. */
function fillForm() {
  const asked = new URLSearchParams(location.search);
  fillSelect(
    select.regulation,
    catalogue.map((one) => [one.regulation, `${one.jurisdiction} ${one.title}`]),
    asked.get("regulation") ?? "",
  );
  fillBelow("regulation");
  choose(select.wager, asked.get("wager"));
  fillBelow("wager");
  choose(select.paytable, asked.get("paytable"));
  stakeField.value = asked.get("stake") ?? "";
  select.boxes.value = asked.get("boxes") ?? "";
  for (const one of asked.getAll("option")) {
    const [name] = one.split("=");
    const control = document.getElementById(`option-${name}`);
    if (control instanceof HTMLSelectElement || control instanceof HTMLInputElement) {
      control.value = one.slice(name.length + 1);
    }
  }
  byId("readings", HTMLDetailsElement).open = asked.has("option");
}

/**
 * @param {HTMLSelectElement} control
 * @param {string | null} value
 */
function choose(control, value) {
  if (value && [...control.options].some((option) => option.value === value)) control.value = value;
}

listen();
if (catalogue.length) {
  fillForm();
  load();
}
