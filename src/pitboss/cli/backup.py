"""`pitboss backup`: a verified copy of a ledger in one file, while the house goes on."""

import argparse
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pitboss.cli.arguments import add_db
from pitboss.cli.files import reason
from pitboss.cli.output import paint, say, table
from pitboss.cli.progress import ProgressBar
from pitboss.cli.times import show_when
from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.heads import Head
from pitboss.evidence.verify import LedgerVerification, verify_store
from pitboss.house.key_file import key_file
from pitboss.ledger.open_store import open_store
from pitboss.ledger.store import StoreFailed
from pitboss.text import plural, printable

LOGS = ("-wal", "-journal")
"""The files that SQLite keeps beside a ledger that is open or was not closed."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the new file to write; nothing is overwritten")
    add_db(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    if "://" in options.file:
        raise InputError("a backup is a file, not a database: give its name")
    target = Path(options.file)
    check_free(target)
    try:
        with working_folder(target.parent) as folder, closing(open_store(options.db)) as store:
            copy = folder / "copy.db"
            store.backup(str(copy))
            found = verify_copy(copy)
            place(copy, target)
    except LedgerBroken as broken:
        raise LedgerBroken(
            f"the ledger is not whole, so no backup of it was kept: {broken}. Keep the ledger itself as it is"
        ) from None
    except StoreFailed as failed:
        raise InputError(f"no backup was made: {failed}") from None
    size = target.stat().st_size
    if options.json:
        print(json.dumps({"backup": options.file, "bytes": size, **whole_json(found, options.db)}, indent=2))
        return 0
    told = f"{plural(found.size, 'entry', 'entries')}, {plural(size, 'byte')}, verified"
    say(f"{paint('Backed up', 'green', 'bold')}: {printable(options.file)}, {told}.")
    print()
    key = f"not in the backup: keep {printable(key_file(options.db))} apart, because the house cannot go on without it"
    print(table(("", ""), [*head_lines(found), ("signing key", key)]))
    return 0


# Files


def check_free(target: Path) -> None:
    """Raises InputError if a file, or the log of a lost ledger, is at the place of a new ledger."""
    if target.exists():
        raise InputError("a file with this name exists, and nothing is overwritten: give another name", str(target))
    for log in LOGS:
        if (beside := target.with_name(target.name + log)).exists():
            # SQLite would use it as the log of the new file, and damage both.
            raise InputError("the log of a missing ledger is here: move it away, and keep it", str(beside))


@contextmanager
def working_folder(parent: Path | None = None) -> Iterator[Path]:
    """A temporary folder that only its owner can read."""
    try:
        made = TemporaryDirectory(dir=parent, prefix=".pitboss-")
    except OSError as error:
        raise InputError(f"cannot be written to: {reason(error)}", str(parent)) from None
    with made as folder:
        yield Path(folder)


def verify_copy(copy: Path) -> LedgerVerification:
    with closing(open_store(f"sqlite:{copy}")) as store, ProgressBar("entries") as bar:
        return verify_store(store, progress=bar.show)


def place(copy: Path, target: Path) -> None:
    """Gives a copy its name once it is on the disk. It holds cards and hashes of passwords: only its owner reads it."""
    check_free(target)
    copy.chmod(0o600)
    _sync(copy)
    copy.rename(target)
    if os.name == "posix":
        _sync(target.parent)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# What is shown


def whole_json(found: LedgerVerification, url: str) -> Mapping[str, Any]:
    newest = head_json(found.newest) if found.newest else None
    return {"entries": found.size, "root": found.root.hex(), "newest_head": newest, "key_file": key_file(url)}


def head_json(head: Head) -> Mapping[str, Any]:
    return {"origin": head.origin, "size": head.size, "root": head.root.hex(), "at": head.at}


def head_lines(found: LedgerVerification) -> list[tuple[str, str]]:
    if found.newest is None:
        return [("newest head", "none: no signature protects this ledger")]
    since = found.size - found.newest.size
    rest = f"; {plural(since, 'entry', 'entries')} since" if since else ""
    signed = f"signed {show_when(found.newest.at)} UTC over {plural(found.newest.size, 'entry', 'entries')}"
    return [("newest head", signed + rest), ("root", f"{found.root.hex()[:16]}...")]
