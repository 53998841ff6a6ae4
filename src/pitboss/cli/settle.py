"""`pitboss settle`: what a recorded round must pay, line by line with clauses."""

import argparse
import json

from pitboss.cards import show_cards
from pitboss.cli.arguments import add_on, add_regulations
from pitboss.cli.files import read_bytes, shown
from pitboss.cli.output import heading, paint, say, table
from pitboss.documents.titles import plain_words
from pitboss.errors import InputError
from pitboss.money import show_money
from pitboss.play.json_values import DocumentFault
from pitboss.play.settle import settle
from pitboss.play.settlement_input import BoxFacts, SettledLine, Settlement
from pitboss.recorded.answer import answer
from pitboss.recorded.json_positions import line_of
from pitboss.recorded.json_text import parse_document
from pitboss.recorded.round import RecordedRound, read_round
from pitboss.text import plural, printable, show_signed

MOST_BYTES = 1_000_000
"""The largest file; a round of seven boxes takes a few thousand bytes."""
_HEAD = ("item", "stake", "outcome", "pattern", "odds", "returned", "amount", "clause")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("round", metavar="ROUND.json", help="the recorded round; - for standard input")
    add_regulations(parser)
    add_on(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    name, data = shown(options.round), read_bytes(options.round, MOST_BYTES)
    if len(data) > MOST_BYTES:
        raise InputError("expected a round, found more than a million bytes", name)
    try:
        document = parse_document(data)
    except InputError as error:
        raise InputError(error.reason, name, error.line, error.column) from None
    try:
        round_ = read_round(document)
        settlement = settle(round_.terms, round_.facts)
    except DocumentFault as error:
        raise InputError(str(error)[:400], name, line_of(data.decode("utf-8-sig"), error.path)) from None
    if options.json:
        print(json.dumps(answer(settlement, round_.terms.regulation), indent=2))
    else:
        _show(round_, settlement)
    return 0


def _show(round_: RecordedRound, settlement: Settlement) -> None:
    facts, regulation = round_.facts, round_.terms.regulation
    title = f"{regulation.id}  {regulation.jurisdiction} {regulation.title}, edition {regulation.edition}"
    say(paint(title, "bold"))
    for pile in ("dealer", "burned", "community", "bonus_box"):
        if cards := getattr(facts, pile):
            say(f"{plain_words(pile)} {show_cards(cards)}", 2)
    held = {box.box: box for box in facts.boxes}
    for number, lines in settlement.boxes:
        print(heading(_title(held[number])))
        print(table(_HEAD, map(_row, lines), right=(1, 5, 6)))
        print(f"  net {_painted(settlement.net(number))}")
    if settlement.meters:
        print(heading("Meters"))
        rows = [
            (name, show_money(facts.meters[name]), show_money(amount)) for name, amount in settlement.meters.items()
        ]
        print(table(("meter", "before", "after"), rows, right=(1, 2)))
    total = sum(settlement.net(number) for number, _ in settlement.boxes)
    print()
    say(f"{plural(len(settlement.boxes), 'box', 'boxes')}, net {_painted(total)} to the players.")


def _title(box: BoxFacts) -> str:
    player = f"  {printable(box.player)}" if box.player is not None else ""
    decided = "".join(f"  {choice}" for choice in box.choices.values())
    return f"Box {box.box}{player}  {show_cards(box.cards)}{decided}{'  abandoned' if box.abandoned else ''}"


def _row(line: SettledLine) -> tuple[str, ...]:
    return (
        line.item,
        show_money(line.stake) if line.stake else "-",
        line.outcome,
        line.pattern or "-",
        line.odds or "-",
        show_money(line.returned),
        show_money(line.amount),
        line.cite,
    )


def _painted(cents: int) -> str:
    return paint(show_signed(cents), "green" if cents > 0 else "red") if cents else show_signed(cents)
