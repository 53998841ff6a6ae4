import assert from "node:assert/strict";
import test from "node:test";
import { holdersOf } from "../../src/pitboss/web/static/table/holders.js";

/** @param {object[]} events @param {string} [now] */
const players = (events, now) => holdersOf(/** @type {Wire.EventAnswer[]} */ (events), () => now);
const TAKES = { event: "SeatTaken", box: 1, player: "bob" };
const LEAVES = { event: "SeatLeft", box: 1, player: "ann" };
const WINS = { event: "WagerPaid", box: 1 };

test("what happened at a box belongs to the player who held it then", () => {
  assert.deepEqual(players([WINS, LEAVES, TAKES, WINS], "bob"), ["ann", "ann", "bob", "bob"]);
});

test("who held a box before a player sat down is not known", () => {
  assert.deepEqual(players([WINS, TAKES, WINS], "bob"), [undefined, "bob", "bob"]);
});

test("an event without a box has no holder", () => {
  assert.deepEqual(players([{ event: "ChipsBought", player: "cat" }, { event: "BetsClosed" }], "bob"), [
    undefined,
    undefined,
  ]);
});
