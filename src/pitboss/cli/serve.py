"""`pitboss serve`: opens the house and serves it until it is told to stop."""

import argparse
import gc
import json
import os
import sys
from contextlib import closing
from functools import partial
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pitboss.cli.arguments import add_calendar, add_db, add_jobs, add_regulations, retire
from pitboss.cli.calendars import calendar_of
from pitboss.cli.files import read_text
from pitboss.cli.ledgers import shown_url
from pitboss.cli.listening import (
    add_listening,
    address_of,
    listening_on,
    own_names,
    reachable,
    tls_of,
)
from pitboss.cli.opening_lines import be_witnessed, opening_lines
from pitboss.cli.output import say
from pitboss.errors import InputError, install_command

if TYPE_CHECKING:
    from collections.abc import Callable

    from pitboss.evidence.heads import SigningKey
    from pitboss.house.live_house import LiveHouse
    from pitboss.web.http.config import ServerConfig

DEALT = ("automatic", "dealer", "physical")
_MOST_PROCESSES = 64
_GARBAGE = 50_000
"""New objects after which the interpreter looks for cycles; the default is far lower."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("house", nargs="?", metavar="HOUSE.toml", help="the house file (default: the sample house)")
    add_db(parser, "the ledger, made if it is missing")
    parser.add_argument(
        "--key", metavar="FILE", help="the signing key, made for a new ledger (default: beside the ledger)"
    )
    add_listening(parser)
    parser.add_argument(
        "--physical", action="append", default=[], metavar="TABLE", help="a table dealt from real cards"
    )
    parser.add_argument(
        "--dealt", action="append", default=[], metavar="TABLE=HOW",
        help=f"who deals at a table: {', '.join(DEALT)} (default: automatic with --practice, else dealer)",
    )  # fmt: skip
    parser.add_argument(
        "--practice", action="store_true", help="guests play without a password, with practice players and advice"
    )
    add_jobs(parser, _MOST_PROCESSES, 1, "processes, each for some of the tables")
    add_calendar(parser)
    parser.add_argument(
        "--witnesses", metavar="POLICY", help="who cosigns heads, and how many must; the house stops if they refuse"
    )
    parser.add_argument("--open", action="store_true", help="opens a browser, if there is a screen")
    parser.add_argument(
        "--log",
        choices=("json", "text"),
        metavar="FORM",
        default="text",
        help="json or text (default: text)",
    )
    parser.add_argument("--quiet", action="store_true", help="logs only errors")
    parser.add_argument("--traces", metavar="URL", default="", help="sends a trace of each request to this collector")
    parser.add_argument("--no-limits", action="store_true", help="no limit on the requests of a client")
    add_regulations(parser)
    retire(parser, "--processes", "--jobs N")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    for module in ("fastapi", "orjson", "uvicorn", "websockets", "cryptography", "argon2"):
        if find_spec(module) is None:
            raise InputError(f"serving needs the package {module}: {install_command('house')}")
    import logging  # noqa: PLC0415 - only the server needs these

    from pitboss.house.people import People  # noqa: PLC0415 - for start-up time
    from pitboss.web.app import make_app  # noqa: PLC0415
    from pitboss.web.http.host_names import HostNames  # noqa: PLC0415
    from pitboss.web.http.log import start_log  # noqa: PLC0415
    from pitboss.web.http.traces import no_traces, traces_to  # noqa: PLC0415
    from pitboss.web.run.connections import OpenConnections, limits_of_system  # noqa: PLC0415
    from pitboss.web.run.processes import Processes, shares  # noqa: PLC0415
    from pitboss.web.server import ServedApp, serve  # noqa: PLC0415

    if not 0 <= options.port <= 65535:
        raise InputError(f"{options.port} is not a port number: give one from 0 to 65535")
    if options.jobs > 1 and not hasattr(os, "fork"):
        raise InputError(f"--jobs {options.jobs}: this system cannot fork, so one process serves everything")
    tls = tls_of(options)
    with listening_on(options.host, options.port) as listening:
        setup, port = _prepared(options), listening.getsockname()[1]
        processes = Processes.start(options.jobs)
        try:
            if processes.number:
                # Only the first process listens, so that nothing holds its port after it ends.
                listening.close()
            if not processes.wait_for_first():
                return 1
            house = setup.house()
            be_witnessed(house, options.witnesses)
            processes.tell_others()
            address = address_of(options.host, port, secure=tls is not None)
            parts = shares(setup.links, options.jobs)
            setting = setup.setting._replace(
                address=reachable(options.host, port, secure=tls is not None),
                # The first process also looks after tables that a later house file brings.
                share=parts[processes.number] if processes.number else None,
                elsewhere=frozenset[str]().union(*parts[1:]),
                proxies=frozenset(options.proxy),
                names=HostNames(own_names(options)),
                # After the fork: a thread sends the traces.
                traces=traces_to(options.traces) if options.traces else no_traces,
            )
            start_log(options.log, logging.WARNING if options.quiet else logging.INFO)
            app = make_app(house, lambda store: People(store, guests=options.practice), setting)
            if processes.number == 0:
                _say(options, house, address)
                if options.practice and setting.address:
                    _warn_of_guests(setting.address)
            _settle_memory()
            connections = OpenConnections(None if options.no_limits else limits_of_system(), options.proxy)
            served = ServedApp(app, connections, tls, address if options.open and _has_screen() else "")
            serve(served, listening, processes, parts)
        finally:
            well = processes.end()
    if not well:
        print("pitboss: a process of the house ended by itself, and the house with it: start it again", file=sys.stderr)
    return 0 if well else 1


def _settle_memory() -> None:
    """Objects that are loaded now stay. Tables come and go without cycles, so a search for cycles is rarely needed."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_GARBAGE)


