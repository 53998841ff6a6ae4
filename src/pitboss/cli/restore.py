"""`pitboss restore`: a backup becomes a ledger again, whole or as it was at a moment; nothing is overwritten."""

import argparse
import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pitboss.cli.arguments import add_db
from pitboss.cli.backup import (
    LOGS,
    check_free,
    head_json,
    head_lines,
    place,
    verify_copy,
    whole_json,
    working_folder,
)  # fmt: skip
from pitboss.cli.files import read_text, reason
from pitboss.cli.ledgers import shown_url
from pitboss.cli.output import paint, say, table
from pitboss.cli.progress import ProgressBar
from pitboss.cli.times import parse_when, show_when
from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.backups import entries_before
from pitboss.evidence.heads import Head, check_head, read_head
from pitboss.evidence.signed_note import MOST_BYTES
from pitboss.evidence.verify import LedgerVerification, verify_store
from pitboss.house.key_file import key_file
from pitboss.ledger.entry import Draft, Entry
from pitboss.ledger.open_store import open_file, open_store
from pitboss.ledger.store import Store, StoreFailed
from pitboss.text import plural, printable

if TYPE_CHECKING:
    from pitboss.ledger.sqlite import SqliteStore

_OF_THE_STORE = ("v", "stream", "seq", "prev")
"""What a store adds to a content."""
_AT_ONCE = 500
_NEVER = 2**62


