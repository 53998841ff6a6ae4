import assert from "node:assert/strict";
import test from "node:test";
import { ageText } from "../../src/pitboss/web/static/staff/deck-facts.js";

const HOUR = 3_600_000;
const age = { deck: "red deck", hours: 24, change_by: 24 * HOUR, cite: "" };

for (const { at, text, isSoon } of [
  { at: 0, text: "Red deck: 24 h left", isSoon: false },
  { at: 22.5 * HOUR, text: "Red deck: 1 h 30 min left", isSoon: false },
  { at: 23.5 * HOUR, text: "Red deck: 30 min left; change it between rounds", isSoon: true },
  { at: 24 * HOUR, text: "Red deck: change it before the next round", isSoon: true },
]) {
  test(`after ${at / HOUR} hours the console says “${text}”`, () =>
    assert.deepEqual(ageText(age, at), { text, isSoon }));
}
