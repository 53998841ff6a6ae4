// Day reports: what was staked, paid and won at each table, beside what the exact odds lead to expect.

import { get } from "./lib/api.js";
import { show } from "./lib/money.js";
import { announce, make } from "./lib/page.js";
import { legend, lines } from "./lib/plots.js";
import { asking, cite, count, facts, grid, percent, question, signed, tag, title, when, words } from "./lib/records.js";

const node = (id) => document.getElementById(id);
const form = node("filters");
const DAYS = 7;
const UNUSUAL = 3;
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const WAYS = { bought: "Chips bought (drop)", cashed: "Chips cashed", filled: "Fills", credited: "Credits", emptied: "Drop emptied" };

const iso = (date) => `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;
const given = () => Object.fromEntries(new URLSearchParams(location.search));

function fillForm() {
  const asked = given();
  // A gaming day goes on past midnight.
  const today = new Date(Date.now() - 6 * 3_600_000);
  node("to").value = asked.to ?? asked.day ?? iso(today);
  node("from").value = asked.from ?? asked.day ?? iso(new Date(today - (DAYS - 1) * 86_400_000));
  node("table").value = asked.table ?? "";
  node("starts").value = asked.starts ?? "06:00";
}

async function load() {
  const asked = { from: node("from").value, to: node("to").value, table: node("table").value, starts: node("starts").value, zone };
  const found = await asking(node("problem"), node("reports"), () => get(`/api/reports${question(asked)}`));
  if (found) present(found);
}

function present(reports) {
  const busy = reports.filter((one) => one.rounds.completed || one.rounds.void || one.chips.bought.number);
  if (!busy.length) {
    node("reports").replaceChildren(make("p", { class: "muted" }, "Nothing was played on these days."));
    announce("Nothing was played on these days");
    return;
  }
  const days = byDay(reports);
  const parts = [totals(sum(reports)), plots(days), summary(busy)];
  parts.push(make("h2", {}, "Each table and day"), ...busy.slice().reverse().slice(0, 24).map(full));
  if (busy.length > 24) parts.push(make("p", { class: "muted" }, "Choose fewer days or one table to see the others in full."));
  node("reports").replaceChildren(...parts);
  announce(`Reports of ${days.length} days`);
}

// All together

function sum(reports) {
  const all = { handle: 0, win: 0, expected: 0, variance: 0, rounds: 0, void: 0 };
  for (const { total, rounds } of reports) {
    all.handle += total.handle;
    all.win += total.win;
    all.expected += total.expected_float;
    all.variance += total.standard_deviation ** 2;
    all.rounds += rounds.completed;
    all.void += rounds.void;
  }
  return all;
}

function byDay(reports) {
  const days = new Map();
  for (const report of reports) days.set(report.day, [...(days.get(report.day) ?? []), report]);
  const found = [...days].map(([day, those]) => ({ day, ...sum(those) })).sort((one, other) => one.day.localeCompare(other.day));
  // A plot begins the day before something was played.
  const first = found.findIndex(({ handle }) => handle);
  return found.slice(Math.max(0, first - 1));
}

function totals(all) {
  const far = all.variance ? (all.win - all.expected) / Math.sqrt(all.variance) : null;
  const figures = [
    ["Rounds", count(all.rounds), all.void ? `${all.void} void` : ""],
    ["Handle", show(all.handle), ""],
    ["Win", signed(all.win), `theory ${signed(Math.round(all.expected))}`],
    ["Hold", all.handle ? percent(all.win / all.handle) : "–", all.handle ? `theory ${percent(all.expected / all.handle)}` : ""],
    ["From theory", far === null ? "–" : deviation(far), far === null ? "" : Math.abs(far) > UNUSUAL ? "unusual" : "within the usual"],
  ];
  return make("dl", { class: "figures" }, ...figures.map(([name, value, beside]) =>
    make("div", { class: "panel" }, make("dt", {}, name), make("dd", {}, make("b", {}, value), make("span", { class: "muted small" }, beside)))));
}

const deviation = (far) => `${far >= 0 ? "+" : "−"}${Math.abs(far).toFixed(2)} σ`;
const dollars = (cents) => show(Math.round(cents / 100) * 100).replace("-", "−");

function plots(days) {
  const width = innerWidth < 600 ? 380 : 640;
  const places = days.map(({ day }) => day.slice(5));
  const holds = days.map(({ handle, win }) => (handle ? win / handle : null));
  const theory = days.map(({ handle, expected }) => (handle ? expected / handle : null));
  const run = { win: [], expected: [], low: [], high: [] };
  let win = 0, expected = 0, variance = 0;
  for (const day of days) {
    win += day.win;
    expected += day.expected;
    variance += day.variance;
    const far = 2 * Math.sqrt(variance);
    run.win.push(win);
    run.expected.push(expected);
    run.low.push(expected - far);
    run.high.push(expected + far);
  }
  return make("div", { class: "plots" },
    plot("Hold by day", legend([["actual", "actual"], ["theory", "theory"]]), lines({
      label: "Hold by day, actual and theoretical; the table below has the numbers", places, width, say: (share) => percent(share, 1),
      lines: [{ name: "theory", values: theory, kind: "theory" }, { name: "actual", values: holds, kind: "actual" }],
    })),
    plot("Win from the first day on", legend([["actual", "actual"], ["theory", "theory"], ["band", "two standard deviations"]]), lines({
      label: "Win from the first day on, actual and theoretical with two standard deviations", places, width, say: dollars,
      band: run, lines: [{ name: "theory", values: run.expected, kind: "theory" }, { name: "actual", values: run.win, kind: "actual" }],
    })));
}

function plot(name, beside, drawn) {
  return make("figure", { class: "panel" }, make("figcaption", {}, make("h2", {}, name), beside), drawn);
}

const MONEY = [{ text: "Handle", number: true }, { text: "Win", number: true }, { text: "Hold", number: true }, { text: "Theory", number: true }, { text: "Theoretical hold", number: true, wide: true }];
const money = (total) => [show(total.handle), signed(total.win), percent(total.hold_float), signed(Math.round(total.expected_float)), percent(total.expected_hold_float)];

function summary(reports) {
  const rows = reports.map((one) => [
    make("a", { href: `#${anchor(one)}` }, `${one.day} ${one.table}`), count(one.rounds.completed), ...money(one.total),
    far(one.total),
  ]);
  return make("section", { class: "panel" }, make("p", { class: "small muted" }, "Theory takes players to decide as well as they can, and wagers to tell nothing of each other; σ is one standard deviation."), grid("Tables and days", ["Day and table", { text: "Rounds", number: true }, ...MONEY, { text: "From theory", number: true }], rows));
}

