"""Checks of progressive links: their meters against each paytable, and linked tables against each other."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from pitboss.money import show_money
from pitboss.rules.check_wagers import entries_of, offered_stakes
from pitboss.rules.clause import Clause, common_clause
from pitboss.rules.house_file import HouseFile
from pitboss.rules.paytable import MeterRule, Paytable
from pitboss.rules.schema import suggestion
from pitboss.rules.submission import MeterChoice
from pitboss.rules.table_check import TableCheck
from pitboss.rules.vocabulary import show_percent


class Member(NamedTuple):
    """A wager at a table that feeds a link."""

    checking: TableCheck
    wager: str
    paytable: Paytable | None
    """None if the submission does not select one; what every paytable requires still applies."""
    meters: Mapping[str, MeterRule]
    cite: Clause
    stakes: tuple[int, ...]


def check_links(house_file: HouseFile, tables: list[TableCheck]) -> None:
    """Reports missing, unused and unsuitable links, meters below their minimums, and linked tables that differ."""
    submission = house_file.submission
    members: dict[str, list[Member]] = {name: [] for name in submission.links}
    for checking in tables:
        _join(checking, members)
    for name, joined in members.items():
        if not any(offer.link == name for table in submission.tables.values() for offer in table.wagers.values()):
            house_file.report("link-unused", f"{name}: no wager of any table names this link", ("links", name))
        for member in joined:
            _meters(house_file, name, member)
        first = next((member for member in joined if member.paytable), None)
        for member in joined:
            if first and member is not first:
                _agree(name, first, member)
        _rates(house_file, name)


def _join(checking: TableCheck, members: dict[str, list[Member]]) -> None:
    stakes = dict(offered_stakes(checking))
    for name, wager in entries_of(checking).items():
        offer = checking.table.wagers.get(name)
        if offer is None:
            continue
        group = checking.regulation.paytables.get(wager.paytable, {})
        paytable = group.get(offer.paytable) or (next(iter(group.values())) if len(group) == 1 else None)
        tables = [paytable] if paytable else list(group.values())
        cite = paytable.cite if paytable else wager.paytable_cite or wager.cite
        meters = paytable.meters if paytable else _least_demanded(tables)
        if offer.link and offer.link not in members:
            known = suggestion(offer.link, tuple(members))
            checking.report("unknown-link", None, f"there is no link {offer.link!r}{known}", "wagers", name, "link")
        elif meters and not offer.link:
            cite = next(iter(meters.values())).cite
            checking.report("link-missing", cite, 'its meters need a link: add link = "NAME"', "wagers", name, "link")
        elif offer.link and not meters:
            checking.report("link-without-meter", cite, "no meter pays this wager", "wagers", name, "link")
        elif offer.link:
            members[offer.link].append(Member(checking, name, paytable, meters, cite, stakes.get(name, ())))


def _least_demanded(tables: Sequence[Paytable]) -> Mapping[str, MeterRule]:
    """Every meter of these paytables, with the lowest amounts that any of them requires."""
    found: dict[str, list[MeterRule]] = {}
    for table in tables:
        for name, meter in table.meters.items():
            found.setdefault(name, []).append(meter)
    return {
        name: MeterRule(
            cite=common_clause([meter.cite for meter in meters]),
            least_seed=min(meter.least_seed or 0 for meter in meters),
            least_rate=min(meter.least_rate or Fraction(0) for meter in meters),
            rate_cite=common_clause([meter.rate_cite or meter.cite for meter in meters]),
        )
        for name, meters in found.items()
    }


def _meters(house_file: HouseFile, link: str, member: Member) -> None:
    choices = house_file.submission.links[link].meters
    path = ("links", link, "meters")
    for name, meter in member.meters.items():
        if name in choices:
            _meter(house_file, (*path, name), meter, choices[name], member)
        elif member.paytable:
            house_file.report(
                "meter-missing", f"{link}: it has no meter {name!r}, which pays {member.wager}", path, meter.cite
            )
    for name in choices:
        if name not in member.meters:
            known = suggestion(name, tuple(member.meters))
            house_file.report(
                "meter-not-paid",
                f"{name}: no row of the paytable is paid from it{known}",
                (*path, name),
                member.cite,
            )


def _meter(house_file: HouseFile, path: tuple[str, ...], meter: MeterRule, choice: MeterChoice, member: Member) -> None:
    rate_cite = meter.rate_cite or meter.cite
    house_file.cite_missing((*path, "seed"), meter.cite)
    house_file.cite_missing((*path, "rate"), rate_cite)
    least = meter.least_seed or 0
    if meter.seed_per and member.stakes:
        least = least * max(member.stakes) // meter.seed_per
    for key, amount in (("seed", choice.seed), ("reset", choice.resets_to)):
        where = path if key == "reset" and choice.reset is None else (*path, key)
        if amount < least and where != path:
            reason = f"{key}: {show_money(amount)}; it must be at least {show_money(least)}"
            house_file.report(f"meter-{key}-too-low", reason, where, meter.cite)
    if meter.least_rate is not None and choice.rate < meter.least_rate:
        reason = f"rate: {show_percent(choice.rate)}; it must be at least {show_percent(meter.least_rate)}"
        house_file.report("meter-rate-too-low", reason, (*path, "rate"), rate_cite)
    elif choice.rate == 0:
        house_file.report("meter-rate-zero", "rate: it must be above 0%", (*path, "rate"), rate_cite)


def _rates(house_file: HouseFile, link: str) -> None:
    total = sum((meter.rate for meter in house_file.submission.links[link].meters.values()), Fraction(0))
    if total > 1:
        house_file.report(
            "meter-rates-over-100",
            f"{link}: its meters take {show_percent(total)} of each wager, more than 100%",
            ("links", link, "meters"),
        )


def _agree(link: str, first: Member, member: Member) -> None:
    """What the regulation requires to be the same at tables that share a link."""
    rules, one, other = member.checking.regulation.meter_rules, first.checking, member.checking
    if rules is None:
        return

    def differ(what: str, message: str, *path: str) -> None:
        other.report(f"linked-{what}-differ", rules.cite, f"{message} at {one.name}, which shares {link}", *path)

    at = ("wagers", member.wager)
    if one.regulation.jurisdiction != other.regulation.jurisdiction:
        differ("jurisdictions", f"{one.regulation.jurisdiction} governs the link", *at, "link")
        return
    if "wager" in rules.same and (one.regulation.id, first.wager) != (other.regulation.id, member.wager):
        differ("wagers", f"{one.regulation.id} {first.wager} feeds the meter", *at, "link")
        return
    if first.paytable is None or member.paytable is None:
        return  # reported on its own
    if "paytable" in rules.same and _rows(first.paytable) != _rows(member.paytable):
        differ("paytables", f"another paytable is selected ({one.table.wagers[first.wager].paytable})", *at, "paytable")
    if "stakes" in rules.same and first.stakes != member.stakes:
        shown = ", ".join(show_money(stake) for stake in first.stakes)
        differ("stakes", f"other stakes are accepted ({shown})", *at, "stakes")
    if "decks" in rules.same and one.table.decks != other.table.decks:
        differ("decks", f"another number of decks is in use ({one.table.decks})", "decks")


def _rows(paytable: Paytable) -> list[tuple[str, str]]:
    return [(line.pattern, str(line.payout)) for line in paytable.lines()]
