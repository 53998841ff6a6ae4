"""EdgeCache: the exact edge of every wager of a house, beside those of the paytables that it did not choose."""

from collections import OrderedDict
from fractions import Fraction
from threading import Lock
from typing import Any

from pitboss.documents.titles import odds_titles
from pitboss.odds.catalog import odds
from pitboss.odds.house_odds import table_odds
from pitboss.odds.offered import Offered
from pitboss.odds.query import OddsQuery
from pitboss.odds.wagers import paytables
from pitboss.rules.ruleset import House, Ruleset

Document = dict[str, Any]
MOST_TABLES = 200


class EdgeCache:
    """Remembers tables by their digest, so that a change to one table leaves the others as they are."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._edges: OrderedDict[str, Document] = OrderedDict()

    def of(self, house: House) -> list[Document]:
        """The edges of every table of an approved house."""
        return [self._table(ruleset) for ruleset in house.tables.values()]

    def _table(self, ruleset: Ruleset) -> Document:
        with self._lock:
            if ruleset.digest in self._edges:
                self._edges.move_to_end(ruleset.digest)
                return self._edges[ruleset.digest]
        edges = table_edges(ruleset)
        with self._lock:
            self._edges[ruleset.digest] = edges
            if len(self._edges) > MOST_TABLES:
                self._edges.popitem(last=False)
        return edges


def table_edges(ruleset: Ruleset) -> Document:
    """The edges of a table as offered, and for each wager those of the paytables that were not chosen."""
    found = table_odds(ruleset)
    return {
        "table": found.name,
        "regulation": found.regulation.id,
        "version": found.version,
        "options": dict(found.options),
        "wagers": [_wager(ruleset, one) for one in found.offered],
        "together": [combined.to_json() for combined in found.combined],
        "unpriced": dict(found.unpriced),
    }


def _wager(ruleset: Ruleset, one: Offered) -> Document:
    record = one.odds
    return {
        "wager": record.wager,
        "title": odds_titles(ruleset.regulation)[record.wager],
        "paytable": record.paytable,
        "stake": record.stake,
        "boxes": record.boxes,
        "expected": _text(record.expected),
        "house_edge": _float(record.house_edge),
        "element_of_risk": _float(record.element_of_risk),
        "hit_frequency": float(record.hit_frequency),
        "standard_deviation": None if record.variance is None else float(record.variance) ** 0.5,
        "long_run": _float(-one.long_run.expected) if one.long_run else None,
        "note": one.note or None,
        "cite": record.cite,
        "others": _others(ruleset, one),
    }


def _others(ruleset: Ruleset, one: Offered) -> dict[str, float | None]:
    """The house edge of each other paytable that the regulation prints, at the same stake."""
    record, regulation = one.odds, ruleset.regulation
    names = paytables(regulation, record.wager)
    query = OddsQuery(record.options, record.stake, record.shown, record.boxes)
    found: dict[str, float | None] = {}
    for name in names:
        if name != record.paytable:
            other = next(iter(odds(regulation, query, record.wager, name)), None)
            found[name] = _float(other.house_edge) if other else None
    return found


def _text(share: Fraction | None) -> str | None:
    return None if share is None else str(share)


def _float(share: Fraction | None) -> float | None:
    return None if share is None else float(share)
