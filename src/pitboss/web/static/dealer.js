// The dealer's console: the next step in the prescribed words, and everything else that is open at this moment.

import { signInPath, tableOfPage } from "./lib/address.js";
import { get } from "./lib/api.js";
import { byId, inside, make, setText, syncChildren, valuesOf } from "./lib/dom.js";
import { LiveTable } from "./lib/live.js";
import { announce, me } from "./lib/page.js";
import { ProblemNote } from "./lib/problems.js";
import { capital, quoted, small } from "./lib/text.js";
import { buttonActions, exampleOf, fieldsOf, fillCommand, needsDialog } from "./staff/actions.js";
import { showBoxes, showPiles } from "./staff/boxes.js";
import { CardReader } from "./staff/card-reader.js";
import { phaseText, showConnection, showStaffOnly } from "./staff/console.js";
import { askUser } from "./staff/dialog.js";
import { showPayList } from "./staff/pay-list.js";
import { Transfers } from "./staff/transfers.js";

const table = tableOfPage();
const problem = new ProblemNote(byId("problem"));
/** A key that is pressed twice by mistake does one step: a new step cannot be taken sooner than this. */
const PAUSE = 350;

/** The console of a person who works at a table. */
class DealerConsole {
  #live = new LiveTable(table);
  #isPhysical;
  #isBusy = false;
  /** When the next step last changed. */
  #changed = 0;
  #announced = "";
  /** Whether the dealer scans the whole shoe instead of leaving it unread. */
  #isWholeShoe = false;
  /** @type {Promise<boolean>} */
  #lastGiven = Promise.resolve(true);
  #transfers;
  #reader = new CardReader(byId("reads", HTMLFormElement), (cards) => this.#give(this.#readCommand(cards)));

  /**
   * @param {Wire.PersonShown} who
   * @param {Wire.LobbyTable | undefined} found
   */
  constructor(who, found) {
    this.#isPhysical = found?.dealt === "physical";
    this.#transfers = new Transfers(byId("transfers"), table, who, problem);
    if (found) setText(byId("title"), `${found.title}, ${table}`);
    byId("dealt").hidden = !found || found.dealt === "dealer";
    setText(byId("dealt"), this.#isPhysical ? "Real cards" : "The house deals");
    this.#listen();
    showConnection(this.#live, byId("connection"));
    this.#live.onChange(() => this.#render());
    this.#live.onState(() => this.#render());
  }

  // Commands

  /**
   * Gives a command after those before it have been answered; resolves with whether the house accepted it.
   *
   * @param {string} command
   */
  #give(command) {
    this.#lastGiven = this.#lastGiven.then(() => this.#giveNow(command));
    return this.#lastGiven;
  }

  /** @param {string} command */
  async #giveNow(command) {
    this.#setBusy(true);
    problem.clear();
    try {
      await this.#live.command(command, { round: this.#live.view?.rounds });
      return true;
    } catch (error) {
      problem.show(error);
      return false;
    } finally {
      this.#setBusy(false);
    }
  }

