"""`pitboss people`: who works and plays in a house. A person who can open the ledger needs no other right for it."""

import argparse
import getpass
import json
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from pitboss.cli.arguments import add_db
from pitboss.cli.ledgers import opened
from pitboss.cli.output import paint, say, table
from pitboss.cli.times import show_when
from pitboss.errors import InputError, install_command
from pitboss.house.table_tests import TableTests
from pitboss.ledger.fold import table_stream
from pitboss.ledger.store import Store
from pitboss.text import plural, printable

if TYPE_CHECKING:
    from pitboss.house.people import People

_ROLES = ("player", "dealer", "floorperson", "auditor", "manager", "cage", "surveillance", "count", "regulator")
_MOST_BYTES = 10_000
_MINUTES = "%Y-%m-%d %H:%M"


def configure(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    shown = {
        "list": ("everybody, with role and tables", _list),
        "add": ("adds a person; the first manager of a house is added in this way", _add),
        "change": ("changes a person's role or tables", _change),
        "password": ("sets a new password and ends all sessions of the person", _password),
        "own-password": ("a person changes their own password, by the one until now", _own_password),
        "remove": ("removes a person's access; the record of what they did stays", _remove),
        "badge": ("gives a person a badge and a PIN for consoles, or withdraws it", _badge),
        "tests": ("who took the table test on which game, and how it went", _tests),
        "sessions": ("who is signed in now", _sessions),
        "supervision": ("which floorperson supervises which tables, and whether the law allows it", _supervision),
    }
    for name, (does, action) in shown.items():
        command = actions.add_parser(name, help=does, description=f"{does[0].upper()}{does[1:]}.")
        if action not in (_list, _sessions, _supervision, _tests):
            command.add_argument("name", metavar="NAME", help="1 to 40 characters, as it is printed on a badge")
        if action in (_add, _change):
            command.add_argument(
                "--role", choices=_ROLES, metavar="ROLE", required=action is _add, help=f"one of {', '.join(_ROLES)}"
            )
            command.add_argument(
                "--table", action="append", metavar="NAME",
                help="a table where this person works, once for each; '' is every table (default: every table)",
            )  # fmt: skip
        if action in (_add, _password, _own_password):
            command.add_argument(
                "--password-stdin", action="store_true", help="read the password from standard input, not the terminal"
            )
        if action is _badge:
            number = command.add_mutually_exclusive_group(required=True)
            number.add_argument("--badge", metavar="NUMBER", help="the number on the badge: digits or letters")
            number.add_argument("--withdraw", action="store_true", help="nobody signs in by this badge any more")
            command.add_argument(
                "--pin-stdin", action="store_true", help="read the PIN from standard input, not the terminal"
            )
        add_db(command)
        command.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="answer for programs")
        command.set_defaults(act=action, creates=action is _add)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    if find_spec("argon2") is None:
        raise InputError(f"this needs the package argon2-cffi: {install_command('house')}")
    from pitboss.house.people import People  # noqa: PLC0415 - other commands do without argon2

    if options.act is _own_password:
        options.old = _old(options)
    if hasattr(options, "password_stdin"):
        # Before the ledger is opened: without a password, nothing is made.
        options.password = _read(options)
    if getattr(options, "badge", None):
        options.pin = _read(options, "PIN")
    with opened(options.db, create=options.creates) as store:
        code: int = options.act(options, store, People(store))
        return code


def _list(options: argparse.Namespace, _: Store, people: "People") -> int:
    everyone, differences = people.everyone(), people.differences()
    badges = people.badges()
    found = [
        {"name": p.name, "role": p.role, "tables": [*p.tables], "password": bool(p.password)}
        | ({"badge": badges[p.name]} if p.name in badges else {})
        for p in everyone
    ]
    if options.json:
        print(json.dumps({"people": found, "differences": differences}, indent=2, ensure_ascii=False))
    elif found:
        rows = [
            (
                printable(p.name),
                p.role,
                printable(", ".join(p.tables)) or "every",
                _known_by(p.password, badges, p.name),
            )
            for p in everyone
        ]
        print(table(("name", "role", "tables", ""), rows))
    else:
        say("Nobody yet: pitboss people add NAME --role manager")
    if differences and not options.json:
        print()
        say(f"{paint('Not as the ledger records it', 'red', 'bold')}: someone changed it without recording it.")
        for line in differences:
            say(printable(line), 2)
    return 1 if differences else 0


def _add(options: argparse.Namespace, store: Store, people: "People") -> int:
    is_new = store.size() == 0
    who = people.add(options.name, options.role, options.password, _tables(options, store) or ())
    done = {"added": {"name": who.name, "role": who.role, "tables": [*who.tables]}}
    return _tell(options, done, f"{who.name} is {_place(who.role, who.tables)}.{' The ledger is new.' * is_new}")


def _change(options: argparse.Namespace, store: Store, people: "People") -> int:
    tables = _tables(options, store)
    if options.role is None and tables is None:
        raise InputError("nothing to change: give --role or --table")
    who = people.change(options.name, options.role, tables)
    done = {"changed": {"name": who.name, "role": who.role, "tables": [*who.tables]}}
    return _tell(options, done, f"{who.name} is now {_place(who.role, who.tables)}.")


def _password(options: argparse.Namespace, _: Store, people: "People") -> int:
    people.set_password(options.name, options.password)
    return _tell(options, {"password": {"name": options.name}}, f"{options.name} has a new password; sessions ended.")


def _own_password(options: argparse.Namespace, _: Store, people: "People") -> int:
    people.change_password(options.name, options.old, options.password)
    return _tell(options, {"password": {"name": options.name}}, f"{options.name} has a new password; sessions ended.")


