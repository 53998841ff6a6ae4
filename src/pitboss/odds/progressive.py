"""Progressive meters in the long run: how often they are hit, what they then show, and what the wager returns.

Every wager adds `rate x stake` to a meter, also the one that wins it. A row pays a share of what the meter shows; a
whole share is a hit, after which the house sets the meter to `reset`. Count the money that moves through a meter. The
rates and the resets enter, what players are paid leaves, and a share rounded down to the cent stays inside. The meter
does not grow for ever, so in the long run as much leaves as enters, and each wager is on average paid

    rate x stake + P(hit) x reset

from it, 10 % rows included: they only pay earlier what a hit would have paid later. This is an identity of averages and
needs no independence, so it holds for any number of boxes, links of several tables, and any order of settlement.

The meter when it is hit, having started from M: let x(M) be its mean. One wager lifts it to M + c with
c = rate x stake; then it is hit, or a row takes a share, or nothing happens, independently of the meter. So x is
linear, and comparing coefficients gives

    x(M) = (c + P(hit) x M) / (P(hit) + sum over the smaller rows of P(row) x share).

The denominator is what the record of odds calls the meter's share. Without smaller rows this is M + c / P(hit): the
number of wagers up to the hit is geometric, and that gives the quantiles.
"""

from collections.abc import Mapping
from decimal import ROUND_CEILING, Decimal, localcontext
from fractions import Fraction
from typing import Any

from pitboss.errors import InputError
from pitboss.money import show_money
from pitboss.odds.one_hand import one_hand_odds
from pitboss.odds.query import OddsQuery
from pitboss.odds.record import Odds
from pitboss.rules.payout import Payout
from pitboss.rules.paytable import MeterRule, Paytable
from pitboss.rules.record import Record
from pitboss.rules.regulation import Regulation
from pitboss.rules.schema import suggestion
from pitboss.rules.submission import MeterChoice
from pitboss.text import show_percentage

QUANTILES = tuple(Fraction(percent, 100) for percent in (5, 25, 50, 75, 95))


METER_HEAD = (
    "meter", "stake", "shows", "reset", "rate", "wagers a hit", "rounds", "mean at next hit", "at later hits",
    "half of wins by", "95 % by",
)  # fmt: skip


class MeterRun(Record):
    """One meter, fed by wagers of one stake. Amounts are in cents; means are fractions."""

    name: str
    stake: int
    rate: Fraction
    start: int
    """What it shows now, or its seed."""
    reset: int
    hit: Fraction
    """The probability that a wager wins all of it."""
    share: Fraction
    """The probability of being paid from it times the share, over all rows."""

    @property
    def only_whole(self) -> bool:
        """Whether no row pays a part of it."""
        return self.hit == self.share

    @property
    def wagers_between(self) -> Fraction:
        return 1 / self.hit

    def rounds_between(self, boxes: int) -> Fraction:
        """For this number of boxes with the wager in each round. On average a round has as many hits as boxes times
        P(hit), however the hands in a round depend on each other."""
        return self.wagers_between / boxes

    @property
    def paid_per_wager(self) -> Fraction:
        """What it pays a wager on average in the long run, per unit staked."""
        return self.rate + self.hit * Fraction(self.reset, self.stake)

    def mean_at_hit(self, start: int) -> Fraction:
        """What it shows on average when it is hit, given the amount that it started from."""
        return (self.rate * self.stake + self.hit * start) / self.share

    def quantile(self, level: Fraction, start: int) -> tuple[int, Fraction] | None:
        """The fewest wagers within which it is hit with this probability, and what it then shows.

        None if smaller rows are paid from it, since its amount then depends on when they came up.
        """
        if not self.only_whole:
            return None
        wagers = _wagers_within(self.hit, level)
        return wagers, start + self.rate * self.stake * wagers

    def line(self, boxes: int) -> tuple[str, ...]:
        """For people, as METER_HEAD names it."""
        half, most = (self.quantile(Fraction(part, 100), self.start) for part in (50, 95))
        return (
            self.name,
            show_money(self.stake),
            show_money(self.start),
            show_money(self.reset),
            show_percentage(self.rate),
            f"{float(self.wagers_between):,.0f}",
            f"{float(self.rounds_between(boxes)):,.0f}",
            show_money(round(self.mean_at_hit(self.start))),
            show_money(round(self.mean_at_hit(self.reset))),
            show_money(round(half[1])) if half else "-",
            show_money(round(most[1])) if most else "-",
        )

    def to_json(self, boxes: int) -> dict[str, Any]:
        """For programs: money in cents."""
        return {
            "rate": str(self.rate),
            "start": self.start,
            "reset": self.reset,
            "hit": str(self.hit),
            "wagers_between_hits": str(self.wagers_between),
            "rounds_between_hits": str(self.rounds_between(boxes)),
            "mean_at_next_hit": float(self.mean_at_hit(self.start)),
            "mean_at_next_hit_exact": str(self.mean_at_hit(self.start)),
            "mean_at_later_hits": float(self.mean_at_hit(self.reset)),
            "mean_at_later_hits_exact": str(self.mean_at_hit(self.reset)),
            "paid_per_unit_staked": str(self.paid_per_wager),
            "next_hit_within": [
                {"probability": float(level), "wagers": found[0], "meter": float(found[1])}
                for level in QUANTILES
                if (found := self.quantile(level, self.start))
            ],
        }


