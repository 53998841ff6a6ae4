// Beside the felt: the meters, what is told of the rounds, the paytables, and the check of each deal.

import { checkDeal } from "./deal.js";
import { text } from "./felt.js";
import { show } from "./money.js";
import { make } from "./page.js";

const MOST_LINES = 80;
const MOST_ROUNDS = 8;

export class Side {
  #layout;
  #meters = new Map();
  #story = make("ol", { class: "story", tabindex: "0", "aria-label": "What happened" });
  #rounds = make("ul", { class: "rounds plain" });
  #number = make("strong", { class: "number" });
  #commitment = make("code", { class: "commitment" });
  #checked = make("div", { class: "checked", role: "status" });
  #seen = new Map();
  #results = new Map();
  #storyNode;
  #earlier = 0;

  constructor(node, layout) {
    this.#layout = layout;
    node.append(this.#meterPanel(), this.#storyPanel(), this.#roundPanel(), this.#paytables());
  }

  update(view) {
    for (const [name, node] of this.#meters) text(node, show(view.meters[name] ?? 0));
    const number = view.round?.number ?? view.rounds;
    text(this.#number, number ? String(number) : "none yet");
    text(this.#commitment, view.commitment ?? "published when the deck is shuffled");
    if (view.phase === "betting" && view.commitment) this.#seen.set(view.round.number, view.commitment);
    if (view.last) this.#result(view.last, view.player);
    this.#list(view);
  }

  /** Puts another panel above the story. */
  add(panel) {
    this.#storyNode.before(panel);
  }

  /** Results of earlier rounds: [round, net in cents]. */
  know(results) {
    for (const [number, net] of results) if (!this.#results.has(number)) this.#results.set(number, signed(net));
  }

  /** Adds a line; `isOwn` marks the player's, and what is `earlier` stands before all that was told live. */
  tell({ text: words, cite, kind, box, isVerb }, isOwn, who, earlier = false) {
    const line = make("li", { class: `line${isOwn ? " is-own" : ""}${kind ? ` is-${kind}` : ""}` },
      make("span", { class: "line__text" }, box ? make("b", {}, `${isOwn ? "You" : who || `Box ${box}`}${isVerb ? " " : ": "}`) : null, words), cite ? this.#cite(cite, isOwn) : null);
    if (earlier) this.#story.insertBefore(line, this.#story.children[this.#earlier++] ?? null);
    else this.#story.append(line);
    while (this.#story.children.length > MOST_LINES) {
      this.#story.firstChild.remove();
      this.#earlier = Math.max(0, this.#earlier - 1);
    }
    this.#story.scrollTop = this.#story.scrollHeight;
  }

  /** A clause; of what happens to the player, a way to it. */
  #cite(cite, isOwn) {
    if (!isOwn) return make("span", { class: "line__cite" }, cite);
    const href = `/rules/${encodeURIComponent(this.#layout.regulation)}#${encodeURIComponent(cite)}`;
    return make("a", { class: "line__cite", href, target: "_blank", rel: "noopener", "aria-label": `Clause ${cite}` }, cite);
  }

  #meterPanel() {
    const rows = this.#layout.meters.map(({ name, title, wager }) => {
      const amount = make("strong", { class: "number" });
      this.#meters.set(name, amount);
      const isOnly = this.#layout.meters.filter((one) => one.wager === wager).length === 1;
      const of = this.#layout.wagers.find((one) => one.name === wager)?.title ?? title;
      return make("div", { class: "meter" }, make("span", {}, isOnly ? of : title), amount);
    });
    return make("section", { class: "meters", "aria-label": "Progressive meters", hidden: !rows.length }, ...rows);
  }

  #storyPanel() {
    this.#storyNode = make("section", { class: "panel panel--story" }, make("h2", {}, "What happened"), this.#story);
    return this.#storyNode;
  }

  #roundPanel() {
    return make("section", { class: "panel panel--rounds" },
      make("h2", {}, "Round ", this.#number),
      make("p", { class: "small muted" }, "Commitment to the deck, published before the bets: ", this.#commitment),
      this.#rounds, this.#checked);
  }

  #paytables() {
    const { paytables, showdown } = this.#layout;
    const tables = Object.values(paytables).map(({ id, title, rows, cites, notes = [] }) => make("details", { class: "paytable" },
      make("summary", {}, title, make("span", { class: "muted small" }, ` paytable ${id}`)),
      make("table", { class: "table" },
        make("caption", { class: "visually-hidden" }, `${title}, ${cites.join(", ")}`),
        make("thead", { class: "visually-hidden" }, make("tr", {}, make("th", { scope: "col" }, "Hand"), make("th", { scope: "col" }, "Pays"))),
        make("tbody", {}, ...rows.map((row) => make("tr", { title: row.cites.join(", ") }, make("th", { scope: "row" }, row.title), make("td", { class: "number" }, row.pays))))),
      ...notes.map((note) => make("p", { class: "small muted" }, note))));
    const against = showdown ? [make("p", { class: "small" }, `The dealer qualifies with ${showdown.title.toLowerCase()}; ${showdown.pays.map(({ title, pays }) => `${title} pays ${pays}`).join(", ")}.`)] : [];
    return make("section", { class: "panel panel--paytables" }, make("h2", {}, "What pays"), ...against, ...tables);
  }

  #list(view) {
    const last = view.last?.number ?? (view.round ? view.round.number - 1 : view.rounds);
    const numbers = Array.from({ length: MOST_ROUNDS }, (_, back) => last - back).filter((number) => number > 0);
    const key = `${numbers.join()} ${[...this.#results.values()].join()}`;
    if (this.#rounds.dataset.key === key) return;
    this.#rounds.dataset.key = key;
    // Rows that stay are kept, so that a button with the focus does not lose it.
    const rows = new Map([...this.#rounds.children].map((row) => [Number(row.dataset.number), row]));
    for (const [number, row] of rows) if (!numbers.includes(number)) row.remove();
    numbers.toReversed().forEach((number) => {
      const row = rows.get(number) ?? this.#row(number);
      text(row.querySelector(".rounds__result"), this.#results.get(number) ?? "");
      if (!rows.has(number)) this.#rounds.prepend(row);
    });
  }

  #row(number) {
    const row = make("li", { class: "row row--apart" },
      make("a", { href: `/rounds/${encodeURIComponent(this.#layout.table)}/${number}` }, `Round ${number}`),
      make("span", { class: "rounds__result number" }),
      make("button", { class: "button button--small", type: "button", click: () => this.#check(number), "aria-label": `Check the deal of round ${number}` }, "Check this deal"));
    row.dataset.number = number;
    return row;
  }

  #result(round, player) {
    const own = Object.values(round.boxes).filter((box) => box.player === player && Object.keys(box.wagers).length);
    if (!own.length) return;
    const net = own.reduce((total, box) => total + netOf(box), 0);
    this.#results.set(round.number, signed(net));
  }

  async #check(number) {
    text(this.#checked, `Checking the deal of round ${number}…`);
    try {
      const { ok, steps, order } = await checkDeal(this.#layout.table, number, this.#seen.get(number));
      this.#checked.replaceChildren(
        make("p", { class: ok ? "verdict is-good" : "verdict is-bad" }, ok ? `✓ Round ${number} was dealt as committed` : `✗ Round ${number} does not check`),
        make("ul", { class: "plain small" }, ...steps.map((step) => make("li", {}, `${step.ok ? "✓" : "✗"} ${step.text}`))),
        make("details", { class: "small" }, make("summary", {}, "The whole deck, from the top"), make("p", { class: "mono" }, order.join(" "))));
    } catch (problem) {
      text(this.#checked, `Not checked: ${problem.reason ?? problem.message}`);
    }
  }
}

const signed = (net) => (net > 0 ? `+${show(net)}` : show(net));

/** What a box won or lost in a round that is over. */
export function netOf(box) {
  const back = Object.values(box.settled).reduce((total, due) => total + due.returned + due.amount, 0);
  return back - Object.values(box.wagers).reduce((total, stake) => total + stake, 0);
}
