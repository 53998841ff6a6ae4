// Practice mode, loaded only at a house that is for practice: what choices are worth, autoplay, results beside theory.

import { text } from "./felt.js";
import { netOf } from "./felt-side.js";
import { announce, make } from "./page.js";
import { Autoplay } from "./practice-auto.js";
import { Results } from "./practice-results.js";
import { Worth } from "./practice-worth.js";

/** The practice of one table. `act` is what the player can do; `say(words)` shows a sentence in the bar. */
export class Practice {
  #costs = new Map();
  #last = make("p", { class: "practice__last", role: "status" }, "Beside each choice stands what it wins on average, other wagers aside.");

  constructor({ layout, bar, side, act, say }) {
    this.worth = new Worth(layout, bar);
    this.auto = new Autoplay(act, say);
    this.results = new Results(layout.table);
    bar.add(this.auto.button);
    side.add(make("section", { class: "panel panel--practice", "aria-labelledby": "practice-title" },
      make("h2", { id: "practice-title" }, "Practice"), this.#last, this.results.node));
  }

  /** Draws what the page shows now: {view, turn, places, isActive, isTelling}. */
  update(state) {
    const { view, turn, isTelling } = state;
    this.worth.update(view, turn);
    this.auto.update(state);
    if (view.player) this.results.show(view.player);
    if (!isTelling) this.#record(view);
  }

  /** Hears of what happens at the own boxes. */
  hear(event, view) {
    if (event.event !== "ChoiceMade") return;
    const cost = this.worth.cost(event, view);
    if (!cost) return;
    this.#costs.set(cost.round, (this.#costs.get(cost.round) ?? 0) + cost.cents);
    text(this.#last, cost.text);
    this.#last.title = cost.exact;
    announce(cost.text);
  }

  #record(view) {
    const { last, prospect, player } = view;
    if (!last || prospect?.round !== last.number || !player) return;
    const own = Object.values(last.boxes).filter((box) => box.player === player && Object.keys(box.wagers).length);
    if (!own.length) return;
    const net = own.reduce((total, box) => total + netOf(box), 0);
    this.results.add({
      round: last.number, net, staked: prospect.staked, mean: prospect.float, deviation: prospect.deviation, cost: this.#costs.get(last.number) ?? 0,
    });
  }
}
