"""`pitboss case`: a round in one file that proves itself: all of it, or what one player may know."""

import argparse

from pitboss.books.case_file import check_case, make_case, write_case
from pitboss.cli.arguments import add_db, add_output, add_regulations
from pitboss.cli.files import read_text, write
from pitboss.cli.ledgers import opened
from pitboss.cli.output import say
from pitboss.cli.verify_file import policy_of
from pitboss.cli.verify_round import show_case
from pitboss.errors import InputError
from pitboss.evidence.entry_check import recorded_key
from pitboss.evidence.heads import SigningKey
from pitboss.evidence.signed_note import MOST_BYTES
from pitboss.house.key_file import key_file
from pitboss.ledger.fold import HOUSE
from pitboss.text import printable
from pitboss.views.round_file import round_file
from pitboss.web.http.round_page import round_page


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ROUND", help="TABLE/NUMBER, as pitboss rounds lists it")
    add_db(parser)
    parser.add_argument("--head", metavar="FILE", help="a signed head that you kept: the case continues it")
    parser.add_argument("--player", metavar="NAME", help="what this player may know, as a page that checks itself")
    parser.add_argument("--key", metavar="FILE", help="with --player: the signing key (default: beside the ledger)")
    parser.add_argument("--policy", metavar="FILE", help="with --player: the witnesses that the page checks")
    add_output(parser, "the file of the case: case.zip, or round.html with --player")
    add_regulations(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """0: written, and the round was paid as due. 1: it was not; the case shows it."""
    if not options.out:
        raise InputError("a case is a file: give its name by -o, such as -o case.zip")
    if options.player:
        return _player_page(options)
    if options.key or options.policy:
        raise InputError("--key and --policy belong to the page of a player: give --player NAME")
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


def _player_page(options: argparse.Namespace) -> int:
    if not options.out.endswith(".html"):
        raise InputError("the file of a player is a page: give it a name that ends in .html", options.out)
    key = SigningKey.load(options.key or key_file(options.db))
    with opened(options.db) as store:
        text, signature = round_file(store, options.id, options.player, key, policy_of(options.policy))
    page = round_page(text, signature, f"Round {options.id} of {options.player}", str(key.public))
    write(options.out, page.encode())
    whose = f"round {printable(options.id)} for {printable(options.player)}"
    say(f"{printable(options.out)}: {whose}; any browser checks it.")
    return 0
