"""`pitboss people`: who works and plays in a house. Whoever has the ledger itself in hand may say so."""

import argparse
import getpass
import json
import sys
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from pitboss.cli.settle import printable
from pitboss.cli.text import paint, plural, table
from pitboss.errors import InputError, install_command
from pitboss.ledger.fold import table_stream
from pitboss.ledger.open_store import DEFAULT, open_store
from pitboss.ledger.store import Store, StoreFailed

if TYPE_CHECKING:
    from pitboss.house.people import People

_ROLES = ("player", "dealer", "floorperson", "auditor", "manager")
_MOST_BYTES = 10_000


def configure(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    shown = {
        "list": ("everybody, with role and tables", _list),
        "add": ("somebody new; the first manager of a house is added so", _add),
        "change": ("another role or other tables for somebody", _change),
        "password": ("a new password for somebody; all sessions of theirs end", _password),
        "remove": ("nobody signs in under a name any more; what it did stays known", _remove),
        "sessions": ("who is signed in now", _sessions),
    }
    for name, (does, action) in shown.items():
        command = actions.add_parser(name, help=does, description=f"{does[0].upper()}{does[1:]}.")
        if action not in (_list, _sessions):
            command.add_argument("name", metavar="NAME", help="1 to 40 characters, as it is printed on a badge")
        if action in (_add, _change):
            command.add_argument("--role", choices=_ROLES, required=action is _add, help="what falls to this person")
            command.add_argument(
                "--table", action="append", metavar="T", help="only this table; several times for several, '' for every"
            )
        if action in (_add, _password):
            command.add_argument(
                "--password-stdin", action="store_true", help="read the password from standard input, not the terminal"
            )
        command.add_argument("--db", metavar="URL", default=DEFAULT, help=f"the ledger ({DEFAULT})")
        command.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="answer for programs")
        command.set_defaults(act=action, creates=action is _add)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    if find_spec("argon2") is None:
        raise InputError(f"this needs the package argon2-cffi: {install_command('house')}")
    from pitboss.house.people import People  # noqa: PLC0415 - other commands do without argon2

    if hasattr(options, "password_stdin"):
        # Before the ledger is opened: nothing is made where nobody types a password.
        options.password = _read(options)
    try:
        with closing(open_store(options.db, create=options.creates)) as store:
            code: int = options.act(options, store, People(store))
            return code
    except StoreFailed as failed:
        raise InputError(f"the ledger cannot be used: {failed}") from None


def _list(options: argparse.Namespace, _: Store, people: "People") -> int:
    everyone, differences = people.everyone(), people.differences()
    found = [{"name": p.name, "role": p.role, "tables": [*p.tables], "password": bool(p.password)} for p in everyone]
    if options.json:
        print(json.dumps({"people": found, "differences": differences}, indent=2, ensure_ascii=False))
    elif found:
        rows = [
            (printable(p.name), p.role, printable(", ".join(p.tables)) or "every", "" if p.password else "guest")
            for p in everyone
        ]
        print(table(("name", "role", "tables", ""), rows))
    else:
        print("Nobody yet: pitboss people add NAME --role manager")
    if differences and not options.json:
        print(f"\n{paint('Not as the ledger records it', 'red', 'bold')}: somebody wrote past the ledger.")
        print("\n".join(f"  {printable(line)}" for line in differences))
    return 1 if differences else 0


def _add(options: argparse.Namespace, store: Store, people: "People") -> int:
    is_new = store.size() == 0
    who = people.add(options.name, options.role, options.password, _tables(options, store) or ())
    done = {"added": {"name": who.name, "role": who.role, "tables": [*who.tables]}}
    return _tell(options, done, f"{who.name} is {_place(who.role, who.tables)}.{' The ledger is new.' * is_new}")


def _change(options: argparse.Namespace, store: Store, people: "People") -> int:
    tables = _tables(options, store)
    if options.role is None and tables is None:
        raise InputError("say what changes: --role or --table")
    who = people.change(options.name, options.role, tables)
    done = {"changed": {"name": who.name, "role": who.role, "tables": [*who.tables]}}
    return _tell(options, done, f"{who.name} is now {_place(who.role, who.tables)}.")


def _password(options: argparse.Namespace, _: Store, people: "People") -> int:
    people.set_password(options.name, options.password)
    return _tell(options, {"password": {"name": options.name}}, f"{options.name} has a new password; sessions ended.")


def _remove(options: argparse.Namespace, _: Store, people: "People") -> int:
    people.remove(options.name)
    told = f"{options.name} is removed; sessions ended, the record of what was done stays."
    return _tell(options, {"removed": {"name": options.name}}, told)


def _sessions(options: argparse.Namespace, _: Store, people: "People") -> int:
    found = people.sessions()
    if options.json:
        print(json.dumps([{"name": s.person, "since": s.since, "until": s.until} for s in found], indent=2))
    elif found:
        rows = [(printable(s.person), _when(s.since), _when(s.until)) for s in found]
        print(table(("name", "signed in", "until, unless used"), rows))
    else:
        print("Nobody is signed in.")
    return 0


def _tell(options: argparse.Namespace, done: Mapping[str, Any], sentence: str) -> int:
    print(json.dumps(done, indent=2, ensure_ascii=False) if options.json else printable(sentence))
    return 0


def _place(role: str, tables: tuple[str, ...]) -> str:
    return f"{role}, at {plural(len(tables), 'table')}: {', '.join(tables)}" if tables else f"{role}, at every table"


def _tables(options: argparse.Namespace, store: Store) -> tuple[str, ...] | None:
    """The tables given; None where none are. Those that the ledger does not know are a slip of the pen."""
    if options.table is None:
        return None
    given = tuple(name for name in options.table if name)
    known = [name.removeprefix(table_stream("")) for name in store.streams() if name.startswith(table_stream(""))]
    for name in given:
        if known and name not in known:
            raise InputError(f"there is no table {name!a} in this ledger: {printable(', '.join(known))}")
    return given


def _read(options: argparse.Namespace) -> str:
    """A password, from where nobody else sees it: never from an argument."""
    if options.password_stdin:
        try:
            text = sys.stdin.read(_MOST_BYTES)
        except UnicodeDecodeError:
            raise InputError("the password on standard input is not text in UTF-8") from None
        return text.removesuffix("\n").removesuffix("\r")
    if not sys.stdin.isatty():
        raise InputError("there is no terminal to type a password at: give it on standard input, --password-stdin")
    try:
        password = getpass.getpass(f"Password for {printable(options.name)}: ")
        if getpass.getpass("Again: ") != password:
            raise InputError("the two passwords differ: nothing was changed")
    except EOFError:
        raise InputError("no password was given: nothing was changed") from None
    return password


def _when(at: int) -> str:
    return f"{datetime.fromtimestamp(at // 1000, UTC):%Y-%m-%d %H:%M} UTC"
