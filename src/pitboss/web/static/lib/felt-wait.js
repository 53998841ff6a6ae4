// How long the house still waits for players, in seconds and as a share of the whole wait.

export class Wait {
  /** Whole seconds; 0 where nobody is waited for. */
  seconds = 0;
  /** Between 0 and 1; null where nobody is waited for. */
  share = null;
  #longest = 0;
  #ends = 0;

  /** Looks at a timer of the house, by its own clock. */
  look(timer, now) {
    const left = timer ? timer.ends_at - now : 0;
    this.#longest = timer && timer.ends_at === this.#ends ? Math.max(this.#longest, left) : left;
    this.#ends = timer?.ends_at ?? 0;
    this.seconds = Math.max(0, Math.ceil(left / 1000));
    this.share = left > 0 ? left / this.#longest : null;
  }
}
