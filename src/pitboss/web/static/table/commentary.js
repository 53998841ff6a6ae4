// What the player is told: each event as a line beside the felt, and the player's own events read out.

import { announce } from "../lib/page.js";
import { catchUp } from "./catch-up.js";
import { EventLines } from "./event-lines.js";
import { netOfPlayer } from "./net.js";
import { outcomeText } from "./status.js";

/** @import { SidePanel } from "./side-panel.js" */

const SPEAK_AFTER = 300;
/** Events that are read out even if they are not the player's own. */
const PUBLIC = new Set(["BetsClosed", "CardsRevealed"]);

export class Commentary {
  lines;
  #layout;
  #side;
  #view;
  /** The number of the last round whose end was told. */
  #toldRound = 0;
  /** @type {{ text: string, number: number } | null} */
  #outcome = null;
  /** What is read out next. */
  #spoken = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #speakLater;

  /**
   * `view()` is the table now.
   *
   * @param {Wire.Layout} layout
   * @param {SidePanel} side
   * @param {() => Wire.TableView | null} view
   */
  constructor(layout, side, view) {
    this.#layout = layout;
    this.#side = side;
    this.#view = view;
    this.lines = new EventLines(layout);
  }

  /**
   * Whether the end of the last round has been told.
   *
   * @param {Wire.TableView} view
   */
  knows({ last }) {
    return (last?.number ?? 0) === this.#toldRound;
  }

  /**
   * What the last round came to for the player; empty if the player had no wagers in it, or it is not told yet.
   *
   * @param {Wire.TableView} view
   */
  outcomeOf({ last }) {
    return this.#outcome && this.#outcome.number === last?.number ? this.#outcome.text : "";
  }

  /**
   * Tells what happened while the page was not open, or `isLate`: while it was not connected.
   *
   * @param {Wire.TableView} view
   * @param {boolean} isLate
   */
  async catchUp(view, isLate) {
    this.#toldRound = view.last?.number ?? 0;
    const player = (/** @type {number} */ box) => this.#playerOf(box);
    await catchUp({ view, layout: this.#layout, lines: this.lines, side: this.#side, player, isLate });
    this.#tellOutcome(!isLate);
  }

  /**
   * Tells an event; `isOwn` if it happens to the player.
   *
   * @param {Wire.Event} event
   * @param {boolean} isOwn
   */
  tell(event, isOwn) {
    const view = this.#view();
    if (!view) return;
    const line = this.lines.line(event, view);
    const who = event.player ?? this.#playerOf(event.box ?? 0);
    if (line) this.#side.tell(line, { isOwn: isOwn && line.box > 0, who });
    if (line && (isOwn || PUBLIC.has(event.event))) this.#spoken += ` ${line.text}.`;
    if (event.event === "RoundCompleted") {
      this.#toldRound = view.last?.number ?? 0;
      this.#tellOutcome(false);
    }
    clearTimeout(this.#speakLater);
    this.#speakLater = setTimeout(() => {
      if (this.#spoken) announce(this.#spoken.trim());
      this.#spoken = "";
    }, SPEAK_AFTER);
  }

  /** @param {number} box */
  #playerOf(box) {
    const view = this.#view();
    return view?.round?.boxes[box]?.player ?? view?.last?.boxes[box]?.player;
  }

  /**
   * Tells what the last round came to; if it `isPast`, it was over before this page was opened, and is not told again.
   *
   * @param {boolean} isPast
   */
  #tellOutcome(isPast) {
    const view = this.#view();
    const last = view?.last;
    const net = last ? netOfPlayer(last, view.player) : null;
    if (!last || net === null || this.#outcome?.number === last.number) return;
    const text = outcomeText(net);
    this.#outcome = { text, number: last.number };
    if (isPast) return;
    this.#side.tell({ text, cite: "", kind: net > 0 ? "won" : net < 0 ? "lost" : "", box: 0 }, { isOwn: true });
    this.#spoken += ` ${text}.`;
  }
}
