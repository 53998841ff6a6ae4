"""Every wager and paytable that has odds, and the solver of each."""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.errors import InputError
from pitboss.odds.accelerators import game_of
from pitboss.odds.distribution import Distribution
from pitboss.odds.game import LimitedBet, LimitedSolution, Solver
from pitboss.odds.known_cards import known_cards
from pitboss.odds.one_hand import one_hand_odds
from pitboss.odds.paid_hands import UNIT, moments, net_win
from pitboss.odds.query import OddsQuery
from pitboss.odds.record import Odds, OddsRow
from pitboss.odds.stakes import check_stake
from pitboss.odds.wagers import decision_wager, limit_binds, paytable_of, paytables, wager_paytables
from pitboss.rules.payout import Payout
from pitboss.rules.regulation import Regulation
from pitboss.rules.schema import suggestion


def query_odds(regulation: Regulation, query: OddsQuery, wager: str = "", paytable: str = "") -> list[Odds]:
    """The odds for a person's query: an InputError if the wager that they name does not take the stake."""
    records = list(odds(regulation, query, wager, paytable))
    if wager and query.stake is not None:
        check_stake(regulation, wager, [record.paytable for record in records], query.options, query.stake)
    return records


def odds(regulation: Regulation, query: OddsQuery, wager: str = "", paytable: str = "") -> Iterator[Odds]:
    """The odds of one paytable, of all paytables of a wager, or of the whole regulation, in its order.

    A wager whose stake is fixed keeps its own stake.
    """
    wagers = wager_paytables(regulation)
    _check(regulation, query)
    if wager and wager not in wagers:
        raise InputError(f"{regulation.id} has no odds for {wager!r}{suggestion(wager, tuple(wagers))}")
    for name in [wager] if wager else wagers:
        for table in [_paytable_named(regulation, name, paytable)] if paytable else wagers[name]:
            yield from _paytable_odds(regulation, name, table, query)


def decision_paytable(regulation: Regulation, paytable: str, query: OddsQuery) -> str:
    """The id of a paytable of the decision wager, its first if none is named; an InputError if it is not known."""
    _check(regulation, query)
    wager = decision_wager(regulation)
    return _paytable_named(regulation, wager, paytable or paytables(regulation, wager)[0])


def _paytable_named(regulation: Regulation, wager: str, paytable: str) -> str:
    known = {table.upper(): table for table in paytables(regulation, wager)}
    if paytable.upper() not in known:
        raise InputError(f"{regulation.id} {wager} has no paytable {paytable!r}; there are {', '.join(known.values())}")
    return known[paytable.upper()]


def decision_solver(regulation: Regulation, paytable: str, query: OddsQuery) -> Solver:
    """The solver of the regulation's decisions under one of the decision wager's paytables."""
    chosen = paytable_of(regulation, decision_wager(regulation), paytable)
    return game_of(regulation).solver(regulation, chosen, query.options)


def distribution_of(regulation: Regulation, record: Odds, query: OddsQuery) -> Distribution | None:
    """The distribution behind a record of odds; None if a meter's amount is unknown, or the player knows a card."""
    if record.expected is None or record.known:
        return None
    if record.wager == decision_wager(regulation):
        return decision_solver(regulation, record.paytable, query).distribution()
    rule = regulation.wagers[record.wager]
    kept = rule.goes_to == "inventory" and not query.holds(rule.chip_returned_under)
    return Distribution.counted(
        (_net(record, row, kept) if row.pays else Fraction(-1), row.count) for row in record.rows
    )


def _net(record: Odds, row: OddsRow, kept: bool) -> Fraction:
    return net_win(Payout.parse(row.pays or ""), record.stake, kept, record.shown, record.payout_limit)


def under_payout_limit(
    regulation: Regulation, record: Odds, limit: int | None, query: OddsQuery
) -> LimitedSolution | None:
    """The record's wager under the best strategy for a payout limit; None if the limit does not reduce any win.

    If the limit covers other wagers too, this is the value of the wager made alone.
    """
    if limit is None or not limit_binds(regulation, record.wager, record.paytable, record.stake, limit):
        return None
    if record.wager == decision_wager(regulation):
        return decision_solver(regulation, record.paytable, query).under_limit(LimitedBet(record.stake, limit))
    distribution = distribution_of(regulation, Odds(**{**record.given(), "payout_limit": limit}), query)
    return LimitedSolution(distribution, Fraction(1)) if distribution else None


