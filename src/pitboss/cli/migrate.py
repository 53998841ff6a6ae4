"""`pitboss migrate`: an older ledger brought up to date: entries are added and packed, what they say stays."""

import argparse
import json
import time

from pitboss.cli.arguments import add_db
from pitboss.cli.ledgers import opened
from pitboss.cli.output import paint, say
from pitboss.cli.progress import ProgressBar
from pitboss.ledger.migrations import migrate
from pitboss.ledger.store import SCHEMA


def configure(parser: argparse.ArgumentParser) -> None:
    add_db(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    with opened(options.db) as store, ProgressBar("entries packed") as bar:
        before = store.schema()
        done = migrate(store, time.time_ns() // 1_000_000, bar.show)
    if options.json:
        print(json.dumps({"db": options.db, "before": before, "after": SCHEMA, "done": done}, indent=2))
        return 0
    for step in done:
        say(step)
    say(paint(f"The ledger is in form {SCHEMA}." if done else f"The ledger was in form {SCHEMA} already.", "green"))
    return 0
