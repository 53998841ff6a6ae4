// Panels about a recorded round: its facts, the settlement computed again, the deal, and files to keep.

import { fill, getFile, reasonOf } from "../lib/api.js";
import { checkDeal } from "../lib/deal-check.js";
import { make } from "../lib/dom.js";
import { cite, facts, grid, saveFile, tag, time } from "../lib/elements.js";
import { show } from "../lib/money.js";
import { attempt } from "../lib/problems.js";
import { signed, words } from "../lib/text.js";

/** @typedef {{ table: string, number: string }} Address */
/** @typedef {(item: string) => string} Titles */

/** @param {Wire.ReplayAnswer} round */
export function verdictTags({ differences, status }) {
  if (differences.length) return [tag(`not paid as due: ${differences.length}`, "bad")];
  if (status === "void") return [tag("void", "warn"), tag("void: every wager went back", "good")];
  return [tag("settled again: paid as due", "good")];
}

/** @param {Wire.ReplayAnswer} round */
export function roundFacts({ regulation, start, end, device, first, last, rules, shuffle }) {
  const { commitment } = shuffle;
  return facts([
    ["Regulation", make("a", { href: `/rules/${regulation}` }, regulation)],
    ["Began", time(start)],
    ["Lasted", `${Math.max(0, Math.round((end - start) / 1000))} s`],
    ["Dealt from", words(device).toLowerCase()],
    ["Entries", `${first.position} to ${last.position}`],
    ["Rules", make("code", { title: rules.digest }, rules.digest.slice(0, 12))],
    commitment ? ["Commitment", make("code", { title: commitment }, `${commitment.slice(0, 16)}…`)] : null,
  ]);
}

/**
 * @param {Wire.ReplayAnswer} round
 * @param {Titles} title
 */
export function settlementPanels({ boxes, differences }, title) {
  const panels = boxes.map((box) =>
    make(
      "section",
      { class: "panel box", "aria-label": `Box ${box.box}` },
      grid(
        `Box ${box.box}, ${box.player}: ${signed(box.net)}`,
        [
          "Item",
          { text: "Stake", number: true },
          "Outcome",
          { text: "Hand", wide: true },
          { text: "Odds", wide: true },
          "Calculation",
          { text: "Net", number: true },
          "Clause",
        ],
        box.lines.map((line) => [
          title(line.item),
          line.stake ? show(line.stake) : "–",
          line.outcome,
          handName(line, box.box),
          line.odds?.replaceAll(" ", "\u00a0") ?? "–",
          line.sum,
          signed(line.net),
          cite(line.cite),
        ]),
      ),
    ),
  );
  if (!panels.length) {
    const text = "The round is void: nothing was settled, and every wager went back.";
    panels.push(make("section", {}, make("p", { class: "muted" }, text)));
  }
  return differences.length ? [differencePanel(differences, title), ...panels] : panels;
}

/**
 * @param {Wire.SettledLineJson} line
 * @param {number} box
 */
function handName({ pattern, hand_of: other }, box) {
  if (!pattern) return "–";
  return words(pattern) + (other && other !== box ? ` of box ${other}` : "");
}

/**
 * @param {Wire.ReplayAnswer["differences"]} differences
 * @param {Titles} title
 */
function differencePanel(differences, title) {
  const rows = differences.map((one) => [
    one.box ? `Box ${one.box} ${title(one.item)}` : words(one.item),
    show(one.due),
    show(one.paid),
    cite(one.clause),
  ]);
  const columns = ["Item", { text: "Due", number: true }, { text: "Paid", number: true }, "Clause"];
  return make("section", { class: "panel" }, grid("Not paid as due", columns, rows));
}

/** @type {(keyof Wire.MeterMovesJson)[]} */
const MOVES = ["before", "raised", "paid", "filled", "lowered", "elsewhere", "after"];

/** @param {Wire.ReplayAnswer} round */
export function meterPanel({ meters }) {
  const rows = Object.entries(meters).map(([name, moves]) => [
    words(name),
    ...MOVES.map((key) => show(moves[key] ?? 0)),
  ]);
  if (!rows.length) return null;
  const columns = ["Meter", ...MOVES.map((text) => ({ text: words(text), number: true }))];
  return make("section", { class: "panel replay__meters" }, grid("Meters through the round", columns, rows));
}

