import assert from "node:assert/strict";
import test from "node:test";
import "./browser.js";
import { Problem } from "../../src/pitboss/web/static/lib/api.js";
import { Bets } from "../../src/pitboss/web/static/table/bets.js";

/** @param {Partial<Wire.WagerLayout> & { name: string }} wager */
const wager = (wager) =>
  /** @type {Wire.WagerLayout} */ ({
    title: wager.name.toUpperCase(),
    minimum: 500,
    maximum: 10_000,
    stakes: [],
    limits: "$5 to $100",
    placed: "before_deal",
    required: false,
    needs: [],
    needs_any: [],
    ...wager,
  });

const layout = /** @type {Wire.LayoutAnswer} */ (
  /** @type {unknown} */ ({
    table: "test",
    wagers: [
      wager({ name: "one", required: true }),
      wager({ name: "two", needs: ["one"] }),
      wager({ name: "fixed", minimum: 100, maximum: 500, stakes: [100, 500], limits: "$1 or $5" }),
      wager({ name: "equal" }),
      wager({ name: "later", placed: "at_decision" }),
    ],
    required_any: [],
    relations: [{ wager: "equal", to: "two", least: "1", most: "1", cite: "" }],
  })
);

/** @param {(command: string, round: number) => Promise<unknown>} [give] */
function seated(give = async () => {}) {
  const bets = new Bets(layout, 3, give);
  /** @type {string[]} */
  const notes = [];
  bets.onNote((text) => notes.push(text));
  bets.follow({ wagers: {}, rack: 20_000, round: 7, isOpen: true });
  return { bets, notes };
}

test("a chip below the minimum becomes the minimum, and the page says so", () => {
  const { bets, notes } = seated();
  bets.put("one", 100);
  assert.equal(bets.draft.one, 500);
  assert.match(notes[0], /ONE is \$5/);
});

test("areas that must be equal are placed together", () => {
  const { bets } = seated();
  bets.put("one", 500);
  bets.put("two", 1000);
  assert.deepEqual(bets.draft, { one: 500, two: 1000, equal: 1000 });
  bets.take("equal", 10_000);
  assert.deepEqual(bets.draft, { one: 500 });
});

test("fixed stakes go up and down their steps", () => {
  const { bets } = seated();
  bets.put("one", 500);
  bets.put("fixed", 100);
  bets.put("fixed", 100);
  assert.equal(bets.draft.fixed, 500);
  bets.take("fixed", 100);
  assert.equal(bets.draft.fixed, 100);
});

test("what the layout does not permit waits, with the reason", () => {
  const { bets } = seated();
  bets.put("two", 500);
  assert.equal(bets.missing(), "Not placed yet: ONE comes first.");
  bets.put("one", 500);
  assert.equal(bets.missing(), "");
  bets.clear();
});

test("nobody bets more than the rack holds, or after the bets are closed", () => {
  const { bets, notes } = seated();
  bets.put("one", 10_000);
  bets.put("fixed", 500);
  bets.put("two", 10_000);
  assert.equal(bets.draft.two, undefined);
  assert.match(notes.at(-1) ?? "", /rack holds \$200/);
  bets.follow({ wagers: bets.draft, rack: 0, round: 7, isOpen: false });
  bets.clear();
  assert.equal(notes.at(-1), "Bets are closed.");
});

test("undo goes back a step, double doubles within the limits", () => {
  const { bets } = seated();
  bets.put("one", 500);
  bets.double();
  assert.equal(bets.draft.one, 1000);
  bets.undo();
  bets.undo();
  assert.deepEqual(bets.draft, {});
  assert.equal(bets.canUndo, false);
});

test("a bet is sent whole, as absolute amounts of this round", async () => {
  /** @type {[string, number][]} */
  const given = [];
  const { bets } = seated(async (command, round) => given.push([command, round]));
  bets.put("one", 500);
  bets.put("fixed", 100);
  bets.confirm();
  await Promise.resolve();
  assert.deepEqual(given, [["box 3 places one $5, fixed $1", 7]]);
});

test("a coupon lies on its wager, is worth no more than it, and leaves with it", async () => {
  /** @type {string[]} */
  const given = [];
  const { bets, notes } = seated(async (command) => given.push(command));
  bets.toggleCoupon("one", 500);
  assert.match(notes[0], /place ONE first/);
  bets.put("one", 1000);
  bets.toggleCoupon("one", 2500);
  assert.deepEqual(bets.coupons, { one: 1000 });
  bets.confirm();
  await Promise.resolve();
  assert.deepEqual(given, ["box 3 places one $10, coupon one $10"]);
  bets.take("one", 500);
  assert.deepEqual(bets.coupons, { one: 500 });
  bets.clear();
  assert.deepEqual(bets.coupons, {});
});

test("after a refusal the box shows what the house has", async () => {
  const { bets } = seated(async () => {
    throw new Problem(409, { reason: "no" });
  });
  const refused = new Promise((resolve) => bets.onRefused(resolve));
  bets.put("one", 500);
  bets.confirm();
  assert.equal(/** @type {Problem} */ (await refused).reason, "no");
  assert.deepEqual(bets.draft, {});
});

test("the bet of the last round can be repeated", () => {
  const { bets } = seated();
  bets.follow({ wagers: { one: 1500 }, rack: 0, round: 7, isOpen: true });
  bets.follow({ wagers: { one: 1500 }, rack: 0, round: 7, isOpen: false });
  bets.follow({ wagers: {}, rack: 20_000, round: 8, isOpen: true });
  assert.equal(bets.canRebet, true);
  bets.rebet();
  assert.deepEqual(bets.draft, { one: 1500 });
  bets.clear();
});

test("areas that are placed with a decision take no bets before", () => {
  const { bets } = seated();
  assert.equal(bets.takes("later"), false);
  assert.throws(() => bets.put("later", 500), RangeError);
});
