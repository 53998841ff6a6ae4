// The desk: payments that are made by hand, with the signature that each takes next.

import { newId, post } from "../lib/api.js";
import { make, syncChildren } from "../lib/dom.js";
import { show } from "../lib/money.js";
import { announce } from "../lib/page.js";
import { askUser } from "./dialog.js";

/** @import { ProblemNote } from "../lib/problems.js" */
/** @typedef {Wire.Posts["/api/tables/{table}/payouts/{payout}/signatures"]["sent"]["part"]} Part */

const FLOOR = ["floorperson", "manager"];
/** @type {Record<string, { label: string, text: string, roles: string[], note?: string }>} */
const PARTS = {
  prepared: {
    label: "Prepare the document",
    text: "You have seen the winning cards and the amount.",
    roles: ["dealer", ...FLOOR],
  },
  verified: { label: "Verify", text: "You have verified the winning cards and the amount at the table.", roles: FLOOR },
  surveillance: {
    label: "Surveillance told",
    text: "Surveillance was told, and has a photograph of the player.",
    roles: ["surveillance", ...FLOOR],
    note: "Number in the surveillance log",
  },
  manager: {
    label: "Sign as pit manager",
    text: "You have verified the winning cards and the amount.",
    roles: ["manager"],
  },
  tax: {
    label: "Form W-2G is filled in",
    text: "The number of the taxpayer stays on the form.",
    roles: ["cage", ...FLOOR],
    note: "Reference of the form",
  },
};
const METHODS = { cash: "Cash", check: "Check", "cash and check": "Cash and check" };

/** The payments that the desk owes at one table at a time. */
export class Desk {
  #panel;
  #who;
  #problem;
  #table = "";
  #list = make("ul", { class: "plain actions", id: "desk-list" });

  /**
   * @param {HTMLElement} panel
   * @param {Wire.PersonShown | null} who
   * @param {ProblemNote} problem
   */
  constructor(panel, who, problem) {
    this.#panel = panel;
    this.#who = who;
    this.#problem = problem;
    panel.append(this.#list);
  }

  /**
   * @param {string} table
   * @param {Wire.TableView} view
   */
  show(table, { counted_rack: rack }) {
    this.#table = table;
    const payouts = rack?.payouts ?? [];
    this.#panel.hidden = !payouts.length;
    syncChildren(
      this.#list,
      payouts,
      ({ id, missing }) => `${id} ${missing.join()}`,
      (payout) => this.#create(payout),
    );
  }

  /** @param {Wire.PayoutView} payout */
  #create(payout) {
    const { player, title, round, box, amount, missing, hand } = payout;
    const part = missing[0];
    const role = this.#who?.role ?? "";
    const roles = part ? PARTS[part].roles : ["cage", ...FLOOR];
    const click = () => (part ? this.#sign(payout, part) : this.#pay(payout));
    const next = part ? PARTS[part].label : "Pay";
    const waits = `Waits: ${next}`;
    return make(
      "li",
      {},
      make(
        "span",
        { class: "grow" },
        make("strong", {}, `${show(amount)} to ${player}`),
        ` for ${title} of box ${box} in round ${round}, ${hand}`,
        make("span", { class: "muted small" }, `. ${waits}`),
      ),
      roles.includes(role) ? make("button", { class: "button button--main", type: "button", click }, next) : "",
    );
  }

  /**
   * @param {Wire.PayoutView} payout
   * @param {string} part
   */
  async #sign({ id, player, amount, hand }, part) {
    const { label, text, note } = PARTS[part];
    const entered = await askUser({
      title: `${label}: ${show(amount)} to ${player}`,
      text: `${hand}. ${text}`,
      action: label,
      fields: note ? [{ name: "note", label: note, maxlength: 100 }] : [],
    });
    if (!entered) return;
    const sent = { id: newId(), part: /** @type {Part} */ (part), ...entered };
    await this.#send(() =>
      post("/api/tables/{table}/payouts/{payout}/signatures", sent, { table: this.#table, payout: id }),
    );
  }

  /** @param {Wire.PayoutView} payout */
  async #pay({ id, player, amount, methods }) {
    const options = Object.fromEntries(methods.map((method) => [method, METHODS[method]]));
    const entered = await askUser({
      title: `Pay ${show(amount)} to ${player}`,
      action: "Paid",
      fields: [
        { name: "method", label: "Paid by", options },
        { name: "reference", label: "Number of the check", required: false, maxlength: 100 },
      ],
    });
    if (!entered) return;
    const method = /** @type {keyof typeof METHODS} */ (entered.method);
    const sent = { id: newId(), method, reference: entered.reference };
    await this.#send(() =>
      post("/api/tables/{table}/payouts/{payout}/payment", sent, { table: this.#table, payout: id }),
    );
  }

  /** @param {() => Promise<unknown>} send */
  async #send(send) {
    this.#problem.clear();
    try {
      await send();
      announce("Done");
    } catch (error) {
      this.#problem.show(error);
    }
  }
}
