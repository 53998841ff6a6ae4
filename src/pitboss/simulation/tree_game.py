"""The simulation of any game: its rounds compiled into automata, from the same tree that odds walk."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import RANKINGS
from pitboss.cards.reads import Reads
from pitboss.errors import InputError
from pitboss.odds.backwards import Backwards
from pitboss.odds.endings import ending_name
from pitboss.odds.wagers import bet_stakes, decision_wager
from pitboss.play.script_index import ScriptIndex
from pitboss.play.terms import Terms
from pitboss.rules.regulation import Regulation
from pitboss.simulation.game import Cards, Decide, GameSimulation
from pitboss.simulation.hand_automaton import LEVEL, HandAutomaton, hand_automaton
from pitboss.simulation.outcome_cells import NOWHERE, Cell, Classes, Stakes
from pitboss.simulation.tables import GridPart, Numbers, OutcomeGrid
from pitboss.simulation.tree_strategy import TreeStrategy
from pitboss.simulation.tree_tables import TreeTables
from pitboss.tree.card_classes import CardClasses, HandReading
from pitboss.tree.hidden_hands import Compared, hidden_hands
from pitboss.tree.pattern_reads import reads_of
from pitboss.tree.stages import Path, RoundStages, dealing_of, stages_of

COMPARED = ("fewer", "lower", "equal", "higher", "more")
_UNIT = 100


class TreeSimulation(GameSimulation):
    """The simulation of a regulation that no folder of games is for."""

    def __init__(self, regulation: Regulation) -> None:
        self._regulation = regulation

    @property
    def decision_sizes(self) -> tuple[int, ...]:  # type: ignore[override]
        dealing = dealing_of(self._regulation)
        return tuple(sorted({sum(stage.sees.values()) for stage in stages_of(self._regulation, dealing)}))

    @property
    def outcome_names(self) -> Sequence[str]:  # type: ignore[override]
        if self._regulation.showdown is None:
            return ()
        script = ScriptIndex(regulation=self._regulation)
        terms = Terms(script=script, paytables={}, options={}, seeds={})
        bets = bet_stakes(self._regulation, decision_wager(self._regulation), _UNIT)
        stages = RoundStages(terms=terms, wagers=bets, dealing=dealing_of(self._regulation))
        return [ending_name(script, stages.chosen(path), compared) for path, compared in _ends(stages)]

    def optimal(self, terms: Terms) -> TreeStrategy:
        unlimited = Terms(**{**terms.given(), "payout_limit": None})
        bets = bet_stakes(self._regulation, decision_wager(self._regulation), _UNIT)
        return TreeStrategy(Backwards(RoundStages(terms=unlimited, wagers=bets, dealing=dealing_of(self._regulation))))

    def basic(self, _terms: Terms) -> Decide | None:
        return None

    def visible(self, _terms: Terms, cards: Cards) -> object:
        return tuple(sorted(cards))

    def grid_and_tables(
        self, stakes: Stakes, decides: list[Decide], players: list[int]
    ) -> tuple[OutcomeGrid, TreeTables]:
        return _Compiled(self, stakes).grid_and_tables(decides, players)


class _Compiled:
    """One table, compiled."""

    def __init__(self, game: TreeSimulation, stakes: Stakes) -> None:
        self._stakes, self._terms = stakes, stakes.terms
        regulation = self._terms.regulation
        if stakes.highest_hand_wager:
            raise InputError(f"{regulation.id}: no simulation of {stakes.highest_hand_wager} for this game")
        before = {
            name: stake for name, stake in stakes.wagers.items() if regulation.wagers[name].placed == "before_deal"
        }
        self._stages = RoundStages(terms=self._terms, wagers=before, dealing=dealing_of(regulation))
        self._ends = _ends(self._stages)
        self._tree = game.optimal(self._terms).tree
        self._dealt = {pile: self._stages.dealt.get(pile, 0) for pile in ("player", "dealer", "community", "bonus_box")}
        own, theirs = self._dealt["player"], self._dealt["dealer"]
        if regulation.showdown and theirs not in (0, own):
            raise InputError(f"{regulation.id}: no simulation of a dealer's hand of {theirs} cards against {own}")
        first = self._terms.hand_of(self._stages.stages[0].step.asks).ranking
        self._rankings = [name for name in dict.fromkeys((first, *RANKINGS)) if stakes.items(name)]
        self._showdown = regulation.hands[regulation.showdown.hand].ranking if regulation.showdown else ""

    def grid_and_tables(self, decides: Sequence[Decide], players: Sequence[int]) -> tuple[OutcomeGrid, TreeTables]:
        hands = [self._hand(ranking) for ranking in self._rankings]
        shape = (len(self._ends), *(len(hand.classes) for hand in hands))
        parts = tuple(
            GridPart((0, axis + 1), self._cells(ranking, hand.classes))
            for axis, (ranking, hand) in enumerate(zip(self._rankings, hands, strict=True))
        )
        grid = OutcomeGrid(shape, parts)
        strides = [int(np.prod(shape[axis + 1 :])) for axis in range(len(shape))]
        steps_of_hands, starts = _joined([hand.automaton for hand in hands])
        nodes = self._nodes
        base = {path: at for at, (path, _) in reversed(list(enumerate(self._ends)))}
        compared = self._rankings.index(self._showdown) if self._showdown in self._rankings else -1
        steps, choices, seen_at, sees = self._decisions(decides)
        own = self._dealt["player"]
        shared_at = np.full((len(hands), 53), -1, np.int32)
        for number, hand in enumerate(hands):
            shared = [at - own for at in hand.places if at >= own]
            shared_at[number, : len(shared)] = shared
        return grid, TreeTables(
            boxes=self._stakes.boxes,
            cards=self._dealt["player"] * self._stakes.boxes + sum(self._dealt.values()) - self._dealt["player"],
            hand=self._dealt["player"],
            dealer=self._dealt["dealer"],
            community=self._dealt["community"],
            bonus_box=self._dealt["bonus_box"],
            players=np.array(players, np.uint8),
            steps=steps,
            seen_at=seen_at,
            sees=sees,
            choices=choices,
            ends=np.array([base.get(path, 0) * strides[0] for path in nodes], np.int32),
            compares=np.array(
                [base.get(path) is not None and self._ends[base[path]][1] is not None for path in nodes], np.uint8
            ),
            hands=steps_of_hands,
            starts=starts,
            shared_at=shared_at,
            reads_own=np.array([min(hand.places) < own for hand in hands], np.uint8),
            classes=np.concatenate([hand.numbers * stride for hand, stride in zip(hands, strides[1:], strict=True)]),
            values=np.concatenate([hand.values for hand in hands]),
            compared=compared,
            outcome_step=strides[0],
            prices=grid.priced(self._stakes.boxes - 1),
        )

    @cached_property
    def _nodes(self) -> list[Path]:
        """Every choice of paths up to some decision, the empty one first."""
        found: list[Path] = [()]
        for path in found:
            if len(path) < len(self._stages.stages):
                found += [(*path, choice) for choice in _ordered(self._stages, path)]
        return found

    # Decisions

    def _decisions(
        self, decides: Sequence[Decide]
    ) -> tuple[NDArray[np.integer[Any]], NDArray[np.int16], Numbers, Numbers]:
        """What a player sees, card by card, and the choices that follow."""
        chance = self._tree.chance
        classes, to_come = chance.named()
        held, order, seen_at = [0] * len(chance.groups), list[int](), list[int]()
        levels, sees = [to_come(held)], list[int]()
        before: Mapping[str, int] = {}
        for stage in self._tree.stages.stages:
            for pile, number in stage.sees.items():
                for at in range(before.get(pile, 0), number):
                    group = chance.group_of(pile)
                    held[group] += 1
                    levels.append(to_come(held))
                    order.append(group)
                    seen_at.append(self._place(pile, at))
            before = stage.sees
            sees.append(len(order))
        automaton = hand_automaton(classes, order, levels, classes.of([() for _ in range(len(held) + 1)], levels[0]))
        nodes, place = self._nodes, {path: at for at, path in enumerate(self._nodes)}
        states = len(automaton.steps) + len(automaton.levels[-1])
        choices = np.zeros((len(decides), len(nodes), states), np.int16)
        for number_of_choices, size in enumerate(sees):
            for found, state in automaton.levels[size].items():
                piles = chance.piles(classes.example(found), number_of_choices)
                for path in nodes:
                    if len(path) == number_of_choices:
                        for number, decide in enumerate(decides):
                            choices[number, place[path], state] = place[(*path, self._chosen(decide, piles, path))]
        return automaton.steps, choices, np.array(seen_at, np.int32), np.array(sees, np.int32)

    def _chosen(self, decide: Decide, piles: Mapping[str, Cards], path: Path) -> str:
        choices = _ordered(self._stages, path)
        if self._stages.allowing and choices != ("",):
            allowed = self._stages.allowed(path, piles["player"])
            choices = tuple(choice for choice in choices if choice in allowed)
        if len(choices) == 1:
            return choices[0]
        if isinstance(decide, TreeStrategy):
            return decide.choose(piles, path)
        keeps = decide(tuple(card for cards in piles.values() for card in cards))
        return choices[-1 if keeps else 0]

    def _place(self, pile: str, at: int) -> int:
        """Where a card lies: the box's own cards come first, then the piles in the order in which they are dealt."""
        for name, size in self._dealt.items():
            if name == pile:
                return at
            at += size
        raise InputError(f"no simulation of cards that go to {pile}")

    # Hands

    def _hand(self, ranking: str) -> "_Hand":
        """The automaton of the hands of a ranking."""
        items = self._stakes.items(ranking)
        piles = {self._terms.hand_of(item).piles for item in items}
        if len(piles) > 1:
            raise InputError(f"{', '.join(items)} read {ranking} hands of different cards, which is not simulated")
        (read,) = piles
        known, reads = RANKINGS[ranking], set[Reads]()
        for item in items:
            if self._is_paid(item):
                paying = self._terms.paying(item, self._stakes.column(item))
                if paying.has_other_hands:
                    raise InputError(f"the rows of {item} read different hands, which is not simulated")
                reads |= {reads_of(known, row.pattern) for row in paying.rows}
        if ranking == self._showdown:
            reads.add(hidden_hands(self._terms, self._dealt["dealer"]).reads)
        places = [self._place(pile, at) for pile in read for at in range(self._dealt[pile])]
        # The automaton reads the cards on the table first, which are the same for all boxes.
        places.sort(key=lambda at: at < self._dealt["player"])
        size = len(places)
        readings = [HandReading(one._replace(suits="named"), (0,)) for one in sorted(reads)]
        classes, levels = CardClasses(readings, 1), [(size - level,) * len(readings) for level in range(size + 1)]
        automaton = hand_automaton(classes, [0] * size, levels, classes.of(((), ()), levels[0]))
        found = Classes(self._stakes, ranking)
        numbers, values = (np.zeros(len(automaton.levels[-1]), np.int32) for _ in range(2))
        examples = [classes.example(one)[0] for one in automaton.levels[-1]]
        for state, cards in enumerate(examples):
            numbers[state] = found(cards)
        if ranking == self._showdown:
            values_of = [self._terms.comparing(cards) for cards in examples]
            order = {value: place for place, value in enumerate(sorted(set(values_of)))}
            for state, value in enumerate(values_of):
                level = value.category * LEVEL if self._terms.script.numbers_first else 0
                values[state] = level + 2 * order[value] + self._terms.dealer_qualifies(examples[state])
        return _Hand(automaton, found, places, numbers, values)

    def _is_paid(self, item: str) -> bool:
        regulation = self._terms.regulation
        return bool((regulation.wagers[item] if item in regulation.wagers else regulation.awards[item]).paytable)

    # Ends

    def _cells(self, ranking: str, classes: Classes) -> list[Cell]:
        """A cell for each end and class."""
        cells, known = list[Cell](), dict[tuple[Path, int], Cell]()
        for path, compared in self._ends:
            for number, cards in enumerate(classes.examples):
                if compared is not None and ranking == self._showdown:
                    cells.append(self._against(path, compared, classes, number))
                    continue
                if (path, number) not in known:
                    known[path, number] = self._settled(path, ranking, cards)
                cells.append(known[path, number])
        return cells

    def _settled(self, path: Path, ranking: str, cards: Cards, **others: Cards) -> Cell:
        (read,) = {self._terms.hand_of(item).piles for item in self._stakes.items(ranking)}
        piles, at = dict[str, Cards](), 0
        for pile in read:
            piles[pile] = cards[at : at + self._dealt[pile]]
            at += self._dealt[pile]
        if self._showdown and "dealer" not in piles:
            others = {"dealer": cards[: self._dealt["dealer"]], **others}
        own = piles.pop("player", ())
        staked = self._stakes._replace(wagers=self._stages.placed(path))
        return staked.settled(own, self._stages.chosen(path), ranking, **{**piles, **others})

    def _against(self, path: Path, compared: Compared, classes: Classes, number: int) -> Cell:
        """A hand of the class against a hand of the dealer with this outcome; no deal may lead to it."""
        hidden = hidden_hands(self._terms, self._dealt["dealer"])
        for own in self._extremes(classes)[number]:
            dealer = hidden.find(own, compared)
            if dealer:
                return self._settled(path, self._showdown, own, dealer=dealer)
        return NOWHERE

    def _extremes(self, classes: Classes) -> list[tuple[Cards, ...]]:
        """The lowest and the highest hand of each class."""
        if self._known_extremes is None:
            found: list[list[Cards]] = [[] for _ in classes.examples]
            for cards in hidden_hands(self._terms, self._dealt["dealer"]).examples():
                found[classes(cards)].append(cards)
            self._known_extremes = [(*hands[:1], *hands[-1:], classes.examples[at]) for at, hands in enumerate(found)]
        return self._known_extremes

    _known_extremes: list[tuple[Cards, ...]] | None = None


