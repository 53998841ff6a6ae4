// Day reports: what was staked, paid and won at each table, beside what the exact odds predict.

import { queryString, roundPath } from "./lib/address.js";
import { get } from "./lib/api.js";
import { byId, make } from "./lib/dom.js";
import { cite, facts, grid, tag, time } from "./lib/elements.js";
import { show } from "./lib/money.js";
import { announce } from "./lib/page.js";
import { attempt } from "./lib/problems.js";
import { count, percent, signed, title, words } from "./lib/text.js";
import { dayPlots } from "./records/day-plots.js";
import { sumOf, sumsByDay } from "./records/day-sums.js";

/** @import { Cell, Column, Fact } from "./lib/elements.js" */
/** @import { DaySum } from "./records/day-sums.js" */

const form = byId("filters", HTMLFormElement);
const field = {
  from: byId("from", HTMLInputElement),
  to: byId("to", HTMLInputElement),
  table: byId("table", HTMLSelectElement),
  starts: byId("starts", HTMLInputElement),
  exact: byId("exact", HTMLInputElement),
};
const DAYS = 7;
const UNUSUAL = 3;
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
/** @type {Record<string, string>} */
const WAYS = {
  bought: "Chips bought (drop)",
  cashed: "Chips cashed",
  filled: "Fills",
  credited: "Credits",
  emptied: "Drop emptied",
};

/** @param {Date} date */
const iso = (date) =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;
const given = () => Object.fromEntries(new URLSearchParams(location.search));

function fillForm() {
  const asked = given();
  // A gaming day ends after midnight.
  const today = new Date(Date.now() - 6 * 3_600_000);
  field.to.value = asked.to ?? asked.day ?? iso(today);
  field.from.value = asked.from ?? asked.day ?? iso(new Date(today.getTime() - (DAYS - 1) * 86_400_000));
  field.table.value = asked.table ?? "";
  field.starts.value = asked.starts ?? "06:00";
}

async function load() {
  const asked = {
    from: field.from.value,
    to: field.to.value,
    table: field.table.value,
    starts: field.starts.value,
    zone,
    exact: String(field.exact.checked),
  };
  const found = await attempt(byId("problem"), byId("reports"), () => get("/api/reports", asked));
  if (found) present(found);
}

/** @param {Wire.DayReportJson[]} reports */
function present(reports) {
  const busy = reports.filter((one) => one.rounds.completed || one.rounds.void || one.chips.bought?.number);
  if (!busy.length) {
    byId("reports").replaceChildren(make("p", { class: "muted" }, "Nothing was played on these days."));
    announce("Nothing was played on these days");
    return;
  }
  const days = sumsByDay(reports);
  const parts = [totals(sumOf(reports)), dayPlots(days), summary(busy)];
  parts.push(make("h2", {}, "Each table and day"), ...busy.slice().reverse().slice(0, 24).map(full));
  if (busy.length > 24)
    parts.push(make("p", { class: "muted" }, "Choose fewer days or one table to see the others in full."));
  byId("reports").replaceChildren(...parts);
  announce(`Reports of ${days.length} days`);
}

// All together

/** @param {DaySum} all */
function totals(all) {
  const hasTheory = !Number.isNaN(all.expected);
  const far = hasTheory && all.variance ? all.surplus / Math.sqrt(all.variance) : null;
  const figures = [
    ["Rounds", count(all.rounds), all.void ? `${all.void} void` : ""],
    ["Handle", show(all.handle), ""],
    ["Win", signed(all.win), hasTheory ? `theory ${signed(Math.round(all.expected))}` : ""],
    [
      "Win of handle",
      all.handle ? percent(all.win / all.handle) : "–",
      all.handle && hasTheory ? `theory ${percent(all.expected / all.handle)}` : "",
    ],
    [
      "From theory",
      far === null ? "–" : deviation(far),
      far === null ? "" : Math.abs(far) > UNUSUAL ? "unusual" : "within the usual",
    ],
  ];
  return make(
    "dl",
    { class: "figures" },
    ...figures.map(([name, value, beside]) =>
      make(
        "div",
        { class: "panel" },
        make("dt", {}, name),
        make("dd", {}, make("b", {}, value), make("span", { class: "muted small" }, beside)),
      ),
    ),
  );
}

