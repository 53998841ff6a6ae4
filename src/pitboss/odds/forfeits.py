"""What folding forfeits besides the Ante: paid hands that the best Ante strategy throws away, counted, not assumed."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pitboss.cards import RANKINGS
from pitboss.games.let_it_ride.solver import Position, dealt, position_of
from pitboss.games.three_card_poker.solver import HANDS, Decision, solve
from pitboss.odds.distribution import results
from pitboss.odds.progressive import LongRun
from pitboss.odds.query import Asked
from pitboss.odds.record import Odds, OddsRow
from pitboss.odds.shapes import BIT, five_card_rows
from pitboss.rules.payout import Payout
from pitboss.rules.record import Record
from pitboss.rules.regulation import Regulation


class Forfeit(Record):
    """A wager that a folding player loses, the Ante being played for itself alone."""

    wager: str
    cite: str
    folded: tuple[OddsRow, ...]
    """The rows that pay, each with the deals in which the hand has been folded."""
    total: int
    """Deals in all."""
    after: Odds
    """The odds with folded hands among those that nothing pays."""
    loss: Fraction | None
    """What folding costs per unit staked; None where a meter is unknown."""
    long_run: LongRun | None = None
    """The long run with folded hands unpaid, where the wager has meters."""


def forfeits(regulation: Regulation, bonus: str, records: Mapping[str, Odds], asked: Asked) -> tuple[Forfeit, ...]:
    """What folding forfeits of the wagers that have these odds, at a game where only the own hand is seen before."""
    lost = {
        forfeit.wager: forfeit.cite
        for step in regulation.script
        for choice in step.choices
        for forfeit in choice.forfeits
        if forfeit.wager in records and forfeit.wager != step.asks
    }
    if not lost:
        return ()
    on_win_only = asked.holds(regulation.awards["ante_bonus"].only_on_win_under)
    game = solve(regulation, regulation.paytables["ante_bonus"][bonus], on_win_only)
    folded = [decision for decision in game.decisions if not decision.plays]
    return tuple(_forfeit(regulation, records[wager], folded, cite, asked) for wager, cite in lost.items())


def _forfeit(regulation: Regulation, record: Odds, folded: list[Decision], cite: str, asked: Asked) -> Forfeit:
    rule = regulation.wagers[record.wager]
    hand = regulation.hands[regulation.paytables[rule.paytable][record.paytable].hand or rule.hand]
    patterns = [row.pattern for row in record.rows[:-1]]
    counts, total = (_three_cards if hand.ranking == "three_card" else _five_cards)(patterns, folded)
    scale = Fraction(total, record.total)
    assert scale.denominator == 1
    rows = [row._replace(count=row.count * scale.numerator) for row in record.rows]
    kept = [row._replace(count=row.count - count) for row, count in zip(rows, [*counts, 0], strict=True)]
    kept[-1] = kept[-1]._replace(count=kept[-1].count + sum(counts))
    after = _with_rows(regulation, record, tuple(kept), asked)
    return Forfeit(
        wager=record.wager,
        cite=cite,
        folded=tuple(row._replace(count=count) for row, count in zip(rows, counts, strict=False)),
        total=total,
        after=after,
        loss=None if record.expected is None or after.expected is None else record.expected - after.expected,
    )


def _three_cards(patterns: list[str], folded: list[Decision]) -> tuple[list[int], int]:
    """Folded hands by the row that they match themselves, of all hands of three."""
    tests = [RANKINGS["three_card"].patterns[pattern].holds for pattern in patterns]
    counts = [0] * len(tests)
    for decision in folded:
        value = RANKINGS["three_card"].value_of(decision.cards)
        row = next((index for index, holds in enumerate(tests) if holds(value, decision.cards)), None)
        if row is not None:
            counts[row] += decision.number
    return counts, HANDS


def _five_cards(patterns: list[str], folded: list[Decision]) -> tuple[list[int], int]:
    """Folded hands by the row that they match with two community cards, of all hands of three and two cards in order.

    Before five cards are there only ranks matter, and whether all are of one suit: `Position` says both.
    """
    rows = five_card_rows(patterns)
    counts = [0] * (len(patterns) + 1)
    hands: dict[Position, int] = {}
    for decision in folded:
        position = position_of([card.rank for card in decision.cards], [card.suit for card in decision.cards])
        hands[position] = hands.get(position, 0) + decision.number
    for three, number in hands.items():
        for four, one in dealt(three):
            for five, other in dealt(four):
                mask = sum(bit for bit, count in zip(BIT, five.counts, strict=True) if count)
                counts[rows.suited[mask] if five.suited else rows.mixed[five.code]] += number * one * other
    return counts[:-1], HANDS * 49 * 48


def _with_rows(regulation: Regulation, record: Odds, rows: tuple[OddsRow, ...], asked: Asked) -> Odds:
    """The same wager where the rows come so often."""
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
    found = results(regulation, Odds(**same), asked)
    if found is not None:
        same |= {"expected": found.expected, "variance": found.variance}
    return Odds(**same)
