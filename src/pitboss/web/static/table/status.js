// What a player is told about the state of the table, in words.

import { setText } from "../lib/dom.js";
import { show } from "../lib/money.js";

/** @import { StateChange } from "../lib/live.js" */
/** @import { OwnBox } from "./own-box.js" */

/** @type {Record<Wire.Closed, string>} */
const CLOSED = { "": "", closing: "The table is closing: no further round begins", closed: "This table is closed" };
/** @type {Record<Wire.Phase, string>} */
const PHASES = {
  betting: "Place your bets",
  closed: "No more bets",
  playing: "Cards are out",
  settling: "Wagers are settled",
};

/**
 * The phase of the table, for everybody.
 *
 * @param {Wire.TableView} view
 */
export function phaseText({ phase, closed, last }) {
  if (phase) return PHASES[phase];
  return CLOSED[closed] || (last ? "The next round begins soon" : "The table opens");
}

/**
 * Says in a banner if the connection of the table is lost, and marks the page as out of date until it is back.
 *
 * @param {HTMLElement} banner
 * @param {StateChange} change
 */
export function showConnection(banner, { state, reason }) {
  banner.hidden = state === "open" || state === "connecting";
  if (state === "lost") setText(banner, "The connection is lost. Trying again…");
  else if (state === "stale") setText(banner, "Nothing has come from the house for a while. Trying again…");
  else setText(banner, state === "suspended" ? `The house is suspended. ${reason}` : "");
  document.body.classList.toggle("is-stale", state !== "open");
}

/**
 * What the player should know or do now, if it is not the player's turn.
 *
 * @param {Wire.TableView} view
 * @param {OwnBox | undefined} place
 * @param {boolean} canSit
 * @param {string} outcome - what the last round came to; empty if that is not known
 */
export function statusText(view, place, canSit, outcome) {
  if (!place) {
    if (canSit) return "You are watching. Take a seat to play.";
    return `You are watching.${view.closed ? ` ${CLOSED[view.closed]}.` : ""}`;
  }
  if (view.phase === "betting") return bettingText(place, outcome);
  if (view.turn) return `${view.seats[view.turn.box] ?? `Box ${view.turn.box}`} decides`;
  return view.phase === null && outcome ? outcome : phaseText(view);
}

/**
 * @param {OwnBox} place
 * @param {string} outcome
 */
function bettingText({ bets, first }, outcome) {
  const missing = bets.missing();
  if (missing) return missing;
  if (bets.isSending || !bets.isSettled) return "Placing your bets…";
  if (bets.total) return `${show(bets.total)} is on the felt`;
  return `${outcome ? `${outcome}. ` : ""}Click ${first} on the felt to bet`;
}

/**
 * The outcome of a round for the player.
 *
 * @param {number} net
 */
export const outcomeText = (net) =>
  net > 0 ? `You win ${show(net)}` : net < 0 ? `You lose ${show(-net)}` : "You break even";

/**
 * The choices of a decision as their buttons name them.
 *
 * @param {Wire.LayoutAnswer} layout
 * @param {Wire.TurnView} turn
 */
export function choiceLabels({ decisions }, { decision, choices }) {
  const about = decisions.find((one) => one.decision === decision);
  return choices.map((choice) => about?.choices.find((one) => one.choice === choice)?.label ?? choice);
}

/**
 * A decision as a question: `Ante: play or fold?`
 *
 * @param {Wire.LayoutAnswer} layout
 * @param {Wire.TurnView} turn
 */
export function questionText(layout, turn) {
  const { decisions, wagers } = layout;
  const { decision } = turn;
  const about = decisions.find((one) => one.decision === decision);
  const labels = choiceLabels(layout, turn);
  const asked = about?.asks ?? decision;
  if (about && decisions.length > 1) return `${about.title}: ${labels.join(" or ").toLowerCase()}?`;
  const title = wagers.find(({ name }) => name === asked)?.title ?? asked.replaceAll("_", " ");
  return `${title}: ${labels.join(" or ").toLowerCase()}?`;
}

/**
 * The state of the table, to be read out.
 *
 * @param {Wire.TableView | null} view
 * @param {Wire.LayoutAnswer} layout
 * @param {OwnBox | undefined} place
 * @param {string} status
 */
export function summaryText(view, { wagers }, place, status) {
  if (!view) return "The table is not connected.";
  const parts = [`Round ${view.round?.number ?? view.rounds}`, status];
  if (place) {
    const chips = wagers
      .filter(({ name }) => place.bets.draft[name])
      .map(({ name, title }) => `${title} ${show(place.bets.draft[name])}`);
    const cards = [...place.node.querySelectorAll("playing-card")].map((card) => card.getAttribute("aria-label"));
    parts.push(chips.length ? chips.join(", ") : "No chips on your areas", cards.join(", "), place.hand);
    parts.push(`${show(view.rack ?? 0)} in your rack`);
  }
  return parts.filter(Boolean).join(". ");
}

/**
 * New limits that were announced, and the time from which they apply.
 *
 * @param {Wire.TableView} view
 */
export const comingText = ({ coming_limits: coming }) =>
  coming
    .map(({ title, stakes, effective }) => {
      const clock = new Date(effective).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
      return `From ${clock} on, ${title}: ${stakes}.`;
    })
    .join(" ");
