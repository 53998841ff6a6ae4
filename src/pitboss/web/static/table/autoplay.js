// Autoplay repeats the last bet, else the least, and takes the best choice, until it is stopped. Escape stops it.

import { make } from "../lib/dom.js";
import { announce } from "../lib/page.js";

/** @import { Actions } from "./action-bar.js" */
/** @import { OwnBox } from "./own-box.js" */
/** @import { PageState } from "./practice.js" */

const BETS_AFTER = 500;
const CHOOSES_AFTER = 800;
const NO_ADVICE_AFTER = 6000;

export class Autoplay {
  isOn = false;
  #actions;
  #say;
  /** @type {PageState | null} */
  #state = null;
  #planned = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  button = make(
    "button",
    {
      class: "button button--small",
      type: "button",
      "aria-pressed": "false",
      title: "Repeats the last bet, else the least, and takes the best choice; Escape stops it",
      click: () => this.toggle(),
    },
    make("span", {}, "Autoplay", make("kbd", { "aria-hidden": "true" }, "A")),
  );

  /**
   * @param {Actions} actions
   * @param {(text: string) => void} say
   */
  constructor(actions, say) {
    this.#actions = actions;
    this.#say = say;
    const stop = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape") this.stop("Autoplay is stopped.");
    };
    document.addEventListener("keydown", stop, { capture: true });
  }

  toggle() {
    if (this.isOn) this.stop("Autoplay is stopped.");
    else this.#start();
  }

  /**
   * Stops from this moment on.
   *
   * @param {string} text
   */
  stop(text) {
    if (!this.isOn) return;
    clearTimeout(this.#timer);
    this.#planned = "";
    this.#show(false, text);
  }

  /**
   * Looks at what is open, and plans the next action.
   *
   * @param {PageState} state
   */
  update(state) {
    this.#state = state;
    if (!this.isOn) return;
    const { view, turn, places, isActive } = state;
    const number = view.round?.number;
    if (!places.size) return this.stop("Autoplay is stopped: you have no seat.");
    if (!isActive) return this.#plan("");
    if (turn) {
      const found = view.advice;
      const advice = found?.box === turn.box && found.decision === turn.decision ? found : null;
      const key = `${number} ${turn.box} ${turn.decision} ${advice?.best ?? ""}`;
      if (advice) return this.#plan(key, CHOOSES_AFTER, () => this.#choose(advice.best));
      const stop = () => this.stop("Autoplay is stopped: the house has no advice for this decision.");
      return this.#plan(key, NO_ADVICE_AFTER, stop);
    }
    const empty = view.phase === "betting" ? [...places.values()].filter(({ bets }) => !bets.total) : [];
    if (!empty.length) return this.#plan("");
    this.#plan(`bets ${number} ${empty.map(({ box }) => box)}`, BETS_AFTER, () => this.#bet(empty));
  }

  #start() {
    if (!this.#state?.places.size) return this.#say("Sit down first.");
    this.#show(true, "Autoplay is on. Escape stops it.");
    this.update(this.#state);
  }

  /**
   * Plans one action by its key; the same action is planned once, and the empty key plans nothing.
   *
   * @param {string} key
   * @param {number} [after]
   * @param {() => void} [act]
   */
  #plan(key, after = 0, act = () => {}) {
    if (key === this.#planned) return;
    clearTimeout(this.#timer);
    this.#planned = key;
    if (key) this.#timer = setTimeout(() => this.isOn && act(), after);
  }

  /** @param {OwnBox[]} places */
  #bet(places) {
    for (const { bets, box } of places) {
      if (!bets.total && bets.canRebet) bets.rebet();
      else if (!bets.total) bets.least();
      if (!bets.total) return this.stop(`Autoplay is stopped: box ${box} cannot bet.`);
    }
  }

  /** @param {string} choice */
  #choose(choice) {
    const isMade = this.#actions.choose(choice);
    if (!isMade) this.stop(`Autoplay is stopped: the best choice, ${choice}, is not open to you.`);
  }

  /**
   * @param {boolean} isOn
   * @param {string} text
   */
  #show(isOn, text) {
    this.isOn = isOn;
    this.button.setAttribute("aria-pressed", String(isOn));
    document.body.classList.toggle("is-autoplay", isOn);
    this.#say(text);
    announce(text);
  }
}
