// Tells events one after the other, so that a player can follow each chip.

/** Events that move chips at the end of a round. */
const MONEY = new Set(["WagerPaid", "WagerCollected", "WagerReturned", "WagerForfeited", "AwardPaid"]);
const OWN_PAUSE = 400;
const OTHER_PAUSE = 140;
const LONGEST = 4000;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Whether an event moves chips at the end of a round.
 *
 * @param {Wire.EventAnswer} event
 */
export const isMoney = ({ event }) => MONEY.has(event);

/** Until an event is told, the felt shows it as not yet done. */
export class EventQueue {
  /** @type {{ event: Wire.EventAnswer, isOwn: boolean }[]} */
  #queue = [];
  /** @type {Map<string, number>} */
  #untold = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #tell;

  /**
   * `tell(event)` is called for each event when its time comes.
   *
   * @param {(event: Wire.EventAnswer) => void} tell
   */
  constructor(tell) {
    this.#tell = tell;
  }

  get isBusy() {
    return this.#queue.length > 0;
  }

  /**
   * @param {Wire.EventAnswer[]} events
   * @param {Set<number>} ownBoxes
   */
  add(events, ownBoxes) {
    for (const event of events) {
      this.#queue.push({ event, isOwn: ownBoxes.has(event.box ?? 0) });
      if (isMoney(event)) this.#count(event, 1);
    }
    if (this.#timer === undefined) this.#next();
  }

  /**
   * Whether everything about a wager or award of a box has been told.
   *
   * @param {number} box
   * @param {string} item
   */
  isTold(box, item) {
    return !this.#untold.has(`${box} ${item}`);
  }

  /** Tells everything that waits at once. */
  flush() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#queue.length) this.#tellFirst();
  }

  #next() {
    this.#timer = undefined;
    while (this.#queue.length) {
      const { event, isOwn } = this.#queue[0];
      this.#tellFirst();
      if (calm.matches || document.hidden || !isMoney(event)) continue;
      const waiting = this.#queue.filter((one) => isMoney(one.event)).length;
      const pause = Math.min(isOwn ? OWN_PAUSE : OTHER_PAUSE, LONGEST / (waiting + 1));
      this.#timer = setTimeout(() => this.#next(), pause);
      return;
    }
  }

  #tellFirst() {
    const first = this.#queue.shift();
    if (!first) return;
    if (isMoney(first.event)) this.#count(first.event, -1);
    this.#tell(first.event);
  }

  /**
   * @param {Wire.EventAnswer} event
   * @param {number} by
   */
  #count({ box, wager, award }, by) {
    const key = `${box} ${wager ?? award}`;
    const left = (this.#untold.get(key) ?? 0) + by;
    if (left > 0) this.#untold.set(key, left);
    else this.#untold.delete(key);
  }
}
