// What each choice is worth, exactly: beside the choice before it is made, and what it gave away after.

import { text } from "./felt.js";
import { show } from "./money.js";
import { make } from "./page.js";

/** `+$1.20`, `-$0.05`: cents of any fraction, to the cent. */
export function signed(cents) {
  const rounded = Math.round(cents);
  return rounded > 0 ? `+${show(rounded)}` : rounded < 0 ? show(rounded).replace("-", "−") : "$0";
}

const percent = (share) => `${(100 * share).toFixed(2).replace("-", "−")} %`;
const minus = (fraction) => fraction.replace("-", "−");

export class Worth {
  #seen = new Map();
  #layout;
  #places = new Map();

  /** Puts a line beside every choice of the bar. */
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

  update({ advice }, turn) {
    if (advice) this.#seen.set(`${advice.round} ${advice.box} ${advice.decision}`, advice);
    const isNow = advice && turn && advice.box === turn.box && advice.decision === turn.decision;
    for (const [key, place] of this.#places) {
      const [decision, choice] = key.split(" ");
      const found = isNow && decision === advice.decision ? advice.choices[choice] : null;
      place.node.hidden = !found;
      if (!found) continue;
      place.node.classList.toggle("is-best", choice === advice.best);
      text(place.best, choice === advice.best ? "★ Best " : "");
      text(place.value, `${signed(found.float * advice.stake)} (${percent(found.float)})`);
      text(place.exact, `exactly ${minus(found.value)} × ${show(advice.stake)}`);
    }
  }

  /** What a choice that was made gave away: {round, cents, text, exact}; null where nobody said what it is worth. */
  cost({ box, decision, choice }, view) {
    const round = view.round?.number ?? view.last?.number;
    const advice = this.#seen.get(`${round} ${box} ${decision}`);
    const made = advice?.choices[choice];
    if (!made) return null;
    const asks = this.#title(advice.asks);
    const label = (one) => this.#label(decision, one);
    if (!made.cost) return { round, cents: 0, text: `Last decision: ${label(choice)} was the best choice and cost nothing.`, exact: "exactly 0" };
    const cents = made.cost * advice.stake;
    const words = `Last decision: ${label(choice)} cost ${cents.toFixed(2)} cents, ${percent(made.cost)} of ${asks}; ${label(advice.best)} was best.`;
    return { round, cents, text: words, exact: `exactly ${made.cost_exact} of ${show(advice.stake)}` };
  }

  #title(wager) {
    return this.#layout.wagers.find(({ name }) => name === wager)?.title ?? wager;
  }

  #label(decision, choice) {
    return this.#layout.decisions.find((one) => one.decision === decision)?.choices.find((one) => one.choice === choice)?.label ?? choice;
  }
}