  /** @param {boolean} isBusy */
  #setBusy(isBusy) {
    this.#isBusy = isBusy;
    byId("next").toggleAttribute("data-busy", isBusy);
  }

  /** The command of the next step, if the dealer can give it now. */
  get #nextCommand() {
    const next = this.#live.view?.next;
    if (!next || this.#live.state !== "open" || next.by === "floorperson") return null;
    return (this.#isPhysical && next.unread) || next.command;
  }

  #takeStep() {
    const command = this.#nextCommand;
    if (command && !this.#isBusy && performance.now() - this.#changed > PAUSE) this.#give(command);
  }

  #listen() {
    byId("next").addEventListener("click", () => this.#takeStep());
    addEventListener("keydown", (event) => {
      if (event.repeat || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key !== " " && event.key !== "Enter") return;
      const own =
        event.target instanceof Element && event.target.closest("input, select, textarea, button, a, summary");
      if (own || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      this.#takeStep();
    });
    byId("whole").addEventListener("click", () => {
      this.#isWholeShoe = !this.#isWholeShoe;
      const next = this.#live.view?.next;
      if (next) this.#showReader(next);
      if (this.#isWholeShoe) this.#reader.field.focus();
    });
    const [wagers, seat] = [byId("wagers", HTMLFormElement), byId("seat", HTMLFormElement)];
    wagers.addEventListener("submit", async (event) => {
      event.preventDefault();
      const values = valuesOf(wagers);
      const isPlaced = await this.#give(`box ${values.box} places ${values.wagers.trim() || "nothing"}`);
      if (isPlaced) byId("wagers-text", HTMLInputElement).value = "";
    });
    seat.addEventListener("submit", async (event) => {
      event.preventDefault();
      const { player, amount, box } = valuesOf(seat);
      const name = quoted(player.trim());
      const money = amount.trim().replace(/^(?!\$)/, "$");
      if (amount.trim() && !(await this.#give(`player ${name} buys ${money}`))) return;
      if (box && (await this.#give(`player ${name} takes box ${box}`))) seat.reset();
    });
  }

  // The next step

  /** @param {Wire.NextStepView} next */
  #showNext(next) {
    const command = this.#nextCommand;
    setText(byId("says"), next.says ? `“${next.says}”` : "");
    const step = next.by === "floorperson" ? `Waits for the floorperson: ${small(next.title)}` : next.title;
    setText(byId("step"), step);
    setText(byId("cite"), next.cite);
    byId("hint").hidden = !command;
    byId("next").setAttribute("aria-disabled", String(!command));
    syncChildren(
      byId("next-steps"),
      next.steps,
      ({ text }) => text,
      ({ text, cite }) => make("li", {}, text, make("span", { class: "cite" }, ` ${cite}`)),
    );
    this.#showReader(next);
    const text = `${next.says ? `${next.says}. ` : ""}${step}`;
    if (text === this.#announced) return;
    this.#announced = text;
    this.#changed = performance.now();
    announce(text);
    if (next.reads) this.#reader.field.focus();
    else if (byId("reads").hidden && document.activeElement === document.body) byId("next").focus();
  }

  /** @param {Wire.Card[]} cards */
  #readCommand(cards) {
    const shuffle = this.#live.view?.next?.unread?.replace(/unread$/, cards.join(" "));
    return this.#isWholeShoe && shuffle ? shuffle : `dealer reads ${cards.join(" ")}`;
  }

  /**
   * The field for cards: those of a deal, or the whole shoe if the dealer wants to scan it.
   *
   * @param {Wire.NextStepView} next
   */
  #showReader(next) {
    const canLeaveUnread = this.#isPhysical && Boolean(next.unread);
    this.#isWholeShoe = this.#isWholeShoe && canLeaveUnread;
    const hadFocus = byId("reads").contains(document.activeElement);
    this.#reader.ask(next.reads || (this.#isWholeShoe ? 52 : 0), next.places);
    byId("shoe").hidden = !canLeaveUnread;
    byId("whole").setAttribute("aria-expanded", String(this.#isWholeShoe));
    setText(byId("whole"), this.#isWholeShoe ? "Leave the shoe unread" : "Scan the whole shoe instead");
    if (hadFocus && byId("reads").hidden) byId("next").focus();
  }

  // What else is open

  /** @param {Wire.TableView} view */
  #showOpen(view) {
    const isOpen = this.#live.state === "open";
    const isUnread = this.#isPhysical && Boolean(view.next?.unread);
    const others = buttonActions(view).filter((action) => exampleOf(action) !== view.next?.command);
    const offers = isOpen ? others.filter(({ kind }) => !isUnread || kind !== "RecordShuffle") : [];
    syncChildren(
      byId("open"),
      offers,
      ({ command }) => command.replace(/\d+/g, ""),
      ({ label }) => make("li", {}, make("button", { class: "button", type: "button" }, label)),
      (node, offer) => {
        inside(node, "button").onclick = () => this.#take(offer);
      },
    );
    byId("open-none").hidden = offers.length > 0;
    const reports = isOpen ? (view.actions ?? []).filter(({ kind }) => kind === "Report") : [];
    syncChildren(
      byId("irregular"),
      reports,
      ({ command }) => command,
      (action) => {
        const click = () => this.#take(action);
        const cite = make("span", { class: "cite" }, action.cite ?? "");
        return make(
          "li",
          {},
          make("button", { class: "button", type: "button", click }, action.label),
          make("span", { class: "small muted" }, ` ${action.confirm} `, cite),
        );
      },
    );
    byId("irregular-none").hidden = reports.length > 0;
  }

  /** @param {Wire.ActionView} action */
  async #take(action) {
    const { kind, label, confirm, tone, command, cite } = action;
    if (!needsDialog(action)) {
      this.#give(command);
      return;
    }
    const does = kind === "Report" ? "Report" : label;
    const bad = tone === "danger";
    const question = { title: label, text: confirm, cite, action: does, bad, fields: fieldsOf(action) };
    const entered = await askUser(question);
    if (entered) this.#give(fillCommand(action, entered));
  }

  /**
   * What players do, at a table with real cards.
   *
   * @param {Wire.TableView} view
   */
  #showEntry({ seats, phase, actions = [] }) {
    if (!this.#isPhysical) return;
    const choices = actions.filter(({ kind }) => kind === "Choose").map(({ command }) => command);
    syncChildren(
      byId("choices"),
      choices,
      (command) => command,
      (command) => {
        const click = () => this.#give(command);
        return make("button", { class: "button", type: "button", click }, capital(command));
      },
    );
    /** @param {string} box */
    const option = (box) => make("option", { value: box }, `Box ${box}`);
    const seated = Object.keys(seats);
    syncChildren(byId("wagers-box"), seated, String, option);
    byId("wagers").hidden = phase !== "betting" || !seated.length;
    const free = actions.filter(({ kind }) => kind === "TakeSeat").map(({ box }) => String(box));
    byId("seat").hidden = !free.length;
    syncChildren(byId("seat-box"), free, String, option);
    byId("enter").hidden = !free.length && !choices.length && byId("wagers").hidden;
  }

  #render() {
    const { view } = this.#live;
    if (!view) return;
    setText(byId("phase"), phaseText(view));
    byId("phase").classList.toggle("tag--bad", Boolean(view.closed));
    setText(byId("round"), view.rounds ? `Round ${view.rounds}` : "");
    if (!view.next) {
      problem.showSignedOut("this console is for dealers: sign in as one");
      return;
    }
    this.#showNext(view.next);
    this.#transfers.show(view);
    byId("boxes-none").hidden = showBoxes(byId("boxes"), view) > 0;
    showPiles(byId("piles"), view);
    this.#showOpen(view);
    this.#showEntry(view);
    showPayList(byId("pays"), view);
    const hasPays = Boolean(view.pays?.length);
    byId("pays-none").hidden = hasPays;
    byId("pays-scroll").hidden = !hasPays;
    setText(byId("pays-title"), !view.round && hasPays ? "Paid and taken in the last round" : "Pay and take");
  }
}

const who = await me();
setText(byId("title"), table);
document.title = `Dealer, ${table} · pitboss`;
if (!who) {
  location.replace(signInPath());
} else if (who.role === "player" || who.role === "auditor") {
  const audience = "This page is for dealers; floorpersons and managers may look.";
  showStaffOnly(who, `Dealer, ${table}`, audience);
} else {
  try {
    const { tables } = await get("/api/lobby");
    const found = tables.find(({ name }) => name === table);
    if (found) new DealerConsole(who, found);
    else {
      inside(document, ".console").hidden = true;
      byId("facts").hidden = true;
      problem.show(`there is no table '${table}': there are ${tables.map(({ name }) => name).join(", ")}`);
    }
  } catch (error) {
    problem.show(error);
    new DealerConsole(who, undefined);
  }
}
