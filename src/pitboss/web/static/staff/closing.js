// Closing a table: the round ends, all players cash out and leave, and the drop is counted; and opening it again.

import { newId, post } from "../lib/api.js";
import { make, setText, syncChildren } from "../lib/dom.js";
import { parse, show } from "../lib/money.js";
import { announce } from "../lib/page.js";
import { askUser } from "./dialog.js";

/** @import { ProblemNote } from "../lib/problems.js" */
/** @typedef {Wire.Posts["/api/tables/{table}/standing"]["sent"]["order"]} Order */

/** @type {Record<Wire.Closed, { told: string, action: string }>} */
const STATES = {
  "": { told: "The table is open.", action: "Close the table" },
  closing: { told: "The table closes: no further round begins.", action: "Count the drop and close" },
  closed: {
    told: "The table is closed. To open it, new cards come to the table and are inspected.",
    action: "Open the table",
  },
};

/** The panel of one table at a time. */
export class Closing {
  #isBusy = false;
  #panel;
  #problem;
  #give;
  #table = "";
  /** @type {Wire.Closed} */
  #state = "";
  #told = make("p", { id: "closing-told" });
  #list = make("ul", { class: "plain actions", id: "clear" });
  #result = make("p", { class: "small", id: "closing-result", role: "status" });
  #act = make("button", { class: "button", type: "button", id: "closing-act", click: () => this.#next() });
  #keep = make(
    "button",
    {
      class: "button",
      type: "button",
      id: "closing-keep",
      click: () => this.#send(this.#table, "open", "The table stays open"),
    },
    "Keep it open",
  );

  /**
   * `give` gives a command of the floor at the chosen table.
   *
   * @param {HTMLElement} panel
   * @param {(order: { command: string, label: string }) => void} give
   * @param {ProblemNote} problem
   */
  constructor(panel, give, problem) {
    this.#panel = panel;
    this.#give = give;
    this.#problem = problem;
    panel.append(this.#told, this.#list, make("div", { class: "row" }, this.#act, this.#keep), this.#result);
  }

  /**
   * @param {string} table
   * @param {Wire.TableView} view
   * @param {boolean} may
   * @param {boolean} mayOpen
   */
  show(table, view, may, mayOpen) {
    if (table !== this.#table) setText(this.#result, "");
    this.#table = table;
    this.#state = view.closed;
    this.#panel.hidden = !may;
    const isClosing = view.closed === "closing";
    const left = isClosing ? (view.clear ?? []) : [];
    const isPlaying = Object.values(view.round?.boxes ?? {}).some(({ wagers }) => Object.keys(wagers).length);
    const { told, action } = STATES[view.closed];
    setText(this.#told, told + (isClosing && isPlaying ? " The current round is played to its end." : ""));
    syncChildren(
      this.#list,
      left,
      ({ command }) => command,
      ({ text, command }) => {
        const click = () => this.#give({ command, label: text });
        return make("li", {}, make("button", { class: "button", type: "button", click }, text));
      },
    );
    setText(this.#act, action);
    this.#act.classList.toggle("button--bad", view.closed === "");
    this.#act.setAttribute("aria-disabled", String(isClosing && (isPlaying || left.length > 0)));
    // A counted rack closes with its closer and the count of its drop.
    this.#act.hidden = isClosing && Boolean(view.counted_rack?.state);
    this.#keep.hidden = !isClosing || !mayOpen;
  }

  async #next() {
    if (this.#isBusy || this.#act.getAttribute("aria-disabled") === "true") return;
    const table = this.#table;
    if (this.#state === "") {
      const text =
        "The current round is played to its end. Then no further round begins, all players cash out, and the drop is counted.";
      const isSure = await askUser({ title: `Close ${table}`, text, action: "Close the table", bad: true });
      if (isSure) await this.#send(table, "closing", "The table closes");
    } else if (this.#state === "closed") {
      const text =
        "New cards come to the table; the dealer inspects them and a floorperson verifies the inspection before the first round.";
      const isSure = await askUser({ title: `Open ${table}`, text, action: "Open the table" });
      if (isSure) await this.#send(table, "open", "The table is open");
    } else {
      await this.#count(table);
    }
  }

  /** @param {string} table */
  async #count(table) {
    const entered = await askUser({
      title: `Count the drop, ${table}`,
      text: "Count the cash in the drop box without looking at the books. A difference is recorded.",
      action: "Counted",
      fields: [{ name: "counted", label: "Counted", placeholder: "$1,250", inputmode: "decimal" }],
    });
    if (!entered) return;
    const counted = parse(entered.counted);
    if (counted === null) {
      this.#problem.show("write what was counted like $10, $1,000 or $2.50");
      return;
    }
    const answer = await this.#send(table, "closed", "The table is closed", { counted });
    if (!answer) return;
    const { difference = 0 } = answer;
    const far = `${show(Math.abs(difference))} ${difference < 0 ? "less" : "more"} than the books have`;
    setText(this.#result, `Counted ${show(counted)}, ${difference ? far : "as in the books"}.`);
  }

  /**
   * @param {string} table
   * @param {Order} order
   * @param {string} done
   * @param {{ counted?: number }} [more]
   */
  async #send(table, order, done, more = {}) {
    this.#isBusy = true;
    this.#problem.clear();
    try {
      const answer = await post("/api/tables/{table}/standing", { id: newId(), order, ...more }, { table });
      announce(done);
      return answer;
    } catch (error) {
      this.#problem.show(error);
      return null;
    } finally {
      this.#isBusy = false;
    }
  }
}
