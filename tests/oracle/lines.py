"""Lines of a settlement: what a wager or an award comes to, and the order in which boxes are settled."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from tests.oracle.hands import Names

Line = dict[str, Any]
Box = dict[str, Any]
Table = Mapping[str, str]
Tables = Mapping[str, Table]
Meters = dict[str, int]


def line(
    item: str,
    stake: int,
    outcome: str,
    *,
    returned: int = 0,
    amount: int = 0,
    row: tuple[str | None, str] | None = None,
) -> Line:
    pattern, odds = row or (None, None)
    return {
        "item": item,
        "stake": stake,
        "outcome": outcome,
        "returned": returned,
        "amount": amount,
        "pattern": pattern,
        "odds": odds,
    }


def collected(item: str, stake: int) -> Line:
    return line(item, stake, "collected")


def forfeited(item: str, stake: int) -> Line:
    return line(item, stake, "forfeited")


def given_back(item: str, stake: int) -> Line:
    """A push or a withdrawn bet."""
    return line(item, stake, "returned", returned=stake)


def even_money(item: str, stake: int) -> Line:
    """A win against the dealer."""
    return line(item, stake, "paid", returned=stake, amount=stake, row=(None, "1 to 1"))


def paying_row(table: Table, names: Names) -> tuple[str, str] | None:
    """The first row, as printed, that the hand answers to."""
    return next(((pattern, odds) for pattern, odds in table.items() if pattern in names), None)


@cache
def number(odds: str) -> int:
    """The number that opens a payout: of "1,000 to 1", "300 for 1", "10% of main"; of "$250" the cents."""
    if odds.startswith("$"):
        return 100 * int(odds[1:].replace(",", ""))
    return int(odds.partition("%")[0].partition(" ")[0].replace(",", ""))


def by_odds(item: str, stake: int, table: Table, names: Names) -> Line:
    """A wager that a table of odds decides: "to 1" gives the stake back, "for 1" does not."""
    row = paying_row(table, names)
    if row is None:
        return collected(item, stake)
    returned = stake if row[1].endswith(" to 1") else 0
    return line(item, stake, "paid", returned=returned, amount=number(row[1]) * stake, row=row)


def by_prize(item: str, stake: int, table: Table, names: Names, options: Mapping[str, Any]) -> Line:
    """A wager with dollar prizes, printed for a stake of $1.00 and told as paid (dollar-prizes, dollar-prize-stake)."""
    row = paying_row(table, names)
    if row is None:
        return collected(item, stake)
    returned = stake if options.get("dollar_prize_stake") == "returned" else 0
    dollars = number(row[1]) // 100 * stake // 100
    return line(item, stake, "paid", returned=returned, amount=100 * dollars, row=(row[0], f"${dollars:,}"))


def six_card_bonus(stake: int, table: Table, names: Names) -> Line:
    """Odds, but for a Super Royal the printed prize whatever the stake (super-royal-prizes, super-royal-stake)."""
    row = paying_row(table, names)
    if row is not None and row[1].startswith("$"):
        return line("six_card_bonus", stake, "paid", returned=stake, amount=number(row[1]), row=row)
    return by_odds("six_card_bonus", stake, table, names)


def progressive(item: str, stake: int, table: Table, names: Names, *, meters: Meters, seeds: Mapping[str, int]) -> Line:
    """Odds "for 1" or a share of a meter, which it lowers or resets (meter-order, meter-share)."""
    row = paying_row(table, names)
    if row is None or "%" not in row[1]:
        return by_odds(item, stake, table, names)
    percent, meter = number(row[1]), row[1].rpartition(" ")[2]
    amount = meters[meter] * percent // 100
    meters[meter] = seeds[meter] if percent == 100 else meters[meter] - amount
    return line(item, stake, "paid", amount=amount, row=row)


def envy(item: str, receiver: Box, shown: Iterable[tuple[Box, Names]], table: Table) -> list[Line]:
    """One bonus for each qualifying hand of another player (envy-per-hand)."""
    return [
        line(item, 0, "paid", amount=number(row[1]), row=row)
        for holder, names in shown
        if player(holder) != player(receiver) and (row := paying_row(table, names))
    ]


def base_bets(
    box: Box, table: Table, names: Names, *, limit: int | None, coupons: Mapping[str, int], abandoned: bool
) -> list[Line]:
    """Let It Ride's three bets; `limit` is the most that the house pays for them together (payout-limit)."""
    decisions = dict(zip(("bet_1", "bet_2"), box["decisions"], strict=False))
    row = paying_row(table, names)
    lines = []
    for item in ("bet_1", "bet_2", "bet_3"):
        stake = box["wagers"][item]
        if decisions.get(item) == "withdraw":
            lines.append(given_back(item, stake))
        elif abandoned or row is None:
            lines.append(collected(item, stake))
        else:
            amount = number(row[1]) * (stake + coupons.get(item, 0))
            if limit is not None:
                amount = min(amount, limit)
                limit -= amount
            lines.append(line(item, stake, "paid", returned=stake, amount=amount, row=row))
    return lines


def player(box: Box) -> str | int:
    """Whose box it is; one without a name is its own player."""
    named: str | int = box["player"] if "player" in box else box["box"]
    return named


def in_order(boxes: Iterable[Box]) -> list[Box]:
    """Counterclockwise from the dealer's right: boxes count from 1 at the dealer's left."""
    return sorted(boxes, key=lambda box: -box["box"])


def table_of(given: Mapping[str, Any], item: str, tables: Tables) -> Table:
    """The selected table; where there is one only, it need not be named."""
    name = given.get("paytables", {}).get(item)
    return tables[name] if name is not None or len(tables) > 1 else next(iter(tables.values()))


def settled(box: Box, lines: Sequence[Line]) -> dict[str, Any]:
    net = sum(one["returned"] + one["amount"] - one["stake"] for one in lines)
    return {"box": box["box"], "net": net, "lines": list(lines)}
