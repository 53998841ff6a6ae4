"""Clauses as JSON, for `pitboss clauses --json` and the rules page."""

from typing import Any

from pitboss.rules.load import load_regulation
from pitboss.rules.register import clause_entries, clause_tests, rows_citing


def clause_json(regulation_id: str, address: str) -> dict[str, Any]:
    """One clause: its gist, how it is met, where, by which tests, and under which rulings."""
    entry = clause_entries(regulation_id)[address]
    return {
        "id": address,
        "status": entry.status,
        "gist": entry.gist,
        "where": list(rows_citing(regulation_id).get(address, ())),
        "tests": list(clause_tests(regulation_id).get(address, ())),
        "rulings": [
            ruling.id
            for ruling in load_regulation(regulation_id).rulings.values()
            if any(clause.address == address for clause in ruling.clauses)
        ],
        "reason": entry.reason or None,
    }
