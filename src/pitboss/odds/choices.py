"""Every lawful choice that a house's tables have, priced: each wager, paytable, reading and stake once.

Boxes, dealing device, shuffler, limits of stakes and payout limit stay as the house has them. Payouts are the printed
ones; if the regulation prints minimums, the house's higher ones are priced too.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from types import MappingProxyType
from typing import Any

from pitboss.errors import InputError
from pitboss.money import show_money
from pitboss.odds.catalog import in_force, odds
from pitboss.odds.house_odds import limited_offer, shown_stakes
from pitboss.odds.options_read import options_read, readings
from pitboss.odds.paid_hands import UNIT
from pitboss.odds.query import OddsQuery, Options
from pitboss.odds.record import Odds
from pitboss.odds.wagers import bonus_of, entry_of, limit_binds, paytable_group, wager_paytables
from pitboss.rules.check_wagers import usable_paytables
from pitboss.rules.other_payouts import with_payouts
from pitboss.rules.paytable import Paytable
from pitboss.rules.record import Record
from pitboss.rules.regulation import Regulation
from pitboss.rules.ruleset import Ruleset
from pitboss.rules.submission import WagerOffer


class LawfulChoice(Record):
    """A wager as a submission may offer it, at one stake."""

    odds: Odds
    """With Envy Bonuses for all boxes of the table."""
    regulation: Regulation
    """As this choice has it: with the house's higher payouts, if they are chosen."""
    options: Options
    """The options that its odds depend on, as chosen here."""
    versions: tuple[str, ...]
    """The versions of the game that may use its paytable."""
    in_force: bool
    at_least: bool
    """Whether the stake is the least that the table takes."""
    note: str = ""

    @property
    def query(self) -> OddsQuery:
        usual = in_force(self.regulation)
        return OddsQuery({key: value for key, value in self.options.items() if value != usual[key]})

    def to_json(self) -> dict[str, Any]:
        one = self.odds
        assert one.expected is not None
        return {
            "wager": one.wager, "paytable": one.paytable, "options": dict(self.options),
            "versions": list(self.versions), "stake": one.stake, "expected": str(one.expected),
            "house_edge": float(-one.expected), "shown": dict(one.shown), "cite": one.cite,
            "in_force": self.in_force, "note": self.note,
        }  # fmt: skip


class PricedChoices(Record):
    """The choices of one table, in the order of the law, and the wagers and paytables without a price."""

    choices: tuple[LawfulChoice, ...]
    unpriced: Mapping[str, str] = MappingProxyType({})
    """By wager, or by wager and paytable: the reason."""


def priced_choices(ruleset: Ruleset) -> PricedChoices:
    """Every lawful choice of a table, each priced once."""
    submission, rules = ruleset.submission, ruleset.regulation
    arising = {name: award for name, award in rules.awards.items() if award.arises_with(submission.device)}
    regulation = Regulation(**{**rules.given(), "awards": arising})
    choices: list[LawfulChoice] = []
    unpriced: dict[str, str] = {}
    for wager, paytables in wager_paytables(regulation).items():
        if reason := _not_here(ruleset, wager):
            unpriced[wager] = reason
            continue
        for paytable in paytables:
            try:
                _check_limit(ruleset, regulation, wager, paytable)
                choices += _WagerChoices(ruleset, regulation, wager, paytable).choices()
            except InputError as error:
                unpriced[f"{wager} {paytable}"] = error.reason
    return PricedChoices(choices=tuple(choices), unpriced=unpriced)


def _not_here(ruleset: Ruleset, wager: str) -> str:
    """Why a table with this device and shuffler cannot offer a wager; empty if it can."""
    rule, submission = ruleset.regulation.wagers.get(wager), ruleset.submission
    if rule and rule.devices and submission.device not in rule.devices:
        return f"it needs device = {' or '.join(map(repr, rule.devices))} ({rule.devices_cite})"
    for key in ("shuffler_model", "shuffler_mode"):
        needed = getattr(rule, key, "")
        if rule and needed and getattr(submission, key) != needed:
            return f"it needs {key} = {needed!r} ({rule.shuffler_cite})"
    return ""


