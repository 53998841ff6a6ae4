"""`pitboss reindex`: what is derived from the entries, built again, also while a house runs.

The index of rounds and the tiles of the Merkle tree are dropped first. Snapshots of tables are signed, so they are
added where they are missing, and only if the house's key is beside the ledger.
"""

import argparse
import json
import sys
from pathlib import Path

from pitboss.books.round_index import RoundIndex
from pitboss.books.round_rows import ROUNDS
from pitboss.cli.arguments import add_db
from pitboss.cli.ledgers import opened, shown_url
from pitboss.cli.output import paint, say
from pitboss.cli.progress import ProgressBar
from pitboss.errors import InputError
from pitboss.evidence.entry_check import recorded_key
from pitboss.evidence.heads import SigningKey
from pitboss.evidence.tiles import keep_tiles
from pitboss.house.key_file import key_file
from pitboss.house.past_snapshots import fill_snapshots
from pitboss.ledger.fold import HOUSE
from pitboss.ledger.store import Store, StoreFailed
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
            if index.unwritten:
                raise index.unwritten
            keep_tiles(store, store.size(), again=True)
            snapshots = _fill_snapshots(store, options.db, index, bar)
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
        built = {"db": options.db, "before": held, "entries": entries, "rounds": rounds, "snapshots": snapshots}
        print(json.dumps(built))
        return 0
    was = f"it held {plural(before.size, 'entry', 'entries')}" if before else "there was none"
    say(
        f"{paint('Built again', 'green', 'bold')}: the index of {plural(rounds, 'round')} in "
        f"{plural(entries, 'entry', 'entries')} of {printable(shown_url(options.db))}; before, {was}."
    )
    if snapshots is None:
        say("No snapshots of tables were added: the house's key, which signs them, is not beside the ledger.")
    elif snapshots:
        say(f"{plural(snapshots, 'snapshot')} of tables {'was' if snapshots == 1 else 'were'} added.")
    return 0


def _fill_snapshots(store: Store, address: str, index: RoundIndex, bar: ProgressBar) -> int | None:
    """How many snapshots were added; None if the house's key is not here."""
    first, file = next(store.stream(HOUSE, 0, 1), None), key_file(address)
    if first is None or not Path(file).is_file():
        return None
    key = SigningKey.load(file)
    if key.public != recorded_key(first):
        return None
    added = 0
    for name, scan in sorted(index.state.scans.items()):
        try:
            added += fill_snapshots(store, key, name, scan.start.rounds, bar.show)
        except InputError as error:
            print(f"pitboss: table {printable(name)} is given no snapshots: {error.reason}", file=sys.stderr)
    return added
