// Tells what happened before this page was open: from the records of the player's own rounds, else from the felt.

import { get } from "../lib/api.js";
import { isMoney } from "./event-queue.js";
import { netOfPlayer } from "./net.js";

/** @import { EventLines } from "./event-lines.js" */
/** @import { SidePanel } from "./side-panel.js" */

const ROUNDS = 8;

/**
 * Tells the last round and the one under way; `player(box)` names the player at a box. If the page has only missed the
 * end of the last round (`isLate`), it tells only what that came to.
 *
 * @param {object} given
 * @param {Wire.TableView} given.view
 * @param {Wire.Layout} given.layout
 * @param {EventLines} given.lines
 * @param {SidePanel} given.side
 * @param {(box: number) => string | undefined} given.player
 * @param {boolean} given.isLate
 */
export async function catchUp({ view, layout, lines, side, player, isLate }) {
  const { last, round, player: name = "" } = view;
  const { table } = layout;
  const net = last && netOfPlayer(last, name);
  if (last && net !== null) side.know([[last.number, net]]);
  const recorded = last && net !== null ? await recordedEvents(table, last.number) : null;
  if (net !== null) side.know(await knownResults(table, name));
  const past = recorded ?? (last ? lines.past(last) : []);
  const present = round ? lines.present(round, view.phase) : [];
  for (const event of isLate ? past.filter(isMoney) : [...past, ...present]) {
    const line = lines.line(event, view);
    const who = event.player ?? player(event.box ?? 0);
    if (line) side.tell(line, { isOwn: Boolean(name) && who === name && line.box > 0, who, isEarlier: !isLate });
  }
}

/**
 * @param {string} table
 * @param {number} number
 */
async function recordedEvents(table, number) {
  try {
    const { moments } = await get("/api/rounds/{table}/{number}", { table, number });
    return moments.map(({ event }) => event);
  } catch {
    return null;
  }
}

/**
 * @param {string} table
 * @param {string} name
 * @returns {Promise<[round: number, net: number][]>}
 */
async function knownResults(table, name) {
  try {
    const { rounds } = await get("/api/rounds", { table, limit: ROUNDS });
    return rounds.filter(({ net }) => name in net).map(({ id, net }) => [Number(id.split("/").at(-1)), net[name]]);
  } catch {
    return [];
  }
}
