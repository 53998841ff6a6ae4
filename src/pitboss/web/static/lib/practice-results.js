// Results of this visit beside what theory says: a plot, and the same in a table. Kept until the visit ends.

import { text } from "./felt.js";
import { show } from "./money.js";
import { make } from "./page.js";
import { legend, lines } from "./plots.js";
import { signed } from "./practice-worth.js";

const MOST = 2000;
const MOST_DRAWN = 60;
const TABLE_ROWS = 200;
/** How far 95 of 100 results of a normal distribution lie from its mean, in deviations. */
const WIDE = 1.959964;

export class Results {
  #rounds = [];
  #player = "";
  #key;
  #plot = make("div", { class: "practice__plot" });
  #sum = make("p", { class: "practice__sum" }, "No round yet.");
  #rows = make("tbody");
  #again = make("button", { class: "button button--small", type: "button", hidden: true, click: () => this.#clear() }, "Start over");

  constructor(table) {
    this.#key = `pitboss.practice.${table}`;
    const heads = ["Round", "Staked", "Result", "Sum", "Expected sum", "95 % of sums", "Cost of decisions"];
    const table_ = make("table", { class: "table" }, make("caption", { class: "visually-hidden" }, "Results by round, the newest first"),
      make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))), this.#rows);
    this.node = make("div", { class: "practice" },
      make("figure", {}, this.#plot, make("figcaption", {}, this.#sum)),
      make("details", { class: "practice__table" }, make("summary", {}, "Round by round, and how it is reckoned"),
        make("p", { class: "small muted" }, "Expected is the exact average of the wagers as you made them, for a player who decides as well as can be, with the meters as they stood. The band holds 95 of 100 visits once there are many rounds; where several wagers look at the same cards it is as wide as it could be."),
        make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Results by round" }, table_)),
      this.#again);
  }

  /** Keeps a round once: {round, net, staked, mean, deviation, cost}, in cents. */
  add(round) {
    const last = this.#rounds.at(-1)?.round ?? 0;
    if (round.round === last) return;
    // Numbers that begin anew are of another ledger.
    if (round.round < last) this.#rounds = [];
    this.#rounds = [...this.#rounds, round].slice(-MOST);
    this.#keep();
    this.#draw();
  }

  /** Shows the results of a player in this visit. */
  show(player) {
    if (player === this.#player) return;
    this.#player = player;
    try {
      this.#rounds = JSON.parse(sessionStorage.getItem(`${this.#key}.${player}`)) ?? [];
    } catch {
      this.#rounds = [];
    }
    this.#draw();
  }

  #keep() {
    try {
      sessionStorage.setItem(`${this.#key}.${this.#player}`, JSON.stringify(this.#rounds));
    } catch {
      /* A private window forgets. */
    }
  }

  #clear() {
    // The last round stays known, so that it is not counted again.
    const last = this.#rounds.at(-1);
    this.#rounds = last ? [{ round: last.round, net: 0, staked: 0, mean: 0, deviation: 0, cost: 0, isStart: true }] : [];
    this.#keep();
    this.#draw();
  }

  #draw() {
    const points = sums(this.#rounds.filter(({ isStart }) => !isStart));
    this.#again.hidden = !points.length;
    if (!points.length) {
      this.#plot.replaceChildren();
      this.#rows.replaceChildren();
      text(this.#sum, "No round yet.");
      return;
    }
    const { net, mean, cost, low, high } = points.at(-1);
    const place = net < low ? "below the band" : net > high ? "above the band" : "within the band";
    text(this.#sum, `${points.length} ${points.length === 1 ? "round" : "rounds"}: ${signed(net)}; expected ${signed(mean)}; ${place}. Decisions cost ${show(Math.round(cost))}.`);
    this.#plotted(thinned([{ net: 0, mean: 0, low: 0, high: 0, number: 0 }, ...points]));
    this.#rows.replaceChildren(...points.slice(-TABLE_ROWS).toReversed().map((point) => make("tr", {},
      make("th", { scope: "row" }, String(point.round)),
      ...[show(point.staked), signed(point.result), signed(point.net), signed(point.mean), `${signed(point.low)} to ${signed(point.high)}`, show(Math.round(point.spent))].map((cell) => make("td", { class: "number" }, cell)))));
  }

  #plotted(points) {
    const of = (name) => points.map((point) => point[name]);
    const label = `Results by round: ${signed(points.at(-1).net)} after ${points.at(-1).number} rounds, expected ${signed(points.at(-1).mean)}. The table below says the same in numbers.`;
    const plot = lines({
      label, places: points.map(({ number }) => String(number)), say: (value) => signed(value), width: 420, height: 230,
      lines: [{ name: "Expected", values: of("mean"), kind: "theory" }, { name: "Your results", values: of("net"), kind: "actual" }],
      band: { low: of("low"), high: of("high") },
    });
    this.#plot.replaceChildren(plot, legend([["actual", "Your results"], ["theory", "Expected"], ["band", "95 % band"]]));
  }
}

/** Running sums: {round, number, staked, result, spent, net, mean, low, high, cost}. */
export function sums(rounds) {
  let [net, mean, variance, cost] = [0, 0, 0, 0];
  return rounds.map((one, place) => {
    net += one.net;
    mean += one.mean;
    variance += one.deviation ** 2;
    cost += one.cost;
    const wide = WIDE * Math.sqrt(variance);
    return { round: one.round, number: place + 1, staked: one.staked, result: one.net, spent: one.cost, net, mean, low: mean - wide, high: mean + wide, cost };
  });
}

/** At most so many points, the first and the last among them. */
function thinned(points) {
  const every = Math.ceil((points.length - 1) / MOST_DRAWN);
  return points.filter((_, place) => place === points.length - 1 || place % every === 0);
}
