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
import { EventQueue } from "./table/event-queue.js";
import { Felt } from "./table/felt.js";
import { Keyboard } from "./table/keyboard.js";
import { OwnBox } from "./table/own-box.js";
import { OwnBoxes } from "./table/own-boxes.js";
import { SidePanel } from "./table/side-panel.js";
import { SitDown } from "./table/sit-down.js";
import { comingText, showConnection, summaryText } from "./table/status.js";
import { StatusLine } from "./table/status-line.js";

/** @import { Change } from "./lib/live.js" */
/** @import { Actions } from "./table/action-bar.js" */
/** @import { Practice } from "./table/practice.js" */

class TablePage {
  /** @type {Wire.PersonShown | null} */
  #who = null;
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
  #places;
  #status;
  #seq = 0;

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
    this.#status = new StatusLine(layout, this.#felt, this.#bar);
    this.#places = new OwnBoxes(layout, (box) => this.#makePlace(box));
    new Keyboard(layout, this.#actions, () => this.#turn);
    this.#sitting = new SitDown(this.#live, layout, (box) => this.#seated(box));
    this.#buying = new BuyChips(layout, (cents) =>
      this.#live.command(`player ${quoted(this.#view?.player ?? "")} buys ${show(cents)}`),
    );
    if (PracticeKind) {
      const parts = { layout, bar: this.#bar, side: this.#side, actions: this.#actions };
      this.#practice = new PracticeKind({ ...parts, say: (text) => this.#status.say(text) });
    }
    this.#live.onChange((change) => this.#change(change));
    this.#live.onState((change) => {
      showConnection(byId("banner"), change);
      this.draw();
    });
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

  /** Whether the page is up to date, so that the player can act on it. */
  get #isActive() {
    return this.#live.state === "open" && Boolean(this.#view);
  }

  /** The decision that the player makes now. */
  get #turn() {
    const turn = this.#view?.turn;
    return this.#isActive && turn && this.#places.all.has(turn.box) ? turn : null;
  }

  /** The player's box that keys and tools are for. */
  get #place() {
    return this.#places.current(this.#view);
  }

  /**
   * What the house accepts from this player at a box now, by the kind of command.
   *
   * @param {string} kind
   * @param {number} box
   * @param {string} [choice]
   */
  #action(kind, box, choice) {
    return this.#isActive ? findAction(this.#view, kind, { box, choice }) : undefined;
  }

  /**
   * The round on the felt: the current one, or the last one while its end is still being told.
   *
   * @param {Wire.TableView} view
   */
  #roundShown({ round, last, phase }) {
    if (phase === "betting" && this.#queue.isBusy && !this.#places.isTouched) return last ?? round;
    return round ?? last;
  }

  draw() {
    const view = this.#view;
    if (!view) return;
    const isTold = (/** @type {number} */ box, /** @type {string} */ item) => this.#queue.isTold(box, item);
    this.#places.sync(view);
    byId("felt").classList.toggle("is-seated", this.#places.size > 0);
    const round = this.#roundShown(view);
    const canSit = this.#canSit(view);
    this.#felt.update(view, round, isTold, { sit: canSit, now: this.#isActive });
    const canBet = (/** @type {number} */ box) => Boolean(this.#action("PlaceWagers", box));
    this.#places.update(view, round, isTold, { canBet, back: this.#felt.back(round) });
    this.#updateBar(view, canSit);
    this.#side.update(view);
    byId("coming").hidden = !view.coming_limits.length;
    setText(byId("coming"), comingText(view));
    const state = { view, turn: this.#turn, places: this.#places.all, isActive: this.#isActive };
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

  /** @param {number} box */
  #makePlace(box) {
    const bets = new Bets(this.#layout, box, (command, round) => this.#live.command(command, { round }));
    bets.addEventListener("change", () => {
      this.#status.forgetNote();
      this.draw();
    });
    bets.onNote((text) => this.#status.say(text));
    bets.onRefused((problem) => this.#refuse(problem));
    const place = new OwnBox(this.#layout, box, bets, () => this.#bar.chip);
    this.#felt.place.append(place.node);
    return place;
  }

  /** @param {Wire.TableView} view */
  #canSit(view) {
    const isPlayer = !this.#who || this.#who.role === "player";
    return isPlayer && this.#places.free(view).length > 0;
  }

  /** @param {Change} change */
  #change({ seq, events, view, snapshot }) {
    // Other rules have another layout.
    if (view.rules !== this.#layout.digest) location.reload();
    // A snapshot of the same entry only brings meters, which other tables move.
    if (snapshot && seq !== this.#seq) this.#queue.flush();
    if (!snapshot) this.#queue.add(events, new Set(this.#places.all.keys()));
    if (this.#queue.isBusy && (view.phase === "closed" || view.phase === "playing")) this.#queue.flush();
    const isMissed = snapshot && seq !== this.#seq;
    this.#seq = seq;
    this.draw();
    this.#status.announceTurn(this.#view, this.#turn, this.#places.all.get(this.#turn?.box ?? 0)?.hand ?? "");
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

  /** @param {Wire.TableView} view */
  #showStatus(view) {
    const outcome = this.#commentary.outcomeOf(view);
    this.#status.show(view, { turn: this.#turn, place: this.#place, canSit: this.#canSit(view), outcome });
  }

  #tick() {
    this.#status.tick(this.#isActive ? this.#view?.timer : null, Date.now() + this.#live.ahead);
    if (this.#view) this.#showStatus(this.#view);
  }

  /** @param {Problem} problem */
  #refuse(problem) {
    this.#status.refuse(problem);
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
      this.#status.refuse(null);
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
    const focus = () => this.#places.all.get(box)?.focus();
    if (this.#places.all.has(box)) focus();
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
        if (this.#view) this.#sit(this.#places.free(this.#view)[0]);
      },
      buy: () => {
        if (this.#isActive) this.#buying.open();
      },
      leave: () => {
        if (this.#place) this.#give(`box ${this.#place.box} leaves`);
      },
      speak: () => {
        announce(summaryText(this.#view, this.#layout, this.#place, this.#status.text));
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
