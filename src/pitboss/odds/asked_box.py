"""A box as a person describes it: the stakes that lie on it, and the value of each choice with its cards."""

from collections.abc import Mapping
from types import MappingProxyType

from pitboss.cards import Card, show_cards
from pitboss.cards.card import repeated
from pitboss.errors import InputError
from pitboss.odds.box_values import BoxBets, box_values, meters_of
from pitboss.odds.game import ChoiceValues
from pitboss.odds.query import OddsQuery
from pitboss.odds.stakes import check_stake
from pitboss.odds.wagers import bet_stakes, decision_wager, paytable_group, wager_paytables
from pitboss.play.script_index import ScriptIndex
from pitboss.play.terms import Terms
from pitboss.rules.regulation import Regulation
from pitboss.rules.schema import suggestion
from pitboss.tree.stages import Path, Stage, dealing_of


def asked_box(regulation: Regulation, paytable: str, stakes: Mapping[str, int], query: OddsQuery) -> BoxBets:
    """The box with these stakes, named as odds name wagers; the first paytable of each but the decision wager."""
    known, decided = wager_paytables(regulation), decision_wager(regulation)
    of_boxes = [name for name in known if name not in regulation.wagers or regulation.wagers[name].scope == "box"]
    for name in stakes:
        if name not in of_boxes:
            raise InputError(
                f"--stake {name[:40]}: {regulation.id} has no such wager of a box{suggestion(name, of_boxes)}"
            )
    if decided not in stakes:
        raise InputError(f"--stake {decided}=AMOUNT is missing: the decision is about it")
    tables = {group: next(iter(found.values())) for group, found in regulation.paytables.items()}
    if group := paytable_group(regulation, decided):
        tables[group] = regulation.paytables[group][paytable]
    placed: dict[str, int] = {}
    for name, stake in stakes.items():
        check_stake(regulation, name, [paytable if name == decided else known[name][0]], query.options, stake)
        placed |= bet_stakes(regulation, name, stake)
    usual = {key: ruling.in_force for key, ruling in regulation.options.items()}
    terms = Terms(
        script=ScriptIndex(regulation=regulation),
        paytables=MappingProxyType(tables),
        options=MappingProxyType({**usual, **query.options}),
        seeds=MappingProxyType(dict(query.meters)),
    )
    return BoxBets(terms=terms, dealing=dealing_of(regulation), wagers=tuple(placed.items()))


def asked_values(bets: BoxBets, cards: tuple[Card, ...], path: Path, meters: Mapping[str, int]) -> ChoiceValues:
    """The value of each choice with these cards, given the choices made before."""
    stages = bets.stages.stages
    if len(path) >= len(stages):
        raise InputError(f"--made: {len(path)} choices, and the box decides {len(stages)} times")
    for number, choice in enumerate(path):
        open_now = [one.choice for one in stages[number].step.choices]
        if choice not in open_now:
            raise InputError(
                f"--made {choice[:40]!r}: at {stages[number].step.decision} there are {', '.join(open_now)}"
            )
    stage = stages[len(path)]
    piles = _piles(stage, cards)
    for name in sorted(meters_of(bets) - meters.keys()):
        raise InputError(f"--meter {name}=AMOUNT is missing: a wager that a choice touches is paid from it")
    return box_values(bets, piles, path, meters)


def _piles(stage: Stage, cards: tuple[Card, ...]) -> dict[str, tuple[Card, ...]]:
    """Cards by their piles, in the order in which the player sees them."""
    if twice := repeated(cards):
        raise InputError(f"--hand: {show_cards(twice)} twice")
    if len(cards) != sum(stage.sees.values()):
        seen = " and ".join(f"{number} of the {pile}" for pile, number in stage.sees.items())
        raise InputError(f"--hand: decision {stage.step.decision} sees {seen}, not {len(cards)} cards")
    found, at = dict[str, tuple[Card, ...]](), 0
    for pile, number in stage.sees.items():
        found[pile] = cards[at : at + number]
        at += number
    return found
