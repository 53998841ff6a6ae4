"""The chapters of a Rules Submission: tables of words, each row with the clause that it follows."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.documents.layout_drawing import LayoutDrawing
from pitboss.documents.paytables import View
from pitboss.documents.sign import Sign
from pitboss.documents.titles import odds_text, odds_titles, plain_words, title_of
from pitboss.money import show_money
from pitboss.odds.house_odds import TableOdds
from pitboss.odds.offered import Offered
from pitboss.rules.clause import Clause
from pitboss.rules.record import Record
from pitboss.rules.register import clause_entries
from pitboss.rules.regulation import Regulation
from pitboss.rules.ruleset import Ruleset
from pitboss.rules.vocabulary import show_percent
from pitboss.text import address, listed, plural, show_percentage

Row = tuple[str, ...]
_SHUFFLED = {
    "none": "by hand",
    "automated": "by an automated device",
    "counting": "by a device that counts the cards",
    "reshuffling": "by a device that reshuffles and counts",
}
_MET = {
    "enforced": "the system",
    "procedure": "a person, recorded",
    "layout": "the layout or a sign",
    "definition": "a definition",
    "physical": "the operator",
}
"""Who sees to a clause, by its status in the register."""


class SubmissionPart(NamedTuple):
    """A chapter: a table of words."""

    title: str
    columns: Row
    rows: tuple[Row, ...]
    note: str = ""


# What the operator chose


def choices(ruleset: Ruleset, layout: View) -> SubmissionPart:
    """Every choice of the house file for a table, with the clause that allows it."""
    return SubmissionPart("Choices", ("choice", "as submitted", "clause"), tuple(_choices(ruleset, layout)))


def _choices(ruleset: Ruleset, layout: View) -> Iterator[Row]:
    rules, table = ruleset.regulation, ruleset.submission
    dealing = rules.dealing[table.device]
    yield "Boxes", str(table.boxes), address(rules.table.cite)
    if table.adjacent_boxes is not None:
        yield "Adjacent boxes a player may bet on", str(table.adjacent_boxes), address(rules.boxes_per_player.cite)
    yield "Version of the game", layout["version"]["title"], address(layout["version"]["cite"])
    yield "Cards dealt from", plain_words(table.device), address(dealing.cite)
    shuffler = " ".join(filter(None, (table.shuffler_model, table.shuffler_mode)))
    yield (
        "Cards shuffled",
        _SHUFFLED[table.shuffler] + (f": {shuffler}" if shuffler else ""),
        address(rules.shuffling.cite),
    )
    decks = plural(table.decks, "deck") + (f", backs {listed(table.backs)}" if table.backs else "")
    yield "Decks", decks, address(rules.decks.second_cite if table.decks > 1 else rules.decks.cite)
    if dealing.dealer_may_wait and table.dealer_cards == "shuffler":
        yield (
            "The dealer's cards",
            "stay in the shuffler until the players have acted",
            address(dealing.dealer_may_wait),
        )
    if table.payout_limit is not None:
        yield "Payout limit a hand", show_money(table.payout_limit), address(rules.payout_limit.cite)
    if table.limit_notice is not None and rules.limit_changes:
        yield "Notice of other limits", plural(table.limit_notice, "minute"), rules.limit_changes.notice
    yield from _wagers(layout)
    for wager, link in ruleset.links.items():
        cite = layout["paytables"][rules.wagers[wager].paytable]["cite"]
        for name, meter in link.meters.items():
            told = f"starts at {show_money(meter.seed)}, resets to {show_money(meter.resets_to)}"
            rate = show_percent(meter.rate)
            yield f"Meter {title_of(name)} of {ruleset.meter_links[name]}", f"{told}, takes {rate}", address(cite)


def _wagers(layout: View) -> Iterator[Row]:
    for wager in layout["wagers"]:
        if wager["placed"] == "before_deal":
            table = f", paytable {wager['paytable_id']}" if wager["paytable_id"] else ""
            yield wager["title"], f"{wager['limits']}{table}", address(wager["cite"])
    for award in layout["awards"]:
        yield award["title"], f"paytable {award['paytable_id']}", address(award["cite"])


# The layout and the payouts


def markings(layout: View, drawing: LayoutDrawing) -> SubmissionPart:
    """Every area and inscription of the layout, numbered as in the drawing."""
    rows = [(str(number), title, address(cite)) for number, (title, cite) in enumerate(drawing.legend, 1)]
    for line in layout["inscriptions"]:
        where = "on the layout or a sign" if line["or_sign"] else "on the layout"
        rows.append(("", f"{line['text']} ({where})", address(line["cite"])))
    rows += [
        ("", "The payout odds of every wager, on a sign at the table", address(marking["cite"]))
        for marking in layout["markings"]
        if marking["shows"] == "payouts"
    ]
    return SubmissionPart("Layout", ("", "area or inscription", "clause"), tuple(rows))


def payouts(sign: Sign) -> Iterator[SubmissionPart]:
    """The paytables in force as the sign prints them."""
    for paytable in sign.paytables:
        columns = ("hand", *(paytable.columns or ("pays",)))
        rows = tuple((row.hand, *row.pays) for row in paytable.rows)
        yield SubmissionPart(f"Payouts: {paytable.title}", columns, rows, ". ".join((paytable.detail, *paytable.notes)))


# True odds and the house advantage (COMAR 36.05.03.20 A(3))


def true_odds(table: TableOdds) -> Iterator[SubmissionPart]:
    """For every wager the true odds of each hand, and the house advantage at each stake that it depends on."""
    titles = odds_titles(table.regulation)
    shown = set[tuple[str, int | None]]()
    advantages = list[Row]()
    for one in table.offered:
        advantages.append(_advantage(one, titles))
        key = (one.odds.wager, one.odds.boxes)
        if key not in shown:
            shown.add(key)
            yield _odds_of(table.regulation, one, titles)
    advantages += [(titles.get(wager, title_of(wager)), "", "", reason, "") for wager, reason in table.unpriced.items()]
    columns = ("wager", "stake", "house advantage", "exactly", "clause")
    note = (
        "The exact expected loss per unit first staked, with the best play. Meters stand at their starting amounts, "
        "and Envy Bonuses are left out."
    )
    yield SubmissionPart("House advantage", columns, tuple(advantages), note)


def _name(one: Offered, titles: dict[str, str]) -> str:
    boxes = f", {plural(one.odds.boxes, 'box', 'boxes')} dealt" if one.odds.boxes else ""
    return titles.get(one.odds.wager, title_of(one.odds.wager)) + boxes


def _advantage(one: Offered, titles: dict[str, str]) -> Row:
    edge = one.odds.house_edge
    shown = ("not determined: it depends on a meter", "") if edge is None else (show_percentage(edge, 4), str(edge))
    note = f" ({one.note})" if one.note else ""
    return _name(one, titles), show_money(one.odds.stake), shown[0] + note, shown[1], address(one.odds.cite)


def _odds_of(regulation: Regulation, one: Offered, titles: dict[str, str]) -> SubmissionPart:
    total = one.odds.total
    rows = tuple(
        (
            title_of(row.pattern),
            odds_text(regulation, row.pays) if row.pays else "-",
            f"{row.count:,}",
            _against(row.count, total),
        )
        for row in one.odds.rows
    )
    note = f"Of {total:,} equally likely cases. Paytable {one.odds.paytable}, {one.odds.cite}."
    return SubmissionPart(f"True odds: {_name(one, titles)}", ("hand", "payout odds", "cases", "true odds"), rows, note)


def _against(count: int, total: int) -> str:
    """How many times rather not than so: `459.42 to 1`."""
    return f"{float(Fraction(total - count, count)):,.2f} to 1" if count else "never"


# Procedures and readings


def procedures(ruleset: Ruleset) -> Iterator[SubmissionPart]:
    """The clauses that this table's cards, device and wagers bring into force, in the order of the document."""
    rules = ruleset.regulation
    chapters: tuple[tuple[str, tuple[Any, ...]], ...] = (
        ("The table and its equipment", (rules.table.cite, rules.table.also, rules.table.equipment)),
        ("Cards: decks, opening, shuffle and cut", (rules.decks, rules.opening, rules.shuffling)),
        (f"Dealing from the {plain_words(ruleset.submission.device)}", (rules.dealing[ruleset.submission.device],)),
        ("Wagers and conduct", (rules.conduct, tuple(ruleset.wagers.values()), tuple(ruleset.awards.values()))),
        ("Completing a round", (rules.script, rules.showdown)),
        ("Irregularities", (rules.irregularities,)),
    )
    register = clause_entries(rules.key)
    order = {clause: number for number, clause in enumerate(register)}
    for title, values in chapters:
        found = {clause.address for value in values for clause in _cited(ruleset, value)}
        rows = tuple(
            (clause, register[clause].gist, _MET[register[clause].status])
            for clause in sorted(found & register.keys(), key=lambda clause: order[clause])
        )
        if rows:
            yield SubmissionPart(title, ("clause", "what it orders", "seen to by"), rows)


