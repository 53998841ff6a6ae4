"""The command line: one vocabulary of options for all commands, and errors that name what was probably meant."""

import argparse
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from pitboss.errors import InputError
from pitboss.money import parse_money

if TYPE_CHECKING:
    from fractions import Fraction

    from pitboss.cards import Card

DEFAULT_DB = "pitboss.db"

_MISSING = "the following arguments are required: "


class CommandParser(argparse.ArgumentParser):
    """Refuses abbreviations. Input that it does not understand is an InputError that names the nearest word."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"allow_abbrev": False, **settings})

    @property
    def _command(self) -> str:
        return self.prog.removeprefix("pitboss ")

    def error(self, message: str) -> NoReturn:
        if message.startswith(_MISSING):
            missing = message.removeprefix(_MISSING)
            raise InputError(f"{self._command} needs {missing}: {self.prog} --help says more")
        message = re.sub(r"expected (one|at least one) argument$", "expected a value after it", message)
        raise InputError(message.removeprefix("argument "))

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Every parser reports its own errors: it leaves no argument to the parser above it."""
        known, unknown = super().parse_known_args(args, namespace)
        for word in sorted(unknown, key=lambda word: not word.startswith("-")):
            if not word.startswith("-"):
                raise InputError(f"{self._command} cannot use {word[:40]!r}: {self.prog} --help lists its arguments")
            option = word.partition("=")[0]
            known_options = [name for name, one in self._option_string_actions.items() if one.help != argparse.SUPPRESS]
            advice = nearest(option, known_options, f"{self.prog} --help lists them")
            raise InputError(f"{self._command} has no option {option[:40]}{advice}")
        return known, unknown

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            listed = ", ".join(map(str, action.choices))
            raise InputError(
                f"{_name(action)}: {str(value)[:40]!r}{nearest(str(value), map(str, action.choices), listed)}"
            )


def _name(action: argparse.Action) -> str:
    return "/".join(action.option_strings) or str(action.metavar or action.dest)


def nearest(word: str, known: Iterable[str], otherwise: str) -> str:
    """The end of an error: the known word that was probably meant, else `otherwise`."""
    from difflib import get_close_matches  # noqa: PLC0415 - start-up time: only errors need it

    close = get_close_matches(word, list(known), n=1)
    return f": did you mean {close[0]}?" if close else f": {otherwise}"


class _Retired(argparse.Action):
    """An option under the name that it had in version 0.1."""

    def __init__(self, option_strings: Sequence[str], dest: str, now: str) -> None:
        super().__init__(option_strings, dest, nargs="?", help=argparse.SUPPRESS, default=argparse.SUPPRESS)
        self._now = now

    def __call__(self, parser: argparse.ArgumentParser, _: Any, __: Any, option: str | None = None) -> None:
        raise InputError(f"{parser.prog.removeprefix('pitboss ')}: {option} is now {self._now}")


def retire(parser: argparse.ArgumentParser, option: str, now: str) -> None:
    """Answers an option of version 0.1 with its new spelling."""
    parser.add_argument(option, action=_Retired, now=now)


# The vocabulary


def add_db(parser: argparse.ArgumentParser, what: str = "the ledger", default: str | None = "") -> None:
    parser.add_argument(
        "--db", metavar="URL", default=default_db() if default == "" else default,
        help=f"{what}: a file or postgresql://USER@HOST/NAME (default: PITBOSS_DB, else {DEFAULT_DB})",
    )  # fmt: skip


def default_db() -> str:
    """The ledger that a command uses if none is named."""
    return os.environ.get("PITBOSS_DB") or DEFAULT_DB


def add_regulations(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--regulations", action="append", default=[], metavar="DIR",
        help="a folder of regulations outside the package, repeatable (default: PITBOSS_REGULATIONS)",
    )  # fmt: skip


def add_on(parser: argparse.ArgumentParser, dest: str = "on") -> None:
    """Adds `--on`: `main` reads a regulation without an edition as the edition in force on that day.

    A command that compares the day with today stores it under another name.
    """
    parser.add_argument(
        "--on", dest=dest, type=day, default=None, metavar="DATE",
        help="the day whose rules apply, 2027-01-31 (default: today)",
    )  # fmt: skip


