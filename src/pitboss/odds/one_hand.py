"""Odds of a wager that one hand and a paytable decide, progressive wagers included."""

from fractions import Fraction

from pitboss.cards import RANKINGS
from pitboss.errors import InputError
from pitboss.odds.accelerators import game_of
from pitboss.odds.paid_hands import moments, net_win, row_counts
from pitboss.odds.query import OddsQuery
from pitboss.odds.record import Odds, OddsRow
from pitboss.odds.stakes import stake_of
from pitboss.play.prizes import lines_at_stake
from pitboss.rules.paytable import Paytable, PaytableLine
from pitboss.rules.regulation import Regulation


def one_hand_odds(regulation: Regulation, wager: str, name: str, query: OddsQuery) -> Odds:
    """The odds of one paytable."""
    rule = regulation.wagers[wager]
    paytable = regulation.paytables[rule.paytable][name]
    stake = stake_of(rule, paytable, query.options, query.stake)
    lines = lines_at_stake(rule, paytable.lines(), stake)
    counts = _counts(regulation, wager, paytable, lines)
    total = sum(counts)
    seeds = _seeds(paytable, stake)
    shown = {name: amount for name, amount in {**seeds, **query.meters}.items() if name in paytable.meters}
    kept = rule.goes_to == "inventory" and not query.holds(rule.chip_returned_under)
    expected = variance = None
    if len(shown) == len(paytable.meters):
        wins = [net_win(line.payout, stake, kept, shown) for line in lines]
        expected, variance = moments(counts, [*wins, Fraction(-1)])
    envy = _envy(regulation, wager, name, stake, query)
    if expected is not None and envy is not None and query.boxes and paytable.meters:
        expected += envy * (query.boxes - 1)
    rows = [OddsRow(line.pattern, str(line.payout), count) for line, count in zip(lines, counts, strict=False)]
    return Odds(
        regulation=regulation.id,
        wager=wager,
        paytable=name,
        options=query.options,
        cite=paytable.cite,
        rows=(*rows, OddsRow("none", None, counts[-1])),
        expected=expected,
        variance=variance,
        hit_frequency=Fraction(total - counts[-1], total),
        stake=stake,
        fixed=_fixed(lines, counts) if paytable.meters else None,
        meters=_shares(paytable, lines, counts),
        envy_per_other_box=envy if paytable.meters else None,
        seeds=seeds,
        shown=shown,
        boxes=query.boxes if paytable.meters else None,
    )


def _counts(regulation: Regulation, wager: str, paytable: Paytable, lines: tuple[PaytableLine, ...]) -> tuple[int, ...]:
    if paytable.hands:
        raise InputError(f"{regulation.id} {wager}: its rows read different hands, which no exact odds count yet")
    ranking = regulation.hands[paytable.hand or regulation.wagers[wager].hand].ranking
    patterns = tuple(line.pattern for line in lines)
    sizes = RANKINGS[ranking].sizes
    if len(sizes) > 1:
        return game_of(regulation).row_counts(regulation, ranking, patterns)
    return row_counts(ranking, sizes[0], patterns)


def _seeds(paytable: Paytable, stake: int) -> dict[str, int]:
    """The least seed at this stake of each meter that has one."""
    return {
        name: meter.least_seed * stake // meter.seed_per if meter.seed_per else meter.least_seed
        for name, meter in paytable.meters.items()
        if meter.least_seed is not None
    }


def _fixed(lines: tuple[PaytableLine, ...], counts: tuple[int, ...]) -> Fraction:
    """The expected return of the rows that no meter pays, less the stake."""
    paid = sum(
        line.payout.number * count for line, count in zip(lines, counts, strict=False) if line.payout.form == "for"
    )
    return Fraction(paid, sum(counts)) - 1


def _shares(paytable: Paytable, lines: tuple[PaytableLine, ...], counts: tuple[int, ...]) -> dict[str, Fraction]:
    shares = dict.fromkeys(paytable.meters, Fraction(0))
    for line, count in zip(lines, counts, strict=False):
        if line.payout.form == "share":
            shares[line.payout.meter] += Fraction(line.payout.number * count, 100 * sum(counts))
    return shares


def _envy(regulation: Regulation, wager: str, name: str, stake: int, query: OddsQuery) -> Fraction | None:
    """The expected Envy Bonus for the hand of one other box, per unit staked; None if the wager has no Envy Bonus."""
    award = next((award for award in regulation.awards.values() if award.follows == wager), None)
    if award is None:
        return None
    if query.holds(award.never_under):
        return Fraction(0)
    tables = regulation.paytables[award.paytable]
    table = tables.get(name) or next(iter(tables.values()))
    column = stake if stake in table.by_stake else table.by_stake[0]
    lines = table.lines(column)
    ranking = regulation.hands[table.hand or award.hand].ranking
    counts = row_counts(ranking, RANKINGS[ranking].sizes[-1], tuple(line.pattern for line in lines))
    paid = sum(line.payout.number * count for line, count in zip(lines, counts, strict=False))
    return Fraction(paid, sum(counts) * column)
