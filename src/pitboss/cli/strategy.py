"""`pitboss strategy`: how to play best, and what each choice is worth."""

import argparse
import json
from collections.abc import Sequence

from pitboss.cards import Card, parse_cards
from pitboss.cli.odds import asked_for, percent
from pitboss.cli.text import heading, paint, paragraph, table
from pitboss.errors import InputError
from pitboss.odds.catalog import asked_wagers, odds
from pitboss.odds.query import Asked
from pitboss.odds.strategy import Values, decision_wager, full_table, hand_values, learnable_rules
from pitboss.rules.load import known_id, load_regulation
from pitboss.rules.regulation import Regulation


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("regulation", metavar="REGULATION", help="such as MD-TCP")
    parser.add_argument("paytable", nargs="?", default="", metavar="PAYTABLE", help="the first one when not given")
    parser.add_argument("--hand", metavar="CARDS", help='the value of each choice, such as "Qs 6d 4c"')
    parser.add_argument("--table", action="store_true", help="every kind of hand with the value of each choice")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="another reading")
    parser.set_defaults(run=run, stake=None, meter=[], boxes=None, known="")


def run(given: argparse.Namespace) -> int:
    if given.hand is not None and given.table:
        raise InputError("--table: shows every kind of hand, and --hand shows one; give one of the two")
    regulation, asked = load_regulation(known_id(given.regulation)), asked_for(given)
    wager = decision_wager(regulation)
    paytable = next(iter(asked_wagers(regulation)[wager])) if not given.paytable else given.paytable
    record = next(odds(regulation, asked, wager, paytable))
    if given.hand is not None:
        values = hand_values(regulation, record.paytable, _cards(given.hand), asked)
        print(
            json.dumps(_json(regulation, record.paytable, values), indent=2)
            if given.json
            else _hand(given.hand, values)
        )
        return 0
    rules = learnable_rules(regulation, record.paytable, asked)
    if given.json:
        print(json.dumps(_whole(regulation, record.paytable, asked, dict(rules), given.table), indent=2))
        return 0
    print(paint(f"{regulation.id} {wager}, paytable {record.paytable}", "bold"))
    assert record.expected is not None
    assert record.element_of_risk is not None
    print(f"house edge {percent(-record.expected)} of the first stake, {percent(record.element_of_risk)} of all staked")
    for decision, lines in rules.items():
        print(heading(decision))
        for line in lines:
            print(paragraph(line))
    if given.table:
        print(heading("Every kind of hand"))
        rows = [
            (
                row.hand,
                row.values.decision,
                f"{row.number:,}",
                row.values.best,
                *(f"{float(v):+.6f}" for v in row.values.choices.values()),
            )
            for row in full_table(regulation, record.paytable, asked)
        ]
        choices = next(full_table(regulation, record.paytable, asked)).values.choices
        print(table(("hand", "decision", "hands", "best", *choices), rows, right=(2, 4, 5)))
    else:
        print('\n--hand "CARDS" shows the exact value of each choice, --table every kind of hand.')
    return 0


def _cards(text: str) -> Sequence[Card]:
    try:
        return parse_cards(text)
    except ValueError as error:
        raise InputError(f"--hand: {error}") from None


def _hand(text: str, values: Values) -> str:
    rows = [
        (
            choice,
            str(value),
            f"{float(value):+.6f}",
            "best" if choice == values.best else f"costs {percent(values.cost(choice))}",
        )
        for choice, value in values.choices.items()
    ]
    title = paint(f"{text}: {values.best}", "bold") + f"  ({values.decision}, per unit first staked)"
    return title + "\n" + table(("choice", "exact value", "", ""), rows, right=(2,))


def _json(regulation: Regulation, paytable: str, values: Values) -> dict[str, object]:
    return {
        "regulation": regulation.id,
        "paytable": paytable,
        "decision": values.decision,
        "best": values.best,
        "choices": {
            choice: {"value": str(value), "float": float(value), "cost": str(values.cost(choice))}
            for choice, value in values.choices.items()
        },
    }


def _whole(
    regulation: Regulation, paytable: str, asked: Asked, rules: dict[str, list[str]], full: bool
) -> dict[str, object]:
    answer: dict[str, object] = {"regulation": regulation.id, "paytable": paytable, "rules": rules}
    if full:
        answer["table"] = [
            {
                "hand": row.hand,
                "decision": row.values.decision,
                "hands": row.number,
                "best": row.values.best,
                "values": {choice: str(value) for choice, value in row.values.choices.items()},
            }
            for row in full_table(regulation, paytable, asked)
        ]
    return answer
