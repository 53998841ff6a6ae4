"""Coherence of one regulation's data: every name exists, every column is filled, and the engine obeys every row."""

from collections.abc import Iterable, Iterator

from pitboss.cards import RANKINGS
from pitboss.rules.paytable import Paytable
from pitboss.rules.regulation import Regulation
from pitboss.rules.schema import suggestion
from pitboss.rules.script import Choice
from pitboss.rules.unsupported import unsupported_rows

Incoherence = tuple[str, str]
"""The place in the file, and the fault."""


def incoherences(regulation: Regulation) -> Iterator[Incoherence]:
    """Every name in the regulation that refers to nothing, and then every row that the engine cannot obey."""
    yield from _hands(regulation)
    yield from _wagers(regulation)
    yield from _paytables(regulation)
    yield from _play(regulation)
    yield from unsupported_rows(regulation)


def _unknown(where: str, names: Iterable[str], known: Iterable[str]) -> Iterator[Incoherence]:
    known = tuple(known)
    for name in names:
        if name and name not in known:
            yield where, f"{name!r} is not defined{suggestion(name, known)}"


def _patterns(regulation: Regulation, hand: str) -> Iterable[str]:
    """The patterns that a hand can match; empty if there is no such hand, which is a fault of its own."""
    return RANKINGS[regulation.hands[hand].ranking].patterns if hand in regulation.hands else ()


def _hands(regulation: Regulation) -> Iterator[Incoherence]:
    for name, hand in regulation.hands.items():
        yield from _unknown(f"hands.{name}.order", hand.order, _patterns(regulation, name))


def _wagers(regulation: Regulation) -> Iterator[Incoherence]:
    wagers, hands, groups = regulation.wagers, regulation.hands, regulation.paytables
    for name, wager in wagers.items():
        where = f"wagers.{name}"
        yield from _unknown(where, [wager.hand, wager.also_reads], hands)
        yield from _unknown(where, [wager.paytable], groups)
        yield from _unknown(where, [*wager.needs_all, *wager.needs_any], wagers)
        yield from _unknown(where, [wager.limits], [*wagers, *groups])
        yield from _unknown(where, wager.devices, regulation.dealing)
    for name, award in regulation.awards.items():
        where = f"awards.{name}"
        yield from _unknown(where, [award.hand], hands)
        yield from _unknown(where, [award.paytable], groups)
        yield from _unknown(where, [award.stake_of, award.follows, *award.needs_all], wagers)
        yield from _unknown(where, award.devices, regulation.dealing)
    for index, stake in enumerate(regulation.stakes):
        yield from _unknown(f"stakes[{index}]", [stake.wager, stake.to], wagers)
    for name, version in regulation.versions.items():
        related = [wager for stake in version.stakes for wager in (stake.wager, stake.to)]
        yield from _unknown(f"versions.{name}", [*version.required, *version.required_any, *related], wagers)
    yield from _unknown("payout_limit", regulation.payout_limit.wagers, wagers)


def _paytables(regulation: Regulation) -> Iterator[Incoherence]:
    payees = {wager.paytable: wager.hand for wager in regulation.wagers.values()}
    payees |= {award.paytable: award.hand for award in regulation.awards.values()}
    for group, tables in regulation.paytables.items():
        if group not in payees:
            yield f"paytables.{group}", "no wager or award uses this group of paytables"
            continue
        for name, table in tables.items():
            where = f"paytables.{group}.{name}"
            yield from _unknown(where, [table.hand], regulation.hands)
            yield from _unknown(where, [table.version], regulation.versions)
            yield from _unknown(f"{where}.hands", table.hands, [row.pattern for row in table.pays])
            yield from _unknown(f"{where}.hands", table.hands.values(), regulation.hands)
            yield from _rows(regulation, where, table, table.hand or payees[group])


def _rows(regulation: Regulation, where: str, table: Paytable, hand: str) -> Iterator[Incoherence]:
    columns = len(table.by_boxes or table.by_stake) or 1
    for row in table.pays:
        patterns = tuple(_patterns(regulation, table.hands.get(row.pattern, hand)))
        yield from _unknown(where, [row.pattern] if patterns else [], patterns)
        if len(row.payouts) != columns or len(row.cites) not in (1, columns):
            yield where, f"{row.pattern}: expected {columns} payouts, and one cite or {columns}"
        yield from _unknown(where, (payout.meter for payout in row.payouts), table.meters)
    paid = {payout.meter for row in table.pays for payout in row.payouts}
    for meter in table.meters:
        if meter not in paid:
            yield where, f"no row pays from the meter {meter!r}"


def _play(regulation: Regulation) -> Iterator[Incoherence]:
    wagers, items = regulation.wagers, {**regulation.wagers, **regulation.awards}
    for device, dealing in regulation.dealing.items():
        where = f"dealing.{device}"
        for deal in dealing.deal:
            yield from _unknown(where, [deal.if_offered, deal.if_placed], wagers)
        for closing in dealing.closing:
            yield from _unknown(where, closing.wagers, wagers)
    settled: set[str] = set()
    for index, step in enumerate(regulation.script):
        where = f"script[{index}]"
        yield from _unknown(where, [step.asks, *step.unless_placed, *step.keeps_cards_for], wagers)
        for choice in step.choices:
            yield from _allowed(regulation, where, choice)
            forfeited = [forfeit.wager for forfeit in choice.forfeits]
            forfeited += [name for row in choice.together for name in (row.wager, row.other)]
            yield from _unknown(where, [*choice.places, *choice.returns, *forfeited], wagers)
        yield from _unknown(where, (item.item for item in step.items), items)
        settled.update(item.item for item in step.items)
    for name in items:
        if name not in settled:
            yield "script", f"no step of the script settles {name!r}"
    if regulation.showdown:
        yield from _unknown("showdown", [regulation.showdown.hand], regulation.hands)
        yield from _unknown("showdown", (row.wager for row in regulation.showdown.outcomes), wagers)
        if patterns := tuple(_patterns(regulation, regulation.showdown.hand)):
            yield from _unknown("showdown", [regulation.showdown.qualifies], patterns)
    for marking in regulation.table.layout:
        yield from _unknown("table.layout", [marking.wager], wagers)


def _allowed(regulation: Regulation, where: str, choice: Choice) -> Iterator[Incoherence]:
    """Checks the cards with which a choice is open."""
    if choice.only_with:
        yield from _unknown(where, [choice.only_with.hand], regulation.hands)
        if patterns := tuple(_patterns(regulation, choice.only_with.hand)):
            yield from _unknown(where, choice.only_with.patterns, patterns)
