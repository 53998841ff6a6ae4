"""What can still win: the rows that the unseen cards can make, without odds or advice."""

from collections.abc import Collection
from itertools import combinations

from pitboss.cards import DECK, RANKINGS, Card
from pitboss.cli.player_view import hand_faces, visible
from pitboss.documents.titles import item_title, plain_words
from pitboss.play.settlement_input import BoxFacts
from pitboss.rules.paytable import PaytableLine
from pitboss.table.state import Table
from pitboss.text import address

MADE_OF = 5
"""The most cards that a row of a paytable looks for."""


def possible_wins(table: Table, facts: BoxFacts) -> dict[str, list[str]]:
    """The hands that the unsettled wagers can be paid for, and these wagers."""
    assert table.round
    settled = table.round.boxes[facts.box].settled
    found: dict[str, list[str]] = {}
    for name in facts.wagers:
        if name not in settled:
            found.setdefault(_prospects(table, facts, name), []).append(item_title(table.ruleset.regulation, name))
    return found


def _prospects(table: Table, facts: BoxFacts, name: str) -> str:
    assert table.round
    wager = table.ruleset.regulation.wagers[name]
    paytable = table.ruleset.paytables.get(wager.paytable)
    if paytable is None:
        return _against_dealer(table, name)
    lines = table.terms.lines(name, len(table.round.in_play()) if paytable.by_boxes else None)
    if wager.scope == "table":
        return f"any hand at the table: {_listed(lines)}"
    ranking = table.terms.hand_of(name).ranking
    seen = hand_faces(table, name, facts)
    if len(seen) not in RANKINGS[ranking].sizes:
        return "no hand is made at this table"
    known = [face for face in seen if face is not None]
    pool = [card for card in DECK if card not in visible(table.round, facts)]
    can = _reachable(ranking, lines, known, pool, seen.count(None))
    if not can:
        return "nothing"
    sure = "if it beats the dealer" if name in table.terms.script.paid_on_win else "sure"
    return f"{sure if None not in seen else 'possible'}: {_listed(can)}"


def _reachable(
    ranking: str, lines: Collection[PaytableLine], known: list[Card], pool: list[Card], missing: int
) -> list[PaytableLine]:
    """The rows that the missing cards can still make."""
    if missing >= MADE_OF:
        # The cards to come make any hand by themselves.
        return list(lines)
    rules, left, found = RANKINGS[ranking], list(lines), []
    for further in combinations(pool, missing):
        cards = [*known, *further]
        value = rules.value_of(cards)
        row = next((line for line in lines if rules.patterns[line.pattern].holds(value, cards)), None)
        if row in left:
            left.remove(row)
            found.append(row)
            if not left:
                break
    return [line for line in lines if line in found]


def _against_dealer(table: Table, name: str) -> str:
    """The rows of the showdown that pay."""
    showdown = table.ruleset.regulation.showdown
    assert showdown
    parts = []
    for qualified in (True, False) if showdown.qualifies else (True,):
        rows = [
            row for row in showdown.outcomes if row.wager == name and row.qualified in (qualified, None) and row.odds
        ]
        if rows:
            dealer = f"dealer {'with' if qualified else 'without'} {plain_words(showdown.qualifies or 'any hand')}"
            better = "" if rows[0].hand == "any" else " and a better hand than the dealer's"
            parts.append(f"{dealer}{better}: {rows[0].odds} ({address(rows[0].cite)})")
    return "; ".join(parts)


def _listed(lines: Collection[PaytableLine]) -> str:
    return ", ".join(f"{plain_words(line.pattern)} {line.payout}" for line in lines)
