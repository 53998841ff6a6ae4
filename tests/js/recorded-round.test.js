import assert from "node:assert/strict";
import test from "node:test";
import { tableAfter } from "../../src/pitboss/web/static/lib/recorded-round.js";

const none = { dealer: [], community: [], bonus_box: [], burned: [], rack: [], unknown: 0 };
const hands = { ...none, boxes: { 1: { player: "ann", cards: ["As", "Kd"], hand: null } } };

/** @param {...Partial<Wire.EventAnswer> & { event: string }} events */
const after = (...events) =>
  tableAfter(
    events.map((event) => ({ event: { cite: "", ...event } })),
    { hands },
  );

test("wagers lie on their box until they are settled", () => {
  const placed = after({ event: "WagerPlaced", box: 1, wager: "ante", amount: 500 });
  assert.deepEqual(placed.boxes[1].wagers, { ante: 500 });
  const taken = after(
    { event: "WagerPlaced", box: 1, wager: "ante", amount: 500 },
    { event: "WagerPlaced", box: 1, wager: "ante", amount: 0 },
  );
  assert.deepEqual(taken.boxes[1].wagers, {});
  const lost = after(
    { event: "WagerPlaced", box: 1, wager: "ante", amount: 500 },
    { event: "WagerCollected", box: 1, wager: "ante", stake: 500 },
  );
  assert.deepEqual(lost.boxes[1].results, [{ item: "ante", outcome: "lost", cents: -500 }]);
  assert.deepEqual(lost.boxes[1].wagers, {});
});

test("settlement turns a hand up, unless it was given up", () => {
  const dealt = { event: "CardsDealt", to: "1", number: 2 };
  const down = { card: "", up: false };
  assert.deepEqual(after(dealt).boxes[1].cards, [down, down]);
  const paid = after(dealt, { event: "WagerPaid", box: 1, wager: "ante", amount: 500 });
  assert.deepEqual(
    paid.boxes[1].cards,
    ["As", "Kd"].map((card) => ({ card, up: true })),
  );
  const folded = after(
    dealt,
    { event: "CardsCollected", box: 1 },
    { event: "AwardPaid", box: 1, award: "a", amount: 1 },
  );
  assert.equal(folded.boxes[1].gone, true);
  assert.deepEqual(folded.boxes[1].cards, [down, down]);
});

test("cards of a pile are turned up and go to the discard rack", () => {
  const dealt = { event: "CardsDealt", to: "community", cards: ["2c", "3c"] };
  const revealed = after(dealt, { event: "CardsRevealed", pile: "community", cards: ["3c"] });
  assert.deepEqual(revealed.piles.community, [
    { card: "2c", up: false },
    { card: "3c", up: true },
  ]);
  const burned = after(dealt, { event: "CardBurned", pile: "community", card: "2c" });
  assert.deepEqual(burned.piles.community, [{ card: "3c", up: false }]);
});

test("a card that was not known takes the place of an unknown one", () => {
  const shown = after(
    { event: "CardsDealt", to: "dealer", number: 2 },
    { event: "CardsRevealed", pile: "dealer", cards: ["Qh"] },
  );
  assert.deepEqual(shown.piles.dealer, [
    { card: "Qh", up: true },
    { card: "", up: false },
  ]);
});
