"""Checks of the wagers that a table offers: their paytables and their stakes."""

from collections.abc import Collection, Iterator, Mapping

from pitboss.money import LEAST_CHIP, show_money
from pitboss.rules.clause import Clause
from pitboss.rules.payout import Payout
from pitboss.rules.paytable import PayRow, Paytable
from pitboss.rules.schema import suggestion
from pitboss.rules.submission import WagerOffer
from pitboss.rules.table_check import TableCheck
from pitboss.rules.wagers import Wager


def check_wagers(checking: TableCheck) -> None:
    """Reports what a regulation forbids in the wagers and awards of a table."""
    entries = entries_of(checking)
    _which(checking, entries)
    for name, wager in entries.items():
        offer = checking.table.wagers.get(name)
        if offer is not None:
            _paytable(checking, ("wagers", name), wager.paytable, wager.paytable_cite or wager.cite, offer)
            _stakes(checking, name, wager, offer)
            _shuffler(checking, name, wager)
            _device(checking, name, wager)
    _awards(checking)
    _relations(checking)


def better_payouts(paytable: Paytable, offer: WagerOffer) -> Paytable:
    """The paytable with the operator's higher payouts in place of the printed minimums."""
    if not offer.pays:
        return paytable
    rows = tuple(
        PayRow(row.pattern, (offer.pays.get(row.pattern, row.payouts[0]),), row.cites) for row in paytable.pays
    )
    return Paytable(**{**paytable.given(), "pays": rows})


def entries_of(checking: TableCheck) -> dict[str, Wager]:
    """The keys that `wagers` may have, each with the wager (the first of several) that it stands for."""
    entries: dict[str, Wager] = {}
    for name, wager in checking.regulation.wagers.items():
        entries.setdefault(wager.limits or name, wager)
    return entries


def _which(checking: TableCheck, entries: dict[str, Wager]) -> None:
    table = checking.table
    for name in table.wagers:
        if name not in entries:
            checking.report(
                "wager-not-in-regulation",
                checking.regulation.wagers_cite,
                f"{checking.regulation.id} has no such wager{suggestion(name, tuple(entries))}",
                "wagers",
                name,
            )
    for name, wager in entries.items():
        if wager.offered == "always" and name not in table.wagers:
            checking.report(
                "wager-not-offered", wager.cite, f"{name} is missing; every table must offer it", "wagers", name
            )


def _paytable(checking: TableCheck, path: tuple[str, str], group: str, cite: Clause, offer: WagerOffer) -> None:
    tables, choices = checking.regulation.paytables.get(group, {}), _choices(checking, group)
    first = next(iter(choices.values()), None)
    cite = first.cite if first and first.version else cite
    if not tables:
        if offer.paytable:
            checking.report("unknown-paytable", cite, "it has no paytable", *path, "paytable")
        for pattern in offer.pays:
            checking.report("payout-not-adjustable", cite, "it has no paytable", *path, "pays", pattern)
    elif not offer.paytable and len(tables) > 1:
        checking.report("paytable-missing", cite, f"select one for {path[-1]}: {', '.join(choices)}", *path, "paytable")
        _payouts(checking, path, choices.values(), cite, offer)
    elif offer.paytable and offer.paytable not in tables:
        known = suggestion(offer.paytable, tuple(choices))
        checking.report("unknown-paytable", cite, f"there is no paytable {offer.paytable!r}{known}", *path, "paytable")
        _payouts(checking, path, choices.values(), cite, offer)
    else:
        chosen = offer.paytable or next(iter(tables))
        _paytable_version(checking, path, chosen, tables[chosen], choices)
        _payouts(checking, path, [tables[chosen]], tables[chosen].cite, offer)


def _choices(checking: TableCheck, group: str) -> Mapping[str, Paytable]:
    """The paytables that a table of this version can use: the version's own, else those of no version."""
    tables, version = checking.regulation.paytables.get(group, {}), checking.table.version
    if version not in checking.regulation.versions:
        return tables  # the version is reported on its own
    return usable_paytables(tables, version)


def usable_paytables(tables: Mapping[str, Paytable], version: str) -> Mapping[str, Paytable]:
    """Those of a group's paytables that a version uses: its own, else those of no version."""
    own = {name: table for name, table in tables.items() if table.version == version}
    return own or {name: table for name, table in tables.items() if not table.version}


