"""Every wager and paytable that odds can be asked for, and where each is worked out."""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.errors import InputError
from pitboss.odds.paid_hands import UNIT, moments, row_counts
from pitboss.odds.query import Asked, one_hand_odds
from pitboss.odds.record import Odds, OddsRow
from pitboss.odds.stakes import check_stake
from pitboss.rules.register import options as ruling_options
from pitboss.rules.regulation import Regulation
from pitboss.rules.schema import suggestion


def asked_wagers(regulation: Regulation) -> dict[str, tuple[str, ...]]:
    """The wagers of a regulation as odds name them, each with its paytables."""
    found: dict[str, tuple[str, ...]] = {}
    for name, wager in regulation.wagers.items():
        if wager.placed == "before_deal":
            group = wager.paytable or next(
                (
                    award.paytable
                    for award in regulation.awards.values()
                    if award.stake_of == name and not award.follows
                ),
                "",
            )
            found.setdefault(wager.limits or name, tuple(regulation.paytables.get(group, ("A",))))
    return found


def asked_odds(regulation: Regulation, asked: Asked, wager: str = "", paytable: str = "") -> list[Odds]:
    """The odds that somebody asks for: a stake that a named wager does not take is refused."""
    found = list(odds(regulation, asked, wager, paytable))
    if wager and asked.stake is not None:
        check_stake(regulation, wager, [record.paytable for record in found], asked.options, asked.stake)
    return found


def odds(regulation: Regulation, asked: Asked, wager: str = "", paytable: str = "") -> Iterator[Odds]:
    """The odds of one paytable, of all paytables of a wager, or of the whole regulation, in its order.

    A wager whose stake is fixed keeps its own, whatever is asked for.
    """
    wagers = asked_wagers(regulation)
    _check(regulation, asked)
    if wager and wager not in wagers:
        raise InputError(f"{regulation.id} has no odds for {wager!r}{suggestion(wager, tuple(wagers))}")
    for name in [wager] if wager else wagers:
        known = {table.upper(): table for table in wagers[name]}
        if paytable and paytable.upper() not in known:
            raise InputError(
                f"{regulation.id} {name} has no paytable {paytable!r}; there are {', '.join(known.values())}"
            )
        for table in [known[paytable.upper()]] if paytable else known.values():
            yield from _worked_out(regulation, name, table, asked)


def _check(regulation: Regulation, asked: Asked) -> None:
    known = ruling_options(regulation.id) if asked.options else {}
    for key, value in asked.options.items():
        if key not in known:
            raise InputError(f"{regulation.id} has no option {key!r}{suggestion(key, tuple(known))}")
        try:
            known[key].chosen(value)
        except ValueError as error:
            raise InputError(f"option {key}: {error}") from None
    if asked.boxes is not None and not 1 <= asked.boxes <= regulation.table.boxes:
        raise InputError(f"boxes: expected 1 to {regulation.table.boxes}, found {asked.boxes}")


def _worked_out(regulation: Regulation, wager: str, paytable: str, asked: Asked) -> Iterator[Odds]:
    """Each game's own module is imported only when it is asked for: a command should start quickly."""
    if asked.known and wager not in ("base", "ante"):
        return
    if wager == "base":
        yield _base(regulation, paytable, asked)
    elif wager == "ante" and regulation.game == "three_card_poker":
        yield _ante(regulation, paytable, asked)
    elif wager == "ante":
        yield _top_five(regulation, paytable, asked)
    elif regulation.wagers[wager].scope == "table":
        yield from _cover_all(regulation, wager, paytable, asked)
    else:
        yield one_hand_odds(regulation, wager, paytable, asked)


def _base(regulation: Regulation, name: str, asked: Asked) -> Odds:
    from pitboss.games.let_it_ride import solver as let_it_ride  # noqa: PLC0415

    paytable = regulation.paytables["base"][name]
    lines = paytable.lines()
    game = let_it_ride.solve(lines)
    expected = game.expected
    if asked.known:
        _known(asked, ("community:first", "community:second", "community:both"))
        expected = let_it_ride.known_expected(lines, asked.known.removeprefix("community:"))
    counts = row_counts("five_card", 5, tuple(line.pattern for line in lines))
    rows = [OddsRow(line.pattern, str(line.payout), count) for line, count in zip(lines, counts, strict=False)]
    return Odds(
        regulation=regulation.id,
        wager="base",
        paytable=name,
        options=asked.options,
        cite=paytable.cite,
        rows=(*rows, OddsRow("none", None, counts[-1])),
        expected=expected,
        variance=None if asked.known else game.variance,
        hit_frequency=1 - Odds.share(counts[-1], counts),
        stake=asked.stake or UNIT,
        average_stake=None if asked.known else game.average_stake,
        known=asked.known,
    )


