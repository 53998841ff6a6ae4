"""The odds of a whole house: every wager of every table as it is offered, and wagers that are made together."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from pitboss.errors import InputError
from pitboss.money import show_money
from pitboss.odds.catalog import in_force, limited_odds, odds, under_payout_limit
from pitboss.odds.forfeits import ForfeitOdds, forfeits
from pitboss.odds.offered import Offered
from pitboss.odds.progressive import MeterRun, envy_by_boxes, long_run
from pitboss.odds.query import OddsQuery
from pitboss.odds.record import Odds
from pitboss.odds.wagers import decision_wager, entry_of, limit_binds, paytable_group, wager_paytables
from pitboss.rules.paytable import Paytable
from pitboss.rules.record import Record
from pitboss.rules.regulation import Regulation
from pitboss.rules.ruleset import House, Ruleset
from pitboss.rules.schema import suggestion
from pitboss.rules.submission import WagerOffer
from pitboss.rules.wagers import Version


class Combined(Record):
    """Several wagers made together: the edge is the whole expected loss over the whole expected stake."""

    title: str
    cite: str
    in_force: bool
    stakes: Mapping[str, int]
    """What is staked first, in cents."""
    loss: Fraction
    staked: Fraction

    @property
    def edge(self) -> Fraction:
        return self.loss / self.staked

    def to_json(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "cite": self.cite,
            "in_force": self.in_force,
            "stakes": dict(self.stakes),
            "expected_loss": str(self.loss),
            "expected_stake": str(self.staked),
            "edge": float(self.edge),
            "edge_exact": str(self.edge),
        }


class TableOdds(Record):
    """One table."""

    name: str
    regulation: Regulation
    """As this table has it: of each group only the selected paytable, with its higher payouts."""
    boxes: int
    version: str
    options: Mapping[str, str | int]
    """The options that the house chose; options that keep the reading in force are left out."""
    offered: tuple[Offered, ...]
    envy: Mapping[str, Mapping[int, tuple[Fraction, ...]]]
    """By wager and stake: what the Envy Bonus adds with 1, 2, ... boxes."""
    forfeits: tuple[ForfeitOdds, ...]
    combined: tuple[Combined, ...]
    unpriced: Mapping[str, str] = MappingProxyType({})
    """The wagers without odds, each with the reason."""

    def meters(self) -> Iterator[tuple[str, MeterRun]]:
        """Every progressive wager's meters, at each stake."""
        for one in self.offered:
            yield from ((one.odds.wager, meter) for meter in (one.long_run.meters if one.long_run else ()))

    def to_json(self) -> dict[str, Any]:
        return {
            "table": self.name,
            "regulation": self.regulation.id,
            "boxes": self.boxes,
            "version": self.version,
            "options": dict(self.options),
            "wagers": [offered.to_json() for offered in self.offered],
            "envy_by_boxes": {
                wager: {str(stake): [str(share) for share in shares] for stake, shares in stakes.items()}
                for wager, stakes in self.envy.items()
            },
            "forfeited_by_folding": [
                {
                    "wager": forfeit.wager,
                    "cite": forfeit.cite,
                    "total": forfeit.total,
                    "folded": {row.pattern: row.count for row in forfeit.folded},
                    "loss": None if forfeit.loss is None else str(forfeit.loss),
                    "expected": None if forfeit.after.expected is None else str(forfeit.after.expected),
                    "long_run": None if forfeit.long_run is None else forfeit.long_run.to_json(),
                }
                for forfeit in self.forfeits
            ],
            "combined": [combined.to_json() for combined in self.combined],
            "unpriced": dict(self.unpriced),
        }


class HouseOdds(Record):
    """An approved house."""

    facility: str
    tables: tuple[TableOdds, ...]

    def to_json(self) -> dict[str, Any]:
        return {"facility": self.facility, "tables": [table.to_json() for table in self.tables]}

    def _repr_html_(self) -> str:
        from pitboss.odds.sheet import house_fragment  # noqa: PLC0415 - only notebooks pay for it

        return house_fragment(self)


def house_odds(house: House, table: str = "") -> HouseOdds:
    """The odds of every table of a house, or of the one that is named."""
    tables = tuple(table_odds(ruleset) for ruleset in named_tables(house, table))
    return HouseOdds(facility=house.submission.facility, tables=tables)


def named_tables(house: House, table: str = "") -> list[Ruleset]:
    """The rules of every table of a house, or of the one that is named; InputError if there is no such table."""
    if table and table not in house.tables:
        raise InputError(f"the house has no table {table!r}{suggestion(table, tuple(house.tables))}")
    return [house.tables[table]] if table else list(house.tables.values())


