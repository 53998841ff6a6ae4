// <chip-stack cents="1500">: an amount as a stack of chips with its figure below. `label="none"` leaves the figure out.

import { breakdown, VALUES } from "./chip-values.js";
import { DrawnElement } from "./drawn-element.js";
import { show } from "./money.js";

/**
 * The colours of each chip, the largest first; coins look like the smallest.
 *
 * @type {[body: string, mark: string][]}
 */
const LOOKS = [
  ["#5d3a94", "#f2ecff"],
  ["#23262b", "#f3f3f3"],
  ["#1d7a46", "#f2fff5"],
  ["#b3242e", "#fff4f2"],
  ["#eceae3", "#31548f"],
  ["#c9923c", "#fff8e8"],
];
const MOST = 12;

/** @param {number} value */
const lookOf = (value) => LOOKS[VALUES.indexOf(value)] ?? LOOKS[LOOKS.length - 1];

/**
 * A chip from above, as an SVG.
 *
 * @param {number} value
 */
export function chipFace(value) {
  const [body, mark] = lookOf(value);
  const edges = [0, 60, 120, 180, 240, 300]
    .map(
      (turn) =>
        `<path d="M-4.5-23.5A24 24 0 0 1 4.5-23.5L3.5-18A18 18 0 0 0-3.5-18Z" transform="rotate(${turn})" fill="${mark}"/>`,
    )
    .join("");
  const text = value % 100 ? `${value}¢` : value / 100;
  return `<svg viewBox="-26 -26 52 52" aria-hidden="true"><circle r="24" fill="${body}" stroke="#0007" stroke-width="1"/>${edges}
    <circle r="16.5" fill="${body}" stroke="${mark}" stroke-width="1.2" stroke-dasharray="2.6 2.2"/>
    <text text-anchor="middle" y="5.5" fill="${mark}" font-size="${String(text).length > 2 ? 13 : 16}" font-weight="750" font-family="system-ui, sans-serif">${text}</text></svg>`;
}

/** @param {number} cents */
function stackOf(cents) {
  const discs = breakdown(cents)
    .flatMap(({ value, count }) => Array(Math.min(count, MOST)).fill(value))
    .slice(-MOST);
  const step = 4.6;
  const height = 20 + discs.length * step;
  const drawn = discs
    .map((value, place) => disc(value, height - 9 - place * step, place === discs.length - 1))
    .join("");
  return `<svg viewBox="0 0 40 ${height}" height="${height}" aria-hidden="true">${drawn}</svg>`;
}

/**
 * @param {number} value
 * @param {number} y
 * @param {boolean} isTop
 */
function disc(value, y, isTop) {
  const [body, mark] = lookOf(value);
  const side = `<path d="M2 ${y - 4.6}V${y}A18 7.5 0 0 0 38 ${y}V${y - 4.6}" fill="${body}" stroke="#0008" stroke-width=".7"/>
    <path d="M7 ${y - 0.6}v4.4M18 ${y + 2.6}h5v4.4h-5zM33 ${y - 0.6}v4.4" fill="${mark}" stroke="${mark}" stroke-width="3"/>`;
  const top = `<ellipse cx="20" cy="${y - 4.6}" rx="18" ry="7.5" fill="${body}" stroke="#0008" stroke-width=".7"/>`;
  const face = `<ellipse cx="20" cy="${y - 4.6}" rx="12" ry="4.8" fill="none" stroke="${mark}" stroke-width="1" stroke-dasharray="2.5 2"/>`;
  return side + top + (isTop ? face : "");
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  :host { display: inline-flex; flex-direction: column; align-items: center; justify-content: flex-end; pointer-events: none; }
  :host([hidden]) { display: none; }
  svg { width: var(--chip-width, 34px); height: auto; display: block; filter: drop-shadow(0 1.5px 1.5px #0007); }
  span { margin-top: 1px; padding: 0 .4em; border-radius: 99px; background: #06130dd9; color: #fff; font: 650 .75rem/1.5 var(--text, system-ui, sans-serif); font-variant-numeric: tabular-nums; white-space: nowrap; }
`);

class ChipStack extends DrawnElement {
  static observedAttributes = ["cents", "label"];

  constructor() {
    super(sheet);
  }

  /** @override */
  draw() {
    const cents = Number(this.getAttribute("cents") ?? 0);
    this.hidden = !cents;
    this.setAttribute("aria-label", `${show(cents)} in chips`);
    const label = this.getAttribute("label") === "none" ? "" : `<span aria-hidden="true">${show(cents)}</span>`;
    this.shadow.innerHTML = cents ? stackOf(cents) + label : "";
  }
}
customElements.define("chip-stack", ChipStack);
