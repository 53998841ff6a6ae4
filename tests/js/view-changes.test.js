import assert from "node:assert/strict";
import test from "node:test";
import { applyChanges, overlay } from "../../src/pitboss/web/static/lib/view-changes.js";

test("a change replaces what its path names and nothing else", () => {
  const before = { phase: "betting", round: { number: 1, boxes: { 3: { left: false }, 4: {} } } };
  const after = applyChanges(before, { phase: "playing", "round/boxes/3/left": true });
  assert.deepEqual(after, { phase: "playing", round: { number: 1, boxes: { 3: { left: true }, 4: {} } } });
  assert.deepEqual(before.round.boxes[3], { left: false }, "the old view stays as it was");
});

test("the empty path replaces the whole view", () => {
  assert.deepEqual(applyChanges({ a: 1 }, { "": { b: 2 } }), { b: 2 });
});

test("a path into nothing makes what it needs", () => {
  assert.deepEqual(applyChanges({ round: null }, { "round/number": 2 }), { round: { number: 2 } });
});

test("what one person sees lies over what everybody sees", () => {
  const shared = { round: { boxes: { 1: { cards: [], player: "ann" } } }, phase: "playing" };
  const own = { round: { boxes: { 1: { cards: ["As"] } } }, rack: 500 };
  assert.deepEqual(overlay(shared, own), {
    round: { boxes: { 1: { cards: ["As"], player: "ann" } } },
    phase: "playing",
    rack: 500,
  });
});

test("lists and empty values are replaced, never merged", () => {
  assert.deepEqual(overlay({ may: ["a", "b"], turn: { box: 1 } }, { may: ["c"], turn: null }), {
    may: ["c"],
    turn: null,
  });
});