class _Hand(NamedTuple):
    """The hands of a ranking."""

    automaton: HandAutomaton
    classes: Classes
    places: list[int]
    numbers: Numbers
    """[last state]: the class of a whole hand."""
    values: Numbers


def _joined(automata: Sequence[HandAutomaton]) -> tuple[NDArray[np.unsignedinteger[Any]], Numbers]:
    """The steps of all automata as one table, and the first state of each; last states are numbered on their own."""
    begins = np.cumsum([0, *(len(one.steps) for one in automata)])
    last, parts = int(begins[-1]), list[NDArray[np.int64]]()
    for one, begin in zip(automata, begins, strict=False):
        steps = one.steps.astype(np.int64)
        parts.append(np.where(steps < len(one.steps), steps + begin, steps - len(one.steps) + last))
        last += len(one.levels[-1])
    fits = np.uint16 if last < 1 << 16 else np.uint32
    return np.concatenate(parts).astype(fits), begins[:-1].astype(np.int32)


def _ordered(stages: RoundStages, path: Path) -> tuple[str, ...]:
    """The choices that are open, the smallest stake first; an empty text if none is due."""
    return tuple(sorted(stages.choices(path), key=lambda choice: stages.staked((*path, choice)))) or ("",)


def _ends(stages: RoundStages) -> list[tuple[Path, Compared | None]]:
    """All that the first axis of the grid tells apart: the choices, and how a hand that is played compares."""
    paths: list[Path] = [()]
    for _ in stages.stages:
        paths = [(*path, choice) for path in paths for choice in _ordered(stages, path)]
    script = stages.terms.script
    found: list[tuple[Path, Compared | None]] = []
    for path in paths:
        made = stages.chosen(path)
        if stages.terms.regulation.showdown is None or not made or not script.folds.isdisjoint(made.items()):
            found.append((path, None))
        else:
            found += [(path, (qualified, compared)) for qualified in (False, True) for compared in COMPARED]
    return found
