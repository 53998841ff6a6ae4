// What a player puts on one box: kept here until it is a set that the layout permits, then sent whole.
// The house decides; what it has is `placed`, and a refusal brings the felt back to that.

import { show } from "./money.js";

const SEND_AFTER = 350;
const MOST_UNDO = 50;

/** Events: `change`, `note` {text}, `refused` {problem}. `give` sends a command for a round and answers with a promise. */
export class Bets extends EventTarget {
  draft = {};
  placed = {};
  rack = 0;
  round = 0;
  isOpen = false;
  isSending = false;
  #undo = [];
  #timer = 0;

  constructor(layout, box, give) {
    super();
    Object.assign(this, { layout, box, give });
    this.wagers = layout.wagers.filter((wager) => wager.placed === "before_deal");
    this.linked = linkedWagers(layout, this.wagers);
    this.key = `pitboss.bets.${layout.table}`;
  }

  /** What the house has on the box now. */
  follow({ wagers, rack, round, isOpen }) {
    const isNew = round !== this.round;
    if (this.isOpen && !isOpen && Object.keys(wagers).length) this.#keep(wagers);
    const untouched = isNew || !isOpen || same(this.draft, this.placed);
    Object.assign(this, { rack, round, isOpen, placed: this.#mine(wagers) });
    if (isNew) this.#undo = [];
    if (untouched || same(this.draft, this.placed)) this.draft = { ...this.placed };
    if (!isOpen) clearTimeout(this.#timer);
  }

  get total() {
    return sum(this.draft);
  }

  get isSettled() {
    return same(this.draft, this.placed);
  }

  /** Puts a chip on an area, with the areas that must be equal to it. */
  put(name, chip) {
    const wager = this.#wager(name);
    const had = this.draft[name] ?? 0;
    const wanted = fitted(wager, had + chip, had);
    if (wanted === had) return this.#note(`${wager.title} takes ${wager.limits}.`);
    this.#set(name, wanted);
    if (wanted !== had + chip && this.draft[name] === wanted) this.#note(`${wager.title} is ${show(wanted)}: it takes ${wager.limits}.`);
  }

  /** Takes a chip from an area, or all that would be below its minimum. */
  take(name, chip) {
    const wager = this.#wager(name);
    const had = this.draft[name] ?? 0;
    if (!had) return;
    const lower = wager.stakes.filter((stake) => stake < had).at(-1) ?? 0;
    const left = wager.stakes.length ? lower : had - chip;
    this.#set(name, left < wager.minimum ? 0 : left);
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
    const doubled = Object.entries(this.draft).map(([name, had]) => [name, fitted(this.#wager(name), 2 * had, had)]);
    this.#change(Object.fromEntries(doubled));
  }

  /** The least that the box can play for. */
  least() {
    const required = this.wagers.filter((wager) => wager.required);
    for (const wager of required.length ? required : this.wagers.slice(0, 1)) {
      if (!this.draft[wager.name]) this.put(wager.name, wager.minimum ?? wager.stakes[0]);
    }
  }

  /** What lay on the box when bets last closed. */
  rebet() {
    const before = this.#kept();
    if (before) this.#change(before);
    else this.#note("There is no earlier bet to repeat.");
  }

  get canUndo() {
    return this.#undo.length > 0;
  }

  get canRebet() {
    return Boolean(this.#kept());
  }

  /** Sends at once what is not yet with the house. */
  confirm() {
    clearTimeout(this.#timer);
    const missing = this.missing();
    if (missing) return this.#note(missing);
    if (this.isSettled) return this.#note(this.total ? `${show(this.total)} is on the felt.` : "There are no chips on your areas yet.");
    return this.#send();
  }

  /** Why the draft cannot be sent yet; empty where it can. */
  missing() {
    const on = Object.keys(this.draft);
    if (!on.length) return "";
    const titles = (names, word) => names.map((name) => this.#wager(name)?.title ?? name).join(` ${word} `);
    const required = this.wagers.filter((wager) => wager.required && !(wager.name in this.draft));
    if (required.length) return `Not placed yet: ${titles(required.map(({ name }) => name), "and")} comes first.`;
    const any = this.layout.required_any ?? [];
    if (any.length && !any.some((name) => name in this.draft)) return `Not placed yet: ${titles(any, "or")} comes first.`;
    for (const name of on) {
      const { title, needs = [], needs_any = [] } = this.#wager(name);
      const lacking = needs.filter((other) => !(other in this.draft));
      if (lacking.length) return `Not placed yet: ${title} needs ${titles(lacking, "and")}.`;
      if (needs_any.length && !needs_any.some((other) => other in this.draft)) return `Not placed yet: ${title} needs ${titles(needs_any, "or")}.`;
    }
    return "";
  }

  #set(name, amount) {
    const next = { ...this.draft };
    for (const other of this.linked.get(name) ?? [name]) {
      if (amount) next[other] = amount;
      else delete next[other];
    }
    this.#change(next);
  }

  #change(next, isStep = true) {
    if (!this.isOpen) return this.#note("Bets are closed.");
    const needed = sum(next) - sum(this.placed);
    if (needed > this.rack) return this.#note(`You have ${show(this.rack)} in your rack; that needs ${show(needed)}.`);
    if (isStep && !same(next, this.draft)) this.#undo = [...this.#undo, this.draft].slice(-MOST_UNDO);
    this.draft = next;
    clearTimeout(this.#timer);
    const missing = this.missing();
    if (missing) this.#note(missing);
    else if (!this.isSettled) this.#timer = setTimeout(() => this.#send(), SEND_AFTER);
    this.dispatchEvent(new Event("change"));
  }

  async #send() {
    if (this.isSending) {
      // One at a time, so that the last one wins; this one waits for the answer.
      this.#timer = setTimeout(() => this.#send(), SEND_AFTER);
      return;
    }
    const parts = this.wagers.filter(({ name }) => this.draft[name]).map(({ name }) => `${name} ${show(this.draft[name])}`);
    this.isSending = true;
    this.dispatchEvent(new Event("change"));
    try {
      await this.give(`box ${this.box} places ${parts.join(", ") || "nothing"}`, this.round);
    } catch (problem) {
      this.draft = { ...this.placed };
      this.#undo = [];
      this.dispatchEvent(new CustomEvent("refused", { detail: { problem } }));
    } finally {
      this.isSending = false;
      this.dispatchEvent(new Event("change"));
    }
  }

  #mine(wagers) {
    return Object.fromEntries(this.wagers.filter(({ name }) => wagers[name]).map(({ name }) => [name, wagers[name]]));
  }

  #wager(name) {
    return this.wagers.find((wager) => wager.name === name);
  }

  #note(text) {
    this.dispatchEvent(new CustomEvent("note", { detail: { text } }));
  }

  #keep(wagers) {
    try {
      sessionStorage.setItem(this.key, JSON.stringify(this.#mine(wagers)));
    } catch {
      /* A private window forgets. */
    }
  }

  #kept() {
    try {
      const found = this.#mine(JSON.parse(sessionStorage.getItem(this.key)) ?? {});
      return Object.keys(found).length ? found : null;
    } catch {
      return null;
    }
  }
}

/** The stake nearest to what is wanted that an area takes. */
function fitted(wager, wanted, had) {
  if (wager.stakes.length) {
    const within = wager.stakes.filter((stake) => stake <= wanted);
    return within.at(-1) > had ? within.at(-1) : wager.stakes.find((stake) => stake > had) ?? had;
  }
  return Math.min(Math.max(wanted, wager.minimum ?? 0), wager.maximum ?? wanted);
}

/** For each area, those that must hold the same as it. */
function linkedWagers(layout, wagers) {
  const groups = new Map(wagers.map(({ name }) => [name, new Set([name])]));
  for (const { wager, to, least, most } of layout.relations ?? []) {
    if (least !== "1" || most !== "1" || !groups.has(wager) || !groups.has(to)) continue;
    const joined = new Set([...groups.get(wager), ...groups.get(to)]);
    for (const name of joined) groups.set(name, joined);
  }
  return groups;
}

const sum = (amounts) => Object.values(amounts).reduce((total, amount) => total + amount, 0);

function same(one, other) {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
