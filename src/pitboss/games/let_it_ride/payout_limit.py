"""Riding under a payout limit: a limit makes the three bets worth less together than one by one."""

from collections.abc import Sequence
from fractions import Fraction

from pitboss.cards import Card
from pitboss.games.let_it_ride.solver import Position, dealt, position_of
from pitboss.odds.shapes import BIT, Rows, five_card_rows
from pitboss.rules.paytable import Line


def reaches_limit(lines: Sequence[Line], stake: int, limit: int | None) -> bool:
    """Whether three bets of a stake can win more than the limit."""
    return limit is not None and 3 * max(line.payout.number for line in lines) * stake > limit


def limited_ride(lines: Sequence[Line], cards: Sequence[Card], stake: int, limit: int, riding: int) -> Fraction:
    """What riding adds, per unit of the bet, where a hand wins at most `limit`; `riding` bets ride without it.

    With three cards the second bet is decided later, as well as can be: one bet then rides for certain.
    """
    rows = five_card_rows([line.pattern for line in lines])

    def worth(four: Position, bets: int) -> int:
        """What so many bets win over the 48 fifth cards."""
        wins = [*(min(bets * line.payout.number * stake, limit) for line in lines), -bets * stake]
        return sum(number * wins[_row(rows, five)] for five, number in dealt(four))

    def best(four: Position, bets: int) -> int:
        return max(worth(four, bets), worth(four, bets + 1))

    position = position_of([card.rank for card in cards], [card.suit for card in cards])
    if len(cards) == 4:
        return Fraction(worth(position, riding + 1) - worth(position, riding), 48 * stake)
    more = sum(number * (best(four, riding + 1) - best(four, riding)) for four, number in dealt(position))
    return Fraction(more, 49 * 48 * stake)


def _row(rows: Rows, five: Position) -> int:
    if not five.suited:
        return rows.mixed[five.code]
    return rows.suited[sum(bit for bit, count in zip(BIT, five.counts, strict=True) if count)]
