// The table inventory of a house that counts its racks: a count by one person, confirmed by another.

import { newId, post } from "../lib/api.js";
import { make, setText, syncChildren } from "../lib/dom.js";
import { show } from "../lib/money.js";
import { announce } from "../lib/page.js";
import { CURRENCY, chipFields, enteredChips, told, worth } from "./chip-entry.js";
import { askUser } from "./dialog.js";

/** @import { ProblemNote } from "../lib/problems.js" */
/** @typedef {Wire.RackCountView["kind"]} Kind */

/** @type {Record<Kind, string>} */
const KINDS = { opener: "opener", inventory: "table inventory for the drop", closer: "closer", drop: "drop" };
const STATES = {
  "": "The table inventory was never counted. The dealer counts it, and a floorperson confirms the count.",
  open: "The table inventory is open.",
  shut: "The table inventory is locked. Its next count is the opener.",
};

/** The panel of one table at a time. */
export class Rack {
  #panel;
  #who;
  #values;
  #problem;
  #table = "";
  #told = make("p", { id: "rack-told" });
  #list = make("ul", { class: "plain actions", id: "rack-counts" });
  #result = make("p", { class: "small", id: "rack-result", role: "status" });
  /** @type {Kind} */
  #kind = "opener";
  #count = make("button", { class: "button", type: "button", id: "rack-count", click: () => this.#ask(this.#kind) });
  #drop = make(
    "button",
    { class: "button", type: "button", id: "rack-drop", click: () => this.#ask("drop") },
    "Count the drop",
  );

  /**
   * `values` are the chips of the house; without any, the panel stays hidden.
   *
   * @param {HTMLElement} panel
   * @param {Wire.PersonShown | null} who
   * @param {number[]} values
   * @param {ProblemNote} problem
   */
  constructor(panel, who, values, problem) {
    this.#panel = panel;
    this.#who = who;
    this.#values = values;
    this.#problem = problem;
    panel.append(this.#told, this.#list, make("div", { class: "row" }, this.#count, this.#drop), this.#result);
  }

  /** @param {Wire.PersonShown} who */
  set who(who) {
    this.#who = who;
  }

  /**
   * @param {string} table
   * @param {Wire.TableView} view
   */
  show(table, { counted_rack: rack, closed }) {
    if (table !== this.#table) setText(this.#result, "");
    this.#table = table;
    this.#panel.hidden = !this.#values.length || !rack;
    if (!rack) return;
    const role = this.#who?.role ?? "";
    const isFloor = role === "floorperson" || role === "manager";
    const holds = rack.amount === null ? "" : ` It holds ${show(rack.amount)} by the books.`;
    setText(this.#told, STATES[rack.state] + holds);
    this.#kind = rack.state !== "open" ? "opener" : closed ? "closer" : "inventory";
    setText(this.#count, `Count the ${KINDS[this.#kind]}`);
    this.#count.hidden = role !== "dealer";
    const counts = isFloor || role === "count";
    this.#drop.hidden = !counts || !rack.box;
    syncChildren(
      this.#list,
      rack.counts,
      ({ id }) => id,
      (count) => this.#create(count, isFloor || (counts && count.kind === "drop")),
    );
  }

  /**
   * @param {Wire.RackCountView} count
   * @param {boolean} isSecond
   */
  #create(count, isSecond) {
    const { kind, by, amount } = count;
    const name = `Count of the ${KINDS[kind]}${amount === null ? "" : `, ${show(amount)},`} by ${by}`;
    const may = isSecond && by !== this.#who?.name;
    const click = () => this.#confirm(count);
    const confirm = make("button", { class: "button button--main", type: "button", click }, "Confirm the count");
    return make(
      "li",
      {},
      make(
        "span",
        { class: "grow" },
        make("strong", {}, name),
        may ? "" : make("span", { class: "muted small" }, ". A second person must confirm it"),
      ),
      may ? confirm : "",
    );
  }

  /** @param {Kind} kind */
  async #ask(kind) {
    const table = this.#table;
    const values = kind === "drop" ? [...this.#values, ...CURRENCY] : this.#values;
    const text = "Count without looking at the books, by denomination. A second person confirms the count.";
    const fields = chipFields(values);
    const entered = await askUser({ title: `Count the ${KINDS[kind]}, ${table}`, text, action: "Counted", fields });
    if (!entered) return;
    const chips = enteredChips(entered);
    const path = "/api/tables/{table}/counts";
    if (await this.#send(() => post(path, { id: newId(), kind, chips }, { table }))) {
      setText(this.#result, `Counted ${show(worth(chips))}. A floorperson confirms the count.`);
    }
  }

  /** @param {Wire.RackCountView} count */
  async #confirm({ id, kind, amount, chips, by }) {
    const table = this.#table;
    const entered = await askUser({
      title: `Count of the ${KINDS[kind]}, ${table}`,
      text: `${by} counted ${show(amount ?? 0)}: ${told(chips) || "nothing"}. You saw the count, and it is right.`,
      action: "Confirm the count",
      fields: [{ name: "explanation", label: "If it differs from the books, why", required: false, maxlength: 300 }],
    });
    if (!entered) return;
    const sent = { id: newId(), explanation: entered.explanation.trim() };
    const path = "/api/tables/{table}/counts/{count}";
    const answer = await this.#send(() => post(path, sent, { table, count: id }));
    if (!answer) return;
    const { difference } = answer;
    const far = difference ? `${show(Math.abs(difference))} ${difference < 0 ? "less" : "more"} than` : "as in";
    setText(this.#result, `Confirmed: ${show(amount ?? 0)}, ${far} the books.`);
  }

  /**
   * @template T
   * @param {() => Promise<T>} send
   * @returns {Promise<T | null>}
   */
  async #send(send) {
    this.#problem.clear();
    try {
      const answer = await send();
      announce("Done");
      return answer;
    } catch (error) {
      this.#problem.show(error);
      return null;
    }
  }
}