def _ante(regulation: Regulation, name: str, asked: Asked) -> Odds:
    from pitboss.games.three_card_poker import solver as three_card_poker  # noqa: PLC0415

    paytable = regulation.paytables["ante_bonus"][name]
    on_win_only = asked.holds(regulation.awards["ante_bonus"].only_on_win_under)
    _known(asked, ("dealer:1",))
    solve = three_card_poker.solve_known if asked.known else three_card_poker.solve
    game = solve(regulation, paytable, on_win_only)
    won = game.outcomes["unqualified"] + game.outcomes["higher"]
    return Odds(
        regulation=regulation.id,
        wager="ante",
        paytable=name,
        options=asked.options,
        cite=paytable.cite,
        rows=tuple(OddsRow(outcome, None, count) for outcome, count in game.outcomes.items()),
        expected=game.expected,
        variance=game.variance,
        hit_frequency=Odds.share(won, game.outcomes.values()),
        stake=asked.stake or UNIT,
        average_stake=game.average_stake,
        known=asked.known,
    )


def _top_five(regulation: Regulation, name: str, asked: Asked) -> Odds:
    from pitboss.games.top_five_poker.solver import TopFive  # noqa: PLC0415

    known = {"": 0, "dealer:1": 1, "dealer:all": 7}
    _known(asked, tuple(known)[1:])
    game = TopFive(regulation, {**in_force(regulation), **asked.options}).odds(known[asked.known])
    showdown = regulation.showdown
    assert showdown
    return Odds(
        regulation=regulation.id,
        wager="ante",
        paytable=name,
        options=asked.options,
        cite=regulation.payout_limit.cite,
        rows=tuple(OddsRow(_ending(row.choice, row.qualified, row.compared), None, row.deals) for row in game.rows),
        expected=game.expected,
        variance=game.variance,
        hit_frequency=game.hit_frequency,
        stake=asked.stake or UNIT,
        average_stake=game.average_stake,
        known=asked.known,
    )


def _ending(choice: str, qualified: bool | None, compared: str | None) -> str:
    qualifies = "" if qualified is None else ", dealer qualifies" if qualified else ", dealer does not qualify"
    return f"{choice}{qualifies}{f', {compared}' if compared else ''}"


def _cover_all(regulation: Regulation, wager: str, name: str, asked: Asked) -> Iterator[Odds]:
    from pitboss.games.let_it_ride.cover_all import cover_all_counts  # noqa: PLC0415

    rule = regulation.wagers[wager]
    paytable = regulation.paytables[rule.paytable][name]
    for boxes in [asked.boxes] if asked.boxes else sorted(paytable.by_boxes):
        counted, _ = cover_all_counts(boxes, not asked.holds(rule.only_boxes_under))
        counts = dict(counted)
        lines = paytable.lines(boxes)
        rows = [OddsRow(line.pattern, str(line.payout), counts[line.pattern]) for line in lines]
        numbers = [*(row.count for row in rows), counts["none"]]
        expected, variance = moments(numbers, [*(Fraction(line.payout.number) for line in lines), Fraction(-1)])
        yield Odds(
            regulation=regulation.id,
            wager=wager,
            paytable=name,
            options=asked.options,
            cite=paytable.cite,
            rows=(*rows, OddsRow("none", None, counts["none"])),
            expected=expected,
            variance=variance,
            hit_frequency=1 - Odds.share(counts["none"], numbers),
            stake=asked.stake or UNIT,
            boxes=boxes,
        )


def in_force(regulation: Regulation) -> dict[str, str | int]:
    """The readings that hold where nobody chooses."""
    return {key: ruling.in_force for key, ruling in ruling_options(regulation.id).items()}


def _known(asked: Asked, possible: tuple[str, ...]) -> None:
    if asked.known and asked.known not in possible:
        raise InputError(f"--known {asked.known!r}: this game can be asked for {', '.join(possible)}")
