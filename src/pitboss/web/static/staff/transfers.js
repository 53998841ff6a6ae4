// Fills, credits, corrections and sales that were asked for: shown to everybody who works at the table, confirmed by a second person.

import { newId, post } from "../lib/api.js";
import { inside, make, setText, syncChildren } from "../lib/dom.js";
import { show } from "../lib/money.js";
import { announce } from "../lib/page.js";
import { told } from "./chip-entry.js";
import { askUser } from "./dialog.js";

/** @import { ProblemNote } from "../lib/problems.js" */

const WORDS = {
  fill: { title: "Fill", moves: "comes from the cage to" },
  credit: { title: "Credit", moves: "goes to the cage from" },
  correction: { title: "Correction", moves: "" },
  sale: { title: "Sale of chips", moves: "" },
};

/** Who else had the chips in their hands, if the house counts its racks. */
const HANDS = [
  { name: "cashier", label: "Cashier, name or license", maxlength: 100 },
  { name: "security", label: "Carried by, name or license", maxlength: 100 },
];

/** The transfers of one table that wait, for one person. */
export class Transfers {
  #section;
  #table;
  #who;
  #problem;

  /**
   * @param {HTMLElement} section
   * @param {string} table
   * @param {Wire.PersonShown | null} who
   * @param {ProblemNote} problem
   */
  constructor(section, table, who, problem) {
    this.#section = section;
    this.#table = table;
    this.#who = who;
    this.#problem = problem;
    inside(section, "ul").replaceChildren();
  }

  /** @param {Wire.TableView} view */
  show({ transfers = [] }) {
    this.#section.hidden = !transfers.length;
    syncChildren(
      inside(this.#section, "ul"),
      transfers,
      ({ id }) => id,
      (one) => this.#create(one),
      (node, one) => this.#update(node, one),
    );
  }

  /** @param {Wire.TransferView} transfer */
  #create(transfer) {
    const { kind, amount, by, command } = transfer;
    const name = `${WORDS[kind].title} ${show(Math.abs(amount))}`;
    /**
     * @param {"confirm" | "withdraw"} answer
     * @param {string} label
     * @param {string} look
     */
    const button = (answer, label, look) =>
      make(
        "button",
        {
          class: look,
          type: "button",
          "data-answer": answer,
          "aria-label": `${label}: ${name}, asked for by ${by}`,
          click: () => this.#answer(transfer, answer),
        },
        label,
      );
    return make(
      "li",
      {},
      make(
        "span",
        { class: "grow" },
        make("strong", {}, name),
        ` asked for by ${by}`,
        command ? make("span", { class: "small" }, `: ${command}`) : "",
        make("span", { class: "muted small" }),
      ),
      button("confirm", "Confirm", "button button--main"),
      button("withdraw", "Withdraw", "button"),
    );
  }

  /** @param {Wire.PersonShown} who */
  set who(who) {
    this.#who = who;
  }

  /**
   * @param {HTMLElement} node
   * @param {Wire.TransferView} transfer
   */
  #update(node, { by, second, kind }) {
    const isOwn = by === this.#who?.name;
    const role = this.#who?.role ?? "player";
    const state = second ? `. Confirmed by ${second}, not done yet` : isOwn ? ". A second person must confirm it" : "";
    setText(inside(node, ".muted"), state);
    const floor = ["floorperson", "manager"];
    const mayConfirm =
      kind === "correction" ? floor : kind === "sale" ? ["dealer", ...floor] : ["dealer", "cage", ...floor];
    inside(node, "[data-answer=confirm]").hidden = isOwn || !mayConfirm.includes(role);
    inside(node, "[data-answer=withdraw]").hidden = !["floorperson", "manager"].includes(role);
  }

  /**
   * @param {Wire.TransferView} transfer
   * @param {"confirm" | "withdraw"} answer
   */
  async #answer({ id, kind, amount, command, chips }, answer) {
    const { title, moves } = WORDS[kind];
    const counted = chips.length ? `${told(chips)}, together ${show(amount)}` : show(amount);
    const question = {
      title: `${title} ${show(Math.abs(amount))}, ${this.#table}`,
      text: command || `You have counted ${counted}, and it ${moves} the table inventory.`,
      action: "Confirm",
      fields: chips.length ? HANDS : [],
    };
    const entered = answer === "confirm" ? await askUser(question) : {};
    if (!entered) return;
    this.#problem.clear();
    try {
      const place = { table: this.#table, transfer: id };
      await post("/api/tables/{table}/transfers/{transfer}", { id: newId(), answer, ...entered }, place);
      announce(answer === "confirm" ? `${title} done` : `${title} withdrawn`);
    } catch (error) {
      this.#problem.show(error);
    }
  }
}
