"""The paid hands that optimal play of the decision wager folds, and what folding them costs other wagers."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from math import comb, perm
from typing import Any

from pitboss.cards import DECK, FIVE_CARD, RANKINGS, Ranking
from pitboss.errors import InputError
from pitboss.odds.catalog import decision_solver, distribution_of
from pitboss.odds.game import Cards
from pitboss.odds.positions import Position, position_of, with_next_card
from pitboss.odds.progressive import LongRun
from pitboss.odds.query import OddsQuery
from pitboss.odds.record import Odds, OddsRow
from pitboss.odds.shapes import five_card_rows
from pitboss.rules.payout import Payout
from pitboss.rules.record import Record
from pitboss.rules.regulation import Regulation

FoldedHands = Sequence[tuple[Cards, int]]
"""An example of each kind of hand that is folded, and how many hands are of that kind."""


class ForfeitOdds(Record):
    """A wager that a folding player forfeits, when decisions are made for the decision wager alone."""

    wager: str
    cite: str
    folded: tuple[OddsRow, ...]
    """The rows that pay, each with the number of deals in which its hand has been folded."""
    total: int
    """The number of all deals."""
    after: Odds
    """The odds if folded hands are unpaid."""
    loss: Fraction | None
    """What folding costs per unit staked; None if a meter's amount is unknown."""
    long_run: LongRun | None = None
    """The long run if folded hands are unpaid, for a wager with meters."""


def forfeits(
    regulation: Regulation, paytable: str, records: Mapping[str, Odds], query: OddsQuery
) -> tuple[ForfeitOdds, ...]:
    """What folding costs each wager of `records` that a choice forfeits, under a paytable of the decision wager."""
    cites = forfeit_clauses(regulation, records)
    if not cites:
        return ()
    folded = folded_hands(regulation, paytable, query)
    return tuple(forfeit_odds(regulation, records[wager], folded, cite, query) for wager, cite in cites.items())


def forfeit_clauses(regulation: Regulation, wagers: Collection[str]) -> dict[str, str]:
    """The wagers among these that a choice forfeits, each with the clause that says so."""
    return {
        forfeit.wager: forfeit.cite
        for step in regulation.script
        for choice in step.choices
        for forfeit in choice.forfeits
        if forfeit.wager in wagers and forfeit.wager != step.asks
    }


def folded_hands(regulation: Regulation, paytable: str, query: OddsQuery) -> FoldedHands:
    """The hands that the best play under a paytable of the decision wager folds."""
    return list(decision_solver(regulation, paytable, query).folded())


def forfeit_odds(regulation: Regulation, record: Odds, hands: FoldedHands, cite: str, query: OddsQuery) -> ForfeitOdds:
    """What it costs one wager that these hands are folded."""
    rule = regulation.wagers[record.wager]
    hand = regulation.hands[regulation.paytables[rule.paytable][record.paytable].hand or rule.hand]
    patterns = [row.pattern for row in record.rows[:-1]]
    counts, total = _folded_rows(RANKINGS[hand.ranking], patterns, hands)
    scale = Fraction(total, record.total)
    assert scale.denominator == 1
    rows = [row._replace(count=row.count * scale.numerator) for row in record.rows]
    kept = [row._replace(count=row.count - count) for row, count in zip(rows, [*counts, 0], strict=True)]
    kept[-1] = kept[-1]._replace(count=kept[-1].count + sum(counts))
    after = _with_rows(regulation, record, tuple(kept), query)
    return ForfeitOdds(
        wager=record.wager,
        cite=cite,
        folded=tuple(row._replace(count=count) for row, count in zip(rows, counts, strict=False)),
        total=total,
        after=after,
        loss=None if record.expected is None or after.expected is None else record.expected - after.expected,
    )


def _folded_rows(ranking: Ranking, patterns: list[str], hands: FoldedHands) -> tuple[list[int], int]:
    """How many folded deals match each pattern first, and how many deals there are.

    A deal is the player's hand, and the community cards in order if the wager depends on them too.
    """
    size, dealt = ranking.sizes[-1], len(hands[0][0]) if hands else ranking.sizes[-1]
    total = comb(len(DECK), dealt) * perm(len(DECK) - dealt, size - dealt)
    if size == dealt:
        return _own_cards(ranking, patterns, hands), total
    if ranking is FIVE_CARD:
        return _with_community(patterns, hands, size - dealt), total
    raise InputError(f"no solver for a forfeited wager on {size} cards that the player's {dealt} cards begin")


def _own_cards(ranking: Ranking, patterns: list[str], hands: FoldedHands) -> list[int]:
    tests = [ranking.patterns[pattern].holds for pattern in patterns]
    counts = [0] * len(tests)
    for cards, number in hands:
        value = ranking.value_of(cards)
        row = next((index for index, holds in enumerate(tests) if holds(value, cards)), None)
        if row is not None:
            counts[row] += number
    return counts


def _with_community(patterns: list[str], hands: FoldedHands, community: int) -> list[int]:
    deals: dict[Position, int] = {}
    for cards, number in hands:
        position = position_of(cards)
        deals[position] = deals.get(position, 0) + number
    for _ in range(community):
        before, deals = deals, {}
        for position, number in before.items():
            for after, ways in with_next_card(position):
                deals[after] = deals.get(after, 0) + number * ways
    rows = five_card_rows(patterns)
    counts = [0] * (len(patterns) + 1)
    for position, number in deals.items():
        counts[position.row(rows)] += number
    return counts[:-1]


def _with_rows(regulation: Regulation, record: Odds, rows: tuple[OddsRow, ...], query: OddsQuery) -> Odds:
    """The same wager with other numbers of hands in its rows."""
    total = sum(row.count for row in rows)
    paid = [(Payout.parse(row.pays), Fraction(row.count, total)) for row in rows if row.pays]
    same: dict[str, Any] = {**record.given(), "rows": rows, "hit_frequency": 1 - Fraction(rows[-1].count, total)}
    if record.fixed is not None:
        fixed = sum((payout.number * chance for payout, chance in paid if payout.form == "for"), Fraction())
        shares = dict.fromkeys(record.meters, Fraction())
        for payout, chance in paid:
            if payout.form == "share":
                shares[payout.meter] += Fraction(payout.number, 100) * chance
        same |= {"fixed": fixed - 1, "meters": shares}
    distribution = distribution_of(regulation, Odds(**same), query)
    if distribution is not None:
        same |= {"expected": distribution.expected, "variance": distribution.variance}
    return Odds(**same)
