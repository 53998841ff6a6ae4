// The dealer's console: the next step in the prescribed words, and everything else that is open at this moment.

import { signInPath, tableOfPage } from "./lib/address.js";
import { get } from "./lib/api.js";
import { byId, inside, make, setText, syncChildren } from "./lib/dom.js";
import { LiveTable } from "./lib/live.js";
import { announce, me } from "./lib/page.js";
import { ProblemNote } from "./lib/problems.js";
import { capital, small } from "./lib/text.js";
import {
  actionsAtBox,
  buttonActions,
  exampleOf,
  fieldsOf,
  fillCommand,
  isAtBox,
  needsDialog,
} from "./staff/actions.js";
import { BoxPanel } from "./staff/box-panel.js";
import { showBoxes, showPiles } from "./staff/boxes.js";
import { CardReader } from "./staff/card-reader.js";
import { phaseText, showConnection, showStaffOnly } from "./staff/console.js";
import { ConsoleKeys } from "./staff/console-keys.js";
import { showDeckFacts } from "./staff/deck-facts.js";
import { Desk } from "./staff/desk.js";
import { askUser } from "./staff/dialog.js";
import { showPayList } from "./staff/pay-list.js";
import { Rack } from "./staff/rack.js";
import { listenForRelief, showDealer } from "./staff/relief.js";
import { Transfers } from "./staff/transfers.js";
import { returnsOf, returnText } from "./staff/void-note.js";
import { choiceKeys, TAKEN } from "./table/choice-keys.js";

