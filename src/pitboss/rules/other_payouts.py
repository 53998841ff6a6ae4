"""A regulation whose paytable pays otherwise: for a what-if, never for a table."""

from collections.abc import Mapping, Sequence

from pitboss.errors import InputError
from pitboss.rules.payout import Payout
from pitboss.rules.paytable import Paytable
from pitboss.rules.regulation import Regulation
from pitboss.rules.schema import suggestion

Payouts = Mapping[str, tuple[Payout, ...]]
"""For each pattern that pays otherwise, a payout for each column."""


def parse_payouts(
    regulation: Regulation, group: str, paytable: str, pays: Mapping[str, str | Sequence[str]]
) -> Payouts:
    """Payouts by pattern, in a form that the table uses; InputError says what cannot be replaced."""
    table, name = regulation.paytables[group][paytable], f"{regulation.id} {group} {paytable}"
    return {pattern: _payouts(table, name, pattern, given) for pattern, given in pays.items()}


def with_payouts(regulation: Regulation, group: str, paytable: str, payouts: Payouts) -> Regulation:
    """The regulation with other payouts in one paytable."""
    table = regulation.paytables[group][paytable]
    rows = tuple(row._replace(payouts=payouts.get(row.pattern, row.payouts)) for row in table.pays)
    changed = Paytable(**{**table.given(), "pays": rows})
    tables = {**regulation.paytables, group: {**regulation.paytables[group], paytable: changed}}
    return Regulation(**{**regulation.given(), "paytables": tables})


def _payouts(table: Paytable, name: str, pattern: str, given: str | Sequence[str]) -> tuple[Payout, ...]:
    patterns = [row.pattern for row in table.pays]
    if pattern not in patterns:
        raise InputError(f"{name} has no row {pattern[:40]!r}{suggestion(pattern, patterns)}")
    texts = list(given) if isinstance(given, list | tuple) else [given]
    columns = len(table.by_boxes or table.by_stake) or 1
    if len(texts) != columns:
        raise InputError(f"{name} {pattern}: expected {columns} payouts, found {len(texts)}")
    return tuple(_payout(table, f"{name} {pattern}", text) for text in texts)


def _payout(table: Paytable, place: str, text: object) -> Payout:
    try:
        payout = Payout.parse(str(text))
    except ValueError as error:
        raise InputError(f"{place}: {error}") from None
    printed = [one for row in table.pays for one in row.payouts]
    if (payout.form, payout.per) not in {(one.form, one.per) for one in printed} or payout.meter not in {
        "",
        *table.meters,
    }:
        like = " or ".join(dict.fromkeys(f'"{one}"' for one in {one.form: one for one in printed}.values()))
        raise InputError(f"{place}: {text!r} is not a payout of this table; write it like {like}")
    return payout
