"""The three bets under a payout limit, which makes bets worth less together than one by one."""

from collections.abc import Collection, Sequence
from fractions import Fraction

from pitboss.cards import Card
from pitboss.odds.distribution import Distribution
from pitboss.odds.game import LimitedSolution
from pitboss.odds.positions import Position, position_of, positions, with_next_card
from pitboss.odds.shapes import five_card_rows
from pitboss.rules.paytable import PaytableLine


def limited_bets(lines: Sequence[PaytableLine], stake: int, limit: int | None) -> LimitedSolution:
    """The three bets at a stake in cents if a hand wins at most `limit`, under the best strategy for that limit.

    With a limit the bets cannot be decided one by one, so each of the four ways to ride is valued as a whole. Of two
    choices of equal value the player takes the smaller stake.
    """
    rows = five_card_rows([line.pattern for line in lines])
    wins = [_wins(lines, bets * stake, limit) for bets in range(4)]
    four_cards: dict[tuple[int, bool], tuple[list[int], list[int]]] = {}

    def sums(four: Position) -> tuple[list[int], list[int]]:
        """How many fifth cards lead to each row, and the sum of what 0, 1, 2 or 3 bets then win."""
        key = (four.code, four.suited)
        if key not in four_cards:
            counts = [0] * (len(lines) + 1)
            for five, number in with_next_card(four):
                counts[five.row(rows)] += number
            four_cards[key] = counts, [sum(map(int.__mul__, counts, row)) for row in wins]
        return four_cards[key]

    deals: dict[int, int] = {}
    staked = total = 0
    for three, number in positions(3):
        fours = [(count, *sums(four)) for four, count in with_next_card(three)]
        stays, rides = (sum(count * max(value[low : low + 2]) for count, _, value in fours) for low in (1, 2))
        first = 2 if rides > stays else 1
        for count, fifth_cards, value in fours:
            bets = first + (value[first + 1] > value[first])
            staked += number * count * bets * 48
            for win, cards in zip(wins[bets], fifth_cards, strict=True):
                deals[win] = deals.get(win, 0) + number * count * cards
            total += number * count * 48
    distribution = Distribution.counted((Fraction(win, stake), number) for win, number in deals.items())
    return LimitedSolution(distribution, Fraction(staked, total))


def limited_ride(
    lines: Sequence[PaytableLine], cards: Collection[Card], stake: int, limit: int, riding: int
) -> Fraction:
    """What riding adds, per unit of the bet, if a hand wins at most `limit` and `riding` other bets ride.

    With three cards the second bet is still to be decided, in the best way; one bet then rides for certain.
    """
    rows = five_card_rows([line.pattern for line in lines])

    def worth(four: Position, bets: int) -> int:
        """The sum of what some bets win over the 48 fifth cards."""
        wins = _wins(lines, bets * stake, limit)
        return sum(number * wins[five.row(rows)] for five, number in with_next_card(four))

    def best(four: Position, bets: int) -> int:
        return max(worth(four, bets), worth(four, bets + 1))

    position = position_of(cards)
    if len(cards) == 4:
        return Fraction(worth(position, riding + 1) - worth(position, riding), 48 * stake)
    more = sum(number * (best(four, riding + 1) - best(four, riding)) for four, number in with_next_card(position))
    return Fraction(more, 49 * 48 * stake)


def _wins(lines: Sequence[PaytableLine], staked: int, limit: int | None) -> list[int]:
    """What the bets win by each row, and last without one."""
    paid = [line.payout.number * staked for line in lines]
    return [*(paid if limit is None else (min(amount, limit) for amount in paid)), -staked]
