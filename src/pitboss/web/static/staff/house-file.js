// The house file in force, the editions that come, the tables that wait; and a new file, which tables take between rounds.

import { get, newId, post } from "../lib/api.js";
import { byId, make, setText, syncChildren } from "../lib/dom.js";
import { cite, tag, time } from "../lib/elements.js";
import { announce } from "../lib/page.js";
import { plural, sentence } from "../lib/text.js";
import { askUser } from "./dialog.js";

/** @import { ProblemNote } from "../lib/problems.js" */

const EVERY = 5000;

/** The panel of the whole house, kept up to date. */
export class HouseFile {
  #may;
  #tables;
  #problem;
  #text = byId("file-text", HTMLTextAreaElement);

  /** @param {{ may: boolean, tables: string[], problem: ProblemNote }} about */
  constructor({ may, tables, problem }) {
    this.#may = may;
    this.#tables = tables;
    this.#problem = problem;
    byId("file-new").hidden = !may;
    byId("file-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#putInForce();
    });
    byId("file-check").addEventListener("click", () => this.#check(false));
    byId("file-current").addEventListener("click", () => this.#work(() => this.#loadCurrent()));
    const file = byId("file-choose", HTMLInputElement);
    file.addEventListener("change", async () => {
      const chosen = file.files?.[0];
      if (chosen) this.#text.value = await chosen.text();
      file.value = "";
      this.#text.focus();
    });
    this.#work(() => this.#update());
    setInterval(() => this.#update().catch(() => {}), EVERY);
  }

  async #loadCurrent() {
    this.#text.value = await get("/api/house/file");
    this.#text.focus();
  }

  async #update() {
    if (document.visibilityState === "hidden") return;
    const { file, coming, waiting, blocked, tables } = await get("/api/house/changes");
    // A new table has its place on this page only after it is loaded again.
    if (String([...tables].sort()) !== String([...this.#tables].sort())) location.reload();
    const since = file.role === "house" ? "recorded by the house" : `put in force by ${file.by}, ${file.role}`;
    byId("file-told").replaceChildren(`In force since `, time(file.at), `, ${since}.`);
    this.#showComing(coming, blocked);
    syncChildren(
      byId("file-waiting"),
      waiting,
      ({ table }) => table,
      (one) => this.#row(one),
      (node, one) => this.#updateRow(node, one),
    );
  }

  /**
   * @param {Wire.HouseChangesAnswer["coming"]} coming
   * @param {Record<string, string>} blocked
   */
  #showComing(coming, blocked) {
    /** @type {HTMLElement[]} */
    const lines = Object.entries(blocked).map(([table, reason]) =>
      make("p", { class: "note" }, `${table}: ${reason}.`),
    );
    if (coming && !lines.length) {
      const changes = Object.entries(coming.tables).map(
        ([table, { before, after }]) => `${table} by ${after || "no edition"} instead of ${before}`,
      );
      const verdict = coming.approved
        ? "The house file is approved under it; each table takes it between rounds."
        : `The house file is not approved under it: ${plural(coming.violations.length, "violation")}. Put another file in force before that day.`;
      lines.push(
        make("p", { class: "note" }, `From the gaming day ${coming.day} on: ${changes.join(", ")}. ${verdict}`),
        make("ol", { class: "plain violations" }, ...coming.violations.map(violation)),
      );
    }
    const text = lines.map(({ textContent }) => textContent).join("");
    if (byId("file-coming").textContent !== text) byId("file-coming").replaceChildren(...lines);
  }

  /** @param {Wire.WaitingTableJson} one */
  #row({ table }) {
    const click = () => this.#take(table);
    return make(
      "li",
      {},
      make("span", { class: "grow" }),
      make("button", { class: "button", type: "button", click, hidden: !this.#may }),
    );
  }

  /**
   * @param {HTMLElement} node
   * @param {Wire.WaitingTableJson} one
   */
  #updateRow(node, { table, is_played: isPlayed, ordered_by: by }) {
    const [text, button] = /** @type {[HTMLElement, HTMLButtonElement]} */ ([...node.children]);
    const told = by ? `takes it after this round, ordered by ${by}` : "has not taken the file yet";
    setText(text, `${table} ${told}.`);
    setText(button, isPlayed ? "Take it after this round" : "Take it now");
    button.setAttribute("aria-label", `${button.textContent}, ${table}`);
    button.hidden = !this.#may || Boolean(by);
  }

  /** @param {string} table */
  #take(table) {
    return this.#work(async () => {
      await post("/api/tables/{table}/rules", { id: newId() }, { table });
      announce(`${table} takes the house file`);
      await this.#update();
    });
  }

  async #putInForce() {
    const found = await this.#check(false);
    if (!found?.approved) return;
    const changes = Object.entries(found.tables).map(([table, kind]) => `${table}: ${kind}`);
    const text = changes.length
      ? `${changes.join(", ")}. New tables open at once. Other tables keep their rules until you let them take the file.`
      : "The file makes the choices that are in force already.";
    if (!(await askUser({ title: "Put the file in force", text, action: "Put in force" }))) return;
    if ((await this.#check(true))?.in_force) setText(byId("file-verdict"), "The file is in force.");
    await this.#work(() => this.#update());
  }

  /** @param {boolean} putInForce */
  async #check(putInForce) {
    const sent = { id: newId(), text: this.#text.value, put_in_force: putInForce };
    const found = await this.#work(() => post("/api/house/file", sent));
    if (!found) return null;
    this.#text.setAttribute("aria-invalid", String(!found.approved));
    const told = found.approved ? "" : plural(found.violations.length, "violation");
    byId("file-verdict").replaceChildren(
      tag(found.approved ? "approved" : "rejected", found.approved ? "good" : "bad"),
      ` ${told}`,
    );
    byId("file-violations").replaceChildren(...found.violations.map(violation));
    return found;
  }

  /**
   * @template Answer
   * @param {() => Promise<Answer>} work
   * @returns {Promise<Answer | null>}
   */
  async #work(work) {
    this.#problem.clear();
    try {
      return await work();
    } catch (error) {
      this.#problem.show(error);
      return null;
    }
  }
}

/** @param {Wire.ViolationJson} one */
function violation({ line, code, clause, message }) {
  return make("li", {}, `Line ${line} `, make("b", {}, code), " ", cite(clause), make("br"), sentence(message));
}
