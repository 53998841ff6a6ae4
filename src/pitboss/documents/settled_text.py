"""Why a wager won, lost or went back, in words: `pair of queens beats the dealer's king high, 1 to 1`."""

from functools import cached_property
from typing import NamedTuple

from pitboss.cards import UNREAD, Card
from pitboss.documents.hand_names import hand_name
from pitboss.documents.titles import odds_text, plain_words
from pitboss.money import show_money
from pitboss.play import events as e
from pitboss.play.settle import Settling
from pitboss.play.settlement_input import BoxFacts
from pitboss.rules.wagers import Hand
from pitboss.table.state import Table
from pitboss.table.visible_cards import is_turned_up, latest_round, revealed

_COMPARED = {"higher": "beats", "more": "beats", "lower": "loses to", "fewer": "loses to", "equal": "equals"}
SettlingEvent = e.WagerPaid | e.AwardPaid | e.WagerCollected | e.WagerForfeited | e.WagerReturned


class SettledResult(NamedTuple):
    """One wager or award as it is settled. `net` is the change in the player's chips, the stake included."""

    box: int
    item: str
    outcome: str
    net: int
    why: str
    """Empty if the reader may not see the cards that explain it."""
    cite: str


class Reasons:
    """The reasons of a table's settlement, after some of its events.

    A reason names the hand of a box only if settlement has turned it up, or if the reader `sees_all` cards.
    """

    def __init__(self, table: Table, *, sees_all: bool = False) -> None:
        self._table, self._sees_all, self._round = table, sees_all, latest_round(table)
        self._regulation = table.ruleset.regulation

    def settled(self, event: SettlingEvent) -> SettledResult:
        """What an event settles, and why."""
        match event:
            case e.WagerPaid(box=box, wager=item, stake=stake, returned=returned, amount=amount):
                return SettledResult(box, item, "won", returned + amount - stake, self._of_payment(event), event.cite)
            case e.AwardPaid(box=box, award=item, amount=amount):
                return SettledResult(box, item, "won", amount, self._of_award(event), event.cite)
            case e.WagerCollected(box=box, wager=item, stake=stake):
                return SettledResult(box, item, "lost", -stake, self._of_loss(box, item), event.cite)
            case e.WagerForfeited(box=box, wager=item, stake=stake):
                breach = event.cite == self._regulation.conduct.get("violation_forfeits")
                return SettledResult(box, item, "lost", -stake, "violation" if breach else "given up", event.cite)
            case e.WagerReturned(box=box, wager=item):
                return SettledResult(box, item, "returned", 0, self._of_return(event), event.cite)

    def _of_payment(self, event: e.WagerPaid) -> str:
        coupon = self._round.boxes[event.box].coupons.get(event.wager) if self._round else None
        doubled = f"with a coupon of {show_money(coupon)}" if coupon else ""
        limited = "cut to the payout limit" if event.cite == self._regulation.payout_limit.cite else ""
        return ", ".join(filter(None, (self._of_hand(event), doubled, limited)))

    def _of_hand(self, event: e.WagerPaid) -> str:
        if not event.pattern:
            return ", ".join(filter(None, (self._of_showdown(event.box, event.wager), event.odds)))
        odds = odds_text(self._regulation, event.odds)
        included = "" if event.returned or odds != event.odds else ", stake included"
        pattern = plain_words(event.pattern)
        if self._regulation.wagers[event.wager].scope == "table":
            return f"{pattern} at the table pays {odds}{included}"
        name = self._name_of(event.box, event.wager)
        is_named = event.pattern in name.replace(" ", "_") or pattern.split(" ")[0] in name
        hand = name if is_named else f"{name} ({pattern})" if name else pattern
        return f"{hand} pays {odds}{included}"

    def _of_award(self, event: e.AwardPaid) -> str:
        whose = f"box {event.hand_of}'s " if self._regulation.awards[event.award].kind == "envy" else ""
        return f"{whose}{plain_words(event.pattern)} pays {event.odds}"

    def _of_return(self, event: e.WagerReturned) -> str:
        box = self._round.boxes.get(event.box) if self._round else None
        if box is None or any(row.cite == event.cite for row in self._regulation.irregularities):
            return ""
        if event.wager in self._table.terms.script.effects_of(box.choices):
            return "taken back"
        if event.wager not in self._against_dealer and (name := self._name_of(event.box, event.wager)):
            return f"{name} returns the wager"
        return self._of_loss(event.box, event.wager)

    def _of_loss(self, box: int, item: str) -> str:
        facts = self.facts_of(box)
        if facts is None:
            return ""
        if facts.abandoned:
            return "abandoned"
        if item in self._against_dealer:
            return self._of_showdown(box, item)
        if self._regulation.wagers[item].scope == "table":
            return "no hand at the table is paid"
        name = self._name_of(box, item)
        return f"{name} pays nothing" if name else ""

    @cached_property
    def _against_dealer(self) -> frozenset[str]:
        """The wagers that the showdown decides."""
        steps = self._table.terms.script.settling
        return frozenset(item.item for step in steps for item in step.items if item.by == "showdown")

    def _of_showdown(self, box: int, item: str) -> str:
        """How the hand compares with the dealer's, as far as the deciding row depends on it."""
        facts, showdown = self.facts_of(box), self._regulation.showdown
        if facts is None or self._settling is None or showdown is None or not self._is_seen(box):
            return ""
        if not self._open.issuperset(self._settling.facts.dealer):
            return ""
        qualified, compared = self._settling.compared(facts)
        ranking = self._regulation.hands[showdown.hand].ranking
        dealers = hand_name(ranking, self._settling.dealers_cards)
        against = (
            f"{hand_name(ranking, self._settling.compared_cards(facts))} {_COMPARED[compared]} the dealer's {dealers}"
        )
        if qualified:
            return against
        unqualified = f"the dealer has {dealers}, not {plain_words(showdown.qualifies)}"
        rows = [row for row in showdown.outcomes if (row.wager, row.qualified) == (item, qualified)]
        return unqualified if any(row.hand == "any" for row in rows) else f"{unqualified}; {against}"

    def _name_of(self, box: int, item: str) -> str:
        """The name of the hand that decides an item; empty if the reader may not see it."""
        facts = self.facts_of(box)
        if facts is None or not self._is_seen(box):
            return ""
        hand = self._table.terms.hand_of(item)
        return hand_name(hand.ranking, self.seen_cards(hand, facts))

    def seen_cards(self, hand: Hand, facts: BoxFacts) -> list[Card]:
        """The cards of a hand that the player of its box sees."""
        assert self._settling
        own = set(facts.cards)
        return [card for card in self._settling.cards_of(hand, facts) if card in own or card in self._open]

    def facts_of(self, box: int) -> BoxFacts | None:
        """The hand and wagers of a box; None if it has no cards."""
        return self._facts.get(box)

    @cached_property
    def _facts(self) -> dict[int, BoxFacts]:
        return {facts.box: facts for facts in self._settling.facts.boxes} if self._settling else {}

    def _is_seen(self, box: int) -> bool:
        facts = self.facts_of(box)
        if facts is not None and (not facts.cards or UNREAD in facts.cards):
            return False
        return self._sees_all or (self._round is not None and is_turned_up(self._table.terms, self._round.boxes[box]))

    @cached_property
    def _settling(self) -> Settling | None:
        terms, round_ = self._table.terms, self._round
        return Settling(terms, round_.facts(terms, self._table.meters())) if round_ else None

    @cached_property
    def _open(self) -> set[Card]:
        """The cards of the piles that lie face up."""
        return revealed(self._round) if self._round else set()
