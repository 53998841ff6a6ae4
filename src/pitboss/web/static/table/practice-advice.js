// The exact value of each choice: beside the choice before it is made, and what it gave away afterwards.

import { make, setText } from "../lib/dom.js";
import { show } from "../lib/money.js";
import { percent, signed } from "../lib/text.js";

/** @import { ActionBar } from "./action-bar.js" */
/** @typedef {Record<"node" | "best" | "value" | "exact", HTMLElement>} Place */
/** @typedef {{ round: number, cents: number, text: string, exact: string }} Cost */

export class PracticeAdvice {
  /** @type {Map<string, Wire.AdviceView>} */
  #seen = new Map();
  #layout;
  /** @type {Map<string, Place>} */
  #places = new Map();

  /**
   * Puts a line beside every choice of the bar.
   *
   * @param {Wire.LayoutAnswer} layout
   * @param {ActionBar} bar
   */
  constructor(layout, bar) {
    this.#layout = layout;
    for (const [key, { wrap, button }] of bar.choices) {
      const id = `worth-${key.replace(/\W/g, "-")}`;
      const best = make("strong", { class: "worth__best" });
      const value = make("span", { class: "worth__value number" });
      const exact = make("span", { class: "worth__exact number" });
      const node = make("p", { class: "worth", id, hidden: true }, best, value, exact);
      wrap.append(node);
      button.setAttribute("aria-describedby", id);
      this.#places.set(key, { node, best, value, exact });
    }
  }

  /**
   * @param {Wire.TableView} view
   * @param {Wire.TurnView | null} turn
   */
  update({ advice }, turn) {
    if (advice) this.#seen.set(`${advice.round} ${advice.box} ${advice.decision}`, advice);
    const now = advice && turn && advice.box === turn.box && advice.decision === turn.decision ? advice : null;
    for (const [key, place] of this.#places) {
      const [decision, choice] = key.split(" ");
      const found = now && decision === now.decision ? now.choices[choice] : null;
      place.node.hidden = !found;
      if (!found || !now) continue;
      const isBest = choice === now.best;
      place.node.classList.toggle("is-best", isBest);
      setText(place.best, isBest ? "★ Best " : "");
      setText(place.value, `${signed(found.float * now.stake)} (${percent(found.float)})`);
      setText(place.exact, `exactly ${found.value.replace("-", "−")} × ${show(now.stake)}`);
    }
  }

  /**
   * What a choice that was made gave away; null if the house gave no advice on it.
   *
   * @param {Wire.EventAnswer} event
   * @param {Wire.TableView} view
   * @returns {Cost | null}
   */
  cost({ box, decision = "", choice = "" }, view) {
    const round = view.round?.number ?? view.last?.number ?? 0;
    const advice = this.#seen.get(`${round} ${box} ${decision}`);
    const made = advice?.choices[choice];
    if (!advice || !made) return null;
    const label = this.#label(decision, choice);
    if (!made.cost) {
      const text = `Last decision: ${label} was the best choice and cost nothing.`;
      return { round, cents: 0, text, exact: "exactly 0" };
    }
    const cents = made.cost * advice.stake;
    const share = `${percent(made.cost)} of ${this.#title(advice.asks)}`;
    const best = this.#label(decision, advice.best);
    const text = `Last decision: ${label} cost ${cents.toFixed(2)} cents, ${share}; ${best} was best.`;
    return { round, cents, text, exact: `exactly ${made.cost_exact} of ${show(advice.stake)}` };
  }

  /** @param {string} wager */
  #title(wager) {
    return this.#layout.wagers.find(({ name }) => name === wager)?.title ?? wager;
  }

  /**
   * @param {string} decision
   * @param {string} choice
   */
  #label(decision, choice) {
    const about = this.#layout.decisions.find((one) => one.decision === decision);
    return about?.choices.find((one) => one.choice === choice)?.label ?? choice;
  }
}
