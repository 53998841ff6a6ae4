"""The odds of a whole house: every wager of every table as it is offered, and how wagers bear on each other."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from pitboss.errors import InputError
from pitboss.money import show_money
from pitboss.odds.catalog import asked_wagers, in_force, odds
from pitboss.odds.distribution import Results, limited_bets
from pitboss.odds.forfeits import Forfeit, forfeits
from pitboss.odds.progressive import LongRun, MeterRun, envy_by_boxes, long_run
from pitboss.odds.query import Asked
from pitboss.odds.record import Odds
from pitboss.rules.paytable import Paytable
from pitboss.rules.record import Record
from pitboss.rules.regulation import Regulation
from pitboss.rules.ruleset import House, Ruleset
from pitboss.rules.schema import suggestion
from pitboss.rules.submission import Offer
from pitboss.rules.wagers import Version


class Offered(Record):
    """A wager at one stake, or for one number of boxes, as a table offers it."""

    odds: Odds
    long_run: LongRun | None = None
    note: str = ""
    """What makes these odds differ from the printed paytable's."""
    results: Results | None = None
    """The distribution of results, where the note changes it."""

    def to_json(self) -> dict[str, Any]:
        answer = self.odds.to_json()
        if self.long_run:
            answer["long_run"] = self.long_run.to_json()
        return answer | ({"note": self.note} if self.note else {})


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
    """The readings that were chosen; those in force are left out."""
    offered: tuple[Offered, ...]
    envy: Mapping[str, Mapping[int, tuple[Fraction, ...]]]
    """Wager, stake: what the Envy Bonus adds with 1, 2, ... boxes."""
    forfeits: tuple[Forfeit, ...]
    combined: tuple[Combined, ...]

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
    """Every table of a house, or the one that is named."""
    if table and table not in house.tables:
        raise InputError(f"the house has no table {table!r}{suggestion(table, tuple(house.tables))}")
    chosen = [table] if table else list(house.tables)
    return HouseOdds(
        facility=house.submission.facility, tables=tuple(table_odds(house.tables[name]) for name in chosen)
    )


def table_odds(ruleset: Ruleset) -> TableOdds:
    """One table as offered."""
    regulation, submission = as_offered(ruleset), ruleset.submission
    usual = in_force(regulation)
    asked = Asked({key: value for key, value in ruleset.options.items() if value != usual[key]})
    tables = {name: names for name, names in asked_wagers(regulation).items() if name in submission.wagers}
    offered = [
        one for name, (paytable, *_) in tables.items() for one in _offered(ruleset, regulation, name, paytable, asked)
    ]
    least = _least(offered, submission.boxes)
    envy = {
        name: envy_by_boxes(regulation, (name, paytable), asked, submission.boxes, submission.wagers[name].stakes)
        for name, (paytable, *_) in tables.items()
        if name in ruleset.links
    }
    lost = tuple(_in_the_long_run(ruleset, forfeit) for forfeit in _forfeits(regulation, least, asked))
    after = {**least, **{forfeit.wager: forfeit.after for forfeit in lost}}
    return TableOdds(
        name=ruleset.table,
        regulation=regulation,
        boxes=submission.boxes,
        version=submission.version,
        options=asked.options,
        offered=tuple(offered),
        envy={name: stakes for name, stakes in envy.items() if stakes},
        forfeits=lost,
        combined=tuple(_combined(ruleset, after, asked)),
    )


def _forfeits(regulation: Regulation, least: Mapping[str, Odds], asked: Asked) -> tuple[Forfeit, ...]:
    return forfeits(regulation, least["ante"].paytable, least, asked) if "ante" in least else ()


def _in_the_long_run(ruleset: Ruleset, forfeit: Forfeit) -> Forfeit:
    link = ruleset.links.get(forfeit.wager)
    return Forfeit(**{**forfeit.given(), "long_run": long_run(forfeit.after, link.meters) if link else None})


def as_offered(ruleset: Ruleset) -> Regulation:
    """The regulation with only the selected paytable of each group, its higher payouts and the stakes accepted."""
    submission, groups = ruleset.submission, dict(ruleset.regulation.paytables)
    for entry, offer in submission.wagers.items():
        for name, wager in ruleset.regulation.wagers.items():
            if wager.paytable and (wager.limits or name) == entry:
                selected = ruleset.paytables[wager.paytable]
                if offer.stakes:
                    selected = Paytable(**{**selected.given(), "stakes": tuple(sorted(offer.stakes))})
                chosen = offer.paytable or next(iter(ruleset.regulation.paytables[wager.paytable]))
                groups[wager.paytable] = {chosen: selected}
    for name, award in ruleset.regulation.awards.items():
        if name in submission.awards:
            groups[award.paytable] = {submission.awards[name].paytable: ruleset.paytables[award.paytable]}
    return Regulation(**{**ruleset.regulation.given(), "paytables": groups})


