"""The operator's choices for a recorded round: paytables and options, checked once for all rounds that share them."""

from collections.abc import Mapping
from functools import cache, cached_property, lru_cache
from typing import Any

from pitboss.errors import InputError
from pitboss.play.json_values import ROUND, as_object, shown
from pitboss.play.script_index import ScriptIndex
from pitboss.play.terms import Terms
from pitboss.rules.editions import Edition, editions, find_edition
from pitboss.rules.load import load_edition
from pitboss.rules.paytable import Paytable
from pitboss.rules.script import Step
from pitboss.rules.vocabulary import Pile, parse_day
from pitboss.rules.wagers import Award, Wager

EDITION_KEYS = ("regulation", "edition", "at")
"""The keys of a recorded round that decide its edition."""
_PAYTABLES = ROUND.at("paytables")


class RoundForm:
    """What a recorded round of a regulation may hold; `electronic` if community hands replace the boxes' cards."""

    def __init__(self, edition: Edition, electronic: bool) -> None:
        self.regulation = regulation = load_edition(edition.folder)
        self.electronic = electronic
        self.script = ScriptIndex(regulation=regulation)
        self.wagers: Mapping[str, Wager] = {
            name: wager
            for name, wager in regulation.wagers.items()
            if wager.placed == "before_deal"
            # If the community cards are hands themselves, they complete no other hand.
            and not (electronic and "community" in regulation.hands[wager.hand].piles)
        }
        self.decisions: tuple[Step, ...] = tuple(step for step, _ in self.script.decisions.values())
        self.items = (*regulation.wagers, *regulation.awards)
        self.meters = tuple(
            dict.fromkeys(
                meter for tables in regulation.paytables.values() for table in tables.values() for meter in table.meters
            )
        )
        self.burned = tuple(step.card - 1 for step in regulation.script if step.step == "burn")
        dealing = next(one for one in regulation.dealing.values() if one.has_community_hands == electronic)
        self.deals = dealing.deal
        self.awards: Mapping[str, Award] = {
            name: award
            for name, award in regulation.awards.items()
            if any(
                award.arises_with(device)
                for device, one in regulation.dealing.items()
                if one.has_community_hands == electronic
            )
        }
        """The awards that can arise in such a round."""
        self.hand_size = self.script.community_hand if electronic else dealing.cards_to("player")

    def can_pay(self, group: str) -> bool:
        """Whether a wager or award of such a round is paid by a group of paytables."""
        groups = {wager.paytable for wager in self.regulation.wagers.values()}
        return group in groups | {award.paytable for award in self.awards.values()}

    def check_number(self, pile: Pile, number: int, placed: frozenset[str]) -> None:
        """Raises DocumentFault unless a pile has the cards that are dealt to it with these wagers."""
        numbers, needed = {0}, False
        for deal in self.deals:
            if pile in deal.to:
                if deal.if_offered:
                    # Cards that are dealt if a wager is offered may be recorded whether or not anybody made the wager.
                    numbers.add(deal.cards * deal.times)
                    needed = needed or deal.if_offered in placed
                elif not deal.if_placed or deal.if_placed in placed:
                    numbers = {other + deal.cards * deal.times for other in numbers}
        if needed:
            numbers.discard(0)
        if number not in numbers:
            expected = " or ".join(map(str, sorted(numbers)))
            raise ROUND.at(pile).misread(f"expected {expected} cards, found {number}")


@cache
def _form(edition: Edition, electronic: bool) -> RoundForm:
    return RoundForm(edition, electronic)


class Choices:
    """The paytables and options in force, by regulation, version and choices."""

    def __init__(self, form: RoundForm, paytables: Mapping[str, str], options: Mapping[str, str | int]) -> None:
        self.form = form
        self.paytables = {
            group: table
            for group in form.regulation.paytables
            if (table := _table(form, group, paytables)) and form.can_pay(group)
        }
        self.options = _options(form, options)
        self._terms: dict[tuple[int | None, tuple[tuple[str, int], ...]], Terms] = {}

    def paytable(self, group: str) -> Paytable:
        """The selected paytable of a group; raises DocumentFault if there is none."""
        if group not in self.paytables:
            known = ", ".join(self.form.regulation.paytables[group])
            raise _PAYTABLES.misread(f"{group} is missing; choose {known}")
        return self.paytables[group]

    def needed_where_offered(self, wager: Wager) -> tuple[str, ...]:
        """The wagers that another needs under the chosen reading. A round offers the wagers whose paytable it names."""
        under = wager.needs_offered_under
        if under is None or self.options.get(under.option) != under.value:
            return ()
        return tuple(name for name in wager.needs_offered if self.form.wagers[name].paytable in self.paytables)

    @cached_property
    def stakes(self) -> Mapping[str, tuple[int, ...]]:
        """The accepted stakes of each wager with fixed stakes."""
        found: dict[str, tuple[int, ...]] = {}
        for name, wager in self.form.wagers.items():
            chosen = self.options.get(wager.stake_option)
            paytable = self.paytables.get(wager.paytable)
            if isinstance(chosen, int):
                found[name] = (chosen,)
            elif wager.stakes or (paytable and paytable.stakes and not paytable.scales):
                found[name] = wager.stakes or (paytable.stakes if paytable else ())
        return found

    def least_seeds(self, wager: str, stake: int) -> dict[str, int]:
        """The lowest reset amount of each meter that pays a wager, if the regulation gives one."""
        group = self.form.wagers[wager].paytable
        return {
            name: meter.least_seed * stake // meter.seed_per if meter.seed_per else meter.least_seed
            for name, meter in (self.paytable(group).meters if group else {}).items()
            if meter.least_seed is not None
        }

    def terms(self, payout_limit: int | None, seeds: Mapping[str, int]) -> Terms:
        """One object for equal terms, so that everything derived from them is computed once."""
        key = (payout_limit, tuple(seeds.items()))
        found = self._terms.get(key)
        if found is None:
            if len(self._terms) >= 256:
                self._terms.clear()
            found = self._terms[key] = Terms(
                script=self.form.script,
                paytables=self.paytables,
                options=self.options,
                payout_limit=payout_limit,
                seeds=seeds,
            )
        return found


