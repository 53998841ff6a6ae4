// The floor's console: all tables at a glance, what waits for a floorperson, and the floor's commands for one table.

import { roundPath, signInPath, tablePath } from "./lib/address.js";
import { get, newId, post } from "./lib/api.js";
import { byId, inside, make, setText, syncChildren, valuesOf } from "./lib/dom.js";
import { LiveTable } from "./lib/live.js";
import { parse, show } from "./lib/money.js";
import { announce, me } from "./lib/page.js";
import { ProblemNote } from "./lib/problems.js";
import { words } from "./lib/text.js";
import { buttonActions, fieldsOf, fillCommand, findAction, needsDialog } from "./staff/actions.js";
import { showAlerts } from "./staff/alerts.js";
import { showBoxes } from "./staff/boxes.js";
import { chipFields, enteredChips, worth } from "./staff/chip-entry.js";
import { Closing } from "./staff/closing.js";
import { showConnection, showStaffOnly } from "./staff/console.js";
import { Desk } from "./staff/desk.js";
import { askUser } from "./staff/dialog.js";
import { HouseFile } from "./staff/house-file.js";
import { showIncidents } from "./staff/incidents.js";
import { Limits } from "./staff/limits.js";
import { showPayList } from "./staff/pay-list.js";
import { Rack } from "./staff/rack.js";
import { showSessions } from "./staff/sessions.js";
import { showSupervision } from "./staff/supervision.js";
import { TableCard } from "./staff/table-card.js";
import { Transfers } from "./staff/transfers.js";

/** @typedef {{ about: Wire.LobbyTable, live: LiveTable, card: TableCard }} Watched */

const problem = new ProblemNote(byId("problem"));
/** What the roles of the staff that are not of the floor do on this page.
 * @type {Record<string, string | undefined>} */
const MAY_HERE = {
  cage: "you confirm fills and credits here; only a floorperson or above asks for them",
  count: "you count the drops of tables that close here; only a floorperson or above does the rest",
};

class FloorConsole {
  /** @type {Map<string, Watched>} */
  #tables = new Map();
  /** Commands that were sent and not answered yet: a second press is the same command. */
  #sent = new Set();
  #closing = new Closing(byId("closing"), ({ command, label }) => this.#send(command, label), problem);
  #limits = new Limits(byId("limits"), problem);
  #chosen = "";
  #called = "";
  #who;
  #values;
  #rack;
  #desk;
  #isPractice;
  #isFloor;
  #mayCount;
  /** @type {Transfers | null} */
  #transfers = null;

