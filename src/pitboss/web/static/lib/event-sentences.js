// What each recorded event says in words.

import { show } from "./money.js";
import { title, words } from "./text.js";

/** @type {Record<string, string>} */
const PILES = { dealer: "Dealer", community: "Community cards", bonus_box: "Bonus box", deck: "Deck" };

/**
 * The name of a pile, or of a box's hand.
 *
 * @param {string} to
 */
export const placeOf = (to) => (/^\d+$/.test(to) ? `Box ${to}` : (PILES[to] ?? words(to)));

/** @param {Wire.Event} event */
const cards = (event) => (event.cards?.length ? event.cards.join(" ") : `${event.number ?? ""} face down`.trim());
/** @param {string} name */
const meter = (name) => words(name).toLowerCase();

/** @type {Record<string, (event: Required<Wire.Event>) => string>} */
const SAYS = {
  DeckShuffled: ({ way }) => `The deck is shuffled (${words(way).toLowerCase()})`,
  DeckCut: ({ depth }) => `The deck is cut at ${depth}`,
  RecutOrdered: () => "The floorperson orders a recut",
  ShuffleOrdered: () => "A shuffle is ordered",
  StepPerformed: ({ step, who }) => `The ${who}: ${words(step).toLowerCase()}`,
  BetsOpened: ({ round }) => `Round ${round}: bets are open`,
  WagerPlaced: ({ box, wager, amount }) =>
    amount ? `Box ${box} has ${show(amount)} on ${title(wager)}` : `Box ${box} takes ${title(wager)} back`,
  CouponPlaced: ({ box, wager, amount }) => `Box ${box} lays a coupon of ${show(amount)} on ${title(wager)}`,
  HandChosen: ({ box, hand }) => `Box ${box} chooses hand ${hand}`,
  BetsClosed: () => "No more bets",
  WagersCollected: ({ wager, number, amount }) => `${number} × ${title(wager)} go to the inventory, ${show(amount)}`,
  MeterRaised: ({ meter: name, amount }) => `The ${meter(name)} meter grows by ${show(amount)}`,
  MeterLowered: ({ meter: name, amount }) => `The ${meter(name)} meter gives ${show(amount)} back`,
  MeterShown: ({ meter: name, amount }) => `The ${meter(name)} meter shows ${show(amount)}: other tables have moved it`,
  MeterReset: ({ meter: name, amount }) => `The house fills the ${meter(name)} meter up by ${show(amount)}`,
  CardsRead: (event) => `The dealer reads the cards: ${cards(event)}`,
  CardsDealt: (event) => `${placeOf(event.to)} is dealt ${cards(event)}`,
  CardDiscarded: ({ pile, card }) =>
    `${card ?? "A card"} of the ${placeOf(pile).toLowerCase()} goes to the discard rack`,
  CardBurned: ({ card }) => `${card ?? "A card"} is burned`,
  CardsRevealed: ({ pile, cards: turned }) => `${placeOf(pile)} turned up: ${turned.join(" ")}`,
  CardsCollected: (event) =>
    `The hand of box ${event.box} goes to the discard rack${event.cards?.length ? ` (${event.cards.join(" ")})` : " unseen"}`,
  ChoiceMade: ({ box, decision, choice }) => `Box ${box}: ${words(choice).toLowerCase()} (${title(decision)})`,
  WagerReturned: ({ box, wager, amount }) => `Box ${box} ${title(wager)}: ${show(amount)} goes back`,
  WagerForfeited: ({ box, wager, stake }) => `Box ${box} ${title(wager)}: ${show(stake)} is forfeited`,
  WagerCollected: ({ box, wager, stake }) => `Box ${box} ${title(wager)}: loses ${show(stake)}`,
  WagerPaid: (event) =>
    `Box ${event.box} ${title(event.wager)}: ${paid(event)}${event.meter ? ` from the ${meter(event.meter)} meter` : ""}`,
  AwardPaid: (event) =>
    `Box ${event.box} ${title(event.award)}: ${paid(event)}${event.hand_of !== event.box ? ` for the hand of box ${event.hand_of}` : ""}`,
  ValidationAsked: ({ box, item }) => `Box ${box} ${title(item)}: a win that waits for the floorperson`,
  WinValidated: ({ box, item }) => `Box ${box} ${title(item)}: the floorperson validates the win`,
  StubCounted: ({ number }) => `The stub is counted: ${number} cards`,
  RoundCompleted: () => "The round is completed, its cards are in the discard rack",
  IrregularityFound: ({ found, effects }) =>
    `Irregularity: ${words(found).toLowerCase()}. Then: ${words(effects).toLowerCase().replaceAll(",", ", ")}`,
  RoundVoided: () => "The round is void",
  PaymentTakenBack: ({ box, item, amount }) => `Box ${box} ${title(item)}: ${show(amount)} is taken back`,
  WagersAbandoned: ({ box }) => `The wagers of box ${box} are abandoned`,
  SeatTaken: ({ box, player }) => `${player} takes box ${box}`,
  SeatLeft: ({ box, player }) => `${player} leaves box ${box}`,
  ChipsBought: ({ player, amount }) => `${player} buys ${show(amount)} in chips`,
  ChipsCashed: ({ player, amount }) => `${player} cashes ${show(amount)}`,
  PaymentCorrected: ({ player, amount, reason }) => `${player}: ${show(amount)} put right, ${reason}`,
};

/** @param {Required<Wire.Event>} event */
function paid({ pattern, odds, amount }) {
  const hand = pattern ? `${words(pattern).toLowerCase()} ` : "";
  return `${hand}pays ${odds ? `${odds}, ` : ""}${show(amount)}`;
}

/**
 * An event as a sentence. One that is not known says its own name.
 *
 * @param {Wire.Event} event
 */
export function said(event) {
  return (
    SAYS[event.event]?.(/** @type {Required<Wire.Event>} */ (event)) ??
    event.event.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  );
}
