// Cards as a dealer keys or scans them: `As Kd 7c`, `as,kd,7c`, `AsKd7c` or `10h`.

const CARD = /^(?:10|[2-9TJQKA])[CDHS]$/i;

/** The cards of a text in order, what is no card, and what stands there twice. */
export function readCards(text) {
  const words = text.replace(/[,;]/g, " ").split(/\s+/).filter(Boolean).flatMap(parted);
  const cards = [], bad = [], twice = [];
  for (const word of words) {
    if (!CARD.test(word)) {
      bad.push(word);
      continue;
    }
    const card = word.slice(0, -1).toUpperCase().replace("10", "T") + word.at(-1).toLowerCase();
    (cards.includes(card) ? twice : cards).push(card);
  }
  return { cards, bad, twice };
}

/** A scanner may send its cards without spaces. */
function parted(word) {
  const found = word.match(/(?:10|[2-9TJQKA])[CDHS]/gi) ?? [];
  return found.join("") === word && found.length ? found : [word];
}
