// What the player can do with the bar and the keyboard, by name.

/** @import { Actions } from "./action-bar.js" */
/** @import { Bets } from "./bets.js" */
/** @import { OwnBox } from "./own-box.js" */

/**
 * The tools for the bets of one box. `place()` is that box while bets can be changed; `chip()` is the chip in hand.
 *
 * @param {() => OwnBox | undefined} place
 * @param {() => number} chip
 * @param {(value: number) => void} hold
 * @returns {Pick<Actions, "undo" | "clear" | "rebet" | "double" | "confirm" | "take" | "put">}
 */
export function betActions(place, chip, hold) {
  /** @param {(bets: Bets, area: string | null) => void} act */
  const withBets = (act) => () => {
    const found = place();
    if (found) act(found.bets, found.area);
  };
  return {
    undo: withBets((bets) => bets.undo()),
    clear: withBets((bets) => bets.clear()),
    rebet: withBets((bets) => bets.rebet()),
    double: withBets((bets) => bets.double()),
    confirm: withBets((bets) => bets.confirm()),
    take: withBets((bets, area) => {
      if (area && bets.takes(area)) bets.take(area, chip());
    }),
    put: (value) => {
      hold(value);
      withBets((bets, area) => {
        if (area && bets.takes(area)) bets.put(area, value);
      })();
    },
  };
}