const table = tableOfPage();
const problem = new ProblemNote(byId("problem"));
/** A key that is pressed twice by mistake does one step: a new step cannot be taken sooner than this. */
const PAUSE = 350;
/** Milliseconds between two looks at the age of the decks. */
const FACTS_EVERY = 20_000;

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
  #rack;
  #desk;
  #layout;
  /** @type {BoxPanel | undefined} */
  #panel;
  /** The box that the dealer chose; 0 before the first. */
  #chosen = 0;
  #reader = new CardReader(byId("reads", HTMLFormElement), (cards) => this.#give(this.#readCommand(cards)));

  /**
   * @param {Wire.PersonShown} who
   * @param {Wire.LobbyTable | undefined} found
   * @param {Wire.LayoutAnswer | undefined} layout
   * @param {number[]} values
   */
  constructor(who, found, layout, values) {
    this.#isPhysical = found?.dealt === "physical";
    this.#layout = layout;
    if (this.#isPhysical && layout) this.#panel = new BoxPanel(byId("box"), layout, (command) => this.#give(command));
    this.#transfers = new Transfers(byId("transfers"), table, who, problem);
    this.#desk = new Desk(byId("desk"), who, problem);
    this.#rack = new Rack(byId("rack"), who, values, problem);
    this.#showDealer(who);
    listenForRelief(byId("relieve"), table, problem, (next) => {
      this.#transfers.who = next;
      this.#rack.who = next;
      this.#showDealer(next);
      this.#live.reconnect();
    });
    if (found) setText(byId("title"), `${found.title}, ${table}`);
    byId("dealt").hidden = !found || found.dealt === "dealer";
    setText(byId("dealt"), this.#isPhysical ? "Real cards" : "The house deals");
    this.#listen();
    showConnection(this.#live, byId("connection"));
    this.#live.onChange(({ events, snapshot }) => {
      this.#showVoid(events);
      this.#render();
      if (snapshot) this.#recall();
    });
    this.#live.onState(() => this.#render());
    setInterval(() => this.#showFacts(), FACTS_EVERY);
  }

  /** @param {Wire.PersonShown} who */
  #showDealer(who) {
    byId("relieve").hidden = who.role !== "dealer";
    if (who.role === "dealer") showDealer(byId("dealer-now"), who);
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

  /**
   * Gives several commands at once; each is accepted or refused by itself.
   *
   * @param {string[]} commands
   */
  async #giveAll(commands) {
    if (this.#isBusy) return;
    this.#setBusy(true);
    problem.clear();
    const round = this.#live.view?.rounds;
    const answers = await Promise.allSettled(commands.map((command) => this.#live.command(command, { round })));
    this.#setBusy(false);
    const refused = answers.find((answer) => answer.status === "rejected");
    if (refused) problem.show(refused.reason);
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

  /** What a person counts and enters to take the next step, at a table with real cards. */
  get #nextAction() {
    const next = this.#live.view?.next;
    return this.#isPhysical && this.#live.state === "open" && next?.by !== "floorperson" ? next?.action : undefined;
  }

  #takeStep() {
    if (this.#isBusy || performance.now() - this.#changed <= PAUSE) return;
    const [action, command] = [this.#nextAction, this.#nextCommand];
    if (action) this.#take(action);
    else if (command) this.#give(command);
  }

  #listen() {
    byId("next").addEventListener("click", () => this.#takeStep());
    byId("whole").addEventListener("click", () => {
      this.#isWholeShoe = !this.#isWholeShoe;
      const next = this.#live.view?.next;
      if (next) this.#showReader(next);
      if (this.#isWholeShoe) this.#reader.field.focus();
    });
    byId("repeat-all").addEventListener("click", () => this.#repeatAll());
    new ConsoleKeys(byId("keys"), {
      step: () => this.#takeStep(),
      actions: () => [...this.#choiceButtons(), ...this.#boxKeys()],
      cards: () => (byId("reads").hidden ? null : this.#reader.field),
    });
  }

  // The next step

  /** @param {Wire.NextStepView} next */
  #showNext(next) {
    const command = this.#nextAction ?? this.#nextCommand;
    setText(byId("says"), next.says ? `“${next.says}”` : "");
    const waits = next.by === "floorperson" && !next.title.startsWith("The floorperson");
    const step = waits ? `Waits for the floorperson: ${small(next.title)}` : next.title;
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
    this.#chosen = next.box ?? this.#chosen;
    this.#changed = performance.now();
    byId("next").dataset.since = String(this.#changed);
    announce(text);
    if (next.reads) this.#reader.field.focus();
    else if (byId("reads").hidden && document.activeElement === document.body) byId("next").focus();
  }

  /** @param {Wire.Card[]} cards */
  #readCommand(cards) {
    const { unread, turns } = this.#live.view?.next ?? {};
    const written = cards.join(" ");
    if (this.#isWholeShoe && unread) return unread.replace(/unread$/, written);
    return turns ? `dealer turns ${turns} ${written}` : `dealer reads ${written}`;
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
    this.#reader.ask(next.reads || (this.#isWholeShoe ? 52 : 0), next.places, next.turns);
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
    const others = buttonActions(view).filter(
      (action) => exampleOf(action) !== view.next?.command && !(this.#panel && isAtBox(action)),
    );
    const offers = isOpen ? others.filter(({ kind }) => !isUnread || kind !== "RecordShuffle") : [];
    syncChildren(
      byId("open"),
      offers,
      ({ command }) => command.replace(/\d+/g, ""),
      () => make("li", {}, make("button", { class: "button", type: "button" })),
      (node, offer) => {
        // The same command is about another deck when that deck is in turn.
        setText(inside(node, "button"), offer.label);
        inside(node, "button").onclick = () => this.#take(offer);
      },
    );
    byId("open-none").hidden = offers.length > 0;
    const reports = isOpen ? (view.actions ?? []).filter(({ kind }) => kind === "Report") : [];
    syncChildren(
      byId("irregular"),
      reports,
      ({ command, label, confirm }) => [command, label, confirm].join("|"),
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

  // What players do, at a table with real cards

  /** The decision that is due, as buttons with keys. */
  #choiceButtons() {
    const { turn, actions = [] } = this.#live.view ?? {};
    const about = this.#layout?.decisions.find(({ decision }) => decision === turn?.decision);
    if (!this.#isPhysical || this.#live.state !== "open" || !turn || !about) return [];
    const keys = choiceKeys(about.choices, `${TAKEN}123456789`);
    return actions
      .filter(({ kind, box }) => kind === "Choose" && box === turn.box)
      .map(({ command, choice = "" }) => ({
        key: keys.get(choice) ?? "",
        does: command,
        run: () => {
          if (!this.#isBusy) this.#give(command);
        },
      }));
  }

  #boxKeys() {
    const boxes = Array.from({ length: this.#isPhysical ? (this.#layout?.boxes ?? 0) : 0 }, (_, place) => ({
      key: String(place + 1),
      does: `Choose box ${place + 1}`,
      run: () => {
        this.#choose(place + 1);
        this.#panel?.focusTyped();
      },
    }));
    const one = this.#repeats().find(({ box }) => box === this.#chosen);
    const repeat = one ? [{ key: "r", does: one.label, run: () => void this.#give(one.command) }] : [];
    return [...boxes, ...repeat, { key: "a", does: "", run: () => this.#repeatAll() }];
  }

  /** The commands that repeat the wagers of the last round, for each box that has none yet or others. */
  #repeats() {
    return (this.#live.view?.actions ?? []).filter(({ repeats }) => repeats);
  }

  /** Repeats the wagers of every box that has none yet. */
  #repeatAll() {
    const boxes = this.#live.view?.round?.boxes ?? {};
    const due = this.#repeats().filter(({ box }) => box && !Object.keys(boxes[box]?.wagers ?? {}).length);
    if (due.length) this.#giveAll(due.map(({ command }) => command));
  }

  /** @param {number} box */
  #choose(box) {
    this.#chosen = box;
    this.#render();
  }

  /** @param {Wire.TableView} view */
  #showChoices(view) {
    syncChildren(
      byId("choices"),
      this.#choiceButtons(),
      ({ does }) => does,
      ({ does, key }) =>
        make("button", { class: "button", type: "button" }, capital(does), make("kbd", {}, key.toUpperCase())),
      (node, { run }) => {
        node.onclick = run;
      },
    );
    const hasRepeats = this.#repeats().some(
      ({ box }) => !Object.keys(view.round?.boxes[box ?? 0]?.wagers ?? {}).length,
    );
    byId("repeat-all").hidden = !hasRepeats || this.#live.state !== "open";
  }

  /**
   * What can be done at the chosen box: the wagers of the last round, and its player's chips and seat.
   *
   * @param {Wire.TableView} view
   */
  #boxActions(view) {
    const player = view.round?.boxes[this.#chosen]?.player ?? view.seats[this.#chosen];
    const actions = player && this.#live.state === "open" ? actionsAtBox(view, this.#chosen, player) : [];
    return actions.map((action) => ({ action, take: () => void this.#take(action) }));
  }

  /** @param {Wire.TableView} view */
  #showBox(view) {
    if (!this.#panel || !this.#layout) return;
    this.#chosen ||= Number(Object.keys(view.seats)[0] ?? 1);
    this.#panel.show(view, this.#chosen, this.#boxActions(view));
  }

  /**
   * Says what to return to whom after a round was void, until another begins.
   *
   * @param {readonly Wire.EventAnswer[]} events
   */
  #showVoid(events) {
    const due = returnsOf(events);
    if (events.some(({ event }) => event === "BetsOpened")) byId("void").hidden = true;
    if (!due) return;
    const text = `The round is void. ${due.length ? "Give back the chips:" : "Nothing lay on the boxes."}`;
    const seats = this.#live.view?.seats ?? {};
    setText(byId("void-title"), text);
    byId("void-list").replaceChildren(...due.map((one) => make("li", {}, returnText(one, seats[one.box] ?? ""))));
    byId("void").hidden = false;
    announce(`${text} ${due.map((one) => returnText(one, seats[one.box] ?? "")).join(" ")}`);
  }

  /** Shows again what is still to be given back, after the page was loaded anew. */
  async #recall() {
    for (const { events } of await this.#live.recent()) this.#showVoid(events);
    this.#render();
  }

  #showFacts() {
    if (this.#live.view) showDeckFacts(byId("decks"), this.#live.view, Date.now() + this.#live.ahead);
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
    this.#rack.show(table, view);
    this.#desk.show(table, view);
    this.#showBox(view);
    const free = {
      boxes: this.#layout?.boxes,
      chosen: this.#chosen,
      choose: (/** @type {number} */ box) => this.#choose(box),
    };
    byId("boxes-none").hidden = showBoxes(byId("boxes"), view, this.#panel ? free : {}) > 0 || Boolean(this.#panel);
    // After a void round the results of the round before it would pass for its own.
    const shown = byId("void").hidden || view.round ? view : { ...view, last: null, pays: [] };
    showPiles(byId("piles"), shown);
    this.#showChoices(view);
    this.#showOpen(view);
    showPayList(byId("pays"), shown);
    this.#showFacts();
    document.body.dataset.seq = String(view.seq);
    const hasPays = Boolean(shown.pays?.length);
    byId("pays-none").hidden = hasPays || shown !== view;
    byId("pays-scroll").hidden = !hasPays;
    byId("pays-title").hidden = shown !== view;
    setText(byId("pays-title"), !view.round && hasPays ? "Paid and taken in the last round" : "Pay and take");
  }
}

const who = await me();
setText(byId("title"), table);
document.title = `Dealer, ${table} · pitboss`;
if (!who) {
  location.replace(signInPath());
} else if (!["dealer", "floorperson", "manager"].includes(who.role)) {
  const audience = "This page is for dealers; floorpersons and managers may look.";
  showStaffOnly(who, `Dealer, ${table}`, audience);
} else {
  try {
    const { tables, denominations } = await get("/api/lobby");
    const found = tables.find(({ name }) => name === table);
    const layout = found && (await get("/api/tables/{table}/layout", { table }));
    if (found) new DealerConsole(who, found, layout, denominations);
    else {
      inside(document, ".console").hidden = true;
      byId("facts").hidden = true;
      problem.show(`there is no table '${table}': there are ${tables.map(({ name }) => name).join(", ")}`);
    }
  } catch (error) {
    problem.show(error);
    new DealerConsole(who, undefined, undefined, []);
  }
}
