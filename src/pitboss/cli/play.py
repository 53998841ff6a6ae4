"""`pitboss play`: a table in the terminal. The engine decides everything; nothing here knows a rule."""

import argparse
import json
import secrets
from random import Random

from pitboss.cards import Card, parse_cards
from pitboss.cli import check
from pitboss.cli.dealer import Dealer
from pitboss.cli.session import TerminalSession
from pitboss.cli.terminal import Terminal
from pitboss.errors import InputError, SubmissionRejected
from pitboss.money import parse_money
from pitboss.rules.approve import approve_file
from pitboss.rules.load import FOLDER, known_id
from pitboss.rules.ruleset import Ruleset

SAMPLE_HOUSE = FOLDER / "sample_house.toml"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("regulation", metavar="REGULATION", help="such as MD-LIR")
    parser.add_argument("--house", metavar="FILE", help="a house file; a sample house when not given")
    parser.add_argument(
        "--table", metavar="NAME", help="a table of the house; its first under the regulation otherwise"
    )
    parser.add_argument("--players", metavar="ANN,BOB", default="player", help="who plays at this keyboard")
    parser.add_argument("--boxes", metavar="N", type=int, default=1, help="adjacent boxes for each player")
    parser.add_argument(
        "--chips", metavar="AMOUNT", default="$1,000", help="what each player buys in for: 1000 or $1,000"
    )
    parser.add_argument("--seed", metavar="N", type=int, help="shuffle the same way every time")
    parser.add_argument(
        "--deck", metavar="CARDS", action="append", default=[],
        help='the first cards of a round from the top, "2s Kc 7d"; once for each round to be written',
    )  # fmt: skip
    parser.add_argument("--by-the-book", action="store_true", help="show every step of the procedures with its clause")
    parser.add_argument("--plain", action="store_true", help="plain text and lines, as when piped")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    try:
        ruleset = _ruleset(options)
    except SubmissionRejected:
        if not options.json:
            raise
        return check.run(options)
    # A seed is for repeating a game; money is never behind it.
    chance = secrets.SystemRandom() if options.seed is None else Random(options.seed)  # noqa: S311
    dealer = Dealer(ruleset, chance, [_cards(text) for text in options.deck])
    sitting = TerminalSession(dealer, Terminal(plain=options.plain, silent=options.json), options.by_the_book)
    sitting.sit_down(_players(options.players), options.boxes, _money(options.chips))
    try:
        sitting.play()
    except (EOFError, KeyboardInterrupt):
        sitting.leave()
    if options.json:
        print(json.dumps(sitting.summary(), indent=2))
    return 0


def _ruleset(options: argparse.Namespace) -> Ruleset:
    regulation, file = known_id(options.regulation), options.house or str(SAMPLE_HOUSE)
    tables = approve_file(file).tables
    there = [name for name, ruleset in tables.items() if ruleset.regulation.id == regulation]
    if not there:
        raise InputError(f"{file} has no table under {regulation}")
    if options.table and options.table not in there:
        raise InputError(f"there is no table {options.table[:40]!r} under {regulation}; there are {', '.join(there)}")
    return tables[options.table or there[0]]


def _players(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    if not all(name and name.isprintable() and len(name) <= 20 for name in names) or len(set(names)) < len(names):
        raise InputError(f"--players {text[:40]!r}: write different names with commas between, like ann,bob")
    return names


def _money(text: str) -> int:
    try:
        return parse_money(f"${text.removeprefix('$')}")
    except ValueError:
        raise InputError(f"--chips {text[:40]!r} is not an amount: write 1000 or '$1,000'") from None


def _cards(text: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except ValueError as error:
        raise InputError(f"--deck: {error}") from None
