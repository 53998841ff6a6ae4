"""The sign of a table as a document: the wagers, their limits and odds, and the prescribed sentences.

It is made of the layout alone, so that a sign at the table and the page of the table cannot disagree. HTML and PDF are
two printings of it.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pitboss.documents.paytables import View
from pitboss.money import show_money
from pitboss.text import listed


class SignRow(NamedTuple):
    """A line of a paytable: the hand, and what it pays in each column."""

    hand: str
    pays: tuple[str, ...]


class PaytableSign(NamedTuple):
    """A paytable as it is printed."""

    title: str
    detail: str
    """Its name among the regulation's paytables, and its clause."""
    columns: tuple[str, ...]
    """What each column is for; empty if there is one column."""
    by_boxes: tuple[int, ...]
    """The number of boxes that each column is for, if the columns depend on it."""
    rows: tuple[SignRow, ...]
    notes: tuple[str, ...]


class Limit(NamedTuple):
    """A wager and what may be staked on it."""

    wager: str
    stakes: str


class MeterSign(NamedTuple):
    """A progressive meter and what it shows, or its starting amount if no table runs yet."""

    name: str
    title: str
    amount: str
    is_live: bool


class Sign(NamedTuple):
    """A whole sign, from top to bottom."""

    facility: str
    title: str
    table: str
    statements: tuple[str, ...]
    """Sentences in large print under the title."""
    meters: tuple[MeterSign, ...]
    limits: tuple[Limit, ...]
    paytables: tuple[PaytableSign, ...]
    notes: tuple[str, ...]
    rules: str
    """Which rules the sign is printed from."""


def sign_of(layout: View, meters: Mapping[str, int] | None = None) -> Sign:
    """The sign of a table by its layout, with what its meters show now if that is known."""
    wagers = {wager["name"]: wager["title"] for wager in layout["wagers"]}
    return Sign(
        facility=layout["facility"],
        title=layout["title"],
        table=layout["table"],
        statements=tuple(_statements(layout)),
        meters=tuple(_meters(layout, wagers, meters or {})),
        limits=tuple(_limits(layout)),
        paytables=tuple(_paytables(layout)),
        notes=tuple(_notes(layout, wagers)),
        rules=f"{layout['jurisdiction']} {layout['regulation']}, rules {layout['digest'][:12]}",
    )


def sign_json(sign: Sign) -> View:
    """The document for programs."""
    return {
        **sign._asdict(),
        "meters": [meter._asdict() for meter in sign.meters],
        "limits": [limit._asdict() for limit in sign.limits],
        "paytables": [{**table._asdict(), "rows": [row._asdict() for row in table.rows]} for table in sign.paytables],
    }


def _statements(layout: View) -> Iterator[str]:
    """The sentences that the chapter on the layout requires, and when the dealer qualifies, if the layout omits it."""
    said = [line for line in layout["inscriptions"] if line["shows"] != "facility_name"]
    yield from (line["text"] for line in said)
    if layout["showdown"] and layout["showdown"]["qualifies"] and not any(line["shows"] == "phrase" for line in said):
        yield f"Dealer qualifies with {layout['showdown']['title']}"


def _meters(layout: View, wagers: Mapping[str, str], live: Mapping[str, int]) -> Iterator[MeterSign]:
    fed = [meter["wager"] for meter in layout["meters"]]
    for meter in layout["meters"]:
        # A wager's only meter has the wager's name; if there are several, each has its own.
        title = meter["title"] if fed.count(meter["wager"]) > 1 else wagers[meter["wager"]]
        name = meter["name"]
        yield MeterSign(name, title, show_money(live.get(name, meter["seed"])), name in live)


def _limits(layout: View) -> Iterator[Limit]:
    """The stakes of each wager that is placed before the deal; wagers that share their limits on one line."""
    shared: dict[str, list[View]] = {}
    for wager in layout["wagers"]:
        if wager["placed"] == "before_deal":
            shared.setdefault(wager["stakes_by"], []).append(wager)
    for wagers in shared.values():
        each = " each" if len(wagers) > 1 else ""
        yield Limit(listed(wager["title"] for wager in wagers), wagers[0]["limits"] + each)


def _paytables(layout: View) -> Iterator[PaytableSign]:
    """What is won against the dealer, then each wager's paytable with the awards that it earns."""
    showdown = layout["showdown"]
    if showdown:
        rows = tuple(SignRow(row["title"], (row["pays"],)) for row in showdown["pays"])
        yield PaytableSign("Against the dealer", showdown["cite"], (), (), rows, ())
    paytables, awards = dict(layout["paytables"]), layout["awards"]
    for wager in layout["wagers"]:
        groups = [wager["paytable"], *(award["paytable"] for award in awards if award["stake_of"] == wager["name"])]
        for group in groups:
            if group in paytables:
                yield _paytable(paytables.pop(group))


def _paytable(paytable: View) -> PaytableSign:
    columns = tuple(column["title"] for column in paytable["columns"])
    boxes = tuple(column["boxes"] for column in paytable["columns"] if column["boxes"])
    rows = tuple(SignRow(row["title"], tuple(row["by_column"])) for row in paytable["rows"])
    detail = f"Paytable {paytable['id']}, {listed(paytable['cites'])}: {paytable['hand']}"
    return PaytableSign(paytable["title"], detail, columns, boxes, rows, tuple(paytable["notes"]))


def _notes(layout: View, wagers: Mapping[str, str]) -> Iterator[str]:
    """Sentences at the foot: the version, what follows if the dealer does not qualify, the number of boxes."""
    yield layout["version"]["title"]
    if layout["showdown"]:
        rows = [_unqualified(row, wagers) for row in layout["showdown"]["unqualified"] if row["wager"] in wagers]
        if rows:
            yield f"If the dealer does not qualify, {listed(rows)}"
    boxes = layout["adjacent_boxes"]
    yield "A player may bet on one box" if boxes == 1 else f"A player may bet on up to {boxes} adjacent boxes"


def _unqualified(row: View, wagers: Mapping[str, str]) -> str:
    title = wagers[row["wager"]]
    match row["does"]:
        case "pay":
            return f"{title} pays {row['pays']}"
        case "return":
            return f"{title} is returned"
        case _:
            return f"{title} loses"
