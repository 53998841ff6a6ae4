// Settles a round by the rows of its rules: pitboss/play/settle.py, worked out again in a browser. No game is named here.

import { compareValues, RANKINGS } from "./rankings.js";

/** @typedef {{ pattern: string, form: string, number: number, meter: string, odds: string, cite: string }} Row */
/** @typedef {{ hand: string, rows: Record<string, Row[]> }} Paying - the rows by column: a stake, a number of boxes, or "" */
/** @typedef {{ outcome: string, cite: string }} Effect */
/**
 * @typedef {object} Terms
 * @property {{ losers_first: boolean, items: { item: string, by: string, cite: string }[] }[]} steps
 * @property {Record<string, Paying & { table: boolean, returned: boolean, also_reads: string }>} wagers
 * @property {Record<string, Paying & { envy: boolean, stake_of: string, needs_all: string[], on_win: boolean }>} awards
 * @property {Record<string, { ranking: string, piles: string[], with_burned: boolean, order: string[] }>} hands
 * @property {null | { ranking: string, qualifies: string, qualifying: string, numbers_first: boolean,
 *   outcomes: { wager: string, qualified: boolean, hand: string, does: string, number: number, odds: string, cite: string }[] }} showdown
 * @property {{ decision: string, choice: string, effects: Record<string, Effect>, folds: boolean, asks: string,
 *   together: { wager: string, other: string, cite: string }[] }[]} choices
 * @property {string} abandoned - the clause that collects abandoned wagers
 * @property {{ cents: number | null, wagers: string[], cite: string }} limit
 * @property {Record<string, number>} seeds
 */
/**
 * @typedef {object} Box
 * @property {number} box
 * @property {string | null} player
 * @property {string[]} cards
 * @property {Record<string, number>} wagers
 * @property {[decision: string, choice: string][]} choices
 * @property {Record<string, number>} match_play
 * @property {boolean} abandoned
 */
/**
 * @typedef {{ boxes: Box[], dealer: string[], community: string[], burned: string[], bonus_box: string[],
 *   meters: Record<string, number> }} Facts
 */
/**
 * @typedef {{ item: string, stake: number, outcome: string, returned: number, amount: number, pattern: string | null,
 *   odds: string | null, cite: string, hand_of: number }} Line
 */

/**
 * The lines of each box, boxes and lines in the order of settlement, and the meters afterwards.
 *
 * @param {Terms} terms
 * @param {Facts} facts
 */
export function settle(terms, facts) {
  const settling = new Settling(terms, facts);
  const boxes = [...facts.boxes].reverse();
  /** @type {Map<number, Line[]>} */
  const lines = new Map(boxes.map(({ box }) => [box, []]));
  for (const step of terms.steps) for (const box of boxes) lines.get(box.box)?.push(...settling.step(step, box));
  return { boxes: [...lines].map(([box, found]) => ({ box, lines: found })), meters: settling.meters };
}

class Settling {
  #terms;
  #facts;
  /** @type {Map<number, number>} What is left of the payout limit, for each box that has used some of it. */
  #left = new Map();

  /**
   * @param {Terms} terms
   * @param {Facts} facts
   */
  constructor(terms, facts) {
    this.#terms = terms;
    this.#facts = facts;
    this.meters = { ...facts.meters };
  }

  /**
   * @param {Terms["steps"][number]} step
   * @param {Box} box
   */
  step(step, box) {
    const lines = step.items.flatMap((item) => this.#item(item, box));
    if (!step.losers_first) return lines;
    const chosen = this.#chosen(box);
    /** @param {Line} line */
    const turn = ({ item, outcome }) =>
      item in chosen ? 0 : outcome === "collected" || outcome === "forfeited" ? 1 : 2;
    return lines.sort((one, other) => turn(one) - turn(other));
  }

  /**
   * @param {Terms["steps"][number]["items"][number]} item
   * @param {Box} box
   * @returns {Line[]}
   */
  #item(item, box) {
    const name = item.item;
    if (name in this.#terms.wagers) {
      const stake = box.wagers[name];
      if (stake === undefined) return [];
      return [this.#decided(name, box, stake) ?? this.#judged(item, box, stake)];
    }
    const award = this.#terms.awards[name];
    const stake = award && box.wagers[award.stake_of];
    if (stake === undefined || box.abandoned) return [];
    return award.envy ? this.#envy(name, box, stake) : this.#bonus(name, box, stake);
  }

  // Wagers

  /**
   * @param {Box} box
   * @returns {Record<string, Effect>}
   */
  #chosen(box) {
    /** @type {Record<string, Effect>} */
    const effects = {};
    for (const [decision, choice] of box.choices) {
      const row = this.#choice(decision, choice);
      for (const [wager, effect] of Object.entries(row.effects)) effects[wager] ??= effect;
      for (const { wager, other, cite } of [...row.together].reverse()) {
        if (other in box.wagers) effects[wager] = { outcome: "forfeited", cite };
      }
    }
    return effects;
  }

