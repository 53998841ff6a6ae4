// The player's file of a round: everything in it is checked here, in this browser, with the network off.

import { checkReceipt } from "./lib/deal-check.js";
import { make } from "./lib/dom.js";
import { show } from "./lib/money.js";
import { isIncluded, isSigned, readCheckpoint, readKey, signedAt } from "./lib/proof-check.js";
import { settle } from "./lib/settlement.js";

/** @typedef {import("./lib/settlement.js").Terms} Terms */
/** @typedef {import("./lib/settlement.js").Facts} Facts */
/** @typedef {{ ok: boolean, text: string }} Step */
/** @typedef {{ box: number, item: string, handed: number, sums: string[], cites: string[] }} Paid */
/**
 * @typedef {object} RoundFile
 * @property {string} round
 * @property {string} player
 * @property {string} key - the public key of the house
 * @property {string} head
 * @property {Record<string, string>} witnesses - verifier keys by name
 * @property {{ position: number, body: string, path: string[] }[]} entries
 * @property {Wire.DealAnswer | null} deal
 * @property {{ terms: Terms, facts: Facts } | null} settlement
 * @property {number[]} boxes - the player's own
 * @property {Paid[]} paid - what the house paid, as the player saw it
 */

/**
 * @param {boolean} ok
 * @param {string} right
 * @param {string} wrong
 * @returns {Step}
 */
const step = (ok, right, wrong) => ({ ok, text: ok ? right : wrong });

/**
 * Every check of a file, in order. The house signed the text of the file, and its key is in there.
 *
 * @param {string} text
 * @param {string} signature
 * @returns {Promise<Step[]>}
 */
export async function checkFile(text, signature) {
  /** @type {RoundFile} */
  const file = JSON.parse(text);
  const house = await readKey(file.key);
  const isWhole = await isSigned(`pitboss round file\n${text}`, signature, house);
  const whole = step(
    isWhole,
    "The house signed this file, and nothing in it was changed since",
    "This file was changed",
  );
  if (!isWhole) return [whole];
  const head = readCheckpoint(file.head);
  const steps = [whole, ...(await checkHead(file, head.origin))];
  const included = await Promise.all(file.entries.map((entry) => isIncluded(entry, head)));
  const good = included.filter(Boolean).length;
  const own = file.entries.filter(({ body }) => JSON.parse(body).by === file.player).length;
  steps.push(
    step(
      good === included.length,
      `${good} entries are in the signed ledger of ${head.size} entries, ${own} of them yours: your bets and choices`,
      `${included.length - good} entries are not in the signed ledger`,
    ),
  );
  if (file.deal) steps.push(...(await checkReceipt(file.deal)).steps, checkDealEntries(file.deal, file.entries));
  steps.push(checkPaid(file));
  if (file.settlement) steps.push(...checkPayments(file, file.settlement));
  return steps;
}

/**
 * @param {RoundFile} file
 * @param {string} origin
 */
async function checkHead(file, origin) {
  const house = await readKey(file.key, origin);
  const timed = await readKey(file.key, origin, 4);
  /** @type {Step[]} */
  const steps = [];
  const isOwn = (await signedAt(file.head, house)) !== null;
  const at = await signedAt(file.head, timed);
  const when = at ? new Date(at * 1000).toISOString().slice(0, 16).replace("T", " ") : "";
  steps.push(
    step(
      isOwn && at !== null,
      `The house signed this head of ${origin} at ${when} UTC`,
      "The house did not sign this head",
    ),
  );
  for (const [name, text] of Object.entries(file.witnesses)) {
    const seen = await signedAt(file.head, await readKey(text));
    steps.push(step(seen !== null, `Witness ${name} cosigned it`, `Witness ${name} did not cosign it`));
  }
  return steps;
}

/**
 * What the receipt tells of the deal is what the ledger has.
 *
 * @param {Wire.DealAnswer} deal
 * @param {RoundFile["entries"]} entries
 */
function checkDealEntries(deal, entries) {
  const bodies = entries.map(({ body }) => JSON.parse(body));
  const same = deal.entries.every(({ position, events }) => {
    const own = entries.findIndex((entry) => entry.position === position);
    const there = own < 0 ? [] : bodies[own].events.map((/** @type {unknown} */ event) => sorted(event));
    return own < 0 || events.every((event) => there.includes(sorted(event)));
  });
  const inLedger = deal.entries.filter(({ position }) => entries.some((entry) => entry.position === position)).length;
  return step(same, `${inLedger} steps of the deal are as the ledger has them`, "The deal differs from the ledger");
}

