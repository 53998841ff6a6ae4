// A player's bets on one box: kept here until the layout permits all of them together, then sent together.
// The house decides: `placed` holds the accepted bets, and after a refusal the felt shows these again.

import { Problem, reasonOf } from "../lib/api.js";
import { show, total } from "../lib/money.js";
import { keepVisit, readVisit } from "../lib/storage.js";

const SEND_AFTER = 350;
const MOST_UNDO = 50;

/** @typedef {Record<string, number>} Amounts */
/** @typedef {{ wagers: Amounts, coupons?: Amounts, rack: number, round: number, isOpen: boolean }} BoxNow */

/** The bets of one box. Events: `change`, `note` and `refused`; see `onNote` and `onRefused`. */
export class Bets extends EventTarget {
  /** @type {Amounts} */
  draft = {};
  /** @type {Amounts} */
  placed = {};
  /** The match play coupons, by the wager on which each lies. @type {Amounts} */
  coupons = {};
  rack = 0;
  round = 0;
  isOpen = false;
  isSending = false;
  /** The wagers that are placed before the deal. */
  wagers;
  box;
  #layout;
  #give;
  #linked;
  /** @type {Amounts} */
  #placedCoupons = {};
  /** @type {Amounts[]} */
  #undo = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * `give` sends a command for a round.
   *
   * @param {Wire.LayoutAnswer} layout
   * @param {number} box
   * @param {(command: string, round: number) => Promise<unknown>} give
   */
  constructor(layout, box, give) {
    super();
    this.#layout = layout;
    this.box = box;
    this.#give = give;
    this.wagers = layout.wagers.filter((wager) => wager.placed === "before_deal");
    this.#linked = linkedWagers(layout, this.wagers);
  }

  /** @param {(text: string) => void} hear */
  onNote(hear) {
    this.addEventListener("note", (event) => hear(/** @type {CustomEvent<string>} */ (event).detail));
  }

  /** @param {(problem: Problem) => void} hear */
  onRefused(hear) {
    this.addEventListener("refused", (event) => hear(/** @type {CustomEvent<Problem>} */ (event).detail));
  }

