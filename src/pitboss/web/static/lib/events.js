// Recorded events: what each says in words, and what the table looks like after some of them.

import { show } from "./money.js";
import { title, words } from "./records.js";

const PILES = { dealer: "Dealer", community: "Community cards", bonus_box: "Bonus box", deck: "Deck" };

/** The name of a pile, or of a box's hand. */
export const placeOf = (to) => (/^\d+$/.test(to) ? `Box ${to}` : PILES[to] ?? words(to));

const cards = (event) => (event.cards?.length ? event.cards.join(" ") : `${event.number ?? ""} face down`.trim());
const meter = (name) => words(name).toLowerCase();

const SAYS = {
  DeckShuffled: ({ way }) => `The deck is shuffled (${words(way).toLowerCase()})`,
  DeckCut: ({ depth }) => `The deck is cut at ${depth}`,
  RecutOrdered: () => "The floorperson orders a recut",
  ShuffleOrdered: () => "A shuffle is ordered",
  StepPerformed: ({ step, who }) => `The ${who}: ${words(step).toLowerCase()}`,
  BetsOpened: ({ round }) => `Round ${round}: bets are open`,
  WagerPlaced: ({ box, wager, amount }) => (amount ? `Box ${box} has ${show(amount)} on ${title(wager)}` : `Box ${box} takes ${title(wager)} back`),
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
  CardDiscarded: ({ pile, card }) => `${card ?? "A card"} of the ${placeOf(pile).toLowerCase()} goes to the discard rack`,
  CardBurned: ({ card }) => `${card ?? "A card"} is burned`,
  CardsRevealed: ({ pile, cards: turned }) => `${placeOf(pile)} turned up: ${turned.join(" ")}`,
  CardsCollected: (event) => `The hand of box ${event.box} goes to the discard rack${event.cards?.length ? ` (${event.cards.join(" ")})` : " unseen"}`,
  ChoiceMade: ({ box, decision, choice }) => `Box ${box}: ${words(choice).toLowerCase()} (${title(decision)})`,
  WagerReturned: ({ box, wager, amount }) => `Box ${box} ${title(wager)}: ${show(amount)} goes back`,
  WagerForfeited: ({ box, wager, stake }) => `Box ${box} ${title(wager)}: ${show(stake)} is forfeited`,
  WagerCollected: ({ box, wager, stake }) => `Box ${box} ${title(wager)}: loses ${show(stake)}`,
  WagerPaid: (event) => `Box ${event.box} ${title(event.wager)}: ${paid(event)}${event.meter ? ` from the ${meter(event.meter)} meter` : ""}`,
  AwardPaid: (event) => `Box ${event.box} ${title(event.award)}: ${paid(event)}${event.hand_of !== event.box ? ` for the hand of box ${event.hand_of}` : ""}`,
  ValidationAsked: ({ box, item }) => `Box ${box} ${title(item)}: a win that waits for the floorperson`,
  WinValidated: ({ box, item }) => `Box ${box} ${title(item)}: the floorperson validates the win`,
  StubCounted: ({ number }) => `The stub is counted: ${number} cards`,
  RoundCompleted: () => "The round is completed, its cards are in the discard rack",
  IrregularityFound: ({ found, effects }) => `Irregularity: ${words(found).toLowerCase()}. Then: ${words(effects).toLowerCase().replaceAll(",", ", ")}`,
  RoundVoided: () => "The round is void",
  PaymentTakenBack: ({ box, item, amount }) => `Box ${box} ${title(item)}: ${show(amount)} is taken back`,
  WagersAbandoned: ({ box }) => `The wagers of box ${box} are abandoned`,
  SeatTaken: ({ box, player }) => `${player} takes box ${box}`,
  SeatLeft: ({ box, player }) => `${player} leaves box ${box}`,
  ChipsBought: ({ player, amount }) => `${player} buys ${show(amount)} in chips`,
  ChipsCashed: ({ player, amount }) => `${player} cashes ${show(amount)}`,
  PaymentCorrected: ({ player, amount, reason }) => `${player}: ${show(amount)} put right, ${reason}`,
};

function paid({ pattern, odds, amount }) {
  const hand = pattern ? `${words(pattern).toLowerCase()} ` : "";
  return `${hand}pays ${odds ? `${odds}, ` : ""}${show(amount)}`;
}

/** An event as a sentence. One that is not known says its own name. */
export function said(event) {
  return SAYS[event.event]?.(event) ?? event.event.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/**
 * The table after the first moments of a round: {boxes, piles, rack}. A card is {card, up}: `card` is empty where nobody
 * who looks at this may know it; `up` says whether it lay open at the table.
 */
export function tableAfter(moments, { hands }) {
  const table = { boxes: {}, piles: {}, over: false };
  for (const { event } of moments) take(table, event, hands);
  return table;
}

function take(table, event, hands) {
  const box = event.box ? (table.boxes[event.box] ??= { wagers: {}, cards: [], choices: [], results: [], gone: false }) : null;
  switch (event.event) {
    case "WagerPlaced":
      if (event.amount) box.wagers[event.wager] = event.amount;
      else delete box.wagers[event.wager];
      break;
    case "CardsDealt": {
      const known = event.cards.length ? event.cards : Array(event.number ?? 0).fill("");
      const dealt = known.map((card) => ({ card, up: false }));
      if (/^\d+$/.test(event.to)) (table.boxes[event.to] ??= { wagers: {}, cards: [], choices: [], results: [], gone: false }).cards = dealt;
      else table.piles[event.to] = [...(table.piles[event.to] ?? []), ...dealt];
      break;
    }
    case "CardsRevealed":
      table.piles[event.pile] = turned(table.piles[event.pile] ?? [], event.cards);
      break;
    case "CardBurned": case "CardDiscarded":
      if (table.piles[event.pile]) table.piles[event.pile] = without(table.piles[event.pile], event.card);
      break;
    case "ChoiceMade": box.choices.push(event.choice); break;
    case "CardsCollected": box.gone = true; break;
    case "WagerReturned": settle(box, event.wager, "returned", event.amount); break;
    case "WagerForfeited": settle(box, event.wager, "forfeited", -event.stake); break;
    case "WagerCollected": settle(box, event.wager, "lost", -event.stake); lay(box, hands.boxes[event.box]); break;
    case "WagerPaid": settle(box, event.wager, "paid", event.amount); lay(box, hands.boxes[event.box]); break;
    case "AwardPaid": settle(box, event.award, "paid", event.amount); lay(box, hands.boxes[event.box]); break;
    case "RoundCompleted": case "RoundVoided": table.over = true; break;
  }
}

function settle(box, item, outcome, cents) {
  box.results.push({ item, outcome, cents });
  delete box.wagers[item];
}

/** Settlement turns a hand up, unless it was given up. */
function lay(box, hand) {
  if (box.gone || !hand?.cards.length) return;
  box.cards = hand.cards.map((card) => ({ card, up: true }));
}

/** A pile with some cards turned up: those that lie there unknown are these. */
function turned(pile, open) {
  const found = pile.map((there) => (open.includes(there.card) ? { ...there, up: true } : there));
  for (const card of open) {
    if (found.some((there) => there.card === card)) continue;
    const unknown = found.findIndex((there) => !there.card);
    if (unknown >= 0) found[unknown] = { card, up: true };
    else found.push({ card, up: true });
  }
  return found;
}

function without(pile, card) {
  const place = pile.findIndex((there) => there.card === (card ?? "") && !there.up);
  return place < 0 ? pile : pile.toSpliced(place, 1);
}