def _paytable_version(
    checking: TableCheck, path: tuple[str, str], chosen: str, paytable: Paytable, choices: Mapping[str, Paytable]
) -> None:
    version = checking.table.version
    if chosen in choices:
        return
    if paytable.version:
        checking.report(
            "paytable-of-other-version",
            paytable.cite,
            f"this paytable belongs to version {paytable.version!r}, but the table plays {version!r}",
            *path,
            "paytable",
        )
    else:
        (own, table), *_ = choices.items()
        checking.report(
            "version-needs-paytable", table.cite, f"version {version!r} uses paytable {own!r}", *path, "paytable"
        )


def _payouts(
    checking: TableCheck, path: tuple[str, str], tables: Collection[Paytable], cite: Clause, offer: WagerOffer
) -> None:
    """Checks payouts that differ from the printed ones; if the paytable is unclear, reports what no paytable allows."""
    printed: dict[str, Payout] = {}
    for row in (row for table in tables for row in table.pays):
        least = printed.setdefault(row.pattern, row.payouts[0])
        printed[row.pattern] = min(least, row.payouts[0], key=lambda payout: payout.number)
    for pattern, payout in offer.pays.items():
        where = (*path, "pays", pattern)
        if payout is None:
            continue
        if not any(table.least for table in tables):
            checking.report(
                "payout-not-adjustable", cite, "this wager pays exactly as printed; leave the payouts out", *where
            )
        elif pattern not in printed:
            known = suggestion(pattern, tuple(printed))
            checking.report("payout-without-row", cite, f"the paytable has no such row{known}", *where)
        elif (payout.form, payout.per) != (printed[pattern].form, printed[pattern].per) or payout < printed[pattern]:
            checking.report("payout-too-low", cite, f"{payout}; it must be at least {printed[pattern]}", *where)


def _stakes(checking: TableCheck, name: str, wager: Wager, offer: WagerOffer) -> None:
    path, group = ("wagers", name), checking.regulation.paytables.get(wager.paytable, {})
    if wager.placed == "at_decision":
        for key in ("minimum", "maximum", "stakes"):
            if checking.is_written(*path, key):
                told = f"the stake follows from another wager; leave {key} out"
                checking.report("stake-follows", wager.cite, told, *path, key)
        return
    fixed, cite = _fixed_stakes(checking, wager, offer), wager.stake_cite or wager.cite
    if fixed is None and offer.paytable not in group and any(table.stakes for table in group.values()):
        _stake_list(checking, cite, offer, *path)
        return  # the paytable fixes the stakes, and it is unknown
    if fixed is None:
        if checking.is_written(*path, "stakes"):
            checking.report(
                "stakes-not-listed",
                wager.cite,
                "this wager needs a minimum and a maximum, not a list of stakes",
                *path,
                "stakes",
            )
        _limits(checking, wager, offer, *path)
        return
    shown = " or ".join(show_money(stake) for stake in fixed)
    for key in ("minimum", "maximum"):
        if getattr(offer, key) is not None:
            checking.report("stake-is-fixed", cite, f"the stake is always {shown}; leave {key} out", *path, key)
    for index, stake in enumerate(offer.stakes):
        if stake not in fixed:
            checking.report(
                "stake-not-permitted",
                cite,
                f"{show_money(stake)} is not accepted; the stake must be {shown}",
                *path,
                "stakes",
                index,
            )
    _stake_list(checking, cite, offer, *path)


def _stake_list(checking: TableCheck, cite: Clause, offer: WagerOffer, *path: str) -> None:
    """Checks a list of stakes: it may not be empty, or name a stake twice."""
    if checking.is_written(*path, "stakes") and not offer.stakes:
        checking.report("stakes-empty", cite, "the list is empty; name a stake, or leave the key out", *path, "stakes")
    for index, stake in enumerate(offer.stakes):
        if stake in offer.stakes[:index]:
            checking.report("stake-twice", cite, f"{show_money(stake)} is listed twice", *path, "stakes", index)


def _fixed_stakes(checking: TableCheck, wager: Wager, offer: WagerOffer) -> tuple[int, ...] | None:
    """The only stakes accepted, or None if the operator sets limits."""
    paytable = checking.regulation.paytables.get(wager.paytable, {}).get(offer.paytable)
    stakes = tuple(sorted(set(offer.stakes)))
    if paytable and paytable.scales and len(stakes) == 1 and stakes[0] >= 100 and not stakes[0] % 100:
        return stakes
    chosen = checking.table.options.get(wager.stake_option)
    if wager.stake_option and chosen is not None:
        try:
            return (int(checking.regulation.options[wager.stake_option].chosen(chosen)),)
        except ValueError:
            return offer.stakes or wager.stakes  # the option is reported on its own
    return (paytable.stakes if paytable else ()) or wager.stakes or None


