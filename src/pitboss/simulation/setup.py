"""Setup: what is simulated: the terms of a table, the stakes of every box, and how each box is played."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from pitboss.errors import InputError
from pitboss.games.let_it_ride import simulation as let_it_ride
from pitboss.games.three_card_poker import simulation as three_card_poker
from pitboss.games.top_five_poker import simulation as top_five_poker
from pitboss.money import show_money
from pitboss.play.terms import Terms
from pitboss.rules.paytable import Paytable
from pitboss.rules.record import Record
from pitboss.rules.regulation import Regulation
from pitboss.rules.ruleset import Ruleset
from pitboss.rules.schema import suggestion
from pitboss.rules.submission import MeterChoice
from pitboss.simulation.outcome_cells import Stakes
from pitboss.simulation.strategies import Strategies
from pitboss.simulation.tables import Grid, Tables

GAMES: Mapping[str, Any] = {
    "let_it_ride": let_it_ride,
    "three_card_poker": three_card_poker,
    "top_five_poker": top_five_poker,
}


class Setup(Record):
    """A table with so many boxes, all of which make the same wagers in every round."""

    terms: Terms
    paytables: Mapping[str, str]
    """The id of the paytable of each wager or award that has one, as odds name them."""
    meters: Mapping[str, Mapping[str, MeterChoice]]
    """For each progressive wager its meters."""
    stakes: Mapping[str, int]
    boxes: int
    strategies: tuple[str, ...]
    """Of each box."""

    @property
    def regulation(self) -> Regulation:
        return self.terms.regulation

    @cached_property
    def grid_and_tables(self) -> tuple[Grid, Tables]:
        """All that can befall a box, and what a kernel looks up."""
        names = list(dict.fromkeys(self.strategies))
        known = Strategies(self.terms)
        decides = [known.decide(name) for name in names]
        players = [names.index(name) for name in self.strategies]
        found: tuple[Grid, Tables] = GAMES[self.regulation.game].grid_and_tables(
            Stakes(self.terms, self.stakes, self.boxes), decides, players
        )
        return found


def setup_of(  # noqa: PLR0913 - each is a question of its own
    ruleset: Ruleset,
    *,
    boxes: int = 0,
    wagers: Sequence[str] = (),
    stakes: Mapping[str, int] | None = None,
    paytables: Mapping[str, str] | None = None,
    seeds: Mapping[str, int] | None = None,
    rates: Mapping[str, Fraction] | None = None,
    strategies: Sequence[str] = ("optimal",),
) -> Setup:
    """A table as its house file offers it, every wager at its least stake, with what is asked for instead.

    `wagers` are the optional ones to make, all of them where none is named. An InputError says what cannot be.
    """
    terms, chosen, choices = _paytables(ruleset, paytables or {}, seeds or {}, rates or {})
    made = _wagers(ruleset, wagers)
    boxes = _boxes(ruleset, boxes)
    staked = _stakes(ruleset, terms, made, stakes or {})
    return Setup(
        terms=terms,
        paytables={
            name: table for name, table in chosen.items() if name in staked or name not in terms.regulation.wagers
        },
        meters={name: found for name, found in choices.items() if name in staked},
        stakes=staked,
        boxes=boxes,
        strategies=_strategies(terms, strategies, boxes),
    )


def _boxes(ruleset: Ruleset, boxes: int) -> int:
    most = ruleset.submission.boxes
    if boxes and not 1 <= boxes <= most:
        raise InputError(f"--boxes {boxes}: the table has {most}, so 1 to {most} ({ruleset.regulation.table.cite})")
    return boxes or most


def _strategies(terms: Terms, names: Sequence[str], boxes: int) -> tuple[str, ...]:
    if len(names) not in (1, boxes):
        raise InputError(f"--strategy: name one, or one for each of the {boxes} boxes; {len(names)} are named")
    for name in names:
        Strategies(terms).decide(name)
    return tuple(names) * (boxes if len(names) == 1 else 1)


def _entry(regulation: Regulation, wager: str) -> str:
    return regulation.wagers[wager].limits or wager


def _wagers(ruleset: Ruleset, named: Sequence[str]) -> tuple[str, ...]:
    """The wagers that are made: those that the version of the game requires, and the optional ones that are named."""
    regulation, offered = ruleset.regulation, ruleset.wagers
    entries = list(dict.fromkeys(_entry(regulation, wager) for wager in offered))
    for name in named:
        if name not in entries:
            raise InputError(f"--wager {name[:40]!r}: the table has no such wager{suggestion(name, entries)}")
    version = regulation.versions[ruleset.submission.version]
    required = {_entry(regulation, wager) for wager in version.required}
    wanted = {*named, *required} if named else set(entries)
    if version.required_any and not wanted & set(version.required_any):
        raise InputError(f"--wager: a box needs {' or '.join(version.required_any)} ({version.cite})")
    return tuple(name for name in offered if _entry(regulation, name) in wanted)


def _stakes(ruleset: Ruleset, terms: Terms, made: Sequence[str], given: Mapping[str, int]) -> dict[str, int]:
    regulation = ruleset.regulation
    for name in given:
        if name not in {_entry(regulation, wager) for wager in made}:
            raise InputError(f"--stake {name[:40]}: the boxes do not make that wager")
    found: dict[str, int] = {}
    for name in made:
        rule, offer = regulation.wagers[name], ruleset.offer(name)
        table = terms.paytables.get(rule.paytable)
        option = ruleset.options.get(rule.stake_option)
        fixed = (option,) if isinstance(option, int) else offer.stakes or (table.stakes if table else ()) or rule.stakes
        entry = _entry(regulation, name)
        if table and table.stakes and not set(fixed) <= set(table.stakes) and not table.scales:
            fixed = table.stakes
        least = min(fixed) if fixed else offer.minimum or 0
        stake = given.get(entry, least)
        permitted = stake in fixed if fixed else (offer.minimum or 0) <= stake <= (offer.maximum or stake)
        if not permitted:
            most = f" to {show_money(offer.maximum)}" if offer.maximum else " or more"
            takes = " or ".join(map(show_money, fixed)) or f"{show_money(least)}{most}"
            cite = rule.stake_cite or rule.cite
            raise InputError(f"--stake {entry}: the table takes {takes}, not {show_money(stake)} ({cite})")
        found[name] = stake
    return found


def _paytables(
    ruleset: Ruleset, asked: Mapping[str, str], seeds: Mapping[str, int], rates: Mapping[str, Fraction]
) -> tuple[Terms, dict[str, str], dict[str, dict[str, MeterChoice]]]:
    """The terms with other paytables where they are asked for, the id of each, and the meters of each wager."""
    regulation, submission = ruleset.regulation, ruleset.submission
    tables, chosen = dict(ruleset.paytables), dict[str, str]()
    groups = {_entry(regulation, name): rule.paytable for name, rule in ruleset.wagers.items() if rule.paytable}
    groups |= {name: award.paytable for name, award in ruleset.awards.items() if not award.follows}
    for name in asked:
        if name not in groups:
            raise InputError(f"--paytable {name[:40]}: the table offers {', '.join(groups)}")
    for name, group in groups.items():
        offer = submission.wagers.get(name) or submission.awards.get(name)
        known = regulation.paytables[group]
        submitted = (offer.paytable if offer else "") or next(iter(known))
        chosen[name] = asked.get(name, submitted)
        if chosen[name] not in known:
            raise InputError(f"--paytable {name}={chosen[name][:40]}: there are {', '.join(known)}")
        if chosen[name] != submitted:
            tables[group] = known[chosen[name]]
            for award in ruleset.awards.values():
                if award.follows == name:
                    follow = regulation.paytables[award.paytable]
                    tables[award.paytable] = follow.get(chosen[name]) or next(iter(follow.values()))
    choices = {
        name: _meters(tables[regulation.wagers[name].paytable], link.meters, seeds, rates)
        for name, link in ruleset.links.items()
    }
    meters = tuple(meter for found in choices.values() for meter in found)
    for option, named in (("--meter", seeds), ("--rate", rates)):
        for name in named:
            if name not in meters:
                raise InputError(f"{option} {name[:40]}: the table has {', '.join(meters) or 'no meter'}")
    resets = {meter: choice.resets_to for found in choices.values() for meter, choice in found.items()}
    terms = Terms.of(ruleset)
    return Terms(**{**terms.given(), "paytables": tables, "seeds": resets}), chosen, choices


def _meters(
    table: Paytable, submitted: Mapping[str, MeterChoice], seeds: Mapping[str, int], rates: Mapping[str, Fraction]
) -> dict[str, MeterChoice]:
    """What is given, what the house file has submitted, or the least that the paytable permits."""
    first = next(iter(submitted.values()))
    found = {}
    for name, rule in table.meters.items():
        choice = submitted.get(name) or MeterChoice(
            seed=rule.least_seed or first.seed, rate=rule.least_rate or first.rate
        )
        if name in seeds:
            choice = MeterChoice(seed=seeds[name], rate=choice.rate)
        found[name] = MeterChoice(**{**choice.given(), "rate": rates.get(name, choice.rate)})
    return found
