"""`pitboss odds`: exact odds of wagers and paytables, or of a whole house as its file offers them."""

import argparse
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from pitboss.cli.arguments import (
    add_meters,
    add_on,
    add_options,
    add_regulations,
    add_stakes,
    add_table,
    amount,
    nearest,
    pairs,
    rate,
)
from pitboss.cli.files import write
from pitboss.cli.odds_text import SUMMARY, envy_text, long_run_text, summary
from pitboss.cli.output import heading, paint, paragraph, say, table
from pitboss.errors import InputError
from pitboss.money import show_money
from pitboss.odds.catalog import query_odds
from pitboss.odds.endings import ENDINGS
from pitboss.odds.query import OddsQuery
from pitboss.odds.record import Odds
from pitboss.odds.wagers import bonus_of, wager_paytables
from pitboss.rules.editions import editions
from pitboss.rules.load import known_id, load_regulation, regulations_in_force
from pitboss.rules.regulation import Regulation
from pitboss.text import plural, show_percentage

_MOST_ROUNDS = 10_000
"""An hour has no more rounds than this."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("regulation", nargs="?", metavar="REGULATION|HOUSE.toml", help="such as MD-TCP (default: all)")
    parser.add_argument("wager", nargs="?", default="", metavar="WAGER", help="such as pair_plus; a house's table")
    parser.add_argument("paytable", nargs="?", default="", metavar="PAYTABLE", help="such as A")
    add_table(parser, "a table of the house file (default: all)")
    add_stakes(parser, "the stake that dollar prizes are set against (default: $1); AMOUNT alone is for every wager")
    add_meters(parser, "what a meter shows (default: the least seed)")
    parser.add_argument(
        "--reset", action="append", default=[], metavar="NAME=AMOUNT", help="what a hit sets a meter to"
    )
    parser.add_argument("--boxes", type=int, metavar="N", help="boxes in the round, for Cover All and the Envy Bonus")
    add_options(parser)
    parser.add_argument(
        "--known", default="", metavar="CARD", help="cards known too early: dealer:1, community:first, boxes:7; or all"
    )
    parser.add_argument(
        "--rounds", type=int, default=50, metavar="N", help="rounds an hour, for the cost of a seen card (default: 50)"
    )
    parser.add_argument("--choices", action="store_true", help="every lawful choice of a house file, priced")
    add_what_if(parser)
    parser.add_argument("--html", metavar="FILE", help="write a sheet with tables and plots")
    parser.add_argument("--xlsx", metavar="FILE", help="write a workbook with counts, pays and returns as formulas")
    parser.add_argument("--csv", metavar="FILE", help="write the rows of every paytable as CSV")
    add_regulations(parser)
    add_on(parser)
    parser.set_defaults(run=run)


def add_what_if(parser: argparse.ArgumentParser) -> None:
    """Questions about paytables that the regulation does not print."""
    parser.add_argument(
        "--pays", action="append", default=[], metavar="PATTERN=PAYOUT",
        help='another payout, repeatable: straight="5 to 1"; columns parted by " / "',
    )  # fmt: skip
    parser.add_argument(
        "--target-edge", metavar="PERCENT", help="the change of one or two rows that comes closest to a house edge"
    )


def run(given: argparse.Namespace) -> int:
    if not 1 <= given.rounds <= _MOST_ROUNDS:
        raise InputError(f"--rounds: expected 1 to {_MOST_ROUNDS:,} rounds an hour, found {str(given.rounds)[:40]}")
    if given.regulation and is_house_file(given.regulation):
        from pitboss.cli.odds_house import run_house  # noqa: PLC0415 - a regulation's odds start quicker without

        return run_house(given)
    if given.table or given.choices:
        named = "--table names a table of" if given.table else "--choices prices every lawful choice of"
        raise InputError(f"{named} a house file: give the file instead of a regulation")
    query, stakes = odds_query(given), named_stakes(given.stake)
    regulations = [load_regulation(known_id(given.regulation))] if given.regulation else regulations_in_force()
    changes: Mapping[str, str] = {}
    if given.pays:
        from pitboss.cli.odds_what_if import changed  # noqa: PLC0415 - only a what-if pays for it

        regulations[:], changes = changed(regulations, given)
    if given.known == "all":
        return _every_word(regulations, query, given)
    parts = [(one, _found(one, query, stakes, given)) for one in regulations]
    _check_stakes(parts, stakes)
    found = [record for _, records in parts for record in records]
    if not found:
        raise InputError(f"--known {given.known}: {given.wager} has no decision that a card seen early could change")
    if given.target_edge:
        from pitboss.cli.odds_what_if import show_target  # noqa: PLC0415 - only a what-if pays for it

        return show_target(regulations[0], found, query, given)
    more = list(_more(given, regulations, found, query))
    written = _written(given, parts, query, changes)
    if given.json:
        what_if = {"changes": dict(changes)} if changes else {}
        answers = [record.to_json() | extra.json | what_if for record, extra in zip(found, more, strict=True)]
        from json import dumps  # noqa: PLC0415 - only programs pay for it

        print(dumps(answers[0] if given.paytable and len(answers) == 1 else answers, indent=2))
    elif written:
        for file in written:
            say(f"{file}: {plural(len(found), 'paytable')}")
    elif given.paytable and len(found) == 1:
        print("\n".join([*_one(found[0]), *_bonus(parts[0][0], found[0]), *more[0].text, *_in_words(changes)]))
    else:
        print("\n".join(_all(found, [extra.edge for extra in more])))
    return 0


def _every_word(regulations: list[Regulation], query: OddsQuery, given: argparse.Namespace) -> int:
    """What every known card is worth."""
    from pitboss.cli.odds_known import every_word, every_word_json, every_word_text  # noqa: PLC0415 - for start-up time

    answer = every_word(regulations, query, given)
    if given.json:
        from json import dumps  # noqa: PLC0415 - only programs pay for it

        print(dumps(every_word_json(answer), indent=2))
    else:
        print("\n".join(every_word_text(answer, given.rounds)))
    return 0


def _written(
    given: argparse.Namespace, parts: list[tuple[Regulation, list[Odds]]], query: OddsQuery, changes: Mapping[str, str]
) -> list[str]:
    """The files that were asked for, written."""
    if given.html:
        from pitboss.odds.sheet import regulations_sheet  # noqa: PLC0415 - for start-up time

        write(given.html, regulations_sheet(parts, query))
    if given.xlsx or given.csv:
        from pitboss.odds.workbook import to_csv, to_workbook  # noqa: PLC0415 - for start-up time

        if given.xlsx:
            write(given.xlsx, to_workbook(parts, query, changes))
        if given.csv:
            write(given.csv, to_csv(parts))
    return [file for file in (given.html, given.xlsx, given.csv) if file]


def _in_words(changes: Mapping[str, str]) -> Iterator[str]:
    if changes:
        told = ", ".join(f"{pattern} at {payout}" for pattern, payout in changes.items())
        yield ""
        yield paragraph(f"What if: {told}. The regulation prints other payouts; no table is run by these.")


def is_house_file(text: str) -> bool:
    """Whether a person means a file and not a regulation."""
    return text.upper().partition("@")[0] not in editions() and (
        text.endswith(".toml") or "/" in text or Path(text).is_file()
    )


def odds_query(given: argparse.Namespace) -> OddsQuery:
    """What the options of the command line ask for; an InputError names the one that cannot be read."""
    meters = {name: amount(f"--meter {name}", text) for name, text in pairs("--meter", given.meter)}
    chosen = {key: _value(key, text) for key, text in pairs("--option", given.option)}
    return OddsQuery(chosen, named_stakes(given.stake).get(""), meters, given.boxes, given.known)


def named_stakes(given: list[str]) -> dict[str, int]:
    """The stake of each wager that is named; under the empty name, that of all others."""
    whole = [text for text in given if "=" not in text]
    if len(whole) > 1:
        raise InputError("--stake: an amount for every wager is given twice")
    found = {"": amount("--stake", whole[0])} if whole else {}
    named = pairs("--stake", [text for text in given if "=" in text])
    found |= {name: amount(f"--stake {name}", text) for name, text in named}
    if 0 in found.values():
        raise InputError("--stake: a stake must be more than $0")
    return found


def _found(
    regulation: Regulation, query: OddsQuery, stakes: Mapping[str, int], given: argparse.Namespace
) -> list[Odds]:
    """The records that are asked for, each wager at its own stake."""
    if not stakes.keys() - {""}:
        return query_odds(regulation, query, given.wager, given.paytable)
    return [
        record
        for wager in ([given.wager] if given.wager else wager_paytables(regulation))
        for record in query_odds(
            regulation, query._replace(stake=stakes.get(wager, query.stake)), wager, given.paytable
        )
    ]


def _check_stakes(parts: list[tuple[Regulation, list[Odds]]], stakes: Mapping[str, int]) -> None:
    """A stake for a wager that is not among the records is a mistake."""
    known = dict.fromkeys(record.wager for _, records in parts for record in records)
    for name in stakes:
        if name and name not in known:
            raise InputError(f"--stake {name}: no such wager is asked for{nearest(name, known, ', '.join(known))}")


class _Extra:
    """What is shown below a record: the long run and envy of a progressive, the cost of a card seen early."""

    def __init__(self, json: dict[str, Any], text: list[str], edge: str = "") -> None:
        self.json, self.text, self.edge = json, text, edge


def _more(
    given: argparse.Namespace, regulations: list[Regulation], found: list[Odds], query: OddsQuery
) -> Iterator[_Extra]:
    resets = {name: amount(f"--reset {name}", text) for name, text in pairs("--reset", given.reset)}
    rates = {name: rate(name, text) for name, text in pairs("--rate", given.rate)}
    named = {"--meter": tuple(query.meters), "--rate": tuple(rates), "--reset": tuple(resets)}
    if any(named.values()):
        _check_names(regulations, found, named)
    if resets and not rates:
        raise InputError("--reset: matters only in the long run; give --rate NAME=PERCENT too")
    by_id = {regulation.id: regulation for regulation in regulations}
    for record in found:
        if record.known:
            from pitboss.cli.odds_known import KnownWorth  # noqa: PLC0415 - for start-up time

            worth = KnownWorth(by_id[record.regulation], record, query, given.rounds)
            yield _Extra(worth.to_json(), worth.text())
        elif record.fixed is None or not (given.json or given.paytable or rates):
            yield _Extra({}, [])
        else:
            yield _progressive(by_id[record.regulation], record, query, rates, resets)


def _check_names(regulations: list[Regulation], found: list[Odds], named: Mapping[str, tuple[str, ...]]) -> None:
    from pitboss.odds.progressive import check_meter_names  # noqa: PLC0415 - for start-up time

    listed = {(record.regulation, record.wager, record.paytable) for record in found}
    tables = {
        f"{regulation.id} {name} {key}": regulation.paytables[regulation.wagers[name].paytable][key]
        for regulation in regulations
        for name, keys in wager_paytables(regulation).items()
        for key in keys
        if (regulation.id, name, key) in listed and name in regulation.wagers and regulation.wagers[name].paytable
    }
    check_meter_names(tables, named)


def _progressive(
    regulation: Regulation, record: Odds, query: OddsQuery, rates: Mapping[str, Fraction], resets: Mapping[str, int]
) -> _Extra:
    from pitboss.odds.progressive import envy_by_boxes, long_run, meter_choices  # noqa: PLC0415 - for start-up time

    envy = envy_by_boxes(regulation, (record.wager, record.paytable), query, regulation.table.boxes)
    answer: dict[str, Any] = {
        "envy_by_boxes": {str(stake): [str(share) for share in shares] for stake, shares in envy.items()}
    }
    text = list(envy_text(envy))
    paytable = regulation.paytables[regulation.wagers[record.wager].paytable][record.paytable]
    choices = meter_choices(paytable, record.stake, rates, resets, query.meters)
    if choices:
        found = long_run(record, choices, query.boxes)
        answer["long_run"] = found.to_json()
        text += long_run_text(found)
        return _Extra(answer, text, show_percentage(-found.expected, 4))
    return _Extra(answer, text)


def _value(key: str, text: str) -> str | int:
    """An option's word, or its amount as cents or `$5`."""
    if text.startswith("$"):
        return amount(f"--option {key}", text)
    return int(text) if text.isdecimal() else text


