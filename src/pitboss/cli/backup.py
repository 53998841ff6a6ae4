"""`pitboss backup`: a verified copy of a ledger in one file, made or continued while the house goes on."""

import argparse
import json
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pitboss.cli.arguments import add_db
from pitboss.cli.bookmark_files import bookmark_of
from pitboss.cli.files import reason
from pitboss.cli.output import paint, say, table
from pitboss.cli.progress import ProgressBar
from pitboss.cli.times import show_when
from pitboss.disk import sync
from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.backups import BackupUpdate, update
from pitboss.evidence.heads import Head
from pitboss.evidence.verify import LedgerVerification, verify_store
from pitboss.house.environment import wall_clock
from pitboss.house.key_file import key_file
from pitboss.ledger.open_store import open_file, open_store
from pitboss.ledger.store import Store, StoreFailed
from pitboss.text import plural, printable

LOGS = ("-wal", "-journal")
"""The files that SQLite keeps beside a ledger that is open or was not closed."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the new file to write; nothing is overwritten")
    add_db(parser)
    parser.add_argument("--update", action="store_true", help="FILE is a backup: add what is new, and read no more")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    if "://" in options.file:
        raise InputError("a backup is a file, not a database: give its name")
    made = _updated(options) if options.update else _new(options)
    size = Path(options.file).stat().st_size
    if options.json:
        answer = {"backup": options.file, "bytes": size, "added": made.added, **whole_json(made.found, options.db)}
        print(json.dumps(answer, indent=2))
        return 0
    entries = plural(made.found.size, "entry", "entries")
    new = f", {f'{made.added:,} of them' if made.added else 'nothing'} new" if options.update else ""
    told = f"{entries}, {plural(size, 'byte')}{new}, verified"
    say(f"{paint('Backed up', 'green', 'bold')}: {printable(options.file)}, {told}.")
    print()
    key = f"not in the backup: keep {printable(key_file(options.db))} apart, because the house cannot go on without it"
    print(table(("", ""), [*head_lines(made.found), ("signing key", key)]))
    return 0


def _new(options: argparse.Namespace) -> BackupUpdate:
    """A backup that is written whole."""
    target = Path(options.file)
    check_free(target)
    try:
        with working_folder(target.parent) as folder, closing(open_store(options.db)) as store:
            copy = folder / "copy.db"
            store.backup(str(copy))
            found = verify_copy(copy)
            place(copy, target)
            _remember(options.file, store, found)
    except LedgerBroken as broken:
        raise LedgerBroken(
            f"the ledger is not whole, so no backup of it was kept: {broken}. Keep the ledger itself as it is"
        ) from None
    except StoreFailed as failed:
        raise InputError(f"no backup was made: {failed}") from None
    return BackupUpdate(found, found.size)


def _updated(options: argparse.Namespace) -> BackupUpdate:
    """A backup that was made before, with what is new. Whatever fails leaves it as it was."""
    ledger = Path(options.db.removeprefix("sqlite:"))
    if ledger.exists() and Path(options.file).exists() and ledger.samefile(options.file):
        raise InputError("this is the ledger itself: name its backup", options.file)
    try:
        with closing(open_file(options.file)) as copy, closing(open_store(options.db)) as store:
            known = bookmark_of(options.file, None).read(copy)
            with ProgressBar("entries") as bar:
                made = update(store, copy, known, bar.show)
            _remember(options.file, store, made.found)
    except LedgerBroken as broken:
        raise LedgerBroken(f"the ledger is not whole, so the backup stays as it was: {broken}") from None
    except StoreFailed as failed:
        raise InputError(f"the backup stays as it was: {failed}") from None
    return made


def _remember(file: str, store: Store, found: LedgerVerification) -> None:
    """So that an update reads only what is new."""
    bookmark_of(file, None).write(store, found, wall_clock())


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
    sync(copy)
    copy.rename(target)
    sync(target.parent)


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