def table_odds(ruleset: Ruleset) -> TableOdds:
    """The odds of one table as it is offered."""
    regulation, query = offered_query(ruleset)
    submission = ruleset.submission
    tables = {name: names for name, names in wager_paytables(regulation).items() if name in submission.wagers}
    offered: list[Offered] = []
    unpriced: dict[str, str] = {}
    for name, (paytable, *_) in tables.items():
        try:
            offered += _offered(ruleset, regulation, name, paytable, query)
        except InputError as error:
            unpriced[name] = error.reason
    least = _least(offered, submission.boxes)
    envy = {
        name: envy_by_boxes(regulation, (name, paytable), query, submission.boxes, submission.wagers[name].stakes)
        for name, (paytable, *_) in tables.items()
        if name in ruleset.links
    }
    lost = tuple(_in_the_long_run(ruleset, forfeit) for forfeit in _forfeits(regulation, least, query))
    after = {**least, **{forfeit.wager: forfeit.after for forfeit in lost}}
    return TableOdds(
        name=ruleset.table,
        regulation=regulation,
        boxes=submission.boxes,
        version=submission.version,
        options=query.options,
        offered=tuple(offered),
        envy={name: stakes for name, stakes in envy.items() if stakes},
        forfeits=lost,
        combined=() if unpriced else tuple(_combined(ruleset, after, query)),
        unpriced=unpriced,
    )


def _forfeits(regulation: Regulation, least: Mapping[str, Odds], query: OddsQuery) -> tuple[ForfeitOdds, ...]:
    decided = least.get(decision_wager(regulation))
    return forfeits(regulation, decided.paytable, least, query) if decided else ()


def _in_the_long_run(ruleset: Ruleset, forfeit: ForfeitOdds) -> ForfeitOdds:
    link = ruleset.links.get(forfeit.wager)
    return ForfeitOdds(**{**forfeit.given(), "long_run": long_run(forfeit.after, link.meters) if link else None})


@lru_cache(maxsize=64)
def offered_query(ruleset: Ruleset) -> tuple[Regulation, OddsQuery]:
    """The regulation as a table offers it, and a query with the options that the house chose."""
    usual = in_force(ruleset.regulation)
    return as_offered(ruleset), OddsQuery({key: value for key, value in ruleset.options.items() if value != usual[key]})


def as_offered(ruleset: Ruleset) -> Regulation:
    """The regulation with only the selected paytable of each group, its higher payouts and the stakes accepted."""
    submission, groups = ruleset.submission, dict(ruleset.regulation.paytables)
    for entry, offer in submission.wagers.items():
        for name, wager in ruleset.regulation.wagers.items():
            if wager.paytable and entry_of(ruleset.regulation, name) == entry:
                selected = ruleset.paytables[wager.paytable]
                if offer.stakes:
                    selected = Paytable(**{**selected.given(), "stakes": tuple(sorted(offer.stakes))})
                chosen = offer.paytable or next(iter(ruleset.regulation.paytables[wager.paytable]))
                groups[wager.paytable] = {chosen: selected}
    for name, award in ruleset.awards.items():
        if not award.follows:
            chosen = submission.award(name).paytable or next(iter(ruleset.regulation.paytables[award.paytable]))
            groups[award.paytable] = {chosen: ruleset.paytables[award.paytable]}
    arising = {name: award for name, award in ruleset.regulation.awards.items() if award.arises_with(submission.device)}
    return Regulation(**{**ruleset.regulation.given(), "paytables": groups, "awards": arising})


def _offered(ruleset: Ruleset, regulation: Regulation, name: str, paytable: str, query: OddsQuery) -> Iterator[Offered]:
    offer, link = ruleset.submission.wagers[name], ruleset.links.get(name)
    seeds = {meter: choice.seed for meter, choice in link.meters.items()} if link else {}
    for stake in shown_stakes(ruleset, regulation, name, paytable, offer):
        for record in odds(regulation, query._replace(stake=stake, meters=seeds), name, paytable):
            if record.boxes is None or record.boxes <= ruleset.submission.boxes:
                at_stake = Odds(**{**record.given(), "stake": stake, "seeds": seeds})
                if link:
                    yield Offered(
                        odds=at_stake, long_run=long_run(at_stake, link.meters), note=_no_award(ruleset, name)
                    )
                else:
                    yield limited_offer(at_stake, regulation, ruleset.submission.payout_limit, query)


def _no_award(ruleset: Ruleset, wager: str) -> str:
    """A note on an award of a progressive wager that cannot arise with the table's dealing device."""
    for award in ruleset.regulation.awards.values():
        if award.follows == wager and not award.arises_with(ruleset.submission.device):
            return f"no {award.title} arises at this table ({award.devices_cite})"
    return ""


