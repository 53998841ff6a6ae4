// What happens at the table, told in order: each wager with its pattern, odds and clause, one chip move after the other.

import { spoken } from "./cards.js";
import { handName } from "./hands.js";
import { show } from "./money.js";

const MONEY = new Set(["WagerPaid", "WagerCollected", "WagerReturned", "WagerForfeited", "AwardPaid"]);
const OWN_PAUSE = 400;
const OTHER_PAUSE = 140;
const LONGEST = 4000;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether an event moves chips at the end of a round. */
export const isMoney = ({ event }) => MONEY.has(event);

/** The clause without its regulation: `12.D(1)`. */
export const clauseOf = (cite) => String(cite ?? "").split(" ").slice(1).join(" ");

const lower = (words) => `${words.charAt(0).toLowerCase()}${words.slice(1)}`;

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

  /** {text, cite, box, kind, isVerb} for an event, a verb going on from who does it; null where there is nothing to tell. */
  line(event, view) {
    const text = this.#text(event, view);
    if (!text) return null;
    const kind = event.event === "WagerPaid" || event.event === "AwardPaid" ? "won" : /Collected|Forfeited/.test(event.event) ? "lost" : "";
    return { text, cite: clauseOf(event.cite), box: event.box ?? 0, kind, isVerb: /^Seat/.test(event.event) };
  }

  /** What a round that is over came to, as far as its cards and chips say: for those who come after. */
  past(round) {
    const events = [{ event: "BetsOpened", round: round.number }];
    for (const [pile, { cards }] of Object.entries(round.piles)) if (cards.length) events.push({ event: "CardsRevealed", pile, cards });
    for (const [box, { wagers, settled }] of Object.entries(round.boxes)) {
      for (const [item, { returned, amount }] of Object.entries(settled)) {
        const about = { box: Number(box), wager: item, stake: wagers[item] ?? 0, amount: amount || returned };
        events.push({ event: amount ? "WagerPaid" : returned ? "WagerReturned" : "WagerCollected", ...about });
      }
    }
    return events;
  }

  /** What a round under way has come to. */
  present({ number, boxes, piles }, phase) {
    const events = [{ event: "BetsOpened", round: number }];
    if (phase !== "betting") events.push({ event: "BetsClosed" });
    for (const [box, { choices }] of Object.entries(boxes)) {
      for (const [decision, choice] of Object.entries(choices)) events.push({ event: "ChoiceMade", box: Number(box), decision, choice });
    }
    for (const [pile, { cards }] of Object.entries(piles)) if (cards.length) events.push({ event: "CardsRevealed", pile, cards });
    return events;
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
      case "WagerReturned": return `${item}, ${show(event.amount)} goes back`;
      case "WagerForfeited": return `${item}, ${show(event.stake)} is given up`;
      case "WagerCollected": return `${item} loses ${show(event.stake)}${this.#whyLost(event, view)}`;
      case "WagerPaid": return `${item}, ${this.#why(event)}${show(event.amount)}${event.meter ? ` from the ${event.meter.replaceAll("_", " ")} meter` : ""}`;
      case "AwardPaid": return `${item}, ${this.#why(event)}${show(event.amount)}${event.hand_of !== event.box ? ` for the hand of box ${event.hand_of}` : ""}`;
      case "ValidationAsked": return `${item}, the floorperson verifies the win`;
      case "WinValidated": return `${item}, the win is verified`;
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

  /** Why a wager lost, where the cards that say so are seen. */
  #whyLost({ box, wager }, view) {
    const round = view?.last?.boxes[box]?.settled[wager] ? view.last : view?.round;
    const cards = round?.boxes[box]?.cards ?? [];
    const { showdown, wagers, piles } = this.#layout;
    if (showdown?.pays.some((one) => one.wager === wager)) {
      const dealers = round?.piles.dealer?.cards ?? [];
      return cards.length && dealers.length ? `: ${lower(handName(cards))} against ${lower(handName(dealers))}` : "";
    }
    const about = wagers.find(({ name }) => name === wager);
    if (!about?.paytable && !/^bet_/.test(wager)) return "";
    const hasOwnFive = /^bet_/.test(wager) && !piles.some(({ name }) => name === "dealer");
    const common = hasOwnFive ? (round?.piles.community?.cards ?? []).slice(0, 2) : [];
    return hasOwnFive && cards.length ? `: ${lower(handName([...cards, ...common]))} does not pay` : ": no hand that pays";
  }

  #pile(name) {
    return this.#layout.piles.find((pile) => pile.name === name)?.title ?? name.replaceAll("_", " ");
  }

  #choice({ decision, choice }) {
    const found = this.#layout.decisions.find((one) => one.decision === decision)?.choices.find((one) => one.choice === choice);
    return found ? `${found.label}, ${found.does}` : choice;
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
