import assert from "node:assert/strict";
import test from "node:test";
import { cardName } from "../../src/pitboss/web/static/lib/card-names.js";
import { breakdown } from "../../src/pitboss/web/static/lib/chip-values.js";
import { steps } from "../../src/pitboss/web/static/lib/plots.js";
import { sumOf, sumsByDay } from "../../src/pitboss/web/static/records/day-sums.js";
import { Countdown } from "../../src/pitboss/web/static/table/countdown.js";
import { netOf, netOfPlayer } from "../../src/pitboss/web/static/table/net.js";
import { runningSums, thinned } from "../../src/pitboss/web/static/table/running-sums.js";

test("cards have names", () => {
  assert.equal(cardName("As"), "Ace of spades");
  assert.equal(cardName("Td"), "Ten of diamonds");
  assert.equal(cardName("back"), "Card face down");
});

test("an amount is the fewest chips, and the coins last", () => {
  const values = [2500, 500, 100, 50];
  assert.deepEqual(breakdown(3175, values), [
    { value: 2500, count: 1 },
    { value: 500, count: 1 },
    { value: 100, count: 1 },
    { value: 50, count: 1 },
    { value: 25, count: 1 },
  ]);
  assert.deepEqual(breakdown(0, values), []);
});

test("axes have round steps through zero", () => {
  assert.deepEqual(steps(-10, 10), [-10, -5, 0, 5, 10]);
  assert.deepEqual(steps(0, 0.05), [0, 0.01, 0.02, 0.03, 0.04, 0.05]);
});

test("a countdown shows seconds and the share of the longest wait", () => {
  const countdown = new Countdown();
  countdown.update({ what: "bets", ends_at: 10_000, now: 0 }, 0);
  assert.deepEqual([countdown.seconds, countdown.share], [10, 1]);
  countdown.update({ what: "bets", ends_at: 10_000, now: 0 }, 7500);
  assert.deepEqual([countdown.seconds, countdown.share], [3, 0.25]);
  countdown.update(null, 8000);
  assert.deepEqual([countdown.seconds, countdown.share], [0, null]);
});

/** @type {Wire.BoxView} */
const box = {
  player: "ann",
  wagers: { one: 500, two: 1000 },
  coupons: {},
  hand: 0,
  cards: [],
  name: "",
  down: 0,
  choices: {},
  left: false,
  abandoned: false,
  settled: {
    one: { returned: 500, amount: 500 },
    two: { returned: 0, amount: 0 },
    award: { returned: 0, amount: 300 },
  },
};

test("a box wins what comes back less what was staked", () => {
  assert.equal(netOf(box), -200);
  const round = { number: 1, piles: {}, boxes: { 1: box, 2: box, 3: { ...box, player: "bob", wagers: {} } } };
  assert.equal(netOfPlayer(round, "ann"), -400);
  assert.equal(netOfPlayer(round, "bob"), null);
  assert.equal(netOfPlayer(round, undefined), null);
});

test("results add up, and theory gives them a band", () => {
  const rounds = [1, 2].map((round) => ({ round, net: 100, staked: 500, mean: -20, deviation: 300, cost: 5 }));
  const [first, last] = runningSums(rounds);
  assert.deepEqual([first.net, last.net, last.mean, last.cost], [100, 200, -40, 10]);
  assert.ok(last.high - last.low > first.high - first.low);
});

test("many points are thinned, never the first or the last", () => {
  const points = Array.from({ length: 1000 }, (_, place) => place);
  const few = thinned(points);
  assert.ok(few.length <= 62);
  assert.deepEqual([few[0], few.at(-1)], [0, 999]);
  assert.deepEqual(thinned([1]), [1]);
});

/**
 * @param {string} day
 * @param {number} handle
 */
const report = (day, handle) =>
  /** @type {Wire.DayReportJson} */ (
    /** @type {unknown} */ ({
      day,
      rounds: { completed: 2, void: 1 },
      total: { handle, win: handle / 10, expected_float: 5, surplus_float: handle / 10 - 5, standard_deviation: 3 },
    })
  );

test("reports add up by day, from the day before the first play", () => {
  const reports = [
    report("2026-01-03", 100),
    report("2026-01-01", 0),
    report("2026-01-02", 0),
    report("2026-01-03", 50),
  ];
  assert.deepEqual(
    sumsByDay(reports).map(({ day, handle }) => [day, handle]),
    [
      ["2026-01-02", 0],
      ["2026-01-03", 150],
    ],
  );
  assert.deepEqual(sumOf(reports), {
    handle: 150,
    win: 15,
    expected: 20,
    surplus: -5,
    variance: 36,
    rounds: 8,
    void: 4,
  });
});
