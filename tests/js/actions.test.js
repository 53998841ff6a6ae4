import assert from "node:assert/strict";
import test from "node:test";
import {
  actionsAtBox,
  buttonActions,
  exampleOf,
  fieldsOf,
  fillCommand,
  findAction,
  needsDialog,
} from "../../src/pitboss/web/static/staff/actions.js";
import { choiceKeys, TAKEN } from "../../src/pitboss/web/static/table/choice-keys.js";

/**
 * @param {Partial<Wire.ActionView> & { kind: string }} action
 * @returns {Wire.ActionView}
 */
const made = (action) => ({
  command: action.kind,
  label: action.kind,
  ...action,
});

/** @param {...Wire.ActionView} actions */
const viewOf = (...actions) => /** @type {Wire.TableView} */ (/** @type {unknown} */ ({ actions }));

test("a console shows each action once, and what waits first", () => {
  const view = viewOf(
    made({ kind: "Cut" }),
    made({ kind: "Choose", box: 1 }),
    made({ kind: "Cut" }),
    made({ kind: "Step", tone: "main" }),
  );
  assert.deepEqual(
    buttonActions(view).map(({ kind }) => kind),
    ["Step", "Cut"],
  );
});

test("an action is found by its kind, box and choice", () => {
  const view = viewOf(
    made({ kind: "Choose", box: 1, choice: "stay" }),
    made({ kind: "Choose", box: 2, choice: "stay", label: "second" }),
  );
  assert.equal(findAction(view, "Choose", { box: 2, choice: "stay" })?.label, "second");
  assert.equal(findAction(view, "Choose", { box: 2, choice: "go" }), undefined);
  assert.equal(findAction(null, "Choose"), undefined);
});

test("a box offers what its own player does, and nobody else's chips", () => {
  const money = { name: "amount", label: "", kind: /** @type {const} */ ("money") };
  const player = { name: "player", label: "", kind: /** @type {const} */ ("text") };
  const view = viewOf(
    made({ kind: "LeaveSeat", box: 1 }),
    made({ kind: "LeaveSeat", box: 2, command: "box 2 leaves" }),
    made({ kind: "PlaceWagers", box: 2, command: "box 2 places ante {wagers}" }),
    made({ kind: "PlaceWagers", box: 2, command: "box 2 places ante $10", repeats: true }),
    made({ kind: "CashOut", command: "player ann cashes {amount}", fields: [money] }),
    made({ kind: "CashOut", command: 'player "Guest 2" cashes {amount}', fields: [money] }),
    made({ kind: "BuyChips", command: "player {player} buys {amount}", fields: [player, money] }),
  );
  const found = actionsAtBox(view, 2, "Guest 2");
  assert.deepEqual(
    found.map(({ command }) => command),
    ["box 2 leaves", "box 2 places ante $10", 'player "Guest 2" cashes {amount}', 'player "Guest 2" buys {amount}'],
  );
  assert.deepEqual(found[3].fields, [money]);
});

test("what somebody enters is written into the command as the notation wants it", () => {
  const action = made({
    kind: "Correct",
    command: "floorperson {way} player {player} {amount} because {reason}",
    fields: [
      { name: "way", label: "", kind: "choice", choices: [{ value: "gives", label: "To the player" }] },
      { name: "player", label: "", kind: "text" },
      { name: "amount", label: "", kind: "money" },
      { name: "reason", label: "", kind: "text" },
    ],
  });
  const values = { way: "gives", player: "Guest 7", amount: "25", reason: "a $& miscount " };
  assert.equal(fillCommand(action, values), 'floorperson gives player "Guest 7" $25 because "a $& miscount"');
  const card = made({
    kind: "Report",
    command: "reports {card}",
    fields: [{ name: "card", label: "", kind: "cards" }],
  });
  assert.equal(fillCommand(card, { card: "aS" }), "reports As");
  assert.equal(fillCommand(card, { card: "10h,qD" }), "reports Th Qd");
  assert.equal(needsDialog(card), true);
  assert.equal(needsDialog(made({ kind: "Deal" })), false);
  assert.equal(exampleOf(made({ kind: "Deal" })), "Deal");
  assert.equal(exampleOf({ ...card, example: "reports" }), "reports");
  assert.deepEqual(fieldsOf(action)[0].options, { gives: "To the player" });
});

test("every choice has a letter of its own that no tool uses", () => {
  const named = ["ride", "withdraw", "wait"].map((choice) => ({ choice, key: "" }));
  assert.deepEqual([...choiceKeys(named).values()], ["i", "w", "t"]);
});

test("a key that the rules name is kept unless the page uses it", () => {
  const choices = ["raise_1", "raise_2", "fold"].map((choice, place) => ({ choice, key: ["1", "2", ""][place] }));
  assert.deepEqual([...choiceKeys(choices).values()], ["1", "2", "f"]);
  assert.deepEqual([...choiceKeys(choices, `${TAKEN}12`).values()], ["i", "e", "f"]);
});

test("a key that the page uses falls back to a letter", () => {
  assert.deepEqual([...choiceKeys([{ choice: "check", key: "c" }]).values()], ["h"]);
});