class _Prepared(NamedTuple):
    """A house that can be opened, by each process for itself."""

    house: "Callable[[], LiveHouse]"
    setting: "ServerConfig"
    links: dict[str, set[str]]
    """The link of each table."""


def _prepared(options: argparse.Namespace) -> _Prepared:
    from pitboss.evidence.entry_check import recorded_key  # noqa: PLC0415 - for start-up time
    from pitboss.house.environment import ClockAndEntropy  # noqa: PLC0415
    from pitboss.house.key_file import head_file, key_file  # noqa: PLC0415
    from pitboss.house.live_house import LiveHouse  # noqa: PLC0415
    from pitboss.house.startup import GivenFile  # noqa: PLC0415
    from pitboss.ledger.fold import HOUSE, Rulesets  # noqa: PLC0415
    from pitboss.ledger.open_store import open_store  # noqa: PLC0415
    from pitboss.ledger.store import StoreFailed  # noqa: PLC0415
    from pitboss.web.http.config import ServerConfig  # noqa: PLC0415
    from pitboss.web.http.rate_limits import Limits  # noqa: PLC0415

    text, name = _text(options.house), options.house or "sample_house.toml"
    environment = ClockAndEntropy(calendar=calendar_of(options))
    # Errors of the house file are reported before anything is created.
    today = environment.calendar.date_of(environment.clock()).isoformat()
    given = GivenFile(name, text, today)
    dealt = _dealt(options.dealt, options.physical, tuple(given.tables))
    if given.violations and not _is_there(options.db):
        given.check_for_new_ledger()
    # Created once: a house that resumes opens its existing ledger.
    try:
        with closing(open_store(options.db, create=True)) as store:
            approved = given.approved(store, Rulesets(store))
            opened = next(store.stream(HOUSE), None)
            key = _key(options.key or key_file(options.db), str(recorded_key(opened)) if opened else "")
    except StoreFailed as failed:
        raise InputError(f"the ledger cannot be used: {failed}") from None
    physical = [table for table, how in dealt.items() if how == "physical"]
    limits = None if options.no_limits else Limits()
    house = partial(LiveHouse, partial(open_store, options.db), text, key, file=name, physical=physical)
    house = partial(house, head_file=head_file(options.key or key_file(options.db), options.db))
    return _Prepared(
        partial(house, practice=options.practice, environment=environment),
        ServerConfig(practice=options.practice, dealt=dealt, limits=limits),  # type: ignore[arg-type]
        {name: set(rules.meter_links.values()) for name, rules in approved.tables.items()},
    )


def _is_there(url: str) -> bool:
    """Whether there is a ledger at an address; looking makes none."""
    from pitboss.ledger.open_store import open_store  # noqa: PLC0415 - for start-up time

    try:
        open_store(url).close()
    except InputError:
        return False
    return True


def _key(file: str, signed_by: str) -> "SigningKey":
    """The house's key; it is made for a new ledger only."""
    from pitboss.house.key_file import load_or_make_key  # noqa: PLC0415 - for start-up time

    if signed_by and not Path(file).exists():
        raise InputError(f"this ledger is signed by the key {signed_by}: put its file there, or name it by --key", file)
    return load_or_make_key(file)


def _dealt(given: list[str], physical: list[str], tables: tuple[str, ...]) -> dict[str, str]:
    """Who deals at each table that an option names."""
    dealt = dict.fromkeys(physical, "physical")
    for text in given:
        table, _, how = text.rpartition("=")
        if how not in DEALT:
            raise InputError(f"--dealt {text!r}: write TABLE=HOW, where HOW is {', '.join(DEALT)}")
        dealt[table] = how
    if unknown := sorted(set(dealt) - set(tables)):
        raise InputError(f"there is no table {unknown[0]!r}: {', '.join(tables)}")
    return dealt


def _say(options: argparse.Namespace, house: "LiveHouse", address: str) -> None:
    tables = list(house.approved.tables)
    if options.json:
        told = {"address": address, "tables": tables, "ledger": options.db, "public_key": house.public_key}
        told["log"] = house.log_key
        print(json.dumps(told), flush=True)
        return
    say(f"{house.approved.submission.facility}: {', '.join(tables)}")
    if not options.house:
        say("This is the sample house: pitboss serve HOUSE.toml serves one of yours.")
    for line in opening_lines(house, options.house or "sample_house.toml"):
        say(line)
    say(f"{address}  ledger {shown_url(options.db)}  key {house.public_key}")
    sys.stdout.flush()


def _warn_of_guests(address: str) -> None:
    print(
        f"pitboss: this is a practice house, and anyone on the network can play at {address} without a password; "
        "--host 127.0.0.1 serves this machine alone",
        file=sys.stderr, flush=True,
    )  # fmt: skip


def _has_screen() -> bool:
    """Whether a person sits at this machine: at its terminal, and not over a remote connection."""
    return sys.stdout.isatty() and not any(name in os.environ for name in ("SSH_CONNECTION", "SSH_TTY", "CI"))


def _text(file: str | None) -> str:
    if file is None:
        return files("pitboss.regulations").joinpath("sample_house.toml").read_text(encoding="utf-8")
    return read_text(file).removeprefix("\ufeff")
