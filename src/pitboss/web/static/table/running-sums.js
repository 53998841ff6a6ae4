// Running sums of practice rounds, with the band that theory gives.

/** @typedef {{ round: number, net: number, staked: number, mean: number, deviation: number, cost: number }} RoundResult */
/**
 * @typedef {object} Point
 * @property {number} round
 * @property {number} number
 * @property {number} staked
 * @property {number} result
 * @property {number} spent
 * @property {number} net
 * @property {number} mean
 * @property {number} low
 * @property {number} high
 * @property {number} cost
 */

/** 95 of 100 results of a normal distribution lie within this many deviations of its mean. */
const WIDE = 1.959964;
const MOST_DRAWN = 60;

/**
 * The sums after each round, in cents.
 *
 * @param {readonly RoundResult[]} rounds
 * @returns {Point[]}
 */
export function runningSums(rounds) {
  let [net, mean, variance, cost] = [0, 0, 0, 0];
  return rounds.map((one, place) => {
    net += one.net;
    mean += one.mean;
    variance += one.deviation ** 2;
    cost += one.cost;
    const wide = WIDE * Math.sqrt(variance);
    const { round, staked, net: result, cost: spent } = one;
    return { round, number: place + 1, staked, result, spent, net, mean, low: mean - wide, high: mean + wide, cost };
  });
}

/**
 * At most about sixty items, always with the first and the last.
 *
 * @template Item
 * @param {Item[]} items
 */
export function thinned(items) {
  const every = Math.max(1, Math.ceil((items.length - 1) / MOST_DRAWN));
  return items.filter((_, place) => place === items.length - 1 || place % every === 0);
}