  /**
   * @param {string} decision
   * @param {string} choice
   */
  #choice(decision, choice) {
    const found = this.#terms.choices.find((row) => row.decision === decision && row.choice === choice);
    if (!found) throw new Error(`the rules have no choice ${choice} at ${decision}`);
    return found;
  }

  /**
   * @param {string} name
   * @param {Box} box
   * @param {number} stake
   */
  #decided(name, box, stake) {
    const effect = this.#chosen(box)[name];
    if (effect) {
      return line(name, stake, effect.outcome, effect.outcome === "returned" ? stake : 0, 0, null, effect.cite);
    }
    return box.abandoned ? line(name, stake, "collected", 0, 0, null, this.#terms.abandoned) : null;
  }

  /**
   * @param {Terms["steps"][number]["items"][number]} item
   * @param {Box} box
   * @param {number} stake
   */
  #judged(item, box, stake) {
    const name = item.item;
    if (item.by === "showdown") return this.#compared(name, box, stake);
    const row = this.#terms.wagers[name].table ? this.#tableRow(name) : this.#boxRow(this.#terms.wagers[name], box);
    return row ? this.#paid(name, box, stake, row) : line(name, stake, "collected", 0, 0, null, item.cite);
  }

  /**
   * @param {string} name
   * @param {Box} box
   * @param {number} stake
   */
  #compared(name, box, stake) {
    const [qualified, hand] = this.#showdown(box);
    const row = this.#terms.showdown?.outcomes.find(
      (one) => one.wager === name && one.qualified === qualified && [hand, "any"].includes(one.hand),
    );
    if (!row) throw new Error(`the showdown has no row for ${name}`);
    if (row.does === "collect") return line(name, stake, "collected", 0, 0, null, row.cite);
    if (row.does === "return") return line(name, stake, "returned", stake, 0, null, row.cite);
    if (row.does === "pay_by_table") {
      const paid = this.#boxRow(this.#terms.wagers[name], box);
      return paid ? this.#paid(name, box, stake, paid) : line(name, stake, "returned", stake, 0, null, row.cite);
    }
    const won = row.number * (stake + (box.match_play[name] ?? 0));
    const [amount, cite] = this.#limited(name, box, won, row.cite);
    return { ...line(name, stake, "paid", stake, amount, null, cite), odds: row.odds };
  }

  /**
   * @param {string} name
   * @param {Box} box
   * @param {number} stake
   * @param {Row} row
   */
  #paid(name, box, stake, row) {
    if (row.form === "push") return line(name, stake, "returned", stake, 0, row, row.cite);
    let [returned, amount] = [0, row.number];
    if (row.form === "to") [returned, amount] = [stake, row.number * (stake + (box.match_play[name] ?? 0))];
    else if (row.form === "for") amount = row.number * stake;
    else if (row.form === "share") amount = this.#fromMeter(row);
    else if (this.#terms.wagers[name].returned) returned = stake;
    const [paid, cite] = this.#limited(name, box, amount, row.cite);
    return line(name, stake, "paid", returned, paid, row, cite);
  }

  /** @param {Row} row */
  #fromMeter({ meter, number }) {
    const amount = Math.floor((this.meters[meter] * number) / 100);
    if (number === 100 && !(meter in this.#terms.seeds))
      throw new Error(`no clause gives the reset amount of ${meter}`);
    this.meters[meter] = number === 100 ? this.#terms.seeds[meter] : this.meters[meter] - amount;
    return amount;
  }

  /**
   * @param {string} name
   * @param {Box} box
   * @param {number} amount
   * @param {string} cite
   * @returns {[amount: number, cite: string]}
   */
  #limited(name, { box }, amount, cite) {
    const { cents, wagers, cite: limiting } = this.#terms.limit;
    if (cents === null || !wagers.includes(name)) return [amount, cite];
    const left = this.#left.get(box) ?? cents;
    const paid = Math.min(amount, left);
    this.#left.set(box, left - paid);
    return [paid, paid === amount ? cite : limiting];
  }

  // Awards

  /**
   * @param {string} name
   * @param {Box} box
   * @param {number} stake
   */
  #bonus(name, box, stake) {
    const award = this.#terms.awards[name];
    if (award.needs_all.some((wager) => !(wager in box.wagers))) return [];
    if (award.on_win) {
      const [qualified, hand] = this.#showdown(box);
      if (!qualified || !["higher", "more"].includes(hand)) return [];
    }
    const row = this.#boxRow(award, box);
    return row ? [{ ...line(name, 0, "paid", 0, row.number * stake, row, row.cite), hand_of: box.box }] : [];
  }

  /**
   * @param {string} name
   * @param {Box} box
   * @param {number} stake
   */
  #envy(name, box, stake) {
    const award = this.#terms.awards[name];
    return [...this.#facts.boxes].reverse().flatMap((other) => {
      const isOfAnother = other.box !== box.box && (other.player === null || other.player !== box.player);
      if (!isOfAnother || this.#folded(other)) return [];
      const row = this.#boxRow(award, other, String(stake));
      return row ? [{ ...line(name, 0, "paid", 0, row.number, row, row.cite), hand_of: other.box }] : [];
    });
  }

  // Hands

  /** @param {Box} box */
  #folded(box) {
    if (box.choices.some(([decision, choice]) => this.#choice(decision, choice).folds)) return true;
    const made = box.choices.map(([decision]) => decision);
    const open = this.#terms.choices.filter(
      ({ folds, asks, decision }) => folds && asks in box.wagers && !made.includes(decision),
    );
    return box.abandoned && open.length > 0;
  }

  /**
   * @param {Box} box
   * @returns {[qualified: boolean, hand: string]}
   */
  #showdown(box) {
    const rules = this.#terms.showdown;
    if (!rules) throw new Error("these rules compare no hands");
    const worth = RANKINGS[rules.ranking].valueOf;
    const qualifying = RANKINGS[rules.qualifying];
    const { dealer } = this.#facts;
    const [ours, theirs] = [worth(box.cards), worth(dealer)];
    const order = compareValues(ours, theirs);
    const words = rules.numbers_first && ours[0] !== theirs[0] ? ["fewer", "more"] : ["lower", "higher"];
    const hand = order === 0 ? "equal" : words[Number(order > 0)];
    return [qualifying.patterns[rules.qualifies](qualifying.valueOf(dealer), dealer), hand];
  }

  /**
   * The first row that the box's own hand matches.
   *
   * @param {Paying} paying
   * @param {Box} box
   */
  #boxRow(paying, box, column = "") {
    const { patterns, value, cards } = this.#valued(paying.hand, box);
    return paying.rows[column].find((row) => patterns[row.pattern](value, cards)) ?? null;
  }

  /**
   * The first row that any hand at the table matches: the rows run from the highest hand down.
   *
   * @param {string} name
   */
  #tableRow(name) {
    const wager = this.#terms.wagers[name];
    const rows = wager.rows[String(this.#facts.boxes.length)];
    /** @type {Set<Row>} */
    const found = new Set();
    for (const box of this.#facts.boxes.filter(({ cards }) => cards.length)) {
      const { patterns, value, cards } = this.#valued(wager.hand, box);
      const row = rows.find((one) => patterns[one.pattern](value, cards));
      if (row) found.add(row);
    }
    if (wager.also_reads) {
      const { patterns, value, cards } = this.#valued(wager.also_reads, null);
      const { order } = this.#terms.hands[wager.also_reads];
      for (const row of rows) if (order.includes(row.pattern) && patterns[row.pattern](value, cards)) found.add(row);
    }
    return rows.find((row) => found.has(row)) ?? null;
  }

  /**
   * @param {string} name
   * @param {Box | null} box
   */
  #valued(name, box) {
    const hand = this.#terms.hands[name];
    const { dealer, community, burned, bonus_box } = this.#facts;
    /** @type {Record<string, string[]>} */
    const piles = { player: box?.cards ?? [], dealer, community, bonus_box };
    if (hand.with_burned) piles.community = [...burned, ...community];
    const cards = hand.piles.flatMap((pile) => piles[pile] ?? []);
    const ranking = RANKINGS[hand.ranking];
    return { patterns: ranking.patterns, value: ranking.valueOf(cards), cards };
  }
}

/**
 * @param {string} item
 * @param {number} stake
 * @param {string} outcome
 * @param {number} returned
 * @param {number} amount
 * @param {Row | null} row
 * @param {string} cite
 * @returns {Line}
 */
function line(item, stake, outcome, returned, amount, row, cite) {
  return {
    item,
    stake,
    outcome,
    returned,
    amount,
    pattern: row?.pattern ?? null,
    odds: row?.odds ?? null,
    cite,
    hand_of: 0,
  };
}
