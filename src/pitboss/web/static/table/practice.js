// Practice, loaded only at a practice house: the value of each choice, autoplay, and results beside theory.

import { make, setText } from "../lib/dom.js";
import { announce } from "../lib/page.js";
import { Autoplay } from "./autoplay.js";
import { netOfPlayer } from "./net.js";
import { PracticeAdvice } from "./practice-advice.js";
import { PracticeResults } from "./practice-results.js";

/** @import { ActionBar, Actions } from "./action-bar.js" */
/** @import { OwnBox } from "./own-box.js" */
/** @import { SidePanel } from "./side-panel.js" */

/**
 * What the page shows now.
 *
 * @typedef {object} PageState
 * @property {Wire.TableView} view
 * @property {Wire.TurnView | null} turn
 * @property {Map<number, OwnBox>} places
 * @property {boolean} isActive
 * @property {boolean} isTelling
 */

/** The practice of one table. */
export class Practice {
  /** @type {Map<number, number>} */
  #costs = new Map();
  #last = make(
    "p",
    { class: "practice__last", role: "status" },
    "Each choice shows what it wins on average, with everything on your box.",
  );
  #advice;
  #results;
  autoplay;

  /**
   * `say(text)` shows a sentence in the bar.
   *
   * @param {object} given
   * @param {Wire.LayoutAnswer} given.layout
   * @param {ActionBar} given.bar
   * @param {SidePanel} given.side
   * @param {Actions} given.actions
   * @param {(text: string) => void} given.say
   */
  constructor({ layout, bar, side, actions, say }) {
    this.#advice = new PracticeAdvice(layout, bar);
    this.autoplay = new Autoplay(actions, say);
    this.#results = new PracticeResults(layout.table);
    bar.add(this.autoplay.button);
    side.add(
      make(
        "section",
        { class: "panel panel--practice", "aria-labelledby": "practice-title" },
        make("h2", { id: "practice-title" }, "Practice"),
        this.#last,
        this.#results.node,
      ),
    );
  }

  /** @param {PageState} state */
  update(state) {
    const { view, turn, isTelling } = state;
    this.#advice.update(view, turn);
    this.autoplay.update(state);
    if (view.player) this.#results.show(view.player);
    if (!isTelling) this.#record(view);
  }

  /**
   * Hears of an event at the player's own box.
   *
   * @param {Wire.EventAnswer} event
   * @param {Wire.TableView} view
   */
  hear(event, view) {
    if (event.event !== "ChoiceMade") return;
    const cost = this.#advice.cost(event, view);
    if (!cost) return;
    this.#costs.set(cost.round, (this.#costs.get(cost.round) ?? 0) + cost.cents);
    setText(this.#last, cost.text);
    this.#last.title = cost.exact;
    announce(cost.text);
  }

  /** @param {Wire.TableView} view */
  #record({ last, prospect, player }) {
    if (!last || !prospect || prospect.round !== last.number) return;
    const net = netOfPlayer(last, player);
    if (net === null) return;
    const { number: round } = last;
    const { staked, float: mean, deviation } = prospect;
    this.#results.add({ round, net, staked, mean, deviation, cost: this.#costs.get(round) ?? 0 });
  }
}
