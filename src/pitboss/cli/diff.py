"""`pitboss diff` compares two regulations or editions: every difference, its price, and what it would have paid."""

import argparse
import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pitboss.cli.arguments import add_calendar, add_on, add_regulations, add_table
from pitboss.cli.diff_text import show_differences
from pitboss.documents.rule_words import CHAPTERS, RuleWords, chapter_of
from pitboss.errors import InputError
from pitboss.odds.comparison import Price, PriceComparison, PricePair, compare_prices
from pitboss.rules.clause import Clause
from pitboss.rules.comparison import RuleDifference, compare
from pitboss.rules.load import known_id, load_regulation
from pitboss.rules.regulation import Regulation


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("left", metavar="REGULATION", help="such as MD-LIR, or an edition such as MD-TCP@1.4")
    parser.add_argument("right", metavar="REGULATION", help="such as MA-LIR, or MD-TCP@1.5")
    add_regulations(parser)
    add_on(parser)
    parser.add_argument("--db", metavar="URL", help="a ledger: what its rounds would have paid under the other edition")
    add_table(parser, "one table of the ledger (default: every table)")
    add_calendar(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    left, right = (load_regulation(known_id(name)) for name in (options.left, options.right))
    if options.table and not options.db:
        raise InputError("--table names a table of a ledger: give the ledger as --db")
    money = None
    if options.db:
        from pitboss.cli.diff_money import LedgerMoney  # noqa: PLC0415 - needs an extra

        money = LedgerMoney(left, right, options)
    words, differences = RuleWords(left, right), in_order(compare(left, right))
    prices = compare_prices(left, right)
    if options.json:
        answer = _answer(left, right, words, differences, prices)
        print(json.dumps({**answer, **({"money": money.to_json()} if money else {})}, indent=2))
        return 0
    show_differences(labels(left, right), (left, right), words, differences, prices)
    if money:
        money.show()
    return 0


def labels(left: Regulation, right: Regulation) -> tuple[str, str]:
    """The names of both sides: their ids, with the edition if the ids are the same."""
    return (left.key, right.key) if left.id == right.id else (left.id, right.id)


def in_order(differences: tuple[RuleDifference, ...]) -> list[RuleDifference]:
    """The differences chapter by chapter."""
    return sorted(differences, key=lambda found: CHAPTERS.index(chapter_of(found.path)))


def _answer(
    left: Regulation, right: Regulation, words: RuleWords, differences: list[RuleDifference], prices: PriceComparison
) -> dict[str, Any]:
    names = labels(left, right)
    differing = {(chapter_of(found.path), words.subject(found.path)) for found in differences}
    theirs = set(words.subjects(right))
    return {
        "left": names[0],
        "right": names[1],
        "editions": {
            side: {key: getattr(regulation, key) for key in ("id", "edition", "effective", "revision", "digest")}
            for side, regulation in (("left", left), ("right", right))
        },
        "differences": [
            {
                "chapter": chapter_of(found.path),
                "subject": words.subject(found.path),
                "title": words.title(found),
                "path": ".".join(found.path),
                "left": _side(words, found, found.left, found.cite_left),
                "right": _side(words, found, found.right, found.cite_right),
            }
            for found in differences
        ],
        "same": [
            {"chapter": chapter, "subject": subject}
            for chapter, subject in words.subjects(left)
            if (chapter, subject) in theirs and (chapter, subject) not in differing
        ],
        "paytables": _paytables(names, prices),
        "prices": [_pair(pair) for pair in prices.pairs if pair.differs],
        "unpriced": dict(prices.unpriced),
    }


def _side(words: RuleWords, found: RuleDifference, value: Any, cite: Clause | None) -> Mapping[str, str | None] | None:
    return None if value is None else {"says": words.side(found, value), "cite": cite}


def _paytables(names: tuple[str, str], prices: PriceComparison) -> list[dict[str, Any]]:
    """Each paytable of a wager that both regulations have, those of the left one first."""
    sides = [{pair.key: side for pair in prices.pairs if (side := side_of(pair))} for side_of in (_left, _right)]
    shared = {key.wager for key in sides[0]} & {key.wager for key in sides[1]}
    return [
        {
            "wager": key.wager,
            "regulation": name,
            "paytable": key.paytable,
            **({"boxes": key.boxes} if key.boxes else {}),
            "cite": price.odds.cite,
            "same_as": list(price.twins),
            **_edge(price.odds.expected),
        }
        for name, side in zip(names, sides, strict=True)
        for key, price in side.items()
        if key.wager in shared
    ]


def _left(pair: PricePair) -> Price | None:
    return pair.left


def _right(pair: PricePair) -> Price | None:
    return pair.right


def _pair(pair: PricePair) -> dict[str, Any]:
    return {
        "wager": pair.key.wager,
        "paytable": pair.key.paytable,
        **({"boxes": pair.key.boxes} if pair.key.boxes else {}),
        "left": _price(pair.left),
        "right": _price(pair.right),
        "change": None if pair.change is None else str(pair.change),
    }


def _price(price: Price | None) -> dict[str, Any] | None:
    if price is None:
        return None
    optional = {
        "average_stake": price.odds.average_stake,
        "envy_per_other_box": price.odds.envy_per_other_box,
        "long_run": price.long_run,
    }
    return {
        "cite": price.odds.cite,
        **_edge(price.odds.expected),
        **{key: str(value) for key, value in optional.items() if value is not None},
    }


def _edge(expected: Fraction | None) -> dict[str, Any]:
    """The exact expected net win per unit first staked, and the house edge for reading."""
    return {
        "expected": None if expected is None else str(expected),
        "house_edge": None if expected is None else float(-expected),
    }
