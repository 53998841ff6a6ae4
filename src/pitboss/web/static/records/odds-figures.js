// The figures and the hands of one paytable.

import { make } from "../lib/dom.js";
import { facts, grid } from "../lib/elements.js";
import { show } from "../lib/money.js";
import { bar } from "../lib/plots.js";
import { count, percent, words } from "../lib/text.js";

/** @import { Fact } from "../lib/elements.js" */

/**
 * The figures of a record: edge, expected win, deviation and others.
 *
 * @param {Wire.OddsJson} record
 */
export function figures(record) {
  const { average_stake: average, average_stake_float: averageFloat = 0, break_even: breakEven } = record;
  const envy = record.envy_per_other_box;
  return make(
    "div",
    {},
    make("p", { class: "edge" }, make("b", {}, percent(record.house_edge, 4)), " house edge"),
    facts([
      record.expected ? ["Expected net win, per unit first staked", make("code", {}, record.expected)] : null,
      ["Hits", percent(record.hit_frequency, 4)],
      record.standard_deviation === null ? null : ["Standard deviation", record.standard_deviation.toFixed(4)],
      average ? ["Average stake", make("code", {}, average), ` = ${averageFloat.toFixed(4)}`] : null,
      record.element_of_risk === undefined ? null : ["Edge of everything staked", percent(record.element_of_risk, 4)],
      record.fixed ? ["Fixed pays, net of the stake", make("code", {}, record.fixed)] : null,
      ...Object.entries(record.shown ?? {}).map(
        ([meter, cents]) => /** @type {Fact} */ ([`${words(meter)} meter assumed at`, show(cents)]),
      ),
      typeof breakEven === "string" ? ["Break-even meter", show(Math.round(100 * ratio(breakEven)))] : null,
      envy ? ["Envy for each other box", percent(ratio(envy), 4)] : null,
      ["Calculated for a stake of", show(record.stake)],
    ]),
  );
}

/**
 * The number of an exact fraction, for reading.
 *
 * @param {string} text
 */
function ratio(text) {
  const [over, under = "1"] = text.split("/");
  return Number(over) / Number(under);
}

/**
 * The hands of a record, with how often each comes.
 *
 * @param {Wire.OddsJson} record
 */
export function handRows({ rows, total }) {
  const most = Math.max(...rows.filter((row) => row.pattern !== "none").map((row) => row.count));
  return grid(
    "Hands",
    [
      "Hand",
      { text: "Pays", number: true },
      { text: `Of ${count(total)}`, number: true },
      { text: "Probability", number: true },
      { text: "One in", number: true, wide: true },
      { text: "As a bar", heard: true, wide: true },
    ],
    rows.map(({ pattern, pays, count: number }) => [
      pattern === "none" ? "No paying hand" : words(pattern),
      pays ?? "–",
      count(number),
      percent(number / total, 5),
      number ? count(Math.round(total / number)) : "–",
      pattern === "none" ? "" : bar(number, most),
    ]),
  );
}