  /**
   * Takes over what the house has on the box now.
   *
   * @param {BoxNow} now
   */
  follow({ wagers, coupons = {}, rack, round, isOpen }) {
    const isNew = round !== this.round;
    if (this.isOpen && !isOpen && Object.keys(wagers).length) keepVisit(this.#key, this.#known(wagers));
    const isUntouched = isNew || !isOpen || this.isSettled;
    this.rack = rack;
    this.round = round;
    this.isOpen = isOpen;
    this.placed = this.#known(wagers);
    this.#placedCoupons = coupons;
    if (isNew) this.#undo = [];
    if (isUntouched || isSame(this.draft, this.placed)) this.#reset();
    if (!isOpen) clearTimeout(this.#timer);
  }

  get total() {
    return total(this.draft);
  }

  /** Whether the house has these bets. */
  get isSettled() {
    return isSame(this.draft, this.placed) && isSame(this.coupons, this.#placedCoupons);
  }

  #reset() {
    this.draft = { ...this.placed };
    this.coupons = { ...this.#placedCoupons };
  }

  /**
   * Whether an area takes bets before the deal.
   *
   * @param {string} name
   */
  takes(name) {
    return this.wagers.some((wager) => wager.name === name);
  }

  /**
   * Puts a chip on an area, and on the areas that must be equal to it.
   *
   * @param {string} name
   * @param {number} chip
   */
  put(name, chip) {
    const wager = this.#wager(name);
    const had = this.draft[name] ?? 0;
    const wanted = nearestStake(wager, had + chip, had);
    if (wanted === had) return this.#note(`${wager.title} accepts ${wager.limits}.`);
    this.#set(name, wanted);
    if (wanted !== had + chip && this.draft[name] === wanted) {
      this.#note(`${wager.title} is ${show(wanted)}: it accepts ${wager.limits}.`);
    }
  }

  /**
   * Takes a chip from an area, or everything if less than the minimum would be left.
   *
   * @param {string} name
   * @param {number} chip
   */
  take(name, chip) {
    const wager = this.#wager(name);
    const had = this.draft[name] ?? 0;
    if (!had) return;
    const lower = wager.stakes.filter((stake) => stake < had).at(-1) ?? 0;
    const left = wager.stakes.length ? lower : had - chip;
    this.#set(name, left < (wager.minimum ?? 0) ? 0 : left);
  }

  /**
   * Lays a coupon on an area, worth no more than the wager there; takes it back if one lies there.
   *
   * @param {string} name
   * @param {number} value
   */
  toggleCoupon(name, value) {
    const { [name]: lying, ...others } = this.coupons;
    const wager = this.draft[name] ?? 0;
    if (!lying && !wager) return this.#note(`A coupon lies on a wager: place ${this.#wager(name).title} first.`);
    this.coupons = lying ? others : { ...others, [name]: Math.min(value, wager) };
    this.#change(this.draft);
  }

  clear() {
    this.#change({});
  }

  undo() {
    const before = this.#undo.pop();
    if (before) this.#change(before, false);
    else this.#note("There is nothing to undo.");
  }

  double() {
    const doubled = Object.entries(this.draft).map(([name, had]) => [
      name,
      nearestStake(this.#wager(name), 2 * had, had),
    ]);
    this.#change(Object.fromEntries(doubled));
  }

  /** Places the least that the box can play for. */
  least() {
    const required = this.wagers.filter((wager) => wager.required);
    for (const wager of required.length ? required : this.wagers.slice(0, 1)) {
      if (!this.draft[wager.name]) this.put(wager.name, wager.minimum ?? wager.stakes[0]);
    }
  }

  /** Places the bets that were on the box when bets last closed. */
  rebet() {
    const before = this.#earlier();
    if (before) this.#change(before);
    else this.#note("There is no earlier bet to repeat.");
  }

  get canUndo() {
    return this.#undo.length > 0;
  }

  get canRebet() {
    return Boolean(this.#earlier());
  }

  /** Sends at once the bets that the house does not have yet. */
  confirm() {
    clearTimeout(this.#timer);
    const missing = this.missing();
    if (missing) this.#note(missing);
    else if (!this.isSettled) this.#send();
    else this.#note(this.total ? `${show(this.total)} is on the felt.` : "There are no chips on your areas yet.");
  }

  /** Why the draft cannot be sent yet; empty if it can. */
  missing() {
    const on = Object.keys(this.draft);
    if (!on.length) return "";
    const required = this.wagers.filter((wager) => wager.required && !(wager.name in this.draft));
    if (required.length) {
      return `Not placed yet: ${this.#titles(
        required.map(({ name }) => name),
        "and",
      )} comes first.`;
    }
    const any = this.#layout.required_any;
    if (any.length && !any.some((name) => name in this.draft)) {
      return `Not placed yet: ${this.#titles(any, "or")} comes first.`;
    }
    for (const { title, needs, needs_any: oneOf } of on.map((name) => this.#wager(name))) {
      const lacking = needs.filter((other) => !(other in this.draft));
      if (lacking.length) return `Not placed yet: ${title} needs ${this.#titles(lacking, "and")}.`;
      if (oneOf.length && !oneOf.some((other) => other in this.draft)) {
        return `Not placed yet: ${title} needs ${this.#titles(oneOf, "or")}.`;
      }
    }
    return "";
  }

  /**
   * @param {string[]} names
   * @param {string} joint
   */
  #titles(names, joint) {
    return names.map((name) => this.#layout.wagers.find((one) => one.name === name)?.title ?? name).join(` ${joint} `);
  }

  /**
   * @param {string} name
   * @param {number} amount
   */
  #set(name, amount) {
    const next = { ...this.draft };
    for (const other of this.#linked.get(name) ?? [name]) {
      if (amount) next[other] = amount;
      else delete next[other];
    }
    this.#change(next);
  }

  /**
   * @param {Amounts} next
   * @param {boolean} [isStep]
   */
  #change(next, isStep = true) {
    if (!this.isOpen) return this.#note("Bets are closed.");
    const needed = total(next) - total(this.placed);
    if (needed > this.rack) {
      return this.#note(`The rack holds ${show(this.rack)}; that needs ${show(needed)}.`);
    }
    if (isStep && !isSame(next, this.draft)) this.#undo = [...this.#undo, this.draft].slice(-MOST_UNDO);
    this.draft = next;
    const kept = Object.entries(this.coupons).filter(([name]) => next[name]);
    this.coupons = Object.fromEntries(kept.map(([name, value]) => [name, Math.min(value, next[name])]));
    clearTimeout(this.#timer);
    const missing = this.missing();
    if (missing) this.#note(missing);
    else if (!this.isSettled) this.#timer = setTimeout(() => this.#send(), SEND_AFTER);
    this.dispatchEvent(new Event("change"));
  }

  async #send() {
    if (this.isSending) {
      // One command at a time, so that the last one wins: this one waits for the answer.
      this.#timer = setTimeout(() => this.#send(), SEND_AFTER);
      return;
    }
    const wagers = this.wagers
      .filter(({ name }) => this.draft[name])
      .map(({ name }) => `${name} ${show(this.draft[name])}`);
    const parts = [...wagers, ...Object.entries(this.coupons).map(([name, value]) => `coupon ${name} ${show(value)}`)];
    this.isSending = true;
    this.dispatchEvent(new Event("change"));
    try {
      await this.#give(`box ${this.box} places ${parts.join(", ") || "nothing"}`, this.round);
    } catch (error) {
      this.#reset();
      this.#undo = [];
      const problem = error instanceof Problem ? error : new Problem(0, { reason: reasonOf(error) });
      this.dispatchEvent(new CustomEvent("refused", { detail: problem }));
    } finally {
      this.isSending = false;
      this.dispatchEvent(new Event("change"));
    }
  }

  /**
   * The amounts on areas of this layout.
   *
   * @param {Amounts} wagers
   * @returns {Amounts}
   */
  #known(wagers) {
    return Object.fromEntries(this.wagers.filter(({ name }) => wagers[name]).map(({ name }) => [name, wagers[name]]));
  }

  /** @param {string} name */
  #wager(name) {
    const found = this.wagers.find((wager) => wager.name === name);
    if (!found) throw new RangeError(`${name} takes no bets before the deal`);
    return found;
  }

  /** @param {string} text */
  #note(text) {
    this.dispatchEvent(new CustomEvent("note", { detail: text }));
  }

  get #key() {
    return `bets.${this.#layout.table}`;
  }

  #earlier() {
    const found = this.#known(/** @type {Amounts | null} */ (readVisit(this.#key)) ?? {});
    return Object.keys(found).length ? found : null;
  }
}