/** @param {Wire.ReplayAnswer} round */
export function correctionPanel({ corrections }) {
  if (!corrections.length) return null;
  const rows = corrections.map(({ at, by, role, event }) => {
    const { player, amount = 0, reason } = /** @type {Wire.EventAnswer} */ (event);
    return [time(at), `${by}, ${role}`, player, signed(amount), reason];
  });
  const columns = ["When", "Who", "Player", { text: "Amount", number: true }, "Reason"];
  return make("section", { class: "panel" }, grid("Corrected afterwards", columns, rows));
}

/**
 * @param {Address} address
 * @param {Wire.ReplayAnswer} round
 */
export function dealPanel(address, { shuffle }) {
  const answer = make("div", { role: "status" });
  async function check() {
    answer.replaceChildren(make("p", { class: "muted" }, "Checking…"));
    try {
      const { ok, steps } = await checkDeal(address, shuffle.commitment ?? "");
      const verdict = tag(ok ? "the deal is correct" : "the deal is not correct", ok ? "good" : "bad");
      const lines = steps.map((step) =>
        make("li", {}, make("span", { "aria-hidden": "true" }, step.ok ? "✓ " : "✗ "), step.text),
      );
      answer.replaceChildren(make("p", {}, verdict), make("ul", { class: "plain checks" }, ...lines));
    } catch (error) {
      answer.replaceChildren(make("p", { class: "problem" }, reasonOf(error)));
    }
  }
  const text = !shuffle.commitment
    ? "The cards of this round came from a real deck, whose order nobody knew: they were read as they came or were turned up."
    : "Before the bets the house published a commitment to the order of the deck. Now that the round is over, the commitment is open and anyone can check the shuffle.";
  return make(
    "section",
    { class: "panel", "aria-labelledby": "deal-title" },
    make("h2", { id: "deal-title" }, "The deal"),
    make("p", {}, text),
    make("button", { class: "button", type: "button", click: check }, "Check the deal in this browser"),
    answer,
  );
}

/** @param {string} what */
const checkedBy = (what) => make("code", {}, `pitboss verify ${what}`);

/**
 * @param {Address} address
 * @param {Wire.ReplayAnswer} round
 * @param {Wire.PersonShown | null} who
 */
export function filesPanel(address, round, who) {
  const path = fill("/api/rounds/{table}/{number}", address);
  const name = `${address.table}-${address.number}`;
  /**
   * @param {string} kind
   * @param {string} label
   */
  const link = (kind, label) =>
    make("a", { class: "button", href: `${path}/${kind}`, download: `${kind}-${name}.json` }, label);
  /**
   * @param {string} label
   * @param {() => void} click
   */
  const button = (label, click) => make("button", { class: "button", type: "button", click }, label);
  const whole = () => saveFile(`round-${name}.json`, `${JSON.stringify(round, null, 2)}\n`);
  const problem = make("p", { class: "problem", role: "alert" });
  /**
   * @param {string} kind
   * @param {string} file
   */
  const fetched = (kind, file) => async () => {
    const found = await attempt(problem, null, () => getFile(`${path}/${kind}`));
    if (found) saveFile(file, found, found.type);
  };
  const isPlayer = who?.role === "player";
  const forAudit = () => saveFile(`round-${name}.jsonl`, `${JSON.stringify(round.recorded)}\n`, "application/jsonl");
  return make(
    "section",
    { class: "panel", "aria-labelledby": "keep-title" },
    make("h2", { id: "keep-title" }, "To keep"),
    make(
      "div",
      { class: "row" },
      link("deal", "Receipt of the deal"),
      isPlayer ? null : link("proof", "Proof bundle"),
      isPlayer
        ? button("Your page of the round", fetched("page", `round-${name}.html`))
        : button("Case of the round", fetched("case", `case-${name}.zip`)),
      button("The round as JSON", whole),
      round.recorded ? button("For pitboss audit", forAudit) : null,
    ),
    make(
      "p",
      { class: "small muted" },
      ...(isPlayer
        ? [
            "Your page checks itself in any browser, without the house. For the receipt: ",
            checkedBy(`deal-${name}.json`),
          ]
        : ["You can check the case and the proof without the house: ", checkedBy(`case-${name}.zip --key KEY`)]),
      ".",
    ),
    problem,
  );
}
