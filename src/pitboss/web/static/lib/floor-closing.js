// Closing a table: the round under way ends, everybody leaves and cashes out, the drop is counted; and opening it again.

import { newId, post } from "./api.js";
import { ask, keyed, say } from "./desk.js";
import { parse, show } from "./money.js";
import { announce, make } from "./page.js";

const TOLD = {
  "": "The table is open.",
  closing: "The table closes: no further round begins.",
  closed: "The table is closed. To open it, cards are brought and inspected again.",
};

/** The panel of one table at a time; `give` does a command of the floor at the chosen table. */
export class Closing {
  #busy = false;

  constructor(panel, give, complaint) {
    Object.assign(this, { panel, give, complaint });
    this.told = make("p", { id: "closing-told" });
    this.list = make("ul", { class: "plain actions", id: "clear" });
    this.result = make("p", { class: "small", id: "closing-result", role: "status" });
    this.act = make("button", { class: "button", type: "button", id: "closing-act", click: () => this.#next() });
    this.keep = make("button", { class: "button", type: "button", id: "closing-keep", click: () => this.#send("open", {}, "The table stays open") }, "Keep it open");
    panel.append(this.told, this.list, make("div", { class: "row" }, this.act, this.keep), this.result);
  }

  show(table, view, may) {
    if (table !== this.table) say(this.result, "");
    this.table = table;
    this.panel.hidden = !may;
    const left = view.closed === "closing" ? view.clear ?? [] : [];
    const playing = Object.values(view.round?.boxes ?? {}).some(({ wagers }) => Object.keys(wagers).length);
    this.state = view.closed;
    say(this.told, TOLD[view.closed] + (view.closed === "closing" && playing ? " The round under way is played to its end." : ""));
    keyed(this.list, left, ({ command }) => command,
      ({ text, command }) => make("li", {}, make("button", { class: "button", type: "button", click: () => this.give({ command, label: text }) }, text)));
    say(this.act, { "": "Close the table", closing: "Count the drop and close", closed: "Open the table" }[view.closed]);
    this.act.classList.toggle("button--bad", view.closed === "");
    this.act.setAttribute("aria-disabled", String(view.closed === "closing" && (playing || left.length > 0)));
    this.keep.hidden = view.closed !== "closing";
  }

  async #next() {
    if (this.#busy || this.act.getAttribute("aria-disabled") === "true") return;
    const table = this.table;
    if (this.state === "") {
      const sure = "The round under way is played to its end. Then no further round begins, everybody cashes out, and the drop is counted.";
      if (await ask({ title: `Close ${table}`, text: sure, action: "Close the table", bad: true })) await this.#send("closing", {}, "The table closes", table);
    } else if (this.state === "closed") {
      const sure = "Cards are brought to the table; the dealer inspects them and a floorperson verifies it before the first round.";
      if (await ask({ title: `Open ${table}`, text: sure, action: "Open the table" })) await this.#send("open", {}, "The table is open", table);
    } else {
      await this.#count(table);
    }
  }

  async #count(table) {
    const found = await ask({ title: `Count the drop, ${table}`, text: "Count the cash in the drop box without looking at the books. A difference is recorded.", action: "Counted", fields: [{ name: "counted", label: "Counted", placeholder: "$1,250", inputmode: "decimal" }] });
    if (!found) return;
    const counted = parse(found.counted);
    if (counted === null) return this.complaint.show({ reason: "write what was counted like $10, $1,000 or $2.50" });
    const answer = await this.#send("closed", { counted }, "The table is closed", table);
    if (!answer) return;
    const { difference } = answer;
    say(this.result, difference ? `Counted ${show(counted)}, ${show(Math.abs(difference))} ${difference < 0 ? "less" : "more"} than the books have.` : `Counted ${show(counted)}, as in the books.`);
  }

  async #send(order, more, done, table = this.table) {
    this.#busy = true;
    this.complaint.clear();
    try {
      const answer = await post(`/api/tables/${encodeURIComponent(table)}/standing`, { id: newId(), order, ...more });
      announce(done);
      return answer;
    } catch (error) {
      this.complaint.show(error);
      return null;
    } finally {
      this.#busy = false;
    }
  }
}
