// What boxes won or lost.

/**
 * What a box won or lost in a round that is over, in cents.
 *
 * @param {Wire.BoxView} box
 */
export function netOf({ settled, wagers }) {
  const back = Object.values(settled).reduce((sum, due) => sum + due.returned + due.amount, 0);
  return back - Object.values(wagers).reduce((sum, stake) => sum + stake, 0);
}

/**
 * What a player won or lost in a round that is over; null for a player without wagers in it.
 *
 * @param {Wire.RoundView} round
 * @param {string | undefined} player
 */
export function netOfPlayer({ boxes }, player) {
  const own = Object.values(boxes).filter((box) => box.player === player && Object.keys(box.wagers).length);
  return player && own.length ? own.reduce((sum, box) => sum + netOf(box), 0) : null;
}
