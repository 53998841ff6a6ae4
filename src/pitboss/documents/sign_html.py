"""A sign as one self-contained HTML file: for a screen at the table, and for printing."""

from collections.abc import Iterator
from html import escape

from pitboss.documents.sign import PaytableSign, Sign

# Printed text is at least 24 pt: its capitals are 6 mm high, which eyes with full sight read from four metres.
_STYLE = """
:root { --ink: #14201a; --muted: #4d5d54; --line: #c9d2cc; --accent: #0b5d3b; --ground: #fff; color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; padding: 2.5rem; background: var(--ground); color: var(--ink); }
body { font: 24pt/1.3 Helvetica, Arial, sans-serif; }
header { border-bottom: 6px solid var(--accent); padding-bottom: .5rem; margin-bottom: 1rem; }
.facility { margin: 0; color: var(--accent); font-weight: bold; }
h1 { margin: 0; font-size: 60pt; line-height: 1.1; }
.statement { margin: .4rem 0; font-size: 32pt; font-weight: bold; }
h2 { margin: 0 0 .2rem; font-size: 28pt; line-height: 1.15; color: var(--accent); }
.parts { columns: 26rem; column-gap: 3rem; }
section { break-inside: avoid; margin: 0 0 1.6rem; }
.wide { column-span: all; padding-top: 1.2rem; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .12em 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: baseline; }
th { font-weight: normal; }
td { padding-left: .7em; text-align: right; font-weight: bold; }
thead th { padding-left: .7em; text-align: right; color: var(--muted); font-size: 18pt; }
thead th:first-child { padding-left: 0; text-align: left; }
.meters { display: flex; flex-wrap: wrap; gap: 1rem 3rem; margin: 0 0 1.6rem; }
.meters div { flex: 1 1 12rem; }
dt { color: var(--muted); }
dd { margin: 0; font-size: 54pt; line-height: 1.1; font-weight: bold; font-variant-numeric: tabular-nums; }
.detail, footer { color: var(--muted); font-size: 12pt; }
.detail, .note { margin: .3rem 0 0; }
.note { font-size: 16pt; line-height: 1.2; }
.notes { margin: 0 0 1rem; padding: 0; list-style: none; }
@media (max-width: 40rem) {
  body { padding: 1rem; font-size: 16pt; }
  h1 { font-size: 34pt; } h2 { font-size: 20pt; } .statement { font-size: 20pt; } dd { font-size: 32pt; }
  .wide { overflow-x: auto; }
}
@media print {
  @page { size: A3 portrait; margin: 14mm; }
  body { padding: 0; }
  .parts { columns: 2; }
}
"""


def sign_html(sign: Sign) -> str:
    """The whole file."""
    body = "\n".join(_body(sign))
    title = escape(f"{sign.title} at {sign.facility}")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{_STYLE}</style>
</head>
<body>
{body}
</body>
</html>
"""


def _body(sign: Sign) -> Iterator[str]:
    yield f'<header>\n<p class="facility">{escape(sign.facility)}</p>\n<h1>{escape(sign.title)}</h1>'
    yield from (f'<p class="statement">{escape(line)}</p>' for line in sign.statements)
    yield "</header>\n<main>"
    if sign.meters:
        yield '<dl class="meters">'
        for meter in sign.meters:
            starts = "" if meter.is_live else " starts at"
            yield f"<div><dt>{escape(meter.title)}{starts}</dt><dd>{escape(meter.amount)}</dd></div>"
        yield "</dl>"
    yield '<div class="parts">\n<section>\n<h2>Limits</h2>\n<table>\n<tbody>'
    for limit in sign.limits:
        yield f'<tr><th scope="row">{escape(limit.wager)}</th><td>{escape(limit.stakes)}</td></tr>'
    yield "</tbody>\n</table>\n</section>"
    # What spans both columns comes last, so that it does not tear the columns apart.
    for paytable in sorted(sign.paytables, key=_is_wide):
        yield from _paytable(paytable)
    yield '</div>\n<ul class="notes">'
    yield from (f"<li>{escape(note)}</li>" for note in sign.notes)
    yield f"</ul>\n</main>\n<footer>Table {escape(sign.table)}. {escape(sign.rules)}</footer>"


def _is_wide(paytable: PaytableSign) -> bool:
    return len(paytable.columns) > 2


def _paytable(paytable: PaytableSign) -> Iterator[str]:
    wide = ' class="wide"' if _is_wide(paytable) else ""
    yield f"<section{wide}>\n<h2>{escape(paytable.title)}</h2>\n<table>"
    if paytable.columns:
        cells = "".join(f'<th scope="col">{escape(column)}</th>' for column in paytable.columns)
        yield f'<thead><tr><th scope="col">Hand</th>{cells}</tr></thead>'
    yield "<tbody>"
    for row in paytable.rows:
        cells = "".join(f"<td>{escape(text)}</td>" for text in row.pays)
        yield f'<tr><th scope="row">{escape(row.hand)}</th>{cells}</tr>'
    yield "</tbody>\n</table>"
    yield from (f'<p class="note">{escape(note)}</p>' for note in paytable.notes)
    yield f'<p class="detail">{escape(paytable.detail)}</p>'
    yield "</section>"
