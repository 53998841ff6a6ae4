"""The price of the differences between two regulations: every wager and paytable, priced by both."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from pitboss.errors import InputError
from pitboss.odds.catalog import in_force, odds
from pitboss.odds.progressive import long_run, meter_choices
from pitboss.odds.query import OddsQuery
from pitboss.odds.record import Odds
from pitboss.odds.wagers import paytable_group, wager_paytables
from pitboss.rules.paytable import Paytable
from pitboss.rules.regulation import Regulation


class PriceKey(NamedTuple):
    """A wager and a paytable; `boxes` if the odds depend on their number."""

    wager: str
    paytable: str
    boxes: int | None = None


class Price(NamedTuple):
    """What a wager returns under a paytable, by the readings in force and with meters at their least seeds."""

    odds: Odds
    long_run: Fraction | None
    """The expected net win in the long run if meters take their least rates; None if the document names none."""
    twins: tuple[str, ...]
    """The paytables of the other regulation that have the same rows."""

    @property
    def figures(self) -> tuple[Fraction | None, ...]:
        """Everything that the expectation of a player or of the house depends on."""
        return self.odds.expected, self.odds.average_stake, self.odds.envy_per_other_box, self.long_run


class PricePair(NamedTuple):
    """One wager and paytable by both regulations; a side is None if it does not have it."""

    key: PriceKey
    left: Price | None
    right: Price | None

    @property
    def differs(self) -> bool:
        return not (self.left and self.right) or self.left.figures != self.right.figures

    @property
    def change(self) -> Fraction | None:
        """By how much the house edge is higher on the right; None if a side has none."""
        edges = [price.odds.house_edge if price else None for price in (self.left, self.right)]
        return edges[1] - edges[0] if edges[0] is not None and edges[1] is not None else None


class PriceComparison(NamedTuple):
    """Every wager and paytable of two regulations, and the wagers that have no solver here, each with the reason."""

    pairs: tuple[PricePair, ...]
    unpriced: Mapping[str, str]


def compare_prices(left: Regulation, right: Regulation) -> PriceComparison:
    """Prices both regulations, in the order of the left one."""
    unpriced: dict[str, str] = {}
    ours, theirs = _prices(left, right, unpriced), _prices(right, left, unpriced)
    pairs = tuple(PricePair(key, ours.get(key), theirs.get(key)) for key in dict.fromkeys((*ours, *theirs)))
    return PriceComparison(pairs, unpriced)


def _prices(regulation: Regulation, other: Regulation, unpriced: dict[str, str]) -> dict[PriceKey, Price]:
    query = OddsQuery(in_force(regulation))
    found: dict[PriceKey, Price] = {}
    for wager in wager_paytables(regulation):
        tables = regulation.paytables.get(paytable_group(regulation, wager), {})
        others = other.paytables.get(paytable_group(other, wager), {}) if wager in wager_paytables(other) else {}
        try:
            for record in odds(regulation, query, wager):
                table = tables.get(record.paytable)
                twins = tuple(name for name, one in others.items() if table and _rows(one) == _rows(table))
                price = Price(record, _long_run(record, table), twins)
                found[PriceKey(wager, record.paytable, record.boxes)] = price
        except InputError as error:
            unpriced[wager] = error.reason
    return found


def _rows(paytable: Paytable) -> list[tuple[str, tuple[str, ...]]]:
    return [(row.pattern, tuple(map(str, row.payouts))) for row in paytable.pays]


def _long_run(record: Odds, paytable: Paytable | None) -> Fraction | None:
    rates = {name: meter.least_rate for name, meter in (paytable.meters if paytable else {}).items()}
    known = {name: rate for name, rate in rates.items() if rate is not None}
    if paytable is None or not known or len(known) < len(rates) or len(record.seeds) < len(rates):
        return None
    choices = meter_choices(paytable, record.stake, known, record.seeds, {})
    return long_run(record, choices).without_envy if choices else None
