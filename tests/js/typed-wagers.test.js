import assert from "node:assert/strict";
import test from "node:test";
import { writeWagers } from "../../src/pitboss/web/static/staff/typed-wagers.js";

const WAGERS = [
  { name: "ante", title: "Ante" },
  { name: "pair_plus", title: "Pair Plus" },
  { name: "five", title: "5 Card Bonus" },
];

for (const [typed, written] of [
  ["ANTE 10", "ante $10"],
  ["ante $10, Pair Plus 5", "ante $10, pair_plus $5"],
  ["ante10,pair_plus $2.50", "ante $10, pair_plus $2.50"],
  ["Ante $1,000, PAIR-PLUS 1000", "ante $1,000, pair_plus $1,000"],
  ["ante 10, 5 card bonus 1; Coupon ANTE 10", "ante $10, five $1, coupon ante $10"],
  ["", "nothing"],
]) {
  test(`“${typed}” is ${written}`, () => assert.equal(writeWagers(typed, WAGERS), written));
}

for (const { typed, told } of [
  { typed: "ante", told: /“ante” is not a wager: write it as ante 10/ },
  { typed: "blind 5", told: /“blind” is not a wager of this table: it takes ante, pair_plus, five/ },
  { typed: "ante 1.5", told: /“ante 1.5” is not a wager/ },
]) {
  test(`“${typed}” is told to be wrong`, () => assert.throws(() => writeWagers(typed, WAGERS), told));
}