def _offered(ruleset: Ruleset, regulation: Regulation, name: str, paytable: str, asked: Asked) -> Iterator[Offered]:
    offer, link = ruleset.submission.wagers[name], ruleset.links.get(name)
    seeds = {meter: choice.seed for meter, choice in link.meters.items()} if link else {}
    for stake in _stakes(ruleset, regulation, name, paytable, offer):
        for record in odds(regulation, asked._replace(stake=stake, meters=seeds), name, paytable):
            if record.boxes is None or record.boxes <= ruleset.submission.boxes:
                at_stake = Odds(**{**record.given(), "stake": stake, "seeds": seeds})
                if link:
                    yield Offered(odds=at_stake, long_run=long_run(at_stake, link.meters))
                elif name == "base":
                    yield _limited(at_stake, regulation, ruleset.submission.payout_limit)
                else:
                    yield Offered(odds=at_stake)


def _stakes(ruleset: Ruleset, regulation: Regulation, name: str, paytable: str, offer: Offer) -> tuple[int, ...]:
    """The stakes to show: those accepted, or the least, and the greatest too where the edge depends on the stake."""
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
    limit = ruleset.submission.payout_limit if name == "base" else None
    top = 3 * max(line.payout.number for line in regulation.paytables["base"][paytable].lines()) if limit else 0
    return (offer.minimum, offer.maximum) if prizes or (limit and top * offer.maximum > limit) else (offer.minimum,)


def _limited(record: Odds, regulation: Regulation, limit: int | None) -> Offered:
    """The three bets under a payout limit, played as well as they can be under it."""
    lines = regulation.paytables["base"][record.paytable].lines()
    if limit is None or 3 * max(line.payout.number for line in lines) * record.stake <= limit:
        return Offered(odds=record)
    found, average = limited_bets(lines, record.stake, limit)
    limited = {"expected": found.expected, "variance": found.variance, "average_stake": average}
    note = f"a hand wins at most {show_money(limit)}"
    return Offered(odds=Odds(**{**record.given(), **limited}), note=note, results=found)


def _least(offered: list[Offered], boxes: int) -> dict[str, Odds]:
    """Each wager at its least stake, Cover All with all boxes dealt."""
    found: dict[str, Odds] = {}
    for one in offered:
        if one.odds.boxes in (None, boxes):
            found.setdefault(one.odds.wager, one.odds)
    return found


def _combined(ruleset: Ruleset, least: Mapping[str, Odds], asked: Asked) -> Iterator[Combined]:
    """The versions that tie wagers to each other, each at the least stakes it permits; and one of every wager."""
    regulation, submission = ruleset.regulation, ruleset.submission
    for name, version in regulation.versions.items():
        tied = dict.fromkeys(
            [*version.required, *(wager for rule in version.stakes for wager in (rule.wager, rule.to))]
        )
        if len(tied) > 1 and tied.keys() <= least.keys():
            records = {wager: least[wager] for wager in tied}
            if "ante" in records:
                records["ante"] = _ante(regulation, name, records["ante"], asked)
            stakes = _tied_stakes({wager: least[wager].stake for wager in tied}, version)
            yield _together(version.title, version.cite, name == submission.version, records, stakes)
    if all(record.expected is not None for record in least.values()):
        stakes = {wager: record.stake for wager, record in least.items()}
        yield _together("every wager at its least", regulation.id, True, least, stakes)


def _ante(regulation: Regulation, version: str, record: Odds, asked: Asked) -> Odds:
    """The Ante under a version: with the ante bonus that this version uses and no other does."""
    tables = regulation.paytables["ante_bonus"]
    own = next((name for name, table in tables.items() if table.version == version), "")
    if not own and not tables[record.paytable].version:
        return record
    chosen = own or next(name for name, table in tables.items() if not table.version)
    (found,) = odds(regulation, asked, "ante", chosen)
    return found


def _tied_stakes(stakes: dict[str, int], version: Version) -> dict[str, int]:
    """The least stakes, raised as far as the version's relations ask."""
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
