"""`pitboss rules`: what the regulations say."""

import argparse
import json
from collections.abc import Iterator, Mapping

from pitboss.cli.arguments import add_on, add_regulations
from pitboss.cli.output import heading, paint, paragraph, say, table
from pitboss.documents.regulations import regulation_json, regulation_summary_json
from pitboss.documents.titles import plain_words
from pitboss.money import show_money
from pitboss.rules.editions import editions
from pitboss.rules.load import known_id, load_regulation, regulations_in_force
from pitboss.rules.paytable import Paytable
from pitboss.rules.register import count_clauses, count_rulings
from pitboss.rules.regulation import Regulation
from pitboss.rules.wagers import Wager
from pitboss.text import plural


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("regulation", nargs="?", metavar="REGULATION", help="such as MD-TCP (default: all)")
    add_regulations(parser)
    add_on(parser)
    parser.set_defaults(run=run)


def run(options_given: argparse.Namespace) -> int:
    if options_given.regulation:
        regulation = load_regulation(known_id(options_given.regulation))
        print(json.dumps(regulation_json(regulation), indent=2) if options_given.json else "\n".join(_page(regulation)))
        return 0
    regulations = regulations_in_force()
    if options_given.json:
        print(json.dumps([regulation_summary_json(regulation) for regulation in regulations], indent=2))
    else:
        _show_all(regulations)
    return 0


def _show_all(regulations: list[Regulation]) -> None:
    rows = [
        (
            regulation.id,
            regulation.edition,
            f"{regulation.jurisdiction} {regulation.title}",
            str(regulation.table.boxes),
            str(sum(len(tables) for tables in regulation.paytables.values())),
            str(count_clauses(regulation.key)),
            str(count_rulings(regulation.key)),
            ", ".join([*regulation.wagers, *regulation.awards]),
        )
        for regulation in regulations
    ]
    head = ("id", "edition", "regulation", "boxes", "paytables", "clauses", "rulings", "wagers and awards")
    print(table(head, rows, right=(3, 4, 5, 6), indent=0))
    print()
    in_force = {regulation.key for regulation in regulations}
    for other in (one for known in editions().values() for one in known if one.key not in in_force):
        since = f" from {other.effective}" if other.effective else ""
        until = f" until {other.until}" if other.until else ""
        say(f"{other.key} is also available{': in force' * bool(since or until)}{since}{until}.")
    further = {
        "pitboss rules MD-TCP": "one regulation: wagers, paytables, options, rulings",
        "pitboss clauses MD-TCP": "every clause and how it is met",
        "pitboss diff MD-LIR MA-LIR": "what differs between two of them",
    }
    print(table(("", ""), further.items(), indent=0))


def _page(regulation: Regulation) -> Iterator[str]:
    yield paint(f"{regulation.id}  {regulation.jurisdiction} {regulation.title}", "bold")
    since = f", in force from {regulation.effective}" if regulation.effective else ""
    until = f" until {regulation.until}" if regulation.until else ""
    yield paragraph(f"{regulation.authority}; edition {regulation.edition}{since}{until}", 0, 2)
    yield heading("Table")
    yield table(("", "", ""), _facts(regulation))
    yield heading("Wagers")
    rows = [_wager_row(regulation, name, wager) for name, wager in regulation.wagers.items()]
    yield table(("wager", "offered", "stake", "needs", "paytables", "clause"), rows)
    if regulation.awards:
        yield heading("Awards")
        awards = [
            (name, f"by the stake of {award.stake_of}", _letters(regulation, award.paytable), award.cite.address)
            for name, award in regulation.awards.items()
        ]
        yield table(("award", "stake", "paytables", "clause"), awards)
    if len(regulation.versions) > 1:
        yield heading("Versions")
        yield table(("", "", ""), [(name, v.cite.address, v.title) for name, v in regulation.versions.items()])
    for group, tables in regulation.paytables.items():
        yield heading(f"Paytables of {group}")
        yield from paytable_matrix(tables)
    if regulation.options:
        yield heading("Options, as a house file may set them")
        yield table(
            ("option", "values, the reading in force first", "ruling"),
            [(key, _values(ruling.values, ruling.default), ruling.id) for key, ruling in regulation.options.items()],
        )
    yield heading(f"Rulings: {plural(len(regulation.rulings), 'place')} that can be read in several ways")
    for ruling in regulation.rulings.values():
        cites = ", ".join(clause.address for clause in ruling.clauses)
        yield paragraph(f"{paint(ruling.id, 'cyan')}  {cites}", 2, hang=4)
        yield paragraph(ruling.reading, 4)