  /**
   * @param {Wire.PersonShown} who
   * @param {Wire.Lobby} lobby
   */
  constructor(who, { tables, practice, denominations }) {
    this.#who = who;
    this.#values = denominations;
    this.#rack = new Rack(byId("rack"), who, denominations, problem);
    this.#desk = new Desk(byId("desk"), who, problem);
    this.#isPractice = practice;
    this.#isFloor = who.role === "floorperson" || who.role === "manager";
    this.#mayCount = this.#isFloor || who.role === "count";
    const second = "A second person must confirm: the dealer of the table, or another floorperson.";
    setText(byId("chips-told"), practice ? "Play money: nobody else needs to confirm." : second);
    this.#listen();
    showSessions(byId("sessions"), who, problem);
    showIncidents(byId("incidents"), who, problem);
    showAlerts(byId("alerts"), who, problem);
    const names = tables.map(({ name }) => name);
    showSupervision(byId("supervision"), who, names, problem);
    new HouseFile({ may: this.#isFloor, tables: names, problem });
    for (const about of tables) if (!who.tables.length || who.tables.includes(about.name)) this.#watch(about);
    const [first] = this.#tables.values();
    if (first) showConnection(first.live, byId("connection"));
    this.#render();
    const wanted = decodeURIComponent(location.hash.slice(1));
    const chosen = this.#tables.has(wanted) ? wanted : first?.about.name;
    if (chosen) this.#choose(chosen);
    const told = MAY_HERE[who.role] ?? "you may look; only a floorperson or above can act here";
    if (!this.#isFloor) problem.show(told);
  }

  /** @param {Wire.LobbyTable} about */
  #watch(about) {
    const live = new LiveTable(about.name);
    const card = new TableCard(about, () => this.#choose(about.name, true));
    this.#tables.set(about.name, { about, live, card });
    live.onChange(({ view }) => {
      if (!view.racks) problem.showSignedOut("this console is for the floor: sign in");
      this.#render();
    });
    live.onState(() => this.#render());
  }

  /**
   * What waits for the floorperson at a table.
   *
   * @param {Wire.TableView} view
   */
  #calls(view) {
    if (!view.waiting) return [];
    const isNext = view.next?.by === "floorperson" && view.closed !== "closed";
    const calls = isNext && view.next ? [view.next.title] : [];
    for (const { kind, amount, by } of view.transfers ?? []) {
      if (by !== this.#who.name) calls.push(`Confirm ${kind} ${show(amount)}`);
    }
    for (const { amount, player } of view.counted_rack?.payouts ?? []) {
      calls.push(`Pay ${player} ${show(amount)} by hand`);
    }
    for (const { kind, by } of view.counted_rack?.counts ?? []) {
      if (by !== this.#who.name) calls.push(`Confirm the count of the ${kind}`);
    }
    const wins = (view.actions ?? []).filter(({ kind }) => kind === "ValidateWin");
    calls.push(...wins.slice(1).map(({ label }) => label));
    return [...new Set(calls)];
  }

  #render() {
    /** @type {string[]} */
    const waiting = [];
    for (const [name, { live, card }] of this.#tables) {
      const calls = live.view ? this.#calls(live.view) : [];
      card.update(live, calls, name === this.#chosen);
      waiting.push(...calls.map((text) => `${name}: ${text}`));
    }
    const watched = [...this.#tables.values()];
    syncChildren(
      byId("tables"),
      watched,
      ({ about }) => about.name,
      ({ card }) => card.node,
    );
    setText(byId("calls"), waiting.length ? `${waiting.length} waiting for you` : "Nothing waits for you");
    byId("calls").className = waiting.length ? "tag tag--warn" : "muted";
    const text = waiting.join(". ");
    if (text && text !== this.#called) announce(text);
    this.#called = text;
    this.#renderChosen();
  }

  // One table

  /**
   * @param {string} name
   * @param {boolean} [isAsked]
   */
  #choose(name, isAsked = false) {
    this.#chosen = name;
    byId("detail").hidden = false;
    byId("work").hidden = false;
    history.replaceState(null, "", `#${encodeURIComponent(name)}`);
    byId("links").replaceChildren(
      make("a", { href: tablePath(name) }, "Watch"),
      make("a", { href: tablePath(name, "dealer") }, "Dealer"),
      make("a", { href: tablePath(name, "sign") }, "Sign"),
      make("a", { href: "/slips" }, "Slips"),
      make("a", { href: `/rounds?table=${encodeURIComponent(name)}` }, "Rounds and disputes"),
      make("a", { id: "last-round", href: "#", hidden: true }),
    );
    this.#transfers = new Transfers(byId("transfers"), name, this.#who, problem);
    problem.clear();
    this.#render();
    // On a narrow screen the table's commands are below all tables.
    if (isAsked && matchMedia("(max-width: 1000px)").matches) byId("chosen").focus();
  }

  #renderChosen() {
    const found = this.#tables.get(this.#chosen);
    const view = found?.live.view;
    if (!found || !view) return;
    const { next } = view;
    setText(byId("chosen"), `${found.about.title}, ${this.#chosen}`);
    setText(byId("next-line"), next ? `Next, by the ${next.by}: ${next.title} (${next.cite})` : "");
    this.#showActions(found.live.state === "open" && view.closed !== "closed" ? buttonActions(view) : []);
    this.#showLastRound(view.last);
    this.#closing.show(
      this.#chosen,
      view,
      this.#mayCount && (this.#isFloor || view.closed === "closing"),
      this.#isFloor,
    );
    this.#limits.show(this.#chosen, view, this.#isFloor);
    byId("chips").hidden = !this.#isFloor;
    this.#transfers?.show(view);
    this.#rack.show(this.#chosen, view);
    this.#desk.show(this.#chosen, view);
    byId("hand-pay").hidden = !this.#isFloor || !this.#values.length || !view.round;
    const players = Object.entries(view.racks ?? {});
    this.#showCorrecting(view);
    syncChildren(
      byId("correct-player"),
      players,
      ([player]) => player,
      ([player]) => make("option", { value: player }),
      (node, [player, cents]) => setText(node, `${player} (${show(cents)})`),
    );
    byId("boxes-panel").hidden = !showBoxes(byId("boxes"), view);
    byId("pays-panel").hidden = !view.pays?.length;
    setText(byId("pays-title"), view.round ? "Pay and take" : "Paid and taken in the last round");
    showPayList(byId("pays"), view);
  }

  /**
   * The form that corrects a payment: of the last round, unless the floor writes another.
   *
   * @param {Wire.TableView} view
   */
  #showCorrecting(view) {
    const action = findAction(view, "CorrectPayment");
    const items = action?.fields?.find(({ name }) => name === "item")?.choices ?? [];
    byId("correcting").hidden = !items.length || !this.#isFloor;
    syncChildren(
      byId("correct-item"),
      items,
      ({ value }) => value,
      ({ value, label }) => make("option", { value }, label),
    );
    const [round, box] = [byId("correct-round", HTMLInputElement), byId("correct-box", HTMLInputElement)];
    const paid = `${this.#chosen} ${view.last?.number ?? ""}`;
    if (round.dataset.paid === paid) return;
    // Another round was paid, or another table is chosen: what was written for the one before is not for this one.
    round.dataset.paid = paid;
    round.value = String(view.last?.number ?? "");
    box.value = Object.keys(view.last?.boxes ?? {})[0] ?? "";
    this.#followBox();
  }

  /** The player of the box that is written, if the round is the last one. */
  #followBox() {
    const last = this.#tables.get(this.#chosen)?.live.view?.last;
    const { box, round } = valuesOf(byId("correct", HTMLFormElement));
    const player = Number(round) === last?.number ? last?.boxes[Number(box)]?.player : undefined;
    if (player) byId("correct-player", HTMLSelectElement).value = player;
  }

  /** @param {Wire.ActionView[]} actions */
  #showActions(actions) {
    syncChildren(
      byId("orders"),
      actions,
      ({ command }) => command,
      (action) => {
        const look = action.tone ? { main: "button--main", danger: "button--bad" }[action.tone] : "";
        const click = () => this.#take(action);
        return make("li", {}, make("button", { type: "button", class: `button ${look}`, click }, action.label));
      },
    );
    byId("orders-none").hidden = actions.length > 0;
  }

  /** @param {Wire.RoundView | null} last */
  #showLastRound(last) {
    const link = byId("last-round", HTMLAnchorElement);
    link.hidden = !last;
    if (!last) return;
    link.href = roundPath(`${this.#chosen}/${last.number}`);
    setText(link, `Reconstruct round ${last.number}`);
  }

