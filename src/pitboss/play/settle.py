"""Settlement: what each wager and award of a round is due, box by box in the prescribed order, with the clause."""

from collections.abc import Iterator

from pitboss.cards import RANKINGS, Value
from pitboss.play.facts import BoxFacts, Line, RoundFacts, Settlement
from pitboss.play.terms import Cards, PaidRow, Terms
from pitboss.rules.script import Item, Step
from pitboss.rules.wagers import Award, Hand, Wager


def settle(terms: Terms, facts: RoundFacts) -> Settlement:
    """The whole round. Boxes stand counterclockwise from the dealer's right, the order in which they are paid."""
    settling = Settling(terms, facts)
    lines: dict[int, list[Line]] = {box.box: [] for box in reversed(facts.boxes)}
    for step in terms.regulation.script:
        if step.step == "settle":
            for box in reversed(facts.boxes):
                lines[box.box] += settling.step(step, box)
    return Settlement(tuple((box, tuple(found)) for box, found in lines.items()), settling.meters)


class Settling:
    """A settlement under way: values of hands are worked out once, meters move as boxes are paid."""

    def __init__(self, terms: Terms, facts: RoundFacts) -> None:
        self.terms, self.facts = terms, facts
        self.meters = dict(facts.meters)
        self.limits: dict[int, int] = {}
        """What is left of the payout limit, for each box that has used some of it."""
        self._values: dict[tuple[str, Cards], Value] = {}

    def step(self, step: Step, box: BoxFacts) -> list[Line]:
        """The lines of one box in one settlement step; losing wagers first where the regulation says so."""
        lines = [line for item in step.items for line in self.item(item, box)]
        if step.losers_first:
            lines.sort(key=lambda line: line.outcome not in ("collected", "forfeited"))
        return lines

    def item(self, item: Item, box: BoxFacts) -> Iterator[Line]:
        """The lines of one wager or award of a box; none where it was not made or nothing is due."""
        regulation = self.terms.regulation
        wager = regulation.wagers.get(item.item)
        if wager is None:
            award = regulation.awards[item.item]
            if award.paytable in self.terms.paytables and not box.abandoned:
                yield from (
                    self._envy(award, item.item, box) if award.kind == "envy" else self._bonus(award, item.item, box)
                )
            return
        stake = box.wagers.get(item.item)
        if stake is not None:
            yield self._decided(item, box, stake) or self._judged(item, wager, box, stake)

    def _decided(self, item: Item, box: BoxFacts, stake: int) -> Line | None:
        """A wager that a choice of the player has settled already."""
        for decision, chosen in box.choices.items():
            choice = self.terms.decisions[decision][1][chosen]
            if item.item in choice.returns:
                return Line(item.item, stake, "returned", stake, 0, None, None, choice.cite)
            for forfeit in choice.forfeits:
                if forfeit.wager == item.item:
                    return Line(item.item, stake, "forfeited", 0, 0, None, None, forfeit.cite)
        if box.abandoned:
            cite = self.terms.regulation.conduct["abandoned"]
            return Line(item.item, stake, "collected", 0, 0, None, None, cite)
        return None

    def _judged(self, item: Item, wager: Wager, box: BoxFacts, stake: int) -> Line:
        if item.by == "showdown":
            return self._showdown(item, box, stake)
        row = self._table_row(item.item, wager) if wager.scope == "table" else self._box_row(item.item, box)
        if row is None:
            return Line(item.item, stake, "collected", 0, 0, None, None, item.cite)
        return self._paid(item, wager, box, stake, row)

    def _showdown(self, item: Item, box: BoxFacts, stake: int) -> Line:
        row = self.terms.showdown_rows[item.item, *self.compared(box)]
        if row.does == "collect":
            return Line(item.item, stake, "collected", 0, 0, None, None, row.cite)
        if row.does == "return":
            return Line(item.item, stake, "returned", stake, 0, None, None, row.cite)
        assert row.odds
        return Line(item.item, stake, "paid", stake, stake * row.odds.number, None, str(row.odds), row.cite)

    def compared(self, box: BoxFacts) -> tuple[bool, str]:
        """Whether the dealer qualifies, and how the box's hand stands to the dealer's."""
        showdown = self.terms.regulation.showdown
        assert showdown
        hand = self.terms.regulation.hands[showdown.hand]
        pattern = RANKINGS[hand.ranking].patterns[showdown.qualifies]
        qualified = pattern.holds(self._value(hand.ranking, self.facts.dealer), self.facts.dealer)
        ours, theirs = self.terms.comparing(box.cards), self.terms.comparing(self.facts.dealer)
        if ours == theirs:
            return qualified, "equal"
        if self.terms.numbers_first and ours.category != theirs.category:
            return qualified, "more" if ours > theirs else "fewer"
        return qualified, "higher" if ours > theirs else "lower"

    def _box_row(self, item: str, box: BoxFacts, column: int | None = None) -> PaidRow | None:
        """The first row that the box's own hand matches."""
        hand = self.terms.hand_of(item)
        cards = self.cards_of(hand, box)
        value = self._value(hand.ranking, cards)
        return next((row for row in self.terms.rows(item, column) if row.holds(value, cards)), None)

    def _table_row(self, item: str, wager: Wager) -> PaidRow | None:
        """The first row that any hand at the table matches: rows stand from the highest hand down."""
        hands = [(self.terms.hand_of(item), box) for box in self.facts.boxes]
        further = self.terms.regulation.hands.get(wager.also_reads)
        valued = [(hand, cards := self.cards_of(hand, box), self._value(hand.ranking, cards)) for hand, box in hands]
        for row in self.terms.rows(item, len(self.facts.boxes)):
            if any(row.holds(value, cards) for _, cards, value in valued):
                return row
            if further and row.pattern in further.order and not self.terms.holds(wager.only_boxes_under):
                cards = self.cards_of(further, None)
                pattern = RANKINGS[further.ranking].patterns[row.pattern]
                if pattern.holds(self._value(further.ranking, cards), cards):
                    return row
        return None

    def _paid(self, item: Item, wager: Wager, box: BoxFacts, stake: int, row: PaidRow) -> Line:
        payout = row.payout
        kept = wager.goes_to == "inventory" and not self.terms.holds(wager.chip_returned_under)
        match payout.form:
            case "to":
                returned, amount = stake, payout.number * (stake + box.match_play.get(item.item, 0))
            case "for":
                returned, amount = 0, payout.number * stake
            case "prize":
                # A prize printed for a fixed stake scales with it; one printed beside odds does not.
                scaled = payout.number * stake // wager.stakes[0] if wager.stakes else payout.number
                returned, amount = 0 if kept else stake, scaled
            case "share":
                returned, amount = 0, self._from_meter(payout.meter, payout.number)
        amount = self._limited(item.item, box.box, amount)
        resets = payout.form == "share" and payout.number == 100
        return Line(
            item.item, stake, "paid", returned, amount, row.pattern, str(payout), row.cite, payout.meter, resets
        )

    def _from_meter(self, meter: str, percent: int) -> int:
        amount = self.meters[meter] * percent // 100
        self.meters[meter] = self.terms.seeds.get(meter, 0) if percent == 100 else self.meters[meter] - amount
        return amount

    def _limited(self, item: str, box: int, amount: int) -> int:
        """What is left of the payout limit of the hand, for the wagers that it covers."""
        limit = self.terms.payout_limit
        if limit is None or item not in self.terms.regulation.payout_limit.wagers:
            return amount
        left = self.limits.get(box, limit)
        amount = min(amount, left)
        self.limits[box] = left - amount
        return amount

    def _bonus(self, award: Award, name: str, box: BoxFacts) -> Iterator[Line]:
        stake = box.wagers.get(award.stake_of)
        if stake is None or any(wager not in box.wagers for wager in award.needs_all):
            return
        if self.terms.holds(award.only_on_win_under):
            qualified, compared = self.compared(box)
            if not qualified or compared not in ("higher", "more"):
                return
        row = self._box_row(name, box)
        if row:
            yield Line(name, 0, "paid", 0, row.payout.number * stake, row.pattern, str(row.payout), row.cite)

    def _envy(self, award: Award, name: str, box: BoxFacts) -> Iterator[Line]:
        """One award for each qualifying hand that another player holds."""
        stake = box.wagers.get(award.stake_of)
        if stake is None or self.terms.holds(award.never_under):
            return
        for other in reversed(self.facts.boxes):
            if other.player != box.player and not self.folded(other):
                row = self._box_row(name, other, stake)
                if row:
                    yield Line(name, 0, "paid", 0, row.payout.number, row.pattern, str(row.payout), row.cite)

    def folded(self, box: BoxFacts) -> bool:
        """Whether the box gave up its hand."""
        return any(self.terms.decisions[decision][1][choice].forfeits for decision, choice in box.choices.items())

    def cards_of(self, hand: Hand, box: BoxFacts | None) -> Cards:
        """The cards that make up a hand."""
        cards: Cards = ()
        for pile in hand.piles:
            if pile == "player" and box:
                cards += box.cards
            elif pile == "dealer":
                cards += self.facts.dealer
            elif pile == "community":
                cards += self.facts.burned * hand.with_burned + self.facts.community
            elif pile == "bonus_box":
                cards += self.facts.bonus_box
        return cards

    def _value(self, ranking: str, cards: Cards) -> Value:
        key = (ranking, cards)
        if key not in self._values:
            self._values[key] = RANKINGS[ranking].value_of(cards)
        return self._values[key]
