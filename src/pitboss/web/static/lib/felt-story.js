// What happens at the table, told in order: each wager with its pattern, odds and clause, one chip move after the other.

import { spoken } from "./cards.js";
import { show } from "./money.js";

const MONEY = new Set(["WagerPaid", "WagerCollected", "WagerReturned", "WagerForfeited", "AwardPaid"]);
const OWN_PAUSE = 400;
const OTHER_PAUSE = 140;
const LONGEST = 4000;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** The clause without its regulation: `12.D(1)`. */
export const clauseOf = (cite) => String(cite ?? "").split(" ").slice(1).join(" ");

/** Sentences for told events, in the titles of a layout. */
export class Story {
  #layout;
  #titles;
  #patterns = new Map();

  constructor(layout) {
    this.#layout = layout;
    this.#titles = new Map([...layout.wagers, ...layout.awards].map(({ name, title }) => [name, title]));
    for (const table of Object.values(layout.paytables)) for (const row of table.rows) this.#patterns.set(row.pattern, row.title);
  }

  /** {text, cite, box, kind} for an event; null where there is nothing to tell. */
  line(event, view) {
    const text = this.#text(event, view);
    if (!text) return null;
    const kind = event.event === "WagerPaid" || event.event === "AwardPaid" ? "won" : /Collected|Forfeited/.test(event.event) ? "lost" : "";
    return { text, cite: clauseOf(event.cite), box: event.box ?? 0, kind };
  }

  title(item) {
    return this.#titles.get(item) ?? String(item).replaceAll("_", " ");
  }

  #pattern(name) {
    return (this.#patterns.get(name) ?? String(name).replaceAll("_", " ")).toLowerCase();
  }

  #text(event, view) {
    const item = this.title(event.wager ?? event.award ?? event.item);
    switch (event.event) {
      case "BetsOpened": return `Round ${event.round}: place your bets`;
      case "BetsClosed": return "No more bets";
      case "CardsRevealed": return `${this.#pile(event.pile)}: ${event.cards.map(spoken).join(", ").toLowerCase()}`;
      case "ChoiceMade": return `${this.#choice(event)}`;
      case "WagerReturned": return `${item}: ${show(event.amount)} goes back`;
      case "WagerForfeited": return `${item}: ${show(event.stake)} is given up`;
      case "WagerCollected": return `${item}: loses ${show(event.stake)}`;
      case "WagerPaid": return `${item}: ${this.#why(event)}${show(event.amount)}${event.meter ? ` from the ${event.meter.replaceAll("_", " ")} meter` : ""}`;
      case "AwardPaid": return `${item}: ${this.#why(event)}${show(event.amount)}${event.hand_of !== event.box ? ` for the hand of box ${event.hand_of}` : ""}`;
      case "ValidationAsked": return `${item}: the floorperson verifies the win`;
      case "WinValidated": return `${item}: the win is verified`;
      case "SeatTaken": return event.player === view?.player ? "sit down" : "sits down";
      case "SeatLeft": return event.player === view?.player ? "stand up" : "leaves";
      case "ChipsBought": return `You buy ${show(event.amount)} in chips`;
      case "ChipsCashed": return `You cash ${show(event.amount)}`;
      case "RoundVoided": return "The round is void: every wager goes back";
      case "IrregularityFound": return `Irregularity: ${event.found.replaceAll("_", " ")}`;
      case "MeterReset": return `The ${event.meter.replaceAll("_", " ")} meter is filled up by ${show(event.amount)}`;
    }
    return "";
  }

  #why({ pattern, odds }) {
    const hand = pattern ? `${this.#pattern(pattern)} ` : "";
    return odds ? `${hand}pays ${odds}, ` : hand ? `${hand}pays ` : "wins ";
  }

  #pile(name) {
    return this.#layout.piles.find((pile) => pile.name === name)?.title ?? name.replaceAll("_", " ");
  }

  #choice({ decision, choice }) {
    const found = this.#layout.decisions.find((one) => one.decision === decision)?.choices.find((one) => one.choice === choice);
    return found ? `${found.label}: ${found.does}` : choice;
  }
}

/** Tells events one after the other; until one is told, the felt shows it as not yet done. */
export class Telling {
  #queue = [];
  #untold = new Map();
  #timer = 0;
  #step;

  /** `step(event)` is called for each event when its time comes. */
  constructor(step) {
    this.#step = step;
  }

  get isBusy() {
    return this.#queue.length > 0;
  }

  add(events, own) {
    for (const event of events) {
      this.#queue.push({ event, isOwn: own.has(event.box) });
      if (MONEY.has(event.event)) this.#count(event, 1);
    }
    if (!this.#timer) this.#next();
  }

  isTold(box, item) {
    return !this.#untold.get(`${box} ${item}`);
  }

  /** Tells all that waits at once. */
  flush() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    while (this.#queue.length) this.#tell();
  }

  #next() {
    this.#timer = 0;
    while (this.#queue.length) {
      const { event, isOwn } = this.#queue[0];
      this.#tell();
      if (calm.matches || document.hidden || !MONEY.has(event.event)) continue;
      const waiting = this.#queue.filter((one) => MONEY.has(one.event.event)).length;
      const pause = Math.min(isOwn ? OWN_PAUSE : OTHER_PAUSE, LONGEST / (waiting + 1));
      this.#timer = setTimeout(() => this.#next(), pause);
      return;
    }
  }

  #tell() {
    const { event } = this.#queue.shift();
    if (MONEY.has(event.event)) this.#count(event, -1);
    this.#step(event);
  }

  #count(event, by) {
    const key = `${event.box} ${event.wager ?? event.award}`;
    const left = (this.#untold.get(key) ?? 0) + by;
    if (left > 0) this.#untold.set(key, left);
    else this.#untold.delete(key);
  }
}