def _cited(ruleset: Ruleset, value: Any) -> Iterator[Clause]:
    """Every clause under a value, without the rows that this table's device and wagers do not bring into force."""
    if isinstance(value, Clause):
        yield value
    elif isinstance(value, Record) or hasattr(value, "_asdict"):
        fields = value.given() if isinstance(value, Record) else value._asdict()
        if _is_in_force(ruleset, fields):
            for item in fields.values():
                yield from _cited(ruleset, item)
    elif isinstance(value, tuple):
        for item in value:
            yield from _cited(ruleset, item)
    elif hasattr(value, "values"):
        for item in value.values():
            yield from _cited(ruleset, item)


def _is_in_force(ruleset: Ruleset, fields: dict[str, Any]) -> bool:
    """Whether a row concerns this table: its dealing device, its shuffler and the wagers that it offers."""
    named = {fields[key] for key in ("item", "wager", "if_offered", "if_placed") if fields.get(key)}
    named |= set(fields.get("wagers") or ()) if "does" in fields else set()
    known = ruleset.regulation.wagers.keys() | ruleset.regulation.awards.keys()
    offered = ruleset.wagers.keys() | ruleset.awards.keys()
    devices = fields.get("devices") or (ruleset.submission.device,)
    return ruleset.submission.device in devices and (not named & known or bool(named & offered))


def readings(ruleset: Ruleset) -> SubmissionPart:
    """Every unclear place of the regulation, how it is read at this table, and what was chosen."""
    rows = tuple(
        (
            ruling.id,
            listed(clause.address for clause in ruling.clauses),
            ruling.reading,
            _chosen(ruleset, ruling.option),
        )
        for ruling in ruleset.regulation.rulings.values()
    )
    columns = ("ruling", "clauses", "reading in force unless chosen otherwise", "chosen")
    return SubmissionPart("Readings of unclear clauses", columns, rows)


def _chosen(ruleset: Ruleset, option: str) -> str:
    if not option:
        return ""
    value, usual = ruleset.options[option], ruleset.regulation.options[option].in_force
    shown = show_money(value) if isinstance(value, int) else plain_words(value)
    return f"{shown} (as read)" if value == usual else shown
