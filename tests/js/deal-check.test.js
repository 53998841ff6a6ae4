import assert from "node:assert/strict";
import test from "node:test";
import "./browser.js";
import { checkReceipt, dealAgain, dealtOpen } from "../../src/pitboss/web/static/lib/deal-check.js";
import { DECK, shuffle } from "../../src/pitboss/web/static/lib/shuffle.js";

const SEED = Uint8Array.from({ length: 32 }, (_, place) => place);
/** What pitboss.shuffle makes of the same seed. */
const ORDER =
  "Tc 2d Th Jh Qd 2s Jd 8h Ah Ks Kc 8d 2h 9c 5s 4c Js 8c 5h 4s 9d 3d 6c 2c 7h Td 4d Qc 3c 7s As 4h 9h Ac 7d 6h 3s Qh 8s Kd Kh 5c 6d 9s 5d Ts Jc Ad 3h 6s Qs 7c";
const COMMITMENT = "048bdd36083210ecffc78f7e93e676d0de297d7f11d5164c62946cde613907ef";

test("a seed makes the order that the house makes of it", () => {
  assert.equal(shuffle(SEED).join(" "), ORDER);
});

test("a new deck has every card once, clubs first", () => {
  assert.equal(new Set(DECK).size, 52);
  assert.deepEqual([DECK[0], DECK[12], DECK[51]], ["2c", "Ac", "As"]);
});

test("rows deal to boxes in turn, and a conditional row only if its place got cards", () => {
  const rows = [
    { to: ["player", "dealer"], cards: 1, times: 2, conditional: false, face_up: false, cite: "" },
    { to: ["extra"], cards: 2, times: 1, conditional: true, face_up: false, cite: "" },
  ];
  const deck = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const due = dealAgain(rows, ["10", "2", "dealer"], deck);
  assert.deepEqual(Object.fromEntries(due), { 2: ["a", "d"], 10: ["b", "e"], dealer: ["c", "f"] });
  assert.deepEqual(dealAgain(rows, ["2", "dealer", "extra"], deck).get("extra"), ["e", "f"]);
});

test("a row that deals face up turns up its own cards of a pile, and no others", () => {
  const row = { cards: 1, times: 1, conditional: false, face_up: false, cite: "" };
  const rows = [
    { ...row, to: ["dealer"], face_up: true },
    { ...row, to: ["player"], cards: 3 },
    { ...row, to: ["dealer"], cards: 2 },
    { ...row, to: ["extra"], conditional: true, face_up: true },
  ];
  const due = new Map([
    ["1", ["b", "c", "d"]],
    ["dealer", ["a", "e", "f"]],
  ]);
  assert.deepEqual(Object.fromEntries(dealtOpen(rows, due)), { dealer: ["a"] });
});

/**
 * A round in which box 1 is dealt three cards and the dealer three, the first of them face up; in which order the
 * dealer's cards were turned up.
 *
 * @param {number[]} turned
 */
const oneUp = (turned) => {
  const order = ORDER.split(" ");
  const row = { times: 1, conditional: false, face_up: false, cite: "X 1" };
  const rows = [
    { ...row, to: ["dealer"], cards: 1, face_up: true },
    { ...row, to: ["player"], cards: 3 },
    { ...row, to: ["dealer"], cards: 2 },
  ];
  const dealer = [order[0], order[4], order[5]];
  const events = [
    { event: "CardsDealt", to: "dealer", cards: dealer },
    { event: "CardsDealt", to: "1", cards: order.slice(1, 4) },
    ...turned.map((place) => ({ event: "CardsRevealed", pile: "dealer", cards: [dealer[place]] })),
  ];
  const entries = [...receipt().entries, { position: 2, seq: 2, events }];
  return /** @type {Wire.DealAnswer} */ (
    /** @type {unknown} */ ({ ...receipt(), boxes: [1], dealing: { hand: rows }, entries })
  );
};

test("the card that is dealt face up is turned up first", async () => {
  const right = await checkReceipt(oneUp([0, 1, 2]));
  assert.equal(right.ok, true, JSON.stringify(right.steps));
  const { ok, steps } = await checkReceipt(oneUp([1, 0, 2]));
  assert.equal(ok, false);
  assert.match(steps.at(-1)?.text ?? "", /other cards/);
});

/** A round that was void before any card was dealt. */
const receipt = () =>
  /** @type {Wire.DealAnswer} */ (
    /** @type {unknown} */ ({
      device: "hand",
      boxes: [],
      dealing: {},
      shuffle: {
        commitment: COMMITMENT,
        salt: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        by_seed: true,
      },
      entries: [{ position: 1, seq: 1, events: [{ event: "DeckShuffled", order: ORDER.split(" "), cite: "X 1" }] }],
    })
  );

test("a commitment that salt and order make holds", async () => {
  const { ok, steps, commitment } = await checkReceipt(receipt(), COMMITMENT);
  assert.equal(ok, true, JSON.stringify(steps));
  assert.equal(commitment, COMMITMENT);
});

test("another order, salt or commitment is found", async () => {
  const swapped = receipt();
  const { order = [] } = /** @type {Wire.EventAnswer} */ (swapped.entries[0].events[0]);
  [order[0], order[1]] = [order[1], order[0]];
  assert.equal((await checkReceipt(swapped)).ok, false);
  const salted = receipt();
  if (salted.shuffle) salted.shuffle.salt = "ff".repeat(32);
  assert.equal((await checkReceipt(salted)).ok, false);
  assert.equal((await checkReceipt(receipt(), "0".repeat(64))).ok, false);
});

test("a salt that is not 32 bytes cannot be checked", async () => {
  const short = receipt();
  if (short.shuffle) short.shuffle.salt = "00";
  await assert.rejects(checkReceipt(short), /32 bytes/);
});

test("cards that were read from a real shoe have no commitment", async () => {
  const { ok, steps } = await checkReceipt({ ...receipt(), shuffle: null });
  assert.equal(ok, true);
  assert.match(steps[0].text, /real shoe/);
});
