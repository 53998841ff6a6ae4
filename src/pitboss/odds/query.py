"""Odds of a wager that one hand and a paytable decide, progressive ones included."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from pitboss.cards import RANKINGS
from pitboss.odds.paid_hands import moments, net_win, row_counts
from pitboss.odds.record import Odds, OddsRow
from pitboss.odds.stakes import stake_of
from pitboss.play.prizes import lines_at_stake
from pitboss.rules.paytable import Line, Paytable
from pitboss.rules.regulation import Regulation
from pitboss.rules.vocabulary import Under


class Asked(NamedTuple):
    """What odds are asked for beside the paytable."""

    options: Mapping[str, str | int]
    """The readings that were chosen; those in force are left out."""
    stake: int | None = None
    """In cents, where it is named; a wager whose stake is fixed keeps its own."""
    meters: Mapping[str, int] = {}
    """Meters in cents, where they are named."""
    boxes: int | None = None
    known: str = ""
    """A card that the player sees too early: `dealer:1`, `community:first`."""

    def holds(self, under: Under | None) -> bool:
        return under is not None and self.options.get(under.option) == under.value


def one_hand_odds(regulation: Regulation, wager: str, name: str, asked: Asked) -> Odds:
    """The odds of one paytable."""
    rule = regulation.wagers[wager]
    paytable = regulation.paytables[rule.paytable][name]
    stake = stake_of(rule, paytable, asked.options, asked.stake)
    lines = lines_at_stake(rule, paytable.lines(), stake)
    counts = _counts(regulation, wager, paytable, lines)
    total = sum(counts)
    seeds = _seeds(paytable, stake)
    shown = {name: amount for name, amount in {**seeds, **asked.meters}.items() if name in paytable.meters}
    kept = rule.goes_to == "inventory" and not asked.holds(rule.chip_returned_under)
    expected = variance = None
    if len(shown) == len(paytable.meters):
        wins = [net_win(line.payout, stake, kept, shown) for line in lines]
        expected, variance = moments(counts, [*wins, Fraction(-1)])
    envy = _envy(regulation, wager, name, stake, asked)
    if expected is not None and envy is not None and asked.boxes and paytable.meters:
        expected += envy * (asked.boxes - 1)
    rows = [OddsRow(line.pattern, str(line.payout), count) for line, count in zip(lines, counts, strict=False)]
    return Odds(
        regulation=regulation.id,
        wager=wager,
        paytable=name,
        options=asked.options,
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
        boxes=asked.boxes if paytable.meters else None,
    )


def _counts(regulation: Regulation, wager: str, paytable: Paytable, lines: tuple[Line, ...]) -> tuple[int, ...]:
    hand = regulation.hands[paytable.hand or regulation.wagers[wager].hand]
    patterns = tuple(line.pattern for line in lines)
    if hand.ranking == "top_five":
        from pitboss.games.top_five_poker.solver import bonus_counts, deck_of  # noqa: PLC0415 - only this game needs it

        return bonus_counts(deck_of(regulation), hand.ranking, patterns)
    return row_counts(hand.ranking, RANKINGS[hand.ranking].sizes[-1], patterns)


def _seeds(paytable: Paytable, stake: int) -> dict[str, int]:
    """The least seeds for the stake, of the meters that have one."""
    return {
        name: meter.least_seed * stake // meter.seed_per if meter.seed_per else meter.least_seed
        for name, meter in paytable.meters.items()
        if meter.least_seed is not None
    }


def _fixed(lines: tuple[Line, ...], counts: tuple[int, ...]) -> Fraction:
    """What the pays return that no meter moves, less the stake."""
    paid = sum(
        line.payout.number * count for line, count in zip(lines, counts, strict=False) if line.payout.form == "for"
    )
    return Fraction(paid, sum(counts)) - 1


def _shares(paytable: Paytable, lines: tuple[Line, ...], counts: tuple[int, ...]) -> dict[str, Fraction]:
    shares = dict.fromkeys(paytable.meters, Fraction(0))
    for line, count in zip(lines, counts, strict=False):
        if line.payout.form == "share":
            shares[line.payout.meter] += Fraction(line.payout.number * count, 100 * sum(counts))
    return shares


def _envy(regulation: Regulation, wager: str, name: str, stake: int, asked: Asked) -> Fraction | None:
    """What another box's hand is worth by the Envy Bonus, per unit staked; None where there is none."""
    award = next((award for award in regulation.awards.values() if award.follows == wager), None)
    if award is None:
        return None
    if asked.holds(award.never_under):
        return Fraction(0)
    tables = regulation.paytables[award.paytable]
    table = tables.get(name) or next(iter(tables.values()))
    column = stake if stake in table.by_stake else table.by_stake[0]
    lines = table.lines(column)
    ranking = regulation.hands[table.hand or award.hand].ranking
    counts = row_counts(ranking, RANKINGS[ranking].sizes[-1], tuple(line.pattern for line in lines))
    paid = sum(line.payout.number * count for line, count in zip(lines, counts, strict=False))
    return Fraction(paid, sum(counts) * column)
