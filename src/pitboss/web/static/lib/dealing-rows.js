// How regulations deal.

/** @type {Record<string, Record<string, import("./deal-check.js").DealingRow[]>>} */
export const DEALS = {
  "MD-LIR": {
    manual_shoe: [
      { to: ["bonus_box"], cards: 3, times: 1, conditional: true },
      { to: ["player"], cards: 1, times: 1, conditional: false },
      { to: ["community"], cards: 1, times: 1, conditional: false },
      { to: ["player"], cards: 1, times: 1, conditional: false },
      { to: ["community"], cards: 1, times: 1, conditional: false },
      { to: ["player"], cards: 1, times: 1, conditional: false },
    ],
    hand: [
      { to: ["bonus_box"], cards: 3, times: 1, conditional: true },
      { to: ["player"], cards: 1, times: 1, conditional: false },
      { to: ["community"], cards: 1, times: 1, conditional: false },
      { to: ["player"], cards: 1, times: 1, conditional: false },
      { to: ["community"], cards: 1, times: 1, conditional: false },
      { to: ["player"], cards: 1, times: 1, conditional: false },
    ],
    automated_shoe: [
      { to: ["bonus_box"], cards: 3, times: 1, conditional: true },
      { to: ["community"], cards: 2, times: 1, conditional: false },
      { to: ["player"], cards: 3, times: 1, conditional: false },
    ],
    reshuffling_shoe: [
      { to: ["bonus_box"], cards: 3, times: 1, conditional: true },
      { to: ["community"], cards: 3, times: 1, conditional: false },
      { to: ["player"], cards: 3, times: 1, conditional: false },
    ],
  },
  "MD-TCP": {
    manual_shoe: [
      { to: ["player", "dealer"], cards: 1, times: 3, conditional: false },
      { to: ["community"], cards: 2, times: 1, conditional: true },
    ],
    hand: [
      { to: ["player", "dealer"], cards: 1, times: 3, conditional: false },
      { to: ["community"], cards: 2, times: 1, conditional: true },
    ],
    automated_shoe: [
      { to: ["player"], cards: 3, times: 1, conditional: false },
      { to: ["dealer"], cards: 3, times: 1, conditional: false },
      { to: ["community"], cards: 2, times: 1, conditional: true },
    ],
    electronic: [
      { to: ["dealer"], cards: 3, times: 1, conditional: false },
      { to: ["community"], cards: 9, times: 1, conditional: false },
    ],
  },
  "MD-TFP": {
    manual_shoe: [{ to: ["player", "dealer"], cards: 1, times: 7, conditional: false }],
    hand: [{ to: ["player", "dealer"], cards: 1, times: 7, conditional: false }],
    automated_shoe: [
      { to: ["player"], cards: 7, times: 1, conditional: false },
      { to: ["dealer"], cards: 7, times: 1, conditional: false },
    ],
  },
  "MA-LIR": {
    manual_shoe: [{ to: ["player", "community"], cards: 1, times: 3, conditional: false }],
    automated_shoe: [
      { to: ["player"], cards: 3, times: 1, conditional: false },
      { to: ["community"], cards: 3, times: 1, conditional: false },
    ],
  },
};
