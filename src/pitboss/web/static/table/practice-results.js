// Results of this visit beside theory: a plot, and the same numbers in a table. Kept until the visit ends.

import { make, setText } from "../lib/dom.js";
import { show } from "../lib/money.js";
import { legend, lines } from "../lib/plots.js";
import { keepVisit, readVisit } from "../lib/storage.js";
import { plural, signed } from "../lib/text.js";
import { runningSums, thinned } from "./running-sums.js";

/** @import { Point, RoundResult } from "./running-sums.js" */
/** @typedef {RoundResult & { isStart?: boolean }} KeptResult - `isStart` marks the round before a fresh start */
/** @typedef {Pick<Point, "number" | "net" | "mean" | "low" | "high">} Drawn */

const MOST = 2000;
const TABLE_ROWS = 200;
const HEADS = ["Round", "Staked", "Result", "Sum", "Expected sum", "95 % of sums", "Cost of decisions"];
const EXPLANATION =
  "Expected is the exact average of the wagers as you made them, for a player who decides optimally, with the meters as they stood. The band holds 95 of 100 visits once there are many rounds; if several wagers depend on the same cards, it is as wide as it could be.";

export class PracticeResults {
  /** @type {KeptResult[]} */
  #rounds = [];
  #player = "";
  #key;
  #plot = make("div", { class: "practice__plot" });
  #sum = make("p", { class: "practice__sum" }, "No round yet.");
  #rows = make("tbody");
  #again = make(
    "button",
    { class: "button button--small", type: "button", hidden: true, click: () => this.#clear() },
    "Start over",
  );

  /** @param {string} name */
  constructor(name) {
    this.#key = `practice.${name}`;
    const table = make(
      "table",
      { class: "table" },
      make("caption", { class: "visually-hidden" }, "Results by round, the newest first"),
      make("thead", {}, make("tr", {}, ...HEADS.map((head) => make("th", { scope: "col" }, head)))),
      this.#rows,
    );
    this.node = make(
      "div",
      { class: "practice" },
      make("figure", {}, this.#plot, make("figcaption", {}, this.#sum)),
      make(
        "details",
        { class: "practice__table" },
        make("summary", {}, "Round by round, and how it is calculated"),
        make("p", { class: "small muted" }, EXPLANATION),
        make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Results by round" }, table),
      ),
      this.#again,
    );
  }

  /**
   * Keeps a round once.
   *
   * @param {RoundResult} round
   */
  add(round) {
    const last = this.#rounds.at(-1)?.round ?? 0;
    if (round.round === last) return;
    // Numbers that begin again belong to another ledger.
    const before = round.round < last ? [] : this.#rounds;
    this.#rounds = [...before, round].slice(-MOST);
    this.#keep();
    this.#draw();
  }

  /**
   * Shows the results of a player in this visit.
   *
   * @param {string} player
   */
  show(player) {
    if (player === this.#player) return;
    this.#player = player;
    this.#rounds = /** @type {KeptResult[] | null} */ (readVisit(`${this.#key}.${player}`)) ?? [];
    this.#draw();
  }

  #keep() {
    keepVisit(`${this.#key}.${this.#player}`, this.#rounds);
  }

  #clear() {
    // The last round stays known, so that it is not counted again.
    const last = this.#rounds.at(-1);
    const start = { net: 0, staked: 0, mean: 0, deviation: 0, cost: 0, isStart: true };
    this.#rounds = last ? [{ round: last.round, ...start }] : [];
    this.#keep();
    this.#draw();
  }

  #draw() {
    const points = runningSums(this.#rounds.filter(({ isStart }) => !isStart));
    const last = points.at(-1);
    this.#again.hidden = !last;
    if (!last) {
      this.#plot.replaceChildren();
      this.#rows.replaceChildren();
      setText(this.#sum, "No round yet.");
      return;
    }
    const { net, mean, cost, low, high } = last;
    const place = net < low ? "below the band" : net > high ? "above the band" : "within the band";
    const rounds = plural(points.length, "round");
    const spent = `Decisions cost ${show(Math.round(cost))}.`;
    setText(this.#sum, `${rounds}: ${signed(net)}; expected ${signed(mean)}; ${place}. ${spent}`);
    this.#drawPlot(thinned([{ number: 0, net: 0, mean: 0, low: 0, high: 0 }, ...points]), last);
    this.#rows.replaceChildren(...points.slice(-TABLE_ROWS).reverse().map(rowOf));
  }

  /**
   * @param {Drawn[]} points
   * @param {Drawn} last
   */
  #drawPlot(points, last) {
    /** @param {keyof Drawn} name */
    const values = (name) => points.map((point) => point[name]);
    const after = `${signed(last.net)} after ${last.number} rounds, expected ${signed(last.mean)}`;
    const plot = lines({
      label: `Results by round: ${after}. The table below has the numbers.`,
      places: points.map(({ number }) => String(number)),
      say: signed,
      width: 420,
      height: 230,
      lines: [
        { name: "Expected", values: values("mean"), kind: "theory" },
        { name: "Your results", values: values("net"), kind: "actual" },
      ],
      band: { low: values("low"), high: values("high") },
    });
    const explained = legend([
      ["actual", "Your results"],
      ["theory", "Expected"],
      ["band", "95 % band"],
    ]);
    this.#plot.replaceChildren(plot, explained);
  }
}

/** @param {Point} point */
function rowOf({ round, staked, result, net, mean, low, high, spent }) {
  const cells = [
    show(staked),
    signed(result),
    signed(net),
    signed(mean),
    `${signed(low)} to ${signed(high)}`,
    show(Math.round(spent)),
  ];
  const head = make("th", { scope: "row" }, String(round));
  return make("tr", {}, head, ...cells.map((cell) => make("td", { class: "number" }, cell)));
}
