// One box at a table with real cards, for the dealer who enters what its player does: wagers by chips or typed, chips
// bought and cashed, the seat taken and left.

import { CHIPS } from "../lib/chip-values.js";
import { chipFace } from "../lib/chips.js";
import { inside, make, setText, syncChildren, valuesOf } from "../lib/dom.js";
import { parse, show } from "../lib/money.js";
import { announce } from "../lib/page.js";
import { quoted } from "../lib/text.js";
import { Bets } from "../table/bets.js";
import { writeWagers } from "./typed-wagers.js";

/** @typedef {(command: string) => Promise<boolean>} Give resolves with whether the house accepted the command */

export class BoxPanel {
  box = 0;
  #section;
  #layout;
  #give;
  /** @type {Wire.TableView | null} */
  #view = null;
  /** @type {Map<number, Bets>} */
  #bets = new Map();
  /** The chip in hand, in cents. */
  #chip = CHIPS[1];
  #parts;

  /**
   * @param {HTMLElement} section
   * @param {Wire.LayoutAnswer} layout
   * @param {Give} give
   */
  constructor(section, layout, give) {
    this.#section = section;
    this.#layout = layout;
    this.#give = give;
    this.#parts = {
      title: make("h2", { id: "box-title" }),
      actions: make("div", { class: "row", id: "box-actions" }),
      bets: this.#betting(),
      seat: this.#seating(),
      told: make("p", { class: "small box__told", id: "bets-told", role: "status" }),
      none: make("p", { class: "muted box__told" }),
    };
    const { title, actions, bets, seat, told, none } = this.#parts;
    section.replaceChildren(make("div", { class: "row row--apart" }, title, actions), bets, seat, told, none);
  }

  get #known() {
    return this.#view?.round?.boxes[this.box];
  }

  get #player() {
    return this.#known?.player ?? this.#view?.seats[this.box];
  }

  /**
   * Shows the box that was chosen; `actions` are what can be done at it besides betting.
   *
   * @param {Wire.TableView} view
   * @param {number} box
   * @param {{ action: Wire.ActionView, take: () => void }[]} actions
   */
  show(view, box, actions) {
    this.#view = view;
    this.box = box;
    const { title, bets, seat, none } = this.#parts;
    const player = this.#player;
    const isOpen = view.phase === "betting" && Boolean(this.#known);
    const canSit = view.actions?.some(({ kind, box: free }) => kind === "TakeSeat" && free === box) ?? false;
    this.#section.hidden = !box;
    setText(title, player ? `Box ${box}, ${player}` : `Box ${box} is free`);
    this.#showActions(actions);
    bets.hidden = !isOpen;
    seat.hidden = !canSit || Boolean(player);
    const closed = player ? "Bets are not open." : "Players sit down between rounds and while bets are open.";
    setText(none, bets.hidden && seat.hidden ? closed : "");
    for (const [number, known] of this.#bets) if (!view.seats[number]) this.#bets.delete(known.box);
    if (isOpen) this.#showBets(view);
  }

  /** Puts the cursor where the wagers of the box are typed. */
  focusTyped() {
    if (!this.#parts.bets.hidden) inside(this.#parts.bets, "#wagers-text").focus();
    else if (!this.#parts.seat.hidden) inside(this.#parts.seat, "#seat-player").focus();
  }

  /** @param {{ action: Wire.ActionView, take: () => void }[]} actions */
  #showActions(actions) {
    syncChildren(
      this.#parts.actions,
      actions,
      ({ action }) => action.command,
      ({ action }) => make("button", { class: "button", type: "button" }, action.label),
      (button, { take }) => {
        button.onclick = take;
      },
    );
  }

  // Wagers

  #betting() {
    const areas = make("ul", { class: "plain bets__areas", id: "areas" });
    const tray = make("div", { class: "row tray", role: "group", "aria-label": "Chip in hand" });
    for (const value of CHIPS) {
      const hold = () => this.#hold(value);
      const chip = make("button", { class: "chip", type: "button", "data-chip": value, click: hold });
      chip.setAttribute("aria-label", `${show(value)} chip`);
      chip.innerHTML = chipFace(value);
      tray.append(chip);
    }
    const clear = make(
      "button",
      { class: "button", type: "button", click: () => this.#now()?.clear() },
      "Take all back",
    );
    const text = make("input", { id: "wagers-text", name: "wagers", autocomplete: "off", spellcheck: "false" });
    text.placeholder = this.#example;
    const typed = make(
      "form",
      { class: "entry", id: "wagers" },
      make("label", { for: "wagers-text" }, "Or type"),
      text,
      make("button", { class: "button" }, "Bet"),
    );
    typed.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#type(text);
    });
    const bets = make("div", { id: "bets" }, areas, make("div", { class: "row bets__row" }, tray, clear, typed));
    queueMicrotask(() => this.#hold(this.#chip));
    return bets;
  }

  get #wagers() {
    return this.#layout.wagers.filter(({ placed }) => placed === "before_deal");
  }

  get #example() {
    return this.#wagers
      .slice(0, 2)
      .map(({ name, minimum, stakes }) => `${name} ${show(minimum ?? stakes[0] ?? 0).slice(1)}`)
      .join(", ");
  }

  /** @param {string} text */
  #tell(text) {
    setText(this.#parts.told, text);
  }

  /** @param {number} value */
  #hold(value) {
    this.#chip = value;
    for (const chip of this.#parts.bets.querySelectorAll(".chip")) {
      chip.setAttribute("aria-pressed", String(chip.getAttribute("data-chip") === String(value)));
    }
  }

  /** The bets of the box that is shown. */
  #now() {
    const known = this.#bets.get(this.box);
    if (known) return known;
    const bets = new Bets(this.#layout, this.box, async (command) => {
      if (!(await this.#give(command))) throw new Error("refused");
    });
    bets.onNote((text) => {
      this.#tell(text);
      announce(text);
    });
    bets.addEventListener("change", () => this.#view && this.#showBets(this.#view));
    this.#bets.set(this.box, bets);
    return bets;
  }

  /** @param {Wire.TableView} view */
  #showBets(view) {
    const bets = this.#now();
    const box = this.#known;
    if (!box || !bets) return;
    const { wagers, coupons } = box;
    bets.follow({ wagers, coupons, rack: view.racks?.[box.player] ?? 0, round: view.rounds, isOpen: true });
    if (bets.isSettled) this.#tell("");
    syncChildren(
      inside(this.#parts.bets, "#areas"),
      this.#wagers,
      ({ name }) => name,
      (wager) => this.#area(wager),
      (node, { name, title }) => {
        const [cents, coupon] = [bets.draft[name] ?? 0, bets.coupons[name] ?? 0];
        setText(inside(node, ".area__amount"), cents ? show(cents) : "–");
        const off = inside(node, ".area__off");
        off.hidden = !cents;
        off.setAttribute("aria-label", `Take a chip off ${title}`);
        const on = node.querySelector(".area__coupon");
        if (!on) return;
        setText(on, coupon ? `Coupon ${show(coupon)}` : "Coupon");
        on.setAttribute("aria-pressed", String(Boolean(coupon)));
      },
    );
  }

  /** @param {Wire.WagerLayout} wager */
  #area({ name, title, limits, coupons }) {
    const put = () => this.#now()?.put(name, this.#chip);
    const take = () => this.#now()?.take(name, this.#chip);
    const lay = () => this.#now()?.toggleCoupon(name, this.#chip);
    return make(
      "li",
      { class: "bets__area" },
      make(
        "button",
        { class: "button bets__put", type: "button", click: put },
        make("span", { class: "bets__title" }, title),
        make("strong", { class: "area__amount number" }),
        make("span", { class: "small muted" }, limits),
      ),
      make("button", { class: "button area__off", type: "button", click: take }, "−"),
      coupons
        ? make("button", {
            class: "button area__coupon",
            type: "button",
            "aria-label": `Coupon on ${title}`,
            click: lay,
          })
        : null,
    );
  }

  /** @param {HTMLInputElement} field */
  async #type(field) {
    try {
      const isPlaced = await this.#give(`box ${this.box} places ${writeWagers(field.value, this.#wagers)}`);
      if (isPlaced) field.value = "";
    } catch (error) {
      this.#tell(error instanceof RangeError ? `${error.message}.` : "");
    }
  }

  // Seats

  #seating() {
    const form = make(
      "form",
      { class: "entry entry--seat", id: "seat" },
      make("label", { for: "seat-player", class: "visually-hidden" }, "Player"),
      make("input", { id: "seat-player", name: "player", required: true, autocomplete: "off", placeholder: "Player" }),
      make("label", { for: "seat-amount", class: "visually-hidden" }, "Buy-in"),
      make("input", { id: "seat-amount", name: "amount", autocomplete: "off", placeholder: "Buy-in" }),
      make("button", { class: "button" }, "Seat"),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const { player, amount } = valuesOf(form);
      const [box, name, cents] = [this.box, quoted(player.trim()), parse(amount)];
      if (amount.trim() && cents === null) return this.#tell("Write the buy-in as 500 or $500.");
      if (cents && !(await this.#give(`player ${name} buys ${show(cents)}`))) return;
      if (await this.#give(`player ${name} takes box ${box}`)) form.reset();
    });
    return form;
  }
}