def read_choices(document: Mapping[str, Any]) -> Choices:
    """The choices in a recorded round."""
    edition = _edition(document)
    version = document.get("version")
    if version is not None and not isinstance(version, str):
        raise ROUND.at("version").misread(f"expected a text, found {shown(version)}")
    return _choices(edition, version, _chosen(document, "paytables"), _chosen(document, "options"))


def _edition(document: Mapping[str, Any]) -> Edition:
    """The edition that a round names, or the one in force on its day, else today."""
    regulation, edition, day = (document.get(key) for key in EDITION_KEYS)
    if not isinstance(regulation, str):
        raise ROUND.at("regulation").misread(f'expected an id such as "MD-TCP", found {shown(regulation)}')
    if "edition" in document and not (isinstance(edition, str) and edition):
        raise ROUND.at("edition").misread(f'expected a text such as "1.4", found {shown(edition)}')
    if "at" in document and not _is_day(day):
        raise ROUND.at("at").misread(f'expected a day such as "2026-11-18", found {shown(day)}')
    if edition and regulation.upper() in editions():
        found = _find(f"{regulation}@{edition}", "", "edition")
    else:
        found = _find(regulation, day or "", "regulation")
    if edition and found.edition.upper() != edition.upper():
        raise ROUND.at("edition").misread(f"{shown(edition)} is not the edition of {found.key}")
    if day and (in_force := _find(found.id, day, "at")) != found:
        raise ROUND.at("at").misread(f"{found.key} is not in force on {day}, but {in_force.key}")
    return found


def _find(name: str, day: str, key: str) -> Edition:
    try:
        return find_edition(name, day)
    except InputError as error:
        raise ROUND.at(key).misread(error.reason) from None


def _is_day(value: object) -> bool:
    try:
        return isinstance(value, str) and bool(parse_day(value))
    except ValueError:
        return False


def _chosen(document: Mapping[str, Any], key: str) -> tuple[tuple[str, Any], ...]:
    given = document.get(key, {})
    if not isinstance(given, dict):
        raise ROUND.at(key).misread(f"expected an object, found {shown(given)}")
    for name, value in given.items():
        # Equal keys must mean the same to the cache, and to Python 1 is also 1.0 and True.
        if type(value) is not str and type(value) is not int:
            raise ROUND.at(key).misread(f"{shown(name)}: expected a name or whole cents, found {shown(value)}", name)
    return tuple(given.items())


@lru_cache(maxsize=1024)
def _choices(
    edition: Edition,
    version: str | None,
    paytables: tuple[tuple[str, str], ...],
    options: tuple[tuple[str, str | int], ...],
) -> Choices:
    dealings = load_edition(edition.folder).dealing.values()
    if version not in (None, "etg") or not any(one.has_community_hands == bool(version) for one in dealings):
        raise ROUND.at("version").misread(f"{edition.id} has no version {shown(version)} of a recorded round")
    return Choices(_form(edition, version is not None), dict(paytables), dict(options))


def _table(form: RoundForm, group: str, chosen: Mapping[str, str]) -> Paytable | None:
    """The paytable of a group: the chosen one, the one that another wager's paytable selects, or the only one."""
    regulation = form.regulation
    as_object(chosen, _PAYTABLES, regulation.paytables)
    tables = regulation.paytables[group]
    if group in chosen and chosen[group] not in tables:
        raise _PAYTABLES.misread(f"{group} has no paytable {shown(chosen[group])}; choose {', '.join(tables)}", group)
    follows = next((award.follows for award in regulation.awards.values() if award.paytable == group), "")
    leader = chosen.get(regulation.wagers[follows].paytable) if follows else None
    if leader is not None and leader in tables:
        if chosen.get(group, leader) != leader:
            raise _PAYTABLES.misread(f"{group} {chosen[group]} does not go with {follows} {leader}", group)
        return tables[leader]
    if group in chosen:
        return tables[chosen[group]]
    return next(iter(tables.values())) if len(tables) == 1 else None


def _options(form: RoundForm, given: Mapping[str, str | int]) -> dict[str, str | int]:
    """Every option of the regulation: the chosen value, else the reading in force."""
    known = form.regulation.options
    as_object(given, ROUND.at("options"), known)
    chosen: dict[str, str | int] = {}
    for key, ruling in known.items():
        try:
            chosen[key] = ruling.chosen(given.get(key, ruling.in_force))
        except ValueError as error:
            raise ROUND.at("options").at(key).misread(str(error)) from None
    return chosen
