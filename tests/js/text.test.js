import assert from "node:assert/strict";
import test from "node:test";
import {
  capital,
  count,
  percent,
  plural,
  quoted,
  sentence,
  signed,
  small,
  title,
  words,
} from "../../src/pitboss/web/static/lib/text.js";

test("names of the data are words for people", () => {
  assert.equal(words("three_of_a_kind"), "Three of a kind");
  assert.equal(title("three_of_a_kind"), "Three of a Kind");
  assert.equal(title("of_hearts"), "Of Hearts");
});

test("a text begins large or small, and a sentence ends", () => {
  assert.equal(capital("bets are open"), "Bets are open");
  assert.equal(small("Pair of kings"), "pair of kings");
  assert.equal(sentence("the table is closed"), "The table is closed.");
  assert.equal(sentence("Why?"), "Why?");
});

test("shares and results have their sign", () => {
  assert.equal(percent(0.0457918), "4.58 %");
  assert.equal(percent(-0.01, 1), "−1.0 %");
  assert.equal(percent(null), "–");
  assert.equal(signed(1250), "+$12.50");
  assert.equal(signed(-0.4), "$0");
  assert.equal(signed(-1250.2), "−$12.50");
});

test("numbers are counted", () => {
  assert.equal(count(22100), "22,100");
  assert.equal(plural(1, "box", "boxes"), "1 box");
  assert.equal(plural(2, "box", "boxes"), "2 boxes");
  assert.equal(plural(0, "round"), "0 rounds");
});

test("a name is one word of a command", () => {
  assert.equal(quoted("ann"), "ann");
  assert.equal(quoted("Guest 7"), '"Guest 7"');
  assert.equal(quoted('a"b\\c'), '"a\\"b\\\\c"');
  assert.equal(quoted(""), '""');
});
