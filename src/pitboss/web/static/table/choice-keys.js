// The keys of choices: each choice of a decision has a key that nothing else uses.

/** The keys that the tools of the bar use at all times. */
export const TAKEN = "ucrdsa";

/**
 * The key of every choice of a decision, by the name of the choice: the key that the regulation's data names, else a
 * letter of its name.
 *
 * @param {readonly { choice: string, key: string }[]} choices
 * @param {string} [taken] - keys that mean something else on this page
 * @returns {Map<string, string>}
 */
export function choiceKeys(choices, taken = TAKEN) {
  /** @type {Map<string, string>} */
  const keys = new Map();
  for (const { choice, key } of choices) if (key && !taken.includes(key)) keys.set(choice, key);
  for (const { choice } of choices) {
    if (keys.has(choice)) continue;
    const used = [...taken, ...keys.values()];
    keys.set(choice, [...choice].find((letter) => !used.includes(letter)) ?? String(keys.size + 6));
  }
  return keys;
}