function far({ deviations }) {
  if (deviations === null) return "–";
  return Math.abs(deviations) > UNUSUAL ? [deviation(deviations), " ", tag("unusual", "warn")] : deviation(deviations);
}

const anchor = ({ table, day }) => `${day}-${table}`;

// One in full

function full(report) {
  const link = (id) => (id ? make("a", { href: `/rounds/${id.split("/").map(encodeURIComponent).join("/")}` }, id) : "between rounds");
  const of = `${report.table}, ${report.day}`;
  const parts = [
    make("h3", {}, `${of} `, make("span", { class: "muted" }, report.regulation ?? "")),
    grid("By wager", ["Wager", { text: "Settled", number: true, wide: true }, ...MONEY],
      report.wagers.map((one) => [title(one.wager), count(one.settled), ...money(one)]), { of }),
    facts([
      ...Object.entries(WAYS).filter(([way]) => report.chips[way].number).map(([way, name]) => [name, `${show(report.chips[way].amount)} (${report.chips[way].number})`]),
      report.rounds.void ? ["Void rounds", String(report.rounds.void)] : null,
      Object.keys(report.refused).length ? ["Refused commands", Object.entries(report.refused).map(([code, number]) => `${number} × ${code}`).join(", ")] : null,
    ]),
  ];
  if (report.jackpots.length) {
    parts.push(grid("Progressive wins", ["Round", "Player", "Hand", "Meter", { text: "Amount", number: true }, "Clause"],
      report.jackpots.map((one) => [link(one.round), `${one.player}, box ${one.box}`, words(one.pattern), words(one.meter), show(one.amount), cite(one.cite)]), { of }));
  }
  if (report.irregularities.length) {
    parts.push(grid("Irregularities", ["Round", "When", "Found", { text: "Then", wide: true }, "Clause"],
      report.irregularities.map((one) => [link(one.round), when(one.at), words(one.found), words(one.effects).replaceAll(",", ", "), cite(one.cite)]), { of }));
  }
  if (report.corrections.length) {
    parts.push(grid("Corrections", ["When", "By", "Player", { text: "Amount", number: true }, "Reason"],
      report.corrections.map((one) => [when(one.at), one.by, one.player, signed(one.amount), one.reason]), { of }));
  }
  if (report.meters.length) {
    const kinds = Object.keys(report.meters[0]).filter((key) => key !== "link" && key !== "meter");
    parts.push(grid("Meters", ["Meter", ...kinds.map((kind) => ({ text: words(kind), number: true }))],
      report.meters.map((one) => [`${one.link}: ${words(one.meter)}`, ...kinds.map((kind) => show(one[kind]))]), { of }));
  }
  return make("section", { class: "panel report", id: anchor(report), "aria-label": of }, ...parts);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  history.pushState(null, "", `/reports${question({ from: node("from").value, to: node("to").value, table: node("table").value, starts: node("starts").value === "06:00" ? "" : node("starts").value })}`);
  load();
});
addEventListener("popstate", () => {
  fillForm();
  load();
});
const house = await get("/api/house").catch(() => null);
for (const name of Object.keys(house?.tables ?? {})) node("table").append(make("option", { value: name }, name));
fillForm();
load();