def _facts(regulation: Regulation) -> Iterator[tuple[str, str, str]]:
    yield "boxes", f"at most {regulation.table.boxes}", regulation.table.cite.address
    decks = regulation.decks
    for item, cite in regulation.table.equipment:
        yield "equipment", plain_words(item), cite.address
    yield "decks", f"1, or {decks.most} alternating with an automated shuffler", decks.second_cite.address
    yield "opening", "each of two decks is opened by itself", regulation.opening.each_deck.address
    yield "shuffle", "the cards end as one stack", regulation.shuffling.stacked.address
    yield "shuffle", "a shuffler may load the shoe", regulation.shuffling.into_shoe.address
    for life in decks.life:
        yield "deck life", f"{life.hours} hours: {', '.join(life.devices)}", life.cite.address
    for device, dealing in regulation.dealing.items():
        yield "dealt from", f"{device}, shuffler {' or '.join(dealing.shufflers)}", dealing.shuffler_cite.address
    adjacent = regulation.boxes_per_player
    most = f"at most {adjacent.most}" if adjacent.most else "as the submission states"
    yield "boxes a player", f"{most}, adjacent", adjacent.cite.address
    limit = regulation.payout_limit
    if limit.permitted:
        floor = f", at least {show_money(limit.least)}" if limit.least else ""
        yield "payout limit", f"optional, a hand{floor}", limit.cite.address
    else:
        yield "payout limit", "none allowed", limit.cite.address


def _wager_row(regulation: Regulation, name: str, wager: Wager) -> tuple[str, ...]:
    fixed = " or ".join(show_money(stake) for stake in wager.stakes)
    needs = " and ".join(wager.needs_all) or " or ".join(wager.needs_any)
    offered = "always" if wager.offered == "always" else "optional"
    letters = _letters(regulation, wager.paytable)
    return name, offered, fixed or "house limits", needs or "-", letters, wager.cite.address


def _letters(regulation: Regulation, group: str) -> str:
    return " ".join(regulation.paytables.get(group, ())) or "-"


def _values(values: tuple[str, ...], default: int) -> str:
    return f"{default} (cents), any other" if values == ("cents",) else ", ".join(values)


def paytable_matrix(tables: Mapping[str, Paytable]) -> Iterator[str]:
    """Tables of one group side by side: a line for each pattern, a column for each table."""
    columns = [(name, paytable, column) for name, paytable in tables.items() for column in _columns(paytable)]
    patterns: list[str] = []
    for _, paytable, _ in columns:
        for index, row in enumerate(paytable.pays):
            if row.pattern not in patterns:
                before = [patterns.index(earlier.pattern) for earlier in paytable.pays[:index]]
                patterns.insert(max(before, default=-1) + 1, row.pattern)
    head = ["", *(f"{name} {label}".strip() for name, _, (label, _) in columns)]
    rows = []
    for pattern in patterns:
        cells = []
        for _, paytable, (_, column) in columns:
            paid = {line.pattern: str(line.payout) for line in paytable.lines(column)}
            cells.append(paid.get(pattern, "-"))
        rows.append([pattern, *cells])
    rows.append(["clause", *(paytable.column_cite(column).address for _, paytable, (_, column) in columns)])
    for name, paytable in tables.items():
        for meter, rule in paytable.meters.items():
            if rule.least_seed:
                per = f" per {show_money(rule.seed_per)}" if rule.seed_per else ""
                label = f"least seed of {meter}"
                cells = [show_money(rule.least_seed) + per if other == name else "-" for other, _, _ in columns]
                _merge(rows, label, cells)
    yield table(head, rows, right=range(1, len(head)))


def _merge(rows: list[list[str]], label: str, cells: list[str]) -> None:
    """Adds a line, or fills the gaps of the existing line with this label."""
    for row in rows:
        if row[0] == label:
            row[1:] = [new if new != "-" else old for old, new in zip(row[1:], cells, strict=True)]
            return
    rows.append([label, *cells])


def _columns(paytable: Paytable) -> list[tuple[str, int | None]]:
    if paytable.by_boxes:
        return [(plural(boxes, "box", "boxes"), boxes) for boxes in paytable.by_boxes]
    if paytable.by_stake:
        return [(f"at {show_money(stake)}", stake) for stake in paytable.by_stake]
    return [("", None)]
