"""A simulation's results for people."""

from collections.abc import Iterator, Mapping, Sequence

from pitboss.cli.output import heading, paint, paragraph, table
from pitboss.money import show_money
from pitboss.simulation.result_records import FAR, QUANTILES, MeterResult, Shifts, WagerResult, quantiles
from pitboss.simulation.results import SimulationResults
from pitboss.text import plural, show_percentage, show_signed


def lines(results: SimulationResults, bankroll: int, interrupted: bool, source: str) -> Iterator[str]:
    """Everything that was found; `source` names the table and its house."""
    setup, job = results.totals.setup, results.totals.job
    if interrupted:
        done = f"interrupted after {results.rounds:,} of {job.rounds:,} rounds; these are the results so far"
        yield paragraph(paint(done, "bold"), 0)
    rate = f"{results.played / results.seconds / 1e6:,.2f} million rounds a second" if results.seconds else ""
    boxes = plural(setup.boxes, "box", "boxes")
    title = f"{setup.regulation.id} {setup.regulation.title}: {results.rounds:,} rounds, {boxes}"
    yield paragraph(paint(title, "bold"), 0, hang=2)
    yield paragraph(f"{source}, seed {job.seed}, strategy {_strategies(setup.strategies)}, {rate}", 0, hang=2)
    yield heading("Wagers, per unit first staked")
    yield _wagers(results.wagers)
    far = [one for one in results.wagers if one.off is not None and abs(one.off) > FAR and not one.is_thin]
    if far:
        yield paragraph(f"Further from the exact value than chance explains: {', '.join(one.wager for one in far)}.")
    if thin := [one.wager for one in results.wagers if one.is_thin]:
        yield paragraph(f"Too few rounds for a firm mean, because of rows that hardly come up: {', '.join(thin)}.")
    for wager in results.wagers:
        if wager.rows:
            yield heading(f"{wager.wager}{f' {wager.paytable}' if wager.paytable else ''}, {wager.strategy}")
            yield _rows(wager)
    if results.meters:
        yield heading("Meters")
        yield _meters(results.meters)
    if results.shifts:
        yield from _shifts(results.shifts, bankroll)
    else:
        yield paragraph(f"No shift of {job.hour * job.shift:,} rounds was played to its end.")


def _strategies(names: Sequence[str]) -> str:
    return names[0] if len(set(names)) == 1 else ", ".join(f"{box}: {name}" for box, name in enumerate(names, 1))


def _wagers(wagers: Sequence[WagerResult]) -> str:
    head = ("wager", "paytable", "strategy", "hands", "handle", "net", "mean", "±95 %", "exact", "off", "deviation")
    rows = [
        (
            wager.wager,
            wager.paytable,
            wager.strategy,
            f"{wager.hands:,}",
            show_money(wager.handle),
            show_signed(wager.net),
            show_percentage(wager.mean, 4, signed=True),
            show_percentage(1.96 * wager.error, 4),
            "-" if wager.exact is None else show_percentage(wager.exact, 4, signed=True),
            "-" if wager.off is None else f"{wager.off:+.2f} s.e.",
            f"{wager.deviation:.4f}",
        )
        for wager in wagers
    ]
    several = len({wager.wager for wager in wagers}) < len(wagers)
    return table(head, rows, right=range(3, 11), keys=3 if several else 1)


def _rows(wager: WagerResult) -> str:
    rows = [
        (
            row.row,
            f"{row.number:,}",
            show_percentage(row.number / wager.hands, 6),
            "-" if row.exact is None else show_percentage(row.exact, 6),
        )
        for row in wager.rows
    ]
    return table(("hand", "times", "frequency", "exact"), rows, right=(1, 2, 3))


def _meters(meters: Sequence[MeterResult]) -> str:
    head = ("meter", "wager", "hits", "paid", "shows", "highest", "half hit within", "half of wins by")
    rows = [
        (
            meter.name,
            meter.wager,
            f"{meter.running.hits:,}",
            show_money(meter.running.paid),
            show_money(meter.shows),
            show_money(meter.running.highest),
            f"{quantiles(meter.running.between)['50']:,} rounds" if meter.running.hits else "-",
            show_money(quantiles(meter.running.shown)["50"]) if meter.running.hits else "-",
        )
        for meter in meters
    ]
    return table(head, rows, right=range(2, 8))


def _shifts(shifts: Shifts, bankroll: int) -> Iterator[str]:
    yield heading(f"Shifts of {shifts.hours} hours, {shifts.rounds_an_hour} rounds an hour: {shifts.number:,} of them")
    head = ("", *(f"{percent} %" for percent in QUANTILES))
    rows = [
        _quantiles("the house wins", shifts.house),
        _quantiles("box 1 wins", shifts.fan[-1]),
        _quantiles("its lowest point", shifts.lows),
    ]
    yield table(head, rows, right=range(1, len(head)))
    answer = shifts.to_json()
    yield paragraph(
        f"The house loses in {show_percentage(answer['house_loses'], 2)} of shifts; box 1 is ahead after "
        f"{show_percentage(answer['box_1_ahead'], 2)}. Amounts are rounded down to {show_money(shifts.width)}."
    )
    if bankroll:
        yield paragraph(
            f"Box 1 loses {show_money(bankroll)} within a shift in {show_percentage(shifts.ruin(bankroll), 2)} of them."
        )


def _quantiles(name: str, histogram: Mapping[int, int]) -> tuple[str, ...]:
    return name, *(show_signed(cents) for cents in quantiles(histogram).values())
