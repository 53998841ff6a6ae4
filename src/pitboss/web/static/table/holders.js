// Whose box it was: events name a box, and another player may sit there by the time they are told.

/** Events that name the player who takes or leaves a box. */
const TAKEN = "SeatTaken";
const LEFT = new Set(["SeatLeft", "SeatFreed"]);

/**
 * Who held each event's box when it happened, as far as that is known; read from the newest event back.
 *
 * @param {readonly Wire.EventAnswer[]} events in the order in which they happened
 * @param {(box: number) => string | undefined} holderNow
 * @returns {(string | undefined)[]}
 */
export function holdersOf(events, holderNow) {
  /** @type {Map<number, string | undefined>} */
  const holders = new Map();
  const found = [...events].reverse().map(({ event, box, player }) => {
    if (!box) return undefined;
    if (event === TAKEN) holders.set(box, undefined);
    else if (LEFT.has(event)) holders.set(box, player);
    return player ?? (holders.has(box) ? holders.get(box) : holderNow(box));
  });
  return found.reverse();
}
