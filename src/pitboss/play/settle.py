"""Settlement: what each wager and award of a round is due, box by box in the prescribed order, with the clause."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

from pitboss.cards import RANKINGS, UNREAD, Value
from pitboss.play.json_values import ROUND
from pitboss.play.script_index import Effect
from pitboss.play.settlement_input import BoxFacts, RoundFacts, SettledLine, Settlement
from pitboss.play.terms import Cards, PaidRow, Terms, compared, printed
from pitboss.rules.clause import Clause
from pitboss.rules.script import Item, Step
from pitboss.rules.wagers import Award, Hand, Wager

NONE_LOCKED: Mapping[tuple[int, str], int] = MappingProxyType({})


def settle(terms: Terms, facts: RoundFacts) -> Settlement:
    """The whole round. Boxes stand counterclockwise from the dealer's right, the order in which they are paid.

    Raises DocumentFault if a meter is won whole and its seed is unknown, or if cards matter that nobody has read.
    """
    settling = Settling(terms, facts)
    lines: dict[int, list[SettledLine]] = {box.box: [] for box in reversed(facts.boxes)}
    try:
        for step in terms.script.settling:
            for box in reversed(facts.boxes):
                lines[box.box] += settling.step(step, box)
    except NotRead as unread:
        where = f"box {unread.place}" if unread.place.isdecimal() else unread.place
        raise ROUND.misread(f"{where} has cards that nobody has read, and a wager depends on them") from None
    return Settlement(tuple((box, tuple(found)) for box, found in lines.items()), settling.meters)


class NotRead(Exception):
    """A hand cannot be judged yet: nobody has read the cards of a box, of a pile, or the burned ones."""

    def __init__(self, place: str) -> None:
        super().__init__(place)
        self.place = place


class Settling:
    """A settlement in progress: each hand is valued once, and meters move as boxes are paid."""

    def __init__(self, terms: Terms, facts: RoundFacts, locked: Mapping[tuple[int, str], int] = NONE_LOCKED) -> None:
        """`locked` holds the amounts that have left their meters already, by box and wager."""
        self.terms, self.facts = terms, facts
        self.meters, self._locked = dict(facts.meters), locked
        self.limits: dict[int, int] = {}
        """What is left of the payout limit, for each box that has used some of it."""
        self._effects: dict[int, Mapping[str, Effect]] = {}
        self._values: dict[tuple[str, int], tuple[Value, Cards]] = {}
        self._rows: dict[tuple[str, int, int | None], PaidRow | None] = {}
        self._compared: dict[int, tuple[bool, str]] = {}
        self._envied: dict[tuple[str, int], list[tuple[BoxFacts, PaidRow]]] = {}

    def step(self, step: Step, box: BoxFacts) -> list[SettledLine]:
        """The lines of one box in one settlement step; losing wagers first if the regulation says so."""
        lines: list[SettledLine] = []
        for item in step.items:
            lines += self.item(item, box)
        if step.losers_first:
            lines.sort(key=lambda line: self.turn(box, line))
        return lines

    def turn(self, box: BoxFacts, line: SettledLine) -> int:
        """When a line comes if losing wagers go first. Wagers that a choice settled come before all others."""
        if line.item in self._settled_by_choice(box):
            return 0
        return 1 if line.outcome in ("collected", "forfeited") else 2

    def item(self, item: Item, box: BoxFacts) -> Sequence[SettledLine]:
        """The lines of one wager or award of a box; empty if it was not made or nothing is due."""
        name, regulation = item.item, self.terms.regulation
        wager = regulation.wagers.get(name)
        if wager is not None:
            stake = box.wagers.get(name)
            if stake is None:
                return ()
            return (self._decided(name, box, stake) or self._judged(item, wager, box, stake),)
        award = regulation.awards[name]
        stake = box.wagers.get(award.stake_of)
        if stake is None or box.abandoned or award.paytable not in self.terms.paytables:
            return ()
        return (self._envy if award.kind == "envy" else self._bonus)(award, name, box, stake)

    # Wagers

    def _decided(self, name: str, box: BoxFacts, stake: int) -> SettledLine | None:
        """The line of a wager that a player's choice, or leaving the table, has already settled."""
        effect = self._settled_by_choice(box).get(name)
        if effect is not None:
            returned = stake if effect.outcome == "returned" else 0
            return SettledLine(name, stake, effect.outcome, returned, 0, None, None, effect.cite)
        if box.abandoned:
            return SettledLine(name, stake, "collected", 0, 0, None, None, self.terms.regulation.conduct["abandoned"])
        return None

    def _settled_by_choice(self, box: BoxFacts) -> Mapping[str, Effect]:
        effects = self._effects.get(box.box)
        if effects is None:
            effects = self._effects[box.box] = self.terms.script.effects_of(box.choices, box.wagers)
        return effects

    def _judged(self, item: Item, wager: Wager, box: BoxFacts, stake: int) -> SettledLine:
        if item.by == "showdown":
            return self._showdown(item.item, wager, box, stake)
        row = self._table_row(item.item, wager) if wager.scope == "table" else self._box_row(item.item, wager, box)
        if row is None:
            return SettledLine(item.item, stake, "collected", 0, 0, None, None, item.cite)
        return self._paid(item.item, wager, box, stake, row)

    def _showdown(self, name: str, wager: Wager, box: BoxFacts, stake: int) -> SettledLine:
        row = self.terms.script.outcomes[name, *self.compared(box)]
        if row.does == "collect":
            return SettledLine(name, stake, "collected", 0, 0, None, None, row.cite)
        if row.does == "return":
            return SettledLine(name, stake, "returned", stake, 0, None, None, row.cite)
        if row.does == "pay_by_table":
            paid = self._box_row(name, wager, box)
            if paid is None:
                return SettledLine(name, stake, "returned", stake, 0, None, None, row.cite)
            return self._paid(name, wager, box, stake, paid)
        assert row.odds
        won = row.odds.won(stake + box.match_play.get(name, 0))
        amount, cite = self._limited(name, box.box, won, row.cite)
        return SettledLine(name, stake, "paid", stake, amount, None, printed(row.odds), cite)

    def _paid(self, name: str, wager: Wager, box: BoxFacts, stake: int, row: PaidRow) -> SettledLine:
        payout, resets = row.payout, False
        returned = 0
        if payout.form == "push":
            return SettledLine(name, stake, "returned", stake, 0, row.pattern, row.odds, row.cite)
        match payout.form:
            case "to":
                returned, amount = stake, payout.won(stake + box.match_play.get(name, 0))
            case "for":
                amount = payout.number * stake
            case "prize":
                amount = payout.number
                if wager.goes_to == "layout" or self.terms.holds(wager.chip_returned_under):
                    returned = stake
            case "share" if (box.box, name) in self._locked:
                amount, resets = self._locked[box.box, name], payout.number == 100
            case "share":
                amount, resets = self._from_meter(payout.meter, payout.number), payout.number == 100
        paid, cite = self._limited(name, box.box, amount, row.cite)
        return SettledLine(name, stake, "paid", returned, paid, row.pattern, row.odds, cite, payout.meter, resets)

    def _from_meter(self, meter: str, percent: int) -> int:
        amount = self.meters[meter] * percent // 100
        if percent < 100:
            self.meters[meter] -= amount
        elif meter in self.terms.seeds:
            self.meters[meter] = self.terms.seeds[meter]
        else:
            reason = f"{meter} is missing; the meter is won whole, and no clause gives its reset amount"
            raise ROUND.at("seeds").misread(reason)
        return amount

    def _limited(self, name: str, box: int, amount: int, cite: Clause) -> tuple[int, Clause]:
        """What is paid of an amount, and by which clause: the clause of the payout limit if the limit cuts it."""
        limit, rule = self.terms.payout_limit, self.terms.regulation.payout_limit
        if limit is None or name not in rule.wagers:
            return amount, cite
        left = self.limits.get(box, limit)
        paid = min(amount, left)
        self.limits[box] = left - paid
        return paid, cite if paid == amount else rule.cite

    # Awards

    def _bonus(self, award: Award, name: str, box: BoxFacts, stake: int) -> list[SettledLine]:
        if any(wager not in box.wagers for wager in award.needs_all):
            return []
        if self.terms.holds(award.only_on_win_under):
            qualified, compared = self.compared(box)
            if not qualified or compared not in ("higher", "more"):
                return []
        row = self._box_row(name, award, box)
        return [_award(name, row, row.payout.won(stake), box.box)] if row else []

    def _envy(self, award: Award, name: str, box: BoxFacts, stake: int) -> list[SettledLine]:
        """One award for each qualifying hand that another player holds."""
        if self.terms.holds(award.never_under):
            return []
        if (name, stake) not in self._envied:
            self._envied[name, stake] = [
                (other, row)
                for other in reversed(self.facts.boxes)
                if not self.folded(other)
                and UNREAD not in other.cards
                and (row := self._box_row(name, award, other, stake))
            ]
        return [
            _award(name, row, row.payout.number, other.box)
            for other, row in self._envied[name, stake]
            if _is_of_another(other, box)
        ]

    def envy_of(self, name: str, hand: BoxFacts) -> Iterator[tuple[int, SettledLine]]:
        """The envy awards that one hand earns other players, each with its box, in the order of settlement.

        Looks at no other hand, so those may still lie face down.
        """
        award = self.terms.regulation.awards[name]
        if award.paytable not in self.terms.paytables or self.terms.holds(award.never_under) or self.folded(hand):
            return
        for box in reversed(self.facts.boxes):
            stake = box.wagers.get(award.stake_of)
            if stake is None or box.abandoned or not _is_of_another(hand, box):
                continue
            if row := self._box_row(name, award, hand, stake):
                yield box.box, _award(name, row, row.payout.number, hand.box)

    # Hands

    def folded(self, box: BoxFacts) -> bool:
        """Whether the box gave up its hand: by its choice, or because its wagers were abandoned before it chose."""
        script = self.terms.script
        if not script.folds.isdisjoint(box.choices.items()):
            return True
        return box.abandoned and any(
            asks in box.wagers and decision not in box.choices for decision, asks in script.foldable.items()
        )

    def compared(self, box: BoxFacts) -> tuple[bool, str]:
        """Whether the dealer qualifies, and how the box's hand compares with the dealer's."""
        found = self._compared.get(box.box)
        if found is None:
            found = self._compared[box.box] = self._qualified, self._against_dealer(box)
        return found

    def _against_dealer(self, box: BoxFacts) -> str:
        ours = self.terms.comparing(self.compared_cards(box))
        return compared(ours, self._dealer, self.terms.script.numbers_first)

    @cached_property
    def _dealer(self) -> Value:
        return self.terms.comparing(self.dealers_cards)

    def compared_cards(self, box: BoxFacts) -> Cards:
        """The cards of a box that the showdown compares."""
        return self.cards_of(self._showdown_hand, box)

    @cached_property
    def dealers_cards(self) -> Cards:
        """The dealer's cards that the showdown compares: those of the same piles, the dealer's own for a player's."""
        piles: dict[str, Cards] = {"player": self.facts.dealer, "community": self.facts.community}
        names = {"player": "dealer"}
        return tuple(
            card for pile in self._showdown_hand.piles for card in _read(names.get(pile, pile), piles.get(pile, ()))
        )

    @property
    def _showdown_hand(self) -> Hand:
        showdown = self.terms.regulation.showdown
        assert showdown
        return self.terms.regulation.hands[showdown.hand]

    @cached_property
    def _qualified(self) -> bool:
        return self.terms.dealer_qualifies(self.dealers_cards)

    def _box_row(self, name: str, rule: Wager | Award, box: BoxFacts, stake: int | None = None) -> PaidRow | None:
        """The first row that the box's own hand matches."""
        # Let It Ride's three bets share a paytable, and so the row.
        key = (rule.paytable, box.box, stake)
        if key not in self._rows:
            paying = self.terms.paying(name, stake)
            self._rows[key] = paying.row_of(lambda hand: self._valued(hand, box))
        return self._rows[key]

    def _table_row(self, name: str, wager: Wager) -> PaidRow | None:
        """The first row that any hand at the table matches: the rows run from the highest hand down."""
        key = (wager.paytable, 0, None)
        if key not in self._rows:
            self._rows[key] = self._highest_row(name, wager)
        return self._rows[key]

    def _highest_row(self, name: str, wager: Wager) -> PaidRow | None:
        paying = self.terms.paying(name, len(self.facts.boxes))
        found = [
            paying.row_of(lambda hand, box=box: self._valued(hand, box))  # type: ignore[misc]
            for box in self.facts.boxes
            if box.cards
        ]
        further = self.terms.regulation.hands.get(wager.also_reads)
        if further and not self.terms.holds(wager.only_boxes_under):
            patterns, held = RANKINGS[further.ranking].patterns, self._valued(wager.also_reads, None)
            found += [row for row in paying.rows if row.pattern in further.order and patterns[row.pattern].holds(*held)]
        return min((row for row in found if row), key=paying.rows.index, default=None)

    def _valued(self, name: str, box: BoxFacts | None) -> tuple[Value, Cards]:
        """A hand by its name, valued by its ranking."""
        key = (name, box.box if box else 0)
        found = self._values.get(key)
        if found is None:
            hand = self.terms.regulation.hands[name]
            cards = self.cards_of(hand, box)
            found = self._values[key] = RANKINGS[hand.ranking].value_of(cards), cards
        return found

    def cards_of(self, hand: Hand, box: BoxFacts | None) -> Cards:
        """The cards that make up a hand."""
        cards: Cards = ()
        for pile in hand.piles:
            if pile == "player" and box:
                cards += _read(str(box.box), box.cards)
            elif pile == "dealer":
                cards += _read(pile, self.facts.dealer)
            elif pile == "community":
                burned = _read("burned", self.facts.burned) if hand.with_burned else ()
                cards += burned + _read(pile, self.facts.community)
            elif pile == "bonus_box":
                cards += _read(pile, self.facts.bonus_box)
        return cards


def _is_of_another(hand: BoxFacts, box: BoxFacts) -> bool:
    """Whether another player holds the hand, as seen from a box."""
    return hand.box != box.box and (hand.player is None or hand.player != box.player)


def _read(place: str, cards: Cards) -> Cards:
    """The cards of a place; NotRead if nobody has read them."""
    if UNREAD in cards:
        raise NotRead(place)
    return cards


def _award(name: str, row: PaidRow, amount: int, hand_of: int) -> SettledLine:
    return SettledLine(name, 0, "paid", 0, amount, row.pattern, row.odds, row.cite, hand_of=hand_of)
