"""Round: the immutable state of one round, and how events change it. No rules, no refusals."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple, assert_never

from pitboss.cards import Card
from pitboss.play import event_groups as g
from pitboss.play import events as e
from pitboss.play.settlement_input import BoxFacts, RoundFacts
from pitboss.play.terms import Cards, Terms

Phase = Literal["betting", "closed", "playing", "settling"]
EMPTY: Mapping[str, int] = MappingProxyType({})


class Settled(NamedTuple):
    """How a wager or award of a box was settled."""

    returned: int
    amount: int
    meter: str = ""


class Box(NamedTuple):
    """One box in a round."""

    player: str
    wagers: Mapping[str, int] = EMPTY
    coupons: Mapping[str, int] = EMPTY
    hand: int = 0
    cards: Cards = ()
    choices: Mapping[str, str] = MappingProxyType({})
    settled: Mapping[str, Settled] = MappingProxyType({})
    left: bool = False
    abandoned: bool = False
    surrendered: bool = False
    """The hand went to the discard rack before settlement."""


def hand_cards(box: Box, community: Cards, size: int) -> Cards:
    """The cards that a box plays: its own, or the community hand of `size` cards that its player chose."""
    return community[size * (box.hand - 1) : size * box.hand] if box.hand else box.cards


class Round(NamedTuple):
    """One round from the first bet to the last card in the rack."""

    number: int
    phase: Phase = "betting"
    boxes: Mapping[int, Box] = MappingProxyType({})
    piles: Mapping[str, Cards] = MappingProxyType({})
    burned: Cards = ()
    rack: Cards = ()
    """Cards that went to the discard rack during the round, in order."""
    stub: Cards = ()
    revealed: Mapping[str, Cards] = MappingProxyType({})
    face_up_found: int = 0
    counted: bool = False
    collected: frozenset[str] = frozenset()
    """Wagers whose chips are in the inventory."""
    asked: frozenset[tuple[int, str]] = frozenset()
    validated: frozenset[tuple[int, str]] = frozenset()
    refilled: Mapping[str, int] = EMPTY
    """What the house has added to each meter during the round to fill it up."""

    def in_play(self) -> list[int]:
        """The boxes with wagers, clockwise."""
        return [number for number in sorted(self.boxes) if self.boxes[number].wagers]

    def away(self) -> int:
        """The number of cards that have left the stub."""
        held = [card for box in self.boxes.values() for card in box.cards]
        piles = sum(map(len, self.piles.values()))
        return len(held) + piles + len(self.burned) + sum([card not in held for card in self.rack])

    def facts(self, terms: Terms, meters: Mapping[str, int]) -> RoundFacts:
        """What settlement looks at."""
        community, size = self.piles.get("community", ()), terms.script.community_hand
        has_community_hands = any(box.hand for box in self.boxes.values())
        boxes = tuple(
            BoxFacts(
                number,
                box.player,
                hand_cards(box, community, size),
                box.wagers,
                box.choices,
                box.coupons,
                box.abandoned,
            )
            for number in self.in_play()
            if (box := self.boxes[number]).cards or box.hand
        )
        return RoundFacts(
            boxes,
            self.piles.get("dealer", ()),
            () if has_community_hands else community,
            self.burned,
            self.piles.get("bonus_box", ()),
            meters,
        )

    def rack_order(self) -> Cards:
        """The discard rack at the end: hands in the order of settlement, then the other piles, then the stub."""
        hands: list[Card] = []
        for number in reversed(self.in_play()):
            if not self.boxes[number].surrendered:
                hands += self.boxes[number].cards
        piles = [card for pile in ("community", "bonus_box", "dealer") for card in self.piles.get(pile, ())]
        return (*self.rack, *hands, *self.burned, *piles, *self.stub)

    def with_box(self, number: int, box: Box) -> "Round":
        return self._replace(boxes={**self.boxes, number: box})


def evolve_round(round_: Round, event: e.InRound) -> Round:
    """The round after an event."""
    # The most frequent kinds come first: in a long match over structs, each case before the right one costs time.
    match event:
        case e.WagerPlaced(box=number, wager=wager, amount=amount):
            box = round_.boxes[number]
            wagers = {**box.wagers, wager: amount} if amount else {k: v for k, v in box.wagers.items() if k != wager}
            return round_.with_box(number, box._replace(wagers=wagers))
        case e.WagerForfeited(box=number, wager=wager) | e.WagerCollected(box=number, wager=wager):
            return _settled(round_, number, wager, Settled(0, 0))
        case e.ChoiceMade(box=number, decision=decision, choice=choice):
            box = round_.boxes[number]
            return round_.with_box(number, box._replace(choices={**box.choices, decision: choice}))
        case e.CardsDealt(to=to, cards=cards):
            return _dealt(round_, to, cards)
        case e.WagerReturned(box=number, wager=wager, amount=amount):
            return _settled(round_, number, wager, Settled(amount, 0))
        case e.WagerPaid(box=number, wager=wager, returned=returned, amount=amount, meter=meter):
            return _settled(round_, number, wager, Settled(returned, amount, meter))
        case e.CardsRevealed(pile=pile, cards=cards):
            shown = (*round_.revealed.get(pile, ()), *cards)
            return round_._replace(revealed={**round_.revealed, pile: shown})
        case e.CardsCollected(box=number, cards=cards):
            box = round_.boxes[number]._replace(surrendered=True)
            return round_.with_box(number, box)._replace(rack=round_.rack + cards)
        case e.AwardPaid(box=number, award=award, amount=amount):
            before = round_.boxes[number].settled.get(award, Settled(0, 0))
            return _settled(round_, number, award, Settled(0, before.amount + amount))
        case e.BetsClosed():
            return round_._replace(phase="closed")
        case e.WagersCollected(wager=wager):
            return round_._replace(collected=round_.collected | {wager})
        case e.CouponPlaced(box=number, wager=wager, amount=amount):
            box = round_.boxes[number]
            coupons = {**box.coupons, wager: amount} if amount else {k: v for k, v in box.coupons.items() if k != wager}
            return round_.with_box(number, box._replace(coupons=coupons))
        case e.HandChosen(box=number, hand=hand):
            return round_.with_box(number, round_.boxes[number]._replace(hand=hand))
        case e.CardDiscarded(pile=pile, card=card):
            return _discarded(round_, pile, card)
        case e.CardBurned(pile=pile, card=card):
            kept = tuple(other for other in round_.piles[pile] if other != card)
            burned = (*round_.burned, card)
            return round_._replace(piles={**round_.piles, pile: kept}, burned=burned)
        case e.StubCounted():
            return round_._replace(counted=True)
        case e.ValidationAsked(box=number, item=item):
            return round_._replace(asked=round_.asked | {(number, item)}, phase="settling")
        case e.WinValidated(box=number, item=item):
            return round_._replace(validated=round_.validated | {(number, item)})
        case e.WagersAbandoned(box=number):
            return round_.with_box(number, round_.boxes[number]._replace(abandoned=True))
        case e.IrregularityFound(found=found):
            return round_._replace(face_up_found=round_.face_up_found + 1) if found == "card_face_up" else round_
        case e.MeterReset(meter=meter, amount=amount):
            return round_._replace(refilled={**round_.refilled, meter: round_.refilled.get(meter, 0) + amount})
        case e.PaymentTakenBack() | g.NotedEvent():
            # After a payment is taken back the round becomes void; only chips move.
            return round_
        case _:
            assert_never(event)


def _settled(round_: Round, number: int, item: str, settled: Settled) -> Round:
    box = round_.boxes[number]
    return round_.with_box(number, box._replace(settled={**box.settled, item: settled}))


def _dealt(round_: Round, to: str, cards: Cards) -> Round:
    dealt = set(cards)
    stub = tuple(card for card in round_.stub if card not in dealt)
    if to.isdecimal():
        number = int(to)
        round_ = round_.with_box(number, round_.boxes[number]._replace(cards=cards))
        return round_._replace(stub=stub, phase="playing")
    return round_._replace(piles={**round_.piles, to: cards}, stub=stub, phase="playing")


def _discarded(round_: Round, pile: str, card: object) -> Round:
    rack = (*round_.rack, *(other for other in (*round_.stub, *round_.piles.get(pile, ())) if other == card))
    stub = tuple(other for other in round_.stub if other != card)
    piles = {name: tuple(other for other in cards if other != card) for name, cards in round_.piles.items()}
    return round_._replace(rack=rack, stub=stub, piles=piles)
