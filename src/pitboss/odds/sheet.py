"""The odds sheet: one HTML file without network or scripts, for screens light and dark and for paper."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from pitboss.money import show_money
from pitboss.odds.catalog import distribution_of
from pitboss.odds.fragments import html_table, record_fragment, record_label, records_fragment, spaced_name
from pitboss.odds.offered import Offered
from pitboss.odds.plots import Mark, PlotBar, bars, line, one_in, percent
from pitboss.odds.progressive import METER_HEAD, LongRun
from pitboss.odds.query import OddsQuery
from pitboss.odds.record import Odds
from pitboss.odds.wagers import decision_wager
from pitboss.rules.regulation import Regulation

if TYPE_CHECKING:
    from pitboss.odds.house_odds import HouseOdds, TableOdds

_STYLE = """
:root { color-scheme: light dark; --ink: #18212b; --dim: #5a6672; --paper: #fff; --rule: #d5dbe1; --bar: #2f6f9f;
  --weak: #f1d9c9; --hatch: #a8501f; --even: #6a7683; --stripe: #f4f6f8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6ebf0; --dim: #9fabb7; --paper: #14181d; --rule: #333c46;
  --bar: #6fb1e0; --weak: #4a2f1f; --hatch: #eb9a66; --even: #a4b0bc; --stripe: #1b2128; } }
@media print { :root { color-scheme: light; --ink: #000; --dim: #444; --paper: #fff; --rule: #bbb; --bar: #2f6f9f;
  --weak: #f1d9c9; --hatch: #a8501f; --stripe: #fff; } body { font-size: 10pt; max-width: none; padding: 0; } }
body { font: 15px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; color: var(--ink); background: var(--paper);
  max-width: 72rem; margin: 0 auto; padding: 1rem 1.5rem 4rem; }
h1 { font-size: 1.7rem; margin: 1rem 0 .2rem; } h2 { font-size: 1.35rem; margin: 2.5rem 0 .4rem; }
h3 { font-size: 1.1rem; margin: 2rem 0 .4rem; } h4 { font-size: 1rem; margin: 0 0 .4rem; }
p { max-width: 46rem; } .dim, caption { color: var(--dim); } nav a { margin-right: 1rem; color: inherit; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .3rem 0 .8rem; }
th, td { padding: .12rem .8rem .12rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--rule); }
tbody td:first-child { min-width: 8.5rem; }
th { font-weight: 600; color: var(--dim); } td.n, th.n { text-align: right; white-space: nowrap; }
.wide { overflow-x: auto; } td.c { white-space: nowrap; } caption { text-align: left; }
.card { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 2rem; padding: 1rem 0;
  border-top: 1px solid var(--rule); } .card > h4 { grid-column: 1 / -1; }
@media (max-width: 50rem) { .card { grid-template-columns: minmax(0, 1fr); } }
@media print { .card, figure, tr { break-inside: avoid; } h2, h3 { break-after: avoid; } nav { display: none; } }
figure { margin: 0 0 1rem; overflow-x: auto; } figcaption { color: var(--dim); font-size: .9rem; }
svg { width: 100%; min-width: 27rem; max-width: 44rem; height: auto; } svg text { fill: var(--ink); font-size: 12px; }
svg .small { fill: var(--dim); font-size: 11px; } svg .end { text-anchor: end; } svg .mid { text-anchor: middle; }
svg .bar { fill: var(--bar); } svg .weak { fill: var(--weak); } svg .hatch { stroke: var(--hatch); stroke-width: 2.2; }
svg .grid { stroke: var(--rule); } svg .curve { stroke: var(--bar); stroke-width: 2.5; }
svg .even { stroke: var(--even); stroke-width: 1.5; stroke-dasharray: 6 4; }
svg .mark0 { fill: var(--bar); } svg .mark1 { fill: var(--paper); stroke: var(--bar); stroke-width: 2.5; }
svg .halo { paint-order: stroke; stroke: var(--paper); stroke-width: 4px; }
"""


def regulations_sheet(parts: Iterable[tuple[Regulation, Sequence[Odds]]], query: OddsQuery) -> str:
    """Every paytable of some regulations."""
    body, links = [], []
    for regulation, records in parts:
        links.append((regulation.id, f"{regulation.jurisdiction} {regulation.title}"))
        body += [f'<h2 id="{regulation.id}">{links[-1][1]} <span class="dim">{regulation.id}</span></h2>']
        body += [records_fragment(records)]
        body += _wagers(regulation, [Offered(odds=record) for record in records], query)
    told = "" if len(links) < 2 else "".join(f'<a href="#{key}">{escape(name)}</a>' for key, name in links)
    title = f"Odds: {', '.join(key for key, _ in links)}"
    return page(title, f"<p>{_PREFACE}</p><nav>{told}</nav>{''.join(body)}")


def house_sheet(house: "HouseOdds") -> str:
    """Every table of a house as offered."""
    return page(f"Odds: {house.facility}", f"<p>{_PREFACE}</p>{house_fragment(house, plots=True)}")


def house_fragment(house: "HouseOdds", plots: bool = False) -> str:
    """The tables of a house, with plots or for a notebook without."""
    return "".join(part for table in house.tables for part in _table(table, plots))


_PREFACE = (
    "Exact odds, rounded only here. The house edge is the expected loss per unit first staked. Games with decisions "
    "are played as well as they can be; a second figure relates the loss to all that is staked on average. "
    "Hatched bars are losses."
)


def page(title: str, body: str) -> str:
    """A self-contained page in this style."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body><main><h1>{escape(title)}</h1>{body}"
        "</main></body></html>\n"
    )


def _table(table: "TableOdds", plots: bool) -> Iterator[str]:
    regulation = table.regulation
    yield f'<h2>{escape(table.name)} <span class="dim">{regulation.id} {escape(regulation.title)}</span></h2>'
    options = "".join(f", {escape(key)} {escape(str(value))}" for key, value in table.options.items())
    yield f'<p class="dim">{table.boxes} boxes, version {escape(table.version.replace("_", " "))}{options}</p>'
    yield records_fragment([one.odds for one in table.offered], [one.long_run for one in table.offered])
    yield from (
        f"<p>{escape(one.odds.wager)} at {show_money(one.odds.stake)}: {one.note}.</p>"
        for one in table.offered
        if one.note
    )
    yield from (f"<p>{escape(wager)} has no odds. {escape(why)}.</p>" for wager, why in table.unpriced.items())
    if table.combined:
        rows = [
            (
                escape(one.title) + (" <b>(in force)</b>" if one.in_force and one.cite != regulation.id else ""),
                " + ".join(f"{show_money(stake)} {wager}" for wager, stake in one.stakes.items()),
                f"${float(one.loss) / 100:,.4f}",
                f"${float(one.staked) / 100:,.2f}",
                percent(one.edge, 4),
            )
            for one in table.combined
        ]
        yield "<h3>Wagers together</h3>"
        yield html_table(("", "first staked", "loss a round", "staked a round", "edge"), rows, 2)
    if table.forfeits:
        decided = escape(_title(regulation, decision_wager(regulation)))
        yield "<h3>Forfeited by folding</h3>"
        yield f"<p>Hands that a row would pay, but the best {decided} strategy folds.</p>"
        rows = [
            (
                spaced_name(forfeit.wager),
                ", ".join(
                    f"{spaced_name(row.pattern)} {one_in(Fraction(row.count, forfeit.total))}"
                    for row in forfeit.folded
                    if row.count
                )
                or "none",
                "-" if forfeit.loss is None else percent(forfeit.loss, 4),
                "-" if forfeit.after.expected is None else percent(-forfeit.after.expected, 4),
                forfeit.cite,
            )
            for forfeit in table.forfeits
        ]
        yield html_table(("wager", "paid hands that are folded", "costs", "house edge then", "clause"), rows, 2)
    for wager, stakes in table.envy.items():
        yield f"<h3>Envy Bonus of {spaced_name(wager)}, by boxes in the round</h3>"
        head = ("stake", *(str(number) for number in range(1, table.boxes + 1)))
        yield html_table(head, [(show_money(stake), *map(percent, shares)) for stake, shares in stakes.items()], 1)
    meters = [(spaced_name(wager), *meter.line(table.boxes)) for wager, meter in table.meters()]
    if meters:
        yield "<h3>Meters in the long run</h3><p>Every wager of the same stake, all boxes making it.</p>"
        yield html_table(("wager", *METER_HEAD), meters, 2)
    if plots:
        yield from _wagers(regulation, table.offered, OddsQuery(table.options), table.name)


def _wagers(regulation: Regulation, offered: Sequence[Offered], query: OddsQuery, of: str = "") -> Iterator[str]:
    """For each wager the edges side by side, then every paytable with its rows and plots."""
    for wager in dict.fromkeys(one.odds.wager for one in offered):
        chosen = [one for one in offered if one.odds.wager == wager]
        yield f'<h3>{escape(_title(regulation, wager))} <span class="dim">{wager}</span></h3>'
        rows = [_edge_bar(one.odds) for one in chosen if one.odds.expected is not None]
        if len(rows) > 1:
            name = f"House edge of {wager} {of or regulation.id}"
            yield figure(bars(name, "; ".join(f"{row.label} {row.text}" for row in rows), rows), "House edge")
        for one in chosen:
            yield _card(regulation, one, query, of)


def _title(regulation: Regulation, wager: str) -> str:
    """The regulation's title of a wager; bets that share an entry of the submission have no title of their own."""
    return regulation.wagers[wager].title if wager in regulation.wagers else f"{wager.capitalize()} bets"


def _edge_bar(record: Odds) -> PlotBar:
    edge = -(record.expected or Fraction())
    return PlotBar(record_label(record), edge, percent(edge, 4) + (" for the player" if edge < 0 else ""), edge < 0)


def _card(regulation: Regulation, one: Offered, query: OddsQuery, of: str) -> str:
    record = one.odds
    name = f"{record.wager} {record_label(record)} {of or regulation.id}"
    plots = []
    distribution = one.distribution or distribution_of(regulation, record, query)
    if distribution:
        rows = [PlotBar(_net(win), chance, one_in(chance), win < 0) for win, chance in distribution.chances.items()]
        says = "; ".join(f"{row.label}: {row.text}" for row in rows)
        plots.append(
            figure(
                bars(f"Results of {name}", says, rows, log=True), "Net result per unit staked and how often; log scale"
            )
        )
    if record.meters:
        plots.append(_return_plot(name, record, one.long_run))
    note = f"<p>{escape(one.note)}</p>" if one.note else ""
    head = f"{record.paytable} for {record_label(record)}" if record.boxes else record_label(record)
    return (
        f'<section class="card"><h4>Paytable {escape(head)} <span class="dim">{record.cite}</span></h4>'
        f"<div>{record_fragment(record)}{note}</div><div>{''.join(plots)}</div></section>"
    )


def _net(win: Fraction) -> str:
    text = f"{float(win):+,.2f}".rstrip("0").rstrip(".") if win.denominator != 1 else f"{win.numerator:+,}"
    return "0" if win == 0 else text.replace("-", "\N{MINUS SIGN}")


def _return_plot(name: str, record: Odds, run: LongRun | None) -> str:
    """The return against the first meter, with the other meters as they are."""
    assert record.fixed is not None
    meter, *others = record.meters
    per_dollar = record.meters[meter] * 100 / record.stake
    rest = sum((record.meters[other] * record.shown.get(other, 0) / record.stake for other in others), Fraction())
    floor = 1 + record.fixed + rest
    even = (1 - floor) / per_dollar
    end = max(even * Fraction(4, 3), Fraction(record.shown.get(meter, 0), 100) * 2)
    marks = [Mark(even, Fraction(1), f"break-even ${float(even):,.2f}")] if even > 0 else []
    if meter in record.shown:
        shown = Fraction(record.shown[meter], 100)
        name_of = "seed" if record.shown[meter] == record.seeds.get(meter) else "shown"
        marks.append(Mark(shown, floor + per_dollar * shown, f"{name_of} {show_money(record.shown[meter])}"))
    if run:
        mean = run.meters[0].mean_at_hit(run.meters[0].reset) / 100
        if mean < end:
            marks.append(Mark(mean, floor + per_dollar * mean, f"mean when hit ${float(mean):,.0f}"))
    slope = (Mark(Fraction(0), floor, ""), Mark(end, floor + per_dollar * end, ""))
    beside = "".join(f", {other} at {show_money(record.shown.get(other, 0))}" for other in others)
    says = f"From {percent(floor)} with the meter at $0; " + "; ".join(mark.text for mark in sorted(marks))
    return figure(
        line(f"Return of {name}", says, slope, marks, Fraction(1)),
        f"Return against the {spaced_name(meter)} meter{beside}; dashed: 100 %",
    )


def figure(svg: str, caption: str) -> str:
    """A plot under its caption."""
    return f"<figure><figcaption>{escape(caption)}</figcaption>{svg}</figure>"
