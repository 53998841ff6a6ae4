// How long the house still waits for players, in seconds and as a share of the whole wait.

export class Countdown {
  /** Whole seconds; 0 if the house waits for nobody. */
  seconds = 0;
  /** @type {number | null} Between 0 and 1; null if the house waits for nobody. */
  share = null;
  #longest = 0;
  #ends = 0;

  /**
   * Looks at a timer of the house; `now` is the time by the house's clock.
   *
   * @param {Wire.TimerView | null | undefined} timer
   * @param {number} now
   */
  update(timer, now) {
    const left = timer ? timer.ends_at - now : 0;
    this.#longest = timer && timer.ends_at === this.#ends ? Math.max(this.#longest, left) : left;
    this.#ends = timer?.ends_at ?? 0;
    this.seconds = Math.max(0, Math.ceil(left / 1000));
    this.share = left > 0 ? left / this.#longest : null;
  }
}
