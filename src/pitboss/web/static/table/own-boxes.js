// The player's own boxes: one for each seat that the player has.

/** @import { IsTold } from "./felt.js" */
/** @import { OwnBox } from "./own-box.js" */

export class OwnBoxes {
  /** @type {Map<number, OwnBox>} */
  #boxes = new Map();
  #layout;
  #make;

  /**
   * `make(box)` makes a box and puts it on the felt.
   *
   * @param {Wire.LayoutAnswer} layout
   * @param {(box: number) => OwnBox} make
   */
  constructor(layout, make) {
    this.#layout = layout;
    this.#make = make;
  }

  get size() {
    return this.#boxes.size;
  }

  /** The boxes by their numbers. */
  get all() {
    return this.#boxes;
  }

  /** Whether a chip of the player lies on one of them, placed or not. */
  get isTouched() {
    return [...this.#boxes.values()].some(({ bets }) => bets.total);
  }

  /**
   * The box that keys and tools are for: the one in focus, or the one that decides, or the first.
   *
   * @param {Wire.TableView | null} view
   */
  current(view) {
    const boxes = [...this.#boxes.values()];
    const inFocus = boxes.find(({ node }) => node.contains(document.activeElement));
    return inFocus ?? boxes.find(({ box }) => box === view?.turn?.box) ?? boxes.at(0);
  }

  /**
   * Makes and removes boxes, so that there is one for each seat of the player.
   *
   * @param {Wire.TableView} view
   */
  sync({ seats, player }) {
    const own = Object.keys(seats)
      .map(Number)
      .filter((box) => player && seats[box] === player);
    for (const [box, { node }] of this.#boxes) {
      if (own.includes(box)) continue;
      node.remove();
      this.#boxes.delete(box);
    }
    for (const box of own) if (!this.#boxes.has(box)) this.#boxes.set(box, this.#make(box));
  }

  /**
   * Shows what lies on the boxes; `canBet(box)` says whether the house takes bets there.
   *
   * @param {Wire.TableView} view
   * @param {Wire.RoundView | null} round
   * @param {IsTold} isTold
   * @param {{ canBet: (box: number) => boolean, back: string }} now
   */
  update(view, round, isTold, { canBet, back }) {
    const [rack, number, isOpen] = [view.rack ?? 0, view.round?.number ?? view.rounds, view.phase === "betting"];
    for (const [box, place] of this.#boxes) {
      place.bets.follow({ wagers: view.round?.boxes[box]?.wagers ?? {}, rack, round: number, isOpen });
      place.update(view, round, isTold, { canBet: canBet(box), back });
    }
  }

  /**
   * The boxes that nobody has, if the player may take another one.
   *
   * @param {Wire.TableView} view
   */
  free({ seats, round, closed }) {
    if (closed || this.size >= this.#layout.adjacent_boxes) return [];
    const boxes = Array.from({ length: this.#layout.boxes }, (_, place) => place + 1);
    return boxes.filter((box) => !seats[box] && !round?.boxes[box]);
  }
}
