// Fills and credits that somebody asked for: shown to everybody who works at the table, confirmed by a second person.

import { newId, post } from "./api.js";
import { ask, keyed, say } from "./desk.js";
import { show } from "./money.js";
import { announce, make } from "./page.js";

const WORDS = { fill: ["Fill", "comes from the cage to"], credit: ["Credit", "goes to the cage from"] };

/** A section with a list of what waits, for one table and one person. */
export class Transfers {
  constructor(section, list, table, who, complaint) {
    Object.assign(this, { section, list, table, who, complaint });
  }

  show(view) {
    const waiting = view.transfers ?? [];
    this.section.hidden = !waiting.length;
    keyed(this.list, waiting, ({ id }) => id, (one) => this.#create(one), (node, one) => this.#update(node, one));
  }

  #create({ id, kind, amount, by }) {
    const [word] = WORDS[kind];
    const name = `${word} ${show(amount)}, asked for by ${by}`;
    return make("li", {}, make("span", { class: "grow" }, make("strong", {}, `${word} ${show(amount)}`), ` asked for by ${by}`, make("span", { class: "muted small" })),
      make("button", { class: "button button--main", type: "button", "aria-label": `Confirm: ${name}`, click: () => this.#answer(id, "confirm", kind, amount) }, "Confirm"),
      make("button", { class: "button", type: "button", "aria-label": `Withdraw: ${name}`, click: () => this.#answer(id, "withdraw", kind, amount) }, "Withdraw"));
  }

  #update(node, { by, second }) {
    const [told, confirm, withdraw] = node.children;
    const own = by === this.who?.name;
    say(told.lastChild, second ? `. Confirmed by ${second}, not done yet` : own ? ". Somebody else confirms it" : "");
    confirm.hidden = own || !["dealer", "floorperson", "manager"].includes(this.who?.role);
    withdraw.hidden = !["floorperson", "manager"].includes(this.who?.role);
  }

  async #answer(id, answer, kind, amount) {
    const [word, way] = WORDS[kind];
    const sure = { title: `${word} ${show(amount)}, ${this.table}`, text: `You have counted ${show(amount)}, and it ${way} the table inventory.`, action: "Confirm" };
    if (answer === "confirm" && !(await ask(sure))) return;
    this.complaint.clear();
    try {
      await post(`/api/tables/${encodeURIComponent(this.table)}/transfers/${encodeURIComponent(id)}`, { id: newId(), answer });
      announce(answer === "confirm" ? `${word} done` : `${word} withdrawn`);
    } catch (error) {
      this.complaint.show(error);
    }
  }
}
