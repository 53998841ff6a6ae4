import assert from "node:assert/strict";
import test from "node:test";
import { returnsOf, returnText } from "../../src/pitboss/web/static/staff/void-note.js";

/** @param {unknown[]} events */
const told = (...events) => returnsOf(/** @type {Wire.EventAnswer[]} */ (events));
const VOID = { event: "RoundVoided" };

test("a void round says what is returned to whom, and what comes back from whom", () => {
  const due = told(
    { event: "PaymentTakenBack", box: 2, item: "ante", amount: 1000 },
    { event: "WagerReturned", box: 2, wager: "ante", amount: 1000 },
    { event: "WagerReturned", box: 1, wager: "pair_plus", amount: 500 },
    { event: "WagerReturned", box: 1, wager: "ante", amount: 1000 },
    VOID,
  );
  assert.deepEqual(
    due?.map((one) => returnText(one, "ann")),
    [
      "Return $15 to box 1 (ann): Pair Plus $5, Ante $10.",
      "Return $10 to box 2 (ann): Ante $10. Take back $10 that was paid to box 2 (ann).",
    ],
  );
});

test("match play coupons go back unused", () => {
  const due = told(
    { event: "WagerReturned", box: 3, wager: "bet_1", amount: 1500 },
    { event: "CouponReturned", box: 3, wager: "bet_1", amount: 1000 },
    VOID,
  );
  assert.deepEqual(
    due?.map((one) => returnText(one, "ann")),
    ["Return $15 to box 3 (ann): Bet 1 $15. Return the match play coupons to box 3 (ann): Bet 1 $10."],
  );
});

test("wagers that are returned in a round that goes on say nothing", () => {
  assert.equal(told({ event: "WagerReturned", box: 1, wager: "bet_1", amount: 1000 }), null);
  assert.deepEqual(told(VOID), []);
});
