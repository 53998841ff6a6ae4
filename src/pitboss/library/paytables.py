"""A paytable to browse and to change for a what-if."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

from pitboss.errors import InputError
from pitboss.library.html import html_table
from pitboss.money import show_money
from pitboss.rules.other_payouts import parse_payouts, with_payouts
from pitboss.rules.paytable import Paytable
from pitboss.rules.regulation import Regulation
from pitboss.tabular import data_frame

if TYPE_CHECKING:
    from pitboss.odds import OddsParameters
    from pitboss.odds.record import Odds


class PrintedRow(NamedTuple):
    """A row as the regulation prints it, with a payout in each column; the names are those of `rules --json`."""

    pattern: str
    pays: tuple[str, ...]
    cites: tuple[str, ...]


class PaytableEntry:
    """A paytable of a regulation: rows, columns, meters, exact odds, and `replace` for a what-if."""

    def __init__(self, regulation: Regulation, group: str, id_: str, wager: str) -> None:
        """`wager` is the wager that the odds of this table are asked for; empty if it has none."""
        self._regulation, self._group, self._wager = regulation, group, wager
        self.id = id_
        self.changes: Mapping[str, tuple[str, ...]] = {}
        """The payouts that `replace` changed, by pattern."""

    @property
    def rules(self) -> Paytable:
        """The typed data of the regulation."""
        return self._regulation.paytables[self._group][self.id]

    @property
    def cite(self) -> str:
        """The clause that prints this table."""
        return self.rules.cite

    @cached_property
    def rows(self) -> tuple[PrintedRow, ...]:
        """The rows in order; the first that matches pays."""
        return tuple(PrintedRow(row.pattern, tuple(map(str, row.payouts)), row.cites) for row in self.rules.pays)

    @property
    def columns(self) -> tuple[str, ...]:
        """What each column of payouts is for; one empty name if there is only one column."""
        if self.rules.by_boxes:
            return tuple(f"{boxes} {'box' if boxes == 1 else 'boxes'}" for boxes in self.rules.by_boxes)
        return tuple(f"at {show_money(stake)}" for stake in self.rules.by_stake) or ("",)

    def odds(self, **asked: "Unpack[OddsParameters]") -> "Odds":
        """Returns the exact odds under this table; the parameters are those of `pitboss.odds`.

        >>> from pitboss import regulation
        >>> plus = regulation("MD-TCP").wagers["pair_plus"].paytables["A"]
        >>> plus.odds().expected
        Fraction(-253, 5525)
        """
        from pitboss.odds import odds  # noqa: PLC0415 - for start-up time: browsing needs no odds

        if not self._wager:
            raise InputError(f"{self._name}: the odds of this award are part of the odds of its wager")
        return odds(self._regulation, self._wager, self.id, **asked)

    def replace(self, **pays: str | Sequence[str]) -> "PaytableEntry":
        """Returns this table with other payouts, each given by its pattern; a what-if, not a choice that is approved.

        A payout must be written as the regulation prints payouts, in a form that the table uses. A table with several
        columns takes a list with a payout for each. InputError says what cannot be replaced.

        >>> from pitboss import regulation
        >>> plus = regulation("MD-TCP").wagers["pair_plus"].paytables["A"]
        >>> float(plus.replace(straight="5 to 1").odds().house_edge) > float(plus.odds().house_edge)
        True
        """
        new = parse_payouts(self._regulation, self._group, self.id, pays)
        regulation = with_payouts(self._regulation, self._group, self.id, new)
        found = PaytableEntry(regulation, self._group, self.id, self._wager)
        texts = {pattern: tuple(map(str, payouts)) for pattern, payouts in new.items()}
        found.changes = {**self.changes, **texts}
        return found

    @property
    def _name(self) -> str:
        return f"{self._regulation.id} {self._group} {self.id}"

    def to_frame(self) -> Any:
        """Returns the rows as a data frame of pandas or polars."""
        titles = [column or "pays" for column in self.columns]
        return data_frame(
            [{"pattern": row.pattern, **dict(zip(titles, row.pays, strict=True)), "cite": row.cites[0]}
             for row in self.rows]
        )  # fmt: skip

    def __repr__(self) -> str:
        changes = ", ".join(f"{pattern} at {' / '.join(pays)}" for pattern, pays in self.changes.items())
        return f"<paytable {self._name}{f' with {changes}' if changes else ''}: {len(self.rows)} rows, {self.cite}>"

    def _repr_html_(self) -> str:
        head = ("pattern", *(column or "pays" for column in self.columns), "clause")
        rows = [(row.pattern, *row.pays, row.cites[0]) for row in self.rows]
        return html_table(head, rows, f"{self._name} ({self.cite})")
