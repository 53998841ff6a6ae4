"""`pitboss play`: a table in the terminal. The engine decides everything; nothing here knows a rule."""

import argparse
import json
import secrets
from random import Random

from pitboss.cli.arguments import add_on, add_regulations, add_table, cards
from pitboss.cli.dealer import Dealer
from pitboss.cli.session import TerminalSession
from pitboss.cli.terminal import Terminal
from pitboss.errors import InputError
from pitboss.money import parse_money
from pitboss.rules.sample_house import find_ruleset


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("regulation", metavar="REGULATION", help="such as MD-LIR")
    parser.add_argument("--house", metavar="FILE", help="a house file (default: the sample house)")
    add_table(parser, "a table of the house (default: its first under the regulation)")
    parser.add_argument("--players", metavar="ANN,BOB", default="player", help="who plays at this keyboard")
    parser.add_argument("--boxes", metavar="N", type=int, default=1, help="adjacent boxes for each player (default: 1)")
    parser.add_argument(
        "--chips", metavar="AMOUNT", default="$1,000", help="what each player buys in for (default: $1,000)"
    )
    parser.add_argument("--seed", metavar="N", type=int, help="shuffles in the same way every time")
    parser.add_argument(
        "--deck", metavar="CARDS", action="append", default=[],
        help='the first cards of a round from the top, "2s Kc 7d"; give it once for each such round',
    )  # fmt: skip
    parser.add_argument("--by-the-book", action="store_true", help="shows every step of the procedures with its clause")
    parser.add_argument("--plain", action="store_true", help="plain text and lines instead of keys, as when piped")
    add_regulations(parser)
    add_on(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    ruleset = find_ruleset(options.regulation, options.house or "", options.table)
    # A seed is for repeating a game; money is never behind it.
    chance = secrets.SystemRandom() if options.seed is None else Random(options.seed)  # noqa: S311
    dealer = Dealer(ruleset, chance, [cards("--deck", text) for text in options.deck])
    sitting = TerminalSession(dealer, Terminal(plain=options.plain, silent=options.json), options.by_the_book)
    sitting.sit_down(_players(options.players), options.boxes, _money(options.chips))
    try:
        sitting.play()
    except (EOFError, KeyboardInterrupt):
        sitting.leave()
    if options.json:
        print(json.dumps(sitting.summary(), indent=2))
    return 0


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
