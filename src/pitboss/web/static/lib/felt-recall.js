// What happened before this page was opened: from the records where they are the player's, else from what lies on the felt.

import { get } from "./api.js";
import { netOf } from "./felt-side.js";
import { isMoney } from "./felt-story.js";

const ROUNDS = 8;

/**
 * Tells the last round and the one under way; `player(box)` names whoever sits there.
 * Where the page has only missed the end of the last round (`isLate`), it tells what that came to.
 */
export async function recall({ view, layout, story, side, player, isLate }) {
  const { last, round } = view;
  const table = encodeURIComponent(layout.table);
  const isMine = ({ boxes }) => Object.values(boxes).some((box) => box.player === view.player && Object.keys(box.wagers).length);
  const hasSat = Boolean(view.player && last && isMine(last));
  if (hasSat) side.know([[last.number, netOfMine(last, view.player)]]);
  const [told, known] = await Promise.all([
    hasSat ? get(`/api/rounds/${table}/${last.number}`).then(({ moments }) => moments.map(({ event }) => event)).catch(() => null) : null,
    hasSat ? get(`/api/rounds?table=${table}&limit=${ROUNDS}`).catch(() => null) : null,
  ]);
  side.know((known?.rounds ?? []).filter(({ net }) => view.player in net).map(({ id, net }) => [Number(id.split("/").at(-1)), net[view.player]]));
  const past = told ?? (last ? story.past(last) : []);
  const events = isLate ? past.filter(isMoney) : [...past, ...(round ? story.present(round, view.phase) : [])];
  for (const event of events) {
    const line = story.line(event, view);
    const name = event.player ?? player(event.box);
    if (line) side.tell(line, Boolean(view.player) && name === view.player && line.box > 0, name, !isLate);
  }
}

function netOfMine({ boxes }, name) {
  return Object.values(boxes).filter((box) => box.player === name).reduce((total, box) => total + netOf(box), 0);
}
