"""Chance: the classes of cards that a box can see, and the ends that each of them leads to."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import comb, perm, prod
from typing import NamedTuple

from pitboss.cards import DECK
from pitboss.cards.reads import Reads
from pitboss.errors import InputError
from pitboss.play.terms import Cards
from pitboss.tree.card_classes import CardClass, CardClasses, HandReading
from pitboss.tree.ends import End, WagerBlock
from pitboss.tree.hidden_hands import hidden_hands
from pitboss.tree.stages import RoundStages

MOST_CLASSES = 1_250_000
"""The most classes of cards at one place of a round that are looked at."""
_SUIT_ORDERS = 24


class EndCounts(NamedTuple):
    """The ends of a block from one class of seen cards: how many deals lead to each, and their sum."""

    counts: Mapping[End, int]
    examples: Mapping[End, Mapping[str, Cards]]
    """An example of each end of the block, from any class."""
    total: int


class CardChances:
    """The cards of a round with some blocks. Piles that every hand reads together are one group."""

    def __init__(self, stages: RoundStages, blocks: Sequence[WagerBlock]) -> None:
        self._stages, self.blocks = stages, tuple(blocks)
        seen = {pile for stage in stages.stages for pile in stage.sees}
        dealt = stages.dealt
        compared = any(block.compares for block in blocks)
        hands = {hand.piles for block in blocks for hand in block.hands} | (
            {("player",), ("dealer",)} if compared else set()
        )
        if stages.terms.script.looks_at_cards:
            hands.add(("player",))
        marks: dict[tuple[bool, ...], list[str]] = {}
        for pile in dealt:
            if pile in seen or any(pile in hand for hand in hands):
                marks.setdefault(tuple(pile in hand for hand in sorted(hands)), []).append(pile)
        self.groups = tuple(map(tuple, marks.values()))
        self._totals = tuple(sum(dealt[pile] for pile in group) for group in self.groups)
        self._hidden = hidden_hands(stages.terms, dealt["dealer"]) if compared else None
        self._views = [_View(self, [block]) for block in self.blocks]
        self._all = _View(self, self.blocks)
        self._ends: list[dict[CardClass, EndCounts]] = [{} for _ in self.blocks]
        self._narrowed: list[dict[CardClass, EndCounts]] = [{} for _ in self.blocks]
        self._examples: list[dict[End, Mapping[str, Cards]]] = [{} for _ in self.blocks]
        self._held = [self._seen_at(stage) for stage in range(-1, len(stages.stages))]
        self._next: dict[tuple[int, CardClass], dict[CardClass, int]] = {}

    def group_of(self, pile: str) -> int:
        return next(number for number, group in enumerate(self.groups) if pile in group)

    def readings(self, blocks: Sequence[WagerBlock]) -> Iterator[HandReading]:
        """What some blocks read, and what decides whether a choice is open."""
        found = {HandReading(reads, (self.group_of("player"),)) for reads in self._stages.allowing}
        for block in blocks:
            for hand in block.hands:
                groups = tuple(sorted({self.group_of(pile) for pile in hand.piles}))
                found.update(HandReading(reads, groups) for reads in hand.reads)
            if block.compares:
                assert self._hidden
                reads, player, dealer = self._hidden.reads, self.group_of("player"), self.group_of("dealer")
                found |= {HandReading(reads, (player,)), HandReading(reads, (dealer,))}
                # Every seen card is missing in the dealer's hand, and with it a card of its suit. Beside one card of
                # the dealer, its own reading keeps the suit that matters; examples with more cards need all suits.
                one_shown = len(self.groups) == 2 and self._stages.stages[-1].sees.get("dealer", 0) == 1
                flush = 0 if one_shown else min(reads.flush, 1)
                found.add(HandReading(Reads(reads.lowest, flush), tuple(range(len(self.groups)))))
        yield from sorted(found)

    @property
    def totals(self) -> tuple[int, ...]:
        """How many cards of each group there are at settlement."""
        return self._totals

    def held(self, stage: int) -> tuple[int, ...]:
        """How many cards of each group are seen at a decision; -1 is before the deal."""
        return self._held[stage + 1]

    def _seen_at(self, stage: int) -> tuple[int, ...]:
        sees = self._stages.stages[stage].sees if stage >= 0 else {}
        return tuple(sum(sees.get(pile, 0) for pile in group) for group in self.groups)

    def root(self) -> CardClass:
        """The class of no cards."""
        return self._all.of([() for _ in self.groups])

    def seen(self, piles: Mapping[str, Cards]) -> CardClass:
        """The class of cards that are seen."""
        return self._all.of([tuple(card for pile in group for card in piles.get(pile, ())) for group in self.groups])

    def shown(self, found: CardClass, stage: int) -> dict[str, Cards]:
        """An example of the cards of a class that is seen at a decision."""
        sees = self._stages.stages[stage].sees
        return self._piles(self._all.classes.example(found), {pile: sees.get(pile, 0) for pile in self._stages.dealt})

    def next(self, stage: int, found: CardClass) -> dict[CardClass, int]:
        """The classes at a decision that a class at the decision before leads to, each with its number of orders."""
        key = stage, found
        known = self._next.get(key)
        if known is None:
            known = self._next[key] = self._all.walk(found, self.held(stage - 1), self.held(stage), self._where(stage))
        return known

    def orders(self, stage: int) -> int:
        """How many orders of cards lead from the decision before to a decision."""
        before, after = sum(self.held(stage - 1)), sum(self.held(stage))
        return perm(len(DECK) - before, after - before)

    def ends(self, block: int, found: CardClass, stage: int) -> EndCounts:
        """The ends of a block from a class of cards that are seen at the last decision."""
        known = self._ends[block].get(found)
        if known is None:
            view, held = self._views[block], self.held(stage)
            narrowed = view.narrowed(found, held)
            known = self._narrowed[block].get(narrowed)
            if known is None:
                known = self._narrowed[block][narrowed] = self._counted(block, narrowed, held)
            self._ends[block][found] = known
        return known

    def _counted(self, number: int, found: CardClass, held: tuple[int, ...]) -> EndCounts:
        block, view, examples = self.blocks[number], self._views[number], self._examples[number]
        counts: dict[End, int] = {}
        hidden = self._hidden if block.compares else None
        wanted = tuple(
            total if any(pile in block.piles for pile in group) else now
            for group, total, now in zip(self.groups, self._totals, held, strict=True)
        )
        if hidden and any("dealer" in hand.piles for hand in block.hands):
            raise InputError(
                f"{', '.join(block.items)} share a payout limit or a meter and read the dealer's hand in two ways: "
                "no exact solution of these together"
            )
        for end, orders in view.walk(found, held, wanted, f"settlement of {', '.join(block.items)}").items():
            key, piles = self._rows(block, view, end, keep=wanted != held)
            if hidden is None:
                counts[key] = counts.get(key, 0) + orders
                examples.setdefault(key, piles)
                continue
            own, known = piles["player"], piles.get("dealer", ())
            gone = tuple(card for pile, cards in piles.items() if pile not in ("player", "dealer") for card in cards)
            for compared, hands in hidden.against(own, known, gone).items():
                key = key[0], compared
                counts[key] = counts.get(key, 0) + orders * hands
                if key not in examples:
                    examples[key] = {**piles, "dealer": hidden.example(own, compared)}
        return EndCounts(counts, examples, sum(counts.values()))

    def _rows(self, block: WagerBlock, view: "_View", end: CardClass, *, keep: bool) -> tuple[End, Mapping[str, Cards]]:
        """The rows that pay whole hands of a class, before any showdown, and an example; kept if it is met again."""
        known = view.rows.get(end)
        if known is None:
            piles = self._piles(view.classes.example(end), self._stages.dealt)
            known = (block.rows(piles), None), piles
            if keep:
                view.rows[end] = known
        return known

    def _piles(self, groups: Sequence[Cards], sizes: Mapping[str, int]) -> dict[str, Cards]:
        """Cards by their piles; within a group, any card may be of any of its piles."""
        found: dict[str, Cards] = {}
        for group, cards in zip(self.groups, groups, strict=False):
            at = 0
            for pile in group:
                found[pile] = cards[at : at + sizes[pile]]
                at += sizes[pile]
        return found

    def named(self) -> tuple[CardClasses, Callable[[Sequence[int]], tuple[int, ...]]]:
        """Classes in which suits keep their names, for cards that are read one by one; and what is still to come."""
        readings = [HandReading(one.reads._replace(suits="named"), one.groups) for one in self._all.readings]
        return CardClasses(readings, len(self.groups)), self._all.to_come

    def piles(self, groups: Sequence[Cards], stage: int) -> dict[str, Cards]:
        """The cards of groups, by the piles that are seen at a decision."""
        sees = self._stages.stages[stage].sees
        return self._piles(groups, {pile: sees.get(pile, 0) for pile in self._stages.dealt})

    def _where(self, stage: int) -> str:
        return f"decision {self._stages.stages[stage].step.decision}"


class _View:
    """The classes of cards as some blocks read them."""

    def __init__(self, chance: CardChances, blocks: Sequence[WagerBlock]) -> None:
        self._totals = chance.totals
        self.rows: dict[CardClass, tuple[End, Mapping[str, Cards]]] = {}
        self.readings = list(chance.readings(blocks))
        self.classes = CardClasses(self.readings, len(chance.groups))
        read = {group for reading in self.readings for group in reading.groups}
        self._unread = [group for group in range(len(chance.groups)) if group not in read]

    def to_come(self, held: Sequence[int]) -> tuple[int, ...]:
        """How many cards are still to come for each reading, when some of each group are there."""
        return tuple(sum(self._totals[group] - held[group] for group in reading.groups) for reading in self.readings)

    def of(self, groups: Sequence[Cards]) -> CardClass:
        return self.classes.of([*groups, ()], self.to_come([len(cards) for cards in groups]))

    def narrowed(self, found: CardClass, held: tuple[int, ...]) -> CardClass:
        """A class of finer classes as this view has it: groups that it does not read have left the deck."""
        for group in self._unread:
            found = _moved(found, group)
        fitting = self.classes.fitting(found, self.to_come(held))
        return found if fitting == found else fitting

    def walk(self, found: CardClass, held: tuple[int, ...], until: tuple[int, ...], where: str) -> dict[CardClass, int]:
        """The classes with more cards that a class leads to, each with the number of orders of those cards."""
        level, now = {found: 1}, list(held)
        for group, most in enumerate(until):
            while now[group] < most:
                now[group] += 1
                to_come = self.to_come(now)
                before, level = level, {}
                for one, orders in before.items():
                    for after, number in self.classes.next(one, group, to_come):
                        level[after] = level.get(after, 0) + orders * number
                    if len(level) > MOST_CLASSES:
                        raise InputError(self._too_many(where, until))
        return level

    def _too_many(self, where: str, until: Sequence[int]) -> str:
        left, sets = len(DECK), []
        for number in until:
            sets.append(comb(left, number))
            left -= number
        return (
            f"no exact solution: at {where} there are more than {MOST_CLASSES:,} classes of cards, the limit; "
            f"it would take about {prod(sets) // _SUIT_ORDERS:,}"
        )


def _moved(found: CardClass, group: int) -> CardClass:
    """The class in which the cards of a group have left the deck."""

    def moved(numbers: tuple[int, ...], first: int) -> tuple[int, ...]:
        changed = list(numbers)
        changed[-1] += changed[first + group]
        changed[first + group] = 0
        return tuple(changed)

    return CardClass(moved(found.dead, 0), tuple(moved(suit, 1) for suit in found.live), moved(found.blanks, 0))
