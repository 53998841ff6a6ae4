// The player's own place: the cards with the name of the hand, and every betting area of the box.

import "./cards.js";
import "./chips.js";
import { showCards, text } from "./felt.js";
import { handName } from "./hands.js";
import { show } from "./money.js";
import { make } from "./page.js";

/** One own box. `chip()` is the chip in hand; `bets` are this box's. */
export class Place {
  #layout;
  #areas = new Map();
  #cards = make("div", { class: "cards" });
  #hand = make("p", { class: "place__hand" });
  #title = make("h2", { class: "place__title" });

  constructor(layout, box, bets, chip) {
    Object.assign(this, { box, bets });
    this.#layout = layout;
    const areas = make("div", { class: "areas", role: "group", "aria-label": `Betting areas of box ${box}` });
    for (const wager of layout.wagers) areas.append(this.#area(wager, chip));
    this.node = make("section", { class: "place", "aria-label": `Your box ${box}` },
      make("div", { class: "place__cards" }, this.#title, this.#cards, this.#hand), areas);
    const own = layout.piles.find(({ at }) => at === "box");
    this.#cards.style.setProperty("--slots", own?.cards ?? 0);
    areas.addEventListener("keydown", (event) => this.#move(event));
    bets.addEventListener("change", () => this.#chips());
  }

  /** The area that has the focus, or the first. */
  get area() {
    const names = [...this.#areas.keys()];
    return names.find((name) => this.#areas.get(name).button === document.activeElement) ?? null;
  }

  get cardsNow() {
    return this.#shown?.cards ?? [];
  }

  get hand() {
    return this.#hand.textContent;
  }

  #shown;
  #isTold = () => true;
  #canBet = false;

  update(view, round, isTold, { canBet, back }) {
    this.#shown = round?.boxes[this.box];
    this.#isTold = isTold;
    this.#canBet = canBet;
    const cards = this.#shown ?? { cards: [], down: 0 };
    showCards(this.#cards, cards, back);
    this.#cards.classList.toggle("is-folded", Object.values(cards.choices ?? {}).includes("fold"));
    const hasDealer = this.#layout.piles.some(({ name }) => name === "dealer");
    const common = hasDealer ? [] : (round?.piles.community?.cards ?? []).slice(0, 2);
    text(this.#hand, cards.cards.length ? handName([...cards.cards, ...common]) : "");
    text(this.#title, `Box ${this.box}`);
    this.node.classList.toggle("is-turn", view.turn?.box === this.box);
    this.#chips();
  }

  /** The title of the area that a bet begins with. */
  get first() {
    const any = this.#layout.required_any?.[0];
    const open = this.bets.wagers;
    return (open.find(({ required }) => required) ?? open.find(({ name }) => name === any) ?? open[0])?.title ?? "an area";
  }

  /** Puts the focus on the first area that takes bets. */
  focus() {
    [...this.#areas.values()].find(({ wager }) => wager.placed === "before_deal")?.button.focus();
  }

  #area(wager, chip) {
    const stack = make("chip-stack", { cents: 0, "aria-hidden": "true" });
    const result = make("span", { class: "area__result" });
    const shape = wager.progressive ? "progressive" : wager.paytable && !wager.required ? "bonus" : "base";
    const limits = wager.placed === "before_deal" ? wager.limits : "at decision";
    const spot = make("span", { class: "area__spot" }, make("span", { class: "area__limits" }, limits), stack, result);
    const button = make("button", { class: `area area--${shape}`, type: "button", "data-wager": wager.name }, spot, make("span", { class: "area__title" }, wager.title));
    const puts = (value) => this.#canBet && wager.placed === "before_deal" && this.bets.put(wager.name, value);
    button.addEventListener("click", () => puts(chip()));
    button.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      if (this.#canBet) this.bets.take(wager.name, chip());
    });
    button.addEventListener("dragover", (event) => {
      if (this.#canBet && event.dataTransfer.types.includes("text/x-chip")) event.preventDefault();
    });
    button.addEventListener("drop", (event) => {
      event.preventDefault();
      puts(Number(event.dataTransfer.getData("text/x-chip")));
    });
    this.#areas.set(wager.name, { wager, button, stack, result });
    return button;
  }

  #chips() {
    const isBetting = this.bets.isOpen && this.#canBet;
    const isWanted = isBetting && !this.bets.total;
    for (const [name, { wager, button, stack, result }] of this.#areas) {
      const settled = this.#isTold(this.box, name) ? this.#shown?.settled[name] : undefined;
      const isHere = this.bets.isOpen && this.#shown?.settled[name] === undefined;
      const stake = isHere ? this.bets.draft[name] ?? 0 : this.#shown?.wagers[name] ?? 0;
      const due = settled ? settled.returned + settled.amount : stake;
      stack.setAttribute("cents", due);
      const said = !settled ? "" : settled.amount ? `+${show(settled.amount)}` : settled.returned ? "returned" : "lost";
      text(result, said);
      button.dataset.result = !settled ? "" : settled.amount ? "won" : settled.returned ? "back" : "lost";
      button.classList.toggle("is-on", due > 0);
      button.classList.toggle("is-waiting", isHere && stake !== (this.bets.placed[name] ?? 0));
      const isOpen = isBetting && wager.placed === "before_deal";
      button.setAttribute("aria-disabled", String(!isOpen));
      button.classList.toggle("is-wanted", isWanted && wager.title === this.first);
      const lies = settled ? said.replace("+", "won ") : stake ? show(stake) : "no chips";
      button.setAttribute("aria-label", `${wager.title}, ${lies}, takes ${wager.limits}`);
    }
  }

  #move(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const buttons = [...this.#areas.values()].map(({ button }) => button);
    const at = buttons.indexOf(document.activeElement);
    if (!step && event.key !== "Home" && event.key !== "End") return;
    event.preventDefault();
    const next = event.key === "Home" ? 0 : event.key === "End" ? buttons.length - 1 : (at + step + buttons.length) % buttons.length;
    buttons[next].focus();
  }
}