def _all(found: list[Odds], edges: list[str]) -> Iterator[str]:
    """One line for each record, with the edge in the long run if rates are given."""
    head = (*SUMMARY[:-1], "long run", SUMMARY[-1]) if any(edges) else SUMMARY
    for regulation in dict.fromkeys(record.regulation for record in found):
        yield heading(regulation)
        rows = []
        for record, edge in zip(found, edges, strict=True):
            if record.regulation == regulation:
                *figures, clause = summary(record)
                rows.append((*figures, edge or "-", clause) if any(edges) else (*figures, clause))
        yield table(head, rows, right=range(2, len(head) - 1), keys=2)


def _bonus(regulation: Regulation, record: Odds) -> Iterator[str]:
    """The award that belongs to a wager which the showdown pays, row by row."""
    award = bonus_of(regulation, record.wager)
    if not award or any(row.pays for row in record.rows):
        return
    lines = regulation.paytables[regulation.awards[award].paytable][record.paytable].lines()
    paid = ", ".join(f"{line.pattern.replace('_', ' ')} {line.payout}" for line in lines)
    yield ""
    yield paragraph(f"Included: {regulation.awards[award].title}, {paid}.")


def _one(record: Odds) -> Iterator[str]:
    title = paint(f"{record.regulation} {record.wager}, paytable {record.paytable}", "bold")
    yield paragraph(f"{title}  ({record.cite}), at a stake of {show_money(record.stake)}", 0, hang=2)
    total = record.total
    counts = [(f"{row.count:,}", show_percentage(Fraction(row.count, total), 6)) for row in record.rows]
    heads = ("of " + f"{total:,}", "probability")
    if any(row.pays for row in record.rows):
        rows = [(row.pattern, row.pays or "-", *count) for row, count in zip(record.rows, counts, strict=True)]
        yield table(("hand", "pays", *heads), rows, right=(1, 2, 3))
    else:
        ends = [(ENDINGS.get(row.pattern, row.pattern), *count) for row, count in zip(record.rows, counts, strict=True)]
        yield table(("the round ends", *heads), ends, right=(1, 2))
    yield ""
    yield table(("", ""), list(record.figures()))
    if record.expected is None:
        given = " ".join(f"--meter {name}=AMOUNT" for name in record.meters)
        yield ""
        yield paragraph(f"The expected win depends on what the meters show, for which there is no least seed: {given}")
