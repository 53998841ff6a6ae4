// Sentences for what happens at the table, each with its clause.

import { cardName } from "../lib/card-names.js";
import { handName } from "../lib/hand-names.js";
import { show } from "../lib/money.js";
import { small } from "../lib/text.js";

/** @typedef {{ text: string, cite: string, box: number, kind: "" | "won" | "lost", isVerb?: boolean }} EventLine */

/**
 * The clause without its regulation: `12.D(1)`.
 *
 * @param {string} cite
 */
export const clauseOf = (cite) => cite.split(" ").slice(1).join(" ");

/** Sentences in the titles of a layout. */
export class EventLines {
  #layout;
  #titles;
  /** @type {Map<string, string>} */
  #patterns = new Map();

  /** @param {Wire.Layout} layout */
  constructor(layout) {
    this.#layout = layout;
    this.#titles = new Map([...layout.wagers, ...layout.awards].map(({ name, title }) => [name, title]));
    for (const table of Object.values(layout.paytables))
      for (const row of table.rows) this.#patterns.set(row.pattern, row.title);
  }

  /**
   * The line for an event; null if there is nothing to tell.
   *
   * @param {Wire.Event} event
   * @param {Wire.TableView} view
   * @returns {EventLine | null}
   */
  line(event, view) {
    const text = this.#text(/** @type {Required<Wire.Event>} */ (event), view);
    if (!text) return null;
    const kind =
      event.event === "WagerPaid" || event.event === "AwardPaid"
        ? "won"
        : /Collected|Forfeited/.test(event.event)
          ? "lost"
          : "";
    return { text, cite: clauseOf(event.cite), box: event.box ?? 0, kind, isVerb: /^Seat/.test(event.event) };
  }

  /**
   * Events that a round which is over must have had, by its cards and chips: for people who come later.
   *
   * @param {Wire.Round} round
   */
  past(round) {
    /** @type {Wire.Event[]} */
    const events = [{ event: "BetsOpened", round: round.number, cite: "" }];
    for (const [pile, { cards }] of Object.entries(round.piles))
      if (cards.length) events.push({ event: "CardsRevealed", pile, cards, cite: "" });
    for (const [box, { wagers, settled }] of Object.entries(round.boxes)) {
      for (const [item, { returned, amount }] of Object.entries(settled)) {
        const about = { box: Number(box), wager: item, stake: wagers[item] ?? 0, amount: amount || returned, cite: "" };
        events.push({ event: amount ? "WagerPaid" : returned ? "WagerReturned" : "WagerCollected", ...about });
      }
    }
    return events;
  }

  /**
   * Events that a round under way must have had.
   *
   * @param {Wire.Round} round
   * @param {Wire.Phase | null} phase
   */
  present({ number, boxes, piles }, phase) {
    /** @type {Wire.Event[]} */
    const events = [{ event: "BetsOpened", round: number, cite: "" }];
    if (phase !== "betting") events.push({ event: "BetsClosed", cite: "" });
    for (const [box, { choices }] of Object.entries(boxes)) {
      for (const [decision, choice] of Object.entries(choices))
        events.push({ event: "ChoiceMade", box: Number(box), decision, choice, cite: "" });
    }
    for (const [pile, { cards }] of Object.entries(piles))
      if (cards.length) events.push({ event: "CardsRevealed", pile, cards, cite: "" });
    return events;
  }

  /** @param {string} item */
  title(item) {
    return this.#titles.get(item) ?? item.replaceAll("_", " ");
  }

  /** @param {string} name */
  #pattern(name) {
    return (this.#patterns.get(name) ?? name.replaceAll("_", " ")).toLowerCase();
  }

  /**
   * @param {Required<Wire.Event>} event
   * @param {Wire.TableView} view
   */
  #text(event, view) {
    const item = this.title(event.wager ?? event.award ?? event.item ?? "");
    switch (event.event) {
      case "BetsOpened":
        return `Round ${event.round}: place your bets`;
      case "BetsClosed":
        return "No more bets";
      case "CardsRevealed":
        return `${this.#pile(event.pile)}: ${event.cards.map(cardName).join(", ").toLowerCase()}`;
      case "ChoiceMade":
        return `${this.#choice(event)}`;
      case "WagerReturned":
        return `${item}, ${show(event.amount)} goes back`;
      case "WagerForfeited":
        return `${item}, ${show(event.stake)} is given up`;
      case "WagerCollected":
        return `${item} loses ${show(event.stake)}${this.#whyLost(event, view)}`;
      case "WagerPaid":
        return `${item}, ${this.#why(event)}${show(event.amount)}${event.meter ? ` from the ${event.meter.replaceAll("_", " ")} meter` : ""}`;
      case "AwardPaid":
        return `${item}, ${this.#why(event)}${show(event.amount)}${event.hand_of !== event.box ? ` for the hand of box ${event.hand_of}` : ""}`;
      case "ValidationAsked":
        return `${item}, the floorperson verifies the win`;
      case "WinValidated":
        return `${item}, the win is verified`;
      case "SeatTaken":
        return event.player === view.player ? "sit down" : "sits down";
      case "SeatLeft":
        return event.player === view.player ? "stand up" : "leaves";
      case "ChipsBought":
        return `You buy ${show(event.amount)} in chips`;
      case "ChipsCashed":
        return `You cash ${show(event.amount)}`;
      case "RoundVoided":
        return "The round is void: every wager goes back";
      case "IrregularityFound":
        return `Irregularity: ${event.found.replaceAll("_", " ")}`;
      case "MeterReset":
        return `The ${event.meter.replaceAll("_", " ")} meter is filled up by ${show(event.amount)}`;
    }
    return "";
  }

  /** @param {Required<Wire.Event>} event */
  #why({ pattern, odds }) {
    const hand = pattern ? `${this.#pattern(pattern)} ` : "";
    return odds ? `${hand}pays ${odds}, ` : hand ? `${hand}pays ` : "wins ";
  }

  /**
   * Why a wager lost, if the viewer sees the cards.
   *
   * @param {Required<Wire.Event>} event
   * @param {Wire.TableView} view
   */
  #whyLost({ box, wager }, view) {
    const round = view.last?.boxes[box]?.settled[wager] ? view.last : view.round;
    const cards = round?.boxes[box]?.cards ?? [];
    const { showdown, wagers, piles } = this.#layout;
    if (showdown?.pays.some((one) => one.wager === wager)) {
      const dealers = round?.piles.dealer?.cards ?? [];
      return cards.length && dealers.length ? `: ${small(handName(cards))} against ${small(handName(dealers))}` : "";
    }
    const about = wagers.find(({ name }) => name === wager);
    if (!about?.paytable && !/^bet_/.test(wager)) return "";
    const hasOwnFive = /^bet_/.test(wager) && !piles.some(({ name }) => name === "dealer");
    const common = hasOwnFive ? (round?.piles.community?.cards ?? []).slice(0, 2) : [];
    return hasOwnFive && cards.length
      ? `: ${small(handName([...cards, ...common]))} does not pay`
      : ": no hand that pays";
  }

  /** @param {string} name */
  #pile(name) {
    return this.#layout.piles.find((pile) => pile.name === name)?.title ?? name.replaceAll("_", " ");
  }

  /** @param {Required<Wire.Event>} event */
  #choice({ decision, choice }) {
    const found = this.#layout.decisions
      .find((one) => one.decision === decision)
      ?.choices.find((one) => one.choice === choice);
    return found ? `${found.label}, ${found.does}` : choice;
  }
}
