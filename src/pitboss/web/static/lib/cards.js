// <playing-card card="As">, <playing-card card="back" back="red">: our own cards, drawn here.
// `data-deck="four"` on <html> gives each suit a colour of its own. Letters and shapes tell the cards apart without any.

import { cardName } from "./card-names.js";
import { DrawnElement } from "./drawn-element.js";

/** @type {Record<string, string>} */
const SHAPES = {
  s: "M0-10.5C4-5.5 10-1.5 10 4 10 8.2 6.5 9.6 3.6 8.2 2.1 7.5 1.2 6.2.9 5 1 8 2 10 3.6 11H-3.6C-2 10-1 8-.9 5-1.2 6.2-2.1 7.5-3.6 8.2-6.5 9.6-10 8.2-10 4-10-1.5-4-5.5 0-10.5Z",
  h: "M0 10.5C-4 5.5-10 1-10-4.2-10-8-7.2-10-4.6-9.6-2.2-9.2-.6-7.4 0-5.2.6-7.4 2.2-9.2 4.6-9.6 7.2-10 10-8 10-4.2 10 1 4 5.5 0 10.5Z",
  d: "M0-11Q3.6-4.6 8.6 0 3.6 4.6 0 11-3.6 4.6-8.6 0-3.6-4.6 0-11Z",
  c: "M0-10.5A4.9 4.9 0 0 1 4.2-3.1 4.9 4.9 0 1 1 1 4.8C1.1 8 2 10 3.6 11H-3.6C-2 10-1.1 8-1 4.8A4.9 4.9 0 1 1-4.2-3.1 4.9 4.9 0 0 1 0-10.5Z",
};
// Where the pips of a number lie: columns at -1, 0, 1, and rows from -1 (top) to 1.
/** @type {Record<string, [column: number, row: number][]>} */
const PIPS = {
  2: [
    [0, -1],
    [0, 1],
  ],
  3: [
    [0, -1],
    [0, 0],
    [0, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
  7: [
    [-1, -1],
    [1, -1],
    [0, -0.5],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
  8: [
    [-1, -1],
    [1, -1],
    [0, -0.5],
    [-1, 0],
    [1, 0],
    [0, 0.5],
    [-1, 1],
    [1, 1],
  ],
  9: [
    [-1, -1],
    [1, -1],
    [-1, -0.34],
    [1, -0.34],
    [0, 0],
    [-1, 0.34],
    [1, 0.34],
    [-1, 1],
    [1, 1],
  ],
  T: [
    [-1, -1],
    [1, -1],
    [0, -0.67],
    [-1, -0.34],
    [1, -0.34],
    [-1, 0.34],
    [1, 0.34],
    [0, 0.67],
    [-1, 1],
    [1, 1],
  ],
};
const GOLD = "#d9a520";
const HAIR = "#5b3a1e";
// The upper half of a figure, on a line through the middle of the card.
/** @type {Record<string, string>} */
const FIGURES = {
  K: `<ellipse cy="-30" rx="7.5" ry="8.5" fill="#f4d6b4"/><path d="M-7.5-31Q-8-15 0-13 8-15 7.5-31 5-25 0-26-5-25-7.5-31Z" fill="${HAIR}"/>
    <path d="M-9-37-11.5-48-5.5-42.5 0-50 5.5-42.5 11.5-48 9-37Z" fill="${GOLD}"/><circle cx="0" cy="-40.5" r="1.6" fill="#fff"/>`,
  Q: `<path d="M-9-36Q-14-20-9.5-15H9.5Q14-20 9-36Z" fill="${HAIR}"/><ellipse cy="-29.5" rx="6.8" ry="8" fill="#f7dcc0"/>
    <path d="M-9-36Q-10-42-9.5-46L-4.8-41 0-47.5 4.8-41 9.5-46Q10-42 9-36Z" fill="${GOLD}"/>
    <circle cx="-9.5" cy="-46.5" r="1.5" fill="${GOLD}"/><circle cy="-48.5" r="1.7" fill="${GOLD}"/><circle cx="9.5" cy="-46.5" r="1.5" fill="${GOLD}"/>`,
  J: `<path d="M-9-36V-23Q-6-20-5-26V-34H5V-26Q6-20 9-23V-36Z" fill="${HAIR}"/><ellipse cy="-29.5" rx="6.8" ry="8" fill="#f4d6b4"/>
    <path d="M-10.5-35.5Q-10-47 2-46 11-45.5 10.5-35.5Z" fill="currentColor"/><path d="M5-45Q17-53 15-38 11-43 5-45Z" fill="${GOLD}"/>`,
};
const EYES = `<circle cx="-2.6" cy="-30" r=".9"/><circle cx="2.6" cy="-30" r=".9"/>`;
const BODY = `<path d="M-21 0V-7Q-17-19-7-21.5H7Q17-19 21-7V0Z" fill="currentColor"/><path d="M-7-21.5 0-8 7-21.5Z" fill="${GOLD}"/>
  <path d="M-13 0V-13M13 0V-13" stroke="${GOLD}" stroke-width="2.2"/>`;
/** @type {Record<string, string>} */
const BACKS = {
  red: "#a3202c",
  blue: "#1d4a8f",
  green: "#17643f",
  black: "#2b2b33",
  purple: "#58318a",
  orange: "#b4570f",
};

/**
 * @param {string} suit
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {boolean} [turned]
 */
const pip = (suit, x, y, size, turned = false) =>
  `<path d="${SHAPES[suit]}" transform="translate(${x} ${y}) scale(${turned ? -size : size})" fill="currentColor"/>`;

/** @param {Wire.Card} card */
function faceOf([rank, suit]) {
  const corner = `<text x="14" y="28" text-anchor="middle"${rank === "T" ? ' textLength="23" lengthAdjust="spacingAndGlyphs"' : ""}>${rank === "T" ? "10" : rank}</text>${pip(suit, 14, 41, 0.82)}`;
  const face = `<g class="${suit}">${corner}<g transform="rotate(180 50 70)">${corner}</g>${middle(rank, suit)}</g>`;
  return `<rect class="paper" x=".75" y=".75" width="98.5" height="138.5" rx="8"/>${face}`;
}

/**
 * @param {string} rank
 * @param {string} suit
 */
function middle(rank, suit) {
  if (rank === "A") return pip(suit, 50, 70, 2.6);
  if (PIPS[rank]) return PIPS[rank].map(([x, y]) => pip(suit, 50 + 15.5 * x, 70 + 43 * y, 0.74, y > 0)).join("");
  const half = `<g transform="translate(50 70)">${BODY}${FIGURES[rank]}${EYES}</g>${pip(suit, 37, 28, 0.55)}`;
  return `<rect x="29" y="18" width="42" height="104" rx="3" class="panel"/>${half}<g transform="rotate(180 50 70)">${half}</g>
    <path d="M29 70H71" stroke="${GOLD}" stroke-width="1.5"/>`;
}

/** @param {string} colour */
function backOf(colour) {
  const ink = BACKS[colour] ?? BACKS.red;
  return `<defs><pattern id="lattice" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="10" height="10" fill="${ink}"/><path d="M0 0H10V10" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="1.2"/>
      <circle cx="5" cy="5" r="1.5" fill="#fff" fill-opacity=".8"/></pattern></defs>
    <rect class="paper" x=".75" y=".75" width="98.5" height="138.5" rx="8"/>
    <rect x="6" y="6" width="88" height="128" rx="5" fill="url(#lattice)" stroke="${ink}" stroke-width="2"/>
    <circle cx="50" cy="70" r="17" fill="${ink}" stroke="#fff" stroke-width="1.5"/>${`<g color="#fff">${pip("s", 50, 70, 1)}</g>`}`;
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  :host { display: inline-block; width: var(--card-width, 64px); aspect-ratio: 5 / 7; vertical-align: top; }
  :host([hidden]) { display: none; }
  svg { display: block; width: 100%; height: 100%; overflow: visible; filter: drop-shadow(0 1px 1.5px #0006); }
  .paper { fill: #fffefa; stroke: #a9a79b; stroke-width: 1; }
  .panel { fill: #f7f1dc; stroke: currentColor; stroke-width: 1; }
  text { font: 700 30px Georgia, "Liberation Serif", "Noto Serif", serif; fill: currentColor; }
  .c { color: var(--suit-clubs); } .d { color: var(--suit-diamonds); } .h { color: var(--suit-hearts); } .s { color: var(--suit-spades); }
`);
const colours = new CSSStyleSheet();
colours.replaceSync(`
  :root { --suit-clubs: #16181d; --suit-spades: #16181d; --suit-hearts: #b9141f; --suit-diamonds: #b9141f; }
  :root[data-deck="four"] { --suit-clubs: #0b6b34; --suit-diamonds: #1450b4; }
`);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, colours];

const calm = matchMedia("(prefers-reduced-motion: reduce)");

class PlayingCard extends DrawnElement {
  static observedAttributes = ["card", "back"];
  #shown = "";

  constructor() {
    super(sheet);
  }

  /** @override */
  draw() {
    const card = this.getAttribute("card") ?? "back";
    const back = this.getAttribute("back") ?? "";
    const isFace = /^[2-9TJQKA][cdhs]$/.test(card);
    const shown = isFace ? card : `back ${back}`;
    if (shown === this.#shown) return;
    const turnsUp = this.#shown.startsWith("back") && isFace;
    this.#shown = shown;
    this.setAttribute("aria-label", cardName(card));
    this.shadow.innerHTML = `<svg viewBox="0 0 100 140" aria-hidden="true">${isFace ? faceOf(card) : backOf(back)}</svg>`;
    if (turnsUp && !calm.matches) {
      const turn = [{ transform: "rotateY(90deg)" }, { transform: "none" }];
      this.shadow.firstElementChild?.animate(turn, { duration: 220, easing: "ease-out" });
    }
  }
}
customElements.define("playing-card", PlayingCard);