class KeptHead(NamedTuple):
    """A head kept elsewhere."""

    text: str
    head: Head


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("backup", metavar="BACKUP", help="the file that pitboss backup wrote")
    add_db(parser, "the new ledger")
    parser.add_argument("--head", metavar="FILE", help="a signed head kept elsewhere: is the backup as new as that?")
    parser.add_argument(
        "--until", type=parse_when, metavar="MOMENT", help="leave out what came from then on: 2026-03-01T20:15:00"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    source, kept = Path(options.backup), _kept(options.head) if options.head else None
    server = "://" in options.db
    target = Path(options.db.removeprefix("sqlite:"))
    if not server:
        check_free(target)
    try:
        with working_folder(None if server else target.parent) as folder:
            copy = folder / "copy.db"
            _read(source, copy)
            whole = _cut(copy, options.until) if options.until is not None else None
            found = _verified(copy, kept)
            if server:
                _to_server(copy, options.db, found)
            else:
                place(copy, target)
    except LedgerBroken as broken:
        raise LedgerBroken(f"the backup is not whole, so nothing was restored: {broken}") from None
    except StoreFailed as failed:
        raise InputError(f"nothing was restored: {failed}") from None
    _show(options, found, kept, whole)
    return 0


# The backup


def _read(source: Path, copy: Path) -> None:
    """Copies the backup; the file itself is only read."""
    for log in LOGS:
        if source.with_name(source.name + log).exists():
            raise InputError(
                f"this ledger is in use or was not closed: make a backup with pitboss backup --db {source}", str(source)
            )
    try:
        shutil.copyfile(source, copy)
        copy.chmod(0o600)
    except OSError as error:
        raise InputError(f"cannot be read: {reason(error)}", str(source)) from None


def _cut(copy: Path, moment: int) -> int:
    """Leaves in the copy what came before a moment; how many entries it had."""
    with closing(_opened(copy)) as store:
        size, stop, archived = store.size(), entries_before(store, moment), store.archived()
        if not stop:
            raise InputError(f"--until {show_when(moment)} UTC: no entry of this backup is that old")
        if archived and stop < archived[-1].stop:
            raise InputError(
                f"--until {show_when(moment)} UTC: this moment is archived, and segments are never cut. Take a backup "
                "from before the archiving"
            )
        if stop < size:
            store.cut(stop)
    return size


def _opened(copy: Path) -> "SqliteStore":
    try:
        return open_file(str(copy))
    except InputError as error:
        raise InputError(f"this is not a backup: {error.reason}") from None


def _verified(copy: Path, kept: KeptHead | None) -> LedgerVerification:
    """The result of verifying the backup, as far as it goes, also against the head kept elsewhere."""
    _opened(copy).close()
    found = verify_copy(copy)
    with closing(_opened(copy)) as store:
        if kept and kept.head.size > found.size:
            if found.key is None:
                raise LedgerBroken("it does not record the key that signed the head kept elsewhere")
            check_head(kept.text, found.key)
        elif kept:
            found = verify_store(store, older_head=kept.text)
        # Some sessions have ended since the backup, so none is restored.
        store.end_sessions(before=_NEVER)
    return found


def _kept(file: str) -> KeptHead:
    text = read_text(file, MOST_BYTES)
    try:
        return KeptHead(text, read_head(text))
    except LedgerBroken as error:
        raise InputError(error.reason, file) from None


# Into a server


def _to_server(copy: Path, url: str, found: LedgerVerification) -> None:
    with (
        closing(open_store(f"sqlite:{copy}")) as source,
        closing(open_store(url, create=True, schema=source.schema())) as target,
    ):
        if target.size() or target.people():
            raise InputError("a ledger exists here, and nothing is overwritten: give another schema")
        try:
            _append_all(source, target, found.size)
            whole = verify_store(target).root == found.root
        except StoreFailed as failed:
            raise InputError(f"only a part was restored: drop the schema and try again. {failed}") from None
        assert whole, "the same entries have the same root"


def _append_all(source: Store, target: Store, size: int) -> None:
    """Appends every entry as it was first appended, so that the hashes are the same."""
    with ProgressBar("entries") as bar:
        for command, group in _groups(source):
            target.append([_draft(entry) for entry in group], command)
            bar.show(group[-1].position + 1, size)
    for head in source.heads():
        target.add_head(head)
    for person in source.people():
        target.save_person(person)


def _groups(source: Store) -> Iterator[tuple[str, list[Entry]]]:
    """Entries that may be appended together: one command and the entries after it without an id."""
    command, group = "", list[Entry]()
    for entry in source.entries():
        own = entry.content.get("id") or ""
        if group and (own not in ("", command) or (not command and len(group) == _AT_ONCE)):
            yield command, group
            command, group = "", []
        command = command or own
        group.append(entry)
    if group:
        yield command, group


def _draft(entry: Entry) -> Draft:
    content = {key: value for key, value in entry.content.items() if key not in _OF_THE_STORE}
    return Draft(entry.stream, entry.seq - 1, content)


# What is shown


def _show(options: argparse.Namespace, found: LedgerVerification, kept: KeptHead | None, whole: int | None) -> None:
    """Says what was restored; `whole` is the number of entries of the backup if a moment was given."""
    missing = max(0, kept.head.size - found.size) if kept else 0
    shown = shown_url(options.db)
    if options.json:
        told = {"restored": shown, "backup": options.backup, **whole_json(found, options.db)}
        told |= {"kept_head": head_json(kept.head) if kept else None, "missing": missing}
        print(json.dumps({**told, "left_out": 0 if whole is None else whole - found.size}, indent=2))
        return
    say(f"{paint('Restored', 'green', 'bold')}: {printable(shown)}, {plural(found.size, 'entry', 'entries')}.")
    print()
    rows = head_lines(found)
    if whole is not None:
        rows.append(("moment", f"{found.size:,} entries of {whole:,}, up to {show_when(options.until)} UTC"))
    if kept:
        signed = f"signed {show_when(kept.head.at)} UTC over {plural(kept.head.size, 'entry', 'entries')}"
        lost = f"{plural(missing, 'entry', 'entries')} that came after this backup {'is' if missing == 1 else 'are'}"
        rows.append(("head you kept", f"{signed}: {f'{lost} missing' if missing else 'the backup continues it'}"))
    rows.append(("signing key", f"not in a backup: put {printable(key_file(options.db))} back too"))
    rows.append(("people", "as they were when the backup was made; everybody signs in again"))
    print(table(("", ""), rows))