def _remove(options: argparse.Namespace, _: Store, people: "People") -> int:
    people.remove(options.name)
    told = f"{options.name} is removed; sessions ended, the record of what was done stays."
    return _tell(options, {"removed": {"name": options.name}}, told)


def _known_by(password: str, badges: Mapping[str, str], name: str) -> str:
    if name in badges:
        return f"badge {badges[name]}"
    return "" if password else "guest"


def _badge(options: argparse.Namespace, _: Store, people: "People") -> int:
    if options.withdraw:
        people.withdraw_badge(options.name)
        return _tell(options, {"withdrawn": {"name": options.name}}, f"{options.name} has no badge; sessions ended.")
    people.issue_badge(options.name, options.badge, options.pin)
    badge = people.badges()[people.known(options.name).name]
    done = {"badge": {"name": options.name, "badge": badge}}
    return _tell(options, done, f"{options.name} signs in at consoles by badge {badge} and the new PIN.")


def _supervision(options: argparse.Namespace, _: Store, people: "People") -> int:
    """The exit code: 1 if a floorperson supervises too many tables, or nobody supervises a table."""
    found = people.supervision()
    if options.json:
        one = [{**person._asdict(), "within": person.is_within} for person in found.floorpersons]
        print(json.dumps({"floorpersons": one, "unsupervised": [*found.unsupervised]}, indent=2, ensure_ascii=False))
        return int(not found.is_as_ordered)
    if found.floorpersons:
        rows = [
            (
                printable(person.name), printable(", ".join(person.tables)), f"{len(person.counted)} of {person.most}",
                person.clause, "" if person.is_within else paint("too many", "red", "bold"),
            )
            for person in found.floorpersons
        ]  # fmt: skip
        print(table(("floorperson", "tables", "counted", "by", ""), rows))
    else:
        say("Nobody here is a floorperson: pitboss people add NAME --role floorperson")
    if found.unsupervised:
        say(f"{paint('No floorperson', 'red', 'bold')} supervises {printable(', '.join(found.unsupervised))}.")
    return int(not found.is_as_ordered)


def _tests(options: argparse.Namespace, store: Store, _: "People") -> int:
    found = list(TableTests(store).taken())
    if options.json:
        rows_ = [
            {"at": at, "examiner": by, **test.as_dict(), "passed": bool(test.certificate)} for at, by, test in found
        ]
        print(json.dumps(rows_, indent=2, ensure_ascii=False))
    elif found:
        rows = [
            (
                printable(test.name), printable(test.regulation), "passed" if test.certificate else "not passed",
                f"{test.points} of {test.possible}", printable(by), f"{show_when(at, _MINUTES)} UTC",
            )
            for at, by, test in found
        ]  # fmt: skip
        print(table(("name", "regulation", "", "points", "judged by", "taken"), rows, right=(3,)))
    else:
        say("Nobody has taken a table test yet: pitboss examine REGULATION --db URL")
    return 0


def _sessions(options: argparse.Namespace, _: Store, people: "People") -> int:
    found = people.sessions()
    if options.json:
        print(json.dumps([{"name": s.person, "since": s.since, "until": s.until} for s in found], indent=2))
    elif found:
        rows = [
            (printable(s.person), f"{show_when(s.since, _MINUTES)} UTC", f"{show_when(s.until, _MINUTES)} UTC")
            for s in found
        ]
        print(table(("name", "signed in", "until, unless used"), rows))
    else:
        print("Nobody is signed in.")
    return 0


def _tell(options: argparse.Namespace, done: Mapping[str, Any], sentence: str) -> int:
    if options.json:
        print(json.dumps(done, indent=2, ensure_ascii=False))
    else:
        say(printable(sentence))
    return 0


def _place(role: str, tables: tuple[str, ...]) -> str:
    return f"{role}, at {plural(len(tables), 'table')}: {', '.join(tables)}" if tables else f"{role}, at every table"


def _tables(options: argparse.Namespace, store: Store) -> tuple[str, ...] | None:
    """The tables given, None if the option is not given. A table that the ledger does not have is a mistake."""
    if options.table is None:
        return None
    given = tuple(name for name in options.table if name)
    known = [name.removeprefix(table_stream("")) for name in store.streams() if name.startswith(table_stream(""))]
    for name in given:
        if known and name not in known:
            raise InputError(f"there is no table {name!a} in this ledger: {printable(', '.join(known))}")
    return given


def _old(options: argparse.Namespace) -> str:
    """The password until now: the first line of standard input, or from the terminal."""
    if options.password_stdin:
        return sys.stdin.readline(_MOST_BYTES).removesuffix("\n").removesuffix("\r")
    if not sys.stdin.isatty():
        raise InputError("there is no terminal to type a password at: give both on standard input, --password-stdin")
    return getpass.getpass(f"Password of {printable(options.name)} until now: ")


def _read(options: argparse.Namespace, what: str = "password") -> str:
    """A password or a PIN, from the terminal or standard input: other people can read arguments."""
    if getattr(options, "password_stdin", False) or getattr(options, "pin_stdin", False):
        try:
            text = sys.stdin.read(_MOST_BYTES)
        except UnicodeDecodeError:
            raise InputError(f"the {what} on standard input is not text in UTF-8") from None
        return text.removesuffix("\n").removesuffix("\r")
    if not sys.stdin.isatty():
        option = "--pin-stdin" if what == "PIN" else "--password-stdin"
        raise InputError(f"there is no terminal to type a {what} at: give it on standard input, {option}")
    try:
        password = getpass.getpass(f"{what[0].upper()}{what[1:]} for {printable(options.name)}: ")
        if getpass.getpass("Again: ") != password:
            raise InputError(f"the two {what}s differ: nothing was changed")
    except EOFError:
        raise InputError(f"no {what} was given: nothing was changed") from None
    return password