  // Commands

  /** @param {Wire.ActionView} action */
  async #take(action) {
    const { label, confirm, tone, command } = action;
    if (!needsDialog(action)) return this.#send(command, label);
    const title = `${label}, ${this.#chosen}`;
    const question = { title, text: confirm, action: label, bad: tone === "danger", fields: fieldsOf(action) };
    const entered = await askUser(question);
    return entered ? this.#send(fillCommand(action, entered), label) : false;
  }

  /**
   * Fills in an action by a form of this page, and gives its command once the person has confirmed it.
   *
   * @param {string} kind
   * @param {Record<string, string>} values
   * @param {string} label
   * @param {string} text
   */
  async #fillIn(kind, values, label, text) {
    const action = findAction(this.#tables.get(this.#chosen)?.live.view, kind);
    if (!action) {
      problem.show(`this cannot be done now: ${label}`);
      return false;
    }
    const isSure = await askUser({ title: `${label}, ${this.#chosen}`, text, action: label });
    return isSure ? this.#send(fillCommand(action, values), label) : false;
  }

  /**
   * @param {string} command
   * @param {string} label
   */
  async #send(command, label) {
    const name = this.#chosen;
    const live = this.#tables.get(name)?.live;
    const key = `${name} ${command}`;
    if (!live || this.#sent.has(key)) return false;
    problem.clear();
    this.#sent.add(key);
    try {
      await live.command(command, { round: live.view?.rounds });
      announce(`Done: ${label}`);
      return true;
    } catch (error) {
      problem.show(error);
      return false;
    } finally {
      this.#sent.delete(key);
    }
  }

  /**
   * Asks for a fill or a credit, which a second person confirms.
   *
   * @param {"fill" | "credit"} kind
   * @param {number} given
   * @param {{ value: number, number: number }[]} [chips]
   */
  async #request(kind, given, chips = []) {
    const amount = chips.length ? worth(chips) : given;
    const table = this.#chosen;
    const way = kind === "fill" ? "comes from the cage to" : "goes to the cage from";
    const text = `${show(amount)} ${way} the table inventory after a second person has confirmed it.`;
    const question = { title: `${words(kind)} ${show(amount)}, ${table}`, text, action: `Ask for the ${kind}` };
    if (!(await askUser(question))) return false;
    problem.clear();
    try {
      await post("/api/tables/{table}/transfers", { id: newId(), kind, amount, chips }, { table });
      announce(`Asked for: ${kind} ${show(amount)}`);
      return true;
    } catch (error) {
      problem.show(error);
      return false;
    }
  }

  /**
   * Corrects a payment of the chosen table; a large one waits for a second person.
   *
   * @param {Record<string, string>} values
   */
  async #correct(values) {
    const table = this.#chosen;
    const action = findAction(this.#tables.get(table)?.live.view, "CorrectPayment");
    if (!action) {
      problem.show("no payment can be corrected now: finish the round first");
      return false;
    }
    const { way, player, amount, reason, box, round } = values;
    const paid = byId("correct-item", HTMLSelectElement).selectedOptions[0]?.text;
    const what = `${player} ${way === "gives" ? "is given" : "gives back"} ${amount}: ${reason.trim()}.`;
    const text = `${paid} of box ${box} in round ${round}. ${what} The correction is a new entry; the payment itself stays recorded.`;
    const title = `Correct the payment, ${table}`;
    if (!(await askUser({ title, text, action: "Correct the payment" }))) return false;
    problem.clear();
    try {
      const sent = { id: newId(), command: fillCommand(action, values) };
      const { waits } = await post("/api/tables/{table}/corrections", sent, { table });
      const told = waits ? "A second person must confirm this correction." : "The payment is corrected.";
      setText(byId("correct-told"), told);
      announce(told);
      return true;
    } catch (error) {
      problem.show(error);
      return false;
    }
  }

  async #orderHandPay() {
    const table = this.#chosen;
    const text = "The largest payments that the rack cannot cover are made by the cage when the round is over.";
    if (!(await askUser({ title: `Pay by hand, ${table}`, text, action: "Order payment by hand" }))) return;
    problem.clear();
    try {
      await post("/api/tables/{table}/hand-pay", { id: newId() }, { table });
      announce("Payment by hand is ordered");
    } catch (error) {
      problem.show(error);
    }
  }

  #listen() {
    byId("hand-pay").addEventListener("click", () => this.#orderHandPay());
    this.#listenForChips("fill", "FillTable", "comes to");
    this.#listenForChips("credit", "CreditTable", "leaves");
    const correct = byId("correct", HTMLFormElement);
    correct.addEventListener("submit", async (event) => {
      event.preventDefault();
      const cents = amountIn(correct);
      if (cents && (await this.#correct({ ...valuesOf(correct), amount: show(cents) }))) {
        for (const field of ["amount", "reason"]) byId(`correct-${field}`, HTMLInputElement).value = "";
      }
    });
    correct.addEventListener("input", ({ target }) => {
      if (target instanceof HTMLInputElement && ["round", "box"].includes(target.name)) this.#followBox();
    });
  }

  /**
   * @param {HTMLFormElement} form
   * @param {"fill" | "credit"} kind
   */
  #listenForDenominations(form, kind) {
    for (const field of form.querySelectorAll("label, input")) field.remove();
    setText(inside(form, "button"), `Ask for a ${kind}`);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const title = `${words(kind)}, ${this.#chosen}`;
      const entered = await askUser({ title, action: "Next", fields: chipFields(this.#values) });
      const chips = entered ? enteredChips(entered) : [];
      if (chips.length) await this.#request(kind, 0, chips);
    });
  }

  /**
   * @param {"fill" | "credit"} kind
   * @param {string} action
   * @param {string} way
   */
  #listenForChips(kind, action, way) {
    const form = byId(kind, HTMLFormElement);
    if (this.#values.length) {
      this.#listenForDenominations(form, kind);
      return;
    }
    setText(inside(form, "button"), this.#isPractice ? words(kind) : `Ask for the ${kind}`);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const cents = amountIn(form);
      if (!cents) return;
      const amount = show(cents);
      const sure = `${amount} of play money ${way} the table inventory.`;
      const alone = () => this.#fillIn(action, { amount }, `${words(kind)} ${amount}`, sure);
      if (await (this.#isPractice ? alone() : this.#request(kind, cents))) form.reset();
    });
  }
}

/**
 * The amount of a form in cents; null, and a problem is shown, if it cannot be read.
 *
 * @param {HTMLFormElement} form
 */
function amountIn(form) {
  const input = inside(form, "[name=amount]");
  const cents = parse(valuesOf(form).amount);
  input.setAttribute("aria-invalid", String(!cents));
  if (cents) return cents;
  problem.show("write an amount like $10, $1,000 or $2.50");
  input.focus();
  return null;
}

const who = await me();
if (!who) {
  location.replace(signInPath());
} else if (who.role === "player") {
  const audience = "This page is for the floor: floorpersons and managers work here, dealers and auditors may look.";
  showStaffOnly(who, "Floor", audience);
} else {
  try {
    new FloorConsole(who, await get("/api/lobby"));
  } catch (error) {
    problem.show(error);
  }
}
