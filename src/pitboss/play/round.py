"""Round: the immutable state of one round, and how events change it. No rules, no refusals."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, assert_never

from pitboss.cards import UNREAD, Card
from pitboss.play import event_groups as g
from pitboss.play import events as e
from pitboss.play.card_moves import BURNED, corrected, dealt, discarded, turned, without
from pitboss.play.message import TypedValue
from pitboss.play.settlement_input import BoxFacts, RoundFacts
from pitboss.play.terms import Cards, Terms

Phase = Literal["betting", "closed", "playing", "settling"]
EMPTY: Mapping[str, int] = MappingProxyType({})


class Settled(TypedValue, frozen=True):
    """How a wager or award of a box was settled."""

    returned: int
    amount: int
    meter: str = ""


class Locked(TypedValue, frozen=True):
    """What a meter showed when a hand won from it: taken off the meter, and paid once the win is validated."""

    meter: str
    amount: int


class Reported(TypedValue):
    """A finding that waits for the floorperson: what was found, where, and how many cards were there, or -1."""

    found: str
    place: str
    number: int


class Box(TypedValue, frozen=True):
    """One box in a round."""

    player: str
    wagers: Mapping[str, int] = EMPTY
    coupons: Mapping[str, int] = EMPTY
    hand: int = 0
    cards: Cards = ()
    choices: Mapping[str, str] = MappingProxyType({})
    """What stands at each decision."""
    undecided: frozenset[str] = frozenset()
    """The decisions at which the player made no choice."""
    settled: Mapping[str, Settled] = MappingProxyType({})
    left: bool = False
    abandoned: bool = False
    surrendered: bool = False
    """The hand went to the discard rack before settlement, unseen."""
    turned: bool = False
    """The dealer has turned the hand up and read it."""
    lost: bool = False
    """The hand went to the discard rack after it was turned up and lost."""
    locked: Mapping[str, Locked] = MappingProxyType({})
    """The meter win of each wager that waits for validation, or that waited for it."""
    awarded: frozenset[tuple[str, int]] = frozenset()
    """The awards paid to the box, each with the box whose hand earned it."""

    @property
    def in_rack(self) -> bool:
        """Whether the hand lies in the discard rack."""
        return self.surrendered or self.lost


def hand_cards(box: Box, community: Cards, size: int) -> Cards:
    """The cards that a box plays: its own, or the community hand of `size` cards that its player chose."""
    return community[size * (box.hand - 1) : size * box.hand] if box.hand else box.cards


class Round(TypedValue, frozen=True):
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
    differences: Mapping[str, int] = EMPTY
    """How many chips more than wagers were counted, for each wager on which the floorperson still has to decide."""
    decided: frozenset[tuple[int, str]] = frozenset()
    """The boxes and wagers on which the floorperson has decided."""
    meters_before: Mapping[str, int] = EMPTY
    """What each meter showed before the wagers of the round raised it."""
    reported: Reported | None = None
    """What the dealer reported; the round waits until the floorperson confirms or refuses it."""

    def in_play(self) -> list[int]:
        """The boxes with wagers, clockwise."""
        return [number for number in sorted(self.boxes) if self.boxes[number].wagers]

    def away(self) -> int:
        """The number of cards that have left the stub."""
        return sum(map(len, self._lying()))

    def unread(self) -> int:
        """The number of cards that have left the stub and that nobody has read."""
        return sum([cards.count(UNREAD) for cards in self._lying()])

    def in_stub(self) -> int:
        """The number of cards in the stub. While cards are unread, `stub` has every card that may still be in it."""
        return len(self.stub) - self.unread()

    def _lying(self) -> list[Cards]:
        """The cards that have left the stub, place by place."""
        hands = [box.cards for box in self.boxes.values() if not box.in_rack]
        return [*hands, *self.piles.values(), self.burned, self.rack]

    def cards_at(self, place: str) -> Cards:
        """The cards of a box, of a pile, or those that were burned."""
        if place.isdecimal():
            box = self.boxes.get(int(place))
            return box.cards if box else ()
        return self.burned if place == BURNED else self.piles.get(place, ())

    def facts(self, terms: Terms, meters: Mapping[str, int]) -> RoundFacts:
        """What settlement looks at."""
        community, size = self.piles.get("community", ()), terms.script.community_hand
        has_community_hands = any(box.hand for box in self.boxes.values())
        boxes = tuple(
            BoxFacts(
                number,
                box.player,
                () if box.surrendered and UNREAD in box.cards else hand_cards(box, community, size),
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

    def locked(self) -> dict[tuple[int, str], int]:
        """The locked amount of each box and wager."""
        return {
            (number, wager): locked.amount for number, box in self.boxes.items() for wager, locked in box.locked.items()
        }

    def rack_order(self, *, stub_first: bool) -> Cards:
        """The discard rack at the end, from the bottom; hands lie in the order of settlement, then the piles.

        With `stub_first`, cards found face up lie under the stub, which goes there after the deal, and a burned card
        follows before any hand. Otherwise the stub comes last.
        """
        hands: list[Card] = []
        for number in reversed(self.in_play()):
            if not self.boxes[number].in_rack:
                hands += self.boxes[number].cards
        piles = [card for pile in ("community", "bonus_box", "dealer") for card in self.piles.get(pile, ())]
        stub = self.stub if not self.unread() else (UNREAD,) * self.in_stub()
        if not stub_first:
            return (*self.rack, *hands, *self.burned, *piles, *stub)
        held = {card for box in self.boxes.values() for card in box.cards}
        discarded = [card for card in self.rack if card not in held]
        collected = [card for card in self.rack if card in held]
        return (*discarded, *stub, *self.burned, *collected, *hands, *piles)

    def with_box(self, number: int, box: Box) -> "Round":
        return self.replace(boxes={**self.boxes, number: box})


def evolve_round(round_: Round, event: e.InRound) -> Round:
    """The round after an event."""
    # The most frequent kinds come first: in a long match over structs, each case before the right one costs time.
    match event:
        case e.WagerPlaced(box=number, wager=wager, amount=amount):
            box = round_.boxes[number]
            wagers = {**box.wagers, wager: amount} if amount else {k: v for k, v in box.wagers.items() if k != wager}
            return round_.with_box(number, box.replace(wagers=wagers))
        case e.WagerForfeited(box=number, wager=wager) | e.WagerCollected(box=number, wager=wager):
            return _settled(round_, number, wager, Settled(0, 0))
        case e.ChoiceMade(box=number, decision=decision, choice=choice):
            box = round_.boxes[number]
            return round_.with_box(number, box.replace(choices={**box.choices, decision: choice}))
        case e.NoChoiceMade(box=number, decision=decision, stands=stands):
            box = round_.boxes[number]
            choices, undecided = {**box.choices, decision: stands}, box.undecided | {decision}
            return round_.with_box(number, box.replace(choices=choices, undecided=undecided))
        case e.CardsDealt(to=to, cards=cards):
            return dealt(round_, to, cards)
        case e.WagerReturned(box=number, wager=wager, amount=amount):
            return _settled(round_, number, wager, Settled(amount, 0))
        case e.WagerPaid(box=number, wager=wager, returned=returned, amount=amount, meter=meter):
            locked = round_.boxes[number].locked.get(wager)
            return _settled(round_, number, wager, Settled(returned, amount, locked.meter if locked else meter))
        case e.CardsRevealed(pile=pile, cards=cards):
            shown = (*round_.revealed.get(pile, ()), *cards)
            return round_.replace(revealed={**round_.revealed, pile: shown})
        case e.CardsTurned(to=to, at=at, cards=cards):
            return turned(round_, to, at, cards)
        case e.CardsCorrected(to=to, at=at, cards=cards):
            waiting = {won for won in round_.asked - round_.validated if str(won[0]) == to}
            return corrected(round_, to, at, cards).replace(asked=round_.asked - waiting)
        case e.CardsCollected(box=number, cards=cards):
            box = round_.boxes[number].replace(surrendered=True)
            return round_.with_box(number, box).replace(rack=round_.rack + cards)
        case e.AwardPaid(box=number, award=award, hand_of=hand_of, amount=amount):
            box = round_.boxes[number]
            before = box.settled.get(award, Settled(0, 0))
            round_ = round_.with_box(number, box.replace(awarded=box.awarded | {(award, hand_of)}))
            return _settled(round_, number, award, Settled(0, before.amount + amount))
        case e.BetsClosed():
            return round_.replace(phase="closed")
        case e.ChoiceCorrected(box=number, decision=decision, choice=choice):
            box = round_.boxes[number]
            choices, undecided = {**box.choices, decision: choice}, box.undecided - {decision}
            return round_.with_box(number, box.replace(choices=choices, undecided=undecided))
        case e.WagerRestored(box=number, wager=wager):
            box = round_.boxes[number]
            return round_.with_box(number, box.replace(settled=_others(box.settled, wager)))
        case e.ChipsCounted(wager=wager, number=number, accepted=accepted):
            return _differing(round_, wager, number - accepted)
        case e.DifferenceDecided(box=number, wager=wager):
            return _decided(round_, number, wager)
        case e.WagersCollected(wager=wager):
            return round_.replace(collected=round_.collected | {wager})
        case e.CouponPlaced(box=number, wager=wager, amount=amount):
            box = round_.boxes[number]
            coupons = {**box.coupons, wager: amount} if amount else {k: v for k, v in box.coupons.items() if k != wager}
            return round_.with_box(number, box.replace(coupons=coupons))
        case e.HandChosen(box=number, hand=hand):
            return round_.with_box(number, round_.boxes[number].replace(hand=hand))
        case e.CardDiscarded(pile=pile, card=card):
            return discarded(round_, pile, card)
        case e.CardBurned(pile=pile, card=card):
            burned = (*round_.burned, card)
            return round_.replace(piles={**round_.piles, pile: without(round_.piles[pile], card)}, burned=burned)
        case e.StubCounted():
            return round_.replace(counted=True)
        case e.ValidationAsked(box=number, item=item):
            return round_.replace(asked=round_.asked | {(number, item)}, phase="settling")
        case e.WinValidated(box=number, item=item):
            return round_.replace(validated=round_.validated | {(number, item)})
        case e.WagersAbandoned(box=number):
            return round_.with_box(number, round_.boxes[number].replace(abandoned=True))
        case e.IrregularityReported(found=found, place=place, number=number):
            return round_.replace(reported=Reported(found, place, number))
        case e.ReportRefused():
            return round_.replace(reported=None)
        case e.IrregularityFound(found=found):
            return round_.replace(face_up_found=round_.face_up_found + 1) if found == "card_face_up" else round_
        case e.MeterReset(meter=meter, amount=amount):
            return round_.replace(refilled={**round_.refilled, meter: round_.refilled.get(meter, 0) + amount})
        case e.HandCollected(box=number, cards=cards):
            box = round_.boxes[number].replace(lost=True)
            return round_.with_box(number, box).replace(rack=round_.rack + cards)
        case e.JackpotLocked(box=number, wager=wager, meter=meter, amount=amount):
            box = round_.boxes[number]
            return round_.with_box(number, box.replace(locked={**box.locked, wager: Locked(meter, amount)}))
        case e.JackpotReleased(box=number, wager=wager):
            box = round_.boxes[number]
            others = {other: locked for other, locked in box.locked.items() if other != wager}
            return round_.with_box(number, box.replace(locked=others))
        case e.PaymentTakenBack(box=number, item=item):
            box = round_.boxes[number]
            if item in box.wagers:
                # Its stake goes back too: to its player if the round is void, or to the layout after a correction.
                return round_
            awarded = box.awarded - {(item, number)}
            return round_.with_box(number, box.replace(settled=_others(box.settled, item), awarded=awarded))
        case e.ForfeitsCollected() | g.NotedEvent():
            # Only chips move.
            return round_
        case _:
            assert_never(event)


def _differing(round_: Round, wager: str, difference: int) -> Round:
    others = {name: rest for name, rest in round_.differences.items() if name != wager}
    return round_.replace(differences={**others, wager: difference} if difference else others)


def _decided(round_: Round, number: int, wager: str) -> Round:
    rest = round_.differences[wager]
    decided = round_.decided | {(number, wager)}
    return _differing(round_, wager, rest - 1 if rest > 0 else rest + 1).replace(decided=decided)


def _others(settled: Mapping[str, Settled], item: str) -> Mapping[str, Settled]:
    return {other: known for other, known in settled.items() if other != item}


def _settled(round_: Round, number: int, item: str, settled: Settled) -> Round:
    box = round_.boxes[number]
    return round_.with_box(number, box.replace(settled={**box.settled, item: settled}))
