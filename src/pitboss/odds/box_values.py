"""The value of each choice of a box, given everything that lies on it.

Side bets that a choice forfeits, raises made before, payout limits, coupons and meters count. Wagers that no choice
touches are worth the same with each choice, and are left out.
"""

from collections.abc import Mapping
from functools import lru_cache

from pitboss.odds.accelerators import any_game, game_of
from pitboss.odds.backwards import Backwards
from pitboss.odds.game import Cards, ChoiceValues, Solver
from pitboss.odds.tree_solver import choice_values
from pitboss.odds.wagers import decision_wager, entry_of, paytable_group
from pitboss.play.terms import Terms
from pitboss.rules.dealing import Dealing
from pitboss.rules.record import Record
from pitboss.tree.ends import WagerBlock, blocks
from pitboss.tree.stages import Path, RoundStages

Amounts = tuple[tuple[str, int], ...]


class BoxBets(Record):
    """What lies on a box before the deal, and how the table deals."""

    terms: Terms
    dealing: Dealing
    wagers: Amounts
    coupons: Amounts = ()

    @property
    def stages(self) -> RoundStages:
        return RoundStages(terms=self.terms, wagers=dict(self.wagers), dealing=self.dealing, coupons=dict(self.coupons))


def box_values(bets: BoxBets, piles: Mapping[str, Cards], path: Path, meters: Mapping[str, int]) -> ChoiceValues:
    """The value of each choice per unit of the bet that the decision is about; an InputError if it cannot be solved.

    `piles` are the cards that the player sees, `path` the choices made before, `meters` what meters show, in cents.
    """
    stages, touched = bets.stages, _touched(bets)
    asked = dict(bets.wagers)[stages.stages[len(path)].step.asks]
    solver = _accelerator(bets) if not bets.coupons and _is_decided_alone(bets, touched) else None
    if solver:
        return solver.values(tuple(card for cards in piles.values() for card in cards))
    paying = meters_of(bets)
    shown = tuple(sorted((name, amount) for name, amount in meters.items() if name in paying))
    return choice_values(_tree(bets, shown), piles, path, asked)


def meters_of(bets: BoxBets) -> frozenset[str]:
    """The meters that pay wagers which choices touch."""
    return frozenset[str]().union(*(block.meter_names for block in _touched(bets)))


@lru_cache(maxsize=64)
def _touched(bets: BoxBets) -> tuple[WagerBlock, ...]:
    return blocks(bets.stages, {})


@lru_cache(maxsize=64)
def _tree(bets: BoxBets, meters: Amounts) -> Backwards:
    return Backwards(bets.stages, dict(meters))


def _is_decided_alone(bets: BoxBets, touched: tuple[WagerBlock, ...]) -> bool:
    """Whether a choice touches the decision's own bets only, at equal stakes and without a limit."""
    regulation = bets.terms.regulation
    decided = decision_wager(regulation)
    items = [item for block in touched for item in block.items]
    own = {name for name in (*regulation.wagers, *regulation.awards) if entry_of(regulation, name) == decided}
    placed = set(bets.terms.script.most_placed)
    stakes = {stake for name, stake in bets.wagers if name in own}
    return bets.terms.payout_limit is None and len(stakes) == 1 and own | placed >= set(items)


@lru_cache(maxsize=16)
def _accelerator(bets: BoxBets) -> Solver | None:
    """The solver of the game's folder, if it has one."""
    regulation = bets.terms.regulation
    game = game_of(regulation)
    if game is any_game():
        return None
    group = paytable_group(regulation, decision_wager(regulation))
    return game.solver(regulation, bets.terms.paytables.get(group), bets.terms.options)
