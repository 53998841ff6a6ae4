"""`pitboss case`: everything about a round in one file that proves itself."""

import argparse

from pitboss.books.case_file import check_case, make_case, write_case
from pitboss.cli.arguments import add_db, add_output, add_regulations
from pitboss.cli.files import read_text, write
from pitboss.cli.ledgers import opened
from pitboss.cli.output import say
from pitboss.cli.verify_round import show_case
from pitboss.errors import InputError
from pitboss.evidence.entry_check import recorded_key
from pitboss.evidence.signed_note import MOST_BYTES
from pitboss.ledger.fold import HOUSE
from pitboss.text import printable


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ROUND", help="TABLE/NUMBER, as pitboss rounds lists it")
    add_db(parser)
    parser.add_argument("--head", metavar="FILE", help="a signed head that you kept: the case continues it")
    add_output(parser, "the file of the case, such as case.zip")
    add_regulations(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """0: written, and the round was paid as due. 1: it was not; the case shows it."""
    if not options.out:
        raise InputError("a case is a file: give its name by -o, such as -o case.zip")
    head = read_text(options.head, MOST_BYTES) if options.head else ""
    with opened(options.db) as store:
        case = make_case(store, options.id, head)
        first = next(store.stream(HOUSE), None)
        if first is None:
            raise InputError("the ledger does not record its public key", options.db)
        key = recorded_key(first)
    # What is given away has been checked as its reader will check it.
    found = check_case(case, key, head)
    write(options.out, write_case(case))
    if not options.json:
        say(f"{printable(options.out)}: the case of round {printable(options.id)}.")
        say(f"pitboss verify {printable(options.out)} --key {key} checks it anywhere.")
    return show_case(options, found, None) if options.json else int(bool(found.settled.differences))
