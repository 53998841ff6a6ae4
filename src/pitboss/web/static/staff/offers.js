// What staff may do now, as buttons: each with its label, and what is asked before it is done.

import { title, words } from "../lib/text.js";

/** @import { Field } from "./dialog.js" */
/**
 * @typedef {object} Offer
 * @property {string} command
 * @property {string} label
 * @property {boolean} [main] - it comes first
 * @property {string} [sure] - what the person confirms before it is done
 * @property {boolean} [bad] - it cannot be taken back
 * @property {Field[]} [fields]
 * @property {(values: Record<string, string>) => string} [fill] - the command with what was entered
 */

/** @type {Field} */
const HOW = { name: "how", label: "How", options: { covered: "Covered", marked: "Marked with a sign" } };

/** @typedef {[pattern: RegExp, offer: (match: RegExpExecArray) => Omit<Offer, "command">][]} Patterns */

/** @type {Patterns} */
const BY_DEALER = [
  [
    /^dealer receives (\d+) decks?( preshuffled)?$/,
    ([, number, more = ""]) => ({
      label: `Receive ${number === "1" ? "a new deck" : `${number} new decks`}${more}`,
      sure: "This cannot be taken back.",
      bad: true,
    }),
  ],
  [
    /^dealer counts stub/,
    () => ({
      label: "Count the stub",
      sure: "A number that does not make 52 with the cards that are out voids the round.",
      fields: [{ name: "number", label: "Cards counted", type: "number", min: 0, max: 60, inputmode: "numeric" }],
      fill: ({ number, found = "" }) => `dealer counts stub ${Number(number)}${found}`,
    }),
  ],
  [
    /^dealer cuts (\d+)/,
    ([, least]) => ({
      label: "Cut the cards",
      sure: `At least ${least} cards from the top.`,
      fields: [{ name: "depth", label: "Cards from the top", type: "number", min: Number(least), max: 51, value: 26 }],
      fill: ({ depth }) => `dealer cuts ${Number(depth)}`,
    }),
  ],
  [/^dealer spreads cards$/, () => ({ label: "Nobody plays: spread the cards" })],
  [/^dealer opens bets$/, () => ({ label: "Open the bets" })],
  [/^dealer closes bets/, () => ({ label: "Close the bets" })],
  [/^dealer shuffles/, () => ({ label: "Shuffle the cards" })],
  [/^dealer deals$/, () => ({ label: "Deal the cards" })],
  [/^dealer settles$/, () => ({ label: "Turn up the cards and settle" })],
  [/^dealer takes (\w+) out of service/, ([command, device]) => takeOut(command, device)],
  [/^dealer (.*)$/, ([, rest]) => ({ label: words(rest) })],
];

/** @type {Patterns} */
const BY_FLOOR = [
  [/^floorperson performs (\w+)$/, ([, step]) => ({ label: words(step), main: true })],
  [
    /^floorperson validates (\w+) of box (\d+)$/,
    ([, item, box]) => ({ label: `Validate ${title(item)} of box ${box}`, main: true }),
  ],
  [
    /^floorperson orders (\w+)$/,
    ([, what]) => ({
      label: `Order a ${what === "shuffle" ? "reshuffle" : what}`,
      sure: "The cards are prepared again before play goes on.",
    }),
  ],
  [
    /^floorperson declares box (\d+) abandoned$/,
    ([, box]) => ({
      label: `Declare box ${box} abandoned`,
      sure: "The player has left: the wagers on the box are treated as lost.",
      bad: true,
    }),
  ],
  [
    /^floorperson finds violation at box (\d+)$/,
    ([, box]) => ({
      label: `Violation at box ${box}`,
      sure: "The player broke the rules of conduct: every wager of the player in this round is forfeited.",
      bad: true,
    }),
  ],
  [/^dealer takes (\w+) out of service, covered$/, ([command, device]) => takeOut(command, device)],
  [
    /^dealer receives (\d+) decks?$/,
    ([, number]) => ({
      label: number === "1" ? "Change the deck" : "Change the decks",
      sure: "New cards come to the table, and are opened and inspected before the next round.",
      bad: true,
    }),
  ],
  [/^floorperson empties drop$/, () => ({ label: "Empty the drop box", sure: "The drop box goes to the count." })],
];

/**
 * @param {string} command
 * @param {string} device
 * @returns {Omit<Offer, "command">}
 */
const takeOut = (command, device) => ({
  label: `Take the ${device.replace("_", " ")} out of service`,
  sure: "It is covered or marked with a sign, and not used any more.",
  bad: true,
  fields: [HOW],
  fill: ({ how }) => command.replace(/\w+$/, how),
});

/**
 * @param {string} command
 * @param {Patterns} patterns
 * @returns {Offer | null}
 */
function offerOf(command, patterns) {
  for (const [pattern, offer] of patterns) {
    const match = pattern.exec(command);
    if (match) return { command, ...offer(match) };
  }
  return null;
}

/**
 * What the dealer may do besides the next step.
 *
 * @param {Wire.TableView} view
 * @param {boolean} isUnread - the dealer shuffles real cards, which nobody scans
 */
export function dealerOffers({ may = [], next, round }, isUnread) {
  const others = may.filter(
    (text) =>
      text !== next?.command &&
      !text.startsWith("dealer reports") &&
      text !== "dealer reads" &&
      !(isUnread && text === "dealer shuffles"),
  );
  const offers = others.flatMap((text) => offerOf(text, BY_DEALER) ?? []);
  for (const offer of offers) {
    if (round && offer.command.startsWith("dealer counts stub")) {
      const options = { "": "The cards were dealt rightly", " misdealt": "Cards were misdealt" };
      offer.fields = [...(offer.fields ?? []), { name: "found", label: "What was found", options }];
    }
  }
  return offers;
}

/**
 * What the floor may do, what waits first.
 *
 * @param {Wire.TableView} view
 */
export function floorOffers({ may = [] }) {
  const offers = may.flatMap((text) => offerOf(text, BY_FLOOR) ?? []);
  return offers.sort((one, other) => Number(other.main ?? false) - Number(one.main ?? false));
}