/** @param {number} far */
const deviation = (far) => `${far >= 0 ? "+" : "−"}${Math.abs(far).toFixed(2)} σ`;
/** @type {Record<Wire.ReportColumnJson["kind"], (value: number) => string>} */
const FIGURES = { count, money: show, signed: (cents) => signed(Math.round(cents)), share: percent };
/**
 * @param {Wire.DayReportJson} report
 * @returns {Column[]}
 */
const heads = ({ columns }) =>
  columns.map(({ title: text, kind }) => ({
    text: title(text),
    number: true,
    wide: kind === "count" || text.includes(" "),
  }));
/**
 * @param {Wire.DayReportJson} report
 * @param {object} total
 */
function cells({ columns }, total) {
  const figures = new Map(Object.entries(total));
  return columns.map(({ key, kind }) => {
    const value = figures.get(key);
    return typeof value === "number" ? FIGURES[kind](value) : "–";
  });
}

/** @param {Wire.DayReportJson[]} reports */
function summary(reports) {
  const rows = reports.map((one) => [
    make("a", { href: `#${anchor(one)}` }, `${one.day} ${one.table}`),
    count(one.rounds.completed),
    ...cells(one, one.total),
    far(one.total),
  ]);
  return make(
    "section",
    { class: "panel" },
    make(
      "p",
      { class: "small muted" },
      "Theory assumes that players decide optimally and that wagers are independent; σ is one standard deviation.",
    ),
    grid(
      "Tables and days",
      ["Day and table", { text: "Rounds", number: true }, ...heads(reports[0]), { text: "From theory", number: true }],
      rows,
    ),
  );
}

/** @param {Wire.DayReportJson["total"]} total */
function far({ deviations }) {
  if (deviations === null) return "–";
  return Math.abs(deviations) > UNUSUAL ? [deviation(deviations), " ", tag("unusual", "warn")] : deviation(deviations);
}

/** @param {Wire.DayReportJson} report */
const anchor = ({ table, day }) => `${day}-${table}`;

// One in full

/** @param {Wire.DayReportJson} report */
function otherFacts({ chips, rounds, refused }) {
  /** @type {Fact[]} */
  const found = Object.entries(WAYS)
    .filter(([way]) => chips[way]?.number)
    .map(([way, name]) => [name, `${show(chips[way].amount)} (${chips[way].number})`]);
  if (!chips.bought) found.unshift(["Chips bought and cashed, drop", "not counted yet"]);
  if (rounds.void) found.push(["Void rounds", String(rounds.void)]);
  const codes = Object.entries(refused).map(([code, number]) => `${number} × ${code}`);
  if (codes.length) found.push(["Refused commands", codes.join(", ")]);
  return facts(found);
}

/** @param {Wire.ProbabilityJson} found */
function probability({ value, how, is_outside }) {
  const text = `${how === "at most" ? "at most " : ""}${percent(value)}, ${how === "at most" ? "a bound" : how}`;
  const far = is_outside ? [" ", tag("outside 95 %: investigate (COMAR 36.05.03.25 B(2))", "warn")] : [];
  return make("p", {}, "Probability of a result as far out: ", text, ...far);
}

/** @param {NonNullable<Wire.DayReportJson["revenue"]>} found */
function revenue(found) {
  const { rack_change, credits, drop, fills, net_revenue, win_to_drop } = found;
  return facts([
    ["Net revenue (COMAR 36.05.03.15 D)", signed(net_revenue)],
    ["Inventory, credits, drop, less fills", [rack_change, credits, drop, -fills].map(signed).join(", ")],
    ["Win to drop", win_to_drop === null ? "–" : percent(win_to_drop)],
  ]);
}

/** @param {string} first */
const partHeads = (first) =>
  [first, "Rounds", "Void", "Handle", "Win", "Theory"].map((text) => ({ text, number: text !== first }));
