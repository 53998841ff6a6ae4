"""`pitboss diff`: two regulations side by side: what differs, what is the same, and what it costs."""

import argparse
import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.cli.arguments import add_on, add_regulations
from pitboss.cli.comparison import Aspect, aspects
from pitboss.cli.output import heading, paint, say, table
from pitboss.odds.game import game_of
from pitboss.odds.paid_hands import expected_win
from pitboss.rules.load import known_id, load_regulation
from pitboss.rules.paytable import Paytable
from pitboss.rules.regulation import Regulation
from pitboss.text import show_percentage


class Priced(NamedTuple):
    """A paytable, the tables of the other regulation that pay the same, and its house edge."""

    group: str
    name: str
    regulation: str
    cite: str
    twins: tuple[str, ...]
    expected: Fraction | None


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("left", metavar="REGULATION", help="such as MD-LIR")
    parser.add_argument("right", metavar="REGULATION", help="such as MA-LIR")
    add_regulations(parser)
    add_on(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    left, right = (load_regulation(known_id(name)) for name in (options.left, options.right))
    points = list(_points(left, right))
    differ = [(key, one, other) for key, one, other in points if _says(one) != _says(other)]
    same = [key for key, one, other in points if _says(one) == _says(other)]
    priced = [*_priced(left, right), *_priced(right, left)]
    if options.json:
        print(json.dumps(_answer(left, right, differ, same, priced), indent=2))
    else:
        _show(left, right, differ, same, priced)
    return 0


Key = tuple[str, str]
Point = tuple[Key, Aspect | None, Aspect | None]


def _points(left: Regulation, right: Regulation) -> Iterator[Point]:
    """Every point that either regulation speaks to, in the order of the chapters."""
    ours = {(aspect.chapter, aspect.subject): aspect for aspect in aspects(left)}
    theirs = {(aspect.chapter, aspect.subject): aspect for aspect in aspects(right)}
    chapters = list(dict.fromkeys(chapter for chapter, _ in [*ours, *theirs]))
    for chapter in chapters:
        for key in dict.fromkeys([*ours, *theirs]):
            if key[0] == chapter:
                yield key, ours.get(key), theirs.get(key)


def _says(aspect: Aspect | None) -> str:
    return aspect.says if aspect else ""


def _priced(regulation: Regulation, other: Regulation) -> Iterator[Priced]:
    """Each paytable of a wager that both regulations have."""
    for group, tables in regulation.paytables.items():
        wager = next((name for name, rule in regulation.wagers.items() if rule.paytable == group), None)
        for name, paytable in tables.items():
            if group in other.paytables and wager:
                twins = tuple(key for key, twin in other.paytables[group].items() if _pays(twin) == _pays(paytable))
                yield Priced(
                    group, name, regulation.id, paytable.cite.address, twins, _expected(regulation, wager, paytable)
                )


def _pays(paytable: Paytable) -> list[tuple[str, tuple[str, ...]]]:
    return [(row.pattern, tuple(str(payout) for payout in row.payouts)) for row in paytable.pays]


def _expected(regulation: Regulation, wager: str, paytable: Paytable) -> Fraction | None:
    if any(step.decision == wager for step in regulation.script):
        return game_of(regulation).solver(regulation, paytable, {}).solution().expected
    return expected_win(regulation, wager, paytable)


def _answer(
    left: Regulation, right: Regulation, differ: list[Point], same: list[Key], priced: list[Priced]
) -> dict[str, Any]:
    return {
        "left": left.id,
        "right": right.id,
        "differences": [
            {"chapter": key[0], "subject": key[1], "left": _side(one), "right": _side(other)}
            for key, one, other in differ
        ],
        "same": [{"chapter": chapter, "subject": subject} for chapter, subject in same],
        "paytables": [
            {
                "wager": row.group,
                "regulation": row.regulation,
                "paytable": row.name,
                "cite": f"{row.regulation} {row.cite}",
                "same_as": list(row.twins),
                "expected": None if row.expected is None else str(row.expected),
                "house_edge": None if row.expected is None else float(-row.expected),
            }
            for row in priced
        ],
    }


def _side(aspect: Aspect | None) -> dict[str, str] | None:
    return {"says": aspect.says, "cite": aspect.cite} if aspect else None


def _show(left: Regulation, right: Regulation, differ: list[Point], same: list[Key], priced: list[Priced]) -> None:
    titles = (f"{side.id} {side.jurisdiction} {side.title}" for side in (left, right))
    say(paint(" and ".join(titles), "bold"))
    for chapter in dict.fromkeys(key[0] for key, _, _ in differ):
        print(heading(chapter))
        rows = [(key[1], one, other) for key, one, other in differ if key[0] == chapter]
        print(_side_by_side((left.id, right.id), rows))
    _show_paytables(left, right, priced)
    print(heading("The same in both"))
    for chapter in dict.fromkeys(chapter for chapter, _ in same):
        subjects = ", ".join(subject for other, subject in same if other == chapter)
        say(f"{chapter}: {subjects}.", 2)
    only = {
        side.id: [group for group in side.paytables if group not in other.paytables]
        for side, other in ((left, right), (right, left))
    }
    for regulation_id, groups in only.items():
        if groups:
            print(heading(f"Paid only under {regulation_id}"))
            say(", ".join(groups) + ".", 2)


def _side_by_side(heads: tuple[str, str], rows: list[tuple[str, Aspect | None, Aspect | None]]) -> str:
    """Subject, then both texts with their clauses."""
    cells = [
        (name, *(f"{aspect.says} ({aspect.cite.address})" if aspect else "-" for aspect in sides))
        for name, *sides in rows
    ]
    return table(("", *heads), cells)


def _show_paytables(left: Regulation, right: Regulation, priced: list[Priced]) -> None:
    if not priced:
        return
    print(heading("Paytables of the wagers that both have, and what the house keeps"))
    rows = []
    for group in dict.fromkeys(row.group for row in priced):
        for row in (row for row in priced if row.group == group):
            other = right.id if row.regulation == left.id else left.id
            twins = f"same as {other} {', '.join(row.twins)}" if row.twins else f"no twin in {other}"
            edge = "-" if row.expected is None else show_percentage(-row.expected, 4)
            rows.append((row.group, f"{row.regulation} {row.name}", row.cite, edge, twins))
    print(table(("wager", "paytable", "clause", "house edge", ""), rows, right=(3,)))
    say("Per unit staked, base bets per one bet played optimally; prizes at $1, meters at the least seed.", 2)
