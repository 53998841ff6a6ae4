// What the player is told in the bar: a note or a refusal for a while, the decision that is due, or the state of the table.

import { setText } from "../lib/dom.js";
import { announce } from "../lib/page.js";
import { Countdown } from "./countdown.js";
import { choiceLabels, phaseText, questionText, statusText } from "./status.js";

/** @import { Problem } from "../lib/api.js" */
/** @import { ActionBar } from "./action-bar.js" */
/** @import { Felt } from "./felt.js" */
/** @import { OwnBox } from "./own-box.js" */
/** @typedef {{ turn: Wire.TurnView | null, place: OwnBox | undefined, canSit: boolean, outcome: string }} Situation */

const NOTE_FOR = 4000;
const PROBLEM_FOR = 9000;

export class StatusLine {
  #layout;
  #felt;
  #bar;
  #countdown = new Countdown();
  #turnKey = "";
  /** @type {{ text: string, until: number } | null} */
  #note = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #forgetProblem;

  /**
   * @param {Wire.LayoutAnswer} layout
   * @param {Felt} felt
   * @param {ActionBar} bar
   */
  constructor(layout, felt, bar) {
    this.#layout = layout;
    this.#felt = felt;
    this.#bar = bar;
  }

  /** The phase and the status, to be read out. */
  get text() {
    return `${this.#felt.phase.textContent}. ${this.#bar.status.textContent}`;
  }

  /**
   * @param {Wire.TableView} view
   * @param {Situation} situation
   */
  show(view, { turn, place, canSit, outcome }) {
    setText(this.#felt.phase, phaseText(view));
    const note = this.#note && this.#note.until > Date.now() ? this.#note.text : "";
    const status = note || statusText(view, place, canSit, outcome);
    if (view.phase && view.phase !== "betting") this.#bar.refuse(null);
    const { seconds } = this.#countdown;
    const waits = view.phase === "betting" && place?.bets.total ? "cards in " : "";
    const left = seconds ? ` · ${waits}${seconds} s` : "";
    setText(this.#bar.status, `${turn ? questionText(this.#layout, turn) : status}${left}`);
  }

  /**
   * Shows how long the house still waits; `now` is the time by its clock.
   *
   * @param {Wire.TimerView | null | undefined} timer
   * @param {number} now
   */
  tick(timer, now) {
    this.#countdown.update(timer, now);
    this.#bar.time(this.#countdown.share);
  }

  /**
   * Tells the player something, and shows it for a while.
   *
   * @param {string} text
   */
  say(text) {
    this.#note = { text, until: Date.now() + NOTE_FOR };
    setText(this.#bar.status, text);
    announce(text);
  }

  forgetNote() {
    this.#note = null;
  }

  /**
   * Shows a refusal for a while; null takes it away.
   *
   * @param {Problem | null} problem
   */
  refuse(problem) {
    this.#bar.refuse(problem);
    clearTimeout(this.#forgetProblem);
    if (problem) this.#forgetProblem = setTimeout(() => this.#bar.refuse(null), PROBLEM_FOR);
  }

  /**
   * Reads a decision of the player out, once.
   *
   * @param {Wire.TableView | null} view
   * @param {Wire.TurnView | null} turn
   * @param {string} hand
   */
  announceTurn(view, turn, hand) {
    const key = turn ? `${view?.round?.number} ${turn.box} ${turn.decision}` : "";
    if (turn && key !== this.#turnKey) {
      announce(
        `Your decision, box ${turn.box}. ${hand}. ${choiceLabels(this.#layout, turn).join(" or ").toLowerCase()}.`,
      );
    }
    this.#turnKey = key;
  }
}
