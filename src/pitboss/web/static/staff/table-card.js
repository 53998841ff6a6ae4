// One table among all tables of the floor: its state, its dealer, its wagers and what waits.

import { make, setText } from "../lib/dom.js";
import { showMeters } from "../lib/meters.js";
import { show, total } from "../lib/money.js";
import { title, words } from "../lib/text.js";
import { phaseText } from "./console.js";

/** @import { LiveTable } from "../lib/live.js" */

/** @type {Record<Wire.Dealt, string>} */
const DEALT = { automatic: "automatic", dealer: "", physical: "real cards" };

export class TableCard {
  #about;
  #choose = make("button", { class: "watch__name", type: "button", "aria-pressed": "false" });
  #phase = make("span", { class: "tag" });
  #call = make("p", { class: "watch__call" });
  #dealer = make("dd", { class: "number" });
  #seats = make("dd", { class: "number" });
  #round = make("dd", { class: "number" });
  #staked = make("dd", { class: "number" });
  #inventory = make("dd", { class: "number" });
  #drop = make("dd", { class: "number" });
  #meters = make("ul", { class: "plain meters", "aria-label": "Progressive meters" });
  #outOfService = make("p", { class: "small" });
  node = make(
    "li",
    { class: "panel watch" },
    make("div", { class: "row row--apart" }, make("h3", {}, this.#choose), this.#phase),
    this.#call,
    make(
      "dl",
      { class: "facts facts--tight" },
      fact("Dealer", this.#dealer),
      fact("Seats", this.#seats),
      fact("Round", this.#round),
      fact("Staked", this.#staked),
      fact("Inventory", this.#inventory),
      fact("Drop", this.#drop),
    ),
    this.#meters,
    this.#outOfService,
  );

  /**
   * @param {Wire.LobbyTable} about
   * @param {() => void} choose
   */
  constructor(about, choose) {
    this.#about = about;
    setText(this.#choose, about.name);
    this.#choose.addEventListener("click", choose);
  }

  /**
   * @param {LiveTable} live
   * @param {string[]} calls
   * @param {boolean} isChosen
   */
  update({ state, view }, calls, isChosen) {
    this.#choose.setAttribute("aria-pressed", String(isChosen));
    this.node.classList.toggle("is-chosen", isChosen);
    const isLost = state !== "open" && state !== "connecting";
    this.#phase.className = `tag ${isLost || view?.closed ? "tag--bad" : ""}`;
    const lost = state === "suspended" ? "Suspended" : "No connection";
    setText(this.#phase, isLost ? lost : view ? phaseText(view) : "…");
    if (!view) return;
    this.#call.hidden = !calls.length;
    setText(this.#call, calls.join(" · "));
    this.node.classList.toggle("is-calling", calls.length > 0);
    this.#showFacts(view);
    showMeters(this.#meters, view.meters, title);
    const out = Object.entries(view.out_of_service ?? {}).map(
      ([device, how]) => `${words(device)} out of service, ${how}`,
    );
    this.#outOfService.hidden = !out.length;
    setText(this.#outOfService, out.join("; "));
  }

  /** @param {Wire.TableView} view */
  #showFacts(view) {
    const { boxes, dealt } = this.#about;
    setText(this.#dealer, [view.dealer || "Nobody yet", DEALT[dealt]].filter(Boolean).join(", "));
    setText(this.#seats, `${Object.keys(view.seats).length} of ${boxes}`);
    setText(this.#round, String(view.rounds));
    const staked = Object.values(view.round?.boxes ?? {}).reduce((sum, { wagers }) => sum + total(wagers), 0);
    setText(this.#staked, show(staked));
    setText(this.#inventory, show(view.inventory ?? 0));
    // Those who count the drop are not shown it.
    setText(this.#drop, view.drop === undefined ? "is counted blind" : show(view.drop));
  }
}

/**
 * @param {string} label
 * @param {HTMLElement} value
 */
function fact(label, value) {
  return make("div", {}, make("dt", {}, label), value);
}
