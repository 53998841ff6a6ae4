// The player's table: the felt, the player's boxes, the bar and the side, as the house says.

import { tableOfPage } from "./lib/address.js";
import { get, Problem, reasonOf } from "./lib/api.js";
import { byId, setText } from "./lib/dom.js";
import { LiveTable } from "./lib/live.js";
import { show } from "./lib/money.js";
import { announce, me } from "./lib/page.js";
import { quoted } from "./lib/text.js";
import { findAction } from "./staff/actions.js";
import { ActionBar } from "./table/action-bar.js";
import { betActions } from "./table/actions.js";
import { Bets } from "./table/bets.js";
import { BuyChips } from "./table/buy-chips.js";
import { Commentary } from "./table/commentary.js";
import { Countdown } from "./table/countdown.js";
import { EventQueue } from "./table/event-queue.js";
import { Felt } from "./table/felt.js";
import { Keyboard } from "./table/keyboard.js";
import { OwnBox } from "./table/own-box.js";
import { SidePanel } from "./table/side-panel.js";
import { SitDown } from "./table/sit-down.js";
import { comingText, phaseText, questionText, statusText, summaryText } from "./table/status.js";

/** @import { Change, StateChange } from "./lib/live.js" */
/** @import { Actions } from "./table/action-bar.js" */
/** @import { Practice } from "./table/practice.js" */

const NOTE_FOR = 4000;
const PROBLEM_FOR = 9000;

class TablePage {
  /** @type {Map<number, OwnBox>} */
  #places = new Map();
  /** @type {Wire.PersonShown | null} */
  #who = null;
  #countdown = new Countdown();
  #layout;
  #commentary;
  #queue = new EventQueue((event) => this.#tell(event));
  #actions = this.#makeActions();
  #live = new LiveTable(tableOfPage());
  #felt;
  #side;
  #bar;
  #sitting;
  #buying;
  /** @type {Practice | null} */
  #practice = null;
  #turnKey = "";
  #seq = 0;
  /** @type {{ text: string, until: number } | null} */
  #note = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #forgetProblem;

  /**
   * `PracticeKind` exists at a practice house alone.
   *
   * @param {Wire.LayoutAnswer} layout
   * @param {typeof Practice | null} PracticeKind
   */
  constructor(layout, PracticeKind) {
    this.#layout = layout;
    document.title = `${layout.title} · ${layout.facility}`;
    setText(byId("title"), `${layout.title}, ${layout.facility}`);
    this.#felt = new Felt(byId("felt"), layout, (box) => this.#sit(box));
    this.#side = new SidePanel(byId("side"), layout);
    this.#commentary = new Commentary(layout, this.#side, this.#live);
    this.#bar = new ActionBar(byId("bar"), layout, this.#actions);
    new Keyboard(layout, this.#actions, () => this.#turn);
    this.#sitting = new SitDown(this.#live, layout, (box) => this.#seated(box));
    this.#buying = new BuyChips(layout, (cents) =>
      this.#live.command(`player ${quoted(this.#view?.player ?? "")} buys ${show(cents)}`),
    );
    if (PracticeKind) {
      const parts = { layout, bar: this.#bar, side: this.#side, actions: this.#actions };
      this.#practice = new PracticeKind({ ...parts, say: (text) => this.#say(text) });
    }
    this.#live.onChange((change) => this.#change(change));
    this.#live.onState((change) => this.#showState(change));
    addEventListener("pitboss:who", async () => {
      this.#who = await me();
      this.draw();
    });
    me().then((who) => {
      this.#who = who;
      this.draw();
    });
    setInterval(() => this.#tick(), 250);
  }

  get #view() {
    return this.#live.view;
  }

  /** Whether what is shown is true, so that the player can act on it. */
  get #isActive() {
    return this.#live.state === "open" && Boolean(this.#view);
  }

