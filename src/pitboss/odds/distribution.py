"""The distribution of results: with what probability a round wins or loses how much, per unit first staked.

Expected value and variance follow from it, so it also checks them; and it is what a payout limit is reckoned on.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from pitboss.games.let_it_ride.solver import Position, dealt, positions
from pitboss.odds.catalog import in_force
from pitboss.odds.paid_hands import net_win
from pitboss.odds.query import Asked
from pitboss.odds.record import Odds
from pitboss.odds.shapes import BIT, Rows, five_card_rows
from pitboss.rules.payout import Payout
from pitboss.rules.paytable import Line
from pitboss.rules.record import Record
from pitboss.rules.regulation import Regulation


class Results(Record):
    """Net wins per unit first staked with their probabilities, the greatest loss first."""

    chances: Mapping[Fraction, Fraction]

    @classmethod
    def counted(cls, wins: Iterable[tuple[Fraction, int]]) -> "Results":
        """From net wins that come so often."""
        numbers: dict[Fraction, int] = {}
        for win, number in wins:
            if number:
                numbers[win] = numbers.get(win, 0) + number
        total = sum(numbers.values())
        return cls(chances={win: Fraction(numbers[win], total) for win in sorted(numbers)})

    @cached_property
    def expected(self) -> Fraction:
        return sum((win * chance for win, chance in self.chances.items()), Fraction())

    @cached_property
    def variance(self) -> Fraction:
        return sum((win**2 * chance for win, chance in self.chances.items()), Fraction()) - self.expected**2


def results(regulation: Regulation, record: Odds, asked: Asked) -> Results | None:
    """The distribution behind a record; None where it depends on a meter that nobody has named, or a card is seen."""
    if record.expected is None or record.known:
        return None
    if record.wager == "base":
        return limited_bets(regulation.paytables["base"][record.paytable].lines(), record.stake, None).results
    if record.wager == "ante" and regulation.game == "three_card_poker":
        return _three_card_poker(regulation, record.paytable, asked)
    if record.wager == "ante":
        from pitboss.games.top_five_poker.solver import TopFive  # noqa: PLC0415 - only this game needs it

        rows = TopFive(regulation, {**in_force(regulation), **asked.options}).odds().rows
        return Results.counted((row.net, row.deals) for row in rows)
    rule = regulation.wagers[record.wager]
    kept = rule.goes_to == "inventory" and not asked.holds(rule.chip_returned_under)
    return Results.counted(
        (net_win(Payout.parse(row.pays), record.stake, kept, record.shown) if row.pays else Fraction(-1), row.count)
        for row in record.rows
    )


def _three_card_poker(regulation: Regulation, paytable: str, asked: Asked) -> Results:
    from pitboss.games.three_card_poker import solver as game  # noqa: PLC0415 - only this game needs it

    bonus = regulation.paytables["ante_bonus"][paytable]
    on_win_only = asked.holds(regulation.awards["ante_bonus"].only_on_win_under)
    showdown = game.Showdown(regulation, bonus, on_win_only)
    wins: list[tuple[Fraction, int]] = []
    for decision in game.solve(regulation, bonus, on_win_only).decisions:
        if not decision.plays:
            wins.append((decision.fold, decision.number * game.DEALER_HANDS))
            continue
        extra = showdown.bonus(decision.cards)
        for name, net, deals in zip(game.Against._fields, showdown.nets, decision.against, strict=True):
            paid = extra if name == "higher" or not on_win_only else 0
            wins.append((Fraction(net + paid), decision.number * deals))
    return Results.counted(wins)


class Bets(NamedTuple):
    """Let It Ride's three bets under optimal play."""

    results: Results
    average_stake: Fraction


def limited_bets(lines: tuple[Line, ...], stake: int, limit: int | None) -> Bets:
    """The three bets at a stake in cents, where a hand wins at most `limit`: solved for that limit.

    A limit makes bets worth less together than one by one, so that the decisions cannot be taken bet by bet: each of
    the four ways to ride is valued whole. Of choices of equal value the smaller stake is taken.
    """
    rows = five_card_rows([line.pattern for line in lines])
    wins = [[*(_most(bets * line.payout.number * stake, limit) for line in lines), -bets * stake] for bets in range(4)]
    fourth: dict[tuple[int, bool], tuple[list[int], list[int]]] = {}

    def ahead(four: Position) -> tuple[list[int], list[int]]:
        """How many fifth cards lead to each row, and what so many bets then win in sum."""
        key = (four.code, four.suited)
        if key not in fourth:
            counts = [0] * (len(lines) + 1)
            for five, number in dealt(four):
                counts[_row(rows, five)] += number
            fourth[key] = counts, [sum(map(int.__mul__, counts, row)) for row in wins]
        return fourth[key]

    found: dict[int, int] = {}
    staked = total = 0
    for three, number in positions(3):
        fours = [(count, *ahead(four)) for four, count in dealt(three)]
        stays, rides = (sum(count * max(value[low : low + 2]) for count, _, value in fours) for low in (1, 2))
        first = 2 if rides > stays else 1
        for count, ends, value in fours:
            bets = first + (value[first + 1] > value[first])
            staked += number * count * bets * 48
            for win, cards in zip(wins[bets], ends, strict=True):
                found[win] = found.get(win, 0) + number * count * cards
            total += number * count * 48
    return Bets(Results.counted((Fraction(win, stake), deals) for win, deals in found.items()), Fraction(staked, total))


def _most(amount: int, limit: int | None) -> int:
    return amount if limit is None else min(amount, limit)


def _row(rows: Rows, five: Position) -> int:
    if not five.suited:
        return rows.mixed[five.code]
    return rows.suited[sum(bit for bit, count in zip(BIT, five.counts, strict=True) if count)]
