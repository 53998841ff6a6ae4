// One recorded round: a scrubber over its events, the clause of each, the settlement computed again, and proofs to keep.

import { get } from "./lib/api.js";
import { byId, inside, make } from "./lib/dom.js";
import { cite, tag, time } from "./lib/elements.js";
import { announce, me } from "./lib/page.js";
import { attempt } from "./lib/problems.js";
import { tableAfter } from "./lib/recorded-round.js";
import { titlesOf } from "./lib/titles.js";
import {
  correctionPanel,
  dealPanel,
  filesPanel,
  meterPanel,
  roundFacts,
  settlementPanels,
  verdictTags,
} from "./records/round-panels.js";
import { drawTable } from "./records/table-sketch.js";

const [, , table, number] = location.pathname.split("/").map(decodeURIComponent);
const PACE = 900;
const LONGEST_COMMAND = 90;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** A round and the step that the page shows. */
class Replay {
  #round;
  #title;
  #at = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #playing;
  #scrub = byId("scrub", HTMLInputElement);

  /**
   * @param {Wire.ReplayAnswer} round
   * @param {Wire.PersonShown | null} who
   * @param {(item: string) => string} title
   */
  constructor(round, who, title) {
    this.#round = round;
    this.#title = title;
    byId("round").hidden = false;
    byId("verdict").replaceChildren(...verdictTags(round));
    byId("facts").replaceChildren(roundFacts(round));
    byId("steps").replaceChildren(...this.#course());
    byId("settlement").append(make("div", { class: "boxes" }, ...settlementPanels(round, title)));
    const address = { table, number };
    const panels = [dealPanel(address, round), filesPanel(address, round, who)];
    byId("more").replaceChildren(...panels, meterPanel(round) ?? "", correctionPanel(round) ?? "");
    this.#scrub.max = String(this.#last);
    this.#listen();
    const asked = Number(new URLSearchParams(location.search).get("step"));
    this.#go(asked ? asked - 1 : this.#last, { quiet: true });
  }

  get #last() {
    return this.#round.moments.length - 1;
  }

  /** What was said and done, in order. */
  #course() {
    const refused = [...this.#round.refused];
    /** @type {HTMLElement[]} */
    const items = [];
    let position = -1;
    this.#round.moments.forEach((moment, index) => {
      while (refused.length && refused[0].position < moment.position) items.push(...refused.splice(0, 1).map(refusal));
      if (moment.position !== position) items.push(commandItem(moment));
      position = moment.position;
      const go = make("button", { type: "button", class: "step__go", click: () => this.#go(index) }, moment.text);
      const clause = make("span", { class: "step__clause" }, cite(moment.event.cite));
      items.push(make("li", { class: "step", "data-index": index }, go, clause));
    });
    return [...items, ...refused.map(refusal)];
  }

  /**
   * Shows the table after a step.
   *
   * @param {number} index
   * @param {{ quiet?: boolean }} [how]
   */
  #go(index, { quiet = false } = {}) {
    this.#at = Math.max(0, Math.min(this.#last, index));
    const { event, gist, text } = this.#round.moments[this.#at];
    this.#scrub.value = String(this.#at);
    this.#scrub.setAttribute("aria-valuetext", `Step ${this.#at + 1}: ${text}`);
    byId("place").textContent = `${this.#at + 1} of ${this.#last + 1}`;
    const steps = byId("steps");
    for (const item of steps.querySelectorAll("[aria-current]")) item.removeAttribute("aria-current");
    const current = inside(steps, `[data-index="${this.#at}"]`);
    current.setAttribute("aria-current", "step");
    keepInSight(steps, current);
    byId("now").replaceChildren(
      make("p", { class: "now__said" }, text),
      make("p", { class: "small" }, cite(event.cite), " ", gist),
    );
    const moments = this.#round.moments.slice(0, this.#at + 1);
    drawTable(byId("sketch"), tableAfter(moments, this.#round), this.#round, this.#title);
    history.replaceState(null, "", `${location.pathname}?step=${this.#at + 1}`);
    if (!quiet) announce(`${text}. ${event.cite}`);
  }

  /** @param {boolean} isOn */
  #play(isOn) {
    clearInterval(this.#playing);
    this.#playing = undefined;
    byId("play").textContent = isOn ? "Pause" : "Play";
    byId("play").setAttribute("aria-pressed", String(isOn));
    if (!isOn) return;
    if (this.#at === this.#last) this.#go(0);
    this.#playing = setInterval(() => {
      this.#go(this.#at + 1);
      if (this.#at === this.#last) this.#play(false);
    }, PACE);
  }

  #listen() {
    /** @param {() => number} to */
    const move = (to) => () => {
      this.#play(false);
      this.#go(to());
    };
    const toggle = () => this.#play(this.#playing === undefined);
    const [first, back] = [move(() => 0), move(() => this.#at - 1)];
    const [next, last] = [move(() => this.#at + 1), move(() => this.#last)];
    byId("first").addEventListener("click", first);
    byId("back").addEventListener("click", back);
    byId("next").addEventListener("click", next);
    byId("last").addEventListener("click", last);
    byId("play").addEventListener("click", toggle);
    this.#scrub.addEventListener(
      "input",
      move(() => Number(this.#scrub.value)),
    );
    /** @type {Record<string, () => void>} */
    const keys = { ArrowLeft: back, ArrowRight: next, Home: first, End: last, " ": toggle };
    addEventListener("keydown", (event) => {
      const act = keys[event.key];
      if (!act || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || isForControl(event)) return;
      event.preventDefault();
      act();
    });
  }
}

/**
 * Whether the element in focus uses a key itself: space presses a button, and arrows scroll a region.
 *
 * @param {KeyboardEvent} event
 */
function isForControl({ target, key }) {
  if (!(target instanceof Element)) return false;
  if (target.closest("[role=region], input:not([type=range]), select, textarea")) return true;
  return key === " " && Boolean(target.closest("a, button, summary"));
}

/** @param {Pick<Wire.MomentJson, "at" | "by" | "role" | "command">} given */
function commandItem({ at, by, role, command }) {
  const text = command.length > LONGEST_COMMAND ? `${command.slice(0, LONGEST_COMMAND)}…` : command;
  const who = make("span", { class: "muted" }, ` ${by}, ${role} `);
  return make("li", { class: "command" }, time(at, { clock: true }), who, command ? make("b", {}, text) : "");
}

/** @param {Wire.RefusedJson} refusal */
function refusal({ at, by, role, command, reason, clause }) {
  const who = make("span", { class: "muted" }, ` ${by}, ${role} `);
  const answer = [make("br"), tag("refused", "bad"), ` ${reason} `, cite(clause)];
  return make("li", { class: "command refused" }, time(at, { clock: true }), who, make("b", {}, command), ...answer);
}

/**
 * Scrolls the list alone, never the page.
 *
 * @param {HTMLElement} list
 * @param {HTMLElement} item
 */
function keepInSight(list, item) {
  if (list.scrollHeight <= list.clientHeight) return;
  const top = item.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + item.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTo({ top: top - list.clientHeight / 2, behavior: calm.matches ? "auto" : "smooth" });
  }
}

document.title = `${table}/${number} · pitboss`;
byId("title").textContent = `Round ${table}/${number}`;
const round = await attempt(byId("problem"), null, () => get("/api/rounds/{table}/{number}", { table, number }));
if (round) {
  const { wagers, awards } = await get("/api/rules/{regulation}", { regulation: round.regulation });
  new Replay(round, await me(), titlesOf([...wagers, ...awards]));
}
