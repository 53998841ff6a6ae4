// Beside the felt: the meters, what happened, the paytables, and the check of each deal.

import { clausePath, roundPath } from "../lib/address.js";
import { reasonOf } from "../lib/api.js";
import { checkDeal } from "../lib/deal-check.js";
import { inside, make, setText } from "../lib/dom.js";
import { show } from "../lib/money.js";
import { signed } from "../lib/text.js";
import { netOfPlayer } from "./net.js";

/** @import { EventLine } from "./commentary.js" */

const MOST_LINES = 80;
const MOST_ROUNDS = 8;

export class SidePanel {
  #layout;
  /** @type {Map<string, HTMLElement>} */
  #meters = new Map();
  #story = make("ol", { class: "story", tabindex: "0", "aria-label": "What happened" });
  #storyPanel = make("section", { class: "panel panel--story" }, make("h2", {}, "What happened"), this.#story);
  #rounds = make("ul", { class: "rounds plain" });
  #number = make("strong", { class: "number" });
  #commitment = make("code", { class: "commitment" });
  #committed = make(
    "p",
    { class: "small muted" },
    "Commitment to the deck, published before the bets: ",
    this.#commitment,
  );
  #checked = make("div", { class: "checked", role: "status" });
  /** @type {Map<number, string>} The commitment that this page showed before the bets, by round. */
  #seen = new Map();
  /** @type {Map<number, string>} */
  #results = new Map();
  #earlier = 0;

  /**
   * @param {HTMLElement} node
   * @param {Wire.LayoutAnswer} layout
   */
  constructor(node, layout) {
    this.#layout = layout;
    const round = make(
      "section",
      { class: "panel panel--rounds" },
      make("h2", {}, "Round ", this.#number),
      this.#committed,
      this.#rounds,
      this.#checked,
    );
    node.append(this.#meterPanel(), this.#storyPanel, round, paytablePanel(layout));
  }

  /** @param {Wire.TableView} view */
  update(view) {
    for (const [name, node] of this.#meters) setText(node, show(view.meters[name] ?? 0));
    const number = view.round?.number ?? view.rounds;
    setText(this.#number, number ? String(number) : "none yet");
    setText(this.#commitment, view.commitment ?? "published when the deck is shuffled");
    // Nobody can commit to an order that nobody knows.
    this.#committed.hidden = this.#layout.physical && !view.commitment;
    if (view.phase === "betting" && view.commitment && view.round) this.#seen.set(view.round.number, view.commitment);
    const net = view.last && netOfPlayer(view.last, view.player);
    if (view.last && net !== null) this.#results.set(view.last.number, signed(net));
    this.#list(view);
  }

  /**
   * Adds a panel above what happened.
   *
   * @param {HTMLElement} panel
   */
  add(panel) {
    this.#storyPanel.before(panel);
  }

  /**
   * Takes over results of earlier rounds, in cents.
   *
   * @param {[round: number, net: number][]} results
   */
  know(results) {
    for (const [number, net] of results) if (!this.#results.has(number)) this.#results.set(number, signed(net));
  }

  /**
   * Adds a line; an `isEarlier` line comes before everything told live.
   *
   * @param {EventLine} line
   * @param {boolean} [isEarlier]
   */
  tell({ who, text, cite, kind, isOwn }, isEarlier = false) {
    const line = make(
      "li",
      { class: `line${isOwn ? " is-own" : ""}${kind ? ` is-${kind}` : ""}` },
      make("span", { class: "line__text" }, who ? make("b", {}, `${who}: `) : null, text),
      cite ? this.#cite(cite, isOwn) : null,
    );
    if (isEarlier) this.#story.insertBefore(line, this.#story.children[this.#earlier++] ?? null);
    else this.#story.append(line);
    while (this.#story.children.length > MOST_LINES) {
      this.#story.firstElementChild?.remove();
      this.#earlier = Math.max(0, this.#earlier - 1);
    }
    this.#story.scrollTop = this.#story.scrollHeight;
  }

  /**
   * A clause; for the player's own events a link to it.
   *
   * @param {string} cite
   * @param {boolean} isOwn
   */
  #cite(cite, isOwn) {
    const address = cite.slice(cite.indexOf(" ") + 1);
    if (!isOwn) return make("span", { class: "line__cite" }, address);
    const more = { target: "_blank", rel: "noopener", "aria-label": `Clause ${address}` };
    return make("a", { class: "line__cite", href: clausePath(cite), ...more }, address);
  }

  #meterPanel() {
    const { meters, wagers } = this.#layout;
    const rows = meters.map(({ name, title, wager }) => {
      const amount = make("strong", { class: "number" });
      this.#meters.set(name, amount);
      const isOnly = meters.filter((one) => one.wager === wager).length === 1;
      const of = wagers.find((one) => one.name === wager)?.title ?? title;
      return make("div", { class: "meter" }, make("span", {}, isOnly ? of : title), amount);
    });
    return make("section", { class: "meters", "aria-label": "Progressive meters", hidden: !rows.length }, ...rows);
  }

  /** @param {Wire.TableView} view */
  #list(view) {
    const last = view.last?.number ?? (view.round ? view.round.number - 1 : view.rounds);
    const numbers = Array.from({ length: MOST_ROUNDS }, (_, back) => last - back).filter((number) => number > 0);
    const key = `${numbers.join()} ${[...this.#results.values()].join()}`;
    if (this.#rounds.dataset.key === key) return;
    this.#rounds.dataset.key = key;
    // Rows that stay are kept, so that a button with the focus does not lose it.
    const rows = new Map([...this.#rounds.querySelectorAll("li")].map((row) => [Number(row.dataset.number), row]));
    for (const [number, row] of rows) if (!numbers.includes(number)) row.remove();
    for (const number of [...numbers].reverse()) {
      const row = rows.get(number) ?? this.#row(number);
      setText(inside(row, ".rounds__result"), this.#results.get(number) ?? "");
      if (!rows.has(number)) this.#rounds.prepend(row);
    }
  }

  /** @param {number} number */
  #row(number) {
    return make(
      "li",
      { class: "row row--apart", "data-number": number },
      make("a", { href: roundPath(`${this.#layout.table}/${number}`) }, `Round ${number}`),
      make("span", { class: "rounds__result number" }),
      make(
        "button",
        {
          class: "button button--small",
          type: "button",
          click: () => this.#check(number),
          "aria-label": `Check the deal of round ${number}`,
        },
        "Check this deal",
      ),
    );
  }

  /** @param {number} number */
  async #check(number) {
    setText(this.#checked, `Checking the deal of round ${number}…`);
    try {
      const { ok, steps, order, commitment } = await checkDeal(
        { table: this.#layout.table, number },
        this.#seen.get(number),
      );
      const how = commitment ? "as committed" : "from a real deck, in an order that nobody knew";
      const broken = commitment ? "as committed" : "as the regulation orders";
      const verdict = ok ? `✓ Round ${number} was dealt ${how}` : `✗ Round ${number} was not dealt ${broken}`;
      this.#checked.replaceChildren(
        make("p", { class: ok ? "verdict is-good" : "verdict is-bad" }, verdict),
        make(
          "ul",
          { class: "plain small" },
          ...steps.map((step) => make("li", {}, `${step.ok ? "✓" : "✗"} ${step.text}`)),
        ),
      );
      if (order.length)
        this.#checked.append(
          make(
            "details",
            { class: "small" },
            make("summary", {}, "The whole deck, from the top"),
            make("p", { class: "mono" }, order.join(" ")),
          ),
        );
    } catch (problem) {
      setText(this.#checked, `Not checked: ${reasonOf(problem)}`);
    }
  }
}

/** @param {Wire.LayoutAnswer} layout */
function paytablePanel({ paytables, showdown }) {
  const parts = Object.values(paytables).map(paytableDetails);
  const wins = showdown?.pays.map(({ title, pays }) => `${title} pays ${pays}`).join(", ");
  const plays = showdown?.qualifies ? `qualifies with ${showdown.title.toLowerCase()}` : "plays with every hand";
  const dealer = showdown ? make("p", { class: "small" }, `The dealer ${plays}; ${wins}.`) : null;
  return make("section", { class: "panel panel--paytables" }, make("h2", {}, "What pays"), dealer, ...parts);
}

/** @param {Wire.PaytableLayout} paytable */
function paytableDetails({ id, title, rows, cites, notes }) {
  const head = make("tr", {}, make("th", { scope: "col" }, "Hand"), make("th", { scope: "col" }, "Pays"));
  const body = rows.map((row) =>
    make(
      "tr",
      { title: row.cites.join(", ") },
      make("th", { scope: "row" }, row.title),
      make("td", { class: "number" }, row.pays),
    ),
  );
  return make(
    "details",
    { class: "paytable" },
    make("summary", {}, title, make("span", { class: "muted small" }, ` paytable ${id}`)),
    make(
      "table",
      { class: "table" },
      make("caption", { class: "visually-hidden" }, `${title}, ${cites.join(", ")}`),
      make("thead", { class: "visually-hidden" }, head),
      make("tbody", {}, ...body),
    ),
    ...notes.map((note) => make("p", { class: "small muted" }, note)),
  );
}
