// Autoplay: bets what was bet last, else the least, and takes the best choice, until it is stopped. Escape stops it at once.

import { announce, make } from "./page.js";

const BETS_AFTER = 500;
const CHOOSES_AFTER = 800;
const NO_ADVICE_AFTER = 6000;

export class Autoplay {
  isOn = false;
  #act;
  #say;
  #state = null;
  #doing = "";
  #timer = 0;

  constructor(act, say) {
    this.#act = act;
    this.#say = say;
    this.button = make("button", { class: "button button--small", type: "button", "aria-pressed": "false", title: "Bets as in the last round, else the least, and takes the best choice; Escape stops it", click: () => this.toggle() },
      make("span", {}, "Autoplay", make("kbd", { "aria-hidden": "true" }, "A")));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.stop("Autoplay is stopped.");
    }, { capture: true });
  }

  toggle() {
    if (this.isOn) this.stop("Autoplay is stopped.");
    else this.#start();
  }

  /** Nothing more is done from this moment on. */
  stop(words) {
    if (!this.isOn) return;
    clearTimeout(this.#timer);
    this.#doing = "";
    this.#show(false, words);
  }

  /** Looks at what is open, and does the next thing in a moment. */
  update(state) {
    this.#state = state;
    if (!this.isOn) return;
    if (!state.places.size) return this.stop("Autoplay is stopped: you have no seat.");
    if (!state.isActive) return this.#plan("");
    const { view, turn } = state;
    if (turn) {
      const advice = view.advice?.box === turn.box && view.advice.decision === turn.decision ? view.advice : null;
      const key = `${view.round.number} ${turn.box} ${turn.decision} ${advice?.best ?? ""}`;
      if (advice) this.#plan(key, CHOOSES_AFTER, () => this.#choose(advice.best));
      else this.#plan(key, NO_ADVICE_AFTER, () => this.stop("Autoplay is stopped: nobody has worked out this decision."));
      return;
    }
    const empty = view.phase === "betting" ? [...state.places.values()].filter(({ bets }) => !bets.total) : [];
    if (empty.length) this.#plan(`bets ${view.round.number} ${empty.map(({ box }) => box)}`, BETS_AFTER, () => this.#bet(empty));
    else this.#plan("");
  }

  #start() {
    const places = [...(this.#state?.places.values() ?? [])];
    if (!places.length) return this.#say("Sit down first.");
    this.#show(true, "Autoplay is on. Escape stops it.");
    this.update(this.#state);
  }

  /** Plans one thing; the same thing is planned once. */
  #plan(key, after, does) {
    if (key === this.#doing) return;
    clearTimeout(this.#timer);
    this.#doing = key;
    if (key) this.#timer = setTimeout(() => this.isOn && does(), after);
  }

  #bet(places) {
    for (const { bets, box } of places) {
      if (!bets.total) bets.canRebet ? bets.rebet() : bets.least();
      if (!bets.total) return this.stop(`Autoplay is stopped: box ${box} cannot bet.`);
    }
  }

  #choose(choice) {
    if (!this.#act.choose(choice)) this.stop(`Autoplay is stopped: the best choice, ${choice}, is not open to you.`);
  }

  #show(isOn, words) {
    this.isOn = isOn;
    this.button.setAttribute("aria-pressed", String(isOn));
    document.body.classList.toggle("is-autoplay", isOn);
    this.#say(words);
    announce(words);
  }
}
