"""The Rules Submission of a house as a document: what the operator chose, and what follows from it, clause by clause.

It is made of the approved house alone, so that what is submitted and what the tables do cannot disagree. PDF and JSON
are two printings of it.
"""

from typing import Any, NamedTuple

import pitboss
from pitboss.documents.layout import layout_view
from pitboss.documents.layout_drawing import LayoutDrawing, drawing_of
from pitboss.documents.sign import sign_of
from pitboss.documents.submission_parts import (
    SubmissionPart,
    choices,
    markings,
    payouts,
    procedures,
    readings,
    true_odds,
)
from pitboss.odds.house_odds import house_odds
from pitboss.rules.ruleset import House, Ruleset


class SubmittedTable(NamedTuple):
    """One table of a submission."""

    name: str
    title: str
    regulation: str
    """With its edition: `MD-TCP@1.4`."""
    digest: str
    """SHA-256 over the choices and what the regulation means; the table runs by nothing else."""
    parts: tuple[SubmissionPart, ...]
    drawing: LayoutDrawing


class RulesSubmission(NamedTuple):
    """Everything that a house submits."""

    facility: str
    prepared: str
    approved: str
    """The day of approval; empty until there is one."""
    authorities: tuple[str, ...]
    digest: str
    version: str
    tables: tuple[SubmittedTable, ...]


def submission_of(house: House, prepared: str, approved: str = "") -> RulesSubmission:
    """The submission of every table of a house."""
    odds = {one.name: one for one in house_odds(house).tables}
    facility, tables = house.submission.facility, list[SubmittedTable]()
    for name, ruleset in house.tables.items():
        layout = layout_view(ruleset, facility)
        drawing = drawing_of(layout)
        parts = (
            choices(ruleset, layout),
            markings(layout, drawing),
            *payouts(sign_of(layout)),
            *true_odds(odds[name]),
            *procedures(ruleset),
            readings(ruleset),
            _rules(ruleset),
        )
        regulation = ruleset.regulation
        tables.append(SubmittedTable(name, regulation.title, regulation.key, ruleset.meaning, parts, drawing))
    authorities = dict.fromkeys(ruleset.regulation.authority for ruleset in house.tables.values())
    return RulesSubmission(
        facility, prepared, approved, tuple(authorities), house.meaning, pitboss.__version__, tuple(tables)
    )


def submission_json(submission: RulesSubmission) -> dict[str, Any]:
    """The document for programs."""
    return {
        **submission._asdict(),
        "tables": [
            {
                **table._asdict(),
                "parts": [part._asdict() for part in table.parts],
                "drawing": {**table.drawing._asdict(), "areas": [area._asdict() for area in table.drawing.areas]},
            }
            for table in submission.tables
        ],
    }


def digests_of(submission: RulesSubmission) -> dict[str, str]:
    """What identifies the submission: the digest of the house, and of each table by its name."""
    return {"": submission.digest, **{table.name: table.digest for table in submission.tables}}


def _rules(ruleset: Ruleset) -> SubmissionPart:
    regulation = ruleset.regulation
    rows = (
        ("Regulation", f"{regulation.jurisdiction}, {regulation.title}, {regulation.authority}"),
        ("Edition", f"{regulation.key}, reading {regulation.revision}"),
        ("Digest of the regulation", regulation.digest),
        ("Digest of this table", ruleset.meaning),
    )
    note = "Two tables with the same digest run by the same rules; a table runs by nothing else."
    return SubmissionPart("Editions and digests", ("", ""), rows, note)
