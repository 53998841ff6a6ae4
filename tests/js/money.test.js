import assert from "node:assert/strict";
import test from "node:test";
import { parse, show, total } from "../../src/pitboss/web/static/lib/money.js";

test("amounts are shown as the notation writes them", () => {
  assert.deepEqual([0, 5, 50, 100, 1050, 123_456_700].map(show), [
    "$0",
    "$0.05",
    "$0.50",
    "$1",
    "$10.50",
    "$1,234,567",
  ]);
  assert.equal(show(-2500), "-$25");
});

test("what is shown can be read back", () => {
  for (const cents of [0, 1, 99, 100, 12_345, 100_000_000]) assert.equal(parse(show(cents)), cents);
});

test("amounts are read with and without the dollar sign and separators", () => {
  assert.deepEqual(["10", " $1,000 ", "2.50", "1000"].map(parse), [1000, 100_000, 250, 100_000]);
});

test("anything else is not an amount", () => {
  for (const text of ["", "ten", "-5", "1,00", "2.5", "$", "1e3", "1.234"]) assert.equal(parse(text), null, text);
});

test("amounts by name are added up", () => {
  assert.equal(total({ one: 500, other: 250 }), 750);
  assert.equal(total({}), 0);
});
