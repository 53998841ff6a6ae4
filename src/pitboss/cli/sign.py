"""`pitboss sign`: the sign of a table, to print or to show."""

import argparse
import json
import sys
from contextlib import nullcontext, redirect_stdout
from pathlib import Path

from pitboss.cli.arguments import add_on, add_output, add_regulations, add_table, nearest, retire
from pitboss.cli.check import show_violations
from pitboss.cli.files import write
from pitboss.cli.output import say
from pitboss.documents.layout import layout_view
from pitboss.documents.sign import Sign, sign_json, sign_of
from pitboss.errors import InputError, SubmissionRejected
from pitboss.rules.approve import approve_file
from pitboss.rules.ruleset import House, Ruleset
from pitboss.text import plural


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("house", metavar="HOUSE.toml", help="the house file")
    add_table(parser, "the table (not needed if the house has one)")
    add_output(parser, "sign.html or sign.pdf (default: HTML to standard output)")
    retire(parser, "--output", "-o FILE")
    add_regulations(parser)
    add_on(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    try:
        house = approve_file(options.house)
    except SubmissionRejected as rejected:
        if options.json:
            raise
        # Standard output is the sign's.
        with nullcontext() if options.out else redirect_stdout(sys.stderr):
            show_violations(rejected.violations)
        return 1
    sign = sign_of(layout_view(_ruleset(house, options.table), house.submission.facility))
    if options.out:
        number = _write(Path(options.out), sign)
        if not options.json:
            say(f"{options.out}: the sign of {sign.table}, {plural(len(sign.paytables), 'paytable')}{number}")
    if options.json:
        print(json.dumps(sign_json(sign), indent=2))
    elif not options.out:
        print(_html(sign), end="")
    return 0


def _ruleset(house: House, table: str) -> Ruleset:
    names = ", ".join(house.tables)
    if not table and len(house.tables) > 1:
        raise InputError(f"which table? Give --table with one of {names}")
    name = table or next(iter(house.tables))
    if name not in house.tables:
        raise InputError(f"there is no table {name[:40]!r}{nearest(name, house.tables, f'there are {names}')}")
    return house.tables[name]


def _write(path: Path, sign: Sign) -> str:
    """Writes the file in the format of its suffix; returns how many pages a PDF has."""
    pages = ""
    match path.suffix.lower():
        case ".html" | ".htm":
            content = _html(sign).encode()
        case ".pdf":
            from pitboss.documents.sign_pdf import sign_pdf  # noqa: PLC0415 - only this form pays for it

            content = sign_pdf(sign)
            pages = f", {plural(content.count(b'/Type /Page '), 'page')}"
        case suffix:
            raise InputError(f"{path}: a sign is written as .html or .pdf, not {suffix or 'without a suffix'}")
    write(str(path), content)
    return pages


def _html(sign: Sign) -> str:
    from pitboss.documents.sign_html import sign_html  # noqa: PLC0415 - only this form pays for it

    return sign_html(sign)