/** @param {Wire.DealerPart} part */
const partCells = ({ name, completed, void: voids, handle, win, expected }) => [
  name,
  count(completed),
  count(voids),
  show(handle),
  signed(win),
  expected === null ? "–" : signed(Math.round(expected)),
];

/** @param {Wire.DayReportJson} report */
function full(report) {
  /** @param {string | null} id */
  const link = (id) => (id ? make("a", { href: roundPath(id) }, id) : "between rounds");
  const of = `${report.table}, ${report.day}`;
  const parts = [
    make("h3", {}, `${of} `, make("span", { class: "muted" }, report.regulation ?? "")),
    grid(
      "By wager",
      ["Wager", ...heads(report)],
      report.wagers.map((one) => [title(String(one.wager)), ...cells(report, one)]),
      { of },
    ),
    otherFacts(report),
  ];
  if (report.total.probability) parts.push(probability(report.total.probability));
  if (report.explanation) {
    const draft = make("pre", { class: "small" }, report.explanation);
    parts.push(make("div", {}, make("details", {}, make("summary", {}, "Draft of the written explanation"), draft)));
  }
  if (report.revenue) parts.push(revenue(report.revenue));
  const meterKinds = Object.keys(report.meters[0] ?? {}).filter((key) => key !== "link" && key !== "meter");
  /** @type {[string, (string | Column)[], Cell[][]][]} */
  const further = [
    [
      "To date",
      ["Period", "Rounds", "Drop", "Win", "Win to drop"].map((text) => ({ text, number: text !== "Period" })),
      Object.entries(report.to_date).map(([period, sums]) => [
        title(period),
        count(sums.rounds),
        sums.drop === null ? "not counted yet" : show(sums.drop),
        signed(sums.win),
        sums.win_to_drop === null ? "–" : percent(sums.win_to_drop),
      ]),
    ],
    ["By shift", partHeads("Shift"), report.shifts.map(partCells)],
    ["By dealer", partHeads("Dealer"), report.dealers.map(partCells)],
    [
      "Differences of counts",
      ["When", "By", "Counted", { text: "Amount", number: true }],
      report.differences.map((one) => [time(one.at), one.by, words(one.counted), signed(one.amount)]),
    ],
    [
      "Progressive wins",
      ["Round", "Player", "Hand", "Meter", { text: "Amount", number: true }, "Clause"],
      report.jackpots.map((one) => [
        link(one.round),
        `${one.player}, box ${one.box}`,
        words(one.pattern),
        words(one.meter),
        show(one.amount),
        cite(one.cite),
      ]),
    ],
    [
      "Irregularities",
      ["Round", "When", "Found", { text: "Then", wide: true }, "Clause"],
      report.irregularities.map((one) => [
        link(one.round),
        time(one.at),
        words(one.found),
        words(one.effects).replaceAll(",", ", "),
        cite(one.cite),
      ]),
    ],
    [
      "Corrections",
      ["When", "By", "Player", { text: "Amount", number: true }, "Reason"],
      report.corrections.map((one) => [time(one.at), one.by, one.player, signed(one.amount), one.reason]),
    ],
    [
      "Meters",
      ["Meter", ...meterKinds.map((kind) => ({ text: words(kind), number: true }))],
      report.meters.map((one) => {
        const sums = new Map(Object.entries(one));
        return [`${one.link}: ${words(one.meter)}`, ...meterKinds.map((kind) => show(Number(sums.get(kind))))];
      }),
    ],
  ];
  for (const [caption, columns, rows] of further) if (rows.length) parts.push(grid(caption, columns, rows, { of }));
  return make("section", { class: "panel report", id: anchor(report), "aria-label": of }, ...parts);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  history.pushState(
    null,
    "",
    `/reports${queryString({ from: field.from.value, to: field.to.value, table: field.table.value, starts: field.starts.value === "06:00" ? "" : field.starts.value })}`,
  );
  load();
});
addEventListener("popstate", () => {
  fillForm();
  load();
});
const house = await get("/api/house").catch(() => null);
for (const name of Object.keys(house?.tables ?? {})) field.table.append(make("option", { value: name }, name));
fillForm();
load();