def limited_odds(regulation: Regulation, record: Odds, limit: int | None, query: OddsQuery) -> Odds:
    """The record under a payout limit."""
    solution = under_payout_limit(regulation, record, limit, query)
    if solution is None:
        return record
    results, average = solution
    limited = {"expected": results.expected, "variance": results.variance}
    if record.average_stake is not None:
        limited["average_stake"] = average
    return Odds(**{**record.given(), **limited, "payout_limit": limit})


def in_force(regulation: Regulation) -> dict[str, str | int]:
    """For each option, the reading in force unless the operator chooses another."""
    return {key: ruling.in_force for key, ruling in regulation.options.items()}


def _check(regulation: Regulation, query: OddsQuery) -> None:
    known = regulation.options if query.options else {}
    for key, value in query.options.items():
        if key not in known:
            raise InputError(f"{regulation.id} has no option {key!r}{suggestion(key, tuple(known))}")
        try:
            known[key].chosen(value)
        except ValueError as error:
            raise InputError(f"option {key}: {error}") from None
    if query.boxes is not None and not 1 <= query.boxes <= regulation.table.boxes:
        raise InputError(f"boxes: expected 1 to {regulation.table.boxes}, found {query.boxes}")


def _paytable_odds(regulation: Regulation, wager: str, paytable: str, query: OddsQuery) -> Iterator[Odds]:
    """The odds of one paytable, a record for each number of boxes if they depend on it.

    Empty if the query assumes a known card but no decision affects the wager.
    """
    if wager == decision_wager(regulation):
        yield _decision_odds(regulation, wager, paytable, query)
    elif query.known:
        return
    elif regulation.wagers[wager].scope == "table":
        yield from _highest_hand_odds(regulation, wager, paytable, query)
    else:
        yield one_hand_odds(regulation, wager, paytable, query)


def _decision_odds(regulation: Regulation, wager: str, name: str, query: OddsQuery) -> Odds:
    paytable, solver = paytable_of(regulation, wager, name), decision_solver(regulation, name, query)
    if query.known:
        _check_known(regulation, solver, query.known)
    solution = solver.solution(query.known)
    return Odds(
        regulation=regulation.id,
        wager=wager,
        paytable=name,
        options=query.options,
        cite=paytable.cite if paytable else regulation.payout_limit.cite,
        rows=solution.rows,
        expected=solution.expected,
        variance=solution.variance,
        hit_frequency=solution.hit_frequency,
        stake=query.stake or UNIT,
        average_stake=solution.average_stake,
        known=query.known,
    )


def _check_known(regulation: Regulation, solver: Solver, known: str) -> None:
    words = [word for word in known_cards(regulation) if word in solver.known]
    if known not in words:
        asked = (
            f"this game can be asked for {', '.join(words)}" if words else "no solver prices known cards of this game"
        )
        raise InputError(f"--known {known!r}: {asked}")


def _highest_hand_odds(regulation: Regulation, wager: str, name: str, query: OddsQuery) -> Iterator[Odds]:
    """The odds of a wager on the highest hand at the table, for each number of boxes."""
    rule = regulation.wagers[wager]
    paytable = regulation.paytables[rule.paytable][name]
    with_community = not query.holds(rule.only_boxes_under)
    for boxes in [query.boxes] if query.boxes else sorted(paytable.by_boxes):
        counts = game_of(regulation).highest_hands(regulation, wager, boxes, with_community)
        lines = paytable.lines(boxes)
        rows = [OddsRow(line.pattern, str(line.payout), counts[line.pattern]) for line in lines]
        numbers = [*(row.count for row in rows), counts["none"]]
        expected, variance = moments(numbers, [*(line.payout.odds for line in lines), Fraction(-1)])
        yield Odds(
            regulation=regulation.id,
            wager=wager,
            paytable=name,
            options=query.options,
            cite=paytable.cite,
            rows=(*rows, OddsRow("none", None, counts["none"])),
            expected=expected,
            variance=variance,
            hit_frequency=1 - Fraction(counts["none"], sum(numbers)),
            stake=query.stake or UNIT,
            boxes=boxes,
        )
