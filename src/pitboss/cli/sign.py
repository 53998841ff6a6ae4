"""`pitboss sign`: the sign of a table, to print or to show."""

import argparse
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path

from pitboss.cli import check
from pitboss.cli.text import plural
from pitboss.documents.layout import layout_view
from pitboss.documents.sign import Sign, sign_json, sign_of
from pitboss.errors import InputError, SubmissionRejected
from pitboss.rules.approve import approve_file
from pitboss.rules.ruleset import House, Ruleset


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("house", metavar="HOUSE.toml", help="the house file")
    parser.add_argument("--table", metavar="TABLE", help="which table; not needed where the house has one")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="sign.html or sign.pdf; HTML to standard output if not given"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    try:
        house = approve_file(options.house)
    except SubmissionRejected:
        if options.output or options.json:
            return check.run(options)
        # Standard output is the sign's, and there is none.
        with redirect_stdout(sys.stderr):
            return check.run(options)
    sign = sign_of(layout_view(_ruleset(house, options.table), house.submission.facility))
    if options.output:
        number = _write(Path(options.output), sign)
        if not options.json:
            print(f"{options.output}: the sign of {sign.table}, {plural(len(sign.paytables), 'paytable')}{number}")
    if options.json:
        print(json.dumps(sign_json(sign), indent=2))
    elif not options.output:
        print(_html(sign), end="")
    return 0


def _ruleset(house: House, table: str | None) -> Ruleset:
    names = ", ".join(house.tables)
    if table is None and len(house.tables) > 1:
        raise InputError(f"which table? Say --table and one of {names}")
    name = next(iter(house.tables)) if table is None else table
    if name not in house.tables:
        raise InputError(f"there is no table {name[:40]!r}; there are {names}")
    return house.tables[name]


def _write(path: Path, sign: Sign) -> str:
    """Writes the file in the form that its name asks for; says how many pages a PDF has."""
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
    try:
        path.write_bytes(content)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror or error}") from None
    return pages


def _html(sign: Sign) -> str:
    from pitboss.documents.sign_html import sign_html  # noqa: PLC0415 - only this form pays for it

    return sign_html(sign)
