"""`pitboss archive`: closed periods leave the ledger for files that never change, and are read in place."""

import argparse
import json
from datetime import date
from pathlib import Path
from typing import Any

from pitboss.cli.arguments import add_calendar, add_db, add_jobs
from pitboss.cli.bookmark_files import bookmark_of
from pitboss.cli.calendars import calendar_of
from pitboss.cli.ledgers import opened, shown_url
from pitboss.cli.output import paint, say, table
from pitboss.cli.progress import ProgressBar
from pitboss.cli.verify import cores_of
from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.archiving import ArchiveResult, archive, moved
from pitboss.evidence.bookmark import verify_on
from pitboss.house.environment import wall_clock
from pitboss.ledger.segments.segment import SegmentPlace
from pitboss.ledger.store import Store
from pitboss.text import plural, printable


def configure(parser: argparse.ArgumentParser) -> None:
    add_db(parser)
    parser.add_argument(
        "--before", type=_date, metavar="DATE", help="archive what came before this gaming day, such as 2026-01-01"
    )
    parser.add_argument("-o", "--out", dest="out", metavar="DIR", default="", help="the folder for the segments")
    parser.add_argument(
        "--at", metavar="DIR", default="", help="record that the folder of segments was moved to this place"
    )
    add_calendar(parser)
    add_jobs(parser)
    parser.set_defaults(run=run)


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a date such as 2026-01-01, found {text[:40]!r}") from None


def run(options: argparse.Namespace) -> int:
    if options.at:
        if options.before or options.out:
            raise InputError("--at records where segments are now: leave out --before and -o")
        with opened(options.db) as store:
            return _record_place(options, store)
    if options.before is None or not options.out:
        raise InputError("archive needs --before DATE and -o DIR, or --at DIR: pitboss archive --help says more")
    folder = Path(options.out)
    if folder.exists() and not folder.is_dir():
        raise InputError("this is a file: give a folder for the segments", options.out)
    try:
        before = calendar_of(options).moment(options.before)
    except (OverflowError, ValueError, OSError):
        raise InputError(f"--before {options.before}: this date is outside the calendar") from None
    with opened(options.db) as store:
        size = store.stored_bytes()
        # Refused before hours of reading rather than after them.
        with store.alone():
            pass
        _verify(options, store)
        with ProgressBar("entries") as bar:
            result = archive(store, folder, before, bar.show)
        _show(options, result, size, store)
    return 0


def _verify(options: argparse.Namespace, store: Store) -> None:
    """Nothing leaves a ledger that is not whole."""
    bookmark = bookmark_of(options.db, None)
    known = bookmark.read(store)
    try:
        with ProgressBar("entries") as bar:
            found = verify_on(store, None, known, progress=bar.show, cores=cores_of(options.jobs, options.db))
    except LedgerBroken as broken:
        raise LedgerBroken(f"the ledger is not whole, so nothing was archived: {broken}") from None
    bookmark.write(store, found, wall_clock())


def _record_place(options: argparse.Namespace, store: Store) -> int:
    found = moved(store, Path(options.at))
    store.move_archive(found)
    if options.json:
        print(json.dumps({"db": options.db, "segments": [_segment_json(one) for one in found]}, indent=2))
    else:
        told = f"{plural(len(found), 'segment')} of {printable(shown_url(options.db))}"
        say(f"{paint('Recorded', 'green', 'bold')}: {told} {'is' if len(found) == 1 else 'are'} in {options.at}.")
    return 0


def _show(options: argparse.Namespace, result: ArchiveResult, before: int, store: Store) -> None:
    now, entries = store.stored_bytes(), sum(one.stop - one.start for one in result.segments)
    if options.json:
        document = {
            "db": options.db, "archived": entries, "segments": [_segment_json(one) for one in result.segments],
            "bytes_before": before, "bytes_after": now, "reached": result.reached,
        }  # fmt: skip
        print(json.dumps(document, indent=2))
        return
    if not result.segments:
        known = store.archived()
        there = f"; {plural(known[-1].stop, 'entry', 'entries')} archived before" if known else ""
        say(f"Nothing to archive: no entry is older than the gaming day {options.before}{there}.")
    else:
        done = paint("Archived", "green", "bold")
        told = f"{plural(entries, 'entry', 'entries')} before the gaming day {options.before}"
        say(f"{done}: {told}, read back and compared.")
        print()
        rows = [(f"{one.start:,} to {one.stop - 1:,}", printable(one.place)) for one in result.segments]
        print(table(("entries", "segment"), rows))
        print()
        say(f"The database took {plural(before, 'byte')}, now {now:,}.")
        say("Keep the segments: the ledger reads them in place.")
    if not result.reached:
        say("Older entries remain because no signed head covers them yet: the house signs one when it is opened.")


def _segment_json(one: SegmentPlace) -> dict[str, Any]:
    return {"start": one.start, "stop": one.stop, "place": one.place, "manifest": one.digest}
