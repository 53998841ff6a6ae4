"""`pitboss slips`: the numbered slips of a ledger: the list, one of them, as PDF, and the check of a scanned code."""

import argparse
import json

from pitboss.books.slips import Slip, check_slip_code, newest_slips, read_slip, slip_code
from pitboss.cli.arguments import add_calendar, add_db, add_output, whole
from pitboss.cli.calendars import calendar_of
from pitboss.cli.files import read_text, write
from pitboss.cli.ledgers import opened
from pitboss.cli.output import paint, say, table
from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.heads import PublicKey
from pitboss.ledger.fold import HOUSE
from pitboss.ledger.records import house_opened
from pitboss.money import show_money
from pitboss.text import printable
from pitboss.views.slip_pdf import marks_of, slip_pdf

_LONGEST = 5_000


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("number", nargs="?", type=whole(1, 10**12), metavar="NUMBER", help="one slip")
    add_db(parser)
    parser.add_argument("--table", metavar="NAME", default="", help="only slips of this table")
    parser.add_argument("--limit", type=whole(1, 100_000), default=50, metavar="N", help="at most N slips (50)")
    parser.add_argument("--check", metavar="FILE", help="the text of a scanned code: is this slip in the ledger")
    parser.add_argument("--key", metavar="KEY", help="with --check: the house's public key (default: as recorded)")
    add_calendar(parser)
    add_output(parser, "the slip as slip.pdf")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """0: good. 1: the code is not that of a slip in the ledger."""
    show_time = calendar_of(options).show
    with opened(options.db) as store:
        first = next(store.stream(HOUSE), None)
        if first is None:
            raise InputError("the ledger does not record a house", options.db)
        if options.check:
            return _check(options, PublicKey.parse(options.key or house_opened(first).public_key), store)
        if not options.number:
            if options.out:
                raise InputError("which slip? -o writes one: pitboss slips NUMBER -o slip.pdf")
            found = list(newest_slips(store, options.table, options.limit))
            _show_all(found, show_time, as_json=options.json)
            return 0
        slip = read_slip(store, options.number)
        code = slip_code(store, slip)
        if options.out:
            write(options.out, slip_pdf(slip, house_opened(first).facility, code, show_time))
    if options.json:
        print(json.dumps({**_json(slip), "code": code}, indent=2, ensure_ascii=False))
    elif options.out:
        say(f"{printable(options.out)}: {slip.title} {slip.number}")
    else:
        _show(slip, show_time)
    return 0


def _check(options: argparse.Namespace, key: PublicKey, store) -> int:  # type: ignore[no-untyped-def]
    text = read_text(options.check, _LONGEST)
    try:
        number = check_slip_code(text, key, store)
    except LedgerBroken as broken:
        if options.json:
            print(json.dumps({"slip": None, "holds": False, "why": str(broken)}))
        else:
            print(f"{paint('Not proved', 'red', 'bold')}: {printable(str(broken))}")
        return 1
    if options.json:
        print(json.dumps({"slip": number, "holds": True, "why": None}))
    else:
        say(f"{paint('Proved', 'green', 'bold')}: slip {number} is in the ledger, under a head that the house signed.")
    return 0


def _show_all(found, show_time, *, as_json: bool) -> None:  # type: ignore[no-untyped-def]
    if as_json:
        print(json.dumps([_json(slip) for slip in found], indent=2, ensure_ascii=False))
        return
    if not found:
        say("No slips were issued: a house issues them if its house file states denominations.")
        return
    rows = [
        (
            str(one.number),
            show_time(one.at)[:16],
            one.table,
            one.title,
            show_money(one.amount),
            ", ".join(marks_of(one)),
        )
        for one in found
    ]
    print(table(("slip", "time", "table", "what", "amount", "marks"), rows, right=(0, 4)))


def _show(slip: Slip, show_time) -> None:  # type: ignore[no-untyped-def]
    print(paint(f"{slip.title} {slip.number}", "bold"))
    for mark in marks_of(slip):
        print(paint(printable(mark), "red", "bold"))
    rows = [
        ("time", show_time(slip.at)), ("gaming day", f"{slip.day}, shift {slip.shift}"), ("table", slip.table),
        ("game", slip.game), *((label.lower(), printable(value)) for label, value in slip.facts),
        *((show_money(value), f"{number:,}") for value, number in slip.chips), ("total", show_money(slip.amount)),
        *((f"signed: {one.role}", printable(one.name)) for one in slip.signatures),
    ]  # fmt: skip
    print(table(("", ""), rows))


def _json(slip: Slip) -> dict[str, object]:
    found = slip._asdict()
    return {
        **found, "title": slip.title, "marks": marks_of(slip), "facts": dict(slip.facts),
        "signatures": [one._asdict() for one in slip.signatures],
    }  # fmt: skip
