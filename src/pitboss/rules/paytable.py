"""Paytable: ordered rows of pattern and payout; the first row that matches pays."""

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, NamedTuple

from pitboss.rules.clause import Clause, common_clause
from pitboss.rules.payout import Payout
from pitboss.rules.schema import ONE_OR_MANY
from pitboss.rules.vocabulary import Cited, Money, Percent


class PayRow(NamedTuple):
    """One line as the regulation prints it: what the hand must be, and the payout in each column."""

    pattern: str
    payouts: Annotated[tuple[Payout, ...], ONE_OR_MANY]
    cites: Annotated[tuple[Clause, ...], ONE_OR_MANY]


class PaytableLine(NamedTuple):
    """A row in one column."""

    pattern: str
    payout: Payout
    cite: Clause


class MeterRule(Cited):
    """A progressive meter: its lowest starting and reset amount, and the lowest share of a wager that it takes."""

    least_seed: Money | None = None
    seed_per: Money | None = None
    """The stake that `least_seed` is printed for, if the seed scales with the stake."""
    least_rate: Percent | None = None
    rate_cite: Clause | None = None


class Paytable(Cited):
    """A table that the operator may select."""

    pays: tuple[PayRow, ...]
    hand: str = ""
    """The hand that this table depends on, if it is not the wager's own."""
    hands: Mapping[str, str] = MappingProxyType({})
    """The hand that a row depends on, by its pattern, if it is not the table's."""
    by_boxes: tuple[int, ...] = ()
    """The number of boxes in the round that each column is for."""
    by_stake: tuple[Money, ...] = ()
    """The stake that each column is for, of the wager that earns the award."""
    meters: Mapping[str, MeterRule] = MappingProxyType({})
    stakes: tuple[Money, ...] = ()
    """The only stakes accepted, if this table and not the wager fixes them."""
    scales: bool = False
    """Other whole-dollar stakes may be chosen; seeds and Envy Bonuses scale with them."""
    version: str = ""
    """The only version of the game that uses this table."""
    least: bool = False
    """The printed payouts are minimums: a submission may pay more."""

    def lines(self, column: int | None = None) -> tuple[PaytableLine, ...]:
        """The rows in one column: that of a number of boxes or a stake, or the only one."""
        return self._columns[(self.by_boxes or self.by_stake).index(column) if column is not None else 0]

    def column_cite(self, column: int | None = None) -> Clause:
        """The clause of a column: the one around its rows, if the columns have clauses of their own."""
        if all(len(row.cites) == 1 for row in self.pays):
            return self.cite
        return common_clause([line.cite for line in self.lines(column)])

    @cached_property
    def _columns(self) -> tuple[tuple[PaytableLine, ...], ...]:
        return tuple(
            tuple(
                PaytableLine(row.pattern, row.payouts[index], row.cites[min(index, len(row.cites) - 1)])
                for row in self.pays
            )
            for index in range(len(self.by_boxes or self.by_stake) or 1)
        )
