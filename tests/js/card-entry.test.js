import assert from "node:assert/strict";
import test from "node:test";
import { CardEntry } from "../../src/pitboss/web/static/staff/card-entry.js";

/**
 * An entry that asks for cards, after these texts have come into its field.
 *
 * @param {number} wanted
 * @param {...string} texts
 */
function entered(wanted, ...texts) {
  const entry = new CardEntry();
  entry.ask(wanted, Array(wanted).fill("Box 7"));
  let rest = "";
  let last = entry.read("");
  for (const text of texts) {
    last = entry.read(rest + text);
    rest = last.rest;
  }
  return { entry, ...last };
}

test("keys come one by one, in any case, and ten has two digits", () => {
  const { entry, rest } = entered(3, ..."qS10sT", "d");
  assert.deepEqual(entry.cards, ["Qs", "Ts", "Td"]);
  assert.equal(rest, "");
  assert.equal(entry.label, "All 3 cards are read");
});

test("a scanner types all cards at once, with or without spaces", () => {
  for (const text of ["Qs6d4c", "QS 6D 4C", "qs, 6d; 4c ", "Q♠6♦4♣"]) {
    assert.deepEqual(entered(3, text).entry.cards, ["Qs", "6d", "4c"], text);
  }
});

test("what comes after the last card that is asked for stays in the field", () => {
  const { entry, rest } = entered(2, "QsJs9h");
  assert.deepEqual([entry.cards, rest], [["Qs", "Js"], "9h"]);
  assert.equal(entry.ask(1, ["Box 6"]), true);
  assert.equal(entry.read(rest).rest, "");
  assert.deepEqual(entry.cards, ["9h"]);
});

test("a card twice is told, and what follows it is not taken", () => {
  const { entry, told, isBad } = entered(3, "Qs", "Qs4c");
  assert.deepEqual(entry.cards, ["Qs"]);
  assert.equal(isBad, true);
  assert.match(told, /queen of spades was already read, as card 1.*cards after it were not taken/);
});

test("what is no card is told and stays to be seen", () => {
  const { entry, rest, told } = entered(3, "1x");
  assert.deepEqual([entry.cards, rest], [[], "1x"]);
  assert.match(told, /“1x” is not a card/);
});

test("the last card can be taken back", () => {
  const { entry } = entered(3, "QsJs");
  assert.equal(entry.takeBack(), "The jack of spades is taken back.");
  assert.equal(entry.label, "Card 2 of 3, box 7");
  assert.equal(entry.missing(), "2 cards are still to be read.");
  entry.takeBack();
  assert.equal(entry.takeBack(), "No card has been read yet.");
});

test("the same question keeps its cards, another begins anew", () => {
  const { entry } = entered(2, "Qs");
  assert.equal(entry.ask(2, ["Box 7", "Box 7"]), false);
  assert.deepEqual(entry.cards, ["Qs"]);
  assert.equal(entry.ask(2, ["Box 6", "Box 6"]), true);
  assert.deepEqual(entry.cards, []);
});
