"""`pitboss strategy`: how to play best, and what each choice is worth."""

import argparse
import json

from pitboss.cli.arguments import add_on, add_options, add_regulations, add_stakes, cards, retire
from pitboss.cli.odds import named_stakes, odds_query
from pitboss.cli.output import heading, paint, paragraph, say, table
from pitboss.errors import InputError
from pitboss.odds.asked_box import asked_box, asked_values
from pitboss.odds.catalog import decision_paytable, decision_solver, odds
from pitboss.odds.game import ChoiceValues, Solver
from pitboss.odds.query import OddsQuery
from pitboss.odds.wagers import decision_wager, paytables
from pitboss.rules.load import known_id, load_regulation
from pitboss.rules.regulation import Regulation
from pitboss.text import show_percentage


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("regulation", metavar="REGULATION", help="such as MD-TCP")
    parser.add_argument("paytable", nargs="?", default="", metavar="PAYTABLE", help="such as A (default: the first)")
    parser.add_argument("--hand", metavar="CARDS", help='the value of each choice with these cards: "Qs 6d 4c"')
    parser.add_argument("--every-hand", action="store_true", help="the value of each choice for every kind of hand")
    add_stakes(parser, "with --hand: what lies on the box, for the value of each choice given all of it, repeatable")
    parser.add_argument("--made", default="", metavar="CHOICES", help="with --stake: the choices made before, in order")
    add_options(parser)
    add_regulations(parser)
    add_on(parser)
    parser.add_argument(
        "--meter",
        action="append",
        default=[],
        metavar="NAME=AMOUNT",
        help="with --stake: what a meter shows, repeatable",
    )  # fmt: skip
    retire(parser, "--table", "--every-hand")
    parser.set_defaults(run=run, boxes=None, known="")


def run(given: argparse.Namespace) -> int:
    if given.hand is not None and given.every_hand:
        raise InputError("--every-hand shows every kind of hand, and --hand shows one: give one of the two")
    regulation, query = load_regulation(known_id(given.regulation)), odds_query(given)
    wager = decision_wager(regulation)
    paytable = decision_paytable(regulation, given.paytable, query)
    solver = decision_solver(regulation, paytable, query)
    if (given.stake or given.meter or given.made) and given.hand is None:
        raise InputError("--stake, --meter and --made go with --hand: they say what lies on the box")
    if given.hand is not None:
        values = _values(regulation, paytable, solver, query, given)
        print(
            json.dumps({"regulation": regulation.id, "paytable": paytable, **values.to_json()}, indent=2)
            if given.json
            else _hand(given.hand, values)
        )
        return 0
    rules = solver.rules()
    if given.json:
        print(json.dumps(_whole(regulation, paytable, solver, given.every_hand), indent=2))
        return 0
    (record,) = odds(regulation, query, wager, paytable)
    say(f"{paint(f'{regulation.id} {wager}, paytable {paytable}', 'bold')}{_others(regulation, wager, given)}")
    assert record.expected is not None
    assert record.element_of_risk is not None
    edge, risk = show_percentage(-record.expected, 4), show_percentage(record.element_of_risk, 4)
    say(f"house edge {edge} of the first stake, {risk} of all staked")
    for decision, lines in rules.items():
        print(heading(decision))
        for line in lines:
            say(line, 2, hang=2)
    if given.every_hand:
        print(heading("Every kind of hand"))
        rows = [
            (
                row.hand,
                row.values.decision,
                f"{row.number:,}",
                row.values.best,
                *(f"{float(v):+.6f}" for v in row.values.choices.values()),
            )
            for row in solver.table()
        ]
        choices = next(solver.table()).values.choices
        print(table(("hand", "decision", "hands", "best", *choices), rows, right=(2, 4, 5)))
    else:
        print()
        say('--hand "CARDS" shows the exact value of each choice, --every-hand every kind of hand.')
    return 0


def _values(
    regulation: Regulation, paytable: str, solver: Solver, query: OddsQuery, given: argparse.Namespace
) -> ChoiceValues:
    """The value of each choice of a hand: of the decision wager alone, or given everything on the box."""
    hand, stakes = cards("--hand", given.hand), named_stakes(given.stake)
    if not (stakes or given.made):
        return solver.values(hand)
    if "" in stakes:
        raise InputError("--stake: name the wager of each amount, such as ante=$10")
    made = tuple(given.made.replace(",", " ").split())
    return asked_values(asked_box(regulation, paytable, stakes, query), hand, made, query.meters)


def _others(regulation: Regulation, wager: str, given: argparse.Namespace) -> str:
    """The other paytables, if none was named."""
    names = paytables(regulation, wager)
    return f" of {', '.join(names)}" if len(names) > 1 and not given.paytable else ""


def _hand(text: str, values: ChoiceValues) -> str:
    rows = [
        (
            choice,
            str(value),
            f"{float(value):+.6f}",
            "best" if choice == values.best else f"costs {show_percentage(values.cost(choice), 4)}",
        )
        for choice, value in values.choices.items()
    ]
    title = paint(f"{text}: {values.best}", "bold") + f"  ({values.decision}, per unit first staked)"
    return paragraph(title, 0, hang=2) + "\n" + table(("choice", "exact value", "", ""), rows, right=(2,))


def _whole(regulation: Regulation, paytable: str, solver: Solver, full: bool) -> dict[str, object]:
    answer: dict[str, object] = {"regulation": regulation.id, "paytable": paytable, "rules": solver.rules()}
    if full:
        answer["table"] = [
            {
                "hand": row.hand,
                "decision": row.values.decision,
                "hands": row.number,
                "best": row.values.best,
                "values": {choice: str(value) for choice, value in row.values.choices.items()},
            }
            for row in solver.table()
        ]
    return answer
