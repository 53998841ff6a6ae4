// Day reports added up.

/** @typedef {Record<"handle" | "win" | "expected" | "surplus" | "variance" | "rounds" | "void", number>} DaySum */

/**
 * Reports added up, in cents. What is expected is not a number if a wager has no odds.
 *
 * @param {Wire.DayReportJson[]} reports
 * @returns {DaySum}
 */
export function sumOf(reports) {
  const all = { handle: 0, win: 0, expected: 0, surplus: 0, variance: 0, rounds: 0, void: 0 };
  for (const { total, rounds } of reports) {
    all.handle += total.handle;
    all.win += total.win;
    all.expected += total.expected_float ?? Number.NaN;
    all.surplus += total.surplus_float ?? Number.NaN;
    all.variance += total.standard_deviation ** 2;
    all.rounds += rounds.completed;
    all.void += rounds.void;
  }
  return all;
}

/**
 * The sums of each day, the first day first.
 *
 * @param {Wire.DayReportJson[]} reports
 */
export function sumsByDay(reports) {
  /** @type {Map<string, Wire.DayReportJson[]>} */
  const days = new Map();
  for (const report of reports) days.set(report.day, [...(days.get(report.day) ?? []), report]);
  const found = [...days]
    .map(([day, those]) => ({ day, ...sumOf(those) }))
    .sort((one, other) => one.day.localeCompare(other.day));
  // A plot begins the day before something was played.
  const first = found.findIndex(({ handle }) => handle);
  return found.slice(Math.max(0, first - 1));
}