def _limits(checking: TableCheck, wager: Wager, offer: WagerOffer, *path: str) -> None:
    low, high = offer.minimum, offer.maximum
    for key, value in (("minimum", low), ("maximum", high)):
        if value is None:
            checking.report("limit-missing", wager.cite, "state the minimum and the maximum stake", *path, key)
        elif value == 0:
            checking.report("limit-zero", wager.cite, "a stake must be more than $0", *path, key)
    if low and low % LEAST_CHIP and checking.table.device != "electronic":
        message = f"{show_money(low)} cannot be staked in chips: the smallest is {show_money(LEAST_CHIP)}"
        checking.report("minimum-not-in-chips", checking.regulation.conduct["chips_only"], message, *path, "minimum")
    if low is not None and high is not None and low > high > 0:
        checking.report(
            "limits-crossed",
            wager.cite,
            f"{show_money(low)} is above the maximum of {show_money(high)}",
            *path,
            "minimum",
        )


def _shuffler(checking: TableCheck, name: str, wager: Wager) -> None:
    for key, needed in (("shuffler_model", wager.shuffler_model), ("shuffler_mode", wager.shuffler_mode)):
        if needed and getattr(checking.table, key) != needed:
            checking.report(
                "wager-needs-shuffler", wager.shuffler_cite, f"{name} needs {key} = {needed!r}", "wagers", name
            )


def _device(checking: TableCheck, name: str, wager: Wager) -> None:
    device = checking.table.device
    if wager.devices and device in checking.regulation.dealing and device not in wager.devices:
        needed = " or ".join(repr(one) for one in wager.devices)
        checking.report(
            "wager-needs-other-device",
            wager.devices_cite,
            f"it needs device = {needed}, not {device!r}",
            "wagers",
            name,
        )


def _awards(checking: TableCheck) -> None:
    """Awards whose paytable the operator selects; the others follow their wager's."""
    regulation, table = checking.regulation, checking.table
    selectable = {name: award for name, award in regulation.awards.items() if not award.follows}
    for name in table.awards:
        if name not in selectable:
            cite = regulation.awards[name].cite if name in regulation.awards else None
            known = suggestion(name, tuple(selectable))
            checking.report("award-not-selectable", cite, f"no paytable is selected for it{known}", "awards", name)
    for name, award in selectable.items():
        for key in ("minimum", "maximum", "stakes", "link"):
            if checking.is_written("awards", name, key):
                checking.report("award-without-stake", award.cite, "an award has no stake", "awards", name, key)
        _paytable(
            checking,
            ("awards", name),
            award.paytable,
            award.paytable_cite or award.cite,
            table.award(name),
        )


def _relations(checking: TableCheck) -> None:
    """Stake relations that no pair of stakes within the limits can meet."""
    regulation, table = checking.regulation, checking.table
    version = regulation.versions.get(table.version)
    for stake in version.stakes if version else ():
        ranges = [_range(table.wagers.get(regulation.wagers[name].limits or name)) for name in (stake.wager, stake.to)]
        if None in ranges:
            continue
        (low, high), (to_low, to_high) = (pair for pair in ranges if pair is not None)
        if (stake.least and high < stake.least * to_low) or (stake.most and low > stake.most * to_high):
            checking.report(
                "stakes-cannot-meet",
                stake.cite,
                f"no {stake.wager} within its limits has the required ratio to any {stake.to}",
                "wagers",
                stake.wager,
            )


def _range(offer: WagerOffer | None) -> tuple[int, int] | None:
    if offer is None or not offer.minimum or not offer.maximum or offer.minimum > offer.maximum:
        return None  # reported on its own
    return offer.minimum, offer.maximum


def offered_stakes(checking: TableCheck) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Each offered wager with fixed stakes, and the stakes accepted."""
    for name, offer in checking.table.wagers.items():
        wager = checking.regulation.wagers.get(name)
        if wager:
            fixed = _fixed_stakes(checking, wager, offer)
            if fixed:
                yield name, tuple(sorted(set(offer.stakes or fixed)))
