// What the player is told: each event as a line beside the felt, and the player's own events read out.

import { get } from "../lib/api.js";
import { announce } from "../lib/page.js";
import { holdersOf } from "./holders.js";
import { netOfPlayer } from "./net.js";
import { outcomeText } from "./status.js";

/** @import { LiveTable } from "../lib/live.js" */
/** @import { SidePanel } from "./side-panel.js" */
/** @typedef {{ who: string, text: string, cite: string, kind: "" | "won" | "lost", isOwn: boolean }} EventLine */

const SPEAK_AFTER = 300;
const ROUNDS = 8;
/** Events that are read out even if they are not the player's own. */
const PUBLIC = new Set(["BetsClosed", "CardsRevealed"]);
/** @type {Record<string, EventLine["kind"]>} */
const KINDS = { WagerPaid: "won", AwardPaid: "won", WagerCollected: "lost", WagerForfeited: "lost" };

export class Commentary {
  #layout;
  #side;
  #live;
  /** The number of the last round whose end was told. */
  #toldRound = 0;
  /** The last entry whose events were told. */
  #toldSeq = 0;
  /** @type {{ text: string, number: number } | null} */
  #outcome = null;
  /** What is read out next. */
  #spoken = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #speakLater;

  /**
   * @param {Wire.LayoutAnswer} layout
   * @param {SidePanel} side
   * @param {LiveTable} live
   */
  constructor(layout, side, live) {
    this.#layout = layout;
    this.#side = side;
    this.#live = live;
  }

  /**
   * The player's result of the last round; empty if the player had no wagers in it, or it is not told yet.
   *
   * @param {Wire.TableView} view
   */
  outcomeOf({ last }) {
    return this.#outcome && this.#outcome.number === last?.number ? this.#outcome.text : "";
  }

  /** Notes that everything up to an entry is told, or waits to be told. */
  follow(/** @type {number} */ seq) {
    this.#toldSeq = Math.max(this.#toldSeq, seq);
  }

  /**
   * Tells what happened up to a snapshot while the page was not open, or not connected.
   *
   * @param {number} seq
   */
  async catchUp(seq) {
    const [isFirst, after] = [this.#toldSeq === 0, this.#toldSeq];
    this.follow(seq);
    const view = this.#live.view;
    if (isFirst && view?.last && netOfPlayer(view.last, view.player) !== null) this.#showResults(view.player ?? "");
    const entries = (await this.#live.recent()).filter((one) => one.seq > after && one.seq <= seq);
    const events = entries.flatMap((one) => one.events);
    const holders = holdersOf(events, (box) => this.#playerOf(box));
    for (const [index, event] of events.entries()) {
      const line = this.#line(event, holders[index]);
      if (line) this.#side.tell(line, isFirst);
    }
    this.#tellOutcome(isFirst);
  }

  /**
   * Tells an event.
   *
   * @param {Wire.EventAnswer} event
   */
  tell(event) {
    const line = this.#line(event, this.#playerOf(event.box ?? 0));
    if (line) this.#side.tell(line);
    if (line && (line.isOwn || PUBLIC.has(event.event))) this.#spoken += ` ${line.text}.`;
    if (event.event === "RoundCompleted") this.#tellOutcome(false);
    clearTimeout(this.#speakLater);
    this.#speakLater = setTimeout(() => {
      if (this.#spoken) announce(this.#spoken.trim());
      this.#spoken = "";
    }, SPEAK_AFTER);
  }

  /**
   * Whether an event happens to the player.
   *
   * @param {Wire.EventAnswer} event
   */
  isOwn({ player, box }) {
    return this.#isPlayer(player ?? this.#playerOf(box ?? 0));
  }

  /** @param {string | undefined} name */
  #isPlayer(name) {
    return Boolean(name) && name === this.#live.view?.player;
  }

  /**
   * @param {Wire.EventAnswer} event
   * @param {string | undefined} holder
   * @returns {EventLine | null}
   */
  #line(event, holder) {
    const { subject = "", text = "", cite, player, box } = event;
    if (!text) return null;
    const isOwn = this.#isPlayer(player ?? holder);
    const atBox = isOwn ? "You" : (holder ?? `Box ${box}`);
    const who = player ?? (box ? atBox : subject);
    return { who, text, cite, kind: KINDS[event.event] ?? "", isOwn };
  }

  /** @param {number} box */
  #playerOf(box) {
    const { view } = this.#live;
    return view?.round?.boxes[box]?.player ?? view?.last?.boxes[box]?.player ?? view?.seats[box];
  }

  /**
   * Tells the result of the last round; if it `isPast`, it was over before this page was opened, and is not told again.
   *
   * @param {boolean} isPast
   */
  #tellOutcome(isPast) {
    const { view } = this.#live;
    const last = view?.last;
    const net = last ? netOfPlayer(last, view.player) : null;
    if (!last || net === null || this.#toldRound === last.number) return;
    const text = outcomeText(net);
    this.#toldRound = last.number;
    this.#outcome = { text, number: last.number };
    if (isPast) return;
    const kind = net > 0 ? "won" : net < 0 ? "lost" : "";
    this.#side.tell({ who: "", text, cite: "", kind, isOwn: true });
    this.#spoken += ` ${text}.`;
  }

  /**
   * Shows the results of the player's earlier rounds.
   *
   * @param {string} player
   */
  async #showResults(player) {
    try {
      const { rounds } = await get("/api/rounds", { table: this.#layout.table, limit: ROUNDS });
      const own = rounds.filter(({ net }) => player in net);
      this.#side.know(own.map(({ id, net }) => [Number(id.split("/").at(-1)), net[player]]));
    } catch {
      // The page then shows only the rounds that it has seen.
    }
  }
}
