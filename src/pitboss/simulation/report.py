"""The report of a simulation: one HTML file without network or scripts, for screens light and dark and for paper."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape

from pitboss.money import show_money
from pitboss.odds.plots import one_in, percent
from pitboss.odds.sheet import figure, page
from pitboss.simulation.drawing import Drawing
from pitboss.simulation.manifest import command, stakes_of
from pitboss.simulation.plots import money, plots
from pitboss.simulation.result_records import FAR, FEW, QUANTILES, Shifts, WagerResult, quantiles
from pitboss.simulation.results import SimulationResults
from pitboss.text import show_percentage


def report_html(results: SimulationResults, source: str = "") -> str:
    """The whole report. Equal results give equal pages.

    `source` names the house file and its table as on the command line, unless it was the sample house.
    """
    regulation = results.totals.setup.regulation
    drawn = {drawing.name: drawing for drawing in plots(results)}
    parts = [
        *_summary(results),
        *_simulated(results, source),
        *_wagers(results, drawn["wagers"]),
        *_rows(results),
        *_shifts(results, drawn),
        *_meters(results, drawn),
        _NOTES,
    ]
    return page(f"Simulation: {regulation.id} {regulation.title}", "".join(parts))


def _summary(results: SimulationResults) -> Iterator[str]:
    setup, found = results.totals.setup, results.wagers
    handle, net = sum(wager.handle for wager in found), sum(wager.net for wager in found)
    share = f", {percent(Fraction(-net, handle))} of all that was staked" if handle else ""
    yield (
        f"<p>{results.rounds:,} rounds with {_number(setup.boxes, 'box', 'boxes')}. The boxes staked {money(handle)}; "
        f"the house {'won' if net <= 0 else 'lost'} {money(abs(net))}{share}.</p>"
    )
    yield from verdict(found)
    if results.rounds < results.totals.job.rounds:
        yield f"<p><b>Stopped early: {results.totals.job.rounds:,} rounds were asked for.</b></p>"


def verdict(found: Sequence[WagerResult]) -> Iterator[str]:
    """Whether the means agree with the exact values, and for which it is too soon to say."""
    known = [wager for wager in found if wager.off is not None]
    thin = [wager for wager in known if wager.is_thin]
    firm = [wager for wager in known if wager not in thin]
    far = [wager for wager in firm if abs(wager.off or 0.0) > FAR]
    if far:
        yield f"<p><b>Further from the exact value than chance explains: {_names(far)}.</b></p>"
    elif firm:
        most = max(firm, key=lambda wager: abs(wager.off or 0.0))
        yield (
            f"<p>In agreement with the exact value: {_names(firm)}. The furthest is {_names([most])}, "
            f"{abs(most.off or 0.0):.1f} standard errors away.</p>"
        )
    if thin:
        yield (
            f"<p>Too few rounds for a firm mean: {_names(thin)}. Some row of theirs was to come up fewer than {FEW} "
            "times; until it does, its prize is missing from the mean and from the interval.</p>"
        )


def _names(found: Sequence[WagerResult]) -> str:
    several = len({wager.strategy for wager in found}) > 1
    return ", ".join(_name(wager.wager) + (f" ({escape(wager.strategy)})" if several else "") for wager in found)


# What was simulated


def _simulated(results: SimulationResults, source: str) -> Iterator[str]:
    setup, job = results.totals.setup, results.totals.job
    regulation = setup.regulation
    strategies = dict.fromkeys(setup.strategies)
    boxes = {name: [str(box) for box, own in enumerate(setup.strategies, 1) if own == name] for name in strategies}
    facts = {
        "regulation": f"{regulation.jurisdiction} {regulation.title} ({regulation.id})",
        "boxes": str(setup.boxes),
        "rounds": f"{results.rounds:,}",
        "seed": str(job.seed),
        "shift": f"{_number(job.shift, 'hour', 'hours')} at {_number(job.hour, 'round', 'rounds')} an hour",
        **{f"strategy {name}": "every box" if len(boxes) == 1 else f"box {', '.join(boxes[name])}" for name in boxes},
        **{f"option {name}": str(value) for name, value in setup.terms.options.items()},
    }
    if setup.terms.payout_limit is not None:
        facts["payout limit"] = show_money(setup.terms.payout_limit)
    yield "<h2>What was simulated</h2>"
    yield _table("The table and the run", (), [(_name(name), escape(text)) for name, text in facts.items()], 2)
    rows = [
        (_name(name), show_money(stake), escape(setup.paytables.get(name, "") or "-"))
        for name, stake in stakes_of(setup).items()
    ]
    rows += [
        (_name(name), "award", escape(table)) for name, table in setup.paytables.items() if name not in stakes_of(setup)
    ]
    yield _table("What every box stakes in every round", ("wager", "stake", "paytable"), rows, 3)
    yield f"<p>To repeat it to the cent:</p><p><code>{escape(command(results, source))}</code></p>"


# Wagers


def _wagers(results: SimulationResults, drawing: Drawing) -> Iterator[str]:
    head = ("wager", "strategy", "hands", "handle", "net", "mean", "95 % interval", "exact", "errors off", "deviation")
    rows = [
        (
            _name(wager.wager) + (f" {escape(wager.paytable)}" if wager.paytable else ""),
            escape(wager.strategy),
            f"{wager.hands:,}",
            money(wager.handle),
            money(wager.net),
            _share(float(wager.mean)),
            f"{_share(float(wager.mean) - 1.96 * wager.error)} to {_share(float(wager.mean) + 1.96 * wager.error)}",
            "-" if wager.exact is None else _share(float(wager.exact)),
            "-" if wager.off is None else f"{wager.off:+.2f}".replace("-", "\N{MINUS SIGN}"),
            f"{wager.deviation:,.3f}",
        )
        for wager in results.wagers
    ]
    yield "<h2>Wagers</h2>"
    yield (
        "<p>Net is what the boxes won: a minus is the house's. Mean and deviation are per unit first staked. "
        "&ldquo;Errors off&rdquo; counts standard errors between mean and exact value: within 2 in 19 of 20 cases.</p>"
    )
    yield _table("Each wager beside its exact value", head, rows, 2)
    yield _figure(drawing)


def _rows(results: SimulationResults) -> Iterator[str]:
    yield "<h2>How often each row came up</h2>"
    for wager in results.wagers:
        if wager.rows:
            title = f"{_name(wager.wager)} {escape(wager.paytable)}".strip()
            yield _table(f"{title}, strategy {escape(wager.strategy)}", _ROW_HEAD, list(_row_lines(wager)), 1)


_ROW_HEAD = ("row", "hands", "expected", "share", "exact share", "how often")


def _row_lines(wager: WagerResult) -> Iterator[tuple[str, ...]]:
    for row in wager.rows:
        yield (
            _name(row.row),
            f"{row.number:,}",
            "-" if row.exact is None else f"{float(row.exact * wager.hands):,.1f}",
            _share(row.number / wager.hands, 4),
            "-" if row.exact is None else _share(float(row.exact), 4),
            one_in(Fraction(row.number, wager.hands)) if row.number else "never",
        )


# Shifts


def _shifts(results: SimulationResults, drawn: Mapping[str, Drawing]) -> Iterator[str]:
    shifts = results.shifts
    yield "<h2>Shifts</h2>"
    if shifts is None:
        yield "<p>No shift was played to its end: more rounds, or shorter shifts, show what one brings.</p>"
        return
    ahead = sum(number for cents, number in shifts.fan[-1].items() if cents > 0)
    yield (
        f"<p>{_number(shifts.number, 'shift', 'shifts')} of {_number(shifts.hours, 'hour', 'hours')}. "
        f"The house loses in {_share(shifts.house_loses or 0.0)} of them; box 1 ends ahead in "
        f"{_share(ahead / shifts.number)}. Each figure is rounded down to a step of {show_money(shifts.width)}.</p>"
    )
    yield _table("Of 100 shifts, the number with this result or less", _QUANTILE_HEAD, list(_quantile_lines(shifts)), 1)
    yield from (_figure(drawn[name]) for name in ("hold", "fan", "ruin"))


_QUANTILE_HEAD = ("in a shift", *(f"{percent} %" for percent in QUANTILES))


def _quantile_lines(shifts: Shifts) -> Iterator[tuple[str, ...]]:
    told = {
        "the house wins": shifts.house,
        "box 1 stands at": shifts.fan[-1],
        "box 1 falls to": shifts.lows,
    }
    for name, histogram in told.items():
        marks = quantiles(histogram)
        yield (name, *(money(marks[str(percent)]) for percent in QUANTILES))


# Meters


def _meters(results: SimulationResults, drawn: Mapping[str, Drawing]) -> Iterator[str]:
    if not results.meters:
        return
    setup, rows = results.totals.setup, []
    for meter in results.meters:
        run, choice = meter.running, setup.meters[meter.wager][meter.name]
        between, shown = quantiles(run.between), quantiles(run.shown)
        rows.append((
            _name(meter.name), _name(meter.wager), show_money(choice.seed), show_money(choice.resets_to),
            percent(choice.rate), f"{run.hits:,}", f"{between['50']:,}" if run.hits else "-",
            money(shown["50"]) if run.hits else "-", money(run.highest) if run.hits else "-",
            money(run.paid), money(meter.shows),
        ))  # fmt: skip
    head = (
        "meter",
        "wager",
        "starts at",
        "resets to",
        "takes",
        "hits",
        "rounds between",
        "at a hit",
        "highest",
        "paid",
    )
    yield "<h2>Meters</h2>"
    yield (
        "<p>A meter runs over all rounds in their order, fed by every box. A hit takes all of it; "
        "&ldquo;paid&rdquo; holds smaller shares too. Rounds between hits and what it showed are medians.</p>"
    )
    yield _table("Each progressive meter", (*head, "shows now"), rows, 2)
    yield _figure(drawn["jackpots"])


_NOTES = (
    "<h2>How to read this</h2><p>Every round is dealt from a shuffled deck of its own, and settled by the code of "
    "a live table. The same command gives the same figures to the cent on any machine. Hands of one round share cards, "
    "and the intervals allow for it. How far a bankroll falls within a shift is computed with every meter at its "
    "reset amount; all other figures use the meters as they stood.</p>"
)


# Parts


def _figure(drawing: Drawing) -> str:
    return figure(drawing.inline(), drawing.title)


def _table(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]], text: int) -> str:
    """Rows named by their first cell; columns from `text` on hold numbers and are aligned right."""

    def cell(index: int, content: str, scope: str = "") -> str:
        numbers = ' class="n"' if index >= text else ""
        return f'<th scope="{scope}"{numbers}>{content}</th>' if scope else f"<td{numbers}>{content}</td>"

    top = "".join(cell(index, name, "col") for index, name in enumerate(head))
    lines = ("".join(cell(at, found, "" if at else "row") for at, found in enumerate(row)) for row in rows)
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    start = f"<thead><tr>{top}</tr></thead>" if head else ""
    return f'<div class="wide"><table><caption>{caption}</caption>{start}<tbody>{body}</tbody></table></div>'


def _share(share: float, places: int = 2) -> str:
    return show_percentage(share, places).replace("-", "\N{MINUS SIGN}")


def _number(number: int, one: str, more: str) -> str:
    return f"{number:,} {one if number == 1 else more}"


def _name(key: str) -> str:
    return escape(key.replace("_", " "))