class LongRun(Record):
    """A progressive wager in the long run, every wager of the same stake and `boxes` of them in each round."""

    fixed: Fraction
    """The expected return of the pays that no meter moves, net of the stake."""
    envy_per_other_box: Fraction | None
    boxes: int
    meters: tuple[MeterRun, ...]

    @property
    def without_envy(self) -> Fraction:
        """The expected net win per unit staked, Envy Bonuses aside."""
        return self.fixed + sum((meter.paid_per_wager for meter in self.meters), Fraction())

    @property
    def expected(self) -> Fraction:
        """The expected net win per unit staked, with Envy Bonuses from every other box."""
        return self.without_envy + (self.envy_per_other_box or 0) * (self.boxes - 1)

    @property
    def house_edge(self) -> Fraction:
        return -self.expected

    def to_json(self) -> dict[str, Any]:
        return {
            "boxes": self.boxes,
            "expected": str(self.expected),
            "house_edge": float(-self.expected),
            "expected_without_envy": str(self.without_envy),
            "meters": {meter.name: meter.to_json(self.boxes) for meter in self.meters},
        }


def long_run(record: Odds, choices: Mapping[str, MeterChoice], boxes: int | None = None) -> LongRun:
    """The long run of a progressive wager whose meters have these seeds, resets and rates."""
    assert record.fixed is not None
    hits = dict.fromkeys(record.meters, 0)
    for row in record.rows:
        payout = Payout.parse(row.pays) if row.pays else None
        if payout and payout.form == "share" and payout.number == 100:
            hits[payout.meter] += row.count
    return LongRun(
        fixed=record.fixed,
        envy_per_other_box=record.envy_per_other_box,
        boxes=boxes or 1,
        meters=tuple(
            MeterRun(
                name=name,
                stake=record.stake,
                rate=choices[name].rate,
                start=choices[name].seed,
                reset=choices[name].resets_to,
                hit=Fraction(hits[name], record.total),
                share=share,
            )
            for name, share in record.meters.items()
        ),
    )


def meter_choices(
    paytable: Paytable, stake: int, rates: Mapping[str, Fraction], resets: Mapping[str, int], shown: Mapping[str, int]
) -> dict[str, MeterChoice] | None:
    """What is known of a paytable's meters, each unnamed figure being the regulation's least.

    None if no rate is named for any of them; an InputError if a figure is neither named nor in the regulation.
    """
    if not rates.keys() & paytable.meters.keys():
        return None
    found = {}
    for name, meter in paytable.meters.items():
        rate, reset = rates.get(name, meter.least_rate), resets.get(name, _least_seed(meter, stake))
        if rate is None:
            raise InputError(f"meter {name}: the regulation names no least rate; give --rate {name}=PERCENT")
        if reset is None:
            raise InputError(f"meter {name}: the regulation names no least seed; give --reset {name}=AMOUNT")
        found[name] = MeterChoice(seed=shown.get(name, reset), reset=reset, rate=rate)
    return found


def check_meter_names(paytables: Mapping[str, Paytable], names: Mapping[str, tuple[str, ...]]) -> None:
    """Raises InputError for a name, given with an option, that is not a meter of any of these paytables."""
    known = tuple(dict.fromkeys(meter for paytable in paytables.values() for meter in paytable.meters))
    for option, given in names.items():
        for name in given:
            if not known:
                raise InputError(f"{option} {name}: there is no meter here; only progressive wagers have one")
            if name not in known:
                raise InputError(f"{option} {name}: no such meter{suggestion(name, known)}")


def envy_by_boxes(
    regulation: Regulation, of: tuple[str, str], query: OddsQuery, boxes: int, stakes: tuple[int, ...] = ()
) -> dict[int, tuple[Fraction, ...]]:
    """For each stake what the Envy Bonus adds to a wager and paytable with 1, 2, ... boxes, per unit staked.

    The stakes are those that are given, else the query's if the bonus scales, else those that it is printed for. Every
    other box is assumed to be another player's. Empty if there is no such bonus.
    """
    wager, paytable = of
    award = next((award for award in regulation.awards.values() if award.follows == wager), None)
    if award is None or query.holds(award.never_under):
        return {}
    tables = regulation.paytables[award.paytable]
    table = tables.get(paytable) or next(iter(tables.values()))
    if not stakes:
        stakes = (query.stake,) if table.scales and query.stake is not None else table.by_stake
    found = {}
    for stake in stakes:
        each = one_hand_odds(regulation, wager, paytable, query._replace(stake=stake)).envy_per_other_box
        if each is not None:
            found[stake] = tuple(each * others for others in range(boxes))
    return found


def _least_seed(meter: MeterRule, stake: int) -> int | None:
    if meter.least_seed is None or meter.seed_per is None:
        return meter.least_seed
    return meter.least_seed * stake // meter.seed_per


def _wagers_within(hit: Fraction, level: Fraction) -> int:
    """The least n with 1 - (1 - hit)^n >= level."""
    if hit == 1:
        return 1
    with localcontext() as context:
        context.prec = 60
        missed, left = 1 - hit, 1 - level
        ratio = _ln(left) / _ln(missed)
        # Thirty places are far more than two such logarithms need to be told apart, and few enough to hide rounding.
        return max(1, int(round(ratio, 30).to_integral_value(ROUND_CEILING)))


def _ln(share: Fraction) -> Decimal:
    return (Decimal(share.numerator) / Decimal(share.denominator)).ln()
