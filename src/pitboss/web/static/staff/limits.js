// The limits of a table: other limits for a wager, and those that were announced and do not hold yet.

import { get, newId, post } from "../lib/api.js";
import { inside, make, setText, syncChildren, valuesOf } from "../lib/dom.js";
import { cite, time } from "../lib/elements.js";
import { parse, show } from "../lib/money.js";
import { announce } from "../lib/page.js";
import { askUser } from "./dialog.js";

/** @import { ProblemNote } from "../lib/problems.js" */
/** @typedef {{ title: string, minimum: number, maximum: number }} Offer */

/** The panel of one table at a time. */
export class Limits {
  #panel;
  #problem;
  #form;
  #table = "";
  #rules = "";
  #isPlayed = false;
  /** @type {number | null} Minutes. */
  #notice = null;
  /** @type {Map<string, Offer>} */
  #offers = new Map();

  /**
   * @param {HTMLElement} panel
   * @param {ProblemNote} problem
   */
  constructor(panel, problem) {
    this.#panel = panel;
    this.#problem = problem;
    this.#form = /** @type {HTMLFormElement} */ (inside(panel, "form"));
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#change();
    });
    inside(panel, "select").addEventListener("change", () => this.#fill());
  }

  /**
   * @param {string} table
   * @param {Wire.TableView} view
   * @param {boolean} may
   */
  show(table, view, may) {
    this.#panel.hidden = !may;
    this.#isPlayed = Object.keys(view.seats).length > 0 || Object.keys(view.round?.boxes ?? {}).length > 0;
    syncChildren(
      inside(this.#panel, "ul"),
      may ? view.coming_limits : [],
      ({ id }) => id,
      (one) => this.#row(table, one),
    );
    if (may && (table !== this.#table || view.rules !== this.#rules)) this.#load(table, view.rules);
  }

  /**
   * @param {string} table
   * @param {string} rules
   */
  async #load(table, rules) {
    const isOther = table !== this.#table;
    this.#table = table;
    this.#rules = rules;
    const { wagers, limit_notice: notice } = await get("/api/tables/{table}/layout", { table });
    if (table !== this.#table) return;
    this.#notice = notice;
    this.#offers.clear();
    for (const { stakes_by: key, title, minimum, maximum, stakes, placed } of wagers) {
      if (minimum === null || maximum === null || stakes.length || placed !== "before_deal") continue;
      const known = this.#offers.get(key);
      this.#offers.set(key, { title: known ? `${known.title}, ${title}` : title, minimum, maximum });
    }
    syncChildren(
      inside(this.#form, "select"),
      [...this.#offers],
      ([key]) => key,
      ([key]) => make("option", { value: key }),
      (node, [, { title, minimum, maximum }]) => setText(node, `${title} (${show(minimum)} to ${show(maximum)})`),
    );
    if (isOther) /** @type {HTMLSelectElement} */ (inside(this.#form, "select")).selectedIndex = 0;
    this.#fill();
  }

  #fill() {
    const offer = this.#offers.get(valuesOf(this.#form).wager);
    if (!offer) return;
    for (const [name, amount] of Object.entries({ minimum: offer.minimum, maximum: offer.maximum })) {
      /** @type {HTMLInputElement} */ (inside(this.#form, `[name=${name}]`)).value = show(amount);
    }
  }

  async #change() {
    const table = this.#table;
    const { wager, minimum: least, maximum: most } = valuesOf(this.#form);
    const [minimum, maximum] = [parse(least), parse(most)];
    if (minimum === null || maximum === null) {
      this.#problem.show("write the limits like $10, $1,000 or $2.50");
      return;
    }
    const title = `${this.#offers.get(wager)?.title}: ${show(minimum)} to ${show(maximum)}, ${table}`;
    const isPlayed = this.#isPlayed;
    const told = `People play here. Tell the players at the table that the limits change in ${this.#notice} minutes, and post the sign. Then confirm: the new limits hold from the first round after that.`;
    const text = isPlayed ? told : "Nobody plays here: the limits change at once.";
    const action = isPlayed ? "Announced, and the sign is posted" : "Change the limits";
    if (!(await askUser({ title, text, action }))) return;
    const sent = { id: newId(), wager, minimum, maximum, announced: isPlayed, sign_posted: isPlayed };
    await this.#send("Limits are recorded", () => post("/api/tables/{table}/limits", sent, { table }));
  }

  /**
   * @param {string} table
   * @param {Wire.ComingLimits} one
   */
  #row(table, { id, title, stakes, effective, law, by }) {
    const withdraw = () =>
      this.#send("The limits are withdrawn", () =>
        post("/api/tables/{table}/limits/{change}", { id: newId() }, { table, change: id }),
      );
    return make(
      "li",
      {},
      make(
        "span",
        { class: "grow" },
        `${title}: ${stakes} from `,
        time(effective, { clock: true }),
        `, announced by ${by} `,
        cite(law),
      ),
      make(
        "button",
        { class: "button", type: "button", "aria-label": `Withdraw the new limits of ${title}`, click: withdraw },
        "Withdraw",
      ),
    );
  }

  /**
   * @param {string} done
   * @param {() => Promise<unknown>} work
   */
  async #send(done, work) {
    this.#problem.clear();
    try {
      await work();
      announce(done);
    } catch (error) {
      this.#problem.show(error);
    }
  }
}
