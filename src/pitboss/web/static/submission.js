// A house file, checked as it is written: every violation at its line with its clause, then the edge of each choice.

import { get, post } from "./lib/api.js";
import { show } from "./lib/money.js";
import { announce, make } from "./lib/page.js";
import { bar } from "./lib/plots.js";
import { asking, boxesText, cite, complain, grid, later, percent, save, tag, title } from "./lib/records.js";

const node = (id) => document.getElementById(id);
const text = node("text");
const KEEP = "pitboss.submission";
const PAUSE = 400;
const NAMES = { base: "The three bets", ante: "Ante and Play" };
let asked = 0;
let marks = new Map();

// The text and its lines

function number() {
  const lines = text.value.split("\n").length;
  node("gutter").replaceChildren(...Array.from({ length: lines }, (_, place) => {
    const violations = marks.get(place + 1);
    return make("span", { class: violations ? "is-bad" : null }, `${violations ? "! " : ""}${place + 1}\n`);
  }));
  node("gutter").scrollTop = text.scrollTop;
}

function jump(line, column) {
  const before = text.value.split("\n").slice(0, line - 1).reduce((sum, row) => sum + row.length + 1, 0);
  const end = text.value.indexOf("\n", before);
  text.focus();
  text.setSelectionRange(before + Math.max(0, column - 1), end < 0 ? text.value.length : end);
  const height = text.scrollHeight / text.value.split("\n").length;
  text.scrollTop = Math.max(0, (line - 6) * height);
}

// The verdict

async function check() {
  const mine = ++asked;
  try { localStorage.setItem(KEEP, text.value); } catch { /* a private window forgets */ }
  const found = await asking(node("problem"), node("verdict"), () => post("/api/check", { text: text.value }));
  if (!found || mine !== asked) return;
  verdict(found);
  if (!found.approved) {
    node("edges").replaceChildren(make("p", { class: "muted" }, "Shown once the file is approved."));
    return;
  }
  node("edges").setAttribute("aria-busy", "true");
  if (!node("edges").querySelector("table")) node("edges").replaceChildren(make("p", { class: "muted" }, "Working out the exact odds…"));
  try {
    const whole = await post("/api/check", { text: text.value, odds: true });
    if (mine === asked && whole.edges) node("edges").replaceChildren(...whole.edges.map(edges));
  } catch (error) {
    if (mine === asked) complain(node("problem"), error);
  } finally {
    if (mine === asked) node("edges").removeAttribute("aria-busy");
  }
}

function verdict({ approved, violations, facility, tables, digest }) {
  marks = new Map();
  for (const one of violations) marks.set(one.line, [...(marks.get(one.line) ?? []), one]);
  number();
  text.setAttribute("aria-invalid", String(!approved));
  const names = Object.keys(tables ?? {});
  const clauses = new Set(violations.map((one) => one.clause).filter(Boolean)).size;
  const told = approved
    ? `${facility}: ${names.length} ${names.length === 1 ? "table" : "tables"}.`
    : `${violations.length} ${violations.length === 1 ? "violation" : "violations"}${clauses ? ` of ${clauses} ${clauses === 1 ? "clause" : "clauses"}` : ""}.`;
  node("verdict").replaceChildren(tag(approved ? "approved" : "rejected", approved ? "good" : "bad"), ` ${told} `,
    approved ? make("code", { class: "small muted", title: digest }, digest.slice(0, 12)) : "");
  node("violations").replaceChildren(...violations.map(violation));
}

function violation(one) {
  return make("li", {}, make("button", { class: "link", type: "button", click: () => jump(one.line, one.column) }, `Line ${one.line}`), " ",
    make("b", {}, one.code), " ", cite(one.clause), make("br"), one.message);
}

// The edges

function edges(table) {
  const most = Math.max(...table.wagers.flatMap((one) => [one.house_edge ?? 0, ...Object.values(one.others).map((edge) => edge ?? 0)]));
  const rows = table.wagers.map((one) => [
    NAMES[one.wager] ?? title(one.wager) + (one.boxes ? `, ${boxesText(one.boxes)}` : ""), one.paytable, show(one.stake),
    percent(one.house_edge, 3), one.house_edge === null ? "" : bar(one.house_edge, most, { chosen: true }),
    others(one), one.long_run === null ? "–" : percent(one.long_run, 2), cite(one.cite),
  ]);
  const notes = table.wagers.filter((one) => one.note).map((one) => make("p", { class: "small muted" }, `${title(one.wager)} at ${show(one.stake)}: ${one.note}.`));
  const together = table.together.map((one) => [
    one.title + (one.in_force ? "" : " (not in force)"), percent(one.edge, 3),
    Object.entries(one.stakes).map(([wager, cents]) => `${show(cents)} ${title(wager)}`).join(" + "),
  ]);
  return make("section", { "aria-label": table.table },
    grid(`${table.table}, ${table.regulation}`, ["Wager", "Paytable", { text: "Stake", number: true }, { text: "House edge", number: true }, { text: "As a bar", heard: true, wide: true }, { text: "Other paytables", wide: true }, { text: "Long run", number: true }, "Clause"], rows),
    ...notes, together.length ? grid("Wagers together: expected loss over expected stake", ["Wagers", { text: "Edge", number: true }, "First staked"], together, { of: table.table }) : "");
}

function others({ others: found }) {
  const known = Object.entries(found).filter(([, edge]) => edge !== null);
  return known.length ? known.map(([name, edge]) => `${name} ${percent(edge)}`.replaceAll(" ", "\u00a0")).join(", ") : "–";
}

// Where the text comes from

function put(content) {
  text.value = content;
  marks = new Map();
  number();
  text.scrollTop = 0;
  return check();
}

async function sample() {
  const found = await asking(node("problem"), null, () => get("/api/sample-house"));
  if (found) await put(found);
}

const soon = later(check, PAUSE);
text.addEventListener("input", () => {
  number();
  soon();
});
text.addEventListener("scroll", () => { node("gutter").scrollTop = text.scrollTop; });
node("sample").addEventListener("click", sample);
node("save").addEventListener("click", () => save("house.toml", text.value, "application/toml"));
node("file").addEventListener("change", async () => {
  const [file] = node("file").files;
  if (!file) return;
  if (file.size > 60_000) complain(node("problem"), { reason: "a house file has at most 60,000 characters" });
  else {
    await put(await file.text());
    announce(`${file.name} is open`);
  }
  node("file").value = "";
});
let kept = null;
try { kept = localStorage.getItem(KEEP); } catch { /* nothing is kept here */ }
if (kept) put(kept);
else sample();
