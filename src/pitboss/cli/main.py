"""`pitboss`: reads the command line, runs one command, and turns errors into sentences and exit codes.

0: good. 1: the answer is no. 2: the input cannot be used. Bad input never ends in a traceback.
"""

import argparse
import errno
import os
import sys
from collections.abc import Callable, Container, Sequence
from importlib import import_module
from typing import Any

from pitboss import __version__
from pitboss.cli.arguments import CommandParser, nearest
from pitboss.errors import InputError, PitbossError, RulesError, SubmissionRejected, install_command
from pitboss.text import printable

COMMANDS = {
    "rules": "the regulations; one regulation: its wagers, paytables, options, rulings",
    "clauses": "every clause of a regulation: gist, how it is met, where, by which tests",
    "diff": "what differs between two regulations or editions: in rules, in house edge, in money",
    "odds": "exact odds: counts, expected value, house edge, variance, break-even meters",
    "strategy": "the optimal strategy; the exact value of each choice for one hand",
    "check": "every violation of a house file at once, with file, line, column and clause",
    "new": "begins a regulation outside the package, as a copy of another to work through",
    "check-rules": "everything that is missing or wrong in a folder of regulations, with file, line and column",
    "sign": "the sign of a table, to print or to show: paytables, limits, meters, as HTML or PDF",
    "submit": "the Rules Submission of a house as a document: choices, layout, odds, procedures, readings",
    "settle": "what a recorded round must pay, line by line with clauses",
    "audit": "re-settles recorded rounds and lists every mispayment",
    "simulate": "plays up to billions of rounds: means beside the exact odds, shifts, meters, risk of ruin",
    "play": "a table in the terminal, by the sample house or one of yours",
    "examine": "the table test of a dealer: rounds with seeded faults, marks by clause, a signed certificate",
    "rounds": "finds rounds in a ledger: by table, time, player, amount, irregularity",
    "replay": "one round again: every card, chip and word in order, each with its clause",
    "case": "everything about a round in one file that proves itself, offline",
    "verify": "proves that a ledger is whole, or names the first entry that is not",
    "backup": "a verified copy of a ledger in one file, while the house goes on",
    "restore": "a backup becomes a ledger again, verified first; nothing is overwritten",
    "archive": "closed periods leave a ledger for files that never change, and are read in place",
    "reindex": "the index of rounds built again from the entries, also while a house runs",
    "migrate": "an older ledger brought up to date: what its entries say stays as it is",
    "report": "each table and gaming day: handle, hold, theoretical hold, jackpots, chips and cash",
    "slips": "the numbered slips of a ledger: counts, fills, credits, payouts; one as PDF; the check of a code",
    "watch": "alerts of a house as they happen: voids, corrections, counts, racks, cards, results, decisions",
    "serve": "the house: live tables over a ledger, for dealers, players and floorpersons",
    "witness": "cosigns the heads of houses, on the regulator's machine, and refuses what contradicts what it saw",
    "doctor": "versions, database, entropy, file digests: is this installation fit to run a table",
    "completion": "what bash, fish or zsh needs to complete these commands",
    "manual": "the manual page, for man",
    "people": "who works and plays in a house: list, add, change, badge, password, remove, tests, supervision",
}

_EXTRAS = {
    **dict.fromkeys(
        ("apsw", "argon2", "cryptography", "fastapi", "pydantic", "starlette", "uvicorn", "zstandard"), "house"
    ),
    "psycopg": "postgres",
    "pyarrow": "data",
    **dict.fromkeys(("numpy", "numba", "matplotlib"), "sim"),
    "distributed": "cluster",
}
"""The packages that only some commands need, and the extra that brings them."""
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = _run(given)
        sys.stdout.flush()
    except (InputError, RulesError) as error:
        from pitboss.cli.advice import advice  # noqa: PLC0415 - start-up time

        more = advice(error)
        document = {"error": error.reason + more, "file": error.file or None, "line": error.line or None}
        return _fail(given, 2, f"{error}{more}", document)
    except SubmissionRejected as rejected:
        from pitboss.documents.approval import rejection_json  # noqa: PLC0415 - start-up time

        return _fail(given, 1, str(rejected), rejection_json(rejected))
    except PitbossError as error:
        return _fail(given, 1, str(error), {"error": str(error), "file": None, "line": None})
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in _EXTRAS:
            raise
        reason = f"this needs the package {missing}: {install_command(_EXTRAS[missing])}"
        return _fail(given, 2, reason, {"error": reason, "file": None, "line": None})
    except BrokenPipeError:
        # The reader has closed the pipe.
        _say_no_more()
        return 0
    except OSError as error:
        # Commands report errors of their own files; what is left is an error of standard output.
        if error.errno not in _NO_ROOM:
            raise
        print(f"pitboss: the answer cannot be written: {(error.strerror or '').lower()}", file=sys.stderr)
        _say_no_more()
        return 2
    except KeyboardInterrupt:
        print("pitboss: interrupted", file=sys.stderr)
        return 130
    return code


def _run(given: list[str]) -> int:
    asked = next((word for word in given if not word.startswith("-")), "")
    if asked and asked not in COMMANDS:
        raise InputError(f"there is no command {asked[:40]!r}{nearest(asked, COMMANDS, 'pitboss --help lists them')}")
    # Only the command that is asked for is imported: start-up time.
    parser = make_parser([asked])
    options = parser.parse_args(given)
    if not hasattr(options, "run"):
        parser.print_help()
        return 0
    run: Callable[[argparse.Namespace], int] = options.run
    regulations, on = getattr(options, "regulations", ()), getattr(options, "on", None) or ""
    if not regulations and not on:
        return run(options)
    from pitboss.cli.rules_in_use import rules_in_use  # noqa: PLC0415 - start-up time: most commands need neither

    with rules_in_use(regulations, on):
        return run(options)


def _fail(given: list[str], code: int, sentence: str, document: dict[str, Any]) -> int:
    """Reports an error: a sentence for people and, with `--json`, an object for programs."""
    sys.stdout.flush()
    as_json = "--json" in given
    if as_json:
        from json import dumps  # noqa: PLC0415 - start-up time

        print(dumps(document, indent=2), flush=True)
    # With `--json`, the reason for a "no" goes to standard output alone.
    # What a file or a ledger says may hold anything: nothing of it controls the terminal.
    for line in [] if as_json and code == 1 else sentence.split("\n"):
        print(f"pitboss: {printable(line)}", file=sys.stderr)
    return code


def _say_no_more() -> None:
    """Keeps the interpreter from reporting at exit that it could not write."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def module_of(command: str) -> str:
    """The module of a command: `check-rules` is `pitboss.cli.check_rules`."""
    return f"pitboss.cli.{command.replace('-', '_')}"


def make_parser(configured: Container[str]) -> argparse.ArgumentParser:
    """Returns the parser. Only the commands among `configured` have their options."""
    parser = CommandParser(
        prog="pitboss",
        description="Runs casino poker tables exactly as their regulation orders, and can prove it.",
        epilog="pitboss COMMAND --help says more about a command.",
    )
    parser.add_argument("--version", action="version", version=f"pitboss {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name, does in COMMANDS.items():
        command = commands.add_parser(name, help=does, description=f"{does[0].upper()}{does[1:]}.")
        if name in configured:
            import_module(module_of(name)).configure(command)
            command.add_argument("--json", action="store_true", help="answer for programs")
    return parser


if __name__ == "__main__":
    sys.exit(main())
