"""`pitboss odds … --pays` and `--target-edge`: tables that no regulation prints."""

import argparse
import json
from collections.abc import Mapping, Sequence
from fractions import Fraction

from pitboss.cli.arguments import pairs
from pitboss.cli.output import heading, paint, paragraph, table
from pitboss.errors import InputError
from pitboss.odds.query import OddsQuery
from pitboss.odds.record import Odds
from pitboss.odds.target_edge import TargetEdge, nearest_changes
from pitboss.odds.wagers import paytable_group, wager_paytables
from pitboss.rules.other_payouts import parse_payouts, with_payouts
from pitboss.rules.regulation import Regulation
from pitboss.rules.schema import suggestion
from pitboss.rules.vocabulary import parse_percent
from pitboss.text import show_percentage

_COLUMNS = " / "


def changed(regulations: Sequence[Regulation], given: argparse.Namespace) -> tuple[list[Regulation], Mapping[str, str]]:
    """The regulation with the payouts of `--pays` in the paytable that is named, and these payouts."""
    wanted = dict(pairs("--pays", given.pays))
    if len(regulations) != 1 or not given.wager:
        raise InputError("--pays: name a regulation, a wager and a paytable, such as MD-TCP pair_plus A")
    (regulation,) = regulations
    wagers = wager_paytables(regulation)
    if given.wager not in wagers:
        raise InputError(f"{regulation.id} has no odds for {given.wager!r}{suggestion(given.wager, tuple(wagers))}")
    known = {name.upper(): name for name in wagers[given.wager]}
    name = given.paytable or (wagers[given.wager][0] if len(known) == 1 else "")
    if name.upper() not in known:
        told = f"there is no paytable {name!r}" if name else "name a paytable"
        raise InputError(f"--pays: {told}; {given.wager} has {', '.join(known.values())}")
    group = paytable_group(regulation, given.wager)
    if not group:
        raise InputError(f"--pays: only the showdown pays {given.wager}: it has no rows to change")
    paytable = known[name.upper()]
    given.paytable = paytable
    payouts = parse_payouts(
        regulation, group, paytable,
        {pattern: text.split(_COLUMNS) if _COLUMNS in text else text for pattern, text in wanted.items()},
    )  # fmt: skip
    texts = {pattern: _COLUMNS.join(map(str, those)) for pattern, those in payouts.items()}
    return [with_payouts(regulation, group, paytable, payouts)], texts


def show_target(regulation: Regulation, found: Sequence[Odds], query: OddsQuery, given: argparse.Namespace) -> int:
    """The changes of one or two rows that come closest to the edge of `--target-edge`."""
    text = given.target_edge
    try:
        target = parse_percent(text if text.endswith("%") else f"{text}%")
    except ValueError as error:
        raise InputError(f"--target-edge: {error}") from None
    wanted = nearest_changes(regulation, found, query, target)
    (record,) = found
    if given.json:
        print(json.dumps(_answer(wanted, record, target), indent=2))
    else:
        print("\n".join(_told(wanted, record, target)))
    return 0


def _answer(wanted: TargetEdge, record: Odds, target: Fraction) -> dict[str, object]:
    return {
        "regulation": record.regulation, "wager": record.wager, "paytable": record.paytable, "cite": record.cite,
        "target": str(target), "expected": str(record.expected),
        "changes": [change.to_json(target) for change in wanted.changes()],
        "printed": [
            {"paytable": one.paytable, "expected": str(one.expected), "house_edge": float(-(one.expected or 0)),
             **({"boxes": one.boxes} if one.boxes else {})}
            for one in wanted.printed
        ],
    }  # fmt: skip


def _told(wanted: TargetEdge, record: Odds, target: Fraction) -> list[str]:
    title = paint(f"{record.regulation} {record.wager}, paytable {record.paytable}", "bold")
    edge = show_percentage(-(record.expected or 0), 4)
    rows = [
        (
            ", ".join(f"{pattern} {payout}" for pattern, payout in change.pays.items()),
            show_percentage(change.edge, 4),
            show_percentage(change.edge - target, 4),
        )
        for change in wanted.changes()
    ]
    if wanted.table.least:
        law = f"The printed payouts are minimums ({record.cite}): a submission may make these changes."
    else:
        law = f"A submission selects a printed table as it is ({record.cite}): the regulation would have to change."
    printed = [
        (one.paytable + (f" ({one.boxes} boxes)" if one.boxes else ""), show_percentage(-(one.expected or 0), 4))
        for one in wanted.printed[:4]
    ]
    return [
        paragraph(f"{title}  ({record.cite}): house edge {edge}, wanted {show_percentage(target, 4)}"),
        table(("change", "house edge", "away"), rows, right=(1, 2))
        if rows
        else "No change of one or two rows is open.",
        "",
        paragraph(law),
        heading("Printed tables, nearest first"),
        table(("paytable", "house edge"), printed, right=(1,)),
    ]