/**
 * The accepted stake of an area that is nearest to the wanted one.
 *
 * @param {Wire.WagerLayout} wager
 * @param {number} wanted
 * @param {number} had
 */
function nearestStake({ stakes, minimum, maximum }, wanted, had) {
  if (stakes.length) {
    const within = stakes.filter((stake) => stake <= wanted).at(-1) ?? 0;
    return within > had ? within : (stakes.find((stake) => stake > had) ?? had);
  }
  return Math.min(Math.max(wanted, minimum ?? 0), maximum ?? wanted);
}

/**
 * For each area, the areas that must hold the same amount.
 *
 * @param {Wire.LayoutAnswer} layout
 * @param {Wire.WagerLayout[]} wagers
 */
function linkedWagers({ relations }, wagers) {
  /** @type {Map<string, Set<string>>} */
  const groups = new Map(wagers.map(({ name }) => [name, new Set([name])]));
  for (const { wager, to, least, most } of relations) {
    const [one, other] = [groups.get(wager), groups.get(to)];
    if (least !== "1" || most !== "1" || !one || !other) continue;
    const joined = new Set([...one, ...other]);
    for (const name of joined) groups.set(name, joined);
  }
  return groups;
}

/**
 * @param {Amounts} one
 * @param {Amounts} other
 */
function isSame(one, other) {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
