// A house file, checked as it is written: every violation at its line with its clause, then the edge of each choice.

import { get, post } from "./lib/api.js";
import { byId, make } from "./lib/dom.js";
import { cite, debounce, grid, saveFile, tag } from "./lib/elements.js";
import { show } from "./lib/money.js";
import { announce } from "./lib/page.js";
import { bar } from "./lib/plots.js";
import { attempt, showProblem } from "./lib/problems.js";
import { keepSetting, readSetting } from "./lib/storage.js";
import { percent, plural, title } from "./lib/text.js";

const text = byId("text", HTMLTextAreaElement);
const file = byId("file", HTMLInputElement);
const KEY = "submission";
const PAUSE = 400;
let asked = 0;
/** @type {Set<number>} The lines that have violations. */
let marked = new Set();

// The text and its lines

function number() {
  const lines = text.value.split("\n").length;
  byId("gutter").replaceChildren(
    ...Array.from({ length: lines }, (_, place) => {
      const isBad = marked.has(place + 1);
      return make("span", { class: isBad ? "is-bad" : null }, `${isBad ? "! " : ""}${place + 1}\n`);
    }),
  );
  byId("gutter").scrollTop = text.scrollTop;
}

/**
 * @param {number} line
 * @param {number} column
 */
function jump(line, column) {
  const before = text.value
    .split("\n")
    .slice(0, line - 1)
    .reduce((sum, row) => sum + row.length + 1, 0);
  const end = text.value.indexOf("\n", before);
  text.focus();
  text.setSelectionRange(before + Math.max(0, column - 1), end < 0 ? text.value.length : end);
  const height = text.scrollHeight / text.value.split("\n").length;
  text.scrollTop = Math.max(0, (line - 6) * height);
}

// The verdict

async function check() {
  const mine = ++asked;
  keepSetting(KEY, text.value);
  const found = await attempt(byId("problem"), byId("verdict"), () => post("/api/check", { text: text.value }));
  if (!found || mine !== asked) return;
  verdict(found);
  if (!found.approved) {
    byId("edges").replaceChildren(make("p", { class: "muted" }, "Shown once the file is approved."));
    return;
  }
  byId("edges").setAttribute("aria-busy", "true");
  if (!byId("edges").querySelector("table"))
    byId("edges").replaceChildren(make("p", { class: "muted" }, "Computing the exact odds…"));
  try {
    const whole = await post("/api/check", { text: text.value, odds: true });
    if (mine === asked && whole.edges) byId("edges").replaceChildren(...whole.edges.map(edges));
  } catch (error) {
    if (mine === asked) showProblem(byId("problem"), error);
  } finally {
    if (mine === asked) byId("edges").removeAttribute("aria-busy");
  }
}

/** @param {Wire.CheckAnswer} found */
function verdict({ approved, violations, facility = "", tables = {}, digest = "" }) {
  marked = new Set(violations.map(({ line }) => line));
  number();
  text.setAttribute("aria-invalid", String(!approved));
  const names = Object.keys(tables);
  const clauses = new Set(violations.map((one) => one.clause).filter(Boolean)).size;
  const told = approved
    ? `${facility}: ${names.length} ${names.length === 1 ? "table" : "tables"}.`
    : `${violations.length} ${violations.length === 1 ? "violation" : "violations"}${clauses ? ` of ${clauses} ${clauses === 1 ? "clause" : "clauses"}` : ""}.`;
  byId("verdict").replaceChildren(
    tag(approved ? "approved" : "rejected", approved ? "good" : "bad"),
    ` ${told} `,
    approved ? make("code", { class: "small muted", title: digest }, digest.slice(0, 12)) : "",
  );
  byId("violations").replaceChildren(...violations.map(violation));
}

/** @param {Wire.ViolationJson} one */
function violation(one) {
  return make(
    "li",
    {},
    make("button", { class: "link", type: "button", click: () => jump(one.line, one.column) }, `Line ${one.line}`),
    " ",
    make("b", {}, one.code),
    " ",
    cite(one.clause),
    make("br"),
    one.message,
  );
}

// The edges

/** @param {Wire.TableEdges} table */
function edges(table) {
  const most = Math.max(
    0,
    ...table.wagers.flatMap((one) => [one.house_edge ?? 0, ...Object.values(one.others).map((edge) => edge ?? 0)]),
  );
  const rows = table.wagers.map((one) => [
    one.title + (one.boxes ? `, ${plural(one.boxes, "box", "boxes")}` : ""),
    one.paytable,
    show(one.stake),
    percent(one.house_edge, 3),
    one.house_edge === null ? "" : bar(one.house_edge, most, { chosen: true }),
    others(one),
    one.long_run === null ? "–" : percent(one.long_run, 2),
    cite(one.cite),
  ]);
  const notes = table.wagers
    .filter((one) => one.note)
    .map((one) => make("p", { class: "small muted" }, `${one.title} at ${show(one.stake)}: ${one.note}.`));
  for (const [wager, reason] of Object.entries(table.unpriced))
    notes.push(make("p", { class: "small muted" }, `${title(wager)} has no odds. ${reason}.`));
  const together = table.together.map((one) => [
    one.title + (one.in_force ? "" : " (not in force)"),
    percent(one.edge, 3),
    Object.entries(one.stakes)
      .map(([wager, cents]) => `${show(cents)} ${title(wager)}`)
      .join(" + "),
  ]);
  return make(
    "section",
    { "aria-label": table.table },
    grid(
      `${table.table}, ${table.regulation}`,
      [
        "Wager",
        "Paytable",
        { text: "Stake", number: true },
        { text: "House edge", number: true },
        { text: "As a bar", heard: true, wide: true },
        { text: "Other paytables", wide: true },
        { text: "Long run", number: true },
        "Clause",
      ],
      rows,
    ),
    ...notes,
    together.length
      ? grid(
          "Wagers together: expected loss over expected stake",
          ["Wagers", { text: "Edge", number: true }, "First staked"],
          together,
          { of: table.table },
        )
      : "",
  );
}

/** @param {Wire.WagerEdge} edge */
function others({ others: found }) {
  const known = Object.entries(found).filter(([, edge]) => edge !== null);
  return known.length
    ? known.map(([name, edge]) => `${name} ${percent(edge)}`.replaceAll(" ", "\u00a0")).join(", ")
    : "–";
}

// Where the text comes from

/** @param {string} content */
function put(content) {
  text.value = content;
  marked = new Set();
  number();
  text.scrollTop = 0;
  return check();
}

async function sample() {
  const found = await attempt(byId("problem"), null, () => get("/api/sample-house"));
  if (found) await put(found);
}

const soon = debounce(check, PAUSE);
text.addEventListener("input", () => {
  number();
  soon();
});
text.addEventListener("scroll", () => {
  byId("gutter").scrollTop = text.scrollTop;
});
byId("sample").addEventListener("click", sample);
byId("save").addEventListener("click", () => saveFile("house.toml", text.value, "application/toml"));
file.addEventListener("change", async () => {
  const chosen = file.files?.[0];
  if (!chosen) return;
  if (chosen.size > 60_000) showProblem(byId("problem"), "a house file has at most 60,000 characters");
  else {
    await put(await chosen.text());
    announce(`${chosen.name} is open`);
  }
  file.value = "";
});
const before = readSetting(KEY);
if (before) put(before);
else sample();