def add_calendar(parser: argparse.ArgumentParser) -> None:
    """Adds `--day-starts` and `--zone`, which say when a gaming day begins, and in which time zone."""
    parser.add_argument(
        "--day-starts", metavar="HH:MM", default="06:00", help="when a gaming day begins (default: 06:00)"
    )
    parser.add_argument(
        "--zone", metavar="ZONE", help="--zone=-05:00 or a name such as America/New_York (default: this machine's)"
    )


def add_table(parser: argparse.ArgumentParser, text: str) -> None:
    parser.add_argument("--table", metavar="NAME", default="", help=text)


def add_output(parser: argparse.ArgumentParser, text: str) -> None:
    parser.add_argument("-o", "--out", dest="out", metavar="FILE", default="", help=text)


def add_jobs(parser: argparse.ArgumentParser, most: int = 1024, default: int = 0, text: str = "processes") -> None:
    """Adds `--jobs`; 0, the default of most commands, means every core."""
    said = default or "every core"
    parser.add_argument("--jobs", type=whole(1, most), default=default, metavar="N", help=f"{text} (default: {said})")


def add_stakes(parser: argparse.ArgumentParser, text: str) -> None:
    parser.add_argument("--stake", action="append", default=[], metavar="WAGER=AMOUNT", help=text)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE",
        help="another reading of the regulation; pitboss rules REGULATION lists them",
    )  # fmt: skip


def add_meters(parser: argparse.ArgumentParser, shows: str) -> None:
    parser.add_argument("--meter", action="append", default=[], metavar="NAME=AMOUNT", help=shows)
    parser.add_argument(
        "--rate", action="append", default=[], metavar="NAME=PERCENT", help="the share of wagers that a meter takes"
    )


# Values


def whole(least: int, most: int) -> Callable[[str], int]:
    """A type of option: a whole number within bounds."""

    def parse(text: str) -> int:
        # Longer texts are never valid numbers, and Python cannot convert all of them.
        if not (text.isascii() and text.isdigit() and len(text) <= 80 and least <= int(text) <= most):
            expected = f"from {least:,} to {most:,}" if most < 10**9 else f"of {least:,} or more"
            raise argparse.ArgumentTypeError(f"expected a whole number {expected}, found {text[:40]!r}")
        return int(text)

    return parse


def day(text: str) -> str:
    """A type of option: a day such as `2027-01-31`."""
    from pitboss.rules.vocabulary import parse_day  # noqa: PLC0415 - start-up time: few commands have days

    try:
        return parse_day(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def pairs(option: str, texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The parts of each NAME=VALUE of an option."""
    seen = set()
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise InputError(f"{option} {text!r}: write it like NAME=VALUE")
        if name in seen:
            raise InputError(f"{option} {name}: given twice")
        seen.add(name)
        yield name, value


def amount(where: str, text: str) -> int:
    """The cents of an amount in an option, with a dollar sign or without."""
    try:
        return parse_money(text if text.startswith("$") else f"${text}")
    except ValueError as error:
        raise InputError(f"{where}: {error}") from None


def rate(name: str, text: str) -> "Fraction":
    """A meter's share of a wager, written as a percentage."""
    from pitboss.rules.vocabulary import parse_percent  # noqa: PLC0415 - start-up time: few commands have rates

    try:
        share = parse_percent(text if text.endswith("%") else f"{text}%")
    except ValueError as error:
        raise InputError(f"--rate {name}: {error}") from None
    if share > 1:
        raise InputError(f"--rate {name}: {text} is more than the wager")
    return share


def cards(option: str, text: str) -> "tuple[Card, ...]":
    """Cards such as `Qs 6d 4c`."""
    from pitboss.cards import parse_cards  # noqa: PLC0415 - start-up time: few commands have cards

    try:
        return parse_cards(text)
    except ValueError as error:
        raise InputError(f"{option}: {error}") from None
