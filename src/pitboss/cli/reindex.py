"""`pitboss reindex`: the index of rounds dropped and built again from the entries, also while a house runs."""

import argparse
import json
import sys

from pitboss.books.round_index import RoundIndex
from pitboss.books.round_rows import ROUNDS
from pitboss.cli.arguments import add_db
from pitboss.cli.ledgers import opened, shown_url
from pitboss.cli.output import paint, say
from pitboss.cli.progress import ProgressBar
from pitboss.errors import InputError
from pitboss.ledger.store import StoreFailed
from pitboss.text import plural, printable


def configure(parser: argparse.ArgumentParser) -> None:
    add_db(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    with opened(options.db) as store, ProgressBar("entries") as bar:
        index = RoundIndex(store)
        before = store.derived_mark(ROUNDS)
        try:
            index.rebuild()
            if index.place is not store:
                raise InputError("the ledger cannot be written: the index of rounds stays as it is", options.db)
            index.catch_up(bar.show)
        except KeyboardInterrupt:
            print(
                f"pitboss: {index.reached:,} of {store.size():,} entries are indexed; the next command that asks for "
                "rounds goes on from there. No entry was touched",
                file=sys.stderr,
            )
            raise
        except StoreFailed as error:
            told = "the index could not be written. No entry was touched: make room, then run pitboss reindex again"
            raise InputError(f"{told} ({error})", options.db) from None
        entries, rounds = index.reached, index.state.rounds
    if options.json:
        held = before.size if before else None
        print(json.dumps({"db": options.db, "before": held, "entries": entries, "rounds": rounds}))
        return 0
    was = f"it held {plural(before.size, 'entry', 'entries')}" if before else "there was none"
    say(
        f"{paint('Built again', 'green', 'bold')}: the index of {plural(rounds, 'round')} in "
        f"{plural(entries, 'entry', 'entries')} of {printable(shown_url(options.db))}; before, {was}."
    )
    return 0