/**
 * What the file says was paid is what the entries in the ledger say.
 *
 * @param {RoundFile} file
 */
function checkPaid(file) {
  /** @type {Map<string, number>} */
  const paid = new Map(file.paid.map(({ box, item }) => [`${box} ${item}`, 0]));
  /** @type {(Wire.EventAnswer & { returned?: number, item?: string })[]} */
  const events = file.entries.flatMap(({ body }) => JSON.parse(body).events);
  for (const { event, box, wager, award, item, amount = 0, returned = 0 } of events) {
    const key = `${box} ${wager ?? award ?? item}`;
    const before = paid.get(key) ?? 0;
    if (!file.boxes.includes(Number(box))) continue;
    if (event === "WagerPaid") paid.set(key, before + returned + amount);
    else if (event === "WagerReturned" || event === "AwardPaid") paid.set(key, before + amount);
    else if (event === "PaymentTakenBack") paid.set(key, before - amount);
    else if (event === "WagerRestored") paid.set(key, 0);
  }
  const said = new Map(file.paid.map(({ box, item, handed }) => [`${box} ${item}`, handed]));
  const isSame = [...paid].every(([key, cents]) => (said.get(key) ?? 0) === cents);
  return step(isSame, "The payments are those that the ledger has", "The ledger has other payments than this file");
}

/** @param {unknown} value */
const sorted = (value) => JSON.stringify(value, Object.keys(/** @type {object} */ (value)).sort());

/**
 * @param {RoundFile} file
 * @param {{ terms: Terms, facts: Facts }} settlement
 */
function checkPayments(file, { terms, facts }) {
  const settled = settle(terms, facts).boxes.filter(({ box }) => file.boxes.includes(box));
  return settled.map(({ box, lines }) => {
    /** @type {Map<string, number>} */
    const due = new Map();
    for (const { item, returned, amount } of lines) due.set(item, (due.get(item) ?? 0) + returned + amount);
    const paid = new Map(file.paid.filter((one) => one.box === box).map(({ item, handed }) => [item, handed]));
    const wrong = [...new Set([...due.keys(), ...paid.keys()])].find(
      (item) => (due.get(item) ?? 0) !== (paid.get(item) ?? 0),
    );
    return step(
      wrong === undefined,
      `Box ${box}: settled again by the rules in this file, all ${lines.length} lines come out as they were paid`,
      `Box ${box}: ${wrong} is due ${show(due.get(wrong ?? "") ?? 0)}, but ${show(paid.get(wrong ?? "") ?? 0)} was paid`,
    );
  });
}

/** Shows the file and its checks. */
export async function start() {
  const data = document.getElementById("round");
  const list = document.getElementById("checks");
  const verdict = document.getElementById("verdict");
  if (!data || !list || !verdict) return;
  const text = data.textContent ?? "";
  const began = performance.now();
  /** @type {Step[]} */
  let steps;
  try {
    steps = await checkFile(text, document.getElementById("signature")?.textContent?.trim() ?? "");
  } catch (error) {
    steps = [{ ok: false, text: `It cannot be checked: ${error instanceof Error ? error.message : error}` }];
  }
  list.replaceChildren(...steps.map(({ ok, text: said }) => make("li", { class: ok ? "good" : "bad" }, said)));
  const isRight = steps.every(({ ok }) => ok);
  if (isRight) showPayments(JSON.parse(text));
  verdict.textContent = isRight ? "Everything holds." : "Something does not hold.";
  verdict.className = isRight ? "good" : "bad";
  verdict.dataset.milliseconds = String(Math.round(performance.now() - began));
}

/** @param {RoundFile} file */
function showPayments(file) {
  const rows = file.paid.map(({ box, item, handed, sums, cites }) => {
    const cells = [String(box), item.replaceAll("_", " "), sums.join("; "), show(handed), cites.join(", ")];
    return make("tr", {}, ...cells.map((cell) => make("td", {}, cell)));
  });
  document.getElementById("payments")?.replaceChildren(...rows);
}
