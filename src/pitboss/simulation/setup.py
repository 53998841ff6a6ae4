"""Setup: the terms of the simulated table, the stakes of every box, and the strategy of each box."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from pitboss.errors import InputError
from pitboss.money import show_money
from pitboss.odds.wagers import bonus_of, entry_of, top_win
from pitboss.play.terms import Terms
from pitboss.rules.paytable import Paytable
from pitboss.rules.record import Record
from pitboss.rules.regulation import Regulation
from pitboss.rules.ruleset import Ruleset
from pitboss.rules.schema import suggestion
from pitboss.rules.submission import MeterChoice
from pitboss.simulation.outcome_cells import Stakes
from pitboss.simulation.simulated_game import simulation_of
from pitboss.simulation.strategies import Strategies
from pitboss.simulation.tables import KernelTables, OutcomeGrid
from pitboss.table.stakes import accepted_stakes


class Setup(Record):
    """A table whose boxes all make the same wagers in every round."""

    terms: Terms
    paytables: Mapping[str, str]
    """The id of the paytable of each wager or award that has one, as odds name them."""
    meters: Mapping[str, Mapping[str, MeterChoice]]
    """For each progressive wager its meters."""
    stakes: Mapping[str, int]
    boxes: int
    strategies: tuple[str, ...]
    """The strategy of each box."""

    @property
    def regulation(self) -> Regulation:
        return self.terms.regulation

    @cached_property
    def entries(self) -> Mapping[str, tuple[str, ...]]:
        """The items of each wager as odds name it: bets that share an entry, a wager placed later, a bonus award."""
        items: dict[str, list[str]] = {}
        for name in self.stakes:
            if self.regulation.wagers[name].scope == "box":
                items.setdefault(entry_of(self.regulation, name), []).append(name)
        for name, award in self.regulation.awards.items():
            if award.kind == "bonus" and award.stake_of in items:
                items[award.stake_of].append(name)
        return {name: tuple(found) for name, found in items.items()}

    def paytable(self, wager: str) -> str:
        """The id of the paytable that prices a wager, as odds name it; empty if only the showdown pays it."""
        return self.paytables.get(wager) or self.paytables.get(bonus_of(self.regulation, wager), "")

    @property
    def highest_hand_wager(self) -> str:
        """The wager on the highest hand at the table, if the boxes make one; else empty."""
        return self._stakes.highest_hand_wager

    @property
    def _stakes(self) -> Stakes:
        return Stakes(self.terms, self.stakes, self.boxes)

    @cached_property
    def grid_and_tables(self) -> tuple[OutcomeGrid, KernelTables]:
        """Everything that can happen to a box, and what a kernel reads."""
        names = list(dict.fromkeys(self.strategies))
        known = Strategies(self.terms)
        decides = [known.decide(name) for name in names]
        players = [names.index(name) for name in self.strategies]
        return simulation_of(self.regulation).grid_and_tables(self._stakes, decides, players)


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
    """A table as its house file offers it, every wager at its least stake, changed by the arguments that are given.

    `wagers` are the optional wagers to make, by default all of them. An InputError says what the table does not allow.
    """
    terms, chosen, choices = _paytables(ruleset, paytables or {}, seeds or {}, rates or {})
    made = _wagers(ruleset, wagers)
    boxes = _boxes(ruleset, boxes)
    staked = _stakes(ruleset, terms, made, stakes or {})
    setup = Setup(
        terms=terms,
        paytables={
            name: table for name, table in chosen.items() if name in staked or name not in terms.regulation.wagers
        },
        meters={name: found for name, found in choices.items() if name in staked},
        stakes=staked,
        boxes=boxes,
        strategies=_strategies(terms, strategies, boxes),
    )
    _check_limit(setup)
    return setup


def _check_limit(setup: Setup) -> None:
    """A payout limit is cut from the wagers of one hand together; the hands of a box are settled apart."""
    terms, regulation, limit = setup.terms, setup.regulation, setup.terms.payout_limit
    covered = [name for name in regulation.payout_limit.wagers if name in setup.stakes]
    if limit is None or len({terms.hand_of(name).ranking for name in covered}) < 2:
        return
    tables = {name: terms.paytables.get(regulation.wagers[name].paytable) for name in covered}
    if sum(top_win(regulation, name, table, setup.stakes[name]) for name, table in tables.items()) > limit:
        wagers = " and ".join(dict.fromkeys(entry_of(regulation, name) for name in covered))
        raise InputError(
            f"the payout limit of {show_money(limit)} can cut what {wagers} win together, which is not simulated: "
            "simulate them one by one, or with smaller stakes"
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


def _wagers(ruleset: Ruleset, named: Sequence[str]) -> tuple[str, ...]:
    """The wagers that the boxes make: those that the version requires, and the optional ones that are named."""
    regulation, offered = ruleset.regulation, ruleset.wagers
    entries = list(dict.fromkeys(entry_of(regulation, wager) for wager in offered))
    for name in named:
        if name not in entries:
            raise InputError(f"--wager {name[:40]!r}: the table has no such wager{suggestion(name, entries)}")
    version = regulation.versions[ruleset.submission.version]
    required = {entry_of(regulation, wager) for wager in version.required}
    wanted = {*named, *required} if named else set(entries)
    if version.required_any and not wanted & set(version.required_any):
        raise InputError(f"--wager: a box needs {' or '.join(version.required_any)} ({version.cite})")
    return tuple(name for name in offered if entry_of(regulation, name) in wanted)


def _stakes(ruleset: Ruleset, terms: Terms, made: Sequence[str], given: Mapping[str, int]) -> dict[str, int]:
    regulation = ruleset.regulation
    for name in given:
        if name not in {entry_of(regulation, wager) for wager in made}:
            raise InputError(f"--stake {name[:40]}: the boxes do not make that wager")
    found: dict[str, int] = {}
    for name in made:
        rule, entry = regulation.wagers[name], entry_of(regulation, name)
        accepted = accepted_stakes(ruleset, name, terms.paytables.get(rule.paytable))
        stake = given.get(entry, accepted.least or 0)
        if not accepted.accepts(stake):
            cite = rule.stake_cite or rule.cite
            raise InputError(f"--stake {entry}: the table accepts {accepted}, not {show_money(stake)} ({cite})")
        found[name] = stake
    placed = terms.script.most_placed
    return {
        name: placed[name].multiple * found[placed[name].to] if name in placed else stake
        for name, stake in found.items()
    }


def _paytables(
    ruleset: Ruleset, asked: Mapping[str, str], seeds: Mapping[str, int], rates: Mapping[str, Fraction]
) -> tuple[Terms, dict[str, str], dict[str, dict[str, MeterChoice]]]:
    """The terms with the paytables that are named instead, the id of each paytable, and the meters of each wager."""
    regulation, submission = ruleset.regulation, ruleset.submission
    tables, chosen = dict(ruleset.paytables), dict[str, str]()
    groups = {rule.limits or name: rule.paytable for name, rule in ruleset.wagers.items() if rule.paytable}
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
    """The figures that are given, else those of the house file, else the least that the paytable permits."""
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