def shown_stakes(
    ruleset: Ruleset, regulation: Regulation, name: str, paytable: str, offer: WagerOffer
) -> tuple[int, ...]:
    """The stakes to show: those accepted, or the least, and the greatest too if the edge depends on the stake."""
    rule = regulation.wagers.get(name)
    table = regulation.paytables[rule.paytable][paytable] if rule and rule.paytable else None
    if rule and isinstance(chosen := ruleset.options.get(rule.stake_option), int):
        return (chosen,)
    fixed = tuple(sorted(offer.stakes)) or (table.stakes if table else ()) or (rule.stakes if rule else ())
    if fixed:
        return fixed
    assert offer.minimum
    assert offer.maximum
    prizes = table is not None and any(line.payout.form == "prize" for line in table.lines())
    limited = limit_binds(regulation, name, paytable, offer.maximum, ruleset.submission.payout_limit)
    return (offer.minimum, offer.maximum) if prizes or limited else (offer.minimum,)


def limited_offer(record: Odds, regulation: Regulation, limit: int | None, query: OddsQuery) -> Offered:
    """A wager, solved again if the payout limit can reduce what it wins."""
    solution = under_payout_limit(regulation, record, limit, query)
    if limit is None or solution is None:
        return Offered(odds=record)
    note = f"a hand wins at most {show_money(limit)}"
    if len({entry_of(regulation, name) for name in regulation.payout_limit.wagers}) > 1:
        note += "; for this wager alone"
    limited = limited_odds(regulation, record, limit, query)
    return Offered(odds=limited, note=note, distribution=solution.distribution)


def _least(offered: list[Offered], boxes: int) -> dict[str, Odds]:
    """Each wager at its least stake, with all boxes dealt if the number of boxes matters."""
    found: dict[str, Odds] = {}
    for one in offered:
        if one.odds.boxes in (None, boxes):
            found.setdefault(one.odds.wager, one.odds)
    return found


def _combined(ruleset: Ruleset, least: Mapping[str, Odds], query: OddsQuery) -> Iterator[Combined]:
    """The versions that tie wagers to each other, each at the least stakes it permits; and one of every wager."""
    regulation, submission = ruleset.regulation, ruleset.submission
    decided = decision_wager(regulation)
    for name, version in regulation.versions.items():
        tied = dict.fromkeys(
            [*version.required, *(wager for rule in version.stakes for wager in (rule.wager, rule.to))]
        )
        if len(tied) > 1 and tied.keys() <= least.keys():
            records = {wager: least[wager] for wager in tied}
            if decided in records:
                records[decided] = _by_version(regulation, name, records[decided], query)
            stakes = tied_stakes({wager: least[wager].stake for wager in tied}, version)
            yield _together(version.title, version.cite, name == submission.version, records, stakes)
    if all(record.expected is not None for record in least.values()):
        stakes = {wager: record.stake for wager, record in least.items()}
        yield _together("every wager at its least", regulation.id, True, least, stakes)


def _by_version(regulation: Regulation, version: str, record: Odds, query: OddsQuery) -> Odds:
    """The decision wager under a version: a version may have a paytable that no other version uses."""
    tables = regulation.paytables.get(paytable_group(regulation, record.wager), {})
    own = next((name for name, table in tables.items() if table.version == version), "")
    if not own and (record.paytable not in tables or not tables[record.paytable].version):
        return record
    chosen = own or next(name for name, table in tables.items() if not table.version)
    (by_version,) = odds(regulation, query, record.wager, chosen)
    return by_version


def tied_stakes(stakes: dict[str, int], version: Version) -> dict[str, int]:
    """The smallest stakes, raised as far as the version's relations require."""
    for rule in version.stakes:
        if rule.least is not None:
            stakes[rule.wager] = max(stakes[rule.wager], -(-(rule.least * stakes[rule.to]) // 1))
        if rule.most is not None:
            stakes[rule.to] = max(stakes[rule.to], -(-(stakes[rule.wager] / rule.most) // 1))
    return stakes


def _together(
    title: str, cite: str, in_force: bool, records: Mapping[str, Odds], stakes: Mapping[str, int]
) -> Combined:
    loss = staked = Fraction()
    for wager, record in records.items():
        assert record.expected is not None
        loss -= record.expected * stakes[wager]
        staked += (record.average_stake or 1) * stakes[wager]
    return Combined(title=title, cite=cite, in_force=in_force, stakes=stakes, loss=loss, staked=staked)
