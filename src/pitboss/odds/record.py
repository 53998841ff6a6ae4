"""Odds: one wager under one paytable, exact; and the forms in which it is shown."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import gcd
from types import MappingProxyType
from typing import Any, NamedTuple

from pitboss.money import show_money
from pitboss.rules.record import Record
from pitboss.tabular import data_frame
from pitboss.text import show_percentage


class OddsRow(NamedTuple):
    """How often a row pays; `pays` is None if no row does."""

    pattern: str
    pays: str | None
    count: int  # type: ignore[assignment]  # the JSON name; a row is never searched as a tuple


class Odds(Record):
    """Everything exact about one wager under one paytable, per unit first staked."""

    regulation: str
    wager: str
    paytable: str
    options: Mapping[str, str | int]
    cite: str
    rows: tuple[OddsRow, ...]
    expected: Fraction | None
    """The expected net win; None if it depends on a meter whose amount is unknown."""
    variance: Fraction | None = None
    hit_frequency: Fraction
    stake: int = 100
    payout_limit: int | None = None
    """The most that the wager is paid, in cents, if the house's limit can cut it."""
    boxes: int | None = None
    """The number of boxes in the round, if the odds or the Envy Bonuses in `expected` depend on it."""
    average_stake: Fraction | None = None
    fixed: Fraction | None = None
    """The expected return of the pays that no meter moves, net of the stake."""
    meters: Mapping[str, Fraction] = MappingProxyType({})
    """For each meter, the probability of being paid from it times the share."""
    envy_per_other_box: Fraction | None = None
    seeds: Mapping[str, int] = MappingProxyType({})
    """What meters start from and reset to, in cents: the least that the regulation names, or the house's own."""
    shown: Mapping[str, int] = MappingProxyType({})
    """What `expected` assumes that meters show, in cents: as named, else the seeds."""
    known: str = ""
    """The card that the player is assumed to see too early."""

    @staticmethod
    def share(count: int, counts: Iterable[int]) -> Fraction:
        """The share of a count in the sum of all counts."""
        return Fraction(count, sum(counts))

    @property
    def total(self) -> int:
        return sum(row.count for row in self.rows)

    @property
    def house_edge(self) -> Fraction | None:
        return None if self.expected is None else -self.expected

    @property
    def standard_deviation(self) -> float | None:
        return None if self.variance is None else float(self.variance) ** 0.5

    @property
    def element_of_risk(self) -> Fraction | None:
        """The edge on all that is staked, not only on what is staked first."""
        if self.expected is None or self.average_stake is None:
            return None
        return -self.expected / self.average_stake

    @property
    def break_even(self) -> Fraction | None:
        """The dollars that a single meter must show for the wager to be fair at its stake, envy aside."""
        if self.fixed is None or len(self.meters) != 1:
            return None
        (share,) = self.meters.values()
        return -self.fixed * self.stake / (100 * share)

    def figures(self) -> Iterator[tuple[str, str]]:
        """Name and text of each known figure, for reading."""
        if self.expected is not None:
            yield "expected net win", f"{self.expected} of the stake{self._envy_in_words()}"
            yield "house edge", show_percentage(-self.expected, 6)
        yield "hits", show_percentage(self.hit_frequency, 4)
        if self.standard_deviation is not None:
            yield "standard deviation", f"{self.standard_deviation:.4f}"
        if self.average_stake is not None and self.element_of_risk is not None:
            yield "average stake", f"{self.average_stake} = {float(self.average_stake):.6f}"
            yield "edge of all staked", show_percentage(self.element_of_risk, 6)
        if self.fixed is None:
            return
        yield "fixed pays, net", f"{self.fixed} = {show_percentage(self.fixed, 4)}"
        for name, share in self.meters.items():
            adds = show_percentage(share * 100 / self.stake, 6)
            yield f"meter {name}", f"pays {share} of itself on average: one dollar more adds {adds}"
        for name, amount in self.shown.items():
            yield f"assumes meter {name}", show_money(amount)
        if self.break_even is not None:
            yield "break-even meter", f"{self.break_even} = {show_money(round(self.break_even * 100))}"
        if self.envy_per_other_box is not None:
            yield (
                "envy for each other box",
                f"{self.envy_per_other_box} = {show_percentage(self.envy_per_other_box, 4)}",
            )

    def _envy_in_words(self) -> str:
        """The Envy Bonuses that `expected` includes, if it is for a number of boxes."""
        if self.boxes is None or self.envy_per_other_box is None:
            return ""
        others = self.boxes - 1
        return f", Envy Bonuses of {others} other {'box' if others == 1 else 'boxes'} included"

    def to_frame(self) -> Any:
        """Returns the rows as a data frame of pandas or polars."""
        return data_frame([{**row._asdict(), "probability": row.count / self.total} for row in self.rows])

    def _repr_html_(self) -> str:
        from pitboss.odds.fragments import record_fragment  # noqa: PLC0415 - only notebooks pay for it

        title = f"{self.regulation} {self.wager}, paytable {self.paytable}"
        return f"<h4>{title} ({self.cite})</h4>{record_fragment(self)}"

    def to_json(self) -> dict[str, Any]:
        """For programs: fractions as texts in lowest terms, floats only for reading."""
        # Cover All is counted over deals of the whole table: nobody needs the common divisor.
        divisor = gcd(*(row.count for row in self.rows)) if self.boxes and self.fixed is None else 1
        answer: dict[str, Any] = {
            "regulation": self.regulation,
            "wager": self.wager,
            "paytable": self.paytable,
            "options": dict(self.options),
            "cite": self.cite,
            "total": self.total // divisor,
            "rows": [{"pattern": row.pattern, "pays": row.pays, "count": row.count // divisor} for row in self.rows],
            "expected": None if self.expected is None else str(self.expected),
            "house_edge": None if self.expected is None else float(-self.expected),
            "hit_frequency": float(self.hit_frequency),
            "variance": None if self.variance is None else float(self.variance),
            "standard_deviation": self.standard_deviation,
            "stake": self.stake,
        }
        if self.known:
            answer["known"] = self.known
        if self.boxes is not None:
            answer["boxes"] = self.boxes
        if self.average_stake is not None and self.element_of_risk is not None:
            answer["average_stake"] = str(self.average_stake)
            answer["average_stake_exact"] = str(self.average_stake)
            answer["average_stake_float"] = float(self.average_stake)
            answer["element_of_risk"] = answer["element_of_risk_float"] = float(self.element_of_risk)
            answer["element_of_risk_exact"] = str(self.element_of_risk)
        if self.fixed is not None:
            answer |= self._progressive()
        return answer

    def _progressive(self) -> dict[str, Any]:
        shares = {name: str(share) for name, share in self.meters.items()}
        assert self.fixed is not None
        plane = {"sum_of": shares, "equals": str(-self.fixed * self.stake / 100)}
        return {
            "fixed": str(self.fixed),
            "meters": shares,
            "break_even": str(self.break_even) if self.break_even is not None else plane,
            "envy_per_other_box": None if self.envy_per_other_box is None else str(self.envy_per_other_box),
            "seeds": dict(self.seeds),
            "shown": dict(self.shown),
        }
