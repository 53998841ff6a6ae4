"""The answer to a house file, as `pitboss check` and the page that checks one give it."""

from typing import Any

from pitboss.errors import SubmissionRejected
from pitboss.rules.ruleset import House


def rejection_json(rejected: SubmissionRejected) -> dict[str, Any]:
    """Every violation, with its place and clause."""
    return {"approved": False, "violations": [violation._asdict() for violation in rejected.violations]}


def approval_json(house: House) -> dict[str, Any]:
    """The digest of an approved house; callers add what they know of its tables."""
    return {"approved": True, "violations": [], "digest": house.digest}
