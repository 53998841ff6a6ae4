// Plots of day reports.

import { make } from "../lib/dom.js";
import { show } from "../lib/money.js";
import { legend, lines } from "../lib/plots.js";
import { percent } from "../lib/text.js";

/** @import { DaySum } from "./day-sums.js" */

/** @param {number} cents */
const dollars = (cents) => show(Math.round(cents / 100) * 100).replace("-", "−");

/**
 * Hold and win of each day beside theory.
 *
 * @param {(DaySum & { day: string })[]} days
 */
export function dayPlots(days) {
  const width = innerWidth < 600 ? 380 : 640;
  const places = days.map(({ day }) => day.slice(5));
  const holds = days.map(({ handle, win }) => (handle ? win / handle : null));
  const theory = days.map(({ handle, expected }) => (handle && !Number.isNaN(expected) ? expected / handle : null));
  /** @type {Record<"win" | "expected" | "low" | "high", number[]>} */
  const run = { win: [], expected: [], low: [], high: [] };
  let [win, expected, variance] = [0, 0, 0];
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
  // From a day on whose wagers have no odds there is no sum to compare the win with.
  const hasTheory = !Number.isNaN(expected);
  return make(
    "div",
    { class: "plots" },
    plot(
      "Hold by day",
      legend([
        ["actual", "actual"],
        ["theory", "theory"],
      ]),
      lines({
        label: "Hold by day, actual and theoretical; the table below has the numbers",
        places,
        width,
        say: (share) => percent(share, 1),
        lines: [
          { name: "theory", values: theory, kind: "theory" },
          { name: "actual", values: holds, kind: "actual" },
        ],
      }),
    ),
    plot(
      "Win from the first day on",
      legend([
        ["actual", "actual"],
        ["theory", "theory"],
        ["band", "two standard deviations"],
      ]),
      lines({
        label: "Win from the first day on, actual and theoretical with two standard deviations",
        places,
        width,
        say: dollars,
        band: hasTheory ? run : null,
        lines: [
          { name: "theory", values: hasTheory ? run.expected : [], kind: "theory" },
          { name: "actual", values: run.win, kind: "actual" },
        ],
      }),
    ),
  );
}

/**
 * @param {string} name
 * @param {Node} beside
 * @param {Node} drawn
 */
function plot(name, beside, drawn) {
  return make("figure", { class: "panel" }, make("figcaption", {}, make("h2", {}, name), beside), drawn);
}
