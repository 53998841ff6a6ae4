// The keys of choices: each choice of a decision has one of its own letters that nothing else uses.

/** The letters that the tools of the bar use at all times. */
const TAKEN = "ucrdsa";

/**
 * The key of every choice of a decision, by the name of the choice.
 *
 * @param {readonly { choice: string }[]} choices
 * @returns {Map<string, string>}
 */
export function choiceKeys(choices) {
  /** @type {Map<string, string>} */
  const keys = new Map();
  for (const { choice } of choices) {
    const used = [...TAKEN, ...keys.values()];
    keys.set(choice, [...choice].find((letter) => !used.includes(letter)) ?? String(keys.size + 6));
  }
  return keys;
}
