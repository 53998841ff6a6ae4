// The elements that lib/cards.js and lib/chips.js define.

interface HTMLElementTagNameMap {
  "playing-card": HTMLElement;
  "chip-stack": HTMLElement;
}
