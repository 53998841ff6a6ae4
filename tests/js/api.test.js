import assert from "node:assert/strict";
import test from "node:test";
import "./browser.js";
import { fill, newId, Problem, reasonAndClause, reasonOf } from "../../src/pitboss/web/static/lib/api.js";

test("a path is filled in, and the rest is a query", () => {
  assert.equal(fill("/api/lobby"), "/api/lobby");
  assert.equal(fill("/api/tables/{table}/layout", { table: "a b/c" }), "/api/tables/a%20b%2Fc/layout");
  const asked = { table: "t", before: 0, player: "", limit: 50, void: false, option: ["a=1", "b=2"], none: null };
  assert.equal(fill("/api/rounds", asked), "/api/rounds?table=t&before=0&limit=50&option=a%3D1&option=b%3D2");
});

test("a problem says why, with its clause", () => {
  const problem = new Problem(409, { code: "closed", reason: "bets are closed", clause: "X 1.A" });
  assert.equal(reasonOf(problem), "bets are closed");
  assert.equal(reasonAndClause(problem), "bets are closed (X 1.A)");
  assert.equal(reasonAndClause(new Problem(500)), "the house gave no reason");
  assert.equal(reasonOf("a text"), "a text");
});

test("every command has an id of its own", () => {
  const ids = new Set(Array.from({ length: 100 }, newId));
  assert.equal(ids.size, 100);
  for (const id of ids) assert.match(id, /^[0-9a-f-]{32,36}$/);
});