  /** The decision that is the player's now. */
  get #turn() {
    const turn = this.#view?.turn;
    return this.#isActive && turn && this.#places.has(turn.box) ? turn : null;
  }

  /** The player's box that keys and tools are for: the one in focus, or the one that decides, or the first. */
  get #place() {
    const places = [...this.#places.values()];
    const inFocus = places.find(({ node }) => node.contains(document.activeElement));
    return inFocus ?? places.find(({ box }) => box === this.#view?.turn?.box) ?? places.at(0);
  }

  /**
   * What the house takes from this player at a box now, by the kind of command.
   *
   * @param {string} kind
   * @param {number} box
   * @param {string} [choice]
   */
  #action(kind, box, choice) {
    return this.#isActive ? findAction(this.#view, kind, { box, choice }) : undefined;
  }

  /**
   * The round on the felt: the one under way, or the last one while its end is still told.
   *
   * @param {Wire.TableView} view
   */
  #roundShown({ round, last, phase }) {
    const isTouched = [...this.#places.values()].some(({ bets }) => bets.total);
    if (phase === "betting" && this.#queue.isBusy && !isTouched) return last ?? round;
    return round ?? last;
  }

  draw() {
    const view = this.#view;
    if (!view) return;
    const isTold = (/** @type {number} */ box, /** @type {string} */ item) => this.#queue.isTold(box, item);
    this.#syncPlaces(view);
    const round = this.#roundShown(view);
    const canSit = this.#canSit(view);
    this.#felt.update(view, round, isTold, { sit: canSit, now: this.#isActive });
    for (const [box, place] of this.#places) {
      const wagers = view.round?.boxes[box]?.wagers ?? {};
      const number = view.round?.number ?? view.rounds;
      place.bets.follow({ wagers, rack: view.rack ?? 0, round: number, isOpen: view.phase === "betting" });
      place.update(view, round, isTold, {
        canBet: Boolean(this.#action("PlaceWagers", box)),
        back: this.#felt.back(round),
      });
    }
    this.#updateBar(view, canSit);
    this.#side.update(view);
    byId("coming").hidden = !view.coming_limits.length;
    setText(byId("coming"), comingText(view));
    const state = { view, turn: this.#turn, places: this.#places, isActive: this.#isActive };
    this.#practice?.update({ ...state, isTelling: this.#queue.isBusy });
    this.#showStatus(view);
  }

  /**
   * @param {Wire.TableView} view
   * @param {boolean} canSit
   */
  #updateBar(view, canSit) {
    const { activeElement } = document;
    const inFocus = activeElement && byId("bar").contains(activeElement) ? activeElement : null;
    const place = this.#place;
    const box = this.#turn?.box ?? place?.box ?? 0;
    this.#bar.update({
      isSeated: this.#places.size > 0,
      canSit,
      canBet: Boolean(this.#action("PlaceWagers", box)),
      canLeave: Boolean(this.#action("LeaveSeat", box)),
      isActive: this.#isActive,
      turn: this.#turn,
      box: view.round?.boxes[box],
      may: (choice) => Boolean(this.#action("Choose", box, choice)),
      rack: view.rack ?? 0,
      bets: place?.bets,
    });
    // A control that disappears leaves the focus with the player's box, where the keys go on.
    if (inFocus && !inFocus.checkVisibility()) place?.focus();
  }

  /** @param {Wire.TableView} view */
  #syncPlaces({ seats, player }) {
    const own = Object.keys(seats)
      .map(Number)
      .filter((box) => player && seats[box] === player);
    for (const [box, { node }] of this.#places) {
      if (own.includes(box)) continue;
      node.remove();
      this.#places.delete(box);
    }
    for (const box of own) {
      if (this.#places.has(box)) continue;
      const bets = new Bets(this.#layout, box, (command, round) => this.#live.command(command, { round }));
      bets.addEventListener("change", () => {
        this.#note = null;
        this.draw();
      });
      bets.onNote((text) => this.#say(text));
      bets.onRefused((problem) => this.#refuse(problem));
      const place = new OwnBox(this.#layout, box, bets, () => this.#bar.chip);
      this.#places.set(box, place);
      this.#felt.place.append(place.node);
    }
    byId("felt").classList.toggle("is-seated", own.length > 0);
  }

  /** @param {Wire.TableView} view */
  #canSit(view) {
    const isPlayer = !this.#who || this.#who.role === "player";
    const hasRoom = this.#places.size < this.#layout.adjacent_boxes && this.#freeBoxes(view).length > 0;
    return isPlayer && !view.closed && hasRoom;
  }

  /** @param {Wire.TableView} view */
  #freeBoxes({ seats, round }) {
    const boxes = Array.from({ length: this.#layout.boxes }, (_, place) => place + 1);
    return boxes.filter((box) => !seats[box] && !round?.boxes[box]);
  }

  /** @param {Change} change */
  #change({ seq, events, view, snapshot }) {
    // Other rules have another layout.
    if (view.rules !== this.#layout.digest) location.reload();
    // A snapshot of the same entry only brings meters, which other tables move.
    if (snapshot && seq !== this.#seq) this.#queue.flush();
    if (!snapshot) this.#queue.add(events, new Set(this.#places.keys()));
    if (this.#queue.isBusy && (view.phase === "closed" || view.phase === "playing")) this.#queue.flush();
    const isMissed = snapshot && seq !== this.#seq;
    this.#seq = seq;
    this.draw();
    this.#announceTurn();
    if (isMissed) this.#commentary.catchUp(seq).then(() => this.draw());
    else this.#commentary.follow(seq);
  }

  /** @param {Wire.EventAnswer} event */
  #tell(event) {
    const view = this.#view;
    if (!view) return;
    this.#commentary.tell(event);
    if (event.box && this.#commentary.isOwn(event)) this.#practice?.hear(event, view);
    this.draw();
  }

  #announceTurn() {
    const turn = this.#turn;
    const key = turn ? `${this.#view?.round?.number} ${turn.box} ${turn.decision}` : "";
    if (turn && key !== this.#turnKey) {
      const hand = this.#places.get(turn.box)?.hand;
      announce(`Your decision, box ${turn.box}. ${hand}. ${turn.choices.join(" or ")}.`);
    }
    this.#turnKey = key;
  }

  /** @param {Wire.TableView} view */
  #showStatus(view) {
    const place = this.#place;
    const turn = this.#turn;
    setText(this.#felt.phase, phaseText(view));
    const outcome = this.#commentary.outcomeOf(view);
    const note = this.#note && this.#note.until > Date.now() ? this.#note.text : "";
    const status = note || statusText(view, place, this.#canSit(view), outcome);
    if (view.phase && view.phase !== "betting") this.#bar.refuse(null);
    const { seconds } = this.#countdown;
    const waits = view.phase === "betting" && place?.bets.total ? "cards in " : "";
    const left = seconds ? ` · ${waits}${seconds} s` : "";
    setText(this.#bar.status, `${turn ? questionText(this.#layout, turn) : status}${left}`);
  }

  #tick() {
    this.#countdown.update(this.#isActive ? this.#view?.timer : null, Date.now() + this.#live.ahead);
    this.#bar.time(this.#countdown.share);
    if (this.#view) this.#showStatus(this.#view);
  }

  /** @param {StateChange} change */
  #showState({ state, reason }) {
    const banner = byId("banner");
    banner.hidden = state === "open" || state === "connecting";
    if (state === "lost") setText(banner, "The connection is lost. Trying again…");
    else if (state === "stale") setText(banner, "Nothing has come from the house for a while. Trying again…");
    else setText(banner, state === "suspended" ? `The house is suspended. ${reason}` : "");
    document.body.classList.toggle("is-stale", state !== "open");
    this.draw();
  }

  /** @param {string} text */
  #say(text) {
    this.#note = { text, until: Date.now() + NOTE_FOR };
    setText(this.#bar.status, text);
    announce(text);
  }

  /** @param {Problem} problem */
  #refuse(problem) {
    this.#bar.refuse(problem);
    clearTimeout(this.#forgetProblem);
    this.#forgetProblem = setTimeout(() => this.#bar.refuse(null), PROBLEM_FOR);
    this.draw();
  }

  /**
   * @param {string} command
   * @param {number} [round]
   */
  async #give(command, round) {
    if (!this.#isActive) return;
    try {
      await this.#live.command(command, { round });
      this.#bar.refuse(null);
    } catch (error) {
      this.#refuse(error instanceof Problem ? error : new Problem(0, { reason: reasonOf(error) }));
    }
  }

  /** @param {number | undefined} box */
  #sit(box) {
    if (this.#isActive && box) this.#sitting.open(box);
  }

  /** @param {number} box */
  #seated(box) {
    announce(`You sit at box ${box}.`);
    const focus = () => this.#places.get(box)?.focus();
    if (this.#places.has(box)) focus();
    else this.#live.onChange(focus, { once: true });
  }

  /** @returns {Actions} */
  #makeActions() {
    const place = () => (this.#isActive && this.#view?.phase === "betting" && !this.#turn ? this.#place : undefined);
    const [chip, hold] = [() => this.#bar.chip, (/** @type {number} */ value) => this.#bar.hold(value)];
    return {
      ...betActions(place, chip, hold),
      choose: (choice) => {
        const action = this.#turn ? this.#action("Choose", this.#turn.box, choice) : undefined;
        if (action) this.#give(action.command, this.#view?.round?.number);
        return Boolean(action);
      },
      autoplay: () => this.#practice?.autoplay.toggle(),
      sit: () => {
        if (this.#view) this.#sit(this.#freeBoxes(this.#view)[0]);
      },
      buy: () => {
        if (this.#isActive) this.#buying.open();
      },
      leave: () => {
        if (this.#place) this.#give(`box ${this.#place.box} leaves`);
      },
      speak: () => {
        const status = `${this.#felt.phase.textContent}. ${this.#bar.status.textContent}`;
        announce(summaryText(this.#view, this.#layout, this.#place, status));
      },
    };
  }
}

try {
  const layout = await get("/api/tables/{table}/layout", { table: tableOfPage() });
  const practice = layout.practice ? await import("./table/practice.js") : null;
  new TablePage(layout, practice ? practice.Practice : null);
} catch (problem) {
  const banner = byId("banner");
  banner.hidden = false;
  setText(banner, reasonOf(problem));
  if (!(problem instanceof Problem)) console.error(problem);
}
