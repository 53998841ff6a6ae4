import assert from "node:assert/strict";
import test from "node:test";
import { checkBytes, formatBits, modules } from "../../src/pitboss/web/static/lib/qr.js";

test("a code is a square whose corners hold the finder patterns", () => {
  const rows = modules("http://127.0.0.1:8000/tables/a");
  assert.ok(rows.every((row) => row.length === rows.length));
  assert.equal((rows.length - 17) % 4, 0);
  const finder = [1, 1, 1, 1, 1, 1, 1];
  assert.deepEqual(rows[0].slice(0, 7), finder);
  assert.deepEqual(rows[0].slice(-7), finder);
  assert.deepEqual(rows.at(-1)?.slice(0, 7), finder);
});

test("check bytes and format bits are those of the standard's example", () => {
  const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
  assert.deepEqual(checkBytes(data, 10), [196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
  assert.equal(formatBits(0), 0b101010000010010);
});

test("a text that is too long is refused", () => {
  assert.throws(() => modules("x".repeat(998)), /998 bytes do not fit/);
});