def _check_limit(ruleset: Ruleset, regulation: Regulation, wager: str, paytable: str) -> None:
    """Raises InputError if the house's payout limit is below what the least stake wins under a paytable."""
    rule, submission = regulation.payout_limit, ruleset.submission
    offer = submission.wagers.get(wager)
    if submission.payout_limit and rule.top_at_minimum and offer and offer.minimum:
        patrons = max(submission.adjacent_boxes or 1, 1) if rule.per_patron else 1
        if limit_binds(regulation, wager, paytable, offer.minimum, submission.payout_limit // patrons):
            raise InputError(f"it needs a payout limit above {show_money(submission.payout_limit)} ({rule.cite})")


class _WagerChoices:
    """One wager of a table under one paytable."""

    def __init__(self, ruleset: Ruleset, regulation: Regulation, wager: str, paytable: str) -> None:
        self._ruleset, self._regulation, self._wager, self._paytable = ruleset, regulation, wager, paytable
        self._offer = ruleset.submission.wagers.get(wager)
        self._group = paytable_group(regulation, wager)
        self._rule = regulation.wagers.get(wager)
        """None if several bets share an entry: only limits set their stakes."""

    @property
    def _table(self) -> Paytable | None:
        return self._regulation.paytables[self._group][self._paytable] if self._group else None

    def choices(self) -> Iterator[LawfulChoice]:
        pays = self._selection.pays if self._is_selected else {}
        regulations = [(self._regulation, "" if not pays else "as printed")]
        if pays:
            columns = {pattern: (payout,) for pattern, payout in pays.items()}
            higher = with_payouts(self._regulation, self._group, self._paytable, columns)
            regulations.insert(0, (higher, "with the house's higher payouts"))
        names = options_read(self._regulation, self._wager)
        values = [readings(self._regulation, name, self._ruleset.options[name]) for name in names]
        for chosen in product(*values):
            options = dict(zip(names, chosen, strict=True))
            for regulation, note in regulations:
                yield from self._at_stakes(regulation, options, note)

    @property
    def _selection(self) -> WagerOffer:
        """The submission's entry that selects the paytable: the wager's, or that of its bonus."""
        for name, rule in self._regulation.wagers.items():
            bonus = bonus_of(self._regulation, name)
            if entry_of(self._regulation, name) == self._wager and not rule.paytable and bonus:
                return self._ruleset.submission.award(bonus)
        return self._offer or WagerOffer()

    @property
    def _is_selected(self) -> bool:
        first = next(iter(self._regulation.paytables[self._group])) if self._group else self._paytable
        return self._offer is not None and (self._selection.paytable or first) == self._paytable

    @property
    def _versions(self) -> tuple[str, ...]:
        tables, versions = self._regulation.paytables.get(self._group, {}), self._regulation.versions
        return tuple(name for name in versions if not tables or self._paytable in usable_paytables(tables, name))

    def _at_stakes(self, regulation: Regulation, options: Options, note: str) -> Iterator[LawfulChoice]:
        stakes = self._stakes(regulation)
        accepted = self._offer.stakes if self._offer else ()
        taken = [stake for stake in stakes if stake in accepted] or list(stakes)
        is_chosen = self._is_selected and note != "as printed"
        is_chosen &= all(self._ruleset.options[name] == value for name, value in options.items())
        for stake in stakes:
            record, limit = self._priced(regulation, options, stake)
            yield LawfulChoice(
                odds=record,
                regulation=regulation,
                options=options,
                versions=self._versions,
                in_force=is_chosen and stake in taken,
                at_least=stake == min(taken),
                note="; ".join(part for part in (note, limit) if part),
            )

    def _stakes(self, regulation: Regulation) -> tuple[int, ...]:
        """Every stake that a submission may accept if a clause lists them; else the house's, as its odds show them."""
        listed = (self._table.stakes if self._table else ()) or (self._rule.stakes if self._rule else ())
        if self._offer is None:
            return tuple(sorted(listed)) or (UNIT,)
        if listed and not (self._rule and self._rule.stake_option):
            scaled = self._offer.stakes if self._is_selected else ()
            return tuple(sorted({*listed, *scaled}))
        return shown_stakes(self._ruleset, regulation, self._wager, self._paytable, self._offer)

    def _priced(self, regulation: Regulation, options: Options, stake: int) -> tuple[Odds, str]:
        """The odds at a stake, and a note if the payout limit changes them."""
        boxes, usual = self._ruleset.submission.boxes, in_force(regulation)
        chosen = {key: value for key, value in options.items() if value != usual[key]}
        query = OddsQuery(chosen, stake, self._meters(stake), boxes)
        (record,) = odds(regulation, query, self._wager, self._paytable)
        if record.expected is None:
            missing = ", ".join(name for name in record.meters if name not in record.shown)
            raise InputError(f"no clause names a least seed of {missing}, and the table's link has no such meter")
        if record.meters:
            return record, ""
        at_stake = Odds(**{**record.given(), "stake": stake})
        offered = limited_offer(at_stake, regulation, self._ruleset.submission.payout_limit, query)
        return offered.odds, offered.note

    def _meters(self, stake: int) -> dict[str, int]:
        """What the meters show: the seeds of the house's link, raised to the least that the paytable demands."""
        link, found = self._ruleset.links.get(self._wager), {}
        for name, meter in (self._table.meters if self._table else {}).items():
            least = meter.least_seed or 0
            least = least * stake // meter.seed_per if meter.seed_per else least
            seed = link.meters[name].seed if link and name in link.meters else 0
            if seed or least:
                found[name] = max(seed, least)
        return found
